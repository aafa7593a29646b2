"""Solving in parts: one process, two, and two of Ray's actors, on the same puzzle, with the same file at the end."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ludograph.core.registry import game
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.processes import Processes
from ludograph.solver.parts.solve import solve_in_parts
from ludograph.solver.solve import solve
from measuring import result

NAME = "peg-solitaire/english"  # up to symmetry
POSITIONS = 187_636_299
RUNS = 2  # the first compiles; the shortest counts, as noise only ever adds


def run() -> Iterator[dict[str, object]]:
    """Each figure, after the file was found to be the one that one process writes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.perf_counter()
        solve(NAME, threads=1).save(folder / "one")
        alone = time.perf_counter() - began
        expected = _checksum(folder / "one")
        yield result("English peg solitaire up to symmetry, one thread, not in parts", f"{alone:.1f} s")
        one = _seconds(lambda: Processes(1), folder, expected)
        yield result("The same in one part", f"{one:.1f} s")
        two = _seconds(lambda: Processes(2), folder, expected)
        yield result(
            "Two processes", f"{two:.1f} s, {one / two:.2f} times as fast", aim="1.5 times", is_met=one >= 1.5 * two
        )
        yield _on_ray(two, folder, expected)


def _on_ray(two: float, folder: Path, expected: str) -> dict[str, object]:
    try:
        import ray  # noqa: F401
    except ImportError:
        return result("Two of Ray's actors", "Ray is not installed")
    from ludograph.solver.parts.on_ray import RayCrew

    seconds = _seconds(lambda: RayCrew("auto", 2), folder, expected)
    measured = f"{seconds:.1f} s, {seconds / two:.2f} times as long as two processes"
    load = f"{os.getloadavg()[0]:.1f} processes wanted the {os.cpu_count()} cores"
    return result("Two of Ray's actors", f"{measured}; {load}", aim="at most 1.3 times", is_met=seconds <= 1.3 * two)


def _seconds(begun: Callable[[], Crew], folder: Path, expected: str) -> float:
    """The shortest of several solves, without the time in which the crew comes together."""
    seconds = []
    with begun() as crew:
        for _ in range(RUNS):
            began = time.perf_counter()
            found = solve_in_parts(game(NAME), crew, folder / "parts", folder=folder / "work")
            seconds.append(time.perf_counter() - began)
            assert found.positions == POSITIONS, f"{NAME} has {found.positions} positions, not {POSITIONS}"
            assert _checksum(folder / "parts") == expected, "the files differ"
    return min(seconds)


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    for line in run():
        print(line)
