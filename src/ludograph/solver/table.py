"""Solving with a table over all ranks: the remoteness of every position of a puzzle with a dense rank.

A reversible puzzle is searched breadth-first from its solutions. Any other is first searched forwards from the start,
to know what can be reached, and then backwards from the solutions within that.

A part of a puzzle's state, of which a pattern database is made, is a reversible puzzle of its own; where several parts
are added, some of its moves are free, and a level is closed under them before it is gone on from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ludograph.engine.algorithms.table import (
    close_level,
    count_level,
    expand_levels,
    expand_range,
    expand_unseen,
    find_solutions,
)
from ludograph.engine.kernel import Kernel
from ludograph.engine.kernel_puzzle import KernelPuzzle, counted_children
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import children
from ludograph.errors import TooLarge
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import BLOCK, WIDTHS, DenseTable, RemotenessTable, special_values, width_for

#: So many ranks are expanded between two looks at the clock and at Ctrl-C.
BUDGET = 5_000_000
LEVELS_AT_ONCE = 4096
#: Lists hold this part of all ranks; larger levels are found in the table.
LIST_SHARE = 256
MIN_LIST = 1 << 16
#: Puzzles with at most so many ranks are solved in plain Python.
PLAIN_RANKS = 20_000

#: So many ranks wait at most while a level is closed under free moves.
STACK = 1 << 12

#: Called with the number of positions done and with the level.
Progress = Callable[[int, int], None]


class Ranked(Protocol):
    """What can be searched: a puzzle, or a part of one."""

    @property
    def id(self) -> str: ...
    @property
    def ranks(self) -> int: ...
    @property
    def kernel(self) -> Kernel: ...
    @property
    def max_moves(self) -> int: ...
    @property
    def remoteness_bound(self) -> int | None: ...
    @property
    def is_reversible(self) -> bool: ...
    @property
    def counts_all_ranks(self) -> bool: ...

    def rank_of(self, state: Any) -> int: ...

    def solution_states(self) -> Iterable[Any] | None: ...


@dataclass(frozen=True)
class Solved:
    """What a search found: the table, how many positions there are, and how many of each remoteness."""

    table: RemotenessTable
    by_remoteness: list[int]
    positions: int


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that solving with a table takes."""
    width = width_for(puzzle.remoteness_bound or 0) // 8
    return puzzle.ranks * width + 2 * 8 * _list_size(puzzle.ranks)


def check_table(puzzle: KernelPuzzle) -> None:
    """Refuse what does not fit into memory."""
    if not puzzle.ranks:
        raise TooLarge(f"{puzzle.id} has too many positions to be solved; query searches for single ones.")
    check_memory(estimated_bytes(puzzle), f"Solving {puzzle.id}")


def solve_table(
    puzzle: KernelPuzzle, *, start: Any = None, threads: int = 1, progress: Progress | None = None
) -> Solved:
    """Solve a puzzle completely, from its start or from another state."""
    check_table(puzzle)
    return _TableSearch(puzzle, threads, progress).solve(puzzle.start_state() if start is None else start)


def solve_part(part: Ranked, *, has_free_moves: bool, threads: int = 1, progress: Progress | None = None) -> Any:
    """The distances of all ranks of a part of a puzzle, as an array; free moves are not counted."""
    search = _TableSearch(part, threads, progress, has_free_moves=has_free_moves)
    search.solve(None)
    return search.table[: part.ranks]


class _TableSearch:
    """One search: the table, how wide its numbers are, and the algorithms for that width, made when they are needed."""

    def __init__(
        self, puzzle: Ranked, threads: int, progress: Progress | None, *, has_free_moves: bool = False
    ) -> None:
        import numpy as np

        self.puzzle = puzzle
        self.threads = threads
        self.progress = progress or (lambda positions, level: None)
        self.has_free_moves = has_free_moves
        self.done = 0
        self._use_width(width_for(puzzle.remoteness_bound or 0))
        # A multiple of eight lanes, so that the table is made of whole words whatever its width.
        self.table: Any = np.full(-(-puzzle.ranks // 8) * 8, self.unseen, self._type())
        self.table[puzzle.ranks :] = self.outside
        size = 0 if has_free_moves else _list_size(puzzle.ranks)
        self.lists = [np.zeros(size, np.uint64), np.zeros(size, np.uint64)]

    def _use_width(self, bits: int) -> None:
        self.bits = bits
        self.unseen, self.outside = special_values(bits)  # what is never seen is unsolvable
        self.kernel = replace(self.puzzle.kernel, distance_bits=bits)
        self.programs: dict[tuple[str, Mode], Program] = {}

    def _program(self, algorithm: Callable[..., int], mode: Mode = Mode.COMPILED) -> Program:
        key = (algorithm.__name__, mode)
        if key not in self.programs:
            self.programs[key] = Program(self.kernel, [algorithm], mode)
        return self.programs[key]

    def _type(self) -> Any:
        import numpy as np

        return np.dtype(f"uint{self.bits}")

    def solve(self, start: Any) -> Solved:
        if self.puzzle.is_reversible:
            counts = self._search(self._mark_solutions(), forwards=False)
            positions = sum(counts)
            for part in self._parts() if positions < self.puzzle.ranks else ():
                part[part == self.unseen] = self.outside
        else:
            all_ranks = self.puzzle.ranks if self.puzzle.counts_all_ranks else 0
            positions = all_ranks or self._keep_reachable(self.puzzle.rank_of(start))
            counts = self._search(self._mark_solutions(), forwards=False)
        return Solved(DenseTable(self.table[: self.puzzle.ranks]), counts, positions)

    def _keep_reachable(self, start: int) -> int:
        """Make everything ``outside`` that can't be reached from a rank; returns how much is left."""
        self.table[start] = 0
        self.lists[0][0] = start
        reached = sum(self._search(1, forwards=True))
        for part in self._parts():
            is_reached = part < self.outside
            part[:] = self.outside
            part[is_reached] = self.unseen
        self.done = 0
        return reached

    def _mark_solutions(self) -> int:
        """Distance 0 for all solutions, which are listed if they fit; returns how many there are."""
        known = self.puzzle.solution_states()
        if known is None:
            program = self._program(find_solutions, self._mode)
            for first, last in _ranges(self.puzzle.ranks, BUDGET):
                program.find_solutions(self.table, first, last, self.unseen)
                self.progress(0, 0)
        else:
            for state in known:
                rank = self.puzzle.rank_of(state)
                if self.table[rank] == self.unseen:
                    self.table[rank] = 0
        return self._list(0)

    def _list(self, level: int) -> int:
        """List the ranks of a level if they fit; returns how many there are."""
        import numpy as np

        count = 0
        for number, part in enumerate(self._parts()):
            found = np.flatnonzero(part == level)
            room = self.lists[0][count : count + len(found)]
            room[:] = found[: len(room)] + number * BLOCK
            count += len(found)
        return count

    def _parts(self) -> Iterator[Any]:
        """The table block by block, so that no second table is made on the way."""
        return (self.table[first:last] for first, last in _ranges(len(self.table), BLOCK))

    def _search(self, count: int, *, forwards: bool) -> list[int]:
        """Breadth-first from the ranks of distance 0; returns the size of each level."""
        counts = [self._closed_size(0) if self.has_free_moves else count]
        while counts[-1]:
            self.done = sum(counts)
            self.progress(self.done, len(counts))
            self._widen_for(len(counts))
            if counts[-1] > len(self.lists[0]):
                counts.append(self._level_from_table(len(counts), counts[-1], forwards))
            elif self._mode is Mode.PLAIN:
                counts += self._levels_in_plain_python(counts[-1], len(counts), forwards)
            else:
                counts += self._levels_from_list(counts[-1], len(counts), forwards)
        return counts[:-1] if len(counts) > 1 or not counts[0] else counts

    @property
    def _mode(self) -> Mode:
        """Small puzzles are solved before a compiler has even begun."""
        return Mode.PLAIN if self.puzzle.ranks <= PLAIN_RANKS else Mode.COMPILED

    def _levels_from_list(self, count: int, level: int, forwards: bool) -> list[int]:
        program = self._program(expand_levels)
        counts = program.words(min(LEVELS_AT_ONCE, self.outside - level))
        buffer = program.words(self.puzzle.max_moves)
        levels = program.expand_levels(
            *self.lists, count, self.table, level, self.unseen, int(forwards), buffer, counts, BUDGET
        )
        if levels % 2:
            self.lists.reverse()
        return [int(size) for size in counts[:levels]]

    def _levels_in_plain_python(self, count: int, level: int, forwards: bool) -> list[int]:
        """The same with Python's own lists, which are faster than arrays there."""
        program = self._program(expand_levels, Mode.PLAIN)
        lists, table = [each.tolist() for each in self.lists], self.table.tolist()
        counts = program.words(min(LEVELS_AT_ONCE, self.outside - level))
        buffer = program.words(self.puzzle.max_moves)
        levels = program.expand_levels(*lists, count, table, level, self.unseen, forwards, buffer, counts, BUDGET)
        self.table[:] = table
        for array, listed in zip(self.lists, lists, strict=True):
            array[:] = listed
        if levels % 2:
            self.lists.reverse()
        return list(counts[:levels])

    def _level_from_table(self, level: int, size_before: int, forwards: bool) -> int:
        """Expand the level before this one from the table; returns the size of this one, which is listed if it fits."""
        is_nearly_done = self.puzzle.is_reversible and self.puzzle.ranks - self.done < size_before
        # A puzzle with children of its own makes all of them at once, faster than one by one up to the right one.
        looks_back = is_nearly_done and self.kernel.functions["children"] in (children, counted_children)
        self._everywhere(expand_unseen if looks_back else expand_range, level, forwards)
        size = self._closed_size(level)
        return size if size > len(self.lists[0]) else self._list(level)

    def _closed_size(self, level: int) -> int:
        """How large a level is, with all that free moves add to it."""
        while self.has_free_moves and self._everywhere(close_level, level):
            pass
        return self._everywhere(count_level, level)

    def _everywhere(self, algorithm: Callable[..., int], level: int, forwards: bool = False) -> int:
        """Let threads go through the whole table; returns the sum of what they found."""
        import numpy as np

        program = self._program(algorithm)
        lanes = 64 // self.bits
        words = self.table.view(np.uint64)
        ones = program.word(sum(1 << (self.bits * lane) for lane in range(lanes)))

        run, where = getattr(program, algorithm.__name__), (level, self.unseen, int(forwards), lanes, ones)

        def go_through(part: tuple[int, int]) -> int:
            buffer = program.words(2 * max(STACK, self.puzzle.max_moves))
            return int(run(self.table, words, *part, *where, buffer))

        total = 0
        with ThreadPoolExecutor(self.threads) as pool:
            for found in pool.map(go_through, _ranges(len(words), max(1, len(words) // (16 * self.threads)))):
                total += found
                self.progress(self.done, level)
        return total

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


def _list_size(ranks: int) -> int:
    return min(ranks, max(MIN_LIST, ranks // LIST_SHARE))


def _ranges(end: int, step: int) -> Iterator[tuple[int, int]]:
    for first in range(0, end, step):
        yield first, min(end, first + step)
