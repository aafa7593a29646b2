"""What is wrong with a kernel, and where: file, line, and the expression underlined."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from ludograph.engine.compiler.sources import lines_of
from ludograph.errors import InvalidGame


@dataclass(frozen=True)
class Place:
    """An expression in somebody's file."""

    file: str
    line: int
    function: str
    source: str  # the line
    first: int  # of the expression, in the line
    last: int

    @classmethod
    def of(cls, function: FunctionType, node: ast.AST) -> Place:
        where: Any = node
        source = lines_of(function)[where.lineno - 1].rstrip("\n")
        ends = where.col_offset, where.end_col_offset if where.end_lineno == where.lineno else None
        first, last = (len(source.encode()[:end].decode()) for end in ends)  # Python counts columns in bytes
        return cls(function.__code__.co_filename, where.lineno, function.__name__, source, first, last)

    @property
    def expression(self) -> str:
        return self.source[self.first : self.last].strip()

    def __str__(self) -> str:
        return f"{Path(self.file).name}, line {self.line}, in {self.function}"


@dataclass(frozen=True)
class Fault:
    """One thing that a kernel can't say."""

    place: Place
    why: str

    def __str__(self) -> str:
        """In the way of Python's own errors."""
        place, source = self.place, self.place.source.strip()
        indent = len(place.source) - len(place.source.lstrip())
        arrows = " " * (place.first - indent) + "^" * max(1, place.last - place.first)
        head = f'  File "{place.file}", line {place.line}, in {place.function}'
        return f"{head}\n    {source}\n    {arrows}\n  {self.why}"


class Refused(Exception):
    """A statement means nothing."""

    def __init__(self, node: ast.AST, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class Consequence(Refused):
    """A statement means nothing because of something else, which is told."""


class InvalidKernel(InvalidGame):
    """The rules of a game can't be compiled. The message is a sentence; ``faults`` has all that is wrong."""

    code = "invalid-kernel"

    def __init__(self, kernel: str, faults: list[Fault]) -> None:
        first = faults[0]
        more = f", and there {'is' if len(faults) == 2 else 'are'} {len(faults) - 1} more" if len(faults) > 1 else ""
        where = f"{first.place}: {first.place.expression}"
        super().__init__(f"The kernel {kernel} can't be compiled: {first.why} ({where}){more}.")
        self.faults = tuple(faults)
        self.details = "\n".join(str(fault) for fault in faults)
