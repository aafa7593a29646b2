"""Loopover: rows and columns of numbered tiles are shifted round, what leaves at one end comes in at the other, until
the tiles are in order.

Known as Sixteen in Simon Tatham's collection and by carykh's game of 2018.
"""

from collections.abc import Mapping, Sequence

from ludograph.puzzles._shifted_tiles import ShiftedTiles


class Loopover(ShiftedTiles):
    """Loopover on a small board."""

    name, title = "loopover", "Loopover"
    summary = "shift rows and columns of tiles round until they are in order"
    other_names = ("Sixteen", "Rubik's slide", "сдвиг рядов")

    @property
    def rings(self) -> Mapping[str, Sequence[int]]:
        size = self.rows * self.columns
        found: dict[str, Sequence[int]] = {}
        for row in range(self.rows):
            places = range(row * self.columns, (row + 1) * self.columns)
            found |= {f"{row + 1}R": places, f"{row + 1}L": places[::-1]}
        for column in range(self.columns):
            places = range(column, size, self.columns)
            found |= {f"{'ABCD'[column]}D": places, f"{'ABCD'[column]}U": places[::-1]}
        return found
