"""Themes: each keeps pieces, cells and names, and the first two seats, apart by lightness as well as by hue."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludograph.draw.palettes import FOR_DARK, FOR_EIGHT, FOR_LIGHT, PIECES, SEAT_NAMES, TILE_NAMES, Palette, SeatColours
from ludograph.draw.picture import TILE_COLOURED, Piece, Shape

__all__ = [
    "DARK", "EIGHT", "LIGHT", "SEAT_NAMES", "THEMES", "TILE_NAMES", "SeatColours", "Theme", "mixed", "with_pieces",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a drawing."""

    name: str
    background: str
    shades: tuple[str, ...]
    line: str
    coordinates: str
    last_move: str
    mark: str
    cursor: str
    seats: tuple[SeatColours, ...]
    tiles: tuple[SeatColours, ...]

    def colours_of(self, piece: Piece) -> SeatColours:
        """The colours to draw a piece with: of its seat, its tint, the tile that it is, or the names of cells."""
        if piece.shape is Shape.TEXT:
            return SeatColours(self.coordinates, self.coordinates, self.coordinates, self.coordinates)
        if piece.tint is not None:
            return self.tiles[piece.tint % len(self.tiles)]
        palette = self.tiles if piece.shape in TILE_COLOURED else self.seats
        colours = palette[piece.seat % len(palette)]
        # A peg stands before the bare ground, where a rim would not be seen.
        return replace(colours, rim=self.coordinates) if piece.shape is Shape.TOWER else colours


def _light(name: str, shades: tuple[str, str, str], line: str, coordinates: str = "#2a2216", **more: str) -> Theme:
    """A board of light cells, with dark names and dark marks."""
    ground = {"background": "#f7f4ed", "last_move": "#f2c230", "mark": "#0c4a33", "cursor": "#000000", **more}
    return _themed(name, FOR_LIGHT, shades, line, coordinates, ground)


def _dark(name: str, shades: tuple[str, str, str], line: str, coordinates: str = "#e6e9ef", **more: str) -> Theme:
    """A board of dark cells, with light names and light marks."""
    ground = {"background": "#1b1d22", "last_move": "#6e5206", "mark": "#8fe3bd", "cursor": "#ffffff", **more}
    return _themed(name, FOR_DARK, shades, line, coordinates, ground)


def _themed(
    name: str, pieces: Palette, shades: tuple[str, str, str], line: str, coordinates: str, ground: dict[str, str]
) -> Theme:
    return Theme(
        name=name,
        shades=shades,
        line=line,
        coordinates=coordinates,
        seats=pieces.seats,
        tiles=pieces.tiles,
        **ground,
    )


LIGHT = _light("light", ("#d9c9a8", "#efe4cb", "#e4d6b8"), "#8a7a5c", "#5d5340", mark="#1d6b4f")
DARK = _dark("dark", ("#30343d", "#424854", "#393e49"), "#14161a", "#d8dde6")

#: Every theme by its name; one that ends with ``-dark`` is the dark one of a pair, as ``dark`` itself.
THEMES = {
    theme.name: theme
    for theme in (
        LIGHT,
        DARK,
        _light("wood", ("#c1935f", "#ecd0a0", "#d8b27f"), "#7a5630", "#2a1a08"),
        _dark("wood-dark", ("#4a2f1b", "#614227", "#553921"), "#20130a", "#f3e3cb", last_move="#5f5a08"),
        _light("green", ("#8aab6a", "#eef0d5", "#bfd0a1"), "#4f6b39", "#16230b", last_move="#f0d84a"),
        _dark("green-dark", ("#22402f", "#37563f", "#2d4b37"), "#0d1c13", "#e2f0e0", last_move="#5f590a"),
        _light("blue", ("#8fb0cc", "#e6eef5", "#bdd2e3"), "#4c6d89", "#0e2030", last_move="#f2d04e"),
        _dark("blue-dark", ("#20344c", "#33506c", "#2a425c"), "#0b1522", "#dfeaf6", last_move="#5f5a12"),
        _light("contrast", ("#bdbdbd", "#ffffff", "#dedede"), "#000000", "#000000", background="#ffffff"),
        _dark("contrast-dark", ("#000000", "#333333", "#1a1a1a"), "#ffffff", "#ffffff", background="#000000"),
    )
}


#: For terminals of eight colours, which know only these shades of them; all else would become some grey. Their black is
#: the ground, so that what is called Black is drawn in their brown.
EIGHT = _themed(
    "eight",
    FOR_EIGHT,
    shades=("#000000", "#0000aa", "#000000"),
    line="#000000",
    coordinates="#aaaaaa",
    ground={"background": "#000000", "last_move": "#aa00aa", "mark": "#00aa00", "cursor": "#aaaaaa"},
)


def with_pieces(theme: Theme, kind: str) -> Theme:
    """A theme with pieces of another kind: one of ``PIECES``."""
    is_dark = theme.name.endswith(DARK.name)
    palette = PIECES[kind][is_dark]
    return replace(theme, seats=palette.seats, tiles=palette.tiles)


def mixed(colour: str, ground: str, share: float) -> str:
    """A colour laid over a ground so that it covers a share of it."""
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(over * share + under * (1 - share)) for over, under in parts).hex()
