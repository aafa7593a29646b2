"""Writing LLVM's instructions, one function's.

Variables are places on the stack; LLVM's optimiser makes registers of them. A function that finds something wrong
while it runs (an index out of range, a division by 0, too deep a recursion) calls ``fail`` with the number of the place
in the source. That goes straight back to the entry from Python, so that no other code has to look whether something
went wrong; WebAssembly needs no way back: it traps.
"""

from __future__ import annotations

import ast
from types import FunctionType

from ludograph.core.authors import TOO_MANY_MOVES
from ludograph.engine.compiler.emission import Emission
from ludograph.engine.compiler.failing import STACK, Site
from ludograph.engine.compiler.faults import Place
from ludograph.engine.compiler.sources import definition_of, head_of
from ludograph.engine.compiler.values import Check, TupleValue, Value
from ludograph.engine.kernel import is_rule


class Instructions:
    """``put`` and its like write the next one."""

    def __init__(self, function: FunctionType, emission: Emission) -> None:
        self.function = function
        self.definition = definition_of(function)
        self.emission = emission
        self.slots: list[str] = []
        self.lines: list[str | Check] = []
        self.used = 0
        self.is_open = True  # whether the next instruction can be reached: the current block has no end yet

    def name(self, hint: str = "") -> str:
        self.used += 1
        return f"%{hint}.{self.used}"

    def put(self, instruction: str) -> str:
        """An instruction that has a result: the register that it is in."""
        name = self.name()
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        self.lines.append(f"  {instruction}")

    def end(self, instruction: str) -> None:
        """The last instruction of a block."""
        if self.is_open:
            self.do(instruction)
            self.is_open = False

    def label(self, name: str) -> None:
        self.end(f"br label {name}")
        self.lines.append(f"{name[1:]}:")
        self.is_open = True

    def slot(self, llvm: str, hint: str = "") -> str:
        name = self.name(hint)
        self.slots.append(f"  {name} = alloca {llvm}")
        return name

    def intrinsic(self, name: str, llvm: str, *given: str, flag: str = "") -> str:
        full = f"@llvm.{name}.{'f64' if llvm == 'double' else llvm}"
        flags = [f"i1 {flag}"] if flag else []
        kinds = ", ".join([llvm] * len(given) + ["i1"] * len(flags))
        self.emission.declarations.add(f"declare {llvm} {full}({kinds})")
        return self.put(f"call {llvm} {full}({', '.join([*(f'{llvm} {each}' for each in given), *flags])})")

    # -- tuples: in registers, in memory, or in parts ------------------------------------------------------

    def read(self, value: Value) -> str:
        """The text of a value, for which a tuple is put into a register."""
        if value.text or not isinstance(value, TupleValue):
            return value.text
        if value.memory:
            return self.put(f"load {value.type.llvm}, ptr {value.memory}")
        text = "poison"
        for place, part in enumerate(value.parts):
            text = self.put(f"insertvalue {value.type.llvm} {text}, {part.type.llvm} {part.text}, {place}")
        return text

    def in_memory(self, whole: Value, *, may_share: bool) -> str:
        """The address of a tuple: of the variable that it is in, so that its words aren't copied for each that is
        read, or of a copy."""
        if may_share and isinstance(whole, TupleValue) and whole.memory:
            return whole.memory
        memory = self.slot(whole.type.llvm)
        self.do(f"store {whole.type.llvm} {self.read(whole)}, ptr {memory}")
        return memory

    def field(self, whole: Value, place: int) -> Value:
        """An element of a tuple, known when compiling."""
        kind = whole.type.elements[place]
        if isinstance(whole, TupleValue) and whole.parts:
            return whole.parts[place]
        if isinstance(whole, TupleValue) and whole.memory:
            address = self.put(f"getelementptr {whole.type.llvm}, ptr {whole.memory}, i32 0, i32 {place}")
            return Value(kind, self.put(f"load {kind.llvm}, ptr {address}"))
        return Value(kind, self.put(f"extractvalue {whole.type.llvm} {whole.text}, {place}"))

    def word_in(self, memory: str, index: Value, length: int, where: ast.AST) -> str:
        """The address of a word in a tuple that is chosen while the program runs."""
        self.check_index(index, str(length), where)
        return self.put(f"getelementptr i64, ptr {memory}, i64 {index.text}")

    # -- what can go wrong -------------------------------------------------------------------------------

    def check(self, is_wrong: str, where: ast.AST, sentence: str, first: str = "0", second: str = "0") -> Check:
        """Leave the program when something is wrong."""
        check = Check(is_wrong, Site(Place.of(self.function, where), sentence), first, second)
        self.lines.append(check)
        return check

    def check_index(self, index: Value, length: str, where: ast.AST) -> None:
        is_inside = index.known is not None and length.isdigit() and index.known < int(length)
        if is_inside or not self.emission.has_bounds_checks:
            return
        sentence = "is out of range: place {0} of {1}"
        if is_rule(self.function) and isinstance(getattr(where, "ctx", None), ast.Store):
            sentence += f", {TOO_MANY_MOVES}"  # rules write nothing else than moves
        self.check(self.put(f"icmp uge i64 {index.text}, {length}"), where, sentence, index.text, length)

    def check_stack(self) -> None:
        here = self.put(f"ptrtoint ptr {self.slot('i64')} to i64")
        limit = self.put(f"load i64, ptr {self.put(f'getelementptr i64, ptr %context, i64 {STACK}')}")
        is_too_deep = self.put(f"icmp ult i64 {here}, {limit}")
        self.check(is_too_deep, head_of(self.definition), "calls itself too deeply")
