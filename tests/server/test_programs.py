"""Programs at seats: they move by themselves, tell what they think, keep what they learn, and end when they have to."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from clients import Client, Playing, bearer
from processes import server_process
from servers import Serve
from test_crash import settled

import ludograph
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Analysis, Line, Report
from ludograph.players.player import Player
from ludograph.server.schemas.positions import AnalysisView
from ludograph.server.thinking import Thinking, Unwanted

SOON = 30.0


class Slow(Player):
    """Thinks until it is told to stop, and says so."""

    name = "slow"

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.has_stopped = threading.Event()
        self.is_closed = False
        self.choices = 0

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        self.has_stopped.clear()  # as players do: what was said before is forgotten
        self.choices += 1
        self.has_begun.set()
        move = match.moves()[0]
        self.analysis = Analysis((Line((move,), 0, 1, 50.0),), self.choices, 1.0)
        if report:
            report(self.analysis)
        assert self.has_stopped.wait(SOON), "nobody has stopped it"
        return move

    def stop(self) -> None:
        self.has_stopped.set()

    def close(self) -> None:
        self.is_closed = True


class Quick(Slow):
    """The same, without waiting."""

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        self.choices += 1
        return match.moves()[0]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Slow]], list[Slow]]:
    """Let all programs be of a class; returns the list of those that were made."""

    def of(kind: type[Slow]) -> list[Slow]:
        players: list[Slow] = []

        def make(name: str, game: Any, **given: Any) -> Player:
            players.append(kind())
            return players[-1]

        monkeypatch.setattr("ludograph.server.programs.player_named", make)
        return players

    return of


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_program_at_a_seat_answers(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("trimok", "human", "ai:1")
        async with playing.live(0) as socket:
            for ply in (0, 2):
                move = (await playing.state())["view"]["moves"][0]["text"]
                await socket.say(type="move", id=str(ply), move=move, ply=ply)
                events = [(await socket.hear_until("event"))[-1] for _ in range(2)]  # thoughts may come between them
                told = [(event["event"]["seat"], event["ply"]) for event in events]
                assert told == [(0, ply + 1), (1, ply + 2)]
        undone = await playing.ask("undo", 0)
        assert undone.json()["ply"] == 2  # the program's answer goes, too


async def test_thinking_is_told(serve: Serve, made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.server.programs.REPORT_SECONDS", 0.0)
    players = made(Slow)
    async with serve() as client:
        playing = await client.begin("trimok", "human", "ai")
        async with playing.live(0) as socket:
            await socket.say(type="move", id="1", move="A2-A3", ply=0)
            thought = (await socket.hear_until("thinking"))[-1]
            assert (thought["seat"], thought["ply"]) == (1, 1)
            AnalysisView.model_validate(thought["analysis"])
            players[0].stop()
            assert (await socket.hear_until("event"))[-1]["ply"] == 2


async def test_a_page_thinks_for_a_program_of_its_own_match(serve: Serve, made) -> None:
    """The server waits for it, doesn't think at the same time, and goes on as soon as it has gone."""
    players = made(Slow)
    async with serve() as client:
        playing = await client.begin("trimok", "human", "ai:10")
        async with playing.live(0) as page:
            await page.say(type="move", id="1", move="A2-A3", ply=0)
            await page.hear_until("ack")
            await until(lambda: bool(players) and players[0].has_begun.is_set())
            await page.say(type="think", id="2", seats=[1])  # what the server thinks is no longer wanted
            assert (await page.hear_until("ack"))[-1]["id"] == "2"
            await until(players[0].has_stopped.is_set)
            await page.say(type="move", id="3", move="A5-A4", ply=1, seat=1)
            heard = await page.hear_until("ack")
            assert [message["event"]["seat"] for message in heard if message["type"] == "event"] == [1]
            await page.say(type="move", id="4", move="B2-B3", ply=2)
            await page.hear_until("ack")
            assert players[0].choices == 1
            players[0].has_begun.clear()
        await until(players[0].has_begun.is_set)  # the page was closed
        players[0].stop()
        await until(lambda: players[0].choices == 2)


async def test_a_page_that_has_promised_to_think_and_does_not_is_not_waited_for(serve: Serve, made) -> None:
    players = made(Quick)
    async with serve(think_seconds=0.01) as client:
        playing = await client.begin("trimok", "human", "ai")
        async with playing.live(0) as page:
            await page.say(type="think", id="1", seats=[1])
            await page.hear_until("ack")
            await page.say(type="move", id="2", move="A2-A3", ply=0)
            events = [(await page.hear_until("event"))[-1] for _ in range(2)]
            assert [event["event"]["seat"] for event in events] == [0, 1]
            assert players[0].choices == 1
            await page.say(type="move", id="3", move="A5-A4", ply=1, seat=1)
            assert (await page.hear_until("refused"))[-1]["problem"]["code"] == "not-authenticated"


async def test_who_may_think_for_programs(serve: Serve, made) -> None:
    made(Slow)
    async with serve() as client:

        async def answer(playing: Playing, *tokens: str, seat: int = 1) -> str:
            async with playing.live(join=False) as page:
                await page.say(type="join", tokens=tokens)
                await page.say(type="think", id="1", seats=[seat])
                told = (await page.hear_until("state"), await page.hear())[1]
            return str(told["type"] if told["type"] == "ack" else told["problem"]["detail"])

        alone = await client.begin("trimok", "human", "ai")
        assert await answer(alone, alone.token(0)) == "ack"
        assert await answer(alone, alone.created["owner_token"]) == "ack"
        assert await answer(alone) == "This needs the token of a seat: Authorization: Bearer TOKEN."
        assert await answer(alone, "x" * 43) == "The token belongs to no seat of this match."
        for seat in (0, 7):
            sentence = f"At seat {seat} there is no program that a page could let think."
            assert await answer(alone, alone.token(0), seat=seat) == sentence
        watched = await client.begin("trimok", "ai", "ai", is_paused=True)
        assert await answer(watched, watched.created["owner_token"]) == "ack"
        timed = await client.begin("trimok", "human", "ai", clock="60")
        assert await answer(timed, timed.token(0)) == "In a match with a clock programs think on the server."
        guest, program = {"player": "human", "invite": True}, {"player": "ai"}
        sentence = "In a match with somebody who was invited programs think on the server."
        for game, seats in (
            ("chinese-checkers?players=3", [{"player": "human"}, guest, program]),
            ("trimok", [guest, program]),
        ):
            apart = Playing(client, (await client.post("/matches", {"game": game, "seats": seats})).json())
            assert await answer(apart, apart.created["owner_token"], seat=len(seats) - 1) == sentence
        assert await answer(alone, "x" * 43, alone.created["owner_token"]) == "ack"  # an old one beside it


async def test_a_clock_ends_the_thoughts_of_a_program_in_time(serve: Serve, made) -> None:
    """It may think for ten minutes; its flag falls never, because the time of day stands."""
    made(Slow)
    async with serve(think_seconds=600) as client:
        assert client.app
        client.app.state.services.matches.now = lambda: 1_000_000.0
        playing = await client.begin("trimok", "human", "ai", clock="1/1")
        async with playing.live(0) as socket:
            await socket.say(type="move", id="1", move="A2-A3", ply=0)
            heard = [(await socket.hear_until("event"))[-1] for _ in range(2)]
        assert [event["event"]["seat"] for event in heard] == [0, 1]


async def test_paused_programs_wait_and_step(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("trimok", "random", "random", is_paused=True)
        owner = bearer(playing.created["owner_token"])
        async with playing.live() as socket:
            assert (await client.post(f"{playing.path}/step")).status_code == 401
            await client.post(f"{playing.path}/step", headers=owner)
            assert (await socket.hear())["ply"] == 1
            await socket.say(type="ping")
            assert await socket.hear() == {"type": "pong"}
            await client.post(f"{playing.path}/pace", {"is_paused": False, "pace": 0.01}, headers=owner)
            heard = [await socket.hear() for _ in range(3)]
            assert [message["event"]["kind"] for message in heard] == ["pace", "move", "move"]
            await client.post(f"{playing.path}/pace", {"is_paused": True}, headers=owner)


# -- what is kept between turns --------------------------------------------------------------------------------------


async def answered(playing: Playing, moves: int) -> list[str]:
    """Play the first legal moves; returns the program's."""
    async with playing.live(0) as socket:
        for ply in range(0, 2 * moves, 2):
            first = (await playing.state())["view"]["moves"][0]["text"]
            await socket.say(type="move", id=str(ply), move=first, ply=ply)
            while (await socket.hear()).get("ply") != ply + 2:
                pass
    return [move["text"] for move in (await playing.state())["moves"][1::2]]


async def test_a_program_goes_on_where_it_was(serve: Serve) -> None:
    async with serve() as client:
        told = await answered(await client.begin("trimok", "human", "random:7"), 5)
    match, chance = Match(ludograph.game("trimok")), random.Random(7)
    for text in told:
        match.play(match.moves()[0])
        assert text == chance.choice(match.moves()).text
        match.play(text)


async def test_a_bounded_number_of_programs_is_kept(serve: Serve, made) -> None:
    players = made(Quick)
    async with serve(kept_players=2) as client:
        matches = [await client.begin("trimok", "human", "ai") for _ in range(3)]
        for playing in matches:
            await answered(playing, 2)
        await until(lambda: [player.is_closed for player in players] == [True, False, False])
        assert [player.choices for player in players] == [2, 2, 2]
        await matches[2].ask("resign", 0)  # a match that is over needs none
        assert [player.is_closed for player in players] == [True, False, True]
    assert all(player.is_closed for player in players)


async def test_what_one_may_remember_is_bounded(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    named = ludograph.players.named.player_named

    def make(*names: Any, **given: Any) -> Any:
        asked.append(given)
        return named(*names, **given)

    monkeypatch.setattr("ludograph.server.programs.player_named", make)
    async with serve(player_mib=3) as client:
        await answered(await client.begin("trimok", "human", "ai:1"), 1)
        await client.post("/position/analysis", {"game": "trimok", "nodes": 50})
    assert [given["table_words"] for given in asked] == [2 * 1024 * 1024 // 8] * 2


# -- what is not waited for ------------------------------------------------------------------------------------------


async def test_thoughts_about_the_past_end(serve: Serve, made) -> None:
    """Take back while the program thinks: it stops, and thinks about the new position when it is its turn."""
    players = made(Slow)
    async with serve() as client:
        playing = await client.begin("trimok", "human", "ai")
        assert (await playing.move(0, "A2-A3", 0)).status_code == 200
        await until(lambda: bool(players) and players[0].has_begun.is_set())
        assert (await playing.ask("undo", 0)).json()["ply"] == 0
        await until(players[0].has_stopped.is_set)
        players[0].has_begun.clear()
        assert (await playing.move(0, "B2-B3", 0)).status_code == 200
        await until(players[0].has_begun.is_set)
        assert (len(players), players[0].choices) == (1, 2)
        assert [move["text"] for move in (await playing.state())["moves"]] == ["B2-B3"]
        await playing.ask("resign", 0)
        await until(players[0].has_stopped.is_set)


async def test_time_to_think_begins_with_thinking_and_ends() -> None:
    from concurrent.futures import ThreadPoolExecutor

    match = Match(ludograph.game("trimok"))
    first, second, third = Slow(), Slow(), Slow()
    with ThreadPoolExecutor(1) as pool:
        long, short = Thinking(lambda: first, SOON), Thinking(lambda: second, 0.01)
        waiting = [asyncio.create_task(thinking.choose(pool, match)) for thinking in (long, short)]
        await until(first.has_begun.is_set)
        unwanted = Thinking(lambda: third, SOON)
        unwanted.end()  # before it could begin
        waiting.append(asyncio.create_task(unwanted.choose(pool, match)))
        long.end()
        moves = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), SOON)
    assert moves[:2] == [match.moves()[0]] * 2
    assert isinstance(moves[2], Unwanted)
    assert third.choices == 0


async def test_control_c_waits_for_nobody(quick_folder: Path) -> None:
    """A program and an analysis think for ever, a socket watches, a solve is followed."""
    with server_process(quick_folder, LUDOGRAPH_THINK_SECONDS="10000") as server:
        await settled(server.address)
        async with httpx.AsyncClient(base_url=server.address, timeout=None) as http:
            client = Client(http, server.address)
            playing = await client.begin("trimok", "ai:nodes=1000000000000", "human")
            async with playing.live() as socket:
                await socket.hear_until("thinking")
                asked = {"game": "trimok", "depth": 100}
                analysis = asyncio.create_task(client.post("/position/analysis", asked))
                solve = (await client.post("/solves", {"game": "hanoi?pegs=4&disks=13"})).json()
                async with http.stream("GET", f"/api/v1/solves/{solve['id']}/events") as events:
                    await anext(events.aiter_lines())
                    server.process.send_signal(signal.SIGINT)
                    assert await asyncio.to_thread(server.process.wait, SOON) == 130
                await asyncio.gather(analysis, return_exceptions=True)
        assert server.process.stdout
        server.process.stdout.close()
