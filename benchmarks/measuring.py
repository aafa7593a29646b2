"""What the benchmarks share: the best of several runs, and results as plain data."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

RUNS = 5

Result = TypeVar("Result")


class Timed(NamedTuple, Generic[Result]):
    """What some work gave and the seconds it took: by the clock, and of all cores together.

    What one thread does is judged by the latter, because the cores are shared with others.
    """

    result: Result
    seconds: float
    core_seconds: float


def timed(work: Callable[[], Result]) -> Timed[Result]:
    """Do some work and look at the clocks before and after."""
    began, cores_began = time.perf_counter(), time.process_time()
    done = work()
    return Timed(done, time.perf_counter() - began, time.process_time() - cores_began)


def best_seconds(work: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs: the machine is shared, and noise only ever adds.

    ``clock=time.process_time`` counts the work of this process only, for what runs on one core.
    """
    seconds = []
    for _ in range(runs):
        began = clock()
        work()
        seconds.append(clock() - began)
    return min(seconds)


def ratio(own: float, peer: float) -> str:
    """How many times as fast."""
    return f"{own / peer:,.0f} times as fast"


def result(what: str, measured: str, *, aim: str | None = None, is_met: bool | None = None) -> dict[str, object]:
    """One line of a report; ``aim`` is what was wanted."""
    return {"what": what, "measured": measured, "aim": aim, "met": is_met}


def peak_gigabytes() -> float:
    """The most memory that this process has had at once. What the system counts as its resources begins, on Linux, with
    what the process had that started it: a small solve that a large one started would look as large."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1e6
    import resource  # there is none on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)
