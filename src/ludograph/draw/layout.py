"""Where the nodes of a board stand in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ludograph.board import Board, Node

Place = tuple[int, int]

# Positions come from decimal files and from sines: what differs by less is the same.
SAME = 1e-6
# How much wider than its true proportions a regular board may become so that its cells fit side by side:
# what hexagons in files need, 2/√3, and not so much that the squares of a chequered board slide together.
WIDEST = 1.16
LARGEST_ZOOM = 100.0
ZOOM_STEP = 1.04


@dataclass(frozen=True)
class Layout:
    """Where each visible node's cell begins: ``places[node] = (line, column)``."""

    places: Mapping[int, Place]
    width: int
    height: int


@lru_cache(maxsize=64)
def layout(board: Board, cell_width: int, cell_height: int = 1, gap: int = 1) -> Layout:
    """Places for all visible nodes, in the board's own proportions; no cell covers another, and those of
    one line are ``gap`` columns apart or more.

    The columns and lines of a regular board, such as squares or hexagons, are evenly spaced.
    """
    nodes = {index: node for index, node in enumerate(board.nodes) if node.visible}
    raw = _on_grid(nodes, cell_width + gap, cell_height) or _zoomed(nodes, cell_width + gap, cell_height)
    top, left = min(line for line, _ in raw.values()), min(column for _, column in raw.values())
    places = {index: (line - top, column - left) for index, (line, column) in raw.items()}
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


def _on_grid(nodes: Mapping[int, Node], width: int, height: int) -> dict[int, Place] | None:
    """Places on evenly spaced lines and columns, if the nodes stand on such; None when they don't."""
    across = _spacing(node.x for node in nodes.values())
    up = _spacing(node.y for node in nodes.values())
    if across is None or up is None:
        return None
    steps = {index: (round(-node.y / up), round(node.x / across)) for index, node in nodes.items()}
    for lines, columns in _proportions(across / up * width / height):
        raw = {index: (line * lines, column * columns) for index, (line, column) in steps.items()}
        if _is_clear(raw.values(), width, height):
            return raw
    return None


def _spacing(values: Iterable[float]) -> float | None:
    """The distance between evenly spaced values, some of which may be missing; None when they are not even."""
    ordered = sorted(values)
    gaps = [after - before for before, after in pairwise(ordered) if after - before > SAME]
    if not gaps:
        return 1.0
    unit = min(gaps)
    is_even = all(abs(gap / unit - round(gap / unit)) < 1e-3 for gap in gaps)
    # Decimals are always multiples of something; with more holes than values that is no grid.
    return unit if is_even and (ordered[-1] - ordered[0]) / unit <= 2 * (len(gaps) + 1) else None


def _proportions(columns_per_line: float) -> Iterator[tuple[int, int]]:
    """Lines and columns between neighbouring places, the smallest first, near to a proportion."""
    for lines in range(1, 40):
        wanted = columns_per_line * lines
        for columns in range(max(1, int(wanted + SAME)), max(1, int(wanted * WIDEST)) + 1):
            yield lines, columns


def _zoomed(nodes: Mapping[int, Node], width: int, height: int) -> dict[int, Place]:
    """Places near to the nodes' positions, zoomed in until none covers another."""
    zoom = 1.0
    while True:
        down, across = zoom * height, zoom * width
        raw = {index: (round(-node.y * down), round(node.x * across)) for index, node in nodes.items()}
        if zoom > LARGEST_ZOOM or _is_clear(raw.values(), width, height):
            return raw
        zoom *= ZOOM_STEP


def _is_clear(places: Iterable[Place], width: int, height: int) -> bool:
    """Whether no two cells of this size overlap."""
    boxes: dict[Place, list[Place]] = {}
    for line, column in places:
        box_line, box_column = line // height, column // width
        for near in _around(box_line, box_column):
            if _touches(boxes.get(near, ()), line, column, width, height):
                return False
        boxes.setdefault((box_line, box_column), []).append((line, column))
    return True


def _around(line: int, column: int) -> Iterator[Place]:
    return ((line + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))


def _touches(others: Sequence[Place], line: int, column: int, width: int, height: int) -> bool:
    return any(
        abs(line - other_line) < height and abs(column - other_column) < width for other_line, other_column in others
    )
