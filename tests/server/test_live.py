"""Live play over WebSockets."""

from __future__ import annotations

import asyncio

import pytest
import websockets
from clients import API, Playing

from conftest import Serve
from ludograph.server.hub import Hub, Watcher

POSITION = "R:1A6R,2D6R,3E6R,1C1B"


async def test_everybody_hears_every_move_once(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        async with playing.live(0) as red, playing.live(1) as blue, playing.live() as watcher:
            await red.say(type="move", id="1", move="A2-A3", ply=0)
            event, ack = await red.hear(), await red.hear()
            assert ack == {"type": "ack", "id": "1", "version": 1, "ply": 1}
            assert (event["type"], event["version"], event["ply"]) == ("event", 1, 1)
            assert event["event"]["move"]["hops"] == ["A2", "A3"]
            assert event["view"] == (await playing.state())["view"]
            assert await blue.hear() == await watcher.hear() == event
            await playing.move(1, "A5-A4", 1)  # over HTTP, and heard all the same
            assert [(await socket.hear())["version"] for socket in (red, blue, watcher)] == [2, 2, 2]


async def test_refusals_are_for_the_one_who_asked(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        async with playing.live(0) as red, playing.live() as watcher:
            await red.say(type="move", id="a", move="A1-A2", ply=0)
            refused = await red.hear()
            assert (refused["type"], refused["id"], refused["problem"]["code"]) == ("refused", "a", "illegal-move")
            await watcher.say(type="move", id="b", move="A2-A3", ply=0)
            assert (await watcher.hear())["problem"]["code"] == "not-authenticated"
            await red.say(type="move", id="c", move="A2-A3", ply=0, seat=1)
            assert (await red.hear())["problem"]["code"] == "not-authenticated"
            await red.say(type="ping")
            assert await red.hear() == {"type": "pong"}


async def test_one_socket_plays_both_sides(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        async with playing.live(0, 1) as socket:
            for ply, move in enumerate(("A2-A3", "A5-A4", "B2-B3")):
                await socket.say(type="move", id=str(ply), move=move, ply=ply)
                assert (await socket.hear_until("ack"))[-1]["ply"] == ply + 1
            await socket.say(type="undo", id="u", reply="offer", plies=1, seat=0)
            await socket.hear_until("ack")
            await socket.say(type="undo", id="v", reply="accept", seat=1)
            heard = await socket.hear_until("ack")
            assert heard[0]["event"]["kind"] == "undone"
            assert heard[-1]["ply"] == 2
            await socket.say(type="draw", id="d", reply="offer", seat=0)
            await socket.hear_until("ack")
            await socket.say(type="draw", id="e", reply="decline", seat=1)
            await socket.hear_until("ack")
            await socket.say(type="resign", id="r", seat=1)
            heard = await socket.hear_until("ack")
            assert heard[0]["event"]["outcome"]["result"] == "1-0"


async def test_resync_and_joining_again_give_the_newest_state(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        async with playing.live() as watcher:
            await playing.move(0, "A2-A3", 0)
            await watcher.say(type="resync")
            heard = await watcher.hear_until("state")
            assert heard[-1]["match"]["version"] == 1
        async with playing.live(0, join=False) as socket:
            await socket.say(type="join", tokens=[playing.token(0), "unknown"])
            match = (await socket.hear())["match"]
            assert (match["own_seats"], match["version"], match["watchers"]) == ([0], 1, 1)


WRONG_MESSAGES = [
    "",
    "[]",
    "null",
    '"join"',
    '{"type": "nonsense"}',
    '{"type": "ping", "more": 1}',
    '{"type": "move"}',
    '{"type": "move", "id": 1, "move": "A2-A3", "ply": "0"}',
    '{"type": "move", "id": "1", "move": "\\ud800", "ply": 0}',
    "[" * 4000,
]


async def test_other_messages_end_the_socket(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        for text in WRONG_MESSAGES:
            async with playing.live(0) as socket:
                await socket.socket.send(text)
                assert (await socket.hear())["problem"]["code"] == "invalid-request"
                assert await socket.closed() == 1008


async def test_oversized_and_binary_messages_end_the_socket(serve: Serve) -> None:
    async with serve(join_seconds=0.2) as client:
        playing = await client.begin()
        async with playing.live() as socket:
            await socket.say(type="ping", more="x" * 9000)
            assert await socket.closed() == 1009
        async with playing.live() as socket:
            await socket.socket.send(b"{}")
            assert await socket.closed() == 1003
        async with playing.live(join=False) as socket:  # says nothing
            assert await socket.closed() == 1008
        async with playing.live(join=False) as socket:
            await socket.say(type="ping")
            assert (await socket.hear())["problem"]["code"] == "invalid-request"


async def test_a_socket_needs_a_match_and_our_origin(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        stranger = Playing(client, {**playing.created, "id": 24 * "0"})
        async with stranger.live(join=False) as socket:
            await socket.say(type="join")
            assert (await socket.hear())["problem"]["code"] == "unknown-match"
        with pytest.raises(websockets.InvalidStatus):
            async with playing.live(origin="https://evil.example"):
                pass
        async with playing.live(origin=client.address):
            pass
        address = client.address.replace("http", "ws") + f"{API}/matches/nonsense/live"
        with pytest.raises((websockets.InvalidStatus, websockets.ConnectionClosed)):
            async with websockets.connect(address) as socket:
                await socket.recv()


async def test_a_move_is_told_although_the_mover_has_gone(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("trimok", "human", "random")
        async with playing.live() as watcher:
            async with playing.live(0) as red:
                await red.say(type="move", id="1", move="A2-A3", ply=0)
                red.socket.transport.abort()
            heard = [await asyncio.wait_for(watcher.hear(), 20) for _ in range(2)]
            assert [(message["version"], message["event"]["seat"]) for message in heard] == [(1, 0), (2, 1)]


async def test_a_slow_reader_is_cut_off_and_others_are_not(serve: Serve) -> None:
    async with serve(queue_limit=8) as client:
        playing = await client.begin("hanoi?disks=2")
        assert client.app
        hub: Hub = client.app.state.services.hub
        async with playing.live(max_queue=1) as slow, playing.live() as quick:
            padding = {"type": "event", "padding": "x" * 900_000}
            for number in range(40):
                hub.publish(playing.id, {**padding, "version": number})
                assert (await quick.hear())["version"] == number
            assert await asyncio.wait_for(slow.closed(), 20) in (
                1013,
                1006,
            )  # the reason is heard only by who reads it in time
            hub.publish(playing.id, {"type": "event", "version": 40})
            assert (await quick.hear())["version"] == 40


def test_what_may_be_lost_leaves_room_for_what_may_not() -> None:
    watcher = Watcher(8)
    for _ in range(20):
        watcher.mention("thinking")
    for _ in range(4):
        watcher.tell("event")
    assert not watcher.is_cut.is_set()
    watcher.tell("one more")
    assert watcher.is_cut.is_set()


async def test_watchers_see_a_gapless_story(serve: Serve) -> None:
    """Random programs play a whole match; whoever watches hears each version once, in order."""
    async with serve() as client:
        playing = await client.begin("trimok", "random", "random", is_paused=True, position=POSITION)
        async with playing.live() as first, playing.live() as second:
            headers = {"Authorization": f"Bearer {playing.created['owner_token']}"}
            await client.post(f"{playing.path}/pace", {"is_paused": False}, headers=headers)
            versions: list[list[int]] = [[], []]
            for heard, socket in zip(versions, (first, second), strict=True):
                while True:
                    message = await asyncio.wait_for(socket.hear(), 30)
                    heard.append(message["version"])
                    if len(heard) == 40 or (message["view"] or {}).get("outcome"):
                        break
            shortest = min(map(len, versions))
            assert versions[0][:shortest] == versions[1][:shortest] == list(range(1, shortest + 1))
