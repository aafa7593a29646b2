"""Games in which both sides colour the cells of a map, and neighbours of one colour, or of two, are forbidden. Who
can't colour a cell loses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.connection import connection_constants, neighbours_of
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides

OWN_APART = False  # whether neighbours may not have the same colour; else they may not have both


def generate(s: Sides, out: Moves, n: int) -> int:
    forbidden = neighbours_of(s.mine) if OWN_APART else neighbours_of(s.theirs)
    return generate_places(ALL_NODES & ~(s.mine | s.theirs | forbidden), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | 1 << move, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class Colouring(BoardGame):
    """One of these games, on squares."""

    own_apart: ClassVar[bool]
    seats = ("Blue", "Red")
    parameters = (IntParameter("columns", 5, "columns", 1, 8), IntParameter("rows", 5, "rows", 1, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    code = Code(target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, is_chequered=False)

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        return {**connection_constants(self.board), "OWN_APART": self.own_apart}
