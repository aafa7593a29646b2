"""Texts that were sent to the server, by the hash of their content (content-addressed)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import uploads


@dataclass(frozen=True)
class Upload:
    hash: str
    kind: str
    name: str
    text: str
    created: float


async def find(connection: AsyncConnection, content: str) -> Upload | None:
    row = (await connection.execute(select(uploads).where(uploads.c.hash == content))).first()
    return Upload(**row._mapping) if row else None


async def keep(connection: AsyncConnection, content: str, kind: str, name: str, text: str) -> Upload:
    """Keep a text; the same text a second time is the first one again."""
    if found := await find(connection, content):
        return found
    upload = Upload(content, kind, name, text, time.time())
    await connection.execute(insert(uploads).values(**vars(upload)))
    return upload


async def listed(connection: AsyncConnection, kind: str, most: int) -> list[Upload]:
    """The newest uploads of a kind."""
    chosen = select(uploads).where(uploads.c.kind == kind).order_by(uploads.c.created.desc()).limit(most)
    return [Upload(**row._mapping) for row in await connection.execute(chosen)]


async def count(connection: AsyncConnection) -> int:
    return int((await connection.execute(select(func.count()).select_from(uploads))).scalar_one())
