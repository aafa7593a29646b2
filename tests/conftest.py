"""All tests: bounds checks in compiled kernels, and a cache folder that outlives none of the user's."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Before any kernel is compiled: a wrong index in a kernel must fail a test, not kill the interpreter.
os.environ["LUDOGRAPH_BOUNDS_CHECKS"] = "1"

settings.register_profile("ludograph", deadline=None, print_blob=True)
settings.load_profile("ludograph")


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
