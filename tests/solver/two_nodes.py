"""Ray with two nodes on the loopback, in a process of its own: solves on them, lets workers and a node die, and prints
a line for each thing that held. The argument is a folder."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from pathlib import Path
from typing import Any

# As the crew does it where it begins a cluster: before Ray is imported.
os.environ.update(
    RAY_USAGE_STATS_ENABLED="0",
    RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0",
    RAY_AUTH_MODE="token",
    RAY_AUTH_TOKEN=secrets.token_hex(32),
)

import ray
from ray.cluster_utils import Cluster

import ludograph
from ludograph.players.shared_match import play_shared_match
from ludograph.players.tournament import Plan, play_match
from ludograph.solver.parts.on_ray import RayCrew
from ludograph.solver.parts.solve import solve_in_parts
from ludograph.solver.parts.work import Report

STORE = 80 << 20
PATIENCE = 120  # seconds for a node
HELD = "Held: "
TABLE, KEYS, REACHED = "sliding?rows=2&columns=4", "rush-hour", "connect-four?columns=4&rows=3"


def main(folder: Path) -> None:
    expected = {}
    for name in (TABLE, KEYS, REACHED):
        ludograph.solve(name, threads=1).save(folder / "one")
        expected[name] = (folder / "one").read_bytes()
    # No work where the command is, and a core on each of two nodes: so workers are on both, wherever Ray wants them.
    cluster = Cluster(
        initialize_head=True,
        connect=True,
        head_node_args={
            "num_cpus": 0,
            "object_store_memory": STORE,
            "include_dashboard": False,
            "_system_config": {"health_check_period_ms": 1000},
        },
    )
    add_node(cluster, 1)
    second = add_node(cluster, 2)
    try:
        for workers in (4, 2):
            with RayCrew(cluster.address, workers) as crew:
                assert len(set(crew.each(_node))) == 2
                for name in (TABLE,) if workers != 2 else tuple(expected):
                    assert solved(name, crew, folder) == expected[name], name
                say(f"{workers} workers on 2 nodes: the same")
        with RayCrew(cluster.address, 2) as crew:
            pids = crew.each(os.getpid)
            notes = trouble(crew, folder, expected[TABLE], lambda: os.kill(pids[1], signal.SIGKILL))
            say(f"An actor was killed: {notes}")
            add_node(cluster, 3)
            notes = trouble(crew, folder, expected[TABLE], lambda: cluster.remove_node(second, allow_graceful=False))
            say(f"A node was killed: {notes}")
            plan = Plan(ludograph.game("tic-tac-toe"), ("ai:3", "random"), 6)
            assert play_shared_match(plan, crew).share == play_match(plan).share
            say("A match was played")
    finally:
        ray.shutdown()
        cluster.shutdown()


def add_node(cluster: Cluster, cores: int) -> Any:
    """A node with one core, when all of them together have so many."""
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE)
    deadline = time.monotonic() + PATIENCE
    while ray.cluster_resources().get("CPU") != cores:
        assert time.monotonic() < deadline, "the node isn't there"
        time.sleep(0.1)
    return node


def say(line: str) -> None:
    """Among what Ray says."""
    sys.stdout.write(f"{HELD}{line}\n")


def solved(name: str, crew: RayCrew, folder: Path, tell: Any = None) -> bytes:
    out = folder / "parts"
    solve_in_parts(ludograph.game(name), crew, out, folder=folder / "work", cost=0.0, tell=tell)
    return out.read_bytes()


def trouble(crew: RayCrew, folder: Path, expected: bytes, strike: Any) -> list[str]:
    """Something happens in the middle; the levels before it are not gone through again."""
    notes: list[str] = []
    levels: list[int] = []

    def tell(report: Report) -> None:
        if report.note:
            notes.append(report.note)
        elif report.level == 20 and 20 not in levels:
            strike()
        levels.append(report.level)

    assert solved(TABLE, crew, folder, tell) == expected
    assert notes
    after = levels[levels.index(0) :] if 0 in levels else []
    assert min(level for level in after if level) >= 18, after
    return notes


def _node() -> str:
    return str(ray.get_runtime_context().get_node_id())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
