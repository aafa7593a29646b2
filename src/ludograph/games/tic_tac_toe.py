"""Tic-tac-toe: three in a line win; on larger boards as many as the game says."""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides


def generate(s: Sides, out: Moves, n: int) -> int:
    return n if has_line(s.theirs) else generate_places(ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | (1 << move), 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn if has_line(s.theirs) else 0


class TicTacToe(BoardGame):
    """Tic-tac-toe."""

    name, title, seats = "tic-tac-toe", "Tic-tac-toe", ("X", "O")
    summary = "three of one's own in a line win"
    other_names = ("Noughts and Crosses", "Xs and Os", "крестики-нолики", "tres en raya", "morpion", "tris", "井字棋")
    parameters = (
        IntParameter("columns", 3, "columns", 1, 8),
        IntParameter("rows", 3, "rows", 1, 8),
        IntParameter("length", 3, "how many in a line win", 2, 8),
    )
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    code = Code(target=Node())

    def make_board(self, columns: int, rows: int, **_: Any) -> Board:
        return grids.square(columns, rows, links=8)

    def make_tables(self, length: int, **_: Any) -> Mapping[str, Any]:
        return line_constants(self.board, length)
