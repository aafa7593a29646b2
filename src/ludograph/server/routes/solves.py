"""Solves that are ordered, looked at and cancelled."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse

from ludograph.server.schemas import SolveRequest, SolveView
from ludograph.server.services import Costly, Parts, answers
from ludograph.server.solves import checked

router = APIRouter(prefix="/solves", tags=["solves"])

SolveId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@router.post("", **answers(SolveView, 404, 503, status=202), dependencies=[Costly])
async def order_solve(parts: Parts, asked: SolveRequest) -> JSONResponse:
    """Solve a puzzle completely, in a process of its own, as soon as it is its turn."""
    game = await parts.games.named(asked.game)
    memory = await parts.games.run(checked, game)
    return JSONResponse(parts.solves.order(game, memory).data(), 202)


@router.get("", **answers(list[SolveView]))
async def list_solves(parts: Parts) -> JSONResponse:
    """The solves since the server was started."""
    return JSONResponse([solve.data() for solve in parts.solves.all()])


@router.get("/{solve_id}", **answers(SolveView, 404))
async def show_solve(parts: Parts, solve_id: SolveId) -> JSONResponse:
    """How far a solve is."""
    return JSONResponse(parts.solves.named(solve_id).data())


@router.delete("/{solve_id}", **answers(SolveView, 404))
async def cancel_solve(parts: Parts, solve_id: SolveId) -> JSONResponse:
    """End a solve; nothing is left of it."""
    return JSONResponse(parts.solves.cancel(solve_id).data())
