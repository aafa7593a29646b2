"""Ataxx: a stone grows onto a cell beside it or jumps two cells, and turns all enemies around where it comes to; who
has more stones at the end wins. Who can't move passes; the game ends when neither side can, or one has no stones.

Rules by Dave Crummack and Craig Galley, 1988.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import popcount
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants, neighbours_of
from ludograph.engine.blocks.moving import generate_leaps, leap_constants
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides

PASS = 1 << 12
ROUND = range(0, 360, 45)


def generate_for(mine: int, empty: int, out: Moves, n: int) -> int:
    """Stones that grow, whichever of them does, and those that jump."""
    return generate_leaps(mine, empty, out, generate_new(neighbours_of(mine) & empty, out, n))


def generate(s: Sides, out: Moves, n: int) -> int:
    if s.mine == 0 or s.theirs == 0:
        return n
    empty = ALL_NODES & ~(s.mine | s.theirs)
    end = generate_for(s.mine, empty, out, n)
    if end == n and generate_for(s.theirs, empty, out, n) > n:
        out[n] = PASS
        return n + 1
    return end


def apply(s: Sides, move: int) -> Sides:
    if move == PASS:
        return Sides(s.theirs, s.mine, 1 - s.turn)
    target = move >> 6
    turned = NEIGHBOURS[target] & s.theirs
    mine = s.mine & ~(1 << (move & 63)) | 1 << target | turned
    return Sides(s.theirs & ~turned, mine, 1 - s.turn)


def winners(s: Sides) -> int:
    mine, theirs = popcount(s.mine), popcount(s.theirs)
    return (mine > theirs) << s.turn | (theirs > mine) << (1 - s.turn)


class Ataxx(BoardGame):
    """Ataxx on a square board."""

    name, title, seats = "ataxx", "Ataxx", ("Red", "Blue")
    summary = "grow or jump, and turn the enemies around you; who has more at the end wins"
    other_names = ("Infection", "Hexxagon", "атакс")
    parameters = (IntParameter("size", 7, "columns and rows", 3, 8),)
    repetition_limit = 3
    code = Code({PASS: "pass"}, source=Node(), target=Node())

    def make_board(self, size: int) -> Board:
        return grids.square(size, size, links=8, is_chequered=False)

    def start_text(self, size: int) -> str:
        between = "." * (size - 2)
        return "R:" + "/".join([f"R{between}B", *["." * size] * (size - 2), f"B{between}R"])

    def make_tables(self, size: int) -> Mapping[str, Any]:
        jumps = [(first, second % 360) for first in ROUND for second in (first, first + 45)]
        return {**connection_constants(self.board), **leap_constants(self.board, jumps)}
