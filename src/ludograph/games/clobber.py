"""Clobber: a stone takes the enemy's beside it and stands there; who can't take loses.

Rules by Michael Albert, J. P. Grossman and Richard Nowakowski, 2001.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.moving import generate_steps, step_constants
from ludograph.engine.board_game import BoardGame, Code, Moves, Node, Sides


def generate(s: Sides, out: Moves, n: int) -> int:
    return generate_steps(s.mine, s.theirs, out, n)


def apply(s: Sides, move: int) -> Sides:
    target = 1 << (move >> 6)
    return Sides(s.theirs & ~target, s.mine & ~(1 << (move & 63)) | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class Clobber(BoardGame):
    """Clobber on a board of a chosen size, which stones of both colours fill like a chessboard."""

    name, title, seats = "clobber", "Clobber", ("White", "Black")
    summary = "take the stone beside yours; who can't take any more loses"
    other_names = ("клоббер",)
    parameters = (IntParameter("columns", 5, "columns", 1, 8), IntParameter("rows", 6, "rows", 1, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    code = Code(source=Node(), target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows)

    def start_text(self, columns: int, rows: int) -> str:
        return "W:" + "/".join(("WB" * columns)[(rows - row) % 2 :][:columns] for row in range(1, rows + 1))

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        return step_constants(self.board)
