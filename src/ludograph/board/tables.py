"""A board as flat numpy tables, the form that kernels use.

OUTSIDE is the last row of each table: its bit is no bit, its neighbours are none, each step from it
leads to itself. So a kernel may read and write there without asking where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ludograph.board.graph import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

WORD_BITS = 64


class Lists(NamedTuple):
    """Lists of nodes one behind the other: list i is ``nodes[starts[i]]`` up to, without, OUTSIDE."""

    starts: Words
    nodes: Words


def words(values: Sequence[object]) -> Words:
    """Numbers as an array of unsigned 64-bit words, the form of all tables."""
    import numpy as np

    return np.array(values, dtype=np.uint64)


def bits(board: Board) -> Words:
    """The bit of each node in a one-word set; OUTSIDE has none."""
    return words([*(1 << node for node in range(_one_word(board))), 0])


def masks(board: Board, of_node: Callable[[int], Iterable[int]]) -> Words:
    """The nodes that ``of_node`` gives for each node, as one-word sets."""
    return words([*(mask(of_node(node)) for node in range(_one_word(board))), 0])


def mask(nodes: Iterable[int]) -> int:
    """A set of nodes as an integer."""
    word = 0
    for node in nodes:
        word |= 1 << node
    return word


def neighbour_masks(board: Board) -> Words:
    """The neighbours of each node as one-word sets."""
    return masks(board, board.neighbours)


def steps(board: Board, directions: Sequence[float]) -> Words:
    """``table[node, i]`` = the node one step away in the i-th direction, or OUTSIDE."""
    rows = [[board.step(node, direction) for direction in directions] for node in range(len(board) + 1)]
    return words(rows)


def lists(board: Board, of_node: Callable[[int], Iterable[int]]) -> Lists:
    """The nodes that ``of_node`` gives for each node, such as ``board.neighbours``."""
    return lists_of(board, [tuple(of_node(node)) for node in range(len(board))] + [()])


def rays(board: Board, of_node: Callable[[int], Sequence[Sequence[int]]]) -> tuple[Words, Lists]:
    """The rays that ``of_node`` gives (``board.rays``, ``board.diagonal_rays``): for each node the number
    of its first ray, one more for the end, and the rays as :class:`Lists`."""
    first = [0]
    every: list[Sequence[int]] = []
    for node in range(len(board)):
        every.extend(of_node(node))
        first.append(len(every))
    first.append(len(every))
    return words(first), lists_of(board, every)


def lists_of(board: Board, every: Iterable[Sequence[int]]) -> Lists:
    """Any lists of nodes in one table."""
    starts: list[int] = []
    nodes: list[int] = []
    for each in every:
        starts.append(len(nodes))
        nodes.extend(each)
        nodes.append(board.outside)
    return Lists(words(starts), words(nodes))


def _one_word(board: Board) -> int:
    if len(board) > WORD_BITS:
        raise ValueError(f"a board of {len(board)} nodes does not fit a word of {WORD_BITS} bits")
    return len(board)
