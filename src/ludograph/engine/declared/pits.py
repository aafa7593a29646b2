"""Seeds in pits, as kernel functions, and the tables for their ranks."""

from __future__ import annotations

from math import comb
from typing import Any, TypeVar

from ludograph.engine.bits import replaced

State = TypeVar("State", bound=tuple[int, ...])
MOST_SEEDS = 255
MOST_RANKS = 1 << 62

# Bound for each game by ``pit_constants``.
SEEDS_AT = 0  # the first word with seeds


def seeds_in(s: State, pit: int) -> int:
    """How many seeds are in a pit."""
    return (s[SEEDS_AT + (pit >> 3)] >> ((pit & 7) << 3)) & 255


def with_seeds(s: State, pit: int, seeds: int) -> State:
    """The state with so many seeds in a pit."""
    word = SEEDS_AT + (pit >> 3)
    place = (pit & 7) << 3
    return replaced(s, word, (s[word] & ~(255 << place)) | (seeds << place))


def pit_content(s: State, node: int) -> int:
    """The number of what is in a pit, among the game's contents: so many seeds."""
    return seeds_in(s, node)


# -- the tables ---------------------------------------------------------------------------------------------------


def number_of_ways(pits: int, seeds: int) -> int:
    """In how many ways seeds can be put into pits."""
    return comb(seeds + pits - 1, seeds) if pits else int(seeds == 0)


def pit_constants(places: tuple[int, ...], turn: int, nodes: int, seeds: int, empty: object) -> dict[str, Any]:
    """What the functions are bound to for a game."""
    ways = [number_of_ways(pits, few) for pits in range(nodes + 1) for few in range(seeds + 1)]
    return {
        "SEEDS_AT": places[0],
        "PIT_TURN": turn,
        "PIT_NODES": nodes,
        "PIT_SEEDS": seeds,
        "PIT_WAYS": tuple(ways) if max(ways) <= MOST_RANKS else (),
        "PIT_EMPTY": empty,
    }
