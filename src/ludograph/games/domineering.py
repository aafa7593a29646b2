"""Domineering: one side puts dominoes upright, the other across; who has no room for another loses.

Rules by Göran Andersson, 1973.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import ALL_NODES, MOVER, OTHER, BoardGame, Cells, Code, Moves, Node, Turn

BEHIND: Sequence[int] = ()  # how much higher the second cell of a domino is numbered than the first, for each side
FIRST_CELLS: Sequence[int] = ()  # the cells behind which the board goes on, for each side


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "half of a domino", shape=Shape.TILE, figures="  ")]
    theirs: Annotated[int, Cells(OTHER, "half of a domino", shape=Shape.TILE, figures="  ")]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    firsts = empty & empty >> BEHIND[s.turn] & FIRST_CELLS[s.turn]
    while firsts:
        out[n] = lowest(firsts) | (lowest(firsts) + BEHIND[s.turn]) << 6
        n += 1
        firsts &= firsts - 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.theirs, s.mine | 1 << (move & 63) | 1 << (move >> 6), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Domineering(BoardGame):
    """Domineering on a board of a chosen size."""

    name, title, seats = "domineering", "Domineering", ("Vertical", "Horizontal")
    summary = "dominoes upright against dominoes across; who has no room loses"
    other_names = ("Stop-Gate", "Crosscram", "доминирование")
    parameters = (IntParameter("columns", 8, "columns", 2, 8), IntParameter("rows", 8, "rows", 2, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    takes = False
    code = Code(target=Node(), beside=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows)

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        cells = range(columns * rows)
        across = sum(1 << cell for cell in cells if cell % columns < columns - 1)
        return {"BEHIND": (columns, 1), "FIRST_CELLS": ((1 << columns * (rows - 1)) - 1, across)}
