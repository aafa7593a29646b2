"""Start the server and tell where it is."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from ludograph.core.files import reason_of
from ludograph.errors import FileRefused
from ludograph.server.app import create_app
from ludograph.server.settings import Settings
from ludograph.store.alone import only_server
from ludograph.store.database import Database

BACKLOG = 512
UNREAD_MILLISECONDS = 30_000


def serve(settings: Settings, say: Callable[[str], object]) -> None:
    """Serve until somebody stops it. The address is said when it can be opened."""
    database = Database(settings.database_url)
    with only_server(database), _listener(settings.host, settings.port) as listener:
        asyncio.run(_prepare(database))
        server = Server(configured(settings))
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else {"0.0.0.0": "localhost"}.get(host, host)
        say(f"Ludograph is at http://{shown}:{port}/ (Ctrl-C stops it)")
        server.run([listener])


class Server(uvicorn.Server):
    """Ends at once, although programs think and clients wait for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.services.end_waiting()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def configured(settings: Settings) -> uvicorn.Config:
    """The application with the limits of what carries it."""
    return uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )


async def _prepare(database: Database) -> None:
    """Make the database, or say in a sentence why that can't be, before anybody is let in."""
    try:
        await database.open()
    finally:
        await database.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise FileRefused(f"The server can't listen at {host}, port {port}: {reason_of(error)}.") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who doesn't read at all is forgotten by the system, too
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
    return listener
