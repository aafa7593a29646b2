"""Arithmetic of numbers that are known when compiling: Python's own."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MOST_SHIFTED = 1 << 10


def folded(sign: str, left: int, right: int) -> int:
    """The value of an operation; ArithmeticError or ValueError when it has none."""
    if sign == "<<" and right > MOST_SHIFTED:
        raise ArithmeticError("no word has so many bits")
    return int(ARITHMETIC[sign](left, right))


def compared(signs: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether a chain of comparisons holds."""
    return all(COMPARISONS[sign](*pair) for sign, pair in zip(signs, pairwise(values), strict=True))
