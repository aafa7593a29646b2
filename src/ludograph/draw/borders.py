"""Edges of a board that belong to seats, to be reached or joined: the sides of cells to draw in their colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ludograph.board import Board, Node
from ludograph.board.graph import direction_between, turn_between

Point = tuple[float, float]
Side = tuple[Point, Point]
#: A side of a cell faces an edge if it is turned away from it by no more than so many degrees.
MOST_TURN = 61.0


class Border(NamedTuple):
    """A seat, and the sides of cells that are its edges."""

    seat: int
    sides: tuple[Side, ...]


def borders_of(board: Board, edges: Mapping[float, int]) -> list[Border]:
    """The borders of seats whose edges lie in these directions. An outer side of a cell at a corner belongs to the edge
    that it faces more."""
    often = Counter(name_of(side) for node in board.nodes for side in sides_of(node))
    found: dict[int, list[Side]] = {seat: [] for seat in edges.values()}
    for index, node in enumerate(board.nodes):
        near = [direction for direction in edges if board.step(index, direction) == board.outside]
        for side in sides_of(node) if near else ():
            turns = {turn_between(_facing(node, side), direction): direction for direction in near}
            if often[name_of(side)] == 1 and min(turns) <= MOST_TURN:
                found[edges[turns[min(turns)]]].append(side)
    return [Border(seat, tuple(sides)) for seat, sides in found.items()]


def sides_of(node: Node) -> list[Side]:
    return list(zip(node.outline, node.outline[1:] + node.outline[:1], strict=True))


def name_of(side: Side) -> frozenset[Point]:
    """What is equal for a side of two cells, which have it the other way round."""
    return frozenset((round(x, 6), round(y, 6)) for x, y in side)


def _facing(node: Node, side: Side) -> float:
    """The direction from the middle of a cell to that of its side."""
    (x1, y1), (x2, y2) = side
    return direction_between(node, Node(0, "", (x1 + x2) / 2, (y1 + y2) / 2))
