"""Files of games: read one by one, written whole or not at all."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

from ludograph.core.files import check_regular, read_text, reason_of, write_text, write_whole
from ludograph.core.match import Match, MatchRecord
from ludograph.core.portable.facts import PDN, PGN
from ludograph.core.portable.meaning import game_text
from ludograph.core.portable.model import NOWHERE, GameText, Mend
from ludograph.core.portable.reader import GameReader
from ludograph.core.portable.writer import to_text
from ludograph.errors import FileRefused, InvalidGameText, InvalidRecord

#: Bytes that are not UTF-8 are kept as they are, for the lexer to find out what they are.
ENCODING: Final[Any] = {"encoding": "utf-8", "errors": "surrogateescape"}

#: How texts begin that have two bytes for each character, as some editors of Windows write them.
WIDE_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
WIDE: Final = Mend("encoding", "the file is written in UTF-16: it is read so", NOWHERE)

Writable = GameText | Match | MatchRecord
Fault = Callable[[InvalidGameText], object]


def read_games(
    source: str | Path | TextIO | BinaryIO, *, on_fault: Fault | None = None, strict: bool = False
) -> Iterator[GameText]:
    """The games of a file or stream in portable notation, one by one; a file is never held as a whole.

    A broken game is told to ``on_fault``, and the next one follows; without it, InvalidGameText is raised and ends the
    reading. What can be mended is no fault, but told by ``GameText.mended``, unless ``strict``. ``GameText.replay``
    checks a game against the rules.
    """
    if isinstance(source, str | Path):
        yield from _read_file(Path(source), on_fault, strict)
    elif isinstance(source.read(0), str):
        yield from _each(GameReader(cast(TextIO, source), strict=strict), on_fault)
    else:
        decoder = io.TextIOWrapper(cast(BinaryIO, source), **ENCODING)
        try:
            yield from _each(GameReader(decoder, strict=strict), on_fault)
        finally:
            decoder.detach()  # the caller's stream is the caller's to close


def _read_file(file: Path, on_fault: Fault | None, strict: bool) -> Iterator[GameText]:
    check_regular(file)
    try:
        is_wide = not strict and _is_wide(file)
        encoding = {"encoding": "utf-16", "errors": "replace"} if is_wide else ENCODING
        with file.open(**encoding) as stream:
            reader = GameReader(stream, format_of(file), strict=strict, mended=[WIDE] if is_wide else ())
            yield from _each(reader, on_fault)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None


def _is_wide(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(2) in WIDE_MARKS


def write_games(target: str | Path | TextIO, games: Iterable[Writable]) -> int:
    """Write games into a file or stream in portable notation; returns how many there were. A file gets all of them, or
    keeps its old content."""
    if not isinstance(target, str | Path):
        return sum(1 for game in games if target.write(to_text(_as_text(game))))
    count = 0

    def write(stream: BinaryIO) -> None:
        nonlocal count
        for count, game in enumerate(games, 1):  # noqa: B007 - it is returned
            stream.write(to_text(_as_text(game)).encode("utf-8"))

    write_whole(Path(target), write)
    return count


def read_match(file: Path) -> Match:
    """The match that a file keeps: a record, or by its ending a game in portable notation.

    Raises InvalidRecord when it holds another number of games than one, or remarks that a match does not keep.
    """
    if not is_portable(file):
        return MatchRecord.from_json(read_text(file)).replay()
    games = list(islice(read_games(file), 2))
    if len(games) != 1:
        fault = "it holds more than one game" if games else "it holds no game"
        raise InvalidRecord(f"The file {file} is no record of a match", [fault])
    if games[0].has_remarks:
        raise InvalidRecord(f"The file {file} is no record of a match", ["its comments and variations would be lost"])
    return games[0].replay().match()


def record_texts(file: Path) -> list[tuple[int, str]]:
    """The texts of the records in a file, with the lines where they begin."""
    return records_in(read_text(file))


def records_in(text: str) -> list[tuple[int, str]]:
    """The texts of the records in a text: a single one, or one on each line, as the games of a match between players
    are kept."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    is_one_a_line = len(lines) > 1 and lines[0][1].rstrip().endswith("}")
    return lines if is_one_a_line else [(1, text)]


def write_match(file: Path, match: Match) -> None:
    """Keep a match in a file: as a record, or by its ending in portable notation."""
    if is_portable(file):
        write_text(file, to_text(game_text(match, format_of(file))))
    else:
        write_text(file, match.record().to_json())


def is_portable(file: Path) -> bool:
    """Whether a file's name tells that it is written in portable notation."""
    return file.suffix.lower() in (".pgn", ".pdn")


def format_of(file: Path) -> str:
    """The format that a file's name tells."""
    return PDN if file.suffix.lower() == ".pdn" else PGN


def _as_text(game: Writable) -> GameText:
    if isinstance(game, MatchRecord):
        game = game.replay()
    return game_text(game) if isinstance(game, Match) else game


def _each(reader: GameReader, on_fault: Fault | None) -> Iterator[GameText]:
    while True:
        try:
            game = next(reader)
        except StopIteration:
            return
        except InvalidGameText as error:
            if on_fault is None:
                raise
            on_fault(error)
            continue
        yield game
