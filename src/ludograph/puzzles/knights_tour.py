"""The knight's tour: a knight visits every cell of a board, each only once; a closed tour ends a knight's move from
where it began. It begins in the corner A1, as a closed tour may begin anywhere.

The first tours known are by al-Adli, about 840. L. Euler, "Solution d'une question curieuse …", 1759.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.moving import leap_constants
from ludograph.puzzles._tours import State, Tour

LEAPS = [(way, way, way + turn) for way in (0, 90, 180, 270) for turn in (90, -90)]


class KnightsTour(Tour):
    """The knight's tour on a board of a chosen size."""

    name, title = "knights-tour", "Knight's Tour"
    summary = "lead a knight over the whole board, to each cell only once"
    other_names = ("Springerproblem", "Rösselsprung", "ход конём", "recorrido del caballo")
    variants = {  # noqa: RUF012
        "open": "the tour may end anywhere",
        "closed": "the tour ends a knight's move from its beginning",
    }
    parameters = (IntParameter("columns", 5, "columns", 3, 6), IntParameter("rows", 5, "rows", 3, 6))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows)

    def start_text(self, columns: int, rows: int) -> str:
        return "/".join(["." * columns] * (rows - 1) + ["N" + "." * (columns - 1)])

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        every = (1 << columns * rows) - 1
        ways = leap_constants(self.board, [tuple(turn % 360 for turn in leap) for leap in LEAPS])["LEAPS"]
        return {"WAYS": ways, "HOME": 1 if self.variant == "closed" else every}

    def cannot_be_solved(self, state: State) -> str | None:
        """Each move changes the colour, so that a closed tour has as many cells of either."""
        if self.variant == "closed" and len(self.board) % 2:
            return "A knight changes the colour of its cell with every move, and there are more cells of one colour."
        return None
