"""A module in LLVM's language, around its functions: tables, entries from outside, the way back when one fails."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludograph.engine.compiler import tree
from ludograph.engine.compiler.failing import FIRST, JUMP, SECOND, STACK, Site
from ludograph.engine.compiler.types import BOOL, NONE, Array, Tuple
from ludograph.engine.kernel import plain_value

FAIL = f"""
{{declared}}
define internal void @fail(ptr %context, i64 %site, i64 %first, i64 %second) cold noinline noreturn nounwind {{{{
  store i64 %site, ptr %context
  %a = getelementptr i64, ptr %context, i64 {FIRST}
  store i64 %first, ptr %a
  %b = getelementptr i64, ptr %context, i64 {SECOND}
  store i64 %second, ptr %b
  {{leave}}
  unreachable
}}}}"""
JUMPING = {
    "declared": "declare i32 @_setjmp(ptr) returns_twice nounwind\ndeclare void @longjmp(ptr, i32) noreturn nounwind",
    "leave": f"%j = getelementptr i64, ptr %context, i64 {JUMP}\n  call void @longjmp(ptr %j, i32 1)",
}
TRAPPING = {"declared": "declare void @llvm.trap() cold noreturn nounwind", "leave": "call void @llvm.trap()"}


@dataclass
class Emission:
    """A module of functions in LLVM's language."""

    can_jump: bool
    has_bounds_checks: bool = True
    functions: list[str] = field(default_factory=list)
    tables: dict[int, tuple[str, str]] = field(default_factory=dict)
    declarations: set[str] = field(default_factory=set)
    sites: list[Site] = field(default_factory=list)

    def text(self) -> str:
        weights = '!0 = !{!"branch_weights", i32 1, i32 2000}'
        fail = FAIL.format(**(JUMPING if self.can_jump else TRAPPING))
        tables = [text for _, text in self.tables.values()]
        return "\n".join([*tables, *sorted(self.declarations), fail, *self.functions, weights, ""])

    def table(self, table: tree.Table) -> str:
        """The symbol of a constant array."""
        if id(table.values) not in self.tables:
            bits = table.type.bits
            symbol = f"@table.{len(self.tables)}.{plain_name(table.name)}"
            items = ", ".join(f"i{bits} {int(item)}" for item in plain_value(table.values))
            array = f"[{len(table.values)} x i{bits}]"
            text = f"{symbol} = internal unnamed_addr constant {array} [{items}], align 64"
            self.tables[id(table.values)] = symbol, text
        return self.tables[id(table.values)][0]

    def entry(self, name: str, function: tree.Function) -> None:
        """A function for callers from outside: states by their address, arrays by address and length."""
        outer: list[str] = []
        inner: list[str] = []
        lines: list[str] = []
        for place, (_, kind) in enumerate(function.parameters):
            outer.append(f"{'ptr' if isinstance(kind, Tuple) else kind.llvm} %p{place}")
            inner.append(f"{kind.llvm} %p{place}")
            if isinstance(kind, Array):
                outer.append(f"i64 %n{place}")
                inner.append(f"i64 %n{place}")
            elif isinstance(kind, Tuple):
                lines.append(f"  %v{place} = load {kind.llvm}, ptr %p{place}")
                inner[-1] = f"{kind.llvm} %v{place}"
        kind = function.result
        result = "void" if isinstance(kind, Tuple) else kind.llvm
        outer += ["ptr %result"] * isinstance(kind, Tuple) + ["ptr %context"]
        if self.can_jump:
            lines += JUMP_HOME.format(place=JUMP, stack=STACK, nothing=nothing_of(result)).splitlines()
        call = f"call {kind.llvm} @{function.symbol}({', '.join([*inner, 'ptr %context'])})"
        if kind is NONE:
            lines += [f"  {call}", "  ret void"]
        elif isinstance(kind, Tuple):
            lines += [f"  %r = {call}", f"  store {kind.llvm} %r, ptr %result", "  ret void"]
        else:
            lines += [f"  %r = {call}", f"  ret {kind.llvm} %r"]
        extension = "zeroext " * (kind is BOOL)  # ctypes looks at the whole byte
        head = f'define {extension}{result} @"{name}"({", ".join(outer)}) nounwind {{'
        self.functions.append("\n".join([head, *lines, "}"]))


JUMP_HOME = """\
  %here = alloca i64
  %now = ptrtoint ptr %here to i64
  %limit = getelementptr i64, ptr %context, i64 {stack}
  %most = load i64, ptr %limit
  %least = sub i64 %now, %most
  store i64 %least, ptr %limit
  %buffer = getelementptr i64, ptr %context, i64 {place}
  %jumped = call i32 @_setjmp(ptr %buffer) returns_twice
  %is.first = icmp eq i32 %jumped, 0
  br i1 %is.first, label %run, label %failed
failed:
  {nothing}
run:"""


def nothing_of(llvm: str) -> str:
    """A return without a meaning."""
    if llvm == "void":
        return "ret void"
    return f"ret {llvm} {'0.0' if llvm == 'double' else '0'}"


def plain_name(name: str) -> str:
    """A Python name in letters that LLVM knows, too; numbers tell names apart."""
    return name if name.isascii() else "name"
