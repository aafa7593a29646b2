"""What is around a node, one way after the other: for algorithms that look at moves beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, degrees
from typing import Any

from ludograph.board.graph import Board
from ludograph.engine.declared.contents import content
from ludograph.engine.rules import State

MOST_NODES, MOST_WAYS = 512, 6
FULL_TURN = 360

# Bound for each game by ``ring_constants``.
PATTERN_NODES = 0
PATTERN_WAYS = 0
PATTERN_AROUND: Sequence[int] = ()  # for each node and way the node there, or their number


def ring_nodes() -> int:
    return PATTERN_NODES


def ring_ways() -> int:
    return PATTERN_WAYS


def ring_node(place: int) -> int:
    return PATTERN_AROUND[place]


def owner_on(s: State, node: int) -> int:
    """Contents are the two sides' pieces, the first one's first."""
    return content(s, node)


RING_RULES: Mapping[str, Callable[..., Any]] = {
    "ring_nodes": ring_nodes,
    "ring_ways": ring_ways,
    "ring_node": ring_node,
    "owner_on": owner_on,
}


def ring_constants(board: Board) -> dict[str, Any]:
    """The ways from each node in the order of their directions, {} for boards that are too large or have too many."""
    nodes = len(board)
    ways = {(node, other): _way(board, node, other) for node in range(nodes) for other in board.neighbours(node)}
    order = sorted(set(ways.values()))
    if nodes > MOST_NODES or not 2 < len(order) <= MOST_WAYS:
        return {}
    around = [nodes] * (nodes * len(order))
    for (node, other), way in ways.items():
        if other < nodes:
            around[node * len(order) + order.index(way)] = other
    return {"PATTERN_NODES": nodes, "PATTERN_WAYS": len(order), "PATTERN_AROUND": tuple(around)}


def _way(board: Board, node: int, other: int) -> int:
    """The direction to a neighbour, in whole degrees."""
    here, there = board.nodes[node], board.nodes[other]
    return round(degrees(atan2(there.y - here.y, there.x - here.x))) % FULL_TURN
