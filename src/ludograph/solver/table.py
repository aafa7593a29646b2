"""Solving with a table over all ranks: the remoteness of every position of a puzzle with a dense rank.

A reversible puzzle is searched breadth-first from its solutions. Any other is first searched forwards from the start,
to know what can be reached, and then backwards from the solutions within that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ludograph.engine.algorithms import breadth_first
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import TooLarge
from ludograph.solver.memory import check_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTHS = (8, 16, 32)
#: So many ranks are expanded between two looks at the clock and at Ctrl-C.
BUDGET = 5_000_000
LEVELS_AT_ONCE = 4096
COUNTED_AT_ONCE = 1 << 18
#: Lists hold this part of all ranks; larger levels are found in the table.
LIST_SHARE = 32
MIN_LIST = 1 << 16

#: Called with the number of positions done and with the level.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Table:
    """The remoteness of each rank; ``unsolvable`` and ``outside`` (can't be reached) are special values."""

    remoteness: NDArray[np.unsignedinteger[Any]]
    by_remoteness: list[int]
    positions: int
    unsolvable: int
    outside: int


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that solving with a table takes."""
    width = width_for(puzzle.remoteness_bound or 0) // 8
    return puzzle.ranks * width + 2 * 8 * _list_size(puzzle.ranks)


def width_for(distance: int) -> int:
    """The bits that distances up to this one need, beside the two special values."""
    return next(bits for bits in WIDTHS if distance < 2**bits - 2)


def solve_table(puzzle: KernelPuzzle, *, threads: int = 1, progress: Progress | None = None) -> Table:
    """Solve a puzzle completely."""
    check_memory(estimated_bytes(puzzle), f"Solving {puzzle.id}")
    return _TableSearch(puzzle, threads, progress).solve()


class _TableSearch:
    """One search: the table, how wide its numbers are, the compiled program for that width."""

    def __init__(self, puzzle: KernelPuzzle, threads: int, progress: Progress | None) -> None:
        self.puzzle = puzzle
        self.threads = threads
        self.progress = progress or (lambda positions, level: None)
        self.done = 0
        self._use_width(width_for(puzzle.remoteness_bound or 0))
        import numpy as np

        # A multiple of eight lanes, so that the table is made of whole words whatever its width.
        self.table: Any = np.full(-(-puzzle.ranks // 8) * 8, self.unseen, self._type())
        size = _list_size(puzzle.ranks)
        self.lists = [np.zeros(size, np.uint64), np.zeros(size, np.uint64)]

    def _use_width(self, bits: int) -> None:
        kernel = replace(self.puzzle.kernel, distance_bits=bits)
        algorithms = (
            breadth_first.expand_levels,
            breadth_first.expand_range,
            breadth_first.find_solutions,
            breadth_first.gather,
        )
        self.bits = bits
        self.unseen = 2**bits - 1
        self.outside = self.unseen - 1
        self.program = Program(kernel, algorithms, Mode.COMPILED)

    def _type(self) -> Any:
        import numpy as np

        return np.dtype(f"uint{self.bits}")

    def solve(self) -> Table:
        if self.puzzle.is_reversible:
            counts = self._search(self._mark_solutions(), forwards=False)
            positions = sum(counts)
            self.table[self.table == self.unseen] = self.outside
        else:
            positions = self._keep_reachable()
            counts = self._search(self._mark_solutions(), forwards=False)
        table = self.table[: self.puzzle.ranks]
        return Table(table, counts, positions, self.unseen, self.outside)

    def _keep_reachable(self) -> int:
        """Make everything ``outside`` that can't be reached from the start; returns how much is left."""
        start = self.puzzle.rank_of(self.puzzle.start_state())
        self.table[start] = 0
        self.lists[0][0] = start
        reached = sum(self._search(1, forwards=True))
        is_reached = self.table < self.outside
        self.table[:] = self.outside
        self.table[is_reached] = self.unseen
        self.done = 0
        return reached

    def _mark_solutions(self) -> int:
        """Distance 0 for all solutions, which are listed; returns how many there are."""
        known = self.puzzle.solution_states()
        if known is None:
            for first, last in _ranges(self.puzzle.ranks, BUDGET):
                self.program.find_solutions(self.table, first, last, self.unseen)
                self.progress(0, 0)
        else:
            for state in known:
                rank = self.puzzle.rank_of(state)
                if self.table[rank] == self.unseen:
                    self.table[rank] = 0
        count = _count(self.table, 0)
        if count > len(self.lists[0]):
            return count
        return int(self.program.gather(self.table, 0, len(self.table), 0, self.lists[0]))

    def _search(self, count: int, *, forwards: bool) -> list[int]:
        """Breadth-first from the ranks of distance 0; returns the size of each level."""
        counts = [count]
        while counts[-1]:
            self._widen_for(len(counts) + 1)
            if counts[-1] <= len(self.lists[0]):
                counts += self._levels_from_list(counts[-1], len(counts), forwards)
            else:
                counts.append(self._level_from_table(len(counts), forwards))
            self.done = sum(counts)
            self.progress(self.done, len(counts))
        return counts[:-1] if len(counts) > 1 or not counts[0] else counts

    def _levels_from_list(self, count: int, level: int, forwards: bool) -> list[int]:
        counts = self.program.words(min(LEVELS_AT_ONCE, self.outside - level))
        buffer = self.program.words(self.puzzle.max_moves)
        levels = self.program.expand_levels(
            *self.lists, count, self.table, level, self.unseen, int(forwards), buffer, counts, BUDGET
        )
        if levels % 2:
            self.lists.reverse()
        return [int(size) for size in counts[:levels]]

    def _level_from_table(self, level: int, forwards: bool) -> int:
        """Expand the level before this one from the table; returns the size of this one, which is listed if it fits."""
        import numpy as np

        lanes = 64 // self.bits
        words = self.table.view(np.uint64)
        ones = self.program.word(sum(1 << (self.bits * lane) for lane in range(lanes)))

        def expand(part: tuple[int, int]) -> int:
            buffer = self.program.words(self.puzzle.max_moves)
            where = (*part, level, self.unseen, int(forwards), lanes, ones, buffer)
            return int(self.program.expand_range(self.table, words, *where))

        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(expand, _ranges(len(words), max(1, len(words) // (16 * self.threads)))):
                self.progress(self.done, level)
        found = _count(self.table, level)
        if found <= len(self.lists[0]):
            self.program.gather(self.table, 0, len(self.table), level, self.lists[0])
        return found

    def _widen_for(self, level: int) -> None:
        """Make the numbers of the table wider before a level that they can't hold."""
        if level < self.outside:
            return
        if self.bits == WIDTHS[-1]:
            raise TooLarge(f"{self.puzzle.id} has a remoteness that {self.bits} bits don't hold.")
        unseen, outside = self.unseen, self.outside
        self._use_width(WIDTHS[WIDTHS.index(self.bits) + 1])
        check_memory(self.table.size * self.bits // 8, f"Solving {self.puzzle.id}")
        wide = self.table.astype(self._type())
        wide[self.table == unseen] = self.unseen
        wide[self.table == outside] = self.outside
        self.table = wide


def _count(table: NDArray[np.unsignedinteger[Any]], value: int) -> int:
    """How often a value is in the table. Block by block, so that no second table is made on the way."""
    import numpy as np

    blocks = _ranges(len(table), COUNTED_AT_ONCE)
    return sum(int(np.count_nonzero(table[first:last] == value)) for first, last in blocks)


def _list_size(ranks: int) -> int:
    return min(ranks, max(MIN_LIST, ranks // LIST_SHARE))


def _ranges(end: int, step: int) -> Iterator[tuple[int, int]]:
    for first in range(0, end, step):
        yield first, min(end, first + step)
