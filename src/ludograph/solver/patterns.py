"""Pattern databases: how many moves parts of a puzzle's state need at least, for the search with IDA*.

A part of the state, such as the corners of a cube or six of fifteen tiles, has ranks of its own, few enough for a table
that is made like that of a whole puzzle. The tables are kept in the user's data folder, in files like those of
solutions, and made when they are first needed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludograph.engine.algorithms.deepening import IS_ADDED, START, VIEW_WORDS
from ludograph.engine.kernel import Kernel, plain_value
from ludograph.engine.kernel_puzzle import KernelPuzzle, Patterns
from ludograph.errors import FileRefused, LudographError
from ludograph.solver.file import FileTable, write_solution
from ludograph.solver.kept import kept_file, place_for
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import DenseTable
from ludograph.solver.solution import Solution
from ludograph.solver.table import Progress, solve_part

FOLDER = "patterns"  # in the user's data folder

#: Told what is made and how many ranks it has, before it is; gives whom to tell how far it is.
Preparing = Callable[[str, int], AbstractContextManager[Progress | None]]


@dataclass(frozen=True)
class Databases:
    """All tables of a puzzle one behind the other, and for each view what the search has to know."""

    tables: Any
    views: Any


@dataclass(frozen=True)
class Part:
    """A part of a puzzle's state as something to be searched."""

    puzzle: KernelPuzzle
    number: int
    ranks: int

    is_reversible = True
    counts_all_ranks = False

    @property
    def id(self) -> str:
        return f"{self.puzzle.id}, part {self.number + 1}"

    @cached_property
    def kernel(self) -> Kernel:
        return self.puzzle.kernel_of_part(self.number)

    @property
    def max_moves(self) -> int:
        return self.puzzle.max_moves

    @property
    def remoteness_bound(self) -> int | None:
        return self.puzzle.remoteness_bound  # no part needs more than the whole

    def rank_of(self, state: Any) -> int:
        return int(self.puzzle.plain.pattern_rank(state, self.number))

    def state_of(self, rank: int) -> Any:
        return self.puzzle.plain.pattern_state(rank, self.number)

    def solution_states(self) -> Iterable[Any] | None:
        return self.puzzle.solution_states()

    @cached_property
    def rules_digest(self) -> str:
        """Of the puzzle's rules, the part, and what there is to be seen of it."""
        total = hashlib.sha256(f"{self.puzzle.rules_digest};{self.number};{self.ranks};".encode())
        for name, value in sorted(self.puzzle.kernel.constants.items()):
            if name.startswith("PATTERN_"):
                total.update(f"{name}={plain_value(value)};".encode())
        return total.hexdigest()

    @property
    def name(self) -> str:
        """What its file is called by."""
        return f"{self.puzzle.id} part {self.number + 1}"


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that a puzzle's pattern databases take; 0 if it has none."""
    return sum(puzzle.patterns.ranks) if puzzle.patterns else 0


#: Those of the puzzle that was last asked for.
_at_hand: dict[KernelPuzzle, Databases] = {}


def are_at_hand(puzzle: KernelPuzzle) -> bool:
    """Whether a puzzle's pattern databases are in memory."""
    return puzzle in _at_hand


def databases_of(puzzle: KernelPuzzle, preparing: Preparing | None = None) -> Databases | None:
    """A puzzle's pattern databases, made now if there are none kept; None when it declares no patterns."""
    if puzzle.patterns is None:
        return None
    found = _at_hand.get(puzzle)
    if found is None:
        _at_hand.clear()
        check_memory(estimated_bytes(puzzle), f"Searching {puzzle.id} with pattern databases")
        found = _gathered(puzzle, puzzle.patterns, preparing or (lambda what, ranks: nullcontext(None)))
        _at_hand[puzzle] = found
    return found


def _gathered(puzzle: KernelPuzzle, patterns: Patterns, preparing: Preparing) -> Databases:
    import numpy as np

    parts = [Part(puzzle, number, ranks) for number, ranks in enumerate(patterns.ranks)]
    starts = [sum(patterns.ranks[:number]) for number in range(len(parts))]
    tables = np.zeros(sum(patterns.ranks), np.uint8)
    for part, start in zip(parts, starts, strict=True):
        room = tables[start : start + part.ranks]
        if not _read(part, room):
            with preparing(part.id, part.ranks) as progress:
                room[:] = made(part, is_additive=patterns.is_additive, progress=progress)
            _keep(part, room)
    views = np.zeros(VIEW_WORDS * sum(map(len, patterns.sums)), np.uint64)
    for views_of_sum in patterns.sums:
        for place, view in enumerate(views_of_sum):
            views[VIEW_WORDS * view.number + START] = starts[view.part]
            views[VIEW_WORDS * view.number + IS_ADDED] = place > 0
    return Databases(tables, views)


def made(part: Part, *, is_additive: bool, progress: Progress | None = None) -> Any:
    """The table of a part."""
    return solve_part(part, has_free_moves=is_additive, threads=os.cpu_count() or 1, progress=progress)


def _keep(part: Part, numbers: Any) -> None:
    """Keep a table. Where that can't be, the search can go on with it all the same."""
    import numpy as np

    counts = [int(count) for count in np.bincount(numbers)]
    with suppress(FileRefused):
        file = place_for(part.name, FOLDER)
        write_solution(Solution(part.puzzle, DenseTable(numbers), counts, part.ranks, part), file)


def _read(part: Part, room: Any) -> bool:
    """Read a kept table; False when there is none, or only a damaged or outdated one."""
    file = kept_file(part.name, FOLDER)
    if not file.exists():
        return False
    try:
        kept = FileTable(file)
        facts = (kept.manifest["constants"], kept.manifest["rules_version"], len(kept), kept.bits, kept.is_keyed)
        if facts != (part.rules_digest, part.puzzle.rules_version, part.ranks, 8, False):
            return False
        first = 0
        for _, numbers in kept.blocks():
            room[first : first + len(numbers)] = numbers
            first += len(numbers)
    except LudographError:
        return False
    return True
