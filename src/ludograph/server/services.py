"""All parts of a running server, as the routes find them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from ludograph.server.addresses import guest_of
from ludograph.server.bans import Bans
from ludograph.server.building import Building
from ludograph.server.chat import Chat
from ludograph.server.clocks import Flags
from ludograph.server.games import Games
from ludograph.server.guards import Rates
from ludograph.server.hub import Hub
from ludograph.server.matches import Matches
from ludograph.server.metrics import Metrics
from ludograph.server.preparing import Preparing
from ludograph.server.presence import Presence
from ludograph.server.problems import MEDIA_TYPE, Forbidden, NotAuthenticated
from ludograph.server.programs import Programs
from ludograph.server.schemas.values import Problem
from ludograph.server.settings import Settings
from ludograph.server.solves import Solves
from ludograph.server.truth import Truth
from ludograph.store.database import Database

API = "/api/v1"
BEARER = "bearer "


@dataclass(frozen=True)
class Services:
    settings: Settings
    database: Database
    games: Games
    truth: Truth
    hub: Hub
    matches: Matches
    programs: Programs
    flags: Flags
    solves: Solves
    preparing: Preparing
    rates: Rates
    bans: Bans
    metrics: Metrics
    chat: Chat
    presence: Presence
    building: Building

    def end_waiting(self) -> None:
        """The server ends: whoever waits for something that takes its time is answered at once."""
        self.programs.end_thinking()
        self.solves.end_following()


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


# What routes depend on is asynchronous although nothing waits in it: else each would be called in a thread, and an
# answer would wait for its turn there as well.


async def parts(connection: HTTPConnection) -> Services:
    return services_of(connection)


async def bearer(request: Request, authorization: Annotated[str | None, Header()] = None) -> str | None:
    """The token of ``Authorization: Bearer TOKEN``; how often it is used is counted."""
    if not authorization or authorization[: len(BEARER)].lower() != BEARER:
        return None
    token = authorization[len(BEARER) :].strip()
    services_of(request).rates.check_token(token)
    return token


async def costly(request: Request) -> None:
    """Counts what costs more than other requests."""
    services_of(request).rates.check("costly", guest_of(request.scope))


async def owner(request: Request, token: Annotated[str | None, Depends(bearer)]) -> None:
    """Only the server's owner may go on."""
    if not token:
        raise NotAuthenticated("This needs the token of the server's owner: Authorization: Bearer TOKEN.")
    if not services_of(request).settings.is_owner(token):
        raise Forbidden("This is for the server's owner, whose token LUDOGRAPH_OWNER_TOKEN sets.")


Parts = Annotated[Services, Depends(parts)]
Bearer = Annotated[str | None, Depends(bearer)]
Costly = Depends(costly)
Owner = Depends(owner)


def routes_at(prefix: str, *tags: str, dependencies: Sequence[Any] = ()) -> APIRouter:
    """Routes under an address, to be put into the application as they are: where routers contain others, every request
    is compared with all routes again at each level."""
    return APIRouter(
        prefix=prefix, tags=[*tags], dependencies=dependencies, generate_unique_id_function=lambda route: route.name
    )


def answers(model: Any, *refusals: int, status: int = 200) -> dict[str, Any]:
    """The arguments of a route that say what it answers."""
    told = {status: {"model": model}, **_refused(*refusals)}
    return {"responses": told, "status_code": status, "response_class": JSONResponse}


def answers_as(media_type: str, *refusals: int, kind: type[Response] = Response) -> dict[str, Any]:
    """The same for a route that answers with something else than JSON of a model."""
    return {"responses": {200: {"content": {media_type: {}}}, **_refused(*refusals)}, "response_class": kind}


def _refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a route may refuse, beside what every route refuses."""
    return {status: {"model": Problem, "content": {MEDIA_TYPE: {}}} for status in (*statuses, 403, 422, 429)}
