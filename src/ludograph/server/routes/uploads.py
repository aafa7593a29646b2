"""Maps and other files for games: checked, stored by their content, and used as ``nchess?map=sha256:…``."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import Path, Query, Request, Response
from fastapi.responses import JSONResponse

from ludograph.board.maps import read_map, write_map
from ludograph.core.files import content_name, forget_text, offer_text
from ludograph.core.game import Game
from ludograph.core.parameters import FileParameter
from ludograph.core.registry import game_class_named
from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter, LudographError, TooLarge
from ludograph.server.addresses import current_guest
from ludograph.server.problems import Forbidden, InUse, InvalidRequest, NotFound
from ludograph.server.schemas.files import MapSummary
from ludograph.server.secrets import hash_of
from ludograph.server.services import API, Costly, Parts, Services, answers, answers_as, routes_at
from ludograph.store import uploads

router = routes_at(API, "maps")

MAP = "map"
MOST_LISTED = 200
Content = Annotated[str, Path(pattern=r"^sha256:[0-9a-f]{64}$")]
JSON_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}
TEXT_BODY = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.post("/maps", **answers(MapSummary, 413, status=201), openapi_extra=JSON_BODY, dependencies=[Costly])
async def upload_map(parts: Parts, request: Request) -> JSONResponse:
    """Keep a board map, if it has no fault. The same map has the same name, however it is written."""
    text = await text_of(request)
    board_map = await parts.games.run(read_map, text)
    canonical = await parts.games.run(write_map, board_map)
    return await _keep(parts, MAP, board_map.board.name, canonical)


@router.get("/maps", **answers(list[MapSummary]))
async def list_maps(parts: Parts) -> JSONResponse:
    """The newest maps."""
    async with parts.database.reading() as connection:
        found = await uploads.listed(connection, MAP, MOST_LISTED)
    return JSONResponse([_summary(upload) for upload in found])


@router.get("/maps/{content}", **answers_as("application/json", 404))
async def fetch_map(parts: Parts, content: Content) -> Response:
    """A map as JSON."""
    async with parts.database.reading() as connection:
        upload = await uploads.find(connection, content)
    if upload is None or upload.kind != MAP:
        raise NotFound(f"There is no map {content}.")
    return Response(upload.text, media_type="application/json")


@router.delete("/maps/{content}", **answers(MapSummary, 404, 409))
async def remove_map(parts: Parts, content: Content) -> JSONResponse:
    """Remove a map or a file that you have sent, unless a match is played with it."""
    async with parts.database.writing() as connection:
        upload = await uploads.find(connection, content)
        if upload is None:
            raise NotFound(f"There is no upload {content}.")
        if upload.guest_hash != hash_of(current_guest.get()):
            raise Forbidden("Somebody else has sent this.")
        if not await uploads.remove(connection, content):
            raise InUse("A match is played with this; it stays as long as the match does.")
    forget_text(content)
    return JSONResponse(_summary(upload))


@router.post("/files", **answers(MapSummary, 404, 413, status=201), openapi_extra=TEXT_BODY, dependencies=[Costly])
async def upload_file(
    parts: Parts,
    request: Request,
    game: Annotated[str, Query(max_length=60, examples=["graph"])],
    parameter: Annotated[str, Query(max_length=60, examples=["file"])],
) -> JSONResponse:
    """Keep a file for a parameter of a game, if the game can be played with it."""
    game_class = await parts.games.run(game_class_named, game)
    if not any(isinstance(known, FileParameter) and known.name == parameter for known in game_class.parameters):
        raise InvalidParameter(f"{game_class.name} has no parameter {quoted(parameter)} that is a file.")
    text = await text_of(request)
    await parts.games.run(_try_out, game_class, parameter, text)
    return await _keep(parts, f"{game_class.name}?{parameter}", "", text)


def _try_out(game_class: type[Game], parameter: str, text: str) -> None:
    """Make a game with the text; one that is refused is not remembered."""
    name = offer_text(text)
    try:
        game_class(**{parameter: name})
    except LudographError:
        forget_text(name)
        raise


async def _keep(parts: Services, kind: str, name: str, text: str) -> JSONResponse:
    """Keep a text; the same text a second time is the first one again."""
    guest = hash_of(current_guest.get())
    upload = uploads.Upload(content_name(text), kind[:40], name, text, time.time(), guest)
    async with parts.database.writing() as connection:
        if found := await uploads.find(connection, upload.hash):
            if parts.settings.upload_days:
                await uploads.renew(connection, upload.hash, upload.created)
            return JSONResponse(_summary(found), 201)
        in_all, own = await uploads.counts(connection, guest)
        if in_all >= parts.settings.most_uploads or own >= parts.settings.uploads_per_guest:
            raise TooLarge("There is no room for more uploads" + (" of yours." if own else "."))
        await uploads.keep(connection, upload)
    return JSONResponse(_summary(upload), 201)


async def text_of(request: Request) -> str:
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRequest("The body is not UTF-8 text.") from None
    if "\0" in text:
        raise InvalidRequest("The body has a character that no text has.")
    return text


def _summary(upload: uploads.Upload) -> dict[str, object]:
    return {"hash": upload.hash, "name": upload.name, "created": upload.created}
