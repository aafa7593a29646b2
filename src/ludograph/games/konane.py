"""Konane: each side takes away one stone of its own, then stones jump in a straight line, over one enemy after
another, and take them; who can't jump loses. Black takes away a stone in a corner or in the middle, White one beside
that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants
from ludograph.engine.blocks.moving import FIRST_RAY, RAY_NODES, RAY_STARTS, slide_constants
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides

FIRST_TAKEN = 0  # the stones that Black may begin with
BETWEEN: Sequence[int] = ()  # the nodes between two in a row or in a column


def generate_jumps(source: int, theirs: int, empty: int, out: Moves, n: int) -> int:
    for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
        place = RAY_STARTS[ray]
        # OUTSIDE is in no set, so that every ray ends there.
        while theirs >> RAY_NODES[place] & 1 and empty >> RAY_NODES[place + 1] & 1:
            out[n] = source | RAY_NODES[place + 1] << 6
            n += 1
            place += 2
    return n


def generate(s: Sides, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    if empty == 0:
        return generate_new(FIRST_TAKEN & s.mine, out, n)
    if popcount(empty) == 1:
        return generate_new(NEIGHBOURS[lowest(empty)] & s.mine, out, n)
    stones = s.mine
    while stones:
        n = generate_jumps(lowest(stones), s.theirs, empty, out, n)
        stones &= stones - 1
    return n


def apply(s: Sides, move: int) -> Sides:
    source = move & 63
    target = move >> 6
    if source == target:
        return Sides(s.theirs, s.mine & ~(1 << source), 1 - s.turn)
    taken = BETWEEN[source * 64 + target]
    return Sides(s.theirs & ~taken, s.mine & ~(1 << source) | 1 << target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class Konane(BoardGame):
    """Konane on a board of a chosen size, full of stones."""

    name, title, seats = "konane", "Konane", ("Black", "White")
    summary = "jump in a line over enemies, which are taken; who can't jump loses"
    other_names = ("Hawaiian checkers", "Mū", "конане")
    parameters = (IntParameter("columns", 8, "columns", 4, 8, step=2), IntParameter("rows", 8, "rows", 4, 8, step=2))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    keeps_pieces = False
    code = Code(source=Node(), target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, is_chequered=False)

    def start_text(self, columns: int, rows: int) -> str:
        return "B:" + "/".join(["WB" * (columns // 2), "BW" * (columns // 2)] * (rows // 2))

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        corners = (0, columns - 1, columns * (rows - 1), columns * rows - 1)
        low = columns * (rows // 2 - 1) + columns // 2 - 1
        middle = (low, low + 1, low + columns, low + columns + 1)
        between = [0] * 64 * 64
        for node in range(columns * rows):
            for ray in self.board.rays(node):
                for steps, target in enumerate(ray):
                    between[node * 64 + target] = mask(ray[:steps])
        tables = {"FIRST_TAKEN": mask((*corners, *middle)), "BETWEEN": tuple(between)}
        return {**tables, **slide_constants(self.board), **connection_constants(self.board)}
