"""Copies of the database, made while a server writes to it: SQLite's own, or an archive (``archive.py``)."""

from __future__ import annotations

import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from ludograph.core.files import check_regular, reason_of, replacing
from ludograph.errors import FileRefused
from ludograph.store.archive import TABLES, Restored, read_archive, records, restore, write_archive
from ludograph.store.database import BUSY_SECONDS, SQLITE, Database

HEADER = b"SQLite format 3\0"


async def write_copy(database: Database, file: Path, *, is_plain: bool) -> Counter[str]:
    """Copy everything into a file that only its owner can read; returns how many records of each kind it has."""
    with replacing(file, is_private=True) as temporary:
        if is_plain:
            with temporary.open("wb") as stream:
                return await write_archive(database, stream.write)
        source = database.file
        if source is None:
            raise FileRefused("Only SQLite can copy itself; PostgreSQL is written as an archive.")
        _copy(source, temporary)
        return _counts(temporary)


async def restore_copy(database: Database, file: Path) -> Restored:
    """Add what a copy of either kind has and the database has not; it is made, if it isn't there."""
    if _begins_with(file, HEADER):
        return await _restore_sqlite(database, file)
    found = read_archive(file)  # refused before anything is made
    await _make(database)
    return await restore(database, found)


async def _restore_sqlite(database: Database, file: Path) -> Restored:
    """From a copy of the copy, which may have to be brought up to date."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "copy.sqlite3"
        _copy(file, own)
        copy = Database(URL.create(SQLITE, database=str(own)).render_as_string(hide_password=False))
        try:
            await copy.open()
            await _make(database)
            async with copy.reading() as connection:
                return await restore(database, records(connection))
        finally:
            await copy.close()


async def _make(database: Database) -> None:
    """Make a database that isn't there; one that another version has made is left alone."""
    if not database.file or not database.file.exists() or not database.file.stat().st_size:
        await database.open()
    await database.check_is_current()


def _copy(source: Path, target: Path) -> None:
    """One state of a database, in one read: whoever writes meanwhile is not held up (WAL), and nothing begins anew."""
    if not source.is_file():
        raise FileRefused(f"There is no database {source}.")
    try:
        with (
            closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # one file, with none beside it
            (found,) = writing.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise FileRefused(f"The database {source} can't be copied: {error}.") from None
    if found != "ok":
        raise FileRefused(f"The database {source} is damaged: {' '.join(str(found).split())[:200]}.")


def _counts(file: Path) -> Counter[str]:
    """Of what there is: a database of an older version may have fewer tables."""
    with closing(sqlite3.connect(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return Counter(
            {
                kind: connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]
                for kind, table in TABLES.items()
                if table.name in tables
            }
        )


def _begins_with(file: Path, header: bytes) -> bool:
    check_regular(file)
    try:
        with file.open("rb") as stream:
            return stream.read(len(header)) == header
    except OSError as error:
        raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None
