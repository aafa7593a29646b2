"""What long work tells of itself while it goes on, and how large it will be where nobody knows that before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

#: As long as levels grow faster than this, nothing can be said about how many positions there will be.
MOST_GROWTH = 2.0
#: By so many levels it is seen how the growth declines.
LEVELS_COMPARED = 3


class OpenProgress(Protocol):
    """Called with how many positions are done, with the level and, where only the work itself finds that out, with how
    many there will be."""

    def __call__(self, done: int, level: int, total: int | None = None, /) -> None: ...


def quiet(done: int, level: int, total: int | None = None) -> None:
    """Nobody is told."""


def readable_time(seconds: float) -> str:
    """A time for people, one that isn't known to the second."""
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(1, round(seconds))} s"


def expected_total(levels: Sequence[int]) -> int | None:
    """About how many positions a breadth-first search will find, by the sizes of its levels so far; None while that is
    anybody's guess.

    Levels of games grow and shrink like a bell: every growth is about the same part of the one before."""
    if len(levels) < LEVELS_COMPARED + 2:
        return None
    growth = levels[-1] / levels[-2]
    before = levels[-1 - LEVELS_COMPARED] / levels[-2 - LEVELS_COMPARED]
    if growth > MOST_GROWTH or growth >= before:
        return None
    decline = (growth / before) ** (1 / LEVELS_COMPARED)
    total, level = float(sum(levels)), float(levels[-1])
    while level >= 1:
        growth *= decline
        level *= growth
        total += level
    return round(total)
