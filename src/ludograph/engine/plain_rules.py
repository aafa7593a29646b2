"""A game in plain Python behind the names by which algorithms call a kernel, so that they search it, too, only slower.

Where an algorithm has a kernel's state, it has a :class:`Place` here, and codes of moves are numbers of their texts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from types import FunctionType, SimpleNamespace
from typing import Any

from ludograph.core.game import Game
from ludograph.core.moves import Move, MoveKind
from ludograph.engine.bits import WORD
from ludograph.engine.program import Mode
from ludograph.engine.rules import Moves

#: So many states are remembered with what follows them.
MOST_PLACES = 100_000
MOST_MOVES = 4096


class Place:
    """A state with what was asked of it before: a search comes by again and again."""

    __slots__ = ("after", "codes", "is_drawn", "moves", "seat", "state")

    def __init__(self, state: Any, seat: int, is_drawn: bool, moves: dict[int, Move]) -> None:
        self.state, self.seat, self.is_drawn, self.moves = state, seat, is_drawn, moves
        self.codes = list(moves)
        self.after: dict[int, Any] = {}  # states, not places: those may be forgotten


class PlainRules:
    """The rules of a game as algorithms call them."""

    has_estimates = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats
        self.repetition_limit = game.repetition_limit
        self._places: dict[Hashable, Place] = {}
        self._codes: dict[str, int] = {}

    def program(self, algorithm: Callable[..., Any], *, mode: Mode = Mode.PLAIN) -> PlainProgram:
        """An algorithm put together with the game; there is only one way to run it."""
        return PlainProgram(self, algorithm)

    def place(self, state: Any) -> Place:
        if state not in self._places:
            if len(self._places) >= MOST_PLACES:
                self._places.clear()
            game = self.game
            moves = {self.code_of(move): move for move in game.moves_of(state, MoveKind.LEGAL)}
            is_drawn = game.draw_of(state) is not None
            self._places[state] = Place(state, game.seat_of(state), is_drawn, moves)
        return self._places[state]

    def code_of(self, move: Move) -> int:
        return self._codes.setdefault(move.text, len(self._codes) + 1)

    def line_of(self, state: Any, codes: Iterable[int]) -> tuple[Move, ...]:
        """The moves with these codes, which are legal one after the other."""
        line = []
        for code in codes:
            line.append(self.place(state).moves[code])
            state = self.game.after(state, line[-1])
        return tuple(line)

    def key_of(self, state: Any) -> int:
        """A word that is equal for states that count as repeated, and else hardly ever."""
        return hash(self.game.repetition_key(state)) & WORD

    # -- the functions of a kernel --------------------------------------------------------------------------

    def generate(self, s: Place, out: Moves, n: int) -> int:
        end = n + len(s.codes)
        out[n:end] = s.codes
        return end

    def apply(self, s: Place, move: int) -> Place:
        if move not in s.after:
            s.after[move] = self.game.after(s.state, s.moves[move])
        return self.place(s.after[move])

    def turn(self, s: Place) -> int:
        return s.seat

    def winners(self, s: Place) -> int:
        outcome = self.game.end_of(s.state)
        return sum(1 << seat for seat in outcome.winners) if outcome else 0

    def drawn(self, s: Place) -> bool:
        return s.is_drawn

    def plays_on(self) -> bool:
        return False  # who writes a game in Python may count on its end

    def position_key(self, s: Place) -> int:
        return self.key_of(s.state)


class PlainProgram:
    """An algorithm with these rules as its ``game``, behind the same way of calling it as a kernel's program."""

    def __init__(self, rules: PlainRules, algorithm: Callable[..., Any]) -> None:
        self._rules = rules
        scope: dict[str, Any] = {**algorithm.__globals__, "game": rules}
        for name, value in algorithm.__globals__.items():
            if isinstance(value, FunctionType) and value.__module__ == algorithm.__module__:
                scope[name] = FunctionType(value.__code__, scope, name, value.__defaults__)
        self._functions = SimpleNamespace(**{algorithm.__name__: scope[algorithm.__name__]})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._functions, name)

    def words(self, size: int) -> list[int]:
        return [0] * size

    def stack(self, plies: int) -> list[int]:
        return self.words(MOST_MOVES * (plies + 1))

    def state(self, state: Any) -> Place:
        return self._rules.place(state)
