"""Values that become values of another type, where that is no surprise."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.refusals import Refused, a
from ludograph.engine.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    INTEGERS,
    LITERAL,
    NUMBERS,
    WORD,
    Array,
    Tuple,
    Type,
)
from ludograph.engine.kernel import is_rule

#: Here a negative number does what the word with its bits does.
MODULAR = ("+", "-", "*", "&", "|", "^", "<<", "a choice")


class Conversions(ast.NodeVisitor):
    """Within one function."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.number = WORD if is_rule(function) else INT  # what ``int`` means here

    def coerced(self, value: Any, to: Type, node: ast.AST, *, is_declared: bool = False) -> Any:
        """An expression as one of another type, where that is no surprise: literals, truths as numbers, integers as
        floats; and between signed and unsigned numbers where a declaration asks for it."""
        have = value.type
        if isinstance(value, tree.Table):
            raise Refused(node, f"{value.name} is a table, which functions use by its name only")
        if have == to or (isinstance(have, Array) and isinstance(to, Array) and have.bits == to.bits):
            return value
        if have is LITERAL and to in NUMBERS:
            return self.literal(value.value, to, node)
        parts = to.elements if isinstance(to, Tuple) and not to.fields else None
        if isinstance(value, tree.Making) and parts and not have.fields and len(value.elements) == len(parts):
            pairs = zip(value.elements, parts, strict=True)
            return tree.Making(to, [self.coerced(each, kind, node, is_declared=True) for each, kind in pairs])
        if have is BOOL and to in NUMBERS:
            return tree.Conversion(to, value)
        if have in INTEGERS and (to is FLOAT or (to in INTEGERS and is_declared)):
            return tree.Conversion(to, value)
        raise Refused(node, f"{a(to)} is expected here, and this is {a(have)}")

    def literal(self, value: int | float, to: Type, node: ast.AST) -> tree.Literal:
        """A number of a type. Negative numbers stand for the words with the same bits."""
        most = 1 << 64 if to is WORD else 1 << 63
        if to is FLOAT and abs(value) < most:
            return tree.Literal(FLOAT, float(value))
        if not -most <= value < most:
            raise Refused(node, f"{value} doesn't fit into the 64 bits of {a(to)}")
        return tree.Literal(to, value)

    def settled(self, value: Any, node: ast.AST) -> Any:
        """An expression whose type is known: literals become ``int``."""
        return self.literal(value.value, self.number, node) if value.type is LITERAL else value

    def common(self, values: list[Any], what: str, node: ast.AST) -> list[Any]:
        """Numbers as numbers of one type."""
        kinds = {value.type for value in values}
        if not kinds <= {*NUMBERS, BOOL, LITERAL}:
            odd = next(value.type for value in values if value.type not in (*NUMBERS, BOOL, LITERAL))
            raise Refused(node, f"{what} is for numbers, not for {a(odd)}")
        if FLOAT in kinds:
            kind = FLOAT
        elif kinds >= {WORD, INT}:
            raise Refused(node, f"{what} of an int and a Word: say which is meant, by int(…) or Word(…)")
        else:
            kind = next(iter(kinds & {WORD, INT}), self.number)
        if kind is WORD and what not in MODULAR:
            for value in values:
                if isinstance(value, tree.Literal) and value.value < 0:
                    raise Refused(node, f"a Word is never below 0, and {value.value} is")
        return [self.coerced(value, kind, node) for value in values]
