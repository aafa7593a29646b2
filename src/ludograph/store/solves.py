"""Solves that were ordered, in the database: what waits, what runs, what became of the last ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import solves

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
UNFINISHED = (QUEUED, RUNNING)


@dataclass(frozen=True)
class StoredSolve:
    """One order: queued, running, done, failed or cancelled."""

    id: str
    game: str
    status: str
    attempts: int
    done: int
    total: int
    estimated_bytes: int | None
    summary: dict[str, Any] | None
    error: dict[str, Any] | None
    ordered: float
    guest_hash: str | None = None

    @property
    def is_over(self) -> bool:
        return self.status not in UNFINISHED


async def add(connection: AsyncConnection, solve: StoredSolve) -> None:
    await connection.execute(insert(solves).values(**vars(solve)))


async def find(connection: AsyncConnection, solve_id: str) -> StoredSolve | None:
    row = (await connection.execute(select(solves).where(solves.c.id == solve_id))).first()
    return StoredSolve(**row._mapping) if row else None


async def listed(connection: AsyncConnection, *statuses: str) -> list[StoredSolve]:
    """Those with one of these statuses, or all of them, as they were ordered."""
    chosen = select(solves).order_by(solves.c.ordered, solves.c.id)
    if statuses:
        chosen = chosen.where(solves.c.status.in_(statuses))
    return [StoredSolve(**row._mapping) for row in await connection.execute(chosen)]


async def change(connection: AsyncConnection, solve_id: str, status: str, **columns: Any) -> bool:
    """Change a solve that is not over; returns whether it was one."""
    chosen = update(solves).where(solves.c.id == solve_id, solves.c.status.in_(UNFINISHED))
    result: CursorResult[Any] = await connection.execute(chosen.values(status=status, **columns))
    return result.rowcount == 1


async def remove_over(
    connection: AsyncConnection, *, before: float | None = None, guest_hash: str | None = None
) -> int:
    """Remove those that are over and were ordered before a moment, or by a guest; returns how many."""
    chosen = delete(solves).where(solves.c.status.not_in(UNFINISHED))
    if before is not None:
        chosen = chosen.where(solves.c.ordered < before)
    if guest_hash is not None:
        chosen = chosen.where(solves.c.guest_hash == guest_hash)
    removed: CursorResult[Any] = await connection.execute(chosen)
    return removed.rowcount


async def forget_old(connection: AsyncConnection, most: int) -> None:
    """Of those that are over, the newest stay."""
    over = select(solves.c.id).where(solves.c.status.not_in(UNFINISHED)).order_by(solves.c.ordered.desc())
    old = [row[0] for row in await connection.execute(over.offset(most))]
    if old:
        await connection.execute(delete(solves).where(solves.c.id.in_(old)))
