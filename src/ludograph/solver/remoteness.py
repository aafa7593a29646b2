"""Values, and tables of remoteness (what tablebases call depth to mate) in memory: for every rank, or for those that a
list of keys names.

A number is a remoteness, or one of two special values, the greatest that the type holds: ``unsolvable``, and one less:
``outside``, for ranks that no position of the puzzle has or that can't be reached.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.unsignedinteger[Any]]
    Keys = NDArray[np.uint64]

WIDTHS = (8, 16, 32)
#: So many numbers are looked at, compressed or checked at a time.
BLOCK = 1 << 18

UNSOLVABLE = -1
OUTSIDE = -2


class Value(StrEnum):
    """What a position is worth. A puzzle's is won or unsolvable; others are for the side to move."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    UNSOLVABLE = "unsolvable"


def width_for(distance: int) -> int:
    """The bits that distances up to this one need, beside the two special values."""
    return next(bits for bits in WIDTHS if distance < 2**bits - 2)


def special_values(bits: int) -> tuple[int, int]:
    """How ``unsolvable`` and ``outside`` are written with so many bits."""
    return 2**bits - 1, 2**bits - 2


class Numbering(Protocol):
    """Which number a state has in a table, and which state has a number: a kernel's ranks, or a list."""

    @property
    def ranks(self) -> int: ...

    @property
    def rules_digest(self) -> str: ...

    def rank_of(self, state: Any) -> int: ...

    def state_of(self, rank: int) -> Any: ...


class RemotenessTable(ABC):
    """The remoteness of ranks.

    ``is_keyed`` says that it has numbers only for the ranks that are its keys, not for all from 0 on; ``is_complete``
    that all positions that can be reached are in it, not only those that can be solved; ``up_to_symmetry`` that of all
    images of a position only the canonical one is.
    """

    bits: int
    is_keyed: bool
    is_complete: bool
    up_to_symmetry: bool = False

    @abstractmethod
    def __len__(self) -> int:
        """How many ranks it has numbers for."""

    @abstractmethod
    def get(self, rank: int) -> int:
        """The remoteness of a rank, or :data:`UNSOLVABLE`, or :data:`OUTSIDE`."""

    @abstractmethod
    def blocks(self) -> Iterator[tuple[Keys, Numbers]]:
        """All ranks and their numbers, :data:`BLOCK` at a time."""

    def readable(self, number: int) -> int:
        """A number of the table with its special values as constants."""
        unsolvable, outside = special_values(self.bits)
        return UNSOLVABLE if number == unsolvable else OUTSIDE if number == outside else number


class DenseTable(RemotenessTable):
    """A number for every rank."""

    is_keyed = False
    is_complete = True

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.bits = numbers.dtype.itemsize * 8

    def __len__(self) -> int:
        return len(self.numbers)

    def get(self, rank: int) -> int:
        return self.readable(int(self.numbers[rank])) if rank < len(self.numbers) else OUTSIDE

    def blocks(self) -> Iterator[tuple[Keys, Numbers]]:
        import numpy as np

        for first in range(0, len(self.numbers), BLOCK):
            numbers = self.numbers[first : first + BLOCK]
            yield np.arange(first, first + len(numbers), dtype=np.uint64), numbers


class KeyedTable(RemotenessTable):
    """Numbers for some ranks, which are sorted keys."""

    is_keyed = True

    def __init__(self, keys: Keys, numbers: Numbers, *, is_complete: bool, up_to_symmetry: bool = False) -> None:
        self.keys = keys
        self.numbers = numbers
        self.bits = numbers.dtype.itemsize * 8
        self.is_complete = is_complete
        self.up_to_symmetry = up_to_symmetry

    def __len__(self) -> int:
        return len(self.keys)

    def get(self, rank: int) -> int:
        import numpy as np

        place = int(np.searchsorted(self.keys, np.uint64(rank)))
        if place < len(self.keys) and int(self.keys[place]) == rank:
            return self.readable(int(self.numbers[place]))
        return OUTSIDE

    def blocks(self) -> Iterator[tuple[Keys, Numbers]]:
        for first in range(0, len(self.keys), BLOCK):
            yield self.keys[first : first + BLOCK], self.numbers[first : first + BLOCK]
