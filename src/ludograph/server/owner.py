"""What the owner of a server sees of it: how much there is to do, who asks most, who is banned; and its metrics."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ludograph
from ludograph.errors import Unavailable
from ludograph.server.metrics import told, told_one
from ludograph.server.services import Services
from ludograph.store import matches, reports, solves, uploads
from ludograph.store.solves import QUEUED, RUNNING

HOUR = 3600.0
MOST_GUESTS = 20
MEMORY = Path("/proc/self/status")


async def report(parts: Services, connections: int) -> dict[str, Any]:
    """Everything at a glance; what only the database knows is None while that is away."""
    return {
        "version": ludograph.__version__,
        "started": parts.metrics.started,
        "cpu_seconds": time.process_time(),
        "memory_bytes": memory_bytes(),
        "connections": connections,
        "watchers": parts.hub.total,
        "thinking": parts.programs.thinking,
        "queues": {**parts.games.load, "values": parts.truth.load, "programs": parts.programs.load},
        "database": await _kept(parts),
        "database_errors": parts.database.failures,
        "matches_in_memory": parts.matches.in_memory,
        "matches_watched": len(parts.hub.watched()),
        "guests": [{"address": name, "requests": number} for name, number in parts.metrics.guests.busiest(MOST_GUESTS)],
        "bans": [vars(ban) for ban in parts.bans.all],
    }


async def _kept(parts: Services) -> dict[str, int] | None:
    try:
        async with parts.database.reading() as connection:
            counted = await matches.counts(connection, time.time() - HOUR)
            in_all, _ = await uploads.counts(connection, "")
            reported, _ = await reports.counts(connection)
            waiting = await solves.listed(connection, QUEUED, RUNNING)
    except Unavailable:
        return None
    return {
        **{f"matches_{name}": number for name, number in counted.items()},
        "uploads": in_all,
        "solves": len(waiting),
        "reports": reported,
    }


def memory_bytes() -> int | None:
    """What the process has in memory now, where the system tells."""
    if not sys.platform.startswith("linux"):
        return None
    for line in MEMORY.read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return None


def exposition(parts: Services, seen: dict[str, Any]) -> str:
    """The metrics in Prometheus' text format."""
    return "\n".join([*parts.metrics.lines(), *_gauges(seen)]) + "\n"


def _gauges(seen: dict[str, Any]) -> Iterator[str]:
    yield from told_one("start_time_seconds", "When the process was started.", seen["started"])
    yield from told_one("cpu_seconds_total", "Processor time of the process.", seen["cpu_seconds"], "counter")
    if seen["memory_bytes"] is not None:
        yield from told_one("memory_bytes", "Resident memory of the process.", seen["memory_bytes"])
    yield from told_one("connections", "Open connections, WebSockets too.", seen["connections"])
    yield from told_one("watchers", "WebSockets that watch or play.", seen["watchers"])
    yield from told_one("matches_in_memory", "Matches that were asked for last.", seen["matches_in_memory"])
    yield from told_one("matches_watched", "Matches that somebody watches or plays here.", seen["matches_watched"])
    yield from told_one("thinking", "Programs and analyses that think or wait for it.", seen["thinking"])
    for state in ("working", "waiting"):
        numbers = {queue: load[state] for queue, load in seen["queues"].items()}
        yield from told(f"queue_{state}", f"What is {state} in each queue.", numbers, "queue")
    errors = seen["database_errors"]
    yield from told_one("database_errors_total", "Failures that lie with the database.", errors, "counter")
    yield from told_one("database_up", "Whether the database answers.", int(seen["database"] is not None))
    for name, number in (seen["database"] or {}).items():
        yield from told_one(f"kept_{name}", "What the database keeps, for all processes.", number)
    yield from told_one("bans", "Addresses and networks that are banned.", len(seen["bans"]))
