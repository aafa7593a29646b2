"""The board as a graph: nodes with positions, links sorted by direction, steps, rays and diagonals.

Directions are degrees in [0, 360): right is 0, up is 90, left is 180, down is 270. Inside the library
a node is its index in ``Board.nodes``; ids and labels are for files and for people.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

Content = TypeVar("Content")

MAX_NODES = 1024

# Angles are computed by atan2 from decimal positions; what differs by less than this is the same direction.
ANGLE_DIGITS = 6


class Heading(StrEnum):
    """What a ray does after a turn: keep the direction it was given, or go on in the one just taken."""

    FIXED = "fixed"
    FOLLOW = "follow"


class Link(NamedTuple):
    """A neighbour and the direction in which it lies."""

    direction: float
    target: int


@dataclass(frozen=True, slots=True)
class Node:
    """One place of the board.

    ``outline`` is the polygon to draw for it and ``shade`` the colour class of that polygon; a node
    that is not ``visible`` shapes directions but is never a target.
    """

    id: int
    label: str
    x: float
    y: float
    visible: bool = True
    shade: int = 0
    outline: tuple[tuple[float, float], ...] = ()


def direction_between(start: Node, end: Node) -> float:
    """The direction from one node to another, in degrees in [0, 360)."""
    degrees = math.degrees(math.atan2(end.y - start.y, end.x - start.x))
    return round(degrees, ANGLE_DIGITS) % 360.0


def turn_between(first: float, second: float) -> float:
    """The angle between two directions, in [0, 180]."""
    return round(abs((first - second + 180.0) % 360.0 - 180.0), ANGLE_DIGITS)


class Cells(list[Content], Generic[Content]):
    """One content per node, and OUTSIDE: reading there gives ``empty``, writing there is ignored."""

    def __init__(self, size: int, empty: Content) -> None:
        super().__init__([empty] * size)
        self._empty = empty

    def __getitem__(self, node: int) -> Content:  # type: ignore[override]
        return super().__getitem__(node) if node < len(self) else self._empty

    def __setitem__(self, node: int, content: Content) -> None:  # type: ignore[override]
        if node < len(self):
            super().__setitem__(node, content)


class Board:
    """An immutable board graph.

    ``links`` are pairs of node indices and are directed. ``max_turn`` is the greatest angle between the
    wanted direction and a step that still counts as one; ``heading`` says what a ray does after a turn.
    """

    def __init__(
        self,
        nodes: Iterable[Node],
        links: Iterable[tuple[int, int]],
        *,
        name: str = "",
        max_turn: float = 45.0,
        heading: Heading = Heading.FIXED,
    ) -> None:
        self.nodes = tuple(nodes)
        self.name = name
        self.max_turn = max_turn
        self.heading = heading
        self.links = self._sorted_links(links)
        self._index = {node.label: index for index, node in enumerate(self.nodes)}
        if len(self._index) != len(self.nodes):
            raise ValueError("two nodes of the board have the same label")

    def _sorted_links(self, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[Link, ...], ...]:
        links: list[set[Link]] = [set() for _ in self.nodes]
        for start, end in pairs:
            if start == end:
                raise ValueError(f"the node {self.nodes[start].label} is linked to itself")
            links[start].add(Link(direction_between(self.nodes[start], self.nodes[end]), end))
        return tuple(tuple(sorted(of_node)) for of_node in links)

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        links = sum(map(len, self.links))
        return f"<Board {self.name or 'without a name'}: {len(self)} nodes, {links} links>"

    def _identity(self) -> tuple[object, ...]:
        return (self.nodes, self.links, self.name, self.max_turn, self.heading)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((len(self.nodes), self.name, self.links))

    @property
    def outside(self) -> int:
        """The OUTSIDE node: where steps off the board lead. It reads as empty and swallows writes."""
        return len(self.nodes)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(node.label for node in self.nodes)

    def index(self, label: str) -> int | None:
        """The node with this label, or None."""
        return self._index.get(label)

    def label(self, node: int) -> str:
        return self.nodes[node].label

    def cells(self, empty: Content) -> Cells[Content]:
        """A fresh content for every node, with OUTSIDE behind them."""
        return Cells(len(self), empty)

    def neighbours(self, node: int) -> tuple[int, ...]:
        """The nodes one step away, by direction."""
        return tuple(link.target for link in self.links[node])

    def step(self, node: int, direction: float) -> int:
        """The neighbour closest to the direction (a tie goes to the lower degree), or OUTSIDE."""
        link = self._closest(self.links, node, direction)
        return link.target if link else self.outside

    def ray(self, node: int, direction: float) -> tuple[int, ...]:
        """The nodes passed when stepping on in a direction; ends at the edge, before an invisible node
        and on a node seen before."""
        return tuple(self._walk(self.links, node, direction))

    def rays(self, node: int) -> tuple[tuple[int, ...], ...]:
        """One ray for each neighbour, by direction."""
        return tuple(self.ray(node, link.direction) for link in self.links[node])

    @cached_property
    def diagonal_links(self) -> tuple[tuple[Link, ...], ...]:
        """The diagonal neighbours of every node, by direction.

        They are the common neighbours of two neighbours that follow each other by angle, less than a
        half turn apart, except the node itself and its neighbours.
        """
        return tuple(tuple(sorted(self._diagonals_of(node))) for node in range(len(self)))

    def diagonals(self, node: int) -> tuple[int, ...]:
        """The diagonal neighbours of a node, by direction."""
        return tuple(link.target for link in self.diagonal_links[node])

    def diagonal_ray(self, node: int, direction: float) -> tuple[int, ...]:
        """Like :meth:`ray`, stepping on diagonal neighbours."""
        return tuple(self._walk(self.diagonal_links, node, direction))

    def diagonal_rays(self, node: int) -> tuple[tuple[int, ...], ...]:
        """One diagonal ray for each diagonal neighbour, by direction."""
        return tuple(self.diagonal_ray(node, link.direction) for link in self.diagonal_links[node])

    def _diagonals_of(self, node: int) -> set[Link]:
        links = self.links[node]
        near = {node, *self.neighbours(node)}
        found: set[Link] = set()
        for first, second in zip(links, links[1:] + links[:1], strict=True):
            if not 0.0 < (second.direction - first.direction) % 360.0 < 180.0:
                continue
            common = set(self.neighbours(first.target)) & set(self.neighbours(second.target))
            found.update(
                Link(direction_between(self.nodes[node], self.nodes[target]), target) for target in common - near
            )
        return found

    def _closest(self, links: Sequence[Sequence[Link]], node: int, direction: float) -> Link | None:
        if node == self.outside or not links[node]:
            return None
        link = min(links[node], key=lambda link: (turn_between(link.direction, direction), link))
        return link if turn_between(link.direction, direction) <= self.max_turn else None

    def _walk(self, links: Sequence[Sequence[Link]], node: int, direction: float) -> Iterator[int]:
        seen = {node}
        while link := self._closest(links, node, direction):
            node = link.target
            if node in seen or not self.nodes[node].visible:
                return
            yield node
            seen.add(node)
            if self.heading is Heading.FOLLOW:
                direction = link.direction
