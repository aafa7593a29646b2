"""Board maps as JSON files, read with all faults listed at once.

    {"format": "ludograph-map", "version": 1, "name": "…", "max_turn": 45, "heading": "fixed",
     "nodes": [{"id": 1, "x": 0, "y": 0, "label": "A1", "visible": true, "shade": 0, "outline": [[x, y], …]}, …],
     "links": [[1, 2], …]}

Only ``nodes`` (with id, x and y) and ``links`` are necessary, so that a plain nchess map reads as it is.
Links are directed; ids may be integral floats. Other keys are a game's own and are kept in ``extras``.
"""

from __future__ import annotations

import json
import math
import reprlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from ludograph.board.graph import MAX_DEGREES, MAX_NODES, Board, Heading, Node
from ludograph.errors import InvalidMap

FORMAT = "ludograph-map"
VERSION = 1
MAX_TEXT = 4 * 1024 * 1024
MAX_OUTLINE = 256
MAX_COORDINATE = 1e6
MAX_NAME = 200
MAX_LABEL = 16
MAX_SHADE = 15
MAX_DEPTH = 32
MAX_QUOTED = 60
OWN_KEYS = frozenset({"format", "version", "name", "max_turn", "heading", "nodes", "links"})

UNREADABLE = "The map can't be read"
NOT_VALID = "The map is not valid"


@dataclass(frozen=True)
class BoardMap:
    """A board together with what a game's map file says beyond it.

    ``extras`` are plain JSON data under keys that are not the board's own; else :class:`InvalidMap`.
    """

    board: Board
    extras: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clashes = sorted(OWN_KEYS.intersection(self.extras))
        faults = [f"'{key}' is the board's own key, not one for extras" for key in clashes]
        faults.extend(fault for key, value in self.extras.items() for fault in _extra_faults(key, value))
        if faults:
            raise InvalidMap(NOT_VALID, faults)


#: What a game finds wrong with the nodes and extras of a map.
Check = Callable[[Sequence[Node], Mapping[str, object]], Iterable[str]]


def read_map(text: str, check: Check | None = None) -> BoardMap:
    """The map in a JSON text; :class:`InvalidMap` with every fault when it is not one.

    A game's own ``check`` of the extras is asked too, also when other faults were found before, so that all are named.
    """
    if len(text) > MAX_TEXT:
        raise InvalidMap(UNREADABLE, [f"it is longer than {MAX_TEXT:,} characters"])
    reader = _MapReader(check)
    try:
        data = json.loads(text, object_pairs_hook=reader.join)
    except json.JSONDecodeError as error:
        fault = f"it is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        raise InvalidMap(UNREADABLE, [fault]) from None
    except (RecursionError, ValueError):
        fault = "it is nested too deeply or has a number with too many digits"
        raise InvalidMap(UNREADABLE, [fault]) from None
    return reader.read(data)


def map_from_dict(data: object) -> BoardMap:
    """The map in parsed JSON; :class:`InvalidMap` with every fault when it is not one."""
    return _MapReader().read(data)


def write_map(board_map: BoardMap) -> str:
    """The map as canonical JSON text: equal boards give equal texts and ``read_map`` gives the same map back.

    :class:`InvalidMap` when no map file can say it, for instance because two nodes have the same id.
    """
    data = map_to_dict(board_map)
    map_from_dict(data)
    lines = (f"  {_json(key)}: {_json_lines(value) if key == 'nodes' else _json(value)}" for key, value in data.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def map_to_dict(board_map: BoardMap) -> dict[str, object]:
    """The map as plain data for JSON."""
    board = board_map.board
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": board.name,
        "max_turn": _plain(board.max_turn),
        "heading": str(board.heading),
        **dict(sorted(board_map.extras.items())),
        "nodes": [_node_to_dict(node) for node in board.nodes],
        "links": [
            [board.nodes[start].id, board.nodes[link.target].id]
            for start, of_node in enumerate(board.links)
            for link in of_node
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)


def _json_lines(values: object) -> str:
    """A list with one item per line; an object keeps the order of its keys, which is the order to read it in."""
    assert isinstance(values, list)
    return "[\n" + ",\n".join("    " + json.dumps(value, ensure_ascii=False) for value in values) + "\n  ]"


def _plain(value: float) -> float:
    """Whole numbers without a point, so that 1 and 1.0 are written alike."""
    return int(value) if is_number(value) and value == int(value) else value


def _node_to_dict(node: Node) -> dict[str, object]:
    data: dict[str, object] = {"id": node.id, "label": node.label, "x": _plain(node.x), "y": _plain(node.y)}
    if not node.visible:
        data["visible"] = False
    if node.shade:
        data["shade"] = node.shade
    if node.outline:
        data["outline"] = [[_plain(x), _plain(y)] for x, y in node.outline]
    return data


class _MapReader:
    """Collects the faults of one map while it reads what can be read."""

    def __init__(self, check: Check | None = None) -> None:
        self.faults: list[str] = []
        self.check = check

    def join(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        """A JSON object from its parts; it is a fault that a key is there twice, as one value would be lost."""
        counts = Counter(key for key, _ in pairs)
        twice = (key for key, count in counts.items() if count > 1)
        self.faults.extend(f"the key {quoted_value(key)} is there twice in one object" for key in twice)
        return dict(pairs)

    def read(self, data: object) -> BoardMap:
        if not isinstance(data, dict):
            raise InvalidMap(NOT_VALID, [*self.faults, "it is no JSON object"])
        self._check_format(data)
        name = self._name(data.get("name", ""))
        max_turn = self._max_turn(data.get("max_turn", 45.0))
        heading = self._heading(data.get("heading", "fixed"))
        nodes = self._nodes(data.get("nodes"))
        links = self._links(data.get("links"), nodes)
        extras = {key: value for key, value in data.items() if key not in OWN_KEYS}
        wrong = [fault for key, value in extras.items() for fault in _extra_faults(key, value)]
        self.faults.extend(wrong)
        if self.check and nodes and not wrong:
            self.faults.extend(self.check(tuple(nodes.values()), extras))
        if self.faults:
            raise InvalidMap(NOT_VALID, self.faults)
        board = Board(nodes.values(), links, name=name, max_turn=max_turn, heading=heading)
        return BoardMap(board, extras)

    def _check_format(self, data: Mapping[str, object]) -> None:
        if data.get("format", FORMAT) != FORMAT:
            self.faults.append(f"its format is {quoted_value(data['format'])}, not '{FORMAT}'")
        version = data.get("version", VERSION)
        if version != VERSION or isinstance(version, bool):
            self.faults.append(f"its version is {quoted_value(version)}, this program reads version {VERSION}")

    def _name(self, value: object) -> str:
        if isinstance(value, str) and len(value) <= MAX_NAME and value.isprintable():
            return value
        self.faults.append(f"'name' is {quoted_value(value)}, not a text of at most {MAX_NAME} printable characters")
        return ""

    def _max_turn(self, value: object) -> float:
        if is_number(value) and 0 <= value <= MAX_DEGREES:
            return float(value)
        self.faults.append(f"'max_turn' is {quoted_value(value)}, not a number of degrees from 0 to 180")
        return 45.0

    def _heading(self, value: object) -> Heading:
        if value in tuple(Heading):
            return Heading(str(value))
        self.faults.append(f"'heading' is {quoted_value(value)}, not 'fixed' or 'follow'")
        return Heading.FIXED

    def _nodes(self, value: object) -> dict[int, Node]:
        """The readable nodes by id."""
        if not isinstance(value, list) or not value:
            self.faults.append("'nodes' is no list of at least one node")
            return {}
        if len(value) > MAX_NODES:
            self.faults.append(f"it has {len(value):,} nodes, more than {MAX_NODES:,}")
        nodes: dict[int, Node] = {}
        for number, item in enumerate(value, 1):
            where = f"node number {number}"
            node = self._node(where, item)
            if node is None:
                continue
            if node.id in nodes:
                self.faults.append(f"{where} has the id {node.id}, which another node has")
            nodes.setdefault(node.id, node)
        self._check_unique(nodes)
        return nodes

    def _check_unique(self, nodes: Mapping[int, Node]) -> None:
        labels: dict[str, int] = {}
        places: dict[tuple[float, float], int] = {}
        for node in nodes.values():
            other = labels.setdefault(node.label, node.id)
            if other != node.id:
                self.faults.append(f"the nodes {other} and {node.id} have the same label {quoted_value(node.label)}")
            other = places.setdefault((node.x, node.y), node.id)
            if other != node.id and math.isfinite(node.x + node.y):
                self.faults.append(f"the nodes {other} and {node.id} are at the same place")

    def _node(self, where: str, item: object) -> Node | None:
        if not isinstance(item, dict):
            self.faults.append(f"{where} is no JSON object")
            return None
        identity = as_integer(item.get("id"))
        if identity is None:
            self.faults.append(f"{where} has the id {quoted_value(item.get('id'))}, not a whole number")
            return None
        where = f"the node {identity}"
        label = self._label(where, item["label"]) if "label" in item else str(identity)
        x, y = self._coordinate(where, "x", item.get("x")), self._coordinate(where, "y", item.get("y"))
        visible = item.get("visible", True)
        if visible not in (True, False):  # 1.0 and 0.0 are, too: older files have them
            self.faults.append(f"{where} has 'visible' {quoted_value(visible)}, not true or false")
            visible = True
        return Node(identity, label, x, y, bool(visible), self._shade(where, item), self._outline(where, item))

    def _label(self, where: str, value: object) -> str:
        # A minus may come first: a negative id is its node's default label.
        text = value.removeprefix("-") if isinstance(value, str) else ""
        if text.isalnum() and len(text) <= MAX_LABEL:
            return str(value)
        self.faults.append(f"{where} has the label {quoted_value(value)}, not 1 to {MAX_LABEL} letters and digits")
        return f"label of {where}"

    def _coordinate(self, where: str, key: str, value: object) -> float:
        if _is_coordinate(value):
            return float(value)
        self.faults.append(f"{where} has {key} = {quoted_value(value)}, not a number within ±{MAX_COORDINATE:,.0f}")
        return math.nan

    def _shade(self, where: str, item: Mapping[str, object]) -> int:
        shade = as_integer(item.get("shade", 0))
        if shade is not None and 0 <= shade <= MAX_SHADE:
            return shade
        self.faults.append(
            f"{where} has the shade {quoted_value(item['shade'])}, not a whole number from 0 to {MAX_SHADE}"
        )
        return 0

    def _outline(self, where: str, item: Mapping[str, object]) -> tuple[tuple[float, float], ...]:
        points = item.get("outline", [])
        if not isinstance(points, list) or not (len(points) == 0 or 3 <= len(points) <= MAX_OUTLINE):
            self.faults.append(f"{where} has an outline that is no list of 3 to {MAX_OUTLINE} points")
            return ()
        wrong = [point for point in points if not _is_point(point)]
        self.faults.extend(
            f"{where} has an outline with the point {quoted_value(point)}, not [x, y]" for point in wrong
        )
        return () if wrong else tuple((float(x), float(y)) for x, y in points)

    def _links(self, value: object, nodes: Mapping[int, Node]) -> list[tuple[int, int]]:
        """The readable links as pairs of indices."""
        if not isinstance(value, list):
            self.faults.append("'links' is no list of [from, to] pairs")
            return []
        if not nodes:  # a fault already, and it would be one for each link again
            return []
        index = {identity: number for number, identity in enumerate(nodes)}
        links: list[tuple[int, int]] = []
        seen: set[tuple[int, int]] = set()
        for number, item in enumerate(value, 1):
            pair = self._link(f"link number {number}", item, index)
            if pair is None:
                continue
            if pair in seen:
                self.faults.append(f"link number {number}, {quoted_value(item)}, is there twice")
            seen.add(pair)
            links.append(pair)
        return links

    def _link(self, where: str, item: object, index: Mapping[int, int]) -> tuple[int, int] | None:
        ends = [as_integer(end) for end in item] if isinstance(item, list) and len(item) == 2 else [None]
        if None in ends:
            self.faults.append(f"{where} is {quoted_value(item)}, not two node ids")
            return None
        start, end = ends
        unknown = [identity for identity in dict.fromkeys((start, end)) if identity not in index]
        self.faults.extend(f"{where} names the unknown node {identity}" for identity in unknown)
        if start == end:
            self.faults.append(f"{where} links the node {start} to itself")
        if unknown or start == end or start is None or end is None:
            return None
        return index[start], index[end]


def is_number(value: object) -> TypeGuard[int | float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _is_coordinate(value: object) -> TypeGuard[int | float]:
    return is_number(value) and abs(value) <= MAX_COORDINATE


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_coordinate, value))


def as_integer(value: object) -> int | None:
    """The value as an integer; integral floats count, booleans and huge numbers don't."""
    if not is_number(value):
        return None
    return int(value) if value == int(value) and abs(value) < 2**53 else None


def _extra_faults(key: object, value: object) -> Iterator[str]:
    """What keeps a value from being written as JSON and read back as the same."""
    where = f"the extra {quoted_value(key)}"
    parts: list[tuple[object, int]] = [(key, 0), (value, 1)]
    if not isinstance(key, str):
        yield f"{where} has a key that is no text"
    while parts:
        part, depth = parts.pop()
        inside = _inside(part)
        if inside and depth == MAX_DEPTH:
            yield f"{where} is nested more than {MAX_DEPTH} deep"
            return
        parts.extend((each, depth + 1) for each in inside)
        if not _is_plain(part):
            yield f"{where} has {quoted_value(part)} in it, which is not plain JSON"


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else ()


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value)
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    return value is None or isinstance(value, list | bool) or is_number(value)


def quoted_value(value: object) -> str:
    """A value for a sentence: short, on one line, however deep it is nested."""
    try:
        text = _SHORT.repr(value)
    except ValueError:  # Python refuses to write out integers of more than 4,300 digits
        return "a huge number"
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


_SHORT = reprlib.Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 40
