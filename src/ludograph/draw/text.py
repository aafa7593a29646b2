"""A picture as text: every node gets a place in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ludograph.board import Board
from ludograph.draw.picture import Picture

CELL_WIDTH = 2
EMPTY = "·"


@dataclass(frozen=True)
class Layout:
    """Where each visible node's cell begins: ``places[node] = (line, column)``."""

    places: dict[int, tuple[int, int]]
    width: int
    height: int


def layout(board: Board, cell_width: int = CELL_WIDTH) -> Layout:
    """Places for all visible nodes, in the board's own proportions, none touching another."""
    nodes = {index: node for index, node in enumerate(board.nodes) if node.visible}
    for zoom in range(1, 200):
        across = (cell_width + 1) * (1 + (zoom - 1) / 4)
        down = across / (cell_width + 1)
        raw = {index: (round(-node.y * down), round(node.x * across)) for index, node in nodes.items()}
        if _is_clear(raw.values(), cell_width):
            break
    top, left = min(line for line, _ in raw.values()), min(column for _, column in raw.values())
    places = {index: (line - top, column - left) for index, (line, column) in raw.items()}
    height = max(line for line, _ in places.values()) + 1
    width = max(column for _, column in places.values()) + cell_width
    return Layout(places, width, height)


def to_text(picture: Picture) -> str:
    """The board as lines of text; the last move in brackets, marks as ``*``."""
    plan = layout(picture.board, cell_width=CELL_WIDTH + 2)
    lines = [[" "] * plan.width for _ in range(plan.height)]
    for index, (line, column) in plan.places.items():
        lines[line][column : column + CELL_WIDTH + 2] = _framed(picture, index)
    return "\n".join("".join(line).rstrip() for line in _with_coordinates(picture.board, plan, lines))


def sign_on(picture: Picture, node: int) -> str:
    """What stands on a node, in :data:`CELL_WIDTH` characters."""
    piece = picture.on_node.get(node)
    return (piece.sign if piece else EMPTY).center(CELL_WIDTH)


def _framed(picture: Picture, node: int) -> str:
    sign = sign_on(picture, node)
    if node in picture.last_move:
        return f"[{sign}]"
    return f"*{sign}*" if node in picture.marks else f" {sign} "


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
    width = max(map(len, labels))
    return [[*label.rjust(width), " ", *line] for label, line in zip(labels, lines, strict=True)]
