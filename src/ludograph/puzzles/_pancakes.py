"""What sorting pancakes has in common, whether they have a burnt side or not: the texts and the drawing of a stack.

A stack is a sequence of numbers from the top; a pancake that lies with its burnt side up has a negative one.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ludograph.board import Board, Node
from ludograph.draw.picture import Piece, Shape, bar_width
from ludograph.draw.scenery import Scenery, plate
from ludograph.engine.kernel_puzzle import NamedMovesPuzzle
from ludograph.puzzles._arrangements import read_arrangement

GOLDEN, BURNT = 1, 7  # tile colours


class PancakePuzzle(NamedMovesPuzzle):
    """A stack of pancakes of different sizes. A move turns the pancakes from the top down to some place over, together;
    it is named by how many they are. The smallest has to come to the top."""

    #: How a pancake is written.
    pancake: re.Pattern[str]
    #: How many pancakes the smallest move turns.
    fewest: ClassVar[int]

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.n: int = self.values["n"]
        self.board = _column(self.n)

    @property
    def sorted_stack(self) -> Any:
        """The state with the smallest pancake on top, no burnt side up."""
        return self.state_with(range(1, self.n + 1))

    def solution_states(self) -> Iterable[Any]:
        return (self.sorted_stack,)

    @property
    def move_names(self) -> Sequence[str]:
        return [str(count) for count in range(self.fewest, self.n + 1)]

    @abstractmethod
    def state_with(self, stack: Sequence[int]) -> Any:
        """The state of a valid stack."""

    @abstractmethod
    def stack_in(self, state: Any) -> list[int]:
        """The pancakes from the top, those with the burnt side up negative."""

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: Any) -> str:
        return ",".join(map(str, self.stack_in(state)))

    def read(self, text: str) -> Any:
        return self.state_with(read_arrangement(text, self.n, "pancake", self.pancake))

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def scenery(self) -> Sequence[Scenery]:
        return (plate(0, 0.6 - self.n, bar_width(self.n) / 2 + 0.7),)

    @cached_property
    def contents(self) -> Sequence[Piece]:
        """By size; where pancakes can lie with the burnt side up, so each is twice."""
        sides = (1, -1) if self.fewest == 1 else (1,)
        return [_piece(0, size * side) for size in range(1, self.n + 1) for side in sides]


def packed_sizes(stack: Sequence[int]) -> int:
    """The sizes, from 0, as a permutation, see ``engine.ranking``."""
    return sum((abs(pancake) - 1) << (4 * place) for place, pancake in enumerate(stack))


def sizes_in(permutation: int, n: int) -> list[int]:
    """The sizes, from 1, in a permutation."""
    return [(permutation >> (4 * place) & 15) + 1 for place in range(n)]


def _column(n: int) -> Board:
    """A column of wide cells, numbered from the top: a cell's number is the move that turns everything down to it."""
    across = bar_width(n) / 2 + 0.8
    nodes = (
        Node(
            id=place,
            label=str(place + 1),
            x=0,
            y=-place,
            outline=tuple((across * right, -place + up) for right, up in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))),
        )
        for place in range(n)
    )
    links = [(place, place + step) for place in range(n) for step in (-1, 1) if 0 <= place + step < n]
    return Board(nodes, links, name=f"stack of {n}")


def _piece(place: int, pancake: int) -> Piece:
    side = ", burnt side up" if pancake < 0 else ""
    colour = BURNT if pancake < 0 else GOLDEN
    return Piece(place, colour, Shape.BAR, str(pancake), f"pancake {abs(pancake)}{side}", abs(pancake))
