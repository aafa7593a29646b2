"""The one family of errors.

Every refusal is an instance of :class:`LudographError`: its ``code`` is stable (the server sends it,
tests rely on it), its text is one clear sentence for people. It stands below all other parts, because
a board map can be refused as well as a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FAULTS_NAMED = 20


class LudographError(Exception):
    """Something was refused; nothing was changed."""

    code = "refused"
    #: More than the sentence, in several lines, for who has to mend it.
    details = ""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def as_dict(self) -> dict[str, object]:
        """The error as plain data, for JSON."""
        return {"code": self.code, "message": self.message}


class FaultyInput(LudographError):
    """A whole text or file was refused; ``faults`` lists everything that is wrong with it.

    The message is one sentence that names the first :data:`FAULTS_NAMED` of them and counts the others.
    """

    def __init__(self, what: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        named = list(self.faults[:FAULTS_NAMED])
        if len(self.faults) > FAULTS_NAMED:
            named.append(f"… and {len(self.faults) - FAULTS_NAMED:,} more")
        super().__init__(f"{what}: {'; '.join(named)}.")

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "faults": list(self.faults)}


class InvalidMap(FaultyInput):
    """A board map breaks the rules of maps."""

    code = "invalid-map"


class UnknownGame(LudographError):
    """No game has this name or variant."""

    code = "unknown-game"


class InvalidParameter(LudographError):
    """A game's parameter is unknown, of the wrong type or out of its bounds."""

    code = "invalid-parameter"


class InvalidGame(LudographError):
    """A game's own definition is wrong: the sentence is for its author."""

    code = "invalid-game"


class KernelFailed(LudographError):
    """A game's rules went wrong while they ran compiled: an index out of range, a division by 0."""

    code = "kernel-failed"


class PositionError(FaultyInput):
    """A text does not describe a position."""

    def __init__(self, what: str, faults: Sequence[str], text: str = "") -> None:
        super().__init__(what, faults)
        self.text = text


class PositionSyntaxError(PositionError):
    """The text can't be read."""

    code = "position-syntax"


class InvalidPosition(PositionError):
    """The text can be read, but the rules don't know such a position."""

    code = "invalid-position"


class MoveError(LudographError):
    """A move was refused; ``text`` is the move, ``position`` the text of the position it was meant for, ``meant`` are
    the legal moves that it may mean to a reader who forgives."""

    def __init__(self, message: str, *, text: str = "", position: str = "", meant: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
        self.meant = tuple(meant)

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "move": self.text, "position": self.position}


class MoveSyntaxError(MoveError):
    """The text is no move in this game's notation."""

    code = "move-syntax"


class AmbiguousMove(MoveError):
    """The text fits several legal moves."""

    code = "ambiguous-move"


class IllegalMove(MoveError):
    """The text is a move, but not a legal one; ``reason`` names the rule that forbids it."""

    code = "illegal-move"

    def __init__(
        self, message: str, *, reason: str, text: str = "", position: str = "", meant: Iterable[str] = ()
    ) -> None:
        super().__init__(message, text=text, position=position, meant=meant)
        self.reason = reason

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "reason": self.reason}


class NotYourTurn(MoveError):
    """A seat tried to move out of turn."""

    code = "not-your-turn"


class GameOver(MoveError):
    """The game has ended: there is nothing to move or to take part in any more."""

    code = "game-over"


class UnsupportedKind(LudographError):
    """The game does not have moves of the asked kind."""

    code = "unsupported-kind"


class NothingToUndo(LudographError):
    """The match is at its start."""

    code = "nothing-to-undo"


class InvalidRecord(FaultyInput):
    """A match record can't be read or does not replay."""

    code = "invalid-record"


class InvalidGameText(LudographError):
    """A game in a file of portable notation can't be read, or breaks the rules: where, and why."""

    code = "invalid-game-text"

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(f"Line {line}, column {column}: {reason}.")
        self.reason = reason
        self.line = line
        self.column = column

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "line": self.line, "column": self.column, "reason": self.reason}


class UnsafeCache(LudographError):
    """The folder for compiled kernels is not private to the user."""

    code = "unsafe-cache"


class TooLarge(LudographError):
    """Something does not fit into memory, or into the numbers that it is counted with."""

    code = "too-large"


class Unavailable(LudographError):
    """What is kept can't be reached just now; ``retry_after`` are seconds. What was to be stored may have been, if
    ``is_uncertain``."""

    code = "unavailable"
    retry_after = 5

    def __init__(self, message: str, *, is_uncertain: bool = False) -> None:
        super().__init__(message)
        self.is_uncertain = is_uncertain

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "is_uncertain": self.is_uncertain}


class CannotBuild(LudographError):
    """A game's program can't be made for pages or for another machine."""

    code = "cannot-build"


class CannotSolve(LudographError):
    """The solver has no way to solve this game."""

    code = "cannot-solve"


class NotInSolution(LudographError):
    """A solution does not hold the position that it was asked about."""

    code = "not-in-solution"


class Undecided(LudographError):
    """A search ended before it knew the answer."""

    code = "undecided"


class DamagedSolution(LudographError):
    """A file is no whole solution, or its numbers are wrong."""

    code = "damaged-solution"


class PlayerFailed(LudographError):
    """A player that is another program can't be started, doesn't answer or wants an illegal move."""

    code = "player"


class FileRefused(LudographError):
    """A file can't be read or written."""

    code = "file"
