"""So many in a line, on any board. For use in kernels.

A line of n is a node with the first n - 1 nodes of one of its rays: straight on grids, round on rings, bending where
the board's lines bend.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.blocks.pairs import Pair, wide_tables
from ludograph.engine.blocks.rays import rays_from

# Bound for each game by line_constants.
LINE_FIRSTS: Sequence[int] = ()  # for each shape the lowest nodes of its lines
LINE_OFFSETS: Sequence[int] = ()  # for each shape how far its other nodes are from the lowest, LINE_LENGTH - 1 of them
LINE_LENGTH = 0
LINES: Sequence[int] = ()  # all lines as sets
LINES_HIGH: Sequence[int] = ()
LINES_THROUGH: Sequence[int] = ()  # those through the first node, those through the second, …
LINES_THROUGH_HIGH: Sequence[int] = ()
FIRST_LINE: Sequence[int] = ()  # the place of each node's first line among those; one more for the end


def has_line(stones: int) -> bool:
    """Whether a whole line is in a set. Lines of the same shape, such as all rows, are looked at together."""
    for shape in range(len(LINE_FIRSTS)):
        found = LINE_FIRSTS[shape] & stones
        for place in range(shape * (LINE_LENGTH - 1), (shape + 1) * (LINE_LENGTH - 1)):
            found &= stones >> LINE_OFFSETS[place]
        if found:
            return True
    return False


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
) -> dict[str, Any]:
    """The tables of lines of a length, for boards of up to 128 nodes."""
    return pattern_constants(board, length, line_masks(board, length, directions, diagonals=diagonals))


def pattern_constants(board: Board, length: int, lines: Sequence[int]) -> dict[str, Any]:
    """The same for other sets of so many nodes that count as lines, such as squares."""
    shapes, offsets = shapes_of(lines, length)
    through = [[line for line in lines if line >> node & 1] for node in range(len(board))]
    first = [sum(map(len, through[:node])) for node in range(len(board) + 1)]
    return {
        **wide_tables("LINES", lines),
        **wide_tables("LINES_THROUGH", (line for of_node in through for line in of_node)),
        "FIRST_LINE": tables.words(first),
        "LINE_FIRSTS": tables.words(shapes),
        "LINE_OFFSETS": tables.words(offsets),
        "LINE_LENGTH": length,
    }


def shapes_of(lines: Iterable[int], length: int) -> tuple[list[int], list[int]]:
    """The lines within 64 nodes by their shapes: the lowest nodes of each shape's lines as a set, and how far the
    others are from those; a line that comes back to a node of its own has fewer, and 0 for the rest."""
    firsts: dict[tuple[int, ...], int] = {}
    for line in lines:
        first, *others = (node for node in range(line.bit_length()) if line >> node & 1)
        if line.bit_length() <= tables.WORD_BITS:
            offsets = [node - first for node in others]
            shape = (*offsets, *[0] * (length - 1 - len(offsets)))
            firsts[shape] = firsts.get(shape, 0) | 1 << first
    return list(firsts.values()), [offset for shape in firsts for offset in shape]
