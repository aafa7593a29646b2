"""What players have told the owner of the server about others, in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import reports


@dataclass(frozen=True)
class StoredReport:
    id: str
    match: str
    game: str
    seat: int
    name: str
    address: str | None
    text: str
    chat: Sequence[dict[str, Any]]
    at: float
    token_hash: str
    guest_hash: str


async def add(connection: AsyncConnection, report: StoredReport) -> None:
    await connection.execute(insert(reports).values(**vars(report)))


async def listed(connection: AsyncConnection, most: int) -> list[StoredReport]:
    """The newest first."""
    chosen = select(reports).order_by(reports.c.at.desc(), reports.c.id).limit(most)
    return [StoredReport(*row) for row in await connection.execute(chosen)]


async def counts(connection: AsyncConnection, guest_hash: str = "") -> tuple[int, int]:
    """How many there are, in all and by one guest."""
    own = func.count().filter(reports.c.guest_hash == guest_hash)
    row = (await connection.execute(select(func.count(), own).select_from(reports))).one()
    return row[0], row[1]


async def remove(connection: AsyncConnection, report_id: str) -> bool:
    """Returns whether there was one."""
    removed: CursorResult[Any] = await connection.execute(delete(reports).where(reports.c.id == report_id))
    return removed.rowcount == 1


async def remove_all(
    connection: AsyncConnection, *, before: float | None = None, hashes: Sequence[str] | None = None
) -> int:
    """Delete those from before a moment, or those that the holders of some tokens have made."""
    chosen = reports.c.at < before if before is not None else reports.c.token_hash.in_(hashes or ())
    removed: CursorResult[Any] = await connection.execute(delete(reports).where(chosen))
    return removed.rowcount
