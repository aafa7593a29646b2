"""The queens' problem (Max Bezzel, 1848): n queens on a board of n×n, none attacking another.

The queens are placed row by row: a move puts one into the first row that has none, on a cell that no queen attacks. So
each position is reached in one way only, the positions are a tree, and the only move back takes away the last queen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.board.labels import letter
from ludograph.core.moves import Move, MoveKind
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import popcount
from ludograph.engine.declared.fields import Other, Value
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.ranking import nth_bit
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, InvalidPosition, MoveSyntaxError, PositionSyntaxError

MIN_SIDE, MAX_SIDE = 4, 10
NONE = "-"  # for a row without a queen

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each size by NQueens.constants.
SIDE = 8
SUBTREES: Sequence[int] = ()  # how many positions there are with given first rows, if only columns are to differ


class State(NamedTuple):
    """How many rows have a queen, and the column of each, four bits for a row."""

    rows: Annotated[int, Value(15)]
    columns: Annotated[int, Other("the column of each row's queen, four bits for a row")]


def content(s: State, node: int) -> int:
    row = node // SIDE
    return 1 if row < s.rows and (s.columns >> (4 * row)) & 15 == node % SIDE else 0


def attacked(s: State) -> int:
    """The columns of the first empty row that some queen attacks; there may be bits beyond the board."""
    found = 0
    for row in range(s.rows):
        column = (s.columns >> (4 * row)) & 15
        distance = s.rows - row
        found |= (1 << column) | (1 << (column + distance))
        if column >= distance:
            found |= 1 << (column - distance)
    return found


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code is the column."""
    if s.rows == SIDE:
        return n
    free = ~attacked(s)
    for column in range(SIDE):
        if (free >> column) & 1:
            out[n] = column
            n += 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = s.rows * SIDE + move
    return 1


def apply(s: State, move: int) -> State:
    return State(s.rows + 1, s.columns | (move << (4 * s.rows)))


def generate_back(s: State, out: Moves, n: int) -> int:
    """The code is the column of the queen that is taken away."""
    if s.rows > 0:
        out[n] = (s.columns >> (4 * (s.rows - 1))) & 15
        n += 1
    return n


def apply_back(s: State, move: int) -> State:
    return State(s.rows - 1, s.columns ^ (move << (4 * (s.rows - 1))))


def is_solution(s: State) -> bool:
    return s.rows == SIDE


def rank(s: State) -> int:
    """The number in the order of a walk through the tree of all positions with different columns."""
    number = 0
    used = 0
    for row in range(s.rows):
        column = (s.columns >> (4 * row)) & 15
        smaller = column - popcount(used & ((1 << column) - 1))
        number += 1 + smaller * SUBTREES[row + 1]
        used |= 1 << column
    return number


def unrank(number: int) -> State:
    rows = 0
    columns = 0
    left = (1 << SIDE) - 1
    while number > 0:
        number -= 1
        size = SUBTREES[rows + 1]
        column = nth_bit(left, number // size)
        number %= size
        columns |= column << (4 * rows)
        left ^= 1 << column
        rows += 1
    return State(rows, columns)


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class NQueens(KernelPuzzle):
    """The queens' problem."""

    name = "n-queens"
    title = "Queens"
    summary = "place queens row by row so that none attacks another"
    other_names = ("Eight queens", "Damenproblem", "задача о восьми ферзях", "ocho reinas", "huit dames", "八皇后")
    parameters = (IntParameter("n", 8, "how many queens, rows and columns there are", MIN_SIDE, MAX_SIDE),)
    state_type = State
    is_reversible = False
    max_moves = MAX_SIDE

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.side: int = self.values["n"]
        self.remoteness_bound = self.side
        self.board = grids.square(self.side, self.side)

    def constants(self) -> Mapping[str, Any]:
        subtrees = [1]
        for choices in range(1, self.side + 1):
            subtrees.append(1 + choices * subtrees[-1])
        return {"SIDE": self.side, "RANKS": subtrees[-1], "SUBTREES": tables.words(subtrees[::-1])}

    def start_state(self) -> State:
        return State(0, 0)

    # -- moves --------------------------------------------------------------------------------------------

    def back_move_of(self, state: State, code: int) -> Move:
        cell = self._label(state.rows - 1, code)
        return Move(f"-{cell}", cell, None, MoveKind.BACKWARD, hops=(cell,), code=code)

    def _label(self, row: int, column: int) -> str:
        return self.board.label(row * self.side + column)

    def normal(self, text: str) -> str:
        return text.upper()

    def hops_in(self, text: str) -> Sequence[str]:
        if self.board.index(text.removeprefix("-")) is None:
            raise MoveSyntaxError(f"{quoted(text)} is no move: a move is the cell that gets a queen, such as A1.")
        return (text,)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if hops[0].startswith("-"):
            return IllegalMove("To take a queen away is a move back.", reason="backward")
        cell = self.board.index(hops[0])
        if cell is None:
            return IllegalMove(f"{quoted(hops[0])} is no cell of the board.", reason="no-cell")
        if len(hops) > 1:
            return IllegalMove("A move puts a queen on one cell.", reason="one-cell")
        row, column = divmod(cell, self.side)
        if row < state.rows:
            return IllegalMove(f"The row {row + 1} has its queen.", reason="row-done")
        if row > state.rows:
            return IllegalMove(f"The row {state.rows + 1} comes first.", reason="row-order")
        attacker = next((queen for queen in self._queens(state) if _attack(queen, (row, column))), None)
        if attacker:
            return IllegalMove(f"The queen on {self._label(*attacker)} attacks {hops[0]}.", reason="attacked")
        return None

    def _queens(self, state: State) -> list[tuple[int, int]]:
        """Row and column of each queen."""
        return [(row, state.columns >> (4 * row) & 15) for row in range(state.rows)]

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", f"Every cell of the row {state.rows + 1} is attacked."

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        columns = "".join(letter(column) for _, column in self._queens(state))
        return columns.ljust(self.side, NONE)

    def read(self, text: str) -> State:
        letters = [letter(column) for column in range(self.side)]
        columns = text.rstrip(NONE)
        faults = []
        if len(text) != self.side:
            faults.append(f"it has {len(text)} characters, not {self.side}")
        if set(text) - {*letters, NONE}:
            faults.append(f"it has other characters than A to {letters[-1]} and -")
        if NONE in columns:
            faults.append("a row without a queen comes before one with a queen")
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        queens = [(row, letters.index(sign)) for row, sign in enumerate(columns)]
        if faults := [
            f"the queens on {self._label(*first)} and {self._label(*second)} attack each other"
            for first in queens
            for second in queens
            if first < second and _attack(first, second)
        ]:
            raise InvalidPosition("The position is not possible", faults[:MAX_SIDE], text)
        return State(len(queens), sum(column << (4 * row) for row, column in queens))

    # -- drawing ------------------------------------------------------------------------------------------

    contents = (Piece(0, 0, Shape.FIGURE, "♛", "queen"),)


def _attack(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two queens, given by row and column, attack each other."""
    up, right = abs(first[0] - second[0]), abs(first[1] - second[1])
    return up == 0 or right == 0 or up == right
