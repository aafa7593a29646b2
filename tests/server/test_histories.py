"""A history checker: many players, two processes on one PostgreSQL, kills and crashes; every acknowledged move is there
once and in order, and every watcher sees every event.

``LUDOGRAPH_KILLS=50`` makes it a long one, by hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from pathlib import Path

import httpx
import pytest
import websockets
from clients import API, Client, bearer
from postgres_server import PostgresServer, postgres_server
from processes import ServerProcess
from test_crash import SHUTTLE, settled

KILLS = int(os.environ.get("LUDOGRAPH_KILLS", "2"))
PLAYERS = 3
MOVES_BETWEEN = 25
PATIENCE = 120
AWAY = (httpx.TransportError, OSError, websockets.WebSocketException)


class Processes:
    """Two servers, each of which may be away."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._settings = {
            "LUDOGRAPH_DATABASE": url,
            "LUDOGRAPH_COSTLY_LIMITS": "1000/second",
            "LUDOGRAPH_LOG_LEVEL": "error",
        }
        self.running = [self._started(), self._started()]

    def _started(self) -> ServerProcess:
        return ServerProcess(self._folder, **self._settings)

    async def kill(self, number: int) -> None:
        self.running[number].kill()
        self.running[number] = await asyncio.to_thread(self._started)

    def address(self, number: int) -> str:
        return self.running[number % 2].address

    def end(self) -> None:
        for server in self.running:
            server.kill()


class Player:
    """Moves a disk to and fro, asks until each move is acknowledged, now here and now there."""

    def __init__(self, number: int, created: dict) -> None:
        self.number, self.id = number, created["id"]
        self.token = created["seats"][0]["token"]
        self.acknowledged = 0
        self.statuses: set[int] = set()

    async def play(self, processes: Processes, most: int) -> None:
        asked = self.number
        while self.acknowledged < most:
            ply = self.acknowledged
            headers = bearer(self.token) | {"Idempotency-Key": f"key-{ply}"}
            data = {"move": SHUTTLE[ply % 2], "ply": ply}
            with contextlib.suppress(*AWAY):
                async with httpx.AsyncClient(base_url=processes.address(asked), timeout=PATIENCE) as http:
                    answer = await http.post(f"{API}/matches/{self.id}/moves", json=data, headers=headers)
                self.statuses.add(answer.status_code)
                if answer.status_code == 200:
                    assert answer.json()["ply"] == ply + 1
                    self.acknowledged += 1
                    continue
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
                assert int(answer.headers["retry-after"]) > 0
            asked += 1
            await asyncio.sleep(0.05)


class Watcher:
    """Watches a match in one of the processes; what comes after a state has no gap."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.version = 0
        self.heard = 0

    async def watch(self, processes: Processes, number: int) -> None:
        while True:
            with contextlib.suppress(*AWAY):
                url = f"{processes.address(number).replace('http', 'ws')}{API}/matches/{self.id}/live"
                async with websockets.connect(url) as socket:
                    await socket.send('{"type": "join"}')
                    async for text in socket:
                        self.hear(json.loads(text))
            await asyncio.sleep(0.05)

    def hear(self, message: dict) -> None:
        if message["type"] == "state":
            assert message["match"]["version"] >= self.version
            self.version = message["match"]["version"]
        elif message["type"] == "event":
            assert message["version"] == self.version + 1
            self.version += 1
            self.heard += 1

    async def has_seen(self, version: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.version < version:
                await asyncio.sleep(0.02)


async def begun(address: str) -> list[Player]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        client = Client(http, address)
        return [Player(number, (await client.begin("hanoi?disks=2")).created) for number in range(PLAYERS)]


@pytest.mark.long
async def test_histories(quick_folder: Path) -> None:
    with postgres_server() as postgres:
        processes = Processes(quick_folder, postgres.url)
        try:
            await checked(processes, postgres)
        finally:
            processes.end()


async def checked(processes: Processes, postgres: PostgresServer) -> None:
    chance = random.Random(20)
    await settled(processes.address(0))
    players = await begun(processes.address(0))
    watchers = [(Watcher(player.id), number) for player in players for number in range(2)]
    watching = [asyncio.create_task(watcher.watch(processes, number)) for watcher, number in watchers]
    for kill in range(KILLS):
        most = (kill + 1) * MOVES_BETWEEN
        playing = [asyncio.create_task(player.play(processes, most)) for player in players]
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        if kill % 2:
            await asyncio.to_thread(postgres.crash)
        else:
            await processes.kill(chance.randrange(2))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
    for watcher, _ in watchers:
        await watcher.has_seen(KILLS * MOVES_BETWEEN)
        assert watcher.heard > 0
    for task in watching:
        assert not task.done(), task.result()
        task.cancel()
    async with httpx.AsyncClient(base_url=processes.address(0), timeout=PATIENCE) as http:
        for player in players:
            moves = (await http.get(f"{API}/matches/{player.id}/moves")).json()
            assert [move["ply"] for move in moves] == list(range(1, KILLS * MOVES_BETWEEN + 1))
            assert (await http.get(f"{API}/matches/{player.id}/audit")).json()["consistent"]
            assert player.statuses <= {200, 503}
