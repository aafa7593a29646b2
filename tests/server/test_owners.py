"""What belongs to whom, and what nobody can do for ever: solves, uploads, ends of matches, idle changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from clients import API, Client
from servers import Serve

from ludograph.games.nchess.game import text_of_map

GRAPH = {"game": "graph", "parameter": "file"}


@asynccontextmanager
async def another(client: Client) -> AsyncIterator[Client]:
    """A client with another address."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(base_url=client.address, transport=transport, timeout=60) as http:
        yield Client(http, client.address)


def code_of(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json().get("code")


@pytest.mark.parametrize("end", ["resigned", "drawn"])
async def test_an_end_that_was_chosen_is_one(serve: Serve, end: str) -> None:
    async with serve() as client:
        playing = await client.begin()
        await playing.move(0, "A2-A3", 0)
        if end == "resigned":
            await playing.ask("resign", 1)
        else:
            await playing.ask("draw", 0, reply="offer")
            await playing.ask("draw", 1, reply="accept")
        assert code_of(await playing.ask("undo", 0, reply="offer")) == (409, "nothing-to-undo")
        assert (await playing.state())["view"]["outcome"]


async def test_what_changes_nothing_is_no_event(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin("trimok", "human", "random")
        for _ in range(3):
            await playing.ask("pace", 0, is_paused=True, pace=2)
        assert (await playing.state())["version"] == 1


async def test_changes_of_a_match_come_to_an_end(serve: Serve) -> None:
    async with serve(most_changes=4) as client:
        playing = await client.begin()
        replies = ["offer", "decline", "offer", "decline", "offer"]
        answers = [code_of(await playing.ask("draw", 0, reply=reply)) for reply in replies]
        assert answers == [*4 * [(200, None)], (422, "too-large")]
        assert code_of(await playing.move(0, "A2-A3", 0)) == (422, "too-large")


async def test_a_solve_is_ended_by_who_ordered_it(serve: Serve) -> None:
    async with serve(solves_per_guest=1) as client, another(client) as stranger:
        ordered = (await client.post("/solves", {"game": "sliding?rows=3&columns=4"})).json()
        assert "guest_hash" not in ordered
        path = f"{API}/solves/{ordered['id']}"
        assert code_of(await client.post("/solves", {"game": "hanoi"})) == (503, "busy")
        assert (await stranger.post("/solves", {"game": "hanoi"})).status_code == 202
        assert code_of(await stranger.http.delete(path)) == (403, "forbidden")
        assert (await client.http.delete(path)).json()["status"] == "cancelled"


async def test_an_upload_is_removed_by_who_sent_it(serve: Serve) -> None:
    async with serve(uploads_per_guest=1) as client, another(client) as stranger:
        sent = await client.http.post(f"{API}/maps", content=text_of_map("glinski"))
        content = sent.json()["hash"]
        more = await client.http.post(f"{API}/maps", content=text_of_map("mccooey"))
        assert code_of(more) == (422, "too-large")
        path = f"{API}/maps/{content}"
        assert code_of(await stranger.http.delete(path)) == (403, "forbidden")
        await client.begin(f"nchess?map={content}")
        assert code_of(await client.http.delete(path)) == (409, "in-use")
        other = await stranger.http.post(f"{API}/maps", content=text_of_map("mccooey"))
        removed = f"{API}/maps/{other.json()['hash']}"
        assert (await stranger.http.delete(removed)).status_code == 200
        assert code_of(await stranger.http.delete(removed)) == (404, "not-found")


async def test_only_the_last_hop_before_our_proxy_counts(serve: Serve) -> None:
    """Whoever writes the header at will is still one guest."""
    async with serve(behind_proxy=True, address_limits=["5/hour"]) as client:
        headers = [{"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.1"} for number in range(6)]
        statuses = [(await client.get("/health", headers=each)).status_code for each in headers]
        assert statuses == [*5 * [200], 429]
    async with serve(behind_proxy=True, trusted_proxies=["192.0.2.0/24"], address_limits=["5/hour"]) as client:
        statuses = [(await client.get("/health", headers=each)).status_code for each in headers]
        assert statuses[-1] == 429  # who comes from elsewhere is no proxy
