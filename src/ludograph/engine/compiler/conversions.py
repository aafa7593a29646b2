"""Values that become values of another type, where that is no surprise."""

from __future__ import annotations

import ast
import struct
from types import FunctionType

from ludograph.engine.compiler.emission import Emission
from ludograph.engine.compiler.faults import Refused
from ludograph.engine.compiler.instructions import Instructions
from ludograph.engine.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    INTEGERS,
    LITERAL,
    NUMBERS,
    WORD,
    Array,
    Scalar,
    Tuple,
    Type,
    a,
)
from ludograph.engine.compiler.values import ArrayValue, TupleValue, Value
from ludograph.engine.kernel import is_rule

#: Here a negative number does what the word with its bits does.
MODULAR = ("+", "-", "*", "&", "|", "^", "<<", "a choice")


class Conversions(Instructions):
    """Within one function."""

    def __init__(self, function: FunctionType, emission: Emission) -> None:
        super().__init__(function, emission)
        self.number = WORD if is_rule(function) else INT  # what ``int`` means here

    def coerced(self, value: Value, to: Type, node: ast.AST, *, is_declared: bool = False) -> Value:
        """An expression as one of another type, where that is no surprise: literals, truths as numbers, integers as
        floats; and between signed and unsigned numbers where a declaration asks for it."""
        have = value.type
        if isinstance(value, ArrayValue) and value.table is not None:
            raise Refused(node, f"{value.name} is a table, which functions use by its name only")
        if have == to or (isinstance(have, Array) and isinstance(to, Array) and have.bits == to.bits):
            return value
        kinds = to.elements if isinstance(to, Tuple) and not to.fields else ()
        if kinds and isinstance(value, TupleValue) and len(value.parts) == len(kinds) and not have.fields:
            pairs = zip(value.parts, kinds, strict=True)
            return TupleValue(to, parts=tuple(self.coerced(each, kind, node, is_declared=True) for each, kind in pairs))
        if have in (LITERAL, BOOL) and to in NUMBERS and value.known is not None:
            return self.literal(value.known, to, node)
        if have in INTEGERS and to in INTEGERS and is_declared:
            return Value(to, value.text)
        if have in (*INTEGERS, BOOL) and to is FLOAT:
            return Value(to, self.put(f"{'si' if have is INT else 'ui'}tofp {have.llvm} {value.text} to double"))
        if have is BOOL and to in INTEGERS:
            return Value(to, self.put(f"zext i1 {value.text} to i64"))
        raise Refused(node, f"{a(to)} is expected here, and this is {a(have)}")

    def literal(self, value: int | float, to: Type, node: ast.AST) -> Value:
        """A number of a type. Negative numbers stand for the words with the same bits."""
        most = 1 << 64 if to is WORD else 1 << 63
        if to is FLOAT and abs(value) < most:
            return Value(FLOAT, f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}", float(value))
        if not -most <= value < most:
            raise Refused(node, f"{value} doesn't fit into the 64 bits of {a(to)}")
        return Value(to, str((int(value) + (1 << 63)) % (1 << 64) - (1 << 63)), value, may_be_negative=value < 0)

    def settled(self, value: Value, node: ast.AST) -> Value:
        """An expression whose type is known: literals become ``int``."""
        return self.coerced(value, self.number, node) if value.type is LITERAL else value

    def common(self, values: list[Value], what: str, node: ast.AST) -> list[Value]:
        """Numbers as numbers of one type."""
        kind = self.common_type(values, what, node)
        return [self.coerced(value, kind, node) for value in values]

    def common_type(self, values: list[Value], what: str, node: ast.AST) -> Scalar:
        kinds = {value.type for value in values}
        if odd := [value.type for value in values if value.type not in (*NUMBERS, BOOL, LITERAL)]:
            raise Refused(node, f"{what} is for numbers, not for {a(odd[0])}")
        if FLOAT in kinds:
            return FLOAT
        if kinds >= {WORD, INT}:
            raise Refused(node, f"{what} of an int and a Word: say which is meant, by int(…) or Word(…)")
        kind: Scalar = next(iter(kinds & {WORD, INT}), self.number)
        for value in values:
            if kind is WORD and what not in MODULAR and value.known is not None and value.known < 0:
                raise Refused(node, f"a Word is never below 0, and {value.known} is")
        return kind
