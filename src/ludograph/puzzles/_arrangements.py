"""The text of things that are numbered from 1 to n, each of which is there once: ``3,1,2``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludograph.core.texts import quoted
from ludograph.errors import InvalidPosition, PositionSyntaxError

UNSIGNED = re.compile("[1-9][0-9]?")
SIGNED = re.compile("-?[1-9][0-9]?")
FAULTS_LISTED = 5


def read_arrangement(text: str, n: int, thing: str, number: re.Pattern[str] = UNSIGNED) -> list[int]:
    """The numbers in the order of the text; all faults are told, in terms of this thing."""
    parts = text.split(",")
    if strange := [part for part in parts if not number.fullmatch(part)]:
        faults = [f"{quoted(part)} is no {thing}" for part in strange[:FAULTS_LISTED]]
        raise PositionSyntaxError("The position can't be read", faults, text)
    numbers = list(map(int, parts))
    if faults := _faults(list(map(abs, numbers)), n, thing):
        raise InvalidPosition("The position is not possible", faults, text)
    return numbers


def _faults(numbers: Sequence[int], n: int, thing: str) -> list[str]:
    faults = [f"there is no {thing} {number}" for number in sorted(set(numbers)) if number > n]
    for number in range(1, n + 1):
        if numbers.count(number) != 1:
            faults.append(f"the {thing} {number} is {'missing' if number not in numbers else 'there more than once'}")
    return faults
