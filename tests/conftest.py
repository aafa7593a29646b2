"""All tests: bounds checks in compiled kernels, and a cache folder that outlives none of the user's."""

from __future__ import annotations

import gc
import importlib
import itertools
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# Before any kernel is compiled: a wrong index in a kernel must fail a test, not kill the interpreter.
os.environ["LUDOGRAPH_BOUNDS_CHECKS"] = "1"

# Many tests begin processes, for which somebody waits: these find our modules compiled, even where nobody keeps
# bytecode, and numpy without the threads of a linear algebra that nobody uses, which spin for 50 ms at every start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell that begins tests in the background lets them and all that they begin ignore Ctrl-C, which some tests need.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("ludograph", deadline=None, print_blob=True)
settings.load_profile("ludograph")


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: tests with servers and browsers wait most of the time."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that take minutes begin first, or all cores but one would wait for them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory to the end: looking through them for garbage took a tenth of the time. Looking
    through what games and tests keep later, every 70,000 objects, took a sixth: now it is done every two million."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]):
    """Run the command in this process; returns its exit code, stdout and stderr."""
    from ludograph.cli.main import run as run_command

    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = run_command(list(arguments))
        out, err = capfd.readouterr()
        return code, out, err

    return call


@pytest.fixture
def unoptimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that only run for a moment are compiled in a tenth of the time; others run the same code optimised."""
    monkeypatch.setenv("LUDOGRAPH_OPTIMISATION", "0")


KNOWN = Path(__file__).parent / "wrong_games" / "corridor.perft.json"
NUMBERS = itertools.count()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Installs a game as if pip had done it; each gets a package of its own, since modules are loaded once."""
    from ludograph.core import registry

    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path / "data"))

    def installed(text: str, entries: str = "corridor = {package}.corridor:Corridor") -> None:
        package = f"wrong_games_{next(NUMBERS)}"
        folder, facts = tmp_path / package, tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        facts.mkdir()
        (folder / "__init__.py").touch()
        (folder / "corridor.py").write_text(text, encoding="utf-8")
        (folder / "corridor.perft.json").write_bytes(KNOWN.read_bytes())
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[ludograph.games]\n{entries.format(package=package)}\n")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        registry._load_plug_ins.cache_clear()

    yield installed
    registry._load_plug_ins.cache_clear()
