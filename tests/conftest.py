"""All tests: bounds checks in compiled kernels, and a cache folder that outlives none of the user's."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# Before any kernel is compiled: a wrong index in a kernel must fail a test, not kill the interpreter.
os.environ["LUDOGRAPH_BOUNDS_CHECKS"] = "1"

# A shell that begins tests in the background lets them and all that they begin ignore Ctrl-C, which some tests need.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("ludograph", deadline=None, print_blob=True)
settings.load_profile("ludograph")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests with servers and browsers wait most of the time."""
    return (os.cpu_count() or 1) + 1


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
