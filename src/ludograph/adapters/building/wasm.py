"""WebAssembly without a linker: the one object that LLVM emits for a program becomes a module that runs by itself.

Its memory and its stack pointer, which an object imports, are its own, and keep their numbers because they are the only
ones. What others may call is exported. The memory is

    0 … STACK_SIZE     the stack, growing down: it overflows below address 0, which is a trap and destroys nothing
      … heap_base      the data
      … its end        free for the host, who may let it grow
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ludograph.adapters.building.wasm_object import HEADER, Kind, Reader, Section, WasmObject, padded, read_object
from ludograph.errors import CannotBuild

TRIPLE = "wasm32-unknown-unknown"
#: What browsers know since 2020. With bulk-memory, copies of whole states are instructions and no calls of memcpy.
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
#: Belongs to every program: LLVM multiplies 128 bits by it, also where a loop adds up the numbers that it counts.
SUPPORT = """
define void @__multi3(ptr %result, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %product00 = mul i64 %a0, %b0
  %product10 = mul i64 %a1, %b0
  %product01 = mul i64 %a0, %b1
  %product11 = mul i64 %a1, %b1
  %carry = lshr i64 %product00, 32
  %middle = add i64 %product10, %carry
  %middle_low = and i64 %middle, 4294967295
  %middle_high = lshr i64 %middle, 32
  %other = add i64 %product01, %middle_low
  %other_high = lshr i64 %other, 32
  %upper = add i64 %product11, %middle_high
  %of_low_words = add i64 %upper, %other_high
  %a_high_b = mul i64 %a_high, %b
  %a_b_high = mul i64 %a, %b_high
  %of_high_words = add i64 %a_high_b, %a_b_high
  %high = add i64 %of_low_words, %of_high_words
  %low = mul i64 %a, %b
  store i64 %low, ptr %result
  %place_of_high = getelementptr i64, ptr %result, i32 1
  store i64 %high, ptr %place_of_high
  ret void
}
"""

STACK_SIZE = 1 << 20
HEAP_ALIGNMENT = 64
PAGE = 1 << 16
#: So many zeros take more room than the beginning of another segment.
NO_ZEROS = re.compile(rb"[^\0](?:\0{0,15}[^\0])*")
I32, FUNCTION_REFERENCE, I32_CONST, END = 0x7F, 0x70, 0x41, 0x0B


def linked(object_file: bytes, exports: Mapping[str, str]) -> bytes:
    """A module that imports nothing and exports functions of an object: symbols, each with the name that others see.

    It also exports its ``memory``, the address ``heap_base`` from which on the host may use it, and ``stack_pointer``:
    after a trap that has to be put back by whoever goes on.
    """
    program = read_object(object_file, STACK_SIZE)
    if missing := [symbol for symbol in exports if symbol not in program.functions]:
        raise CannotBuild(f"The program has no function {' and no '.join(missing)} to export.")
    data_end = max([STACK_SIZE, *(address + len(content) for address, content in program.segments)])
    heap_base = _rounded(data_end, HEAP_ALIGNMENT)
    exported = [("memory", Kind.MEMORY, 0), ("stack_pointer", Kind.GLOBAL, 0), ("heap_base", Kind.GLOBAL, 1)]
    exported += [(name, Kind.FUNCTION, program.functions[symbol]) for symbol, name in exports.items()]
    names = [name for name, _, _ in exported]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise CannotBuild(f"Two exports would have the name {' and two the name '.join(twice)}.")
    sections = {
        Section.TYPES: program.sections[Section.TYPES],
        Section.FUNCTIONS: program.sections[Section.FUNCTIONS],
        Section.TABLES: _tables(program.sections.get(Section.ELEMENTS)),
        Section.MEMORIES: _list([b"\0" + _number(_rounded(heap_base, PAGE) // PAGE)]),
        Section.GLOBALS: _list(
            [bytes([I32, True]) + _constant(STACK_SIZE), bytes([I32, False]) + _constant(heap_base)]
        ),
        Section.EXPORTS: _list(_text(name) + bytes([kind]) + _number(number) for name, kind, number in exported),
        Section.ELEMENTS: program.sections.get(Section.ELEMENTS, b""),
        Section.CODE: program.sections[Section.CODE],
        Section.DATA: _list(b"\0" + _constant(address) + _block(content) for address, content in _filled(program)),
    }
    return HEADER + b"".join(bytes([kind]) + _block(content) for kind, content in sections.items() if content)


def _filled(program: WasmObject) -> Iterator[tuple[int, bytes]]:
    """The data without longer runs of zeros: memory is 0 from the beginning, and tables of boards have many of them."""
    for address, content in program.segments:
        for found in NO_ZEROS.finditer(content):
            yield address + found.start(), found[0]


def _tables(elements: bytes | None) -> bytes:
    """The table of functions that are called by their addresses, if there are any; 0 is the address of none."""
    if elements is None:
        return b""
    reader = Reader(elements)
    _count, _flags, _opcode, first, _end = (reader.byte() for _ in range(5))
    return _list([bytes([FUNCTION_REFERENCE, 0]) + _number(first + reader.number())])


def _rounded(number: int, unit: int) -> int:
    """The next multiple of a unit."""
    return -(-number // unit) * unit


def _number(value: int) -> bytes:
    """A number in LEB128."""
    return bytes([value & 127 | 128]) + _number(value >> 7) if value > 127 else bytes([value])


def _constant(value: int) -> bytes:
    """An expression whose value is known."""
    return bytes([I32_CONST]) + padded(value) + bytes([END])


def _block(content: bytes) -> bytes:
    return _number(len(content)) + content


def _text(text: str) -> bytes:
    return _block(text.encode())


def _list(items: Iterable[bytes]) -> bytes:
    items = list(items)
    return _number(len(items)) + b"".join(items)
