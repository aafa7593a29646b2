"""What strangers may do to a server, and what a player beside them notices: ``python benchmarks/attacks.py [NAME…]``.

Each attack comes from loopback addresses of its own, beside a player who makes a move every 50 ms. Told are the
player's p50 and p99, the memory of the server, and how much it has logged. To be run by hand: it takes minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from pathlib import Path

from bench_server import SERVE, SHUTTLE, Client, begin, server

SECONDS = 15.0
MOVE_SECONDS = 0.05
HALVES = 1_100
THINKERS = 12
FEW_FILES = 1024
LOG = "log"
FRISIAN = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"

Attack = Callable[[int], Awaitable[None]]


def main(names: list[str]) -> None:
    for name in names or ATTACKS:
        with tempfile.TemporaryDirectory() as folder, attacked(Path(folder)) as (port, process):
            print(f"{name:10}", asyncio.run(beside(ATTACKS[name], port)), end="; ")
            logged = (Path(folder) / LOG).stat().st_size / 1e6
            print(f"{memory_of(process)} MiB at most, {logged:.2f} MB logged", flush=True)


@contextlib.contextmanager
def attacked(folder: Path) -> Iterator[tuple[int, int]]:
    """A server as it comes, which may open no more files than usual: its port and its process."""
    limits = (FEW_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    settings = {"LUDOGRAPH_DATABASE": f"sqlite:///{folder / 'attacked.sqlite3'}", "LUDOGRAPH_LOG_LEVEL": "info"}
    with (folder / LOG).open("w") as log:
        started = {"stderr": log, "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits)}
        with server(SERVE, started, **settings) as served:
            yield served


async def beside(attack: Attack, port: int) -> str:
    """The times of a player's moves during an attack."""
    times: list[float] = []
    async with asyncio.timeout(8 * SECONDS):
        async with Client(port) as player:
            path, token = await begin(player)
            attacking = asyncio.create_task(attack(port))
            await asyncio.sleep(1.0)
            ends, ply = time.perf_counter() + SECONDS, 0
            while time.perf_counter() < ends:
                began = time.perf_counter()
                try:
                    async with asyncio.timeout(SECONDS):
                        status, _ = await player.ask(
                            "POST", f"{path}/moves", {"move": SHUTTLE[ply % 2], "ply": ply}, token
                        )
                except TimeoutError:
                    times.append(time.perf_counter() - began)
                    break
                except (OSError, asyncio.IncompleteReadError):  # closed while it was idle: as a browser would
                    await player.__aenter__()
                    continue
                assert status == 200
                times.append(time.perf_counter() - began)
                ply += 1
                await asyncio.sleep(MOVE_SECONDS)
            newcomer = await came_in(port)
            attacking.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await attacking
    shown = sorted(1000 * each for each in times)
    p50, p99 = shown[len(shown) // 2], shown[int(0.99 * (len(shown) - 1))]
    return f"{len(shown)} moves, p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {shown[-1]:.0f} ms; {newcomer}"


async def came_in(port: int) -> str:
    """Whether somebody who comes now is answered."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(10), Client(port, "127.0.0.99") as newcomer:
            status, _ = await newcomer.ask("GET", "/api/v1/health")
    except (TimeoutError, OSError, asyncio.IncompleteReadError):
        return "a newcomer was not answered within 10 s"
    return f"a newcomer was answered {status} after {1000 * (time.perf_counter() - began):.0f} ms"


async def nobody(port: int) -> None:
    """No attack at all: what the machine itself does to a player."""
    await asyncio.sleep(10 * SECONDS)


async def halves(port: int) -> None:
    """Requests that are begun and never ended, from two addresses; those that are cut off come again."""

    async def half(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                local = (f"127.0.1.{1 + number % 2}", 0)
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=local)
                writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                with contextlib.suppress(OSError):
                    while await reader.read(1000):
                        pass
                writer.close()
            await asyncio.sleep(5)

    await asyncio.gather(*(half(number) for number in range(HALVES)))


async def thinkers(port: int) -> None:
    """Twelve guests, each with a program that thinks ten seconds about each move; a thirteenth plays a quick one."""

    async def think(number: int) -> None:
        async with Client(port, f"127.0.2.{1 + number}") as client:
            await client.ask("POST", "/api/v1/matches", match_of("mcts:time=10", "mcts:time=10"))

    await asyncio.gather(*(think(number) for number in range(THINKERS)))
    async with Client(port, "127.0.2.100") as client:
        _, body = await client.ask("POST", "/api/v1/matches", match_of("ai:3", "human"))
        began, path = time.perf_counter(), f"/api/v1/matches/{json.loads(body)['id']}"
        while json.loads((await client.ask("GET", path))[1])["ply"] == 0:
            await asyncio.sleep(0.2)
        print(f"another guest's opponent has moved after {time.perf_counter() - began:.1f} s", end=", ")


def match_of(*players: str) -> dict[str, object]:
    return {"game": "othello", "seats": [{"player": player} for player in players]}


def asked_again(method: str, *paths: str, data: object = None) -> Attack:
    """The same questions of four guests, again and again."""

    async def ask(port: int, number: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async with Client(port, f"127.0.3.{1 + number}") as client:
                    for path in cycle(paths):
                        status, body = await client.ask(method, path, data)
                        if status == 429:
                            break
                        assert status in (200, 503) or json.loads(body)["code"] == "too-large", body
            await asyncio.sleep(0.5)

    async def attack(port: int) -> None:
        await asyncio.gather(*(ask(port, number) for number in range(4)))

    return attack


async def watchers(port: int) -> None:
    """Five hundred who want to watch one match, in which programs play as fast as they can."""
    import websockets

    async with Client(port, "127.0.4.250") as client:
        _, body = await client.ask("POST", "/api/v1/matches", match_of("random", "random"))

    async def watch(number: int) -> None:
        url = f"ws://127.0.0.1:{port}/api/v1/matches/{json.loads(body)['id']}/live"
        with contextlib.suppress(OSError, websockets.WebSocketException):
            local = (f"127.0.4.{1 + number % 10}", 0)
            async with websockets.connect(url, compression=None, local_addr=local, open_timeout=60) as socket:
                await socket.send('{"type": "join"}')
                async for _ in socket:
                    pass

    await asyncio.gather(*(watch(number) for number in range(500)))


def memory_of(process: int) -> int:
    """The most that a process has had in memory, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) // 1024


PICTURE = {"tiling": "square", "picture": "\n".join(20 * ["o" * 20]), "name": "large", "forward": [90, 270]}
#: More modules than are kept.
BUILT = [f"{game}%3Fsize%3D{size}" for game in ("gomoku", "havannah", "hex", "y") for size in range(5, 11)]
BUILT += [f"hanoi%3Fdisks%3D{disks}" for disks in range(2, 16)]
ATTACKS: dict[str, Attack] = {
    "nobody": nobody,
    "halves": halves,
    "thinkers": thinkers,
    "cut": asked_again("POST", "/api/v1/nchess/cut", data=PICTURE),
    "frisian": asked_again("GET", f"/api/v1/position/moves?game=draughts/frisian&position={FRISIAN}"),
    "drawing": asked_again("GET", "/api/v1/position/svg?game=hex%3Fsize%3D11"),
    "building": asked_again("GET", *(f"/api/v1/built?game={game}" for game in BUILT)),
    "watchers": watchers,
}

if __name__ == "__main__":
    main(sys.argv[1:])
