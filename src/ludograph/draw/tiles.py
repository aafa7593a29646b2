"""A board as tiles for a terminal: how large they can be, where they lie, which node is where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludograph.board import Board
from ludograph.draw.edges import EdgeCoordinates, edge_coordinates
from ludograph.draw.layout import Layout, Place, first_labels, layout

#: Width and height of a tile in characters, which are about twice as high as wide. The widths are even,
#: so that the rows of a hexagon can be shifted by half a tile.
SIZES = ((24, 12), (16, 8), (12, 6), (10, 5), (8, 4), (6, 3), (6, 2), (4, 2), (4, 1))


@dataclass(frozen=True)
class TilePlan:
    """Where the tiles of a board lie; the margins have room for the coordinates."""

    board: Board
    tile_width: int
    tile_height: int

    @cached_property
    def layout(self) -> Layout:
        return layout(self.board, self.tile_width, self.tile_height, gap=0)

    @cached_property
    def edges(self) -> EdgeCoordinates | None:
        """The coordinates that stand along the edges; None when each tile must say its own."""
        return edge_coordinates(self.board)

    @property
    def has_own_labels(self) -> bool:
        """Whether the first line of every tile is for its label."""
        return self.edges is None and self.tile_height > 1

    @cached_property
    def left_texts(self) -> dict[int, str]:
        """The texts in the left margin, by line."""
        if self.edges:
            middles = {self.board.nodes[node].y: line for node, (line, _) in self.layout.places.items()}
            return {middles[y] + self.tile_height // 2: text for y, text in self.edges.rows.items()}
        return {} if self.has_own_labels else first_labels(self.board, self.layout)

    @cached_property
    def bottom_texts(self) -> dict[int, str]:
        """The texts in the bottom margin, by column, the left margin not counted."""
        if not self.edges:
            return {}
        begins = {self.board.nodes[node].x: column for node, (_, column) in self.layout.places.items()}
        return {begins[x] + (self.tile_width - len(text)) // 2: text for x, text in self.edges.columns.items()}

    @property
    def left_margin(self) -> int:
        return max(map(len, self.left_texts.values()), default=-1) + 1

    @property
    def width(self) -> int:
        return self.left_margin + self.layout.width

    @property
    def height(self) -> int:
        return self.layout.height + bool(self.bottom_texts)

    def place_of(self, node: int) -> Place:
        """Line and column where a visible node's tile begins, margins counted."""
        line, column = self.layout.places[node]
        return line, column + self.left_margin

    def node_at(self, line: int, column: int) -> int | None:
        """The node whose tile covers this place, if there is one."""
        for node in self.layout.places:
            top, left = self.place_of(node)
            if 0 <= line - top < self.tile_height and 0 <= column - left < self.tile_width:
                return node
        return None


@lru_cache(maxsize=16)
def plan_for(board: Board, width: int, height: int) -> TilePlan:
    """The largest tiles with which the board fits into this room; the smallest when none do."""
    plans = [TilePlan(board, *size) for size in SIZES]
    return next((plan for plan in plans if plan.width <= width and plan.height <= height), plans[-1])
