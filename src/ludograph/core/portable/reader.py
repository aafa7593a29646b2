"""From tokens to games: a stream is read game by game, and a broken game doesn't hide the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from ludograph.core.portable.encodings import NAMES
from ludograph.core.portable.facts import PDN, PGN
from ludograph.core.portable.lexer import STRANGE, Kind, Lexer, Token
from ludograph.core.portable.mending import Mending
from ludograph.core.portable.model import (
    MAX_GLYPH,
    NOWHERE,
    ONLY_MOVE,
    SIGNS,
    UNFINISHED,
    GameText,
    Line,
    Mend,
    Number,
    Place,
    WrittenMove,
)
from ludograph.core.portable.results import is_result
from ludograph.core.texts import quoted
from ludograph.errors import InvalidGameText

MAX_TAGS: Final = 1_000
MAX_MOVES: Final = 100_000
MAX_NESTING: Final = 100
MAX_DIGITS: Final = 6

GLYPH_OF_SIGN: Final = {sign: glyph for glyph, sign in SIGNS.items()}
BLANKS: Final = re.compile(r"\s+")
#: What chess players write behind a capture en passant, or in one word with it.
EN_PASSANT: Final = re.compile(r"(?P<move>[a-h]?x?[a-h][36])?e\.?p\.?", re.IGNORECASE)


class GameReader(Iterator[GameText]):
    """The games of a stream, one by one. InvalidGameText is raised for a broken one; ``next`` then gives the game
    behind it.

    ``format`` is that of games which no tag GameType declares to be draughts. What can be mended is told by
    ``GameText.mended``; when ``strict``, it is refused. What was ``mended`` in the file itself is told by its first
    game.
    """

    def __init__(self, stream: TextIO, format: str = PGN, *, strict: bool = False, mended: Iterable[Mend] = ()) -> None:
        self._lexer = Lexer(stream, strict=strict)
        self._format = format
        self._is_strict = strict
        self._mended = mended

    def __next__(self) -> GameText:
        self._lexer.begin_game()
        building = _Building(self._format, Mending(strict=self._is_strict, before=self._mended))
        self._mended = ()
        try:
            while token := self._lexer.next():
                if token.kind is Kind.TAG_OPEN:
                    self._read_tag(building, token)
                else:
                    building.add(token)
                if building.is_whole:
                    return self._with_encoding(building.game)
        except InvalidGameText:
            self._lexer.skip_game(in_tags=building.is_in_tags)
            raise
        if building.is_empty:
            raise StopIteration
        return self._with_encoding(building.at_end_of_file())

    def _with_encoding(self, game: GameText) -> GameText:
        """The first game tells which encoding was found, and that in which another one was."""
        if self._lexer.found:
            encoding, place = self._lexer.found
            what = f"the line is not written in UTF-8: it and others like it are read as {NAMES[encoding]}"
            game.mended.append(Mend("encoding", what, place))
            self._lexer.found = None
        return game

    def _read_tag(self, building: _Building, opening: Token) -> None:
        """Read a tag pair behind its bracket."""
        if not building.is_in_tags:
            self._lexer.unread(opening)
            self._end_before_tag(building)
            return
        after_blank_line = self._lexer.last_blank > building.last.line
        name = self._lexer.next()
        if name is None or name.kind is not Kind.WORD or not _is_tag_name(name.text):
            raise self._missing("the name of a tag, of letters, digits and _,", name, opening)
        if name.text in building.game.tags and after_blank_line:
            self._lexer.unread(opening)
            building.is_in_tags = False
            self._end_before_tag(building)
            return
        building.add_tag(name, self._tag_value(building, opening, name))

    def _tag_value(self, building: _Building, opening: Token, name: Token) -> str:
        """The value of a tag, up to its closing bracket."""
        try:
            return self._quoted_value(name)
        except InvalidGameText as fault:
            value = None if self._is_strict else self._lexer.loose_value(opening)
            if value is None:
                raise
            building.mend_tag(fault, value)
            return value

    def _quoted_value(self, name: Token) -> str:
        value = self._lexer.next()
        if value is None or value.kind is not Kind.TEXT:
            raise self._missing(f"the value of the tag {name.text}, in quotes,", value, name)
        closing = self._lexer.next()
        if closing is None or closing.kind is not Kind.TAG_CLOSE:
            hint = ' (quotes within the value are written \\")'
            raise self._missing(f"the bracket that closes the tag {name.text}{hint}", closing, value)
        return value.text

    def _end_before_tag(self, building: _Building) -> None:
        """The next game begins, and this one has said no result."""
        if not self._lexer.is_at_tag_line():
            raise building.without_result()
        building.end_without_result()

    def _missing(self, what: str, found: Token | None, before: Token) -> InvalidGameText:
        """A refusal at the token that stands where something else should, or at the last one of the file. Behind an
        empty line the next game may begin."""
        if found and self._lexer.last_blank > before.place.line:
            self._lexer.unread(found)
        instead = f"{found} stands there" if found else "the file ends"
        return InvalidGameText(f"{what} is missing: {instead}", *(found or before).place)


class _Building:
    """A game while it is read."""

    def __init__(self, format: str, mending: Mending) -> None:
        self.game = GameText(format=format, mended=mending.mends)
        self._mending = mending
        self.is_in_tags = True
        self.is_whole = False
        self.is_empty = True
        self.last = NOWHERE
        self._lines = [self.game.line]  # the game itself, and the variations that are open
        self._openings: list[Place] = []
        self._moves = 0
        self._number: Number | None = None
        self._number_place = NOWHERE
        self._move_end = NOWHERE  # where the last move's text ends

    def add_tag(self, name: Token, value: str) -> None:
        self._note(name)
        if name.text in self.game.tags:
            self._mending.mend("tag-twice", f"the tag {name.text} is given twice", name.place, "the first one holds")
            return
        if len(self.game.tags) == MAX_TAGS:
            raise InvalidGameText(f"the game has more than {MAX_TAGS:,} tags", *name.place)
        self.game.tags[name.text] = value
        self.game.tag_places[name.text] = name.place
        if name.text == "GameType":
            self.game.format = PDN

    def mend_tag(self, fault: InvalidGameText, value: str) -> None:
        """Note that a tag's value is not quoted as it should be."""
        place = Place(fault.line, fault.column)
        self._mending.mend("tag", fault.reason, place, f"its value is taken for {quoted(value)}")

    def add(self, token: Token) -> None:
        """Take in a token that is not part of a tag."""
        self._note(token)
        if token.kind is Kind.COMMENT:
            self._add_remark(token.text)
            return
        self.is_in_tags = False
        match token.kind:
            case Kind.OPEN:
                self._open(token)
            case Kind.CLOSE:
                self._close(token)
            case Kind.NUMBER:
                self._add_number(token)
            case Kind.SIGN | Kind.GLYPH:
                self._add_glyph(token)
            case Kind.TEXT:
                self._add_move(token)
            case Kind.STAR if self._is_behind_draughts_move(token):
                self._lines[-1].moves[-1].glyphs.append(ONLY_MOVE)
            case Kind.WORD | Kind.STAR:
                self._add_word(self._mended_word(token))
            case Kind.STRAY:
                fault = STRANGE[token.text]
                self._mending.mend("stray-sign", fault, token.place, f"{quoted(token.text)} is left out")
            case _:
                raise InvalidGameText("no tag is open that this bracket could close", *token.place)

    def at_end_of_file(self) -> GameText:
        """The game, when nothing comes behind it: in PDN the last one needs no mark at its end."""
        if self._openings:
            raise self._unclosed()
        if self.game.format != PDN:
            self.end_without_result()
        else:
            self._finish(UNFINISHED, self.last)
        return self.game

    def end_without_result(self) -> None:
        """The game, when another one follows that no result parts from it."""
        if self._openings:
            raise self._unclosed()
        declared = self.game.tags.get("Result", UNFINISHED)
        result = declared if is_result(declared, self.game.format) else UNFINISHED
        if not self.game.tags and not any(move.number for move in self.game.line.moves):
            raise self.without_result()  # it may be any text
        fault = "the game ends here without a result such as 1-0 or *"
        self._mending.mend("no-result", fault, self.last, f"it is taken for {result}")
        self._finish(result, self.last)

    def without_result(self) -> InvalidGameText:
        if self._openings:
            return self._unclosed()
        return InvalidGameText("the game ends here without a result such as 1-0 or *", *self.last)

    def _note(self, token: Token) -> None:
        if self.is_empty:
            self.game.place = token.place
        self.is_empty = False
        self.last = token.place

    # -- moves ------------------------------------------------------------------------------------------

    def _mended_word(self, token: Token) -> Token:
        """A word without blanks in it, and without what is said of a capture en passant: nothing may be left."""
        word, mending = token.text, self._mending
        if BLANKS.search(word):
            word = BLANKS.sub("", token.text)
            mending.mend("blanks", f"{quoted(token.text)} has blanks in it", token.place, f"it is taken for {word}")
        elif self.game.format == PGN and not mending.is_strict and (found := EN_PASSANT.fullmatch(word)):
            word = found["move"] or ""
            fault = f"{quoted(token.text)} says that a capture is en passant"
            mending.mend("en-passant", fault, token.place, "that is left out")
        return token._replace(text=word)

    def _add_word(self, token: Token) -> None:
        if not token.text:
            return
        if is_result(token.text, self.game.format):
            if self._openings:
                raise self._unclosed()
            self._finish(token.text, token.place)
        elif self._is_other_result(token.text):
            fault = f"{quoted(token.text)} is no result that is known here"
            self._mending.mend("result-tag", fault, token.place, "it is taken for *, and its tag is kept")
            self._finish(UNFINISHED, token.place)
        elif token.text.isascii() and token.text.isdecimal():
            self._add_number(token)
        elif token.text.startswith("/") and self.game.format == PDN:
            raise InvalidGameText("a position that is set up within a game can't be read", *token.place)
        else:
            self._add_move(token)

    def _is_other_result(self, word: str) -> bool:
        """Whether a word ends a game of draughts as its tag does, but by another count, such as 4-6."""
        is_told = self.game.format == PDN and word == self.game.tags.get("Result")
        return is_told and not self._openings and not self._mending.is_strict

    def _add_number(self, token: Token) -> None:
        digits, _, others = token.text.partition(".")
        digits = digits.rstrip()
        if len(digits) > MAX_DIGITS:
            raise InvalidGameText(f"{quoted(digits)} is no move number", *token.place)
        self._number = Number(int(digits), bool(others))
        self._number_place = token.place

    def _add_move(self, token: Token) -> None:
        if not token.text:
            raise InvalidGameText("the text of the move is empty", *token.place)
        self._moves += 1
        if self._moves > MAX_MOVES:
            raise InvalidGameText(f"the game has more than {MAX_MOVES:,} moves", *token.place)
        move = WrittenMove(token.text, number=self._number, place=token.place, number_place=self._number_place)
        self._lines[-1].moves.append(move)
        self._number = None
        self._move_end = Place(token.place.line, token.end)

    def _add_glyph(self, token: Token) -> None:
        glyph = GLYPH_OF_SIGN.get(token.text) if token.kind is Kind.SIGN else _small_number(token.text[1:])
        if glyph is None or glyph > MAX_GLYPH:
            fault = f"{quoted(token.text)} says nothing about a move"
        elif not self._lines[-1].moves:
            fault = "no move stands here that this could be said about"
        else:
            self._lines[-1].moves[-1].glyphs.append(glyph)
            return
        self._mending.mend("glyph", fault, token.place, "it is kept as a comment")
        self._add_remark(token.text)

    def _is_behind_draughts_move(self, token: Token) -> bool:
        """In PDN a star right behind a move says that it was the only one."""
        return self.game.format == PDN and token.place == self._move_end and bool(self._lines[-1].moves)

    # -- comments and variations ------------------------------------------------------------------------

    def _add_remark(self, remark: str | Line) -> None:
        line = self._lines[-1]
        if line.moves:
            line.moves[-1].remarks.append(remark)
        elif isinstance(remark, str):
            line.comments.append(remark)

    def _open(self, token: Token) -> None:
        if not self._lines[-1].moves:
            raise InvalidGameText("no move stands here that a variation could replace", *token.place)
        if len(self._openings) == MAX_NESTING:
            raise InvalidGameText(f"variations are nested more than {MAX_NESTING} deep", *token.place)
        variation = Line()
        self._add_remark(variation)
        self._lines.append(variation)
        self._openings.append(token.place)

    def _close(self, token: Token) -> None:
        if not self._openings:
            raise InvalidGameText("no variation is open that this bracket could close", *token.place)
        opening = self._openings.pop()
        if not self._lines.pop().moves:
            raise InvalidGameText("the variation that begins here has no move", *opening)

    def _unclosed(self) -> InvalidGameText:
        return InvalidGameText("the variation that begins here is not closed", *self._openings[-1])

    # -- the end ----------------------------------------------------------------------------------------

    def _finish(self, result: str, place: Place) -> None:
        declared = self.game.tags.get("Result", result)
        if result == UNFINISHED and self.game.format == PDN and is_result(declared, PDN):
            result = declared  # the star only separates games there
        elif result != declared and not (self.game.format == PDN and result == UNFINISHED):
            fault = f"the game ends with {result}, but its tag Result says {quoted(declared)}"
            result = declared if declared != UNFINISHED and is_result(declared, self.game.format) else result
            self._mending.mend("result-tag", fault, place, f"it is taken for {result}")
        self.game.result = result
        self.game.result_place = place
        self.is_whole = True


def _is_tag_name(text: str) -> bool:
    return text.isascii() and text.replace("_", "a").isalnum()


def _small_number(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_DIGITS else None
