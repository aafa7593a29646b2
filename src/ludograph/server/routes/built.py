"""Games for pages that think by themselves: a module, and what one has to know to run it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import JSONResponse

from ludograph.core.game import Game
from ludograph.server.addresses import current_guest
from ludograph.server.building import JSON, WASM, BuiltGame
from ludograph.server.games import thinking_facts
from ludograph.server.packed import FOR_EVER
from ludograph.server.problems import NotFound
from ludograph.server.routes.positions import AskedGame
from ludograph.server.schemas.games import BuiltView
from ludograph.server.services import API, Parts, Services, answers, answers_as, routes_at

router = routes_at(API + "/built", "games")

Digest = Annotated[str, Query(pattern="^[0-9a-f]{20}$")]


@router.get("", **answers(BuiltView, 404, 503))
async def find_module(parts: Parts, game: AskedGame) -> JSONResponse:
    """Where a game's module is, made now if nobody has asked before; and how strong its players are."""
    named, built = await _built(parts, game)
    spells = type(named).file_text is not Game.file_text
    facts = {"digest": built.digest, "bytes": len(built.module.content), "spells": spells, **thinking_facts()}
    return JSONResponse({"game": named.id, **facts})


@router.get("/module", **answers_as(WASM, 404, 503))
async def send_module(request: Request, parts: Parts, game: AskedGame, digest: Digest) -> Response:
    """The module itself, as `ludograph build` writes it."""
    return (await _same(parts, game, digest)).module.answer(request, FOR_EVER)


@router.get("/description", **answers_as(JSON, 404, 503))
async def send_description(request: Request, parts: Parts, game: AskedGame, digest: Digest) -> Response:
    """What a caller of the module has to know."""
    return (await _same(parts, game, digest)).description.answer(request, FOR_EVER)


async def _built(parts: Services, name: str) -> tuple[Game, BuiltGame]:
    named = await parts.games.named(name)
    if not parts.building.knows(named):
        parts.rates.check("costly", current_guest.get())
    return named, await parts.building.of(named)


async def _same(parts: Services, name: str, digest: str) -> BuiltGame:
    _, built = await _built(parts, name)
    if built.digest != digest:
        raise NotFound("The module of this game is another one now.")
    return built
