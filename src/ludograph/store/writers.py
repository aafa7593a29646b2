"""The connection that a group commit writes with: SQLAlchemy's for whatever is asked seldom, and the database's own,
which is told transactions and the statements of every move. SQLAlchemy would take longer for them than the database.

Prepared statements wait until something else is asked or the work has ended. PostgreSQL is told them in one go (a
pipeline), so that all of them go there and back once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sqlalchemy import Connection, Engine, Executable, exc

from ludograph.store.prepared import LostRace, is_prepared, prepared

if TYPE_CHECKING:
    import psycopg

#: PostgreSQL waits so long for a row that somebody else has locked, and for a process that stands still with locks.
LOCK_SECONDS = 5
Step = tuple[str, Sequence[Any]]


class Writer:
    """A connection whose statements are awaited and never wait: what is written for both kinds of it runs here, too."""

    BEGIN: ClassVar[str]
    faults: type[Exception] = sqlite3.Error

    def __init__(self, engine: Engine) -> None:
        self._dialect = engine.dialect
        self._connection: Connection = engine.connect()
        self._driver: Any = self._connection.connection.driver_connection
        self._waiting: list[tuple[Step, bool]] = []

    async def execute(self, statement: Executable, parameters: Any = None) -> Any:
        """Of a prepared statement nothing is given back: it does what it should, or the work ends with LostRace."""
        if not is_prepared(statement):
            self.flush()
            return self._connection.execute(statement, parameters)
        known = prepared(statement, self._dialect)
        self._waiting.append((known.filled(parameters), known.must_change))
        return None

    def flush(self) -> None:
        """Tell the database what waits; LostRace if that can't be done to what is there."""
        waiting, self._waiting = self._waiting, []
        try:
            for changed, (_, must_change) in zip(self._told([step for step, _ in waiting]), waiting, strict=True):
                if must_change and changed != 1:
                    raise LostRace
        except exc.IntegrityError:
            raise LostRace from None

    def drop(self) -> None:
        """Forget what waits."""
        self._waiting.clear()

    def begin(self) -> None:
        self._run(self.BEGIN)

    def commit(self) -> None:
        self._run("COMMIT")

    def save(self) -> None:
        self._run("SAVEPOINT job")

    def release(self) -> None:
        self._run("RELEASE job")

    def roll_back_to_save(self) -> None:
        self._run("ROLLBACK TO job", "RELEASE job")

    def roll_back(self) -> None:
        self._run("ROLLBACK")

    def close(self) -> None:
        self._connection.invalidate()  # else one that is lost would be told to roll back
        self._connection.close()

    @property
    def is_in_transaction(self) -> bool:
        raise NotImplementedError

    @property
    def is_lost(self) -> bool:
        """Whether the connection is none any longer."""
        return False

    def _run(self, *commands: str) -> None:
        """One command after the other; in one go psycopg would take for prepared what it forgets with a ROLLBACK."""
        with self._faults():
            for command in commands:
                self._driver.execute(command)

    def _told(self, steps: Sequence[Step]) -> Iterator[int]:
        """How many rows each step has changed."""
        raise NotImplementedError

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What a database refuses is told as SQLAlchemy tells it: both use the names of Python's DB-API."""
        try:
            yield
        except self.faults as error:
            names = [each.__name__ for each in type(error).__mro__]
            told = next((getattr(exc, name) for name in names if hasattr(exc, name)), exc.DBAPIError)
            raise told(None, None, error) from error


class SqliteWriter(Writer):
    BEGIN = "BEGIN IMMEDIATE"

    @property
    def is_in_transaction(self) -> bool:
        return cast(sqlite3.Connection, self._driver).in_transaction

    def _told(self, steps: Sequence[Step]) -> Iterator[int]:
        with self._faults():
            for text, values in steps:
                yield self._driver.execute(text, values).rowcount


class PostgresWriter(Writer):
    BEGIN = "BEGIN"

    def __init__(self, engine: Engine) -> None:
        from psycopg import Error

        self.faults = Error
        super().__init__(engine)
        self._run(
            f"SET lock_timeout = '{LOCK_SECONDS}s'", f"SET idle_in_transaction_session_timeout = '{LOCK_SECONDS}s'"
        )

    def commit(self) -> None:
        """What was refused before would be rolled back without a word."""
        if self._status.name != "INTRANS":
            raise exc.InvalidRequestError("The transaction has failed before.")
        super().commit()

    @property
    def _status(self) -> Any:
        return cast("psycopg.Connection[Any]", self._driver).info.transaction_status

    @property
    def is_in_transaction(self) -> bool:
        return self._status.name in ("INTRANS", "INERROR")

    @property
    def is_lost(self) -> bool:
        return bool(self._driver.closed)

    def _told(self, steps: Sequence[Step]) -> Iterator[int]:
        with self._faults():
            if len(steps) == 1:
                ((text, values),) = steps
                return iter([self._driver.execute(text, values, prepare=True).rowcount])
            with self._driver.pipeline():
                cursors = [self._driver.execute(text, values, prepare=True) for text, values in steps]
        return (cursor.rowcount for cursor in cursors)
