"""Random seats, moves, duplicates, stale plies and wrong tokens, against a plain model of what should happen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from clients import API, bearer
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from servers import LOOSE, quick_place

import ludograph
from ludograph.core.match import Match
from ludograph.server.app import create_app
from ludograph.server.settings import Settings

GAMES = ("trimok", "hanoi?disks=2")
KEYS = st.none() | st.sampled_from(["k0", "k1", "k2"])


class Players(RuleBasedStateMachine):
    """The model is a match of the core, and the answers that were given to keys."""

    loop: asyncio.AbstractEventLoop
    http: httpx.AsyncClient

    def run(self, awaitable: Any) -> Any:
        return self.loop.run_until_complete(awaitable)

    def post(self, path: str, data: object, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.run(self.http.post(API + path, json=data, headers=headers))

    @initialize(game=st.sampled_from(GAMES))
    def begin(self, game: str) -> None:
        created = self.post("/matches", {"game": game}).json()
        self.path = f"/matches/{created['id']}"
        self.tokens = [seat["token"] for seat in created["seats"]]
        self.match = Match(ludograph.game(game))
        self.version = 0
        self.answers: dict[tuple[int, str], tuple[tuple[str, int], int, dict[str, Any]]] = {}

    @rule(choice=st.integers(0, 1000), stale=st.sampled_from([0, 0, 0, 0, -1, 1]), wrong_turn=st.booleans(), key=KEYS)
    def move(self, choice: int, stale: int, wrong_turn: bool, key: str | None) -> None:
        moves = self.match.position.legal_moves
        text = moves[choice % len(moves)].text if moves else "A-B"
        self._send(text, max(0, self.match.ply + stale), wrong_turn and choice % 5 == 0, key)

    @rule(text=st.sampled_from(["A1-A2", "A-A", "x", "", "A2-A3 ", "Ω"]), key=KEYS)
    def wrong_move(self, text: str, key: str | None) -> None:
        self._send(text, self.match.ply, False, key)

    @rule(token=st.sampled_from(["", "x", "A" * 43]))
    def stranger(self, token: str) -> None:
        headers = bearer(token) if token else None
        answer = self.post(f"{self.path}/moves", {"move": "A2-A3", "ply": self.match.ply}, headers)
        assert answer.status_code == (403 if token else 401)

    @rule(seat=st.integers(0, 1))
    def take_back(self, seat: int) -> None:
        if self.match.ply == 0:
            return
        for asker, reply in ((seat, "offer"), (1 - seat, "accept"))[: len(self.tokens)]:
            token = self.tokens[asker % len(self.tokens)]
            answer = self.post(f"{self.path}/undo", {"reply": reply, "plies": 1}, bearer(token))
            assert answer.status_code == 200, answer.text
            self.version += 1
        self.match.undo()

    def _send(self, text: str, ply: int, wrong_turn: bool, key: str | None) -> None:
        seats = len(self.tokens)
        seat = (self.match.position.seat + int(wrong_turn)) % seats
        headers = bearer(self.tokens[seat]) | ({"Idempotency-Key": key} if key else {})
        answer = self.post(f"{self.path}/moves", {"move": text, "ply": ply}, headers)
        known = self.answers.get((seat, key)) if key else None
        if known:
            request, status, body = known
            if request == (text, ply):
                assert (answer.status_code, answer.json()) == (status, body)
            else:
                assert answer.json()["code"] == "key-reused"
            return
        assert answer.status_code == self._expected(text, ply, seat), answer.text
        if answer.status_code == 200:
            self.version += 1
            assert answer.json()["version"] == self.version
            assert answer.json()["position"] == str(self.match.position)
        if key:
            self.answers[seat, key] = ((text, ply), answer.status_code, answer.json())

    def _expected(self, text: str, ply: int, seat: int) -> int:
        """The status, and the move played in the model if it is good."""
        if self.match.outcome or ply != self.match.ply or seat != self.match.position.seat:
            return 409
        try:
            self.match.play(text, seat=seat)
        except ludograph.LudographError:
            return 422
        return 200

    @invariant()
    def is_what_the_model_says(self) -> None:
        if not hasattr(self, "match"):
            return
        state = self.run(self.http.get(API + self.path)).json()
        assert state["view"]["position"] == str(self.match.position)
        assert [move["text"] for move in state["moves"]] == [move.text for move in self.match.played]
        assert (state["ply"], state["version"]) == (self.match.ply, self.version)
        assert (state["view"]["outcome"] is None) == (self.match.outcome is None)

    def teardown(self) -> None:
        if hasattr(self, "path"):
            assert self.run(self.http.get(f"{API}{self.path}/audit")).json()["consistent"]


@pytest.fixture(autouse=True, scope="module")
def server() -> Iterator[None]:
    """One for all examples, each of which has its own match."""
    with quick_place() as folder, asyncio.Runner() as runner:
        app = create_app(Settings(database=f"sqlite:///{folder / 'x'}", log_level="error", **LOOSE))
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        Players.loop = runner.get_loop()
        Players.http = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
        yield
        runner.run(Players.http.aclose())
        runner.run(lifespan.__aexit__(None, None, None))


TestPlayers = Players.TestCase
TestPlayers.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
