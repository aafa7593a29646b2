"""Lines of Action: a piece goes exactly as far as there are pieces on the line that it goes along, over its own side's
but not over the enemy's; whose pieces all hang together wins. Where a move joins both sides' pieces, the mover wins.

Rules by Claude Soucie, 1969. Who can't move, which he left open, loses.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.board.graph import direction_between
from ludograph.board.tables import mask, words
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.connection import connection_constants, is_connected
from ludograph.engine.blocks.moving import FIRST_RAY, RAY_NODES, RAY_STARTS, slide_constants
from ludograph.engine.board_game import OUTSIDE, BoardGame, Code, Moves, Node, Sides

WHOLE_LINES: Sequence[int] = ()  # for each ray the whole line that it is on, as a set


def landing(ray: int, mine: int, theirs: int) -> int:
    """The node that a piece comes to along a ray, or OUTSIDE."""
    place = RAY_STARTS[ray]
    steps = popcount((mine | theirs) & WHOLE_LINES[ray])
    while steps > 1 and RAY_NODES[place] != OUTSIDE and not theirs >> RAY_NODES[place] & 1:
        place += 1
        steps -= 1
    return OUTSIDE if steps > 1 or mine >> RAY_NODES[place] & 1 else RAY_NODES[place]


def generate(s: Sides, out: Moves, n: int) -> int:
    pieces = 0 if is_connected(s.mine) or is_connected(s.theirs) else s.mine
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
            target = landing(ray, s.mine, s.theirs)
            if target != OUTSIDE:
                out[n] = source | target << 6
                n += 1
    return n


def apply(s: Sides, move: int) -> Sides:
    target = 1 << (move >> 6)
    return Sides(s.theirs & ~target, s.mine & ~(1 << (move & 63)) | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 1 << s.turn if is_connected(s.mine) and not is_connected(s.theirs) else 2 >> s.turn


class LinesOfAction(BoardGame):
    """Lines of Action on 8×8 cells."""

    name, title, seats = "lines-of-action", "Lines of Action", ("Black", "White")
    summary = "go as far as there are pieces on the line; join all of yours"
    other_names = ("LOA", "линии действия")
    repetition_limit = 3
    code = Code(source=Node(), target=Node())
    board = grids.square(8, 8, links=8)

    def start_text(self) -> str:
        return "B:" + "/".join([".BBBBBB.", *["W......W"] * 6, ".BBBBBB."])

    def make_tables(self) -> Mapping[str, Any]:
        nodes = self.board.nodes
        lines = [
            mask((node, *ray, *self.board.ray(node, direction_between(nodes[ray[0]], nodes[node]))))
            for node in range(len(nodes))
            for ray in self.board.rays(node)
            if ray
        ]
        return {**slide_constants(self.board), **connection_constants(self.board), "WHOLE_LINES": words(lines)}
