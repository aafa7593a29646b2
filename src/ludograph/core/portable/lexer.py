"""From lines to tokens: nothing is held but the line at hand and the comment that it stands in."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO, Final, TextIO, cast

from ludograph.core.portable.model import Place
from ludograph.core.texts import quoted
from ludograph.errors import InvalidGameText

MAX_LINE: Final = 1_000_000
MAX_GAME: Final = 4_000_000
BYTE_ORDER_MARK: Final = "\ufeff"


class Kind(Enum):
    """What a token is. Its text is without brackets, quotes and escapes."""

    TAG_OPEN = "["
    TAG_CLOSE = "]"
    OPEN = "("
    CLOSE = ")"
    COMMENT = "a comment"
    TEXT = "a quoted text"
    NUMBER = "a move number"
    SIGN = "a sign such as !?"
    GLYPH = "a glyph such as $1"
    STAR = "*"
    WORD = "a word"


@dataclass(frozen=True, slots=True)
class Token:
    kind: Kind
    text: str
    place: Place
    end: int  # the column behind it

    def __str__(self) -> str:
        return quoted(self.text) if self.kind in (Kind.WORD, Kind.NUMBER, Kind.SIGN) else self.kind.value


#: Dots alone stand for a move that is not written again; 26 is what files of DOS end with.
SPACE: Final = re.compile(r"[\s.\x1a]+")
TOKEN: Final = re.compile(
    r"""
    (?P<TAG_OPEN>\[) | (?P<TAG_CLOSE>\])
    | \((?P<STRENGTH>[!?]+)\)
    | (?P<OPEN>\() | (?P<CLOSE>\))
    | "(?P<TEXT>(?:[^"\\]|\\.)*)"
    | (?P<NUMBER>[0-9]+\.+)
    | (?P<SIGN>[!?]+)
    | \$(?P<GLYPH>[0-9]+)
    | (?P<STAR>\*)
    | (?P<WORD>[^\s()\[\]{};"$!?*\x00-\x1f\x7f]+)
    """,
    re.VERBOSE,
)
ESCAPED: Final = re.compile(r'\\(["\\])')
CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
TAG_LINE: Final = re.compile(r'\s*\[\s*\w+\s*"')


class Lexer:
    """The tokens of a stream of lines. A fault is raised where it is found; ``skip_game`` goes on behind it."""

    def __init__(self, stream: TextIO | BinaryIO) -> None:
        self._stream = _text_stream(stream)
        self._line = ""
        self._number = 0
        self._at = 0  # how much of the line has been read
        self._game_size = 0
        self.last_blank = 0  # the number of the last line without text

    @property
    def place(self) -> Place:
        return Place(self._number, self._at + 1)

    def begin_game(self) -> None:
        """Count the length of a game from here."""
        self._game_size = 0

    def next(self) -> Token | None:
        """The next token; None at the end of the stream."""
        if not self._skip_space():
            return None
        start = self._line[self._at]
        if start == "{":
            return self._comment()
        if start == ";":
            words = self._checked(self._line[self._at + 1 :]).split()
            return self._take(Kind.COMMENT, " ".join(words), len(self._line))
        found = TOKEN.match(self._line, self._at)
        if found is None:
            raise self._strange(start)
        name = found.lastgroup or ""
        text = ESCAPED.sub(r"\1", self._checked(found[name])) if name == "TEXT" else found[name]
        return self._take(Kind.SIGN if name == "STRENGTH" else Kind[name], text, found.end())

    def unread(self, token: Token) -> None:
        """Read a token of the line at hand again."""
        if token.place.line == self._number:
            self._at = token.place.column - 1

    def skip_game(self, *, in_tags: bool) -> None:
        """Pass over what is left of a faulty game: up to the next line that begins with a tag and doesn't belong to the
        tags among which the fault stands."""
        if self._is_at_tag_line():
            return
        if in_tags:
            while self._line.strip() and self._next_line(checked=False):
                pass
        while not self._is_at_tag_line():
            if not self._next_line(checked=False):
                return

    # -- lines ------------------------------------------------------------------------------------------

    def _is_at_tag_line(self) -> bool:
        return not self._line[: self._at].strip() and bool(TAG_LINE.match(self._line, self._at))

    def _skip_space(self) -> bool:
        """Go to the next character that says something; False at the end of the stream."""
        while True:
            if space := SPACE.match(self._line, self._at):
                self._at = space.end()
            if self._at < len(self._line):
                return True
            if not self._next_line():
                return False
            while self._line.startswith("%"):
                if not self._next_line():
                    return False

    def _next_line(self, *, checked: bool = True) -> bool:
        """Read a line, without its end; False at the end of the stream, when the line is empty."""
        line = self._stream.readline(MAX_LINE + 1)
        self._number += bool(line)
        self._at = 0
        if len(line) > MAX_LINE and not line.endswith("\n"):
            self._line = ""
            while (rest := self._stream.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
            if checked:
                raise InvalidGameText(f"the line has more than {MAX_LINE:,} characters", self._number, 1)
            return True
        self._line = _decoded(line.removesuffix("\n").removesuffix("\r"))
        if self._number == 1:
            self._line = self._line.removeprefix(BYTE_ORDER_MARK)
        if self._line.strip():
            self._game_size += len(line)
        else:
            self.last_blank = self._number
        if checked and self._game_size > MAX_GAME:
            raise InvalidGameText(f"the game has more than {MAX_GAME:,} characters", self._number, 1)
        return bool(line)

    # -- tokens -----------------------------------------------------------------------------------------

    def _take(self, kind: Kind, text: str, end: int) -> Token:
        token = Token(kind, text, self.place, end + 1)
        self._at = end
        return token

    def _comment(self) -> Token:
        """A comment in braces, over as many lines as it takes; white space in it counts as one space."""
        place = self.place
        self._at += 1
        words: list[str] = []
        while (end := self._line.find("}", self._at)) < 0:
            words += self._checked(self._line[self._at :]).split()
            was_blank = not self._line.strip()
            found = self._next_line()
            if not found or (was_blank and TAG_LINE.match(self._line)):
                raise InvalidGameText("the comment that begins here is not closed", *place)
        words += self._checked(self._line[self._at : end]).split()
        self._at = end + 1
        return Token(Kind.COMMENT, " ".join(words), place, self._at + 1)

    def _checked(self, text: str) -> str:
        """A text from the line at hand, refused when it has control characters."""
        if found := CONTROL.search(text):
            at = self._line.index(found[0])
            raise InvalidGameText(f"{found[0]!r} is a control character", self._number, at + 1)
        return text

    def _strange(self, start: str) -> InvalidGameText:
        reasons = {
            '"': "the quote that begins here is not closed on its line",
            "}": "no comment is open that this brace could close",
            "$": "a glyph is written with a number, like $1",
        }
        reason = reasons.get(start) or f"{start!r} is a control character"
        return InvalidGameText(reason, *self.place)


def _text_stream(stream: TextIO | BinaryIO) -> TextIO:
    """Lines of text; bytes that are not UTF-8 are marked, for ``_decoded``."""
    if isinstance(stream.read(0), str):
        return cast(TextIO, stream)
    return io.TextIOWrapper(cast(BinaryIO, stream), encoding="utf-8", errors="surrogateescape", newline=None)


def _decoded(line: str) -> str:
    """A line that is not UTF-8 is taken for Latin-1."""
    if line.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in line):
        return line
    try:
        return line.encode("utf-8", "surrogateescape").decode("latin-1")
    except UnicodeEncodeError:  # a stream of text with halves of characters in it
        return line.encode("utf-8", "replace").decode("utf-8")
