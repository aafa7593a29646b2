"""Connect Four: discs fall to the lowest empty cell of a column; four of one's own in a line win.

Rules by Howard Wexler and Ned Strongin, 1974.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.dropping import drop_constants, generate_drops
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides


def generate(s: Sides, out: Moves, n: int) -> int:
    return n if has_line(s.theirs) else generate_drops(ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | (1 << move), 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn if has_line(s.theirs) else 0


class ConnectFour(BoardGame):
    """Connect Four on a board of a chosen size."""

    name, title, seats = "connect-four", "Connect Four", ("Red", "Yellow")
    summary = "discs fall down their column; four in a line win"
    other_names = (
        "Four in a row",
        "Vier gewinnt",
        "Puissance 4",
        "четыре в ряд",
        "conecta cuatro",
        "forza quattro",
        "四子棋",
    )
    parameters = (IntParameter("columns", 7, "columns", 1, 8), IntParameter("rows", 6, "rows", 1, 8))
    code = Code(target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, links=8)

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        files = [range(column, columns * rows, columns) for column in range(columns)]
        return {**line_constants(self.board, 4), **drop_constants(self.board, files)}
