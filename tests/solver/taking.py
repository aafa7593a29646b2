"""A small game for two in which a seat may move several times in a row: from a heap one takes 1, 2 or 3, and who takes
2 is to move again. When nothing is left, the first seat has won, but after a 3 it is a draw. Below 4 one may put 2 back
instead, so that there are circles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludograph.board import grids
from ludograph.core.moves import Move
from ludograph.engine.kernel_game import KernelGame

START = 21
RANKS = 4 * (START + 1)


class State(NamedTuple):
    heap: int
    seat: int
    drawn: int


def generate(s: State, out: Any, n: int) -> int:
    if s.heap == 0:
        return n
    if s.heap < 4:
        out[n] = 0
        n += 1
    for taken in range(1, 4):
        if taken <= s.heap:
            out[n] = taken
            n += 1
    return n


def apply(s: State, move: int) -> State:
    if move == 0:
        return State(s.heap + 2, 1 - s.seat, 0)
    left = s.heap - move
    seat = s.seat if move == 2 else 1 - s.seat
    return State(left, seat, 1 if left == 0 and move == 3 else 0)


def turn(s: State) -> int:
    return s.seat


def winners(s: State) -> int:
    return 1 - s.drawn


def rank(s: State) -> int:
    return 4 * s.heap + 2 * s.seat + s.drawn


def unrank(i: int) -> State:
    return State(i // 4, i // 2 % 2, i % 2)


class Taking(KernelGame):
    name = "taking"
    title = "Taking"
    summary = "take from a heap"
    seats = ("First", "Second")
    state_type = State
    board = grids.square(1, 1)
    max_moves = 4
    ranks = RANKS

    def constants(self) -> dict[str, int]:
        return {}

    def start_state(self) -> State:
        return State(START, 0, 0)

    def move_of(self, state: State, code: int) -> Move:
        return Move(str(code), None, None, hops=(str(code),), code=code)

    def ending(self, state: State) -> tuple[str, str]:
        return "empty", "The heap is empty."

    def why_not(self, state: State, hops: Any) -> None:
        return None

    def read(self, text: str) -> State:
        return State(*map(int, text.split()))

    def write(self, state: State) -> str:
        return " ".join(map(str, state))

    def pieces(self, state: State) -> list[Any]:
        return []
