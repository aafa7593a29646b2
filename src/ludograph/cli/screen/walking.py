"""Walking over a board with arrow keys."""

from __future__ import annotations

import math

from ludograph.board import Board
from ludograph.board.graph import direction_between, turn_between

RIGHT, UP, LEFT, DOWN = 0.0, 90.0, 180.0, 270.0


def walk(board: Board, node: int, direction: float) -> int:
    """The next visible node in a direction: along a link if there is one, else the nearest that lies there.

    A node from which nothing lies in this direction is left as it is.
    """
    seen = {node}
    step = board.step(node, direction)
    while step != board.outside and step not in seen:
        if board.nodes[step].visible:
            return step
        seen.add(step)
        step = board.step(step, direction)
    return _nearest(board, node, direction)


def _nearest(board: Board, start: int, direction: float) -> int:
    """The visible node that lies nearest in a direction; those at its sides seem farther away."""
    here = board.nodes[start]
    best, least = start, math.inf
    for index, node in enumerate(board.nodes):
        turn = turn_between(direction_between(here, node), direction)
        if index == start or not node.visible or turn > 89.0:
            continue
        distance = math.dist((here.x, here.y), (node.x, node.y)) / math.cos(math.radians(turn)) ** 2
        if distance < least:
            best, least = index, distance
    return best
