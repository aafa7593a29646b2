"""The shapes of puzzles' pieces: tokens, bars and stickers in tile colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludograph.board import grids
from ludograph.draw.picture import Picture, Piece, Shape, bar_width
from ludograph.draw.svg import UNIT, to_svg
from ludograph.draw.themes import DARK, LIGHT, THEMES

SVG = "{http://www.w3.org/2000/svg}"
BOARD = grids.square(2, 1)


def drawn(*pieces: Piece, theme=LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(Picture(BOARD, pieces, "A title", "A description"), theme))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def widths(root: ElementTree.Element) -> list[float]:
    (group,) = (group for group in root.iter(f"{SVG}g") if group.get("transform"))
    return [float(bar.get("width", 0)) for bar in group.iter(f"{SVG}rect")]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("shape", [Shape.TOKEN, Shape.BAR, Shape.STICKER])
def test_tile_colours_and_sign(shape: Shape, theme) -> None:
    for seat, colours in enumerate(theme.tiles):
        root = drawn(Piece(0, seat, shape, "q7", "a thing"), theme=theme)
        assert "q7" in texts(root)
        assert colours.face in {element.get("fill") for element in root.iter()}


@pytest.mark.parametrize("size", [1, 5, 12])
def test_bars_are_as_wide_as_they_say(size: int) -> None:
    assert max(widths(drawn(Piece(0, 1, Shape.BAR, "1", "a bar", size)))) == pytest.approx(UNIT * bar_width(size))


def test_sticker_fills_its_cell_only() -> None:
    root = drawn(Piece(1, 3, Shape.STICKER, "B", "a sticker"), theme=DARK)
    fills = [polygon.get("fill") for polygon in root.iter(f"{SVG}polygon")]
    assert fills == [DARK.shades[0], DARK.tiles[3].face]


def test_cells_with_stickers_have_no_names() -> None:
    assert texts(drawn(Piece(0, 3, Shape.STICKER, "q", "a sticker"))) == ["q"]
    assert set(texts(drawn(Piece(0, 3, Shape.TOKEN, "q", "a token")))) > {"q", "A"}
