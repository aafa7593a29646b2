"""Solving level by level over keys: for puzzles whose ranks are too far apart for a table.

First everything that can be reached from the start, then backwards from the solutions within it. What was seen is known
by a bit for each rank where that fits into memory, else by sorted lists. Lists for which there is no room in memory go
to files; what belongs to one level is then sorted in runs that are merged. Where the puzzle declares symmetries that
keep the start, only one of all images is looked at, and counted as often as there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from ludograph.engine.algorithms.levels import AT_ONCE, expand_all, expand_flipping, select_solutions, weigh
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver.memory import available_bytes
from ludograph.solver.remoteness import KeyedTable, special_values, width_for
from ludograph.solver.sorted_keys import CHUNK, SortedKeys, numbers_by_level
from ludograph.solver.storage import Storage, in_order, is_in_file
from ludograph.solver.table import Progress, Solved

#: A bit for each rank up to this many: 2 GB.
MOST_MARKED_RANKS = 2**34
#: All keys are kept, the unsolvable ones too, up to this many.
MOST_KEPT_KEYS = 50_000_000
#: Searches end here.
MOST_SORTED_KEYS = 2_000_000_000
#: The part of free memory that marks and lists may take: the rest is for sorting, and for everybody else.
SHARE = 0.5
#: The part of that in which the keys of a level are gathered before they are sorted and go to a file.
GATHERED_SHARE = 8
#: So many runs are merged into one, as a process can't have very many files.
MOST_RUNS = 64


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that is needed from the beginning; the lists grow with what is found."""
    return puzzle.ranks // 8 if _is_marked(puzzle, _usual_memory()) else 0


def _usual_memory() -> int:
    return int(SHARE * available_bytes())


def _is_marked(puzzle: KernelPuzzle, memory: int) -> bool:
    """Whether there is a bit for each rank."""
    return puzzle.ranks <= MOST_MARKED_RANKS and puzzle.ranks // 8 <= memory


def check_levels(puzzle: KernelPuzzle, state: Any) -> None:
    """Refuse, before anything is done, what would be counted for long to no purpose."""
    reason = puzzle.cannot_be_solved(state)
    if reason and puzzle.ranks > MOST_MARKED_RANKS:
        raise CannotSolve(
            f"{puzzle.id} can't be solved, nor can any of the positions that it leads to, which are too many to be "
            f"counted: {reason[0].lower()}{reason[1:]}"
        )


def check_start(puzzle: KernelPuzzle) -> None:
    """The same, from the start."""
    check_levels(puzzle, puzzle.start_state())


def solve_levels(
    puzzle: KernelPuzzle,
    *,
    start: Any = None,
    most: int = MOST_SORTED_KEYS,
    up_to_symmetry: bool = True,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Solved:
    """Solve a puzzle completely, from its start or from another state; TooLarge when it has more positions than
    ``most``. What does not fit into so many bytes of memory, half of what is free when left out, goes to files."""
    state = puzzle.start_state() if start is None else start
    check_levels(puzzle, state)
    up_to_symmetry = up_to_symmetry and is_solved_up_to_symmetry(puzzle, state)
    memory = _usual_memory() if memory is None else memory
    return _LevelSearch(puzzle, most, memory, up_to_symmetry, progress).solve(state)


def is_solved_up_to_symmetry(puzzle: KernelPuzzle, state: Any) -> bool:
    """Whether all symmetries keep a state, and therefore what can be reached from it."""
    return puzzle.has_symmetries and bool(puzzle.plain_up_to_symmetry.orbit(puzzle.rank_of(state)) == 1)


class _LevelSearch:
    """A level is a list of arrays of keys."""

    def __init__(
        self, puzzle: KernelPuzzle, most: int, memory: int, up_to_symmetry: bool, progress: Progress | None
    ) -> None:
        self.puzzle = puzzle
        self.most = most
        self.up_to_symmetry = up_to_symmetry
        self.progress = progress or (lambda positions, level: None)
        is_marked = _is_marked(puzzle, memory)
        self.storage = Storage(memory - puzzle.ranks // 8 if is_marked else memory)
        self.members_type: type[_Members] = _Marked if is_marked else _Sorted
        algorithms: list[Callable[..., int]] = [select_solutions]
        algorithms.append(expand_flipping if is_marked else expand_all)
        algorithms += [weigh] if up_to_symmetry else []
        kernel = puzzle.kernel_up_to_symmetry if up_to_symmetry else puzzle.kernel
        self.program = Program(kernel, algorithms, Mode.COMPILED)
        self.done = 0

    def solve(self, state: Any) -> Solved:
        import numpy as np

        members = self.members_type(self)
        start = np.array([self.puzzle.rank_of(state)], np.uint64)
        solutions: list[Any] = []
        reached = []
        for level in self._levels(members, [start], forwards=True):
            reached.append(self._size(level))
            if sum(reached) > self.most:
                raise TooLarge(f"{self.puzzle.id} has more than {self.most:,} positions.")
            solutions += [self.storage.kept(np.sort(found)) for keys in level if len(found := self._solutions(keys))]
            members.keep(level)
        members.turn_back()
        is_complete = self.done <= MOST_KEPT_KEYS
        self.done = 0
        winnable = list(self._levels(members, solutions, forwards=False))
        counts = [self._size(level) for level in winnable]
        solved = [keys for level in winnable for keys in level]
        every = self._every(members.kept if is_complete else solved)
        bits = width_for(len(winnable))
        numbers = numbers_by_level(self.storage, every, winnable, bits, special_values(bits)[0])
        table = KeyedTable(every, numbers, is_complete=is_complete, up_to_symmetry=self.up_to_symmetry)
        return Solved(table, counts, sum(reached))

    def _size(self, level: list[Any]) -> int:
        """How many positions a level has, all images of its keys counted."""
        if self.up_to_symmetry:
            return sum(int(self.program.weigh(keys, 0, len(keys))) for keys in level)
        return sum(map(len, level))

    def _levels(self, members: _Members, first: list[Any], *, forwards: bool) -> Iterator[list[Any]]:
        for keys in first:
            members.take(keys)
        level, number = first, 0
        while level:
            self.done += sum(map(len, level))
            yield level
            number += 1
            level = members.whole_level(self._following(members, level, number, forwards))

    def _following(self, members: _Members, level: list[Any], number: int, forwards: bool) -> list[Any]:
        """What comes after a level, as lists; those that there is no room for are sorted runs in files."""
        runs, gathered, size = [], [], 0
        for keys in level:
            for begin in range(0, len(keys), CHUNK):
                new = members.new_neighbours(keys[begin : begin + CHUNK], forwards=forwards)
                if len(new):
                    gathered.append(new)
                    size += new.nbytes
                if size > self.storage.memory // GATHERED_SHARE:
                    runs.append(self.storage.kept(in_order(gathered)))
                    gathered, size = [], 0
                if len(runs) == MOST_RUNS:
                    merged = self.storage.merged(runs)
                    self.storage.forget(runs)
                    runs = [merged]
                self.progress(self.done, number)
        if size > self.storage.left:
            gathered = [in_order(gathered)]
        return [*runs, *(self.storage.kept(keys) for keys in gathered)]

    def _solutions(self, keys: Any) -> Any:
        import numpy as np

        found = [np.zeros(0, np.uint64)]
        for begin in range(0, len(keys), CHUNK):
            part = keys[begin : begin + CHUNK]
            out = np.zeros(len(part), np.uint64)
            found.append(out[: self.program.select_solutions(part, 0, len(part), out)])
        return np.concatenate(found)

    def _every(self, lists: list[Any]) -> Any:
        """All keys of some lists in order; those in files are so."""
        import numpy as np

        return self.storage.merged([keys if is_in_file(keys) else np.sort(keys) for keys in lists])


class _Members(ABC):
    """What is still to be found: on the way out everything, on the way back what was found before."""

    def __init__(self, search: _LevelSearch) -> None:
        self.search = search
        self.program = search.program

    @abstractmethod
    def take(self, keys: Any) -> None:
        """These were found."""

    @abstractmethod
    def new_neighbours(self, keys: Any, *, forwards: bool) -> Any:
        """The neighbours that were not found before, which are so now."""

    #: Everything that was found, when it is to be found again; too much of it need not be kept.
    kept: list[Any]

    @abstractmethod
    def keep(self, level: list[Any]) -> None:
        """A level on the way out is passed."""

    def whole_level(self, parts: list[Any]) -> list[Any]:
        """A level, when all its parts are there."""
        return parts

    @abstractmethod
    def turn_back(self) -> None:
        """From now on what was found is to be found again."""


class _Marked(_Members):
    """A bit for each rank."""

    def __init__(self, search: _LevelSearch) -> None:
        super().__init__(search)
        import numpy as np

        self.marks = np.zeros(search.puzzle.ranks // 64 + 1, np.uint64)
        self.wanted = 0
        self.kept = []
        self.out = np.zeros(CHUNK * search.puzzle.max_moves + 1, np.uint64)
        self.buffer = self.program.words(AT_ONCE * search.puzzle.max_moves)

    def take(self, keys: Any) -> None:
        import numpy as np

        np.bitwise_xor.at(self.marks, keys >> np.uint64(6), np.uint64(1) << (keys & np.uint64(63)))

    def keep(self, level: list[Any]) -> None:
        self.kept = [*self.kept, *level] if self.search.done <= MOST_KEPT_KEYS else []

    def new_neighbours(self, keys: Any, *, forwards: bool) -> Any:
        where = (0, len(keys), self.out, self.marks, self.wanted, int(forwards), self.buffer)
        return self.out[: self.program.expand_flipping(keys, *where)].copy()

    def turn_back(self) -> None:
        self.wanted = 1


class _Sorted(_Members):
    """Sorted lists of keys."""

    def __init__(self, search: _LevelSearch) -> None:
        super().__init__(search)
        self.keys = SortedKeys(search.storage)

    def take(self, keys: Any) -> None:
        self.keys.take(keys)

    def new_neighbours(self, keys: Any, *, forwards: bool) -> Any:
        import numpy as np

        out = np.zeros(len(keys) * self.search.puzzle.max_moves, np.uint64)
        return self.keys.new_among(in_order([out[: self.program.expand_all(keys, 0, len(keys), out, int(forwards))]]))

    def whole_level(self, parts: list[Any]) -> list[Any]:
        return self.keys.taken_level(parts)

    def keep(self, level: list[Any]) -> None:
        """It is among what was found."""

    def turn_back(self) -> None:
        self.keys.turn_back()
        self.kept = self.keys.found
