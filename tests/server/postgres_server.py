"""PostgreSQL for tests: a new database on a free port, which can be killed and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class PostgresServer:
    """A server that runs."""

    def __init__(self, command: list[str], url: str) -> None:
        self._command = command
        self.url = url
        self._start()

    def _start(self) -> None:
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, stdout=quiet, stderr=quiet, start_new_session=True)
        _wait_for(self.url)

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT cuts off who is there, SIGQUIT at once, as if it had crashed."""
        os.killpg(self._process.pid, how)
        self._process.wait()

    def crash(self) -> None:
        """And come again."""
        self.stop(signal.SIGQUIT)
        self._start()


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    pytest.importorskip("psycopg", reason="LOUD: PostgreSQL is not tested: psycopg is not installed")
    initdb, server = tool("initdb"), tool("postgres")
    if not initdb or not server:
        pytest.skip("LOUD: PostgreSQL is not tested: it is not installed (Debian: apt-get install postgresql)")
    user = as_other_user()
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    folder.chmod(0o777)
    data = folder / "data"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    set_up = [*user, initdb, "-D", str(data), "-U", "ludograph", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    made = subprocess.run(set_up, capture_output=True, text=True, cwd=folder)
    if made.returncode:
        pytest.skip(f"LOUD: PostgreSQL is not tested: initdb failed: {made.stderr.strip()[-200:]}")
    options = ["-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder)]
    started = PostgresServer([*user, server, *options], f"postgresql://ludograph@127.0.0.1:{port}/postgres")
    try:
        yield started
    finally:
        started.stop()
        shutil.rmtree(folder, ignore_errors=True)


def tool(name: str) -> str | None:
    """One of PostgreSQL's programs; Debian keeps them beside the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(places[-1]) if places else None)


def as_other_user() -> list[str]:
    """PostgreSQL does not run for root: then its own user runs it."""
    if os.getuid() != 0:
        return []
    runuser = shutil.which("runuser")
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        runuser = None
    if runuser is None:
        pytest.skip("LOUD: PostgreSQL is not tested: it does not run for root, and there is no user 'postgres'")
    return [runuser, "-u", "postgres", "--"]


def _wait_for(url: str) -> None:
    import psycopg

    for _ in range(600):
        try:
            with psycopg.connect(url):
                return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("PostgreSQL does not come up")
