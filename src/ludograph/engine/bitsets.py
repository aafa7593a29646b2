"""Sets of ranks as bitmaps, and the number of a rank among those in the set. For use in algorithms."""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.rules import Words


def marked(end: int, out: Words) -> int:
    """The numbers below 64 that stand in an array before an end, as a set: ``marked(game.generate(s, out, 0), out)``.
    Where all that the call does with the array is to write there, it is compiled so that it marks instead."""
    found = 0
    for place in range(end):
        found |= 1 << out[place]
    return found


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


def nth(word: int, number: int) -> int:
    """The number of the bit that is set in a word with exactly so many lower ones: half by half, without a branch."""
    at = 0
    for halving in range(6):
        half = 32 >> halving
        below = popcount((word >> at) & ((1 << half) - 1))
        at += half if number >= below else 0
        number -= below if number >= below else 0
    return at
