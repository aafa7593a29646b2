"""Captures hop by hop, for people: which hops may follow, and by which ways a whole capture is made.

A capture on its way is a :class:`Chain`. What may follow comes from the kernel's own functions, run as plain Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

from ludograph.games.draughts.captures import DIRECTION, MOST_HOPS, MOST_SEEN, NODE, VICTIM
from ludograph.games.draughts.squares import BACK, Squares, State

MOST_WAYS = 12  # in which the same pieces are taken to reach a square


@dataclass(frozen=True, slots=True)
class Chain:
    """The squares touched so far, the pieces jumped so far, which still stand, and what the kernel has to know."""

    nodes: tuple[int, ...]
    victims: tuple[int, ...]
    is_king: int
    prey: Squares
    empty: Squares
    barred: int
    value: int

    @property
    def node(self) -> int:
        return self.nodes[-1]


def chain_from(kernel: SimpleNamespace, facts: SimpleNamespace, state: State, start: int) -> Chain:
    """A piece that has not moved yet; its own square counts as empty."""
    is_king = int(kernel.holds(kernel.all_kings(state), start))
    empty = kernel.either(kernel.empty_squares(state), kernel.node_of(start))
    value = facts.BY_KING if is_king else 0
    return Chain((start,), (), is_king, kernel.their_pieces(state), empty, facts.DIRECTIONS, value)


def longer_chains(kernel: SimpleNamespace, state: State, chain: Chain) -> list[Chain]:
    """The chain with one hop more, in all ways; none: it has come to its end."""
    stack = [0] * MOST_HOPS
    end = kernel.list_hops(state, chain.node, chain.is_king, chain.prey, chain.empty, chain.barred, stack, 0)
    return [_after(kernel, state, chain, hop) for hop in stack[:end]]


def _after(kernel: SimpleNamespace, state: State, chain: Chain, hop: int) -> Chain:
    landing, victim, direction = hop & NODE, hop >> VICTIM & NODE, hop >> DIRECTION
    return Chain(
        nodes=(*chain.nodes, landing),
        victims=(*chain.victims, victim),
        is_king=chain.is_king | kernel.crowned_in_capture(state, landing),
        prey=kernel.without(chain.prey, kernel.node_of(victim)),
        empty=kernel.room_after(chain.empty, victim),
        barred=direction ^ BACK,
        value=chain.value + kernel.value_of(state, victim, chain.prey),
    )


def whole_chains(kernel: SimpleNamespace, state: State, chain: Chain, seen: Counter[object]) -> Iterator[Chain]:
    """All whole captures that begin so; not all the ways to make them where these are more than a hand could want."""
    longer = longer_chains(kernel, state, chain)
    if not longer and chain.victims:
        yield chain
    for each in longer:
        same = (each.node, each.is_king, each.prey, each.barred, each.value)
        seen[same] += 1
        if seen[same] <= MOST_WAYS:
            yield from whole_chains(kernel, state, each, seen)


def are_too_many(kernel: SimpleNamespace, state: State, first: Chain) -> bool:
    """Whether the captures that begin so lead through more places than the kernel remembers: it would follow the same
    ones again and again, and in plain Python for minutes."""
    seen: set[object] = set()
    waiting = [first]
    while waiting and len(seen) <= MOST_SEEN:
        for each in longer_chains(kernel, state, waiting.pop()):
            same = (each.node, each.is_king, each.prey, each.barred)
            if same not in seen:
                seen.add(same)
                waiting.append(each)
    return len(seen) > MOST_SEEN
