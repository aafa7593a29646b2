"""Checking a table of remoteness against the rules, position by position."""

from __future__ import annotations

from ludograph.engine.rules import Distances, Moves, Word, Words, game


def first_wrong(
    keys: Words, numbers: Distances, first: int, last: int, unsolvable: int, outside: int, buffer: Moves
) -> int:
    """The first of the places first … last - 1 whose number the rules contradict; ``last`` when there is none.

    ``keys`` are the ranks of the numbers; when there are none, a number's place is its rank. A rank that is not among
    them counts as unsolvable.
    """
    for place in range(first, last):
        if numbers[place] != outside and not is_right(keys, numbers, place, unsolvable, outside, buffer):
            return place
    return last


def is_right(keys: Words, numbers: Distances, place: int, unsolvable: int, outside: int, buffer: Moves) -> int:
    """1 when a number is what the rules make of the numbers of the next positions."""
    rank = rank_at(keys, place)
    nearest = unsolvable
    end = game.children(rank, buffer, 0)
    for i in range(end):
        child = place_of(keys, numbers, buffer[i])
        if child >= 0 and numbers[child] < outside:
            nearest = min(nearest, numbers[child])
    if game.is_solution(game.unrank(rank)):
        return numbers[place] == 0
    if nearest == unsolvable:
        return numbers[place] == unsolvable
    return numbers[place] == nearest + 1


def rank_at(keys: Words, place: int) -> Word:
    if len(keys) == 0:
        return place
    return keys[place]


def place_of(keys: Words, numbers: Distances, rank: Word) -> int:
    """Where the number of a rank is; -1 when there is none."""
    if len(keys) == 0:
        return rank
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < rank:
            low = middle + 1
        else:
            high = middle
    if low < len(keys) and keys[low] == rank:
        return low
    return -1
