"""The folder for compiled kernels. Their machine code is run, so it must be private to the user."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ludograph.core.files import reason_of
from ludograph.errors import UnsafeCache

VARIABLE = "LUDOGRAPH_CACHE"


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
