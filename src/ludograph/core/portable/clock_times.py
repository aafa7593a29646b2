"""What a player's clock showed behind a move, as comments of game files tell it: ``{[%clk 0:04:58.3]}``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

CLOCK: Final = re.compile(
    r"\[%clk\s+(?P<hours>[0-9]{1,4}):(?P<minutes>[0-5]?[0-9]):(?P<seconds>[0-5]?[0-9](\.[0-9]{1,3})?)\]"
)


def clock_comment(seconds: float) -> str:
    """The comment: hours, minutes, seconds and, where there are some, tenths."""
    tenths = round(seconds * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    whole, tenth = divmod(rest, 10)
    return f"[%clk {hours}:{minutes:02}:{whole:02}{f'.{tenth}' if tenth else ''}]"


def clock_told(remarks: Iterable[object]) -> float | None:
    """The seconds that the first comment tells which tells some; None without one."""
    for remark in remarks:
        if isinstance(remark, str) and (found := CLOCK.search(remark)):
            return int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + float(found["seconds"])
    return None
