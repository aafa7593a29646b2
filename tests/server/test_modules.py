"""Modules for pages that run games by themselves, and what they ask beside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from servers import Serve

import ludograph
from ludograph.adapters.building.entries import kernel_game
from ludograph.adapters.building.web import game_files

OWN_GAME = (Path(__file__).parents[1] / "wrong_games" / "corridor.py").read_text(encoding="utf-8")
PLAIN_GAME = """
from ludograph.board import grids
from ludograph.core.game import Game

class Plain(Game):
    name, title, summary, seats = "plain", "Plain", "nothing happens", ("One",)
    board = grids.square(1, 1)
    after = end_of = moves_of = pieces = read = seat_of = start_state = write = lambda self, *given: None
"""
BOTH = "corridor = {package}.corridor:Corridor\nplain = {package}.corridor:Plain"


@pytest.mark.usefixtures("own_catalogue")
async def test_modules_are_those_of_sites_and_kept_for_ever(install: Callable[..., None], serve: Serve) -> None:
    """Also that of a game which somebody has written for himself; what has none is refused."""
    install(f"{OWN_GAME}\n{PLAIN_GAME}", BOTH)
    async with serve(costly_limits=["3/minute"]) as client:
        for name in ("corridor", "tic-tac-toe"):
            assert (await client.get("/game", params={"game": name})).json()["has_module"]
            told = (await client.get("/built", params={"game": name})).json()
            asked = {"params": {"game": name, "digest": told["digest"]}}
            module, description = [await client.get(f"/built/{what}", **asked) for what in ("module", "description")]
            assert [module.content, description.content] == list(game_files(kernel_game(ludograph.game(name))).values())
            assert module.headers["content-type"] == "application/wasm"
            assert module.headers["content-encoding"] == "gzip"
            bare = await client.get("/built/module", **asked, headers={"accept-encoding": "identity"})
            assert (bare.content, bare.headers.get("content-encoding")) == (module.content, None)
            assert int(bare.headers["content-length"]) == told["bytes"] > int(module.headers["content-length"])
            assert "immutable" in module.headers["cache-control"]
            assert "script-src 'self' 'wasm-unsafe-eval';" in module.headers["content-security-policy"]
        other = await client.get("/built/module", params={"game": "corridor", "digest": "0" * 20})
        assert (other.status_code, other.json()["detail"]) == (404, "The module of this game is another one now.")
        plain = await client.get("/built", params={"game": "plain"})
        assert plain.status_code == 422, plain.text
        assert plain.json()["detail"] == "plain can't be built: its rules are plain Python and no kernel."
        # What has to be made is costly; what is there can be had.
        assert (await client.get("/built", params={"game": "dao"})).status_code == 429
        assert (await client.get("/built", params={"game": "tic-tac-toe"})).status_code == 200


async def test_what_a_page_asks_beside(serve: Serve) -> None:
    async with serve(module_limit=100) as client:
        refused = await client.get("/built", params={"game": "tic-tac-toe"})
        assert (refused.status_code, refused.json()["code"]) == (422, "cannot-build")
        assert refused.json()["detail"].endswith("bytes, and at most 100 are.")
        words = await client.get("/position/words", params={"game": "tic-tac-toe", "position": "O:.../.../X.."})
        assert words.json() == {"words": "0.1.1"}
        turned = str(ludograph.game("cube2").start().play("F"))
        words = await client.get("/position/words", params={"game": "cube2", "position": turned})
        assert len(words.json()["words"].partition("~")[2].split(",")) == 24
        asked = {"game": "nchess", "moves": ["e2e4"], "lines": [["e7e5", "g1f3"], ["b8c6"]]}
        assert (await client.post("/position/customary", asked)).json() == {"lines": [["e5", "Nf3"], ["Nc6"]]}
        wrong = await client.post("/position/customary", {**asked, "lines": [["e7e4"]]})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal-move")
