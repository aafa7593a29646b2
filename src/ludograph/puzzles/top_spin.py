"""Top Spin, invented by Ferdinand Lammertink (1988): tokens on a ring, and a turntable that reverses some neighbours.

The tokens 1 to n lie on a ring. A move reverses the order of any k neighbours; the tokens have to come into the order
of their numbers, clockwise. Moving all tokens on along the ring is free, so that positions are arrangements up to
rotation: there are (n - 1)! of them, and here the token 1 is always shown on the first place. For some n and k only
half of them, or fewer, can be reached. The toy has 20 tokens and reverses 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, Heading, Node
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import NamedMovesPuzzle
from ludograph.engine.ranking import rank_permutation, reverse_first, unrank_permutation
from ludograph.engine.rules import Moves
from ludograph.puzzles._arrangements import read_arrangement

MAX_TOKENS = 13
FIRST_COLOUR, OTHER_COLOUR = 4, 0  # of tiles

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by TopSpin.constants.
N = 6
K = 4
SOLVED = 0x54_3210
ALL_PLACES = 0xFF_FFFF
ONES = 0x11_1110  # in all places but the first


class State(NamedTuple):
    """The ring as a permutation, see ``engine.ranking``: the tokens, from 0, clockwise. The first is always 0."""

    ring: Annotated[int, Other("a permutation: the tokens, from 0, clockwise, four bits each")]


def content(s: State, node: int) -> int:
    return 1 + ((s.ring >> (4 * node)) & 15)


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the first place, clockwise, of those that are reversed."""
    for place in range(N):
        out[n] = place
        n += 1
    return n


def apply(s: State, move: int) -> State:
    ring = reverse_first(rotated(s.ring, move), K)
    first = (N - move) % N  # where the token 0 was before the reversal
    if first < K:
        first = K - 1 - first
    return State(rotated(ring, first))


def rotated(ring: int, first: int) -> int:
    """The ring read from another place on."""
    return ((ring >> (4 * first)) | (ring << (4 * (N - first)))) & ALL_PLACES


def is_solution(s: State) -> bool:
    return s.ring == SOLVED


def rank(s: State) -> int:
    """The tokens behind the first are a permutation of 1 … N - 1."""
    return rank_permutation((s.ring - ONES) >> 4, N - 1)


def unrank(number: int) -> State:
    return State((unrank_permutation(number, N - 1) << 4) + ONES)


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class TopSpin(NamedMovesPuzzle):
    """Top Spin."""

    name = "top-spin"
    title = "Top Spin"
    summary = "bring the tokens on a ring into order by reversing neighbours"
    parameters = (
        IntParameter("n", 6, "how many tokens there are", 3, MAX_TOKENS),
        IntParameter("k", 4, "how many neighbours a move reverses", 2, MAX_TOKENS),
    )
    state_type = State
    max_moves = MAX_TOKENS

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.n: int = self.values["n"]
        self.k: int = self.values["k"]
        if self.k > self.n:
            raise self.invalid_parameter(f"there are not k = {self.k} tokens to reverse among n = {self.n}.")
        self.board = _ring(self.n)

    def constants(self) -> Mapping[str, Any]:
        return {
            "N": self.n,
            "K": self.k,
            "RANKS": math.factorial(self.n - 1),
            "SOLVED": _state(range(1, self.n + 1)).ring,
            "ONES": sum(1 << (4 * place) for place in range(1, self.n)),
            "ALL_PLACES": (1 << (4 * self.n)) - 1,
        }

    def start_state(self) -> State:
        """Mixed by an odd number of moves, always the same, so that it can be solved and is not."""
        state, place = _state(range(1, self.n + 1)), 0
        for number in range(2 * self.n + 1):
            place = (place + number + 1) % self.n
            state = self.plain.apply(state, place)
        return state

    def solution_states(self) -> Iterable[State]:
        return (_state(range(1, self.n + 1)),)

    @property
    def move_names(self) -> Sequence[str]:
        return self.board.labels

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return ",".join(map(str, self._tokens(state)))

    def read(self, text: str) -> State:
        """The tokens clockwise, from any place on."""
        ring = read_arrangement(text, self.n, "token")
        first = ring.index(1)
        return _state(ring[first:] + ring[:first])

    def _tokens(self, state: State) -> list[int]:
        return [(state.ring >> (4 * place) & 15) + 1 for place in range(self.n)]

    # -- drawing ------------------------------------------------------------------------------------------

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [
            Piece(0, FIRST_COLOUR if token == 1 else OTHER_COLOUR, Shape.TOKEN, str(token), f"token {token}")
            for token in range(1, self.n + 1)
        ]


def _state(ring: Iterable[int]) -> State:
    return State(sum((token - 1) << (4 * place) for place, token in enumerate(ring)))


def _ring(n: int) -> Board:
    """Places on a circle, numbered clockwise from the top, neighbours one unit apart."""
    radius = 0.5 / math.sin(math.pi / n)
    angles = [2 * math.pi * place / n for place in range(n)]
    nodes = (
        Node(place, str(place + 1), round(radius * math.sin(angle), 9), round(radius * math.cos(angle), 9))
        for place, angle in enumerate(angles)
    )
    links = [(place, (place + step) % n) for place in range(n) for step in (-1, 1)]
    return Board(nodes, links, name=f"ring of {n}", max_turn=180.0, heading=Heading.FOLLOW)
