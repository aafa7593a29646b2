"""Puzzles in parts: what can be reached, where moves can't be taken back, and then from the solutions on."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ludograph.core.game import Road
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import TooLarge
from ludograph.solver.file import Header
from ludograph.solver.levels import MOST_KEPT_KEYS, check_levels, is_solved_up_to_symmetry
from ludograph.solver.memory import readable
from ludograph.solver.parts import table_part
from ludograph.solver.parts.checkpoints import State
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.part import Share
from ludograph.solver.parts.work import LevelWork, Tell
from ludograph.solver.remoteness import width_for

OUT, BACK = "out", "back"


class PuzzleWork(LevelWork):
    """One puzzle, from its start."""

    def __init__(
        self, puzzle: KernelPuzzle, crew: Crew, folder: str, memory: int, most: int, tell: Tell | None = None
    ) -> None:
        super().__init__(crew, tell)
        self.puzzle = puzzle
        self.folder = folder
        self.memory = memory
        self.most = most
        self.is_keyed = puzzle.road is Road.LEVELS
        needed = self.estimated_bytes
        if needed > memory:
            raise TooLarge(
                f"Solving {puzzle.id} with {crew.workers} workers needs {readable(needed)} of memory for each, and "
                f"each may take {readable(memory)}."
            )
        if self.is_keyed:
            check_levels(puzzle, puzzle.start_state())

    @property
    def estimated_bytes(self) -> int:
        """The memory that each worker takes from the beginning."""
        if self.is_keyed:
            return 0
        return table_part.estimated_bytes(self.puzzle, self.crew.workers)

    @property
    def disk_bytes(self) -> int:
        """What is kept in the folder, where that is known before: the table, twice while it is kept anew, and once more
        for the file."""
        return 0 if self.is_keyed else 3 * self.puzzle.ranks * width_for(self.puzzle.remoteness_bound or 0) // 8

    @cached_property
    def up_to_symmetry(self) -> bool:
        return self.is_keyed and is_solved_up_to_symmetry(self.puzzle, self.puzzle.start_state())

    @property
    def identity(self) -> dict[str, Any]:
        rules = {"rules_version": self.puzzle.rules_version, "constants": self.puzzle.rules_digest}
        return {"game": self.puzzle.id, **rules, "up_to_symmetry": self.up_to_symmetry}

    def shares(self, attempt: int) -> list[Share]:
        facts = {"up_to_symmetry": self.up_to_symmetry, "attempt": attempt}
        kind = "keys" if self.is_keyed else "table"
        parts = self.crew.workers
        return [Share(self.puzzle.id, part, parts, self.memory, self.folder, kind, facts) for part in range(parts)]

    @property
    def _goes_out(self) -> bool:
        return self.is_keyed or not (self.puzzle.is_reversible or self.puzzle.counts_all_ranks)

    # -- levels -------------------------------------------------------------------------------------------

    def first(self) -> State:
        return {"is_done": False, "pass": None, OUT: [], BACK: [], "keys": 0, "step": 0}

    def advance(self, state: State) -> State:
        """The next level; where there is none, the first one of the next pass."""
        following = {**state, "step": state["step"] + 1}
        if state["pass"] is None:
            way = OUT if self._goes_out else BACK
            sizes = self.crew.call("begin_forwards" if self._goes_out else "begin_backwards")
            return {**following, "pass": way, way: [_size(sizes)], "keys": _keys(sizes)}
        way = state["pass"]
        sizes = self.level(state, len(state[way]))
        if size := _size(sizes):
            self._check_most(sum(state[OUT]) + size)
            keys = state["keys"] + (_keys(sizes) if way == OUT else 0)
            return {**following, way: [*state[way], size], "keys": keys}
        if way == OUT:
            return {**following, "pass": BACK, BACK: [_size(self.crew.call("begin_backwards"))]}
        return {**following, "is_done": True}

    def _check_most(self, positions: int) -> None:
        if positions > self.most:
            raise TooLarge(f"{self.puzzle.id} has more than {self.most:,} positions.")

    def done(self, state: State) -> tuple[int, int | None]:
        if state["pass"] == BACK:
            return sum(state[BACK]), sum(state[OUT]) or (None if self.is_keyed else self.puzzle.ranks)
        return sum(state[OUT]), None

    # -- the end ------------------------------------------------------------------------------------------

    def finish(self, state: State) -> list[Header]:
        counts = [size for size in state[BACK] if size]
        if self.is_keyed:
            is_complete, bits = state["keys"] <= MOST_KEPT_KEYS, width_for(len(counts))
            numbers = sum(size for (size,) in self.crew.call("finish", is_complete, bits))
            flags = True, is_complete, self.up_to_symmetry
            return [Header(self.puzzle, self.puzzle, bits, numbers, *flags, sum(state[OUT]), counts)]
        positions = sum(state[OUT]) or (self.puzzle.ranks if self.puzzle.counts_all_ranks else sum(counts))
        is_whole = self.puzzle.is_reversible and positions < self.puzzle.ranks
        ((bits,), *_) = self.crew.call("finish", is_whole)
        return [Header(self.puzzle, self.puzzle, bits, self.puzzle.ranks, False, True, False, positions, counts)]


def _size(sizes: list[list[int]]) -> int:
    """How many positions a level has."""
    return sum(each[-1] for each in sizes)


def _keys(sizes: list[list[int]]) -> int:
    """How many keys stand for them."""
    return sum(each[0] for each in sizes)
