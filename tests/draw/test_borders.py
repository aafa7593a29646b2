"""Edges of a board in the colours of the seats that they belong to."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

import ludograph
from ludograph.board import Board, grids
from ludograph.draw.borders import borders_of, name_of, sides_of
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import DARK, LIGHT, Theme

EDGES = {90: 0, 270: 0, 0: 1, 180: 1}


def outer_sides(board: Board) -> set[frozenset[tuple[float, float]]]:
    often = Counter(name_of(side) for node in board.nodes for side in sides_of(node))
    return {side for side, number in often.items() if number == 1}


@pytest.mark.parametrize("board", [grids.square(4, 3), grids.rhombus(4, 4), grids.rhombus(2, 5, first_row="top")])
def test_every_outer_side_belongs_to_one_seat(board: Board) -> None:
    found = [name_of(side) for border in borders_of(board, EDGES) for side in border.sides]
    assert len(found) == len(set(found))
    assert set(found) == outer_sides(board)


def test_a_row_has_its_lower_sides() -> None:
    (border,) = borders_of(grids.square(3, 2), {270: 1})
    assert border.seat == 1
    assert {name_of(side) for side in border.sides} == {frozenset({(x - 0.5, -0.5), (x + 0.5, -0.5)}) for x in range(3)}


def test_a_rhombus_has_jagged_edges() -> None:
    assert [len(border.sides) for border in borders_of(grids.rhombus(4, 4), EDGES)] == [16, 14]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_hex_is_drawn_with_them(theme: Theme) -> None:
    drawing = ElementTree.fromstring(to_svg(ludograph.game("hex?size=3").start().picture(), theme))
    strokes = Counter({group.get("stroke"): len(group) for group in drawing if group.get("stroke-linecap")})
    assert strokes == {theme.seats[0].face: 12, theme.seats[1].face: 10}


def test_boards_without_edges_have_none() -> None:
    assert ludograph.game("trimok").borders == []
