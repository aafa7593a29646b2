"""For the owner of the server, who shows the token of LUDOGRAPH_OWNER_TOKEN."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import JSONResponse, Response

from ludograph.server.addresses import guest_of
from ludograph.server.metrics import MEDIA_TYPE
from ludograph.server.owner import exposition, report
from ludograph.server.problems import NotFound
from ludograph.server.reports import report_view
from ludograph.server.schemas.running import BanRequest, BanView, OwnerView
from ludograph.server.schemas.strangers import ReportedView, ReportView
from ludograph.server.services import API, Owner, Parts, answers, answers_as, routes_at
from ludograph.store import reports

router = routes_at(API, "owner", dependencies=[Owner])


@router.get("/owner", **answers(OwnerView, 401))
async def report_to_owner(parts: Parts, request: Request) -> JSONResponse:
    """How much there is to do, who asks most, and who is banned."""
    return JSONResponse(await report(parts, request.app.state.connections()))


@router.get("/metrics", **answers_as("text/plain", 401))
async def tell_metrics(parts: Parts, request: Request) -> Response:
    """What this process has counted, in Prometheus' text format."""
    text = exposition(parts, await report(parts, request.app.state.connections()))
    return Response(text, media_type=MEDIA_TYPE)


@router.get("/owner/reports", **answers(list[ReportView], 401))
async def list_reports(parts: Parts) -> JSONResponse:
    """What players have reported about others, the newest first."""
    async with parts.database.reading() as connection:
        found = await reports.listed(connection, parts.settings.most_reports)
    return JSONResponse([report_view(each) for each in found])


@router.delete("/owner/reports/{report_id}", **answers(ReportedView, 401, 404))
async def dismiss_report(parts: Parts, report_id: Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]) -> JSONResponse:
    """Delete a report that was dealt with."""
    async with parts.database.writing() as connection:
        if not await reports.remove(connection, report_id):
            raise NotFound("There is no such report.")
    return JSONResponse({"id": report_id})


@router.post("/owner/bans", **answers(BanView, 401, status=201))
async def ban_address(parts: Parts, request: Request, asked: BanRequest) -> JSONResponse:
    """Let an address or a network in no longer; who is there has to go."""
    ban = await parts.bans.add(asked.address, asked.hours, asked.reason, guest_of(request.scope))
    return JSONResponse(vars(ban), 201)


@router.delete("/owner/bans", **answers(list[BanView], 401, 404))
async def lift_ban(
    parts: Parts, address: Annotated[str, Query(max_length=50, examples=["203.0.113.7"])]
) -> JSONResponse:
    """Let an address or a network in again; the answer is who is still banned."""
    await parts.bans.remove(address)
    return JSONResponse([vars(ban) for ban in parts.bans.all])
