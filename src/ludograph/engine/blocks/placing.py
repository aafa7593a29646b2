"""Pieces that are placed on a set of nodes, the empty ones say. For use in kernels. A move's code is the node."""

from __future__ import annotations

from ludograph.engine.bits import lowest
from ludograph.engine.blocks.pairs import Pair, is_empty, lowest_of, without_lowest
from ludograph.engine.rules import Moves


def generate_places(nodes: int, out: Moves, n: int) -> int:
    """One move for each node of a set."""
    while nodes:
        out[n] = lowest(nodes)
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
