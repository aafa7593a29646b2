"""Everything that a database keeps as one plain file, which no database is needed for: docs/server.md has the format.

One JSON object on each line: what made the file, then all records, then how many there are and a checksum, so that a
file that was cut off or damaged is noticed before anything of it is used.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import JSON, Column, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.files import check_regular, reason_of
from ludograph.errors import FileRefused
from ludograph.store import tables
from ludograph.store.database import Database

FORMAT, VERSION = "ludograph-archive", 1
MATCH = "match"
#: The tables of records that stand alone. Uploads come first: matches are played with them.
ALONE = {
    "upload": tables.uploads,
    "solve": tables.solves,
    "ban": tables.bans,
    "rating": tables.ratings,
    "report": tables.reports,
}
#: What belongs to a match, by its name in the match's record.
PARTS = {
    "seats": tables.seats,
    "moves": tables.moves,
    "events": tables.events,
    "answers": tables.answers,
    "chat": tables.chat,
}
TABLES = {**ALONE, MATCH: tables.matches}
#: So many records are read at a time, and restored in one transaction: a server that runs waits no longer for it.
AT_ONCE = 50


class Record(NamedTuple):
    """One thing that is kept: its kind and its columns; a match has its parts with it."""

    kind: str
    data: dict[str, Any]


class Restored(NamedTuple):
    """How many records of each kind were added, and how many were there already."""

    added: Counter[str]
    kept: Counter[str]


# -- from a database ---------------------------------------------------------------------------------------------------


async def records(connection: AsyncConnection) -> AsyncIterator[Record]:
    """All that a database keeps; the connection sees one state of it, however long this takes."""
    for kind, table in ALONE.items():
        for keys in _pieces(await _keys(connection, table)):
            for row in await _rows(connection, table, keys):
                yield Record(kind, row)
    for keys in _pieces(await _keys(connection, tables.matches)):
        for match in await _matches(connection, keys):
            yield match


async def _keys(connection: AsyncConnection, table: Table) -> list[str]:
    key = _first_column(table)
    return list((await connection.execute(select(key).distinct().order_by(key))).scalars())


async def _rows(connection: AsyncConnection, table: Table, keys: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a table whose first column is one of these, in the order of their keys."""
    chosen = select(table).where(_first_column(table).in_(keys)).order_by(*table.primary_key.columns)
    return [dict(row._mapping) for row in await connection.execute(chosen)]


async def _matches(connection: AsyncConnection, keys: Sequence[str]) -> list[Record]:
    found = {
        row["id"]: {**row, **{name: [] for name in PARTS}} for row in await _rows(connection, tables.matches, keys)
    }
    for name, table in PARTS.items():
        for row in await _rows(connection, table, keys):
            found[row.pop("match")][name].append(row)
    return [Record(MATCH, match) for match in found.values()]


def _first_column(table: Table) -> Column[Any]:
    """Its key, or that of the match that a row belongs to."""
    first: Column[Any] = next(iter(table.columns))
    return first


def _pieces(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[place : place + AT_ONCE] for place in range(0, len(keys), AT_ONCE))


# -- to a file and back ------------------------------------------------------------------------------------------------


async def write_archive(database: Database, write: Callable[[bytes], object]) -> Counter[str]:
    """Write everything, in pieces; returns how many records of each kind there are."""
    await database.check_is_current()
    counts, checksum = Counter(dict.fromkeys(TABLES, 0)), hashlib.sha256()

    def put(data: dict[str, Any]) -> None:
        line = json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        checksum.update(line)
        write(line)

    put({"format": FORMAT, "version": VERSION, "made": time.time()})
    async with database.reading() as connection:
        async for kind, data in records(connection):
            put({kind: data})
            counts[kind] += 1
    put({"end": counts, "sha256": checksum.hexdigest()})
    return counts


def read_archive(file: Path) -> Iterator[Record]:
    """The records of a file, all of which are checked before the first is given."""
    for _ in _checked(file):
        pass
    return _checked(file)


def _checked(file: Path) -> Iterator[Record]:
    counts, checksum, number = Counter(dict.fromkeys(TABLES, 0)), hashlib.sha256(), 0
    for number, line in enumerate(_lines(file), 1):
        data = _parsed(file, number, line)
        if number == 1:
            _check_header(file, data)
        elif "end" in data:
            _check_end(file, data, counts, checksum.hexdigest())
            return
        else:
            record = _record(file, number, data)
            counts[record.kind] += 1
            yield record
        checksum.update(line)
    raise FileRefused(f"The archive {file} is cut off behind line {number}.")


def _lines(file: Path) -> Iterator[bytes]:
    check_regular(file)
    try:
        with file.open("rb") as stream:
            yield from stream
    except OSError as error:
        raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None


def _parsed(file: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise FileRefused(f"The file {file} is no archive of Ludograph: its line {number} is no JSON object.")
    return data


def _check_header(file: Path, data: dict[str, Any]) -> None:
    if data.get("format") != FORMAT:
        raise FileRefused(f"The file {file} is no archive of Ludograph.")
    if data.get("version") != VERSION:
        raise FileRefused(f"The archive {file} has version {data.get('version')}, of which this program knows nothing.")


def _check_end(file: Path, data: dict[str, Any], counts: Counter[str], checksum: str) -> None:
    said = data["end"] if isinstance(data["end"], dict) else {}
    if data.get("sha256") != checksum or Counter(said) != counts:
        raise FileRefused(f"The archive {file} is damaged: its checksum or its counts don't fit.")


def _record(file: Path, number: int, data: dict[str, Any]) -> Record:
    kind, found = next(iter(data.items()), ("", None))
    if len(data) != 1 or kind not in TABLES or not isinstance(found, dict):
        raise FileRefused(f"Line {number} of the archive {file} is none of {', '.join(TABLES)}.")
    row = {name: value for name, value in found.items() if kind != MATCH or name not in PARTS}
    faults = _faults(TABLES[kind], row)
    for name, table in PARTS.items() if kind == MATCH else ():
        parts = found.setdefault(name, [])
        are_rows = isinstance(parts, list) and all(isinstance(part, dict) for part in parts)
        faults += [fault for part in parts for fault in _faults(table, part, "match")] if are_rows else [name]
    if faults:
        raise FileRefused(f"Line {number} of the archive {file} is wrong: {faults[0]}.")
    return Record(kind, found)


def _faults(table: Table, row: dict[str, Any], *left_out: str) -> list[str]:
    """What is wrong with a row; columns that may be empty may be missing."""
    columns = {column.name: column for column in table.columns if column.name not in left_out}
    unknown = [f"{name} is unknown" for name in row if name not in columns]
    return unknown + [
        f"{name} is wrong or missing" for name, column in columns.items() if not _is_fitting(column, row.get(name))
    ]


def _is_fitting(column: Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, JSON):
        return isinstance(value, dict | list)
    kind = column.type.python_type
    return isinstance(value, int | float) if kind is float else type(value) is kind


# -- into a database ---------------------------------------------------------------------------------------------------


async def restore(database: Database, found: Iterator[Record] | AsyncIterator[Record]) -> Restored:
    """Add what isn't there yet; what is there stays as it is. A server may run meanwhile: no match that it knows
    changes. Each record is added whole or not at all, so that this can be repeated when it was interrupted."""
    restored = Restored(Counter(), Counter())
    batch: list[Record] = []
    async for record in _each(found):
        batch.append(record)
        if len(batch) >= AT_ONCE:
            await _add(database, batch, restored)
            batch = []
            await asyncio.sleep(0)
    await _add(database, batch, restored)
    return restored


async def _each(found: Iterator[Record] | AsyncIterator[Record]) -> AsyncIterator[Record]:
    if isinstance(found, Iterator):
        for record in found:
            yield record
    else:
        async for record in found:
            yield record


async def _add(database: Database, batch: Sequence[Record], restored: Restored) -> None:
    added, kept = Counter[str](), Counter[str]()
    async with database.writing() as connection:
        for record in batch:
            table = TABLES[record.kind]
            keys = table.primary_key.columns
            known = await connection.execute(select(*keys).where(*(key == record.data[key.name] for key in keys)))
            if known.first():
                kept[record.kind] += 1
                continue
            await _insert(connection, table, record)
            added[record.kind] += 1
    restored.added.update(added)
    restored.kept.update(kept)


async def _insert(connection: AsyncConnection, table: Table, record: Record) -> None:
    row = {column.name: record.data.get(column.name) for column in table.columns}
    if record.kind == MATCH:
        _set_clock_back(row)
    await connection.execute(insert(table), row)
    for name, part_table in PARTS.items() if record.kind == MATCH else ():
        columns = [column.name for column in part_table.columns]
        parts = [{**dict.fromkeys(columns), **part, "match": row["id"]} for part in record.data[name]]
        if parts:
            await connection.execute(insert(part_table), parts)


def _set_clock_back(match: dict[str, Any]) -> None:
    """The time in which the match was only kept is counted against nobody."""
    if match["deadline"] is not None and match["watched"] is not None:
        now = time.time()
        match["deadline"] += now - match["watched"]
        match["watched"] = now
