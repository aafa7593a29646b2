"""Level by level over keys: for puzzles whose ranks are too far apart for a table."""

from __future__ import annotations

from ludograph.engine.rules import Moves, Word, Words, game

AT_ONCE = 64  # keys whose neighbours are made before any of them is looked up: the look-ups then overlap


def expand_flipping(
    keys: Words, first: int, last: int, out: Words, marks: Words, wanted: int, forwards: int, buffer: Moves
) -> int:
    """List the neighbours of some keys whose bit in ``marks`` is ``wanted``, and flip it, so that each comes once.

    Returns how many there are; ``out`` must have room for the neighbours of last - first keys, ``buffer`` for those of
    :data:`AT_ONCE`.
    """
    end = 0
    for begin in range(first, last, AT_ONCE):
        count: Word = 0
        for k in range(begin, min(last, begin + AT_ONCE)):
            count = game.children(keys[k], buffer, count) if forwards else game.parents(keys[k], buffer, count)
        for i in range(count):
            key = buffer[i]
            place = key >> 6
            shift = key & 63
            word = marks[place]
            is_new = ((word >> shift) & 1) ^ Word(wanted) ^ 1
            marks[place] = word ^ (is_new << shift)
            out[end] = key  # without a branch: what is not new is overwritten
            end += int(is_new)
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
        total += int(game.orbit(keys[k]))
    return total
