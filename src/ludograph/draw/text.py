"""A picture as text: every node gets a place in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from ludograph.board import Board, Node
from ludograph.draw.coordinates import unit_of
from ludograph.draw.picture import Picture

CELL_WIDTH = 2
EMPTY = "·"
MAX_ZOOM = 50
MAX_WIDTH, MAX_HEIGHT = 400, 200  # beyond these a board in proportion is no help to the eye
SAME_LEVEL = 1e-6  # positions are decimals: what differs by less is in one row
OFF_LATTICE = 1e-3

Places = dict[int, tuple[int, int]]


@dataclass(frozen=True)
class Layout:
    """Where each visible node's cell begins: ``places[node] = (line, column)``."""

    places: dict[int, tuple[int, int]]
    width: int
    height: int


def layout(board: Board, cell_width: int = CELL_WIDTH) -> Layout:
    """Places for all visible nodes, none touching another: row by row on regular boards, else in the board's
    own proportions, or in its order of lines and columns where these would need too much room."""
    nodes = {index: node for index, node in enumerate(board.nodes) if node.visible}
    if not nodes:
        return Layout({}, 0, 0)
    places = (
        _on_lattice(nodes, cell_width)
        or _in_proportion(nodes, cell_width, unit_of(board))
        or _in_order(nodes, cell_width)
    )
    height = max(line for line, _ in places.values()) + 1
    width = max(column for _, column in places.values()) + cell_width
    return Layout(places, width, height)


def to_text(picture: Picture) -> str:
    """The board as lines of text: the last move in brackets ``[x]``, marks as ``*x*``, both as ``[x*``."""
    width = max([CELL_WIDTH, *(len(piece.sign) for piece in picture.pieces)])
    plan = layout(picture.board, cell_width=width + 2)
    lines = [[" "] * plan.width for _ in range(plan.height)]
    for index, (line, column) in plan.places.items():
        lines[line][column : column + width + 2] = _framed(picture, index, width)
    return "\n".join("".join(line).rstrip() for line in _with_coordinates(picture.board, plan, lines))


def sign_on(picture: Picture, node: int, width: int = CELL_WIDTH) -> str:
    """What stands on a node, in so many characters."""
    piece = picture.on_node.get(node)
    return (piece.sign if piece else EMPTY).center(width)[:width]


def _framed(picture: Picture, node: int, width: int) -> str:
    is_last, is_marked = node in picture.last_move, node in picture.marks
    before = "[" if is_last else "*" if is_marked else " "
    after = "*" if is_marked else "]" if is_last else " "
    return before + sign_on(picture, node, width) + after


def _on_lattice(nodes: Mapping[int, Node], cell_width: int) -> Places | None:
    """One line for each row of a regular board, its columns as close as they can be; None for other boards."""
    lines = _multiples({index: -node.y for index, node in nodes.items()})
    columns = _multiples({index: node.x for index, node in nodes.items()})
    if lines is None or columns is None:
        return None
    for across in range(1, cell_width + 2):
        places = {index: (lines[index], columns[index] * across) for index in nodes}
        if _is_clear(places.values(), cell_width):
            return places
    return None


def _multiples(values: Mapping[int, float]) -> dict[int, int] | None:
    """The values as whole multiples of their least difference, from 0; None when they aren't, or are too far apart."""
    levels = sorted(set(values.values()))
    gaps = [after - before for before, after in pairwise(levels)]
    least = min((gap for gap in gaps if gap > SAME_LEVEL), default=1.0)
    if (levels[-1] - levels[0]) / least > MAX_HEIGHT:
        return None
    exact = {index: (value - levels[0]) / least for index, value in values.items()}
    if any(abs(multiple - round(multiple)) > OFF_LATTICE for multiple in exact.values()):
        return None
    return {index: round(multiple) for index, multiple in exact.items()}


def _in_proportion(nodes: Mapping[int, Node], cell_width: int, unit: float) -> Places | None:
    """Places as in the plane, as close as they can be; None when they would need too much room."""
    left, top = min(node.x for node in nodes.values()), max(node.y for node in nodes.values())
    right, bottom = max(node.x for node in nodes.values()), min(node.y for node in nodes.values())
    for quarters in range(4, 4 * MAX_ZOOM):
        down = quarters / 4 / unit
        across = (cell_width + 1) * down
        if max((right - left) * across / MAX_WIDTH, (top - bottom) * down / MAX_HEIGHT) > 1:
            return None
        places = {
            index: (round((top - node.y) * down), round((node.x - left) * across)) for index, node in nodes.items()
        }
        if _is_clear(places.values(), cell_width):
            return places
    return None


def _in_order(nodes: Mapping[int, Node], cell_width: int) -> Places:
    """Lines in the order of y, columns in the order of x: always clear, and never more than the board has of each."""
    lines = {y: line for line, y in enumerate(sorted({node.y for node in nodes.values()}, reverse=True))}
    columns = {x: column for column, x in enumerate(sorted({node.x for node in nodes.values()}))}
    return {index: (lines[node.y], columns[node.x] * (cell_width + 1)) for index, node in nodes.items()}


def _is_clear(places: Iterable[tuple[int, int]], cell_width: int) -> bool:
    ordered = sorted(places)
    return all(
        line != next_line or next_column - column > cell_width
        for (line, column), (next_line, next_column) in pairwise(ordered)
    )


def _with_coordinates(board: Board, plan: Layout, lines: list[list[str]]) -> list[list[str]]:
    """The lines with each line's first label before it: enough to name all cells of a regular board."""
    first: dict[int, int] = {}
    for index, (line, column) in plan.places.items():
        if line not in first or column < plan.places[first[line]][1]:
            first[line] = index
    labels = [board.label(first[line]) if line in first else "" for line in range(plan.height)]
    width = max(map(len, labels), default=0)
    return [[*label.rjust(width), " ", *line] for label, line in zip(labels, lines, strict=True)]
