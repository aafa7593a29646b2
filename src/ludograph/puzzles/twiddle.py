"""Twiddle: four tiles that meet at a corner are turned by a quarter, until all tiles are in order.

Known by Simon Tatham's collection of puzzles, 2005.
"""

from collections.abc import Mapping, Sequence

from ludograph.puzzles._shifted_tiles import ShiftedTiles


class Twiddle(ShiftedTiles):
    """Twiddle on a small board."""

    name, title = "twiddle", "Twiddle"
    summary = "turn blocks of four tiles until all are in order"
    other_names = ("Rotation puzzle", "Drehpuzzle", "вертушка")

    @property
    def rings(self) -> Mapping[str, Sequence[int]]:
        """Clockwise, and with + against the clock; a block is called by its upper left cell."""
        found: dict[str, Sequence[int]] = {}
        for row in range(self.rows - 1):
            for column in range(self.columns - 1):
                first = row * self.columns + column
                ring = (first, first + 1, first + self.columns + 1, first + self.columns)
                found |= {f"{self.board.label(first)}": ring, f"{self.board.label(first)}+": ring[::-1]}
        return found
