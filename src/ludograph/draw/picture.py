"""What there is to draw, without saying how: pieces on nodes, marks, words for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludograph.board import Board


class Shape(StrEnum):
    """The forms that pieces come in."""

    DISC = "disc"  # a round piece with a rim
    CROWNED = "crowned"  # two such pieces one upon the other, with a crown
    STACK = "stack"  # as many discs as its size says
    TOWER = "tower"  # a peg with disks of the sizes in ``parts``, of which ``size`` is the largest
    TILE = "tile"  # a square with its sign; the seat is the number of a tile colour
    TOKEN = "token"  # a round piece with its sign; the seat is the number of a tile colour
    BAR = "bar"  # a flat bar with its sign, the wider the larger its size; the seat is the number of a tile colour
    STICKER = "sticker"  # the whole cell in the tile colour of the seat, with a small sign
    FIGURE = "figure"  # its sign, large: a chess symbol
    TEXT = "text"  # its sign as a line of text, in a cell with room for ``size`` characters


#: Forms that take their colour from the tile colours of a theme, the others from its seats.
TILE_COLOURED = frozenset({Shape.TILE, Shape.TOKEN, Shape.BAR, Shape.STICKER})


def bar_width(size: int) -> float:
    """The width of a bar of this size, in units: a board for bars makes its cells wide enough."""
    return 0.5 + 0.25 * size


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a node: whose it is (a seat), its form and size, its sign in text and its name in words.

    ``parts`` are the sizes of what it is made of, from the bottom. ``tint`` is the number of a tile colour to draw
    it in, instead of its seat's colour: for games whose sides are called Black and White.
    """

    node: int
    seat: int
    shape: Shape
    sign: str
    name: str
    size: int = 1
    parts: tuple[int, ...] = ()
    tint: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A position to be drawn.

    ``last_move`` and ``marks`` are nodes to be highlighted: where the last move was, where the next may
    go. ``beside`` are pieces that are off the board, ``node`` being without meaning there.
    """

    board: Board
    pieces: Sequence[Piece]
    title: str
    description: str
    last_move: Sequence[int] = ()
    marks: Sequence[int] = ()
    beside: Sequence[Piece] = ()

    @property
    def on_node(self) -> dict[int, Piece]:
        return {piece.node: piece for piece in self.pieces}
