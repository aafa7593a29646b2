"""What one server process at a time, the leader, does for all of them.

On SQLite there is only one server process. On PostgreSQL an advisory lock decides, which ends with its connection,
however the process ends.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.database import Database


class Duty:
    """The duty with a number of its own; give it back at the end."""

    def __init__(self, database: Database, number: int) -> None:
        self._database = database
        self._number = number
        self._connection: AsyncConnection | None = None

    async def is_ours(self) -> bool:
        """Whether it is this process's, taking it if nobody else has it."""
        if self._database.is_sqlite:
            return True
        try:
            if self._connection:
                await self._connection.execute(text("SELECT 1"))
                return True
            return await self._take()
        except SQLAlchemyError:
            await self.give_back()
            raise

    async def give_back(self) -> None:
        """Let another process have it, which it is at the latest when the connection has ended."""
        if self._connection:
            connection, self._connection = self._connection, None
            await connection.invalidate()  # not back to the pool, where it would keep the lock
            await connection.close()

    async def _take(self) -> bool:
        connection = await self._database.lasting()
        taken = await connection.execute(text("SELECT pg_try_advisory_lock(:number)"), {"number": self._number})
        if not taken.scalar_one():
            await connection.close()
            return False
        self._connection = connection
        return True
