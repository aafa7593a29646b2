"""Coordinates along the edges: the parts of labels that whole columns and rows have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludograph.board import Board


@dataclass(frozen=True)
class EdgeCoordinates:
    """For each x the text of its column, for each y the text of its row."""

    columns: Mapping[float, str]
    rows: Mapping[float, str]


def edge_coordinates(board: Board) -> EdgeCoordinates | None:
    """Letters and numbers along the edges, when columns and rows of a square grid have one each."""
    columns, rows = column_names(board), row_names(board)
    return EdgeCoordinates(columns, rows) if columns and rows else None


def column_names(board: Board) -> dict[float, str] | None:
    """For each x the letters, or the numbers, that all labels there share; None where one has none of its own."""
    return _common_parts(board, "x")


def row_names(board: Board) -> dict[float, str] | None:
    """For each y the same."""
    return _common_parts(board, "y")


def _common_parts(board: Board, axis: str) -> dict[float, str] | None:
    """For each coordinate on an axis the one letter part, or the one number part, of its labels."""
    nodes = [node for node in board.nodes if node.visible]
    letters: dict[float, set[str]] = {}
    numbers: dict[float, set[str]] = {}
    for node in nodes:
        letter = node.label.rstrip("0123456789")
        letters.setdefault(getattr(node, axis), set()).add(letter)
        numbers.setdefault(getattr(node, axis), set()).add(node.label[len(letter) :])
    for parts in (letters, numbers):
        texts = {place: "".join(found) for place, found in parts.items() if len(found) == 1}
        if len(texts) == len(parts) == len(set(texts.values())) and all(texts.values()):
            return texts
    return None
