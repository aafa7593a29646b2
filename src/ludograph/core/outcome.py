"""How a game ended, for any number of seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats (none: a draw), the reason as a stable code and in words."""

    seats: int
    winners: frozenset[int]
    reason: str
    text: str

    @classmethod
    def win(cls, seats: int, winners: Iterable[int], reason: str, text: str) -> Outcome:
        return cls(seats, frozenset(winners), reason, text)

    @classmethod
    def draw(cls, seats: int, reason: str, text: str) -> Outcome:
        return cls(seats, frozenset(), reason, text)

    @property
    def is_draw(self) -> bool:
        """Nobody won. A puzzle that is stuck isn't drawn: its one seat has lost."""
        return not self.winners and self.seats > 1

    @property
    def winner(self) -> int | None:
        """The only winner, if there is exactly one."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    @property
    def scores(self) -> tuple[float, ...]:
        """The point divided among the winners, or among all when it is a draw."""
        if self.is_draw:
            return (1 / self.seats,) * self.seats
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(self.seats))

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2`` as in PGN and PDN; with more seats one figure for each."""
        share = f"1/{self.seats if self.is_draw else len(self.winners)}".replace("1/1", "1")
        return "-".join(share if score else "0" for score in self.scores)

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, object]:
        """The outcome as plain data, for JSON."""
        return {
            "result": self.result,
            "winners": sorted(self.winners),
            "reason": self.reason,
            "text": self.text,
        }
