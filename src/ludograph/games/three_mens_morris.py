"""Three men's morris: three men each are placed and then moved; three in a line win. Who can't move loses."""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.games._lines_of_men import LinesOfMen

ROWS = ("A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A1 A2 A3", "B1 B2 B3", "C1 C2 C3")
DIAGONALS = ("A1 B2 C3", "A3 B2 C1")


class ThreeMensMorris(LinesOfMen):
    """Three men's morris on 3×3 points."""

    name, title, seats = "three-mens-morris", "Three men's morris", ("White", "Black")
    summary = "place three men, then move them; three in a line win"
    other_names = ("Tapatan", "Nine Holes", "Kleine Mühle", "Luk tsut k'i", "marelle")
    variants = {  # noqa: RUF012
        "rows": "men go along rows and columns, and these are the lines that win",
        "tapatan": "men go along the diagonals, too, which win as well",
        "nine-holes": "men go to any empty point; rows and columns win",
    }
    men = 3

    def make_board(self) -> Board:
        return grids.points(*ROWS, *DIAGONALS) if self.variant == "tapatan" else grids.points(*ROWS)

    def make_tables(self) -> Mapping[str, Any]:
        anywhere = {"NEIGHBOURS": (511,) * 9} if self.variant == "nine-holes" else {}
        return {**super().make_tables(), **anywhere}
