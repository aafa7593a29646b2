"""Breadth-first search over ranks: distances in a table, level by level.

A level is expanded from a list of its ranks while it fits one, and else by looking through the whole table. ``unseen``
is the table's value for ranks without a distance; ranks with any other value are left alone, so that a table can
exclude some.
"""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount
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


def expand_unseen(
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
    """The same the other way round, for reversible puzzles: give the distance ``level`` to all unseen ranks there from
    which a move leads to the distance before it; returns how many there are. Takes less when little is unseen.
    """
    found = 0
    pattern = ones * Word(unseen)
    for w in range(first, last):
        marks = zero_lanes(words[w] ^ pattern, ones, lanes)
        while marks:
            rank = w * lanes + lane_of(marks, lanes)
            marks = without_lowest(marks)
            if is_beside(table, rank, level - 1, buffer):
                table[rank] = level
                found += 1
    return found


def is_beside(table: Distances, rank: int, level: int, buffer: Moves) -> bool:
    """Whether a move leads from a rank to this distance."""
    s = game.unrank(rank)
    end: int = game.generate(s, buffer, 0)
    i = 0
    while i < end and table[game.rank(game.apply(s, buffer[i]))] != level:
        i += 1
    return i < end


def close_level(
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
    """Give the distance ``level`` to everything unseen that free moves lead to from the ranks of this distance there.

    Half of the buffer is for ranks that have still to be gone on from; returns for how many of them there was no room.
    """
    left_over = 0
    pattern = ones * Word(level)
    for w in range(first, last):
        marks = zero_lanes(words[w] ^ pattern, ones, lanes)
        while marks:
            buffer[0] = w * lanes + lane_of(marks, lanes)
            marks = without_lowest(marks)
            height = 1
            while height:
                height -= 1
                s = game.unrank(buffer[height])
                end: int = game.generate(s, buffer, height)
                for i in range(height, end):
                    if game.pattern_is_free(s, buffer[i]):
                        rank: int = game.rank(game.apply(s, buffer[i]))
                        if table[rank] == unseen:
                            table[rank] = level
                            if w < rank // lanes < last:
                                continue  # it will be met on the way
                            if height < len(buffer) // 2:
                                buffer[height] = rank
                                height += 1
                            else:
                                left_over += 1
    return left_over


def count_level(
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
    """How many ranks of the distance ``level`` there are in the words first … last - 1."""
    count = 0
    pattern = ones * Word(level)
    for w in range(first, last):
        count += int(popcount(zero_lanes(words[w] ^ pattern, ones, lanes)))
    return count


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
