"""What hangs together on a board: flood fill along links. For use in kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.pairs import (
    Pair,
    common,
    is_empty,
    joined,
    lowest_of,
    wide_tables,
    without,
    without_lowest,
)

if TYPE_CHECKING:
    from ludograph.board.tables import Words

# Bound for each game by connection_constants.
NEIGHBOURS: Sequence[int] = ()  # of each node, as a set
NEIGHBOURS_HIGH: Sequence[int] = ()


def flooded(start: int, within: int) -> int:
    """The nodes of a set that are reached from those of ``start`` in it, along links, without leaving it."""
    reached = start & within
    waiting = reached
    while waiting:
        new = NEIGHBOURS[lowest(waiting)] & within & ~reached
        waiting = (waiting & (waiting - 1)) | new
        reached |= new
    return reached


def connects(stones: int, one: int, other: int) -> bool:
    """Whether stones join a node of one set, an edge say, to one of another."""
    return flooded(one, stones) & other != 0


def is_connected(stones: int) -> bool:
    """Whether all nodes of a set are reached from its lowest; of an empty one they are."""
    return flooded(stones & ~(stones - 1), stones) == stones if stones else True


def neighbours_of(nodes: int) -> int:
    """The nodes one link away from a set, those of the set too if they are neighbours of others."""
    around = 0
    while nodes:
        around |= NEIGHBOURS[lowest(nodes)]
        nodes &= nodes - 1
    return around


def neighbours_of_node(node: int) -> Pair:
    """The neighbours of a node, on a board of up to 128."""
    return Pair(NEIGHBOURS[node], NEIGHBOURS_HIGH[node])


def wide_flooded(start: Pair, within: Pair) -> Pair:
    """:func:`flooded` for up to 128 nodes."""
    reached = common(start, within)
    waiting = reached
    while not is_empty(waiting):
        new = without(common(neighbours_of_node(lowest_of(waiting)), within), reached)
        waiting = joined(without_lowest(waiting), new)
        reached = joined(reached, new)
    return reached


def wide_connects(stones: Pair, one: Pair, other: Pair) -> bool:
    """:func:`connects` for up to 128 nodes."""
    return not is_empty(common(wide_flooded(one, stones), other))


# -- the tables ---------------------------------------------------------------------------------------------------


def connection_constants(board: Board) -> dict[str, Words]:
    """The neighbours of each node, invisible ones not among them, for boards of up to 128 nodes."""
    return wide_tables("NEIGHBOURS", (visible_mask(board, board.neighbours(node)) for node in range(len(board))))


def visible_mask(board: Board, nodes: Sequence[int]) -> int:
    """Those of some nodes on which something can stand, as a set."""
    return tables.mask(node for node in nodes if node != board.outside and board.nodes[node].visible)


def edge_mask(board: Board, direction: float) -> int:
    """The edge of the board towards a direction: the nodes from which no step leads there."""
    return visible_mask(board, [node for node in range(len(board)) if board.step(node, direction) == board.outside])
