"""From the typed tree to LLVM's intermediate language, as text.

Variables are places on the stack; LLVM's optimiser makes registers of them. A function that finds something wrong
while it runs (an index out of range, a division by 0, too deep a recursion) calls ``fail`` with the number of the place
in the source. That goes straight back to the entry from Python, so that no other code has to look whether something
went wrong; WebAssembly needs no way back: it traps.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ludograph.core.authors import TOO_MANY_MOVES
from ludograph.engine.compiler import tree
from ludograph.engine.compiler.emission import Emission, plain_name
from ludograph.engine.compiler.failing import STACK, Site
from ludograph.engine.compiler.faults import Place
from ludograph.engine.compiler.sources import head_of
from ludograph.engine.compiler.types import BOOL, FLOAT, INT, INTEGERS, NONE, WORD, Array, Scalar, Tuple
from ludograph.engine.compiler.unlisted import arrays_given, is_one_of, symbol_of
from ludograph.engine.kernel import is_rule

INTEGER_OPERATIONS = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
FLOAT_OPERATIONS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
RARELY = "!prof !0"
MASK = (1 << 64) - 1

Functions = Mapping[FunctionType, tree.Function]


@dataclass(frozen=True)
class Value:
    """A value of LLVM's, by its text: a register or a constant."""

    type: Any
    text: str
    length: str = ""  # of an array


class Emitter:
    """One function."""

    def __init__(self, emission: Emission, function: tree.Function, functions: Functions) -> None:
        self.emission = emission
        self.function = function
        self.functions = functions
        self.slots: list[str] = []
        self.lines: list[str] = []
        self.variables: dict[str, str] = {}  # their places on the stack; of arrays, the address
        self.loops: list[tuple[str, str]] = []  # where continue and break go
        self.used = 0
        self.is_open = True  # whether the current block has no end yet

    def emit(self) -> None:
        function = self.function
        heads: list[str] = []
        for name, kind in function.parameters:
            given = self.name(plain_name(name))
            heads.append(f"{kind.llvm} {given}")
            if isinstance(kind, Array):
                self.variables[name] = given
                heads.append(f"i64 {given}.length")
            else:
                self.store(tree.Local(kind, name), Value(kind, given))
        if function.is_recursive and self.emission.can_jump:
            self.check_stack()
        self.block(function.body)
        if self.is_open:
            self.end("ret void" if function.result is NONE else "unreachable")
        inline = "alwaysinline" if function.is_inlined else "noinline" if function.is_entry else ""
        head = f"define internal {function.result.llvm} @{function.symbol}({', '.join([*heads, 'ptr %context'])})"
        self.emission.functions.append("\n".join([f"{head} {inline} nounwind {{", *self.slots, *self.lines, "}"]))

    # -- writing instructions ----------------------------------------------------------------------------

    def name(self, hint: str = "") -> str:
        self.used += 1
        return f"%{hint}.{self.used}"

    def put(self, instruction: str) -> str:
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

    def store(self, target: tree.Local, value: Value) -> None:
        if target.name not in self.variables:
            self.variables[target.name] = self.slot(target.type.llvm, plain_name(target.name))
        self.do(f"store {target.type.llvm} {value.text}, ptr {self.variables[target.name]}")

    # -- what can go wrong -------------------------------------------------------------------------------

    def check(self, is_wrong: str, where: ast.AST, sentence: str, first: str = "0", second: str = "0") -> None:
        """Leave the program when something is wrong."""
        sites = self.emission.sites
        sites.append(Site(Place.of(self.function.function, where), sentence))
        wrong, right = self.name("wrong"), self.name("right")
        self.end(f"br i1 {is_wrong}, label {wrong}, label {right}, {RARELY}")
        self.label(wrong)
        self.do(f"call void @fail(ptr %context, i64 {len(sites)}, i64 {first}, i64 {second})")
        self.end("unreachable")
        self.label(right)

    def check_index(self, index: Value, length: str, where: ast.AST) -> None:
        if not self.emission.has_bounds_checks:
            return
        if index.text.isdigit() and length.isdigit() and int(index.text) < int(length):
            return
        sentence = "is out of range: place {0} of {1}"
        if is_rule(self.function.function) and isinstance(getattr(where, "ctx", None), ast.Store):
            sentence += f", {TOO_MANY_MOVES}"  # rules write nothing else than moves
        self.check(self.put(f"icmp uge i64 {index.text}, {length}"), where, sentence, index.text, length)

    def check_difference(self, left: Value, right: Value, where: ast.AST) -> None:
        """A rule has no negative numbers: in plain Python it would go on with another one."""
        if self.emission.has_bounds_checks and is_rule(self.function.function):
            is_below = self.put(f"icmp ult i64 {left.text}, {right.text}")
            self.check(is_below, where, "is below 0: {0} - {1}", left.text, right.text)

    def check_stack(self) -> None:
        here = self.put(f"ptrtoint ptr {self.slot('i64')} to i64")
        limit = self.put(f"load i64, ptr {self.put(f'getelementptr i64, ptr %context, i64 {STACK}')}")
        is_too_deep = self.put(f"icmp ult i64 {here}, {limit}")
        self.check(is_too_deep, head_of(self.function.definition), "calls itself too deeply")

    # -- statements --------------------------------------------------------------------------------------

    def block(self, statements: list[tree.Statement]) -> None:
        for statement in statements:
            if self.is_open:
                getattr(self, f"do_{type(statement).__name__.lower()}")(statement)

    def do_assignment(self, statement: tree.Assignment) -> None:
        values = [self.value(each) for each in statement.values]
        for target, value in zip(statement.targets, values, strict=True):
            if isinstance(target, tree.Local):
                self.store(target, value)
            else:
                self.store_element(target, value)

    def do_evaluation(self, statement: tree.Evaluation) -> None:
        self.value(statement.value)

    def do_if(self, statement: tree.If) -> None:
        then, other, after = self.name("then"), self.name("else"), self.name("after")
        self.branch(statement.test, then, other if statement.other else after)
        self.label(then)
        self.block(statement.body)
        goes_on = self.is_open or not statement.other
        self.end(f"br label {after}")
        if statement.other:
            self.label(other)
            self.block(statement.other)
            goes_on = goes_on or self.is_open
            self.end(f"br label {after}")
        if goes_on:
            self.label(after)

    def do_while(self, statement: tree.While) -> None:
        head, body, after = self.name("while"), self.name("body"), self.name("after")
        self.label(head)
        self.branch(statement.test, body, after)
        self.label(body)
        self.loops.append((head, after))
        self.block(statement.body)
        self.loops.pop()
        self.end(f"br label {head}")
        self.label(after)

    def do_for(self, statement: tree.For) -> None:
        kind = statement.first.type
        first, last = self.value(statement.first), self.value(statement.last)
        counter = self.slot("i64", "counter")
        self.do(f"store i64 {first.text}, ptr {counter}")
        head, body, following, after = (self.name(each) for each in ("for", "body", "next", "after"))
        self.label(head)
        now = self.put(f"load i64, ptr {counter}")
        test = self.put(f"icmp {'ult' if kind is WORD else 'slt'} i64 {now}, {last.text}")
        self.end(f"br i1 {test}, label {body}, label {after}")
        self.label(body)
        self.store(statement.variable, Value(kind, now))
        self.loops.append((following, after))
        self.block(statement.body)
        self.loops.pop()
        self.label(following)
        if statement.step > 1:  # which could lead beyond the last of all numbers
            onwards = self.name("onwards")
            rest = self.put(f"sub i64 {last.text}, {now}")
            self.end(f"br i1 {self.put(f'icmp ugt i64 {rest}, {statement.step}')}, label {onwards}, label {after}")
            self.label(onwards)
        promise = "" if statement.step > 1 else "nuw" if kind is WORD else "nsw"
        self.do(f"store i64 {self.put(f'add {promise} i64 {now}, {statement.step}')}, ptr {counter}")
        self.end(f"br label {head}")
        self.label(after)

    def do_return(self, statement: tree.Return) -> None:
        if statement.value is None:
            self.end("ret void")
            return
        if isinstance(statement.value, tree.Replacing):
            value = self.of_replacing(statement.value, is_last_use=True)
        else:
            value = self.value(statement.value)
        self.end(f"ret {value.type.llvm} {value.text}")

    def do_break(self, statement: tree.Break) -> None:
        self.end(f"br label {self.loops[-1][1]}")

    def do_continue(self, statement: tree.Continue) -> None:
        self.end(f"br label {self.loops[-1][0]}")

    # -- conditions --------------------------------------------------------------------------------------

    def branch(self, test: tree.Expression, then: str, other: str) -> None:
        """Go on at one of two labels."""
        if isinstance(test, tree.Not):
            self.branch(test.operand, other, then)
        elif isinstance(test, tree.Logic):
            for each in test.values[:-1]:
                following = self.name("and" if test.is_and else "or")
                self.branch(each, *((following, other) if test.is_and else (then, following)))
                self.label(following)
            self.branch(test.values[-1], then, other)
        else:
            self.end(f"br i1 {self.value(test).text}, label {then}, label {other}")

    # -- expressions -------------------------------------------------------------------------------------

    def value(self, expression: tree.Expression) -> Value:
        value: Value = getattr(self, f"of_{type(expression).__name__.lower()}")(expression)
        return value

    def of_literal(self, literal: tree.Literal) -> Value:
        if literal.type is FLOAT:
            return Value(FLOAT, f"0x{struct.unpack('<Q', struct.pack('<d', literal.value))[0]:016X}")
        number = int(literal.value) & MASK
        return Value(literal.type, str(number - (1 << 64) if number >> 63 else number))

    def of_local(self, local: tree.Local) -> Value:
        if isinstance(local.type, Array):
            return Value(local.type, self.variables[local.name], f"{self.variables[local.name]}.length")
        return Value(local.type, self.put(f"load {local.type.llvm}, ptr {self.variables[local.name]}"))

    def of_table(self, table: tree.Table) -> Value:
        return Value(table.type, self.emission.table(table), str(len(table.values)))

    def of_length(self, length: tree.Length) -> Value:
        return Value(length.type, self.value(length.array).length)

    def of_field(self, field: tree.Field) -> Value:
        whole = self.value(field.whole)
        return Value(field.type, self.put(f"extractvalue {whole.type.llvm} {whole.text}, {field.place}"))

    def of_fieldat(self, field: tree.FieldAt) -> Value:
        memory = self.in_memory(field.whole, may_share=True)
        place = self.word_in(memory, self.value(field.index), field)
        return Value(field.type, self.put(f"load i64, ptr {place}"))

    def in_memory(self, whole: tree.Expression, may_share: bool) -> str:
        """The address of a tuple: of the variable that it is in, so that its words aren't copied for each that is
        read, or of a copy."""
        if may_share and isinstance(whole, tree.Local):
            return self.variables[whole.name]
        value = self.value(whole)
        memory = self.slot(value.type.llvm)
        self.do(f"store {value.type.llvm} {value.text}, ptr {memory}")
        return memory

    def word_in(self, memory: str, index: Value, of: tree.FieldAt | tree.Replacing) -> str:
        """The address of the word in a tuple that is read or replaced."""
        self.check_index(index, str(len(of.whole.type.elements)), of.where)
        return self.put(f"getelementptr i64, ptr {memory}, i64 {index.text}")

    def of_making(self, making: tree.Making) -> Value:
        text = "poison"
        for place, value in enumerate([self.value(each) for each in making.elements]):
            text = self.put(f"insertvalue {making.type.llvm} {text}, {value.type.llvm} {value.text}, {place}")
        return Value(making.type, text)

    def of_replacing(self, replacing: tree.Replacing, is_last_use: bool = False) -> Value:
        memory = self.in_memory(replacing.whole, may_share=is_last_use)
        index, word = self.value(replacing.index), self.value(replacing.word)
        self.do(f"store i64 {word.text}, ptr {self.word_in(memory, index, replacing)}")
        return Value(replacing.type, self.put(f"load {replacing.type.llvm}, ptr {memory}"))

    def address(self, element: tree.Element) -> str:
        array, index = self.value(element.array), self.value(element.index)
        self.check_index(index, array.length, element.where)
        return self.put(f"getelementptr inbounds i{array.type.bits}, ptr {array.text}, i64 {index.text}")

    def of_element(self, element: tree.Element) -> Value:
        bits = element.array.type.bits
        item = self.put(f"load i{bits}, ptr {self.address(element)}")
        return Value(element.type, item if bits == 64 else self.put(f"zext i{bits} {item} to i64"))

    def store_element(self, element: tree.Element, value: Value) -> None:
        bits, address = element.array.type.bits, self.address(element)
        if is_one_of(element.array, self.function.unwritten):
            return
        text = value.text if bits == 64 else self.put(f"trunc i64 {value.text} to i{bits}")
        self.do(f"store i{bits} {text}, ptr {address}")

    def of_binary(self, binary: tree.Binary) -> Value:
        kind, operator = binary.type, binary.operator
        left, right = self.value(binary.left), self.value(binary.right)
        if operator in ("<<", ">>"):
            return self.shifted(operator, left, right)
        if operator in ("//", "%"):
            return self.divided(operator == "//", left, right, binary.where)
        operations = FLOAT_OPERATIONS if kind is FLOAT else INTEGER_OPERATIONS
        if operator == "/":
            self.check_divisor(right, "fcmp oeq", "0.0", binary.where)
        if operator == "-" and kind is WORD and not binary.may_wrap:
            self.check_difference(left, right, binary.where)
        return Value(kind, self.put(f"{operations[operator]} {kind.llvm} {left.text}, {right.text}"))

    def shifted(self, operator: str, left: Value, right: Value) -> Value:
        """As Python says also by 64 and more, of which the machine knows nothing."""
        operation = "shl" if operator == "<<" else "lshr" if left.type is WORD else "ashr"
        if right.text.isdigit() and int(right.text) < 64:
            return Value(left.type, self.put(f"{operation} i64 {left.text}, {right.text}"))
        is_inside = self.put(f"icmp ult i64 {right.text}, 64")
        if operation == "ashr":
            count = self.put(f"select i1 {is_inside}, i64 {right.text}, i64 63")
            return Value(left.type, self.put(f"ashr i64 {left.text}, {count}"))
        result = self.put(f"{operation} i64 {left.text}, {right.text}")
        return Value(left.type, self.put(f"select i1 {is_inside}, i64 {result}, i64 0"))

    def check_divisor(self, divisor: Value, test: str, zero: str, where: ast.AST) -> None:
        if not divisor.text.isdigit():
            is_zero = self.put(f"{test} {divisor.type.llvm} {divisor.text}, {zero}")
            self.check(is_zero, where, "is a division by 0")

    def divided(self, wants_quotient: bool, left: Value, right: Value, where: ast.AST) -> Value:
        """Rounded down, as Python does."""
        kind, dividend, divisor = left.type, left.text, right.text
        self.check_divisor(right, "icmp eq", "0", where)
        if kind is WORD:
            return Value(kind, self.put(f"{'udiv' if wants_quotient else 'urem'} i64 {dividend}, {divisor}"))
        if not divisor.isdigit():  # the least number by -1 would trap: x // -1 is divided as -x // 1
            is_turned = self.put(f"icmp eq i64 {divisor}, -1")
            turned = self.put(f"sub i64 0, {dividend}")
            dividend = self.put(f"select i1 {is_turned}, i64 {turned}, i64 {dividend}")
            divisor = self.put(f"select i1 {is_turned}, i64 1, i64 {divisor}")
        rest = self.put(f"srem i64 {dividend}, {divisor}")
        differ = self.put(f"icmp slt i64 {self.put(f'xor i64 {rest}, {divisor}')}, 0")
        is_off = self.put(f"and i1 {differ}, {self.put(f'icmp ne i64 {rest}, 0')}")
        if wants_quotient:
            quotient = self.put(f"sdiv i64 {dividend}, {divisor}")
            return Value(kind, self.put(f"sub i64 {quotient}, {self.put(f'zext i1 {is_off} to i64')}"))
        return Value(kind, self.put(f"add i64 {rest}, {self.put(f'select i1 {is_off}, i64 {divisor}, i64 0')}"))

    def of_comparison(self, comparison: tree.Comparison) -> Value:
        """A chain ends with the first that doesn't hold."""
        kind = comparison.operands[0].type
        left, right = self.value(comparison.operands[0]), self.value(comparison.operands[1])
        if isinstance(kind, Tuple):
            return self.equal_tuples(comparison.operators[0], left, right)
        result = self.compared(comparison.operators[0], left, right)
        if len(comparison.operators) == 1:
            return result
        kept, after = self.slot("i1"), self.name("after")
        self.do(f"store i1 {result.text}, ptr {kept}")
        for operator, operand in zip(comparison.operators[1:], comparison.operands[2:], strict=True):
            following = self.name("and")
            self.end(f"br i1 {result.text}, label {following}, label {after}")
            self.label(following)
            left, right = right, self.value(operand)
            result = self.compared(operator, left, right)
            self.do(f"store i1 {result.text}, ptr {kept}")
        self.label(after)
        return Value(BOOL, self.put(f"load i1, ptr {kept}"))

    def compared(self, operator: str, left: Value, right: Value) -> Value:
        test = COMPARISONS[operator]
        if left.type is FLOAT:
            return Value(BOOL, self.put(f"fcmp {'u' if test == 'ne' else 'o'}{test} double {left.text}, {right.text}"))
        if test not in ("eq", "ne"):
            test = ("s" if left.type is INT else "u") + test
        return Value(BOOL, self.put(f"icmp {test} {left.type.llvm} {left.text}, {right.text}"))

    def equal_tuples(self, operator: str, left: Value, right: Value) -> Value:
        same = "1"
        for place, kind in enumerate(left.type.elements):
            one, two = (self.put(f"extractvalue {each.type.llvm} {each.text}, {place}") for each in (left, right))
            same = self.put(f"and i1 {same}, {self.compared('==', Value(kind, one), Value(kind, two)).text}")
        return Value(BOOL, same if operator == "==" else self.put(f"xor i1 {same}, 1"))

    def of_not(self, expression: tree.Not) -> Value:
        return Value(BOOL, self.put(f"xor i1 {self.value(expression.operand).text}, 1"))

    def of_logic(self, logic: tree.Logic) -> Value:
        return self.chosen(BOOL, logic, tree.Literal(BOOL, 1), tree.Literal(BOOL, 0))

    def of_choice(self, choice: tree.Choice) -> Value:
        return self.chosen(choice.type, choice.test, choice.one, choice.other)

    def chosen(self, kind: Scalar | Tuple, test: tree.Expression, one: tree.Expression, two: tree.Expression) -> Value:
        then, other, after = self.name("then"), self.name("else"), self.name("after")
        kept = self.slot(kind.llvm)
        self.branch(test, then, other)
        for label, expression in ((then, one), (other, two)):
            self.label(label)
            self.do(f"store {kind.llvm} {self.value(expression).text}, ptr {kept}")
            self.end(f"br label {after}")
        self.label(after)
        return Value(kind, self.put(f"load {kind.llvm}, ptr {kept}"))

    def of_conversion(self, conversion: tree.Conversion) -> Value:
        value, to = self.value(conversion.operand), conversion.type
        have = value.type
        if have in INTEGERS and to in INTEGERS:
            return Value(to, value.text)
        if to is FLOAT:
            return Value(to, self.put(f"{'si' if have is INT else 'ui'}tofp {have.llvm} {value.text} to double"))
        return Value(to, self.put(f"zext i1 {value.text} to i64"))

    # -- calls -------------------------------------------------------------------------------------------

    def of_call(self, call: tree.Call) -> Value:
        given: list[str] = []
        for value in [self.value(each) for each in call.arguments]:
            given.append(f"{value.type.llvm} {value.text}")
            if isinstance(value.type, Array):
                given.append(f"i64 {value.length}")
        callee = self.functions[call.function]
        symbol = symbol_of(callee, arrays_given(callee, call, self.function.unwritten))
        text = f"call {call.type.llvm} @{symbol}({', '.join([*given, 'ptr %context'])})"
        if call.type is NONE:
            self.do(text)
            return Value(NONE, "")
        return Value(call.type, self.put(text))

    def of_primitive(self, primitive: tree.Primitive) -> Value:
        values = [self.value(each) for each in primitive.arguments]
        kind, text, name = primitive.type, values[0].text, primitive.name
        if name in ("lowest", "highest"):
            self.check(self.put(f"icmp eq i64 {text}, 0"), primitive.where, "is asked of 0, in which no bit is set")
            if name == "lowest":
                return Value(kind, self.intrinsic("cttz", "i64", text, flag="1"))
            return Value(kind, self.put(f"xor i64 63, {self.intrinsic('ctlz', 'i64', text, flag='1')}"))
        if name == "popcount":
            return Value(kind, self.intrinsic("ctpop", "i64", text))
        if name == "byteswap":
            return Value(kind, self.intrinsic("bswap", "i64", text))
        if name == "int":
            return self.cut_off(kind, text, primitive.where)
        if name == "sqrt":
            self.check(self.put(f"fcmp olt double {text}, 0.0"), primitive.where, "is the root of a negative number")
            return Value(kind, self.intrinsic("sqrt", "double", text))
        if name == "abs":
            return Value(kind, self.intrinsic("fabs", "double", text) if kind is FLOAT else self.absolute(text))
        for value in values[1:]:
            text = self.intrinsic(("u" if kind is WORD else "s") + name, "i64", text, value.text)
        return Value(kind, text)

    def cut_off(self, kind: Scalar, text: str, where: ast.AST) -> Value:
        """A float without its fraction."""
        least, most = ("-1.0", 2.0**64) if kind is WORD else (-(2.0**63), 2.0**63)
        is_above = self.put(f"fcmp {'ogt' if kind is WORD else 'oge'} double {text}, {least}")
        is_inside = self.put(f"and i1 {is_above}, {self.put(f'fcmp olt double {text}, {most}')}")
        self.check(self.put(f"xor i1 {is_inside}, 1"), where, f"doesn't fit into the 64 bits of {kind}")
        return Value(kind, self.put(f"fpto{'u' if kind is WORD else 's'}i double {text} to i64"))

    def absolute(self, text: str) -> str:
        return self.intrinsic("abs", "i64", text, flag="0")
