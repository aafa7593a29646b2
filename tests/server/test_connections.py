"""Connections are bounded: half-sent requests, too many of them, watchers without end, logs that nobody can flood."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
import structlog
from clients import API, Client
from servers import Serve

from ludograph.server import logs
from ludograph.server.addresses import guest_at
from ludograph.server.connections import connections_possible

HALF = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
#: Longer than any limit of these tests, and shorter than forever.
PATIENCE = 30
Half = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def half_sent(client: Client, data: bytes = HALF, address: str = "127.0.0.1") -> AsyncIterator[Half]:
    """A connection on which a request is begun and not ended."""
    port = int(client.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(data)
        yield reader, writer
    finally:
        writer.close()


async def all_told(reader: asyncio.StreamReader) -> bytes:
    """Until the other side ends it."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


def status_of(told: bytes) -> int:
    return int(told.split()[1])


async def test_half_a_request_is_not_awaited_for_ever(serve: Serve) -> None:
    async with serve(header_seconds=0.2, idle_seconds=100) as client:
        answered = HALF + b"now\r\n\r\n"
        for data in (b"", HALF, answered + HALF):  # at once, and after a request that was answered
            async with half_sent(client, data) as (reader, _):
                told = await all_told(reader)
                assert (b"200 OK" in told) == (data.startswith(answered))


async def test_half_a_body_is_not_awaited_for_ever(serve: Serve) -> None:
    head = f"POST {API}/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{{".encode()
    async with serve(body_seconds=0.2) as client, half_sent(client, head) as (reader, _):
        told = await all_told(reader)
        assert status_of(told) == 408
        assert json.loads(told.partition(b"\r\n\r\n")[2])["code"] == "too-slow"


async def test_all_bodies_together_are_bounded(serve: Serve) -> None:
    def head(size: int) -> bytes:
        return f"POST {API}/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n".encode() + size * b" "

    async with serve(bodies_limit=100_000) as client:
        async with half_sent(client, head(55_000)), half_sent(client, head(55_000)) as (reader, _):
            async with asyncio.timeout(PATIENCE):
                assert status_of(await reader.readline()) == 503
        for _ in range(3):  # what has gone counts no longer
            assert (await client.post("/matches", {"game": "trimok"})).status_code == 201


async def test_one_address_has_so_many_connections(serve: Serve) -> None:
    async with serve(connections_per_address=5) as client, AsyncExitStack() as stack:
        for _ in range(5):
            await stack.enter_async_context(half_sent(client, address="127.0.0.2"))
        reader, _ = await stack.enter_async_context(half_sent(client, address="127.0.0.2"))
        told = await all_told(reader)
        assert status_of(told) == 503
        assert b"retry-after: 2" in told
        assert (await client.get("/health")).status_code == 200


async def test_who_keeps_us_waiting_makes_room(serve: Serve) -> None:
    """Half-sent requests have taken every place: the eldest of them goes, and those who ask are answered."""
    async with serve(most_connections=6, connections_per_address=6) as client, AsyncExitStack() as stack:
        playing = await client.begin()  # on a connection that stays
        halves = [await stack.enter_async_context(half_sent(client, address="127.0.0.2")) for _ in range(6)]
        async with httpx.AsyncClient(base_url=client.address) as newcomer:
            assert (await newcomer.get(f"{API}/health")).status_code == 200
        assert (await playing.move(0, "A2-A3", 0)).status_code == 200
        assert await all_told(halves[0][0]) == b""


async def test_a_match_has_so_many_watchers(serve: Serve) -> None:
    async with serve(watchers_per_match=2) as client:
        playing = await client.begin()
        async with playing.live(), playing.live() as watching:
            async with playing.live(join=False) as late:
                await late.say(type="join")
                assert (await late.hear())["problem"]["code"] == "busy"
                assert await late.closed() == 1013
            async with playing.live(0):  # who plays is always let in
                await playing.move(0, "A2-A3", 0)
                assert (await watching.hear())["version"] == 1


def test_logs_are_not_flooded() -> None:
    now = 0.0
    dam = logs.Dam(lambda: now)

    def told(kind: str, times: int, **facts: Any) -> list[Any]:
        written = []
        for _ in range(times):
            try:
                written.append(dam(None, "info", {"event": kind, **facts}).get("left_out"))
            except structlog.DropEvent:
                continue
        return written

    assert len(told("move", 1000)) == logs.MOST_LINES
    assert len(told("mistake", 1000, exc_info=True)) == logs.MOST_TRACEBACKS
    now += logs.WINDOW_SECONDS
    assert told("move", 2) == [1000 - logs.MOST_LINES, None]
    assert len([kind for kind in range(5000) if told(str(kind), 1)]) < logs.MOST_KINDS


async def test_rubbish_does_not_flood_the_log(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    async with serve() as client:
        for _ in range(logs.MOST_LINES + 20):
            async with half_sent(client, b"\0\0\0\r\n\r\n") as (reader, _):
                assert status_of(await all_told(reader)) == 400
        logging.getLogger("asyncio").error("socket.accept() out of system resource")
    lines = capfd.readouterr().err.splitlines()
    assert sum("Invalid HTTP request" in line for line in lines) == logs.MOST_LINES
    assert any("out of system resource" in line for line in lines)


@pytest.mark.parametrize(
    ("address", "guest"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_guest_is_an_address_or_a_home(address: str, guest: str) -> None:
    assert guest_at(address) == guest


def test_no_more_connections_than_files() -> None:
    assert connections_possible(10) == 10
    assert connections_possible(10**9) < 10**9
