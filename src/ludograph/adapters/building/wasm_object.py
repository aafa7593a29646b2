"""Reads the WebAssembly object that LLVM emits for one program, and moves its data.

An object is a module whose custom sections tell a linker the names of its functions and every place with a number that
may change. As this one stays alone, only addresses of data change. The formats are in
https://webassembly.github.io/spec/core/binary and https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ludograph.errors import CannotBuild

HEADER = b"\0asm\1\0\0\0"

Section = IntEnum(
    "Section",
    "CUSTOM TYPES IMPORTS FUNCTIONS TABLES MEMORIES GLOBALS EXPORTS START ELEMENTS CODE DATA DATA_COUNT",
    start=0,
)
#: What is imported or exported.
Kind = IntEnum("Kind", "FUNCTION TABLE MEMORY GLOBAL", start=0)
UNKNOWN_SECTIONS = (Section.TABLES, Section.MEMORIES, Section.GLOBALS, Section.EXPORTS, Section.START)
KNOWN_IMPORTS = {
    "__indirect_function_table": Kind.TABLE,
    "__linear_memory": Kind.MEMORY,
    "__stack_pointer": Kind.GLOBAL,
}

# Of the section "linking": its parts, then kinds and flags of symbols.
FIRST_CALLS, SYMBOLS = 6, 8
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
UNDEFINED, NAMED = 0x10, 0x40

# Kinds of relocations: addresses, and numbers of functions, types, globals and tables, which stay what they are.
ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = 3, 4, 5
NUMBERS = (0, 1, 2, 6, 7, 20)


class Segment(NamedTuple):
    """Data, and the address where they belong."""

    address: int
    content: bytes


@dataclass(frozen=True)
class WasmObject:
    """A program: its sections by kind, its data, and the numbers of its functions by name."""

    sections: dict[int, bytes]
    segments: list[Segment]
    functions: dict[str, int]


class Reader:
    """Reads bytes from front to back."""

    def __init__(self, content: bytes | bytearray) -> None:
        self.content = content
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def take(self, size: int) -> bytes:
        self.at += size
        return bytes(self.content[self.at - size : self.at])

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """A number in LEB128; a signed one only if it isn't negative."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name(self) -> str:
        return self.take(self.number()).decode()


def read_object(file: bytes, data_start: int) -> WasmObject:
    """What is in an object, its data moved to ``data_start``, which has to be as round as they want it.

    Refused is whatever needs a real linker, such as a call of a function that isn't there.
    """
    sections = list(_sections(Reader(file)))
    functions: dict[str, int] = {}
    for name, content in sections:
        if name == Section.IMPORTS:
            _check_imports(Reader(content))
        elif name == "linking":
            functions = dict(_functions(Reader(content)))
        elif str(name).startswith("reloc."):
            relocations = Reader(content)
            _, target = sections[relocations.number()]
            _move_addresses(relocations, target, data_start)
    plain = {name: bytes(content) for name, content in sections if isinstance(name, int)}
    segments = [Segment(data_start + at, content) for at, content in _segments(Reader(plain.get(Section.DATA, b"\0")))]
    return WasmObject(plain, segments, functions)


def padded(value: int) -> bytes:
    """A number of 32 bits, signed or not, in LEB128 of the size that objects give to numbers that may change."""
    return bytes([*(value >> shift & 127 | 128 for shift in (0, 7, 14, 21)), value >> 28 & 127])


def _sections(reader: Reader) -> Iterator[tuple[int | str, bytearray]]:
    """The sections: by their kind, custom ones by their name."""
    if reader.take(len(HEADER)) != HEADER:
        raise CannotBuild("What is to be linked is no WebAssembly object.")
    while reader:
        kind, content = reader.byte(), Reader(reader.take(reader.number()))
        if kind in UNKNOWN_SECTIONS or kind > Section.DATA_COUNT:
            raise CannotBuild(f"The object has a section of kind {kind}, which can't be linked.")
        yield content.name() if kind == Section.CUSTOM else kind, bytearray(content.content[content.at :])


def _check_imports(reader: Reader) -> None:
    """Refuse all imports but those that a module can have of its own."""
    for _ in range(reader.number()):
        _, name, kind = reader.name(), reader.name(), reader.byte()
        if KNOWN_IMPORTS.get(name) != kind:
            raise CannotBuild(f"The program needs the {Kind(kind).name.lower()} {name}, which it doesn't have.")
        if kind != Kind.MEMORY:
            reader.byte()  # the type
        if kind == Kind.GLOBAL:
            reader.byte()  # whether it can change
        else:
            has_limit = reader.byte() & 1
            for _ in range(1 + has_limit):
                reader.number()


def _functions(reader: Reader) -> Iterator[tuple[str, int]]:
    """The names and numbers of the functions in a section "linking"."""
    reader.number()  # the version
    while reader:
        part, content = reader.byte(), Reader(reader.take(reader.number()))
        if part == FIRST_CALLS:
            raise CannotBuild(
                "The program has functions that are to be called before all others, which nobody would do."
            )
        for _ in range(content.number() if part == SYMBOLS else 0):
            kind, flags = content.byte(), content.number()
            is_defined = not flags & UNDEFINED
            if kind == DATA_SYMBOL:
                name = content.name()
                if not is_defined:
                    raise CannotBuild(f"The program needs the data {name}, which it doesn't have.")
                _segment, _offset, _size = content.number(), content.number(), content.number()
                continue
            number = content.number()
            if kind != SECTION_SYMBOL and (is_defined or flags & NAMED):
                name = content.name()
                if kind == FUNCTION_SYMBOL:
                    yield name, number


def _move_addresses(relocations: Reader, section: bytearray, distance: int) -> None:
    """Add a distance to every address of data in a section. LLVM has already put them there as if data began at 0."""
    for _ in range(relocations.number()):
        kind, at, _symbol = relocations.byte(), relocations.number(), relocations.number()
        if kind in NUMBERS:
            continue
        relocations.number()  # what was added to the symbol's address
        if kind == ADDRESS_I32:
            address = int.from_bytes(section[at : at + 4], "little") + distance
            section[at : at + 4] = (address % (1 << 32)).to_bytes(4, "little")
        elif kind in (ADDRESS_LEB, ADDRESS_SLEB):
            address = (Reader(section[at : at + 5]).number() + distance) % (1 << 32)
            is_negative = kind == ADDRESS_SLEB and address >> 31
            section[at : at + 5] = padded(address - (1 << 32) if is_negative else address)
        else:
            raise CannotBuild(f"The object has a relocation of kind {kind}, which can't be linked.")


def _segments(reader: Reader) -> Iterator[Segment]:
    """The data of a section as they are in an object: active segments at constant addresses."""
    for _ in range(reader.number()):
        flags, _opcode, address, _end = reader.number(), reader.byte(), reader.number(), reader.byte()
        if flags:
            raise CannotBuild("The object has data without an address, which can't be linked.")
        yield Segment(address, reader.take(reader.number()))
