"""Solve four large things on Ray: with 1, 2 and 4 workers on one node, and on two nodes of the loopback. Every file has
to be, bit for bit, the one that one process writes. Takes some ten minutes and 3 GB of disk.

python tools/cluster_files.py [--only TEXT]
"""

from __future__ import annotations

import argparse
import hashlib
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# As the crew does it where it begins a cluster: before Ray is imported.
os.environ.update(
    RAY_USAGE_STATS_ENABLED="0",
    RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0",
    RAY_AUTH_MODE="token",
    RAY_AUTH_TOKEN=secrets.token_hex(32),
)

import ray
from ray.cluster_utils import Cluster

from ludograph.core.registry import game
from ludograph.solver.parts.on_ray import RayCrew
from ludograph.solver.parts.solve import solve_endings_in_parts, solve_in_parts
from ludograph.solver.solve import solve
from ludograph.solver.tiers.work import work_on

#: Each with its material, where endings are meant.
WORK = (
    ("connect-four?columns=5&rows=4", None),
    ("peg-solitaire/english", None),
    ("sliding?rows=3&columns=4", None),
    ("nchess", "KQKR"),
)
WORKERS = (1, 2, 4)
STORE = 1 << 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="what has this in its name")
    given = parser.parse_args()
    wanted = [work for work in WORK if given.only in work[0]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        expected = {work: checksums(alone(*work, folder / f"one-{number}")) for number, work in enumerate(wanted)}
        for nodes in (1, 2):
            with cluster_of(nodes) as address:
                for workers in WORKERS:
                    with RayCrew(address, workers) as crew:
                        for work in wanted:
                            began = time.perf_counter()
                            made = folder / f"{nodes}-{workers}-{wanted.index(work)}"
                            found = checksums(shared(*work, crew, made, folder / "work"))
                            assert found == expected[work], f"{work} differs with {workers} workers on {nodes} nodes"
                            seconds = time.perf_counter() - began
                            print(f"{nodes} nodes, {workers} workers, {work}: the same, {seconds:.1f} s", flush=True)


@contextmanager
def cluster_of(nodes: int) -> Iterator[str]:
    """A head that does no work, and so many nodes with two cores together."""
    head = {"num_cpus": 0, "object_store_memory": STORE, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, connect=True, head_node_args=head)
    for _ in range(nodes):
        cluster.add_node(num_cpus=2 // nodes, object_store_memory=STORE)
    cluster.wait_for_nodes()
    try:
        yield cluster.address
    finally:
        ray.shutdown()
        cluster.shutdown()


def alone(name: str, material: str | None, out: Path) -> Path:
    if material:
        work_on(game(name), material, None, out).solve(threads=1)
    else:
        solve(name, threads=1).save(out)
    return out


def shared(name: str, material: str | None, crew: RayCrew, out: Path, folder: Path) -> Path:
    if material:
        solve_endings_in_parts(work_on(game(name), material, None, out), crew, folder=folder)
    else:
        solve_in_parts(game(name), crew, out, folder=folder)
    return out


def checksums(made: Path) -> dict[str, str]:
    """Of a file, or of all files in a folder."""
    files = sorted(made.rglob("*")) if made.is_dir() else [made]
    return {
        str(file.relative_to(made)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()
    }


if __name__ == "__main__":
    main()
