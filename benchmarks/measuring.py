"""What the benchmarks share: the best of several runs, and results as plain data."""

from __future__ import annotations

import time
from collections.abc import Callable

RUNS = 5


def best_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs: the machine is shared, and noise only ever adds."""
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def ratio(own: float, peer: float) -> str:
    """How many times as fast."""
    return f"{own / peer:,.0f} times as fast"


def result(what: str, measured: str, *, aim: str | None = None, is_met: bool | None = None) -> dict[str, object]:
    """One line of a report; ``aim`` is what was wanted."""
    return {"what": what, "measured": measured, "aim": aim, "met": is_met}
