"""The folder for compiled kernels, and the files in it. Their machine code is run, so it must be private to the user.

A file that is damaged, by a full disk or a lost machine, is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ludograph.core.files import reason_of
from ludograph.errors import UnsafeCache

VARIABLE = "LUDOGRAPH_CACHE"
MAGIC = b"ludograph kernel 1\n"
SUFFIX = ".kernel"
#: Files that nobody has used for so long are removed, and the oldest when there are too many.
UNUSED_SECONDS = 60 * 24 * 3600
#: Those of another version, when nobody has used any of them for so long: two that are in use leave each other alone.
OTHERS_UNUSED_SECONDS = 24 * 3600
LEFT_OVER_SECONDS = 3600
MOST_BYTES = 256 << 20
#: All files are looked over so often at most: where many are written, it would take longer than writing them.
TIDY_SECONDS = 60

_tidied: dict[Path, float] = {}  # when each folder was looked over by this process


def kernel_folder() -> Path:
    """The private folder, made when it isn't there; UnsafeCache when others could write into it."""
    folder = _chosen_folder() / "kernels"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for place in (folder.parent, folder):
            _check_private(place)
    except OSError as error:
        raise UnsafeCache(
            f"The folder {folder} for compiled kernels can't be used: {reason_of(error)}; "
            f"{VARIABLE} may name another one."
        ) from None
    return folder


def _chosen_folder() -> Path:
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("ludograph", appauthor=False)


def _check_private(folder: Path) -> None:
    if os.name != "posix":  # elsewhere the user's own cache folder is private by its access list
        return
    status = folder.stat()
    if status.st_uid != os.getuid():
        raise UnsafeCache(
            f"The cache folder {folder} belongs to another user, so that its compiled kernels can't be trusted; "
            f"{VARIABLE} may name another folder."
        )
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UnsafeCache(
            f"Other users can write into the cache folder {folder}, so that its compiled kernels can't be "
            f"trusted; 'chmod go-w' mends it."
        )


def kept_or_made(version: str, name: str, make: Callable[[], bytes]) -> bytes:
    """What a file holds, or what is made now, and kept for the next one who asks."""
    path = kernel_folder() / version / (name + SUFFIX)
    return _read(path) or _made(path, make)


def _read(path: Path) -> bytes | None:
    """What a file holds; None when it isn't there or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + hashlib.sha256().digest_size
    if data[:start] != MAGIC + hashlib.sha256(data[start:]).digest():
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # says that it is in use
    return data[start:]


def _made(path: Path, make: Callable[[], bytes]) -> bytes:
    """Make and keep it. Another process that wants the same waits, and finds what this one made. Where nothing can
    be kept, the program works all the same."""
    from filelock import FileLock

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            stack.enter_context(FileLock(path.with_suffix(".lock")))
        data = _read(path) or make()
        with contextlib.suppress(OSError):
            _write(path, MAGIC + hashlib.sha256(data).digest() + data)
            _tidy_sometimes(path.parent)
    return data


def _write(path: Path, data: bytes) -> None:
    """The file appears whole or not at all, also for other processes."""
    temporary = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _tidy_sometimes(own: Path) -> None:
    if (now := time.monotonic()) - _tidied.get(own, -TIDY_SECONDS) >= TIDY_SECONDS:
        _tidied[own] = now
        _tidy(own)


def _tidy(own: Path) -> None:
    """Remove what nobody has used for long, what other versions left, and the oldest when there is too much. Whoever
    misses a file makes it anew, so it does no harm that others may be at work here."""
    found = sorted((*_use_and_size(file), file) for file in own.parent.rglob("*") if file.is_file())
    last_use = {file.parent: used for used, _, file in found if file.suffix == SUFFIX}
    total = sum(size for _, size, _ in found)
    now = time.time()
    for used, size, file in found:
        if file.suffix != SUFFIX:
            is_forsaken = now - used > LEFT_OVER_SECONDS  # a lock, or what was being written
        else:
            is_forsaken = file.parent != own and now - last_use[file.parent] > OTHERS_UNUSED_SECONDS
        if is_forsaken or now - used > UNUSED_SECONDS or total > MOST_BYTES:
            file.unlink(missing_ok=True)
            total -= size
    for folder in own.parent.iterdir():
        with contextlib.suppress(OSError):  # it is a file, or not empty
            folder.rmdir()


def _use_and_size(file: Path) -> tuple[float, int]:
    status = file.stat()
    return status.st_mtime, status.st_size
