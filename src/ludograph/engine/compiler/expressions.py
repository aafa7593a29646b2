"""What expressions mean: names, places of arrays and tuples, comparisons, conditions, choices."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ludograph.engine.compiler.arithmetic import OPERATORS, Arithmetic
from ludograph.engine.compiler.emission import Emission, NotToBeRead
from ludograph.engine.compiler.faults import Consequence, Refused
from ludograph.engine.compiler.types import (
    BOOL,
    FLOAT,
    INTEGERS,
    LITERAL,
    NONE,
    NUMBERS,
    WORD,
    Array,
    Scalar,
    Tuple,
    Type,
    a,
    state_type,
)
from ludograph.engine.compiler.values import ArrayValue, Element, TupleValue, Value
from ludograph.engine.kernel import is_rule

UNKNOWN: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.GeneratorExp: "a generator",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.JoinedStr: "a text",
    ast.Lambda: "a function inside of a function",
    ast.FunctionDef: "a function inside of a function",
    ast.NamedExpr: "an assignment inside of an expression",
    ast.Slice: "a slice",
    ast.Delete: "del",
}
GRAMMAR = "a kernel has assignments, if, while, for, return, break, continue and calls"

#: Tables from so many numbers on are kept as narrow as they can be; short ones are as near either way.
LONG_TABLE = 512


class Expressions(Arithmetic, ast.NodeVisitor):
    """``visit`` writes the instructions of an expression, and gives its value."""

    def __init__(self, function: FunctionType, emission: Emission, names: dict[str, Any]) -> None:
        super().__init__(function, emission)
        self.names = names  # the global ones
        self.types: dict[str, Type | None] = {}  # of variables; None after a fault
        self.variables: dict[str, str] = {}  # their places on the stack; of arrays, the address
        self.assigned: set[str] = set()  # the variables that surely have a value at this place
        self.unwritten: frozenset[str] = frozenset()  # arrays that nobody will read, so that nothing is written there
        self.marked: dict[str, str] = {}  # arrays of which only the set of what is written matters: where that word is

    def generic_visit(self, node: ast.AST) -> Any:
        what = UNKNOWN.get(type(node), type(node).__name__.lower())
        raise Refused(node, f"{what} can't be in a kernel" + (f": {GRAMMAR}" if isinstance(node, ast.stmt) else ""))

    def value(self, node: ast.expr) -> Value:
        """An expression that has a value."""
        value: Value = self.visit(node)
        if value.type is NONE:
            raise Refused(node, "this has no value")
        return value

    def truth(self, value: Value, node: ast.expr) -> Value:
        """A value as a condition: numbers are true unless they are 0."""
        if value.known is not None:
            return self.truth_known(value.known)
        if value.type is BOOL:
            return value
        if value.type not in NUMBERS:
            raise Refused(node, f"{a(value.type)} is neither true nor false")
        zero = self.literal(0, value.type, node)
        return Value(BOOL, self.holds("ne", value.type, value.text, zero.text))

    # -- names and constants -----------------------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> Value:
        return self.constant(node.value, node)

    def constant(self, value: Any, node: ast.AST) -> Value:
        if isinstance(value, bool):
            return self.truth_known(value)
        if isinstance(value, int):
            return Value(LITERAL, known=value)
        if not isinstance(value, float):
            raise Refused(node, f"{value!r} can't be in a kernel")
        if is_rule(self.function):
            raise Refused(node, "rules have whole numbers only")
        return self.literal(value, FLOAT, node)

    def visit_Name(self, node: ast.Name) -> Value:
        if node.id in self.types:
            return self.variable(node)
        if node.id in self.function.__code__.co_varnames:
            raise Refused(node, f"{node.id} may have no value here")
        value: Any = self.names.get(node.id)
        if hasattr(value, "_fields") and not isinstance(value, type):
            parts = tuple(self.literal(int(word), WORD, node) for word in value)
            return TupleValue(state_type(type(value)), parts=parts)
        if hasattr(value, "dtype") and value.ndim == 0:
            value = value.item()
        if isinstance(value, tuple) or hasattr(value, "dtype"):
            return self.table(value, node)
        if not isinstance(value, int | float):
            raise Refused(node, f"{node.id} is no value")
        return self.constant(value, node)

    def variable(self, node: ast.Name) -> Value:
        if (kind := self.types[node.id]) is None:
            raise Consequence(node, f"what {node.id} is can't be known")
        if node.id not in self.assigned:
            raise Refused(node, f"{node.id} may have no value here")
        place = self.variables[node.id]
        if isinstance(kind, Array):
            address = self.marked.get(node.id, place)
            return ArrayValue(kind, address, length=f"{place}.length", name=node.id)
        if isinstance(kind, Tuple):
            return TupleValue(kind, memory=place)
        return Value(kind, self.put(f"load {kind.llvm}, ptr {place}"))

    def table(self, values: Any, node: ast.Name) -> Value:
        """A constant array. Narrow ones have no negative numbers, since they are read as if they had no sign."""
        kind: Any = getattr(values, "dtype", None)
        if kind is not None and (values.ndim != 1 or kind.kind not in "ui"):
            raise Refused(node, f"{node.id} is no flat array of integers")
        width = 8 * kind.itemsize if kind is not None else 64
        if width < 64 and kind.kind == "i" and (values < 0).any():
            raise Refused(node, f"{node.id} has negative numbers, which only tables of 64 bits can")
        if kind is None and not all(-(1 << 63) <= value < 1 << 64 for value in values):
            raise Refused(node, f"{node.id} has numbers that don't fit into 64 bits")
        bits = narrowest(values) if len(values) >= LONG_TABLE else width
        array = Array(bits, WORD if width == 64 else self.number)
        return ArrayValue(array, length=str(len(values)), name=node.id, table=values)

    # -- tuples and arrays -------------------------------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> Value:
        whole = self.value(node.value)
        fields = whole.type.fields if isinstance(whole.type, Tuple) else ()
        if node.attr not in fields:
            has = f"; it has {', '.join(fields)}" if fields else ""
            raise Refused(node, f"{a(whole.type)} has no field {node.attr}{has}")
        return self.field(whole, fields.index(node.attr))

    def visit_Tuple(self, node: ast.Tuple) -> Value:
        values = tuple(self.settled(self.value(each), each) for each in node.elts)
        if not all(isinstance(value.type, Scalar) for value in values):
            raise Refused(node, "a tuple has numbers in it")
        return TupleValue(Tuple(tuple(value.type for value in values)), parts=values)

    def visit_Subscript(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        if not isinstance(whole.type, Tuple):
            return self.loaded(self.element(node, whole))
        index = self.place(whole.type, self.value(node.slice), node.slice)
        if index.known is not None:
            return self.field(whole, int(index.known))
        if len(set(whole.type.elements)) != 1 or not whole.type.is_uniform:
            raise Refused(node, "only among integers of one type can one be chosen while the program runs")
        address = self.word_in(self.in_memory(whole, may_share=True), index, len(whole.type.elements), node)
        return Value(whole.type.elements[0], self.put(f"load i64, ptr {address}"))

    def place(self, whole: Tuple, index: Value, node: ast.expr) -> Value:
        """A place in a tuple; one that is known now is there."""
        index = self.settled(index, node)
        if index.type not in INTEGERS:
            raise Refused(node, f"a place in a tuple is an integer, and this is {a(index.type)}")
        if index.known is not None and not 0 <= index.known < len(whole.elements):
            raise Refused(node, f"there is no place {index.known} in {a(whole)}")
        return index

    def element(self, node: ast.Subscript, array: Any) -> Element:
        """A place in an array, where something is read or written."""
        index = self.settled(self.value(node.slice), node.slice)
        if not isinstance(array.type, Array):
            instead = "; replaced(state, place, word) makes another state" * isinstance(array.type, Tuple)
            raise Refused(node, f"{a(array.type)} is no array{instead}")
        if index.type not in INTEGERS:
            raise Refused(node.slice, f"a place in an array is an integer, and this is {a(index.type)}")
        if index.known is not None and index.known < 0:
            raise Refused(node.slice, "places are counted from the beginning")
        if array.length == "0" and array.name not in self.emission.kernel.constants:
            raise Refused(node, f"{array.name} is empty, and the game binds it to nothing else")
        text, bits = array.text if array.table is None else self.emission.table(array), array.type.bits
        self.check_index(index, array.length, node)
        if array.name in self.marked:
            return Element(array.type.element, bits, array.text, is_marked=True)
        address = self.put(f"getelementptr inbounds i{bits}, ptr {text}, i64 {index.text}")
        return Element(array.type.element, bits, address, array.name not in self.unwritten)

    def loaded(self, element: Element) -> Value:
        if element.is_marked or not element.is_written:
            raise NotToBeRead
        item = self.put(f"load i{element.bits}, ptr {element.address}")
        return Value(element.type, item if element.bits == 64 else self.put(f"zext i{element.bits} {item} to i64"))

    # -- operators ---------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> Value:
        left = self.value(node.left)
        return self.arithmetic(type(node.op), left, self.value(node.right), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            value = self.truth(value, node.operand)
            if value.known is not None:
                return self.truth_known(not value.known)
            return Value(BOOL, self.put(f"xor i1 {value.text}, 1"))
        if isinstance(node.op, ast.USub):
            return self.negative(value, node)
        if isinstance(node.op, ast.Invert):
            return self.arithmetic(ast.BitXor, value, Value(LITERAL, known=-1), node)
        return value

    def visit_Compare(self, node: ast.Compare) -> Value:
        """A chain ends with the first that doesn't hold."""
        left, kept, after = self.value(node.left), "", self.name("after")
        for place, (operator, each) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if type(operator) not in OPERATORS:
                raise Refused(node, "a kernel compares by == != < <= > >= only")
            found, right = OPERATORS[type(operator)], self.value(each)
            result = self.compared(found, left, right, node)
            written = node.comparators[place - 1] if place else node.left
            if WORD in (left.type, right.type) and is_vain(found.sign, written, each):
                raise Refused(node, "a Word is never below 0, so that this is known without looking")
            if len(node.ops) == 1 or (result.known == 0 and not kept):
                return result
            if result.known is None or kept:
                kept, following = kept or self.slot("i1"), self.name("and")
                self.do(f"store i1 {result.text}, ptr {kept}")
                self.end(f"br i1 {result.text}, label {following}, label {after}")
                self.label(following)
            left = right
        if kept:
            self.label(after)
        return Value(BOOL, self.put(f"load i1, ptr {kept}")) if kept else result

    # -- conditions and choices --------------------------------------------------------------------------

    def branch(self, test: ast.expr, then: str, other: str) -> bool | None:
        """Go on at one of two labels. If it is known now at which, that is told, and nothing written."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            known = self.branch(test.operand, other, then)
            return None if known is None else not known
        if isinstance(test, ast.BoolOp):
            return self.branch_by_several(test, then, other)
        value = self.truth(self.value(test), test)
        if value.known is None:
            self.end(f"br i1 {value.text}, label {then}, label {other}")
        return None if value.known is None else bool(value.known)

    def branch_by_several(self, test: ast.BoolOp, then: str, other: str) -> bool | None:
        """By ``and`` or ``or``: what comes later is looked at only if it matters."""
        is_and = isinstance(test.op, ast.And)
        is_known = True
        for each in test.values:
            following = self.name("and" if is_and else "or")
            known = self.branch(each, *((following, other) if is_and else (then, following)))
            if known is None:
                self.label(following)
                is_known = False
            elif known != is_and:
                is_and = known  # nothing else matters
                break
        if not is_known:
            self.end(f"br label {then if is_and else other}")
        return is_and if is_known else None

    def visit_BoolOp(self, node: ast.BoolOp) -> Value:
        return self.chosen(node, ast.Constant(True), ast.Constant(False), node)

    def visit_IfExp(self, node: ast.IfExp) -> Value:
        return self.chosen(node.test, node.body, node.orelse, node)

    def chosen(self, test: ast.expr, one: ast.expr, other: ast.expr, node: ast.expr) -> Value:
        """One of two expressions; what the other one does isn't done. Both have to be known before the first of them
        can become a value of the type that is common to them."""
        labels, after = (self.name("then"), self.name("else")), self.name("after")
        known = self.branch(test, *labels)
        if known is not None:
            return self.value(one if known else other)
        before, blocks, values = self.lines, [], []
        for label, each in zip(labels, (one, other), strict=True):
            self.lines, self.is_open = [], False
            self.label(label)
            values.append(self.value(each))
            blocks.append(self.lines)
        kind = values[0].type
        if kind != values[1].type or kind is LITERAL or isinstance(kind, Array):
            kind = self.common_type(values, "a choice", node)
        self.lines, kept = before, self.slot(kind.llvm)
        for block, value in zip(blocks, values, strict=True):
            self.lines += block
            self.is_open = True
            self.do(f"store {kind.llvm} {self.read(self.coerced(value, kind, node))}, ptr {kept}")
            self.end(f"br label {after}")
        self.label(after)
        if isinstance(kind, Tuple):
            return TupleValue(kind, memory=kept)
        may_be_negative = any(value.may_be_negative or (value.known or 0) < 0 for value in values)
        differences = tuple(check for value in values for check in value.differences)
        return Value(kind, self.put(f"load {kind.llvm}, ptr {kept}"), None, may_be_negative, differences)


def is_vain(sign: str, left: ast.expr, right: ast.expr) -> bool:
    """Whether words are asked for their sign: ``x < 0``, ``x >= 0``, and the same the other way round. A table that is
    empty on this board has the length 0, too, but nobody has written that."""
    asked = right if sign in ("<", ">=") else left if sign in (">", "<=") else None
    return isinstance(asked, ast.Constant) and asked.value == 0


def narrowest(values: Any) -> int:
    """How many bits the numbers of a table need: an author's have 64, which would fill caches and downloads."""
    if hasattr(values, "dtype"):
        least, most = int(values.min(initial=0)), int(values.max(initial=0))
    else:
        least, most = min(values, default=0), max(values, default=0)
    return 64 if least < 0 else next(bits for bits in (8, 16, 32, 64) if most >> bits == 0)
