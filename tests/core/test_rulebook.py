"""The rules for people can't lie: every figure is asked from the rules, every game and variant tells what it must."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ludograph
from ludograph.core.beside import file_beside
from ludograph.core.game import Game
from ludograph.core.registry import game_class_named, game_names
from ludograph.core.rulebook import Figure, Prose, rulebook
from ludograph.core.rulebook.book import END, KNOWN, MOVES, ORIGIN, PARAMETERS, SET_UP, source_of
from ludograph.core.rulebook.derived import derived_source
from ludograph.core.rulebook.source import chunks_for, chunks_in
from ludograph.core.rulebook.telling import as_data, as_markdown

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]


def every_variant() -> Iterator[str]:
    for name in game_names():
        variants = game_class_named(name).variants
        yield from (f"{name}/{variant}" for variant in variants) if variants else (name,)


@pytest.mark.parametrize("name", list(every_variant()))
def test_a_game_tells_its_rules_and_every_figure_is_true(name: str) -> None:
    game = ludograph.game(name)
    book = rulebook(game)
    assert [fault for figure in book.figures for fault in figure.faults()] == []
    for title in (SET_UP, MOVES, END):
        section = book.section(title)
        assert section, title
        assert section.figures, title
        assert any(isinstance(part, Prose) for part in section.parts), title
    assert book.section(ORIGIN), "nobody is told who invented it"
    assert book.title
    assert file_beside(type(game), f"{game.variant}.rules.md", "rules.md"), "it has no text of its own"
    assert str(book.figures[0].before) == str(game.start())
    assert any(figure.outcome_text for figure in book.section(END).figures)  # type: ignore[union-attr]
    json.dumps(as_data(book))
    told = as_markdown(book)
    assert told.count("```") % 2 == 0
    assert not re.search(r"^(- |#+ |)\{[a-z]", told, re.MULTILINE), "a condition is left"


@pytest.mark.parametrize("name", game_names())
def test_conditions_ask_for_traits_that_some_variant_has(name: str) -> None:
    variants: list[str | None] = [*game_class_named(name).variants] or [None]
    games = [ludograph.game(f"{name}/{variant}" if variant else name) for variant in variants]
    known = {trait for game in games for trait in game.traits} | {"other-map"}
    asked = {word for game in games for chunk in chunks_in(source_of(game)) for word in chunk.words}
    assert asked <= known


TEXT = """\
# {one} Title of one
# Title of all

For all.

## {two} Twos

- {one} hidden by its heading

## Set-up

- {not two} for one and three
- {one, two} for one and two
- {one and loud} for a loud one

```figure {three}
A caption.
```
"""


def told(*traits: str) -> list[str]:
    return [chunk.text for chunk in chunks_for(TEXT, frozenset(traits))]


def test_a_condition_of_a_heading_holds_for_all_below_it() -> None:
    assert told("one") == [
        "# Title of one", "# Title of all", "For all.", "## Set-up", "- for one and three", "- for one and two",
    ]  # fmt: skip
    assert told("two") == ["# Title of all", "For all.", "## Twos", "## Set-up", "- for one and two"]
    assert told("three") == ["# Title of all", "For all.", "## Set-up", "- for one and three", "A caption."]
    assert told("one", "loud")[-1] == "- for a loud one"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("piece: A3\nThere.", "The piece on A3 has no move"),
        ("moves: A1-A3\nThere.", "A1"),
        ("played: A2-A3 A2-A3\nThere.", "A2"),
        ("refused: A2-A3\nThere.", "A2-A3 is not refused"),
        ("end: Red\nThere.", "should end with Red, but does with None"),
        ("position: R:3C3R,2C4B\nplayed: C3xC4\nThere.", "should end with None, but does with Red"),
        ("position: nonsense\nThere.", "can't be read"),
        ("moves: A2-A3", "no caption"),
    ],
)
def test_a_figure_that_lies_is_found(text: str, fault: str) -> None:
    (found,) = Figure.read(ludograph.game("trimok"), text).faults()
    assert fault in found


def test_a_game_without_a_text_gets_what_can_be_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludograph.game("hexapawn")
    monkeypatch.setattr("ludograph.core.rulebook.book.source_of", derived_source)
    book = rulebook.__wrapped__(game)
    assert [section.title for section in book.sections][:3] == [SET_UP, MOVES, END]
    assert [fault for figure in book.figures for fault in figure.faults()] == []
    assert len(book.figures) == 3
    assert book.section(END).figures[0].outcome_text  # type: ignore[union-attr]


def test_what_is_solved_and_the_parameters_are_derived() -> None:
    book = rulebook(ludograph.game("dao"))
    (prose,) = book.section(KNOWN).parts  # type: ignore[union-attr]
    assert isinstance(prose, Prose)
    assert "| `dao` | 1,768,108 | 333,720 | 47,256 | 1,387,132 | 11 plies |" in prose.text
    assert "With best play this is a draw." in prose.text
    hanoi = as_markdown(rulebook(ludograph.game("hanoi")))
    assert f"## {PARAMETERS}" in hanoi
    assert "| `disks` | a whole number from 1 to 20; default 3 |" in hanoi
    english = as_markdown(rulebook(ludograph.game("checkers")))
    assert "`draughts/english`, up to 5 pieces | 312,098,644" in english
    assert "draughts/russian`, up to" not in english


def test_the_table_of_the_readme_leads_to_every_text() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = dict(re.findall(r"^\| \[`([a-z0-9-]+)`\]\((\S+\.rules\.md)\)", readme, re.MULTILINE))
    assert set(linked) == set(game_names())
    for name, file in linked.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text == file_beside(game_class_named(name), "rules.md").read_text(encoding="utf-8")  # type: ignore[union-attr]


def test_maps_of_ones_own_are_told_as_maps() -> None:
    changed: Game = ludograph.game("nchess?kings=capture")
    assert rulebook(changed).title == "Chess on a map"
    assert rulebook(ludograph.game("chess")).title == "Chess"


def test_the_command_tells_the_rules(run: Run) -> None:
    code, out, _ = run("rules", "connect-four")
    assert code == 0
    assert out.startswith("# Connect Four\n")
    assert "Red's chain" not in out
    assert "is refused: " in out
    code, out, _ = run("rules", "reversi", "--json")
    data = json.loads(out)
    assert (code, data["game"], data["title"]) == (0, "othello", "Othello")
    assert {"kind", "markdown"} <= set(data["sections"][0]["parts"][0])
    code, _, error = run("rules", "chesss")
    assert code == 1
    assert "did you mean 'chess'" in error
