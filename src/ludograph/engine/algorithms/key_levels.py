"""Level by level over keys: for puzzles whose ranks are too far apart for a table."""

from __future__ import annotations

from ludograph.engine.rules import Moves, Word, Words, game


def expand_flipping(
    keys: Words, first: int, last: int, out: Words, marks: Words, wanted: int, forwards: int, buffer: Moves
) -> int:
    """List the neighbours of some keys whose bit in ``marks`` is ``wanted``, and flip it, so that each comes once.

    Returns how many there are; ``out`` must have room for the neighbours of last - first keys.
    """
    end = 0
    for k in range(first, last):
        count = game.children(keys[k], buffer, 0) if forwards else game.parents(keys[k], buffer, 0)
        for i in range(count):
            key = buffer[i]
            place = key >> 6
            word = marks[place]
            shift = key & 63
            if (word >> shift) & 1 == wanted:
                marks[place] = word ^ (1 << shift)
                out[end] = key
                end += 1
    return end


def expand_all(keys: Words, first: int, last: int, out: Words, forwards: int) -> int:
    """List all neighbours of some keys, one behind the other, each as often as it comes; returns how many."""
    end: Word = 0
    for k in range(first, last):
        end = game.children(keys[k], out, end) if forwards else game.parents(keys[k], out, end)
    return end


def select_solutions(keys: Words, first: int, last: int, out: Words) -> int:
    """List the keys that are solutions; returns how many."""
    end = 0
    for k in range(first, last):
        if game.is_solution(game.unrank(keys[k])):
            out[end] = keys[k]
            end += 1
    return end


def weigh(keys: Words, first: int, last: int) -> int:
    """How many positions some keys stand for, when they are keys up to symmetry."""
    total = 0
    for k in range(first, last):
        total += game.orbit(keys[k])
    return total
