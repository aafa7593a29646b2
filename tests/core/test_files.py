"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ludograph import errors
from ludograph.core import files
from ludograph.core.files import read_text, write_text


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    write_text(file, "one")
    write_text(file, "two")
    assert read_text(file) == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_a_failed_write_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "record.json"
    write_text(file, "old")

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(errors.FileRefused, match="no space left on device"):
        write_text(file, "new")
    assert read_text(file) == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_the_usual_permissions(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write_text(tmp_path / "a", "x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o644


def test_what_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(errors.FileRefused, match="not UTF-8"):
        read_text(tmp_path / "binary")
    with pytest.raises(errors.FileRefused, match="no such file"):
        read_text(tmp_path / "missing")
    with pytest.raises(errors.FileRefused, match="can't be written"):
        write_text(tmp_path / "missing" / "file", "x")
    with pytest.raises(errors.FileRefused, match="can't be written"):
        write_text(tmp_path, "x")


def test_behind_a_link_the_file_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert read_text(tmp_path / "file") == "text"


def test_pipes_and_devices_are_neither_read_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(errors.FileRefused, match="no regular file"):
        read_text(tmp_path / "pipe")
    with pytest.raises(errors.FileRefused, match="no regular file"):
        write_text(tmp_path / "pipe", "x")
    assert (tmp_path / "pipe").is_fifo()


def test_a_text_is_read_by_the_name_of_its_content() -> None:
    name = files.offer_text("ä text")
    assert files.CONTENT_NAME.fullmatch(name)
    assert name == files.content_name("ä text")
    assert files.read_text(Path(name)) == "ä text"
    files.forget_text(name)
    with pytest.raises(errors.FileRefused, match="no text with the content"):
        files.read_text(Path(name))
