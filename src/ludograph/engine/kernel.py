"""A kernel: the functions and constants of one game's rules, found by following names.

A kernel is given by its entry functions (``generate``, ``apply``, …). What they call and what constants they
use is found in their own globals; ``constants`` binds further names or other values, such as a
variant's facts and a board's tables. So the rules of a game are ordinary module-level functions.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import FunctionType, SimpleNamespace
from typing import Any

from ludograph.engine import bits
from ludograph.engine.rules import DEFAULTS
from ludograph.errors import InvalidGame

ALGORITHMS = "ludograph.engine.algorithms"  # the package of functions that are no rules
ALLOWED_BUILTINS = frozenset({"range", "len", "min", "max", "abs", "bool", "True", "False"})
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
        """A number for what the constants are: a game read from another file has another one."""
        total = hashlib.sha256()
        for name, value in sorted(self.constants.items()):
            total.update(f"{name}={_plain_value(value)};".encode())
        return total.hexdigest()


@dataclass(frozen=True)
class Parts:
    """Everything that some functions need: functions, constants and state classes by name.

    Algorithms have their own constants: a game may have others of the same names.
    """

    functions: dict[str, FunctionType]
    primitives: frozenset[str]
    constants: dict[str, Any]
    constants_of_algorithms: dict[str, Any]
    classes: dict[str, type]


def is_rule(function: FunctionType) -> bool:
    """Whether a function's integers are words: all but those of the algorithms."""
    return not function.__module__.startswith(ALGORITHMS)


def collect(kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]]) -> Parts:
    """The closure of a kernel's and some algorithms' functions under the names that they use."""
    parts = Parts({}, frozenset(), {}, {}, {kernel.state.__name__: kernel.state})
    primitives: set[str] = set()
    waiting = [*kernel.complete_functions().items(), *algorithms.items()]
    while waiting:
        name, function = waiting.pop()
        if parts.functions.get(name) is function:
            continue
        if not isinstance(function, FunctionType):
            raise InvalidGame(f"{name} of the kernel {kernel.name} is no plain Python function.")
        if name in parts.functions:
            raise InvalidGame(f"The kernel {kernel.name} uses two different functions called {name}.")
        parts.functions[name] = function
        constants = parts.constants if is_rule(function) else parts.constants_of_algorithms
        for used, value in _globals_of(kernel, function):
            if getattr(value, "__module__", None) == bits.__name__ and callable(value):
                primitives.add(used)
            elif isinstance(value, FunctionType):
                waiting.append((used, value))
            elif isinstance(value, type) and issubclass(value, tuple):
                parts.classes[used] = value
            else:
                _add_constant(kernel, constants, used, value)
    return replace(parts, primitives=frozenset(primitives))


def plain_namespace(kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]] | None = None) -> SimpleNamespace:
    """The functions as plain Python, bound to the kernel's constants: nothing is compiled or copied, so that
    a debugger stops in the game's own file."""
    parts = collect(kernel, algorithms or {})
    scope: dict[str, Any] = {"__builtins__": builtins, "__name__": f"{kernel.name} (plain)"}
    scope.update((name, _plain_value(value)) for name, value in parts.constants.items())
    scope.update(parts.classes)
    scope.update((name, getattr(bits, name)) for name in parts.primitives)
    of_algorithms = dict(scope)
    of_algorithms.update((name, _plain_value(value)) for name, value in parts.constants_of_algorithms.items())
    functions = {
        name: FunctionType(
            function.__code__, scope if is_rule(function) else of_algorithms, name, function.__defaults__
        )
        for name, function in parts.functions.items()
    }
    rules = SimpleNamespace(**{name: functions[name] for name in kernel.complete_functions()})
    for each in (scope, of_algorithms):
        each.update(functions, **{GAME: rules})
    return SimpleNamespace(**functions)


def _globals_of(kernel: Kernel, function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names that a function reads, with what they are bound to."""
    names = {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}
    for name in sorted(names - {GAME}):
        if name in kernel.constants and is_rule(function):
            yield name, kernel.constants[name]
        elif name in function.__globals__:
            yield name, function.__globals__[name]
        elif name not in ALLOWED_BUILTINS:
            raise InvalidGame(f"{function.__name__} of the kernel {kernel.name} uses {name}, which a kernel can't.")


def _add_constant(kernel: Kernel, constants: dict[str, Any], name: str, value: Any) -> None:
    is_array = hasattr(value, "dtype") and hasattr(value, "tolist")
    is_table = isinstance(value, tuple) and all(isinstance(item, int) for item in value)
    if not (is_array or is_table or isinstance(value, int | float)):
        what = f"The kernel {kernel.name} uses {name}, a {type(value).__name__}"
        raise InvalidGame(f"{what}: constants are numbers, tuples of integers, states or numpy arrays.")
    if name in constants and constants[name] is not value and _plain_value(constants[name]) != _plain_value(value):
        raise InvalidGame(f"The kernel {kernel.name} uses two different constants called {name}.")
    constants[name] = value


def _plain_value(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
