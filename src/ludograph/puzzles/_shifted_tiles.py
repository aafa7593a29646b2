"""Numbered tiles that fill a board; every move, which can always be made, leads several of them to new places."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import NamedMovesPuzzle
from ludograph.engine.ranking import is_odd_permutation, rank_permutation, unrank_permutation
from ludograph.engine.rules import Moves
from ludograph.puzzles._arrangements import read_arrangement

MIXING_MOVES = 60

# Bound for each puzzle by ShiftedTiles.constants.
TILES = 9
MOVES = 0
COMES_FROM: Sequence[int] = ()  # for each move and each place that from which its tile comes
SOLVED = 0


class State(NamedTuple):
    """The tiles as a permutation, see ``engine.ranking``."""

    tiles: Annotated[int, Other("a permutation: the tile, from 0, on each place, four bits each")]


def content(s: State, node: int) -> int:
    return 1 + ((s.tiles >> (4 * node)) & 15)


def generate(s: State, out: Moves, n: int) -> int:
    for move in range(MOVES):
        out[n] = move
        n += 1
    return n


def apply(s: State, move: int) -> State:
    tiles = 0
    for place in range(TILES):
        tiles |= ((s.tiles >> (4 * COMES_FROM[move * TILES + place])) & 15) << (4 * place)
    return State(tiles)


def is_solution(s: State) -> bool:
    return s.tiles == SOLVED


def rank(s: State) -> int:
    return rank_permutation(s.tiles, TILES)


def unrank(number: int) -> State:
    return State(unrank_permutation(number, TILES))


class ShiftedTiles(NamedMovesPuzzle):
    """One of these puzzles."""

    parameters = (IntParameter("rows", 3, "rows", 2, 3), IntParameter("columns", 3, "columns", 2, 4))
    state_type = State
    max_moves = 16

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.rows: int = self.values["rows"]
        self.columns: int = self.values["columns"]
        self.is_dense = self.rows * self.columns < 10
        self.board: Board = grids.square(self.columns, self.rows, first_row="top", is_chequered=False)

    @property
    @abstractmethod
    def rings(self) -> Mapping[str, Sequence[int]]:
        """For each move, by its name, the places of which each tile goes to the next, that of the last to the first."""

    @property
    def move_names(self) -> Sequence[str]:
        return list(self.rings)

    def normal(self, text: str) -> str:
        return text.upper()

    def constants(self) -> Mapping[str, Any]:
        comes_from: list[int] = []
        for ring in self.rings.values():
            origin = {after: before for before, after in zip(ring, (*ring[1:], ring[0]), strict=True)}
            comes_from += (origin.get(place, place) for place in range(len(self.board)))
        numbers = {"TILES": len(self.board), "MOVES": len(self.rings), "RANKS": math.factorial(len(self.board))}
        return {**numbers, "COMES_FROM": tuple(comes_from), "SOLVED": _state(range(1, len(self.board) + 1)).tiles}

    def start_state(self) -> State:
        """Mixed by chance, always in the same way."""
        chance, state = Random(self.name), _state(range(1, len(self.board) + 1))
        for _ in range(MIXING_MOVES):
            state = self.plain.apply(state, chance.randrange(len(self.rings)))
        return state

    def solution_states(self) -> Iterable[State]:
        return (_state(range(1, len(self.board) + 1)),)

    def cannot_be_solved(self, state: State) -> str | None:
        if any(len(ring) % 2 == 0 for ring in self.rings.values()):
            return None
        if not is_odd_permutation(state.tiles, len(self.board)):
            return None
        return "Every move is as good as an even number of exchanges, but an odd one is needed."

    def write(self, state: State) -> str:
        return ",".join(str((state.tiles >> 4 * place & 15) + 1) for place in range(len(self.board)))

    def read(self, text: str) -> State:
        return _state(read_arrangement(text, len(self.board), "tile"))

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [
            Piece(0, tile // self.columns % 7, Shape.TILE, str(tile + 1), f"tile {tile + 1}")
            for tile in range(len(self.board))
        ]


def _state(tiles: Iterable[int]) -> State:
    return State(sum((tile - 1) << (4 * place) for place, tile in enumerate(tiles)))
