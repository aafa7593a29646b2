"""All functions that some algorithms need of a kernel, checked and written in LLVM's language."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludograph.engine.bitsets import marked
from ludograph.engine.compiler.calls import Interface
from ludograph.engine.compiler.emission import Emission, NotToBeRead, Variant
from ludograph.engine.compiler.failing import ENTRY, Site
from ludograph.engine.compiler.faults import Fault, InvalidKernel
from ludograph.engine.compiler.signatures import Signatures
from ludograph.engine.compiler.statements import Function
from ludograph.engine.kernel import Bindings, Kernel, collect, is_rule
from ludograph.errors import InvalidGame

#: Nodes of Python's syntax tree in a function with all that is put into it. The longest of ours has 7,400.
MOST_INLINED = 20_000
#: What algorithms need at several places is put into each of them up to this length; what is longer is there once, and
#: called: LLVM would work on every copy, and search is no faster for it (±3 % in eight games).
LONGEST_COPIED = 2_000

Entries = Mapping[str, Callable[..., Any]]
Functions = dict[Variant, Function]


@dataclass(frozen=True)
class Module:
    """LLVM's text, the types of the functions that can be called from outside, and what can go wrong in it."""

    text: str
    entries: dict[str, Interface]
    sites: list[Site]


def write_module(
    kernel: Kernel,
    entries: Entries,
    bindings: Bindings,
    *,
    can_jump: bool = True,
    has_bounds_checks: bool = True,
    prefix: str = ENTRY,
) -> Module:
    """The entries, as symbols with a prefix, and all that they call. InvalidKernel lists all that is wrong with it."""
    count: Any = kernel.complete_functions()["count"]
    marking: Any = marked
    emission = Emission(kernel, can_jump, has_bounds_checks, unlisted=count, marking=marking)
    try:
        functions = compiled(emission, entries, bindings)
    except NotToBeRead:
        emission = Emission(kernel, can_jump, has_bounds_checks)
        functions = compiled(emission, entries, bindings)
    mark_recursion(functions)
    wanted: dict[str, Any] = {name: (entry, frozenset(), frozenset()) for name, entry in entries.items()}
    limit_inlining(functions, wanted.values())
    interfaces: dict[str, Interface] = {}
    for name, variant in wanted.items():
        function = functions[variant]
        function.is_entry = can_jump
        interfaces[name] = Interface.of(function.parameters, function.result)
        emission.entry(prefix + name, function.symbol, function.parameters, function.result)
    emission.functions += [function.text() for function in functions.values()]
    return Module(emission.text(), interfaces, emission.sites)


def compiled(emission: Emission, entries: Entries, bindings: Bindings) -> Functions:
    """The functions that the entries reach, without the branches that this kernel's constants rule out."""
    found: Functions = {}
    signatures = Signatures(emission.kernel, entries.values())
    faults: list[Fault] = []
    waiting: list[Any] = [(entry, frozenset(), frozenset()) for entry in entries.values()]
    try:
        while waiting:
            variant = waiting.pop()
            if variant not in found:
                function = found[variant] = Function(variant, emission, bindings[variant[0]], signatures)
                function.compile()
                faults += function.faults
                waiting += sorted(function.callees, key=lambda each: (each[0].__module__, each[0].__qualname__))
    except RecursionError:
        raise InvalidGame(f"The kernel {emission.kernel.name} can't be compiled: it is nested too deeply.") from None
    if faults:
        raise InvalidKernel(emission.kernel.name, faults)
    return found


def check_kernel(kernel: Kernel) -> None:
    """InvalidKernel lists all that is wrong with the rules that a game brings itself; nothing is compiled."""
    own = {name: rule for name, rule in kernel.functions.items() if not rule.__module__.startswith("ludograph.")}
    compiled(Emission(kernel), own, collect(kernel, {}))


def mark_recursion(functions: Functions) -> None:
    """Functions that may come back to themselves are never put into their callers, and watch the stack."""
    for variant, function in functions.items():
        reached: set[Variant] = set()
        waiting = list(function.callees)
        while waiting:
            callee = waiting.pop()
            if callee not in reached:
                reached.add(callee)
                waiting += functions[callee].callees
        function.is_recursive = variant in reached
        function.is_inlined = function.is_inlined and not function.is_recursive


def limit_inlining(functions: Functions, entries: Iterable[Variant]) -> None:
    """What would be too long with all that is put into it is called: where each function calls the next one twice,
    every level would be twice as long as the one below. So is a long rule that algorithms need at several places."""
    callers = [function for variant, function in functions.items() if not is_rule(variant[0])]
    places = sum((function.callees for function in callers), Counter(entries))

    @cache
    def added(variant: Variant) -> int:
        """How much longer a call of it makes its caller."""
        function = functions[variant]
        if function.is_recursive:
            return 1
        own = sum(1 for _ in ast.walk(function.definition))
        total = own + sum(times * added(callee) for callee, times in function.callees.items())
        longest = MOST_INLINED if places[variant] < 2 else LONGEST_COPIED
        function.is_inlined = function.is_inlined and total <= longest
        return total if function.is_inlined else 1

    for variant in functions:
        added(variant)
