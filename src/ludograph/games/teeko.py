"""Teeko: four stones each are placed and then moved, a step at a time; four in a line or in a square win.

Rules by John Scarne, 1937. Who can't move, which he left open, loses.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.blocks.lines import line_masks, pattern_constants
from ludograph.games._lines_of_men import LinesOfMen

SIZE = 5


class Teeko(LinesOfMen):
    """Teeko on its board of 5×5 cells."""

    name, title, seats = "teeko", "Teeko", ("Black", "Red")
    summary = "four stones in a line or in a square win"
    other_names = ("тико",)
    variants = {  # noqa: RUF012
        "standard": "squares of 2×2 cells win",
        "advanced": "the corners of larger squares win, too",
    }
    men = 4
    board = grids.square(SIZE, SIZE, links=8, is_chequered=False)

    def make_tables(self) -> Mapping[str, Any]:
        sides = (1,) if self.variant == "standard" else range(1, SIZE)
        places = [(side, x + SIZE * y) for side in sides for x in range(SIZE - side) for y in range(SIZE - side)]
        squares = [mask((low, low + side, low + SIZE * side, low + (SIZE + 1) * side)) for side, low in places]
        lines = line_masks(self.board, self.men) + squares
        return {**super().make_tables(), **pattern_constants(self.board, self.men, lines)}
