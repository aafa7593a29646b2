"""Many moves at once: one for each node of a set. For use in kernels."""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.pairs import WORD_BITS, Pair
from ludograph.engine.rules import Moves

ANY = 1 << 63  # for lowest, where there is no node: what is written then doesn't count


def list_each(code: int, nodes: int, shift: int, out: Moves, n: int) -> int:
    """Put a move ``code | node << shift`` on the stack from n on for each node of a set, the lowest first; returns the
    new end. Up to three places behind it may be written to, too.

    The first eight are written four at a time, however few there are, and the next ones over those that were too many:
    a processor guesses how often a loop is done, and is often wrong where that is different each time.
    """
    left = nodes
    if nodes and n + 8 <= len(out):
        left = list_four(code, nodes, shift, out, n)
        if left:
            left = list_four(code, left, shift, out, n + 4)
        n += popcount(nodes ^ left)
    while left:
        out[n] = code | (lowest(left) << shift)
        n += 1
        left &= left - 1
    return n


def list_four(code: int, nodes: int, shift: int, out: Moves, n: int) -> int:
    """Moves to the first four nodes of a set; returns the others."""
    second = nodes & (nodes - 1)
    third = second & (second - 1)
    fourth = third & (third - 1)
    out[n] = code | (lowest(nodes | ANY) << shift)
    out[n + 1] = code | (lowest(second | ANY) << shift)
    out[n + 2] = code | (lowest(third | ANY) << shift)
    out[n + 3] = code | (lowest(fourth | ANY) << shift)
    return fourth & (fourth - 1)


def wide_list_each(code: int, nodes: Pair, shift: int, out: Moves, n: int) -> int:
    """:func:`list_each` for up to 128 nodes."""
    n = list_each(code, nodes.low, shift, out, n)
    return list_each(code | (WORD_BITS << shift), nodes.high, shift, out, n)
