"""Analysis while a human thinks: a search that goes on in a thread until something else is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.players.analysis import MOST_SECONDS, Analysis, Limits, Report, Thinker
from ludograph.players.named import thinker_for


class Analyst:
    """Thinks about one position at a time; a new one ends the thinking about the last."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._busy = threading.Lock()
        self._thinker: Thinker | None = None

    def think(self, match: Match, report: Report, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Report what is found, until ``stop`` is called or all is known. Blocks: to be called in a thread.

        That thread may begin late, after the call of ``stop`` that is meant for it: then nothing is wanted any more.
        """
        self.stop()
        self._stop = stop = threading.Event()
        with self._busy:
            if self._thinker is None:
                self._thinker = thinker_for(match.game, "analysis")
            if not stop.is_set() and is_wanted():
                self._thinker.think(match, Limits(time=MOST_SECONDS), report=report, stop=stop)

    def stop(self) -> None:
        self._stop.set()


def analysis_words(position: Position, found: Analysis) -> str:
    """What was found in a position, in a few short lines."""
    mover, line = position.game.seats[position.seat], " ".join(position.customary_line(found.line))
    return f"{mover}: {found.score_text}\ndepth {found.depth}, {found.nodes_per_second:,} a second\n{line}"
