"""The database: migrations make the tables that the code knows, and one of several writers wins."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.errors import FileRefused, InvalidParameter
from ludograph.store import matches, uploads
from ludograph.store.alone import only_server
from ludograph.store.database import Database, usual_url
from ludograph.store.matches import Change, StoredAnswer, StoredEvent, StoredMatch, StoredMove, StoredSeat
from ludograph.store.prepared import LostRace
from ludograph.store.tables import metadata

ID = 24 * "a"


async def opened(folder: Path) -> Database:
    database = Database(f"sqlite:///{folder / 'x.sqlite3'}")
    await database.open()
    return database


async def with_match(database: Database) -> None:
    row = StoredMatch(ID, "trimok", "s", {}, "o", 0, 0, "s", 0, False, None, {}, False, 0.0, 1.0, 1.0)
    async with database.writing() as connection:
        await matches.create(connection, row, [StoredSeat(0, "human", "A", "t0"), StoredSeat(1, "human", "B")])


def move(ply: int) -> Change:
    stored = StoredMove(ply, 0, f"m{ply}", f"p{ply}", time.time())
    return Change({"kind": "move"}, {"ply": ply, "position": f"p{ply}"}, stored)


async def changed(database: Database, version: int, ply: int, what: Change) -> StoredEvent:
    return await database.write(ID, lambda connection: matches.change(connection, ID, version, ply, what))


async def keep(database: Database, key: str, answer: StoredAnswer) -> None:
    await database.write(ID, lambda connection: matches.keep_answer(connection, ID, 0, key, answer, most=4))


async def test_migrations_make_the_tables(quick_folder: Path) -> None:
    database = await opened(quick_folder)
    async with database.writing() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    assert differences == []
    await database.open()  # a second time changes nothing
    await database.close()


async def test_what_is_committed_survives_and_what_is_not_does_not(quick_folder: Path) -> None:
    database = await opened(quick_folder)
    await with_match(database)
    event = await changed(database, 0, 0, move(1))
    assert (event.version, event.ply) == (1, 1)

    async def fail_behind_a_change(connection: AsyncConnection) -> None:
        await matches.change(connection, ID, 1, 1, move(2))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(ID, fail_behind_a_change)
    await database.close()
    database = await opened(quick_folder)
    async with database.reading() as connection:
        row = await matches.find(connection, ID)
        assert row
        assert (row.version, row.ply, row.position) == (1, 1, "p1")
        assert [stored.text for stored in await matches.moves_of(connection, ID)] == ["m1"]
        assert [event.version for event in await matches.events_of(connection, ID, 0, 10)] == [1]
    await database.close()


async def test_a_stale_writer_loses_and_writes_nothing(quick_folder: Path) -> None:
    database, other = await opened(quick_folder), await opened(quick_folder)
    await with_match(database)
    await changed(database, 0, 0, move(1))
    for version, change in ((0, move(1)), (1, move(1)), (0, Change({"kind": "resigned"}))):
        with pytest.raises(LostRace):
            await changed(other, version, 1, change)
    async with other.reading() as connection:
        assert await matches.version_of(connection, ID) == 1
        assert len(await matches.moves_of(connection, ID)) == 1
    await database.close()
    await other.close()


async def test_the_newest_answers_stay(quick_folder: Path) -> None:
    database = await opened(quick_folder)
    await with_match(database)
    for number in range(6):
        await keep(database, f"k{number}", StoredAnswer("r", 200, {"number": number}))
    async with database.reading() as connection:
        kept = [await matches.answer_to(connection, ID, 0, f"k{number}") for number in range(6)]
    assert [answer and answer.body["number"] for answer in kept] == [None, None, 2, 3, 4, 5]
    with pytest.raises(LostRace):
        await keep(database, "k5", StoredAnswer("r", 200, {}))
    await database.close()


async def test_undone_moves_go(quick_folder: Path) -> None:
    database = await opened(quick_folder)
    await with_match(database)
    for ply in (1, 2, 3):
        await changed(database, ply - 1, ply - 1, move(ply))
    await changed(database, 3, 3, Change({"kind": "undone"}, {"ply": 1, "position": "p1"}, plies_undone=2))
    await changed(database, 4, 1, move(2))
    async with database.reading() as connection:
        assert [stored.ply for stored in await matches.moves_of(connection, ID)] == [1, 2]
    await database.close()


async def test_equal_uploads_are_one(quick_folder: Path) -> None:
    database = await opened(quick_folder)
    async with database.writing() as connection:
        first = uploads.Upload("sha256:x", "map", "name", "text", 1.0, "guest")
        await uploads.keep(connection, first)
        assert await uploads.find(connection, "sha256:x") == first
        assert await uploads.counts(connection, "guest") == (1, 1)
        assert await uploads.counts(connection, "another") == (1, 0)
        assert await uploads.listed(connection, "map", 10) == [first]
        assert await uploads.listed(connection, "other", 10) == []
    await database.close()


@pytest.mark.parametrize(
    "url", ["", "nonsense", "mysql://a/b", "sqlite+pysqlite:///x", "sqlite://", "sqlite:///:memory:"]
)
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(InvalidParameter):
        Database(url)


async def test_a_database_that_cannot_be_opened_is_said(quick_folder: Path) -> None:
    (quick_folder / "broken.sqlite3").write_text("this is no database, but a text that is long enough " * 20)
    database = Database(f"sqlite:///{quick_folder / 'broken.sqlite3'}")
    with pytest.raises(FileRefused, match="can't be opened"):
        await database.open()
    await database.close()
    database = Database("sqlite:////proc/nowhere/x.sqlite3")
    with pytest.raises(FileRefused, match="can't be made"):
        await database.open()
    await database.close()


def test_a_second_server_on_one_file_is_refused_and_changes_nothing(run, quick_folder: Path) -> None:
    link = quick_folder / "link.sqlite3"
    link.symlink_to(quick_folder / "ludograph.sqlite3")
    for url in (usual_url(), f"sqlite:///{link}"):
        with only_server(Database(url)):
            before = sorted(quick_folder.iterdir())
            code, out, err = run("serve", "--port", "0")
            assert (code, out, len(err.splitlines())) == (1, "", 1)
            assert "Another server is using the database" in err
            assert run("serve", "--print-settings")[0] == 0
            assert sorted(quick_folder.iterdir()) == before
    with only_server(Database(usual_url())):  # free again
        pass
