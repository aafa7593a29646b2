"""Solving: positions a second, against the tutorial's own solver, with one thread and with two."""

from __future__ import annotations

import resource
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
from measuring import ratio, result

ENGLISH_LEVELS = [1, 4, 12, 60, 296, 1338, 5648, 21842, 77559, 249690, 717788, 1834379, 4138302]
CUBE = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its counts were found right."""
    peer = tutorial_speed(10)
    yield result("Hanoi with 10 disks, the tutorial's dictionary and queue", f"{peer:,.0f} positions a second")
    for disks in (13, 16):
        speed = table_speed(f"hanoi?disks={disks}", 3**disks, 2**disks - 1)
        measured = f"{speed / 1e6:.1f} million a second, {ratio(speed, peer)}"
        wanted = max(1000 * peer, 30e6 if disks == 16 else 0)
        aim = "1,000 times" if disks < 16 else "1,000 times and 30 million"
        yield result(f"Hanoi with {disks} disks, one thread", measured, aim=aim, is_met=speed >= wanted)
    speed = table_speed("cube2", sum(CUBE), 11, CUBE)
    yield result("2×2×2 cube, one thread", f"{speed / 1e6:.1f} million a second", aim="5 million", is_met=speed >= 5e6)
    for threads in (1, 2):
        yield apart("sliding", str(threads), f"3×4 sliding tiles, {threads} thread{'s' * (threads > 1)}", 12e6, 0.5)
    yield apart("pegs", "all", "English peg solitaire, all positions", 4e6, 2.5)
    yield apart("pegs", "symmetry", "English peg solitaire, up to symmetry", 4e6, 2.5)


def table_speed(name: str, positions: int, farthest: int, counts: list[int] | None = None, threads: int = 1) -> float:
    """Positions a second, the best of two runs, of which the first may have to compile."""
    puzzle = game(name)
    assert isinstance(puzzle, KernelPuzzle)
    best = float("inf")
    for _ in range(2):
        began = time.perf_counter()
        found = solve_table(puzzle, threads=threads)
        best = min(best, time.perf_counter() - began)
        assert found.positions == positions, f"{name} has {found.positions} positions, not {positions}"
        assert len(found.by_remoteness) - 1 == farthest, f"{name} needs {len(found.by_remoteness) - 1}, not {farthest}"
        assert counts is None or found.by_remoteness == counts, f"{name}: {found.by_remoteness}"
    return positions / best


# -- large solves, each in a process of its own, so that its memory can be told ----------------------------------------


def apart(what: str, how: str, title: str, aim: float, memory_aim: float) -> dict[str, object]:
    """Run a solve in another process; it prints its positions, seconds and gigabytes."""
    done = subprocess.run([sys.executable, __file__, what, how], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    positions, seconds, gigabytes = map(float, done.stdout.split())
    rate = f"{positions:,.0f} positions in {seconds:.1f} s, {positions / seconds / 1e6:.1f} million a second"
    measured = f"{rate}, {gigabytes:.2f} GB"
    is_met = positions / seconds >= aim and gigabytes <= memory_aim
    return result(title, measured, aim=f"{aim / 1e6:.0f} million, {memory_aim} GB", is_met=is_met)


def sliding(threads: int) -> tuple[int, float]:
    puzzle = game("sliding?rows=3&columns=4")
    assert isinstance(puzzle, KernelPuzzle)
    began = time.perf_counter()
    found = solve_table(puzzle, threads=threads)
    seconds = time.perf_counter() - began
    assert (found.positions, len(found.by_remoteness) - 1) == (239_500_800, 53)
    return found.positions, seconds


def pegs(up_to_symmetry: bool) -> tuple[int, float]:
    """All positions that can be reached from the start, and which of them can still be won."""
    puzzle = game("peg-solitaire/english")
    assert isinstance(puzzle, KernelPuzzle)
    began = time.perf_counter()
    reached: dict[int, int] = {}

    def note(done: int, level: int) -> None:
        reached.setdefault(level, done)

    found = solve_levels(puzzle, up_to_symmetry=up_to_symmetry, progress=note)
    seconds = time.perf_counter() - began
    assert found.positions == 187_636_299, found.positions
    winnable = sum(int((numbers < 2**found.table.bits - 2).sum()) for _, numbers in found.table.blocks())
    if up_to_symmetry:
        assert (len(found.table), winnable) == (23_475_688, 1_679_072), (len(found.table), winnable)
    else:
        levels = [reached[level + 1] - reached.get(level, 0) for level in range(len(ENGLISH_LEVELS))]
        assert levels == ENGLISH_LEVELS, levels
    return found.positions, seconds


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
    began = time.perf_counter()
    remoteness, queue = {solution.text(): 0}, deque([solution])
    while queue:
        position = queue.popleft()
        for move in position.moves():
            after = position.play(move)
            if after.text() not in remoteness:
                remoteness[after.text()] = remoteness[position.text()] + 1
                queue.append(after)
    seconds = time.perf_counter() - began
    assert (len(remoteness), max(remoteness.values())) == (3**disks, 2**disks - 1)
    return len(remoteness) / seconds


if __name__ == "__main__":
    chosen, manner = sys.argv[1:]
    solved = sliding(int(manner)) if chosen == "sliding" else pegs(manner == "symmetry")
    print(*solved, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
