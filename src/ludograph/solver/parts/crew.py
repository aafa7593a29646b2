"""Crews: who works on the parts, and carries what they send to each other. This one works alone, in this process."""

from __future__ import annotations

import socket
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any

from ludograph.errors import LudographError
from ludograph.solver.memory import available_bytes
from ludograph.solver.parts.part import Counts, Part, Share

#: The part of free memory that workers may take together: the rest is for what is sent, and for everybody else.
MEMORY_SHARE = 0.5


class WorkerLost(LudographError):
    """A worker is gone, with all that it had in memory."""

    code = "worker-lost"


class Host:
    """Has a part where it runs: in this process, in another one, on another machine."""

    def __init__(self) -> None:
        self._share: Share | None = None
        self._part: Part | None = None

    def assign(self, share: Share) -> None:
        """Make a part, unless it is the one that is here."""
        if share != self._share:
            self._part = None  # before the next one takes memory
            self._part, self._share = _made(share), share

    def call(self, name: str, *arguments: Any) -> Any:
        return getattr(self._part, name)(*arguments)

    def step(self, level: int, *incoming: Any) -> tuple[Any, ...]:
        assert self._part
        counts, lists = self._part.step(level, incoming)
        return counts, *lists

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Do a piece of work that no part owns."""
        return function(*arguments)


def _machine_and_memory() -> tuple[str, int]:
    return socket.gethostname(), available_bytes()


def _made(share: Share) -> Part:
    from ludograph.solver.parts.key_part import KeyPart
    from ludograph.solver.parts.reached_part import ReachedPart
    from ludograph.solver.parts.table_part import TablePart
    from ludograph.solver.parts.tier_part import TierPart

    kinds: dict[str, Callable[[Share], Part]] = {
        "table": TablePart,
        "keys": KeyPart,
        "reached": ReachedPart,
        "tiers": TierPart,
    }
    return kinds[share.kind](share)


class Crew(ABC):
    """So many workers, each of which has one part."""

    workers: int

    @abstractmethod
    def assign(self, shares: Sequence[Share]) -> None:
        """Let every worker make its part, where it has another one or none; nothing is under way any more."""

    @abstractmethod
    def call(self, name: str, *arguments: Any) -> list[Any]:
        """Call a method of all parts; returns their answers. WorkerLost when one of them is gone."""

    @abstractmethod
    def step(self, level: int) -> list[Counts]:
        """One step of all parts: each gets what the others have sent it at the step before."""

    @abstractmethod
    def tasks(self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Independent pieces of work, on whichever worker is free; the answers come in their order."""

    @abstractmethod
    def each(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Call a function on every worker; returns the answers."""

    def memory(self) -> int:
        """How many bytes each worker may take: those on one machine share what is free, and who has least decides."""
        where = self.each(_machine_and_memory)
        on = Counter(machine for machine, _ in where)
        return min(int(MEMORY_SHARE * free) // on[machine] for machine, free in where)

    def revive(self) -> None:
        """Wait until workers that were lost are there again; WorkerLost where they don't come back."""
        raise WorkerLost("A worker is gone, so the work stopped; the same command goes on with it where it was kept.")

    def close(self) -> None:  # noqa: B027 - who works alone has none
        """Let the workers go."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Alone(Crew):
    """All parts in this process, one after the other."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._hosts = [Host() for _ in range(workers)]
        self._sent: list[list[Any]] = [[] for _ in self._hosts]

    def assign(self, shares: Sequence[Share]) -> None:
        for host, share in zip(self._hosts, shares, strict=True):
            host.assign(share)
        self._sent = [[] for _ in self._hosts]

    def call(self, name: str, *arguments: Any) -> list[Any]:
        return [host.call(name, *arguments) for host in self._hosts]

    def step(self, level: int) -> list[Counts]:
        counts, sent = [], []
        for host, incoming in zip(self._hosts, self._sent, strict=True):
            count, *lists = host.step(level, *incoming)
            counts.append(count)
            sent.append([each.copy() for each in lists])  # the part writes there again
        self._sent = [[lists[part] for lists in sent if len(lists[part])] for part in range(self.workers)]
        return counts

    def tasks(self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        return (function(*each) for each in arguments)

    def each(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        return [function(*arguments) for _ in self._hosts]
