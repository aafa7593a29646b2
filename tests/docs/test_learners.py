"""What docs/learners.md shows is what its code prints; its learner learns, in a short lesson."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from pages import DOCS, page

PAGE = "learners.md"
LONG, SHORT = "learn(4000)", "learn(150, games=256)"


def test_the_code_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = page(PAGE)
    told.write(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert LONG in told.program
    scope: dict[str, Any] = {}
    with redirect_stdout(io.StringIO()) as out:
        exec(compile(told.program.replace(LONG, SHORT), PAGE, "exec"), scope)
    shown = (DOCS / PAGE).read_text(encoding="utf-8")
    printed = [line for line in out.getvalue().splitlines() if "against random" not in line]
    assert len(printed) == 5
    for line in printed:
        assert f"\n{line}\n" in shown
    assert scope["score"](scope["learner"]) > 0.85  # 0.82 without a lesson, by always dropping in the first column
