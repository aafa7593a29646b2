"""What is around a node, one way after the other: for algorithms that look at moves beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludograph.board.graph import Board
from ludograph.engine.declared.contents import content
from ludograph.engine.rules import State

MOST_NODES, MOST_WAYS = 512, 6

# Bound for each game by ``ring_constants``.
RING_NODES = 0
RING_WAYS = 0
RING_AROUND: Sequence[int] = ()  # for each node and way the node there, or their number


def ring_nodes() -> int:
    return RING_NODES


def ring_ways() -> int:
    return RING_WAYS


def ring_node(place: int) -> int:
    return RING_AROUND[place]


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
    nodes, order = len(board), sorted({link.direction for links in board.links for link in links})
    if nodes > MOST_NODES or not 2 < len(order) <= MOST_WAYS:
        return {}
    around = [nodes] * (nodes * len(order))
    for node, links in enumerate(board.links):
        for link in links:
            around[node * len(order) + order.index(link.direction)] = link.target
    return {"RING_NODES": nodes, "RING_WAYS": len(order), "RING_AROUND": tuple(around)}
