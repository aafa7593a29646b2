"""A module in LLVM's language, around its functions: tables, entries from outside, the way back when one fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FunctionType

from ludograph.engine.compiler.failing import FIRST, JUMP, SECOND, STACK, Site
from ludograph.engine.compiler.types import BOOL, NONE, Array, Scalar, Tuple, Type
from ludograph.engine.compiler.values import ArrayValue, Check
from ludograph.engine.kernel import Kernel, plain_value

#: A function; which of its arrays it leaves as they are, because nobody will read them; and which are no arrays but
#: words, in which it marks the numbers that it would write.
Variant = tuple[FunctionType, frozenset[str], frozenset[str]]

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


CHECK = """\
  br i1 {is_wrong}, label %wrong-{number}, label %right-{number}, !prof !0
wrong-{number}:
  call void @fail(ptr %context, i64 {number}, i64 {first}, i64 {second})
  unreachable
right-{number}:"""


#: At the end of a loop: LLVM is not to write its turns one after the other before it has looked whether they can be
#: made side by side.
SIDE_BY_SIDE = ", !llvm.loop !1"
NOTES = """\
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
"""


class NotToBeRead(Exception):
    """A function reads an array of which it was hoped that nobody does."""


@dataclass
class Emission:
    """A module of functions in LLVM's language.

    What ``unlisted`` puts on the stack nobody reads: if it only writes there, it is compiled without the writing. That
    is the kernel's ``count``. Then nothing is left of a loop over a set but the number of its turns, which LLVM knows
    to be a popcount: a list is counted about as fast as a function for it that somebody wrote.

    ``marking`` is the function that makes a set of what is listed: likewise, the list itself isn't written.
    """

    kernel: Kernel
    can_jump: bool = True
    has_bounds_checks: bool = True
    unlisted: FunctionType | None = None
    marking: FunctionType | None = None
    symbols: dict[Variant, str] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    tables: dict[int, tuple[str, str]] = field(default_factory=dict)
    declarations: set[str] = field(default_factory=set)
    sites: list[Site] = field(default_factory=list)

    def text(self) -> str:
        fail = FAIL.format(**(JUMPING if self.can_jump else TRAPPING))
        tables = [text for _, text in self.tables.values()]
        return "\n".join([*tables, *sorted(self.declarations), fail, *self.functions, NOTES])

    def symbol(self, variant: Variant) -> str:
        """The name of a function in the machine code."""
        new = f"function.{len(self.symbols)}.{plain_name(variant[0].__name__)}"
        return self.symbols.setdefault(variant, new)

    def check(self, check: Check) -> str:
        """The instructions that leave the program when something is wrong."""
        if not check.is_needed:
            return ""
        self.sites.append(check.site)
        number = len(self.sites)
        return CHECK.format(number=number, is_wrong=check.is_wrong, first=check.first, second=check.second)

    def table(self, table: ArrayValue) -> str:
        """The symbol of a constant array."""
        if id(table.table) not in self.tables:
            bits = table.type.bits
            symbol = f"@table.{len(self.tables)}.{plain_name(table.name)}"
            items = ", ".join(map(f"i{bits} %d".__mod__, plain_value(table.table)))
            array = f"[{len(table.table)} x i{bits}]"
            text = f"{symbol} = internal unnamed_addr constant {array} [{items}], align 64"
            self.tables[id(table.table)] = symbol, text
        return self.tables[id(table.table)][0]

    def entry(self, name: str, symbol: str, parameters: list[tuple[str, Type]], result: Scalar | Tuple) -> None:
        """A function for callers from outside: states by their address, arrays by address and length."""
        outer: list[str] = []
        inner: list[str] = []
        lines: list[str] = []
        for place, (_, kind) in enumerate(parameters):
            if isinstance(kind, Tuple):
                lines.append(f"  %v{place} = load {kind.llvm}, ptr %p{place}")
                outer.append(f"ptr %p{place}")
                inner.append(f"{kind.llvm} %v{place}")
            else:
                given = [f"{kind.llvm} %p{place}", *[f"i64 %n{place}"] * isinstance(kind, Array)]
                outer += given
                inner += given
        returned = "void" if isinstance(result, Tuple) else result.llvm
        outer += ["ptr %result"] * isinstance(result, Tuple) + ["ptr %context"]
        if self.can_jump:
            nothing = "void" if returned == "void" else f"{returned} zeroinitializer"
            lines.append(JUMP_HOME.format(place=JUMP, stack=STACK, nothing=nothing))
        call = f"call {result.llvm} @{symbol}({', '.join([*inner, 'ptr %context'])})"
        lines.append(f"  {call}" if result is NONE else f"  %r = {call}")
        if isinstance(result, Tuple):
            lines.append(f"  store {result.llvm} %r, ptr %result")
        lines.append("  ret void" if returned == "void" else f"  ret {returned} %r")
        extension = "zeroext " * (result is BOOL)  # ctypes looks at the whole byte
        head = f'define {extension}{returned} @"{name}"({", ".join(outer)}) nounwind {{'
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
  ret {nothing}
run:"""


def plain_name(name: str) -> str:
    """A Python name in letters that LLVM knows, too; numbers tell names apart."""
    return name if name.isascii() else "name"
