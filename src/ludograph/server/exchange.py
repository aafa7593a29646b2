"""Matches as texts, to and from other programs: our own records, PGN and PDN, with who sat where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ludograph.core.game import Game
from ludograph.core.match import Match, MatchRecord
from ludograph.core.portable.meaning import game_text, meant_id, player_tags
from ludograph.core.portable.writer import to_text
from ludograph.errors import InvalidRecord, LudographError
from ludograph.players.named import HUMAN, check_guest
from ludograph.server.creating import Wanted, WantedSeat, keep
from ludograph.server.game_files import RECORD, game_numbered
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Matches
from ludograph.store.matches import StoredSeat

#: Tags behind the name of a seat: what PGN knows, human or program, and which program of ours it was.
KIND, PLAYER = "Type", "Player"
PROGRAM = "program"
LONGEST_NAME: Final = 60


def exported(live: LiveMatch, format: str) -> str:
    """The match in this format."""
    match = live.match.copy()
    for seat, tag in zip(live.seats, player_tags(live.game), strict=True):
        match.tags.update(_tags_of(seat, live.game.seats[seat.seat], tag))
    times = tuple(move.left for move in live.moves)
    if format == RECORD:
        return replace(match.record(), clock_times=times).to_json()
    return to_text(game_text(match, format, times))


def _tags_of(seat: StoredSeat, side: str, tag: str) -> dict[str, str]:
    """Who sits at a seat; a program that has no name of its own is called by what it is."""
    if seat.player == HUMAN:
        return {f"{tag}{KIND}": HUMAN, **({} if seat.name == side else {side: seat.name})}
    own_name = {} if seat.name == seat.player else {f"{tag}{PLAYER}": seat.player}
    return {side: seat.name, f"{tag}{KIND}": PROGRAM, **own_name}


async def imported(matches: Matches, text: str, format: str, number: int | None, wanted: Wanted) -> dict[str, Any]:
    """A new match that goes on where one of the text's games ends; every move is checked against the rules. Those sit
    where they sat who did, unless somebody else is wanted."""
    found = await matches.games.run(game_numbered, text, format, number)
    if isinstance(found, MatchRecord):
        await matches.games.named(found.game)  # which refuses files of this machine
        record = found
    else:
        await matches.games.named(await matches.games.run(meant_id, found.tags, found.format))
        record = (await matches.games.run(found.replay)).record()
    if len(record.moves) > matches.most_plies:
        raise InvalidRecord("The record is too long", [f"it has {len(record.moves):,} moves"])
    match = await matches.games.run(record.replay)
    seats = wanted.seats or await matches.games.run(_seats_told, match)
    return await keep(matches, match, Wanted(seats, wanted.tags, wanted.pace, wanted.is_paused), record.clock_times)


def _seats_told(match: Match) -> list[WantedSeat]:
    game = match.game
    return [_seat_told(game, match.tags, side, tag) for side, tag in zip(game.seats, player_tags(game), strict=True)]


def _seat_told(game: Game, tags: Mapping[str, str], side: str, tag: str) -> WantedSeat:
    name = tags.get(side, "")
    player = tags.get(f"{tag}{PLAYER}", name)
    if player and player != HUMAN and tags.get(f"{tag}{KIND}") != HUMAN and _is_player(player, game):
        return WantedSeat(player, _shown(name))
    return WantedSeat(HUMAN, "" if name == HUMAN else _shown(name))


def _is_player(text: str, game: Game) -> bool:
    try:
        check_guest(text, game)
    except LudographError:
        return False
    return True


def _shown(name: str) -> str:
    """A name as the table has room for it."""
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME]
