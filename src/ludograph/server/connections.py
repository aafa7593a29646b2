"""Connections are bounded: how many there are, in all and of one guest, and how long each may keep us waiting.

Who begins a request has to end it in time. When there is room for nobody else, whoever keeps us waiting longest has to
go, so that half-sent requests shut nobody out. Bodies are waited for by the guard, and WebSockets by themselves.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from ludograph.server.addresses import UNKNOWN, guest_at
from ludograph.server.problems import MEDIA_TYPE, Busy, headers_of, problem_of
from ludograph.server.settings import Settings

#: Files that the server opens beside its connections: the database, the page, solves.
OTHER_FILES = 128


def connection_class(settings: Settings, most: int) -> type[asyncio.Protocol]:
    """What serves a connection, when there are at most so many of them."""

    class Bounded(BoundedConnection):
        limits = settings
        most_in_all = most

    return Bounded


class BoundedConnection(H11Protocol):
    """A connection of uvicorn's that has to be in time."""

    limits: Settings
    most_in_all: int
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for_request()
        if len(self.connections) > self.most_in_all:
            self._make_room()
        elif not self.limits.behind_proxy and self._is_one_too_many():
            self._refuse()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._since = self.loop.time()
        if self.conn.trailing_data[0]:  # of the next request
            self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade(event)
        self.transport = cast(Any, None)  # it has gone over to the socket's own protocol

    def pause_writing(self) -> None:
        """The other side doesn't read."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.limits.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
            self._unread = None

    @property
    def guest(self) -> str:
        return guest_at(self.client[0]) if self.client else UNKNOWN

    @property
    def waits_since(self) -> float | None:
        """When we began to wait for a request; None while one is answered."""
        return None if self.cycle and not self.cycle.response_complete else self._since

    def _look(self) -> None:
        """Data has come: of a request that has begun, or the last of one."""
        if not self.transport or self.waits_since is None:
            self._stop_waiting()
        elif not self._deadline:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(self.limits.header_seconds, self._leave)

    def _stop_waiting(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self.transport.abort()

    def _is_one_too_many(self) -> bool:
        others: Iterable[Any] = self.connections
        own = [each for each in others if each.client and guest_at(each.client[0]) == self.guest]
        return len(own) > self.limits.connections_per_address

    def _make_room(self) -> None:
        """Let those go who have kept us waiting longest; if nobody does, whoever comes can't stay."""
        waiting = [each for each in self.connections if isinstance(each, BoundedConnection) and each is not self]
        idle = [each for each in waiting if each.waits_since is not None]
        if idle:
            min(idle, key=lambda each: each._since)._leave()
        else:
            self._refuse()

    def _refuse(self) -> None:
        self.transport.write(_refusal())
        self.transport.close()


@cache
def _refusal() -> bytes:
    """An answer as it goes over the wire: whoever is one too many must cost little."""
    error = Busy("There are too many connections; come again later.")
    body = json.dumps(problem_of(error)).encode()
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), "connection": "close"}
    lines = [f"{name}: {value}" for name, value in (headers | headers_of(error)).items()]
    return "\r\n".join(["HTTP/1.1 503 Service Unavailable", *lines, "", ""]).encode() + body


def connections_possible(wanted: int) -> int:
    """So many connections as are wanted, if the system lets us open so many files; as many as it does, if not."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + OTHER_FILES:
        soft = wanted + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + OTHER_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - OTHER_FILES))
