"""Small things that all texts of games share: quoting and counting in sentences, and counters behind a position."""

from __future__ import annotations

from collections.abc import Mapping

MAX_QUOTED = 40
MAX_COUNTER_DIGITS = 9


def quoted(text: str) -> str:
    """A piece of somebody's text for a sentence: quoted, escaped, shortened."""
    return repr(text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…")


def counted(number: int, noun: str) -> str:
    """So many of something: ``1 move``, ``1,000 moves``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def with_counters(body: str, counters: Mapping[str, int]) -> str:
    """A position's text with its counters behind it, ``;name=value``, those that are not 0."""
    return body + "".join(f";{name}={value}" for name, value in counters.items() if value)


def split_counters(text: str, known: Mapping[str, int], faults: list[str]) -> tuple[str, dict[str, int]]:
    """A position's text without its counters, and a value for each of the known ones, which come with their
    greatest values; what is wrong with them is added to the faults."""
    body, *suffixes = text.split(";")
    values = dict.fromkeys(known, 0)
    given: set[str] = set()
    for suffix in suffixes:
        name, _, digits = suffix.partition("=")
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_COUNTER_DIGITS
        if name not in known or not is_number:
            faults.append(f"{quoted(suffix)} is no counter of this game")
        elif name in given:
            faults.append(f"the counter {name} is given twice")
        elif int(digits) > known[name]:
            faults.append(f"the counter {name} is {int(digits)}, more than {known[name]}")
        else:
            values[name] = int(digits)
        given.add(name)
    return body, values
