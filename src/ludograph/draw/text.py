"""A picture as text: every node gets a place in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from ludograph.board import Board
from ludograph.draw.layout import CELL_WIDTH, Layout, first_labels, layout
from ludograph.draw.picture import Picture

EMPTY = "·"


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


def _with_coordinates(board: Board, plan: Layout, lines: list[list[str]]) -> list[list[str]]:
    """The lines with each line's first label before it."""
    labels = first_labels(board, plan)
    width = max(map(len, labels.values()), default=0)
    return [[*labels.get(number, "").rjust(width), " ", *line] for number, line in enumerate(lines)]
