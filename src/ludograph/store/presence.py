"""Who watches which match in which process, so that all of them tell the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store.tables import presence


@dataclass(frozen=True)
class Watched:
    """Of one match: sockets of players, those of spectators, and the names that these have given."""

    players: int = 0
    spectators: int = 0
    names: tuple[str, ...] = ()


async def note(
    connection: AsyncConnection, process: str, changed: Mapping[str, Watched], gone: Collection[str], now: float
) -> None:
    """What has changed in a process since it was noted last."""
    own = presence.c.process == process
    await connection.execute(delete(presence).where(own, presence.c.match.in_([*changed, *gone])))
    rows = [
        {"process": process, "match": match_id, **vars(watched), "names": list(watched.names), "seen": now}
        for match_id, watched in changed.items()
    ]
    if rows:
        await connection.execute(insert(presence), rows)


async def stay(connection: AsyncConnection, process: str, now: float, longest: float) -> None:
    """The process is still there; those that have said nothing for so long are not."""
    await connection.execute(update(presence).where(presence.c.process == process).values(seen=now))
    await connection.execute(delete(presence).where(presence.c.seen < now - longest))


async def leave(connection: AsyncConnection, process: str) -> None:
    await connection.execute(delete(presence).where(presence.c.process == process))


async def elsewhere(
    connection: AsyncConnection, process: str, matches: Collection[str], since: float
) -> dict[str, list[Watched]]:
    """What other processes have noted about these matches."""
    chosen = select(presence).where(
        presence.c.process != process, presence.c.match.in_(matches), presence.c.seen >= since
    )
    found: dict[str, list[Watched]] = {}
    for row in await connection.execute(chosen):
        found.setdefault(row.match, []).append(Watched(row.players, row.spectators, tuple(row.names)))
    return found
