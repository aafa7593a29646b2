"""Advice for players: what a solution that is at hand knows of a position."""

from __future__ import annotations

from functools import cached_property

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.errors import LudographError
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.kept import known_solution
from ludograph.solver.solve import check_solvable
from ludograph.solver.valued import NOUNS, ValuedMove


class Advisor:
    """Asks the kept solution of a game. Where there is none, or where it does not know a position, it is silent."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def _solution(self) -> AnySolution | None:
        return known_solution(self.game)

    def words(self, position: Position) -> str:
        """How far it is to a solution, or who wins, in a sentence; empty when that is not known."""
        try:
            return self._solution.words(position) if self._solution else ""
        except LudographError:
            return ""

    def hint(self, position: Position) -> str:
        """The best moves and what the others are worth, or why that is not known and what may help."""
        if self.best(position):
            moves = sorted(self.moves(position), key=lambda each: each.goodness)
            best = [each for each in moves if each.is_best]
            others = [f"  {each.sign} {each.move.text}: {each.in_words(NOUNS)}" for each in moves if not each.is_best]
            return "\n".join([f"Best: {' '.join(each.move.text for each in best)} ({best[0].result})", *others])
        if self._solution:
            return self.words(position) or "The solution at hand does not know this position."
        try:
            check_solvable(self.game)
        except LudographError as error:
            return f"There is no solution at hand: {error.message}"
        return f"There is no solution at hand: 'ludograph solve {self.game.id}' makes one."

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that bring a solution nearer, as far as they are known."""
        try:
            return self._solution.best(position) if self._solution else ()
        except LudographError:
            return ()

    def moves(self, position: Position) -> tuple[ValuedMove, ...]:
        """What each move is worth; empty when that is not known."""
        try:
            return self._solution.moves(position) if self._solution else ()
        except LudographError:
            return ()
