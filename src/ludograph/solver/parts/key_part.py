"""A part of a puzzle whose ranks are too far apart for a table: those keys that its slice of their mix has.

Each level is a file in the folder that all reach, written as soon as the level is whole. So it is kept, and takes no
memory. What was seen is known by a bit for each place where these fit into memory, else by sorted lists; then what is
found of a level goes to disk in sorted runs, which are merged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

from ludograph.engine.algorithms.levels import select_solutions, weigh
from ludograph.engine.algorithms.parts import absorb_keys, place_of_key, route_keys
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.solver.parts.files import mapped, sync, write_arrays
from ludograph.solver.parts.part import SENT_BEFORE, Counts, Part, Share, Slices
from ludograph.solver.remoteness import special_values
from ludograph.solver.sorted_keys import CHUNK, SortedKeys, looked_up
from ludograph.solver.storage import Storage, in_order

#: The part of the memory that bits for all places may take.
MARKED_SHARE = 2
#: The part of the memory in which the keys of a level are gathered before they are sorted and go to a file.
GATHERED_SHARE = 8
#: So many runs are merged into one, as a process can't have very many files.
MOST_RUNS = 64
WORD = (1 << 64) - 1


class KeyPart(Part):
    """The keys of the levels, pass after pass."""

    def __init__(self, share: Share) -> None:
        import numpy as np

        self.share = share
        self.puzzle = cast(KernelPuzzle, share.game)
        self.up_to_symmetry = bool(share.facts["up_to_symmetry"])
        bits = max(2, (self.puzzle.ranks - 1).bit_length())
        self.mask, self.shift = (1 << bits) - 1, bits // 2
        self.slices = Slices(1 << bits, share.parts)
        self.first = self.slices.first(share.part)
        self.size = self.slices.first(share.part + 1) - self.first
        algorithms: list[Callable[..., Any]] = [select_solutions, route_keys, absorb_keys]
        algorithms += [weigh] if self.up_to_symmetry else []
        kernel = self.puzzle.kernel_up_to_symmetry if self.up_to_symmetry else self.puzzle.kernel
        self.program = Program(kernel, algorithms, Mode.COMPILED)
        most = self.puzzle.max_moves
        self.room = max(2 * most, share.sent_bytes // 8 // share.parts)
        self.out = np.zeros(share.parts * self.room, np.uint64)
        self.ends = np.zeros(share.parts, np.uint64)
        self.buffer = np.zeros(most, np.uint64)
        self._forget_all()

    def _forget_all(self) -> None:
        is_marked = marks_fit(self.puzzle, self.share.parts, self.share.memory)
        self.storage = Storage(self.share.memory - (self.size // 8 if is_marked else 0))
        self.members: _Members = _Marked(self) if is_marked else _Sorted(self)
        self.levels: dict[bool, list[Path]] = {True: [], False: []}
        self.unsynced: list[Path] = []
        self._begin_pass(forwards=True)

    # -- passes -------------------------------------------------------------------------------------------

    def _begin_pass(self, *, forwards: bool) -> None:
        import numpy as np

        self.forwards = forwards
        self.sent = np.full(SENT_BEFORE, WORD, np.uint64)
        self.level, self.waiting = 0, 0
        self.frontier: Iterator[Any] = iter(())
        self.pending = np.zeros(0, np.uint64)
        self.gathered: list[Any] = []
        self.runs: list[Any] = []
        self.size_gathered = 0

    def begin_forwards(self) -> list[int]:
        """The start is the first level, if it is here; returns its size, as :meth:`close_level` does."""
        import numpy as np

        self._begin_pass(forwards=True)
        rank = self.puzzle.rank_of(self.puzzle.start_state())
        own = self.slices.owner(place_of_key(rank, self.mask, self.shift)) == self.share.part
        self._absorb(np.array([rank] if own else [], np.uint64))
        return self.close_level()

    def begin_backwards(self) -> list[int]:
        """The same of the solutions that were reached."""
        self.members.turn_back()
        self._begin_pass(forwards=False)
        for file in self.levels[True]:
            for keys in _chunks(mapped(file, "uint64")):
                self._absorb(self._solutions(keys))
        return self.close_level()

    def _solutions(self, keys: Any) -> Any:
        import numpy as np

        out = np.zeros(len(keys), np.uint64)
        return out[: self.program.select_solutions(keys, 0, len(keys), out)]

    # -- levels -------------------------------------------------------------------------------------------

    def step(self, level: int, incoming: Sequence[Any]) -> tuple[Counts, list[Any]]:
        began = time.process_time()
        if level != self.level:
            keys = mapped(self.levels[self.forwards][-1], "uint64")
            self.level, self.frontier, self.waiting = level, _chunks(keys), len(keys)
        for keys in incoming:
            self._absorb(keys)
        lists = self._sent_lists()
        sent = sum(map(len, lists))
        return Counts(self.waiting, sent, self.size_gathered, time.process_time() - began), lists

    def _sent_lists(self) -> list[Any]:
        """What others own of the next neighbours, as many as there is room for; what is owned here is taken."""
        self.ends[:] = 0
        slices = (self.mask, self.shift, self.slices.drop, self.slices.factor)
        while self.waiting:
            if not len(self.pending):
                self.pending = next(self.frontier)
            where = (self.pending, 0, len(self.pending), int(self.forwards), *slices, self.sent, self.out)
            done = self.program.route_keys(*where, self.room, self.ends, self.buffer)
            self.pending = self.pending[done:]
            self.waiting -= done
            if len(self.pending):
                break
        lists = [self.out[part * self.room :][: int(end)] for part, end in enumerate(self.ends)]
        self._absorb(lists[self.share.part])
        lists[self.share.part] = self.out[:0]
        return lists

    def _absorb(self, keys: Any) -> None:
        """Gather those of some keys that are new; when there is no room for more they become a sorted run."""
        new = self.members.new_among(keys)
        if len(new):
            self.gathered.append(new)
            self.size_gathered += len(new)
        if 8 * sum(map(len, self.gathered)) > self.storage.memory // GATHERED_SHARE:
            self.runs.append(self.storage.kept(in_order(self.gathered)))
            self.gathered = []
        if len(self.runs) == MOST_RUNS:
            merged = self.storage.merged(self.runs)
            self.storage.forget(self.runs)
            self.runs = [merged]

    def close_level(self) -> list[int]:
        """How many keys the level has, and how many positions these stand for."""
        runs = [*self.runs, *([in_order(self.gathered)] if self.gathered else [])]
        self.gathered, self.runs, self.size_gathered = [], [], 0
        level = self.members.taken_level(runs)
        file = self.share.file(f"{'out' if self.forwards else 'back'}-{self.level}")
        write_arrays(file, level, is_synced=False)
        self.levels[self.forwards].append(file)
        self.unsynced.append(file)
        return [sum(map(len, level)), sum(map(self._weight, level))]

    def _weight(self, keys: Any) -> int:
        return int(self.program.weigh(keys, 0, len(keys))) if self.up_to_symmetry else len(keys)

    # -- what is kept -------------------------------------------------------------------------------------

    def save(self, name: str) -> None:
        """The levels are in files; now they are there to stay."""
        for file in self.unsynced:
            sync(file)
        self.unsynced = []

    def progress_facts(self) -> dict[str, Any]:
        return {"forwards": self.forwards, "level": self.level, "reached": len(self.levels[True])}

    def restore(self, name: str, facts: dict[str, Any]) -> None:
        self._forget_all()
        self._take_again(facts["reached"])
        if not facts["forwards"]:
            self.members.turn_back()
            self._begin_pass(forwards=False)
            self._take_again(facts["level"] + 1)
        self.level = facts["level"]

    def _take_again(self, levels: int) -> None:
        for level in range(levels):
            file = self.share.file(f"{'out' if self.forwards else 'back'}-{level}")
            self.levels[self.forwards].append(file)
            for keys in _chunks(mapped(file, "uint64")) if self.members.takes_chunks else [mapped(file, "uint64")]:
                self.members.take(keys)

    def finish(self, is_complete: bool, bits: int) -> list[int]:
        """Write all keys of the slice in their order, or those that can be solved, and their numbers."""
        import numpy as np

        winnable = [mapped(file, "uint64") for file in self.levels[False]]
        reached = [mapped(file, "uint64") for file in self.levels[True]] if is_complete else winnable
        every = self.storage.merged([np.zeros(0, np.uint64), *reached])
        numbers = self.storage.filled(len(every), special_values(bits)[0], f"uint{bits}")
        for number, level in enumerate(winnable):
            for keys in _chunks(level):
                numbers[looked_up(every, keys)[0]] = number
        write_arrays(self.share.file("keys"), [every])
        write_arrays(self.share.file("numbers-0"), [numbers])
        return [len(every)]


class _Members(Protocol):
    """What is still to be found: on the way out everything, on the way back what was found before."""

    #: Whether it can take a part of a level.
    takes_chunks: bool

    def new_among(self, keys: Any) -> Any:
        """Those of some keys that were not found before, in an array of its own."""

    def take(self, keys: Any) -> None:
        """These were found."""

    def taken_level(self, runs: list[Any]) -> list[Any]:
        """A level, when all its runs are there."""

    def turn_back(self) -> None:
        """From now on what was found is to be found again."""


class _Marked:
    """A bit for each place of the slice."""

    takes_chunks = True

    def __init__(self, part: KeyPart) -> None:
        import numpy as np

        self.part = part
        self.marks = np.zeros(part.size // 64 + 1, np.uint64)
        self.wanted = 0
        self.scratch = np.zeros(CHUNK + 1, np.uint64)  # the same again and again: new memory is dear

    def new_among(self, keys: Any) -> Any:
        import numpy as np

        where = (self.part.mask, self.part.shift, self.part.first, self.marks, self.wanted, self.scratch)
        found = [np.zeros(0, np.uint64)]
        for some in _chunks(keys):
            found.append(self.scratch[: self.part.program.absorb_keys(some, 0, len(some), *where)].copy())
        return np.concatenate(found)

    def take(self, keys: Any) -> None:
        self.new_among(keys)

    def taken_level(self, runs: list[Any]) -> list[Any]:
        return [self.part.storage.merged(runs)] if runs else []

    def turn_back(self) -> None:
        self.wanted = 1


class _Sorted:
    """Sorted lists of keys."""

    takes_chunks = False

    def __init__(self, part: KeyPart) -> None:
        self.keys = SortedKeys(part.storage)

    def new_among(self, keys: Any) -> Any:
        return self.keys.new_among(in_order([keys]))

    def take(self, keys: Any) -> None:
        self.keys.take(keys)

    def taken_level(self, runs: list[Any]) -> list[Any]:
        return self.keys.taken_level(runs)

    def turn_back(self) -> None:
        self.keys.turn_back()


def marks_fit(puzzle: KernelPuzzle, parts: int, memory: int) -> bool:
    """Whether a part has memory for a bit for each of its places."""
    bits = max(2, (puzzle.ranks - 1).bit_length())
    return (1 << bits) // parts // 8 <= memory // MARKED_SHARE


def _chunks(keys: Any) -> Iterator[Any]:
    """Many keys, some at a time."""
    return (keys[first : first + CHUNK] for first in range(0, len(keys), CHUNK))
