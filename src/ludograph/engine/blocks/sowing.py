"""Seeds in pits, sown one by one along a circle. For use in kernels.

The numbers of seeds are bytes of the state, eight to a word, as the field ``Pits`` says: up to 255 seeds in all. Pits
are nodes of the board or any other numbers from 0 on. A circle is the order in which one sows; there may be several,
one for each seat that passes by the other's store, or one for each way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from ludograph.board import tables
from ludograph.engine.declared.pits import MOST_SEEDS, seeds_in, with_seeds

__all__ = ["last_pit", "packed_seeds", "pit_behind", "seeds_in", "sowing_constants", "sown", "with_seeds"]

PITS_IN_WORD = 8
State = TypeVar("State", bound=tuple[int, ...])

# Bound for each game by sowing_constants.
PITS = 0
SKIPS_SOURCE = False  # whether nothing is sown into the pit that the seeds come from
NEXT_PIT: Sequence[int] = ()  # for each circle and each pit the one behind it


def sown(s: State, circle: int, source: int) -> State:
    """The state after the seeds of a pit were sown into the pits behind it."""
    seeds = seeds_in(s, source)
    s = with_seeds(s, source, 0)
    pit = source
    while seeds > 0:
        pit = pit_behind(circle, pit, source)
        s = with_seeds(s, pit, seeds_in(s, pit) + 1)
        seeds -= 1
    return s


def last_pit(s: State, circle: int, source: int) -> int:
    """The pit that the last seed of a pit is sown into, before it is sown; an empty pit's is itself."""
    seeds = seeds_in(s, source)
    pit = source
    while seeds > 0:
        pit = pit_behind(circle, pit, source)
        seeds -= 1
    return pit


def pit_behind(circle: int, pit: int, source: int) -> int:
    """The pit that is sown into behind another."""
    behind = NEXT_PIT[circle * PITS + pit]
    if SKIPS_SOURCE and behind == source:
        return NEXT_PIT[circle * PITS + behind]
    return behind


# -- the tables ---------------------------------------------------------------------------------------------------


def sowing_constants(
    pits: int, circles: Sequence[Sequence[int]], *, seeds_at: int = 0, skips_source: bool = False
) -> dict[str, Any]:
    """The tables of some circles. A pit that is not on a circle, the other side's store say, is its own next one."""
    behind = list(range(pits)) * len(circles)
    for number, circle in enumerate(circles):
        for pit, following in zip(circle, (*circle[1:], circle[0]), strict=True):
            behind[number * pits + pit] = following
    return {"PITS": pits, "SEEDS_AT": seeds_at, "SKIPS_SOURCE": skips_source, "NEXT_PIT": tables.words(behind)}


def packed_seeds(seeds: Sequence[int]) -> list[int]:
    """The words of a state for the numbers of seeds in its pits; ValueError if they are too many."""
    if sum(seeds) > MOST_SEEDS or min(seeds) < 0:
        raise ValueError(f"pits hold 0 to {MOST_SEEDS} seeds in all, not {sum(seeds)}, the least {min(seeds)}")
    words = (seeds[first : first + PITS_IN_WORD] for first in range(0, len(seeds), PITS_IN_WORD))
    return [int.from_bytes(bytes(word), "little") for word in words]
