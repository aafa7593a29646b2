"""Positions as a few small numbers, each of which moves by a table of its own. For twisty puzzles.

A **marking** gives every place of the puzzle a label, such as the number of the corner that a sticker belongs to. Moves
carry labels from place to place, and so lead from marking to marking: those that can be reached are the values of one
coordinate. Coordinates that don't depend on each other number the positions without gaps, in mixed radix, and a move is
a look into one table for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import itemgetter
from typing import Annotated, Any, NamedTuple

from ludograph.board import tables
from ludograph.engine.declared.fields import Other
from ludograph.engine.rules import Moves

#: A label for every place.
Marking = tuple[int, ...]
#: For every place the place that its label comes from.
Permutation = tuple[int, ...]

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by Coordinates.constants.
MOVES = 1
COORDINATES = 1
SOLVED = 0
SIZES: Sequence[int] = ()
WEIGHTS: Sequence[int] = ()  # of each coordinate in a position's number
STARTS: Sequence[int] = ()  # of each coordinate in both tables
VALUES: Sequence[int] = ()  # for each value of a coordinate and each move: the value after it, which takes little room
TABLE: Sequence[int] = ()  # the same times the weight, which saves time


class State(NamedTuple):
    """The number of the position."""

    number: Annotated[int, Other("all coordinates, one after the other in mixed radix")]


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code is its number: each can be made in every position."""
    for move in range(MOVES):
        out[n] = move
        n += 1
    return n


def apply(s: State, move: int) -> State:
    number = 0
    for c in range(COORDINATES):
        value = s.number // WEIGHTS[c] % SIZES[c]
        number += VALUES[STARTS[c] + value * MOVES + move] * WEIGHTS[c]
    return State(number)


def is_solution(s: State) -> bool:
    return s.number == SOLVED


def rank(s: State) -> int:
    return s.number


def unrank(number: int) -> State:
    return State(number)


def children(number: int, out: Moves, n: int) -> int:
    """All moves at once: their table entries lie side by side."""
    for move in range(MOVES):
        out[n + move] = 0
    for c in range(COORDINATES):
        first = STARTS[c] + number // WEIGHTS[c] % SIZES[c] * MOVES
        for move in range(MOVES):
            out[n + move] += TABLE[first + move]
    return n + MOVES


RULES: Mapping[str, Callable[..., Any]] = {
    "generate": generate,
    "apply": apply,
    "is_solution": is_solution,
    "rank": rank,
    "unrank": unrank,
    "children": children,
}

# ---------------------------------------------------------------------------------------------------------
# The tables
# ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Orbit:
    """The markings that moves lead to from one of them, in the order of their labels, and where each move leads."""

    markings: Sequence[Marking]
    numbers: Mapping[Marking, int]
    moves: Sequence[Sequence[int]]  # for each marking the numbers of those after each move


@lru_cache(maxsize=64)
def orbit(start: Marking, moves: tuple[Permutation, ...]) -> Orbit:
    """Everything that moves make of a marking."""
    carry = [itemgetter(*sources) for sources in moves]
    after: dict[Marking, list[Marking]] = {}
    waiting = [start]
    while waiting:
        marking = waiting.pop()
        if marking not in after:
            after[marking] = [each(marking) for each in carry]
            waiting += after[marking]
    markings = sorted(after)
    numbers = {marking: number for number, marking in enumerate(markings)}
    return Orbit(markings, numbers, [[numbers[reached] for reached in after[marking]] for marking in markings])


class Coordinates:
    """Independent coordinates, given by the markings of the solved position, the first one weighing least."""

    def __init__(self, solved: Sequence[Marking], moves: tuple[Permutation, ...]) -> None:
        self.solved = tuple(solved)
        self.orbits = [orbit(marking, moves) for marking in self.solved]
        self.sizes = [len(each.markings) for each in self.orbits]
        self.weights = [prod(self.sizes[:number]) for number in range(len(self.sizes))]
        self.move_count = len(moves)

    def number(self, markings: Sequence[Marking]) -> int:
        """The number of the position with these markings; KeyError when there is none."""
        values = (each.numbers[marking] for each, marking in zip(self.orbits, markings, strict=True))
        return sum(value * weight for value, weight in zip(values, self.weights, strict=True))

    def markings(self, number: int) -> list[Marking]:
        """The markings of a position."""
        parts = zip(self.orbits, self.weights, self.sizes, strict=True)
        return [each.markings[number // weight % size] for each, weight, size in parts]

    def constants(self) -> dict[str, Any]:
        """What the kernel's names are bound to."""
        values = [[value for row in each.moves for value in row] for each in self.orbits]
        weighted = [[value * weight for value in row] for row, weight in zip(values, self.weights, strict=True)]
        lengths = [len(table) for table in values]
        return {
            "MOVES": self.move_count,
            "COORDINATES": len(self.orbits),
            "RANKS": prod(self.sizes),
            "SOLVED": self.number(self.solved),
            "SIZES": tables.words(self.sizes),
            "WEIGHTS": tables.words(self.weights),
            "STARTS": tables.words([sum(lengths[:number]) for number in range(len(lengths))]),
            "VALUES": tables.words([value for table in values for value in table]),
            "TABLE": tables.words([value for table in weighted for value in table]),
        }
