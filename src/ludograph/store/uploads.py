"""Texts that were sent to the server, by the hash of their content (content-addressed)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import matches, uploads


@dataclass(frozen=True)
class Upload:
    hash: str
    kind: str
    name: str
    text: str
    created: float
    guest_hash: str | None = None


async def find(connection: AsyncConnection, content: str) -> Upload | None:
    row = (await connection.execute(select(uploads).where(uploads.c.hash == content))).first()
    return Upload(**row._mapping) if row else None


async def keep(connection: AsyncConnection, upload: Upload) -> None:
    await connection.execute(insert(uploads).values(**vars(upload)))


async def remove(connection: AsyncConnection, content: str) -> bool:
    """Remove a text, unless a match is played with it; returns whether it was removed."""
    is_used = exists().where(matches.c.game.contains(content, autoescape=True))
    removed = await connection.execute(delete(uploads).where(uploads.c.hash == content, ~is_used))
    return bool(removed.rowcount)


async def remove_all(
    connection: AsyncConnection, *, before: float | None = None, guest_hash: str | None = None
) -> list[str]:
    """Remove the texts from before a moment, or of a guest, with which no match is played; returns their names."""
    is_used = exists().where(matches.c.game.contains(uploads.c.hash))
    chosen = select(uploads.c.hash).where(~is_used)
    if before is not None:
        chosen = chosen.where(uploads.c.created < before)
    if guest_hash is not None:
        chosen = chosen.where(uploads.c.guest_hash == guest_hash)
    names = list((await connection.execute(chosen)).scalars())
    if names:
        await connection.execute(delete(uploads).where(uploads.c.hash.in_(names)))
    return names


async def renew(connection: AsyncConnection, content: str, now: float) -> None:
    """A text was sent again: it is as new as on the first day."""
    await connection.execute(update(uploads).where(uploads.c.hash == content).values(created=now))


async def listed(connection: AsyncConnection, kind: str, most: int) -> list[Upload]:
    """The newest uploads of a kind."""
    chosen = select(uploads).where(uploads.c.kind == kind).order_by(uploads.c.created.desc()).limit(most)
    return [Upload(**row._mapping) for row in await connection.execute(chosen)]


async def counts(connection: AsyncConnection, guest_hash: str) -> tuple[int, int]:
    """How many there are, in all and of one guest."""
    own = func.count().filter(uploads.c.guest_hash == guest_hash)
    row = (await connection.execute(select(func.count(), own).select_from(uploads))).one()
    return row[0], row[1]
