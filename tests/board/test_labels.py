"""How cells are called, in each scheme."""

from __future__ import annotations

import pytest

from ludograph.board import grids
from ludograph.board.labels import (
    LETTERS_WITHOUT_J,
    file_and_rank,
    letter,
    lower_file_and_rank,
    row_and_column,
)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_letters_go_on_like_a_spreadsheets_columns(number: int, text: str) -> None:
    assert letter(number) == text


def test_letters_without_j_skip_it_everywhere() -> None:
    assert [letter(number, LETTERS_WITHOUT_J) for number in (8, 9, 24, 25, 26)] == ["I", "K", "Z", "AA", "AB"]
    assert not any("J" in letter(number, LETTERS_WITHOUT_J) for number in range(2000))


@pytest.mark.parametrize("letters", ["AB", LETTERS_WITHOUT_J, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"])
def test_no_two_numbers_have_the_same_letters(letters: str) -> None:
    texts = [letter(number, letters) for number in range(3000)]
    assert len(set(texts)) == 3000
    assert texts == sorted(texts, key=lambda text: (len(text), text))


def test_the_schemes() -> None:
    assert file_and_rank(2, 4) == "C5"
    assert lower_file_and_rank(2, 4) == "c5"
    assert row_and_column(2, 4) == "E3"


def test_rank_1_at_the_bottom_or_at_the_top() -> None:
    """
    A2 B2 C2        A1 B1 C1
    A1 B1 C1        A2 B2 C2
    """
    bottom, top = grids.square(3, 2), grids.square(3, 2, first_row="top")
    assert bottom.labels == top.labels == ("A1", "B1", "C1", "A2", "B2", "C2")
    assert bottom.nodes[0].y < bottom.nodes[3].y
    assert top.nodes[0].y > top.nodes[3].y


def test_the_letter_as_the_row() -> None:
    """Square Abalone: the line A at the top, columns from the left."""
    board = grids.square(8, 8, first_row="top", label=row_and_column)
    assert board.labels[:9] == ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "B1")
    a8, h1 = board.nodes[board.index("A8") or 0], board.nodes[board.index("H1") or 0]
    assert (a8.x, h1.x) == (7, 0)
    assert a8.y > h1.y


def test_an_unknown_label_is_no_node() -> None:
    board = grids.square(2, 2)
    assert board.index("B2") == 3
    assert board.label(3) == "B2"
    assert [board.index(label) for label in ("C1", "b2", "", " B2")] == [None] * 4
