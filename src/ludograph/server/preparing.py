"""Preparing a game before its first move: rules that are read, an opponent that is compiled.

Who looks at a game will soon play it. So the work begins then, in a thread of its own, and everybody can ask how far
it is. What is prepared is kept where all programs look for it, by the compiler and by the rules.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog

from ludograph.core.authors import ANYTHING
from ludograph.core.game import Game
from ludograph.core.plain_data import position_data
from ludograph.players.named import player_named
from ludograph.players.player import Player

MOST_KEPT = 64
MOST_WAITING = 8
OPPONENT = "ai"
#: What a player made only to be compiled may remember, in words.
LEAST_WORDS = 1 << 12

log = structlog.get_logger()
Step = tuple[str, Callable[[], object]]


class Preparation:
    """What is done for one game, and how far it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps = list(_steps(game))
        self.done = 0
        self.seconds = 0.0

    @property
    def is_ready(self) -> bool:
        return self.done == len(self.steps)

    @property
    def doing(self) -> str:
        return "ready" if self.is_ready else self.steps[self.done][0]

    def work(self) -> None:
        """Do all steps. One that fails is passed over: whoever needs it will be told why."""
        began = time.monotonic()
        for _, step in self.steps:
            try:
                step()
            except ANYTHING as error:
                log.info("preparation failed", game=self.game.id, why=str(error))
            self.done += 1
            self.seconds = time.monotonic() - began

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "is_ready": self.is_ready,
            "doing": self.doing,
            "done": self.done,
            "steps": len(self.steps),
        }


class Preparing:
    """Prepares one game after the other, and remembers the last ones."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="preparing")
        self._known: OrderedDict[str, Preparation] = OrderedDict()

    def knows(self, game: Game) -> bool:
        """Whether the preparation of a game has begun."""
        return game.id in self._known

    def of(self, game: Game) -> Preparation:
        """How far a game is; its preparation begins, unless too many wait for theirs."""
        found = self._known.get(game.id)
        if found is None:
            found = Preparation(game)
            if sum(not each.is_ready for each in self._known.values()) >= MOST_WAITING:
                return found
            self._known[game.id] = found
            asyncio.get_running_loop().run_in_executor(self._pool, found.work)
        self._known.move_to_end(game.id)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return found

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _steps(game: Game) -> Iterator[Step]:
    yield "listing the first moves", lambda: position_data(game.start())
    if len(game.seats) > 1:
        yield "compiling the opponent", lambda: _make_opponent(game)


def _make_opponent(game: Game) -> None:
    player: Player | None = player_named(OPPONENT, game, table_words=LEAST_WORDS)
    if player:
        player.close()
