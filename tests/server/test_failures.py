"""Honest failures: a database that is away, full or locked is told as such, and what was asked can be asked again."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from clients import Client
from servers import Serve
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection
from test_crash import SHUTTLE

from ludograph.errors import Unavailable
from ludograph.store.database import Database

FILE = "ludograph.sqlite3"


async def refused_and_then_stored(client: Client, playing, ready_again) -> None:
    """Refused with what to do about it; nothing is changed; asked again, it is done."""
    answer = await playing.move(0, "A2-A3", 0, "key")
    assert (answer.status_code, answer.json()["code"], answer.json()["is_uncertain"]) == (503, "unavailable", False)
    assert answer.headers["retry-after"] == "5"
    assert "sqlite" not in answer.text
    assert "/" not in answer.json()["detail"]
    ready = await client.get("/ready")
    assert (ready.status_code, ready.json()["code"]) == (503, "unavailable")
    assert (await client.get("/health")).status_code == 200
    await ready_again()
    assert (await client.get("/ready")).status_code == 200
    assert (await playing.state())["ply"] == 0
    assert (await playing.move(0, "A2-A3", 0, "key")).status_code == 200
    assert (await playing.move(0, "A2-A3", 0, "key")).json()["ply"] == 1


async def test_a_locked_file(serve: Serve, quick_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.store.database.BUSY_SECONDS", 0.05)
    async with serve() as client:
        playing = await client.begin()
        other = sqlite3.connect(quick_folder / FILE, isolation_level=None, check_same_thread=False)
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # not here, where the server may have to end a write

        async def let_go() -> None:
            other.close()

        await refused_and_then_stored(client, playing, let_go)


async def test_a_full_disk(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("hanoi?disks=2")
        assert client.app
        database: Database = client.app.state.services.database

        async def allow(pages: int) -> None:
            """The system's own answer to a file that can't grow, in all connections that write."""

            async def limit(connection: AsyncConnection) -> None:
                await connection.execute(text(f"PRAGMA max_page_count = {pages}"))

            await database.write("", limit)
            async with database.writing() as connection:
                await limit(connection)

        await allow(1)
        ply = 0
        while (answer := await playing.move(0, SHUTTLE[ply % 2], ply)).is_success:
            ply += 1
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert (await playing.state())["ply"] == ply
        await allow(10**6)
        assert (await playing.move(0, SHUTTLE[ply % 2], ply)).status_code == 200
        assert (await client.get(f"{playing.path}/audit")).json()["ply"] == ply + 1


async def test_a_database_that_is_away_is_said_to_be(quick_folder: Path) -> None:
    before = set(threading.enumerate())
    database = Database(f"sqlite:///{quick_folder / 'nowhere' / 'x.sqlite3'}")
    with pytest.raises(Unavailable):
        async with database.reading():
            pass
    with pytest.raises(Unavailable):
        async with database.writing():
            pass
    await database.close()
    left = {thread for thread in threading.enumerate() if "connection_worker" in thread.name} - before
    assert not left, "a thread that outlives the loop would complain"


@pytest.mark.parametrize(
    ("damage", "words"),
    [("newer", "was made by a newer version of Ludograph"), ("corrupted", "can't be opened: file is not a database")],
)
async def test_what_is_wrong_at_the_start_is_one_sentence(quick_folder: Path, run, damage: str, words: str) -> None:
    file = quick_folder / FILE
    if damage == "newer":
        database = Database(f"sqlite:///{file}")
        await database.open()
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await database.close()
    else:
        file.write_bytes(b"nothing of the kind" * 1000)
    code, _, err = await asyncio.to_thread(run, "serve", "--port", "0")
    assert (code, len(err.splitlines())) == (1, 1)
    assert words in err
