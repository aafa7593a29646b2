"""Files for people: read whole, written whole or not at all, refused in one sentence.

A text without a file, such as a map that was sent to a server, is offered under the name of its content,
``sha256:…``, and read under that name like a file.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ludograph.errors import FileRefused

MAX_BYTES = 64 * 1024 * 1024
DATA_VARIABLE = "LUDOGRAPH_DATA"
CONTENT_NAME = re.compile(r"sha256:[0-9a-f]{64}")

_offered: dict[str, str] = {}


def data_folder() -> Path:
    """The folder for what is kept for the user: solutions, matches."""
    if chosen := os.environ.get(DATA_VARIABLE):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("ludograph", appauthor=False)


def content_name(text: str) -> str:
    """The name that a text has by its content."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8')).hexdigest()}"


def offer_text(text: str) -> str:
    """Let a text be read by the name of its content in this process; returns the name."""
    name = content_name(text)
    _offered[name] = text
    return name


def forget_text(name: str) -> None:
    """Don't offer a text any longer."""
    _offered.pop(name, None)


def read_text(file: Path) -> str:
    """The text of a file, or one that was offered by the name of its content."""
    if CONTENT_NAME.fullmatch(str(file)):
        if str(file) in _offered:
            return _offered[str(file)]
        raise FileRefused(f"There is no text with the content {file}.")
    check_regular(file)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None
    if len(data) > MAX_BYTES:
        raise FileRefused(f"The file {file} can't be read: it is larger than {MAX_BYTES:,} bytes.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileRefused(f"The file {file} can't be read: it is not UTF-8 text (byte {error.start:,}).") from None


def check_regular(file: Path) -> None:
    """Refuse to read what is there but is no file, such as a pipe that nobody writes to."""
    if file.exists() and not file.is_file():
        what = "is a directory" if file.is_dir() else "it is no regular file"
        raise FileRefused(f"The file {file} can't be read: {what}.")


def write_text(file: Path, text: str) -> None:
    """Write a text so that the file has the old content or the new one, whatever happens in between."""
    write_whole(file, lambda stream: stream.write(text.encode("utf-8")))


def write_whole(file: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let something be written so that the file has the old content or the new one, whatever happens in between."""
    with replacing(file) as temporary, temporary.open("wb") as stream:
        write(stream)


@contextlib.contextmanager
def replacing(file: Path, *, is_private: bool = False) -> Iterator[Path]:
    """A new file beside one, which takes its place at the end, on the disk and whole; never, when anything is raised.
    Nobody else can read one that is private."""
    file = file.resolve()  # behind a link, what it names is written, and the link stays
    handle, temporary = _temporary_beside(file)
    os.close(handle)
    try:
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        temporary.chmod(0o600 if is_private else 0o666 & ~_umask())
        temporary.replace(file)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be written: {reason_of(error)}.") from None
    finally:
        temporary.unlink(missing_ok=True)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made if it isn't there; what else is in it stays."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileRefused(f"The folder {folder} can't be made: {reason_of(error)}.") from None
    for name, content in files.items():
        write_whole(folder / name, partial(_write_bytes, content))


def _write_bytes(content: bytes, stream: BinaryIO) -> None:
    stream.write(content)


def check_writable(file: Path) -> None:
    """Refuse a file that can't be written, before the work that it is to hold is done."""
    handle, temporary = _temporary_beside(file.resolve())
    os.close(handle)
    temporary.unlink()


def _temporary_beside(file: Path) -> tuple[int, Path]:
    """A new file in the same folder, opened."""
    if file.exists() and not file.is_file():
        raise FileRefused(f"The file {file} can't be written: it is no regular file.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise FileRefused(f"The file {file} can't be written: {reason_of(error)}.") from None
    return handle, Path(name)


def reason_of(error: OSError) -> str:
    """What the system says, for the end of a sentence."""
    return (error.strerror or str(error)).lower()


def _umask() -> int:
    """The process' mask: it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
