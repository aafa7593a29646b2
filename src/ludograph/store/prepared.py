"""Statements of every move, put together once: as SQLAlchemy knows them, and for SQLite as the text that it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Executable, UpdateBase
from sqlalchemy.dialects.sqlite import dialect

OPTION = "is_prepared"
SQLITE = dialect(paramstyle="qmark")
Statement = TypeVar("Statement", bound=UpdateBase)


@dataclass(frozen=True)
class Prepared:
    """A text, and in their order the names of its values, each with what SQLite's value is made with, if anything."""

    text: str
    values: tuple[tuple[str, Callable[[Any], Any] | None], ...]

    def filled(self, given: Mapping[str, Any]) -> tuple[str, list[Any]]:
        return self.text, [given[name] if made is None else made(given[name]) for name, made in self.values]


def to_be_prepared(statement: Statement) -> Statement:
    """A statement that is kept by who uses it often, all of whose values are given when it is executed."""
    return statement.execution_options(**{OPTION: True})


def is_prepared(statement: Executable) -> bool:
    return OPTION in statement.get_execution_options()


@lru_cache(maxsize=200)
def prepared(statement: UpdateBase) -> Prepared:
    compiled = statement.compile(dialect=SQLITE)
    kinds = [(name, compiled.binds[name].type.dialect_impl(SQLITE)) for name in compiled.positiontup or ()]
    return Prepared(str(compiled), tuple((name, kind.bind_processor(SQLITE)) for name, kind in kinds))
