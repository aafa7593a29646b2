"""Group commit: writers who come at the same time share one transaction, and so one wait for the disk.

Each of them is a savepoint: one that is refused takes nothing of the others with it. Nobody is answered before the
commit. The statements run one after the other in one thread, instead of going there and back for each of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

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
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="writer")
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
        self._pool.shutdown()
        self._engine.dispose()

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._jobs:
                async with self._turn:
                    jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
                    await loop.run_in_executor(self._pool, self._commit, jobs)
                for job in jobs:
                    _tell(job)
        finally:
            self._writing = None

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            with self._engine.begin() as connection:
                for job in jobs:
                    _do(job, connection, is_alone=len(jobs) == 1)
        except Exception as error:
            for job in jobs:
                job.error = job.error or error


def _do(job: _Job, connection: Connection, *, is_alone: bool) -> None:
    """One that is alone is refused with its transaction."""
    try:
        with nullcontext() if is_alone else connection.begin_nested():
            job.result = _finished(job.work(cast(AsyncConnection, _Immediate(connection))))
    except Exception as error:
        job.error = error
        if is_alone or isinstance(error, OperationalError):  # which may have ended the whole transaction
            raise


def _tell(job: _Job) -> None:
    if job.done.done():  # whoever asked has gone
        return
    if job.error:
        job.done.set_exception(job.error)
    else:
        job.done.set_result(job.result)


class _Immediate:
    """A connection whose statements are awaited and never wait: what is written for both kinds of it runs here, too."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, *arguments: Any) -> Any:
        return self._connection.execute(*arguments)


def _finished(work: Awaitable[Result]) -> Result:
    """What work gives that never waits."""
    try:
        work.__await__().send(None)
    except StopIteration as end:
        return cast(Result, end.value)
    raise RuntimeError("The work of a writer has waited for something else than its connection.")
