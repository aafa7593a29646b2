"""Several server processes on one PostgreSQL tell each other, by LISTEN and NOTIFY, what has changed: a match, by its
id, the solves, the bans, or what somebody has said.

The notice is part of the transaction, so that it is heard after the commit, or never. SQLite has one server process,
and nothing to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy import String, bindparam, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.errors import Unavailable
from ludograph.server.secrets import new_id
from ludograph.store.database import Database
from ludograph.store.prepared import to_be_prepared

CHANNEL = "ludograph"
SOLVES = "solves"
BANS = "bans"
CHAT = "chat"
RECONNECT_SECONDS = 1.0
SEND = to_be_prepared(select(func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("payload", type_=String))))

log = structlog.get_logger()


class Notices:
    """Sends and hears notices; ``process`` is how this process knows its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = new_id()

    async def send(self, connection: AsyncConnection, what: str) -> None:
        """Tell the other processes, once the transaction is committed."""
        if not self._database.is_sqlite:
            await connection.execute(SEND, {"payload": f"{self._process}:{what}"})

    async def listen(self, heard: Callable[[str], Awaitable[None]], missed: Callable[[], Awaitable[None]]) -> None:
        """For ever call ``heard`` with what another process has changed, ``missed`` after interruptions."""
        if self._database.is_sqlite:
            return
        from psycopg import AsyncConnection as Listener
        from psycopg import OperationalError

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await Listener.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await survived(missed(), "everything")
                    async for notice in connection.notifies():
                        process, _, what = notice.payload.partition(":")
                        if process != self._process:
                            await survived(heard(what), what)
            except (OperationalError, Unavailable) as error:
                log.warning("notices interrupted", reason=str(error).splitlines()[0])
                await asyncio.sleep(RECONNECT_SECONDS)


async def survived(hearing: Awaitable[None], what: str) -> None:
    """Whatever is wrong with what one notice is about, the next ones are heard. Only if the database is away nothing
    was heard at all: then everything is looked at once it is back."""
    try:
        await hearing
    except Unavailable:
        raise
    except Exception:
        log.exception("notice not followed", what=what)
