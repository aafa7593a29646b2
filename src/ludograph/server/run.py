"""Start the server and tell where it is."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from ludograph.core.files import reason_of
from ludograph.errors import FileRefused
from ludograph.server.app import create_app
from ludograph.server.settings import Settings

BACKLOG = 512


def serve(settings: Settings, say: Callable[[str], object]) -> None:
    """Serve until somebody stops it. The address is said when it can be opened."""
    listener = _listener(settings.host, settings.port)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else {"0.0.0.0": "localhost"}.get(host, host)
    say(f"Ludograph is at http://{shown}:{port}/ (Ctrl-C stops it)")
    server.run([listener])


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise FileRefused(f"The server can't listen at {host}, port {port}: {reason_of(error)}.") from None
