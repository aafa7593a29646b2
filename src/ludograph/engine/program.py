"""A kernel and algorithms put together, compiled or plain, behind one way of calling them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import Any

from ludograph.engine.kernel import Kernel, plain_namespace

BOUNDS_CHECKS = "LUDOGRAPH_BOUNDS_CHECKS"


class Mode(StrEnum):
    """How algorithms run: compiled, as plain Python, or whichever is sooner done."""

    AUTO = "auto"
    COMPILED = "compiled"
    PLAIN = "plain"


class Program:
    """Algorithms for one kernel, each an attribute: ``program.perft(state, stack, 0, 4)``."""

    def __init__(self, kernel: Kernel, algorithms: Iterable[Callable[..., Any]], mode: Mode) -> None:
        self.kernel = kernel
        self.is_compiled = mode is Mode.COMPILED
        by_name = {algorithm.__name__: algorithm for algorithm in algorithms}
        self._names = by_name.keys()
        self._functions: Any
        if self.is_compiled:
            from ludograph.engine.compiled import compiled_functions

            has_checks = wants_bounds_checks(kernel)
            self._functions = compiled_functions(kernel, by_name, has_bounds_checks=has_checks)
        else:
            self._functions = plain_namespace(kernel, by_name)

    def __getattr__(self, name: str) -> Any:
        # Only these can be called from Python when they are compiled: what they call can't.
        if name not in self._names:
            raise AttributeError(f"{name} is none of the program's algorithms: {', '.join(self._names)}.")
        return getattr(self._functions, name)

    def prepared(self, name: str, *arguments: Any) -> Callable[[], Any]:
        """A call of one of the algorithms with the same arguments again and again, from one thread at a time."""
        algorithm = getattr(self, name)
        return algorithm.prepared(*arguments) if self.is_compiled else partial(algorithm, *arguments)

    def words(self, size: int) -> Any:
        """An array of words, all 0."""
        if not self.is_compiled:
            return [0] * size
        import numpy as np

        return np.zeros(size, np.uint64)

    def stack(self, plies: int) -> Any:
        """A move stack for sequences of so many moves."""
        return self.words(self.kernel.max_moves * (plies + 1))

    def state(self, state: Iterable[int]) -> Any:
        """A state as this program's functions take it."""
        if not self.is_compiled:
            return state
        from ludograph.engine.compiler.calls import words

        return words(tuple(state))

    def word(self, value: int) -> int:
        """A word as this program's functions take it."""
        return value


def wants_bounds_checks(kernel: Kernel) -> bool:
    """Kernels of others get them, and all do when the environment asks: a wrong index would otherwise
    kill the interpreter."""
    return not kernel.is_trusted or os.environ.get(BOUNDS_CHECKS, "0") not in ("", "0")
