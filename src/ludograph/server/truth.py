"""Values and remoteness for clients: from kept solutions, by calculation, or by solving what is small."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from ludograph.core.game import Game, Position, Road
from ludograph.errors import CannotSolve, NotInSolution, TooLarge
from ludograph.server.problems import NotSolved
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.kept import kept_endings, kept_solution
from ludograph.solver.query import Answer, answer_from, known_without_solution
from ludograph.solver.solve import check_solvable, ranks_spanned, solve

MOST_SOLUTIONS = 8
MOST_NOT_SOLVED = 1000
#: Games in plain Python take the interpreter's time while they are solved: larger ones wait for an order.
MOST_PLAIN = 5_000
Result = TypeVar("Result")


class Truth:
    """Asks solutions, and keeps the last ones (LRU) open; in a thread of its own, so that nobody who plays waits."""

    def __init__(self, solved_at_once: int) -> None:
        self._solved_at_once = solved_at_once
        self._solutions: OrderedDict[str, AnySolution] = OrderedDict()
        self._not_solved: OrderedDict[str, None] = OrderedDict()  # so that nobody tries in vain again and again
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="truth")

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call something that asks for answers."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def answer(self, position: Position) -> Answer:
        """The value of a position and of each move; NotSolved when nobody knows."""
        if known := known_without_solution(position):
            return known
        solution = self._solution(position.game)
        if solution is None:
            raise NotSolved(f"{position.game.id} is not solved; a solve can be ordered, if it can be solved at all.")
        return answer_from(solution, position, "solution")

    def known(self, position: Position) -> Answer | None:
        """The same, or None where nobody knows."""
        with suppress(NotSolved, NotInSolution):
            return self.answer(position)
        return None

    def forget(self, game_id: str) -> None:
        """A new solution was kept."""
        self._solutions.pop(game_id, None)

    def _solution(self, game: Game) -> AnySolution | None:
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
