"""How long to think, and what thinking found."""

from __future__ import annotations

import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.engine.algorithms.alpha_beta import SURE_WIN, WIN
from ludograph.errors import InvalidParameter

MOST_SECONDS = 3600.0
MOST_NODES = 10**12
MOST_DEPTH = 100


@dataclass(frozen=True)
class Limits:
    """Thinking ends with the first of these that is reached; None: no such limit."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the same thinking ends in the same way on every machine."""
        return self.time is None

    @classmethod
    def parse(cls, text: str) -> Limits:
        """From ``time=0.5,nodes=1000,depth=8``, in any order."""
        values: dict[str, str] = {}
        for part in text.split(","):
            name, _, value = part.partition("=")
            if (
                name not in ("time", "nodes", "depth")
                or name in values
                or not re.fullmatch(r"[0-9]{1,18}(\.[0-9]{1,18})?", value)
            ):
                raise InvalidParameter(
                    f"Limits are written like time=0.5,nodes=1000,depth=8, which {text[:60]!r} is not."
                )
            values[name] = value
        if any("." in values.get(name, "") for name in ("nodes", "depth")):
            raise InvalidParameter("nodes and depth are whole numbers.")
        limits = cls(
            time=float(values["time"]) if "time" in values else None,
            nodes=int(values["nodes"]) if "nodes" in values else None,
            depth=int(values["depth"]) if "depth" in values else None,
        )
        limits.check()
        return limits

    def check(self) -> None:
        """Refuse limits that make no sense."""
        bounds = (
            ("time", self.time, MOST_SECONDS),
            ("nodes", self.nodes, MOST_NODES),
            ("depth", self.depth, MOST_DEPTH),
        )
        for name, value, most in bounds:
            if value is not None and not 0 < value <= most:
                raise InvalidParameter(f"{name}={value:g} is not above 0 and at most {most:g}.")

    def __str__(self) -> str:
        given = (("time", self.time), ("nodes", self.nodes), ("depth", self.depth))
        return ",".join(f"{name}={value:g}" if name == "time" else f"{name}={value}" for name, value in given if value)


@dataclass(frozen=True)
class Analysis:
    """What is known of a position at some moment of thinking.

    ``score`` is that of the side to move: 100 is about a piece. ``line`` are the moves that both sides would make.
    """

    line: tuple[Move, ...]
    score: int
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> Move:
        return self.line[0]

    @property
    def nodes_per_second(self) -> int:
        return int(self.nodes / max(self.seconds, 1e-6))

    @property
    def win_in(self) -> int | None:
        """After so many moves of both sides together the side to move has won; negative: has lost; None: not known."""
        if self.score >= SURE_WIN:
            return WIN - self.score
        if self.score <= -SURE_WIN:
            return -(WIN + self.score)
        return None

    @property
    def score_text(self) -> str:
        """The score in words or in pieces: ``win in 5``, ``+0.35``."""
        if self.win_in is None:
            return f"{self.score / 100:+.2f}"
        return f"win in {self.win_in}" if self.win_in > 0 else f"lose in {-self.win_in}"

    def as_dict(self) -> dict[str, object]:
        return {
            "move": self.move.text,
            "line": [move.text for move in self.line],
            "score": self.score,
            "score_text": self.score_text,
            "win_in": self.win_in,
            "depth": self.depth,
            "nodes": self.nodes,
            "nodes_per_second": self.nodes_per_second,
        }

    def __str__(self) -> str:
        line = " ".join(move.text for move in self.line)
        speed = f"{self.nodes:,} nodes, {self.nodes_per_second:,} a second"
        return f"depth {self.depth}, {self.score_text}, {speed}: {line}"


#: Told again and again while thinking goes on.
Report = Callable[[Analysis], None]


class Thinker(ABC):
    """A way of thinking about positions of one game. It may keep what it learned from move to move."""

    threads: int = 1

    @abstractmethod
    def think(
        self, match: Match, limits: Limits, *, report: Report | None = None, stop: threading.Event | None = None
    ) -> Analysis:
        """The best that is found in a match that isn't over, within the limits or until ``stop`` is set."""
