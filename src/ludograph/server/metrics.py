"""What the server counts of itself, and Prometheus' text format (version 0.0.4), in which it is told."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ludograph.server.addresses import guest_of

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
METHODS = ("GET", "POST", "DELETE", "OPTIONS")
#: The upper ends of the buckets, in seconds.
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
MINUTE = 60.0
MOST_GUESTS = 10_000
PREFIX = "ludograph_"

Labels = tuple[str, ...]


@dataclass
class Answered:
    """What became of a request; 0: it was never answered."""

    status: int = 0


class Count:
    """A number for each combination of labels, which only grows."""

    def __init__(self, name: str, words: str, *labels: str) -> None:
        self.name, self.words, self.labels = name, words, labels
        self.values: Counter[Labels] = Counter()

    def add(self, *labels: str) -> None:
        self.values[labels] += 1

    def lines(self) -> Iterator[str]:
        yield from _headed(self.name, self.words, "counter")
        for labels, value in sorted(self.values.items()):
            yield _sample(self.name, dict(zip(self.labels, labels, strict=True)), value)


class Histogram:
    """How long things take, for each value of a label, if there is one."""

    def __init__(self, name: str, words: str, *labels: str) -> None:
        self.name, self.words, self.labels = name, words, labels
        self._counts: defaultdict[Labels, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self._sums: defaultdict[Labels, float] = defaultdict(float)

    def observe(self, seconds: float, *labels: str) -> None:
        self._counts[labels][bisect_left(BUCKETS, seconds)] += 1
        self._sums[labels] += seconds

    def lines(self) -> Iterator[str]:
        yield from _headed(self.name, self.words, "histogram")
        for values, counts in sorted(self._counts.items()):
            labels = dict(zip(self.labels, values, strict=True))
            ends = [*map(str, BUCKETS), "+Inf"]
            for end, count in zip(ends, accumulate(counts), strict=True):
                yield _sample(f"{self.name}_bucket", {**labels, "le": end}, count)
            yield _sample(f"{self.name}_sum", labels, self._sums[values])
            yield _sample(f"{self.name}_count", labels, sum(counts))


class Guests:
    """How often each guest has asked in this minute and the one before, for the server's owner alone."""

    def __init__(self) -> None:
        self._ends = 0.0
        self._now: Counter[str] = Counter()
        self._before: Counter[str] = Counter()

    def see(self, guest: str, now: float) -> None:
        if now >= self._ends:
            self._before, self._now = self._now if now < self._ends + MINUTE else Counter(), Counter()
            self._ends = now + MINUTE
        if guest in self._now or len(self._now) < MOST_GUESTS:
            self._now[guest] += 1

    def busiest(self, most: int) -> list[tuple[str, int]]:
        return (self._now + self._before).most_common(most)


class Metrics:
    """The counts of one server process."""

    def __init__(self) -> None:
        self.started = time.time()
        self.guests = Guests()
        self.requests = Count("requests_total", "Requests that were answered.", "method", "route", "status")
        self.seconds = Histogram("request_seconds", "From a request's headers to the end of its answer.", "route")
        self.moves = Count("moves_total", "Moves that were stored.", "by")
        self.changes = Count("changes_total", "All changes of matches that were stored.", "kind")
        self.thought = Histogram("thinking_seconds", "How long programs have taken to choose a move.")

    @contextmanager
    def request(self, scope: Mapping[str, Any]) -> Iterator[Answered]:
        """Count a request. Its scope knows the route in the end, unless it was refused before; routes are named as in
        the OpenAPI document."""
        began, answered = time.monotonic(), Answered()
        self.guests.see(guest_of(scope), began)
        try:
            yield answered
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = getattr(scope.get("route"), "name", None) or ("page" if 0 < answered.status < 400 else "none")
            self.requests.add(method, route, str(answered.status))
            self.seconds.observe(time.monotonic() - began, route)

    def change(self, kind: str, is_program: bool) -> None:
        self.changes.add(kind)
        if kind == "move":
            self.moves.add("program" if is_program else "human")

    def lines(self) -> Iterator[str]:
        for each in (self.requests, self.seconds, self.moves, self.changes, self.thought):
            yield from each.lines()


def told(name: str, words: str, values: Mapping[str, float], label: str, kind: str = "gauge") -> Iterator[str]:
    """Numbers as they are now, one for each value of a label."""
    yield from _headed(name, words, kind)
    for value, number in values.items():
        yield _sample(name, {label: value}, number)


def told_one(name: str, words: str, number: float, kind: str = "gauge") -> Iterator[str]:
    yield from _headed(name, words, kind)
    yield _sample(name, {}, number)


def _headed(name: str, words: str, kind: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}{name} {words}"
    yield f"# TYPE {PREFIX}{name} {kind}"


def _sample(name: str, labels: Mapping[str, str], number: float) -> str:
    texts = [f'{label}="{_escaped(value)}"' for label, value in labels.items()]
    return f"{PREFIX}{name}{'{' + ','.join(texts) + '}' if texts else ''} {number}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
