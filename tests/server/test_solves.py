"""Ordered solves: one at a time, followed, cancelled, and kept over restarts, whatever has ended the server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from clients import Client
from processes import server_process
from servers import Serve
from test_crash import settled

from ludograph.server import solve_process
from ludograph.server.schemas.solves import SolveView
from ludograph.server.solves import COMMAND, MOST_ATTEMPTS
from ludograph.store import solves as store
from ludograph.store.database import Database, usual_url

SMALL = "lights-out?size=3"
OTHER = "hanoi?disks=3"
LARGE = "hanoi?pegs=4&disks=13"  # 67 million positions
#: Says that it is half done, and no more as long as the server lives.
NEVER_DONE = (
    sys.executable,
    "-c",
    'import sys; sys.stdin.readline(); print(\'{"done": 1, "total": 2}\', flush=True); sys.stdin.read()',
)
ENDED = (sys.executable, "-c", "pass")


async def order(client: Client, game: str) -> dict[str, Any]:
    answer = await client.post("/solves", {"game": game})
    assert answer.status_code == 202, answer.text
    SolveView.model_validate(answer.json())
    return dict(answer.json())


def is_running(solve: dict[str, Any]) -> bool:
    return solve["status"] == "running" and solve["done"] > 0


async def followed(
    client: Client, solve: dict[str, Any], until: Callable[[dict[str, Any]], bool] = lambda solve: False
) -> list[dict[str, Any]]:
    """All that is told of a solve until it is over, or something else is true of it."""
    told = []
    async with client.http.stream("GET", f"/api/v1/solves/{solve['id']}/events") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        async for line in events.aiter_lines():
            if line:
                told.append(json.loads(line.removeprefix("data: ")))
                if until(told[-1]):
                    break
    return told


async def listed(client: Client) -> list[tuple[str, str, int]]:
    return [(each["game"], each["status"], each["attempts"]) for each in (await client.get("/solves")).json()]


async def test_a_solve_is_ordered_done_and_asked(serve: Serve) -> None:
    async with serve() as client:
        solve, large = await order(client, SMALL), await order(client, LARGE)
        assert (await order(client, LARGE))["id"] == large["id"]
        assert large["status"] == "queued"  # one at a time
        assert large["estimated_bytes"] >= 4**13
        cancelled = await client.http.delete(f"/api/v1/solves/{large['id']}")
        assert cancelled.json()["status"] == "cancelled"
        told = await followed(client, solve)
        assert (told[-1]["status"], told[-1]["summary"]["positions"]) == ("done", 512)
        assert {each["total"] for each in told if each["done"]} <= {512}
        assert (await client.get(f"/solves/{solve['id']}")).json() == told[-1]
        assert [status for _, status, _ in await listed(client)] == ["done", "cancelled"]
        refused = await client.post("/solves", {"game": "trimok"})
        assert (refused.status_code, refused.json()["code"]) == (422, "cannot-solve")
        for path in ("", "/events"):
            unknown = await client.get(f"/solves/{24 * '0'}{path}")
            assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")


async def test_one_that_runs_is_cancelled_and_the_next_begins(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.server.solves.COMMAND", NEVER_DONE)
    async with serve(most_solves=2) as client:
        first, second = await order(client, SMALL), await order(client, OTHER)
        assert (await client.post("/solves", {"game": LARGE})).json()["code"] == "busy"
        told = await followed(client, first, is_running)
        assert (told[-1]["done"], told[-1]["total"]) == (1, 2)
        monkeypatch.setattr("ludograph.server.solves.COMMAND", COMMAND)
        assert (await client.http.delete(f"/api/v1/solves/{first['id']}")).json()["status"] == "cancelled"
        assert (await followed(client, second))[-1]["status"] == "done"
        assert [each[1] for each in await listed(client)] == ["cancelled", "done"]


async def test_a_process_that_just_ends_has_failed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.server.solves.COMMAND", ENDED)
    async with serve() as client:
        over = (await followed(client, await order(client, SMALL)))[-1]
        assert (over["status"], over["error"]["code"]) == ("failed", "interrupted")
        assert over["error"]["detail"].endswith(".")


async def test_what_waits_and_what_runs_go_on_after_a_restart(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("ludograph.server.solves.COMMAND", NEVER_DONE)
        async with serve() as client:
            first, second = await order(client, SMALL), await order(client, OTHER)
            await followed(client, first, is_running)
    async with serve() as client:
        assert [(await followed(client, solve))[-1]["status"] for solve in (first, second)] == ["done", "done"]
        assert [each[1:] for each in await listed(client)] == [("done", 1), ("done", 1)]


async def test_what_a_dead_server_has_left_is_begun_again_but_not_for_ever(serve: Serve) -> None:
    database = Database(usual_url())
    await database.open()
    async with database.writing() as connection:
        for number, attempts in enumerate((1, MOST_ATTEMPTS)):
            left = store.StoredSolve(
                24 * str(number), SMALL, store.RUNNING, attempts, 5, 9, None, None, None, float(number)
            )
            await store.add(connection, left)
    await database.close()
    async with serve() as client:
        assert (await followed(client, {"id": 24 * "0"}))[-1]["status"] == "done"
        lost = (await client.get(f"/solves/{24 * '1'}")).json()
        assert (lost["status"], lost["error"]["code"]) == ("failed", "interrupted")
        assert [each[2] for each in await listed(client)] == [2, MOST_ATTEMPTS]


async def test_a_killed_server_leaves_a_solve_that_goes_on(quick_folder: Path, serve: Serve) -> None:
    with server_process(quick_folder) as server:
        await settled(server.address)
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            client = Client(http, server.address)
            solve = await order(client, LARGE)
            assert (await followed(client, solve, is_running))[-1]["attempts"] == 1
        server.kill()
    async with serve() as client:
        again = (await followed(client, solve, lambda solve: solve["attempts"] == 2))[-1]
        assert (again["id"], again["status"]) == (solve["id"], "running")


def test_the_process_ends_with_the_server() -> None:
    """The other end of its stdin is closed by the system, even if the server was killed."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({"game": LARGE, "texts": [], "threads": 1}) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["done"] >= 0  # it works
        process.stdin.close()
        assert process.wait(30) == solve_process.LEFT_ALONE
