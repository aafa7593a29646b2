"""What goes on around a match: chat, spectators, reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import JSONResponse

from ludograph.server.addresses import guest_of
from ludograph.server.chat import switch
from ludograph.server.presence import spectators_data
from ludograph.server.reports import report
from ludograph.server.routes.matches import MatchId, changed
from ludograph.server.schemas.matches import ChangeAnswer
from ludograph.server.schemas.strangers import (
    ChatLine,
    ChatRequest,
    ChatSwitch,
    ReportedView,
    ReportRequest,
    SpectatorsView,
)
from ludograph.server.services import API, Bearer, Costly, Parts, answers, routes_at

router = routes_at(API + "/matches/{match_id}", "matches")


@router.get("/chat", **answers(list[ChatLine], 404))
async def list_chat(parts: Parts, match_id: MatchId, since: Annotated[int, Query(ge=0, le=10**9)] = 0) -> JSONResponse:
    """What players have said after a line, as far as it is kept; nothing while the chat is off."""
    return JSONResponse(await parts.chat.lines(match_id, since))


@router.post("/chat", **answers(ChatLine, 401, 404, 503, status=201))
async def say(parts: Parts, request: Request, match_id: MatchId, token: Bearer, asked: ChatRequest) -> JSONResponse:
    """Say something to all who watch; for those who play."""
    parts.rates.check("chat", guest_of(request.scope))
    return JSONResponse(await parts.chat.say(match_id, token, asked.text), 201)


@router.post("/chat/switch", **answers(ChangeAnswer, 401, 404))
async def switch_chat(parts: Parts, match_id: MatchId, token: Bearer, asked: ChatSwitch) -> JSONResponse:
    """Switch the chat of a match off, for everybody in it, or on again; it is on when no player has it off."""
    return changed(await parts.matches.change(match_id, switch(token, asked.is_on)))


@router.get("/spectators", **answers(SpectatorsView, 404))
async def list_spectators(parts: Parts, match_id: MatchId) -> JSONResponse:
    """Who watches without a seat: how many, and the names of those who have given one."""
    async with parts.matches.opened(match_id):
        pass
    return JSONResponse(spectators_data(await parts.presence.spectators(match_id, parts.matches.now())))


@router.post("/report", **answers(ReportedView, 401, 404, 503, status=201), dependencies=[Costly])
async def report_player(parts: Parts, match_id: MatchId, token: Bearer, asked: ReportRequest) -> JSONResponse:
    """Tell the owner of the server about who has another seat; what was said in the chat is kept with it."""
    made = await report(parts.matches, match_id, token, asked.seat, asked.text)
    return JSONResponse({"id": made.id}, 201)
