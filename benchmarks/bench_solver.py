"""Solving: positions a second, against the tutorial's own solver, with one thread and with two."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from copy import deepcopy

from ludograph.core.registry import game
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.solver.levels import solve_levels
from ludograph.solver.table import solve_table
from measuring import peak_gigabytes, ratio, result, timed

ENGLISH_LEVELS = [1, 4, 12, 60, 296, 1338, 5648, 21842, 77559, 249690, 717788, 1834379, 4138302]
FOUR_PEGS = [1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161]  # moves for 1, 2, 3, … disks
RUNS = 4  # the first compiles, and memory that nobody has used before is slow
CUBE = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its counts were found right."""
    peer = tutorial_speed(10)
    yield result("Hanoi with 10 disks, the tutorial's dictionary and queue", f"{peer:,.0f} positions a second")
    for disks in (13, 16):
        speed, by_clock = table_speed(f"hanoi?disks={disks}", 3**disks, 2**disks - 1)
        measured = f"{_millions(speed, by_clock)}, {ratio(speed, peer)}"
        wanted = max(1000 * peer, 30e6 if disks == 16 else 0)
        aim = "1,000 times" if disks < 16 else "1,000 times and 30 million"
        yield result(f"Hanoi with {disks} disks, one thread", measured, aim=aim, is_met=speed >= wanted)
    yield apart("four-pegs", "14", "Hanoi with four pegs and 14 disks, 113 moves", 8e6, 0.6)
    speed, by_clock = table_speed("cube2", sum(CUBE), 11, CUBE)
    yield result("2×2×2 cube, one thread", _millions(speed, by_clock), aim="5 million", is_met=speed >= 5e6)
    for threads in (1, 2):
        yield apart("sliding", str(threads), f"3×4 sliding tiles, {threads} thread{'s' * (threads > 1)}", 12e6, 0.5)
    yield two_threads()
    yield apart("pegs", "all", "English peg solitaire, all positions", 4e6, 2.5)
    yield apart("pegs", "symmetry", "English peg solitaire, up to symmetry", 4e6, 2.5)


def table_speed(name: str, positions: int, farthest: int, counts: list[int] | None = None) -> tuple[float, float]:
    """Positions a second with one thread, of its core's time and by the clock, in the best of several runs."""
    puzzle = game(name)
    assert isinstance(puzzle, KernelPuzzle)
    best, best_by_clock = 0.0, 0.0
    for _ in range(RUNS):
        found, seconds, core_seconds = timed(lambda: solve_table(puzzle, threads=1))
        best, best_by_clock = max(best, positions / core_seconds), max(best_by_clock, positions / seconds)
        assert found.positions == positions, f"{name} has {found.positions} positions, not {positions}"
        assert len(found.by_remoteness) - 1 == farthest, f"{name} needs {len(found.by_remoteness) - 1}, not {farthest}"
        assert counts is None or found.by_remoteness == counts, f"{name}: {found.by_remoteness}"
    return best, best_by_clock


def _millions(speed: float, by_clock: float) -> str:
    return f"{speed / 1e6:.1f} million a second, {by_clock / 1e6:.1f} by the clock"


# -- large solves, each in a process of its own, so that its memory can be told ----------------------------------------


def run_apart(what: str, how: str) -> list[float]:
    """Run a solve in another process; it prints its positions, its seconds and gigabytes."""
    done = subprocess.run([sys.executable, __file__, what, how], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [float(figure) for figure in done.stdout.split()]


def two_threads() -> dict[str, object]:
    """How much sooner two threads are done, by the clock: in turns with one thread, and the best of each."""
    seconds: dict[str, list[float]] = {"1": [], "2": []}
    for threads in ("1", "2") * 3:
        seconds[threads].append(run_apart("sliding", threads)[1])
    times = min(seconds["1"]) / min(seconds["2"])
    title = "3×4 sliding tiles, two threads against one"
    return result(title, f"{times:.2f} times as fast by the clock", aim="1.6 times", is_met=times >= 1.6)


def apart(what: str, how: str, title: str, aim: float, memory_aim: float) -> dict[str, object]:
    """A solve in another process, judged by its speed and memory."""
    positions, seconds, core_seconds, gigabytes = run_apart(what, how)
    taken = min(seconds, core_seconds)  # one thread is judged by its core's time, several by the clock
    times = f"{seconds:.1f} s, {core_seconds:.1f} s of all cores"
    measured = f"{positions:,.0f} positions in {times}, {positions / taken / 1e6:.1f} million a second"
    is_met = positions / taken >= aim and gigabytes <= memory_aim
    aims = f"{aim / 1e6:.0f} million, {memory_aim} GB"
    return result(title, f"{measured}, {gigabytes:.2f} GB", aim=aims, is_met=is_met)


def sliding(threads: str) -> int:
    puzzle = game("sliding?rows=3&columns=4")
    assert isinstance(puzzle, KernelPuzzle)
    found = solve_table(puzzle, threads=int(threads))
    assert (found.positions, len(found.by_remoteness) - 1) == (239_500_800, 53)
    return found.positions


def four_pegs(disks: str) -> int:
    """With one thread. The start of 15 or more disks is not among the farthest any more."""
    puzzle = game(f"hanoi?pegs=4&disks={disks}")
    assert isinstance(puzzle, KernelPuzzle)
    found = solve_table(puzzle, threads=1)
    moves = found.table.get(puzzle.rank_of(puzzle.start_state()))
    assert (found.positions, moves) == (4 ** int(disks), FOUR_PEGS[int(disks) - 1]), (found.positions, moves)
    return found.positions


def pegs(how: str) -> int:
    """All positions that can be reached from the start, and which of them can still be won."""
    puzzle = game("peg-solitaire/english")
    assert isinstance(puzzle, KernelPuzzle)
    reached: dict[int, int] = {}

    def note(done: int, level: int) -> None:
        reached.setdefault(level, done)

    found = solve_levels(puzzle, up_to_symmetry=how == "symmetry", progress=note)
    assert found.positions == 187_636_299, found.positions
    winnable = sum(int((numbers < 2**found.table.bits - 2).sum()) for _, numbers in found.table.blocks())
    if how == "symmetry":
        assert (len(found.table), winnable) == (23_475_688, 1_679_072), (len(found.table), winnable)
    else:
        levels = [reached[level + 1] - reached.get(level, 0) for level in range(len(ENGLISH_LEVELS))]
        assert levels == ENGLISH_LEVELS, levels
    return found.positions


LARGE = {"sliding": sliding, "four-pegs": four_pegs, "pegs": pegs}

# -- the peer: the tutorial's class and a solver with a dictionary and a queue -----------------------------------------


class TutorialHanoi:
    """Stacks as lists, copied deeply with every move."""

    def __init__(self, disks: int) -> None:
        self.stacks = [list(range(disks, 0, -1)), [], []]

    def moves(self) -> list[tuple[int, int]]:
        found = []
        for i, one in enumerate(self.stacks):
            for j, two in enumerate(self.stacks):
                if one and i != j and (not two or two[-1] > one[-1]):
                    found.append((i, j))
        return found

    def play(self, move: tuple[int, int]) -> TutorialHanoi:
        """Checked as the tutorial checks it."""
        if not isinstance(move, tuple) or len(move) != 2 or not all(isinstance(peg, int) for peg in move):
            raise TypeError
        if move not in self.moves():
            raise ValueError
        following = TutorialHanoi(0)
        following.stacks = deepcopy(self.stacks)
        following.stacks[move[1]].append(following.stacks[move[0]].pop())
        return following

    def text(self) -> str:
        return str(self.stacks)


def tutorial_speed(disks: int) -> float:
    solution = TutorialHanoi(disks)
    solution.stacks.reverse()
    began = time.process_time()
    remoteness, queue = {solution.text(): 0}, deque([solution])
    while queue:
        position = queue.popleft()
        for move in position.moves():
            after = position.play(move)
            if after.text() not in remoteness:
                remoteness[after.text()] = remoteness[position.text()] + 1
                queue.append(after)
    seconds = time.process_time() - began
    assert (len(remoteness), max(remoteness.values())) == (3**disks, 2**disks - 1)
    return len(remoteness) / seconds


if __name__ == "__main__":
    # Also by hand: `python benchmarks/bench_solver.py four-pegs 16` needs 5.5 GB and some minutes.
    chosen, manner = sys.argv[1:]
    solved = timed(lambda: LARGE[chosen](manner))
    print(*solved, peak_gigabytes())
