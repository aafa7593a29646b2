"""Bit primitives for kernels, on words of 64 bits, one for states of many words, and one for loops.

This is their meaning in plain Python; compiled, they are instructions of the machine.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, TypeVar

State = TypeVar("State", bound=tuple[Any, ...])
WORD = 0xFFFF_FFFF_FFFF_FFFF


def lowest(word: int) -> int:
    """The number of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The number of the highest bit that is set; the word must not be 0."""
    return word.bit_length() - 1


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def byteswap(word: int) -> int:
    """The word with its eight bytes in reverse order."""
    return int.from_bytes(word.to_bytes(8, "little"), "big")


def spread(word: int, out: MutableSequence[int], at: int, count: int) -> None:
    """Write the lowest ``count`` bits, a constant number of them, into an array from a place on, each as 0 or 1."""
    for bit in range(count):
        out[at + bit] = (word >> bit) & 1


def replaced(state: State, place: int, word: int) -> State:
    """A state, or any named tuple, with another word in one of its places."""
    return state._make((*state[:place], word, *state[place + 1 :]))  # type: ignore[attr-defined, no-any-return]


def abreast(turns: int) -> range:
    """``for i in abreast(8)``: a short loop without branches, whose turns a processor may make side by side, on several
    words at once. What they need of their own they read from tables, at place ``i``."""
    return range(turns)
