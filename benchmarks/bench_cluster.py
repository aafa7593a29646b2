"""Solving in parts: one process, two, and two of Ray's actors, on the same puzzle, with the same file at the end."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from ludograph.core.registry import game
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.processes import Processes
from ludograph.solver.parts.solve import solve_in_parts
from ludograph.solver.solve import solve
from measuring import result

NAME = "peg-solitaire/english"  # up to symmetry
POSITIONS = 187_636_299
ROUNDS = 4  # of all crews by turns; the shortest counts, as noise, the compiler and new memory only ever add


def run() -> Iterator[dict[str, object]]:
    """Each figure, after the file was found to be the one that one process writes."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as open_crews:
        folder = Path(name)
        began = time.perf_counter()
        solve(NAME, threads=1).save(folder / "one")
        alone = time.perf_counter() - began
        yield result("English peg solitaire up to symmetry, one thread, not in parts", f"{alone:.1f} s")
        crews = [open_crews.enter_context(crew) for crew in _crews()]
        expected = _checksum(folder / "one")
        rounds = [[_seconds(crew, folder, expected) for crew in crews] for _ in range(ROUNDS)]
    one, two, *ray = map(min, zip(*rounds, strict=True))
    yield result("The same in one part", f"{one:.1f} s")
    yield result(
        "Two processes", f"{two:.1f} s, {one / two:.2f} times as fast", aim="1.5 times", is_met=one >= 1.5 * two
    )
    for seconds in ray:
        measured = f"{seconds:.1f} s, {seconds / two:.2f} times as long as two processes"
        load = f"{os.getloadavg()[0]:.1f} processes wanted the {os.cpu_count()} cores"
        yield result("Two of Ray's actors", f"{measured}; {load}", aim="at most 1.3 times", is_met=seconds <= 1.3 * two)
    if not ray:
        yield result("Two of Ray's actors", "Ray is not installed")


def _crews() -> Iterator[Crew]:
    yield Processes(1)
    yield Processes(2)
    try:
        import ray  # noqa: F401
    except ImportError:
        return
    from ludograph.solver.parts.on_ray import RayCrew

    yield RayCrew("auto", 2)


def _seconds(crew: Crew, folder: Path, expected: str) -> float:
    """How long a solve takes, without the time in which the crew comes together."""
    began = time.perf_counter()
    found = solve_in_parts(game(NAME), crew, folder / "parts", folder=folder / "work")
    seconds = time.perf_counter() - began
    assert found.positions == POSITIONS, f"{NAME} has {found.positions} positions, not {POSITIONS}"
    assert _checksum(folder / "parts") == expected, "the files differ"
    return seconds


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    for line in run():
        print(line)
