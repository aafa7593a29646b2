"""Pieces that are placed on a set of nodes, the empty ones say. For use in kernels. A move's code is the node."""

from __future__ import annotations

from ludograph.engine.bits import lowest
from ludograph.engine.blocks.pairs import Pair, is_empty, lowest_of, without_lowest
from ludograph.engine.rules import Moves

ONTO_ITSELF = 1 | 1 << 6  # times a node: the code of a move from it to itself


def generate_places(nodes: int, out: Moves, n: int) -> int:
    """One move for each node of a set."""
    while nodes:
        out[n] = lowest(nodes)
        n += 1
        nodes &= nodes - 1
    return n


def generate_new(nodes: int, out: Moves, n: int) -> int:
    """The same where other moves have a source: who comes from nowhere has the target as his source."""
    while nodes:
        out[n] = lowest(nodes) * ONTO_ITSELF
        n += 1
        nodes &= nodes - 1
    return n


def wide_generate_places(nodes: Pair, out: Moves, n: int) -> int:
    """:func:`generate_places` for up to 128 nodes."""
    while not is_empty(nodes):
        out[n] = lowest_of(nodes)
        n += 1
        nodes = without_lowest(nodes)
    return n
