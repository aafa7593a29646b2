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

    ``hops`` are what is touched one after the other: cells, and at the end a choice such as ``=3``. A hand
    may have other ways to make the same move: ``other_hops``.
    ``code`` is the number that the game's kernel knows the move by.
    """

    text: str
    source: str | None
    target: str | None
    kind: MoveKind = MoveKind.FORWARD
    captures: tuple[str, ...] = ()
    hops: tuple[str, ...] = ()
    code: int = 0
    other_hops: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """All ways in which a hand makes the move, the usual one first."""
        return (self.hops, *self.other_hops)

    def begins_with(self, hops: tuple[str, ...]) -> bool:
        """Whether one of the ways begins with these hops."""
        return any(way[: len(hops)] == hops for way in self.ways)

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


class HopIndex:
    """The moves of one position by every beginning of their hops (a trie), so that each further hop is looked up at
    once."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._following: dict[tuple[str, ...], dict[str, None]] = {(): {}}
        self._whole: dict[tuple[str, ...], Move] = {}
        for move in moves:
            for way in move.ways:
                self._add(way, move)

    def _add(self, way: tuple[str, ...], move: Move) -> None:
        for length, hop in enumerate(way):
            self._following.setdefault(way[:length], {})[hop] = None
        self._following.setdefault(way, {})
        self._whole.setdefault(way, move)

    def __contains__(self, hops: tuple[str, ...]) -> bool:
        """Whether a move begins so."""
        return hops in self._following

    def following(self, hops: tuple[str, ...]) -> tuple[str, ...]:
        """The hops that may come next."""
        return tuple(self._following.get(hops, ()))

    def follow(self, hops: Sequence[str]) -> PartialMove:
        """The partial move that a prefix of hops is."""
        prefix = tuple(hops)
        following = self.following(prefix)
        whole = self._whole.get(prefix)
        if prefix not in self:
            message = f"No legal move begins with {' '.join(prefix)}."
        elif whole and following:
            message = f"{whole.text} is a move, or goes on with {' or '.join(following)}."
        elif whole:
            message = f"{whole.text} is a move."
        else:
            message = f"Go on with {' or '.join(following)}."
        return PartialMove(prefix, prefix in self, whole is not None, following, message, whole)
