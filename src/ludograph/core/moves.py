"""Moves: what people see of them, their kinds, and moves that are entered hop by hop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Flag

from ludograph.core.texts import quoted
from ludograph.errors import UnsupportedKind


class MoveKind(Flag):
    """Which way a move may be taken between two positions P and Q of the game graph.

    forward: legal from P to Q only; backward: legal from Q to P only; bidirectional: both.
    """

    FORWARD = 1
    BIDIRECTIONAL = 2
    BACKWARD = 4
    LEGAL = FORWARD | BIDIRECTIONAL
    UNDO = BIDIRECTIONAL | BACKWARD
    ALL = FORWARD | BIDIRECTIONAL | BACKWARD

    def __str__(self) -> str:
        return (self.name or "").lower()

    @classmethod
    def parse(cls, text: str) -> MoveKind:
        """The kind with this name in small letters."""
        kinds = {str(kind): kind for kind in cls.__members__.values()}
        if text not in kinds:
            raise UnsupportedKind(f"There is no kind of moves {quoted(text)}; the kinds are {', '.join(kinds)}.")
        return kinds[text]


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one position: its canonical text, and the hops by which a hand makes it.

    ``hops`` are what is touched one after the other: cells, and at the end a choice such as ``=3``.
    ``code`` is the number that the game's kernel knows the move by.
    """

    text: str
    source: str | None
    target: str | None
    kind: MoveKind = MoveKind.FORWARD
    captures: tuple[str, ...] = ()
    hops: tuple[str, ...] = ()
    code: int = 0

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, object]:
        """The move as plain data, for JSON."""
        return {
            "text": self.text,
            "from": self.source,
            "to": self.target,
            "kind": str(self.kind),
            "captures": list(self.captures),
            "hops": list(self.hops),
        }


@dataclass(frozen=True, slots=True)
class PartialMove:
    """What a prefix of hops amounts to.

    ``valid``: some legal move begins so. ``complete``: it is a whole move, ``move``. ``next``: the hops
    that may follow. ``message``: what is missing, or why it is refused.
    """

    hops: tuple[str, ...]
    valid: bool
    complete: bool
    next: tuple[str, ...]
    message: str
    move: Move | None = None


def follow_hops(moves: Iterable[Move], hops: Sequence[str]) -> PartialMove:
    """The partial move that a prefix of hops is among these moves."""
    prefix = tuple(hops)
    fitting = [move for move in moves if move.hops[: len(prefix)] == prefix]
    following = tuple(dict.fromkeys(move.hops[len(prefix)] for move in fitting if len(move.hops) > len(prefix)))
    whole = next((move for move in fitting if move.hops == prefix), None)
    if not fitting:
        message = f"No legal move begins with {' '.join(prefix)}."
    elif whole and following:
        message = f"{whole.text} is a move, or goes on with {' or '.join(following)}."
    elif whole:
        message = f"{whole.text} is a move."
    else:
        message = f"Go on with {' or '.join(following)}."
    return PartialMove(prefix, bool(fitting), whole is not None, following, message, whole)
