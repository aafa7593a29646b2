"""Long arrays: in memory as long as there is room, then in files.

The files have no names: whatever ends the process, nothing is left behind. They lie in the user's data folder.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from ludograph.core.files import reason_of
from ludograph.errors import FileRefused
from ludograph.solver.kept import folder_for

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

#: So many keys of each run are merged at a time.
AT_ONCE = 1 << 16
FOLDER = "solutions"
#: The part of the memory that is so little that it is no matter.
SMALL_SHARE = 4096


class Storage:
    """Room for arrays: so many bytes of memory, and what the disk has."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.left = memory

    def kept(self, array: Any) -> Any:
        """An array with the same content, in a file if there is no room in memory, unless it is very small: a process
        can't have very many files."""
        if array.nbytes <= max(self.left, self.memory // SMALL_SHARE):
            self.left -= array.nbytes
            return array
        return self._written(array.dtype, [array])

    def forget(self, arrays: Iterable[Any]) -> None:
        """What was kept is needed no more."""
        self.left += sum(array.nbytes for array in arrays if not is_in_file(array))

    def filled(self, size: int, value: int, dtype: DTypeLike) -> Any:
        """A new array with a value everywhere."""
        import numpy as np

        kind = np.dtype(dtype)
        if size * kind.itemsize <= self.left:
            self.left -= size * kind.itemsize
            return np.full(size, value, kind)
        pieces = (np.full(min(AT_ONCE, size - first), value, kind) for first in range(0, size, AT_ONCE))
        return self._written(kind, pieces)

    def merged(self, runs: Sequence[Any]) -> Any:
        """All keys of some sorted arrays, sorted, each once."""
        import numpy as np

        if len(runs) == 1:
            return runs[0]
        needed = 3 * sum(run.nbytes for run in runs)  # the arrays, one behind the other, and the result
        if needed > self.left:
            return self._written(np.dtype(np.uint64), _merge(runs))
        result = in_order(runs)
        self.left -= result.nbytes
        return result

    def _written(self, dtype: Any, arrays: Iterable[Any]) -> Any:
        """Arrays one behind the other, in a file that is mapped into memory."""
        import numpy as np

        folder = folder_for(FOLDER)
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                size = _write(file, arrays)
                if not size:
                    return np.zeros(0, dtype)
                return np.frombuffer(mmap.mmap(file.fileno(), size), dtype)
        except OSError as error:
            raise FileRefused(
                f"What no longer fits into memory can't be kept in {folder}: {reason_of(error)}."
            ) from None


def in_order(arrays: Sequence[Any]) -> Any:
    """All keys of some arrays, sorted, each once: many times as fast as ``numpy.unique``, which hashes them."""
    import numpy as np

    keys = np.sort(np.concatenate([np.zeros(0, np.uint64), *arrays]))
    is_first = np.ones(len(keys), bool)
    is_first[1:] = keys[1:] != keys[:-1]
    return keys[is_first]


def is_in_file(array: Any) -> bool:
    """Whether an array is one that there was no room for in memory."""
    return isinstance(array.base, memoryview)  # of the mapped file


def _write(file: BinaryIO, arrays: Iterable[Any]) -> int:
    """Write arrays; returns how many bytes. The disk has room for them then: what is mapped can be changed."""
    for array in arrays:
        file.write(memoryview(array).cast("B") if len(array) else b"")
    file.flush()
    return file.tell()


def _merge(runs: Sequence[Any]) -> Iterator[Any]:
    """The keys of sorted arrays in order, each once, piece by piece."""
    import numpy as np

    places = [0] * len(runs)
    while True:
        ahead = [run[place : place + AT_ONCE] for run, place in zip(runs, places, strict=True)]
        ends = [part[-1] for part in ahead if len(part)]
        if not ends:
            return
        bound = min(ends)  # up to here nothing can come that has not been looked at
        counts = [int(np.searchsorted(part, bound, side="right")) for part in ahead]
        yield in_order([part[:count] for part, count in zip(ahead, counts, strict=True)])
        places = [place + count for place, count in zip(places, counts, strict=True)]
