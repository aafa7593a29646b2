"""Matches as texts, to and from other programs: our own records, PGN and PDN."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from ludograph.core.match import Match, MatchRecord
from ludograph.core.portable.meaning import game_text, meant_id
from ludograph.core.portable.model import GameText
from ludograph.core.portable.reader import GameReader
from ludograph.core.portable.writer import to_text
from ludograph.errors import InvalidRecord
from ludograph.server.creating import Wanted, keep
from ludograph.server.matches import Matches

RECORD = "record"


def exported(match: Match, format: str) -> str:
    """The match in this format."""
    return match.record().to_json() if format == RECORD else to_text(game_text(match, format))


async def imported(matches: Matches, text: str, format: str, wanted: Wanted) -> dict[str, Any]:
    """A new match that goes on where the text ends; every move is checked against the rules."""
    if format == RECORD:
        record = await matches.games.run(MatchRecord.from_json, text)
        await matches.games.named(record.game)  # which refuses files of this machine
    else:
        game = await matches.games.run(_only_game, text, format)
        await matches.games.named(await matches.games.run(meant_id, game.tags, game.format))
        record = (await matches.games.run(game.replay)).record()
    if len(record.moves) > matches.most_plies:
        raise InvalidRecord("The record is too long", [f"it has {len(record.moves):,} moves"])
    return await keep(matches, await matches.games.run(record.replay), wanted)


def _only_game(text: str, format: str) -> GameText:
    games = list(islice(GameReader(io.StringIO(text), format), 2))
    if len(games) != 1:
        raise InvalidRecord(
            "The text can't be imported", ["it holds more than one game" if games else "it holds no game"]
        )
    return games[0]
