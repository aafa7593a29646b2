"""The colours of pieces: those for light boards have dark rims, and those for dark boards bright faces or bright rims,
so that every piece is seen on every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one seat's pieces: the face, the side, the rim, and what is written on them."""

    face: str
    side: str
    rim: str
    text: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the seats' pieces, and those of tiles, as ``SEAT_NAMES`` and ``TILE_NAMES`` call them."""

    seats: tuple[SeatColours, ...]
    tiles: tuple[SeatColours, ...]


#: What the tile colours of every theme are called.
TILE_NAMES = ("White", "Yellow", "Green", "Blue", "Orange", "Red", "Violet", "Grey", "Black")

#: What the seats' colours of every theme are called.
SEAT_NAMES = ("Red", "Blue", "Green", "Violet")

FOR_LIGHT = Palette(
    seats=(
        SeatColours("#d6493f", "#a52f28", "#5f1511", "#ffffff"),
        SeatColours("#2a57a8", "#1d3f80", "#0c1f45", "#ffffff"),
        SeatColours("#3f8a46", "#2b6432", "#12331a", "#ffffff"),
        SeatColours("#8d5bb5", "#663d89", "#341c49", "#ffffff"),
    ),
    tiles=(
        SeatColours("#fdfdfb", "#d5d2c8", "#4f4b42", "#2b2925"),
        SeatColours("#f5d327", "#cba90e", "#574700", "#2b2400"),
        SeatColours("#2a8f47", "#1d6533", "#0d3a1b", "#ffffff"),
        SeatColours("#2d62c9", "#1f479a", "#0c2252", "#ffffff"),
        SeatColours("#ef8421", "#bd6210", "#5c2e04", "#2b1500"),
        SeatColours("#c8322b", "#94221d", "#4c0d0a", "#ffffff"),
        SeatColours("#8d5bb5", "#663d89", "#341c49", "#ffffff"),
        SeatColours("#57524a", "#3a3631", "#1a1815", "#ffffff"),
        SeatColours("#2b2d33", "#55585f", "#08090b", "#ffffff"),
    ),
)

FOR_DARK = Palette(
    seats=(
        SeatColours("#e8584c", "#b3382f", "#ffd3cd", "#1a0302"),
        SeatColours("#93bcff", "#5b89d6", "#08162f", "#040b1a"),
        SeatColours("#7fd086", "#4f9a57", "#0a240d", "#041006"),
        SeatColours("#c79af0", "#9365bd", "#1f0c30", "#10041b"),
    ),
    tiles=(
        SeatColours("#fdfdfb", "#d5d2c8", "#4f4b42", "#2b2925"),
        SeatColours("#f5d327", "#cba90e", "#574700", "#2b2400"),
        SeatColours("#2a8f47", "#1d6533", "#a5e8b8", "#ffffff"),
        SeatColours("#2d62c9", "#1f479a", "#b4ccff", "#ffffff"),
        SeatColours("#ef8421", "#bd6210", "#ffd9ae", "#2b1500"),
        SeatColours("#c8322b", "#94221d", "#ffbdb7", "#ffffff"),
        SeatColours("#8d5bb5", "#663d89", "#e2c8f7", "#ffffff"),
        SeatColours("#a4a9b5", "#7b808c", "#0e1014", "#0e1014"),
        SeatColours("#0b0c0f", "#5d636f", "#c3c9d4", "#ffffff"),
    ),
)


def _with(palette: Palette, seats: Mapping[str, SeatColours], tiles: Mapping[str, SeatColours]) -> Palette:
    """A palette in which some colours, told by their names, are others."""
    return Palette(
        tuple(seats.get(name, usual) for name, usual in zip(SEAT_NAMES, palette.seats, strict=True)),
        tuple(tiles.get(name, usual) for name, usual in zip(TILE_NAMES, palette.tiles, strict=True)),
    )


WOODEN_LIGHT = _with(
    FOR_LIGHT,
    {},
    {
        "White": SeatColours("#f6e3b4", "#d9bd84", "#4a3312", "#2b1d08"),
        "Black": SeatColours("#4a2415", "#7a4a33", "#170a04", "#ffffff"),
    },
)
WOODEN_DARK = _with(
    FOR_DARK,
    {},
    {
        "White": SeatColours("#f6e3b4", "#d9bd84", "#4a3312", "#2b1d08"),
        "Black": SeatColours("#2a120a", "#6b4130", "#e0c3a0", "#ffffff"),
    },
)

#: Told apart also by who sees no difference of red and green (the colours of M. Okabe and K. Ito).
SAFE_LIGHT = _with(
    FOR_LIGHT,
    {
        "Red": SeatColours("#e0762b", "#a9511a", "#4a1f05", "#1f0c00"),
        "Blue": SeatColours("#0a5f96", "#06456e", "#022038", "#ffffff"),
        "Green": SeatColours("#0b8a67", "#06604a", "#023126", "#ffffff"),
        "Violet": SeatColours("#b35c8c", "#83406a", "#3d1730", "#ffffff"),
    },
    {
        "Red": SeatColours("#c65200", "#913b00", "#401a00", "#ffffff"),
        "Green": SeatColours("#0b8a67", "#06604a", "#023126", "#ffffff"),
        "Blue": SeatColours("#0a5f96", "#06456e", "#022038", "#ffffff"),
        "Orange": SeatColours("#e69f00", "#b37b00", "#4d3500", "#241900"),
        "Violet": SeatColours("#b35c8c", "#83406a", "#3d1730", "#ffffff"),
    },
)
SAFE_DARK = _with(
    FOR_DARK,
    {
        "Red": SeatColours("#e0762b", "#a9511a", "#ffd9b8", "#1f0c00"),
        "Blue": SeatColours("#8cc8f2", "#4f93c4", "#04202f", "#03131f"),
        "Green": SeatColours("#3fc9a0", "#23916f", "#02251b", "#011811"),
        "Violet": SeatColours("#e3a2c7", "#b0708f", "#2f0f22", "#1d0714"),
    },
    {
        "Red": SeatColours("#c65200", "#913b00", "#ffc9a3", "#ffffff"),
        "Green": SeatColours("#0b8a67", "#06604a", "#9fe8d0", "#ffffff"),
        "Blue": SeatColours("#0a5f96", "#06456e", "#a9d6f5", "#ffffff"),
        "Orange": SeatColours("#e69f00", "#b37b00", "#ffe2a1", "#241900"),
        "Violet": SeatColours("#b35c8c", "#83406a", "#f3c9e0", "#ffffff"),
    },
)

#: Kinds of pieces by their names, each for light boards and for dark ones.
PIECES: Mapping[str, tuple[Palette, Palette]] = {
    "usual": (FOR_LIGHT, FOR_DARK),
    "wooden": (WOODEN_LIGHT, WOODEN_DARK),
    "safe": (SAFE_LIGHT, SAFE_DARK),
}

_BLACK, _RED, _GREEN, _BROWN = "#000000", "#aa0000", "#00aa00", "#aa5500"
_VIOLET, _CYAN, _WHITE = "#aa00aa", "#00aaaa", "#aaaaaa"

#: The colours of a terminal that has but eight.
FOR_EIGHT = Palette(
    seats=tuple(
        SeatColours(face, _WHITE, _WHITE, text)
        for face, text in ((_RED, _WHITE), (_CYAN, _BLACK), (_GREEN, _BLACK), (_VIOLET, _WHITE))
    ),
    tiles=tuple(
        SeatColours(face, _BLACK, _WHITE, text)
        for face, text in (
            (_WHITE, _BLACK), (_BROWN, _BLACK), (_GREEN, _BLACK), (_CYAN, _BLACK), (_BROWN, _WHITE), (_RED, _WHITE),
            (_VIOLET, _WHITE), (_WHITE, _BLACK), (_BROWN, _BLACK),
        )
    ),
)  # fmt: skip
