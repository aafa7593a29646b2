"""A player that knows the truth of every position, from a solution that is kept."""

from __future__ import annotations

import random

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.errors import NotInSolution
from ludograph.players.analysis import Report
from ludograph.players.player import Player
from ludograph.solver.any_solution import AnySolution


class PerfectPlayer(Player):
    """Takes a shortest way to a solution or to a win, keeps a draw, and loses as late as it can. Where a puzzle can't
    be solved any more, or where the solution doesn't know a position, it plays on at random, or as another player
    does."""

    name = "perfect"
    is_quick = True

    def __init__(self, solution: AnySolution, seed: int = 0, otherwise: Player | None = None) -> None:
        self.solution = solution
        self._otherwise = otherwise
        self._random = random.Random(seed)

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        try:
            best = self.solution.best(match.position)
        except NotInSolution:
            if self._otherwise:
                return self._otherwise.choose(match, report=report)
            best = ()
        return self._random.choice(best or match.moves())
