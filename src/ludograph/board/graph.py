"""The board as a graph: nodes with positions, links sorted by direction, steps, rays and diagonals.

Directions are degrees in [0, 360): right is 0, up is 90, left is 180, down is 270. Inside the library
a node is its index in ``Board.nodes``; ids and labels are for files and for people.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

Content = TypeVar("Content")

MAX_NODES = 1024
MAX_DEGREES = 180.0

# Angles come by atan2 from decimal positions. They are rounded to this many digits, so that a link to the
# right has the direction 0 and not 359.9999999; two angles that differ by no more than the tolerance are
# taken for the same, so that a turned board has the same ties, the same rays and the same diagonals.
ANGLE_DIGITS = 6
ANGLE_TOLERANCE = 1e-5


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
    return round(degrees % 360.0, ANGLE_DIGITS) % 360.0


def turn_between(first: float, second: float) -> float:
    """The angle between two directions, in [0, 180]."""
    return round(abs((first - second + 180.0) % 360.0 - 180.0), ANGLE_DIGITS)


def distance_between(first: Node, second: Node) -> float:
    """How far two nodes are apart in the plane."""
    return math.hypot(second.x - first.x, second.y - first.y)


class Cells(Generic[Content]):
    """One content per node, and OUTSIDE behind them: reading there gives ``empty``, writing is ignored.

    Any other number than a node's or OUTSIDE's is an ``IndexError``, negative ones too: they are a slip.
    """

    __slots__ = ("_contents", "_empty")

    def __init__(self, contents: Iterable[Content], empty: Content) -> None:
        self._contents = list(contents)
        self._empty = empty

    def __len__(self) -> int:
        """The number of nodes, OUTSIDE not counted."""
        return len(self._contents)

    def __iter__(self) -> Iterator[Content]:
        return iter(self._contents)

    def __getitem__(self, node: int) -> Content:
        return self._empty if self._is_outside(node) else self._contents[node]

    def __setitem__(self, node: int, content: Content) -> None:
        if not self._is_outside(node):
            self._contents[node] = content

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cells):
            return NotImplemented
        return self._contents == other._contents and bool(self._empty == other._empty)

    __hash__ = None  # type: ignore[assignment]  # contents change

    def __repr__(self) -> str:
        return f"Cells({self._contents!r}, {self._empty!r})"

    def copy(self) -> Cells[Content]:
        """The same contents, to be changed apart."""
        return Cells(self._contents, self._empty)

    def _is_outside(self, node: int) -> bool:
        if not 0 <= node <= len(self._contents):
            raise IndexError(f"there is no node {node} among {len(self._contents)}")
        return node == len(self._contents)


class Board:
    """An immutable board graph.

    ``links`` are pairs of node indices and are directed. ``max_turn`` is the greatest angle between the
    wanted direction and a step that still counts as one, so by how much lines may bend where nothing lies
    straight ahead: 0 keeps them straight on every board. ``heading`` says what a ray does after a turn.
    ``ValueError`` when these are no board: no node or too many, a position that is no number, a label
    given twice, a link from or to nowhere or without a direction. Ids are not looked at: only files use them.

    Attributes: ``links[node]`` are the node's links, sorted by direction, in one direction the nearest first.
    """

    nodes: tuple[Node, ...]
    links: tuple[tuple[Link, ...], ...]
    name: str
    max_turn: float
    heading: Heading

    def __init__(
        self,
        nodes: Iterable[Node],
        links: Iterable[tuple[int, int]],
        *,
        name: str = "",
        max_turn: float = 45.0,
        heading: Heading = Heading.FIXED,
    ) -> None:
        if not 0.0 <= max_turn <= MAX_DEGREES:
            raise ValueError(f"max_turn is {max_turn}, not between 0 and {MAX_DEGREES:.0f} degrees")
        every = tuple(nodes)
        _check_nodes(every)
        # Attributes are set once, past the refusing __setattr__.
        vars(self).update(
            nodes=every,
            links=_sorted_links(every, links),
            name=name,
            max_turn=float(max_turn),
            heading=Heading(heading),
            _index={node.label: index for index, node in enumerate(every)},
        )

    _index: dict[str, int]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board is immutable: '{name}' can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board is immutable: '{name}' can't be deleted")

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        links = sum(map(len, self.links))
        return f"<Board {self.name or 'without a name'}: {len(self)} nodes, {links} links>"

    def _identity(self) -> tuple[object, ...]:
        return (self.nodes, self.links, self.name, self.max_turn, self.heading)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((len(self.nodes), self.name, self.links))

    @property
    def outside(self) -> int:
        """The OUTSIDE node: where steps off the board lead. It reads as empty and swallows writes."""
        return len(self.nodes)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(node.label for node in self.nodes)

    def index(self, label: str) -> int | None:
        """The node with this label, or None."""
        return self._index.get(label)

    def turned(self) -> Board:
        """The same board seen from the opposite side."""
        nodes = [
            replace(node, x=-node.x, y=-node.y, outline=tuple((-x, -y) for x, y in node.outline)) for node in self.nodes
        ]
        return self._with_nodes(nodes)

    def relabelled(self, labels: Iterable[str]) -> Board:
        """The same board with other labels, in the order of its nodes."""
        return self._with_nodes([replace(node, label=label) for node, label in zip(self.nodes, labels, strict=True)])

    def _with_nodes(self, nodes: Iterable[Node]) -> Board:
        """With the same links between other nodes."""
        pairs = [(start, link.target) for start, links in enumerate(self.links) for link in links]
        return Board(nodes, pairs, name=self.name, max_turn=self.max_turn, heading=self.heading)

    def label(self, node: int) -> str:
        return self.nodes[node].label

    def cells(self, empty: Content) -> Cells[Content]:
        """A fresh content for every node, with OUTSIDE behind them."""
        return Cells([empty] * len(self), empty)

    def neighbours(self, node: int) -> tuple[int, ...]:
        """The nodes one link away, by direction, invisible ones too; OUTSIDE has none."""
        return tuple(link.target for link in self._links_of(self.links, node))

    def step(self, node: int, direction: float) -> int:
        """The neighbour closest to the direction, or OUTSIDE where none is within ``max_turn``.

        A tie goes to the lower degree, between neighbours in one direction to the nearest. The neighbour
        may be invisible: it shapes the way, though nothing can stand there.
        """
        link = self._closest(self.links, node, direction)
        return link.target if link else self.outside

    def ray(self, node: int, direction: float) -> tuple[int, ...]:
        """The nodes passed when stepping on in a direction: up to the edge, to an invisible node or to a
        node seen before (the start is one), which is not part of the ray any more."""
        return tuple(self._walk(self.links, node, direction))

    def rays(self, node: int) -> tuple[tuple[int, ...], ...]:
        """One ray for each direction in which the node has a neighbour, sorted; an invisible one gives ``()``."""
        return self._every_walk(self.links, node)

    @cached_property
    def diagonal_links(self) -> tuple[tuple[Link, ...], ...]:
        """The diagonal neighbours of every node, sorted like ``links``.

        They are the common neighbours of two neighbours that follow each other by angle, less than a
        half turn apart, except the node itself and its neighbours. Neighbours in one direction follow
        each other, and so does each of them those in the next direction.
        """
        sets = tuple(_as_set(self.neighbours(node)) for node in range(len(self)))
        return tuple(self._links_to(node, self._diagonals_of(node, sets)) for node in range(len(self)))

    def diagonals(self, node: int) -> tuple[int, ...]:
        """The diagonal neighbours of a node, by direction, invisible ones too; OUTSIDE has none."""
        return tuple(link.target for link in self._links_of(self.diagonal_links, node))

    def diagonal_ray(self, node: int, direction: float) -> tuple[int, ...]:
        """Like :meth:`ray`, stepping on diagonal neighbours."""
        return tuple(self._walk(self.diagonal_links, node, direction))

    def diagonal_rays(self, node: int) -> tuple[tuple[int, ...], ...]:
        """Like :meth:`rays`, stepping on diagonal neighbours."""
        return self._every_walk(self.diagonal_links, node)

    def _links_of(self, links: Sequence[Sequence[Link]], node: int) -> Sequence[Link]:
        return () if node == self.outside else links[node]

    def _links_to(self, node: int, targets: Iterable[int]) -> tuple[Link, ...]:
        return _by_direction(self.nodes, node, targets)

    def _diagonals_of(self, node: int, neighbour_sets: Sequence[int]) -> Iterator[int]:
        """Sets of nodes are integers here: a map may have nodes with a thousand neighbours."""
        found = 0
        directions = _directions(self.links[node])
        reaches = [_reach(links, neighbour_sets) for links in directions]
        for number, links in enumerate(directions):
            once, twice = reaches[number]
            found |= twice
            following = (number + 1) % len(directions)
            arc = (directions[following][0].direction - links[0].direction) % 360.0
            if following != number and arc < MAX_DEGREES - ANGLE_TOLERANCE:
                found |= once & reaches[following][0]
        return _members(found & ~(neighbour_sets[node] | 1 << node))

    def _closest(self, links: Sequence[Sequence[Link]], node: int, direction: float) -> Link | None:
        of_node = self._links_of(links, node)
        return _closest_link(of_node, direction % 360.0, self.max_turn) if of_node else None

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

    def _every_walk(self, links: Sequence[Sequence[Link]], node: int) -> tuple[tuple[int, ...], ...]:
        # A neighbour behind another one, in the same direction, is no step of its own.
        own = (link for link in self._links_of(links, node) if self._closest(links, node, link.direction) == link)
        return tuple(tuple(self._walk(links, node, link.direction)) for link in own)


def _check_nodes(nodes: Sequence[Node]) -> None:
    if not 1 <= len(nodes) <= MAX_NODES:
        raise ValueError(f"a board has 1 to {MAX_NODES:,} nodes, not {len(nodes):,}")
    if len({node.label for node in nodes}) != len(nodes):
        raise ValueError("two nodes of the board have the same label")
    for node in nodes:
        if not (math.isfinite(node.x) and math.isfinite(node.y)):
            raise ValueError(f"the node {node.label} is at no place: ({node.x}, {node.y})")


def _sorted_links(nodes: Sequence[Node], pairs: Iterable[tuple[int, int]]) -> tuple[tuple[Link, ...], ...]:
    targets: list[set[int]] = [set() for _ in nodes]
    for start, end in pairs:
        if not (0 <= start < len(nodes) and 0 <= end < len(nodes)):
            raise ValueError(f"a link goes from node {start} to node {end}, the board has {len(nodes)} nodes")
        if start == end:
            raise ValueError(f"the node {nodes[start].label} is linked to itself")
        if (nodes[start].x, nodes[start].y) == (nodes[end].x, nodes[end].y):
            raise ValueError(f"the linked nodes {nodes[start].label} and {nodes[end].label} are at the same place")
        targets[start].add(end)
    return tuple(_by_direction(nodes, start, ends) for start, ends in enumerate(targets))


def _by_direction(nodes: Sequence[Node], start: int, targets: Iterable[int]) -> tuple[Link, ...]:
    """Links sorted by direction, in one direction the nearest first."""
    origin = nodes[start]
    links = (Link(direction_between(origin, nodes[target]), target) for target in targets)
    return tuple(sorted(links, key=lambda link: (link.direction, distance_between(origin, nodes[link.target]), link)))


def _closest_link(links: Sequence[Link], direction: float, max_turn: float) -> Link | None:
    """The link closest to a direction in [0, 360), of those equally close the first; found by bisection."""

    def turn(place: int) -> float:
        return turn_between(links[place].direction, direction)

    above = _place(links, direction)
    if links[above].direction == direction and (above == 0 or _is_alone(links, above)):
        return links[above]  # as nearly always
    least = min(turn(above - 1), turn(above))
    if not least <= max_turn + ANGLE_TOLERANCE:
        return None
    # The equally close ones lie in two narrow arcs to both sides; an arc across 0 goes on at the first link.
    arcs = (_place(links, (direction + side - ANGLE_TOLERANCE) % 360.0) for side in (-least, least))
    return links[min(place for place in (0, above, *arcs) if turn(place) <= least + ANGLE_TOLERANCE)]


def _is_alone(links: Sequence[Link], place: int) -> bool:
    """Whether no link before this one has nearly its direction, also across 0."""
    direction, near = links[place].direction, 2 * ANGLE_TOLERANCE
    return links[place - 1].direction < direction - near and direction < 360.0 - near


def _place(links: Sequence[Link], direction: float) -> int:
    """The place of the first link that is not below the direction; behind the last one comes the first."""
    return bisect_left(links, (direction,)) % len(links)


def _directions(links: Sequence[Link]) -> list[list[Link]]:
    """Sorted links, those in one direction together."""
    together: list[list[Link]] = []
    for link in links:
        if together and link.direction - together[-1][-1].direction <= ANGLE_TOLERANCE:
            together[-1].append(link)
        else:
            together.append([link])
    is_round = turn_between(links[-1].direction, links[0].direction) <= ANGLE_TOLERANCE if links else False
    if is_round and len(together) > 1:
        together[0] = together.pop() + together[0]
    return together


def _reach(links: Iterable[Link], neighbour_sets: Sequence[int]) -> tuple[int, int]:
    """The nodes that are neighbours of at least one, and of at least two, of the links' targets."""
    once = twice = 0
    for link in links:
        twice |= once & neighbour_sets[link.target]
        once |= neighbour_sets[link.target]
    return once, twice


def _as_set(nodes: Iterable[int]) -> int:
    members = 0
    for node in nodes:
        members |= 1 << node
    return members


def _members(members: int) -> Iterator[int]:
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest
