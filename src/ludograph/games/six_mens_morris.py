"""Six men's morris: nine men's morris on two squares with six men each, who never fly."""

from ludograph.board import grids
from ludograph.games.nine_mens_morris import NineMensMorris


class SixMensMorris(NineMensMorris):
    """Six men's morris on two squares, one inside the other."""

    name, title = "six-mens-morris", "Six men's morris"
    summary = "three men in a line take one of the enemy's, on a smaller board"
    other_names = ("Kleine Mühle", "Mill", "Merels")
    men, flying = 6, 0
    board = grids.points(
        *("A1 C1 E1 E3 E5 C5 A5 A3 A1", "B2 C2 D2 D3 D4 C4 B4 B3 B2"),
        *("C1 C2", "C4 C5", "A3 B3", "D3 E3"),
    )
