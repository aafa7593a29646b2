"""Going through the levels of a work in parts, whatever it is: keep, restore what is lost, tell how it goes."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludograph.solver.file import Header
from ludograph.solver.parts.checkpoints import Checkpoints, State
from ludograph.solver.parts.crew import Crew, WorkerLost
from ludograph.solver.parts.part import Counts, Share


class Report(NamedTuple):
    """How a work goes: how many positions are done, of how many if that is known, at which level, and how busy each
    worker is, as a part of the time. ``note`` is said where something has happened."""

    done: int
    total: int | None
    level: int
    loads: Sequence[float]
    note: str = ""


Tell = Callable[[Report], None]


class LevelWork(ABC):
    """A work whose parts go from level to level."""

    def __init__(self, crew: Crew, tell: Tell | None) -> None:
        self.crew = crew
        self._tell = tell or (lambda report: None)
        self._began = time.monotonic()
        self._busy = [0.0] * crew.workers

    @abstractmethod
    def shares(self, attempt: int) -> list[Share]:
        """What each worker gets; anew at every attempt."""

    @abstractmethod
    def first(self) -> State:
        """Where the work is at when nothing is done. Its ``level`` is None when there is none to go on with."""

    @abstractmethod
    def advance(self, state: State) -> State:
        """One level further."""

    @abstractmethod
    def done(self, state: State) -> tuple[int, int | None]:
        """How many positions are done, and of how many."""

    @abstractmethod
    def finish(self, state: State) -> list[Header]:
        """Let the parts write what they have; returns what the files say of it, of which there may be several."""

    def solve(self, checkpoints: Checkpoints) -> list[Header]:
        """Go on from where the work is at to its end. What is lost on the way is restored, and done again."""
        state: State | None = None
        attempt = 0
        while True:
            try:
                if state is None:
                    self.crew.assign(self.shares(attempt))
                    state = checkpoints.restore(self.crew) or self.first()
                if state["is_done"]:
                    return self.finish(state)
                state = self.advance(state)
                if state["is_done"] or checkpoints.is_due():
                    checkpoints.keep(self.crew, state, f"kept-{state['step']}")
            except WorkerLost:
                self.tell(state or self.first(), 0, "a worker was lost: the work goes on from where it was kept")
                self.crew.revive()
                state, attempt = None, attempt + 1

    def level(self, state: State, number: int) -> list[Any]:
        """All steps of a level; returns what the parts say of its size."""
        while True:
            counts: list[Counts] = self.crew.step(number)
            self._busy = [busy + each.seconds for busy, each in zip(self._busy, counts, strict=True)]
            self.tell(state, number, found=sum(each.found for each in counts))
            if not any(each.waiting or each.sent for each in counts):
                return self.crew.call("close_level")

    def tell(self, state: State, level: int, note: str = "", found: int = 0) -> None:
        passed = max(time.monotonic() - self._began, 1e-9)
        done, total = self.done(state)
        self._tell(Report(done + found, total, level, [busy / passed for busy in self._busy], note))
