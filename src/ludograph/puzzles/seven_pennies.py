"""Seven pennies: each is put on a free point of a star with eight points and pushed along one of its lines to the free
point at the other end, where it stays. All points but one have to be covered.

W. W. Rouse Ball, "Mathematical Recreations and Essays", knows it as an old puzzle.
"""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, Node
from ludograph.engine.bits import popcount
from ludograph.engine.blocks.connection import connection_constants
from ludograph.engine.blocks.moving import generate_steps
from ludograph.engine.board_game import ALL_NODES, Cells, Code, Moves
from ludograph.engine.board_game import Node as NodeField
from ludograph.engine.board_puzzle import BoardPuzzle


def star() -> Board:
    """Eight points on a circle, each linked to the two that are three further on."""
    angles = [90.0 - 45.0 * point for point in range(8)]
    nodes = [
        Node(i, "ABCDEFGH"[i], round(2 * cos(radians(a)), 3), round(2 * sin(radians(a)), 3))
        for i, a in enumerate(angles)
    ]
    return Board(
        nodes, [(a, (a + way) % 8) for a in range(8) for way in (3, 5)], name="star of eight points", max_turn=0.0
    )


class State(NamedTuple):
    pennies: Annotated[int, Cells(0, "penny", "o")]


def generate(s: State, out: Moves, n: int) -> int:
    free = ALL_NODES & ~s.pennies
    return generate_steps(free, free, out, n)


def generate_back(s: State, out: Moves, n: int) -> int:
    """A penny is pushed back to a free point and taken away: the codes are those of the moves."""
    free = ALL_NODES & ~s.pennies
    return generate_steps(free, s.pennies, out, n)


def apply(s: State, move: int) -> State:
    return State(s.pennies ^ 1 << (move >> 6))


def is_solution(s: State) -> bool:
    return popcount(s.pennies) == 7


class SevenPennies(BoardPuzzle):
    """Seven pennies."""

    name, title = "seven-pennies", "Seven Pennies"
    summary = "put seven pennies on a star, each pushed along a line from a free point to another"
    other_names = ("Octagram", "Sieben Münzen", "семь монет")
    board = star()
    is_reversible = False
    code = Code(source=NodeField(), target=NodeField())
    tints = {"o": 4}  # noqa: RUF012

    def make_tables(self) -> Mapping[str, Any]:
        return connection_constants(self.board)

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "No line has both of its points free."
