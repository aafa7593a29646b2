"""``ludograph doctor`` finds what is wrong with an installation."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from ludograph.cli import doctor

#: Extras for who works on Ludograph.
OUR_OWN = ("test", "lint", "dev")


def test_all_is_well(run) -> None:
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    assert "good  compiler: compiled rules count 15,120 ways to begin tic-tac-toe\n" in out
    assert all(line.startswith("good  ") for line in out.splitlines())
    code, out, _ = run("doctor", "--json")
    assert {"numpy", "llvmlite", "cache", "data", "ray"} <= {each["what"] for each in json.loads(out)}


@pytest.mark.parametrize(("variable", "what"), [("LUDOGRAPH_CACHE", "cache"), ("LUDOGRAPH_DATA", "data")])
def test_a_folder_that_can_not_be_used(
    run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, what: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(variable, str(tmp_path / "file" / "folder"))
    code, out, _ = run("doctor")
    assert code == 1
    assert f"BAD   {what}: " in out
    assert "Traceback" not in out


def test_a_plug_in_that_can_not_be_loaded(run, install) -> None:
    install("Corridor = 5\n")
    code, out, _ = run("doctor")
    assert code == 1
    assert "BAD   plug-in: The plug-in 'corridor' " in out


def test_what_is_missing(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is needed in any case is told apart from what only some need."""
    monkeypatch.setattr(doctor, "_version_of", lambda package: None)
    code, out, _ = run("doctor")
    assert code == 1
    assert "BAD   numpy: is missing: install Ludograph anew.\n" in out
    assert "good  ray: not installed; pip install 'ludograph[cluster]' brings it" in out


def test_what_can_be_added_is_told() -> None:
    """All packages of the extras for people, not of those for who works on Ludograph."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {extra: wanted for extra, wanted in project["optional-dependencies"].items() if extra not in OUR_OWN}
    packages = {re.split(r"[\[>]", each)[0]: extra for extra, wanted in extras.items() for each in wanted}
    del packages["ludograph"]
    assert packages == {package: extra for package, (extra, _) in doctor.EXTRAS.items()}
