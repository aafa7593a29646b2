"""What a site can't have is said in a sentence, and what somebody wrote himself is there like all others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludograph import errors
from ludograph.adapters.gamesman import game_class
from ludograph.core import registry
from ludograph.server.site.folder import write_site
from ludograph.server.site.games import book_of, catalogue, chosen_games, usual_games
from ludograph.server.site.pages import page_files

from .plain_puzzles import Hanoi


@pytest.fixture
def plain() -> Iterator[str]:
    game = game_class(Hanoi)
    registry.register(game)
    yield game.name
    registry.unregister(game.name)


def test_rules_in_plain_python_are_left_out(plain: str, tmp_path: Path) -> None:
    assert any(name.startswith(plain) for name in usual_games())
    games, left_out = chosen_games([plain, "tic-tac-toe", "tic-tac-toe?rows=3"])
    assert [each.game.id for each in games] == ["tic-tac-toe"]
    assert left_out == [plain]
    with pytest.raises(errors.CannotBuild, match=f"the rules of {plain} are plain Python"):
        write_site(tmp_path, [plain], lambda done, steps, game: None)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_can_be_chosen_by_all_its_names() -> None:
    games, _ = chosen_games(["draughts", "draughts/english", "hanoi", "hanoi?disks=5"])
    (content,) = catalogue(games).values()
    told = json.loads(content)
    assert told["files"]["checkers"] == "draughts-english"
    assert told["files"]["draughts/russian"] == told["files"]["russian-draughts"] == told["files"]["draughts"]
    draughts, hanoi = told["entries"]
    assert [variant["name"] for variant in draughts["variants"]] == ["russian", "english"]
    assert [variant["name"] for variant in hanoi["variants"]] == ["usual", "disks=5"]
    assert told["files"]["hanoi/disks=5"] == told["files"]["hanoi?disks=5"] == "hanoi-disks-5"


def test_scripts_come_in_one_piece_and_ask_the_site() -> None:
    files = page_files()
    script = files["match/page.js"].decode()
    assert (
        script.index('modules["site/api.js"] =')
        < script.index('modules["api.js"] =')
        < script.index('modules["match/page.js"] =')
    )
    assert not {"api.js", "site/api.js", "board/board-view.js"} & files.keys()
    assert {"engine/worker.js", "words/de.js"} <= files.keys()


def test_every_game_has_a_book_and_figures_of_another_puzzle_are_only_looked_at() -> None:
    games, _ = chosen_games(usual_games())
    books = {each.file: book_of(each.game) for each in games if each.book == each.file}
    assert set(books) == {each.book for each in games}
    parts = [part for section in books["rush-hour"]["sections"] for part in section["parts"]]
    assert {part["position"] is None for part in parts if part["kind"] == "figure"} == {True, False}


def test_all_levels_of_a_puzzle_are_levels_and_some_are_variants() -> None:
    all_of_them = [name for name in usual_games() if name.startswith("sokoban")]
    for names in (all_of_them, all_of_them[:3]):
        games, _ = chosen_games(names)
        told = json.loads(catalogue(games)["data/catalogue.json"])
        (entry,) = told["entries"]
        has_all = names == all_of_them
        assert [each["name"] for each in entry["parameters"]] == ["level"] * has_all
        assert len(entry["variants"]) == (0 if has_all else 2)
        assert set(told["books"].values()) == {"sokoban"}
        assert told["daily"] == ["sokoban"]
