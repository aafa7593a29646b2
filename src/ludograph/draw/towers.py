"""Towers of disks seen from the front: as lines of text, and as a grid of coloured halves of characters."""

from __future__ import annotations

from ludograph.draw.picture import Piece
from ludograph.draw.themes import SeatColours

DISK, PEG = "━", "│"
PEG_WIDTH = 2  # in a grid, whose width is even


def tower_text(piece: Piece) -> list[str]:
    """The lines of a tower from the top, all of one width: each disk with its size, as wide as that, on a peg."""
    width = len(_disk_text(piece.size))
    free = [PEG] * (piece.size + 1 - len(piece.parts))  # the peg is seen above the whole tower, too
    return [line.center(width) for line in (*free, *map(_disk_text, reversed(piece.parts)))]


def _disk_text(size: int) -> str:
    return str(size).center(2 * size + 1, DISK)


def tower_grid(piece: Piece, colours: SeatColours, ground: str, width: int, height: int) -> list[list[str]]:
    """A colour for each of ``height`` × ``width`` places, from the top. Where there is no room for all disks of the
    puzzle, those are left out that come first."""
    thickness = max(1, (height - 1) // piece.size)
    bare = _centred(PEG_WIDTH, colours.rim, ground, width)
    disks = [
        _centred(_disk_width(size, piece.size, width), colours.side if size % 2 else colours.face, ground, width)
        for size in piece.parts
        for _ in range(thickness)
    ]
    disks = disks[max(0, len(disks) - height) :]
    return [bare] * (height - len(disks)) + disks[::-1]


def _disk_width(size: int, largest: int, width: int) -> int:
    """Even, wider than the peg where there is room for that, and the whole width for the largest disk."""
    narrowest = PEG_WIDTH + 2 if width >= PEG_WIDTH + 2 * largest else PEG_WIDTH
    return narrowest + 2 * round((width - narrowest) / 2 * (size - 1) / max(1, largest - 1))


def _centred(length: int, colour: str, ground: str, width: int) -> list[str]:
    beside = [ground] * ((width - length) // 2)
    return [*beside, *[colour] * length, *beside]
