"""A part of a game for two: the positions that it owns, who moves to them, and what becomes of them.

On the way out the moves are looked at, and who owns a position keeps who moves to it; on the way back who is decided
tells those. Moves are kept in files, level by level, in the folder that all reach.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ludograph.engine.algorithms import part_backwards as algorithms
from ludograph.engine.algorithms.backwards import HEAD, HOLE, TAIL, UNDECIDED, list_due
from ludograph.engine.program import Program
from ludograph.errors import TooLarge
from ludograph.solver.backwards import LEVELS
from ludograph.solver.memory import readable
from ludograph.solver.parts.files import mapped, read_array, sync, write_arrays
from ludograph.solver.parts.part import Counts, Part, Share

#: What the program of every part of a game has.
BACKWARDS = (
    list_due,
    algorithms.count_movers,
    algorithms.list_movers,
    algorithms.begin_level,
    algorithms.tell_movers,
    algorithms.be_told,
)
#: The lists of levels, the queue, how many movers there are and where the lists of them end.
BYTES_OF_A_POSITION = 2 + 2 + 2 + 4 + 4 + 4 + 8
#: Both ends of a move are gathered; then only who moves is kept.
BYTES_OF_A_MOVE = 4 + 4 + 4
#: So many moves are written to a file at a time.
WRITTEN_AT_ONCE = 1 << 22


class GamePart(Part):
    """What parts of games by keys and by tiers have in common. ``numbers``, ``left`` and ``due`` are theirs."""

    program: Program
    numbers: Any
    left: Any
    due: Any

    def __init__(self, share: Share) -> None:
        import numpy as np

        self.share = share
        #: In a number of another part, the part stands before so many bits.
        self.shift = 32 - (share.parts - 1).bit_length()
        self.own = share.part << self.shift
        self.ends = np.zeros(share.parts, np.uint64)
        self.forwards, self.level, self.waiting, self.found = True, 0, 0, 0
        self._forget_moves()

    def _forget_moves(self) -> None:
        #: Of each level who is moved to and who moves, in files; those of this one are gathered here.
        self.moves: list[Path] = []
        self.unsynced: list[Path] = []
        self.gathered: list[tuple[Any, Any]] = []

    # -- the way out --------------------------------------------------------------------------------------

    @abstractmethod
    def begin_forwards(self) -> list[int]:
        """The first level; returns its size."""

    @abstractmethod
    def _begin_level(self) -> None:
        """What was found is to be looked at."""

    @abstractmethod
    def _look_on(self) -> list[Any]:
        """Look at more of the level, as much as there is room for what is sent; returns that."""

    @abstractmethod
    def _take(self, message: Any) -> None:
        """Keep moves to positions that are owned here."""

    def _gather(self, children: Any, parents: Any) -> None:
        self.gathered.append((children, parents))

    def step(self, level: int, incoming: Sequence[Any]) -> tuple[Counts, list[Any]]:
        began = time.process_time()
        if level != self.level:
            self.level = level
            if self.forwards:
                self._begin_level()
            else:
                self._begin_decided_level()
        for message in incoming:
            self._take(message) if self.forwards else self._be_told(message)
        lists = self._look_on() if self.forwards else self._told()
        sent = sum(map(len, lists))
        return Counts(self.waiting, sent, self.found, time.process_time() - began), lists

    def close_level(self) -> list[int]:
        """How many positions were found, and whether there is more to do."""
        if not self.forwards:
            has_more = self.control[TAIL] > self.control[HEAD] or self.heads[self.level + 1 :].any()
            return [self.found, int(has_more)]
        file = self.share.file(f"moves-{self.level}")
        children, parents = zip(*self.gathered, strict=True) if self.gathered else ((), ())
        write_arrays(file, [*children, *parents], is_synced=False)
        self.gathered = []
        self.moves.append(file)
        self.unsynced.append(file)
        return [self.found, int(self.found > 0)]

    def _kept_moves(self) -> Iterator[tuple[Any, Any]]:
        for file in self.moves:
            both = mapped(file, "uint32")
            half = len(both) // 2
            for first in range(0, half, WRITTEN_AT_ONCE):
                last = min(first + WRITTEN_AT_ONCE, half)
                yield both[first:last], both[half + first : half + last]

    # -- the way back -------------------------------------------------------------------------------------

    def begin_backwards(self) -> list[int]:
        """Know who moves to each position, and what is due; nothing is decided yet."""
        import numpy as np

        self.forwards, self.level, self.found, self.waiting = False, -1, 0, 0
        size = len(self.numbers)
        moves = sum(len(children) for children, _ in self._kept_moves())
        needed = size * BYTES_OF_A_POSITION + moves * 4
        if needed > self.share.memory:
            raise TooLarge(
                f"A worker needs {readable(needed)} of memory for its part of {self.share.game_id}, and may take "
                f"{readable(self.share.memory)}: more workers need less each."
            )
        counts = np.zeros(size, np.uint32)
        for children, _ in self._kept_moves():
            if (hole := self.program.count_movers(children, self.numbers, counts)) >= 0:
                raise self._impossible(hole)
        self.places = np.zeros(size, np.uint64)
        np.cumsum(counts[:-1], out=self.places[1:])
        self.movers = np.zeros(moves, np.uint32)
        for children, parents in self._kept_moves():
            self.program.list_movers(children, parents, self.places, self.movers)
        self.room = max(int(counts.max(initial=0)), self.share.sent_bytes // 4 // self.share.parts)
        self.out = np.zeros(self.share.parts * self.room, np.uint32)
        self.queue, self.control = np.zeros(size, np.uint32), np.zeros(3, np.uint64)
        self.heads, self.nexts = np.zeros(LEVELS + 2, np.uint32), np.zeros(size, np.uint32)
        self.program.list_due(self.numbers, self.left, self.due, 0, size, self.heads, self.nexts)
        return [0, 1]

    @abstractmethod
    def _impossible(self, position: int) -> Exception:
        """The refusal of a game in which moves lead to what is no position."""

    def _begin_decided_level(self) -> None:
        if self.level >= LEVELS:
            raise TooLarge(f"{self.share.game_id} has a remoteness of more than {LEVELS:,}.")
        arrays = (self.numbers, self.due, self.heads, self.nexts, self.queue, self.control)
        self.found = self.waiting = int(self.program.begin_level(self.level, *arrays))

    def _told(self) -> list[Any]:
        """Those of other parts who move to what is decided; those of this one are told at once."""
        self.ends[:] = 0
        where = (self.queue, self.control, self.places, self.movers, self.numbers, self.shift)
        self.waiting = int(self.program.tell_movers(*where, self.out, self.room, self.ends))
        return self._lists(self.out, self._be_told)

    def _be_told(self, message: Any) -> None:
        arrays = (self.numbers, self.left, self.due, self.heads, self.nexts, self.queue, self.control)
        self.program.be_told(message, self.level, *arrays)

    def _lists(self, out: Any, take: Any) -> list[Any]:
        """What stands in a buffer for each part, but for this one, which takes its own."""
        lists = [out[part * self.room :][: int(end)] for part, end in enumerate(self.ends)]
        take(lists[self.share.part])
        lists[self.share.part] = out[:0]
        return lists

    # -- what is kept -------------------------------------------------------------------------------------

    def save(self, name: str) -> None:
        for file in self.unsynced:
            sync(file)
        self.unsynced = []
        for what, array in self._arrays().items():
            write_arrays(self.share.file(f"{name}.{what}"), [array])

    def _arrays(self) -> dict[str, Any]:
        """What has to be kept, beside the moves."""
        return {"numbers": self.numbers, "left": self.left, "due": self.due}

    def progress_facts(self) -> dict[str, Any]:
        return {"forwards": self.forwards, "level": self.level, "moves": len(self.moves)}

    def restore(self, name: str, facts: dict[str, Any]) -> None:
        self._forget_moves()
        self.moves = [self.share.file(f"moves-{level}") for level in range(1, facts["moves"] + 1)]
        for what in self._arrays():
            setattr(self, what, read_array(self.share.file(f"{name}.{what}"), getattr(self, what).dtype))
        self.forwards, self.level, self.waiting, self.found = True, facts["level"], 0, 0
        if facts["forwards"]:
            self._restore_level()
        else:
            self.begin_backwards()
            self.level = facts["level"]
            self._queue_again()

    @abstractmethod
    def _restore_level(self) -> None:
        """What else there is while positions are found."""

    def _queue_again(self) -> None:
        """Who was decided at the last level has told everybody, and what follows it is queued; what is due later is in
        its list."""
        import numpy as np

        level = self.level
        later = np.flatnonzero((self.numbers < HOLE) & (self.numbers >> np.uint16(1) == level + 1))
        self.queue[: len(later)] = later
        self.control[TAIL] = len(later)
        if level >= 0:
            self.heads[: level + 1] = 0


def short_counts(counts: Any) -> list[int]:
    """How many positions have each result, up to the greatest, behind the number of those that have none."""
    import numpy as np

    return [int(counts[UNDECIDED]), *np.trim_zeros(counts[:HOLE], "b").tolist()]


def summed_counts(counts: Iterable[Sequence[int]]) -> tuple[list[int], int]:
    """The same of all parts: how many positions have each result, and how many there are."""
    undecided, *decided = map(sum, zip_longest(*counts, fillvalue=0))
    return decided, undecided + sum(decided)
