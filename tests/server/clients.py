"""Clients of the API, for tests: what a page or another program would do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI

from ludograph.server.secrets import hash_of
from ludograph.store import ratings

API = "/api/v1"
#: For modules whose tests share one server.
SHARED_LOOP = pytest.mark.asyncio(loop_scope="module")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@dataclass
class Client:
    http: httpx.AsyncClient
    address: str
    app: FastAPI | None = None

    async def get(self, path: str, **named: Any) -> httpx.Response:
        return await self.http.get(API + path, **named)

    async def post(self, path: str, data: object = None, **named: Any) -> httpx.Response:
        return await self.http.post(API + path, json={} if data is None else data, **named)

    async def begin(self, game: str = "trimok", *players: str, **more: Any) -> Playing:
        """A new match; without players all seats are ours."""
        seats = [{"player": player} for player in players]
        answer = await self.post("/matches", {"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return Playing(self, answer.json())

    async def rate(self, token: str, game: str) -> None:
        """Let a token have a rating, as if a match had counted; the server runs in this process."""
        assert self.app
        services = self.app.state.services
        async with services.database.writing() as connection:
            await ratings.held(connection, [hash_of(token)], game, services.matches.now())


@dataclass
class Playing:
    """A match, with all its secrets."""

    client: Client
    created: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.created["id"])

    @property
    def path(self) -> str:
        return f"/matches/{self.id}"

    def token(self, seat: int) -> str:
        return str(self.created["seats"][seat]["token"])

    async def state(self) -> dict[str, Any]:
        answer = await self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def move(self, seat: int, text: str, ply: int, key: str | None = None) -> httpx.Response:
        headers = bearer(self.token(seat)) | ({"Idempotency-Key": key} if key else {})
        return await self.client.post(f"{self.path}/moves", {"move": text, "ply": ply}, headers=headers)

    async def ask(self, what: str, seat: int, **data: Any) -> httpx.Response:
        return await self.client.post(f"{self.path}/{what}", data, headers=bearer(self.token(seat)))

    @asynccontextmanager
    async def live(self, *seats: int, join: bool = True, **options: Any) -> AsyncIterator[Socket]:
        """A socket that has joined with the tokens of these seats."""
        address = self.client.address.replace("http", "ws", 1) + f"{API}{self.path}/live"
        async with websockets.connect(address, **options) as socket:
            wrapped = Socket(socket)
            if join:
                await wrapped.say(type="join", tokens=[self.token(seat) for seat in seats])
                assert (await wrapped.hear())["type"] == "state"
            yield wrapped


@dataclass
class Socket:
    socket: websockets.ClientConnection

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        return dict(json.loads(await self.socket.recv()))

    async def hear_until(self, kind: str) -> list[dict[str, Any]]:
        """All messages up to one of a type."""
        heard = [await self.hear()]
        while heard[-1]["type"] != kind:
            heard.append(await self.hear())
        return heard

    async def closed(self) -> int:
        """The code that the other side closes with, 1006 if it just goes; what it says before is passed over."""
        try:
            while True:
                await self.socket.recv()
        except websockets.ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
