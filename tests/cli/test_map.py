"""``ludograph map``: from a picture to a map that plays at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PICTURE = "..k\n.p.\n.P.\nK..\n"


def test_a_picture_becomes_a_map_that_plays(run, tmp_path: Path) -> None:
    picture, file = tmp_path / "picture.txt", tmp_path / "map.json"
    picture.write_text(PICTURE)
    code, out, err = run("map", "square", str(picture), "--out", str(file), "--forward", "90,270", "--name", "small")
    assert (code, err) == (0, "")
    assert "12 nodes" in out
    code, out, _ = run("show", f"nchess?map={file}", "--json", "--svg", str(tmp_path / "map.svg"))
    assert (code, json.loads(out)["position"]) == (0, "w:Ka1,Pb2/Kc4,Pb3")
    code, out, _ = run("moves", f"nchess?map={file}")
    assert out.split() == ["a1-b1"]


def test_without_directions_pawns_are_free(run, tmp_path: Path) -> None:
    picture, file = tmp_path / "picture.txt", tmp_path / "map.json"
    picture.write_text(PICTURE)
    code, out, _ = run("map", "square", str(picture), "--out", str(file), "--json")
    assert (code, json.loads(out)["nodes"]) == (0, 12)
    code, out, _ = run("moves", f"nchess?map={file}")
    assert out.split() == ["a1-a2", "a1-b1", "b2-a2", "b2-b1", "b2-c2", "b2xb3"]


@pytest.mark.parametrize(
    ("tiling", "picture", "arguments", "code", "message"),
    [
        ("penrose", ".", [], 2, "'penrose' is not one of square"),
        ("square", "a", [], 1, "'a' is no piece of PNBRQK"),
        ("square", "KK", [], 1, "white has 2 kings"),
        ("square", "", [], 1, "it has 0 cells"),
        ("square", "K", ["--forward", "up"], 2, "two directions like 90,270"),
    ],
)
def test_refusals(
    run, tmp_path: Path, tiling: str, picture: str, arguments: list[str], code: int, message: str
) -> None:
    file = tmp_path / "picture.txt"
    file.write_text(picture)
    found, _, err = run("map", tiling, str(file), *arguments)
    assert (found, len(err.splitlines())) == (code, 1)
    assert message in err
