"""What servers in the test's own event loop are started with; beside conftest.py, which there are several of."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path

from clients import Client

LOOSE = {f"{kind}_limits": ["100000/second"] for kind in ("address", "token", "costly", "chat")}

Serve = Callable[..., AbstractAsyncContextManager[Client]]


@contextmanager
def quick_place() -> Iterator[Path]:
    """In memory where that can be had: what is tested is the order of things, not the disk."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() and os.access(memory, os.W_OK) else None))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
