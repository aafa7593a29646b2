"""The server is killed at random moments: what was acknowledged is there, nothing twice, and programs go on.

``LUDOGRAPH_KILLS=50`` makes it a long one, by hand.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import httpx
import websockets
from clients import Client
from processes import server_process
from servers import Serve

KILLS = int(os.environ.get("LUDOGRAPH_KILLS", "3"))
MATCHES = 4
SHUTTLE = ("A-B", "B-A")  # a disk that goes to and fro for ever


async def settled(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        for _ in range(600):
            try:
                if (await http.get("/api/v1/ready")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)
    raise AssertionError("the server does not come up")


class Shuttle:
    """A player who moves a disk to and fro, sends each move until it is acknowledged, and remembers what was."""

    def __init__(self, name: str, created: dict) -> None:
        self.name, self.id = name, created["id"]
        self.token = created["seats"][0]["token"]
        self.acknowledged: list[str] = []
        self.sent = 0

    async def play(self, http: httpx.AsyncClient) -> None:
        while True:
            ply = len(self.acknowledged)
            move, key = SHUTTLE[ply % 2], f"{self.name}-{ply}"
            headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
            self.sent += 1
            data = {"move": move, "ply": ply}
            answer = await http.post(f"/api/v1/matches/{self.id}/moves", json=data, headers=headers)
            assert answer.status_code == 200, answer.text
            assert answer.json()["ply"] == ply + 1
            self.acknowledged.append(move)

    async def watch(self, address: str, versions: list[int], hear: Callable[[], None]) -> None:
        url = f"{address.replace('http', 'ws')}/api/v1/matches/{self.id}/live"
        async with websockets.connect(url) as socket:
            await socket.send('{"type": "join"}')
            versions.append(json.loads(await socket.recv())["match"]["version"])
            async for text in socket:
                versions.append(json.loads(text)["version"])
                hear()


def countdown(number: int, then: Callable[[], None]) -> Callable[[], None]:
    """To be called so often, before something happens."""

    def count() -> None:
        nonlocal number
        number -= 1
        if number == 0:
            then()

    return count


async def until_killed(*work) -> None:
    """Whatever the killed server's clients get is an end of the connection."""
    ended = await asyncio.gather(*work, return_exceptions=True)
    for error in ended:
        assert isinstance(error, httpx.TransportError | websockets.ConnectionClosed | OSError | None), error


async def test_kill_under_load(quick_folder: Path, serve: Serve) -> None:
    chance = random.Random(8)
    players: list[Shuttle] = []
    for _ in range(KILLS):
        with server_process(quick_folder) as server:
            await settled(server.address)
            async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
                client = Client(http, server.address)
                while len(players) < MATCHES:
                    playing = await client.begin("hanoi?disks=2")
                    players.append(Shuttle(str(len(players)), playing.created))
                heard: list[list[int]] = [[] for _ in players]
                hear = countdown(chance.randrange(20, 120), server.kill)
                work = [player.play(http) for player in players]
                work += [player.watch(server.address, told, hear) for player, told in zip(players, heard, strict=True)]
                await until_killed(*work)
            for told in filter(None, heard):  # a gapless prefix
                assert told == list(range(told[0], told[0] + len(told)))
    async with serve() as client:
        for player in players:
            moves = (await client.get(f"/matches/{player.id}/moves")).json()
            texts = [move["text"] for move in moves]
            # What was sent and not answered may be there, once.
            assert texts[: len(player.acknowledged)] == player.acknowledged
            assert len(texts) <= len(player.acknowledged) + 1
            assert [move["ply"] for move in moves] == list(range(1, len(texts) + 1))
            assert (await client.get(f"/matches/{player.id}/audit")).json()["consistent"]


async def test_programs_go_on_after_a_restart(quick_folder: Path, serve: Serve) -> None:
    with server_process(quick_folder) as server:
        await settled(server.address)
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            # The first move waits for its pace, and the server is killed before it.
            playing = await Client(http, server.address).begin("trimok", "random", "human", pace=20.0)
        server.kill()
    async with serve() as client, asyncio.timeout(120):
        while (state := (await client.get(f"/matches/{playing.id}")).json())["ply"] == 0:
            await asyncio.sleep(0.05)
        assert (state["ply"], state["moves"][0]["seat"], state["view"]["turn"]) == (1, 0, 1)
