"""Nothing heavy is imported before it is used."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = ("llvmlite", "numpy", "textual", "fastapi", "pydantic", "sqlalchemy", "uvicorn", "hypothesis", "rich")

CASES = {
    "import ludograph": HEAVY,
    "import ludograph.adapters.gamesman": HEAVY,
    "import ludograph.learners": HEAVY,
    "import ludograph.learners; ludograph.learners.VectorEnv, ludograph.learners.load_game": (
        "gymnasium",
        "pettingzoo",
        "pyspiel",
    ),
    "import ludograph; ludograph.game_names()": ("llvmlite", "textual", "fastapi", "rich"),
    "from ludograph.cli.main import run; run(['--help'])": HEAVY,
    "from ludograph.cli.main import run; run(['serve', '--print-settings'])": (
        "llvmlite",
        "textual",
        "fastapi",
        "uvicorn",
    ),
    "import ludograph.server.app": ("llvmlite", "textual", "psycopg", "hypothesis"),
    "from ludograph.cli.main import run; run(['show', 'trimok'])": ("llvmlite", "textual", "fastapi"),
    "from ludograph.cli.main import run; run(['perft', 'trimok', '3'])": ("llvmlite", "textual", "fastapi"),
}


PERFT = "from ludograph.cli.main import run; run(['perft', 'trimok', '3', '--engine', 'compiled'])"
#: Nothing that draws, describes or compiles is needed to count with what was compiled before.
NOT_FOR_PERFT = (
    "textual",
    "fastapi",
    "rich",
    "filelock",
    "ludograph.core.plain_data",
    "ludograph.draw.coordinates",
    "ludograph.draw.themes",
    "ludograph.engine.compiler.module",
    "ludograph.engine.declared.description",
    "ludograph.engine.declared.symmetries",
    "ludograph.engine.declared.texts",
    "ludograph.engine.declared.views",
    "ludograph.players",
    "ludograph.solver",
)


def loaded(statement: str, among: tuple[str, ...]) -> str:
    """Which of these modules a process has loaded that does something."""
    script = f"{statement}\nimport sys; print('LOADED', sorted(set({among!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("statement", CASES)
def test_stays_light(statement: str) -> None:
    assert loaded(statement, CASES[statement]) == "LOADED []"


def test_what_was_compiled_before_is_run_without_the_compiler() -> None:
    loaded(PERFT, ())  # the cache may be empty
    assert loaded(PERFT, NOT_FOR_PERFT) == "LOADED []"


@pytest.mark.parametrize(("chosen", "threads"), [(None, "1"), ("3", "3")])
def test_the_command_begins_no_threads_for_linear_algebra(chosen: str | None, threads: str) -> None:
    """numpy would begin one for every core; who wants them says so."""
    script = """
import os, sys
from ludograph.__main__ import main
sys.argv = ["ludograph", "show", "trimok"]
try:
    main()
finally:
    print("numpy" in sys.modules, os.environ["OPENBLAS_NUM_THREADS"])
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if chosen:
        environment["OPENBLAS_NUM_THREADS"] = chosen
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == f"True {threads}"
