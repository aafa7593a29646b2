"""Ray's actors as a crew: on two nodes, one of which dies, and for a command that is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import ludograph

pytest.importorskip("ray")
#: What Ray says where a machine is too busy, and how often that is borne.
TOO_BUSY, TRIES = "timed out during startup", 3
#: In the system's lists: the state of a socket, and 127.0.0.1 as it is, as one of IPv6, and ::1.
LISTENING = "0A"
LOOPBACK = ("0100007F:", "0000000000000000FFFF00000100007F:", "00000000000000000000000001000000:")
TWO_NODES, HELD = Path(__file__).with_name("two_nodes.py"), "Held: "
LOST = "a worker was lost: the work goes on from where it was kept"
LONG = "sliding?rows=3&columns=3"


def environment(folder: Path) -> dict[str, str]:
    """Nothing of a cluster that may run here, and short paths for sockets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return {**kept, "LUDOGRAPH_DATA": str(folder / "data")}


def ended(command: list[Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """What a command said that begins Ray, which gives up when a busy machine takes too long for that."""
    for _ in range(TRIES):
        done = subprocess.run(command, capture_output=True, text=True, env=environment(folder), timeout=540)
        if TOO_BUSY not in done.stderr:
            break
    return done


@pytest.mark.long
def test_two_nodes(tmp_path: Path) -> None:
    """The same files as one process, also when an actor is killed, and a node."""
    done = ended([sys.executable, TWO_NODES, tmp_path], tmp_path)
    held = [line.removeprefix(HELD) for line in done.stdout.splitlines() if line.startswith(HELD)]
    assert held == [
        "4 workers on 2 nodes: the same",
        "2 workers on 2 nodes: the same",
        f"An actor was killed: {[LOST]}",
        f"A node was killed: {[LOST]}",
        "A match was played",
    ], done.stderr


@pytest.mark.long
def test_a_command_that_is_killed_in_the_middle(tmp_path: Path) -> None:
    """It begins Ray on the loopback alone; when it is killed nothing of it stays, and the same command goes on."""
    out, shared = tmp_path / "out.solution", tmp_path / "shared"
    command = [sys.executable, "-m", "ludograph", "solve", LONG, "--cluster", "auto", "--workers", "2"]
    command += ["--folder", str(shared), "--out", str(out), "--json"]
    record, listening = killed_in_the_middle(command, shared, tmp_path)
    assert listening
    assert all(address.startswith(LOOPBACK) for address in listening), listening
    level = json.loads(record.read_text())["state"]["step"]
    assert level > 3
    done = ended(command, tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["max_remoteness"] == 31
    assert not record.exists()
    ludograph.solve(LONG, threads=1).save(tmp_path / "one")
    assert out.read_bytes() == (tmp_path / "one").read_bytes()


def killed_in_the_middle(command: list[str], shared: Path, folder: Path) -> tuple[Path, list[str]]:
    """Let a command be killed when some levels are kept; returns the record of these, and where it listened."""
    for _ in range(TRIES):
        first = subprocess.Popen(command, env=environment(folder), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        listening: list[str] = []
        while first.poll() is None and not listening:
            for record in shared.glob("*/work.json"):
                if json.loads(record.read_text())["state"]["step"] > 3:
                    listening = addresses_of(first.pid)
            time.sleep(0.005)
        first.send_signal(signal.SIGKILL)
        _, said = first.communicate()
        if TOO_BUSY not in said.decode():
            break
    assert listening, said
    return record, listening


def addresses_of(pid: int) -> list[str]:
    """Where a process and those that it has begun listen, as the system writes it."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    own = {pid}
    while new := {child for child, parent in parents.items() if parent in own} - own:
        own |= new
    sockets = set()
    for each in own:
        with suppress(OSError):
            sockets |= {str(file.readlink()) for file in Path(f"/proc/{each}/fd").iterdir()}
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    return [fields[1] for fields in lines if fields[3] == LISTENING and f"socket:[{fields[9]}]" in sockets]
