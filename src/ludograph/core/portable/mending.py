"""Faults that can be mended: each is told with what was made of it, or, to who is strict, refused."""

from __future__ import annotations

from collections.abc import Iterable

from ludograph.core.portable.model import Mend, Place
from ludograph.errors import InvalidGameText


class Mending:
    """What is mended in one game."""

    def __init__(self, *, strict: bool = False, before: Iterable[Mend] = ()) -> None:
        self.is_strict = strict
        self.mends: list[Mend] = list(before)

    def mend(self, code: str, fault: str, place: Place, instead: str) -> None:
        """Note a fault and what is made of it; InvalidGameText when strict."""
        if self.is_strict:
            raise InvalidGameText(fault, *place)
        self.mends.append(Mend(code, f"{fault}: {instead}", place))

    def mend_once(self, code: str, fault: str, place: Place, instead: str) -> None:
        """The same for a fault that goes on through a game: only its first place is told."""
        if self.is_strict or all(mend.code != code for mend in self.mends):
            self.mend(code, fault, place, instead)
