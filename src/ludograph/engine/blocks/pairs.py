"""Sets of up to 128 nodes as pairs of words. For use in kernels, whose states keep the two words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ludograph.board import tables
from ludograph.engine.bits import WORD, lowest, popcount

if TYPE_CHECKING:
    from ludograph.board.tables import Words

WORD_BITS = tables.WORD_BITS
MOST_NODES = 2 * WORD_BITS


class Pair(NamedTuple):
    """The nodes from 0 on, and those from 64 on."""

    low: int
    high: int


ALL_NODES = ALL_NODES_HIGH = 0  # bound by every game on a board


def is_in(pair: Pair, node: int) -> bool:
    """Whether a node is in the set; OUTSIDE never is."""
    if node < WORD_BITS:
        return (pair.low >> node) & 1 != 0
    return (pair.high >> (node - WORD_BITS)) & 1 != 0


def with_node(pair: Pair, node: int) -> Pair:
    if node < WORD_BITS:
        return Pair(pair.low | (1 << node), pair.high)
    return Pair(pair.low, pair.high | (1 << (node - WORD_BITS)))


def joined(one: Pair, other: Pair) -> Pair:
    return Pair(one.low | other.low, one.high | other.high)


def common(one: Pair, other: Pair) -> Pair:
    return Pair(one.low & other.low, one.high & other.high)


def without(pair: Pair, taken: Pair) -> Pair:
    return Pair(pair.low & ~taken.low, pair.high & ~taken.high)


def free(some: Pair, others: Pair) -> Pair:
    """All nodes that are in neither of two sets."""
    return Pair(ALL_NODES & ~(some.low | others.low), ALL_NODES_HIGH & ~(some.high | others.high))


def is_empty(pair: Pair) -> bool:
    return pair.low | pair.high == 0


def size_of(pair: Pair) -> int:
    return popcount(pair.low) + popcount(pair.high)


def lowest_of(pair: Pair) -> int:
    """The lowest node of a set that is not empty."""
    if pair.low:
        return lowest(pair.low)
    return WORD_BITS + lowest(pair.high)


def without_lowest(pair: Pair) -> Pair:
    """A set that is not empty without its lowest node."""
    if pair.low:
        return Pair(pair.low & (pair.low - 1), pair.high)
    return Pair(0, pair.high & (pair.high - 1))


# -- the tables ---------------------------------------------------------------------------------------------------


def pair_of(nodes: Iterable[int]) -> Pair:
    """A set of nodes as a pair."""
    return halves(tables.mask(nodes))


def halves(mask: int) -> Pair:
    """A set of up to 128 nodes, given as one integer, as a pair; ValueError if it has others."""
    if mask >> MOST_NODES:
        raise ValueError(f"a set with node {mask.bit_length() - 1} does not fit two words of {WORD_BITS} bits")
    return Pair(mask & WORD, mask >> WORD_BITS)


def wide_tables(name: str, masks: Iterable[int]) -> dict[str, Words]:
    """Sets as two tables, ``NAME`` for the nodes from 0 on and ``NAME_HIGH`` for those from 64 on. Both are there also
    where one would do, so that a game may have boards of all sizes."""
    pairs = [halves(mask) for mask in masks]
    return {name: tables.words([pair.low for pair in pairs]), f"{name}_HIGH": tables.words([p.high for p in pairs])}
