"""Sorting burnt pancakes, posed by William H. Gates and Christos H. Papadimitriou (Discrete Mathematics, 1979).

As with other pancakes, a move turns some of them from the top over together. But each is burnt on one side, and in the
end the burnt sides have to be down as well as the smallest on top. 1, 4, 6, 8, 10, 12, 14, 15 flips are enough for
every stack of one to eight pancakes (https://oeis.org/A078941).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial
from typing import Annotated, Any, NamedTuple

from ludograph.core.parameters import IntParameter
from ludograph.engine.declared.fields import Other
from ludograph.engine.ranking import rank_permutation, reverse_first, unrank_permutation
from ludograph.engine.rules import Moves
from ludograph.puzzles._arrangements import SIGNED
from ludograph.puzzles._pancakes import PancakePuzzle, packed_sizes, sizes_in

MAX_PANCAKES = 10

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by BurntPancakes.constants.
N = 6
SORTED = 0x54_3210


class State(NamedTuple):
    """The stack as a permutation, see ``engine.ranking``, and in four bits for each place 1 for a burnt side up."""

    stack: Annotated[int, Other("a permutation: the size, from 0, in each place from the top, four bits each")]
    burnt: Annotated[int, Other("1 in the four bits of each place with a burnt side up")]


def content(s: State, node: int) -> int:
    return 1 + 2 * ((s.stack >> (4 * node)) & 15) + ((s.burnt >> (4 * node)) & 1)


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: how many pancakes are turned, less 1."""
    for code in range(N):
        out[n] = code
        n += 1
    return n


def apply(s: State, move: int) -> State:
    count = move + 1
    turned = 0x1111_1111_1111_1111 & ((1 << (4 * count)) - 1)
    return State(reverse_first(s.stack, count), reverse_first(s.burnt, count) ^ turned)


def is_solution(s: State) -> bool:
    return s.stack == SORTED and s.burnt == 0


def rank(s: State) -> int:
    return (rank_permutation(s.stack, N) << N) | together(s.burnt)


def unrank(number: int) -> State:
    return State(unrank_permutation(number >> N, N), apart(number & ((1 << N) - 1)))


def together(bits: int) -> int:
    """Bits in every fourth place put one beside the other, by halving their distance."""
    bits = (bits | (bits >> 3)) & 0x0303_0303_0303_0303
    bits = (bits | (bits >> 6)) & 0x000F_000F_000F_000F
    bits = (bits | (bits >> 12)) & 0x0000_00FF_0000_00FF
    return (bits | (bits >> 24)) & 0xFFFF


def apart(bits: int) -> int:
    """The inverse of ``together``."""
    bits = (bits | (bits << 24)) & 0x0000_00FF_0000_00FF
    bits = (bits | (bits << 12)) & 0x000F_000F_000F_000F
    bits = (bits | (bits << 6)) & 0x0303_0303_0303_0303
    return (bits | (bits << 3)) & 0x1111_1111_1111_1111


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class BurntPancakes(PancakePuzzle):
    """Sorting burnt pancakes."""

    name = "burnt-pancakes"
    title = "Burnt pancakes"
    summary = "sort a stack of pancakes, each with its burnt side down, by turning over some of them from the top"
    other_names = ("Pfannkuchen", "блины", "crêpes")
    parameters = (IntParameter("n", 6, "how many pancakes there are", 1, MAX_PANCAKES),)
    state_type = State
    max_moves = MAX_PANCAKES
    pancake = SIGNED
    fewest = 1

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        # One more pancake needs at most two more flips, and two pancakes need four.
        self.remoteness_bound = 2 * self.n

    def constants(self) -> Mapping[str, Any]:
        return {"N": self.n, "RANKS": factorial(self.n) << self.n, "SORTED": self.sorted_stack.stack}

    def start_state(self) -> State:
        """In order, but all upside down: up to ten pancakes no stack needs more flips."""
        return self.state_with([-size for size in range(1, self.n + 1)])

    def state_with(self, stack: Sequence[int]) -> State:
        return State(packed_sizes(stack), sum(1 << (4 * place) for place, size in enumerate(stack) if size < 0))

    def stack_in(self, state: State) -> list[int]:
        sizes = enumerate(sizes_in(state.stack, self.n))
        return [-size if state.burnt >> (4 * place) & 1 else size for place, size in sizes]
