"""What expressions mean: names, places of arrays and tuples, operators, comparisons, choices."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.conversions import MODULAR, Conversions
from ludograph.engine.compiler.folding import compared, folded
from ludograph.engine.compiler.refusals import Consequence, Refused, a
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
    state_type,
)
from ludograph.engine.kernel import is_rule

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
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


class Expressions(Conversions):
    """``visit`` gives the typed tree of an expression."""

    def __init__(self, function: FunctionType, names: dict[str, Any]) -> None:
        super().__init__(function)
        self.names = names  # the global ones
        self.types: dict[str, Type | None] = {}  # of variables; None after a fault
        self.assigned: set[str] = set()  # the variables that surely have a value at this place

    def generic_visit(self, node: ast.AST) -> Any:
        what = UNKNOWN.get(type(node), type(node).__name__.lower())
        raise Refused(node, f"{what} can't be in a kernel" + (f": {GRAMMAR}" if isinstance(node, ast.stmt) else ""))

    def value(self, node: ast.expr) -> Any:
        """An expression that has a value."""
        value = self.visit(node)
        if value.type is NONE:
            raise Refused(node, "this has no value")
        return value

    def truth(self, node: ast.expr) -> Any:
        """An expression as a condition: numbers are true unless they are 0."""
        value = self.value(node)
        if isinstance(value, tree.Literal):
            return tree.Literal(BOOL, int(bool(value.value)))
        if value.type is BOOL:
            return value
        if value.type not in NUMBERS:
            raise Refused(node, f"{a(value.type)} is neither true nor false")
        return tree.Comparison(BOOL, ["!="], [value, self.literal(0, value.type, node)])

    def visit_Constant(self, node: ast.Constant) -> tree.Literal:
        return self.constant(node.value, node)

    def constant(self, value: Any, node: ast.AST) -> tree.Literal:
        if isinstance(value, bool):
            return tree.Literal(BOOL, int(value))
        if isinstance(value, int):
            return tree.Literal(LITERAL, value)
        if isinstance(value, float):
            if is_rule(self.function):
                raise Refused(node, "rules have whole numbers only")
            return tree.Literal(FLOAT, value)
        raise Refused(node, f"{value!r} can't be in a kernel")

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.types:
            if (kind := self.types[node.id]) is None:
                raise Consequence(node, f"what {node.id} is can't be known")
            if node.id not in self.assigned:
                raise Refused(node, f"{node.id} may have no value here")
            return tree.Local(kind, node.id)
        if node.id in self.function.__code__.co_varnames:
            raise Refused(node, f"{node.id} may have no value here")
        value: Any = self.names.get(node.id)
        if hasattr(value, "_fields") and not isinstance(value, type):
            kind = state_type(type(value))
            return tree.Making(kind, [self.literal(int(word), WORD, node) for word in value])
        if hasattr(value, "dtype") and value.ndim == 0:
            value = value.item()
        if isinstance(value, tuple) or hasattr(value, "dtype"):
            return self.table(value, node)
        if not isinstance(value, int | float):
            raise Refused(node, f"{node.id} is no value")
        return self.constant(value, node)

    def table(self, values: Any, node: ast.Name) -> tree.Table:
        """A constant array. Narrow ones have no negative numbers, since they are read as if they had no sign."""
        kind: Any = getattr(values, "dtype", None)
        if kind is not None and (values.ndim != 1 or kind.kind not in "ui"):
            raise Refused(node, f"{node.id} is no flat array of integers")
        width = 8 * kind.itemsize if kind is not None else 64
        if width < 64 and kind.kind == "i" and (values < 0).any():
            raise Refused(node, f"{node.id} has negative numbers, which only tables of 64 bits can")
        if kind is None and not all(-(1 << 63) <= value < 1 << 64 for value in values):
            raise Refused(node, f"{node.id} has numbers that don't fit into 64 bits")
        element = WORD if width == 64 else self.number
        bits = narrowest(values) if len(values) >= LONG_TABLE else width
        return tree.Table(Array(bits, element), node.id, values)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        whole = self.value(node.value)
        fields = whole.type.fields if isinstance(whole.type, Tuple) else ()
        if node.attr not in fields:
            has = f"; it has {', '.join(fields)}" if fields else ""
            raise Refused(node, f"{a(whole.type)} has no field {node.attr}{has}")
        return field_of(whole, fields.index(node.attr))

    def visit_Tuple(self, node: ast.Tuple) -> tree.Making:
        values = [self.settled(self.value(each), each) for each in node.elts]
        if not all(isinstance(value.type, Scalar) for value in values):
            raise Refused(node, "a tuple has numbers in it")
        return tree.Making(Tuple(tuple(value.type for value in values)), values)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        whole = self.value(node.value)
        if not isinstance(whole.type, Tuple):
            return self.element(node, whole)
        index = self.place(whole.type, self.value(node.slice), node.slice)
        if isinstance(index, tree.Literal):
            return field_of(whole, int(index.value))
        if len(set(whole.type.elements)) != 1 or not whole.type.is_uniform:
            raise Refused(node, "only among integers of one type can one be chosen while the program runs")
        return tree.FieldAt(whole.type.elements[0], whole, index, node)

    def place(self, whole: Tuple, index: Any, node: ast.expr) -> Any:
        """A place in a tuple; one that is known now is there."""
        index = self.settled(index, node)
        if index.type not in INTEGERS:
            raise Refused(node, f"a place in a tuple is an integer, and this is {a(index.type)}")
        if isinstance(index, tree.Literal) and not 0 <= index.value < len(whole.elements):
            raise Refused(node, f"there is no place {index.value} in {a(whole)}")
        return index

    def element(self, node: ast.Subscript, array: Any = None) -> tree.Element:
        array = array or self.value(node.value)
        index = self.settled(self.value(node.slice), node.slice)
        if not isinstance(array.type, Array):
            instead = "; replaced(state, place, word) makes another state" * isinstance(array.type, Tuple)
            raise Refused(node, f"{a(array.type)} is no array{instead}")
        if index.type not in INTEGERS:
            raise Refused(node.slice, f"a place in an array is an integer, and this is {a(index.type)}")
        if isinstance(index, tree.Literal) and index.value < 0:
            raise Refused(node.slice, "places are counted from the beginning")
        return tree.Element(array.type.element, array, index, node)

    def writable(self, node: ast.Subscript) -> tree.Element:
        element = self.element(node)
        if isinstance(element.array, tree.Table):
            raise Refused(node, f"{element.array.name} is a table, which can only be read")
        return element

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        left = self.value(node.left)
        return self.arithmetic(OPERATORS.get(type(node.op), ""), left, self.value(node.right), node)

    def arithmetic(self, operator: str, left: Any, right: Any, node: ast.AST) -> Any:
        if not operator:
            raise Refused(node, "the operators of a kernel are + - * / // % & | ^ << >>; sqrt of math takes roots")
        is_constant = isinstance(left, tree.Literal) and isinstance(right, tree.Literal)
        if is_constant and operator != "/" and FLOAT not in (left.type, right.type):
            return self.folded(operator, left, right, node)
        if operator in ("<<", ">>"):
            return self.shifted(operator, left, right, node)
        if operator in ("&", "|", "^") and left.type is right.type is BOOL:
            return tree.Binary(BOOL, operator, left, right, node)
        left, right = self.common([left, right], operator, node)
        if operator == "/":
            if is_rule(self.function):
                raise Refused(node, "rules have whole numbers only: // divides them")
            left, right = (self.coerced(each, FLOAT, node) for each in (left, right))
        elif left.type is FLOAT and operator not in ("+", "-", "*"):
            raise Refused(node, f"{operator} is for integers")
        if operator in ("//", "%") and isinstance(right, tree.Literal) and right.value <= 0:
            raise Refused(node, "a constant divisor is above 0")
        if operator == "&":  # (a - b) & MASK is the same with a number below 0 and with the word of its bits
            for one, other in ((left, right), (right, left)):
                if not may_be_negative(other):
                    let_wrap(one)
        return tree.Binary(left.type, operator, left, right, node)

    def folded(self, operator: str, left: tree.Literal, right: tree.Literal, node: ast.AST) -> tree.Literal:
        declared = {left.type, right.type} & {*INTEGERS}
        kind = declared.pop() if len(declared) == 1 else LITERAL
        if left.type is right.type is BOOL and operator in ("&", "|", "^"):
            kind = BOOL
        try:
            return tree.Literal(kind, folded(operator, int(left.value), int(right.value)))
        except (ArithmeticError, ValueError) as error:
            raise Refused(node, str(error)) from None

    def shifted(self, operator: str, left: Any, right: Any, node: ast.AST) -> tree.Binary:
        right = self.coerced(right, self.number, node) if right.type is BOOL else self.settled(right, node)
        if left.type in (LITERAL, BOOL) and right.type in INTEGERS:
            left = self.common([left, tree.Local(right.type, "")], operator, node)[0]
        if left.type not in INTEGERS or right.type not in INTEGERS:
            raise Refused(node, f"{operator} is for integers")
        return tree.Binary(left.type, operator, left, right, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            value = self.truth(node.operand)
            return tree.Literal(BOOL, 1 - value.value) if isinstance(value, tree.Literal) else tree.Not(BOOL, value)
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            if value.type is FLOAT and isinstance(value, tree.Literal):
                return tree.Literal(FLOAT, -value.value)
            return self.arithmetic("-", tree.Literal(LITERAL, 0), value, node)
        if isinstance(node.op, ast.Invert):
            return self.arithmetic("^", value, tree.Literal(LITERAL, -1), node)
        return value

    def visit_Compare(self, node: ast.Compare) -> Any:
        operators = [OPERATORS.get(type(each), "") for each in node.ops]
        if "" in operators:
            raise Refused(node, "a kernel compares by == != < <= > >= only")
        operands = [self.value(each) for each in (node.left, *node.comparators)]
        if all(isinstance(each, tree.Literal) for each in operands):
            return tree.Literal(BOOL, int(compared(operators, [each.value for each in operands])))
        if isinstance(operands[0].type, Tuple):
            if operators not in (["=="], ["!="]) or operands[0].type != operands[1].type:
                raise Refused(node, "tuples of the same type are equal or not")
            return tree.Comparison(BOOL, operators, operands)
        operands = self.common(operands, "comparison", node)
        written = (node.left, *node.comparators)
        if operands[0].type is WORD and any(map(is_vain, operators, written, written[1:])):
            raise Refused(node, "a Word is never below 0, so that this is known without looking")
        return tree.Comparison(BOOL, operators, operands)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        is_and = isinstance(node.op, ast.And)
        values: list[Any] = []
        for each in node.values:
            value = self.truth(each)
            if isinstance(value, tree.Literal):
                if bool(value.value) == is_and:
                    continue
                return tree.Logic(BOOL, is_and, [*values, value]) if values else value
            values.append(value)
        if not values:
            return tree.Literal(BOOL, int(is_and))
        return tree.Logic(BOOL, is_and, values) if len(values) > 1 else values[0]

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.truth(node.test)
        if isinstance(test, tree.Literal):
            return self.value(node.body if test.value else node.orelse)
        one, other = self.value(node.body), self.value(node.orelse)
        if one.type != other.type or one.type is LITERAL or isinstance(one.type, Array):
            one, other = self.common([one, other], "a choice", node)
        return tree.Choice(one.type, test, one, other)


def is_vain(operator: str, left: ast.expr, right: ast.expr) -> bool:
    """Whether words are asked for their sign: ``x < 0``, ``x >= 0``, and the same the other way round. A table that is
    empty on this board has the length 0, too, but nobody has written that."""
    asked = right if operator in ("<", ">=") else left if operator in (">", "<=") else None
    return isinstance(asked, ast.Constant) and asked.value == 0


def let_wrap(expression: Any) -> None:
    """Only the lowest 64 bits of a number are used, which + - * & | ^ << make of those of others."""
    if isinstance(expression, tree.Choice):
        let_wrap(expression.one)
        let_wrap(expression.other)
    elif isinstance(expression, tree.Binary) and expression.operator in MODULAR:
        expression.may_wrap = True
        let_wrap(expression.left)
        if expression.operator != "<<":
            let_wrap(expression.right)


def may_be_negative(expression: Any) -> bool:
    """Whether an expression may be below 0 in plain Python by what is written there: ``~x``, ``-x``, ``a - b``."""
    if isinstance(expression, tree.Literal):
        return expression.value < 0
    if isinstance(expression, tree.Choice):
        return may_be_negative(expression.one) or may_be_negative(expression.other)
    if not isinstance(expression, tree.Binary) or expression.operator not in MODULAR:
        return False
    parts = [may_be_negative(expression.left), may_be_negative(expression.right)]
    return expression.operator == "-" or (all(parts) if expression.operator == "&" else any(parts))


def narrowest(values: Any) -> int:
    """How many bits the numbers of a table need: an author's have 64, which would fill caches and downloads."""
    if hasattr(values, "dtype"):
        least, most = int(values.min(initial=0)), int(values.max(initial=0))
    else:
        least, most = min(values, default=0), max(values, default=0)
    return 64 if least < 0 else next(bits for bits in (8, 16, 32, 64) if most >> bits == 0)


def field_of(whole: Any, place: int) -> Any:
    if isinstance(whole, tree.Making):
        pure = (tree.Literal, tree.Local)  # what else is in it might be needed for what it does
        if all(isinstance(each, pure) for each in whole.elements):
            return whole.elements[place]
    return tree.Field(whole.type.elements[place], whole, place)
