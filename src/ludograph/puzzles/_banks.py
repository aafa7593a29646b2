"""Two banks of a river: a board whose columns are parted by water."""

from ludograph.board import Board, grids


def banks(rows: int, columns: int = 1, between: float = 2.0) -> Board:
    """So many places on either bank, row by row from below: lettered from the left, numbered from below."""
    places = {
        f"{'ABCDEFGH'[column]}{row + 1}": (column + (between - 1 if column >= columns else 0), float(row))
        for row in range(rows)
        for column in range(2 * columns)
    }
    return grids.squares_at(places, name="two banks")
