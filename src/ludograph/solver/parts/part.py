"""A part, and who owns what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ludograph.core.game import Game
from ludograph.core.registry import game as game_named
from ludograph.engine.algorithms.parts import OWNER_BITS, owner_of

#: What is sent at a step is at most so long; in little memory it is less.
MOST_SENT_BYTES = 1 << 25
SENT_SHARE = 16
#: So many of those that were sent last are known to a part, to be not sent again.
SENT_BEFORE = 1 << 16


class Counts(NamedTuple):
    """What a part did in a step: how much of the level it has still to look at, how much it sent, how much it has found
    of the next, and for how many seconds a processor was busy with it."""

    waiting: int
    sent: int
    found: int
    seconds: float


@dataclass(frozen=True)
class Share:
    """Which part of the work is whose, as plain data: numbers and texts that any machine makes the same of."""

    game_id: str
    part: int
    parts: int
    #: How many bytes it may take, and the folder that all parts reach.
    memory: int
    folder: str
    #: What kind of part it is, and what else that has to know.
    kind: str
    facts: dict[str, Any]

    @cached_property
    def game(self) -> Game:
        return game_named(self.game_id)

    def file(self, name: str) -> Path:
        """A file of this part alone, in the folder that all reach."""
        return Path(self.folder) / f"{name}.{self.part}"

    @property
    def sent_bytes(self) -> int:
        """How much is sent at a step at most."""
        return max(1 << 12, min(MOST_SENT_BYTES, self.memory // SENT_SHARE))


class Part(ABC):
    """Owns a slice. Levels are gone through step by step, so that what is sent stays small; at the end of a level
    nothing is under way, and what the part is can be kept."""

    @abstractmethod
    def step(self, level: int, incoming: Sequence[Any]) -> tuple[Counts, list[Any]]:
        """Take what was sent at the step before, and go on with the level before this one; returns what is sent to
        each part, nothing to itself."""

    @abstractmethod
    def close_level(self) -> list[int]:
        """All steps of a level are done; returns how many positions it has, counted in ways that depend on the part."""

    @abstractmethod
    def save(self, name: str) -> None:
        """Keep what the part is under a name, in files of its own."""

    @abstractmethod
    def restore(self, name: str, facts: dict[str, Any]) -> None:
        """Be again what was kept; ``facts`` are what the whole work is at then."""


@dataclass(frozen=True)
class Slices:
    """Numbers below ``space``, shared out: part after part owns a slice of about the same length."""

    space: int
    parts: int

    @property
    def drop(self) -> int:
        """So many of the lowest bits make no difference, lest a product be longer than a word."""
        return max(0, (self.space - 1).bit_length() - 31)

    @property
    def factor(self) -> int:
        return (self.parts << OWNER_BITS) // (((self.space - 1) >> self.drop) + 1)

    def first(self, part: int) -> int:
        """Where a part begins; for the number of parts, the end."""
        if part == self.parts:
            return self.space
        return min(self.space, -(-(part << OWNER_BITS) // self.factor) << self.drop)

    @property
    def begins(self) -> list[int]:
        return [self.first(part) for part in range(self.parts + 1)]

    def owner(self, place: int) -> int:
        return owner_of(place, self.drop, self.factor)
