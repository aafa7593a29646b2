"""Pieces that fall along a line to its first empty node. For use in kernels.

A move's code is the node that is dropped on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.pairs import Pair, common, is_empty, is_in, lowest_of, wide_tables
from ludograph.engine.rules import Moves

# Bound for each game by drop_constants.
OUTSIDE = 0
DROP_STARTS: Sequence[int] = ()  # the place of each line's first node
DROP_NODES: Sequence[int] = ()  # lines from their ground on, OUTSIDE behind each
DROP_SETS: Sequence[int] = ()  # each line as a set
DROP_SETS_HIGH: Sequence[int] = ()
LINES_RISE = 0  # whether the numbers of nodes rise along every line


def dropped(line: int, empty: int) -> int:
    """The node that a piece falls to along a line, the first empty one from its ground, or OUTSIDE."""
    if LINES_RISE:
        left = DROP_SETS[line] & empty
        return lowest(left) if left else OUTSIDE
    place = DROP_STARTS[line]
    while DROP_NODES[place] != OUTSIDE and (empty >> DROP_NODES[place]) & 1 == 0:
        place += 1
    return DROP_NODES[place]


def generate_drops(empty: int, out: Moves, n: int) -> int:
    """One move for each line that is not full."""
    for line in range(len(DROP_STARTS)):
        if LINES_RISE:
            left = DROP_SETS[line] & empty
            if left:
                out[n] = lowest(left)
                n += 1
        else:
            node = dropped(line, empty)
            if node != OUTSIDE:
                out[n] = node
                n += 1
    return n


def wide_dropped(line: int, empty: Pair) -> int:
    """:func:`dropped` for up to 128 nodes."""
    if LINES_RISE:
        left = common(Pair(DROP_SETS[line], DROP_SETS_HIGH[line]), empty)
        return OUTSIDE if is_empty(left) else lowest_of(left)
    place = DROP_STARTS[line]
    while DROP_NODES[place] != OUTSIDE and not is_in(empty, DROP_NODES[place]):
        place += 1
    return DROP_NODES[place]


def wide_generate_drops(empty: Pair, out: Moves, n: int) -> int:
    """:func:`generate_drops` for up to 128 nodes."""
    for line in range(len(DROP_STARTS)):
        node = wide_dropped(line, empty)
        if node != OUTSIDE:
            out[n] = node
            n += 1
    return n


# -- the tables ---------------------------------------------------------------------------------------------------


def columns(board: Board, upwards: float = 90.0) -> list[tuple[int, ...]]:
    """The lines of a board against the fall, each from its ground, the nodes from which no step leads down.

    Directions of links give lines that meet nowhere on a grid. Where lines do meet, pieces that fall along two of them
    to one node are one move each: then choose the lines by hand.
    """
    grounds = (node for node in range(len(board)) if board.step(node, upwards + 180.0) == board.outside)
    return [(node, *board.ray(node, upwards)) for node in grounds if board.nodes[node].visible]


def drop_constants(board: Board, lines: Iterable[Sequence[int]]) -> dict[str, Any]:
    """The tables of some lines, :func:`columns` or others, each from its ground on."""
    each = [tuple(line) for line in lines]
    starts, nodes = tables.lists_of(board, each)
    return {
        "OUTSIDE": board.outside,
        "DROP_STARTS": starts,
        "DROP_NODES": nodes,
        **wide_tables("DROP_SETS", map(tables.mask, each)),
        "LINES_RISE": int(all(list(line) == sorted(line) for line in each)),
    }
