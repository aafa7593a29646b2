"""Start the server and tell where it is."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

import uvicorn

from ludograph.core.authors import ANYTHING
from ludograph.core.files import reason_of
from ludograph.errors import FileRefused
from ludograph.server.app import create_app
from ludograph.server.connections import connection_class, connections_possible
from ludograph.server.daily import puzzle_of, today
from ludograph.server.games import catalogue
from ludograph.server.services import API
from ludograph.server.settings import Settings
from ludograph.store.alone import only_server
from ludograph.store.database import Database

BACKLOG = 512
UNREAD_MILLISECONDS = 30_000
SWITCH_SECONDS = 0.0002
NOWHERE = {"type": "http", "method": "GET", "path": f"{API}/nowhere", "root_path": "", "headers": []}


def serve(settings: Settings, say: Callable[[str], object]) -> None:
    """Serve until somebody stops it. The address is said when it can be opened."""
    database = Database(settings.database_url)
    with only_server(database), listening(settings.host, settings.port) as listener:
        asyncio.run(_prepare(database))
        config = configured(settings)
        _let_nobody_wait(config.app)
        server = Server(config)
        if settings.games_at_start:
            Thread(target=_make_start_page, name="start page", daemon=True).start()
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else {"0.0.0.0": "localhost"}.get(host, host)
        say(f"Ludograph is at http://{shown}:{port}/ (Ctrl-C stops it)")
        server.run([listener])


class Server(uvicorn.Server):
    """Ends at once, although programs think and clients wait for them."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        config.app.state.connections = lambda: len(self.server_state.connections)  # type: ignore[union-attr]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.services.end_waiting()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def configured(settings: Settings) -> uvicorn.Config:
    """The application with the limits of what carries it."""
    most = connections_possible(settings.most_connections)
    return uvicorn.Config(
        create_app(settings),
        http=connection_class(settings, most),
        timeout_keep_alive=settings.idle_seconds,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=settings.trusted_proxies,
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )


def _let_nobody_wait(app: Any) -> None:
    """Do now what would hold up an answer later. A thread that compiles or thinks gives way sooner than after Python's
    5 ms, for which one answer may wait several times. Routes are put together when they are asked for something for the
    first time, which takes 50 ms; so does a search for garbage in all that is there now and stays."""
    sys.setswitchinterval(SWITCH_SECONDS)
    for route in app.routes:
        route.matches(dict(NOWHERE))
    gc.collect()
    gc.freeze()


def _make_start_page() -> None:
    """Read all games, which takes most of a second; the server answers meanwhile."""
    with suppress(*ANYTHING):  # who asks for them is told
        catalogue()
        puzzle_of(today())


async def _prepare(database: Database) -> None:
    """Make the database, or say in a sentence why that can't be, before anybody is let in."""
    try:
        await database.open()
    finally:
        await database.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address. It names its protocol, because asyncio sends small answers at once only where it sees
    that it is TCP; else the second part of each waits 40 ms until the client has acknowledged the first."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.create_server((host, port), family=family, backlog=BACKLOG)
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=bound.detach())
    except OSError as error:
        raise FileRefused(f"The server can't listen at {host}, port {port}: {reason_of(error)}.") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who doesn't read at all is forgotten by the system, too
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
    return listener
