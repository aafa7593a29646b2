"""Statements of every move, put together once: as SQLAlchemy knows them, and as the text that a database is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Delete, Dialect, Executable, Insert, Select, Update

IS_PREPARED, MUST_CHANGE = "is_prepared", "must_change"
Statement = TypeVar("Statement", Delete, Insert, Update, Select[Any])


class LostRace(Exception):
    """Another writer has changed the match since it was read; nothing was written."""


@dataclass(frozen=True)
class Prepared:
    """A text, and in their order the names of its values, each with what the database's value is made with, if
    anything; and whether one row has to be changed."""

    text: str
    values: tuple[tuple[str, Callable[[Any], Any] | None], ...]
    must_change: bool

    def filled(self, given: Mapping[str, Any]) -> tuple[str, list[Any]]:
        return self.text, [given[name] if made is None else made(given[name]) for name, made in self.values]


def to_be_prepared(statement: Statement, *, must_change: bool = False) -> Statement:
    """A statement that is kept by who uses it often, all of whose values are given when it is executed. Where it has to
    change one row, and can't, the work of a writer (``Database.write``) ends with LostRace."""
    return statement.execution_options(**{IS_PREPARED: True, MUST_CHANGE: must_change})


def is_prepared(statement: Executable) -> bool:
    return IS_PREPARED in statement.get_execution_options()


@lru_cache(maxsize=200)
def prepared(statement: Any, dialect: Dialect) -> Prepared:
    compiled = statement.compile(dialect=dialect)
    kinds = [(name, compiled.binds[name].type.dialect_impl(dialect)) for name in compiled.positiontup or ()]
    values = tuple((name, kind.bind_processor(dialect)) for name, kind in kinds)
    return Prepared(str(compiled), values, statement.get_execution_options()[MUST_CHANGE])
