"""What the start page asks for: how far a game is prepared, and the puzzle of the day."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from ludograph.server.daily import puzzle_of, today
from ludograph.server.routes.positions import AskedGame
from ludograph.server.services import API, Parts, answers, costly, routes_at

router = routes_at(API, "games")


class PreparationView(BaseModel):
    game: str
    is_ready: Annotated[bool, Field(description="nobody waits at the first move")]
    doing: Annotated[str, Field(description="what is done just now, or `ready`")]
    done: int
    steps: int


class DailyView(BaseModel):
    date: datetime.date
    game: str
    title: str
    summary: str
    position: str


@router.get("/preparing", **answers(PreparationView, 404))
async def prepare_game(request: Request, parts: Parts, game: AskedGame) -> JSONResponse:
    """How far a game is prepared. Who asks first lets the preparation begin, which counts as costly."""
    named = await parts.games.named(game)
    if not parts.preparing.knows(named):
        await costly(request)
    return JSONResponse(parts.preparing.of(named).as_dict())


@router.get("/puzzle-of-the-day", **answers(DailyView))
async def puzzle_of_the_day(
    parts: Parts, date: Annotated[datetime.date | None, Query(description="today, by universal time")] = None
) -> JSONResponse:
    """A puzzle, the same for everybody on a date."""
    day = date or today()
    position = await parts.games.run(puzzle_of, day)
    game = position.game
    return JSONResponse(
        {
            "date": day.isoformat(),
            "game": game.id,
            "title": game.title,
            "summary": game.summary,
            "position": str(position),
        }
    )
