"""Players: given a match, choose a legal move."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Collection

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Analysis, Limits, Report, Thinker, wanted_moves


class Player(ABC):
    """Somebody or something that chooses moves. One player sits at one seat of one match."""

    name: str
    #: How many threads it keeps busy while it thinks.
    threads: int = 1
    #: Whether it chooses in no time, so that nobody needs to wait for it in a thread.
    is_quick: bool = False
    #: What it found when it chose its last move, if it is one that thinks.
    analysis: Analysis | None = None

    @abstractmethod
    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        """A legal move in a match that is not over. ``report`` is told what a player that thinks has found so far."""

    def stop(self) -> None:  # noqa: B027 (most have nothing to stop)
        """Choose now, with what is known. May be called from any thread; has no effect on the next choice."""

    def close(self) -> None:  # noqa: B027 (most hold nothing)
        """Give back what the player holds: programs, files."""


class RandomPlayer(Player):
    """Every legal move is equally likely; the same seed gives the same choices."""

    name = "random"
    is_quick = True

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        return self._random.choice(match.moves())


class GreedyPlayer(RandomPlayer):
    """Wins at once where it can, for games of which only the rules are known; else every move is equally likely."""

    name = "greedy"

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        seat = match.position.seat
        ends = ((move, match.position.play(move).outcome) for move in match.moves())
        wins = [move for move, outcome in ends if outcome and seat in outcome.winners]
        return self._random.choice(wins) if wins else super().choose(match)


class ThinkingPlayer(Player):
    """Thinks within limits; sometimes, if it is meant to, it moves without thinking, and where it has no choice.

    ``only`` are the moves that it may choose; all, when there are none.
    """

    def __init__(
        self,
        name: str,
        thinker: Thinker,
        limits: Limits,
        *,
        carelessness: float = 0.0,
        seed: int = 0,
        only: Collection[Move] = (),
    ) -> None:
        self.name = name
        self.thinker = thinker
        self.threads = thinker.threads if not limits.is_exact else 1
        self.limits = limits
        self.carelessness = carelessness
        self.only = only
        self._random = random.Random(seed)
        self._stop = threading.Event()

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        self.analysis = None
        moves = wanted_moves(match, self.only)
        if self._random.random() < self.carelessness:
            return self._random.choice(moves)
        return moves[0] if len(moves) == 1 else self._think(match, report, lines=1)

    def _think(self, match: Match, report: Report | None, lines: int) -> Move:
        self._stop.clear()
        thinker = self.thinker
        self.analysis = thinker.think(match, self.limits, report=report, stop=self._stop, lines=lines, only=self.only)
        return self.analysis.move

    def stop(self) -> None:
        self._stop.set()


class Analyst(ThinkingPlayer):
    """Thinks always, also where there is no choice, and tells several of the best moves."""

    def __init__(
        self, name: str, thinker: Thinker, limits: Limits, *, lines: int = 1, only: Collection[Move] = ()
    ) -> None:
        super().__init__(name, thinker, limits, only=only)
        self.lines = lines

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        return self._think(match, report, self.lines)
