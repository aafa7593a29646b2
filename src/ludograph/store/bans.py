"""Addresses that may not come in, in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import bans


@dataclass(frozen=True)
class StoredBan:
    address: str
    reason: str
    created: float
    until: float | None


async def listed(connection: AsyncConnection) -> list[StoredBan]:
    """All of them, the newest first."""
    return [StoredBan(*row) for row in await connection.execute(select(bans).order_by(bans.c.created.desc()))]


async def keep(connection: AsyncConnection, ban: StoredBan) -> None:
    """A ban of the same address is replaced."""
    await remove(connection, ban.address)
    await connection.execute(insert(bans).values(**vars(ban)))


async def remove(connection: AsyncConnection, address: str) -> bool:
    """Returns whether there was one."""
    removed: CursorResult[Any] = await connection.execute(delete(bans).where(bans.c.address == address))
    return removed.rowcount == 1


async def remove_ended(connection: AsyncConnection, now: float) -> None:
    await connection.execute(delete(bans).where(bans.c.until <= now))
