"""The solution of a game for two: who wins every position, and how soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import LudographError, NotInSolution
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE, Numbering, RemotenessTable, Value

OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN}


class GameSolution:
    """The value and the remoteness, for the side to move, of every position that can be reached from the start.

    The winner wins as soon as it can, the loser holds out as long as it can: that is the remoteness. A draw has none.
    Asking about a position that the solution does not hold raises NotInSolution.
    """

    def __init__(
        self,
        game: Game,
        table: RemotenessTable,
        by_number: Sequence[int],
        positions: int,
        numbering: Numbering | None = None,
    ) -> None:
        self.game = game
        self.numbering = numbering or cast(KernelGame, game)
        self.table = table
        #: How many positions have each number of the table: twice the remoteness, and one more for a win.
        self.by_number = tuple(by_number)
        self.positions = positions

    @property
    def wins(self) -> tuple[int, ...]:
        """How many positions are won in 0, 1, 2, … moves."""
        return self.by_number[1::2]

    @property
    def losses(self) -> tuple[int, ...]:
        """How many positions are lost in 0, 1, 2, … moves."""
        return self.by_number[0::2]

    @property
    def draws(self) -> int:
        return self.positions - sum(self.by_number)

    @property
    def by_remoteness(self) -> tuple[int, ...]:
        """How many positions are decided in 0, 1, 2, … moves, won or lost."""
        pairs = [self.by_number[first : first + 2] for first in range(0, len(self.by_number), 2)]
        return tuple(map(sum, pairs))

    @property
    def max_remoteness(self) -> int | None:
        """The remoteness of the longest wins and losses; None when nobody ever wins."""
        return (len(self.by_number) - 1) // 2 if sum(self.by_number) else None

    def value(self, position: Position) -> Value:
        number = self._number(position)
        if number is None:
            return Value.DRAW
        return Value.WIN if number % 2 else Value.LOSE

    def remoteness(self, position: Position) -> int | None:
        """After so many moves of both sides together the game is over; None for a draw."""
        number = self._number(position)
        return None if number is None else number // 2

    def _number(self, position: Position) -> int | None:
        if position.game != self.game:
            raise NotInSolution(f"This is the solution of {self.game.id}, not of {position.game.id}.")
        try:
            number = self.table.get(self.numbering.rank_of(position.state))
        except LudographError:
            number = OUTSIDE
        if number == OUTSIDE:
            raise NotInSolution(f"{position} can't be reached from the start of {self.game.id}.")
        return None if number == UNSOLVABLE else number

    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that keep the value: to the nearest win, from the nearest loss, or to a draw."""
        value, remoteness = self.value(position), self.remoteness(position)
        wanted = value, None if remoteness is None else remoteness - 1
        after = {move: position.play(move) for move in position.legal_moves}
        return tuple(move for move, reached in after.items() if self._worth_to(position.seat, reached) == wanted)

    def _worth_to(self, seat: int, position: Position) -> tuple[Value, int | None]:
        """The value of a position to a seat, whether or not that is to move, and the remoteness."""
        value = self.value(position)
        return value if position.seat == seat else OPPOSITE.get(value, value), self.remoteness(position)

    def line(self, position: Position) -> list[Move]:
        """A best play of both sides to the end, of equally good moves the first by text; none in a draw."""
        moves: list[Move] = []
        while self.remoteness(position):
            best = self.best(position)[0]
            moves.append(best)
            position = position.play(best)
        return moves

    def with_remoteness(self, remoteness: int, value: Value) -> Iterator[Position]:
        """All positions of a value and a remoteness, by rank."""
        number = 2 * remoteness + (value is Value.WIN)
        for keys, numbers in self.table.blocks():
            for key in keys[numbers == number]:
                yield Position(self.game, self.numbering.state_of(int(key)))

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "positions": self.positions,
            "win": sum(self.wins),
            "lose": sum(self.losses),
            "draw": self.draws,
            "max_remoteness": self.max_remoteness,
            "by_remoteness": {"win": list(self.wins), "lose": list(self.losses)},
        }

    def save(self, file: str | Path) -> None:
        """Write the solution to a file: whole or not at all."""
        from ludograph.solver.file import write_solution

        write_solution(self, Path(file))
