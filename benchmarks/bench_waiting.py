"""Waiting while the server compiles: the state of a match is asked for again and again beside the first analysis of a
game, with an empty cache; without compiling as the peer."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator

from bench_server import SERVE, UNLIMITED, Client, begin, server
from measuring import result

COMPILED = {"chess": "nchess", "Gliński's chess": "nchess/glinski"}
ROUNDS = 3
QUIET_SECONDS = 1.0
AIM = 20  # milliseconds


def run() -> Iterator[dict[str, object]]:
    """How long somebody waits who wants something else, with and without compiling."""
    quiet: list[float] = []
    compiling: dict[str, list[float]] = {name: [] for name in COMPILED}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            places = {"LUDOGRAPH_DATA": f"{folder}/data", "LUDOGRAPH_CACHE": f"{folder}/cache"}
            with server(SERVE, **UNLIMITED, **places) as (port, _):
                asyncio.run(measured(port, quiet, compiling))
    yield result("the state of a match, nothing else going on", waits(quiet))
    for name, times in compiling.items():
        p99 = percentile(times, 99)
        yield result(
            f"the same, while the search of {name} is compiled",
            f"{waits(times)} (p99 {p99 / percentile(quiet, 99):.1f} × without)",
            aim=f"p99 at most {AIM} ms",
            is_met=p99 <= AIM,
        )


async def measured(port: int, quiet: list[float], compiling: dict[str, list[float]]) -> None:
    async with Client(port) as cheap, Client(port) as costly:
        match, _ = await begin(cheap)
        quiet += await asked(cheap, match, asyncio.create_task(asyncio.sleep(QUIET_SECONDS)))
        for name, game in COMPILED.items():
            analysis = asyncio.create_task(
                costly.ask("POST", "/api/v1/position/analysis", {"game": game, "nodes": 1000})
            )
            compiling[name] += await asked(cheap, match, analysis)
            status, body = analysis.result()
            assert status == 200, body


async def asked(client: Client, path: str, meanwhile: asyncio.Task[object]) -> list[float]:
    """The seconds of each request until something else is done."""
    times = []
    while not meanwhile.done():
        began = time.perf_counter()
        status, body = await client.ask("GET", path)
        times.append(time.perf_counter() - began)
        assert status == 200, body
    return times


def waits(times: list[float]) -> str:
    shown = ", ".join(
        f"{name} {percentile(times, each):.1f}" for name, each in (("p50", 50), ("p99", 99), ("most", 100))
    )
    return f"{shown} ms of {len(times):,} requests"


def percentile(times: list[float], percent: int) -> float:
    """In milliseconds."""
    return sorted(times)[percent * (len(times) - 1) // 100] * 1000
