"""Every piece is seen on every cell, in every theme: 3:1 by WCAG 2.2, measured in what is really drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludograph.board import Board, Node, grids
from ludograph.draw.palettes import PIECES, SEAT_NAMES, TILE_NAMES, Palette
from ludograph.draw.picture import TILE_COLOURED, Piece, Shape
from ludograph.draw.svg import LAST_MOVE_OPACITY, to_svg
from ludograph.draw.themes import THEMES, Theme, mixed, with_pieces

from .pictures import picture
from .test_svg import SVG, contrast

LEAST = 3.0
#: A line around a piece counts as much as its face if it is so wide, in pixels of a cell of sixty.
THINNEST_RIM = 1.5
#: Stickers are cells themselves; names of cells, and what is written like them, are held to 4.5:1 elsewhere.
ON_CELLS = [shape for shape in Shape if shape not in (Shape.STICKER, Shape.TEXT)]


def pieces_of(shape: Shape) -> list[Piece]:
    """One of each colour that there is, on a board of one cell."""
    sign = "♚" if shape is Shape.FIGURE else "a"
    made = {"size": 3, "parts": (3, 2, 1) if shape is Shape.TOWER else ()}
    seats = [Piece(0, seat, shape, sign, name, **made) for seat, name in enumerate(SEAT_NAMES)]
    tiles = [Piece(0, tint, shape, sign, name, tint=tint, **made) for tint, name in enumerate(TILE_NAMES)]
    return tiles if shape in TILE_COLOURED else seats + tiles


def seen_colours(piece: Piece, theme: Theme) -> set[str]:
    """The faces and rims of a piece as they are drawn, without what is written on it."""
    board = Board([Node(0, "1", 0, 0, outline=((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))], [])
    root = ElementTree.fromstring(to_svg(picture(board, (piece,)), theme))
    (group,) = (each for each in root.iter(f"{SVG}g") if each.get("transform"))
    found = set()
    for element in group:
        rim = float(element.get("stroke-width", 1)) / (2 if element.get("paint-order") == "stroke" else 1)
        is_sign = element.tag == f"{SVG}text" and piece.shape is not Shape.FIGURE
        if element.tag == f"{SVG}title" or is_sign or element.get("opacity"):
            continue
        found |= {str(element.get("fill"))} - {"none", "None"}
        found |= {str(element.get("stroke"))} - {"none", "None"} if rim >= THINNEST_RIM else set()
    return found


def grounds(theme: Theme) -> list[str]:
    return [*theme.shades, *(mixed(theme.last_move, shade, LAST_MOVE_OPACITY) for shade in theme.shades)]


@pytest.mark.parametrize("kind", PIECES)
@pytest.mark.parametrize("name", THEMES)
def test_every_piece_is_seen_on_every_cell(name: str, kind: str) -> None:
    theme = with_pieces(THEMES[name], kind)
    for piece in (piece for shape in ON_CELLS for piece in pieces_of(shape)):
        colours = seen_colours(piece, theme)
        for ground in grounds(theme):
            best = max(contrast(colour, ground) for colour in colours)
            assert best >= LEAST, f"a {piece.name} {piece.shape} on {ground} of {theme.name}: {best:.2f}"


@pytest.mark.parametrize("palette", [palette for pair in PIECES.values() for palette in pair])
def test_what_is_written_on_pieces_can_be_read(palette: Palette) -> None:
    for colours in (*palette.seats, *palette.tiles):
        assert contrast(colours.text, colours.face) >= LEAST
    assert contrast(palette.seats[0].face, palette.seats[1].face) >= 1.5


def test_every_theme_has_one_for_the_night() -> None:
    assert {name.removesuffix("-dark") for name in THEMES} - {"light", "dark"} == {
        name for name in THEMES if f"{name}-dark" in THEMES
    }


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_shades_of_a_board_differ(theme: Theme) -> None:
    board = grids.square(2, 2, links=8)
    assert {node.shade for node in board.nodes} == {0, 1}
    assert contrast(theme.shades[0], theme.shades[1]) >= 1.25
