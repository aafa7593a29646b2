"""Objects that become modules: written by hand in LLVM's language, run by wasmtime."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import pytest
from llvmlite import binding as llvm

from ludograph.adapters.building.wasm import FEATURES, STACK_SIZE, SUPPORT, TRIPLE, linked
from ludograph.adapters.building.wasm_object import Reader, padded
from ludograph.errors import CannotBuild

wasmtime = pytest.importorskip("wasmtime")

TABLES = """
@squares = private constant [5 x i64] [i64 0, i64 1, i64 4, i64 9, i64 16]
@letters = private constant [3 x i8] c"abc"
@nothing = internal global [1000 x i64] zeroinitializer
@places = private constant [3 x ptr] [ptr @squares, ptr getelementptr (i8, ptr @squares, i32 24), ptr @places]

define i64 @square(i64 %i) {
  %place = getelementptr i64, ptr @squares, i64 %i
  %value = load i64, ptr %place
  ret i64 %value
}
define i64 @letter(i64 %i) {
  %place = getelementptr i8, ptr @letters, i64 %i
  %value = load i8, ptr %place
  %wide = zext i8 %value to i64
  ret i64 %wide
}
define i64 @by_way_of(i64 %i) {
  %place = getelementptr ptr, ptr @places, i64 %i
  %pointer = load ptr, ptr %place
  %value = load i64, ptr %pointer
  ret i64 %value
}
define i64 @known_place() {
  %value = load volatile i64, ptr getelementptr (i8, ptr @squares, i32 32)
  ret i64 %value
}
define i64 @before() {
  %address = ptrtoint ptr getelementptr (i8, ptr @squares, i32 -8) to i64
  ret i64 %address
}
define void @keep(i64 %i, i64 %value) {
  %place = getelementptr i64, ptr @nothing, i64 %i
  store i64 %value, ptr %place
  ret void
}
define i64 @kept(i64 %i) {
  %place = getelementptr i64, ptr @nothing, i64 %i
  %value = load i64, ptr %place
  ret i64 %value
}
"""

# Every call has 1024 words on the stack, one of which it uses after the next call has come back.
RECURSION = """
@fixed = private constant [2 x i64] [i64 11, i64 22]

define i64 @descend(i64 %depth) noinline {
  %words = alloca [1024 x i64]
  %which = and i64 %depth, 1023
  %place = getelementptr i64, ptr %words, i64 %which
  store volatile i64 %depth, ptr %place
  %is_down = icmp eq i64 %depth, 0
  br i1 %is_down, label %end, label %further
further:
  %less = sub i64 %depth, 1
  %below = call i64 @descend(i64 %less)
  %own = load volatile i64, ptr %place
  %total = add i64 %below, %own
  ret i64 %total
end:
  ret i64 0
}
define i64 @fixed_at(i64 %i) {
  %place = getelementptr i64, ptr @fixed, i64 %i
  %value = load volatile i64, ptr %place
  ret i64 %value
}
"""

# What the compiler makes of an index out of range: a site's number and two values, then a trap.
FAULT = """
declare void @llvm.trap()

define i64 @through(ptr %array, i64 %length, i64 %index, ptr %context) {
  %frame = alloca i64
  store volatile i64 %index, ptr %frame
  %value = call i64 @element(ptr %array, i64 %length, i64 %index, ptr %context)
  ret i64 %value
}
define i64 @element(ptr %array, i64 %length, i64 %index, ptr %context) noinline {
  %is_inside = icmp ult i64 %index, %length
  br i1 %is_inside, label %good, label %bad
good:
  %place = getelementptr i64, ptr %array, i64 %index
  %value = load i64, ptr %place
  ret i64 %value
bad:
  store i64 7, ptr %context
  %second = getelementptr i64, ptr %context, i64 1
  store i64 %index, ptr %second
  %third = getelementptr i64, ptr %context, i64 2
  store i64 %length, ptr %third
  call void @llvm.trap()
  unreachable
}
"""

COPIES = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @copy(ptr %to, ptr %from, i64 %size) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret void
}
define void @move(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %from, i32 800, i1 false)
  ret void
}
define void @copy_state([100 x i64] %state, ptr %to) {
  store [100 x i64] %state, ptr %to
  ret void
}
define void @clear(ptr %words, i64 %number) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %place = getelementptr i64, ptr %words, i64 %i
  store i64 0, ptr %place
  %next = add i64 %i, 1
  %goes_on = icmp ult i64 %next, %number
  br i1 %goes_on, label %loop, label %end
end:
  ret void
}
"""

# LLVM makes a product of 65 bits of this.
SUM = """
define i64 @sum_below(i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %body]
  %sum = phi i64 [0, %entry], [%more, %body]
  %goes_on = icmp slt i64 %i, %n
  br i1 %goes_on, label %body, label %end
body:
  %more = add i64 %sum, %i
  %next = add i64 %i, 1
  br label %head
end:
  ret i64 %sum
}
"""

INDIRECT = """
@ways = private constant [2 x ptr] [ptr @more, ptr @less]

define i64 @more(i64 %n) {
  %result = add i64 %n, 1
  ret i64 %result
}
define i64 @less(i64 %n) {
  %result = sub i64 %n, 1
  ret i64 %result
}
define i64 @either(i64 %which, i64 %n) {
  %place = getelementptr ptr, ptr @ways, i64 %which
  %function = load volatile ptr, ptr %place
  %result = call i64 %function(i64 %n)
  ret i64 %result
}
"""


def emitted(text: str) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, features=FEATURES, reloc="static", codemodel="small")
    module = llvm.parse_assembly(text)
    module.triple = TRIPLE
    module.data_layout = str(machine.target_data)
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class Running:
    """A module in wasmtime, which is given nothing."""

    def __init__(self, module: bytes) -> None:
        self.store = wasmtime.Store()
        self.module = wasmtime.Module(self.store.engine, module)
        assert not self.module.imports
        self.exports = wasmtime.Instance(self.store, self.module, []).exports(self.store)
        self.memory = self.exports["memory"]
        self.first_size: int = self.memory.data_len(self.store)
        self.memory.grow(self.store, 1)
        self.heap_base: int = self.exports["heap_base"].value(self.store)

    def call(self, name: str, *arguments: int) -> Any:
        return self.exports[name](self.store, *arguments)

    def write(self, address: int, words: list[int]) -> None:
        self.memory.write(self.store, struct.pack(f"<{len(words)}q", *words), address)

    def read(self, address: int, number: int) -> list[int]:
        return list(struct.unpack(f"<{number}q", self.memory.read(self.store, address, address + 8 * number)))


def running(text: str, *symbols: str) -> Running:
    return Running(linked(emitted(text), {symbol: symbol for symbol in symbols}))


def test_data_are_moved_behind_the_stack() -> None:
    module = running(TABLES, "square", "letter", "by_way_of", "known_place", "before")
    assert [module.call("square", i) for i in range(5)] == [0, 1, 4, 9, 16]
    assert bytes(module.call("letter", i) for i in range(3)) == b"abc"
    assert module.call("by_way_of", 1) == 9
    assert module.call("by_way_of", 2) & 0xFFFF_FFFF >= STACK_SIZE, "data that hold their own address"
    assert module.call("known_place") == 16
    assert module.call("before") == STACK_SIZE - 8, "an address that is negative in the object"


def test_tables_with_holes_are_whole_in_memory() -> None:
    numbers = [n if n % 7 < 2 or n % 10 == 3 else 0 for n in range(1000)]
    text = f"@holes = constant [1000 x i64] [{', '.join(f'i64 {n}' for n in numbers)}]" + TABLES.replace(
        "@squares, i64 %i", "@holes, i64 %i"
    )
    module = linked(emitted(text), {"square": "number"})
    assert len(module) < 7000
    started = Running(module)
    assert [started.call("number", i) for i in range(1000)] == numbers


def test_data_without_content_take_room_in_memory_and_none_in_the_file() -> None:
    module = linked(emitted(TABLES), {"keep": "keep", "kept": "kept"})
    assert len(module) < 1000
    started = Running(module)
    assert started.heap_base >= STACK_SIZE + 8000
    started.call("keep", 999, -5)
    assert [started.call("kept", i) for i in (0, 998, 999)] == [0, 0, -5]


def test_what_lies_behind_the_data_is_the_hosts_and_grows() -> None:
    module = running(TABLES, "square")
    assert module.heap_base % 64 == 0
    assert module.heap_base <= module.first_size == 17 * 65536
    module.memory.grow(module.store, 100)
    last = 118 * 65536 - 8
    module.write(last, [12345])
    assert module.read(last, 1) == [12345]
    assert module.call("square", (last - STACK_SIZE) // 8) == 12345, "the data begin where the stack begins"


def test_functions_are_exported_by_other_names() -> None:
    module = Running(linked(emitted(TABLES), {"square": "Quadrat", "letter": "x.y"}))
    assert module.call("Quadrat", 3) == 9
    assert module.call("x.y", 2) == ord("c")
    assert {export.name for export in module.module.exports} == {
        "memory",
        "heap_base",
        "stack_pointer",
        "Quadrat",
        "x.y",
    }


def test_recursion_uses_the_stack() -> None:
    module = running(RECURSION, "descend")
    assert module.call("descend", 100) == 100 * 101 // 2
    assert module.exports["stack_pointer"].value(module.store) == STACK_SIZE


def test_a_stack_that_overflows_traps_and_destroys_nothing() -> None:
    module = running(RECURSION, "descend", "fixed_at")
    module.write(module.heap_base, [1, 2, 3])
    before = module.memory.read(module.store, STACK_SIZE, module.memory.data_len(module.store))
    # Each call takes 8 KiB of it, so that it ends long before the number of calls that wasmtime allows.
    with pytest.raises(wasmtime.Trap, match="out of bounds"):
        module.call("descend", STACK_SIZE // 8192 + 1)
    assert module.memory.read(module.store, STACK_SIZE, module.memory.data_len(module.store)) == before
    module.exports["stack_pointer"].set_value(module.store, STACK_SIZE)
    assert [module.call("fixed_at", i) for i in (0, 1)] == [11, 22]
    assert module.call("descend", 100) == 5050


def test_after_a_fault_the_context_says_what_it_was() -> None:
    module = running(FAULT, "through")
    array, context = module.heap_base, module.heap_base + 800
    module.write(array, [10, 20, 30])
    assert module.call("through", array, 3, 2, context) == 30
    assert module.read(context, 3) == [0, 0, 0]
    stack_pointer = module.exports["stack_pointer"]
    for _ in range(2):
        with pytest.raises(wasmtime.Trap, match="unreachable"):
            module.call("through", array, 3, 5, context)
        assert module.read(context, 3) == [7, 5, 3]
        assert stack_pointer.value(module.store) < STACK_SIZE
        stack_pointer.set_value(module.store, STACK_SIZE)
    assert module.call("through", array, 3, 0, context) == 10


def test_copies_are_instructions() -> None:
    module = running(COPIES, "copy", "move", "copy_state", "clear")
    first, second = module.heap_base, module.heap_base + 4000
    module.write(first, list(range(100)))
    module.call("copy", second, first, 800)
    assert module.read(second, 100) == list(range(100))
    module.call("move", second + 8, second)
    assert module.read(second, 101) == [0, *range(100)]
    module.call("copy_state", *range(100, 200), second)
    assert module.read(second, 100) == list(range(100, 200))
    module.call("clear", second, 99)
    assert module.read(second, 100) == [0] * 99 + [199]


@pytest.mark.parametrize("number", [0, 1, 10, 100_001, 2**32 + 3, 2**33 + 5, 2**62])
def test_sums_that_become_products_of_128_bits(number: int) -> None:
    module = running(SUM + SUPPORT, "sum_below")
    assert module.call("sum_below", number) % 2**64 == number * (number - 1) // 2 % 2**64


@pytest.mark.parametrize("factors", [(3, 5), (2**64 - 1, 2**64 - 1), (2**127 + 12345, 2**90 + 7), (-1, -(2**100))])
def test_products_of_128_bits(factors: tuple[int, int]) -> None:
    module = running(SUPPORT, "__multi3")
    words = [word - (word >> 63 << 64) for factor in factors for word in (factor % 2**64, (factor >> 64) % 2**64)]
    module.call("__multi3", module.heap_base, *words)
    low, high = (word % 2**64 for word in module.read(module.heap_base, 2))
    assert high << 64 | low == factors[0] * factors[1] % 2**128


def test_functions_may_be_called_by_their_addresses() -> None:
    module = running(INDIRECT, "either")
    assert [module.call("either", which, 10) for which in (0, 1)] == [11, 9]


def test_a_program_without_data_and_stack() -> None:
    module = running("define i64 @same(i64 %n) {\n ret i64 %n\n}", "same")
    assert module.call("same", 42) == 42
    assert module.heap_base == STACK_SIZE


@pytest.mark.parametrize(
    ("text", "exports", "sentence"),
    [
        (TABLES, {"square": "a", "cube": "b"}, "The program has no function cube to export."),
        (TABLES, {"squares": "a", "cube": "b"}, "The program has no function squares and no cube to export."),
        (TABLES, {"square": "a", "letter": "a"}, "Two exports would have the name a."),
        (TABLES, {"square": "memory"}, "Two exports would have the name memory."),
        (SUM, {"sum_below": "sum"}, "The program needs the function __multi3, which it doesn't have."),
        (
            "declare void @helper()\ndefine void @f() {\n call void @helper()\n ret void\n}",
            {"f": "f"},
            "The program needs the function helper, which it doesn't have.",
        ),
        (
            "@far = external global i64\ndefine i64 @f() {\n %v = load i64, ptr @far\n ret i64 %v\n}",
            {"f": "f"},
            "The program needs the data far, which it doesn't have.",
        ),
        (
            "@llvm.global_ctors = appending global [1 x {i32, ptr, ptr}] [{i32, ptr, ptr} {i32 0, ptr @f, ptr null}]\n"
            "@n = global i64 0\ndefine void @f() {\n store volatile i64 1, ptr @n\n ret void\n}",
            {"f": "f"},
            "The program has functions that are to be called before all others, which nobody would do.",
        ),
    ],
)
def test_what_needs_a_linker_is_refused(text: str, exports: Mapping[str, str], sentence: str) -> None:
    with pytest.raises(CannotBuild) as refused:
        linked(emitted(text), exports)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("content", [b"", b"\x7fELF\2\1\1\0", b"\0asm\2\0\0\0"])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(CannotBuild, match="is no WebAssembly object"):
        linked(content, {})


def test_a_module_that_is_linked_already_is_refused() -> None:
    with pytest.raises(CannotBuild, match="a section of kind 5"):
        linked(linked(emitted(TABLES), {"square": "square"}), {})


def test_relocations_that_are_not_understood_are_refused() -> None:
    # Debug information names functions by the places of their code.
    text = """
define i64 @f(i64 %n) !dbg !3 {
  ret i64 %n, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !4)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 1, scope: !3)
"""
    with pytest.raises(CannotBuild, match=r"a relocation of kind \d+, which can't be linked"):
        linked(emitted(text), {"f": "f"})


@pytest.mark.parametrize("value", [0, 1, 127, 128, STACK_SIZE, 2**31 - 1, 2**32 - 1])
def test_padded_numbers_read_back(value: int) -> None:
    assert len(padded(value)) == 5
    assert Reader(padded(value)).number() == value
    assert Reader(padded(value - 2**32)).number() % 2**32 == value
