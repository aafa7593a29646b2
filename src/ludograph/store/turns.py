"""Which of several server processes lets a program think about a match: one, and another one when that has died.

On SQLite there is only one server process. On PostgreSQL it is an advisory lock for each match, which ends with its
connection, however the process ends.
"""

from __future__ import annotations

import asyncio
import hashlib

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.database import Database

#: The first of the two numbers of these locks, so that they meet no others.
TURNS = 0x54555246


class Turns:
    """The turns that this process has taken; give them back at the end."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None
        self._asking = asyncio.Lock()

    async def take(self, match_id: str) -> bool:
        """Whether the turn in a match is ours, which it is if nobody else has it."""
        return self._database.is_sqlite or await self._asked("SELECT pg_try_advisory_lock(:kind, :match)", match_id)

    async def give_back(self, match_id: str) -> None:
        if self._connection:
            await self._asked("SELECT pg_advisory_unlock(:kind, :match)", match_id)

    async def close(self) -> None:
        if self._connection:
            connection, self._connection = self._connection, None
            await connection.invalidate()  # not back to the pool, where it would keep the locks
            await connection.close()

    async def _asked(self, statement: str, match_id: str) -> bool:
        async with self._asking:
            try:
                self._connection = self._connection or await self._database.lasting()
                numbers = {"kind": TURNS, "match": _number_of(match_id)}
                return bool((await self._connection.execute(text(statement), numbers)).scalar_one())
            except SQLAlchemyError:
                await self.close()  # the locks have gone with it
                raise


def _number_of(match_id: str) -> int:
    """32 bits; two matches that have the same only wait for each other."""
    return int.from_bytes(hashlib.sha256(match_id.encode()).digest()[:4], signed=True)
