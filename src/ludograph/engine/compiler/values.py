"""What is known of a value while a function is compiled: its type, and how LLVM's text names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludograph.engine.compiler.failing import Site


@dataclass(eq=False)
class Check:
    """Stands among the instructions, and leaves the program there if something is wrong."""

    is_wrong: str  # a truth of LLVM's, as are the two numbers that are told
    site: Site
    first: str
    second: str
    is_needed: bool = True


@dataclass(frozen=True)
class Value:
    """What an expression gave."""

    type: Any  # a Type
    text: str = ""  # a register or a constant; none as long as a number of the source has met no type
    known: int | float | None = None  # of a number that is known when compiling
    may_be_negative: bool = False  # in plain Python, by what is written there: ``~x``, ``-x``, ``a - b``
    differences: tuple[Check, ...] = ()  # what is checked in vain if only its lowest 64 bits are used


@dataclass(frozen=True)
class TupleValue(Value):
    """Has a text, or is in a variable's memory, or was put together of parts here."""

    memory: str = ""
    parts: tuple[Value, ...] = ()


@dataclass(frozen=True)
class ArrayValue(Value):
    """The text is its address. ``table`` has the numbers of one that is constant."""

    length: str = ""
    name: str = ""
    table: Any = None


@dataclass(frozen=True)
class Element:
    """A place in an array. Nothing ``is_written`` to arrays that nobody will read; where what is written ``is_marked``,
    the address is that of a word."""

    type: Any
    bits: int
    address: str
    is_written: bool = True
    is_marked: bool = False
