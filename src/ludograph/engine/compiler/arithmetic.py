"""What operators mean for numbers: those that are known when compiling by Python's own arithmetic, others by LLVM's."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludograph.engine.compiler.conversions import Conversions
from ludograph.engine.compiler.faults import Refused
from ludograph.engine.compiler.types import BOOL, FLOAT, INT, INTEGERS, LITERAL, WORD, Tuple, Type
from ludograph.engine.compiler.values import Check, Value
from ludograph.engine.kernel import is_rule

MOST_SHIFTED = 1 << 10


@dataclass(frozen=True)
class Operator:
    """What is written, and what it means in Python."""

    sign: str
    function: Callable[[Any, Any], Any]

    @property
    def llvm(self) -> str:
        """Python and LLVM have the same names for add, sub, mul, and, or, xor, eq, ne, lt, le, gt, ge."""
        return self.function.__name__.strip("_")


OPERATORS: dict[type[ast.AST], Operator] = {
    ast.Add: Operator("+", operator.add),
    ast.Sub: Operator("-", operator.sub),
    ast.Mult: Operator("*", operator.mul),
    ast.FloorDiv: Operator("//", operator.floordiv),
    ast.Mod: Operator("%", operator.mod),
    ast.Div: Operator("/", operator.truediv),
    ast.BitAnd: Operator("&", operator.and_),
    ast.BitOr: Operator("|", operator.or_),
    ast.BitXor: Operator("^", operator.xor),
    ast.LShift: Operator("<<", operator.lshift),
    ast.RShift: Operator(">>", operator.rshift),
    ast.Eq: Operator("==", operator.eq),
    ast.NotEq: Operator("!=", operator.ne),
    ast.Lt: Operator("<", operator.lt),
    ast.LtE: Operator("<=", operator.le),
    ast.Gt: Operator(">", operator.gt),
    ast.GtE: Operator(">=", operator.ge),
}


class Arithmetic(Conversions):
    """Within one function."""

    def arithmetic(self, kind_of_operator: type[ast.AST], left: Value, right: Value, node: ast.AST) -> Value:
        if kind_of_operator not in OPERATORS:
            raise Refused(node, "the operators of a kernel are + - * / // % & | ^ << >>; sqrt of math takes roots")
        found = OPERATORS[kind_of_operator]
        sign = found.sign
        is_constant = left.known is not None and right.known is not None
        if is_constant and sign != "/" and FLOAT not in (left.type, right.type):
            return self.folded(found, left, right, node)
        if sign in ("<<", ">>"):
            return self.shifted(sign, left, right, node)
        if sign in ("&", "|", "^") and left.type is right.type is BOOL:
            return Value(BOOL, self.put(f"{found.llvm} i1 {left.text}, {right.text}"))
        left, right = self.common([left, right], sign, node)
        if sign == "/":
            return self.fraction(left, right, node)
        if left.type is not FLOAT:
            return (self.divided if sign in ("//", "%") else self.modular)(found, left, right, node)
        if sign not in ("+", "-", "*"):
            raise Refused(node, f"{sign} is for integers")
        return Value(FLOAT, self.put(f"f{found.llvm} double {left.text}, {right.text}"))

    def folded(self, found: Operator, left: Value, right: Value, node: ast.AST) -> Value:
        if found.sign == "<<" and right.known > MOST_SHIFTED:  # type: ignore[operator]
            raise Refused(node, "no word has so many bits")
        try:
            value = found.function(left.known, right.known)
        except (ArithmeticError, ValueError) as error:
            raise Refused(node, str(error)) from None
        if left.type is right.type is BOOL and found.sign in ("&", "|", "^"):
            return self.truth_known(value)
        declared = {left.type, right.type} & {*INTEGERS}
        return self.literal(value, declared.pop(), node) if len(declared) == 1 else Value(LITERAL, known=value)

    def truth_known(self, value: Any) -> Value:
        return Value(BOOL, str(int(bool(value))), int(bool(value)))

    def modular(self, found: Operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Integers by + - * & | ^, of which only the lowest 64 bits stay."""
        differences = left.differences + right.differences
        parts = left.may_be_negative, right.may_be_negative
        may_be_negative = all(parts) if found.sign == "&" else any(parts) or found.sign == "-"
        if found.sign == "&":  # (a - b) & MASK is the same with a number below 0 and with the word of its bits
            for one, other in ((left, right), (right, left)):
                for check in () if other.may_be_negative else one.differences:
                    check.is_needed = False
        elif found.sign == "-":
            differences += self.check_difference(left, right, node)
        text = self.put(f"{found.llvm} i64 {left.text}, {right.text}")
        return Value(left.type, text, may_be_negative=may_be_negative, differences=differences)

    def check_difference(self, left: Value, right: Value, where: ast.AST) -> tuple[Check, ...]:
        """A rule has no negative numbers: in plain Python it would go on with another one."""
        if left.type is not WORD or not self.emission.has_bounds_checks or not is_rule(self.function):
            return ()
        is_below = self.put(f"icmp ult i64 {left.text}, {right.text}")
        return (self.check(is_below, where, "is below 0: {0} - {1}", left.text, right.text),)

    def shifted(self, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
        """As Python says also by 64 and more, of which the machine knows nothing."""
        right = self.coerced(right, self.number, node) if right.type is BOOL else self.settled(right, node)
        if left.type in (LITERAL, BOOL) and right.type in INTEGERS:
            left = self.common([left, Value(right.type)], sign, node)[0]
        if left.type not in INTEGERS or right.type not in INTEGERS:
            raise Refused(node, f"{sign} is for integers")
        operation = "shl" if sign == "<<" else "lshr" if left.type is WORD else "ashr"
        count, is_inside = right.text, "1"
        if right.known is None or not 0 <= right.known < 64:
            is_inside = self.put(f"icmp ult i64 {count}, 64")
        if operation == "ashr" and is_inside != "1":
            count, is_inside = self.put(f"select i1 {is_inside}, i64 {count}, i64 63"), "1"
        text = self.put(f"{operation} i64 {left.text}, {count}")
        if is_inside != "1":
            text = self.put(f"select i1 {is_inside}, i64 {text}, i64 0")
        if sign == ">>":
            return Value(left.type, text)
        return Value(left.type, text, may_be_negative=left.may_be_negative, differences=left.differences)

    def fraction(self, left: Value, right: Value, node: ast.AST) -> Value:
        if is_rule(self.function):
            raise Refused(node, "rules have whole numbers only: // divides them")
        left, right = (self.coerced(each, FLOAT, node) for each in (left, right))
        self.check(self.put(f"fcmp oeq double {right.text}, 0.0"), node, "is a division by 0")
        return Value(FLOAT, self.put(f"fdiv double {left.text}, {right.text}"))

    def divided(self, found: Operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Rounded down, as Python does."""
        kind, dividend, divisor, wants_quotient = left.type, left.text, right.text, found.sign == "//"
        if right.known is None:
            self.check(self.put(f"icmp eq i64 {divisor}, 0"), node, "is a division by 0")
        elif right.known <= 0:
            raise Refused(node, "a constant divisor is above 0")
        if kind is WORD:
            return Value(kind, self.put(f"{'udiv' if wants_quotient else 'urem'} i64 {dividend}, {divisor}"))
        if right.known is None:  # the least number by -1 would trap: x // -1 is divided as -x // 1
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

    def negative(self, value: Value, node: ast.AST) -> Value:
        if value.type is FLOAT and value.known is not None:
            return self.literal(-value.known, FLOAT, node)
        return self.arithmetic(ast.Sub, Value(LITERAL, known=0), value, node)

    def compared(self, found: Operator, left: Value, right: Value, node: ast.AST) -> Value:
        if left.known is not None and right.known is not None:
            return self.truth_known(found.function(left.known, right.known))
        if isinstance(left.type, Tuple):
            if found.sign not in ("==", "!=") or left.type != right.type:
                raise Refused(node, "tuples of the same type are equal or not")
            return self.equal_tuples(found.sign, left, right)
        left, right = self.common([left, right], "comparison", node)
        return Value(BOOL, self.holds(found.llvm, left.type, left.text, right.text))

    def holds(self, test: str, kind: Type, left: str, right: str) -> str:
        if kind is FLOAT:
            return self.put(f"fcmp {'u' if test == 'ne' else 'o'}{test} double {left}, {right}")
        signed = "" if test in ("eq", "ne") else "s" if kind is INT else "u"
        return self.put(f"icmp {signed}{test} {kind.llvm} {left}, {right}")

    def equal_tuples(self, sign: str, left: Value, right: Value) -> Value:
        same = "1"
        for place, kind in enumerate(left.type.elements):
            one, two = (self.field(each, place).text for each in (left, right))
            same = self.put(f"and i1 {same}, {self.holds('eq', kind, one, two)}")
        return Value(BOOL, same if sign == "==" else self.put(f"xor i1 {same}, 1"))
