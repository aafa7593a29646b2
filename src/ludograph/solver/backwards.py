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
#: The lists of levels, the queue, how many parents there are and where the lists of them end.
BYTES_OF_A_POSITION = 4 + 4 + 4 + 8
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
        parents, ends = self._turned(edges)
        edges.clear()
        self._propagate(parents, ends)

    def _turned(self, edges: list[Any]) -> tuple[Any, Any]:
        """The parents of every position, one list behind the other, and where the lists end."""
        import numpy as np

        size = len(self.numbers)
        parents_of = np.zeros(size, np.uint32)
        bounds = [size * part // self.threads for part in range(self.threads + 1)]
        shares = list(pairwise(bounds))

        def count(share: tuple[int, int]) -> int:
            for each in edges:
                if (hole := self.program.count_parents(each, *share, self.numbers, parents_of)) >= 0:
                    return int(hole)
            return -1

        def list_(share: tuple[int, int]) -> None:
            for each in edges:
                self.program.list_parents(each, *share, self.numbers, places, parents)

        with ThreadPoolExecutor(self.threads) as pool:
            for hole in pool.map(count, shares):
                if hole >= 0:
                    raise HoleReached(hole)
            places = np.zeros(size, np.uint64)
            np.cumsum(parents_of[:-1], out=places[1:])
            parents = np.zeros(int(places[-1]) + int(parents_of[-1]), np.uint32)
            list(pool.map(list_, shares))
        return parents, places

    def _propagate(self, parents: Any, ends: Any) -> None:
        import numpy as np

        size = len(self.numbers)
        heads, nexts = np.zeros(LEVELS + 2, np.uint32), np.zeros(size, np.uint32)
        queue, control = np.zeros(size, np.uint32), np.zeros(4, np.uint64)
        self.program.list_due(self.numbers, self.left, self.due, 0, size, heads, nexts)
        level, last = 0, int(self.due.max(initial=0)) // 2
        while level <= last or control[algorithms.HEAD] < control[algorithms.TAIL]:
            if level >= LEVELS:
                raise TooLarge(f"{self.game_id} has a remoteness of more than {LEVELS:,}.")
            arrays = (queue, control, ends, parents, self.numbers, self.left, self.due, heads, nexts)
            self.program.propagate(level, *arrays)
            self.progress(int(control[algorithms.HEAD]), level)
            level += 1
