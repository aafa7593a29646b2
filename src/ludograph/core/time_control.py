"""How much time the players of a match have, and its one text, which is that of PGN's tag ``TimeControl``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter

TAG = "TimeControl"
DAY = 24 * 3600
MOST_SECONDS = 14 * DAY
MOST_INCREMENT = 3600
FORM = re.compile(r"1/(?P<per_move>[0-9]{1,7})|(?P<seconds>[0-9]{1,7})(\+(?P<increment>[0-9]{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``300``: so many seconds for the whole game; ``300+3``: and so many more with each move; ``1/30``: so many for
    each move."""

    seconds: int
    increment: int = 0
    is_per_move: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.seconds <= MOST_SECONDS:
            raise InvalidParameter(f"A clock has from 1 to {MOST_SECONDS:,} seconds, not {self.seconds:,}.")
        if not 0 <= self.increment <= MOST_INCREMENT:
            raise InvalidParameter(f"A move adds at most {MOST_INCREMENT:,} seconds, not {self.increment:,}.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time control that a text describes; InvalidParameter when it doesn't."""
        found = FORM.fullmatch(text)
        if not found:
            raise InvalidParameter(f"{quoted(text)} is no time control: write 300, 300+3 or, for each move, 1/30.")
        if found["per_move"]:
            return cls(int(found["per_move"]), is_per_move=True)
        return cls(int(found["seconds"]), int(found["increment"] or 0))

    def __str__(self) -> str:
        if self.is_per_move:
            return f"1/{self.seconds}"
        return f"{self.seconds}+{self.increment}" if self.increment else str(self.seconds)

    @property
    def is_correspondence(self) -> bool:
        """Whether a move has days: nobody has to be there at the same time."""
        return self.is_per_move and self.seconds >= DAY

    def left_after_move(self, left: float) -> float:
        """What a player has, of the seconds left when the move was made, from then on."""
        return float(self.seconds) if self.is_per_move else left + self.increment
