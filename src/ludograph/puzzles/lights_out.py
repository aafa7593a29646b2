"""Lights Out (Tiger Electronics, 1995) on any rectangle of at most 64 lamps.

Pressing a lamp switches it and its neighbours above, below, left and right, on or off. The puzzle is solved when all
are dark. At the start all are lit, which can be solved on every board (K. Sutner, "Linear cellular automata and the
Garden-of-Eden", 1989); other positions may be unsolvable, and ``cannot_be_solved`` says so.

The order of presses doesn't matter, and pressing twice is not pressing at all. So a solution is a set of lamps, and
``fewest_presses`` finds the smallest one on any board by linear algebra over the field of two elements (M. Anderson and
T. Feil, "Turning lights out with linear algebra", 1998), where a table over all positions would be too large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import popcount
from ludograph.engine.declared.fields import Cells
from ludograph.engine.kernel_puzzle import NamedMovesPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, MoveSyntaxError

MAX_LAMPS = 64
MAX_SIDE = 12

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by LightsOut.constants.
LAMPS = 25
PRESSES: Sequence[int] = ()  # what pressing a lamp switches


class State(NamedTuple):
    """The lamps that are lit."""

    lit: Annotated[int, Cells(0, "lit lamp", "1")]


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the lamp."""
    for lamp in range(LAMPS):
        out[n] = lamp
        n += 1
    return n


def count(s: State, out: Moves, n: int) -> int:
    return LAMPS


def apply(s: State, move: int) -> State:
    return State(s.lit ^ PRESSES[move])


def is_solution(s: State) -> bool:
    return s.lit == 0


def content(s: State, node: int) -> int:
    return 1 + ((s.lit >> node) & 1)


def lower_bound(s: State) -> int:
    """A press puts out five lamps at the most."""
    return (popcount(s.lit) + 4) // 5


def rank(s: State) -> int:
    return s.lit


def unrank(number: int) -> State:
    return State(number)


def children(number: int, out: Moves, n: int) -> int:
    """From rank to ranks."""
    for lamp in range(LAMPS):
        out[n] = number ^ PRESSES[lamp]
        n += 1
    return n


# ---------------------------------------------------------------------------------------------------------
# Solving by linear algebra
# ---------------------------------------------------------------------------------------------------------


class Elimination(NamedTuple):
    """Gauss's elimination of what the presses switch; sets of lamps are words.

    ``pivots`` are by their highest lamps: what is switched, and the presses that switch it. ``idle`` are independent
    sets of presses that switch nothing. They are at most as many as the shorter side of the board has lamps, eight,
    because the presses in a first line leave no choice in the others.
    """

    pivots: Mapping[int, tuple[int, int]]
    idle: Sequence[int]

    @classmethod
    def of(cls, presses: Sequence[int]) -> Elimination:
        pivots: dict[int, tuple[int, int]] = {}
        idle: list[int] = []
        found = cls(pivots, idle)
        for lamp, switched in enumerate(presses):
            rest, pressed = found.reduced(switched)
            pressed ^= 1 << lamp
            if rest:
                pivots[rest.bit_length()] = rest, pressed
            else:
                idle.append(pressed)
        return found

    def reduced(self, lit: int) -> tuple[int, int]:
        """What can't be put out, and the presses that put out all else."""
        pressed = rest = 0
        while lit:
            highest = lit.bit_length()
            if highest in self.pivots:
                switched, by = self.pivots[highest]
                lit, pressed = lit ^ switched, pressed ^ by
            else:
                lit, rest = lit ^ 1 << highest - 1, rest | 1 << highest - 1
        return rest, pressed

    def all_idle(self) -> Iterable[int]:
        """Every set of presses that switches nothing."""
        sets = [0]
        for each in self.idle:
            sets += [other ^ each for other in sets]
        return sets


def fewest_presses(puzzle: LightsOut, state: State) -> list[str] | None:
    """The cells of a smallest solution, in the board's order; None when there is no solution.

    Any solution differs from any other by presses that switch nothing; all of those are tried, 256 at the most.
    """
    rest, pressed = puzzle.elimination.reduced(state.lit)
    if rest:
        return None
    solutions = (pressed ^ idle for idle in puzzle.elimination.all_idle())
    fewest = min(solutions, key=lambda lamps: (lamps.bit_count(), lamps))
    return [label for lamp, label in enumerate(puzzle.board.labels) if fewest >> lamp & 1]


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class LightsOut(NamedMovesPuzzle):
    """Lights Out."""

    name = "lights-out"
    title = "Lights Out"
    summary = "put out all lamps; pressing one switches its neighbours, too"
    other_names = ("Lichter aus", "Lampenspiel", "luces fuera")
    parameters = (
        IntParameter("rows", 5, f"how many rows there are; at most {MAX_LAMPS} lamps in all", 1, MAX_SIDE),
        IntParameter("columns", 5, "how many columns there are", 1, MAX_SIDE),
    )
    short_parameters = {"size": ("rows", "columns")}  # noqa: RUF012
    state_type = State
    empty_sign = "0"
    max_moves = MAX_LAMPS

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.rows: int = self.values["rows"]
        self.columns: int = self.values["columns"]
        self.lamps = self.rows * self.columns
        if self.lamps > MAX_LAMPS:
            what = f"{self.rows}×{self.columns} are {self.lamps} lamps, but there may be at most {MAX_LAMPS}."
            raise self.invalid_parameter(what)
        self.remoteness_bound = self.lamps
        self.board = grids.square(self.columns, self.rows, first_row="top")

    def constants(self) -> Mapping[str, Any]:
        return {"LAMPS": self.lamps, "RANKS": 1 << self.lamps, "PRESSES": tables.words(self.presses)}

    @cached_property
    def presses(self) -> tuple[int, ...]:
        """What pressing each lamp switches."""
        return tuple(tables.mask((lamp, *self.board.neighbours(lamp))) for lamp in range(self.lamps))

    @cached_property
    def elimination(self) -> Elimination:
        return Elimination.of(self.presses)

    def start_state(self) -> State:
        return State((1 << self.lamps) - 1)

    def solution_states(self) -> Iterable[State]:
        return (State(0),)

    def calculated_solution(self, state: State) -> Sequence[str] | None:
        return fewest_presses(self, state)

    def cannot_be_solved(self, state: State) -> str | None:
        if fewest_presses(self, state) is not None:
            return None
        return "No set of presses puts out exactly the lamps that are lit."

    # -- moves --------------------------------------------------------------------------------------------

    @property
    def move_names(self) -> Sequence[str]:
        return self.board.labels

    def normal(self, text: str) -> str:
        return text.upper()

    def hops_in(self, text: str) -> Sequence[str]:
        if self.board.index(text) is None:
            raise MoveSyntaxError(f"{quoted(text)} is no lamp; a move is a lamp from A1 to {self.board.labels[-1]}.")
        return (text,)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if len(hops) > 1:
            return IllegalMove("One lamp is pressed at a time.", reason="one-lamp")
        if self.board.index(hops[0]) is None:
            return IllegalMove(f"{quoted(hops[0])} is no lamp.", reason="no-lamp")
        return None

    # -- drawing ------------------------------------------------------------------------------------------

    contents = (Piece(0, 7, Shape.LAMP, "0", "a dark lamp"), Piece(0, 1, Shape.LIT_LAMP, "1", "a lit lamp"))
