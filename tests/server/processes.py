"""Servers in processes of their own, to be killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LOOSE = {"LUDOGRAPH_ADDRESS_LIMITS": "100000/second", "LUDOGRAPH_TOKEN_LIMITS": "100000/second"}
BRIEF = {"LUDOGRAPH_GAMES_AT_START": "no"}  # such a server is killed before anybody wants to see all games


class ServerProcess:
    """``ludograph serve`` on a free port."""

    def __init__(self, data: Path, **settings: str) -> None:
        environment = {
            **os.environ,
            **LOOSE,
            **BRIEF,
            "LUDOGRAPH_DATA": str(data),
            "LUDOGRAPH_LOG_LEVEL": "error",
            **settings,
        }
        arguments = [sys.executable, "-m", "ludograph", "serve", "--port", "0"]
        self.process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://[0-9.]+:[0-9]+", line)
        assert found, f"the server said {line!r}"
        self.address = found.group()

    def kill(self) -> None:
        """At once, as if the power had gone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


@contextlib.contextmanager
def server_process(data: Path, **settings: str) -> Iterator[ServerProcess]:
    server = ServerProcess(data, **settings)
    try:
        yield server
    finally:
        server.kill()
