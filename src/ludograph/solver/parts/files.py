"""Arrays in files of their own, in the folder that all parts reach: written under another name first."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ludograph.core.files import reason_of
from ludograph.errors import DamagedSolution, FileRefused

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


def write_arrays(file: Path, arrays: Iterable[Any], *, is_synced: bool = True) -> None:
    """Write arrays one behind the other: whole or not at all."""
    temporary = file.with_name(f".{file.name}.{uuid4().hex}")
    try:
        with temporary.open("wb") as stream:
            for array in arrays:
                stream.write(memoryview(array).cast("B") if array.size else b"")
            stream.flush()
            if is_synced:
                os.fsync(stream.fileno())
        temporary.replace(file)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be written: {reason_of(error)}.") from None


def mapped(file: Path, dtype: DTypeLike) -> Any:
    """The array in a file, which is read where it is looked at."""
    import numpy as np

    try:
        return np.memmap(file, dtype, mode="c") if file.stat().st_size else np.zeros(0, dtype)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None
    except ValueError:
        raise DamagedSolution(f"The file {file} is no whole part of a solution.") from None


def read_array(file: Path, dtype: DTypeLike) -> Any:
    """The array in a file, in memory."""
    import numpy as np

    return np.array(mapped(file, dtype))


def sync(file: Path) -> None:
    """Let what was written stay, whatever happens to the machine."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
