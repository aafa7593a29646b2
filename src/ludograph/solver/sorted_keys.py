"""What was found, as sorted lists of keys, and on the way back which of it was found again.

On the way out there are several lists, each at least twice as long as the next, so that few are to be looked through
and few are to be merged with what is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludograph.solver.storage import Storage

#: So many keys are looked up between two looks at the clock and at Ctrl-C.
CHUNK = 1 << 16


class SortedKeys:
    """The keys that were found; what there is no room for in memory is in files."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.found: list[Any] = []
        self.again: Any = None

    def take(self, keys: Any) -> None:
        """These were found, all of them new; they are in order, each once."""
        import numpy as np

        if self.again is not None:
            for begin in range(0, len(keys), CHUNK):
                self.again[np.searchsorted(self.found[0], keys[begin : begin + CHUNK])] = True
            return
        self.found.append(keys)
        while len(self.found) > 1 and len(self.found[-2]) < 2 * len(self.found[-1]):
            self._merge_last(2)

    def _merge_last(self, count: int) -> None:
        last = self.found[-count:]
        self.found[-count:] = [self.storage.merged(last)]
        self.storage.forget(last)

    def new_among(self, keys: Any) -> Any:
        """Those of some keys that are still to be found; they are in order, each once."""
        if self.again is not None:
            places, is_known = looked_up(self.found[0], keys)
            return keys[is_known][~self.again[places[is_known]]]
        for found in self.found:
            _, is_known = looked_up(found, keys)
            keys = keys[~is_known]
        return keys

    def taken_level(self, runs: Sequence[Any]) -> list[Any]:
        """A level, when all its sorted runs are there: one list, which is found from now on; none when it is empty."""
        if not runs:
            return []
        level = self.storage.merged(runs)
        if len(runs) > 1:
            self.storage.forget(runs)
        self.take(level)
        return [level]

    def turn_back(self) -> None:
        """From now on what was found is to be found again."""
        import numpy as np

        if len(self.found) != 1:
            self._merge_last(len(self.found)) if self.found else self.found.append(np.zeros(0, np.uint64))
        self.again = self.storage.filled(len(self.found[0]), 0, bool)


def looked_up(keys: Any, wanted: Any) -> tuple[Any, Any]:
    """Where each of some keys would be in a sorted list, and whether it is there."""
    import numpy as np

    places = np.searchsorted(keys, wanted)
    is_there = places < len(keys)
    is_there[is_there] = keys[places[is_there]] == wanted[is_there]
    return places, is_there


def numbers_by_level(storage: Storage, every: Any, levels: Iterable[Iterable[Any]], bits: int, other: int) -> Any:
    """For all keys of a sorted list the number of the level in which they are, or another one for those in none."""
    import numpy as np

    numbers = storage.filled(len(every), other, f"uint{bits}")
    for number, level in enumerate(levels):
        for keys in level:
            for begin in range(0, len(keys), CHUNK):
                numbers[np.searchsorted(every, keys[begin : begin + CHUNK])] = number
    return numbers
