"""Isolation: step to a neighbouring cell, then take any free cell out of the board; who can't step loses.

Rules by Bernd Kienitz, 1972.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.board_game import ALL_NODES, MOVER, NOBODY, OTHER, BoardGame, Cells, Code, Moves, Node, Turn


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "pawn", least=1, most=1)]
    theirs: Annotated[int, Cells(OTHER, "pawn", least=1, most=1)]
    gone: Annotated[int, Cells(NOBODY, "hole", "x", Shape.TILE)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    if s.mine == 0:  # the solver asks about boards without pawns, too
        return n
    source = lowest(s.mine)
    free = ALL_NODES & ~(s.mine | s.theirs | s.gone)
    targets = NEIGHBOURS[source] & free
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        n = list_each(source | target << 6, (free | s.mine) & ~(1 << target), 12, out, n)
    return n


def apply(s: State, move: int) -> State:
    return State(s.theirs, 1 << (move >> 6 & 63), s.gone | 1 << (move >> 12), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Isolation(BoardGame):
    """Isolation on squares."""

    name, title, seats = "isolation", "Isolation", ("White", "Black")
    summary = "step, then take a cell out of the board; who can't step loses"
    other_names = ("Isola", "Isolierspiel", "изоляция")
    parameters = (IntParameter("columns", 6, "columns", 2, 6), IntParameter("rows", 8, "rows", 2, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    takes = False
    code = Code(source=Node(), target=Node(), gone=Node(sign="/"))

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, links=8, is_chequered=False)

    def start_text(self, columns: int, rows: int) -> str:
        left, right = (columns - 1) // 2, columns // 2
        upper = "." * right + "B" + "." * (columns - 1 - right)
        lower = "." * left + "W" + "." * (columns - 1 - left)
        return "W:" + "/".join([upper, *["." * columns] * (rows - 2), lower])

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        return connection_constants(self.board)
