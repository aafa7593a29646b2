"""All functions that some algorithms need of a kernel, checked and written in LLVM's language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.checker import Checker
from ludograph.engine.compiler.emission import Emission, plain_name
from ludograph.engine.compiler.emitter import Emitter
from ludograph.engine.compiler.failing import ENTRY, Site
from ludograph.engine.compiler.faults import Fault, InvalidKernel
from ludograph.engine.compiler.signatures import Signature, Signatures
from ludograph.engine.compiler.unlisted import unlisted
from ludograph.engine.kernel import Bindings, Kernel, collect
from ludograph.errors import InvalidGame

#: Nodes of Python's syntax tree in a function with all that is put into it. The longest of ours has 7,400.
MOST_INLINED = 20_000


@dataclass(frozen=True)
class Module:
    """LLVM's text, the types of the functions that can be called from outside, and what can go wrong in it."""

    text: str
    entries: dict[str, Signature]
    sites: list[Site]


def write_module(
    kernel: Kernel,
    entries: Mapping[str, Callable[..., Any]],
    bindings: Bindings,
    *,
    can_jump: bool = True,
    has_bounds_checks: bool = True,
    prefix: str = ENTRY,
) -> Module:
    """The entries, as symbols with a prefix, and all that they call. InvalidKernel lists all that is wrong with it."""
    try:
        return _written(kernel, entries, bindings, Emission(can_jump, has_bounds_checks), prefix)
    except RecursionError:
        raise InvalidGame(f"The kernel {kernel.name} can't be compiled: it is nested too deeply.") from None


def _written(
    kernel: Kernel,
    entries: Mapping[str, Callable[..., Any]],
    bindings: Bindings,
    emission: Emission,
    prefix: str,
) -> Module:
    functions = checked_functions(kernel, entries, bindings)
    mark_recursion(functions)
    limit_inlining(functions)
    for name, entry in entries.items():
        functions[entry].is_entry = emission.can_jump  # type: ignore[index]
        emission.entry(prefix + name, functions[entry])  # type: ignore[index]
    count: Any = kernel.complete_functions()["count"]
    variants = unlisted(functions, count) if count in functions else []
    symbols = {variant.symbol for variant in variants}
    for function in [*variants, *(each for each in functions.values() if each.symbol not in symbols)]:
        Emitter(emission, function, functions).emit()
    signatures = {name: _signature(functions[entry]) for name, entry in entries.items()}  # type: ignore[index]
    return Module(emission.text(), signatures, emission.sites)


def _signature(function: tree.Function) -> Signature:
    return function.parameters, function.result


def checked_functions(
    kernel: Kernel, entries: Mapping[str, Callable[..., Any]], bindings: Bindings
) -> dict[FunctionType, tree.Function]:
    """The functions that the entries reach, without the branches that this kernel's constants rule out."""
    found: dict[FunctionType, tree.Function] = {}
    signatures = Signatures(kernel, entries.values())
    faults: list[Fault] = []
    waiting: list[Any] = list(entries.values())
    while waiting:
        function = waiting.pop()
        if function not in found:
            checker = Checker(function, bindings[function], signatures)
            found[function] = checker.check(f"function.{len(found)}.{plain_name(function.__name__)}")
            faults += checker.faults
            waiting += sorted(checker.callees, key=lambda each: (each.__module__, each.__qualname__))
    if faults:
        raise InvalidKernel(kernel.name, faults)
    return found


def check_kernel(kernel: Kernel) -> None:
    """InvalidKernel lists all that is wrong with the rules that a game brings itself; nothing is compiled."""
    own = {name: rule for name, rule in kernel.functions.items() if not rule.__module__.startswith("ludograph.")}
    checked_functions(kernel, own, collect(kernel, {}))


def mark_recursion(functions: dict[FunctionType, tree.Function]) -> None:
    """Functions that may come back to themselves are never put into their callers, and watch the stack."""
    for function in functions.values():
        reached: set[FunctionType] = set()
        waiting = list(function.callees)
        while waiting:
            callee = waiting.pop()
            if callee not in reached:
                reached.add(callee)
                waiting += functions[callee].callees
        function.is_recursive = function.function in reached
        function.is_inlined = function.is_inlined and not function.is_recursive


def limit_inlining(functions: dict[FunctionType, tree.Function]) -> None:
    """What would be too long with all that is put into it is called: where each function calls the next one twice,
    every level would be twice as long as the one below."""

    @cache
    def added(function: FunctionType) -> int:
        """How much longer a call of it makes its caller."""
        checked = functions[function]
        if checked.is_recursive:
            return 1
        own = sum(1 for _ in ast.walk(checked.definition))
        total = own + sum(times * added(callee) for callee, times in checked.callees.items())
        checked.is_inlined = checked.is_inlined and total <= MOST_INLINED
        return total if checked.is_inlined else 1

    for function in functions:
        added(function)
