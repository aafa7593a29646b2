"""Calling machine code from Python, by ctypes: without the GIL, and with a sentence when it fails."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludograph.engine.compiler.failing import CONTEXT_WORDS, FIRST, SECOND, SITE, STACK, Site
from ludograph.engine.compiler.stacks import stack_allowed
from ludograph.engine.compiler.types import Array, Tuple, Type
from ludograph.engine.kernel import Kernel

SCALARS: dict[str, Any] = {
    "Word": ctypes.c_uint64,
    "int": ctypes.c_int64,
    "bool": ctypes.c_bool,
    "float": ctypes.c_double,
    "None": None,
}
Context = ctypes.c_uint64 * CONTEXT_WORDS


@dataclass(frozen=True)
class Interface:
    """How a function is called, in plain words: Word, int, bool, float, None, tuple:3, array:64."""

    parameters: tuple[tuple[str, str], ...]
    result: str

    @classmethod
    def of(cls, parameters: Sequence[tuple[str, Type]], result: Type) -> Interface:
        return cls(tuple((name, spelled(kind)) for name, kind in parameters), spelled(result))


def spelled(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"array:{kind.bits}"
    return f"tuple:{len(kind.elements)}" if isinstance(kind, Tuple) else kind.name


def words(values: Sequence[int]) -> Any:
    """A state as machine code takes it."""
    return (ctypes.c_uint64 * len(values))(*map(int, values))


def caller(kernel: Kernel, address: int, interface: Interface, sites: Sequence[Site]) -> Callable[..., Any]:
    """A Python function that calls the one at this address. States are given by ``words``, arrays by numpy.

    Its ``prepared`` takes the arguments once, for who calls often: from one thread at a time, with arrays that stay.
    """
    name, is_trusted = kernel.name, kernel.is_trusted  # not the kernel, whose tables may be large
    make: Callable[..., Any] = kernel.state
    kinds: list[Any] = []
    for _, kind in interface.parameters:
        kinds += [SCALARS[kind]] if kind in SCALARS else [ctypes.c_void_p]
        if kind.startswith("array:"):
            kinds.append(ctypes.c_int64)
    returned = int(interface.result.removeprefix("tuple:")) if interface.result not in SCALARS else 0
    kinds += [ctypes.c_void_p] * bool(returned) + [ctypes.c_void_p]
    function = ctypes.CFUNCTYPE(SCALARS.get(interface.result), *kinds)(address)
    widths = [int(kind.partition(":")[2] or 0) for _, kind in interface.parameters]
    converters = [_converter(kind.partition(":")[0]) for _, kind in interface.parameters]

    def converted(values: Sequence[Any]) -> list[Any]:
        given: list[Any] = []
        for value, convert, width in zip(values, converters, widths, strict=True):
            convert(value, width, given)
        return given

    def call(*values: Any) -> Any:
        return run(converted(values), Context())

    def prepared(*values: Any) -> Callable[[], Any]:
        given = [kind(_address(value)) for kind, value in zip(kinds, converted(values), strict=False)]
        context = Context()

        def again() -> Any:
            context[SITE] = 0
            return run(given, context)

        vars(again)["values"] = values  # what machine code reads must stay
        return again

    def run(given: list[Any], context: Any) -> Any:
        context[STACK] = stack_allowed()
        if returned:
            result = (ctypes.c_uint64 * returned)()
            function(*given, result, context)
        else:
            result = function(*given, context)
        if context[SITE]:
            site = sites[context[SITE] - 1]
            raise site.failure(name, context[FIRST], context[SECOND], is_trusted)
        return make(*result) if returned else result

    vars(call)["prepared"] = prepared
    return call


def _address(value: Any) -> Any:
    return ctypes.addressof(value) if isinstance(value, ctypes.Array) else value


def _converter(kind: str) -> Callable[[Any, int, list[Any]], None]:
    return {"array": _give_array, "tuple": _give_tuple, "float": _give_float}.get(kind, _give_number)


def _give_number(value: Any, _: int, given: list[Any]) -> None:
    given.append(int(value))


def _give_float(value: Any, _: int, given: list[Any]) -> None:
    given.append(float(value))


def _give_tuple(value: Any, length: int, given: list[Any]) -> None:
    if not isinstance(value, ctypes.Array) or len(value) != length:
        raise TypeError(f"a state of {length} words is expected, made by the program's state()")
    given.append(value)


def _give_array(value: Any, bits: int, given: list[Any]) -> None:
    if 8 * value.itemsize != bits or not value.flags.c_contiguous or not value.flags.writeable or value.ndim != 1:
        raise TypeError(f"a flat, writable array of {bits}-bit numbers is expected")
    given += [value.__array_interface__["data"][0], len(value)]
