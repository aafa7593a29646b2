"""The catalogue of games, the facts of one game, the colours."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import JSONResponse

from ludograph.core.plain_data import game_data, themes_data
from ludograph.engine.kernel_game import KernelGame
from ludograph.server.games import catalogue, players_for
from ludograph.server.schemas.games import CatalogueEntry, GameView
from ludograph.server.schemas.values import GameName, PiecesName
from ludograph.server.services import API, Parts, answers, routes_at

router = routes_at(API, "games")


@router.get("/games", **answers(list[CatalogueEntry]))
async def list_games(parts: Parts) -> JSONResponse:
    """Every game and puzzle: variants, parameters with their bounds and choices, seats, players."""
    return JSONResponse(await parts.games.run(catalogue))


@router.get("/game", **answers(GameView, 404))
async def describe_game(parts: Parts, game: Annotated[GameName, Query()]) -> JSONResponse:
    """One game with its parameters fixed: seats, start position, and the board graph to draw."""
    named = await parts.games.named(game)
    facts = await parts.games.run(game_data, named)
    has_module = isinstance(named, KernelGame) and parts.settings.module_limit > 0
    return JSONResponse({**facts, "players": players_for(named), "has_module": has_module})


@router.get("/themes", **answers(dict[str, Any]))
async def list_themes(pieces: PiecesName = "usual") -> JSONResponse:
    """The colours of each theme: ground, cells by shade, pieces by seat, tiles by tint."""
    return JSONResponse(themes_data(pieces))
