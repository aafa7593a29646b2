"""The interface: a puzzle as one class in plain Python, in the spelling of GamesmanPuzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import StrEnum, nonmember
from typing import Any, ClassVar


class PuzzleValue(StrEnum):
    """What is known of a position: ``primitive`` says it of one, a solver of all."""

    SOLVABLE = "SOLVABLE"
    UNSOLVABLE = "UNSOLVABLE"
    UNDECIDED = "UNDECIDED"

    #: What GamesmanPuzzles has for what can't be solved; no remoteness of ours ends there.
    MAX_REMOTENESS = nonmember(127)

    @staticmethod
    def contains(key: object) -> bool:
        """Whether this is one of the values."""
        return isinstance(key, str) and key in tuple(PuzzleValue)


class Puzzle(ABC):
    """One position of a puzzle. It never changes: ``doMove`` makes a new one.

    Two positions are the same when ``toString`` gives the same text. ``__hash__`` has to agree with that, and may
    well be the same for different positions.
    """

    #: Whether a law that is broken is refused, and not only told.
    is_strict: ClassVar[bool] = True
    #: The name that the puzzle is registered under; the class' name in small letters when left out.
    puzzleid: ClassVar[str | None] = None
    #: The ids of the variants: a list of texts, or a mapping from them. The first is meant by the bare name.
    variants: ClassVar[Iterable[str]] = ()
    #: The id of the variant that this position belongs to, where there are variants.
    variant: str | None = None

    def __init__(self, *args: object, **kwargs: object) -> None:
        """The start. Whatever a subclass passes on is ignored."""
        super().__init__()

    @abstractmethod
    def generateMoves(self, movetype: str = "all") -> Iterable[Any]:
        """The moves of a type: ``'for'``, ``'bi'``, ``'back'``, ``'legal'`` (for and bi), ``'undo'`` (bi and back)
        or ``'all'``. A move is a value of any type, best a tuple of numbers or a text.

        forward: legal from here to there, but not back; backward: legal only from there to here; bidirectional: both.
        """

    @abstractmethod
    def doMove(self, move: Any) -> Puzzle:
        """A new puzzle, after any of ``generateMoves()``, backward ones too.

        Raises TypeError for a thing that is no move and ValueError for a move that is not in ``generateMoves()``.
        """

    @abstractmethod
    def primitive(self) -> PuzzleValue:
        """SOLVABLE when the puzzle is solved, UNSOLVABLE when it is plainly lost, else UNDECIDED."""

    @abstractmethod
    def toString(self) -> str:
        """The one text of this position. To be registered, a puzzle needs texts of one line."""

    @abstractmethod
    def __hash__(self) -> int:
        """The same number for the same position."""

    @abstractmethod
    def generateSolutions(self) -> Iterable[Puzzle]:
        """All positions whose ``primitive`` is SOLVABLE."""

    @classmethod
    def fromString(cls, positionid: str) -> Puzzle:
        """The position with this text; raises ValueError or TypeError for any other. Only registering needs it."""
        raise NotImplementedError(f"{cls.__name__} defines no fromString")

    @classmethod
    def generateStartPosition(cls, variantid: str | None = None) -> Puzzle:
        """The start of a variant."""
        if variantid is None:
            return cls()
        raise NotImplementedError(f"{cls.__name__} defines no generateStartPosition")

    def getName(self) -> str:
        """The name for people."""
        return type(self).__name__

    def generateMovePositions(self, movetype: str = "legal") -> list[tuple[Any, Puzzle]]:
        """The moves of a type, each with the position after it."""
        return [(move, self.doMove(move)) for move in self.generateMoves(movetype)]

    def __str__(self) -> str:
        """The position for people; may have several lines."""
        return self.toString()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.toString()}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.toString() == other.toString()
