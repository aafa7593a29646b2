"""The database: how it is reached, made and brought up to date.

Reads and writes have engines of their own. SQLite has one writer at a time anyway, so that its writing engine has one
connection, for which writers queue here instead of failing there; what is committed is on the disk (WAL,
synchronous FULL).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludograph.core.files import data_folder, reason_of
from ludograph.errors import FileRefused, InvalidParameter

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+psycopg"
DRIVERS = {"sqlite": SQLITE, SQLITE: SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL, POSTGRESQL: POSTGRESQL}
#: SQLite waits so long for another process that writes.
BUSY_SECONDS = 10
READERS = 4
MIGRATIONS = Path(__file__).parent / "migrations"
#: Of PostgreSQL's advisory lock under which one process at a time migrates.
MIGRATION_LOCK = 0x4C55444F


def usual_url() -> str:
    """SQLite in the user's data folder."""
    return URL.create(SQLITE, database=str(data_folder() / "ludograph.sqlite3")).render_as_string(hide_password=False)


class Database:
    """Connections to read and to write with. Open it with ``open``, and close it."""

    def __init__(self, url: str) -> None:
        self.url = _checked_url(url)
        self.is_sqlite = self.url.drivername == SQLITE
        if self.is_sqlite:
            self._reading = _sqlite_engine(self.url, READERS, "BEGIN")
            self._writing = _sqlite_engine(self.url, 1, "BEGIN IMMEDIATE")
        else:
            self._writing = create_async_engine(self.url, pool_size=10, pool_pre_ping=True)
            # By itself PostgreSQL shows each statement the newest state, and a match would be read in pieces.
            self._reading = self._writing.execution_options(isolation_level="REPEATABLE READ")

    @property
    def file(self) -> Path | None:
        """SQLite's file; links are followed, so that one database has one name."""
        return Path(self.url.database or "").resolve() if self.is_sqlite else None

    async def open(self) -> None:
        """Make what isn't there yet and bring the tables up to date."""
        if self.file:
            _make_private(self.file)
        try:
            async with self._writing.begin() as connection:
                if not self.is_sqlite:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await connection.run_sync(_migrate)
        except DBAPIError as error:
            what = str(error.orig).splitlines()[0] if error.orig else "unknown"
            raise FileRefused(f"The database {self} can't be opened: {what}.") from None

    async def close(self) -> None:
        await self._reading.dispose()
        await self._writing.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of everything."""
        async with self._reading.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: committed at the end, or rolled back when anything is raised."""
        async with self._writing.begin() as connection:
            yield connection

    async def lasting(self) -> AsyncConnection:
        """A connection that stays open until it is closed, each statement a transaction of its own."""
        connection = await self._writing.connect()
        return await connection.execution_options(isolation_level="AUTOCOMMIT")

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)


def _checked_url(text: str) -> URL:
    try:
        url = make_url(text)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        raise InvalidParameter("The database's URL is no URL: it is written sqlite:///FILE or postgresql://…") from None
    if url.drivername not in DRIVERS:
        raise InvalidParameter(f"{url.drivername} is no database that can be used: sqlite and postgresql are.")
    if DRIVERS[url.drivername] == SQLITE and (url.database or ":").startswith((":", "file:")):
        raise InvalidParameter("SQLite keeps the matches in a file: sqlite:///FILE.")
    if DRIVERS[url.drivername] == POSTGRESQL:
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise InvalidParameter("PostgreSQL needs one more package: pip install 'ludograph[postgres]'.") from None
    return url.set(drivername=DRIVERS[url.drivername])


def _make_private(file: Path) -> None:
    """The folder and the file, which others can't read."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError as error:
        raise FileRefused(f"The database {file} can't be made: {reason_of(error)}.") from None


def _sqlite_engine(url: URL, connections: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=connections, max_overflow=0, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen yet."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
