"""A progress bar with the remaining time, on stderr, for work that takes more than a moment."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludograph.solver.progress import OpenProgress

PATIENCE = 1.0  # seconds before the bar appears


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A function to be called with what is done and with the whole; it draws only when people look on."""

    def columns() -> tuple[Any, ...]:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

        return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()

    with _bar(title, columns) as bar:
        yield lambda done, total: bar(done, total, "")


@contextmanager
def said_when_slow(sentence: str) -> Iterator[None]:
    """Say a sentence on stderr when what happens inside takes more than a moment."""
    timer = threading.Timer(PATIENCE, lambda: print(sentence, file=sys.stderr, flush=True))  # noqa: T201
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def counting_bar(title: str, total: int | None) -> Iterator[OpenProgress]:
    """A function to be called with what is done, with the level and perhaps with a better total; shows the rate and, if
    the total is known or expected, the rest."""

    began = time.monotonic()
    with bar_with_note(title) as bar:

        def update(done: int, level: int, expected: int | None = None) -> None:
            rate = done / max(time.monotonic() - began, 1e-9)
            bar(done, expected or total, f"{done:,}, {rate / 1e6:.1f} million a second, level {level}")

        yield update


@contextmanager
def bar_with_note(title: str) -> Iterator[Callable[[int, int | None, str], None]]:
    """A function to be called with what is done, with the whole if it is known, and with what is said beside it."""

    def columns() -> tuple[Any, ...]:
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

        return TextColumn("{task.description}: {task.fields[note]}"), BarColumn(), TimeRemainingColumn()

    with _bar(title, columns) as bar:
        yield bar


@contextmanager
def _bar(title: str, columns: Callable[[], tuple[Any, ...]]) -> Iterator[Callable[[int, int | None, str], None]]:
    """A bar that appears when the work has taken more than a moment, if people look on."""
    began = time.monotonic()
    bar: Any = None

    def update(done: int, total: int | None, note: str) -> None:
        nonlocal bar
        if bar is None and sys.stderr.isatty() and time.monotonic() - began > PATIENCE:
            bar = _begun(title, columns(), began)
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=total, note=note)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()


def _begun(title: str, columns: tuple[Any, ...], began: float) -> Any:
    """The bar on the screen, with the time since the work began. Only now rich is imported, which takes a while."""
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(*columns, console=Console(stderr=True), transient=True, get_time=time.monotonic)
    bar.start()
    task = bar.add_task(title, note="")
    bar.tasks[task].start_time = began
    return bar
