"""The notebooks of docs/notebooks run from top to bottom, and all that they show can be shown.

Their cells are run here, without a Jupyter, whose kernel takes longer to start than they do.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludograph.core import registry
from pages import DOCS

pytest.importorskip("anywidget", reason="anywidget is not installed")

NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that a notebook keeps or registers is left."""
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = set(registry.game_names())
    yield
    for name in set(registry.game_names()) - before:
        registry.unregister(name)


def run(cell: str, names: dict[str, Any], where: str) -> Any:
    """What a cell shows: its last expression."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    return eval(compile(ast.Expression(last.value), where, "eval"), names) if isinstance(last, ast.Expr) else None


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_runs(file: Path) -> None:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {}
    drawings = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "what it shows is made by who runs it"
            shown = run("".join(cell["source"]), names, f"{file.name}, {cell['id']}")
            if hasattr(shown, "_repr_svg_"):
                drawings.append(ElementTree.fromstring(shown._repr_svg_()))
    assert len(drawings) >= 2
