"""Breadth-first search over ranks: distances in a table, level by level.

A level is expanded from a list of its ranks while it fits one, and else by looking through the whole table. ``unseen``
is the table's value for ranks without a distance; ranks with any other value are left alone, so that a table can
exclude some.
"""

from __future__ import annotations

from ludograph.engine.bits import lowest
from ludograph.engine.rules import Distances, Moves, Word, Words, game


def expand_levels(
    one: Words,
    two: Words,
    count: int,
    table: Distances,
    level: int,
    unseen: int,
    forwards: int,
    buffer: Moves,
    counts: Words,
    budget: int,
) -> int:
    """Expand level after level from the list ``one``, giving the distances ``level``, ``level`` + 1, …

    ``counts`` gets the size of each new level. Ends with an empty level, with one that no list holds (its rest is only
    in the table), when ``counts`` is full or when so many ranks as the budget were expanded. Returns the number of
    levels; the last one is listed in ``one`` when that is even, else in ``two``.
    """
    done = 0
    while done < len(counts) and 0 < count <= len(one) and budget > 0:
        budget -= count
        if done % 2 == 0:
            count = expand_list(one, count, two, table, level + done, unseen, forwards, buffer)
        else:
            count = expand_list(two, count, one, table, level + done, unseen, forwards, buffer)
        counts[done] = count
        done += 1
    return done


def expand_list(
    frontier: Words,
    count: int,
    following: Words,
    table: Distances,
    level: int,
    unseen: int,
    forwards: int,
    buffer: Moves,
) -> int:
    """Give the unseen neighbours of the listed ranks the distance ``level`` and list as many as there is room for;
    returns how many there are."""
    found = 0
    for k in range(count):
        end = game.children(frontier[k], buffer, 0) if forwards else game.parents(frontier[k], buffer, 0)
        for i in range(end):
            rank = buffer[i]
            if table[rank] == unseen:
                table[rank] = level
                if found < len(following):
                    following[found] = rank
                found += 1
    return found


def expand_range(
    table: Distances,
    words: Words,
    first: int,
    last: int,
    level: int,
    unseen: int,
    forwards: int,
    lanes: int,
    ones: Word,
    buffer: Moves,
) -> int:
    """Expand all ranks of the distance ``level`` - 1 in the words first … last - 1; returns how many there were.

    ``words`` is the table, so many lanes to a word; ``ones`` has the lowest bit of each lane set. Threads may do this
    in several ranges at once: where two reach the same rank, they write the same value.
    """
    expanded = 0
    pattern = ones * Word(level - 1)
    for w in range(first, last):
        marks = zero_lanes(words[w] ^ pattern, ones, lanes)
        while marks:
            rank = w * lanes + lane_of(marks, lanes)
            marks = without_lowest(marks)
            expanded += 1
            end = game.children(rank, buffer, 0) if forwards else game.parents(rank, buffer, 0)
            for i in range(end):
                if table[buffer[i]] == unseen:
                    table[buffer[i]] = level
    return expanded


def zero_lanes(word: Word, ones: Word, lanes: int) -> Word:
    """The highest bit of each lane that is 0: of no other lane does it stay clear when all below it are added."""
    highest_bits = ones << (64 // lanes - 1)
    others = highest_bits - ones
    return ~(((word & others) + others) | word | others)


def lane_of(marks: Word, lanes: int) -> int:
    """The lane of the lowest bit that is set."""
    return int(lowest(marks)) * lanes // 64


def without_lowest(marks: Word) -> Word:
    """The set without its lowest bit."""
    return marks & (marks - 1)


def find_solutions(table: Distances, first: int, last: int, unseen: int) -> int:
    """Give the distance 0 to all unseen ranks that are solutions; returns how many there are."""
    found = 0
    for rank in range(first, last):
        if table[rank] == unseen and game.is_solution(game.unrank(rank)):
            table[rank] = 0
            found += 1
    return found
