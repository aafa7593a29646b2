"""Five Field Kono: seven stones each step along diagonals to the other side's places. There is no taking.

S. Culin, "Korean Games", 1895; R. C. Bell, "Board and Table Games", 1960: who first holds all seven places on which the
enemy began wins. Who can't move, of which they say nothing, loses.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.blocks.moving import generate_leaps, leap_constants
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides
from ludograph.engine.declared.symmetries import Symmetry

HOMES: Sequence[int] = (0x23F, 0x1F88000)  # where each side begins


def has_arrived(s: Sides) -> bool:
    """Whether who has moved holds all places of who is to move."""
    return s.theirs == HOMES[s.turn]


def generate(s: Sides, out: Moves, n: int) -> int:
    return n if has_arrived(s) else generate_leaps(s.mine, ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine ^ (1 << (move & 63) | 1 << (move >> 6)), 1 - s.turn)


def winners(s: Sides) -> int:
    """Who has moved last: he has arrived, or has shut the other side in."""
    return 2 >> s.turn


class FiveFieldKono(BoardGame):
    """Five Field Kono on its board of 5×5 points."""

    name, title, seats = "five-field-kono", "Five Field Kono", ("White", "Black")
    summary = "bring seven stones along diagonals to where the enemy's began"
    other_names = ("오밭고누", "o-pat-ko-no", "Obatgonu", "коно")
    state_type = Sides
    takes, repetition_limit = False, 3
    board = grids.crossings(5)
    code = Code(source=Node(), target=Node())

    def start_text(self) -> str:
        return "W:BBBBB/B...B/...../W...W/WWWWW"

    def keeps_goals(self, symmetry: Symmetry) -> bool:
        images = [mask(symmetry.nodes[node] for node in range(25) if home >> node & 1) for home in HOMES]
        return images == ([*reversed(HOMES)] if symmetry.exchanges else [*HOMES])

    def make_tables(self) -> Mapping[str, Any]:
        return leap_constants(self.board, ((0, 90), (90, 180), (180, 270), (270, 0)))
