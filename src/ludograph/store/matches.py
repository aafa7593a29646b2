"""Matches in the database: each function does one thing, in the transaction that it is given."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    Integer,
    Update,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.store import tables
from ludograph.store.prepared import LostRace, to_be_prepared

#: Statements of every move, put together once.
ADD_MOVE, ADD_EVENT, ADD_ANSWER = (
    to_be_prepared(insert(table), must_change=True) for table in (tables.moves, tables.events, tables.answers)
)


def _drop_answers() -> Delete:
    """Of a seat's answers only the newest stay."""
    table, most = tables.answers, bindparam("most", type_=Integer)
    own = (table.c.match == bindparam("own_match")) & (table.c.seat == bindparam("own_seat"))
    newest_to_go = (
        select(table.c.at)
        .where(own)
        .order_by(table.c.at.desc())
        .limit(literal_column("1"))
        .offset(most)
        .scalar_subquery()
    )
    return delete(table).where(own, table.c.at <= newest_to_go)


DROP_ANSWERS = to_be_prepared(_drop_answers())
#: More than a match can have, so that all are read.
MOST_EVENTS = 10**9
#: A clock with so many seconds left is noted as watched only so often.
FAR, SELDOM = 3600.0, 60.0


@dataclass(frozen=True)
class StoredSeat:
    """Who sits at a seat. The hashes are those of secrets that only the player knows."""

    seat: int
    player: str
    name: str
    token_hash: str | None = None
    invite_hash: str | None = None
    rating_hash: str | None = None
    guest_hash: str | None = None
    rating: float | None = None
    deviation: float | None = None
    gained: float | None = None


@dataclass(frozen=True)
class StoredMatch:
    """A match's row: its current state."""

    id: str
    game: str
    start: str
    tags: Mapping[str, str]
    owner_hash: str
    version: int
    ply: int
    position: str
    turn: int | None
    waits_for_program: bool
    outcome: Mapping[str, Any] | None
    offers: Mapping[str, Any]
    is_paused: bool
    pace: float
    created: float
    changed: float
    clock: str | None = None
    clock_left: Sequence[float] | None = None
    deadline: float | None = None
    watched: float | None = None
    rematch: str | None = None
    listed: float | None = None
    listed_by: str | None = None
    quiet: Sequence[int] | None = None


@dataclass(frozen=True)
class StoredMove:
    ply: int
    seat: int
    text: str
    position: str
    at: float
    left: float | None = None


@dataclass(frozen=True)
class StoredEvent:
    version: int
    ply: int
    event: Mapping[str, Any]
    at: float


@dataclass(frozen=True)
class StoredAnswer:
    """The first answer to a request with a key."""

    request_hash: str
    status: int
    body: Mapping[str, Any]


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    row: StoredMatch
    seats: tuple[StoredSeat, ...]


@dataclass(frozen=True)
class Change:
    """What one event does to a match: columns of its row, moves that are added or taken back, a seat that is taken or
    whose player is forgotten, another match that begins with it."""

    event: Mapping[str, Any]
    columns: Mapping[str, Any] = field(default_factory=dict)
    move: StoredMove | None = None
    plies_undone: int = 0
    seat: StoredSeat | None = None
    is_player_forgotten: bool = False
    new: NewMatch | None = None


#: No change at all: nothing is stored, and nobody is told.
NOTHING = Change({})


async def create(
    connection: AsyncConnection, match: StoredMatch, seats: Iterable[StoredSeat], moves: Iterable[StoredMove] = ()
) -> None:
    """A new match, perhaps with moves that were played elsewhere."""
    await connection.execute(insert(tables.matches), vars(match))
    await connection.execute(insert(tables.seats), [{"match": match.id, **vars(seat)} for seat in seats])
    if rows := [{"match": match.id, **vars(move)} for move in moves]:
        await connection.execute(insert(tables.moves), rows)


async def find(connection: AsyncConnection, match_id: str) -> StoredMatch | None:
    row = (await connection.execute(select(tables.matches).where(tables.matches.c.id == match_id))).first()
    return StoredMatch(**row._mapping) if row else None


async def version_of(connection: AsyncConnection, match_id: str) -> int | None:
    """The version of a match now; None when there is no such match."""
    found = await connection.execute(select(tables.matches.c.version).where(tables.matches.c.id == match_id))
    version: int | None = found.scalar()
    return version


async def seats_of(connection: AsyncConnection, match_id: str) -> tuple[StoredSeat, ...]:
    chosen = select(tables.seats).where(tables.seats.c.match == match_id).order_by(tables.seats.c.seat)
    return tuple(StoredSeat(*row[1:]) for row in await connection.execute(chosen))


async def moves_of(connection: AsyncConnection, match_id: str) -> tuple[StoredMove, ...]:
    chosen = select(tables.moves).where(tables.moves.c.match == match_id).order_by(tables.moves.c.ply)
    return tuple(StoredMove(*row[1:]) for row in await connection.execute(chosen))


async def events_of(connection: AsyncConnection, match_id: str, since: int, most: int) -> tuple[StoredEvent, ...]:
    """The events after a version, in their order."""
    table = tables.events
    chosen = (
        select(table).where(table.c.match == match_id, table.c.version > since).order_by(table.c.version).limit(most)
    )
    return tuple(StoredEvent(*row[1:]) for row in await connection.execute(chosen))


async def change(connection: AsyncConnection, match_id: str, version: int, ply: int, what: Change) -> StoredEvent:
    """Write one event and all that it does, if the match still has the version that was read; else the writer's work
    ends with LostRace."""
    now = time.time()
    moves = tables.moves
    event = StoredEvent(version + 1, what.columns.get("ply", ply), dict(what.event), now)
    columns = {**what.columns, "version": version + 1, "changed": now}
    found = {"match_id": match_id, "known_version": version}
    await connection.execute(_updating(tuple(columns)), {**columns, **found})
    if what.plies_undone:
        await connection.execute(delete(moves).where(moves.c.match == match_id, moves.c.ply > what.columns["ply"]))
    if what.seat:
        own = (tables.seats.c.match == match_id) & (tables.seats.c.seat == what.seat.seat)
        await connection.execute(update(tables.seats).where(own).values(**vars(what.seat)))
        if what.is_player_forgotten:
            await _forget_player(connection, match_id, what.seat)
    if what.move:
        await connection.execute(ADD_MOVE, {"match": match_id, **vars(what.move)})
    await connection.execute(ADD_EVENT, {"match": match_id, **vars(event)})
    if what.new:
        await create(connection, what.new.row, what.new.seats)
    return event


@lru_cache(maxsize=100)
def _updating(columns: tuple[str, ...]) -> Update:
    """What changes these columns of a match that still has the version that is known."""
    matches = tables.matches
    is_known = (matches.c.id == bindparam("match_id")) & (matches.c.version == bindparam("known_version"))
    changing = update(matches).where(is_known).values({name: bindparam(name) for name in columns})
    return to_be_prepared(changing, must_change=True)


async def _forget_player(connection: AsyncConnection, match_id: str, seat: StoredSeat) -> None:
    """What is left of a player beside the moves: answers, what was said, and the name in the event of joining."""
    events = tables.events
    for table in (tables.answers, tables.chat):
        await connection.execute(delete(table).where(table.c.match == match_id, table.c.seat == seat.seat))
    for event in await events_of(connection, match_id, 0, MOST_EVENTS):
        if event.event["kind"] == "joined" and event.event["seat"] == seat.seat:
            own = (events.c.match == match_id) & (events.c.version == event.version)
            await connection.execute(update(events).where(own).values(event={**event.event, "name": seat.name}))


async def remove(connection: AsyncConnection, match_id: str, version: int) -> None:
    """Delete a match and all that belongs to it, if it still has the version that was read; else LostRace."""
    table = tables.matches
    removed = await connection.execute(delete(table).where(table.c.id == match_id, table.c.version == version))
    if removed.rowcount != 1:
        raise LostRace


async def unchanged_since(connection: AsyncConnection, moment: float, most: int) -> list[str]:
    """Matches in which nothing has happened since a moment, the oldest first."""
    table = tables.matches
    chosen = select(table.c.id).where(table.c.changed < moment).order_by(table.c.changed).limit(most)
    return list((await connection.execute(chosen)).scalars())


async def answer_to(connection: AsyncConnection, match_id: str, seat: int, key: str) -> StoredAnswer | None:
    table = tables.answers
    chosen = select(table.c.request_hash, table.c.status, table.c.body).where(
        table.c.match == match_id, table.c.seat == seat, table.c.key == key
    )
    row = (await connection.execute(chosen)).first()
    return StoredAnswer(*row) if row else None


async def keep_answer(
    connection: AsyncConnection, match_id: str, seat: int, key: str, answer: StoredAnswer, most: int
) -> None:
    """Keep the first answer to a key; of each seat the newest answers stay. When the key has an answer the writer's
    work ends with LostRace."""
    row = {"match": match_id, "seat": seat, "key": key, "at": time.time(), **vars(answer)}
    await connection.execute(ADD_ANSWER, row)
    await connection.execute(DROP_ANSWERS, {"own_match": match_id, "own_seat": seat, "most": most})


async def with_tokens(connection: AsyncConnection, hashes: Sequence[str]) -> list[tuple[StoredMatch, int | None, str]]:
    """The matches that these tokens belong to, the newest first: with the seat, None for the owner, and the hash."""
    seats, matches = tables.seats, tables.matches
    by_seat = select(matches, seats.c.seat, seats.c.token_hash).join(seats).where(seats.c.token_hash.in_(hashes))
    by_owner = select(matches).where(matches.c.owner_hash.in_(hashes))
    found = [(StoredMatch(*row[:-2]), row[-2], row[-1]) for row in await connection.execute(by_seat)]
    owned = [StoredMatch(*row) for row in await connection.execute(by_owner)]
    found += [(match, None, match.owner_hash) for match in owned]
    return sorted(found, key=lambda item: -item[0].changed)


async def counts(connection: AsyncConnection, since: float) -> dict[str, int]:
    """How many matches are kept, are not over, and have changed since a moment."""
    table = tables.matches
    unfinished, changed = table.c.turn.is_not(None), table.c.changed >= since
    columns = [func.count(), func.count().filter(unfinished), func.count().filter(changed)]
    row = (await connection.execute(select(*columns).select_from(table))).one()
    return {"kept": row[0], "unfinished": row[1], "changed_lately": row[2]}


async def running_clocks(connection: AsyncConnection, now: float) -> list[tuple[str, float]]:
    """The matches whose clock runs and is to be noted as watched, and when its time is over."""
    chosen = select(tables.matches.c.id, tables.matches.c.deadline).where(_is_to_be_noted(now))
    return [(row[0], row[1]) for row in await connection.execute(chosen)]


async def watch_clocks(connection: AsyncConnection, now: float) -> None:
    """Note that the clocks that run are watched at this moment."""
    await connection.execute(update(tables.matches).where(_one_of(_is_to_be_noted(now))).values(watched=now))


def _is_to_be_noted(now: float, longest: float = 0.0, longest_of_far: float = SELDOM) -> ColumnElement[bool]:
    """Whether a clock was noted as watched longer ago than that: one with more than an hour left, of which there may be
    thousands, is noted only now and then."""
    deadline, watched = tables.matches.c.deadline, tables.matches.c.watched
    is_old = (deadline < now + FAR) & (watched < now - longest) | (watched < now - longest_of_far)
    return deadline.is_not(None) & is_old


async def make_up_for_gap(connection: AsyncConnection, now: float, longest: float) -> None:
    """Clocks that nobody has watched for longer than that go on where they were watched last."""
    table = tables.matches
    later = table.c.deadline + (now - table.c.watched)
    is_left = _is_to_be_noted(now, longest, 2 * SELDOM)
    await connection.execute(update(table).where(_one_of(is_left)).values(deadline=later, watched=now))


def _one_of(chosen: ColumnElement[bool]) -> ColumnElement[bool]:
    """Of some matches those that nobody changes just now: who waited for several might wait for ever."""
    table = tables.matches
    return table.c.id.in_(select(table.c.id).where(chosen).with_for_update(skip_locked=True))


async def waiting_for_programs(connection: AsyncConnection, now: float) -> list[str]:
    """The matches in which a program is to move, its pace being over."""
    table = tables.matches
    is_due = table.c.waits_for_program & ~table.c.is_paused & (table.c.changed + table.c.pace <= now)
    chosen = select(table.c.id).where(is_due).order_by(table.c.changed)
    return [row[0] for row in await connection.execute(chosen)]
