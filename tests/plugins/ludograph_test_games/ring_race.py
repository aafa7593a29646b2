"""A race of three round a ring: a token goes one or two cells ahead, never onto another; who is stuck has lost,
who has gone nine cells has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.board import grids
from ludograph.core.moves import Move
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, InvalidPosition, PositionSyntaxError

CELLS = 12
GOAL = 9


class State(NamedTuple):
    """How far each seat has gone, beginning with the one to move, and that seat."""

    first: int
    second: int
    third: int
    turn: int


def cell(seat: int, gone: int) -> int:
    return (seat * 4 + gone) % CELLS


def generate(s: State, out: Any, n: int) -> int:
    if s.second >= GOAL or s.third >= GOAL:
        return n
    for steps in range(1, 3):
        target = cell(s.turn, s.first + steps)
        if target != cell((s.turn + 1) % 3, s.second) and target != cell((s.turn + 2) % 3, s.third):
            out[n] = steps
            n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.second, s.third, s.first + move, (s.turn + 1) % 3)


def turn(s: State) -> int:
    return s.turn


def winners(s: State) -> int:
    if s.second >= GOAL:
        return 1 << ((s.turn + 1) % 3)
    if s.third >= GOAL:
        return 1 << ((s.turn + 2) % 3)
    return 7 ^ (1 << s.turn)


class RingRace(KernelGame):
    name = "ring-race"
    title = "Ring race"
    summary = "three tokens run round a ring"
    parameters = (IntParameter("goal", GOAL, "how many cells to go", 3, 11),)
    seats = ("Ann", "Ben", "Cid")
    board = grids.ring(CELLS)
    state_type = State
    max_moves = 2

    def constants(self) -> Mapping[str, Any]:
        return {"GOAL": self.values["goal"]}

    def start_state(self) -> State:
        return State(0, 0, 0, 0)

    def _cells(self, state: State) -> dict[int, int]:
        """The cell of each seat."""
        return {(state.turn + number) % 3: cell((state.turn + number) % 3, state[number]) for number in range(3)}

    def move_of(self, state: State, code: int) -> Move:
        label = self.board.label
        source, target = label(cell(state.turn, state.first)), label(cell(state.turn, state.first + code))
        return Move(f"{source}-{target}", source, target, hops=(source, target), code=code)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        cells = self._cells(state)
        if max(state[1:3]) >= self.values["goal"]:
            return IllegalMove("The race is over.", reason="game-over")
        if self.board.index(hops[0]) != cells[state.turn]:
            return IllegalMove(f"Your token is not on {hops[0]}.", reason="not-yours")
        free = {(cells[state.turn] + steps) % CELLS for steps in (1, 2)} - set(cells.values())
        if len(hops) == 1:
            return None if free else IllegalMove("Your token is stuck.", reason="stuck")
        return None if self.board.index(hops[1]) in free else IllegalMove("That can't be.", reason="too-far")

    def ending(self, state: State) -> tuple[str, str]:
        if max(state[1:3]) >= self.values["goal"]:
            return "won", "The race is won."
        return "stuck", f"{self.seats[state.turn]} is stuck."

    def write(self, state: State) -> str:
        return f"{self.seats[state.turn]}:{','.join(map(str, state[:3]))}"

    def read(self, text: str) -> State:
        name, _, numbers = text.partition(":")
        parts = numbers.split(",")
        if name not in self.seats or len(parts) != 3 or not all(part.isascii() and part.isdecimal() for part in parts):
            raise PositionSyntaxError("The position can't be read", ["it must look like Ann:0,0,0"], text)
        state = State(*(int(part[:4]) for part in parts), self.seats.index(name))  # type: ignore[arg-type]
        if max(state[:3]) > GOAL + 3 or state.first >= GOAL or len(set(self._cells(state).values())) < 3:
            raise InvalidPosition("The position is not possible", ["tokens are where they can't be"], text)
        return state

    def pieces(self, state: State) -> list[Piece]:
        return [
            Piece(node, seat, Shape.DISC, "ABC"[seat], self.seats[seat]) for seat, node in self._cells(state).items()
        ]
