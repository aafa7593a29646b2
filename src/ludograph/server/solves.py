"""Solves that were ordered: kept in the database, done one after the other (FIFO), each in its own process.

What waits goes on after a restart. What was running when the server ended is begun again, a few times: a solve that
is too much for the machine may be what has ended it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludograph.core.files import CONTENT_NAME, read_text
from ludograph.core.game import Game, Road
from ludograph.errors import LudographError, Unavailable
from ludograph.server.addresses import current_guest
from ludograph.server.games import Games
from ludograph.server.notices import SOLVES, Notices
from ludograph.server.problems import Busy, Forbidden, NotFound
from ludograph.server.secrets import hash_of, new_id
from ludograph.server.settings import Settings
from ludograph.server.truth import Truth
from ludograph.solver.solve import check_solvable, estimated_bytes
from ludograph.store import solves as store
from ludograph.store.database import Database
from ludograph.store.duty import Duty
from ludograph.store.solves import CANCELLED, DONE, FAILED, QUEUED, RUNNING, UNFINISHED, StoredSolve

MOST_FINISHED = 100
MOST_ATTEMPTS = 3
MOST_LISTENERS = 100
#: So often it is looked for orders that nobody has told of, and progress is stored.
LOOK_SECONDS = 10.0
STORE_SECONDS = 2.0
#: Of what a process says: a summary counts the positions of each remoteness.
LONGEST_LINE = 1 << 26
#: Of PostgreSQL's advisory lock under which one process at a time solves.
SOLVING = 0x534F4C56
COMMAND = (sys.executable, "-m", "ludograph.server.solve_process")
INTERRUPTED = "interrupted"

log = structlog.get_logger()


@dataclass
class _Current:
    """The solve that runs here, and how far it is."""

    solve: StoredSolve
    process: asyncio.subprocess.Process | None = None
    is_cancelled: bool = False
    stored: float = field(default_factory=time.monotonic)

    def hear(self, facts: dict[str, Any]) -> None:
        known: dict[str, Any] = {name: facts[name] for name in ("done", "total", "summary") if name in facts}
        if "error" in facts:
            known["error"] = {**facts["error"], "detail": facts["error"]["message"]}  # as in problem details
        self.solve = replace(self.solve, **known)

    def cancel(self) -> None:
        self.is_cancelled = True
        if self.process and self.process.returncode is None:
            self.process.kill()


class Solves:
    """The queue. ``start`` it within the event loop."""

    def __init__(self, database: Database, games: Games, truth: Truth, notices: Notices, settings: Settings) -> None:
        self._database = database
        self._games = games
        self._truth = truth
        self._notices = notices
        self._settings = settings
        self._duty = Duty(database, SOLVING)
        self._news = asyncio.Event()
        self._heard = asyncio.Event()
        self._listeners = 0
        self._is_ending = False
        self._current: _Current | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    def end_following(self) -> None:
        """The server ends: those who follow a solve have to come again."""
        self._is_ending = True
        self._tell_listeners()

    async def close(self) -> None:
        """End; what runs waits for the next start."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._duty.give_back()

    # -- for clients -----------------------------------------------------------------------------------------

    async def order(self, game: Game, memory: int | None) -> StoredSolve:
        """Queue a solve; one of the same game that isn't over is that one."""
        async with self._database.writing() as connection:
            waiting = await store.listed(connection, *UNFINISHED)
            for solve in waiting:
                if solve.game == game.id:
                    return self._with_progress(solve)
            guest = hash_of(current_guest.get())
            if len(waiting) >= self._settings.most_solves:
                raise Busy("Too many solves wait already.")
            if sum(solve.guest_hash == guest for solve in waiting) >= self._settings.solves_per_guest:
                raise Busy("Too many of your solves wait already.")
            solve = StoredSolve(new_id(), game.id, QUEUED, 0, 0, 0, memory, None, None, time.time(), guest)
            await store.add(connection, solve)
            await store.forget_old(connection, MOST_FINISHED)
            await self._notices.send(connection, SOLVES)
        self._news.set()
        return solve

    async def named(self, solve_id: str) -> StoredSolve:
        async with self._database.reading() as connection:
            solve = await store.find(connection, solve_id)
        if solve is None:
            raise NotFound(f"There is no solve {solve_id}.")
        return self._with_progress(solve)

    async def all(self) -> list[StoredSolve]:
        async with self._database.reading() as connection:
            return [self._with_progress(solve) for solve in await store.listed(connection)]

    async def cancel(self, solve_id: str) -> StoredSolve:
        """End a solve, whether it runs or waits, if it is the guest's own; one that is over stays as it is."""
        if (await self.named(solve_id)).guest_hash not in (None, hash_of(current_guest.get())):
            raise Forbidden("Somebody else has ordered this solve.")
        async with self._database.writing() as connection:
            if await store.change(connection, solve_id, CANCELLED):
                await self._notices.send(connection, SOLVES)
        if self._current and self._current.solve.id == solve_id:
            self._current.cancel()
        self._tell_listeners()
        return await self.named(solve_id)

    async def forget_guest(self) -> int:
        """Cancel and remove all orders of the guest; solutions that were found stay. Returns how many there were."""
        guest = hash_of(current_guest.get())
        for solve in await self.all():
            if solve.guest_hash == guest and not solve.is_over:
                await self.cancel(solve.id)
        async with self._database.writing() as connection:
            return await store.remove_over(connection, guest_hash=guest)

    def followed(self, solve_id: str) -> AsyncIterator[StoredSolve]:
        """A solve whenever something about it has changed, until it is over."""
        if self._listeners >= MOST_LISTENERS:
            raise Busy("Too many follow solves already.")
        return self._following(solve_id)

    async def _following(self, solve_id: str) -> AsyncIterator[StoredSolve]:
        self._listeners += 1
        try:
            last = None
            while not self._is_ending and (last is None or not last.is_over):
                heard = self._heard
                solve = await self.named(solve_id)
                if solve != last:
                    yield solve
                last = solve
                with suppress(TimeoutError):
                    await asyncio.wait_for(heard.wait(), STORE_SECONDS)
        finally:
            self._listeners -= 1

    async def look(self) -> None:
        """Another process has ordered or cancelled something."""
        self._news.set()
        current = self._current
        if current and (await self.named(current.solve.id)).is_over:
            current.cancel()

    def _with_progress(self, solve: StoredSolve) -> StoredSolve:
        current = self._current
        if solve.status != RUNNING or not current or current.solve.id != solve.id:
            return solve
        return replace(solve, done=current.solve.done, total=current.solve.total)

    def _tell_listeners(self) -> None:
        self._heard.set()
        self._heard = asyncio.Event()

    # -- the work --------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            try:
                if await self._duty.is_ours():
                    await self._begin_again()
                    while solve := await self._next():
                        await self._run(solve)
            except (Unavailable, SQLAlchemyError, OSError) as error:
                log.warning("solves interrupted", reason=str(error).splitlines()[0])
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_SECONDS)
            self._news.clear()

    async def _begin_again(self) -> None:
        """Nothing runs here, and elsewhere nothing may: what is said to run was interrupted."""
        async with self._database.writing() as connection:
            for solve in await store.listed(connection, RUNNING):
                if solve.attempts < MOST_ATTEMPTS:
                    await store.change(connection, solve.id, QUEUED, done=0, total=0)
                else:
                    what = f"The server has ended {solve.attempts} times while this was being solved."
                    await store.change(connection, solve.id, FAILED, error=_interrupted(what))

    async def _next(self) -> StoredSolve | None:
        """The solve that waits longest, which runs from now on."""
        async with self._database.writing() as connection:
            for solve in (await store.listed(connection, QUEUED))[:1]:
                running = replace(solve, status=RUNNING, attempts=solve.attempts + 1)
                await store.change(connection, solve.id, RUNNING, attempts=running.attempts)
                return running
        return None

    async def _run(self, solve: StoredSolve) -> None:
        current = self._current = _Current(solve)
        log.info("solve begins", game=solve.game, solve=solve.id, attempt=solve.attempts)
        self._tell_listeners()
        try:
            try:
                await self._solved(current)
            except Exception:
                log.exception("mistake in a solve", game=solve.game, solve=solve.id)
            await self._finish(current)
        except asyncio.CancelledError:  # the server ends in order: this was no attempt
            await self._store(current, QUEUED, attempts=solve.attempts - 1)
            raise
        finally:
            self._current = None
            self._tell_listeners()

    async def _solved(self, current: _Current) -> None:
        """Let the process work, and hear what it says."""
        try:
            game = await self._games.named(current.solve.game)
        except LudographError as error:
            current.hear({"error": error.as_dict()})
            return
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
        current.process = process
        try:
            if current.is_cancelled:  # while it was starting
                process.kill()
            assert process.stdin
            assert process.stdout
            order = {"game": game.id, "texts": _texts_for(game), "threads": 1}
            process.stdin.write(json.dumps(order).encode() + b"\n")
            async for line in process.stdout:
                current.hear(json.loads(line))
                self._tell_listeners()
                await self._store_progress(current)
        finally:
            if process.returncode is None and not current.solve.summary:
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()

    async def _finish(self, current: _Current) -> None:
        solve = current.solve
        if solve.summary:
            self._truth.forget(solve.game)
            await self._store(current, DONE, summary=solve.summary)
        else:
            what = "The process that solved it has ended without an answer, perhaps because memory ran out."
            await self._store(current, FAILED, error=solve.error or _interrupted(what))
        log.info("solve ends", game=solve.game, solve=solve.id, is_solved=bool(solve.summary))

    async def _store_progress(self, current: _Current) -> None:
        """Now and then, for other processes."""
        if time.monotonic() - current.stored >= STORE_SECONDS:
            current.stored = time.monotonic()
            await self._store(current, RUNNING)

    async def _store(self, current: _Current, status: str, **columns: Any) -> None:
        """What was cancelled meanwhile stays so."""
        progress = {"done": current.solve.done, "total": current.solve.total}
        async with self._database.writing() as connection:
            await store.change(connection, current.solve.id, status, **progress, **columns)


def solve_data(solve: StoredSolve) -> dict[str, Any]:
    return {name: value for name, value in vars(solve).items() if name != "guest_hash"}


def checked(game: Game) -> int | None:
    """The memory that solving a game takes; refuses one that can't be solved. To be called in a thread."""
    check_solvable(game)
    return None if game.road is Road.PLAIN else estimated_bytes(game)


def _texts_for(game: Game) -> list[str]:
    """The uploads that a game is made of."""
    names = [value for value in game.values.values() if isinstance(value, str) and CONTENT_NAME.fullmatch(value)]
    return [read_text(Path(name)) for name in names]


def _interrupted(what: str) -> dict[str, Any]:
    return {"code": INTERRUPTED, "message": what, "detail": what}
