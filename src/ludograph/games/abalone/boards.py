"""The boards of Abalone and where the marbles stand on them at the beginning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludograph.board import Board, grids
from ludograph.board.labels import row_and_column

SQUARE, HEX = "square", "hex"
CLASSIC_SIDE = 5  # of the hexagon of 61 cells

#: Degrees: the first half leads to cells with higher numbers, the second half the opposite ways.
SQUARE_DIRECTIONS = (0.0, 270.0, 180.0, 90.0)
HEX_DIRECTIONS = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)

STANDARD, SPARSE, BELGIAN, GERMAN = "standard", "sparse", "belgian-daisy", "german-daisy"
SETUPS = (STANDARD, SPARSE, BELGIAN, GERMAN)
DAISIES = {
    BELGIAN: ("a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9", "a4 a5 b4 b5 b6 c5 c6 g4 g5 h4 h5 h6 i5 i6"),
    GERMAN: ("b1 b2 c1 c2 c3 d2 d3 f7 f8 g7 g8 g9 h8 h9", "b5 b6 c5 c6 c7 d6 d7 f3 f4 g3 g4 g5 h4 h5"),
}


@dataclass(frozen=True)
class Field:
    """A board with its directions: the lines along which pieces move."""

    graph: Board
    directions: tuple[float, ...]

    @property
    def axes(self) -> int:
        return len(self.directions) // 2

    def opposite(self, direction: int) -> int:
        return (direction + self.axes) % len(self.directions)

    @cached_property
    def steps(self) -> list[list[int]]:
        """For each node, OUTSIDE being the last, the next one in each direction."""
        nodes = range(len(self.graph) + 1)
        return [[self.graph.step(node, direction) for direction in self.directions] for node in nodes]

    @cached_property
    def distances_from_edge(self) -> list[int]:
        """For each node, how many steps the next edge is away."""
        outside, nodes = self.graph.outside, range(len(self.graph))
        found = dict.fromkeys((node for node in nodes if outside in self.steps[node]), 0)
        waiting = list(found)
        for node in waiting:
            new = [after for after in self.steps[node] if after != outside and after not in found]
            found.update(dict.fromkeys(new, found[node] + 1))
            waiting += dict.fromkeys(new)
        return [found[node] for node in nodes]

    def step(self, node: int, direction: int, times: int = 1) -> int:
        """The node so many steps away, or OUTSIDE."""
        for _ in range(times):
            node = self.steps[node][direction]
        return node


@lru_cache
def square_field(size: int) -> Field:
    """Lines lettered from the top, columns numbered from the left."""
    return Field(grids.square(size, size, first_row="top", label=row_and_column), SQUARE_DIRECTIONS)


@lru_cache
def hex_field(side: int) -> Field:
    """Rows lettered from the bottom, diagonals numbered."""
    return Field(grids.hexagon(side), HEX_DIRECTIONS)


def square_setup(size: int, setup: str) -> tuple[list[int], list[int]]:
    """Black below: a whole line and the next one without its ends. On the small boards, 4×4 and 5×5, only the line."""
    last, before = range(size * (size - 1), size * size), range(size * (size - 2), size * (size - 1))
    if setup == SPARSE:
        black = [*last[1:-1]]
    elif size < 6:
        black = [*last]
    else:
        black = [*before[1:-1], *last]
    return black, _opposite(size * size, black)


def hex_setup(side: int, setup: str) -> tuple[list[int], list[int]]:
    """Black below: two whole rows and the middle of the third; with side 3, one row and the middle of the second."""
    if setup in DAISIES:
        graph = hex_field(CLASSIC_SIDE).graph
        black, white = ([graph.labels.index(label) for label in labels.split()] for labels in DAISIES[setup])
        return black, white
    nodes = len(hex_field(side).graph)
    first, second = range(side), range(side, 2 * side + 1)
    third = range(2 * side + 1, 3 * side + 3)
    if setup == SPARSE:
        black = [*first]
    elif side == 3:
        black = [*first, *second[1:-1]]
    else:
        black = [*first, *second, *third[2:-2]]
    return black, _opposite(nodes, black)


def _opposite(nodes: int, cells: Iterable[int]) -> list[int]:
    """The cells after half a turn of the board."""
    return sorted(nodes - 1 - cell for cell in cells)
