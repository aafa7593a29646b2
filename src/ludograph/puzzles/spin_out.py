"""Spin-Out (William Keister, 1970), which is the old puzzle of the Chinese rings.

Rings hang in a row on a bar, and all have to come off. Ring 1 can always be put on or taken off. Any other can
when the ring before it is on and all rings before that one are off. Every position but two has two moves, and all
lie on one way from end to end, in the order of Gray's code; from all on to all off it takes 1, 2, 5, 10, 21, 42, 85, …
moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.core.moves import Move
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import lowest
from ludograph.engine.declared.codes import Code
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, MoveSyntaxError, PositionSyntaxError

MAX_RINGS = 20

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by SpinOut.constants.
RINGS = 7


class State(NamedTuple):
    """The rings that are on the bar, ring 1 being the lowest bit."""

    on: Annotated[int, Other("the rings that are on the bar, ring 1 lowest")]


def content(s: State, node: int) -> int:
    ring = RINGS - 1 - node
    return ring + 1 if (s.on >> ring) & 1 else 0


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the bit of the ring that is put on or taken off."""
    out[n] = 0
    n += 1
    if s.on != 0 and lowest(s.on) + 1 < RINGS:
        out[n] = lowest(s.on) + 1
        n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.on ^ (1 << move))


def is_solution(s: State) -> bool:
    return s.on == 0


def rank(s: State) -> int:
    return s.on


def unrank(number: int) -> State:
    return State(number)


def lower_bound(s: State) -> int:
    """The moves that are left, exactly: the place of the position in Gray's code."""
    moves = 0
    rest = s.on
    while rest:
        moves ^= rest
        rest >>= 1
    return moves


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class SpinOut(KernelPuzzle):
    """Spin-Out, or the Chinese rings."""

    name = "spin-out"
    title = "Spin-Out"
    summary = "take all rings off the bar; what a ring may do depends on those before it"
    other_names = ("Chinese rings", "Baguenaudier", "меледа", "九连环", "Nürnberger Tand")
    parameters = (IntParameter("rings", 7, "how many rings there are", 1, MAX_RINGS),)
    keeps_pieces = False  # they are the rings on the bar
    state_type = State
    max_moves = 2

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.rings: int = self.values["rings"]
        self.remoteness_bound = 2**self.rings - 1
        self.board = grids.square(self.rings, 1, label=lambda column, _row: str(self.rings - column))

    def constants(self) -> Mapping[str, Any]:
        return {"RINGS": self.rings, "RANKS": 2**self.rings}

    def start_state(self) -> State:
        return State(2**self.rings - 1)

    def solution_states(self) -> Iterable[State]:
        return (State(0),)

    # -- moves --------------------------------------------------------------------------------------------

    @cached_property
    def code(self) -> Code:  # type: ignore[override]
        return Code({ring: str(ring + 1) for ring in range(self.rings)})

    def move_of(self, state: State, code: int) -> Move:
        ring = str(code + 1)
        return Move(ring, None, None, hops=(ring,), code=code)

    def hops_in(self, text: str) -> Sequence[str]:
        if self.board.index(text) is None:
            raise MoveSyntaxError(f"{quoted(text)} is no ring; a move is a ring from 1 to {self.rings}.")
        return (text,)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if len(hops) > 1:
            return IllegalMove("One ring is moved at a time.", reason="one-ring")
        if self.board.index(hops[0]) is None:
            return IllegalMove(f"{quoted(hops[0])} is none of the rings 1 to {self.rings}.", reason="no-ring")
        ring = int(hops[0])
        if ring == 1:
            return None
        if not state.on >> (ring - 2) & 1:
            return IllegalMove(f"Ring {ring} can't move, because ring {ring - 1} is off.", reason="neighbour-off")
        in_the_way = [other for other in range(1, ring - 1) if state.on >> (other - 1) & 1]
        if in_the_way:
            return IllegalMove(f"Ring {ring} can't move, because ring {in_the_way[0]} is on.", reason="ring-on")
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return f"{state.on:0{self.rings}b}"

    def read(self, text: str) -> State:
        faults = [] if len(text) == self.rings else [f"it has {len(text)} rings, not {self.rings}"]
        if strange := text.strip("01"):
            faults.append(f"{quoted(strange)} is neither 1 (on) nor 0 (off)")
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        return State(int(text, 2))

    # -- drawing ------------------------------------------------------------------------------------------

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [Piece(0, 0, Shape.RING, "O", f"ring {number}") for number in range(1, self.rings + 1)]
