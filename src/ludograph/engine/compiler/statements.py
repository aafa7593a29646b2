"""What statements mean, one function's: it is checked and written in LLVM's language at once.

Types aren't inferred: arguments and results declare theirs, a variable has the type of what it is first given, and a
number in the source takes the type of what it meets. docs/kernel-language.md defines the language.

What is wrong with a statement is noted, and the next one is looked at, so that an author is told of everything at once.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

from ludograph.engine import bits
from ludograph.engine.compiler.calling import Calling
from ludograph.engine.compiler.emission import SIDE_BY_SIDE, Emission, Variant, plain_name
from ludograph.engine.compiler.faults import Consequence, Fault, Place, Refused
from ludograph.engine.compiler.signatures import Signatures
from ludograph.engine.compiler.types import FLOAT, INT, LITERAL, NONE, NUMBERS, WORD, Array, Scalar, Tuple, Type, a
from ludograph.engine.compiler.values import ArrayValue, Element, Value
from ludograph.engine.kernel import is_rule
from ludograph.engine.rules import is_apart

NO_PLACE = "only names and places of arrays can be given a value"


@dataclass
class Loop:
    """Where continue and break go."""

    following: str
    after: str
    has_break: bool = False


class Function(Calling):
    """One function. ``visit`` writes the instructions of a statement, too."""

    def __init__(self, variant: Variant, emission: Emission, names: dict[str, Any], signatures: Signatures) -> None:
        function, unwritten, self.marked_parameters = variant
        super().__init__(function, emission, names, signatures)
        self.unwritten = unwritten
        self.symbol = emission.symbol(variant)
        self.parameters: list[tuple[str, Type]] = []
        self.result: Scalar | Tuple = NONE
        self.heads: list[str] = []
        self.loops: list[Loop | None] = []  # those around the statement at hand; None is one over a tuple
        self.faults: list[Fault] = []
        self.is_whole = True  # no statement was refused
        self.is_inlined = is_rule(function) and not is_apart(function)
        self.is_recursive = False
        self.is_entry = False

    def compile(self) -> None:
        """Write its instructions; what is wrong with it is in ``faults``."""
        try:
            self.parameters, self.result = self.signatures.of(self.function)
        except Refused as refused:
            self.note(refused)
            return
        for name, kind in self.parameters:
            given = self.name(plain_name(name))
            self.heads.append(f"{kind.llvm} {given}")
            self.types[name] = kind
            if isinstance(kind, Array):
                self.assigned.add(name)
                self.variables[name] = given
                self.heads.append(f"i64 {given}.length")
                if name in self.marked_parameters:
                    self.marked[name] = given
            else:
                self.store(name, Value(kind, given))
        self.block(self.definition.body)
        if self.is_open and self.is_whole and self.result is not NONE:
            self.note(Refused(self.definition, f"{self.function.__name__} may end without a result"))
        self.end("ret void" if self.result is NONE else "unreachable")

    def text(self) -> str:
        """The whole function in LLVM's language."""
        body, self.lines = self.lines, []
        if self.is_recursive and self.emission.can_jump:
            self.check_stack()
        lines = [line if isinstance(line, str) else self.emission.check(line) for line in [*self.lines, *body]]
        inline = "alwaysinline" if self.is_inlined else "noinline" if self.is_entry else ""
        head = f"define internal {self.result.llvm} @{self.symbol}({', '.join([*self.heads, 'ptr %context'])})"
        return "\n".join([f"{head} {inline} nounwind {{", *self.slots, *lines, "}"])

    def note(self, refused: Refused) -> None:
        self.is_whole = False
        fault = Fault(Place.of(self.function, refused.node), refused.why)
        if not isinstance(refused, Consequence) and fault not in self.faults:  # loops over tuples are looked at again
            self.faults.append(fault)

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if not self.is_open:
                return  # nothing behind a return is ever reached
            try:
                self.visit(statement)
            except Refused as refused:
                self.note(refused)
                self.is_open = True
                for node in ast.walk(statement):  # what it would have given a value is not complained of again
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        self.types.setdefault(node.id, None)
                        self.assigned.add(node.id)

    def visit_Pass(self, node: ast.Pass) -> None:
        pass

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        self.visit(node.value)
        if not isinstance(node.value, ast.Call):
            raise Refused(node, "this has no effect")

    def visit_Return(self, node: ast.Return) -> None:
        is_bare = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if is_bare != (self.result is NONE):
            raise Refused(node, f"the result of {self.function.__name__} is declared as {self.result}")
        if node.value is None or is_bare:
            self.end("ret void")
            return
        self.last_use = node.value
        value = self.coerced(self.value(node.value), self.result, node.value, is_declared=True)
        self.end(f"ret {value.type.llvm} {self.read(value)}")

    # -- assignments -------------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> None:
        """All values are known before the first of them is stored."""
        if not isinstance(node.targets[0], ast.Tuple):
            if _is_given_back(node):
                self.last_use = node.value
            value = self.value(node.value)
            for each in node.targets:
                self.assign(each, value)
            return
        targets = node.targets[0].elts
        if isinstance(node.value, ast.Tuple):
            values = [self.value(each) for each in node.value.elts]
            values = [replace(value, text=self.read(value)) for value in values]
        else:
            values = self.parts(self.value(node.value), node.value)
        if len(node.targets) > 1:
            raise Refused(node, "a tuple is given to names once")
        if len(values) != len(targets):
            raise Refused(node, f"{len(values)} values can't be given to {len(targets)} names")
        for target, value in zip(targets, values, strict=True):
            self.assign(target, value)

    def parts(self, whole: Value, node: ast.expr, why: str = "") -> list[Value]:
        if not isinstance(whole.type, Tuple):
            raise Refused(node, why or f"{a(whole.type)} has no parts")
        return [self.field(whole, place) for place in range(len(whole.type.elements))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None or not isinstance(node.target, ast.Name):
            raise Refused(node, "a declaration has a name and a value")
        kind = self.signatures.annotated(self.function, node.annotation, node)
        self.assign(node.target, self.coerced(self.value(node.value), kind, node.value, is_declared=True))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            element = self.writable(node.target)
            new = self.arithmetic(type(node.op), self.loaded(element), self.value(node.value), node)
            self.store_element(element, self.coerced(new, element.type, node, is_declared=True), node)
        elif isinstance(node.target, ast.Name):
            old = self.visit_Name(node.target)
            new = self.arithmetic(type(node.op), old, self.value(node.value), node)
            self.assign(node.target, self.coerced(new, old.type, node))
        else:
            raise Refused(node.target, NO_PLACE)

    def assign(self, node: ast.expr, value: Value) -> None:
        """Store a value, in the type that is stored there."""
        if isinstance(node, ast.Subscript):
            element = self.writable(node)
            self.store_element(element, self.coerced(value, element.type, node, is_declared=True), node)
            return
        if not isinstance(node, ast.Name):
            raise Refused(node, NO_PLACE)
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
        self.store(node.id, self.coerced(value, kind, node))

    def store(self, name: str, value: Value) -> None:
        llvm = value.type.llvm
        if name not in self.variables:
            self.variables[name] = self.slot(llvm, plain_name(name))
        self.assigned.add(name)
        self.do(f"store {llvm} {self.read(value)}, ptr {self.variables[name]}")

    def writable(self, node: ast.Subscript) -> Element:
        array = self.value(node.value)
        element = self.element(node, array)
        if isinstance(array, ArrayValue) and array.table is not None:
            raise Refused(node, f"{array.name} is a table, which can only be read")
        return element

    def store_element(self, element: Element, value: Value, node: ast.AST) -> None:
        if element.is_marked:
            mark = self.arithmetic(ast.LShift, self.literal(1, WORD, node), Value(WORD, value.text), node)
            old = self.put(f"load i64, ptr {element.address}")
            self.do(f"store i64 {self.put(f'or i64 {old}, {mark.text}')}, ptr {element.address}")
        elif element.is_written:
            bits = element.bits
            text = value.text if bits == 64 else self.put(f"trunc i64 {value.text} to i{bits}")
            self.do(f"store i{bits} {text}, ptr {element.address}")

    # -- branches and loops ------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> None:
        then, other, after = self.name("then"), self.name("else"), self.name("after")
        known = self.branch(node.test, then, other)
        if known is not None:  # the other branch isn't part of this program
            self.block(node.body if known else node.orelse)
            return
        before = self.assigned
        ways: list[set[str]] = []  # on which it goes on, with what has a value there
        for label, body in ((then, node.body), (other, node.orelse)):
            self.label(label)
            self.assigned = set(before)
            self.block(body)
            if self.is_open:
                ways.append(self.assigned)
                self.end(f"br label {after}")
        self.assigned = set.intersection(*ways) if ways else before
        if ways:
            self.label(after)

    def visit_While(self, node: ast.While) -> None:
        head, body, after = self.name("while"), self.name("body"), self.name("after")
        self.label(head)
        known = self.branch(node.test, body, after)
        if known is False:
            return
        self.label(body)
        has_break = self.loop(node, Loop(head, after))
        self.end(f"br label {head}")
        if known is None or has_break:
            self.label(after)

    def visit_For(self, node: ast.For) -> None:
        if not isinstance(node.target, ast.Name):
            raise Refused(node.target, "a loop has one variable")
        head = getattr(node.iter.func, "id", "") if isinstance(node.iter, ast.Call) else ""
        is_abreast = self.names.get(head) is bits.abreast
        if isinstance(node.iter, ast.Call) and (head == "range" or is_abreast):
            is_side_by_side = is_abreast and self.emission.can_jump  # what we make of WebAssembly has single words only
            self.count(node, *self.range(node.iter), SIDE_BY_SIDE if is_side_by_side else "")
        else:
            self.loop_over_tuple(node)

    def range(self, node: ast.Call) -> tuple[Value, Value, int]:
        """From where to where, and the step."""
        numbers = [self.value(each) for each in node.args]
        if ast.unparse(node.func) != "range" and len(numbers) != 1:
            raise Refused(node, "abreast takes the number of turns")
        if not 1 <= len(numbers) <= 3:
            raise Refused(node, "a range has one to three numbers")
        step = numbers.pop() if len(numbers) == 3 else Value(LITERAL, known=1)
        if step.known is None or step.type is FLOAT or step.known <= 0:
            raise Refused(node, "the step of a range is a constant integer above 0")
        if len(numbers) == 1:
            numbers = [Value(LITERAL, known=0), *numbers]
        first, last = self.common(numbers, "a range", node)
        if first.type is FLOAT:
            raise Refused(node, "a range is for integers")
        return first, last, min(int(step.known), (1 << 64) - 1)

    def count(self, node: ast.For, first: Value, last: Value, step: int, hint: str) -> None:
        """In a variable of its own, so that the body may change the one that it sees."""
        if first.known is not None and last.known is not None and first.known >= last.known:
            return
        before = set(self.assigned)
        counter = self.slot("i64", "counter")
        self.do(f"store i64 {first.text}, ptr {counter}")
        head, body, following, after = (self.name(each) for each in ("for", "body", "next", "after"))
        self.label(head)
        now = self.put(f"load i64, ptr {counter}")
        test = self.holds("lt", first.type, now, last.text)
        self.end(f"br i1 {test}, label {body}, label {after}")
        self.label(body)
        self.assign(node.target, Value(first.type, now))
        kind: Any = self.types[ast.unparse(node.target)]
        if kind is not first.type:
            raise Refused(node.target, f"{ast.unparse(node.target)} is {a(kind)}, and a range has integers")
        self.loop(node, Loop(following, after))
        self.label(following)
        if step > 1:  # which could lead beyond the last of all numbers
            onwards, rest = self.name("onwards"), self.put(f"sub i64 {last.text}, {now}")
            self.end(f"br i1 {self.put(f'icmp ugt i64 {rest}, {step}')}, label {onwards}, label {after}")
            self.label(onwards)
        promise = "" if step > 1 else "nuw" if first.type is WORD else "nsw"
        self.do(f"store i64 {self.put(f'add {promise} i64 {now}, {step}')}, ptr {counter}")
        self.end(f"br label {head}{hint}")
        self.label(after)
        self.assigned = before

    def loop_over_tuple(self, node: ast.For) -> None:
        """One turn after the other, as if it were written so often."""
        for value in self.parts(self.value(node.iter), node.iter, "a loop goes over a range or a tuple"):
            if self.is_open:
                self.assign(node.target, value)
                self.loop(node, None)

    def loop(self, node: ast.For | ast.While, loop: Loop | None) -> bool:
        """The body; whether it breaks off."""
        if node.orelse:
            raise Refused(node.orelse[0], "a loop has no else")
        before = set(self.assigned)
        self.loops.append(loop)
        self.block(node.body)
        self.loops.pop()
        if loop:
            self.assigned = before
        return bool(loop and loop.has_break)

    def visit_Break(self, node: ast.Break) -> None:
        loop = self.left(node)
        loop.has_break = True
        self.end(f"br label {loop.after}")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.end(f"br label {self.left(node).following}")

    def left(self, node: ast.stmt) -> Loop:
        if (loop := self.loops[-1]) is None:
            raise Refused(node, "a loop over a tuple has no break and no continue")
        return loop


def _is_given_back(node: ast.Assign) -> bool:
    """Whether what is made of a variable is given to just that one: ``s = replaced(s, …)``."""
    if not isinstance(node.value, ast.Call) or not node.value.args:
        return False
    of, to = node.value.args[0], node.targets[0]
    return isinstance(of, ast.Name) and isinstance(to, ast.Name) and len(node.targets) == 1 and of.id == to.id
