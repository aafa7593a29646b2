"""Solving level by level over keys: for puzzles whose ranks are too far apart for a table.

First everything that can be reached from the start, then backwards from the solutions within it. What was seen is known
by a bit for each rank where that fits into memory, else by sorted lists. Where the puzzle declares symmetries that keep
the start, only one of all images is looked at, and counted as often as there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from ludograph.engine.algorithms.levels import AT_ONCE, expand_all, expand_flipping, select_solutions, weigh
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import KeyedTable, special_values, width_for
from ludograph.solver.table import Progress, Solved

#: So many keys are expanded between two looks at the clock and at Ctrl-C.
CHUNK = 1 << 16
#: A bit for each rank up to this many: 2 GB.
MOST_MARKED_RANKS = 2**34
#: All keys are kept, the unsolvable ones too, up to this many.
MOST_KEPT_KEYS = 50_000_000
#: What merging a level into the sorted list takes for each key, both lists and the sorting included.
BYTES_TO_MERGE = 4 * 8
#: Searches end here.
MOST_SORTED_KEYS = 400_000_000


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that is needed from the beginning; the lists grow with what is found."""
    return puzzle.ranks // 8 if puzzle.ranks <= MOST_MARKED_RANKS else 0


def check_levels(puzzle: KernelPuzzle, state: Any) -> None:
    """Refuse, before anything is done, what does not fit, or would be counted for long to no purpose."""
    check_memory(estimated_bytes(puzzle), f"Solving {puzzle.id}")
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
    progress: Progress | None = None,
) -> Solved:
    """Solve a puzzle completely, from its start or from another state; TooLarge when it has more positions than
    ``most``."""
    state = puzzle.start_state() if start is None else start
    check_levels(puzzle, state)
    up_to_symmetry = up_to_symmetry and puzzle.has_symmetries and _is_symmetric(puzzle, state)
    return _LevelSearch(puzzle, most, up_to_symmetry, progress).solve(state)


def _is_symmetric(puzzle: KernelPuzzle, state: Any) -> bool:
    """Whether all symmetries keep a state, and therefore what can be reached from it."""
    return bool(puzzle.plain_up_to_symmetry.orbit(puzzle.rank_of(state)) == 1)


class _LevelSearch:
    """A level is a list of arrays of keys."""

    def __init__(self, puzzle: KernelPuzzle, most: int, up_to_symmetry: bool, progress: Progress | None) -> None:
        self.puzzle = puzzle
        self.most = most
        self.up_to_symmetry = up_to_symmetry
        self.progress = progress or (lambda positions, level: None)
        is_marked = puzzle.ranks <= MOST_MARKED_RANKS
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
        kept: list[Any] | None = []
        reached = []
        for level in self._levels(members, [start], forwards=True):
            reached.append(self._size(level))
            if sum(reached) > self.most:
                raise TooLarge(f"{self.puzzle.id} has more than {self.most:,} positions.")
            solutions += [found for keys in level if len(found := self._solutions(keys))]
            if kept is not None:
                kept = [*kept, *level] if self.done <= MOST_KEPT_KEYS else None
        members.turn_back(kept)
        self.done = 0
        winnable = list(self._levels(members, solutions, forwards=False))
        counts = [self._size(level) for level in winnable]
        return Solved(_table(kept, winnable, self.up_to_symmetry), counts, sum(reached))

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
            following = []
            for keys in level:
                for begin in range(0, len(keys), CHUNK):
                    new = members.new_neighbours(keys[begin : begin + CHUNK], forwards=forwards)
                    if len(new):
                        following.append(new)
                    self.progress(self.done, number)
            level = members.whole_level(following)

    def _solutions(self, keys: Any) -> Any:
        import numpy as np

        out = np.zeros(len(keys), np.uint64)
        return out[: self.program.select_solutions(keys, 0, len(keys), out)]


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

    def whole_level(self, parts: list[Any]) -> list[Any]:
        """A level, when all its parts are there."""
        return parts

    @abstractmethod
    def turn_back(self, kept: list[Any] | None) -> None:
        """From now on what was found is to be found again."""


class _Marked(_Members):
    """A bit for each rank."""

    def __init__(self, search: _LevelSearch) -> None:
        super().__init__(search)
        import numpy as np

        self.marks = np.zeros(search.puzzle.ranks // 64 + 1, np.uint64)
        self.wanted = 0
        self.out = np.zeros(CHUNK * search.puzzle.max_moves + 1, np.uint64)
        self.buffer = self.program.words(AT_ONCE * search.puzzle.max_moves)

    def take(self, keys: Any) -> None:
        import numpy as np

        np.bitwise_xor.at(self.marks, keys >> np.uint64(6), np.uint64(1) << (keys & np.uint64(63)))

    def new_neighbours(self, keys: Any, *, forwards: bool) -> Any:
        where = (0, len(keys), self.out, self.marks, self.wanted, int(forwards), self.buffer)
        return self.out[: self.program.expand_flipping(keys, *where)].copy()

    def turn_back(self, kept: list[Any] | None) -> None:
        self.wanted = 1


class _Sorted(_Members):
    """Sorted lists of keys: what was found, and on the way back what is left of it."""

    def __init__(self, search: _LevelSearch) -> None:
        super().__init__(search)
        import numpy as np

        self.found = np.zeros(0, np.uint64)
        self.left: Any = None  # on the way back: which of those found are still to be found again

    def take(self, keys: Any) -> None:
        import numpy as np

        if self.left is not None:
            self.left[np.searchsorted(self.found, keys)] = False
        else:
            self.found = np.union1d(self.found, keys)

    def new_neighbours(self, keys: Any, *, forwards: bool) -> Any:
        import numpy as np

        out = np.zeros(len(keys) * self.search.puzzle.max_moves, np.uint64)
        found = np.unique(out[: self.program.expand_all(keys, 0, len(keys), out, int(forwards))])
        places = np.searchsorted(self.found, found)
        is_known = places < len(self.found)
        is_known[is_known] = self.found[places[is_known]] == found[is_known]
        if self.left is None:
            return found[~is_known]
        return found[is_known][self.left[places[is_known]]]

    def whole_level(self, parts: list[Any]) -> list[Any]:
        import numpy as np

        if not parts:
            return []
        level = np.unique(np.concatenate(parts))
        check_memory(BYTES_TO_MERGE * (len(self.found) + len(level)), f"Solving {self.search.puzzle.id}")
        self.take(level)
        return [level]

    def turn_back(self, kept: list[Any] | None) -> None:
        import numpy as np

        self.left = np.ones(len(self.found), bool)


def _table(kept: list[Any] | None, winnable: list[list[Any]], up_to_symmetry: bool) -> KeyedTable:
    """The remoteness of all keys that were kept, or else of those from which the puzzle can be solved."""
    import numpy as np

    bits = width_for(len(winnable))
    numbers_type = np.dtype(f"uint{bits}")
    solved = [keys for level in winnable for keys in level]
    levels = [np.full(len(keys), number, numbers_type) for number, level in enumerate(winnable) for keys in level]
    keys = np.concatenate(solved) if solved else np.zeros(0, np.uint64)
    numbers = np.concatenate(levels) if levels else np.zeros(0, numbers_type)
    if kept is None:
        order = np.argsort(keys, kind="stable")
        return KeyedTable(keys[order], numbers[order], is_complete=False, up_to_symmetry=up_to_symmetry)
    every = np.sort(np.concatenate(kept))
    result = np.full(len(every), special_values(bits)[0], numbers_type)
    result[np.searchsorted(every, keys)] = numbers
    return KeyedTable(every, result, is_complete=True, up_to_symmetry=up_to_symmetry)
