"""Graph puzzles as JSON files, read with all faults listed at once.

    {"nodes": [1, "goal", {"id": 3, "x": 0, "y": 1.5}],
     "edges": [[1, 3], [3, "goal"]], "start": 1, "solutions": ["goal"]}

A node is its name, a whole number or a text, or an object with its name as ``id`` and its place in the drawing; nodes
without a place are put on a circle. Edges are directed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from ludograph.board import Board, Node
from ludograph.board.graph import MAX_NODES
from ludograph.core.files import read_text
from ludograph.core.texts import quoted
from ludograph.errors import InvalidMap

NAME = re.compile(r"[A-Za-z0-9_]{1,16}")
MAX_COORDINATE = 1e6
KEYS = ("nodes", "edges", "start", "solutions")

Point = tuple[float, float]


@dataclass(frozen=True)
class PuzzleGraph:
    """The nodes' names are the labels of the board; start, solutions and the ends of edges are numbers of nodes."""

    board: Board
    edges: frozenset[tuple[int, int]]
    start: int
    solutions: tuple[int, ...]


def read_graph(file: Path) -> PuzzleGraph:
    """The graph in a file; InvalidMap lists what is wrong with it."""
    text = read_text(file)
    reader = _Reader()
    try:
        data = json.loads(text, object_pairs_hook=reader.join)
    except json.JSONDecodeError as error:
        fault = f"it is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        raise InvalidMap(f"The graph {file} can't be read", [fault]) from None
    except (RecursionError, ValueError):
        fault = "it is nested too deeply or has a number with too many digits"
        raise InvalidMap(f"The graph {file} can't be read", [fault]) from None
    graph = reader.read(data)
    if graph is None:
        raise InvalidMap(f"The graph {file} is not valid", reader.faults)
    return graph


class _Reader:
    """Collects the faults of one graph while it reads what can be read."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.numbers: dict[str, int] = {}
        self.is_complete = True  # every node could be read, so that a name that is not known is a fault

    def join(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        """A JSON object from its parts; it is a fault that a key is there twice, as one value would be lost."""
        keys = [key for key, _ in pairs]
        self.faults += [f"the key {quoted(key)} is there twice" for key in sorted(set(keys)) if keys.count(key) > 1]
        return dict(pairs)

    def read(self, data: object) -> PuzzleGraph | None:
        """The graph in parsed JSON; None when there are faults."""
        if not isinstance(data, dict):
            self.faults.append("it is no JSON object")
            return None
        self.faults += [f"it has no {key!r}" for key in KEYS if key not in data]
        self.faults += [f"it has a key {quoted(key)}, which is not known" for key in data if key not in KEYS]
        places = self._nodes(data.get("nodes", []))
        edges = list(self._edges(data.get("edges", [])))
        start = self._node("the start", data.get("start")) if "start" in data else None
        solutions = self._solutions(data.get("solutions", []))
        if not self.faults:
            self.faults += _places_faults(list(self.numbers), places, edges)
        if self.faults or start is None:
            return None
        nodes = (
            Node(number, name, *places[number], shade=_shade(number, solutions))
            for name, number in self.numbers.items()
        )
        return PuzzleGraph(Board(nodes, edges, name="graph"), frozenset(edges), start, tuple(solutions))

    def _list(self, what: str, value: object) -> list[object]:
        if isinstance(value, list):
            return value
        self.faults.append(f"{what!r} is no list")
        return []

    def _nodes(self, value: object) -> list[Point]:
        """The places of the nodes; their names are numbered."""
        items = self._list("nodes", value)
        if not items:
            self.faults.append("it has no node")
            self.is_complete = False
        if len(items) > MAX_NODES:
            self.faults.append(f"it has {len(items):,} nodes, more than {MAX_NODES:,}")
            self.is_complete = False
        places = []
        for number, item in enumerate(items[:MAX_NODES]):
            name = _name(item.get("id") if isinstance(item, dict) else item)
            place = self._place(number, len(items), item)
            if name is None:
                self.faults.append(
                    f"the node number {number + 1} has no name of at most 16 letters, digits or _, and no whole number"
                )
                self.is_complete = False
            elif name in self.numbers:
                self.faults.append(f"the node {name} is given twice")
            else:
                self.numbers[name] = len(self.numbers)
                places.append(place)
        return places

    def _place(self, number: int, count: int, item: object) -> Point:
        """Where a node is drawn."""
        if isinstance(item, dict) and item.keys() != {"id"}:
            x, y = item.get("x"), item.get("y")
            if strange := sorted(item.keys() - {"id", "x", "y"}):
                self.faults.append(f"the node number {number + 1} has a key {quoted(strange[0])}, which is not known")
            if _is_coordinate(x) and _is_coordinate(y):
                return float(x), float(y)
            self.faults.append(f"the node number {number + 1} has an x or y that is no number up to a million")
        angle = math.pi * (0.5 - 2 * number / count)
        radius = max(1.0, count / 4)
        return round(radius * math.cos(angle), 6), round(radius * math.sin(angle), 6)

    def _edges(self, value: object) -> Iterator[tuple[int, int]]:
        seen = set()
        for number, item in enumerate(self._list("edges", value), 1):
            if not isinstance(item, list) or len(item) != 2:
                self.faults.append(f"the edge number {number} is no pair of nodes")
                continue
            ends = [self._node(f"an end of the edge number {number}", end) for end in item]
            if ends[0] is None or ends[1] is None:
                continue
            edge = ends[0], ends[1]
            if edge[0] == edge[1]:
                self.faults.append(f"the edge number {number} leads from a node to itself")
            elif edge in seen:
                self.faults.append(f"the edge number {number} is there already")
            else:
                seen.add(edge)
                yield edge

    def _solutions(self, value: object) -> list[int]:
        items = self._list("solutions", value)
        found = [self._node("a solution", item) for item in items]
        known = [node for node in found if node is not None]
        if len(set(known)) < len(known):
            self.faults.append("a solution is given twice")
        return known

    def _node(self, what: str, value: object) -> int | None:
        """The number of the node that a value names."""
        name = _name(value)
        if name in self.numbers:
            return self.numbers[name]
        if name is None or self.is_complete:
            self.faults.append(f"{what} is {quoted(json.dumps(value))}, which is no node")
        return None


def _name(value: object) -> str | None:
    """The name that a value gives a node: a text, or a whole number, which may be an integral float."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**16:
        return str(value)
    return value if isinstance(value, str) and NAME.fullmatch(value) else None


def _is_coordinate(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_COORDINATE


def _shade(number: int, solutions: list[int]) -> int:
    return 1 if number in solutions else 0


def _places_faults(names: list[str], places: list[Point], edges: list[tuple[int, int]]) -> list[str]:
    """Nodes that an edge joins can't be drawn at one place."""
    return [
        f"the nodes {names[start]} and {names[end]} are joined, but at the same place"
        for start, end in edges
        if places[start] == places[end]
    ]
