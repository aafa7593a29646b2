"""Files of games: what there is in one, before a move of it is played, and the one of them that is asked for."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from ludograph.core.match import MatchRecord
from ludograph.core.parameters import FileParameter
from ludograph.core.portable.facts import PDN, PGN
from ludograph.core.portable.files import records_in
from ludograph.core.portable.meaning import meant_id
from ludograph.core.portable.model import GameText
from ludograph.core.portable.reader import GameReader
from ludograph.core.registry import game as game_named
from ludograph.core.registry import specified
from ludograph.errors import InvalidGameText, InvalidRecord, LudographError

RECORD: Final = "record"
MOST_LISTED: Final = 500
#: What is told of a game, beside its players.
TOLD_TAGS: Final = ("Event", "Site", "Date", "Round")
UNKNOWN: Final = ("", "?", "????.??.??")

Found = GameText | MatchRecord | LudographError


def format_told(name: str, text: str) -> str:
    """The format of a file, by its name, else by how it looks."""
    ending = name.lower().rpartition(".")[2]
    if ending in (PGN, PDN):
        return ending
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return RECORD
    return PDN if "[GameType" in text else PGN


def games_in(text: str, format: str) -> Iterator[Found]:
    """Each game of a text, or what is wrong with it, which the next one follows. No move is checked."""
    if format == RECORD:
        yield from _records_in(text)
        return
    reader = GameReader(io.StringIO(text.removeprefix("\ufeff")), format)
    while True:
        try:
            found: Found = next(reader)
        except StopIteration:
            return
        except InvalidGameText as error:
            found = error
        yield found


def _records_in(text: str) -> Iterator[Found]:
    records = records_in(text)
    for line, record in records:
        try:
            yield MatchRecord.from_json(record)
        except InvalidRecord as error:
            yield error if len(records) == 1 else InvalidGameText(error.message.rstrip("."), line, 1)


def game_numbered(text: str, format: str, number: int | None) -> GameText | MatchRecord:
    """One game of a text, counted from 1; without a number the text must hold one and no more."""
    wanted = None
    for count, found in enumerate(games_in(text, format), 1):
        if number is None and count > 1:
            raise InvalidRecord("The text can't be imported", ["it holds more than one game"])
        if count == (number or 1):
            wanted = found
            if number:
                break
    if isinstance(wanted, LudographError):
        raise wanted
    if wanted is None:
        fault = f"it holds no game {number}" if number else "it holds no game"
        raise InvalidRecord("The text can't be imported", [fault])
    return wanted


def listed(name: str, text: str) -> dict[str, Any]:
    """What a file holds, for people who choose one of its games."""
    format = format_told(name, text)
    games: list[dict[str, Any]] = []
    for number, found in enumerate(games_in(text, format), 1):
        if number > MOST_LISTED:
            return {"format": format, "games": games, "is_all": False}
        games.append({"number": number, **_told(found)})
    return {"format": format, "games": games, "is_all": True}


def _told(found: Found) -> dict[str, Any]:
    if isinstance(found, LudographError):
        return {"title": None, "players": [], "about": "", "result": "*", "moves": 0, "fault": found.message}
    tags = found.tags
    game = found.game if isinstance(found, MatchRecord) else _meant(found)
    players, title = _players_and_title(game, tags)
    about = ", ".join(tags[tag] for tag in TOLD_TAGS if tags.get(tag, "") not in UNKNOWN)
    result = {"players": players, "about": about, "result": found.result, "moves": len(found.moves), "fault": None}
    return {"title": title, **result}


def _meant(found: GameText) -> str:
    try:
        return meant_id(found.tags, found.format)
    except LudographError:
        return found.tags.get("Variant", "")  # importing it says what is wrong


def _players_and_title(game: str, tags: Mapping[str, str]) -> tuple[list[str], str]:
    """As far as they are known without opening a file that the game's name may ask for."""
    try:
        seats, title = _facts(game)
    except LudographError:
        seats, title = ("White", "Black"), game
    return [tags[seat] for seat in seats if tags.get(seat, "") not in UNKNOWN], title


@lru_cache(maxsize=64)
def _facts(game: str) -> tuple[tuple[str, ...], str]:
    """The seats of a game, and its title."""
    found, _, values = specified(game)
    if any(isinstance(parameter, FileParameter) and values.get(parameter.name) for parameter in found.parameters):
        return ("White", "Black"), found.title
    made = game_named(game)
    return made.seats, made.full_title
