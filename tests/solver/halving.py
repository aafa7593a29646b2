"""A small puzzle that is not reversible, with positions that can't be reached and others that can't be solved.

From n one may go to n - 1 or, if n is even, to n / 2. Solutions are 7 and 14, so that below 7 nothing can be solved any
more. The start is 60.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludograph.board import grids
from ludograph.core.moves import Move, MoveKind
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import PositionSyntaxError

RANKS = 100
START = 60


class State(NamedTuple):
    number: int


def generate(s: State, out: Any, n: int) -> int:
    if is_solution(s) or s.number < 1:
        return n
    out[n] = 0
    n += 1
    if s.number % 2 == 0:
        out[n] = 1
        n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.number - 1) if move == 0 else State(s.number // 2)


def generate_back(s: State, out: Any, n: int) -> int:
    if s.number + 1 < RANKS and not is_solution(State(s.number + 1)):
        out[n] = 0
        n += 1
    if s.number > 0 and s.number * 2 < RANKS and not is_solution(State(s.number * 2)):
        out[n] = 1
        n += 1
    return n


def apply_back(s: State, move: int) -> State:
    return State(s.number + 1) if move == 0 else State(s.number * 2)


def is_solution(s: State) -> bool:
    return s.number == 7 or s.number == 14


def rank(s: State) -> int:
    return s.number


def unrank(i: int) -> State:
    return State(i)


class Halving(KernelPuzzle):
    name = "halving"
    title = "Halving"
    summary = "take one away, or halve"
    state_type = State
    board = grids.square(1, 1)
    is_reversible = False
    max_moves = 2

    def constants(self) -> dict[str, int]:
        return {"RANKS": RANKS}

    def start_state(self) -> State:
        return State(START)

    def move_of(self, state: State, code: int) -> Move:
        text = "-1" if code == 0 else "/2"
        return Move(text, None, None, hops=(text,), code=code)

    def back_move_of(self, state: State, code: int) -> Move:
        text = "+1" if code == 0 else "*2"
        return Move(text, None, None, MoveKind.BACKWARD, hops=(text,), code=code)

    def why_not(self, state: State, hops: Any) -> None:
        return None

    def read(self, text: str) -> State:
        if not text.isdecimal() or int(text) >= RANKS:
            raise PositionSyntaxError("The position can't be read", ["it is no number below 100"], text)
        return State(int(text))

    def write(self, state: State) -> str:
        return str(state.number)

    def pieces(self, state: State) -> list[Any]:
        return []


def naive_remoteness(start: int) -> dict[int, int | None]:
    """The remoteness of all numbers that can be reached, by their definition."""

    def following(number: int) -> list[int]:
        if number in (7, 14) or number < 1:
            return []
        return [number - 1] + ([number // 2] if number % 2 == 0 else [])

    reached, waiting = set(), [start]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting += following(number)
    found: dict[int, int | None] = {number: 0 if number in (7, 14) else None for number in reached}
    for _ in reached:
        for number in reached - {7, 14}:
            near = [found[after] for after in following(number) if found[after] is not None]
            found[number] = min(near) + 1 if near else None
    return found
