"""Games for pages that think by themselves: a module, and what one has to know to run it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response
from fastapi.responses import JSONResponse

from ludograph.core.game import Game
from ludograph.server.addresses import current_guest
from ludograph.server.building import BuiltGame
from ludograph.server.games import thinking_facts
from ludograph.server.problems import NotFound
from ludograph.server.routes.positions import AskedGame
from ludograph.server.schemas import BuiltView
from ludograph.server.services import API, Parts, Services, answers, answers_as, routes_at

router = routes_at(API + "/built", "games")

WASM, JSON = "application/wasm", "application/json"
#: The digest in the address is that of the content.
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
Digest = Annotated[str, Query(pattern="^[0-9a-f]{20}$")]


@router.get("", **answers(BuiltView, 404, 503))
async def find_module(parts: Parts, game: AskedGame) -> JSONResponse:
    """Where a game's module is, made now if nobody has asked before; and how strong its players are."""
    named, built = await _built(parts, game)
    spells = type(named).file_text is not Game.file_text
    facts = {"digest": built.digest, "bytes": len(built.module), "spells": spells, **thinking_facts()}
    return JSONResponse({"game": named.id, **facts})


@router.get("/module", **answers_as(WASM, 404, 503))
async def send_module(parts: Parts, game: AskedGame, digest: Digest) -> Response:
    """The module itself, as `ludograph build` writes it."""
    return Response((await _same(parts, game, digest)).module, media_type=WASM, headers=FOR_EVER)


@router.get("/description", **answers_as(JSON, 404, 503))
async def send_description(parts: Parts, game: AskedGame, digest: Digest) -> Response:
    """What a caller of the module has to know."""
    return Response((await _same(parts, game, digest)).description, media_type=JSON, headers=FOR_EVER)


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
