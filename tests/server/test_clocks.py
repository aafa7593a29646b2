"""Clocks: kept by the server, whose time of day the tests set."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from clients import Client, Playing
from servers import Serve

from ludograph.server.clocks import allowance
from ludograph.server.services import Services
from ludograph.store.matches import StoredMatch, running_clocks

BARE_KING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"  # Black can never win


class Clock:
    """The time of day, which goes on when somebody says so."""

    def __init__(self, client: Client) -> None:
        assert client.app
        services: Services = client.app.state.services
        self.flags, self.matches, self.time = services.flags, services.matches, 1_000_000.0
        self.matches.now = lambda: self.time

    async def pass_on(self, seconds: float) -> None:
        """The flags of those whose time is over fall, though nobody moves."""
        self.time += seconds
        await self.flags.look()


async def left(playing: Playing) -> list[float]:
    return list((await playing.state())["clock"]["left"])


async def over(playing: Playing) -> dict[str, object]:
    """The outcome, as soon as somebody who watches hears of it."""
    async with playing.live() as watcher:
        state = await playing.state()
        while not state["view"]["outcome"]:
            await watcher.hear()
            state = await playing.state()
    return dict(state["view"]["outcome"])


async def play(playing: Playing, *texts: str) -> None:
    ply = int((await playing.state())["ply"])
    for number, text in enumerate(texts, ply):
        answer = await playing.move(number % len(playing.created["seats"]), text, number)
        assert answer.status_code == 200, answer.text


async def test_time_runs_for_who_is_to_move_and_a_move_adds_the_increment(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("nchess", clock="60+2")
        assert (await playing.state())["clock"] == {"control": "60+2", "left": [60, 60], "running": None}
        assert (await playing.state())["tags"] == {"TimeControl": "60+2"}
        await clock.pass_on(500)  # the first move of each is free
        await play(playing, "e2e4", "e7e5")
        assert (await playing.state())["clock"]["running"] == 0
        await clock.pass_on(10)
        assert await left(playing) == [50, 60]
        async with playing.live(1) as watcher:
            await play(playing, "g1f3")
            assert (await watcher.hear())["clock"] == {"control": "60+2", "left": [52, 60], "running": 1}
        await clock.pass_on(5)
        await playing.ask("draw", 1, reply="offer")  # an offer costs nobody time, and stops no clock
        assert await left(playing) == [52, 55]
        await clock.pass_on(1)
        answer = await playing.client.get(f"{playing.path}/export", params={"format": "pgn"})
        assert '[TimeControl "60+2"]' in answer.text


async def test_what_the_clocks_showed_is_saved_and_read_again(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("nchess", clock="3700+2")
        await play(playing, "e2e4", "e7e5")
        await clock.pass_on(10.3)
        await play(playing, "g1f3")
        shown = "[%clk 1:01:40]", "[%clk 1:01:40]", "[%clk 1:01:31.7]"
        pgn = (await client.get(f"{playing.path}/export", params={"format": "pgn"})).text
        assert "1. e4 {{{}}} 1... e5 {{{}}} 2. Nf3 {{{}}} *".format(*shown) in " ".join(pgn.split())
        for format in ("pgn", "record"):
            text = (await client.get(f"{playing.path}/export", params={"format": format})).text
            again = await client.post("/matches/import", {"text": text, "format": format})
            assert [round(move["left"], 1) for move in again.json()["match"]["moves"]] == [3700, 3700, 3691.7]
        wrong = text.replace("3700.0", '"late"')
        refused = await client.post("/matches/import", {"text": wrong, "format": "record"})
        assert "'clock_times' is no list of a number of seconds" in refused.json()["detail"]


async def test_the_flag_falls_though_nobody_moves_and_everybody_hears_it(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("trimok", clock="30")
        await play(playing, "A2-A3", "A5-A4")
        async with playing.live(0) as red:
            await clock.pass_on(29.9)
            assert (await playing.state())["view"]["outcome"] is None
            await clock.pass_on(0.2)
            event = await red.hear()
        assert event["event"]["kind"] == "time-over"
        assert event["event"]["outcome"]["text"] == "Red has no time left: Blue wins."
        state = await playing.state()
        assert (state["view"]["outcome"]["result"], state["view"]["outcome"]["reason"]) == ("0-1", "time")
        assert state["clock"] == {"control": "30", "left": [0, 30], "running": None}
        assert (await client.get(f"{playing.path}/audit")).json()["consistent"]


async def test_a_move_after_its_time_is_refused_and_the_match_is_over(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("trimok", clock="30")
        await play(playing, "A2-A3", "A5-A4")
        clock.time += 30  # no timer has noticed it
        answer = await playing.move(0, "B2-B3", 2)
        assert (answer.status_code, answer.json()["code"]) == (409, "game-over")
        assert (await playing.state())["view"]["outcome"]["winners"] == [1]
        assert (await playing.ask("resign", 1)).status_code == 409
        assert (await playing.ask("undo", 0, plies=1)).json()["code"] == "nothing-to-undo"


async def test_who_can_never_win_does_not_win_on_time(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("nchess", clock="10", position=BARE_KING)
        await play(playing, "e2e4", "e8e7")
        await clock.pass_on(10)
        outcome = await over(playing)
        assert (outcome["result"], outcome["reason"]) == ("1/2-1/2", "time")
        assert outcome["text"] == "A draw: White has no time left, but Black can't win."
        assert (await client.get(f"{playing.path}/audit")).json()["consistent"]


async def test_so_many_seconds_for_each_move(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("trimok", clock="1/20")
        await play(playing, "A2-A3", "A5-A4")
        await clock.pass_on(15)
        await play(playing, "B2-B3")
        assert await left(playing) == [20, 20]
        await clock.pass_on(19)
        await playing.ask("undo", 1, reply="offer", plies=1)
        await playing.ask("undo", 0, reply="accept")
        assert (await playing.state())["clock"] == {"control": "1/20", "left": [20, 20], "running": 0}


async def test_three_seats_have_three_clocks(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("nchess/three", clock="60")
        for seat in range(4):
            moves = (await playing.state())["view"]["moves"]
            assert (await playing.move(seat % 3, moves[0]["text"], seat)).status_code == 200
        await clock.pass_on(20)
        assert await left(playing) == [60, 40, 60]
        await clock.pass_on(40)
        outcome = await over(playing)
        assert (outcome["winners"], outcome["text"]) == ([0, 2], "Blue has no time left: Red and Green win.")


async def test_who_comes_by_an_invite_is_awaited(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        seats = [{"player": "human"}, {"player": "human", "invite": True}]
        playing = await client.begin("trimok", clock="60", seats=seats)
        invite = {"invite": playing.created["seats"][1]["invite"]}
        await clock.pass_on(100)
        playing.created["seats"][1] = (await client.post(f"{playing.path}/join", invite)).json()
        await play(playing, "A2-A3", "A5-A4")
        await clock.pass_on(1)
        assert (await playing.state())["clock"] == {"control": "60", "left": [59, 60], "running": 0}


async def test_clocks_stand_while_programs_are_paused_and_people_cannot_pause(serve: Serve) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("trimok", "random", "random", clock="60", is_paused=True)
        owner = {"Authorization": f"Bearer {playing.created['owner_token']}"}
        for ply in (1, 2):
            async with playing.live() as watcher:
                await client.post(f"{playing.path}/step", headers=owner)
                assert (await watcher.hear())["ply"] == ply
        await clock.pass_on(100)
        assert (await playing.state())["clock"] == {"control": "60", "left": [60, 60], "running": None}
        people = await client.begin("trimok", clock="60")
        assert (await people.ask("pace", 0, is_paused=True)).json()["detail"] == "Clocks of people can't be paused."


async def test_time_without_a_server_is_counted_against_nobody(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve() as client:
        clock = Clock(client)
        playing = await client.begin("trimok", clock="60")
        await play(playing, "A2-A3", "A5-A4")
        await clock.pass_on(10)
        now = clock.time
    monkeypatch.setattr("time.time", lambda: now + 3600)
    async with serve() as client:
        clock = Clock(client)
        clock.time = now + 3600
        playing.client = client
        assert await left(playing) == [50, 60]
        await clock.pass_on(50)
        assert (await over(playing))["winners"] == [1]


async def test_clocks_with_days_left_are_noted_only_now_and_then(serve: Serve) -> None:
    """There may be thousands of them, and a minute is nothing to them."""
    async with serve() as client:
        clock = Clock(client)
        for control in ("600", "1/259200"):
            await play(await client.begin("trimok", clock=control), "A2-A3", "A5-A4")
        noted = []
        for seconds in (2, 2, 60, 2):
            clock.time += seconds
            async with clock.matches.database.reading() as connection:
                noted.append(len(await running_clocks(connection, clock.time)))
            await clock.flags.look()
        assert noted == [1, 1, 2, 1]


@pytest.mark.parametrize(("control", "left", "seconds"), [("1/10", 10, 7), ("300", 150, 7), ("300+10", 150, 14)])
def test_a_program_takes_a_part_of_its_time(control: str, left: float, seconds: float) -> None:
    row = StoredMatch("", "", "", {}, "", 0, 2, "", 1, True, None, {}, False, 0.0, 0.0, 0.0, control, [300, left])
    assert allowance(row, 0.0) == pytest.approx(seconds)
    assert allowance(replace(row, clock=None), 0.0) is None


@pytest.mark.parametrize("text", ["", "0", "5m", "300+", "1/0", "-1", "99999999", "300+9999"])
async def test_other_time_controls_are_refused_in_a_sentence(serve: Serve, text: str) -> None:
    async with serve() as client:
        answer = await client.post("/matches", {"game": "trimok", "clock": text})
        assert answer.status_code == 422
        assert answer.json()["code"] == "invalid-parameter"


async def test_a_real_clock_runs_out(serve: Serve) -> None:
    """The only one for which time passes: a second."""
    async with serve() as client:
        playing = await client.begin("trimok", clock="1")
        await play(playing, "A2-A3", "A5-A4")
        assert (await asyncio.wait_for(over(playing), 30))["winners"] == [1]
