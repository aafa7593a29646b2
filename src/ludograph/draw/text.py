"""A picture as text: every node gets a place in a grid of characters, whatever the board's shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ludograph.board import Board
from ludograph.draw.edges import column_names, row_names
from ludograph.draw.layout import CELL_WIDTH, Layout, first_labels, layout
from ludograph.draw.picture import Picture, Shape
from ludograph.draw.towers import tower_text

EMPTY = "·"
Lines = list[list[str]]


def to_text(picture: Picture) -> str:
    """The board as lines of text: the last move in brackets ``[x]``, marks as ``*x*``, both as ``[x*``.

    Every cell can be called by what is written: by letters below the columns and numbers before the rows; by the first
    label of a row where the others follow by counting; else by its own label below it. Stickers have no names.
    """
    signs = {node: _sign_lines(picture, node) for node, _ in enumerate(picture.board.nodes)}
    columns = column_names(picture.board) if len(picture.board) > 1 else None
    has_own_labels = picture.has_cell_names and not columns and not _count_on(picture.board)
    own_labels = [node.label for node in picture.board.nodes] if has_own_labels else []
    width = max(CELL_WIDTH, _longest(line for lines in signs.values() for line in lines), _longest(own_labels) - 2)
    height = max((len(lines) for lines in signs.values()), default=1) + has_own_labels
    plan = layout(picture.board, width + 2, height)
    lines = [[" "] * plan.width for _ in range(plan.height)]
    for index, (line, column) in plan.places.items():
        cell = _cell(picture, index, signs[index], width)
        if has_own_labels:
            cell.append(own_labels[index].center(width + 2))
        for number, text in enumerate(cell, line):
            lines[number][column : column + width + 2] = text
    if has_own_labels or not picture.has_cell_names:
        return _joined(lines)
    return _joined(_with_coordinates(picture.board, plan, lines, columns or {}, height, width + 2))


def _sign_lines(picture: Picture, node: int) -> list[str]:
    piece = picture.on_node.get(node)
    if piece is None:
        return [EMPTY]
    return tower_text(piece) if piece.shape is Shape.TOWER else [piece.sign]


def _cell(picture: Picture, node: int, signs: Sequence[str], width: int) -> list[str]:
    """The lines of a cell; its marks are beside the lowest."""
    is_last, is_marked = node in picture.last_move, node in picture.marks
    before = "[" if is_last else "*" if is_marked else " "
    after = "*" if is_marked else "]" if is_last else " "
    *above, lowest = (sign.center(width) for sign in signs)
    return [*(f" {line} " for line in above), before + lowest + after]


def _count_on(board: Board) -> bool:
    """Whether in each row the labels from left to right follow by counting: c1, c2, c3."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for node in board.nodes:
        if node.visible:
            rows.setdefault(node.y, []).append((node.x, node.label))
    return all(_is_next(one, two) for row in rows.values() for (_, one), (_, two) in pairwise(sorted(row)))


def _is_next(label: str, following: str) -> bool:
    letters = label.rstrip("0123456789")
    number = label[len(letters) :]
    return bool(number) and following == f"{letters}{int(number) + 1}"


def _with_coordinates(
    board: Board, plan: Layout, lines: Lines, columns: dict[float, str], cell_height: int, cell_width: int
) -> Lines:
    """The lines with a label before each row, and with the names of the columns below them."""
    left = _row_labels(board, plan, has_columns=bool(columns))
    width = max(map(len, left.values()), default=-1) + 1
    if columns:
        begins = {board.nodes[node].x: column for node, (_, column) in plan.places.items()}
        below = [" "] * plan.width
        for x, text in columns.items():
            below[begins[x] : begins[x] + cell_width] = text.center(cell_width)
        lines = [*lines, below]
    lowest = cell_height - 1
    margin = {line + lowest: text.rjust(width - 1) + " " for line, text in left.items()}
    return [[*margin.get(number, " " * width), *line] for number, line in enumerate(lines)]


def _row_labels(board: Board, plan: Layout, *, has_columns: bool) -> dict[int, str]:
    """By line: what all labels of a row have in common, or the first label; nothing where the columns say it all."""
    tops = {board.nodes[node].y: line for node, (line, _) in plan.places.items()}
    if has_columns and len(tops) == 1:
        return {}
    rows = row_names(board) if has_columns else None
    return {tops[y]: text for y, text in rows.items()} if rows else first_labels(board, plan)


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _joined(lines: Lines) -> str:
    return "\n".join("".join(line).rstrip() for line in lines)
