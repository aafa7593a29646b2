"""Where the names of cells are written: along the edges where that is enough, else at each cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ludograph.board import Board, Node
from ludograph.board.graph import ANGLE_TOLERANCE, distance_between, turn_between
from ludograph.draw.edges import column_names, row_names

Point = tuple[float, float]

MAX_UNITS = 1100
BOARDS_KNOWN = 64  # position after position is drawn on the same board
SQUARE = 4  # corners
MOST_CORNERS = 12  # an outline with more of them is round
EDGE_FONT = 0.2  # heights of letters, in units
CELL_FONT = 0.17
USUAL_WIDTH, USUAL_HEIGHT = 16, 7.6  # in cells: on a smaller board, which is drawn larger, names are smaller
LEAST_SHARE = 0.4
LEGIBLE = 1 / 24  # of a drawing of a few centimetres: letters that can still be read
LARGEST_FONT = 0.5  # so that a name beside the board doesn't reach into it
APART = 0.5  # the least distance of names along two edges, in units
BESIDE_CELL = 0.2  # between a cell and its name, at least
LETTER_WIDTH = 0.62  # of the font's height, on average
NODE_RADIUS = 0.4  # of the circle that stands for a node without an outline, in units
POINT_RADIUS = 0.13  # of one that is a point where lines meet

# Below and to the left are read first; the others serve hexagons.
EDGES = (270.0, 180.0, 300.0, 240.0, 150.0, 210.0, 90.0, 0.0, 120.0, 60.0, 30.0, 330.0)
AROUND = tuple(45.0 * number for number in (6, 2, 7, 5, 1, 3, 0, 4))


@dataclass(frozen=True, slots=True)
class Name:
    """A text with its middle and its height, in the board's plane."""

    text: str
    x: float
    y: float
    height: float

    @property
    def width(self) -> float:
        """About how wide it is: fonts differ."""
        return LETTER_WIDTH * self.height * len(self.text)

    @property
    def corners(self) -> tuple[Point, Point]:
        right, up = self.width / 2, self.height / 2
        return (self.x - right, self.y - up), (self.x + right, self.y + up)


@lru_cache(maxsize=BOARDS_KNOWN)
def names(board: Board, unit: float) -> tuple[Name, ...]:
    """The names to write so that every visible cell can be called; ``unit`` is the width of the smallest cell."""
    letters = _along_edges(board, _letter_part, unit)
    numbers = _along_edges(board, _number_part, unit)
    pairs = [
        (along, other) for side, along in letters.items() for other_side, other in numbers.items() if side != other_side
    ]
    if pairs:
        apart = next((pair for pair in pairs if _least_distance(*pair) >= APART * unit), pairs[0])
        return _smaller((*apart[0], *apart[1]), board, unit)
    if grid := _around_grid(board, unit):
        return grid
    if around := _around_round_cells(board, unit):
        return around
    if free := _free_side(board):
        return _smaller((_before(node, node.label, free, unit) for node in _visible(board)), board, unit)
    used = _directions_of_lines(board)
    return tuple(
        _in_cell(node, unit) if node.outline else _beside_node(node, directions, unit)
        for node, directions in zip(board.nodes, used, strict=True)
        if node.visible
    )


@lru_cache(maxsize=BOARDS_KNOWN)
def legible_names(board: Board, unit: float) -> tuple[Name, ...]:
    """The names for a small drawing. Those along the edges are larger; one at each cell has no room to be."""
    found = names(board, unit)
    if len(found) >= len(_visible(board)):
        return found
    least = min(LARGEST_FONT, LEGIBLE * max(_extent(board, unit))) * unit
    return tuple(replace(name, height=max(name.height, least)) for name in found)


@lru_cache(maxsize=BOARDS_KNOWN)
def turned_names(board: Board, unit: float) -> tuple[Name, ...]:
    """The names for who sees the board from the opposite side: below and to the left there, too."""
    return tuple(replace(name, x=-name.x, y=-name.y) for name in names(board.turned(), unit))


@lru_cache(maxsize=BOARDS_KNOWN)
def unit_of(board: Board) -> float:
    """The width of the smallest cell: of the circle inside an outline, or the distance of the nearest two nodes.

    It is never so small that a drawing would be wider than :data:`MAX_UNITS`: a map may have nodes that are
    next to nothing apart.
    """
    widths = [2 * _distance_to_outline((node.x, node.y), node) for node in board.nodes if node.outline]
    plain = [node for node in board.nodes if not node.outline]
    if len(plain) > 1:
        widths.append(_nearest_distance(plain))
    points = [point for node in board.nodes for point in ((node.x, node.y), *node.outline)]
    extent = max(max(values) - min(values) for values in zip(*points, strict=True))
    return max(min(widths, default=1.0), extent / MAX_UNITS) or 1.0


def cell_of(name: Name, board: Board) -> Node | None:
    """The cell in whose corner a name is written; None when it stands beside the board, or beside a bare node."""
    return next((node for node in _visible(board) if _is_inside((name.x, name.y), node.outline)), None)


@lru_cache(maxsize=BOARDS_KNOWN)
def cells_of(names: tuple[Name, ...], board: Board) -> tuple[Node | None, ...]:
    """The same of several names."""
    return tuple(cell_of(name, board) for name in names)


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a line from the point to the right leaves the outline once more than it enters it."""
    x, y = point
    sides = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    crossed = ((x1, y1, x2, y2) for (x1, y1), (x2, y2) in sides if (y1 > y) != (y2 > y))
    return sum(x < x1 + (x2 - x1) * (y - y1) / (y2 - y1) for x1, y1, x2, y2 in crossed) % 2 == 1


def _visible(board: Board) -> list[Node]:
    return [node for node in board.nodes if node.visible]


def _letter_part(label: str) -> str:
    return label.rstrip("0123456789")


def _number_part(label: str) -> str:
    return label[len(_letter_part(label)) :]


def _along_edges(board: Board, part_of: Callable[[str], str], unit: float) -> dict[float, list[Name]]:
    """For each side that will do, each part written once: before the one cell that has no neighbour on that side.

    Sides to which the lines of cells with the same part lead come first: there a part lies on its own line.
    """
    parts = {part_of(node.label) for node in _visible(board)}
    found: dict[float, list[Name]] = {}
    sides = sorted(EDGES, key=lambda side: not _leads_along(board, part_of, side))
    for side in sides if "" not in parts else ():
        ends = [node for index, node in enumerate(board.nodes) if node.visible and _is_end(board, index, side)]
        if len(ends) == len(parts) == len({part_of(node.label) for node in ends}):
            found[side] = [_before(node, part_of(node.label), side, unit) for node in ends]
    return found


def _around_grid(board: Board, unit: float) -> tuple[Name, ...]:
    """Below the columns and to the left of the rows of a grid that is not full, one with holes, or the dark squares of
    a larger one; and of one whose lines are interrupted, as by a river."""
    columns, rows = column_names(board), row_names(board)
    if not columns or not rows:
        return ()
    are_squares = all(len(node.outline) == SQUARE for node in _visible(board))
    if not are_squares and len(columns) * len(rows) > len(_visible(board)):
        return ()
    left, bottom, height = min(columns) - unit * 0.78, min(rows) - unit * 0.78, EDGE_FONT * unit
    below = (Name(text, x, bottom, height) for x, text in sorted(columns.items()))
    return (*below, *(Name(text, left, y, height) for y, text in sorted(rows.items())))


def _free_side(board: Board) -> float | None:
    """Below a single row of cells, and to the left of a single column, where names are never behind pieces."""
    nodes = _visible(board)
    if not all(node.outline for node in nodes):
        return None
    sides = ((270.0, {node.y for node in nodes}), (180.0, {node.x for node in nodes}))
    return next((side for side, places in sides if len(places) == 1), None)


def _around_round_cells(board: Board, unit: float) -> tuple[Name, ...]:
    """Below or above round cells, which have no corner for a name, where nothing lies there: two rows of pits."""
    nodes = _visible(board)
    if not all(len(node.outline) > MOST_CORNERS for node in nodes):
        return ()
    found = []
    for node in nodes:
        column = [other.y for other in nodes if abs(other.x - node.x) < unit / 2]
        if min(column) < node.y < max(column):
            return ()
        found.append(_before(node, node.label, 270.0 if node.y == min(column) else 90.0, unit))
    return tuple(found)


def _before(node: Node, text: str, side: float, unit: float) -> Name:
    """A name before a cell, on one side of it; cells may be wider than others."""
    angle = math.radians(side)
    reach = max((math.cos(angle) * (x - node.x) + math.sin(angle) * (y - node.y) for x, y in node.outline), default=0.0)
    return _moved(node, text, side, max(unit * 0.78, reach + unit * BESIDE_CELL), EDGE_FONT * unit)


def _least_distance(some: Iterable[Name], others: Sequence[Name]) -> float:
    distances = (math.dist((one.x, one.y), (other.x, other.y)) for one in some for other in others)
    return min(distances, default=math.inf)


def _smaller(found: Iterable[Name], board: Board, unit: float) -> tuple[Name, ...]:
    """Names beside a board of few cells: these are drawn large, and their names need not be."""
    across, down = _extent(board, unit)
    share = max(LEAST_SHARE, min(1.0, max(across / USUAL_WIDTH, down / USUAL_HEIGHT)))
    return tuple(replace(name, height=name.height * share) for name in found)


def _extent(board: Board, unit: float) -> tuple[float, float]:
    """How many cells there are across and down."""
    nodes = _visible(board) or board.nodes
    across, down = ((max(at) - min(at)) / unit + 1 for at in ([node.x for node in nodes], [node.y for node in nodes]))
    return across, down


def _leads_along(board: Board, part_of: Callable[[str], str], side: float) -> bool:
    """Whether every step to this side leads to a cell with the same part."""
    return all(
        part_of(board.label(link.target)) == part_of(node.label)
        for index, node in enumerate(board.nodes)
        for link in board.links[index]
        if node.visible and turn_between(link.direction, side) <= ANGLE_TOLERANCE and board.nodes[link.target].visible
    )


def _is_end(board: Board, index: int, side: float) -> bool:
    return not any(
        turn_between(link.direction, side) <= ANGLE_TOLERANCE and board.nodes[link.target].visible
        for link in board.links[index]
    )


def _moved(node: Node, text: str, direction: float, distance: float, height: float) -> Name:
    angle = math.radians(direction)
    return Name(text, node.x + distance * math.cos(angle), node.y + distance * math.sin(angle), height)


def _in_cell(node: Node, unit: float) -> Name:
    """In the corner farthest from the piece in the middle; of several in the one at the upper left."""

    def farthest(corner: Point) -> tuple[float, float]:
        return round(math.dist(corner, (node.x, node.y)) / unit, 3), corner[1] - corner[0]

    x, y = max(node.outline, key=farthest)
    for tenths in (9, 8, 7, 6, 5):  # of the way from the middle to the corner: as far out as there is room
        out = tenths / 10
        name = Name(node.label, node.x + (x - node.x) * out, node.y + (y - node.y) * out, CELL_FONT * unit)
        if _distance_to_outline((name.x, name.y), node) >= max(name.width, name.height) / 2 + 0.02 * unit:
            break
    return name


def _directions_of_lines(board: Board) -> list[list[float]]:
    """For each node the directions in which lines are drawn, from it or to it."""
    used: list[list[float]] = [[] for _ in board.nodes]
    for start, links in enumerate(board.links):
        for link in links:
            used[start].append(link.direction)
            used[link.target].append(link.direction + 180.0)
    return used


def _beside_node(node: Node, used: Sequence[float], unit: float) -> Name:
    """On the side where lines are farthest away: below if there is a choice."""
    side = max(AROUND, key=lambda side: min((turn_between(side, direction) for direction in used), default=180.0))
    height = EDGE_FONT * unit
    half_width = LETTER_WIDTH * height * len(node.label) / 2
    distance = NODE_RADIUS * unit + height * 0.8 + abs(math.cos(math.radians(side))) * half_width
    return _moved(node, node.label, side, distance, height)


def _distance_to_outline(point: Point, node: Node) -> float:
    corners = node.outline
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return min(_distance_to_side(point, *side) for side in sides)


def _distance_to_side(point: Point, start: Point, end: Point) -> float:
    length = math.dist(start, end)
    if length == 0:
        return math.dist(point, start)
    (px, py), (sx, sy), (ex, ey) = point, start, end
    along = ((px - sx) * (ex - sx) + (py - sy) * (ey - sy)) / length**2
    along = min(1.0, max(0.0, along))
    return math.dist(point, (sx + along * (ex - sx), sy + along * (ey - sy)))


def _nearest_distance(nodes: Sequence[Node]) -> float:
    """The distance of the two nearest nodes, found from left to right: only few are close in x."""
    ordered = sorted(nodes, key=lambda node: node.x)
    nearest = math.inf
    for number, node in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other.x - node.x >= nearest:
                break
            nearest = min(nearest, distance_between(node, other))
    return nearest
