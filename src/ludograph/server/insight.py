"""Questions about matches that think: analyses within a budget, and games that are looked at again, move by move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache, partial
from typing import Any

from ludograph.core.match import Match
from ludograph.players.analysis import Limits
from ludograph.players.named import check_guest, thinker_for
from ludograph.players.review import judged
from ludograph.server.hub import as_text
from ludograph.server.schemas.positions import Budget
from ludograph.server.services import Services

USUAL_SECONDS = 0.5


async def analysis_of(parts: Services, match: Match, asked: Budget) -> dict[str, Any]:
    """What a program finds in a match that is not over."""
    limits = Limits(asked.time, asked.nodes, asked.depth)
    player = f"{asked.player}:{limits if limits != Limits() else Limits(time=USUAL_SECONDS)}"
    check_guest(player, match.game)
    only = await parts.games.run(lambda: [match.position.find(text) for text in asked.only])
    found = await parts.programs.analyse(match, player, asked.lines, only)
    return await parts.games.run(found.told, match.position)


async def review_of(parts: Services, match: Match, seconds: float) -> AsyncIterator[str]:
    """The moves of a match as lines of JSON, each as soon as it is judged. One question is thought about at a time, so
    that others have their turn."""
    words, limits = parts.settings.table_words, Limits(time=seconds)
    thinker = cache(lambda: thinker_for(match.game, "review", table_words=words))
    asked = thinker if len(match.game.seats) > 1 else None
    for ply, move in enumerate(match.played):
        then = match.copy()
        then.undo(match.ply - ply)
        known = await parts.truth.run(partial(parts.truth.known, then.position))
        found = await parts.programs.run(partial(judged, then, move, known, asked, limits))
        yield as_text(await parts.games.run(found.told, then.position)) + "\n"
