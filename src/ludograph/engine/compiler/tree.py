"""The typed tree: what a kernel's functions mean, after checking. Every expression knows its type.

``where`` is the place in the source of what can fail while the program runs.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from ludograph.engine.compiler.types import Scalar, Tuple, Type

# -- expressions -----------------------------------------------------------------------------------------


@dataclass
class Expression:
    type: Any  # a Type; each kind of expression knows which of them it can have


@dataclass
class Literal(Expression):
    value: int | float


@dataclass
class Local(Expression):
    """A variable or an argument."""

    name: str


@dataclass
class Table(Expression):
    """A constant array."""

    name: str
    values: Any


@dataclass
class Binary(Expression):
    """Both sides have the type of the whole, but for the counts of shifts. ``may_wrap``: only bits of it are used that
    are the same whether or not it left the 64 bits on its way."""

    operator: str
    left: Expression
    right: Expression
    where: ast.AST
    may_wrap: bool = False


@dataclass
class Comparison(Expression):
    """A chain: operands of one type, one operator less than operands."""

    operators: list[str]
    operands: list[Expression]


@dataclass
class Logic(Expression):
    """``and`` or ``or``: what comes later is looked at only if it matters."""

    is_and: bool
    values: list[Expression]


@dataclass
class Not(Expression):
    operand: Expression


@dataclass
class Choice(Expression):
    test: Expression
    one: Expression
    other: Expression


@dataclass
class Conversion(Expression):
    operand: Expression


@dataclass
class Element(Expression):
    array: Expression
    index: Expression
    where: ast.AST


@dataclass
class Length(Expression):
    array: Expression


@dataclass
class Field(Expression):
    """An element of a tuple, known when compiling."""

    whole: Expression
    place: int


@dataclass
class FieldAt(Expression):
    """An element of a tuple, known only when running."""

    whole: Expression
    index: Expression
    where: ast.AST


@dataclass
class Making(Expression):
    """A tuple of these elements."""

    elements: list[Expression]


@dataclass
class Replacing(Expression):
    """A tuple with another word in one of its places."""

    whole: Expression
    index: Expression
    word: Expression
    where: ast.AST


@dataclass
class Call(Expression):
    function: FunctionType
    arguments: list[Expression]


@dataclass
class Primitive(Expression):
    """A function that is an instruction of the machine, or two: ``lowest``, ``min``, ``sqrt``…"""

    name: str
    arguments: list[Expression]
    where: ast.AST


# -- statements ------------------------------------------------------------------------------------------


@dataclass
class Statement:
    pass


@dataclass
class Assignment(Statement):
    """All values are known before the first of them is stored."""

    targets: list[Local | Element]
    values: list[Expression]


@dataclass
class Evaluation(Statement):
    """A call for what it does."""

    value: Expression


@dataclass
class If(Statement):
    test: Expression
    body: list[Statement]
    other: list[Statement]


@dataclass
class While(Statement):
    test: Expression
    body: list[Statement]


@dataclass
class For(Statement):
    """Counts in a variable of its own, so that the body may change the one that it sees."""

    variable: Local
    first: Expression
    last: Expression
    step: int
    body: list[Statement]


@dataclass
class Return(Statement):
    value: Expression | None


@dataclass
class Break(Statement):
    pass


@dataclass
class Continue(Statement):
    pass


# -- functions -------------------------------------------------------------------------------------------


@dataclass
class Function:
    """A checked function. ``symbol`` is its name in the machine code."""

    function: FunctionType
    symbol: str
    parameters: list[tuple[str, Type]]
    result: Scalar | Tuple
    is_inlined: bool
    definition: ast.FunctionDef
    body: list[Statement] = field(default_factory=list)
    callees: Counter[FunctionType] = field(default_factory=Counter)  # how often it calls which
    is_recursive: bool = False
    is_entry: bool = False
    unwritten: frozenset[str] = frozenset()  # its arrays into which nothing is written, because nobody will read it
