"""What goes wrong while a program runs: where machine code tells of it, and what people are told.

Every compiled function gets, as its last argument, the *context*, an array of words: SITE is the number of the place
in the source that failed, from 1 on, FIRST and SECOND are two numbers about it, STACK is how far the stack may go, and
from JUMP on is what ``longjmp`` needs to come home.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludograph.core.authors import OWN_FOLDER
from ludograph.engine.compiler.faults import Place
from ludograph.errors import KernelFailed

#: Before the names of functions that are called from outside.
ENTRY = "entry_"
SITE, FIRST, SECOND, STACK, JUMP, CONTEXT_WORDS = 0, 1, 2, 3, 4, 64


@dataclass(frozen=True)
class Site:
    """A place where a program can fail, with what is said of it: {0} and {1} are the two numbers."""

    place: Place
    sentence: str

    def failure(self, kernel: str, first: int, second: int, is_trusted: bool) -> KernelFailed:
        first = first - (1 << 64) if first >> 63 else first  # a place before the first is called so
        what = f"{self.place.expression} {self.sentence.format(first, second)}"
        is_ours = not is_trusted and self.place.file.startswith(OWN_FOLDER)
        advice = "; ludograph.testing.check_game tells which of its rules led there" * is_ours
        return KernelFailed(f"The kernel {kernel} failed: {what} ({self.place}){advice}.")
