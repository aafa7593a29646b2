"""Colours. Each theme keeps pieces, cells and names, and the first two seats, apart by lightness as well as by hue."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludograph.draw.picture import TILE_COLOURED, Piece, Shape


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one seat's pieces: the face, the side, the rim, and what is written on them."""

    face: str
    side: str
    rim: str
    text: str


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


#: What the tile colours of every theme are called.
TILE_NAMES = ("White", "Yellow", "Green", "Blue", "Orange", "Red", "Violet", "Grey", "Black")

#: What the seats' colours of every theme are called.
SEAT_NAMES = ("Red", "Blue", "Green", "Violet")

# Stickers and tiles are of these colours by day and by night; only the two darkest follow the ground.
TILES = (
    SeatColours("#fdfdfb", "#d5d2c8", "#6b675c", "#2b2925"),
    SeatColours("#f5d327", "#cba90e", "#6b5800", "#2b2400"),
    SeatColours("#2f9e4f", "#217139", "#0d3a1b", "#ffffff"),
    SeatColours("#2d62c9", "#1f479a", "#0c2252", "#ffffff"),
    SeatColours("#ef8421", "#bd6210", "#5c2e04", "#2b1500"),
    SeatColours("#c8322b", "#94221d", "#4c0d0a", "#ffffff"),
    SeatColours("#8d5bb5", "#663d89", "#341c49", "#ffffff"),
)

LIGHT = Theme(
    name="light",
    background="#f7f4ed",
    shades=("#d9c9a8", "#efe4cb", "#e4d6b8"),
    line="#8a7a5c",
    coordinates="#5d5340",
    last_move="#f2c230",
    mark="#1d6b4f",
    cursor="#000000",
    seats=(
        SeatColours("#d6493f", "#a52f28", "#5f1511", "#ffffff"),
        SeatColours("#2a57a8", "#1d3f80", "#0c1f45", "#ffffff"),
        SeatColours("#4c9a52", "#33703a", "#16391b", "#ffffff"),
        SeatColours("#8d5bb5", "#663d89", "#341c49", "#ffffff"),
    ),
    tiles=(
        *TILES,
        SeatColours("#57524a", "#3a3631", "#1a1815", "#ffffff"),
        SeatColours("#2b2d33", "#55585f", "#08090b", "#ffffff"),
    ),
)

DARK = Theme(
    name="dark",
    background="#1b1d22",
    shades=("#3a3f4a", "#4a505d", "#424854"),
    line="#14161a",
    coordinates="#d8dde6",
    last_move="#80600a",
    mark="#8fe3bd",
    cursor="#ffffff",
    seats=(
        SeatColours("#e8584c", "#b3382f", "#2b0705", "#1a0302"),
        SeatColours("#93bcff", "#5b89d6", "#08162f", "#040b1a"),
        SeatColours("#7fd086", "#4f9a57", "#0a240d", "#041006"),
        SeatColours("#c79af0", "#9365bd", "#1f0c30", "#10041b"),
    ),
    tiles=(
        *TILES,
        SeatColours("#8a8f9c", "#646975", "#0e1014", "#0e1014"),
        SeatColours("#0b0c0f", "#5d636f", "#aab0bd", "#ffffff"),
    ),
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def mixed(colour: str, ground: str, share: float) -> str:
    """A colour laid over a ground so that it covers a share of it."""
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(over * share + under * (1 - share)) for over, under in parts).hex()
