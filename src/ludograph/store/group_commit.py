"""Group commit: writers who come at the same time share one transaction, and so one wait for the disk.

Each of them is a savepoint: one that is refused takes nothing of the others with it. Nobody is answered before the
commit. The statements run one after the other in one thread, instead of going there and back for each of them. Several
processes on one PostgreSQL lock their matches in the same order, so that none waits for one that waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import Engine, exc
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.worker import Worker, tell
from ludograph.store.writers import PostgresWriter, SqliteWriter, Writer

MOST_AT_ONCE = 50
Result = TypeVar("Result")
Work = Callable[[AsyncConnection], Awaitable[Result]]


class LostCommit(Exception):
    """The commit itself has failed: perhaps it is done, and perhaps not."""

    def __init__(self, error: exc.DBAPIError) -> None:
        super().__init__()
        self.error = error


class _Ended(Exception):
    """The transaction of several has ended with a fault of one of them."""

    def __init__(self, job: _Job) -> None:
        super().__init__()
        self.job = job


@dataclass(eq=False)
class _Job:
    match_id: str
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
        self._writer: Writer | None = None
        self._writing: asyncio.Task[None] | None = None

    async def write(self, match_id: str, work: Work[Result]) -> Result:
        """Do some work on a match with a connection and return what it gives, once that is on the disk. It may have to
        be done again."""
        job = _Job(match_id, work, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return cast(Result, await job.done)

    async def close(self) -> None:
        if self._writing:
            await self._writing
        self._worker.close()
        if self._writer:
            self._writer.close()
        self._engine.dispose()

    async def _write_all(self) -> None:
        try:
            while self._jobs:
                async with self._turn:
                    jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
                    await self._worker.call(partial(self._commit, sorted(jobs, key=lambda job: job.match_id)))
                for job in jobs:
                    tell(job.done, job.result, job.error)
        finally:
            self._writing = None

    def _commit(self, jobs: list[_Job]) -> None:
        """Those whose transaction has ended with a fault of another one begin again without that one, which is tried
        once more by itself."""
        try:
            with self._transaction() as writer:
                for job in jobs:
                    _do(job, writer, is_alone=len(jobs) == 1)
        except _Ended as ended:
            if left := [job for job in jobs if job is not ended.job and not job.error]:
                self._commit(left)
            self._commit([ended.job])
        except Exception as error:
            for job in jobs:
                job.error = job.error or error

    @contextmanager
    def _transaction(self) -> Iterator[Writer]:
        writer = self._begun()
        try:
            yield writer
            try:
                writer.commit()
            except exc.DBAPIError as error:
                raise LostCommit(error) from error
        finally:
            writer.drop()
            if writer.is_in_transaction:
                writer.roll_back()

    def _begun(self) -> Writer:
        """A writer that has begun a transaction: another one, if the connection was lost meanwhile."""
        writer = self._writer = self._writer or self._connected()
        try:
            writer.begin()
        except exc.OperationalError:
            if not writer.is_lost:
                raise
            self._writer = None
            writer.close()
            writer = self._writer = self._connected()
            writer.begin()
        return writer

    def _connected(self) -> Writer:
        return (SqliteWriter if self._engine.dialect.name == "sqlite" else PostgresWriter)(self._engine)


def _do(job: _Job, writer: Writer, *, is_alone: bool) -> None:
    """One that is alone is refused with its transaction."""
    job.error = None
    try:
        with nullcontext() if is_alone else _savepoint(writer):
            job.result = _finished(job.work(cast(AsyncConnection, writer)))
            writer.flush()
    except Exception as error:
        if is_alone:
            job.error = error
            raise
        # Without a transaction, which a fault of the disk may have ended, others would be stored one by one.
        if isinstance(error, exc.OperationalError) or not writer.is_in_transaction:
            raise _Ended(job) from error
        job.error = error


@contextmanager
def _savepoint(writer: Writer) -> Iterator[None]:
    writer.save()
    try:
        yield
    except BaseException:
        writer.drop()
        if writer.is_in_transaction:
            writer.roll_back_to_save()
        raise
    writer.release()


def _finished(work: Awaitable[Result]) -> Result:
    """What work gives that never waits."""
    try:
        work.__await__().send(None)
    except StopIteration as end:
        return cast(Result, end.value)
    raise RuntimeError("The work of a writer has waited for something else than its connection.")
