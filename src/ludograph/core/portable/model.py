"""A game as it stands in a file: tags, a tree of moves with their remarks, a result. Nothing here knows any rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ludograph.core.portable.facts import PGN

if TYPE_CHECKING:
    from ludograph.core.game import Game
    from ludograph.core.portable.meaning import Replay

UNFINISHED: Final = "*"

#: The signs behind moves by their numeric glyph, as PGN numbers them.
SIGNS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
ONLY_MOVE: Final = 7
MAX_GLYPH: Final = 255


class Place(NamedTuple):
    """Where something stands in a file; both are counted from 1."""

    line: int
    column: int


NOWHERE: Final = Place(1, 1)


class Mend(NamedTuple):
    """Something in a file that is not as it should be, and what was made of it."""

    code: str
    text: str
    place: Place = NOWHERE

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "line": self.place.line, "column": self.place.column, "text": self.text}


class Number(NamedTuple):
    """A move number; ``goes_on`` when another move with this number went before: ``1...``, not ``1.``."""

    value: int
    goes_on: bool = False

    def __str__(self) -> str:
        return f"{self.value}..." if self.goes_on else f"{self.value}."


@dataclass
class WrittenMove:
    """A move: its text, its glyphs, the number before it, and the comments and variations behind it in their order.

    A variation is an alternative to this move.
    """

    text: str
    glyphs: list[int] = field(default_factory=list)
    remarks: list[str | Line] = field(default_factory=list)
    number: Number | None = None
    place: Place = field(default=NOWHERE, compare=False)
    number_place: Place = field(default=NOWHERE, compare=False)


@dataclass
class Line:
    """Moves one after the other, and the comments before the first of them."""

    comments: list[str] = field(default_factory=list)
    moves: list[WrittenMove] = field(default_factory=list)


@dataclass(frozen=True)
class Numbering:
    """How moves are numbered: the first number, how many moves share one, and how many of those went before."""

    first: int = 1
    shared: int = 2
    before: int = 0

    def number(self, ply: int) -> int:
        return self.first + (ply + self.before) // self.shared

    def apply(self, line: Line, ply: int = 0) -> None:
        """Number a line whose first move is played at a ply, and its variations: each move that is the first with its
        number, and each that doesn't stand right behind the one before it."""
        is_apart = True
        for at, move in enumerate(line.moves, ply):
            goes_on = (at + self.before) % self.shared > 0
            move.number = Number(self.number(at), goes_on) if is_apart or not goes_on else None
            is_apart = bool(move.remarks)
            for remark in move.remarks:
                if isinstance(remark, Line):
                    self.apply(remark, at)


@dataclass
class GameText:
    """One game of a file. The tags keep their order; the first line is the game itself."""

    tags: dict[str, str] = field(default_factory=dict)
    line: Line = field(default_factory=Line)
    result: str = UNFINISHED
    format: str = PGN
    place: Place = field(default=NOWHERE, compare=False)
    result_place: Place = field(default=NOWHERE, compare=False)
    tag_places: dict[str, Place] = field(default_factory=dict, compare=False)
    #: What its reader has mended; ``Replay.mended`` has also what the rules have shown.
    mended: list[Mend] = field(default_factory=list, compare=False)

    @property
    def moves(self) -> list[str]:
        """The texts of the moves of the game itself."""
        return [move.text for move in self.line.moves]

    @property
    def has_remarks(self) -> bool:
        """Whether there is more than moves: a comment, a variation, a glyph."""
        return bool(self.line.comments) or any(move.remarks or move.glyphs for move in self.line.moves)

    def replay(self, game: Game | str | None = None, *, strict: bool = False, beside: Replay | None = None) -> Replay:
        """The game by the rules, every move checked, also those of variations; InvalidGameText where it breaks them.

        ``game``, or its name, is meant when no tag names one; without it that is chess, or in PDN the draughts that the
        moves fit, that of another game ``beside`` it in the file before others. What can be mended is told by
        ``Replay.mended``; when ``strict``, it is refused.
        """
        from ludograph.core.portable.meaning import replay

        return replay(self, game, strict=strict, beside=beside)

    def __str__(self) -> str:
        from ludograph.core.portable.writer import to_text

        return to_text(self)
