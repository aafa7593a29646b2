"""Nothing heavy is imported before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("llvmlite", "numpy", "textual", "fastapi", "pydantic", "sqlalchemy", "uvicorn", "hypothesis", "rich")

CASES = {
    "import ludograph": HEAVY,
    "import ludograph.adapters.gamesman": HEAVY,
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


@pytest.mark.parametrize("statement", CASES)
def test_stays_light(statement: str) -> None:
    script = f"{statement}\nimport sys; print('LOADED', sorted(set({CASES[statement]!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"
