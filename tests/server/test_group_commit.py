"""Writers who come at the same time share a commit and nothing else, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from postgres_server import postgres_server
from sqlalchemy import Column, Integer, MetaData, Table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.errors import Unavailable
from ludograph.store import writers
from ludograph.store.database import Database
from ludograph.store.group_commit import Work
from ludograph.store.prepared import LostRace, to_be_prepared
from ludograph.store.writers import Writer

WRITERS = 20
INSERT = text("INSERT INTO numbers VALUES (:number)")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_server() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, quick_folder: Path) -> AsyncIterator[Database]:
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{quick_folder / 'x.sqlite3'}" if is_sqlite else request.getfixturevalue("postgres")
    async for opened in with_numbers(url):
        yield opened


@pytest.fixture
async def on_postgres(postgres: str) -> AsyncIterator[Database]:
    async for opened in with_numbers(postgres):
        yield opened


async def with_numbers(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.open()
    async with database.writing() as connection:
        await connection.execute(text("DROP TABLE IF EXISTS numbers"))
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    yield database
    await database.close()


def insert(number: int) -> Work[int]:
    async def work(connection: AsyncConnection) -> int:
        await connection.execute(INSERT, {"number": number})
        return number

    return work


def inserted_and_then(statement: str) -> Work[None]:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(INSERT, {"number": 7})
        await connection.execute(text(statement))

    return work


async def beside_others(database: Database, work: Work[object]) -> BaseException:
    """What comes of some work that has the seventh place among others, which are all stored."""
    works = [work if number == 7 else insert(number) for number in range(WRITERS)]
    answers = await asyncio.gather(
        *(database.write(f"{number:02}", each) for number, each in enumerate(works)), return_exceptions=True
    )
    others = [number for number in range(WRITERS) if number != 7]
    assert [answers[number] for number in others] == others
    assert await stored(database) == others
    error = answers[7]
    assert isinstance(error, BaseException)
    return error


async def stored(database: Database) -> list[int]:
    async with database.reading() as connection:
        return [row[0] for row in await connection.execute(text("SELECT number FROM numbers ORDER BY number"))]


async def test_one_that_is_refused_takes_no_other_with_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []
    commit = Writer.commit
    monkeypatch.setattr(Writer, "commit", lambda writer: (commits.append(writer), commit(writer)))

    async def fail(connection: AsyncConnection) -> None:
        await insert(7)(connection)
        raise ZeroDivisionError

    assert isinstance(await beside_others(database, fail), ZeroDivisionError)
    assert 1 <= len(commits) < 5


async def test_what_the_database_refuses_takes_no_other_with_it(database: Database) -> None:
    error = await beside_others(database, inserted_and_then("INSERT INTO numbers VALUES (7)"))
    assert "IntegrityError" in type(error).__name__


async def test_of_those_who_race_the_losers_lose_alone(database: Database) -> None:
    """Prepared statements, which PostgreSQL is told in one go; the second one may be refused."""
    table = Table("numbers", MetaData(), Column("number", Integer, primary_key=True))
    insertion = to_be_prepared(table.insert(), must_change=True)

    def insert_two(number: int) -> Work[None]:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insertion, {"number": number})
            await connection.execute(insertion, {"number": number - 3 if number % 10 == 7 else number + 100})

        return work

    for _ in range(2):
        answers = await asyncio.gather(
            *(database.write(f"{number:02}", insert_two(number)) for number in range(WRITERS)), return_exceptions=True
        )
        async with database.writing() as connection:
            await connection.execute(table.delete())
        assert [number for number, answer in enumerate(answers) if isinstance(answer, LostRace)] == [7, 17]
        assert answers.count(None) == WRITERS - 2


async def test_who_swallows_a_refusal_is_not_told_that_it_is_stored(on_postgres: Database) -> None:
    """PostgreSQL would roll such a transaction back at the commit, without a word."""

    async def swallow(connection: AsyncConnection) -> None:
        with pytest.raises(Exception, match="numbers"):
            await inserted_and_then("INSERT INTO numbers VALUES (7)")(connection)

    with pytest.raises(Unavailable):
        await on_postgres.write("", swallow)
    assert await stored(on_postgres) == []


async def test_a_connection_that_is_lost_meanwhile(on_postgres: Database) -> None:
    """While one works: that one is refused, the others are done with another connection. Before: nobody notices."""
    end = "SELECT pg_terminate_backend(pg_backend_pid())"
    error = await beside_others(on_postgres, inserted_and_then(end))
    assert isinstance(error, Unavailable)
    assert error.as_dict()["is_uncertain"] is False
    await cut_off(on_postgres)
    assert await on_postgres.write("", insert(100)) == 100


async def cut_off(database: Database) -> None:
    writer = database._group._writer
    assert writer
    async with database.writing() as connection:
        await connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": writer._driver.info.backend_pid})


async def test_what_is_lost_at_the_commit_may_have_been_stored(
    on_postgres: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, commit = asyncio.get_running_loop(), writers.PostgresWriter.commit

    def cut_off_and_commit(writer: writers.PostgresWriter) -> None:
        asyncio.run_coroutine_threadsafe(cut_off(on_postgres), loop).result(60)
        commit(writer)

    monkeypatch.setattr(writers.PostgresWriter, "commit", cut_off_and_commit)
    for error in await asyncio.gather(*(on_postgres.write("", insert(n)) for n in range(3)), return_exceptions=True):
        assert isinstance(error, Unavailable)
        assert error.as_dict()["is_uncertain"] is True


async def test_nobody_waits_long_for_a_row_that_somebody_keeps(
    on_postgres: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "LOCK_SECONDS", 0.2)
    async with on_postgres.writing() as keeper:
        await keeper.execute(text("CREATE TABLE IF NOT EXISTS kept (number INTEGER)"))
    async with on_postgres.writing() as keeper:
        await keeper.execute(text("LOCK TABLE kept"))
        error = await beside_others(on_postgres, inserted_and_then("INSERT INTO kept VALUES (1)"))
        assert isinstance(error, Unavailable)
    assert await on_postgres.write("", inserted_and_then("INSERT INTO kept VALUES (1)")) is None


async def test_groups_of_two_processes_lock_in_the_same_order(on_postgres: Database, postgres: str) -> None:
    """They come in opposite orders, and none has to begin again because each waits for the other."""
    begun = []
    async with on_postgres.writing() as connection:
        await connection.execute(text("INSERT INTO numbers SELECT generate_series(0, 19)"))

    def change(number: int) -> Work[None]:
        async def work(connection: AsyncConnection) -> None:
            begun.append(number)
            await connection.execute(text("UPDATE numbers SET number = number WHERE number = :n"), {"n": number})

        return work

    other = Database(postgres)
    for _ in range(20):
        here = [on_postgres.write(f"{number:02}", change(number)) for number in range(WRITERS)]
        there = [other.write(f"{number:02}", change(number)) for number in reversed(range(WRITERS))]
        await asyncio.gather(*here, *there)
    await other.close()
    assert len(begun) == 20 * 2 * WRITERS
