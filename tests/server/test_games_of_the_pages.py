"""Games that pages of the documentation tell how to write, behind the server: played, valued, solved."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import Client
from servers import Serve

from ludograph.core import registry
from ludograph.server import games
from pages import page

SOON = 60.0


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of two pages as if they were installed."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("plain-python-games.md", "writing-a-game.md"):
        page(name).write(tmp_path)
    registry.register(importlib.import_module("tant_fant").TantFant)
    registry.register(importlib.import_module("my_four").MyFour)
    games.entries_made.cache_clear()
    yield
    registry.unregister("tant-fant")
    registry.unregister("my-four")
    games.entries_made.cache_clear()


async def until_ply(client: Client, match: str, ply: int) -> Any:
    """The view of a match after so many moves, or at its end."""
    async with asyncio.timeout(SOON):
        while True:
            state = (await client.get(f"/matches/{match}")).json()
            if state["ply"] >= ply or state["view"]["outcome"]:
                return state["view"]
            await asyncio.sleep(0.05)


async def test_a_game_in_plain_python_is_served(serve: Serve) -> None:
    async with serve() as client:
        (entry,) = (each for each in (await client.get("/games")).json() if each["name"] == "tant-fant")
        assert [player["name"] for player in entry["players"]] == ["human", "random", "greedy", "ai", "mcts"]
        playing = await client.begin("tant-fant", "human", "ai:1")
        refused = await playing.move(0, "A1-B1", 0)
        assert (refused.status_code, refused.json()["detail"]) == (422, "No legal move begins with A1 B1.")
        assert (await playing.move(0, "A1-A2", 0)).status_code == 200
        await until_ply(client, playing.id, 2)
        asked = {"game": "tant-fant", "position": "B:BBB...WWW"}
        value = (await client.get("/position/value", params=asked)).json()
        assert value["value"] in ("win", "lose", "draw")
        assert len(value["moves"]) == 3
        analysis = await client.post("/position/analysis", {**asked, "nodes": 200})
        assert analysis.status_code == 200, analysis.text
        assert "svg" in (await client.get("/position/svg", params=asked)).text


async def test_the_connect_four_of_the_page_is_played(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("my-four", "human", "random:3")
        for ply in range(0, 42, 2):
            view = await until_ply(client, playing.id, ply)
            if view["outcome"]:
                break
            assert (await playing.move(0, view["moves"][0]["text"], ply)).status_code == 200
        assert view["outcome"]["result"] in ("1-0", "0-1", "1/2-1/2")
        assert "svg" in (await client.get("/position/svg", params={"game": "my-four"})).text
