"""So many in a line, on any board. For use in kernels.

A line of n is a node with the first n - 1 nodes of one of its rays: straight on grids, round on rings, bending where
the board's lines bend.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.blocks.pairs import Pair, wide_tables
from ludograph.engine.blocks.rays import rays_from

if TYPE_CHECKING:
    from ludograph.board.tables import Words

# Bound for each game by line_constants.
LINES: Sequence[int] = ()  # all lines as sets
LINES_HIGH: Sequence[int] = ()
LINES_THROUGH: Sequence[int] = ()  # those through the first node, those through the second, …
LINES_THROUGH_HIGH: Sequence[int] = ()
FIRST_LINE: Sequence[int] = ()  # the place of each node's first line among those; one more for the end


def has_line(stones: int) -> bool:
    """Whether a whole line is in a set."""
    place = 0
    while place < len(LINES) and LINES[place] & ~stones:
        place += 1
    return place < len(LINES)


def has_line_through(stones: int, node: int) -> bool:
    """Whether a whole line through a node, the one just filled say, is in a set."""
    place = FIRST_LINE[node]
    while place < FIRST_LINE[node + 1] and LINES_THROUGH[place] & ~stones:
        place += 1
    return place < FIRST_LINE[node + 1]


def wide_has_line(stones: Pair) -> bool:
    """:func:`has_line` for up to 128 nodes."""
    place = 0
    while place < len(LINES) and (LINES[place] & ~stones.low) | (LINES_HIGH[place] & ~stones.high):
        place += 1
    return place < len(LINES)


def wide_has_line_through(stones: Pair, node: int) -> bool:
    """:func:`has_line_through` for up to 128 nodes."""
    place = FIRST_LINE[node]
    end = FIRST_LINE[node + 1]
    while place < end and (LINES_THROUGH[place] & ~stones.low) | (LINES_THROUGH_HIGH[place] & ~stones.high):
        place += 1
    return place < end


# -- the tables ---------------------------------------------------------------------------------------------------


def line_masks(
    board: Board, length: int, directions: Sequence[float] | None = None, *, diagonals: bool = False
) -> list[int]:
    """All lines of two nodes or more as sets, each once, though it is seen from both ends; :func:`rays_from` tells
    which rays they are on."""
    found = {
        tables.mask((node, *ray[: length - 1]))
        for node in range(len(board))
        for ray in rays_from(board, node, directions, diagonals=diagonals)
        if len(ray) >= length - 1 and board.nodes[node].visible
    }
    return sorted(found)


def line_constants(
    board: Board, length: int, directions: Sequence[float] | None = None, *, diagonals: bool = False
) -> dict[str, Words]:
    """The tables of lines of a length, for boards of up to 128 nodes."""
    lines = line_masks(board, length, directions, diagonals=diagonals)
    through = [[line for line in lines if line >> node & 1] for node in range(len(board))]
    first = [sum(map(len, through[:node])) for node in range(len(board) + 1)]
    return {
        **wide_tables("LINES", lines),
        **wide_tables("LINES_THROUGH", (line for of_node in through for line in of_node)),
        "FIRST_LINE": tables.words(first),
    }
