"""Levels on disk when memory ends: the same to the last bit, nothing left behind, a sentence when the disk ends."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest
from halving import Halving

import ludograph
from ludograph import errors
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.solver import levels, storage
from ludograph.solver.storage import Storage, is_in_file
from ludograph.solver.table import Solved


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    return tmp_path


def puzzle(name: str) -> KernelPuzzle:
    found = Halving() if name == "halving" else ludograph.game(name)
    assert isinstance(found, KernelPuzzle)
    return found


def assert_equal(one: Solved, other: Solved) -> None:
    assert (one.positions, one.by_remoteness) == (other.positions, other.by_remoteness)
    assert one.table.numbers.dtype == other.table.numbers.dtype
    assert (one.table.keys == other.table.keys).all()
    assert (one.table.numbers == other.table.numbers).all()
    assert one.table.is_complete == other.table.is_complete


@pytest.mark.parametrize("most_kept", [levels.MOST_KEPT_KEYS, 10])
@pytest.mark.parametrize("name", ["hanoi?disks=6", "peg-solitaire/triangle", "halving"])
def test_with_little_memory_all_is_the_same(name: str, most_kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_KEPT_KEYS", most_kept)
    expected = levels.solve_levels(puzzle(name))
    monkeypatch.setattr(levels, "CHUNK", 100)
    monkeypatch.setattr(levels, "MOST_RUNS", 3)
    monkeypatch.setattr(storage, "AT_ONCE", 10)
    for memory in (0, 2_000, 20_000):
        for most_marked in (levels.MOST_MARKED_RANKS, 0):
            with monkeypatch.context() as context:
                context.setattr(levels, "MOST_MARKED_RANKS", most_marked)
                found = levels.solve_levels(puzzle(name), memory=memory)
            assert_equal(found, expected)
            assert memory or is_in_file(found.table.keys)


def test_a_solution_in_files_is_kept_like_others(data: Path) -> None:
    from ludograph.solver.solution import Solution
    from ludograph.solver.verify import verify

    game = puzzle("peg-solitaire/triangle")
    found = levels.solve_levels(game, memory=0)
    Solution(game, found.table, found.by_remoteness, found.positions).save(data / "triangle")
    read = Solution.load(data / "triangle")
    assert read.positions == found.positions
    verify(read)


def test_files_have_no_names(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nothing is left of them, not even when the process is killed."""
    monkeypatch.setattr(levels, "CHUNK", 100)
    seen = []

    def look(positions: int, level: int) -> None:
        seen.append([path for path in data.rglob("*") if path.is_file()])

    levels.solve_levels(puzzle("hanoi?disks=7"), memory=0, progress=look)
    assert len(seen) > 10
    assert not any(seen)


def test_a_full_disk_is_told_in_one_sentence(data: Path) -> None:
    levels.solve_levels(puzzle("hanoi?disks=7"), memory=0)  # compiled before
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(
            errors.FileRefused, match=r"What no longer fits into memory can't be kept in .*: file too large"
        ):
            levels.solve_levels(puzzle("hanoi?disks=7"), memory=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not [path for path in data.rglob("*") if path.is_file()]


def test_merging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "AT_ONCE", 3)
    chance = np.random.default_rng(5)
    for count in (2, 3, 7):
        runs = [np.unique(chance.integers(0, 60, size, np.uint64)) for size in chance.integers(0, 40, count)]
        expected = np.unique(np.concatenate(runs))
        for memory in (0, 10**6):
            assert (Storage(memory).merged(runs) == expected).all()


def test_memory_is_given_back() -> None:
    room = Storage(1000)
    kept = [room.kept(np.zeros(40, np.uint64)) for _ in range(4)]
    assert [is_in_file(array) for array in kept] == [False, False, False, True]
    room.forget(kept)
    assert room.left == 1000
    assert not is_in_file(room.filled(1000, 1, np.uint8))
    assert is_in_file(room.filled(5000, 7, np.uint8))
    assert (room.filled(100_000, 7, np.uint16) == 7).all()
