"""Structured logs on stderr: one event for each line, with match, ply and seat where they belong; never a token.

Nobody can flood them: of one kind of event so many lines are written in a while, and then one that says how many were
left out. What the libraries below us log takes the same way.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

WINDOW_SECONDS = 10.0
MOST_LINES = 100
#: Of lines with a traceback, which are long.
MOST_TRACEBACKS = 5
MOST_KINDS = 1000
LONGEST_REASON = 500

Event = MutableMapping[str, Any]


def set_up(level: str, as_json: bool) -> None:
    """For the whole process."""
    # Tracebacks without the values of variables, which may be tokens.
    for_people = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer() if as_json else for_people
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            Dam(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn", "asyncio"):
        logging.getLogger(name).handlers = [_Forwarding()]
        logging.getLogger(name).propagate = False


class Dam:
    """Lets so many events of a kind through in a window of time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends = 0.0
        self._seen: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def __call__(self, logger: object, method: str, event: Event) -> Event:
        if self._clock() >= self._ends:
            self._ends = self._clock() + WINDOW_SECONDS
            self._seen.clear()
        kind = str(event.get("event"))
        if kind not in self._seen and len(self._seen) >= MOST_KINDS:
            raise structlog.DropEvent
        self._seen[kind] += 1
        if self._seen[kind] > (MOST_TRACEBACKS if event.get("exc_info") else MOST_LINES):
            self._left_out[kind] += 1
            raise structlog.DropEvent
        if left_out := self._left_out.pop(kind, 0):
            event["left_out"] = left_out
        return event


class _Forwarding(logging.Handler):
    """What uvicorn and asyncio log, as events of ours: the kind is the text before anything is filled in."""

    def emit(self, record: logging.LogRecord) -> None:
        facts: dict[str, Any] = {"exc_info": record.exc_info} if record.exc_info else {}
        if record.args:
            facts["said"] = record.getMessage()[:LONGEST_REASON]
        kind = str(record.msg).partition("\n")[0][:LONGEST_REASON]
        structlog.get_logger().log(record.levelno, kind, logger=record.name, **facts)
