"""What ``count`` puts on the stack nobody reads: where it only writes there, it is compiled without the writing.

Then nothing is left of a loop over a set but the number of its turns, which LLVM knows to be a popcount: a list is
counted about as fast as a function for it that somebody wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.types import Array

Arrays = frozenset[str]


def unlisted(functions: Mapping[FunctionType, tree.Function], count: FunctionType) -> list[tree.Function]:
    """The functions through which ``count`` would write into its array, itself included, without the writing; none of
    them, if one reads what is there."""
    first = count, frozenset(name for name, kind in functions[count].parameters if isinstance(kind, Array))
    found = {first: replace(functions[count], unwritten=first[1])}
    waiting = [first]
    while waiting:
        function, arrays = waiting.pop()
        for part in read_parts(functions[function].body):
            if isinstance(part, tree.Element) and is_one_of(part.array, arrays):
                return []
            if isinstance(part, tree.Call):
                callee = functions[part.function]
                variant = part.function, arrays_given(callee, part, arrays)
                if variant[1] and variant not in found:
                    found[variant] = replace(callee, symbol=symbol_of(callee, variant[1]), unwritten=variant[1])
                    waiting.append(variant)
    return list(found.values())


def symbol_of(function: tree.Function, unwritten: Arrays) -> str:
    """The name in the machine code of the variant that leaves some arrays as they are."""
    return ".".join([function.symbol, *sorted(unwritten)])


def arrays_given(callee: tree.Function, call: tree.Call, arrays: Arrays) -> Arrays:
    """What a callee names those of its arrays that are some of the caller's."""
    pairs = zip(callee.parameters, call.arguments, strict=True)
    return frozenset(name for (name, _), argument in pairs if is_one_of(argument, arrays))


def is_one_of(expression: tree.Expression, arrays: Arrays) -> bool:
    return isinstance(expression, tree.Local) and expression.name in arrays


def read_parts(part: Any) -> Iterator[Any]:
    """A statement or expression and all that it is made of, but for the places that it writes to."""
    if isinstance(part, list):
        for each in part:
            yield from read_parts(each)
    elif isinstance(part, tree.Assignment):
        yield from read_parts([target.index for target in part.targets if isinstance(target, tree.Element)])
        yield from read_parts(part.values)
    elif isinstance(part, tree.Statement | tree.Expression):
        yield part
        yield from read_parts(list(vars(part).values()))
