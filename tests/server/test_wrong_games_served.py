"""A wrong game of another package: the server says what is wrong with it, and goes on without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from servers import Serve

RIGHT = (Path(__file__).parents[1] / "wrong_games" / "corridor.py").read_text(encoding="utf-8")
BOARD = "    board = grids.square(3, 4)\n"
#: What is exchanged for what, the status of asking for it, and what is said.
WRONG = [
    (BOARD, "", 422, "The game corridor has no board: "),
    ('    summary = "who gets across wins"\n', "", 404, "The plug-in 'corridor' has no summary"),
    ('"AHEAD": tuple(ahead), ', "", 422, "The kernel corridor can't be compiled: AHEAD is empty, "),
    (
        "source]",
        "source + 99]",
        422,
        "The kernel corridor failed: AHEAD[s.turn * NODES + source + 99] is out of range ",
    ),
    ('return "W:BBB', 'raise SystemExit(3)\n        return "W:BBB', 422, "The game corridor failed: SystemExit: 3 in "),
    (
        BOARD,
        f"{BOARD}\n    def pieces(self, state):\n        raise SystemExit(3)\n",
        422,
        "The game corridor failed: Sys",
    ),
]
#: Those of them that are whole games until a position is looked at.
LISTED = (3, 5)


@pytest.mark.usefixtures("own_catalogue")
@pytest.mark.parametrize("number", range(len(WRONG)))
async def test_the_server_goes_on(number: int, install: Callable[..., None], serve: Serve) -> None:
    old, new, status, sentence = WRONG[number]
    assert old in RIGHT
    install(RIGHT.replace(old, new, 1))
    async with serve() as client:
        names = [entry["name"] for entry in (await client.get("/games")).json()]
        assert {"trimok", "hanoi"} <= set(names)
        assert ("corridor" in names) == (number in LISTED)
        asked = await client.get("/position", params={"game": "corridor"})
        assert (asked.status_code, asked.headers["content-type"]) == (status, "application/problem+json")
        assert asked.json()["detail"].startswith(sentence)
        assert (await client.get("/position", params={"game": "tic-tac-toe"})).status_code == 200
