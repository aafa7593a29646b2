"""Solves that are ordered, looked at and cancelled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Path
from fastapi.responses import JSONResponse, StreamingResponse

from ludograph.server.hub import as_text
from ludograph.server.schemas.solves import SolveRequest, SolveView
from ludograph.server.services import API, Costly, Parts, answers, answers_as, routes_at
from ludograph.server.solves import checked, solve_data
from ludograph.store.solves import StoredSolve

router = routes_at(API + "/solves", "solves")

EVENTS = "text/event-stream"
SolveId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@router.post("", **answers(SolveView, 404, 503, status=202), dependencies=[Costly])
async def order_solve(parts: Parts, asked: SolveRequest) -> JSONResponse:
    """Solve a puzzle completely, in a process of its own, as soon as it is its turn. Orders outlive the server."""
    game = await parts.games.named(asked.game)
    memory = await parts.games.run(checked, game)
    return _shown(await parts.solves.order(game, memory), 202)


@router.get("", **answers(list[SolveView]))
async def list_solves(parts: Parts) -> JSONResponse:
    """The solves that wait or run, and the last ones that are over."""
    return JSONResponse([solve_data(solve) for solve in await parts.solves.all()])


@router.get("/{solve_id}", **answers(SolveView, 404))
async def show_solve(parts: Parts, solve_id: SolveId) -> JSONResponse:
    """How far a solve is."""
    return _shown(await parts.solves.named(solve_id))


@router.get("/{solve_id}/events", **answers_as(EVENTS, 404, 503, kind=StreamingResponse))
async def follow_solve(parts: Parts, solve_id: SolveId) -> StreamingResponse:
    """How far a solve is, again and again until it is over, as server-sent events."""
    await parts.solves.named(solve_id)
    return StreamingResponse(_events(parts.solves.followed(solve_id)), media_type=EVENTS)


@router.delete("/{solve_id}", **answers(SolveView, 404))
async def cancel_solve(parts: Parts, solve_id: SolveId) -> JSONResponse:
    """End a solve; nothing is left of it."""
    return _shown(await parts.solves.cancel(solve_id))


def _shown(solve: StoredSolve, status: int = 200) -> JSONResponse:
    return JSONResponse(solve_data(solve), status)


async def _events(followed: AsyncIterator[StoredSolve]) -> AsyncIterator[str]:
    async for solve in followed:
        yield f"data: {as_text(solve_data(solve))}\n\n"
