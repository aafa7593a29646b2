"""Guarini's knights (1512): two red and two blue knights on a board of 3×3 change places.

The red knights stand on the lower corners, the blue ones on the upper corners. They move as in chess, one at a time, in
any order, to empty cells; nothing is taken. No knight's move leads to the centre, so that no knight may stand there;
the other eight cells form a ring, on which knights can't pass each other. It takes 16 moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.declared.declaration import Standing
from ludograph.engine.declared.fields import Cells
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.ranking import rank_combination, spread, squeeze, unrank_combination
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove

SIDE = 3
CELLS = SIDE * SIDE
CENTRE = 4
KNIGHTS = 2  # of each colour
RING = (1 << CELLS) - 1 - (1 << CENTRE)  # where knights may stand
RED_START, BLUE_START = 0b000_000_101, 0b101_000_000
RED_PLACES, BLUE_PLACES = 28, 15  # ways to choose 2 of 8 cells, and 2 of the 6 left


def _knight_moves(cell: int) -> list[int]:
    """The cells that are a knight's move away."""
    row, column = divmod(cell, SIDE)
    steps = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
    cells = ((row + up, column + right) for up, right in steps)
    return [up * SIDE + right for up, right in cells if 0 <= up < SIDE and 0 <= right < SIDE]


# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

TARGETS = tuple(sum(1 << target for target in _knight_moves(cell)) for cell in range(CELLS))


class State(NamedTuple):
    """The cells of the knights of each colour."""

    red: Annotated[int, Cells(0, "red knight", "R", Shape.FIGURE, KNIGHTS, KNIGHTS, "♘")]
    blue: Annotated[int, Cells(0, "blue knight", "B", Shape.FIGURE, KNIGHTS, KNIGHTS, "♞")]


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: source, then target."""
    occupied = s.red | s.blue
    knights = occupied
    while knights:
        source = lowest(knights)
        n = list_each(source << 4, TARGETS[source] & ~occupied, 0, out, n)
        knights &= knights - 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = move >> 4
    out[1] = move & 15
    return 2


def apply(s: State, move: int) -> State:
    source = 1 << (move >> 4)
    change = source | (1 << (move & 15))
    if s.red & source:
        return State(s.red ^ change, s.blue)
    return State(s.red, s.blue ^ change)


def is_solution(s: State) -> bool:
    return s.red == BLUE_START and s.blue == RED_START


def rank(s: State) -> int:
    return rank_combination(squeeze(s.red, RING)) * BLUE_PLACES + rank_combination(squeeze(s.blue, RING & ~s.red))


def unrank(number: int) -> State:
    red = spread(unrank_combination(number // BLUE_PLACES, 8, KNIGHTS), RING)
    return State(red, spread(unrank_combination(number % BLUE_PLACES, 6, KNIGHTS), RING & ~red))


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------

#: The cells of the ring one after the other, each a knight's move from the next.
AROUND = (0, 5, 6, 1, 8, 3, 2, 7)


class KnightsSwap(KernelPuzzle):
    """Guarini's knights."""

    name = "knights-swap"
    title = "Guarini's Knights"
    summary = "two red and two blue knights on a board of 3×3 change places"
    other_names = ("Four knights", "Springertausch", "перестановка коней", "caballos")
    state_type = State
    max_moves = 8  # each of four knights has at most two
    board = grids.square(SIDE, SIDE)

    def constants(self) -> Mapping[str, Any]:
        return {"RANKS": RED_PLACES * BLUE_PLACES}

    def start_state(self) -> State:
        return State(RED_START, BLUE_START)

    def solution_states(self) -> Iterable[State]:
        return (State(BLUE_START, RED_START),)

    def cannot_be_solved(self, state: State) -> str | None:
        """On the ring the knights keep their order."""
        colours = [bool(state.red >> cell & 1) for cell in AROUND if (state.red | state.blue) >> cell & 1]
        if colours[0] == colours[2]:  # and so are the other two: red and blue by turns
            return "Red and blue knights stand by turns on the ring of eight cells, and they can't pass each other."
        return None

    # -- moves --------------------------------------------------------------------------------------------

    def normal(self, text: str) -> str:
        return text.upper()

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        cells = self.nodes_named(hops)
        occupied = state.red | state.blue
        if not occupied >> cells[0] & 1:
            return IllegalMove(f"There is no knight on {hops[0]}.", reason="no-knight")
        if len(cells) > 2:
            return IllegalMove("A knight moves from one cell to another.", reason="one-move")
        targets = _knight_moves(cells[0])
        if len(cells) == 1:
            can_move = any(not occupied >> target & 1 for target in targets)
            return None if can_move else IllegalMove(f"The knight on {hops[0]} can't move.", reason="stuck")
        if cells[1] not in targets:
            return IllegalMove(f"{hops[1]} is no knight's move away from {hops[0]}.", reason="no-knight-move")
        if occupied >> cells[1] & 1:
            return IllegalMove(f"There is a knight on {hops[1]} already.", reason="occupied")
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def faults(self, state: State) -> Iterator[str]:
        if (state.red | state.blue) >> CENTRE & 1:
            yield f"there is a knight on {self.board.label(CENTRE)}, where no knight's move leads"

    # -- drawing ------------------------------------------------------------------------------------------

    def piece(self, node: int, standing: Standing) -> Piece:
        return replace(super().piece(node, standing), seat=int(standing.kind.letter == "B"))
