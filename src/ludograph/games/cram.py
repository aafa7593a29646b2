"""Cram: both sides lay dominoes upright or across onto free cells; who finds no room loses.

M. Gardner, "Cram, crosscram and quadraphage", 1974.
"""

from typing import Annotated, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.board_game import ALL_NODES, NOBODY, BoardGame, Cells, Code, Moves, Node, Turn


class State(NamedTuple):
    covered: Annotated[int, Cells(NOBODY, "half of a domino", "#", Shape.TILE)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    """Each place for a domino is told from its lower left half."""
    free = ALL_NODES & ~s.covered
    while free:
        cell = lowest(free)
        free &= free - 1
        n = generate_to(cell, NEIGHBOURS[cell] & free, out, n)
    return n


def apply(s: State, move: int) -> State:
    return State(s.covered | 1 << (move & 63) | 1 << (move >> 6), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Cram(BoardGame):
    """Cram on a board of a chosen size."""

    name, title, seats = "cram", "Cram", ("First", "Second")
    summary = "lay dominoes any way round; who finds no room loses"
    other_names = ("Plugg", "dots and pairs", "крам")
    parameters = (IntParameter("columns", 5, "columns", 1, 8), IntParameter("rows", 5, "rows", 1, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    code = Code(source=Node(), target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, is_chequered=False)

    def make_tables(self, columns: int, rows: int) -> dict[str, object]:
        return dict(connection_constants(self.board))
