"""The database: how it is reached, made and brought up to date.

Reads and writes have engines of their own. SQLite has one writer at a time anyway, so that its writing engine has one
connection, for which writers queue here instead of failing there; what is committed is on the disk (WAL,
synchronous FULL).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiosqlite
import structlog
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludograph.core.files import data_folder, reason_of
from ludograph.errors import FileRefused, InvalidParameter, Unavailable
from ludograph.store.group_commit import GroupCommit, LostCommit, Result, Work

if TYPE_CHECKING:
    from alembic.config import Config

log = structlog.get_logger()

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+psycopg"
DRIVERS = {"sqlite": SQLITE, SQLITE: SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL, POSTGRESQL: POSTGRESQL}
#: SQLite waits so long for another process that writes.
BUSY_SECONDS = 10
NOT_STORED = "The database can't be written to just now; nothing was stored."
PERHAPS_STORED = "The connection to the database was lost; this may have been stored: ask again with the same key."
READERS = 4
#: A connection to PostgreSQL over which nothing comes any longer holds up all who write: it is given up in seconds.
LOST_IN_TIME = {
    "connect_timeout": BUSY_SECONDS,
    "tcp_user_timeout": 1000 * BUSY_SECONDS,
    "keepalives_idle": BUSY_SECONDS,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
#: What is wrong with a statement, and not with the database.
OWN_FAULTS = (IntegrityError, ProgrammingError, DataError)
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
        #: Whether the last write has failed for a reason that lies with the database.
        self.is_failing = False
        #: How often something has gone wrong with the database itself.
        self.failures = 0
        self.is_sqlite = self.url.drivername == SQLITE
        if self.is_sqlite:
            self._reading = _sqlite_engine(self.url, READERS, "BEGIN")
            self._writing = _sqlite_engine(self.url, 1, "BEGIN IMMEDIATE")
            connecting = {"timeout": BUSY_SECONDS, "check_same_thread": False}
            plain = _set_up(create_engine(self.url.set(drivername="sqlite"), connect_args=connecting))
        else:
            plain = create_engine(
                self.url, isolation_level="AUTOCOMMIT", paramstyle="format", connect_args=LOST_IN_TIME
            )
            self._writing = create_async_engine(self.url, pool_size=10, pool_pre_ping=True)
            # By itself PostgreSQL shows each statement the newest state, and a match would be read in pieces.
            self._reading = self._writing.execution_options(isolation_level="REPEATABLE READ")
        self._turn = asyncio.Lock()
        self._group = GroupCommit(plain, self._turn)

    @property
    def file(self) -> Path | None:
        """SQLite's file; links are followed, so that one database has one name."""
        return Path(self.url.database or "").resolve() if self.is_sqlite else None

    async def open(self) -> None:
        """Make what isn't there yet and bring the tables up to date; what can't be opened is closed."""
        if self.file:
            _make_private(self.file)
        try:
            await self._bring_up_to_date()
        except FileRefused:
            await self.close()
            raise

    async def _bring_up_to_date(self) -> None:
        try:
            async with self._writing.begin() as connection:
                if not self.is_sqlite:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await connection.run_sync(_migrate)
        except DBAPIError as error:
            raise FileRefused(f"The database {self} can't be opened: {_reason(error)}.") from None
        except CommandError:
            raise FileRefused(f"The database {self} was made by a newer version of Ludograph than this one.") from None

    async def check_is_current(self) -> None:
        """Refuse a database that isn't there, or that another version has made: it is for a server to change that."""
        if self.file and not self.file.is_file():
            raise FileRefused(f"There is no database {self}.")
        async with self.reading() as connection:
            found, newest = await connection.run_sync(_revisions)
        if found != newest:
            what = "has no matches in it" if found is None else "was made by another version of Ludograph"
            raise FileRefused(f"The database {self} {what}: let `ludograph serve` open it first.")

    async def close(self) -> None:
        await self._group.close()
        await self._reading.dispose()
        await self._writing.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of everything."""
        with self._told("The database can't be read just now."):
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: committed at the end, or rolled back when anything is raised."""
        turn = self._turn if self.is_sqlite else nullcontext()
        async with turn, self._noting(), self._connected() as connection:
            with self._told(NOT_STORED):
                transaction = await connection.begin()
                yield connection
            with self._told_of_commit():
                await transaction.commit()

    async def write(self, match_id: str, work: Work[Result]) -> Result:
        """What belongs to one match, in a transaction that may be shared with others, and so quicker. The work may wait
        for nothing but its connection, and may have to be done again."""
        async with self._noting():
            with self._told(NOT_STORED):
                try:
                    return await self._group.write(match_id, work)
                except LostCommit as lost:
                    with self._told_of_commit():
                        raise lost.error from lost

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        with self._told(NOT_STORED):
            connection = await self._writing.connect()
        try:
            yield connection
        finally:
            await connection.close()

    @asynccontextmanager
    async def _noting(self) -> AsyncIterator[None]:
        """Remember whether what is written arrives."""
        try:
            yield
        except Unavailable:
            self.is_failing = True
            raise
        self.is_failing = False

    @contextmanager
    def _told(self, message: str, *, is_uncertain: bool = False) -> Iterator[None]:
        """What goes wrong with the database itself, as a sentence that tells nothing of it."""
        try:
            yield
        except OWN_FAULTS:
            raise
        except (SQLAlchemyError, OSError) as error:
            self.failures += 1
            log.error("database unavailable", reason=_reason(error))
            raise Unavailable(message, is_uncertain=is_uncertain) from error

    def _told_of_commit(self) -> AbstractContextManager[None]:
        """SQLite knows that nothing was stored; from PostgreSQL one may not have heard."""
        return self._told(NOT_STORED if self.is_sqlite else PERHAPS_STORED, is_uncertain=not self.is_sqlite)

    async def check(self) -> None:
        """Unavailable, when nothing can be read, or nothing written after a failure."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))
        if self.is_failing:
            async with self.writing() as connection:
                await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

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
    async def connected() -> aiosqlite.Connection:
        """A connection. If it can't be made its thread ends later, and would tell a loop of it that may be closed."""
        connection = aiosqlite.connect(url.database or "", timeout=BUSY_SECONDS)
        connection._thread.daemon = True
        try:
            return await connection
        except sqlite3.Error:
            await asyncio.to_thread(connection._thread.join)
            raise

    engine = create_async_engine(url, pool_size=connections, max_overflow=0, async_creator=connected)
    _set_up(engine.sync_engine, begin)
    return engine


def _set_up(engine: Engine, begin: str | None = None) -> Engine:
    """Connections that are as safe as can be, and whose transactions begin like this, or by whoever uses them."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    if begin:
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))

    return engine


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return next(iter(str(cause).splitlines()), "unknown")


def _migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen yet."""
    from alembic import command

    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revisions(connection: Connection) -> tuple[str | None, str | None]:
    """The last migration that a database has seen, and the last that there is."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    newest = ScriptDirectory.from_config(_migrations()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision(), newest


def _migrations() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
