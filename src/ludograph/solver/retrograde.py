"""Solving games of two seats: who wins in how many moves, from every position that can be reached.

First everything that can be reached is marked by its rank; then the moves between these positions are listed
backwards, and the ends tell the positions before them what they are worth. Who is told by nobody can't be beaten, and
can't win: a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludograph.engine.algorithms import retrograde
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import KeyedTable, special_values
from ludograph.solver.table import Progress, Solved

#: Numbers are twice a remoteness, so that this is enough for 16,000 moves of each side.
BITS = 16
#: So many words of the set, of 64 ranks each, are looked at between two looks at the clock and at Ctrl-C.
WORDS_AT_ONCE = 1 << 14
POSITIONS_AT_ONCE = 1_000_000
MOST_POSITIONS = 2**32 - 1
BYTES_OF_A_POSITION = 8 + 8 + 4 + 4 + 2 + 2
BYTES_OF_A_MOVE = 4


def check_game(game: KernelGame) -> None:
    """Refuse games that can't be solved, and those whose ranks don't fit into memory."""
    if len(game.seats) != 2:
        raise CannotSolve(f"{game.id} can't be solved: only puzzles and games for two can.")
    if not game.ranks:
        raise CannotSolve(f"{game.id} can't be solved: its positions have no ranks.")
    check_memory(estimated_bytes(game), f"Solving {game.id}")


def estimated_bytes(game: KernelGame) -> int:
    """The memory that is needed from the beginning: three sets of ranks and their counts."""
    return 4 * 8 * (game.ranks // 64 + 1)


def solve_game(game: KernelGame, *, start: Any = None, progress: Progress | None = None) -> Solved:
    """Solve a game completely, from its start or from another state."""
    check_game(game)
    return _Retrograde(game, progress or (lambda positions, level: None)).solve(
        game.start_state() if start is None else start
    )


@dataclass(frozen=True)
class Reached:
    """A set of ranks, how many there are before each of its words, and how many in all."""

    marks: Any
    before: Any
    positions: int

    @classmethod
    def of(cls, marks: Any) -> Reached:
        import numpy as np

        counts = np.bitwise_count(marks).astype(np.uint64)
        before = np.zeros(len(marks), np.uint64)
        np.cumsum(counts[:-1], out=before[1:])
        return cls(marks, before, int(counts.sum()))

    @classmethod
    def of_keys(cls, keys: Any, ranks: int) -> Reached:
        """The set of these ranks."""
        import numpy as np

        marks = np.zeros(ranks // 64 + 1, np.uint64)
        np.bitwise_or.at(marks, (keys >> np.uint64(6)).astype(np.int64), np.uint64(1) << (keys & np.uint64(63)))
        return cls.of(marks)

    def keys(self) -> Any:
        """The ranks, sorted."""
        import numpy as np

        parts = [
            np.flatnonzero(np.unpackbits(self.marks[first:last].view(np.uint8), bitorder="little")).astype(np.uint64)
            + np.uint64(64 * first)
            for first, last in parts_of(len(self.marks), WORDS_AT_ONCE)
        ]
        return np.concatenate(parts)


class _Retrograde:
    """One analysis."""

    def __init__(self, game: KernelGame, progress: Progress) -> None:
        self.game = game
        self.progress = progress
        algorithms = (retrograde.reach, retrograde.settle_ends, retrograde.list_parents, retrograde.propagate)
        self.program = Program(replace(game.kernel, distance_bits=BITS), algorithms, Mode.COMPILED)
        self.buffer = self.program.words(game.max_moves)

    def solve(self, start: Any) -> Solved:
        import numpy as np

        reached = self._reach(self.game.rank_of(start))
        positions = reached.positions
        if positions > MOST_POSITIONS:
            raise TooLarge(f"{self.game.id} has {positions:,} positions, more than can be numbered.")
        check_memory(positions * BYTES_OF_A_POSITION, f"Solving {self.game.id}")
        undecided, _ = special_values(BITS)
        numbers = np.full(positions, undecided, np.uint16)
        left = np.zeros(positions, np.uint16)
        queue, control = np.zeros(positions, np.uint32), np.zeros(2, np.uint64)
        parents_of = np.zeros(positions, np.uint32)
        moves = self._settle_ends(reached, numbers, left, parents_of, queue, control)
        check_memory(moves * BYTES_OF_A_MOVE, f"Solving {self.game.id}")
        ends, parents = self._list_parents(reached, parents_of, moves)
        del parents_of
        self._propagate(queue, control, ends, parents, numbers, left, undecided)
        table = KeyedTable(reached.keys(), numbers, is_complete=True)
        return Solved(table, _counts(numbers, undecided), positions)

    def _reach(self, start: int) -> Reached:
        import numpy as np

        size = self.game.ranks // 64 + 1
        reached, frontier = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
        for marks in (reached, frontier):
            marks[start // 64] |= np.uint64(1 << start % 64)
        found, level, new = 1, 0, 1
        while new:
            following, new = np.zeros(size, np.uint64), 0
            for first, last in parts_of(size, WORDS_AT_ONCE):
                if frontier[first:last].any():
                    new += int(self.program.reach(frontier, reached, following, first, last, self.buffer))
                    self.progress(found + new, level)
            frontier, found, level = following, found + new, level + 1
        return Reached.of(reached)

    def _settle_ends(self, reached: Reached, numbers: Any, left: Any, parents_of: Any, queue: Any, control: Any) -> int:
        moves = 0
        for first, last in parts_of(len(reached.marks), WORDS_AT_ONCE):
            where = (reached.marks, reached.before, first, last)
            moves += int(self.program.settle_ends(*where, numbers, left, parents_of, queue, control, self.buffer))
            self.progress(int(control[retrograde.TAIL]), 0)
        return moves

    def _list_parents(self, reached: Reached, parents_of: Any, moves: int) -> tuple[Any, Any]:
        """Where the list of each position's parents ends, and the lists one behind the other."""
        import numpy as np

        places = np.zeros(reached.positions, np.uint64)
        np.cumsum(parents_of[:-1], out=places[1:])
        parents = np.zeros(moves, np.uint32)
        for first, last in parts_of(len(reached.marks), WORDS_AT_ONCE):
            where = (reached.marks, reached.before, first, last)
            self.program.list_parents(*where, places, parents, self.buffer)
            self.progress(0, 0)
        return places, parents

    def _propagate(
        self, queue: Any, control: Any, ends: Any, parents: Any, numbers: Any, left: Any, undecided: int
    ) -> None:
        while control[retrograde.HEAD] < control[retrograde.TAIL]:
            self.program.propagate(queue, control, ends, parents, numbers, left, undecided, POSITIONS_AT_ONCE)
            done = int(control[retrograde.HEAD])
            self.progress(done, int(numbers[queue[done - 1]]) // 2)


def parts_of(end: int, step: int) -> Iterator[tuple[int, int]]:
    """The numbers below ``end`` in parts of so many."""
    for first in range(0, end, step):
        yield first, min(end, first + step)


def _counts(numbers: Any, undecided: int) -> list[int]:
    """How many positions have each number."""
    import numpy as np

    found: list[int] = np.bincount(numbers[numbers != undecided], minlength=1).tolist()
    return found
