"""What there is to draw, without saying how: pieces on nodes, marks, words for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ludograph.board import Board
from ludograph.draw.borders import Border
from ludograph.draw.scenery import Scenery


class Shape(StrEnum):
    """The forms that pieces come in."""

    DISC = "disc"  # a round piece with a rim
    CROWNED = "crowned"  # two such pieces one upon the other, with a crown
    STACK = "stack"  # as many discs as its size says
    TOWER = "tower"  # a peg with disks of the sizes in ``parts``, of which ``size`` is the largest
    TILE = "tile"  # a square with its sign; the seat is the number of a tile colour
    VEHICLE = "vehicle"  # a body over its node and those in ``also``, which lie in a line; coloured like a tile
    BLOCK = "block"  # a slab of wood over its node and those in ``also``, which fill a rectangle; coloured like a tile
    TOKEN = "token"  # a round piece with its sign; the seat is the number of a tile colour
    BAR = "bar"  # a flat bar with its sign, the wider the larger its size; the seat is the number of a tile colour
    STICKER = "sticker"  # the whole cell in the tile colour of the seat, with a small sign
    FIGURE = "figure"  # its sign, large: a chess symbol
    MARBLE = "marble"  # a ball of glass
    LAMP = "lamp"  # a bulb that is off; coloured like a tile, as is the next
    LIT_LAMP = "lit-lamp"  # a bulb that shines
    RING = "ring"
    TOAD = "toad"  # an animal that looks to the right
    FROG = "frog"  # an animal that looks to the left
    SEEDS = "seeds"  # as many seeds as its size says, and their number
    TEXT = "text"  # its sign as a line of text, in a cell with room for ``size`` characters


#: Forms that take their colour from the tile colours of a theme, the others from its seats.
TILE_COLOURED = frozenset(
    {Shape.VEHICLE, Shape.BLOCK, Shape.TILE, Shape.TOKEN, Shape.BAR, Shape.STICKER, Shape.LAMP, Shape.LIT_LAMP}
)

#: Forms of one body that reaches over all its cells.
LONG = frozenset({Shape.VEHICLE, Shape.BLOCK})


#: The tile colours of a tower's disks, from the smallest.
DISK_COLOURS = (5, 4, 1, 2, 3, 6)

#: Forms that others come to stand on, and that are never taken.
NEVER_TAKEN = frozenset({Shape.TOWER})


def bar_width(size: int) -> float:
    """The width of a bar of this size, in units: a board for bars makes its cells wide enough."""
    return 0.5 + 0.25 * size


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a node: whose it is (a seat), its form and size, its sign in text and its name in words.

    ``parts`` are the sizes of what it is made of, from the bottom; ``also`` are further nodes that it covers. ``tint``
    is the number of a tile colour to draw it in, instead of its seat's colour: for games whose sides are called Black
    and White.
    """

    node: int
    seat: int
    shape: Shape
    sign: str
    name: str
    size: int = 1
    parts: tuple[int, ...] = ()
    also: tuple[int, ...] = ()
    tint: int | None = None

    @property
    def nodes(self) -> tuple[int, ...]:
        """All nodes that it covers."""
        return (self.node, *self.also)


@dataclass(frozen=True)
class Picture:
    """A position to be drawn.

    ``last_move`` and ``marks`` are nodes to be highlighted: where the last move was, where the next may
    go. ``beside`` are pieces that are off the board, ``node`` being without meaning there. ``goals`` are nodes
    that have to be reached, or where a piece leaves the board, ``borders`` the edges of the board that belong to seats,
    ``scenery`` what lies about it.
    """

    board: Board
    pieces: Sequence[Piece]
    title: str
    description: str
    last_move: Sequence[int] = ()
    marks: Sequence[int] = ()
    beside: Sequence[Piece] = ()
    goals: Sequence[int] = ()
    goals_lead_out: bool = False
    borders: Sequence[Border] = ()
    scenery: Sequence[Scenery] = ()

    @cached_property
    def on_node(self) -> dict[int, Piece]:
        return {node: piece for piece in self.pieces for node in piece.nodes}

    @property
    def has_cell_names(self) -> bool:
        """Whether cells are called by their names: a sticker fills its cell, and nobody calls it by the cell's name."""
        return not any(piece.shape is Shape.STICKER for piece in self.pieces)

    @cached_property
    def has_points(self) -> bool:
        """Whether nodes are points where lines meet, drawn small: all alike, without outlines, and not for figures,
        which stand out from a ground only."""
        nodes = self.board.nodes
        are_alike = all(not node.outline and node.shade == nodes[0].shade for node in nodes)
        shapes = {piece.shape for piece in (*self.pieces, *self.beside)}
        return are_alike and not shapes & {Shape.FIGURE, Shape.TEXT}

    def _repr_svg_(self) -> str:
        from ludograph.draw.svg import to_svg

        return to_svg(self)

    def is_taken(self, node: int) -> bool:
        """Whether a move to a node that is marked takes what stands there."""
        piece = self.on_node.get(node)
        return piece is not None and piece.shape not in NEVER_TAKEN
