"""Files of games: what there is in them, before one is opened."""

from __future__ import annotations

from fastapi.responses import JSONResponse

from ludograph.server.game_files import listed
from ludograph.server.schemas.files import FileRequest, FileView
from ludograph.server.services import API, Costly, Parts, answers, routes_at

router = routes_at(API + "/game-files", "matches")


@router.post("", **answers(FileView), dependencies=[Costly])
async def list_games_of_file(parts: Parts, asked: FileRequest) -> JSONResponse:
    """The games of a file, PGN, PDN or records, without a check of their moves; nothing is kept."""
    return JSONResponse(await parts.games.run(listed, asked.name, asked.text))
