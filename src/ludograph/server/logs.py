"""Structured logs on stderr: one event for each line, with match, ply and seat where they belong; never a token."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def set_up(level: str, as_json: bool) -> None:
    """For the whole process."""
    # Tracebacks without the values of variables, which may be tokens.
    for_people = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer() if as_json else for_people
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
