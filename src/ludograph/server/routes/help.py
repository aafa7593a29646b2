"""Help in a match: what is told of its positions, and the agreement that allows it between people."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from fastapi.responses import JSONResponse

from ludograph.core.match import Match
from ludograph.errors import GameOver
from ludograph.server.fair_play import agree_on_help, check_help
from ludograph.server.insight import analysis_of
from ludograph.server.problems import NotFound
from ludograph.server.routes.matches import MatchId, changed
from ludograph.server.schemas.matches import ChangeAnswer, MatchAnalysisRequest
from ludograph.server.schemas.positions import AnalysisView, ValueView
from ludograph.server.schemas.values import ReplyRequest
from ludograph.server.services import API, Bearer, Costly, Parts, Services, answers, routes_at

router = routes_at(API + "/matches", "matches")
Ply = Annotated[int | None, Query(ge=0, le=10**6, description="after so many moves; the last position when left out")]


@router.post("/{match_id}/help", **answers(ChangeAnswer, 401, 404, 409))
async def agree_help(parts: Parts, match_id: MatchId, asked: ReplyRequest, token: Bearer) -> JSONResponse:
    """Ask to allow values and analyses in a match between people, accept it or decline it."""
    return changed(await parts.matches.change(match_id, agree_on_help(token, asked.reply)))


@router.get("/{match_id}/value", **answers(ValueView | None, 404))
async def tell_match_value(parts: Parts, match_id: MatchId, ply: Ply = None) -> JSONResponse:
    """The value and the remoteness of a position of a match, or null where nobody knows; refused while help is off."""
    match = await _helped(parts, match_id, ply)
    found = await parts.truth.run(lambda: parts.truth.known(match.position))
    return JSONResponse(found.as_dict() if found else None)


@router.post("/{match_id}/analysis", **answers(AnalysisView, 404, 409, 503), dependencies=[Costly])
async def analyse_match(parts: Parts, match_id: MatchId, asked: MatchAnalysisRequest) -> JSONResponse:
    """What a program finds in a position of a match within a budget; refused while help is off."""
    match = await _helped(parts, match_id, asked.ply)
    if outcome := match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=str(match.position))
    return JSONResponse(await analysis_of(parts, match, asked))


async def _helped(parts: Services, match_id: str, ply: int | None) -> Match:
    """The match after so many moves, if something may be told about it."""
    async with parts.matches.opened(match_id) as live:
        check_help(live)
        match = live.match.copy()
    if ply is not None and ply > match.ply:
        raise NotFound(f"The match has {match.ply} moves, not {ply}.")
    if ply is not None and ply < match.ply:
        match.undo(match.ply - ply)
    return match
