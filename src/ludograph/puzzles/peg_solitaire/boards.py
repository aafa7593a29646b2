"""Boards of peg solitaire: holes on a lattice, the built-in ones and those of pictures.

A hole is a pair (column, row) on a lattice of squares or of triangles, rows counted from the top. Everything else
follows from the holes and the directions of the lattice: the jumps, the symmetries, the colours of the parity argument.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ludograph.board import Board, Node
from ludograph.board.labels import file_and_rank
from ludograph.board.symmetries import Symmetry, symmetries
from ludograph.core.files import read_text
from ludograph.core.texts import quoted
from ludograph.errors import InvalidMap

Hole = tuple[int, int]

MAX_HOLES = 64
MAX_SIDE = 64  # lines and columns of a picture
SQUARE: tuple[Hole, ...] = ((1, 0), (0, 1))
TRIANGULAR: tuple[Hole, ...] = ((1, 0), (0, 1), (1, 1))
COLOURS = 3


class Line(NamedTuple):
    """Three holes in a row, by number: a jump goes from one end over the middle to the other end."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True)
class PegBoard:
    """Holes in the order of their numbers, row by row; the pegs at the start; the holes that must have pegs in the end.

    No goal means that one peg has to be left, anywhere.
    """

    name: str
    holes: tuple[Hole, ...]
    start: frozenset[Hole]
    goal: frozenset[Hole]
    directions: tuple[Hole, ...] = SQUARE

    @cached_property
    def numbers(self) -> dict[Hole, int]:
        return {hole: number for number, hole in enumerate(self.holes)}

    @cached_property
    def rows(self) -> list[list[int]]:
        """The numbers of the holes in each row that has some."""
        rows: dict[int, list[int]] = {}
        for number, (_, row) in enumerate(self.holes):
            rows.setdefault(row, []).append(number)
        return list(rows.values())

    @cached_property
    def lines(self) -> list[Line]:
        found = []
        for (column, row), low in self.numbers.items():
            for right, down in self.directions:
                middle = self.numbers.get((column + right, row + down))
                high = self.numbers.get((column + 2 * right, row + 2 * down))
                if middle is not None and high is not None:
                    found.append(Line(low, middle, high))
        return found

    def bits(self, holes: Iterable[Hole]) -> int:
        """Holes as a set of bits."""
        return sum(1 << self.numbers[hole] for hole in holes)

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """Those of the board that keep its goal, the identity first."""
        goal = {self.numbers[hole] for hole in self.goal}
        return [each for each in symmetries(self.graph) if {each[hole] for hole in goal} == goal]

    @cached_property
    def colourings(self) -> list[tuple[int, int, int]]:
        """Ways to colour the holes by parallel lines in three colours so that any three in a row differ.

        Each is given by the holes of each colour as a set of bits.
        """
        found = []
        for weight in range(1, COLOURS):
            if all((right + weight * down) % COLOURS for right, down in self.directions):
                sets = [0] * COLOURS
                for number, (column, row) in enumerate(self.holes):
                    sets[(column + weight * row) % COLOURS] |= 1 << number
                found.append((sets[0], sets[1], sets[2]))
        return found

    @cached_property
    def graph(self) -> Board:
        """The board to be drawn, the goal in a shade of its own."""
        is_square = self.directions == SQUARE
        nodes = []
        for number, (column, row) in enumerate(self.holes):
            x, y = (column, -row) if is_square else (column - row / 2, round(-row * math.sqrt(3) / 2, 9))
            nodes.append(Node(number, file_and_rank(column, row), x, y, shade=1 if (column, row) in self.goal else 0))
        return Board(nodes, self._links(), name=self.name)

    def _links(self) -> Iterator[tuple[int, int]]:
        for (column, row), number in self.numbers.items():
            for right, down in self.directions:
                other = self.numbers.get((column + right, row + down))
                if other is not None:
                    yield number, other
                    yield other, number


# -- the built-in boards ------------------------------------------------------------------------------------------


def _centred(name: str, lengths: tuple[int, ...], goal: Iterable[Hole]) -> PegBoard:
    """Seven rows of these lengths with a common middle, which is vacant."""
    holes = tuple(((7 - length) // 2 + at, row) for row, length in enumerate(lengths) for at in range(length))
    return PegBoard(name, holes, frozenset(holes) - {(3, 3)}, frozenset(goal))


def _triangle() -> PegBoard:
    holes = tuple((column, row) for row in range(5) for column in range(row + 1))
    return PegBoard("triangular board", holes, frozenset(holes) - {(0, 0)}, frozenset(), TRIANGULAR)


BUILT_IN: Mapping[str, PegBoard] = {
    "english": _centred("English board", (3, 3, 7, 7, 7, 3, 3), [(3, 3)]),
    "european": _centred("European board", (3, 5, 7, 7, 7, 5, 3), []),
    "triangle": _triangle(),
}


# -- pictures -----------------------------------------------------------------------------------------------------

PEG, EMPTY, EMPTY_GOAL, PEG_GOAL = "1", "0", "x", "X"
NO_HOLE = ". "


def read_picture(file: str) -> PegBoard:
    """The board that a file shows; InvalidMap lists what is wrong with it."""
    text = read_text(Path(file))
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    signs = {(column, row): sign for row, line in enumerate(lines[:MAX_SIDE]) for column, sign in _signs(line)}
    holes = tuple(hole for hole, sign in signs.items() if sign in (PEG, EMPTY, EMPTY_GOAL, PEG_GOAL))
    start = frozenset(hole for hole in holes if signs[hole] in (PEG, PEG_GOAL))
    goal = frozenset(hole for hole in holes if signs[hole] in (EMPTY_GOAL, PEG_GOAL))
    if faults := _picture_faults(lines, signs, holes, start):
        raise InvalidMap(f"The picture {file} is no board", faults)
    return PegBoard("board of a picture", holes, start, goal)


def _signs(line: str) -> Iterator[tuple[int, str]]:
    """The characters of a line that are no gaps, with their columns."""
    return ((column, sign) for column, sign in enumerate(line[:MAX_SIDE]) if sign not in NO_HOLE)


def _picture_faults(
    lines: list[str], signs: Mapping[Hole, str], holes: tuple[Hole, ...], start: frozenset[Hole]
) -> list[str]:
    faults = [
        f"line {row + 1}, column {column + 1} has {quoted(sign)}"
        for (column, row), sign in signs.items()
        if (column, row) not in holes
    ]
    if faults:
        faults.append("the characters of a picture are 1 0 x X . and space")
    longest = max(map(len, lines), default=0)
    if len(lines) > MAX_SIDE:
        faults.append(f"it has {len(lines):,} lines, more than {MAX_SIDE}")
    if longest > MAX_SIDE:
        faults.append(f"its longest line has {longest:,} columns, more than {MAX_SIDE}")
    if len(holes) > MAX_HOLES:
        faults.append(f"it has {len(holes):,} holes, more than {MAX_HOLES}")
    if not faults and not start:
        faults.append("it has no peg" if holes else "it has no hole")
    return faults
