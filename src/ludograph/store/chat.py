"""What players have said in a match, in the database: the newest lines, numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import chat


@dataclass(frozen=True)
class StoredLine:
    number: int
    seat: int
    text: str
    at: float


async def add(connection: AsyncConnection, match_id: str, seat: int, text: str, now: float, most: int) -> StoredLine:
    """One more line; the oldest ones go. Of two processes that number the same line, one gets an IntegrityError."""
    last = (await connection.execute(select(func.max(chat.c.number)).where(chat.c.match == match_id))).scalar()
    line = StoredLine((last or 0) + 1, seat, text, now)
    await connection.execute(insert(chat), {"match": match_id, **vars(line)})
    await connection.execute(delete(chat).where(chat.c.match == match_id, chat.c.number <= line.number - most))
    return line


async def lines_of(connection: AsyncConnection, match_id: str, since: int = 0) -> Sequence[StoredLine]:
    """The lines after a number, in their order."""
    chosen = select(chat).where(chat.c.match == match_id, chat.c.number > since).order_by(chat.c.number)
    return [StoredLine(*row[1:]) for row in await connection.execute(chosen)]
