"""The one canonical text of a game: tags, an empty line, the moves in lines of less than 80 columns, an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ludograph.core.portable.facts import PDN
from ludograph.core.portable.model import UNFINISHED, GameText, Line, WrittenMove
from ludograph.core.portable.results import is_result

WIDTH: Final = 79

#: The tags that PGN and PDN ask for, in their order, with what stands for an unknown value.
ROSTER: Final[Mapping[str, str]] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": UNFINISHED,
}

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
#: A move that reads back as one word, and not as a part of one with blanks in it: others are put in quotes.
PLAIN_MOVE: Final = re.compile(
    r"""(?![0-9]+\.|[0-9]+$|[:.%/]|-(?!-)|x$|\S*[0-9][-:x]$)[^\s()\[\]{};"$!?*\x00-\x1f\x7f]+"""
)


def to_text(game: GameText) -> str:
    """The text of a game: reading it gives the game again."""
    tags = "".join(f"[{name} {_quoted(value)}]\n" for name, value in _ordered_tags(game).items())
    format = PDN if "GameType" in game.tags else game.format
    moves = "\n".join(_folded([*_pieces(game.line, format), game.result]))
    return f"{tags}\n{moves}\n\n"


def _ordered_tags(game: GameText) -> Mapping[str, str]:
    """Where the players are White and Black, the seven tags of the roster go first; where they have other names, only
    the result is filled in."""
    tags = {**game.tags, "Result": game.result}
    if game.format == PDN and game.result == UNFINISHED:  # a result of draughts may be one that only its tag can tell
        tags["Result"] = game.tags.get("Result", UNFINISHED)
    if "Game" in tags and not {"White", "Black"} & tags.keys():
        return tags
    roster = {name: tags.get(name, unknown) for name, unknown in ROSTER.items()}
    return {**roster, **{name: value for name, value in tags.items() if name not in roster}}


def _quoted(text: str) -> str:
    """A text in quotes."""
    escaped = _printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _printable(text: str) -> str:
    """A text on one line: control characters become spaces."""
    return CONTROL.sub(" ", text)


# A piece is a text that is not broken; one with an end of line behind it is the last of its line.


def _pieces(line: Line, format: str) -> Iterator[str]:
    for comment in line.comments:
        yield from _comment_pieces(comment)
    for move in line.moves:
        if move.number:
            yield str(move.number)
        yield _move_text(move, format)
        yield from (f"${glyph}" for glyph in move.glyphs)
        for remark in move.remarks:
            if isinstance(remark, str):
                yield from _comment_pieces(remark)
            else:
                yield from _in_brackets(list(_pieces(remark, format)))


def plain_text(moves: Sequence[WrittenMove]) -> str:
    """Moves in words that may stand in a comment."""
    words = " ".join(_pieces(Line(moves=list(moves)), PDN))
    return words.replace("{", "(").replace("}", ")").replace("\n", " ")


def _move_text(move: WrittenMove, format: str) -> str:
    is_plain = PLAIN_MOVE.fullmatch(move.text) and not is_result(move.text, format)
    return move.text if is_plain else _quoted(move.text)


def _in_brackets(pieces: list[str]) -> Iterable[str]:
    pieces[0] = f"({pieces[0]}"
    if pieces[-1].endswith("\n"):
        return [*pieces, ")"]
    pieces[-1] += ")"
    return pieces


def _comment_pieces(comment: str) -> Iterator[str]:
    """A comment in braces, word by word; one that has a closing brace in it can only stand at the end of a line."""
    words = _printable(comment).split()
    if "}" in comment:
        yield f"; {' '.join(words)}\n"
        return
    piece, *others = f"{{{' '.join(words)}}}".split(" ")
    for word in others:
        if word.startswith("%"):  # at the beginning of a line it would hide that line
            piece += f" {word}"
        else:
            yield piece
            piece = word
    yield piece


def _folded(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces in lines."""
    line = ""
    for piece in pieces:
        if line and len(line) + 1 + len(piece.rstrip("\n")) > WIDTH:
            yield line
            line = ""
        line += f" {piece}" if line else piece
        if line.endswith("\n"):
            yield line.removesuffix("\n")
            line = ""
    if line:
        yield line
