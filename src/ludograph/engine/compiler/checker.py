"""From Python's syntax tree to the typed tree: what a function means, statement by statement.

Types aren't inferred: arguments and results declare theirs, a variable has the type of what it is first given, and a
number in the source takes the type of what it meets. docs/kernel-language.md defines the language.

What is wrong with a statement is noted, and the next one is looked at, so that an author is told of everything at once.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.calling import Calling
from ludograph.engine.compiler.expressions import OPERATORS
from ludograph.engine.compiler.faults import Fault, Place
from ludograph.engine.compiler.refusals import Consequence, Refused, a
from ludograph.engine.compiler.signatures import Signatures
from ludograph.engine.compiler.sources import definition_of
from ludograph.engine.compiler.types import FLOAT, INT, LITERAL, NONE, NUMBERS, WORD, Array, Tuple
from ludograph.engine.kernel import is_rule
from ludograph.engine.rules import is_apart


class Checker(Calling):
    """One function. ``visit`` gives the typed tree of a statement, too."""

    def __init__(self, function: FunctionType, names: dict[str, Any], signatures: Signatures) -> None:
        super().__init__(function, names, signatures)
        self.faults: list[Fault] = []
        self.is_whole = True  # no statement was refused
        self.can_leave = True  # the loop at hand, by break and continue
        self.temporaries = 0
        self.definition = definition_of(function)

    def check(self, symbol: str) -> tree.Function:
        """The function; what is wrong with it is in ``faults``."""
        definition, function = self.definition, self.function
        is_inlined = is_rule(function) and not is_apart(function)
        checked = tree.Function(function, symbol, [], NONE, is_inlined, definition, callees=self.callees)
        try:
            checked.parameters, checked.result = self.signatures.of(function)
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
        fault = Fault(Place.of(self.function, refused.node), refused.why)
        if fault not in self.faults:  # the body of a loop over a tuple is looked at several times
            self.faults.append(fault)

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
        kind = self.signatures.annotated(self.function, node.annotation, node)
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
        known = self.types.get(node.id)
        if value.type is not LITERAL or known not in NUMBERS:  # else it takes the type of the variable
            value = self.settled(value, node)
        if isinstance(value.type, Array) or value.type is NONE:
            raise Refused(node, f"a variable can't be {'an array' if isinstance(value.type, Array) else 'nothing'}")
        kind = known or self.types.setdefault(node.id, value.type) or value.type
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
