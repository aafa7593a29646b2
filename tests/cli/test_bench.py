"""The report of ``ludograph bench``, of a benchmark that takes no time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludograph.cli import bench

COUNTING = '''"""Counting."""
def run():
    yield {"what": "moves", "measured": "20 at once", "aim": "at least 9", "met": True}
'''
WRONG = COUNTING.replace("def run():", "def run():\n    assert 20 == 21, 'perft 1 is 20, not 21'")


def test_a_report_has_machine_versions_and_commit(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bench_counting.py").write_text(COUNTING)
    monkeypatch.setattr(bench, "_folder", lambda: tmp_path)
    code, out, _ = run("bench", "counting")
    assert (code, out) == (0, "  moves: 20 at once (aim: at least 9, met)\n")
    assert not (tmp_path / "results.md").exists(), "only what was asked for is written"
    code, out, _ = run("bench", "counting", "--out", "-")
    assert code == 0
    assert out.startswith("# Figures\n\nWritten by `ludograph bench counting`.")
    for told in ("machine", "load", "commit", "versions", "peers", "Ludograph 0.", "| moves | 20 at once |"):
        assert told in out


def test_a_wrong_count_ends_the_run(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bench_counting.py").write_text(WRONG)
    monkeypatch.setattr(bench, "_folder", lambda: tmp_path)
    out = tmp_path / "report.md"
    code, _, err = run("bench", "counting", "--out", str(out))
    assert code == 1
    assert err.endswith("The benchmark counting counts wrongly: perft 1 is 20, not 21.\n")
    assert not out.exists()


def test_memory_is_that_of_the_solve_alone() -> None:
    """Not that of who started it, though the system begins to count there."""
    measuring = Path(__file__).parents[2] / "benchmarks"
    small = f"import sys; sys.path.insert(0, {str(measuring)!r}); import measuring; print(measuring.peak_gigabytes())"
    large = f"import subprocess, sys; kept = b'1' * 300_000_000; subprocess.run([sys.executable, '-c', {small!r}])"
    done = subprocess.run([sys.executable, "-c", large], capture_output=True, text=True, check=True)
    assert 0.001 < float(done.stdout) < 0.2
