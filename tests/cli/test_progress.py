"""Bars on a terminal, for work that takes more than a moment."""

from __future__ import annotations

import io
import sys
import time

import pytest

from ludograph.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch):
    """Begins to keep what is written to stderr, as if somebody looked on."""
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "140")

    def begun() -> Terminal:
        stream = Terminal()
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    return begun


def test_a_bar_shows_the_rate_and_a_total_that_is_found_on_the_way(watched) -> None:
    terminal = watched()
    with progress.counting_bar("positions", None) as update:
        time.sleep(0.01)
        update(1_000_000, 3)
        update(2_500_000, 4, 5_000_000)
    shown = terminal.getvalue()
    assert "positions: 2,500,000" in shown
    assert "million a second, level 4" in shown
    last = shown[shown.rindex("level 4") :]
    assert 0.4 < last[: last.index("╺")].count("━") / last.count("━") < 0.6


def test_a_bar_of_parts_shows_how_many_there_are(watched) -> None:
    terminal = watched()
    with progress.progress_bar("perft") as update:
        time.sleep(0.01)
        update(3, 20)
    assert " 3/20" in terminal.getvalue()
