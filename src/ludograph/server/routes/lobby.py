"""The lobby, and ratings."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Query
from fastapi.responses import JSONResponse

from ludograph.server.lobby import listed, withdraw
from ludograph.server.problems import InUse, NotAuthenticated
from ludograph.server.ratings import check_is_on, rating_view
from ludograph.server.routes.matches import MatchId, changed
from ludograph.server.schemas.matches import ChangeAnswer, RenewRequest
from ludograph.server.schemas.strangers import ForgottenRatings, LobbyEntry, RatingTokenView, RatingView
from ludograph.server.schemas.values import GameName
from ludograph.server.secrets import hash_of, new_token
from ludograph.server.services import API, Bearer, Costly, Parts, answers, routes_at
from ludograph.store import ratings

router = routes_at(API, "lobby")


async def rating_token(parts: Parts, token: Bearer) -> str:
    """The token that ratings are bound to."""
    check_is_on(parts.settings)
    if not token:
        raise NotAuthenticated("This needs the token that your ratings are bound to: Authorization: Bearer TOKEN.")
    return token


RatingHolder = Annotated[str, Depends(rating_token)]


@router.get("/lobby", **answers(list[LobbyEntry], 404))
async def list_lobby(
    parts: Parts,
    game: GameName | None = None,
    kind: Annotated[
        Literal["none", "live", "days"] | None, Query(description="by clock: none, at once, or days for each move")
    ] = None,
) -> JSONResponse:
    """Seats that wait for anybody, the newest first. `POST /matches/{id}/join` takes one."""
    name = None if game is None else (await parts.games.named(game)).id
    return JSONResponse(await listed(parts.matches, name, kind))


@router.delete("/lobby/{match_id}", **answers(ChangeAnswer, 401, 404))
async def withdraw_match(parts: Parts, match_id: MatchId, token: Bearer) -> JSONResponse:
    """Take a match out of the lobby; needs the owner's token or one of a seat. Its invites still work."""
    return changed(await parts.matches.change(match_id, withdraw(token)))


@router.get("/ratings", **answers(list[RatingView], 401))
async def list_own_ratings(parts: Parts, token: RatingHolder) -> JSONResponse:
    """The ratings that are bound to a token, by game, the last played ones first."""
    async with parts.database.reading() as connection:
        found = await ratings.find(connection, hash_of(token))
    return JSONResponse([rating_view(each, parts.matches.now()) for each in found])


@router.post("/ratings/token", **answers(RatingTokenView, 401, 409), dependencies=[Costly])
async def renew_rating_token(parts: Parts, token: RatingHolder, asked: RenewRequest) -> JSONResponse:
    """Bind all ratings to another token: the one that is shown has none any longer."""
    renewed = asked.token or new_token()
    async with parts.database.writing() as connection:
        if renewed != token and not await ratings.renew(connection, hash_of(token), hash_of(renewed)):
            raise InUse("The new token has ratings of its own.")
    return JSONResponse({"token": renewed})


@router.delete("/ratings", **answers(ForgottenRatings, 401))
async def forget_ratings(parts: Parts, token: RatingHolder) -> JSONResponse:
    """Delete all ratings that are bound to a token."""
    async with parts.database.writing() as connection:
        return JSONResponse({"ratings": await ratings.remove(connection, [hash_of(token)])})
