"""From the ends back: what the moves between numbered positions make of their ends. For tiers and for whole games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludograph.engine.algorithms import backwards as algorithms
from ludograph.engine.program import Program
from ludograph.errors import TooLarge

#: What the program of a user of this module has to have.
ALGORITHMS = (algorithms.count_parents, algorithms.list_parents, algorithms.list_due, algorithms.propagate)
LEVELS = 1 << 15
#: The lists of levels, the queue, and how many parents there are, then where the lists of them end.
BYTES_OF_A_POSITION = 4 + 4 + 4
BYTES_OF_A_MOVE = 4


class HoleReached(Exception):
    """A move leads to a number that is no position."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position


@dataclass
class Backwards:
    """Numbered positions, the lowest bit of a number being the seat to move: their results, which are to be found, how
    many moves are left to be refuted, and what is due. ``progress`` is told how many are decided, and the level."""

    game_id: str
    program: Program
    numbers: Any
    left: Any
    due: Any
    threads: int
    progress: Callable[[int, int], None]

    def solve(self, edges: list[Any]) -> None:
        """Tell the results back along the moves, which are listed in parts; the lists are emptied."""
        turned = self._turned(edges)
        edges.clear()
        self._propagate(*turned)

    def _turned(self, edges: list[Any]) -> tuple[Any, Any, Any]:
        """Where the lists of each block of positions begin, where the list of each position ends, counted from there,
        and the parents, one list behind the other."""
        import numpy as np

        size = len(self.numbers)
        places = np.zeros(size, np.uint32)
        bounds = [size * part // self.threads for part in range(self.threads + 1)]
        shares = list(pairwise(bounds))

        def count(share: tuple[int, int]) -> int:
            for each in edges:
                if (hole := self.program.count_parents(each, *share, self.numbers, places)) >= 0:
                    return int(hole)
            return -1

        def list_(share: tuple[int, int]) -> None:
            for each in edges:
                self.program.list_parents(each, *share, self.numbers, blocks, places, parents)

        with ThreadPoolExecutor(self.threads) as pool:
            for hole in pool.map(count, shares):
                if hole >= 0:
                    raise HoleReached(hole)
            blocks = self._begun(places)
            parents = np.zeros(int(blocks[-1]), np.uint32)
            list(pool.map(list_, shares))
        return blocks, places, parents

    def _begun(self, counts: Any) -> Any:
        """Make the number of parents of each position the place where their list begins in its block; returns where the
        blocks begin, and where the last one ends."""
        import numpy as np

        step = 1 << algorithms.BLOCK_BITS
        blocks = np.zeros(-(-len(counts) // step) + 1, np.uint64)
        for number, first in enumerate(range(0, len(counts), step)):
            own = counts[first : first + step]
            sums = np.cumsum(own, dtype=np.uint64)
            if int(sums[-1]) >> 32:
                raise TooLarge(f"{self.game_id} has positions that too many moves lead to.")
            blocks[number + 1] = blocks[number] + sums[-1]
            own[1:], own[0] = sums[:-1], 0
        return blocks

    def _propagate(self, blocks: Any, ends: Any, parents: Any) -> None:
        import numpy as np

        size = len(self.numbers)
        heads, nexts = np.zeros(LEVELS + 2, np.uint32), np.zeros(size, np.uint32)
        queue, control = np.zeros(size, np.uint32), np.zeros(4, np.uint64)
        self.program.list_due(self.numbers, self.left, self.due, 0, size, heads, nexts)
        level, last = 0, int(self.due.max(initial=0)) // 2
        while level <= last or control[algorithms.HEAD] < control[algorithms.TAIL]:
            if level >= LEVELS:
                raise TooLarge(f"{self.game_id} has a remoteness of more than {LEVELS:,}.")
            arrays = (queue, control, blocks, ends, parents, self.numbers, self.left, self.due, heads, nexts)
            self.program.propagate(level, *arrays)
            self.progress(int(control[algorithms.HEAD]), level)
            level += 1
