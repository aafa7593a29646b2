"""Walking over a board with arrow keys."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ludograph.board import Board
from ludograph.board.graph import direction_between, turn_between

RIGHT, UP, LEFT, DOWN = 0.0, 90.0, 180.0, 270.0


# A link that leans so far leads to another row, not along this one: the diagonals of a draughts board.
LEANING = 45.0
# What lies within this angle lies in the same row; what lies beyond the other is not in the direction at all.
SAME_ROW, ANYWHERE = 10.0, 89.0


def walk(board: Board, node: int, direction: float) -> int:
    """The next visible node in a direction: along a link if there is one, else the nearest that lies there.

    A node from which nothing lies in this direction is left as it is.
    """
    linked = _along_links(board, node, direction)
    if linked is None:
        return _nearest(board, node, direction, ANYWHERE)
    turn = turn_between(direction_between(board.nodes[node], board.nodes[linked]), direction)
    if direction in (RIGHT, LEFT) and turn >= LEANING:
        in_row = _nearest(board, node, direction, SAME_ROW)
        return in_row if in_row != node else linked
    return linked


def _along_links(board: Board, node: int, direction: float) -> int | None:
    """The first visible node that links lead to, over invisible ones."""
    return next((step for step in _steps(board, node, direction) if board.nodes[step].visible), None)


def _steps(board: Board, node: int, direction: float) -> Iterator[int]:
    seen = {node}
    while (node := board.step(node, direction)) != board.outside and node not in seen:
        yield node
        seen.add(node)


def _nearest(board: Board, start: int, direction: float, widest: float) -> int:
    """The visible node that lies nearest in a direction; those at its sides seem farther away."""
    here = board.nodes[start]
    best, least = start, math.inf
    for index, node in enumerate(board.nodes):
        turn = turn_between(direction_between(here, node), direction)
        if index == start or not node.visible or turn > widest:
            continue
        distance = math.dist((here.x, here.y), (node.x, node.y)) / math.cos(math.radians(turn)) ** 2
        if distance < least:
            best, least = index, distance
    return best
