"""How long to think, and what thinking found."""

from __future__ import annotations

import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.engine.algorithms.alpha_beta import SURE_WIN, WIN
from ludograph.errors import InvalidParameter

MOST_SECONDS = 3600.0
MOST_NODES = 10**12
MOST_DEPTH = 100
#: So many lines are told whole, further ones with so many moves: every move that people read takes a while.
WHOLE_LINES, SHORT_LINE = 5, 1


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
class Line:
    """Moves that all sides would make, and what they are worth to the side to move.

    ``score`` is in hundredths of a piece, about. ``chance`` is the chance to win in per cent, a draw counted as half a
    win. ``depth`` is how far ahead it was looked at.
    """

    moves: tuple[Move, ...]
    score: int
    depth: int
    chance: float

    @property
    def move(self) -> Move:
        return self.moves[0]

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

    def told(self, position: Position) -> dict[str, object]:
        """As plain data for people, who read the line as they write moves: ``customary``."""
        return {**self.as_dict(), "customary": position.customary_line(self.moves)}

    def as_dict(self) -> dict[str, object]:
        return {
            "move": self.move.text,
            "line": [move.text for move in self.moves],
            "score": self.score,
            "score_text": self.score_text,
            "win_in": self.win_in,
            "win_chance": round(self.chance, 1),
            "depth": self.depth,
        }

    def __str__(self) -> str:
        return f"{self.score_text}, {self.chance:.0f} %: {' '.join(move.text for move in self.moves)}"


@dataclass(frozen=True)
class Analysis:
    """What is known of a position at some moment of thinking: so many of the best moves as were asked for, each with
    its line, the best one first."""

    lines: tuple[Line, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> Line:
        return self.lines[0]

    @property
    def line(self) -> tuple[Move, ...]:
        return self.best.moves

    @property
    def move(self) -> Move:
        return self.best.move

    @property
    def score(self) -> int:
        return self.best.score

    @property
    def depth(self) -> int:
        return self.best.depth

    @property
    def win_in(self) -> int | None:
        return self.best.win_in

    @property
    def score_text(self) -> str:
        return self.best.score_text

    @property
    def nodes_per_second(self) -> int:
        return int(self.nodes / max(self.seconds, 1e-6))

    def as_dict(self) -> dict[str, object]:
        return {
            **self.best.as_dict(),
            "nodes": self.nodes,
            "nodes_per_second": self.nodes_per_second,
            "lines": [line.as_dict() for line in self.lines],
        }

    def told(self, position: Position) -> dict[str, object]:
        """As plain data for people: each line with its ``customary`` texts."""
        lines = [line.told(position) for line in self.lines]
        return {**self.as_dict(), "customary": lines[0]["customary"], "lines": lines}

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
        self,
        match: Match,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
        lines: int = 1,
        only: Collection[Move] = (),
    ) -> Analysis:
        """The best that is found in a match that isn't over, within the limits or until ``stop`` is set.

        ``lines`` is how many of the best moves are wanted, each with its line: with as many as there are moves, each of
        them is judged. ``only`` are the moves that are looked at; all, when there are none.
        """

    def forget(self) -> None:  # noqa: B027 (some keep nothing)
        """Begin anew, without what was learned."""


def wanted_moves(match: Match, only: Collection[Move]) -> tuple[Move, ...]:
    """The legal moves of a match that may be looked at."""
    chosen = {move.text for move in only}
    return tuple(move for move in match.position.legal_moves if not only or move.text in chosen)
