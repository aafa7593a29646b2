"""Bagh-Chal: twenty goats, placed one by one and then moved, shut four tigers in; tigers jump over goats and eat them.

Tigers win when five goats are eaten, goats when no tiger can move. Goats who can't move lose.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants
from ludograph.engine.blocks.moving import (
    FIRST_RAY,
    RAY_NODES,
    RAY_STARTS,
    generate_steps,
    generate_to,
    slide_constants,
)
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import ALL_NODES, NODES, BoardGame, Cells, Code, Hand, Moves, Node, Turn

GOATS, ENOUGH = 20, 5
EATEN: Sequence[int] = ()  # the point that is jumped over from one to another, as a set
ROWS = [" ".join(f"{column}{row}" for column in "ABCDE") for row in range(1, 6)]
COLUMNS = [" ".join(f"{column}{row}" for row in range(1, 6)) for column in "ABCDE"]
DIAGONALS = ["A1 B2 C3 D4 E5", "A5 B4 C3 D2 E1", "A3 B2 C1 D2 E3 D4 C5 B4 A3"]


class State(NamedTuple):
    goats: Annotated[int, Cells(0, "goat", most=GOATS)]
    tigers: Annotated[int, Cells(1, "tiger", least=4, most=4)]
    hand: Annotated[int, Hand(0, GOATS, "goat")]
    turn: Turn


def jumps(tiger: int, goats: int, empty: int) -> int:
    """Where a tiger comes to that jumps over a goat."""
    found = 0
    for ray in range(FIRST_RAY[tiger], FIRST_RAY[tiger + 1]):
        place = RAY_STARTS[ray]
        if goats >> RAY_NODES[place] & 1 and empty >> RAY_NODES[place + 1] & 1:
            found |= 1 << RAY_NODES[place + 1]
    return found


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.goats | s.tigers)
    if s.turn == 0:
        if popcount(s.goats) + s.hand + ENOUGH <= GOATS:
            return n
        return generate_new(empty, out, n) if s.hand else generate_steps(s.goats, empty, out, n)
    tigers = s.tigers
    while tigers:
        tiger = lowest(tigers)
        tigers &= tigers - 1
        n = generate_to(tiger, NEIGHBOURS[tiger] & empty | jumps(tiger, s.goats, empty), out, n)
    return n


def apply(s: State, move: int) -> State:
    source = move & 63
    target = move >> 6
    if s.turn:
        goats = s.goats & ~EATEN[source * NODES + target]
        return State(goats, s.tigers & ~(1 << source) | 1 << target, s.hand, 0)
    return State(s.goats & ~(1 << source) | 1 << target, s.tigers, s.hand - (source == target), 1)


def winners(s: State) -> int:
    return 2 >> s.turn


def jump_constants(board: Board) -> Mapping[str, Any]:
    """The tables of steps, and of jumps over a neighbour."""
    eaten = [0] * len(board) ** 2
    for node in range(len(board)):
        for over, target in (ray[:2] for ray in board.rays(node) if len(ray) > 1):
            eaten[node * len(board) + target] = 1 << over
    return {**connection_constants(board), **slide_constants(board), "EATEN": tuple(eaten)}


class BaghChal(BoardGame):
    """Bagh-Chal, as in Nepal, on 5×5 points."""

    name, title, seats = "bagh-chal", "Bagh-Chal", ("Goat", "Tiger")
    summary = "goats shut the tigers in, tigers eat five goats"
    other_names = ("Tigers and Goats", "Tiger und Ziegen", "Moving Tiger", "тигры и козы", "बाघचाल")
    repetition_limit = 3
    code = Code(source=Node(), target=Node())
    board = grids.points(*ROWS, *COLUMNS, *DIAGONALS)

    def start_state(self) -> State:
        return State(0, 1 | 1 << 4 | 1 << 20 | 1 << 24, GOATS, 0)

    def make_tables(self) -> Mapping[str, Any]:
        return jump_constants(self.board)
