"""``-`` is standard output wherever a command writes one text into a file, and is refused where it writes others."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

GAMES = '[Event "one"]\n[Result "*"]\n\n1. e4 e5 *\n'
PICTURE = "rnk\n...\nRNK\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a file called - would be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path / "data"))
    (tmp_path / "games.pgn").write_text(GAMES)
    (tmp_path / "picture.txt").write_text(PICTURE)
    yield tmp_path
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    ("option", "arguments"),
    [
        ("--svg", ("show", "trimok")),
        ("--plot", ("solve", "hanoi")),
        ("--out", ("map", "square", "picture.txt")),
        ("--out", ("convert", "games.pgn", "--to", "pgn")),
        ("--out", ("convert", "games.pgn", "--to", "record")),
    ],
)
def test_a_text_alone_is_on_standard_output(run, here: Path, option: str, arguments: tuple[str, ...]) -> None:
    file = here / "written"
    assert run(*arguments, option, str(file))[0] == 0
    code, out, _ = run(*arguments, option, "-")
    assert (code, out.rstrip("\n")) == (0, file.read_text(encoding="utf-8").rstrip("\n"))
    if option != "--out":
        assert ElementTree.fromstring(out).tag.endswith("svg")
    code, out, err = run(*arguments, option, "-", "--json")
    assert (code, out, err) == (2, "", "Invalid value: - and --json both are standard output.\n")


@pytest.mark.parametrize(
    ("option", "arguments"),
    [
        ("--out", ("solve", "hanoi")),
        ("--out", ("build", "trimok")),
        ("--record", ("play", "trimok", "--lines")),
        ("--record", ("match", "trimok", "--players", "random", "random", "--games", "1")),
    ],
)
def test_what_is_no_text_is_refused(run, option: str, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments, option, "-")
    assert (code, out) == (2, "")
    assert option in err
    assert "- is standard output, to which this can't be written." in err


def test_a_format_that_no_ending_tells_is_named(run) -> None:
    code, _, err = run("convert", "games.pgn", "--out", "-")
    assert (code, err) == (2, "Invalid value: The ending of - tells no format: name it with --to.\n")
