"""Commands about files of games: ``read`` checks them, ``convert`` writes them anew."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludograph.cli.options import AsJson, complete_game, is_standard_output, print_json, text_file, write_output
from ludograph.core.texts import counted
from ludograph.errors import InvalidGameText

if TYPE_CHECKING:
    from ludograph.core.portable.meaning import Replay
    from ludograph.core.portable.model import Mend

REFUSED = 1


class Format(Enum):
    """What a file of games can be written as."""

    PGN = "pgn"
    PDN = "pdn"
    RECORD = "record"


GameFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file of games: .pgn, .pdn, a record, or one on each line.")
]

MeantGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game that is meant where no tag names one.",
        autocompletion=complete_game,
    ),
]


Strict = Annotated[bool, typer.Option("--strict", help="Refuse what could be mended.")]


def register(app: typer.Typer) -> None:
    for command in (read, convert):
        app.command()(command)


def read(file: GameFile, game: MeantGame = None, strict: Strict = False, as_json: AsJson = False) -> None:
    """Check every game of a file against the rules, one line for each, and tell what had to be mended."""
    printer: _JsonArray | _Lines = _JsonArray() if as_json else _Lines(file)
    refused = 0
    for number, found in enumerate(checked(file, game, strict=strict), 1):
        if isinstance(found, InvalidGameText):
            refused += 1
            printer.fault(number, found)
        else:
            printer.game(number, found)
    printer.end()
    raise typer.Exit(REFUSED if refused else 0)


def convert(
    file: GameFile,
    out: Annotated[Path, text_file("The file to write; its ending may tell the format.")],
    to: Annotated[Format | None, typer.Option(help="The format; by the ending of --out when left out.")] = None,
    game: MeantGame = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Write the games of a file anew, in their canonical form, and tell what had to be mended; those that are refused
    are left out and reported."""
    from ludograph.core.portable.files import write_games
    from ludograph.core.portable.meaning import canonical
    from ludograph.errors import InvalidRecord

    target = sys.stdout if is_standard_output(out, as_json) else out
    format = to or _format_of(out)
    lines = _Lines(file)
    refused: list[dict[str, object]] = []
    mended: list[dict[str, object]] = []

    def good() -> Iterator[Replay]:
        for number, found in enumerate(checked(file, game, strict=strict), 1):
            if isinstance(found, InvalidGameText):
                refused.append({"number": number, **found.as_dict()})
                lines.fault(number, found)
            else:
                mended.extend({"number": number, **mend.as_dict()} for mend in found.mended)
                lines.mends(number, found.mended)
                yield found

    if format is Format.RECORD:
        games = list(islice(good(), 2))
        if len(games) != 1:
            fault = "it has more than one game" if games else "it has no game"
            raise InvalidRecord(f"The file {file} can't become a record", [fault])
        write_output(out, games[0].match().record().to_json())
        written = 1
    else:
        written = write_games(target, (canonical(played, format.value) for played in good()))
    if as_json:
        print_json({"written": written, "refused": refused, "mended": mended})
    raise typer.Exit(REFUSED if refused else 0)


def checked(file: Path, meant: str | None, *, strict: bool = False) -> Iterator[Replay | InvalidGameText]:
    """Each game of a file by the rules, or what is wrong with it."""
    from ludograph.core.portable.files import is_portable, read_games
    from ludograph.core.registry import game as game_named

    if not is_portable(file):
        yield from _checked_records(file)
        return
    game = game_named(meant) if meant else None
    faults: list[InvalidGameText] = []
    beside: Replay | None = None
    for text in read_games(file, on_fault=faults.append, strict=strict):
        yield from faults
        faults.clear()
        try:
            played = text.replay(game, strict=strict, beside=beside)
        except InvalidGameText as error:
            yield error
            continue
        beside = played if played.was_found_by_moves else beside
        yield played
    yield from faults


def _checked_records(file: Path) -> Iterator[Replay | InvalidGameText]:
    from ludograph.core.match import MatchRecord
    from ludograph.core.portable.files import record_texts
    from ludograph.core.portable.meaning import game_text
    from ludograph.errors import InvalidRecord

    texts = record_texts(file)
    for line, text in texts:
        try:
            found: Replay | InvalidGameText = game_text(MatchRecord.from_json(text).replay()).replay()
        except InvalidRecord as error:
            if len(texts) == 1:
                raise
            found = InvalidGameText(error.message.rstrip("."), line, 1)
        yield found


def _format_of(out: Path) -> Format:
    formats = {f".{format.value}": format for format in Format} | {".json": Format.RECORD}
    if out.suffix.lower() not in formats:
        raise typer.BadParameter(f"The ending of {out.name} tells no format: name it with --to.")
    return formats[out.suffix.lower()]


class _Lines:
    """Sentences: games on stdout, faults on stderr."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._is_empty = True

    def game(self, number: int, played: Replay) -> None:
        self._is_empty = False
        moves = counted(len(played.moves), "move")
        typer.echo(f"{number}: {played.game.id}, {moves}, {played.text.result}")
        self.mends(number, played.mended)

    def fault(self, number: int, error: InvalidGameText) -> None:
        self._is_empty = False
        self._tell(error.line, error.column, f"game {number} is refused: {error.reason}")

    def mends(self, number: int, mends: Iterable[Mend]) -> None:
        for mend in mends:
            self._tell(*mend.place, f"game {number} is mended: {mend.text}")

    def _tell(self, line: int, column: int, what: str) -> None:
        typer.echo(f"{self._file}:{line}:{column}: {' '.join(what.split())}.", err=True)

    def end(self) -> None:
        if self._is_empty:
            typer.echo(f"The file {self._file} holds no game.", err=True)


class _JsonArray:
    """A JSON array, one line for each game, so that a large file is not held."""

    def __init__(self) -> None:
        self._before = "[\n"

    def game(self, number: int, played: Replay) -> None:
        mended = {"mended": [mend.as_dict() for mend in played.mended]} if played.mended else {}
        self._add({"number": number, **json.loads(played.record().to_json()), **mended})

    def fault(self, number: int, error: InvalidGameText) -> None:
        self._add({"number": number, **error.as_dict()})

    def end(self) -> None:
        typer.echo("[]" if self._before == "[\n" else "\n]")

    def _add(self, item: object) -> None:
        typer.echo(self._before + json.dumps(item, ensure_ascii=False), nl=False)
        self._before = ",\n"
