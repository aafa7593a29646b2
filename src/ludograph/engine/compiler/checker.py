"""From Python's syntax tree to the typed tree: what each name, operator and statement of a function means.

Types aren't inferred: arguments and results declare theirs, a variable has the type of what it is first given, and a
number in the source takes the type of what it meets. docs/kernel-language.md defines the language.

What is wrong with a statement is noted, and the next one is looked at, so that an author is told of everything at once.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Collection
from functools import lru_cache
from types import FunctionType, GenericAlias
from typing import Any

from ludograph.engine import bits
from ludograph.engine.compiler import tree
from ludograph.engine.compiler.faults import Fault, Place
from ludograph.engine.compiler.folding import compared, folded
from ludograph.engine.compiler.sources import definition_of
from ludograph.engine.compiler.types import (
    BOOL,
    FLOAT,
    INT,
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
from ludograph.engine.kernel import GAME, Kernel, is_rule
from ludograph.engine.rules import RULE_NAMES, Rules, is_apart

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
OF_WORDS = {primitive: primitive.__name__ for primitive in (bits.lowest, bits.highest, bits.popcount, bits.byteswap)}
#: Here a negative number does what the word with its bits does.
MODULAR = ("+", "-", "*", "&", "|", "^", "<<", "a choice")
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
CALLS = "a kernel calls functions by their names, classes of states, and a few functions of Python"
GRAMMAR = "a kernel has assignments, if, while, for, return, break, continue and calls"


class Refused(Exception):
    """A statement means nothing."""

    def __init__(self, node: ast.AST, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class Consequence(Refused):
    """A statement means nothing because of something else, which is told."""


Signature = tuple[list[tuple[str, Type]], Scalar | Tuple]


class Checker(ast.NodeVisitor):
    """One function. ``visit`` gives the typed tree of an expression or a statement."""

    def __init__(
        self,
        kernel: Kernel,
        function: FunctionType,
        names: dict[str, Any],
        entries: Collection[Callable[..., Any]],
        signatures: dict[FunctionType, Signature],
    ) -> None:
        self.kernel = kernel
        self.function = function
        self.names = names
        self.entries = entries  # the functions that Python calls
        self.signatures = signatures  # of all functions, as far as they are known
        self.number = WORD if is_rule(function) else INT  # what ``int`` means here
        self.faults: list[Fault] = []
        self.is_whole = True  # no statement was refused
        self.callees: set[FunctionType] = set()
        self.types: dict[str, Type | None] = {}  # of variables; None after a fault
        self.assigned: set[str] = set()  # the variables that surely have a value at this place
        self.can_leave = True  # the loop at hand, by break and continue
        self.temporaries = 0
        self.definition = definition_of(function)

    def check(self, symbol: str) -> tree.Function:
        """The function; what is wrong with it is in ``faults``."""
        definition, function = self.definition, self.function
        is_inlined = is_rule(function) and not is_apart(function)
        checked = tree.Function(function, symbol, [], NONE, is_inlined, definition, callees=self.callees)
        try:
            checked.parameters, checked.result = self.signature(function)
        except Refused as refused:
            self.note(refused)
            return checked
        self.result = checked.result
        self.types.update(checked.parameters)
        self.assigned.update(self.types)
        checked.body = self.block(definition.body)
        if self.result is not NONE and self.is_whole and not ends(checked.body):
            self.note(Refused(definition, f"{function.__name__} may end without a result"))
        return checked

    def note(self, refused: Refused) -> None:
        self.is_whole = False
        if isinstance(refused, Consequence):
            return
        node = refused.node
        if isinstance(node, ast.FunctionDef):  # not all of it: its head
            node = ast.Name(node.name, lineno=node.lineno, col_offset=node.col_offset, end_lineno=-1)
        fault = Fault(Place.of(self.function, node), refused.why)
        if fault not in self.faults:  # the body of a loop over a tuple is looked at several times
            self.faults.append(fault)

    # -- types -------------------------------------------------------------------------------------------

    def signature(self, function: FunctionType) -> Signature:
        if function in self.signatures:
            return self.signatures[function]
        definition = definition_of(function)
        given = definition.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults:
            raise Refused(definition, "a function of a kernel has plain arguments only")
        usual = self.usual_types(function, len(given.args))
        said = [(each, None if _says_nothing(each.annotation) else each.annotation) for each in given.args]
        parameters = [
            (each.arg, self.annotated(function, annotation or by_rule, each))
            for (each, annotation), by_rule in zip(said, usual[:-1], strict=True)
        ]
        returned = usual[-1] if _says_nothing(definition.returns) else definition.returns
        result = self.annotated(function, returned, definition)
        if isinstance(result, Array):
            raise Refused(definition, "an array can't be a result")
        if function in self.entries and isinstance(result, Tuple) and result != state_type(self.kernel.state):
            raise Refused(definition, "a result for Python is a number, a truth or the kernel's state")
        self.signatures[function] = parameters, result
        return parameters, result

    def usual_types(self, function: FunctionType, number: int) -> list[ast.expr | None]:
        """The types of arguments and result that a function has by its part in the kernel, where it says none."""
        for name, rule in self.kernel.complete_functions().items():
            if rule is function and name in RULE_NAMES:
                arguments, result = usual_signature(name)
                if len(arguments) == number:
                    return [*arguments, result]
        return [None] * (number + 1)

    def annotated(self, function: FunctionType, annotation: ast.expr | None, node: ast.AST) -> Any:
        """The type that an annotation says."""
        number = WORD if is_rule(function) else INT
        if annotation is None:
            what = f"the result of {node.name}" if isinstance(node, ast.FunctionDef) else getattr(node, "arg", "this")
            raise Refused(node, f"{what} needs a type")
        is_text = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
        name = annotation.value if is_text else ast.unparse(annotation)  # type: ignore[attr-defined]
        known: dict[str, Type] = {
            "None": NONE,
            "int": number,
            "Word": WORD,
            "bool": BOOL,
            **({} if is_rule(function) else {"float": FLOAT}),
            "State": state_type(self.kernel.state),
            "Moves": Array(64, WORD),
            "Words": Array(64, WORD),
            "Indices": Array(32, number),
            "Distances": Array(self.kernel.distance_bits, number),
        }
        if name in known:
            return known[name]
        alias: Any = function.__globals__.get(name)
        parts = {int: number, bool: BOOL}
        if isinstance(alias, GenericAlias) and alias.__origin__ is tuple and {*alias.__args__} <= {*parts}:
            return Tuple(tuple(parts[each] for each in alias.__args__))
        if hasattr(alias, "_fields"):
            return state_type(alias)
        types = f"{', '.join(known)}, states, and names of tuples of int and bool"
        raise Refused(annotation, f"{name} is no type of kernels, which are {types}")

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

    # -- statements --------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> list[tree.Statement]:
        found: list[tree.Statement] = []
        for statement in statements:
            try:
                found += self.visit(statement)
            except Refused as refused:
                self.note(refused)
                for node in ast.walk(statement):  # what it would have given a value is not complained of again
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        self.types.setdefault(node.id, None)
                        self.assigned.add(node.id)
            if found and ends(found[-1:]):
                break  # nothing behind a return is ever reached
        return found

    def generic_visit(self, node: ast.AST) -> Any:
        what = UNKNOWN.get(type(node), type(node).__name__.lower())
        raise Refused(node, f"{what} can't be in a kernel" + (f": {GRAMMAR}" if isinstance(node, ast.stmt) else ""))

    def visit_Pass(self, node: ast.Pass) -> list[tree.Statement]:
        return []

    def visit_Expr(self, node: ast.Expr) -> list[tree.Statement]:
        if isinstance(node.value, ast.Constant):
            return []  # a docstring
        if not isinstance(node.value, ast.Call):
            self.visit(node.value)
            raise Refused(node, "this has no effect")
        return [tree.Evaluation(self.visit(node.value))]

    def visit_Return(self, node: ast.Return) -> list[tree.Statement]:
        is_bare = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if is_bare != (self.result is NONE):
            raise Refused(node, f"the result of {self.function.__name__} is declared as {self.result}")
        if node.value is None or is_bare:
            return [tree.Return(None)]
        value = self.coerced(self.value(node.value), self.result, node.value, is_declared=True)
        return [tree.Return(value)]

    def visit_Assign(self, node: ast.Assign) -> list[tree.Statement]:
        statements: list[tree.Statement] = []
        if not isinstance(node.targets[0], ast.Tuple):
            value = self.value(node.value)
            if len(node.targets) > 1 and not isinstance(value, tree.Literal):
                value = self.temporary(value, statements)
            for each in node.targets:
                target, stored = self.target(each, value)
                statements.append(tree.Assignment([target], [stored]))
            return statements
        targets = node.targets[0].elts
        if isinstance(node.value, ast.Tuple):
            values = [self.value(each) for each in node.value.elts]
        else:
            whole = self.value(node.value)
            if not isinstance(whole.type, Tuple):
                raise Refused(node.value, f"{a(whole.type)} has no parts")
            kept = self.temporary(whole, statements)
            values = [tree.Field(kind, kept, place) for place, kind in enumerate(whole.type.elements)]
        if len(node.targets) > 1:
            raise Refused(node, "a tuple is given to names once")
        if len(values) != len(targets):
            raise Refused(node, f"{len(values)} values can't be given to {len(targets)} names")
        pairs = [self.target(target, value) for target, value in zip(targets, values, strict=True)]
        return [*statements, tree.Assignment([pair[0] for pair in pairs], [pair[1] for pair in pairs])]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[tree.Statement]:
        if node.value is None or not isinstance(node.target, ast.Name):
            raise Refused(node, "a declaration has a name and a value")
        kind = self.annotated(self.function, node.annotation, node)
        value = self.coerced(self.value(node.value), kind, node.value, is_declared=True)
        target, value = self.target(node.target, value)
        return [tree.Assignment([target], [value])]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[tree.Statement]:
        statements: list[tree.Statement] = []
        old: Any
        if isinstance(node.target, ast.Subscript):
            old = self.writable(node.target)
            if not isinstance(old.index, tree.Literal | tree.Local):
                old.index = self.temporary(old.index, statements)
        elif isinstance(node.target, ast.Name):
            old = self.visit_Name(node.target)
        else:
            raise Refused(node.target, "only names and places of arrays can be given a value")
        new = self.arithmetic(OPERATORS.get(type(node.op), ""), old, self.value(node.value), node)
        is_element = isinstance(old, tree.Element)
        new = self.coerced(new, old.type, node, is_declared=is_element)
        return [*statements, tree.Assignment([old if is_element else self.target(node.target, new)[0]], [new])]

    def target(self, node: ast.expr, value: Any) -> tuple[Any, Any]:
        """Where a value is stored, and the value in the type that is stored there."""
        if isinstance(node, ast.Subscript):
            place = self.writable(node)
            return place, self.coerced(value, place.type, node, is_declared=True)
        if not isinstance(node, ast.Name):
            raise Refused(node, "only names and places of arrays can be given a value")
        value = self.settled(value, node)
        if isinstance(value.type, Array) or value.type is NONE:
            raise Refused(node, f"a variable can't be {'an array' if isinstance(value.type, Array) else 'nothing'}")
        kind = self.types.setdefault(node.id, value.type) or value.type
        if isinstance(kind, Array):
            raise Refused(node, f"{node.id} is an array, which can't be exchanged")
        if value.type != kind and {value.type, kind} <= {INT, WORD}:
            raise Refused(node, f"{node.id} is {a(kind)}, and this is {a(value.type)}: say which, by int(…) or Word(…)")
        value = self.coerced(value, kind, node)
        self.assigned.add(node.id)
        return tree.Local(kind, node.id), value

    def temporary(self, value: Any, statements: list[tree.Statement]) -> tree.Local:
        """A variable that no author sees."""
        self.temporaries += 1
        kept = tree.Local(value.type, f"temporary.{self.temporaries}")
        statements.append(tree.Assignment([kept], [value]))
        return kept

    def visit_If(self, node: ast.If) -> list[tree.Statement]:
        test = self.truth(node.test)
        if isinstance(test, tree.Literal):  # known now: the other branch isn't part of this program
            return self.block(node.body if test.value else node.orelse)
        before = set(self.assigned)
        body = self.block(node.body)
        after_body = self.assigned if not ends(body) else None
        self.assigned = before
        other = self.block(node.orelse)
        if ends(other):
            self.assigned = self.assigned if after_body is None else after_body
        elif after_body is not None:
            self.assigned = after_body & self.assigned
        return [tree.If(test, body, other)]

    def visit_While(self, node: ast.While) -> list[tree.Statement]:
        test = self.truth(node.test)
        if isinstance(test, tree.Literal) and not test.value:
            return []
        return [tree.While(test, self.loop(node, node.body))]

    def visit_For(self, node: ast.For) -> list[tree.Statement]:
        if not isinstance(node.target, ast.Name):
            raise Refused(node.target, "a loop has one variable")
        is_range = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") == "range"
        if not is_range:
            return self.loop_over_tuple(node)
        numbers = [self.value(each) for each in node.iter.args]  # type: ignore[attr-defined]
        if not 1 <= len(numbers) <= 3:
            raise Refused(node.iter, "a range has one to three numbers")
        step = numbers.pop() if len(numbers) == 3 else tree.Literal(LITERAL, 1)
        if not isinstance(step, tree.Literal) or step.type is FLOAT or step.value <= 0:
            raise Refused(node.iter, "the step of a range is a constant integer above 0")
        if len(numbers) == 1:
            numbers = [tree.Literal(LITERAL, 0), *numbers]
        first, last = self.common(numbers, "a range", node.iter)
        if first.type is FLOAT:
            raise Refused(node.iter, "a range is for integers")
        if isinstance(first, tree.Literal) and isinstance(last, tree.Literal) and first.value >= last.value:
            return []
        before = set(self.assigned)
        variable, _ = self.target(node.target, tree.Local(first.type, ""))
        if variable.type is not first.type:
            raise Refused(node.target, f"{variable.name} is {a(variable.type)}, and a range has integers")
        body = self.loop(node, node.body)
        self.assigned = before
        return [tree.For(variable, first, last, min(int(step.value), (1 << 64) - 1), body)]

    def loop_over_tuple(self, node: ast.For) -> list[tree.Statement]:
        """One turn after the other, as if it were written so often."""
        whole = self.value(node.iter)
        if not isinstance(whole.type, Tuple):
            raise Refused(node.iter, "a loop goes over a range or a tuple")
        if node.orelse:
            raise Refused(node.orelse[0], "a loop has no else")
        statements: list[tree.Statement] = []
        kept = self.temporary(whole, statements)
        before, self.can_leave = self.can_leave, False
        for place, kind in enumerate(whole.type.elements):
            target, value = self.target(node.target, tree.Field(kind, kept, place))
            statements += [tree.Assignment([target], [value]), *self.block(node.body)]
        self.can_leave = before
        return statements

    def loop(self, node: ast.For | ast.While, body: list[ast.stmt]) -> list[tree.Statement]:
        if node.orelse:
            raise Refused(node.orelse[0], "a loop has no else")
        before = set(self.assigned), self.can_leave
        self.can_leave = True
        checked = self.block(body)
        self.assigned, self.can_leave = before
        return checked

    def visit_Break(self, node: ast.Break) -> list[tree.Statement]:
        return self.left(node, tree.Break())

    def visit_Continue(self, node: ast.Continue) -> list[tree.Statement]:
        return self.left(node, tree.Continue())

    def left(self, node: ast.stmt, statement: tree.Statement) -> list[tree.Statement]:
        if not self.can_leave:
            raise Refused(node, "a loop over a tuple has no break and no continue")
        return [statement]

    # -- expressions -------------------------------------------------------------------------------------

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
        return tree.Table(Array(width, WORD if width == 64 else self.number), node.id, values)

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
        return tree.Comparison(BOOL, operators, self.common(operands, "comparison", node))

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

    # -- calls -------------------------------------------------------------------------------------------

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
        self.callees.add(function)
        try:
            parameters, result = self.signature(function)
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


def _says_nothing(annotation: ast.expr | None) -> bool:
    return annotation is None or (isinstance(annotation, ast.Name) and annotation.id == "Any")


@lru_cache
def usual_signature(rule: str) -> tuple[list[ast.expr], ast.expr]:
    """How ``Rules`` declares a function of kernels."""
    declared: Any = ast.parse(Rules.__annotations__[rule], mode="eval").body  # Callable[[…], …]
    arguments, result = declared.slice.elts
    return arguments.elts, result


def a(kind: Type) -> str:
    """A type with its article."""
    return f"{'an' if str(kind)[0] in 'ai' else 'a'} {kind}"


class Word:
    """Stands for the name by which kernels make a number unsigned; in plain Python that is ``int``."""


CALLED = {each.__name__: each for each in (len, int, bool, abs, min, max, math.sqrt)}


def field_of(whole: Any, place: int) -> Any:
    if isinstance(whole, tree.Making):
        pure = (tree.Literal, tree.Local)  # what else is in it might be needed for what it does
        if all(isinstance(each, pure) for each in whole.elements):
            return whole.elements[place]
    return tree.Field(whole.type.elements[place], whole, place)


def ends(body: list[tree.Statement]) -> bool:
    """Whether what comes behind these statements is never reached."""
    last = body[-1] if body else None
    if isinstance(last, tree.If):
        return ends(last.body) and ends(last.other)
    if isinstance(last, tree.While):
        return isinstance(last.test, tree.Literal) and not breaks(last.body)
    return isinstance(last, tree.Return | tree.Break | tree.Continue)


def breaks(body: list[tree.Statement]) -> bool:
    """Whether some statement leaves the loop around it."""
    return any(
        isinstance(each, tree.Break) or (isinstance(each, tree.If) and (breaks(each.body) or breaks(each.other)))
        for each in body
    )
