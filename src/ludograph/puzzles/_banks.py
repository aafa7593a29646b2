"""Two banks of a river: a board whose columns are parted by water."""

from collections.abc import Sequence
from itertools import pairwise

from ludograph.board import Board, grids
from ludograph.draw.scenery import Scenery, river
from ludograph.engine.board_puzzle import BoardPuzzle


def banks(rows: int, columns: int = 1, between: float = 2.0) -> Board:
    """So many places on either bank, row by row from below: lettered from the left, numbered from below."""
    places = {
        f"{'ABCDEFGH'[column]}{row + 1}": (column + (between - 1 if column >= columns else 0), float(row))
        for row in range(rows)
        for column in range(2 * columns)
    }
    return grids.squares_at(places, name="two banks")


class RiverPuzzle(BoardPuzzle):
    """A puzzle on two banks, with the river between them."""

    @property
    def scenery(self) -> Sequence[Scenery]:
        columns = sorted({node.x for node in self.board.nodes})
        left, right = max(pairwise(columns), key=lambda pair: pair[1] - pair[0])
        rows = {node.y for node in self.board.nodes}
        return (river((left + right) / 2, (min(rows) + max(rows)) / 2, right - left - 1.1, len(rows)),)
