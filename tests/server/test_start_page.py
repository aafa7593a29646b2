"""The list of games, which takes most of a second to make: once, and before somebody waits for it."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import pytest

from ludograph.core import registry
from ludograph.server import games, run
from ludograph.server.settings import Settings


def test_all_who_ask_at_once_get_the_one_list(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    together = Barrier(3)

    def asked() -> list[dict[str, object]]:
        together.wait()
        return games.catalogue()

    def entry(name: str) -> dict[str, object]:
        made.append(name)
        return {"name": name}

    monkeypatch.setattr(games, "entry_of", entry)
    games.entries_made.cache_clear()
    try:
        with ThreadPoolExecutor(3) as pool:
            lists = [asking.result() for asking in [pool.submit(asked) for _ in range(3)]]
    finally:
        games.entries_made.cache_clear()
    assert lists[0] is lists[1] is lists[2]
    assert made == list(games.game_names())


@pytest.mark.parametrize("name", ["xiangqi", "ataxx", "pente"])
def test_an_entry_needs_no_kernel(quick_folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """All that kernels look up would take as long as the rest of the list four times over."""
    monkeypatch.setattr(games, "KNOWN", OrderedDict())
    monkeypatch.setattr(registry, "_kept", registry._made)  # else other tests may have asked for its kernel
    entry = games.entry_of(name)
    assert [player["name"] for player in entry["players"]] == ["human", "random", "greedy", "ai", "mcts"]
    assert "kernel" not in vars(games.KNOWN[name])


@pytest.mark.parametrize("is_wanted", [True, False])
def test_it_is_made_when_the_server_starts(
    quick_folder: Path, monkeypatch: pytest.MonkeyPatch, is_wanted: bool
) -> None:
    begun, said = Event(), list[str]()
    monkeypatch.setattr(run, "catalogue", lambda: None)
    monkeypatch.setattr(run, "puzzle_of", lambda day: begun.set())
    monkeypatch.setattr(run, "_let_nobody_wait", lambda app: None)  # for the whole process
    monkeypatch.setattr(run.Server, "run", lambda server, sockets: is_wanted and begun.wait(60))
    run.serve(Settings(port=0, games_at_start=is_wanted), said.append)
    assert begun.is_set() is is_wanted
    assert said
