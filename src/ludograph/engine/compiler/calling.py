"""What calls mean: functions of the kernel, classes of states, primitives, and a few functions of Python."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from ludograph.engine import bits
from ludograph.engine.compiler.emission import Emission, NotToBeRead, Variant
from ludograph.engine.compiler.expressions import Expressions
from ludograph.engine.compiler.faults import Consequence, Refused
from ludograph.engine.compiler.signatures import Signatures
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
from ludograph.engine.compiler.values import ArrayValue, TupleValue, Value
from ludograph.engine.kernel import GAME, is_rule

#: The primitives, with LLVM's names for them.
OF_WORDS = {bits.lowest: "cttz", bits.highest: "ctlz", bits.popcount: "ctpop", bits.byteswap: "bswap"}
WORD_BITS = 64
CALLS = "a kernel calls functions by their names, classes of states, and a few functions of Python"


class Word:
    """Stands for the name by which kernels make a number unsigned; in plain Python that is ``int``."""


CALLED = {each.__name__: each for each in (len, int, bool, abs, min, max, math.sqrt)}


LANES = (8, 16, 32, 64)


def lanes_of(count: int) -> Iterator[tuple[int, int]]:
    """So many bits in vectors of a machine's width: where each begins and how wide it is. The last may begin within
    the one before it, so that 42 are 32 and 16."""
    bit = 0
    while bit < count:
        rest = count - bit
        enough = [lanes for lanes in LANES if rest <= lanes <= count]
        fitting = [lanes for lanes in LANES if lanes <= rest]
        lanes = enough[0] if enough else fitting[-1] if fitting else 1
        bit = min(bit, count - lanes)
        yield bit, lanes
        bit += lanes


class Calling(Expressions):
    """Within one function."""

    def __init__(
        self, function: FunctionType, emission: Emission, names: dict[str, Any], signatures: Signatures
    ) -> None:
        super().__init__(function, emission, names)
        self.signatures = signatures
        self.callees: Counter[Variant] = Counter()
        #: What the statement at hand returns, or gives to the very variable that it is made of.
        self.last_use: ast.expr | None = None

    def visit_Call(self, node: ast.Call) -> Value:
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            raise Refused(node, "arguments are given by their order")
        called = self.called(node.func)
        if called is self.emission.marking:
            return self.marked_by(node)
        arguments = [self.value(each) for each in node.args]
        if isinstance(called, FunctionType) and called.__module__ != bits.__name__:
            return self.call(called, arguments, node)
        if isinstance(called, type) and hasattr(called, "_fields"):
            kind = state_type(called)
            return TupleValue(kind, parts=tuple(self.matched(called.__name__, arguments, kind.elements, node)))
        if called in OF_WORDS:
            return self.primitive(called, arguments, node)
        found: Value = getattr(self, f"call_{called.__name__.lower()}")(arguments, node)
        return found

    def called(self, node: ast.expr) -> Any:
        """What a call calls: a function of the kernel, a class of states, a primitive or one of a few of Python's."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == GAME:
            kernel = self.emission.kernel
            rules = kernel.complete_functions()
            if node.attr not in rules:
                raise Refused(node, f"the kernel {kernel.name} has no function {node.attr}")
            return rules[node.attr]
        name = getattr(node, "id", "")
        if name == "Word":
            return Word
        found = self.names.get(name, CALLED.get(name))
        is_state = isinstance(found, type) and hasattr(found, "_fields")
        is_known = callable(found) and found in CALLED.values()
        is_function = isinstance(found, FunctionType) and found is not bits.abreast  # which is for heads of loops
        if name in self.types or not (is_function or is_state or is_known):
            raise Refused(node, f"{ast.unparse(node)} can't be called: {CALLS}")
        return found

    def call(self, function: FunctionType, arguments: list[Value], node: ast.Call) -> Value:
        """Parameters declare their types, so that arguments become signed or unsigned by them."""
        try:
            parameters, result = self.signatures.of(function)
        except Refused as refused:
            self.callees[function, frozenset(), frozenset()] += 1  # where that is told
            raise Consequence(node, refused.why) from None
        given = self.matched(function.__name__, arguments, tuple(kind for _, kind in parameters), node)
        texts: list[str] = []
        unwritten: set[str] = set()
        marked: set[str] = set()
        for (name, _), value in zip(parameters, given, strict=True):
            texts.append(f"{value.type.llvm} {self.read(value)}")
            if isinstance(value, ArrayValue):
                texts.append(f"i64 {value.length}")
                if function == self.emission.unlisted or value.name in self.unwritten:
                    unwritten.add(name)
                elif value.name in self.marked:
                    marked.add(name)
        variant = function, frozenset(unwritten), frozenset(marked)
        self.callees[variant] += 1
        text = f"call {result.llvm} @{self.emission.symbol(variant)}({', '.join([*texts, 'ptr %context'])})"
        if result is NONE:
            self.do(text)
            return Value(NONE)
        return (TupleValue if isinstance(result, Tuple) else Value)(result, self.put(text))

    def marked_by(self, node: ast.Call) -> Value:
        """The set of what a call would write into an array, which marks that in a word instead."""
        array = self.value(node.args[1]) if len(node.args) == 2 else None
        if not isinstance(array, ArrayValue) or array.table is not None or array.type.bits != WORD_BITS:
            raise Refused(node, "marked takes how many numbers an array of words has, and that array")
        word = self.slot("i64")
        self.do(f"store i64 0, ptr {word}")
        before = self.marked
        self.marked = {**before, array.name: word}
        self.coerced(self.value(node.args[0]), WORD, node.args[0], is_declared=True)
        self.marked = before
        return Value(WORD, self.put(f"load i64, ptr {word}"))

    def matched(self, name: str, arguments: list[Value], kinds: tuple[Type, ...], node: ast.Call) -> list[Value]:
        if len(arguments) != len(kinds):
            number = f"{len(kinds)} argument{'s' * (len(kinds) != 1)}"
            raise Refused(node, f"{name} takes {number}, and this gives {len(arguments)}")
        nodes = zip(arguments, kinds, node.args, strict=True)
        return [self.coerced(value, kind, each, is_declared=True) for value, kind, each in nodes]

    def primitive(self, called: FunctionType, arguments: list[Value], node: ast.Call) -> Value:
        """An instruction of the machine, or two."""
        (word,) = self.matched(called.__name__, arguments, (WORD,), node)
        if called not in (bits.lowest, bits.highest):
            return Value(WORD, self.intrinsic(OF_WORDS[called], "i64", word.text))
        self.check(self.put(f"icmp eq i64 {word.text}, 0"), node, "is asked of 0, in which no bit is set")
        text = self.intrinsic(OF_WORDS[called], "i64", word.text, flag="1")
        return Value(WORD, text if called is bits.lowest else self.put(f"xor i64 63, {text}"))

    def call_replaced(self, arguments: list[Value], node: ast.Call) -> Value:
        """A state with another word in one of its places; made of a variable itself if that is its last use."""
        if len(arguments) != 3 or not isinstance(arguments[0].type, Tuple) or not arguments[0].type.fields:
            raise Refused(node, "replaced takes a state, a place and a word")
        kind = arguments[0].type
        index = self.place(kind, arguments[1], node.args[1])
        word = self.coerced(arguments[2], WORD, node.args[2], is_declared=True)
        memory = self.in_memory(arguments[0], may_share=node is self.last_use)
        self.do(f"store i64 {word.text}, ptr {self.word_in(memory, index, len(kind.elements), node)}")
        return TupleValue(kind, memory=memory)

    def call_spread(self, arguments: list[Value], node: ast.Call) -> Value:
        """Bits as numbers side by side, as many at once as the machine can."""
        if len(arguments) != 4 or not isinstance(arguments[1], ArrayValue) or arguments[1].table is not None:
            raise Refused(node, "spread takes a word, an array to be written, a place in it and a number of bits")
        word = self.coerced(arguments[0], WORD, node.args[0], is_declared=True)
        array, count = arguments[1], arguments[3].known
        if not isinstance(count, int) or not 0 <= count <= WORD_BITS:
            raise Refused(node.args[3], f"the number of bits is a constant from 0 to {WORD_BITS}")
        first = self.settled(arguments[2], node.args[2])
        if first.type not in INTEGERS:
            raise Refused(node.args[2], f"a place in an array is an integer, and this is {a(first.type)}")
        if count == 0 or array.name in self.unwritten:
            return Value(NONE)
        if array.name in self.marked:
            raise NotToBeRead
        for place in dict.fromkeys((0, count - 1)):
            self.check_index(Value(first.type, self.put(f"add i64 {first.text}, {place}")), array.length, node)
        bits = array.type.bits
        for bit, lanes in lanes_of(count):
            shifted = self.put(f"lshr i64 {word.text}, {bit}")
            cut = shifted if lanes == WORD_BITS else self.put(f"trunc i64 {shifted} to i{lanes}")
            truths = self.put(f"bitcast i{lanes} {cut} to <{lanes} x i1>")
            numbers = self.put(f"zext <{lanes} x i1> {truths} to <{lanes} x i{bits}>")
            begin = self.put(f"add i64 {first.text}, {bit}")
            address = self.put(f"getelementptr inbounds i{bits}, ptr {array.text}, i64 {begin}")
            self.do(f"store <{lanes} x i{bits}> {numbers}, ptr {address}, align {bits // 8}")
        return Value(NONE)

    def call_len(self, arguments: list[Value], node: ast.Call) -> Value:
        if len(arguments) != 1 or not isinstance(arguments[0].type, Array | Tuple):
            raise Refused(node, "len takes an array or a tuple")
        (value,) = arguments
        if not isinstance(value, ArrayValue):
            return Value(LITERAL, known=len(value.type.elements))
        if value.table is not None:
            return Value(LITERAL, known=len(value.table))
        return Value(self.number, value.length)

    def converted(self, arguments: list[Value], to: Scalar, node: ast.Call) -> Value:
        if len(arguments) != 1 or arguments[0].type not in (*NUMBERS, BOOL, LITERAL):
            raise Refused(node, f"{ast.unparse(node.func)} takes a number")
        if arguments[0].type is FLOAT:
            return self.cut_off(arguments[0].text, to, node)
        return self.coerced(arguments[0], to, node, is_declared=True)

    def cut_off(self, text: str, to: Scalar, node: ast.Call) -> Value:
        """A float without its fraction."""
        least, most = ("-1.0", 2.0**64) if to is WORD else (-(2.0**63), 2.0**63)
        is_above = self.put(f"fcmp {'ogt' if to is WORD else 'oge'} double {text}, {least}")
        is_inside = self.put(f"and i1 {is_above}, {self.put(f'fcmp olt double {text}, {most}')}")
        self.check(self.put(f"xor i1 {is_inside}, 1"), node, f"doesn't fit into the 64 bits of {to}")
        return Value(to, self.put(f"fpto{'u' if to is WORD else 's'}i double {text} to i64"))

    def call_int(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.converted(arguments, self.number, node)

    def call_word(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.converted(arguments, WORD, node)

    def call_bool(self, arguments: list[Value], node: ast.Call) -> Value:
        if len(arguments) != 1:
            raise Refused(node, "bool takes one value")
        return self.truth(arguments[0], node.args[0])

    def call_abs(self, arguments: list[Value], node: ast.Call) -> Value:
        if len(arguments) != 1:
            raise Refused(node, "abs takes one number")
        if arguments[0].type is LITERAL:
            return Value(LITERAL, known=abs(arguments[0].known or 0))
        (value,) = self.common(arguments, "abs", node)
        if value.type is FLOAT:
            return Value(FLOAT, self.intrinsic("fabs", "double", value.text))
        return value if value.type is WORD else Value(value.type, self.intrinsic("abs", "i64", value.text, flag="0"))

    def call_min(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.extreme(min, arguments, node)

    def call_max(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.extreme(max, arguments, node)

    def extreme(self, choose: Callable[..., Any], arguments: list[Value], node: ast.Call) -> Value:
        name = choose.__name__
        if len(arguments) < 2:
            raise Refused(node, f"{name} takes two numbers or more")
        if all(value.type is LITERAL for value in arguments):
            return Value(LITERAL, known=choose(value.known for value in arguments))
        first, *others = self.common(arguments, name, node)
        if first.type is FLOAT:
            raise Refused(node, f"{name} is for integers")
        text = first.text
        for other in others:
            text = self.intrinsic(("u" if first.type is WORD else "s") + name, "i64", text, other.text)
        return Value(first.type, text)

    def call_sqrt(self, arguments: list[Value], node: ast.Call) -> Value:
        if is_rule(self.function):
            raise Refused(node, "rules have whole numbers only")
        (value,) = self.matched("sqrt", arguments, (FLOAT,), node)
        self.check(self.put(f"fcmp olt double {value.text}, 0.0"), node, "is the root of a negative number")
        return Value(FLOAT, self.intrinsic("sqrt", "double", value.text))
