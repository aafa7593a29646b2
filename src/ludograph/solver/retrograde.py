"""Solving games of two seats: who wins in how many moves, from every position that can be reached.

First everything that can be reached is marked: by one bit for each rank or, where there are too many ranks, as a key in
a hash table. Then the moves between these positions are listed backwards, and the ends tell the positions before them
what they are worth. Who is told by nobody can't be beaten, and can't win: a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
#: Games with more ranks are solved by keys: four sets of so many bits are 128 MB.
MOST_MARKED_RANKS = 1 << 28
FIRST_KEYS = 1 << 16
BYTES_OF_A_KEY = 8 + 2 * 4  # with its places in the hash table
BYTES_OF_A_MOVE = 4


def check_game(game: KernelGame) -> None:
    """Refuse games that can't be solved, and those whose ranks don't fit into memory."""
    if len(game.seats) != 2:
        raise CannotSolve(f"{game.id} can't be solved: only puzzles and games for two can.")
    if not game.ranks and game.declaration.says_all:
        raise CannotSolve(f"{game.id} can't be solved: it has more arrangements of pieces than 64 bits can number.")
    if not game.ranks:
        raise CannotSolve(f"{game.id} can't be solved: its positions have no ranks.")
    check_memory(estimated_bytes(game), f"Solving {game.id}")


def estimated_bytes(game: KernelGame) -> int:
    """The memory that is needed from the beginning: three sets of ranks and their counts, or room for some keys."""
    return 4 * 8 * (game.ranks // 64 + 1) if is_marked(game) else FIRST_KEYS * BYTES_OF_A_KEY


def is_marked(game: KernelGame) -> bool:
    """Whether there is a bit for each rank, not a key for each position that can be reached."""
    return game.ranks <= MOST_MARKED_RANKS


def program_for(game: KernelGame, bits: int, *algorithms: Callable[..., Any]) -> Program:
    """Algorithms put together with the game and with how its positions are found."""
    found = retrograde.marked_position if is_marked(game) else retrograde.hashed_position
    functions = {**game.kernel.functions, "position_of": found}
    return Program(replace(game.kernel, functions=functions, distance_bits=bits), algorithms, Mode.COMPILED)


def solve_game(
    game: KernelGame, *, start: Any = None, most: int = MOST_POSITIONS, progress: Progress | None = None
) -> Solved:
    """Solve a game completely, from its start or from another state; TooLarge as soon as ``most`` positions are known
    not to be enough."""
    check_game(game)
    return _Retrograde(game, min(most, MOST_POSITIONS), progress or (lambda positions, level: None)).solve(
        game.start_state() if start is None else start
    )


@dataclass(frozen=True)
class Reached:
    """Positions by their sorted keys, and how a key is found among them: by marks, with how many there are before each
    word of them, or else by the slots of a hash table. The algorithms take its parts."""

    marks: Any
    before: Any
    keys: Any
    slots: Any

    @property
    def positions(self) -> int:
        return len(self.keys)

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.marks, self.before, self.keys, self.slots

    @classmethod
    def of_marks(cls, marks: Any) -> Reached:
        import numpy as np

        counts = np.bitwise_count(marks).astype(np.uint64)
        before = np.zeros(len(marks), np.uint64)
        np.cumsum(counts[:-1], out=before[1:])
        return cls(marks, before, _marked(marks), np.zeros(1, np.uint32))

    @classmethod
    def of_keys(cls, game: KernelGame, keys: Any, program: Program) -> Reached:
        """These sorted keys; the program has ``enter_keys``."""
        import numpy as np

        if is_marked(game):
            marks = np.zeros(game.ranks // 64 + 1, np.uint64)
            np.bitwise_or.at(marks, (keys >> np.uint64(6)).astype(np.int64), np.uint64(1) << (keys & np.uint64(63)))
            return cls.of_marks(marks)
        slots = _entered(program, keys, len(keys), len(keys))
        return cls(np.zeros(1, np.uint64), np.zeros(1, np.uint64), keys, slots)


def _marked(marks: Any) -> Any:
    """The marked ranks, sorted."""
    import numpy as np

    parts = [
        np.flatnonzero(np.unpackbits(marks[first:last].view(np.uint8), bitorder="little")).astype(np.uint64)
        + np.uint64(64 * first)
        for first, last in parts_of(len(marks), WORDS_AT_ONCE)
    ]
    return np.concatenate(parts)


def _entered(program: Program, keys: Any, number: int, most: int) -> Any:
    """A hash table of the first keys, with room for ``most``: at least every other slot stays empty."""
    import numpy as np

    slots = np.zeros(1 << (2 * most).bit_length(), np.uint32)
    for first, last in parts_of(number, POSITIONS_AT_ONCE):
        program.enter_keys(keys, slots, first, last)
    return slots


class _Retrograde:
    """One analysis."""

    def __init__(self, game: KernelGame, most: int, progress: Progress) -> None:
        self.game = game
        self.most = most
        self.progress = progress
        reaching = (retrograde.reach,) if is_marked(game) else (retrograde.reach_keys, retrograde.enter_keys)
        algorithms = (*reaching, retrograde.settle_ends, retrograde.list_parents, retrograde.propagate)
        self.program = program_for(game, BITS, *algorithms)
        self.buffer = self.program.words(game.max_moves)

    def solve(self, start: Any) -> Solved:
        import numpy as np

        first = self.game.rank_of(start)
        reached = self._reach(first) if is_marked(self.game) else self._reach_keys(first)
        positions = reached.positions
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
        table = KeyedTable(reached.keys, numbers, is_complete=True)
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
                    self._check_number(found + new)
                    self.progress(found + new, level)
            frontier, found, level = following, found + new, level + 1
        return Reached.of_marks(reached)

    def _reach_keys(self, start: int) -> Reached:
        import numpy as np

        keys, control = np.zeros(max(FIRST_KEYS, 2 * self.game.max_moves), np.uint64), np.zeros(2, np.uint64)
        keys[0], control[retrograde.TAIL] = start, 1
        slots = _entered(self.program, keys, 1, len(keys))
        level, end_of_level = 0, 1
        while (head := int(control[retrograde.HEAD])) < (tail := int(control[retrograde.TAIL])):
            if tail + self.game.max_moves > len(keys):
                self._check_number(tail)
                check_memory(2 * len(keys) * BYTES_OF_A_KEY, f"Solving {self.game.id}")
                keys = np.concatenate((keys, np.zeros(len(keys), np.uint64)))
                slots = _entered(self.program, keys, tail, len(keys))
            budget = min(POSITIONS_AT_ONCE, end_of_level - head)
            self.program.reach_keys(keys, slots, control, budget, self.buffer)
            if control[retrograde.HEAD] == end_of_level:
                level, end_of_level = level + 1, int(control[retrograde.TAIL])
            self.progress(int(control[retrograde.TAIL]), level)
        del slots
        return Reached.of_keys(self.game, np.sort(keys[: int(control[retrograde.TAIL])]), self.program)

    def _check_number(self, positions: int) -> None:
        if positions > self.most:
            raise TooLarge(f"{self.game.id} has {positions:,} positions or more, more than {self.most:,}.")

    def _settle_ends(self, reached: Reached, numbers: Any, left: Any, parents_of: Any, queue: Any, control: Any) -> int:
        moves = 0
        for first, last in parts_of(reached.positions, POSITIONS_AT_ONCE):
            where = (*reached.parts, first, last)
            moves += int(self.program.settle_ends(*where, numbers, left, parents_of, queue, control, self.buffer))
            self.progress(int(control[retrograde.TAIL]), 0)
        return moves

    def _list_parents(self, reached: Reached, parents_of: Any, moves: int) -> tuple[Any, Any]:
        """Where the list of each position's parents ends, and the lists one behind the other."""
        import numpy as np

        places = np.zeros(reached.positions, np.uint64)
        np.cumsum(parents_of[:-1], out=places[1:])
        parents = np.zeros(moves, np.uint32)
        for first, last in parts_of(reached.positions, POSITIONS_AT_ONCE):
            where = (*reached.parts, first, last)
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
