"""One server process at a time on an SQLite file: two would not hear of each other's moves.

The system's lock on a file beside the database is released however the process ends; the file itself may stay.
Programs that only read the database need no lock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludograph.core.files import reason_of
from ludograph.errors import FileRefused
from ludograph.store.database import Database


@contextmanager
def only_server(database: Database) -> Iterator[None]:
    """Within this no other process serves from the same SQLite file; refused when one does."""
    file = database.file
    if file is None:
        yield
        return
    handle = _opened(file.with_name(f"{file.name}.lock"))
    try:
        if not _is_locked_now(handle):
            raise FileRefused(
                f"Another server is using the database {file}: stop it, or choose another one by LUDOGRAPH_DATABASE."
            )
        yield
    finally:
        os.close(handle)


def _opened(lock: Path) -> int:
    """Not inherited by processes that are started from here, so that the lock doesn't outlive this one."""
    try:
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise FileRefused(f"The database's lock {lock} can't be made: {reason_of(error)}.") from None


if sys.platform == "win32":
    import msvcrt

    def _is_locked_now(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _is_locked_now(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
