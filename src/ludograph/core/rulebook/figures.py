"""Figures in the rules: a position, what is shown on it, and what has to be true of it.

A figure is a fenced block; lines without one of these words are its caption::

    ```figure
    game: hex?size=5            another game than the text is about
    position: R:…               the start, when left out
    played: A2-A3 B5-B4         moves played from there; the last one is shown
    piece: B2                   the targets of this piece's moves are marked
    moves: B2-B3 B2xC3          the targets of these moves are marked
    refused: B2-B4              moves that the rules refuse; the reason is told
    end: Red                    the game is over there, and won by this side; or: draw, solved, stuck
    A stack goes one cell in any direction.
    ```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.core.registry import game as game_named
from ludograph.draw.picture import Picture
from ludograph.errors import LudographError, MoveError

WORDS = ("game", "position", "played", "piece", "moves", "refused", "end")
DRAW, SOLVED, STUCK = "draw", "solved", "stuck"


@dataclass(frozen=True)
class Refused:
    """A move that is refused, with the rule's own sentence."""

    move: str
    reason: str


@dataclass(frozen=True)
class Figure:
    """One figure of a game's rules. What it shows is asked from the rules themselves."""

    game: Game
    said: dict[str, str] = field(hash=False)
    caption: str

    @classmethod
    def read(cls, game: Game, text: str) -> Figure:
        said: dict[str, str] = {}
        caption = []
        for line in text.splitlines():
            word, colon, rest = line.partition(":")
            if colon and word in WORDS:
                said[word] = rest.strip()
            else:
                caption.append(line)
        return cls(game_named(said["game"]) if "game" in said else game, said, " ".join(caption))

    @cached_property
    def before(self) -> Position:
        """Where somebody who tries it begins."""
        text = self.said.get("position")
        return self.game.parse(text) if text else self.game.start()

    @cached_property
    def _played(self) -> tuple[Position, Move | None]:
        position, last = self.before, None
        for text in self._list("played"):
            last = position.find(text)
            position = position.play(last)
        return position, last

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self._played[0]

    @property
    def picture(self) -> Picture:
        position, last = self._played
        sources = tuple(move.source for move in self._marked if move.source)
        return position.picture(last or Move("", None, None, hops=sources), self.marks)

    @property
    def marks(self) -> list[str]:
        """Where the piece may go, and the cells that the moves lead to."""
        found = [hop for move in self._marked for hop in _cells_reached(move, has_way="moves" in self.said)]
        return list(dict.fromkeys(found))

    @cached_property
    def _marked(self) -> list[Move]:
        piece = self.game.normal(self.said.get("piece", ""))  # a cell may be called as moves call it
        own = [move for move in self.position.legal_moves if piece and piece in (move.source, move.hops[0])]
        return own + [self.position.find(text) for text in self._list("moves")]

    @property
    def refused(self) -> list[Refused]:
        return [Refused(text, reason) for text in self._list("refused") if (reason := self._refusal(text))]

    @property
    def outcome_text(self) -> str:
        """How the game has ended, in the words of the rules; empty where it goes on."""
        outcome = self.position.outcome
        return outcome.text if outcome else ""

    def faults(self) -> Iterator[str]:
        """What is not as the figure says, one sentence each."""
        if not self.caption:
            yield "A figure has no caption."
        try:
            yield from self._faults()
        except LudographError as error:
            yield f"{self.caption} {error.message}"

    def _faults(self) -> Iterator[str]:
        if not self.marks and "piece" in self.said:
            yield f"{self.caption} The piece on {self.said['piece']} has no move."
        for text in self._list("refused"):
            if not self._refusal(text):
                yield f"{self.caption} {text} is not refused."
        end = end_of(self.position)
        if end != self.said.get("end"):
            yield f"{self.caption} It should end with {self.said.get('end')}, but does with {end}."

    def _refusal(self, text: str) -> str:
        try:
            self.position.find(text)
        except MoveError as error:
            return error.message
        return ""

    def _list(self, word: str) -> list[str]:
        return self.said.get(word, "").split()


def _cells_reached(move: Move, *, has_way: bool) -> tuple[str, ...]:
    """Where a move ends, or all cells on its way there; the only one where something is placed."""
    if has_way or move.target is None:
        return move.hops[1:] or move.hops
    return (move.target,)


def end_of(position: Position) -> str | None:
    """How a position has ended, as a figure says it; None where the game goes on."""
    outcome, seats = position.outcome, position.game.seats
    if outcome is None:
        return None
    if len(seats) == 1:
        return SOLVED if outcome.winners else STUCK
    return DRAW if outcome.is_draw else " ".join(seats[seat] for seat in sorted(outcome.winners))
