"""Toads and Frogs, as a puzzle for one (Lucas, "Récréations mathématiques", 1883).

Toads sit on the left of a strip and frogs on the right, with one gap between them. Toads go to the right only, frogs to
the left only: one cell into the gap, or over one neighbour of the other kind into the gap behind it. The puzzle is
solved when all toads are on the right and all frogs on the left. With m toads and n frogs that takes m·n + m + n moves;
if there are at least two of each kind, there is no choice in them but who begins.

The kernel looks at the animals in their order, without the gap: a step leaves the order as it is, and a jump exchanges
two neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.labels import letter
from ludograph.core.moves import Move, MoveKind
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.fields import Other, Value
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.ranking import rank_combination, unrank_combination
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, InvalidPosition, PositionSyntaxError

MAX_ANIMALS = 10  # of each kind
TOAD, FROG, GAP = "T", "F", "."
NAMES = {TOAD: "toad", FROG: "frog"}

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by ToadsAndFrogs.constants.
ANIMALS = 6
TOADS = 3
ORDERS = 20  # of the animals
SOLVED_TOADS = 0
SOLVED_GAP = 3


class State(NamedTuple):
    """Which of the animals, from the left and without the gap, are toads; and how many are left of the gap."""

    toads: Annotated[int, Other("which of the animals, from the left and without the gap, are toads")]
    gap: Annotated[int, Value(63)]


def is_toad(s: State, animal: int) -> bool:
    return (s.toads >> animal) & 1 == 1


def content(s: State, node: int) -> int:
    if node == s.gap:
        return 0
    if node > s.gap:
        node -= 1
    return 1 if is_toad(s, node) else 2


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the place that the animal leaves, which is where the gap will be."""
    if s.gap >= 1 and is_toad(s, s.gap - 1):
        out[n] = s.gap - 1
        n += 1
    elif s.gap >= 2 and is_toad(s, s.gap - 2):
        out[n] = s.gap - 2
        n += 1
    if s.gap < ANIMALS and not is_toad(s, s.gap):
        out[n] = s.gap + 1
        n += 1
    elif s.gap + 1 < ANIMALS and not is_toad(s, s.gap + 1):
        out[n] = s.gap + 2
        n += 1
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    """The same with toads and frogs exchanged: who came from the gap goes back into it."""
    if s.gap >= 1 and not is_toad(s, s.gap - 1):
        out[n] = s.gap - 1
        n += 1
    elif s.gap >= 2 and not is_toad(s, s.gap - 2):
        out[n] = s.gap - 2
        n += 1
    if s.gap < ANIMALS and is_toad(s, s.gap):
        out[n] = s.gap + 1
        n += 1
    elif s.gap + 1 < ANIMALS and is_toad(s, s.gap + 1):
        out[n] = s.gap + 2
        n += 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = move
    out[1] = s.gap
    return 2


def apply(s: State, move: int) -> State:
    """The gap goes to that place; over two places, the two animals between, which are a toad and a frog, exchange."""
    if move + 2 == s.gap:
        return State(s.toads ^ (3 << move), move)
    if move == s.gap + 2:
        return State(s.toads ^ (3 << s.gap), move)
    return State(s.toads, move)


def is_solution(s: State) -> bool:
    return s.toads == SOLVED_TOADS and s.gap == SOLVED_GAP


def rank(s: State) -> int:
    return s.gap * ORDERS + rank_combination(s.toads)


def unrank(number: int) -> State:
    return State(unrank_combination(number % ORDERS, ANIMALS, TOADS), number // ORDERS)


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class ToadsAndFrogs(KernelPuzzle):
    """Toads and Frogs."""

    name = "toads-and-frogs"
    title = "Toads and Frogs"
    summary = "let toads and frogs pass each other; toads go right only, frogs left only"
    other_names = ("Frogs", "Froschhüpfen", "жабы и лягушки", "sapos y ranas")
    parameters = (
        IntParameter("toads", 3, "how many toads there are, on the left", 1, MAX_ANIMALS),
        IntParameter("frogs", 3, "how many frogs there are, on the right", 1, MAX_ANIMALS),
    )
    state_type = State
    node_noun = "cell of the strip"
    max_moves = 2
    is_reversible = False

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.toads: int = self.values["toads"]
        self.frogs: int = self.values["frogs"]
        self.animals = self.toads + self.frogs
        self.remoteness_bound = self.toads * self.frogs + self.animals
        self.board = grids.square(self.animals + 1, 1, label=lambda column, _row: letter(column))

    def constants(self) -> Mapping[str, Any]:
        solved = self._solved()
        orders = comb(self.animals, self.toads)
        return {
            "ANIMALS": self.animals,
            "TOADS": self.toads,
            "ORDERS": orders,
            "RANKS": (self.animals + 1) * orders,
            "SOLVED_TOADS": solved.toads,
            "SOLVED_GAP": solved.gap,
        }

    def _solved(self) -> State:
        return _state(FROG * self.frogs + GAP + TOAD * self.toads)

    def start_state(self) -> State:
        return _state(TOAD * self.toads + GAP + FROG * self.frogs)

    def solution_states(self) -> Iterable[State]:
        return (self._solved(),)

    # -- moves --------------------------------------------------------------------------------------------

    def back_move_of(self, state: State, code: int) -> Move:
        return replace(self.move_of(state, code), kind=MoveKind.BACKWARD)

    def normal(self, text: str) -> str:
        return text.upper()

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        cells = self.nodes_named(hops)
        source, signs, gap = cells[0], self.write(state), self.board.label(state.gap)
        if source == state.gap:
            return IllegalMove(f"There is nobody on {hops[0]}.", reason="gap")
        if cells[1:] not in ([], [state.gap]):
            return IllegalMove(f"The only free cell is {gap}.", reason="occupied")
        return self._why_not_into_gap(signs, source, state.gap)

    def _why_not_into_gap(self, signs: str, source: int, gap: int) -> IllegalMove | None:
        who = f"The {NAMES[signs[source]]} on {self.board.label(source)}"
        if (source < gap) != (signs[source] == TOAD):
            return IllegalMove(f"{who} can't go back: toads go right, and frogs go left.", reason="backwards")
        if abs(source - gap) > 2:
            return IllegalMove(f"{who} is too far from the free cell {self.board.label(gap)}.", reason="far")
        if abs(source - gap) == 2 and signs[(source + gap) // 2] == signs[source]:
            return IllegalMove(f"{who} can't jump over its own kind.", reason="own-kind")
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        signs = "".join(TOAD if state.toads >> animal & 1 else FROG for animal in range(self.animals))
        return signs[: state.gap] + GAP + signs[state.gap :]

    def read(self, text: str) -> State:
        strange = sorted({sign for sign in text if sign not in (TOAD, FROG, GAP)})
        if strange:
            what = f"{quoted(''.join(strange))} is neither {TOAD} (a toad) nor {FROG} (a frog) nor {GAP} (the gap)"
            raise PositionSyntaxError("The position can't be read", [what], text)
        wanted = {TOAD: (self.toads, "toads"), FROG: (self.frogs, "frogs"), GAP: (1, "gaps")}
        faults = [
            f"it has {text.count(sign)} {what}, not {number}"
            for sign, (number, what) in wanted.items()
            if text.count(sign) != number
        ]
        if faults:
            raise InvalidPosition("The position is not possible", faults, text)
        return _state(text)

    # -- drawing ------------------------------------------------------------------------------------------

    contents = (
        Piece(0, 0, Shape.TOAD, TOAD, f"a {NAMES[TOAD]}"),
        Piece(0, 1, Shape.FROG, FROG, f"a {NAMES[FROG]}"),
    )


def _state(text: str) -> State:
    animals = text.replace(GAP, "")
    return State(sum(1 << place for place, sign in enumerate(animals) if sign == TOAD), text.index(GAP))
