"""What calls mean: functions of the kernel, classes of states, primitives, and a few functions of Python."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ludograph.engine import bits
from ludograph.engine.compiler import tree
from ludograph.engine.compiler.expressions import Expressions
from ludograph.engine.compiler.refusals import Consequence, Refused
from ludograph.engine.compiler.signatures import Signatures
from ludograph.engine.compiler.types import BOOL, FLOAT, LITERAL, NUMBERS, WORD, Array, Scalar, Tuple, Type, state_type
from ludograph.engine.kernel import GAME, is_rule

OF_WORDS = {primitive: primitive.__name__ for primitive in (bits.lowest, bits.highest, bits.popcount, bits.byteswap)}
CALLS = "a kernel calls functions by their names, classes of states, and a few functions of Python"


class Word:
    """Stands for the name by which kernels make a number unsigned; in plain Python that is ``int``."""


CALLED = {each.__name__: each for each in (len, int, bool, abs, min, max, math.sqrt)}


class Calling(Expressions):
    """Within one function."""

    def __init__(self, function: FunctionType, names: dict[str, Any], signatures: Signatures) -> None:
        super().__init__(function, names)
        self.kernel = signatures.kernel
        self.signatures = signatures
        self.callees: Counter[FunctionType] = Counter()

    def element(self, node: ast.Subscript, array: Any = None) -> tree.Element:
        element = super().element(node, array)
        table = element.array
        if isinstance(table, tree.Table) and not len(table.values) and table.name not in self.kernel.constants:
            raise Refused(node, f"{table.name} is empty, and the game binds it to nothing else")
        return element

    def visit_Call(self, node: ast.Call) -> Any:
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            raise Refused(node, "arguments are given by their order")
        called = self.called(node.func)
        arguments = [self.value(each) for each in node.args]
        if isinstance(called, FunctionType) and called.__module__ != bits.__name__:
            return self.call(called, arguments, node)
        if isinstance(called, type) and hasattr(called, "_fields"):
            kind = state_type(called)
            return tree.Making(kind, self.matched(called.__name__, arguments, kind.elements, node))
        if called in OF_WORDS:
            name = OF_WORDS[called]
            return tree.Primitive(WORD, name, self.matched(name, arguments, (WORD,), node), node)
        return getattr(self, f"call_{called.__name__.lower()}")(arguments, node)

    def called(self, node: ast.expr) -> Any:
        """What a call calls: a function of the kernel, a class of states, a primitive or one of a few of Python's."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == GAME:
            rules = self.kernel.complete_functions()
            if node.attr not in rules:
                raise Refused(node, f"the kernel {self.kernel.name} has no function {node.attr}")
            return rules[node.attr]
        name = getattr(node, "id", "")
        if name == "Word":
            return Word
        found = self.names.get(name, CALLED.get(name))
        is_state = isinstance(found, type) and hasattr(found, "_fields")
        is_known = callable(found) and found in CALLED.values()
        if name in self.types or not (isinstance(found, FunctionType) or is_state or is_known):
            raise Refused(node, f"{ast.unparse(node)} can't be called: {CALLS}")
        return found

    def call(self, function: FunctionType, arguments: list[Any], node: ast.Call) -> tree.Call:
        """Parameters declare their types, so that arguments become signed or unsigned by them."""
        self.callees[function] += 1
        try:
            parameters, result = self.signatures.of(function)
        except Refused as refused:
            raise Consequence(node, refused.why) from None
        given = self.matched(function.__name__, arguments, tuple(kind for _, kind in parameters), node)
        return tree.Call(result, function, given)

    def matched(self, name: str, arguments: list[Any], kinds: tuple[Type, ...], node: ast.Call) -> list[Any]:
        if len(arguments) != len(kinds):
            number = f"{len(kinds)} argument{'s' * (len(kinds) != 1)}"
            raise Refused(node, f"{name} takes {number}, and this gives {len(arguments)}")
        nodes = zip(arguments, kinds, node.args, strict=True)
        return [self.coerced(value, kind, each, is_declared=True) for value, kind, each in nodes]

    def call_replaced(self, arguments: list[Any], node: ast.Call) -> tree.Replacing:
        if len(arguments) != 3 or not isinstance(arguments[0].type, Tuple) or not arguments[0].type.fields:
            raise Refused(node, "replaced takes a state, a place and a word")
        index = self.place(arguments[0].type, arguments[1], node.args[1])
        word = self.coerced(arguments[2], WORD, node.args[2], is_declared=True)
        return tree.Replacing(arguments[0].type, arguments[0], index, word, node)

    def call_len(self, arguments: list[Any], node: ast.Call) -> Any:
        if len(arguments) != 1 or not isinstance(arguments[0].type, Array | Tuple):
            raise Refused(node, "len takes an array or a tuple")
        if isinstance(arguments[0].type, Tuple):
            return tree.Literal(LITERAL, len(arguments[0].type.elements))
        if isinstance(arguments[0], tree.Table):
            return tree.Literal(LITERAL, len(arguments[0].values))
        return tree.Length(self.number, arguments[0])

    def converted(self, arguments: list[Any], to: Scalar, node: ast.Call) -> Any:
        if len(arguments) != 1 or arguments[0].type not in (*NUMBERS, BOOL, LITERAL):
            raise Refused(node, f"{ast.unparse(node.func)} takes a number")
        if arguments[0].type is FLOAT:
            return tree.Primitive(to, "int", arguments, node)
        return self.coerced(arguments[0], to, node, is_declared=True)

    def call_int(self, arguments: list[Any], node: ast.Call) -> Any:
        return self.converted(arguments, self.number, node)

    def call_word(self, arguments: list[Any], node: ast.Call) -> Any:
        return self.converted(arguments, WORD, node)

    def call_bool(self, arguments: list[Any], node: ast.Call) -> Any:
        if len(arguments) != 1:
            raise Refused(node, "bool takes one value")
        return self.truth(node.args[0])

    def call_abs(self, arguments: list[Any], node: ast.Call) -> Any:
        if len(arguments) != 1:
            raise Refused(node, "abs takes one number")
        if arguments[0].type is LITERAL:
            return tree.Literal(LITERAL, abs(arguments[0].value))
        (value,) = self.common(arguments, "abs", node)
        return value if value.type is WORD else tree.Primitive(value.type, "abs", [value], node)

    def call_min(self, arguments: list[Any], node: ast.Call) -> Any:
        return self.extreme("min", min, arguments, node)

    def call_max(self, arguments: list[Any], node: ast.Call) -> Any:
        return self.extreme("max", max, arguments, node)

    def extreme(self, name: str, choose: Callable[..., Any], arguments: list[Any], node: ast.Call) -> Any:
        if len(arguments) < 2:
            raise Refused(node, f"{name} takes two numbers or more")
        if all(value.type is LITERAL for value in arguments):
            return tree.Literal(LITERAL, choose(value.value for value in arguments))
        values = self.common(arguments, name, node)
        if values[0].type is FLOAT:
            raise Refused(node, f"{name} is for integers")
        return tree.Primitive(values[0].type, name, values, node)

    def call_sqrt(self, arguments: list[Any], node: ast.Call) -> tree.Primitive:
        if is_rule(self.function):
            raise Refused(node, "rules have whole numbers only")
        return tree.Primitive(FLOAT, "sqrt", self.matched("sqrt", arguments, (FLOAT,), node), node)
