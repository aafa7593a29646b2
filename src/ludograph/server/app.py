"""The application, put together from its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount, compile_path
from starlette.types import Scope

import ludograph
from ludograph.errors import LudographError
from ludograph.server import logs
from ludograph.server.bans import Bans
from ludograph.server.building import Building
from ludograph.server.chat import Chat
from ludograph.server.clocks import Flags
from ludograph.server.document import JSON, document
from ludograph.server.expiry import Expiry
from ludograph.server.games import Games
from ludograph.server.guards import HEADERS, OPEN_PATHS, Guard, Rates
from ludograph.server.hub import Hub
from ludograph.server.matches import Matches
from ludograph.server.metrics import Metrics
from ludograph.server.notices import BANS, CHAT, SOLVES, Notices, survived
from ludograph.server.page import Page
from ludograph.server.preparing import Preparing
from ludograph.server.presence import Presence
from ludograph.server.problems import (
    MEDIA_TYPE,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    UnknownMatch,
    UnsupportedMedia,
    headers_of,
    problem,
    problem_of,
)
from ludograph.server.programs import Programs
from ludograph.server.routes import (
    built,
    game_files,
    games,
    health,
    help,
    live,
    lobby,
    matches,
    nchess,
    owner,
    positions,
    puzzles,
    rules,
    solves,
    talk,
    uploads,
    welcome,
)
from ludograph.server.services import API, Services
from ludograph.server.settings import Settings
from ludograph.server.solves import Solves
from ludograph.server.truth import Truth
from ludograph.store.database import Database

PAGE = Path(ludograph.__file__).parent / "web" / "static"
MOST_FAULTS = 20

log = structlog.get_logger()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole server as an ASGI application; its parts live as long as its lifespan."""
    chosen = settings or Settings()
    logs.set_up(chosen.log_level, chosen.log_json)
    rates, bans, metrics = Rates(chosen), Bans(), Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(chosen, rates, bans, metrics) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Ludograph",
        summary="Abstract board games and puzzles on graphs: play, search, solve.",
        version=ludograph.__version__,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.connections = lambda: 0  # until what carries it counts them
    app.openapi = partial(document, app)  # type: ignore[method-assign]
    # Every request is compared with one route after the other: the page, soon told, and those of play come first.
    app.router.routes.append(_NoApi("/", Page(PAGE), name="page"))
    play = (matches, live, talk, help, positions)
    others = (games, built, health, welcome, lobby, rules, game_files, uploads, nchess, solves, owner, puzzles)
    for module in (*play, *others):
        app.router.routes.extend(module.router.routes)
    app.add_middleware(Guard, settings=chosen, rates=rates, bans=bans, metrics=metrics)
    app.add_exception_handler(LudographError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http_refused)
    app.add_exception_handler(Exception, _mistaken)
    return app


class _NoApi(Mount):
    """Everything that is no address of the API, so that a wrong method there is not taken for a missing file."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["path"].startswith((f"{API}/", OPEN_PATHS)):
            return Match.NONE, {}
        return super().matches(scope)


@asynccontextmanager
async def running(settings: Settings, rates: Rates, bans: Bans, metrics: Metrics) -> AsyncIterator[Services]:
    """All parts, started; at the end they are stopped in the opposite order."""
    database = Database(settings.database_url)
    await database.open()
    found = Games(database, settings)
    hub, notices, truth = Hub(settings.watchers_per_match), Notices(database), Truth(settings)
    kept = Matches(database, found, hub, notices, settings)
    programs, flags = Programs(kept, settings), Flags(kept)
    preparing, expiry = Preparing(), Expiry(kept, settings)
    solving = Solves(database, found, truth, notices, settings)
    chat, presence, building = Chat(kept, notices), Presence(database, hub), Building(settings)
    kept.counted, programs.thought = metrics.change, metrics.thought.observe
    await bans.open(database, hub, notices)

    async def hear(what: str) -> None:
        if what == SOLVES:
            await solving.look()
        elif what == BANS:
            await bans.read()
        elif what.startswith(f"{CHAT}:"):
            _, match_id, number = what.split(":")
            await chat.catch_up(match_id, int(number))
        else:
            await kept.catch_up(what)

    async def catch_up_all() -> None:
        await solving.look()
        await bans.read()
        for match_id in hub.watched():
            await survived(kept.catch_up(match_id), match_id)

    listening = asyncio.create_task(notices.listen(hear, catch_up_all))
    await programs.start()
    await flags.start()
    solving.start()
    expiry.start()
    presence.start()
    parts = (settings, database, found, truth, hub, kept, programs, flags, solving, preparing, rates, bans, metrics)
    try:
        yield Services(*parts, chat, presence, building)
    finally:
        await presence.close()
        await expiry.close()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await solving.close()
        await flags.close()
        await programs.close()
        preparing.close()
        building.close()
        await kept.close()
        found.close()
        truth.close()
        await database.close()


async def _refused(request: Request, error: Any) -> JSONResponse:
    told = problem_of(error)
    return JSONResponse(told, told["status"], headers_of(error), MEDIA_TYPE)


async def _not_understood(request: Request, error: Any) -> JSONResponse:
    """What was sent is not repeated in the answer: it may hold secrets."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if any(fault["loc"][:1] == ("body",) for fault in error.errors()) and kind != JSON:
        return await _refused(request, UnsupportedMedia(f"The body has to be JSON: Content-Type: {JSON}."))
    if error.errors()[0]["loc"][0] == "path":
        is_match = error.errors()[0]["loc"][1] == "match_id"
        nothing = UnknownMatch("There is no match with this id.") if is_match else NotFound("There is no such id.")
        return await _refused(request, nothing)
    faults = tuple(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:MOST_FAULTS])
    first = faults[0] if faults else "it is empty"
    return await _refused(request, InvalidRequest(f"The request can't be understood: {first}.", faults))


async def _http_refused(request: Request, error: Any) -> Response:
    if error.status_code == 404:
        if _is_for_people(request):
            return FileResponse(PAGE / "not-found.html", 404)
        return await _refused(request, NotFound("There is nothing under this address."))
    if error.status_code == 405:
        allowed = _methods(request)
        words = f"Here you can only {' or '.join(allowed)}."
        return await _refused(request, MethodNotAllowed(words, allowed=allowed))
    if error.status_code == 400:
        return await _refused(request, InvalidRequest("The body of the request can't be read."))
    told = {**problem("refused", f"{error.detail}."), "status": error.status_code}
    return JSONResponse(told, error.status_code, error.headers, MEDIA_TYPE)


def _is_for_people(request: Request) -> bool:
    """Whether somebody has opened an address in a browser that should have been a page."""
    is_page = not request.url.path.startswith((f"{API}/", OPEN_PATHS))
    return is_page and "text/html" in request.headers.get("accept", "")


def _methods(request: Request) -> tuple[str, ...]:
    """What can be asked of an address: of the page's files, and as the document says of all others."""
    documented = request.app.openapi()["paths"].items()
    found = [methods for path, methods in documented if compile_path(path)[0].match(request.url.path)]
    names = {method.upper() for methods in found for method in methods} or {"GET"}
    return tuple(sorted(names | ({"HEAD"} if "GET" in names else set())))


async def _mistaken(request: Request, error: Exception) -> JSONResponse:
    log.error("mistake", path=request.url.path, kind=type(error).__name__, exc_info=error)
    told = problem("mistake", "This is a mistake in the server; it was logged, and nothing was changed.")
    return JSONResponse(told, 500, HEADERS, MEDIA_TYPE)  # the guard doesn't see this one
