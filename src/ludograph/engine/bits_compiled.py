"""The primitives of ``bits`` as LLVM instructions, under the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

WORD_TYPE = ir.IntType(64)


def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
    """An intrinsic from one word to one word."""

    @intrinsic  # type: ignore[untyped-decorator]
    def primitive(_typing_context: Any, _word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
            return emit(builder, word)

        return types.uint64(types.uint64), generate

    return primitive


def _call(name: str, *flags: int) -> Callable[[Any, Any], Any]:
    def emit(builder: Any, word: Any) -> Any:
        flag_type = ir.IntType(1)
        kind = ir.FunctionType(WORD_TYPE, [WORD_TYPE, *(flag_type for _ in flags)])
        function = builder.module.declare_intrinsic(name, [WORD_TYPE], kind)
        return builder.call(function, [word, *(ir.Constant(flag_type, flag) for flag in flags)])

    return emit


def _highest(builder: Any, word: Any) -> Any:
    return builder.sub(ir.Constant(WORD_TYPE, 63), _call("llvm.ctlz", 1)(builder, word))


lowest = _instruction(_call("llvm.cttz", 1))
highest = _instruction(_highest)
popcount = _instruction(_call("llvm.ctpop"))
byteswap = _instruction(_call("llvm.bswap"))


@intrinsic  # type: ignore[untyped-decorator]
def replaced(_typing_context: Any, state: Any, _place: Any, _word: Any) -> Any:
    """The words go to the machine's stack, where one of them is overwritten; a place out of bounds changes nothing."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, place, word = arguments
        place = context.cast(builder, place, signature.args[1], types.uint64)
        word = context.cast(builder, word, signature.args[2], types.uint64)
        memory = cgutils.alloca_once_value(builder, words)
        is_inside = builder.icmp_unsigned("<", place, ir.Constant(WORD_TYPE, len(signature.args[0])))
        with builder.if_then(is_inside, likely=True):
            builder.store(word, cgutils.gep_inbounds(builder, memory, 0, place))
        return builder.load(memory)

    return state(state, types.uint64, types.uint64), generate
