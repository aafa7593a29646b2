"""Where the nodes of a board stand in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ludograph.board import Board, Node
from ludograph.draw.coordinates import unit_of

Place = tuple[int, int]
Places = dict[int, Place]

CELL_WIDTH = 2
MAX_ZOOM = 50
MAX_WIDTH, MAX_HEIGHT = 400, 200  # beyond these a board in proportion is no help to the eye
SAME_LEVEL = 1e-6  # positions are decimals: what differs by less is in one row
OFF_LATTICE = 1e-3
# How much wider than its true proportions a regular board may become so that its cells fit side by side:
# what hexagons in files need, 2/√3, and not so much that the squares of a chequered board slide together.
WIDEST = 1.16


@dataclass(frozen=True)
class Layout:
    """Where each visible node's cell begins: ``places[node] = (line, column)``."""

    places: Mapping[int, Place]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Cell:
    """The room that a node needs, the gap behind it included."""

    width: int
    height: int


@lru_cache(maxsize=64)
def layout(board: Board, cell_width: int = CELL_WIDTH, cell_height: int = 1, gap: int = 1) -> Layout:
    """Places for all visible nodes, none covering another: evenly spaced on regular boards, else in the board's
    own proportions, or in its order of lines and columns where these would need too much room.

    Cells of one line are ``gap`` columns apart or more. Cells of one line's height stand as close as they can.
    """
    nodes = {index: node for index, node in enumerate(board.nodes) if node.visible}
    if not nodes:
        return Layout({}, 0, 0)
    cell = _Cell(cell_width + gap, cell_height)
    places = _on_lattice(nodes, cell) or _in_proportion(nodes, cell, unit_of(board)) or _in_order(nodes, cell)
    height = max(line for line, _ in places.values()) + cell_height
    width = max(column for _, column in places.values()) + cell_width
    return Layout(places, width, height)


def first_labels(board: Board, plan: Layout) -> dict[int, str]:
    """For each line the label of the first node that begins there: enough to name all cells of a regular board."""
    first: dict[int, int] = {}
    for index, (line, column) in plan.places.items():
        if line not in first or column < plan.places[first[line]][1]:
            first[line] = index
    return {line: board.label(node) for line, node in first.items()}


def _on_lattice(nodes: Mapping[int, Node], cell: _Cell) -> Places | None:
    """Places on evenly spaced lines and columns; None for boards that aren't regular."""
    lines, up = _multiples({index: -node.y for index, node in nodes.items()})
    columns, across = _multiples({index: node.x for index, node in nodes.items()})
    if not lines or not columns:
        return None
    for line_step, column_step in _steps(cell, across / up):
        places = {index: (lines[index] * line_step, columns[index] * column_step) for index in nodes}
        if _is_clear(places.values(), cell):
            return places
    return None


def _multiples(values: Mapping[int, float]) -> tuple[dict[int, int], float]:
    """The values as whole multiples of their least difference, from 0, and that difference; no values when they
    aren't such multiples, or are too far apart."""
    levels = sorted(set(values.values()))
    gaps = [after - before for before, after in pairwise(levels)]
    least = min((gap for gap in gaps if gap > SAME_LEVEL), default=1.0)
    if (levels[-1] - levels[0]) / least > MAX_HEIGHT:
        return {}, least
    exact = {index: (value - levels[0]) / least for index, value in values.items()}
    if any(abs(multiple - round(multiple)) > OFF_LATTICE for multiple in exact.values()):
        return {}, least
    return {index: round(multiple) for index, multiple in exact.items()}, least


def _steps(cell: _Cell, proportion: float) -> Iterator[Place]:
    """Lines and columns from one place of a lattice to the next, the closest first.

    ``proportion`` is that of the lattice's columns to its lines, in the plane.
    """
    if cell.height == 1:
        # A character is so much higher than wide that no board becomes too narrow.
        yield from ((1, columns) for columns in range(1, cell.width + 1))
    for lines in range(1, 2 * cell.height + 1):
        wanted = proportion * cell.width / cell.height * lines
        for columns in range(max(1, int(wanted + SAME_LEVEL)), max(1, int(wanted * WIDEST)) + 1):
            yield lines, columns


def _in_proportion(nodes: Mapping[int, Node], cell: _Cell, unit: float) -> Places | None:
    """Places as in the plane, as close as they can be; None when they would need too much room."""
    left, top = min(node.x for node in nodes.values()), max(node.y for node in nodes.values())
    right, bottom = max(node.x for node in nodes.values()), min(node.y for node in nodes.values())
    for eighths in range(4, 8 * MAX_ZOOM):
        zoom = eighths / 8 / unit
        down, across = cell.height * zoom, cell.width * zoom
        if max((right - left) * across / MAX_WIDTH, (top - bottom) * down / MAX_HEIGHT) > 1:
            return None
        places = {
            index: (round((top - node.y) * down), round((node.x - left) * across)) for index, node in nodes.items()
        }
        if _is_clear(places.values(), cell):
            return places
    return None


def _in_order(nodes: Mapping[int, Node], cell: _Cell) -> Places:
    """Lines in the order of y, columns in the order of x: always clear, and never more than the board has of each."""
    lines = {y: line for line, y in enumerate(sorted({node.y for node in nodes.values()}, reverse=True))}
    columns = {x: column for column, x in enumerate(sorted({node.x for node in nodes.values()}))}
    return {index: (lines[node.y] * cell.height, columns[node.x] * cell.width) for index, node in nodes.items()}


def _is_clear(places: Iterable[Place], cell: _Cell) -> bool:
    """Whether no two cells overlap: each is compared with those that begin in boxes of its size around it."""
    boxes: dict[Place, list[Place]] = {}
    for line, column in places:
        box_line, box_column = line // cell.height, column // cell.width
        for near_line in (box_line - 1, box_line, box_line + 1):
            for near_column in (box_column - 1, box_column, box_column + 1):
                if _covers(boxes.get((near_line, near_column), ()), line, column, cell):
                    return False
        boxes.setdefault((box_line, box_column), []).append((line, column))
    return True


def _covers(others: Sequence[Place], line: int, column: int, cell: _Cell) -> bool:
    return any(
        abs(line - other_line) < cell.height and abs(column - other_column) < cell.width
        for other_line, other_column in others
    )
