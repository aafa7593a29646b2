"""From lines to tokens: nothing is held but the line at hand and the comment that it stands in."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple, TextIO

from ludograph.core.portable.encodings import Decoding
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
    STRAY = "a sign that says nothing"


class Token(NamedTuple):
    kind: Kind
    text: str
    line: int
    column: int
    end: int  # the column behind it

    @property
    def place(self) -> Place:
        return Place(self.line, self.column)

    def __str__(self) -> str:
        return quoted(self.text) if self.kind in (Kind.WORD, Kind.NUMBER, Kind.SIGN) else self.kind.value


# What goes before a token may have dots in it, which stand for a move that is not written again, and the character 26,
# which files of DOS end with.
TOKEN_PATTERN: Final = r"""[\s.\x1a]*(?:
    (?P<NUMBER>[0-9]+[ \t]*\.(?:[\s.]*\.)?)
    | (?P<SPACED>(?!))
    | (?P<WORD>[^\s()\[\]{};"$!?*\x00-\x1f\x7f]+)
    | (?P<END>\Z)
    | (?P<SIGN>[!?]+|\([!?]+\))
    | (?P<OPEN>\() | (?P<CLOSE>\))
    | (?P<TAG_OPEN>\[) | (?P<TAG_CLOSE>\])
    | (?P<TEXT>"(?:[^"\\]|\\.)*")
    | (?P<GLYPH>\$[0-9]+)
    | (?P<STAR>\*)
    | (?P<COMMENT>[{;])
    | (?P<STRANGE>.)
    )"""
TOKEN: Final = re.compile(TOKEN_PATTERN, re.VERBOSE)
#: A move or a result with blanks around its links, ``1- 6`` or ``1/2 - 1/2``. Behind a blank ``x6`` may be a cell.
LINK: Final = r"(?:[ \t]*[-:][ \t]*|x|[ \t]*x[ \t]+)"
SQUARE: Final = r"(?:1/2|[a-l]?[0-9]{1,2})"
SPACED: Final = rf"{SQUARE}(?:{LINK}{SQUARE})+(?![^\s()\[\]{{}};\"$!?*])"
LENIENT_TOKEN: Final = re.compile(TOKEN_PATTERN.replace("(?!)", SPACED), re.VERBOSE)
#: Some open where others close.
OPENING_QUOTES: Final = frozenset("\"'“„«»")
CLOSING_QUOTES: Final = frozenset("\"'”“»«")
KINDS: Final = Kind.__members__
ESCAPED: Final = re.compile(r'\\(["\\])')
CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
STRANGE: Final = {
    '"': "the quote that begins here is not closed on its line",
    "}": "no comment is open that this brace could close",
    "$": "a glyph is written with a number, like $1",
}
#: Signs that can be passed over.
STRAY: Final = "}$"
TAG_LINE: Final = re.compile(r'\s*\[\s*\w+\s*"')
#: A tag whose value is not quoted as it should be: it ends before the last bracket of its line, or before another tag.
LOOSE_TAG: Final = re.compile(r"""\[\s*\w+\s*(?P<value>["\s].*?)\s*\]\s*(?=\[\s*\w+\s*"|\Z)""")


class Lexer:
    """The tokens of a stream of lines. A fault is raised where it is found; ``skip_game`` goes on behind it.

    When not ``strict``, a word may have blanks around the links in it, and signs that say nothing are tokens; lines
    that are not in UTF-8 are in the encoding that they look like, else in Windows-1252.
    """

    def __init__(self, stream: TextIO, *, strict: bool = False) -> None:
        self._stream = stream
        self._token_pattern = TOKEN if strict else LENIENT_TOKEN
        self._stray = "" if strict else STRAY
        self._line = ""
        self._number = 0
        self._at = 0  # how much of the line has been read
        self._game_size = 0
        self.last_blank = 0  # the number of the last line without text
        self._decoding = None if strict else Decoding()
        #: The encoding that lines were found to be in, and the line that told, until a game tells it.
        self.found: tuple[str, Place] | None = None
        self._told = ""

    def begin_game(self) -> None:
        """Count the length of a game from here."""
        self._game_size = 0

    def next(self) -> Token | None:
        """The next token; None at the end of the stream."""
        while True:
            found = self._token_pattern.match(self._line, self._at)
            assert found is not None  # everything is at least strange
            name = found.lastgroup or ""
            start, end = found.span(name)
            if name != "END":
                return self._token(name, start, end)
            if not self._next_line():
                return None
            while self._line.startswith("%"):
                self._next_line()

    def unread(self, token: Token) -> None:
        """Read a token of the line at hand again."""
        if token.line == self._number:
            self._at = token.column - 1

    def loose_value(self, opening: Token) -> str | None:
        """The value of a tag at the line at hand that has quotes in it, or none around it; None if it has no end
        there. What follows it is read next."""
        found = LOOSE_TAG.match(self._line, opening.column - 1) if opening.line == self._number else None
        if found is None:
            return None
        self._at = found.end()
        value = self._checked(found["value"]).strip()
        return ESCAPED.sub(r"\1", value[value[:1] in OPENING_QUOTES : len(value) - (value[-1:] in CLOSING_QUOTES)])

    def skip_game(self, *, in_tags: bool) -> None:
        """Pass over what is left of a faulty game: up to the next line that begins with a tag and doesn't belong to the
        tags among which the fault stands."""
        if self.is_at_tag_line():
            return
        if in_tags:
            while self._line.strip() and self._next_line(checked=False):
                pass
        while not self.is_at_tag_line():
            if not self._next_line(checked=False):
                return

    # -- lines ------------------------------------------------------------------------------------------

    def is_at_tag_line(self) -> bool:
        """Whether the next token begins a line with a tag."""
        return not self._line[: self._at].strip() and bool(TAG_LINE.match(self._line, self._at))

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
        self._line = self._decoded(line.removesuffix("\n").removesuffix("\r"))
        if self._number == 1:
            self._line = self._line.removeprefix(BYTE_ORDER_MARK)
        if self._line.strip():
            self._game_size += len(line)
        else:
            self.last_blank = self._number
        if checked and self._game_size > MAX_GAME:
            raise InvalidGameText(f"the game has more than {MAX_GAME:,} characters", self._number, 1)
        return bool(line)

    def _decoded(self, line: str) -> str:
        """A line whose bytes are not UTF-8, and were kept as halves of characters."""
        if line.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in line):
            return line
        try:
            data = line.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # a stream of text with halves of characters in it
            return line.encode("utf-8", "replace").decode("utf-8")
        if self._decoding is None:
            return data.decode("latin-1")
        decoded = self._decoding.decoded(data)
        if self._decoding.encoding != self._told:
            self._told = self._decoding.encoding
            self.found = self._told, Place(self._number, 1)
        return decoded

    # -- tokens -----------------------------------------------------------------------------------------

    def _token(self, name: str, start: int, end: int) -> Token:
        text = self._line[start:end]
        self._at = end
        if name == "COMMENT":
            return self._comment(start) if text == "{" else self._rest_of_line(start)
        if name == "SPACED":
            name = "WORD"
        elif name == "STRANGE" and text in self._stray:
            name = "STRAY"
        elif name == "STRANGE":
            raise InvalidGameText(STRANGE.get(text) or f"{text!r} is a control character", self._number, start + 1)
        if name == "TEXT":
            text = ESCAPED.sub(r"\1", self._checked(text[1:-1]))
        elif name == "SIGN":
            text = text.strip("()")
        return Token(KINDS[name], text, self._number, start + 1, end + 1)

    def _rest_of_line(self, start: int) -> Token:
        words = self._checked(self._line[start + 1 :]).split()
        self._at = len(self._line)
        return Token(Kind.COMMENT, " ".join(words), self._number, start + 1, self._at + 1)

    def _comment(self, start: int) -> Token:
        """A comment in braces, over as many lines as it takes; white space in it counts as one space."""
        place = Place(self._number, start + 1)
        words: list[str] = []
        while (end := self._line.find("}", self._at)) < 0:
            words += self._checked(self._line[self._at :]).split()
            was_blank = not self._line.strip()
            found = self._next_line()
            if not found or (was_blank and TAG_LINE.match(self._line)):
                raise InvalidGameText("the comment that begins here is not closed", *place)
        words += self._checked(self._line[self._at : end]).split()
        self._at = end + 1
        return Token(Kind.COMMENT, " ".join(words), *place, self._at + 1)

    def _checked(self, text: str) -> str:
        """A text from the line at hand, refused when it has control characters."""
        if found := CONTROL.search(text):
            at = self._line.index(found[0])
            raise InvalidGameText(f"{found[0]!r} is a control character", self._number, at + 1)
        return text
