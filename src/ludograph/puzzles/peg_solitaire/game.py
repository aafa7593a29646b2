"""Peg solitaire on the English, the European and the triangular board, and on any board given as a picture.

A peg jumps straight over a neighbouring peg into the empty hole behind it; the peg jumped over is taken away. On boards
of squares pegs jump along rows and columns, on the triangle along three directions. Each jump is a move of its own.

* English: 33 holes, the centre vacant; the last peg has to stand in the centre.
* European: 37 holes, the centre vacant; one peg has to be left, anywhere. From this start that can't be done.
* Triangle: 15 holes, a corner vacant; one peg has to be left, anywhere.

The parity argument is M. Reiss's (1857); see J. D. Beasley, The Ins and Outs of Peg Solitaire (1985), whose names of
the holes are used: the letter is the column, the number the row from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import tables
from ludograph.core.moves import Move, MoveKind
from ludograph.core.parameters import FileParameter
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.declared.fields import Cells
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove
from ludograph.puzzles.peg_solitaire.boards import BUILT_IN, MAX_HOLES, Line, PegBoard, read_picture

#: A table over all sets of pegs is worth while up to so many holes.
MAX_DENSE_HOLES = 25

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each board by PegSolitaire.constants. Lines of three holes whose numbers differ alike are one group.
GROUPS = 0
TO_MIDDLE: Sequence[int] = ()  # for each group, from the number of the lowest hole to that of the middle one
TO_HIGH: Sequence[int] = ()  # and to that of the highest one
LOWS: Sequence[int] = ()  # the lowest holes of a group's lines
SHAPES: Sequence[int] = ()  # a group's line whose lowest hole is 0
GOAL = 0  # 0: one peg anywhere
SYMMETRIES = 0  # besides the identity
CHUNKS = 0
IMAGES: Sequence[int] = ()  # for each symmetry, for each chunk, the image of each content of that chunk

CHUNK_BITS = 11
LOW_BITS = 6  # of a move's code: the lowest hole of its line, below the number of the group


class State(NamedTuple):
    """The holes that have a peg."""

    pegs: Annotated[int, Cells(0, "peg", "1", figures="o")]


def generate(s: State, out: Moves, n: int) -> int:
    """A line allows a jump when there is a peg in the middle and at exactly one end."""
    for group in range(GROUPS):
        lows = (s.pegs >> TO_MIDDLE[group]) & (s.pegs ^ (s.pegs >> TO_HIGH[group])) & LOWS[group]
        n = list_each(group << LOW_BITS, lows, 0, out, n)
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    """A line may have been jumped along when there is no peg in the middle and one at exactly one end."""
    for group in range(GROUPS):
        lows = ~(s.pegs >> TO_MIDDLE[group]) & (s.pegs ^ (s.pegs >> TO_HIGH[group])) & LOWS[group]
        n = list_each(group << LOW_BITS, lows, 0, out, n)
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    low = move & 63
    high = low + TO_HIGH[move >> LOW_BITS]
    is_up = (s.pegs >> low) & 1
    out[0] = low if is_up else high
    out[1] = high if is_up else low
    return 2


def apply(s: State, move: int) -> State:
    """A jump, like its undoing, changes all three holes of its line."""
    return State(s.pegs ^ (SHAPES[move >> LOW_BITS] << (move & 63)))


def is_solution(s: State) -> bool:
    if GOAL == 0:
        return popcount(s.pegs) == 1
    return s.pegs == GOAL


def rank(s: State) -> int:
    return s.pegs


def unrank(number: int) -> State:
    return State(number)


def children(pegs: int, out: Moves, n: int) -> int:
    """From rank to ranks, which are the sets of pegs."""
    for group in range(GROUPS):
        lows = (pegs >> TO_MIDDLE[group]) & (pegs ^ (pegs >> TO_HIGH[group])) & LOWS[group]
        while lows:
            out[n] = pegs ^ (SHAPES[group] << lowest(lows))
            n += 1
            lows &= lows - 1
    return n


def parents(pegs: int, out: Moves, n: int) -> int:
    for group in range(GROUPS):
        lows = ~(pegs >> TO_MIDDLE[group]) & (pegs ^ (pegs >> TO_HIGH[group])) & LOWS[group]
        while lows:
            out[n] = pegs ^ (SHAPES[group] << lowest(lows))
            n += 1
            lows &= lows - 1
    return n


def image(pegs: int, symmetry: int) -> int:
    """Where a symmetry of the board and its goal carries the pegs."""
    carried = 0
    for chunk in range(CHUNKS):
        carried |= IMAGES[((symmetry * CHUNKS + chunk) << CHUNK_BITS) | (pegs & ((1 << CHUNK_BITS) - 1))]
        pegs >>= CHUNK_BITS
    return carried


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class PegSolitaire(KernelPuzzle):
    """Peg solitaire."""

    name = "peg-solitaire"
    title = "Peg Solitaire"
    summary = "jump over pegs, which are taken away, until one is left"
    other_names = ("Solitaire", "Solitär", "Hi-Q", "солитер", "solitario", "孔明棋")
    variants = {  # noqa: RUF012
        "english": "33 holes, the centre vacant, to finish in the centre",
        "european": "37 holes, the centre vacant, to finish anywhere",
        "triangle": "15 holes in a triangle, a corner vacant, to finish anywhere",
    }
    parameters = (FileParameter("picture", None, "a file that shows another board"),)
    state_type = State
    empty_sign = "0"
    node_noun = "hole of the board"
    is_reversible = False
    max_moves = 2 * MAX_HOLES  # no hole is the middle of more lines than two, or on the small triangle three

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.holes: PegBoard = self._chosen_board()
        self.board = self.holes.graph
        self.is_dense = len(self.board) <= MAX_DENSE_HOLES
        self.remoteness_bound = len(self.board)
        self._lines = {frozenset((line.low, line.high)): line for line in self.holes.lines}

    def _chosen_board(self) -> PegBoard:
        picture = self.values["picture"]
        if picture is None:
            return BUILT_IN[self.variant or ""]
        if self.variant != next(iter(self.variants)):
            raise self.invalid_parameter(
                f"a picture takes the place of the {self.variant} board; leave out one of them."
            )
        return read_picture(picture)

    def constants(self) -> Mapping[str, Any]:
        groups: dict[tuple[int, int], int] = {}
        for low, middle, high in self.holes.lines:
            differences = middle - low, high - low
            groups[differences] = groups.get(differences, 0) | 1 << low
        images = self.holes.symmetries[1:]
        return {
            "RANKS": 1 << len(self.board),
            "GROUPS": len(groups),
            "TO_MIDDLE": tables.words([middle for middle, _ in groups] or [0]),
            "TO_HIGH": tables.words([high for _, high in groups] or [0]),
            "LOWS": tables.words(list(groups.values()) or [0]),
            "SHAPES": tables.words([1 | 1 << middle | 1 << high for middle, high in groups] or [0]),
            "GOAL": self.holes.bits(self.holes.goal),
            "SYMMETRIES": len(images),
            "CHUNKS": -(-len(self.board) // CHUNK_BITS),
            "IMAGES": tables.words([image for symmetry in images for image in _chunk_images(symmetry)] or [0]),
        }

    def start_state(self) -> State:
        return State(self.holes.bits(self.holes.start))

    def solution_states(self) -> Iterable[State]:
        goal = self.holes.bits(self.holes.goal)
        return (State(goal),) if goal else (State(1 << hole) for hole in range(len(self.board)))

    def cannot_be_solved(self, state: State) -> str | None:
        """The classes of positions: a jump changes for each of three colours whether its pegs are even or odd."""
        solutions = list(self.solution_states())
        if not any(_is_same_class(state, solution, self.holes.colourings) for solution in solutions):
            what = "the goal" if self.holes.goal else "any single peg"
            return (
                "With the diagonals coloured in turn in three colours, each jump changes for all three colours whether "
                f"their number of pegs is even or odd; from here these numbers can't come to fit {what}."
            )
        if state not in solutions and popcount(state.pegs) <= popcount(solutions[0].pegs):
            return "There are too few pegs left: each jump takes one away."
        return None

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        line = self._line_of(code)
        source, target = (line.low, line.high) if state.pegs >> line.low & 1 else (line.high, line.low)
        return self._move(source, target, code, MoveKind.FORWARD, (self.board.label(line.middle),))

    def back_move_of(self, state: State, code: int) -> Move:
        """The peg goes back over the middle, where the peg that it took comes back."""
        line = self._line_of(code)
        source, target = (line.low, line.high) if state.pegs >> line.low & 1 else (line.high, line.low)
        return self._move(source, target, code, MoveKind.BACKWARD)

    def _move(self, source: int, target: int, code: int, kind: MoveKind, captures: tuple[str, ...] = ()) -> Move:
        start, end = self.board.label(source), self.board.label(target)
        return Move(f"{start}-{end}", start, end, kind, captures, hops=(start, end), code=code)

    def _line_of(self, code: int) -> Line:
        constants = self.kernel.constants
        low, group = code & 63, code >> LOW_BITS
        return Line(low, low + int(constants["TO_MIDDLE"][group]), low + int(constants["TO_HIGH"][group]))

    def normal(self, text: str) -> str:
        return text.upper()

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        holes = self.nodes_named(hops)
        if not state.pegs >> holes[0] & 1:
            return IllegalMove(f"There is no peg on {hops[0]}.", reason="no-peg")
        if len(holes) == 1:
            targets = range(len(self.board))
            can_jump = any(self._why_no_jump(state, holes[0], target) is None for target in targets)
            return None if can_jump else IllegalMove(f"The peg on {hops[0]} can't jump.", reason="stuck")
        if len(holes) > 2:
            return IllegalMove("Each jump is a move of its own.", reason="one-jump")
        return self._why_no_jump(state, holes[0], holes[1])

    def _why_no_jump(self, state: State, source: int, target: int) -> IllegalMove | None:
        """The rule against the jump of a peg from hole to hole."""
        line = self._lines.get(frozenset((source, target)))
        label = self.board.label
        if line is None:
            what = (
                f"A peg jumps straight over one hole into the next, which {label(target)} is not from {label(source)}."
            )
            return IllegalMove(what, reason="not-in-line")
        if not state.pegs >> line.middle & 1:
            return IllegalMove(f"There is no peg on {label(line.middle)} to jump over.", reason="nothing-to-take")
        if state.pegs >> target & 1:
            return IllegalMove(f"There is a peg on {label(target)} already.", reason="occupied")
        return None

    def ending(self, state: State) -> tuple[str, str]:
        left = popcount(state.pegs)
        pegs = f"{left} pegs are" if left != 1 else "one peg is"
        return "stuck", f"No peg can jump, and {pegs} left; the puzzle is not solved."


def _chunk_images(symmetry: Sequence[int]) -> list[int]:
    """Where a symmetry carries each content of each chunk of bits."""
    images = []
    for first in range(0, len(symmetry), CHUNK_BITS):
        bits = [1 << image for image in symmetry[first : first + CHUNK_BITS]]
        chunk = [0]
        for bit in bits + [0] * (CHUNK_BITS - len(bits)):
            chunk += [image | bit for image in chunk]
        images += chunk
    return images


def _is_same_class(state: State, other: State, colourings: Iterable[Sequence[int]]) -> bool:
    """Whether, in each colouring, the parities of the three colours differ for all or for none."""
    changed = state.pegs ^ other.pegs
    return all(len({popcount(changed & colour) & 1 for colour in colours}) == 1 for colours in colourings)
