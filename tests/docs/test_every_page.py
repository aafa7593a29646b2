"""Every block of Python in README and docs runs, every block ``console`` prints what it shows, and every link leads
somewhere."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import typer

from ludograph.cli.main import command_line
from pages import BLOCK, DOCS, page

REPOSITORY = DOCS.parent
#: Pages whose programs have tests of their own, which also look at what comes of them.
TESTED_APART = {"learners.md", "plain-python-games.md", "plain-python-puzzles.md", "writing-a-game.md"}
WITH_PROGRAMS = sorted(
    file.name
    for file in (REPOSITORY / "README.md", *DOCS.rglob("*.md"))
    if re.search(r"^```(python|console)$", file.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("name", sorted(set(WITH_PROGRAMS) - TESTED_APART))
def test_its_program_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path / "data"))
    file = "../README.md" if name == "README.md" else name
    assert not page(file).files
    scope: dict[str, Any] = {}
    for language, text in BLOCK.findall((DOCS / file).read_text(encoding="utf-8")):
        if language == "python":
            exec(compile(text, name, "exec"), scope)
        elif language == "console":
            check_session(run, text)


def check_session(run: Any, text: str) -> None:
    """Commands behind a dollar print what stands below them; behind … there may be anything."""
    for command, shown in re.findall(r"^\$ ludograph (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        code, out, err = run(*shlex.split(command))
        assert code == 0, err
        wanted, more, _ = shown.partition("…\n")
        assert (out[: len(wanted)] if more else out) == wanted, command


COMMAND = re.compile(r"^\$ (?:.*\| )?ludograph (\w+)((?: [^#|&\n]*)?)", re.MULTILINE)


def test_every_command_that_is_told_has_the_options_told() -> None:
    """Also where nobody runs it, since it takes long or needs a cluster."""
    commands = typer.main.get_command(command_line([])).commands  # type: ignore[attr-defined]
    pages = (REPOSITORY / "README.md", *DOCS.rglob("*.md"), *(REPOSITORY / "src").rglob("*.rules.md"))
    told = [each for file in pages for each in COMMAND.findall(file.read_text(encoding="utf-8"))]
    assert len(told) > 50
    for name, rest in told:
        known = {option for parameter in commands[name].params for option in parameter.opts} | {"--help"}
        assert set(re.findall(r"--[a-z][a-z-]*", rest)) <= known, f"ludograph {name}{rest}"


def test_pages_with_tests_of_their_own_have_programs() -> None:
    assert set(WITH_PROGRAMS) > TESTED_APART
    assert "README.md" in WITH_PROGRAMS


class Links(HTMLParser):
    """Where the links of a page lead, and its anchors."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and ":" not in value:
                self.found.append(value)
            if name == "id" and value:
                self.anchors.add(value)


@pytest.fixture(scope="module")
def builder() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(REPOSITORY / "tools")
        yield importlib.import_module("docs_site")


def test_the_docs_are_a_site_whose_links_lead_somewhere(builder: Any, tmp_path: Path) -> None:
    site = builder.Site(["dao", "trimok"])
    assert site.faults == []
    site.write(tmp_path)
    pages = {file: Links(file) for file in tmp_path.rglob("*.html")}
    assert {tmp_path / "index.html", tmp_path / "docs/solver.html", tmp_path / "rules/dao.html"} <= pages.keys()
    for name, told in (("library", "Position.play"), ("command", "--material"), ("http", "/matches/{match_id}/moves"),
                       ("websocket", "rematch")):  # fmt: skip
        assert told in (tmp_path / f"docs/reference/{name}.html").read_text(encoding="utf-8")
    for file, links in pages.items():
        for link in links.found:
            path, _, anchor = link.partition("#")
            meant = (file.parent / path).resolve() if path else file
            assert meant.is_file(), (file, link)
            assert not anchor or meant not in pages or anchor in pages[meant].anchors, (file, link)
    assert "<svg" in (tmp_path / "rules/dao.html").read_text(encoding="utf-8")
    first = Links(tmp_path / "index.html").found
    assert "rules/dao.html" in first, "the README leads to the rules as pages"


def test_a_link_that_leads_nowhere_is_told(builder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = builder.Page(DOCS / "solver.md", builder.PurePosixPath("wrong.html"), ["[a](no.md) [b](page.md#no-such)"])
    monkeypatch.setattr(builder, "_written_pages", lambda written=builder._written_pages: iter([*written(), wrong]))
    assert builder.Site([]).faults == [
        "docs/solver.md: no.md leads nowhere",
        "docs/solver.md: page.md#no-such has no such heading",
    ]
