"""What is known of positions without a long wait: from kept solutions, by calculation, or by solving what is small."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress

from ludograph.core.game import Game, Position, Road
from ludograph.errors import CannotSolve, NotInSolution, TooLarge
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.kept import kept_endings, kept_solution
from ludograph.solver.query import Answer, answer_from, known_without_solution
from ludograph.solver.solve import check_solvable, ranks_spanned, solve

MOST_SOLUTIONS = 8
MOST_NOT_SOLVED = 1000
#: Games in plain Python take the interpreter's time while they are solved.
MOST_PLAIN = 5_000
#: What `ludograph` itself solves while somebody waits.
SOLVED_WHILE_WAITING = 2_000_000


class Solutions:
    """Asks solutions, and keeps the last ones (LRU) open."""

    def __init__(self, solved_at_once: int = SOLVED_WHILE_WAITING) -> None:
        self._solved_at_once = solved_at_once
        self._solutions: OrderedDict[str, AnySolution] = OrderedDict()
        self._not_solved: OrderedDict[str, None] = OrderedDict()  # so that nobody tries in vain again and again

    def find(self, position: Position) -> Answer | None:
        """The value of a position and of each move; None when the game is not solved. NotInSolution when it is, but
        without this position."""
        if known := known_without_solution(position):
            return known
        solution = self.solution(position.game)
        return answer_from(solution, position, "solution") if solution else None

    def known(self, position: Position) -> Answer | None:
        """The same, or None where nobody knows."""
        with suppress(NotInSolution):
            return self.find(position)
        return None

    def forget(self, game_id: str) -> None:
        """A new solution was kept."""
        self._solutions.pop(game_id, None)

    def solution(self, game: Game) -> AnySolution | None:
        """The solution of a game that is solved, or small enough to be solved now."""
        kept = self._solutions.pop(game.id, None) or kept_solution(game.id)
        found = kept or self._solved_now(game) or kept_endings(game)
        if found:
            self._solutions[game.id] = found
            while len(self._solutions) > MOST_SOLUTIONS:
                self._solutions.popitem(last=False)
        return found

    def _solved_now(self, game: Game) -> AnySolution | None:
        """The solution of a small game, if it can be solved."""
        most = min(self._solved_at_once, MOST_PLAIN) if game.road is Road.PLAIN else self._solved_at_once
        if game.id in self._not_solved or ranks_spanned(game) > most:
            return None
        try:
            check_solvable(game)
            return solve(game, threads=1, most=most)
        except (CannotSolve, TooLarge):
            self._not_solved[game.id] = None
            if len(self._not_solved) > MOST_NOT_SOLVED:
                self._not_solved.popitem(last=False)
            return None
