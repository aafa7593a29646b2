"""Sets of ranks as bitmaps, and the number of a rank among those in the set. For use in algorithms."""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.rules import Words


def is_in(marks: Words, rank: int) -> bool:
    return (marks[rank >> 6] >> (rank & 63)) & 1 != 0


def put(marks: Words, rank: int) -> None:
    marks[rank >> 6] |= 1 << (rank & 63)


def number_of(marks: Words, before: Words, rank: int) -> int:
    """How many ranks of the set are lower; ``before`` says so for the first rank of each word."""
    word = rank >> 6
    return before[word] + popcount(marks[word] & ((1 << (rank & 63)) - 1))


def lowest_rank(word: int, marks: int) -> int:
    """The lowest of the ranks that a word of the set still marks."""
    return word * 64 + lowest(marks)


def without_lowest(word: int) -> int:
    """The word without its lowest bit."""
    return word & (word - 1)
