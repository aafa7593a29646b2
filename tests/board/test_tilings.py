"""Boards cut out of tilings: what is linked to what, how it is called, and what is no picture."""

from __future__ import annotations

import pytest

from ludograph.board import grids
from ludograph.board.labels import lower_file_and_rank
from ludograph.board.tilings import TILINGS, cut
from ludograph.errors import InvalidMap


def neighbours(board, label: str) -> set[str]:
    return {board.label(node) for node in board.neighbours(board.index(label))}


def links(board) -> set[tuple[str, str]]:
    return {(label, other) for label in board.labels for other in neighbours(board, label)}


def test_squares_are_those_of_the_grid() -> None:
    board = cut("square", "\n".join(["." * 8] * 8)).board
    grid = grids.square(8, 8, label=lower_file_and_rank)
    assert links(board) == links(grid)
    assert [(node.x, node.y, node.shade, set(node.outline)) for node in board.nodes] == [
        (node.x, node.y, node.shade, set(node.outline)) for node in grid.nodes
    ]


def test_hexagons_by_files_are_those_of_the_grid() -> None:
    """Side 3: files of 3, 4, 5, 4 and 3 cells."""
    picture = "  .\n . .\n. . .\n . .\n. . .\n . .\n. . .\n . .\n  ."
    board, grid = cut("hex-files", picture).board, grids.hexagon(3, layout="files")
    assert links(board) == links(grid)
    assert len(board) == 19


def test_rows_of_hexagons() -> None:
    board = cut("hex", " . .\n. . .\n . .").board
    assert neighbours(board, "b2") == {"a1", "a2", "b1", "b3", "c1", "c2"}
    assert neighbours(board, "a1") == {"a2", "b1", "b2"}
    assert {
        len({node.shade, board.nodes[end].shade}) for node in board.nodes for end in board.neighbours(node.id - 1)
    } == {2}


def test_triangles() -> None:
    board = cut("triangle", "...\n...").board
    assert neighbours(board, "a1") == {"b1"}
    assert neighbours(board, "b1") == {"a1", "c1", "b2"}
    assert neighbours(board, "b2") == {"a2", "c2", "b1"}


def test_blanks_are_no_cells_and_signs_are_kept() -> None:
    found = cut("square", "K #\n. q")
    assert dict(zip(found.board.labels, found.signs, strict=True)) == {"a1": ".", "c1": "q", "a2": "K", "c2": "#"}
    assert [node.visible for node in found.board.nodes] == [True, True, True, False]


def test_a_picture_may_stand_anywhere() -> None:
    assert links(cut("hex", "  . .\n   .\n").board) == links(cut("hex", ". .\n .").board)


@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("picture", ["", "\n", " \n  ", "." * 1025, ".\x07"])
def test_what_is_no_picture(tiling: str, picture: str) -> None:
    with pytest.raises(InvalidMap):
        cut(tiling, picture)


def test_a_hexagon_between_others() -> None:
    with pytest.raises(InvalidMap, match="column 4 lies between"):
        cut("hex", " . .\n. ..")
