"""A progress bar with the remaining time, on stderr, for work that takes more than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds before the bar appears


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A function to be called with what is done and with the whole; it draws only when people look on."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title)
    began = time.monotonic()

    def update(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if not bar.live.is_started and time.monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield update
    finally:
        bar.stop()
