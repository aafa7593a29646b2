"""What the fields of a move's code are, from the lowest bits on:

Code(target=Node())                                       # a piece is placed
Code(source=Node(), target=Node(), becomes=Choice("", "=Q", "=R"))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


@dataclass(frozen=True)
class Node:
    """A cell that the hand touches. ``sign`` stands before it in the text, unless it is the first."""

    bits: int = 6
    sign: str = "-"


@dataclass(frozen=True)
class Choice:
    """What is chosen at last; an empty text is no choice."""

    texts: tuple[str, ...]

    def __init__(self, *texts: str) -> None:
        object.__setattr__(self, "texts", texts)

    @property
    def bits(self) -> int:
        return (len(self.texts) - 1).bit_length()


@dataclass(frozen=True)
class Hidden:
    """What the rules keep for themselves."""

    bits: int


@dataclass(frozen=True)
class Direction:
    """One of some directions, by its number."""

    bits: int
    degrees: tuple[float, ...]


class Touches(NamedTuple):
    """How people write what the kernel's ``touched`` tells: the sign between the nodes, the one instead of it where
    something is taken, and the choices, as a hand chooses them and as they are written: behind the nodes, but before
    them where they end with @, as what is dropped in ``P@e4``."""

    between: str = "-"
    takes: str = ""
    choices: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


CodeField = Node | Choice | Hidden | Direction


class Code:
    """The fields of all codes, and those codes that have a name instead, such as that of a pass. At most so many moves
    of a position are ``alike``: they differ in nothing but what the rules keep for themselves."""

    def __init__(self, named: Mapping[int, str] | None = None, alike: int = 1, **fields: CodeField) -> None:
        self.named = dict(named or {})
        self.alike = alike
        self.fields = fields

    def parts(self, code: int) -> dict[str, int]:
        """The number in each field of a code."""
        found = {}
        for name, field in self.fields.items():
            found[name] = code & ((1 << field.bits) - 1)
            code >>= field.bits
        return found

    @cached_property
    def beside_nodes(self) -> int:
        """The bits in which a code says what it does beside its cells: what kind of move it is."""
        mask, place = 0, 0
        for field in self.fields.values():
            if not isinstance(field, Node):
                mask |= ((1 << field.bits) - 1) << place
            place += field.bits
        return mask

    @cached_property
    def nodes(self) -> dict[str, Node]:
        return {name: field for name, field in self.fields.items() if isinstance(field, Node)}

    @cached_property
    def choices(self) -> dict[str, Choice]:
        return {name: field for name, field in self.fields.items() if isinstance(field, Choice)}

    @cached_property
    def takes_with_a_sign(self) -> bool:
        """Whether a sign of one of the cells says that something is taken."""
        return any(field.sign == "x" for field in self.nodes.values())
