"""Group commit: writers who come at the same time share one transaction, and so one wait for the disk.

Each of them is a savepoint: one that is refused takes nothing of the others with it. Nobody is answered before the
commit. The statements run one after the other in one thread, instead of going there and back for each of them.
Transactions, and the statements of every move, go to SQLite itself: SQLAlchemy would take longer for them than SQLite.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, Executable, exc
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.prepared import is_prepared, prepared
from ludograph.store.worker import Worker, tell

MOST_AT_ONCE = 100
Result = TypeVar("Result")
Work = Callable[[AsyncConnection], Awaitable[Result]]


@dataclass(eq=False)
class _Job:
    work: Work[Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class GroupCommit:
    """Writes to one database; ``turn`` is held meanwhile, so that other writers of the process wait here."""

    def __init__(self, engine: Engine, turn: asyncio.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._jobs: list[_Job] = []
        self._worker = Worker("writer")
        self._connection: Connection | None = None
        self._writing: asyncio.Task[None] | None = None

    async def write(self, work: Work[Result]) -> Result:
        """Do some work with a connection and return what it gives, once that is on the disk."""
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return cast(Result, await job.done)

    async def close(self) -> None:
        if self._writing:
            await self._writing
        self._worker.close()
        if self._connection:
            self._connection.close()
        self._engine.dispose()

    async def _write_all(self) -> None:
        try:
            while self._jobs:
                async with self._turn:
                    jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
                    await self._worker.call(partial(self._commit, jobs))
                for job in jobs:
                    tell(job.done, job.result, job.error)
        finally:
            self._writing = None

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            connection = self._connection = self._connection or self._engine.connect()
            sqlite = cast(sqlite3.Connection, connection.connection.driver_connection)
            with _transaction(sqlite):
                for job in jobs:
                    _do(job, connection, sqlite, is_alone=len(jobs) == 1)
        except Exception as error:
            for job in jobs:
                job.error = job.error or error


def _do(job: _Job, connection: Connection, sqlite: sqlite3.Connection, *, is_alone: bool) -> None:
    """One that is alone is refused with its transaction."""
    try:
        with nullcontext() if is_alone else _savepoint(sqlite):
            job.result = _finished(job.work(cast(AsyncConnection, _Immediate(connection, sqlite))))
    except Exception as error:
        job.error = error
        # Without a transaction, which a fault of the disk may have ended, others would be stored one by one.
        if is_alone or isinstance(error, exc.OperationalError) or not sqlite.in_transaction:
            raise


@contextmanager
def _transaction(sqlite: sqlite3.Connection) -> Iterator[None]:
    _run(sqlite, "BEGIN IMMEDIATE")
    try:
        yield
        _run(sqlite, "COMMIT")
    finally:
        if sqlite.in_transaction:
            _run(sqlite, "ROLLBACK")


@contextmanager
def _savepoint(sqlite: sqlite3.Connection) -> Iterator[None]:
    _run(sqlite, "SAVEPOINT job")
    try:
        yield
    except BaseException:
        if sqlite.in_transaction:
            _run(sqlite, "ROLLBACK TO job")
        raise
    finally:
        if sqlite.in_transaction:
            _run(sqlite, "RELEASE job")


def _run(sqlite: sqlite3.Connection, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
    """What SQLite refuses is told as SQLAlchemy tells it: both use the names of Python's DB-API."""
    try:
        return sqlite.execute(text, values)
    except sqlite3.Error as error:
        raise getattr(exc, type(error).__name__, exc.DBAPIError)(None, None, error) from error


class _Immediate:
    """A connection whose statements are awaited and never wait: what is written for both kinds of it runs here, too."""

    def __init__(self, connection: Connection, sqlite: sqlite3.Connection) -> None:
        self._connection = connection
        self._sqlite = sqlite

    async def execute(self, statement: Executable, parameters: Any = None) -> Any:
        if not is_prepared(statement):
            return self._connection.execute(statement, parameters)
        return _run(self._sqlite, *prepared(statement).filled(parameters))


def _finished(work: Awaitable[Result]) -> Result:
    """What work gives that never waits."""
    try:
        work.__await__().send(None)
    except StopIteration as end:
        return cast(Result, end.value)
    raise RuntimeError("The work of a writer has waited for something else than its connection.")
