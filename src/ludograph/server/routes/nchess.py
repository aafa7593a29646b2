"""What the map workshop asks: maps to begin with, what is wrong with a map, where a piece would go on it.

A map in the making is faulty most of the time: its faults are an answer here, not a refusal. Nothing is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import JSONResponse

from ludograph.board.maps import write_map
from ludograph.board.tilings import cut
from ludograph.core.texts import quoted
from ludograph.errors import InvalidMap
from ludograph.games.nchess.game import Nchess, text_of_map
from ludograph.games.nchess.map_file import pictured_map, read_chess_map
from ludograph.games.nchess.tables import Geometry, geometry_of
from ludograph.games.nchess.ways import ways_of
from ludograph.server.problems import InvalidRequest, NotFound
from ludograph.server.routes.uploads import JSON_BODY, text_of
from ludograph.server.schemas.files import CutView, MapFaults, NamedMap, PictureRequest, RaysRequest, RaysView
from ludograph.server.services import API, Parts, answers, answers_as, routes_at

router = routes_at(API + "/nchess", "maps")


@router.get("/maps", **answers(list[NamedMap]))
async def list_named_maps() -> JSONResponse:
    """The maps that come with the game."""
    return JSONResponse([{"name": name, "summary": summary} for name, summary in Nchess.variants.items()])


@router.get("/maps/{name}", **answers_as("application/json", 404))
async def fetch_named_map(parts: Parts, name: Annotated[str, Path(max_length=60)]) -> Response:
    """One of these maps as JSON."""
    if name not in Nchess.variants:
        raise NotFound(f"There is no map {quoted(name)} among those that come with nchess.")
    return Response(await parts.games.run(text_of_map, name), media_type="application/json")


@router.post("/cut", **answers(CutView))
async def cut_map(parts: Parts, asked: PictureRequest) -> JSONResponse:
    """A map from a text picture, cut out of a regular tiling, as ``ludograph map`` makes it; or what is wrong."""
    return JSONResponse(await parts.games.run(_cut, asked))


@router.post("/check", **answers(MapFaults, 413), openapi_extra=JSON_BODY)
async def check_map(parts: Parts, request: Request) -> JSONResponse:
    """Everything that keeps a map from being played, at once; nothing when it can be played. Nothing is kept."""
    text = await text_of(request)
    return JSONResponse({"faults": await parts.games.run(_faults, text)})


@router.post("/rays", **answers(RaysView, 413))
async def show_rays(parts: Parts, asked: RaysRequest) -> JSONResponse:
    """The ways of a piece from a node of a map, as if nothing else stood there; or what is wrong with the map."""
    return JSONResponse(await parts.games.run(_rays, asked))


def _faults(text: str) -> list[str]:
    try:
        _geometry(text)
    except InvalidMap as error:
        return list(error.faults)
    return []


def _cut(asked: PictureRequest) -> dict[str, Any]:
    try:
        made = write_map(pictured_map(cut(asked.tiling, asked.picture, name=asked.name), asked.forward))
    except InvalidMap as error:
        return {"map": None, "faults": list(error.faults)}
    return {"map": json.loads(made), "faults": []}


def _rays(asked: RaysRequest) -> dict[str, Any]:
    try:
        geometry = _geometry(json.dumps(asked.map))
    except InvalidMap as error:
        return {"ways": [], "faults": list(error.faults)}
    nodes = geometry.board.nodes
    index = {node.id: number for number, node in enumerate(nodes)}
    players = [str(player) for player in geometry.map.players]
    if asked.node not in index:
        raise InvalidRequest(f"The map has no node {asked.node}.")
    if str(asked.player) not in players:
        raise InvalidRequest(f"{quoted(str(asked.player))} is not one of the players.")
    ways = ways_of(geometry, asked.type, players.index(str(asked.player)), index[asked.node])
    return {"ways": [{**asdict(way), "nodes": [nodes[node].id for node in way.nodes]} for way in ways], "faults": []}


@lru_cache(maxsize=16)
def _geometry(text: str) -> Geometry:
    """Of the last maps, because who looks at one piece looks at the next one."""
    return geometry_of(read_chess_map(text))
