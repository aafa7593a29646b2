"""The server: durable moves a second, live events to many sockets, play beside a flood; a bare endpoint as the peer.

The peer is the least that can be done: a FastAPI endpoint that commits one row to the same kind of database, with the
same server software. Both are asked by turns, for a short while each, and the best of these rounds counts: whatever
else the machine has to do slows both down.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from measuring import result

CLIENTS = (1, 10, 50)
SECONDS = 4.0
#: In so many parts the seconds of both sides take turns.
ROUNDS = 8
SOCKETS = 500
EVENTS = 20
FLOODERS = 4
SHUTTLE = ("A-B", "B-A")
#: Beside a flood, for which addresses are limited: a quick server stores these within a second.
MOST_BESIDE_FLOOD = 90
LOOSE = {"LUDOGRAPH_TOKEN_LIMITS": "100000/second", "LUDOGRAPH_COSTLY_LIMITS": "100000/second"}
MANY = {
    "LUDOGRAPH_SOCKETS_PER_ADDRESS": "1000",
    "LUDOGRAPH_CONNECTIONS_PER_ADDRESS": "1000",
    "LUDOGRAPH_WATCHERS_PER_MATCH": "1000",
}
#: Reading all games beside the first answers is not what is measured.
UNLIMITED = {**LOOSE, "LUDOGRAPH_ADDRESS_LIMITS": "1000000/second", "LUDOGRAPH_GAMES_AT_START": "no"}

BARE = """
import os, sys, uvicorn
from fastapi import FastAPI, Request
from sqlalchemy import text
from ludograph.server.run import listening
from ludograph.store.database import Database
database = Database(os.environ["LUDOGRAPH_DATABASE"])
app = FastAPI()
@app.post("/row")
async def row(request: Request):
    body = await request.json()
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO bare (value) VALUES (:value)"), {"value": body["move"]})
    return {"ok": True}
@app.get("/api/v1/ready")
async def ready():
    return {}
@app.on_event("startup")
async def start():
    async with database.writing() as connection:
        await connection.execute(text("CREATE TABLE IF NOT EXISTS bare (value TEXT)"))
listener = listening("127.0.0.1", 0)
print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
uvicorn.Server(uvicorn.Config(app, log_config=None)).run([listener])
"""


def run() -> Iterator[dict[str, object]]:
    """Rates and latencies, with their ratios to the bare endpoint."""
    with tempfile.TemporaryDirectory() as folder:
        yield from measured("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}")
        if url := os.environ.get("LUDOGRAPH_BENCH_POSTGRES"):
            yield from measured("PostgreSQL", url)
        yield from live_events(Path(folder))
        yield beside_a_flood(Path(folder))


def measured(kind: str, url: str) -> Iterator[dict[str, object]]:
    """Side by side: both run, and are asked in turn."""
    bare_server = server(["-c", BARE], LUDOGRAPH_DATABASE=url)
    with (
        bare_server as (bare_port, bare_process),
        server(SERVE, **UNLIMITED, LUDOGRAPH_DATABASE=f"{url}2") as (
            port,
            process,
        ),
    ):
        for clients in CLIENTS:
            own, bare, keyed = by_turns(
                partial(moves, port, process, clients),
                partial(bare_rows, bare_port, bare_process, clients),
                partial(moves, port, process, clients, is_keyed=True),
            )
            shown = f"{own.rate:,.0f} a second, p99 {own.p99:.0f} ms, {own.cpu:.1f} ms of CPU each"
            peer = f"a bare endpoint {bare.rate:,.0f}, {bare.p99:.0f} ms, {bare.cpu:.1f} ms"
            also = f"each with a key, as pages play: {keyed.rate:,.0f} a second, {keyed.cpu:.1f} ms"
            aim, part = "0.8 × the bare endpoint, 3 ms", own.rate / bare.rate
            yield result(
                f"durable moves, {kind}, {clients} clients at once",
                f"{shown}; {part:.2f} × {peer}; {also}",
                aim=aim,
                is_met=part >= 0.8 and own.cpu <= 3.0,
            )


class Spent(NamedTuple):
    """Answers a second, their p99 in milliseconds, and the milliseconds of CPU that the server took for each."""

    rate: float
    p99: float
    cpu: float


Asking = Coroutine[Any, Any, tuple[list[float], float]]


def by_turns(*sides: Callable[[], Asking]) -> list[Spent]:
    """Of each side the best rate of all rounds, with the p99 and the CPU of all of them together."""
    rounds = [[asyncio.run(side()) for side in sides] for _ in range(ROUNDS)]
    return [spent(list(side)) for side in zip(*rounds, strict=True)]


def spent(rounds: list[tuple[list[float], float]]) -> Spent:
    times = [each for times, _ in rounds for each in times]
    rate = max(len(times) for times, _ in rounds) / (SECONDS / ROUNDS)
    return Spent(rate, p99_of(times), 1000 * sum(cpu for _, cpu in rounds) / len(times))


def cpu_seconds(process: int) -> float:
    """Of all its threads, since it was started."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def live_events(folder: Path) -> Iterator[dict[str, object]]:
    url = f"sqlite:///{folder / 'live.sqlite3'}"
    with server(SERVE, **UNLIMITED, LUDOGRAPH_DATABASE=url, **MANY) as (port, _):
        rate = asyncio.run(watched(port))
    yield result(f"live events to {SOCKETS} sockets", f"{rate:,.0f} a second")


def beside_a_flood(folder: Path) -> dict[str, object]:
    url = f"sqlite:///{folder / 'flood.sqlite3'}"
    with server(SERVE, **LOOSE, LUDOGRAPH_DATABASE=url, LUDOGRAPH_ADDRESS_LIMITS="100/second,200/minute") as (port, _):
        p99, cut = asyncio.run(flooded(port))
    shown = f"p99 {p99:.0f} ms, while {cut:,} requests of the other one were cut off"
    return result("moves of one client beside the flood of another", shown, aim="100 ms", is_met=p99 <= 100)


# -- servers and clients -----------------------------------------------------------------------------------------------

SERVE = ["-m", "ludograph", "serve", "--port", "0"]


@contextmanager
def server(arguments: list[str], started: Mapping[str, Any] = {}, **settings: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a server, which is started with more than the usual."""
    environment = {**os.environ, "LUDOGRAPH_LOG_LEVEL": "error", **settings}
    command = [sys.executable, "-W", "ignore", *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, **started) as process:
        assert process.stdout
        found = re.search(r":([0-9]+)/", process.stdout.readline())
        assert found, "the server does not start"
        try:
            asyncio.run(up(int(found[1])))
            yield int(found[1]), process.pid
        finally:
            process.terminate()


class Client:
    """As little of HTTP as is needed, so that the server is measured and not its client."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address

    async def __aenter__(self) -> Client:
        local = (self.address, 0)
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=local)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def ask(
        self, method: str, path: str, data: object = None, token: str = "", key: str = ""
    ) -> tuple[int, bytes]:
        body = json.dumps(data).encode() if data is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        self.writer.write(head.encode() + b"\r\n" + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: ([0-9]+)", answer, re.IGNORECASE)
        return int(answer.split()[1]), await self.reader.readexactly(int(length[1]) if length else 0)


async def up(port: int) -> None:
    for _ in range(600):
        try:
            async with Client(port) as client:
                if (await client.ask("GET", "/api/v1/ready"))[0] == 200:
                    return
        except OSError:
            pass
        await asyncio.sleep(0.05)
    raise AssertionError("the server does not come up")


async def begin(client: Client) -> tuple[str, str]:
    status, body = await client.ask("POST", "/api/v1/matches", {"game": "hanoi?disks=2"})
    assert status == 201, body
    created = json.loads(body)
    return f"/api/v1/matches/{created['id']}", created["seats"][0]["token"]


async def play(
    client: Client, path: str, token: str, times: list[float], ends: float, most: int = 10**9, is_keyed: bool = False
) -> int:
    """Returns how many moves were acknowledged."""
    ply = 0
    while time.perf_counter() < ends and ply < most:
        began = time.perf_counter()
        key = f"key-{ply}" if is_keyed else ""
        status, body = await client.ask("POST", f"{path}/moves", {"move": SHUTTLE[ply % 2], "ply": ply}, token, key)
        times.append(time.perf_counter() - began)
        ply += 1
        assert (status, json.loads(body)["ply"]) == (200, ply)
    return ply


async def audit(client: Client, path: str, ply: int) -> None:
    status, body = await client.ask("GET", f"{path}/audit")
    assert (status, json.loads(body)["ply"]) == (200, ply), "every acknowledged move is there"


async def moves(port: int, process: int, clients: int, is_keyed: bool = False) -> tuple[list[float], float]:
    """The times of moves, and the processor's for them: beginning a match and its audit come before and after."""
    times: list[float] = []
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Client(port)) for _ in range(clients)]
        begun = [await begin(client) for client in players]
        before, ends = cpu_seconds(process), time.perf_counter() + SECONDS / ROUNDS
        played = [
            play(client, *match, times, ends, is_keyed=is_keyed) for client, match in zip(players, begun, strict=True)
        ]
        plies = await asyncio.gather(*played)
        cpu = cpu_seconds(process) - before
        for client, (path, _), ply in zip(players, begun, plies, strict=True):
            await audit(client, path, ply)
    return times, cpu


async def bare_rows(port: int, process: int, clients: int) -> tuple[list[float], float]:
    times: list[float] = []

    async def one(client: Client, ends: float) -> None:
        while time.perf_counter() < ends:
            began = time.perf_counter()
            assert (await client.ask("POST", "/row", {"move": "A-B"}))[0] == 200
            times.append(time.perf_counter() - began)

    async with AsyncExitStack() as stack:
        asking = [await stack.enter_async_context(Client(port)) for _ in range(clients)]
        before, ends = cpu_seconds(process), time.perf_counter() + SECONDS / ROUNDS
        await asyncio.gather(*(one(client, ends) for client in asking))
        return times, cpu_seconds(process) - before


async def watched(port: int) -> float:
    import websockets

    async def watch(url: str, ready: asyncio.Semaphore) -> None:
        async with websockets.connect(url, compression=None, max_queue=64) as socket:
            await socket.send('{"type": "join"}')
            await socket.recv()
            ready.release()
            versions = [json.loads(await socket.recv())["version"] for _ in range(EVENTS)]
            assert versions == list(range(1, EVENTS + 1)), "a gapless story"

    async with Client(port) as client:
        path, token = await begin(client)
    ready = asyncio.Semaphore(0)
    watching = [asyncio.create_task(watch(f"ws://127.0.0.1:{port}{path}/live", ready)) for _ in range(SOCKETS)]
    for _ in range(SOCKETS):
        await ready.acquire()
    async with Client(port) as client:  # a new one: the server forgets who says nothing for some seconds
        began = time.perf_counter()
        for ply in range(EVENTS):
            await client.ask("POST", f"{path}/moves", {"move": SHUTTLE[ply % 2], "ply": ply}, token)
        await asyncio.gather(*watching)
        return SOCKETS * EVENTS / (time.perf_counter() - began)


async def flooded(port: int) -> tuple[float, int]:
    times: list[float] = []
    codes: list[int] = []
    ends = time.perf_counter() + SECONDS

    async def flood() -> None:
        async with Client(port, "127.0.0.2") as client:
            while time.perf_counter() < ends:
                codes.append((await client.ask("GET", "/api/v1/health"))[0])

    async with Client(port) as client:
        path, token = await begin(client)
        played = play(client, path, token, times, ends, MOST_BESIDE_FLOOD)
        ply, *_ = await asyncio.gather(played, *(flood() for _ in range(FLOODERS)))
        await audit(client, path, ply)
    assert codes.count(429) > 0, "the flood was cut off"
    return p99_of(times), codes.count(429)


def p99_of(times: list[float]) -> float:
    """In milliseconds."""
    return sorted(times)[int(0.99 * (len(times) - 1))] * 1000
