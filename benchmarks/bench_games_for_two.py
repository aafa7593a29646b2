"""Solving games for two: positions a second and core, and what a second thread gains."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ludograph.core.registry import game
from ludograph.errors import UnknownGame
from ludograph.solver.solve import solve
from ludograph.solver.tiers.work import work_on
from measuring import Timed, peak_gigabytes, result, timed

RUNS = 3
MORE_BY_TWO = 1.6
#: Positions, won, lost, drawn.
FOUR_ROWS, FIVE_ROWS = (3_945_711, 1_390_516, 1_251_559, 1_303_636), (69_763_700, 27_296_634, 28_047_793, 14_419_273)
DAO = 1_768_108, 333_720, 47_256, 1_387_132
#: With exactly 1, 2, … 5 pieces, as published for English draughts; they can stand so in Russian, too.
DRAUGHTS = 120, 6_972, 261_224, 7_092_774, 148_688_232
KQKR, LONGEST_KQKR = 20_508_124, 70  # with KQK, KRK and KK; plies of both sides


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its counts were found right."""
    yield from compared("Connect Four 5×4", partial(whole, "connect-four?columns=5&rows=4", FOUR_ROWS))
    yield from compared("chess, KQKR and below", endings, 4e6)
    try:
        game("dao")
    except UnknownGame:
        return
    yield from compared("Dao", partial(whole, "dao", DAO), 5e6)


def compared(what: str, solved: Callable[[int], int], aim: float | None = None) -> Iterator[dict[str, object]]:
    """With one thread, by its core's time, and how much sooner two are done, by the clock; in turns, after a run that
    compiles."""
    solved(1)
    runs: dict[int, list[Timed[int]]] = {1: [], 2: []}
    for _ in range(RUNS):
        for threads, done in runs.items():
            done.append(timed(partial(solved, threads)))
    one, two = (min(done, key=lambda each: each.seconds) for done in runs.values())
    core_seconds = min(each.core_seconds for each in runs[1])
    speed = one.result / core_seconds
    wanted = {"aim": f"{aim / 1e6:.0f} million", "is_met": speed >= aim} if aim else {}
    measured = f"{one.result:,} positions in {core_seconds:.2f} s of a core, {speed / 1e6:.1f} million a second"
    yield result(f"{what}, one thread", measured, **wanted)  # type: ignore[arg-type]
    gain = one.seconds / two.seconds
    times = f"{one.seconds:.2f} s by the clock with one, {two.seconds:.2f} s with two: {gain:.2f} times as fast"
    yield result(f"{what}, two threads", times, aim=f"{MORE_BY_TWO} times", is_met=gain >= MORE_BY_TWO)


def whole(name: str, expected: tuple[int, ...], threads: int) -> int:
    solution: Any = solve(name, threads=threads)
    found = solution.positions, sum(solution.wins), sum(solution.losses), solution.draws
    assert found == expected, f"{name}: {found}, not {expected}"
    return solution.positions


def endings(threads: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        work = work_on(game("nchess"), "KQKR", None, Path(folder))
        solution = work.solve(threads=threads)
        positions = sum(each.positions for each in work.endings.kept_tiers())
    assert (positions, solution.max_remoteness) == (KQKR, LONGEST_KQKR), (positions, solution.max_remoteness)
    return positions


def draughts(pieces: int, threads: int) -> int:
    """Russian endings with up to so many pieces."""
    with tempfile.TemporaryDirectory() as folder:
        positions = work_on(game("draughts/russian"), None, pieces, Path(folder)).solve(threads=threads).positions
    # Either side is to move.
    assert positions == 2 * sum(DRAUGHTS[:pieces]), positions
    return positions


if __name__ == "__main__":
    # By hand, because they take some GB: which one is named, "connect-four" or "draughts".
    large = {
        "connect-four": partial(whole, "connect-four?columns=5&rows=5", FIVE_ROWS, 2),
        "draughts": partial(draughts, 5, 2),
    }
    print(*timed(large[sys.argv[1]]), peak_gigabytes())
