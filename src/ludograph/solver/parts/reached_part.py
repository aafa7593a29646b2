"""A part of a whole game for two: those of its keys that a mix of their bits says, numbered as they are found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ludograph.engine.algorithms import part_backwards, retrograde
from ludograph.engine.algorithms.backwards import HOLE, UNDECIDED
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver.memory import readable
from ludograph.solver.parts.files import write_arrays
from ludograph.solver.parts.game_part import BACKWARDS, BYTES_OF_A_MOVE, BYTES_OF_A_POSITION, GamePart, short_counts
from ludograph.solver.parts.part import Share
from ludograph.solver.retrograde import EDGES_AT_ONCE, EXPANDED_AT_ONCE, GROWTH, RanksUpToSymmetry, sorted_by_key

FIRST_ROOM = 1 << 12
#: A key and slots of the hash table, beside what all parts of games have.
BYTES_OF_A_KEY = 8 + 3 * 4


class ReachedPart(GamePart):
    """The positions that can be reached. Number 2 n + s is the n-th that was found with the seat s to move."""

    def __init__(self, share: Share) -> None:
        super().__init__(share)
        self.game = cast(KernelGame, share.game)
        self.ranks = RanksUpToSymmetry(self.game, up_to_symmetry=share.facts["up_to_symmetry"])
        own = retrograde.expand, retrograde.enter, retrograde.enter_again, retrograde.count_images
        self.program = self.ranks.program(*own, part_backwards.route_moves, *BACKWARDS)
        self._make_empty()

    def _make_empty(self) -> None:
        import numpy as np

        self.tails, self.place = np.zeros(2, np.uint64), FIRST_ROOM
        self.keys = np.zeros(2 * FIRST_ROOM, np.uint64)
        self.left, self.due = np.zeros(2 * FIRST_ROOM, np.uint16), np.zeros(2 * FIRST_ROOM, np.uint16)
        self.numbers = np.zeros(0, np.uint16)
        self.slots = np.zeros(4 * FIRST_ROOM, np.uint32)
        most = self.game.max_moves
        size = EDGES_AT_ONCE + most
        self.expanded = np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.zeros(size, np.uint32)
        self.buffer = np.zeros(most, np.uint64)
        self.room = size + self.share.sent_bytes // 12 // self.share.parts
        self.sent_keys = np.zeros(self.share.parts * self.room, np.uint64)
        self.sent_parents = np.zeros(self.share.parts * self.room, np.uint32)
        self.looked_at = np.zeros(2, np.uint64)  # of each seat
        self.chunks: Iterator[tuple[int, int, int]] = iter(())

    # -- the way out --------------------------------------------------------------------------------------

    def begin_forwards(self) -> list[int]:
        import numpy as np

        start = self.game.start_state()
        key = 2 * self.ranks.rank_of(start) + self.game.seat_of(start)
        if retrograde.part_of(key, self.share.parts) == self.share.part:
            self._enter(np.array([key], np.uint64))
        self.found = int(self.tails.sum())
        return [self.found, int(self.found > 0)]

    def _begin_level(self) -> None:
        """What was found, seat by seat, is to be looked at."""
        ends = self.tails.tolist()
        begins, self.looked_at = self.looked_at.tolist(), self.tails.copy()
        self.chunks = (
            (seat, first, min(first + EXPANDED_AT_ONCE, ends[seat]))
            for seat in range(2)
            for first in range(begins[seat], ends[seat], EXPANDED_AT_ONCE)
        )
        self.waiting, self.found = sum(ends) - sum(begins), 0
        self.chunk: tuple[int, int, int] | None = None

    def _look_on(self) -> list[Any]:
        self.ends[:] = 0
        children, edges, shares = self.expanded
        fullest = 0
        while self.waiting and fullest + len(edges) < self.room:
            seat, first, last = self.chunk or next(self.chunks)
            arrays = (self.keys, self.left, self.due, children, edges, shares, self.buffer)
            done = self.program.expand(0, 1, seat, first, last, *arrays)
            where = (self.own, self.share.parts, self.sent_keys, self.sent_parents, self.room, self.ends)
            fullest = self.program.route_moves(edges, children, *where)
            self.waiting -= done - first
            self.chunk = (seat, done, last) if done < last else None
        lists = [self._message(part) for part in range(self.share.parts)]
        self._take(lists[self.share.part])
        lists[self.share.part] = lists[self.share.part][:0]
        return lists

    def _message(self, part: int) -> Any:
        """Keys, as pairs of numbers, and behind them who moves to them."""
        import numpy as np

        first, count = part * self.room, int(self.ends[part])
        keys = self.sent_keys[first : first + count].view(np.uint32)
        return np.concatenate([keys, self.sent_parents[first : first + count]])

    def _take(self, message: Any) -> None:
        import numpy as np

        count = len(message) // 3
        before = int(self.tails.sum())
        numbers = self._enter(message[: 2 * count].view(np.uint64))
        self._gather(numbers, message[2 * count :])
        self.found += int(self.tails.sum()) - before

    def _enter(self, keys: Any) -> Any:
        """The numbers of some keys; new ones get the next."""
        import numpy as np

        self._make_room(len(keys))
        numbers = np.zeros(len(keys), np.uint32)
        every = np.arange(len(keys), dtype=np.uint32)
        self.program.enter(0, 1, every, keys, numbers, self.keys, self.slots, self.tails)
        return numbers

    def _make_room(self, more: int) -> None:
        needed = int(self.tails.max()) + more
        if needed > self.place:
            self.place = needed + needed // GROWTH
            if 2 * self.place >> self.shift:
                raise TooLarge(f"{self.game.id} has more positions than {self.share.parts} workers can number.")
            self._check_memory()
            for array in (self.keys, self.left, self.due):
                array.resize(2 * self.place, refcheck=False)
        slots = len(self.slots)
        while slots < 2 * (int(self.tails.sum()) + more):
            slots *= 2
        if slots > len(self.slots):
            self._hash_again(slots)

    def _hash_again(self, slots: int) -> None:
        import numpy as np

        self.slots = np.zeros(slots, np.uint32)
        self.program.enter_again(0, 1, self.keys, self.slots, self.tails)

    def _check_memory(self) -> None:
        needed = 2 * self.place * (BYTES_OF_A_POSITION + BYTES_OF_A_KEY)
        if needed > self.share.memory:
            raise TooLarge(
                f"A worker needs {readable(needed)} of memory for its part of {self.game.id}, and may take "
                f"{readable(self.share.memory)}: more workers need less each."
            )

    # -- the way back -------------------------------------------------------------------------------------

    def begin_backwards(self) -> list[int]:
        import numpy as np

        self.slots = self.slots[:0]
        if self.forwards and not len(self.numbers):
            size = 2 * int(self.tails.max())
            self.keys, self.left, self.due = self.keys[:size], self.left[:size], self.due[:size]
            self.numbers = np.full(size, UNDECIDED, np.uint16)
            for seat, number in enumerate(self.tails.tolist()):
                self.numbers[2 * number + seat :: 2] = HOLE
        return super().begin_backwards()

    def _impossible(self, position: int) -> Exception:
        return CannotSolve(f"{self.game.id} can't be solved: a move leads to what is no position.")

    # -- what is kept -------------------------------------------------------------------------------------

    def _arrays(self) -> dict[str, Any]:
        return {**super()._arrays(), "keys": self.keys, "tails": self.tails, "looked_at": self.looked_at}

    def _restore_level(self) -> None:
        self.place = len(self.keys) // 2
        slots = len(self.slots) or 4 * FIRST_ROOM
        while slots < 2 * int(self.tails.sum()):
            slots *= 2
        self._hash_again(slots)

    def finish(self) -> list[list[int]]:
        """Write the keys in their order, with their numbers; returns how many there are, and how many have each
        number, all images counted."""
        import numpy as np

        found = np.flatnonzero(self.numbers != HOLE)
        keys, numbers = sorted_by_key(self.keys[found] >> np.uint64(1), self.numbers[found])
        counts = np.zeros(UNDECIDED + 1, np.uint64)
        if self.ranks.has_symmetries:
            self.program.count_images(keys, 0, len(keys), numbers, counts)
        else:
            counts += np.bincount(numbers, minlength=UNDECIDED + 1).astype(np.uint64)
        write_arrays(self.share.file("keys"), [keys])
        write_arrays(self.share.file("numbers-0"), [numbers])
        return [[len(keys)], short_counts(counts)]


def bytes_of_a_position(moves: float) -> int:
    """About the memory that a position takes which has so many moves."""
    return BYTES_OF_A_POSITION + BYTES_OF_A_KEY + int(BYTES_OF_A_MOVE * moves)
