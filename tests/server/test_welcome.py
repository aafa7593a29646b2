"""What the start page and the pages of rules ask: preparing, the puzzle of the day, rules with figures."""

from __future__ import annotations

import datetime
from typing import Any

from clients import Client
from servers import Serve

import ludograph
from ludograph.core.registry import game_names
from ludograph.server.daily import puzzle_of


async def told(client: Client, path: str, **asked: str) -> Any:
    answer = await client.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_game_is_prepared_when_somebody_looks_at_it(serve: Serve) -> None:
    async with serve() as client:
        first = await told(client, "/preparing", game="hexapawn?columns=3")
        assert (first["game"], first["steps"]) == ("hexapawn", 2)
        assert first["doing"]
        while not (now := await told(client, "/preparing", game="hexapawn"))["is_ready"]:
            assert now["done"] < now["steps"]
        assert (now["done"], now["doing"]) == (2, "ready")
        assert (await told(client, "/preparing", game="hanoi"))["steps"] == 1  # a puzzle has no opponent


async def test_the_puzzle_of_the_day_is_the_same_for_everybody(serve: Serve) -> None:
    async with serve() as client:
        daily = await told(client, "/puzzle-of-the-day", date="2026-11-17")
        assert daily == await told(client, "/puzzle-of-the-day", date="2026-11-17")
        today = await told(client, "/puzzle-of-the-day")
    assert datetime.date.fromisoformat(today["date"])
    position = ludograph.game(daily["game"]).parse(daily["position"])
    assert position == puzzle_of.__wrapped__(datetime.date(2026, 11, 17))


def test_each_day_has_a_puzzle_that_can_be_begun() -> None:
    days = [datetime.date(2026, 11, 1) + datetime.timedelta(number) for number in range(40)]
    puzzles = [puzzle_of.__wrapped__(day) for day in days]
    for position in puzzles:
        assert len(position.game.seats) == 1
        assert position.legal_moves
        assert not position.outcome
        assert not position.game.cannot_be_solved(position.state)
    assert len({position.game.name for position in puzzles}) > 8
    assert "graph" not in {position.game.name for position in puzzles}


async def test_rules_are_told_as_html_with_figures(serve: Serve) -> None:
    async with serve() as client:
        rules = await told(client, "/rules", game="draughts/english")
        assert (rules["game"], rules["title"]) == ("draughts/english", "Checkers")
        assert {"game": "draughts/italian", "title": "Italian draughts"} in rules["variants"]
        parts = [part for section in rules["sections"] for part in section["parts"]]
        assert any("<strong>" in part["html"] for part in parts if part["kind"] == "text")
        assert any("<table>" in part["html"] for part in parts if part["kind"] == "text")
        figures = [part for part in parts if part["kind"] == "figure"]
        assert [figure["number"] for figure in figures] == list(range(len(figures)))
        drawn = await client.get("/rules/figure", params={"game": "checkers", "number": 2, "theme": "dark"})
        assert drawn.headers["content-type"] == "image/svg+xml"
        missing = await client.get("/rules/figure", params={"game": "checkers", "number": 99})
        assert missing.status_code == 404
        assert missing.json()["detail"].startswith("The rules of draughts/english have ")
        # Parameters don't change what is taught, and the figures hold for the usual ones.
        assert (await told(client, "/rules", game="hanoi?disks=7"))["game"] == "hanoi"


async def test_the_catalogue_knows_names_and_kinds(serve: Serve) -> None:
    async with serve() as client:
        catalogue = {entry["name"]: entry for entry in await told(client, "/games")}
    assert set(catalogue) == set(game_names())
    assert "шашки" in catalogue["draughts"]["other_names"]
    assert {"name": "checkers", "game": "draughts/english"} in catalogue["draughts"]["aliases"]
    assert {"name": "three", "seats": 3}.items() <= catalogue["nchess"]["variants"][-1].items()
    assert catalogue["nchess"]["takes_graphs"]
    assert not catalogue["trimok"]["takes_graphs"]
