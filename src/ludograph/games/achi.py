"""Achi: four men each are placed and then moved into the only gap; three in a line win. Who can't move loses."""

from ludograph.board import grids
from ludograph.games._lines_of_men import LinesOfMen
from ludograph.games.three_mens_morris import DIAGONALS, ROWS


class Achi(LinesOfMen):
    """Achi, as in Ghana."""

    name, title, seats = "achi", "Achi", ("White", "Black")
    summary = "place four men, then move them into the only gap; three in a line win"
    other_names = ("Tapatan",)
    men = 4
    board = grids.points(*ROWS, *DIAGONALS)
