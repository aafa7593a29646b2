"""Matches: begun, joined, played, ended, exported."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError

from ludograph.core.time_control import TimeControl
from ludograph.server import agreements
from ludograph.server.addresses import current_guest
from ludograph.server.creating import Wanted, WantedSeat, create
from ludograph.server.deleting import by_anybody, forget, forget_guest, shown_by
from ludograph.server.document import JSON
from ludograph.server.exchange import exported, imported
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Seated
from ludograph.server.problems import MEDIA_TYPE
from ludograph.server.ratings import claimed
from ludograph.server.rematch import rematch
from ludograph.server.schemas.matches import (
    AuditView,
    ChangeAnswer,
    CreatedMatch,
    DeletedMatch,
    EventView,
    ForgetRequest,
    ForgottenView,
    ImportRequest,
    JoinedMatch,
    JoinRequest,
    MatchOptions,
    MatchRequest,
    MatchView,
    MoveAnswer,
    MoveRequest,
    OwnMatch,
    PaceRequest,
    PlayedMove,
    RenewedToken,
    RenewRequest,
    TokensRequest,
    UndoRequest,
)
from ludograph.server.schemas.values import Format, Key, ReplyRequest
from ludograph.server.secrets import hash_of, new_token
from ludograph.server.services import API, Bearer, Costly, Parts, answers, answers_as, bearer, routes_at, services_of
from ludograph.store import matches as store

router = routes_at(API + "/matches", "matches")

MATCH_ID = r"^[0-9a-f]{24}$"
MatchId = Annotated[str, Path(pattern=MATCH_ID)]
KEY: TypeAdapter[str | None] = TypeAdapter(Key | None)


@router.post("", **answers(CreatedMatch, 404, status=201), dependencies=[Costly])
async def begin_match(parts: Parts, asked: MatchRequest) -> JSONResponse:
    """Begin a match. The tokens of the seats, the invites and the owner's token are told only in this answer."""
    listed_by = hash_of(current_guest.get()) if asked.is_listed else None
    wanted = replace(_wanted(asked), listed_by=listed_by, rating_token=asked.rating_token)
    return JSONResponse(await create(parts.matches, asked.game, asked.position, wanted), 201)


@router.post("/import", **answers(CreatedMatch, 404, status=201), dependencies=[Costly])
async def import_match(parts: Parts, asked: ImportRequest) -> JSONResponse:
    """Go on with a match that was exported here or recorded elsewhere; where no seats are asked for, those of the text
    are taken: names, and programs that are known here."""
    made = await imported(parts.matches, asked.text, asked.format, asked.number, _wanted(asked))
    return JSONResponse(made, 201)


@router.post("/mine", **answers(list[OwnMatch]))
async def list_own_matches(parts: Parts, asked: TokensRequest) -> JSONResponse:
    """The matches that some tokens belong to, the last changed ones first; unknown tokens are passed over."""
    hashes = [hash_of(token) for token in asked.tokens]
    async with parts.database.reading() as connection:
        found = await store.with_tokens(connection, hashes)
    return JSONResponse([_own_match(row, seat, hashes.index(kept)) for row, seat, kept in found])


@router.post("/forget", **answers(ForgottenView), dependencies=[Costly])
async def forget_everything(parts: Parts, asked: ForgetRequest) -> JSONResponse:
    """Delete all that the holder of some tokens has stored: matches, ratings, reports; in matches of others that are
    over, name, token, answers and chat. Moves of such matches stay: they are the others', too."""
    done = await forget(parts.matches, asked.tokens)
    counts = await forget_guest(parts.matches, parts.solves) if asked.uploads else {"uploads": 0, "solves": 0}
    return JSONResponse({**done, **counts})


@router.get("/{match_id}", **answers(MatchView, 404))
async def show_match(parts: Parts, match_id: MatchId, token: Bearer) -> JSONResponse:
    """The whole state of a match. Who knows its id may watch; with a token, `own_seats` says whose it is."""
    return JSONResponse(await parts.matches.data(match_id, [token] if token else []))


@router.delete("/{match_id}", **answers(DeletedMatch, 401, 404, 409))
async def delete_match(parts: Parts, match_id: MatchId, token: Bearer) -> JSONResponse:
    """Delete a match and all that belongs to it: for who has begun it, unless others who came are still playing; for
    who plays it alone; and for the server's owner."""
    check = by_anybody if parts.settings.is_owner(token) else shown_by([token] if token else [])
    await parts.matches.remove(match_id, check)
    return JSONResponse({"id": match_id})


@router.post("/{match_id}/token", **answers(RenewedToken, 401, 404))
async def renew_token(parts: Parts, match_id: MatchId, token: Bearer, asked: RenewRequest) -> JSONResponse:
    """Take another token for a seat, or the owner's: the one that is shown works no longer. Who sends the new one can
    ask again after a lost answer: either the old token or the new one is the right one then."""
    renewed = asked.token or new_token()
    live = await parts.matches.change(match_id, agreements.renew(token, renewed))
    return JSONResponse({"token": renewed, "version": live.row.version})


@router.get("/{match_id}/moves", **answers(list[PlayedMove], 404))
async def list_played_moves(parts: Parts, match_id: MatchId) -> JSONResponse:
    """The moves that were played, each with the position that it led to."""
    return JSONResponse((await parts.matches.data(match_id))["moves"])


async def play_move(
    parts: Parts,
    match_id: MatchId,
    token: Bearer,
    asked: MoveRequest,
    idempotency_key: Annotated[Key | None, Header()] = None,
) -> JSONResponse:
    """Play a move. With an `Idempotency-Key` the same request can be sent again: it gets the first answer."""
    answer = await parts.matches.move(match_id, Seated(token), asked.move, asked.ply, idempotency_key)
    media_type = MEDIA_TYPE if answer.status >= 400 else None
    return JSONResponse(answer.body, answer.status, media_type=media_type)


class _MoveRoute(APIRoute):
    """A request that is plainly right is not put before FastAPI, which takes as long to read it as it takes to play the
    move. It reads all others, and says what is wrong with them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        thorough = super().get_route_handler()

        async def played(request: Request) -> Response:
            headers, match_id = request.headers, request.path_params["match_id"]
            if headers.get("content-type") != JSON or not re.fullmatch(MATCH_ID, match_id):
                return await thorough(request)
            try:
                asked = MoveRequest.model_validate_json(await request.body())
                key = KEY.validate_python(headers.get("idempotency-key"))
            except ValidationError:
                return await thorough(request)
            token = await bearer(request, headers.get("authorization"))
            return await play_move(services_of(request), match_id, token, asked, key)

        return played


router.add_api_route(
    "/{match_id}/moves",
    play_move,
    methods=["POST"],
    route_class_override=_MoveRoute,
    **answers(MoveAnswer, 401, 403, 404, 409),
)


@router.get("/{match_id}/events", **answers(list[EventView], 404))
async def list_events(
    parts: Parts, match_id: MatchId, since: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> JSONResponse:
    """What has happened after a version, at most 1000 events."""
    return JSONResponse(
        [
            {"version": event.version, "ply": event.ply, "at": event.at, "event": dict(event.event)}
            for event in await parts.matches.events(match_id, since)
        ]
    )


@router.post("/{match_id}/join", **answers(JoinedMatch, 403, 404), dependencies=[Costly])
async def join_match(parts: Parts, match_id: MatchId, asked: JoinRequest) -> JSONResponse:
    """Take a seat with an invite, which works once; in a match of the lobby without one."""
    token, claim = new_token(), None
    if asked.rating_token:
        async with parts.matches.opened(match_id) as live:
            game = live.row.game
        claim = await claimed(parts.matches, asked.rating_token, game)
    plan = agreements.join(asked.invite, token, asked.name, asked.seat, claim)
    live = await parts.matches.change(match_id, plan)
    (seat,) = live.seats_of([token])
    shown = await parts.matches.shown(live, [seat])
    return JSONResponse({"id": match_id, "seat": seat, "token": token, "match": shown})


@router.post("/{match_id}/resign", **answers(ChangeAnswer, 401, 403, 404, 409))
async def resign(parts: Parts, match_id: MatchId, token: Bearer) -> JSONResponse:
    """Give up: the other seats win."""
    return changed(await parts.matches.change(match_id, agreements.resign(token)))


@router.post("/{match_id}/draw", **answers(ChangeAnswer, 401, 403, 404, 409))
async def agree_draw(parts: Parts, match_id: MatchId, token: Bearer, asked: ReplyRequest) -> JSONResponse:
    """Offer a draw, accept or decline it."""
    return changed(await parts.matches.change(match_id, agreements.draw(token, asked.reply)))


@router.post("/{match_id}/undo", **answers(ChangeAnswer, 401, 403, 404, 409))
async def agree_undo(parts: Parts, match_id: MatchId, token: Bearer, asked: UndoRequest) -> JSONResponse:
    """Ask to take back moves, accept or decline it. Programs always agree."""
    return changed(await parts.matches.change(match_id, agreements.undo(token, asked.reply, asked.plies)))


@router.post("/{match_id}/rematch", **answers(ChangeAnswer, 401, 403, 404, 409))
async def agree_rematch(parts: Parts, match_id: MatchId, token: Bearer, asked: ReplyRequest) -> JSONResponse:
    """Ask for another match after the end, accept or decline it. Sides are exchanged, and the tokens stay those of the
    players: `rematch` of the match is the id of the new one. Programs always agree."""
    return changed(await parts.matches.change(match_id, rematch(token, asked.reply)))


@router.post("/{match_id}/pace", **answers(ChangeAnswer, 401, 403, 404))
async def set_pace(parts: Parts, match_id: MatchId, token: Bearer, asked: PaceRequest) -> JSONResponse:
    """Pause the programs or let them go on; needs the owner's token or one of a seat."""
    return changed(await parts.matches.change(match_id, agreements.pace(token, asked.is_paused, asked.pace)))


@router.post("/{match_id}/step", **answers(ChangeAnswer, 401, 403, 404))
async def step(parts: Parts, match_id: MatchId, token: Bearer) -> JSONResponse:
    """Let a program make one move, although they are paused."""
    async with parts.matches.opened(match_id) as live:
        live.check_owner(token)
    parts.programs.step(match_id)
    return changed(live)


@router.get("/{match_id}/export", **answers_as("application/json", 404))
async def export_match(parts: Parts, match_id: MatchId, format: Format = "record") -> Response:
    """The match as a text to keep: our own record, or portable notation."""
    async with parts.matches.opened(match_id) as live:
        text = await parts.games.run(exported, live, format)
    ending, media_type = ("json", "application/json") if format == "record" else (format, "text/plain; charset=utf-8")
    name = f'attachment; filename="{match_id}.{ending}"'
    return Response(text, media_type=media_type, headers={"content-disposition": name})


@router.get("/{match_id}/audit", **answers(AuditView, 404, 500), dependencies=[Costly])
async def audit_match(parts: Parts, match_id: MatchId) -> JSONResponse:
    """Replay what is stored: the moves must lead to the stored position, one by one."""
    live = await parts.matches.audit(match_id)
    return JSONResponse({"consistent": True, "ply": live.row.ply, "position": live.row.position})


def _wanted(asked: MatchOptions) -> Wanted:
    seats = [WantedSeat(seat.player, seat.name, seat.invite) for seat in asked.seats]
    clock = None if asked.clock is None else TimeControl.parse(asked.clock)
    return Wanted(seats, asked.tags, asked.pace, asked.is_paused, clock)


def changed(live: LiveMatch) -> JSONResponse:
    row = live.row
    return JSONResponse({"version": row.version, "ply": row.ply, "offers": dict(row.offers), "outcome": row.outcome})


def _own_match(row: store.StoredMatch, seat: int | None, token_index: int) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "seat": seat,
        "ply": row.ply,
        "turn": row.turn,
        "outcome": row.outcome,
        "changed": row.changed,
        "token_index": token_index,
    }
