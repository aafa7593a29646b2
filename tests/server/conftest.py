"""A real server in the test's own event loop, on a free port of loopback."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from clients import Client
from servers import LOOSE, Serve, quick_place

from ludograph.server.games import KNOWN, entries_made
from ludograph.server.run import Server, configured, listening
from ludograph.server.settings import Settings


@pytest.fixture
def quick_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of the test's own."""
    with quick_place() as folder:
        monkeypatch.setenv("LUDOGRAPH_DATA", str(folder))
        yield folder


@asynccontextmanager
async def _started(*, send_buffer: int | None = None, **changes: Any) -> AsyncIterator[Client]:
    settings = Settings(**{**LOOSE, "log_level": "warning", **changes})
    listener = listening("127.0.0.1", 0)
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    config = configured(settings)
    server = Server(config)
    running = asyncio.create_task(server.serve([listener]))
    while not server.started:
        assert not running.done(), "the server did not start"
        await asyncio.sleep(0.005)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    try:
        async with httpx.AsyncClient(base_url=address, timeout=60) as http:
            yield Client(http, address, config.app)
    finally:
        server.should_exit = True
        await running
        listener.close()


@pytest.fixture
def own_catalogue() -> Iterator[None]:
    """For tests that install games: what was listed before and is listed now belongs to nobody else."""
    _forget_games()
    yield
    _forget_games()


def _forget_games() -> None:
    entries_made.cache_clear()
    KNOWN.clear()


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays half past ten, so that no window of a limit ends during a test."""
    monkeypatch.setattr("time.time", lambda: 1_800_009_030.5)


@pytest.fixture
def serve(quick_folder: Path) -> Serve:
    """Start a server with some settings changed: ``async with serve(queue_limit=4) as client``."""
    return _started


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client() -> AsyncIterator[Client]:
    """One server for all tests of a module, which run in its loop: ``pytestmark = SHARED_LOOP``."""
    with pytest.MonkeyPatch.context() as patch, quick_place() as folder:
        patch.setenv("LUDOGRAPH_DATA", str(folder))
        async with _started() as started:
            yield started
