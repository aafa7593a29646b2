"""Sorting pancakes, posed by Jacob E. Goodman as "Harry Dweighter" (American Mathematical Monthly, 1975).

A stack of n pancakes of different sizes has to be sorted, the smallest on top. A move takes some of them from the top
and turns them over together. How many flips are enough for every stack is known only for small n: 0, 1, 3, 4, 5, 7, 8,
9, 10, 11 for one to ten pancakes (https://oeis.org/A058986).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial
from typing import Annotated, Any, NamedTuple

from ludograph.core.parameters import IntParameter
from ludograph.engine.declared.fields import Other
from ludograph.engine.ranking import rank_permutation, reverse_first, unrank_permutation
from ludograph.engine.rules import Moves
from ludograph.puzzles._arrangements import UNSIGNED
from ludograph.puzzles._pancakes import PancakePuzzle, packed_sizes, sizes_in

MAX_PANCAKES = 12

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by Pancakes.constants.
N = 8
SORTED = 0x7654_3210


class State(NamedTuple):
    """The stack as a permutation, see ``engine.ranking``: the size, from 0, in each place from the top."""

    stack: Annotated[int, Other("a permutation: the size, from 0, in each place from the top, four bits each")]


def content(s: State, node: int) -> int:
    return 1 + ((s.stack >> (4 * node)) & 15)


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: how many pancakes are turned, less 2."""
    for code in range(N - 1):
        out[n] = code
        n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(reverse_first(s.stack, move + 2))


def is_solution(s: State) -> bool:
    return s.stack == SORTED


def rank(s: State) -> int:
    return rank_permutation(s.stack, N)


def unrank(number: int) -> State:
    return State(unrank_permutation(number, N))


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class Pancakes(PancakePuzzle):
    """Sorting pancakes."""

    name = "pancakes"
    title = "Pancakes"
    summary = "sort a stack of pancakes by turning over some of them from the top"
    other_names = ("Pfannkuchen", "блины", "crêpes")
    parameters = (IntParameter("n", 8, "how many pancakes there are", 1, MAX_PANCAKES),)
    state_type = State
    max_moves = MAX_PANCAKES - 1
    pancake = UNSIGNED
    fewest = 2

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        # Two flips bring the largest pancake down, then the next one, …; the last two need one.
        self.remoteness_bound = max(0, 2 * self.n - 3)

    def constants(self) -> Mapping[str, Any]:
        return {"N": self.n, "RANKS": factorial(self.n), "SORTED": self.sorted_stack.stack}

    def start_state(self) -> State:
        """All even sizes upon all odd ones or the other way round, so that from four pancakes on no two neighbours
        belong together, nor does the lowest belong there."""
        sizes = range(1, self.n + 1)
        return self.state_with(sorted(sizes, key=lambda size: (size % 2 != self.n % 2, size)))

    def state_with(self, stack: Sequence[int]) -> State:
        return State(packed_sizes(stack))

    def stack_in(self, state: State) -> list[int]:
        return sizes_in(state.stack, self.n)
