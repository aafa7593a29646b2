"""Live play over WebSockets."""

from __future__ import annotations

import asyncio
import socket
from unittest.mock import AsyncMock

import httpx
import pytest
import websockets
from clients import API, SHARED_LOOP, Client, Playing
from servers import Serve

from ludograph.errors import Unavailable
from ludograph.server.hub import Hub, Watcher
from ludograph.store import matches as store
from ludograph.store.matches import Change

pytestmark = SHARED_LOOP

POSITION = "R:1A6R,2D6R,3E6R,1C1B"
SOON = 60.0
SMALL = 4096  # bytes on the way
MOST_MOVES = 1000


async def test_everybody_hears_every_move_once(client: Client) -> None:
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


async def test_refusals_are_for_the_one_who_asked(client: Client) -> None:
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


async def test_one_socket_plays_both_sides(client: Client) -> None:
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


async def test_resync_and_joining_again_give_the_newest_state(client: Client) -> None:
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


async def test_other_messages_end_the_socket(client: Client) -> None:
    playing = await client.begin()
    for text in WRONG_MESSAGES:
        async with playing.live(0) as socket:
            await socket.socket.send(text)
            assert (await socket.hear())["problem"]["code"] == "invalid-request"
            assert await socket.closed() == 1008


async def test_oversized_and_binary_messages_end_the_socket(client: Client) -> None:
    playing = await client.begin()
    async with playing.live() as socket:
        await socket.say(type="ping", more="x" * 9000)
        assert await socket.closed() == 1009
    async with playing.live() as socket:
        await socket.socket.send(b"{}")
        assert await socket.closed() == 1003


async def test_who_does_not_join_has_to_go(client: Client, serve: Serve) -> None:
    playing = await client.begin()
    async with playing.live(join=False) as socket:
        await socket.say(type="ping")
        assert (await socket.hear())["problem"]["code"] == "invalid-request"
    async with serve(join_seconds=0.001) as impatient:
        playing = await impatient.begin()
        async with playing.live(join=False) as socket:  # says nothing
            assert await socket.closed() == 1008


async def test_a_socket_needs_a_match_and_our_origin(client: Client) -> None:
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


async def test_a_move_is_told_although_the_mover_has_gone(client: Client) -> None:
    playing = await client.begin("trimok", "human", "random")
    async with playing.live() as watcher:
        async with playing.live(0) as red:
            await red.say(type="move", id="1", move="A2-A3", ply=0)
            red.socket.transport.abort()
        heard = [await asyncio.wait_for(watcher.hear(), SOON) for _ in range(2)]
        assert [(message["version"], message["event"]["seat"]) for message in heard] == [(1, 0), (2, 1)]


async def test_a_slow_reader_is_cut_off_and_the_match_goes_on(serve: Serve) -> None:
    """One watcher doesn't read at all: when what lies on the way is full, and its queue, too, it has to go."""
    async with serve(queue_limit=8, send_buffer=SMALL) as client:
        playing = await client.begin("lights-out")  # many moves to be told of
        assert client.app
        hub: Hub = client.app.state.services.hub
        host, port = httpx.URL(client.address).host, httpx.URL(client.address).port
        with socket.socket() as narrow:
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            narrow.connect((host, port))
            narrow.setblocking(False)
            async with playing.live() as quick, playing.live(sock=narrow, max_queue=1) as slow:
                assert hub.count(playing.id) == 2
                ply = 0
                while hub.count(playing.id) == 2 or ply % 10:
                    assert ply < MOST_MOVES, "nobody was cut off"
                    assert (await playing.move(0, "A1", ply)).status_code == 200
                    ply += 1
                    assert (await quick.hear())["version"] == ply
                assert (await playing.state())["watchers"] == 1
                # The reason is heard only by one who reads it in time.
                assert await asyncio.wait_for(slow.closed(), SOON) in (1013, 1006)


async def test_what_may_be_lost_leaves_room_for_what_may_not() -> None:
    watcher = Watcher(8)
    for _ in range(20):
        watcher.mention("thinking")
    for _ in range(4):
        watcher.tell("event")
    assert not watcher.is_cut.is_set()
    watcher.tell("one more")
    assert watcher.is_cut.is_set()


async def test_watchers_see_a_gapless_story(client: Client) -> None:
    """Random programs play a whole match; whoever watches hears each version once, in order."""
    playing = await client.begin("trimok", "random", "random", is_paused=True, position=POSITION)
    async with playing.live() as first, playing.live() as second:
        headers = {"Authorization": f"Bearer {playing.created['owner_token']}"}
        await client.post(f"{playing.path}/pace", {"is_paused": False}, headers=headers)
        versions: list[list[int]] = [[], []]
        for heard, socket in zip(versions, (first, second), strict=True):
            while True:
                message = await asyncio.wait_for(socket.hear(), SOON)
                heard.append(message["version"])
                if len(heard) == 40 or (message["view"] or {}).get("outcome"):
                    break
        shortest = min(map(len, versions))
        assert versions[0][:shortest] == versions[1][:shortest] == list(range(1, shortest + 1))


async def test_what_was_missed_is_told_although_reading_it_fails_first(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has changed a match, and the database goes away while that is read."""
    async with serve() as client:
        playing = await client.begin("trimok", "human", "random", is_paused=True)
        services = client.app.state.services  # type: ignore[union-attr]
        async with playing.live() as watcher:
            await playing.move(0, "A2-A3", 0)
            assert (await watcher.hear())["version"] == 1
            change = Change({"kind": "pace", "is_paused": True, "pace": 2.0}, {"pace": 2.0})
            await services.database.write(playing.id, lambda to: store.change(to, playing.id, 1, 1, change))
            services.matches._doubtful.add(playing.id)  # as if it were one of several processes
            with monkeypatch.context() as patch:
                patch.setattr(store, "events_of", AsyncMock(side_effect=Unavailable("away")))
                assert (await client.get(playing.path)).status_code == 503
            services.matches._doubtful.add(playing.id)
            assert (await playing.state())["version"] == 2
            assert (await watcher.hear())["version"] == 2
