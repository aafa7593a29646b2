"""Puzzles of GamesmanPuzzles as they are today: texts in several modes, positions read with their variant, no solutions
where there is no list of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from enum import Enum
from typing import Any, ClassVar

from ludograph.adapters.gamesman.puzzle import Puzzle


class StringMode(int, Enum):
    """For whom a text is: a program that draws it, a person, a person in a terminal."""

    AUTOGUI = 0
    HUMAN_READABLE = 1
    HUMAN_READABLE_MULTILINE = 2


class ServerPuzzle(Puzzle):
    """A position of such a puzzle. Two are the same when their ``__hash__`` is, as GamesmanPuzzles has it: a number of
    any size, which positions that are mirror images may share.

    Laws that it breaks are told as a ``PuzzleWarning``, and refused only to who asks for it.
    """

    is_strict = False
    #: The name that it is registered under.
    id: ClassVar[str | None] = None
    #: Whether its starts are drawn by chance.
    startRandomized: ClassVar[bool] = False  # noqa: N815 - this is how puzzles call it

    @abstractmethod
    def toString(self, mode: StringMode = StringMode.HUMAN_READABLE) -> str:
        """The text of this position in a mode."""

    @classmethod
    def fromString(cls, variant_id: str, position_str: str) -> Puzzle:  # type: ignore[override]
        """The position of a variant with this text."""
        raise NotImplementedError(f"{cls.__name__} defines no fromString")

    @classmethod
    def fromHash(cls, variantid: str, hash_val: int) -> Puzzle:
        """The position of a variant with this hash."""
        raise NotImplementedError(f"{cls.__name__} defines no fromHash")

    def generateSolutions(self) -> Iterable[Puzzle]:
        """None: what is solved is looked for from the start."""
        return ()

    def moveString(self, move: Any, mode: StringMode) -> str:
        """A move's text in a mode."""
        return str(move)

    def __str__(self) -> str:
        return self.toString(StringMode.HUMAN_READABLE_MULTILINE)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.toString(StringMode.HUMAN_READABLE)}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__hash__() == other.__hash__()

    __hash__ = Puzzle.__hash__
