"""A part of a puzzle with dense ranks: the distances of a slice of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ludograph.engine.algorithms.levels import select_solutions
from ludograph.engine.algorithms.parts import absorb_ranks, list_level, route_ranks
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import TooLarge
from ludograph.solver.memory import check_memory
from ludograph.solver.parts.files import read_array, write_arrays
from ludograph.solver.parts.part import SENT_BEFORE, Counts, Part, Share, Slices
from ludograph.solver.remoteness import BLOCK, WIDTHS, special_values, width_for

#: Lists hold this part of a slice, and at least so many; larger levels are found in the table.
LIST_SHARE, MIN_LIST = 64, 1 << 12
#: So many ranks are listed and looked at at a time.
CHUNK = 1 << 16


class TablePart(Part):
    """The distances from the start or from the solutions, pass after pass."""

    def __init__(self, share: Share) -> None:
        import numpy as np

        self.share = share
        self.puzzle = cast(KernelPuzzle, share.game)
        self.slices = Slices(self.puzzle.ranks, share.parts)
        self.first, self.last = self.slices.first(share.part), self.slices.first(share.part + 1)
        self.size = self.last - self.first
        if self.size >> 32:
            raise TooLarge(f"{self.puzzle.id} has too many ranks for {share.parts} workers: 2^32 for each at most.")
        check_memory(estimated_bytes(self.puzzle, share.parts), f"A part of {self.puzzle.id}")
        self._use_width(width_for(self.puzzle.remoteness_bound or 0))
        # A multiple of eight lanes, so that the table is made of whole words whatever its width.
        self.table: Any = np.full(-(-self.size // 8) * 8, self.unseen, self._type)
        self.table[self.size :] = self.outside
        size = min(self.size, max(MIN_LIST, self.size // LIST_SHARE))
        self.lists = [np.zeros(size, np.uint32), np.zeros(size, np.uint32)]
        most = self.puzzle.max_moves
        self.room = max(2 * most, share.sent_bytes // 4 // share.parts)
        self.out = np.zeros(share.parts * self.room, np.uint32)
        self.ends = np.zeros(share.parts, np.uint64)
        self.begins = np.array(self.slices.begins, np.uint64)
        self.buffer = np.zeros(most, np.uint64)
        self._begin_pass(forwards=False)

    def _use_width(self, bits: int) -> None:
        self.bits = bits
        self.unseen, self.outside = special_values(bits)
        kernel = replace(self.puzzle.kernel, distance_bits=bits)
        self.program = Program(kernel, (route_ranks, absorb_ranks, list_level, select_solutions), Mode.COMPILED)

    @property
    def _type(self) -> str:
        return f"uint{self.bits}"

    # -- passes -------------------------------------------------------------------------------------------

    def _begin_pass(self, *, forwards: bool) -> None:
        import numpy as np

        self.forwards = forwards
        self.sent = np.full(SENT_BEFORE, (1 << 64) - 1, np.uint64)
        self.level, self.found = 0, 0
        self.frontier: Iterator[Any] = iter(())
        self.waiting = 0
        self.pending = np.zeros(0, np.uint64)

    def begin_forwards(self) -> list[int]:
        """The start has the distance 0; returns how many of these there are here."""
        self._begin_pass(forwards=True)
        self._take([self.puzzle.rank_of(self.puzzle.start_state())])
        return [self.found]

    def begin_backwards(self) -> list[int]:
        """The same of the solutions, within what the pass before has reached, if there was one."""
        import numpy as np

        if self.forwards:
            for part in self._blocks():
                is_reached = part < self.outside
                part[:] = self.outside
                part[is_reached] = self.unseen
            self.table[self.size :] = self.outside
        self._begin_pass(forwards=False)
        known = self.puzzle.solution_states()
        if known is not None:
            self._take([self.puzzle.rank_of(state) for state in known])
        else:
            for first in range(self.first, self.last, CHUNK):
                ranks = np.arange(first, min(first + CHUNK, self.last), dtype=np.uint64)
                out = np.zeros(len(ranks), np.uint64)
                self._take(out[: self.program.select_solutions(ranks, 0, len(ranks), out)])
        return [self.found]

    def _take(self, ranks: Any) -> None:
        """Those of some ranks that are here have the distance 0."""
        import numpy as np

        own = [int(rank) - self.first for rank in ranks if self.first <= int(rank) < self.last]
        self._absorb(np.array(own, np.uint32))

    def _absorb(self, ranks: Any) -> None:
        where = (self.table, self.level, self.unseen, self.lists[0], self.found)
        self.found = self.program.absorb_ranks(ranks, 0, len(ranks), *where)

    def _blocks(self) -> Iterator[Any]:
        """The table block by block, so that no second table is made on the way."""
        return (self.table[first : first + BLOCK] for first in range(0, self.size, BLOCK))

    # -- levels -------------------------------------------------------------------------------------------

    def step(self, level: int, incoming: Sequence[Any]) -> tuple[Counts, list[Any]]:
        began = time.process_time()
        if level != self.level:
            self._begin_level(level)
        for ranks in incoming:
            self._absorb(ranks)
        lists = self._sent_lists()
        sent = sum(map(len, lists))
        return Counts(self.waiting, sent, self.found, time.process_time() - began), lists

    def _begin_level(self, level: int) -> None:
        self.frontier = self._listed(self.level, self.found, self.lists[0])
        self.waiting = self.found
        self.lists.reverse()
        self.level, self.found = level, 0
        self._widen_for(level)

    def _listed(self, level: int, found: int, listed: Any) -> Iterator[Any]:
        """The ranks of a level, from its list or from the table, as this part counts them."""
        import numpy as np

        if found <= len(listed):
            for first in range(0, found, CHUNK):
                yield listed[first : min(first + CHUNK, found)]
            return
        out = np.zeros(CHUNK, np.uint32)
        for first in range(0, len(self.table), CHUNK):
            lanes = 64 // self.bits
            words, ones = self.table[first : first + CHUNK].view(np.uint64), _ones(self.bits)
            count = self.program.list_level(words, 0, len(words), level, lanes, ones, out)
            yield out[:count] + np.uint32(first)

    def _sent_lists(self) -> list[Any]:
        """What others own of the next neighbours, as many as there is room for; what is owned here is taken."""
        import numpy as np

        own = self.share.part
        self.ends[:] = 0
        self.ends[own] = self.found
        slices = (int(self.forwards), self.slices.drop, self.slices.factor, self.begins, own)
        lists = (self.sent, self.out, self.room, self.ends, self.table, self.level, self.unseen, self.lists[0])
        while self.waiting:
            if not len(self.pending):
                self.pending = next(self.frontier).astype(np.uint64) + np.uint64(self.first)
            ranks = self.pending
            done = self.program.route_ranks(ranks, 0, len(ranks), *slices, *lists, self.buffer)
            self.pending = ranks[done:]
            self.waiting -= done
            if done < len(ranks):
                break
        self.found, self.ends[own] = int(self.ends[own]), 0
        return [self.out[part * self.room :][: int(end)] for part, end in enumerate(self.ends)]

    def close_level(self) -> list[int]:
        return [self.found]

    def _widen_for(self, level: int) -> None:
        """Make the numbers of the table wider before a level that they can't hold."""
        if level < self.outside:
            return
        if self.bits == WIDTHS[-1]:
            raise TooLarge(f"{self.puzzle.id} has a remoteness that {self.bits} bits don't hold.")
        unseen, outside = self.unseen, self.outside
        self._use_width(WIDTHS[WIDTHS.index(self.bits) + 1])
        wide = self.table.astype(self._type)
        wide[self.table == unseen] = self.unseen
        wide[self.table == outside] = self.outside
        self.table = wide

    # -- what is kept -------------------------------------------------------------------------------------

    def save(self, name: str) -> None:
        write_arrays(self.share.file(name), [self.table])

    def restore(self, name: str, facts: dict[str, Any]) -> None:
        self._use_width(facts["bits"])
        self.table = read_array(self.share.file(name), self._type)
        self._begin_pass(forwards=facts["forwards"])
        self.level = facts["level"]
        self.found = sum(int((part == self.level).sum()) for part in self._blocks())
        self.lists[0] = self.lists[0] if self.found > len(self.lists[0]) else self._relisted()

    def _relisted(self) -> Any:
        """The list of the level, which is not kept."""
        import numpy as np

        size = len(self.lists[0])
        listed = np.concatenate(
            [np.zeros(0, np.uint32)]
            + [np.flatnonzero(part == self.level) + number * BLOCK for number, part in enumerate(self._blocks())]
        )
        return np.concatenate([listed, np.zeros(size - len(listed), np.uint32)]).astype(np.uint32)

    def progress_facts(self) -> dict[str, Any]:
        """What has to be known to be restored, beside the files."""
        return {"bits": self.bits, "forwards": self.forwards, "level": self.level}

    def finish(self, is_whole: bool) -> list[int]:
        """Write the slice; what a pass from the solutions did not meet is no position, unless all are looked at."""
        for part in self._blocks() if is_whole else ():
            part[part == self.unseen] = self.outside
        write_arrays(self.share.file("numbers-0"), [self.table[: self.size]])
        return [self.bits]


def estimated_bytes(puzzle: KernelPuzzle, parts: int) -> int:
    """The memory that one of so many parts takes, beside what is sent."""
    size = -(-puzzle.ranks // parts)
    width = width_for(puzzle.remoteness_bound or 0) // 8
    return size * width + 2 * 4 * max(MIN_LIST, size // LIST_SHARE)


def _ones(bits: int) -> int:
    return sum(1 << (bits * lane) for lane in range(64 // bits))
