"""The code of docs/plain-python-puzzles.md is one program that runs, and both its puzzles are good games."""

from __future__ import annotations

import ast
import importlib
import io
from pathlib import Path

import pytest

import ludograph
from ludograph.core import registry
from ludograph.testing import check_game
from pages import DOCS, page

PAGE = DOCS / "plain-python-puzzles.md"
TUTORIAL_CLASS = Path(__file__).with_name("tutorial_hanoi.py")


def program() -> str:
    return page(PAGE.name).program


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What the page's program prints."""
    (tmp_path / "plain_tutorial.py").write_text(program(), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("0-2\nq\n"))
    importlib.import_module("plain_tutorial")
    yield capsys.readouterr().out
    for name in ("my-hanoi", "fast-hanoi"):
        registry.unregister(name)


def test_the_page_runs(printed: str) -> None:
    shown_on_the_page = "Type a move or its number, or: undo, help, q to quit.\n\n3_2_1--\n1) 0-1   2) 0-2\n> "
    assert printed.startswith(shown_on_the_page)
    assert shown_on_the_page in PAGE.read_text(encoding="utf-8")
    check_game("my-hanoi")
    check_game("fast-hanoi")
    plain, fast = (ludograph.game(name).start() for name in ("my-hanoi", "fast-hanoi"))
    assert str(plain) == str(fast)
    assert [move.text for move in plain.legal_moves] == [move.text for move in fast.legal_moves]


def methods_in(source: str) -> dict[str, str]:
    """The methods of the class Hanoi, without line breaks and the like."""
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and node.name == "Hanoi"]
    return {node.name: ast.dump(node) for node in classes[0].body if isinstance(node, ast.FunctionDef)}


def test_the_page_has_the_tutorials_methods() -> None:
    told, tutorial = methods_in(program()), methods_in(TUTORIAL_CLASS.read_text(encoding="utf-8"))
    assert told.keys() - tutorial.keys() == {"fromString"}
    for name, method in tutorial.items():
        assert told[name] == method, name
