"""A kernel: the functions and constants of one game's rules, found by following names.

A kernel is given by its entry functions (``generate``, ``apply``, …). What they call and what constants they
use is found in their own globals; ``constants`` binds further names or other values, such as a
variant's facts and a board's tables. So the rules of a game are ordinary module-level functions.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

from ludograph.core.authors import PLAIN
from ludograph.engine import bits
from ludograph.engine.rules import DEFAULTS, FOR_SEARCHES
from ludograph.errors import InvalidGame

ALGORITHMS = "ludograph.engine.algorithms"  # the package of functions that are no rules
ALLOWED_BUILTINS = frozenset({"range", "len", "min", "max", "abs", "bool", "int", "True", "False"})
GAME = "game"  # the name by which algorithms call the kernel


@dataclass(frozen=True)
class Kernel:
    """The rules of one game with its constants.

    ``max_moves`` bounds the number of moves in a position: it sizes the move stacks. ``is_trusted`` kernels
    are compiled without bounds checks.
    """

    name: str
    state: type[tuple[int, ...]]
    functions: Mapping[str, Callable[..., Any]]
    constants: Mapping[str, Any]
    max_moves: int
    is_trusted: bool = False
    distance_bits: int = 8  # the width of ``Distances`` in its algorithms

    def complete_functions(self) -> dict[str, Callable[..., Any]]:
        """The entry functions, with the defaults where the game brings none."""
        return {**DEFAULTS, **self.functions}

    def digest_of_constants(self) -> str:
        """A number for what the constants of the rules are: a game read from another file has another one, one that is
        judged by other weights has not."""
        total, not_of_rules = hashlib.sha256(), self._constants_of_searches()
        has_derived_ranks = "DECLARED_NUMBERS" in self.constants
        for name, value in sorted(self.constants.items()):
            if name.startswith(NO_RULES) or (name.startswith("DECLARED_") and not has_derived_ranks):
                continue
            if name in not_of_rules:
                continue
            total.update(f"{name}={plain_value(value)};".encode())
        return total.hexdigest()

    def _constants_of_searches(self) -> set[str]:
        """The names that nothing but a search looks up: what pieces are worth, and where they stand well."""
        used: dict[bool, set[str]] = {}
        functions = self.complete_functions()
        for is_searching in (True, False):
            own = [each for each in functions.items() if (each[0] in FOR_SEARCHES) is is_searching]
            used[is_searching] = {name for names in _closure(self, own).values() for name in names}
        return used[True] - used[False]


#: So begin the names of constants that tell what stands where or how a hand makes a move, or that help to search:
#: whatever they are, solutions stay what they are.
NO_RULES = ("CONTENT_", "PATTERN_", "TOUCHED_")

#: For each function the global names that it uses, with what they are bound to.
Bindings = dict[FunctionType, dict[str, Any]]


def is_rule(function: FunctionType) -> bool:
    """Whether a function's integers are words: all but those of the algorithms."""
    return not function.__module__.startswith(ALGORITHMS)


def collect(kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]]) -> Bindings:
    """The closure of a kernel's and some algorithms' functions under the names that they use.

    Functions and constants are told apart by what they are, not by their names: two modules may use the same ones.
    """
    return _closure(kernel, [*kernel.complete_functions().items(), *algorithms.items()])


def _closure(kernel: Kernel, functions: Iterable[tuple[str, Callable[..., Any]]]) -> Bindings:
    found: Bindings = {}
    waiting = list(functions)
    while waiting:
        name, function = waiting.pop()
        if not isinstance(function, FunctionType):
            raise InvalidGame(f"{name} of the kernel {kernel.name} is no plain Python function.")
        if function not in found:
            found[function] = dict(_globals_of(kernel, function))
            waiting += [(name, used) for name, used in found[function].items() if _is_followed(used)]
    return found


def plain_namespace(kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]] | None = None) -> SimpleNamespace:
    """The functions as plain Python, bound to the kernel's constants: nothing is compiled or copied, so that
    a debugger stops in the game's own file."""
    bindings = collect(kernel, algorithms or {})
    plain_values: dict[int, Any] = {}  # large tables are made lists once
    plain: dict[Any, FunctionType] = {}
    for function in bindings:
        scope = {"__builtins__": builtins, "__name__": kernel.name + PLAIN}
        plain[function] = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    helpers = {function.__name__: function for function in bindings}
    offered: dict[str, Any] = {**helpers, **kernel.complete_functions(), **(algorithms or {})}
    rules = SimpleNamespace(**{name: plain[function] for name, function in kernel.complete_functions().items()})
    for function, names in bindings.items():
        scope = plain[function].__globals__
        scope[GAME] = rules
        for name, value in names.items():
            if _is_followed(value):
                scope[name] = plain[value]
            else:
                if id(value) not in plain_values:
                    plain_values[id(value)] = plain_value(value)
                scope[name] = plain_values[id(value)]
    return SimpleNamespace(**{name: plain[function] for name, function in offered.items()})


def _is_followed(value: Any) -> bool:
    """Whether something is a function that belongs to the program, unlike the primitives, which the compiler knows."""
    return isinstance(value, FunctionType) and value.__module__ != bits.__name__


def _globals_of(kernel: Kernel, function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names that a function reads, with what they are bound to."""
    if function.__code__.co_freevars:
        what = f"{function.__code__.co_freevars[0]}, a variable of the function around it, but rules stand alone"
        raise _unusable(kernel, function, None, what)
    for name, line in _names_read(function.__code__):
        if name in kernel.constants and is_rule(function):
            value = kernel.constants[name]
        elif name in function.__globals__:
            value = function.__globals__[name]
        elif name in ALLOWED_BUILTINS:
            continue
        else:
            why = "which a kernel can't" if hasattr(builtins, name) else "which nothing binds"
            raise _unusable(kernel, function, line, f"{name}, {why}")
        if not _is_usable(value):
            what = (
                f"{name}, a {type(value).__name__}: constants are numbers, tuples of integers, states or numpy arrays"
            )
            raise _unusable(kernel, function, line, what)
        yield name, value


@lru_cache(maxsize=4096)  # a command looks twice, a server at the same rules for every map
def _names_read(code: CodeType) -> list[tuple[str, int | None]]:
    """The global names in a function's code, each with the line where it is read first."""
    steps = [step for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL" and step.argval != GAME]
    lines = {step.argval: step.positions.lineno if step.positions else None for step in reversed(steps)}
    return sorted(lines.items())


def _unusable(kernel: Kernel, function: FunctionType, line: int | None, what: str) -> InvalidGame:
    where = f"{Path(function.__code__.co_filename).name}, line {line or function.__code__.co_firstlineno}"
    return InvalidGame(f"The kernel {kernel.name} can't be used: {function.__name__} uses {what} ({where}).")


def _is_usable(value: Any) -> bool:
    """Whether something is a function, a class of states, or a constant that a kernel can have."""
    is_array = hasattr(value, "dtype") and hasattr(value, "tolist")
    is_table = isinstance(value, tuple) and all(issubclass(kind, int) for kind in set(map(type, value)))
    is_class = isinstance(value, type) and (issubclass(value, tuple) or value is int)
    is_function = isinstance(value, FunctionType) or value is math.sqrt
    return is_function or is_class or is_array or is_table or isinstance(value, int | float)


def plain_value(value: Any) -> Any:
    """A constant as plain Python has it: arrays as lists."""
    return value.tolist() if hasattr(value, "tolist") else value
