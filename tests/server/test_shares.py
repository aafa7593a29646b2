"""Fair shares: one guest's orders, however many, don't stand before another's; moves wait for no drawing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import httpx
import pytest
from clients import Client, bearer
from servers import Serve

from ludograph.server.addresses import current_guest
from ludograph.server.problems import Busy
from ludograph.server.shares import Shares

SECONDS = 30


def guest(name: str, work: Callable[[], object]) -> asyncio.Task:
    """Work on behalf of somebody."""

    async def done() -> None:
        current_guest.set(name)
        await work()

    return asyncio.create_task(done())


class Place:
    """Work that holds its place until it is told to end."""

    def __init__(self, shares: Shares, name: str, order: list[str]) -> None:
        self.ended = asyncio.Event()
        self.has_begun = False

        async def work() -> None:
            async with shares.place(self.ended.set):
                self.has_begun = True
                order.append(name)
                await self.ended.wait()

        self.task = guest(name, work)


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_guests_take_turns() -> None:
    shares, order = Shares(1, 1000.0, 100), []
    places = [Place(shares, name, order) for name in ("a", "a", "a", "b", "c")]
    while len(order) < len(places):
        before = len(order)
        await settled()
        assert len(order) == before + 1  # one at a time
        next(place for place in places if place.has_begun and not place.ended.is_set()).ended.set()
    await asyncio.gather(*(place.task for place in places))
    assert (order[0], set(order[1:3]), order[3:]) == ("a", {"b", "c"}, ["a", "a"])


async def test_a_guest_has_so_much_waiting() -> None:
    shares, order = Shares(1, 1000.0, 2), []
    places = [Place(shares, "a", order) for _ in range(4)] + [Place(shares, "b", order)]
    await settled()
    with pytest.raises(Busy):
        await places[3].task
    for place in places:
        place.ended.set()
    await asyncio.gather(*(place.task for place in places if place is not places[3]))
    assert order == ["a", "b", "a", "a"]


async def test_who_gives_up_leaves_no_trace() -> None:
    shares, order = Shares(1, 1000.0, 10), []
    first, second, third = (Place(shares, name, order) for name in "abc")
    await settled()
    first.ended.set()
    second.task.cancel()
    third.ended.set()
    await asyncio.gather(first.task, third.task)
    last = Place(shares, "d", order)
    last.ended.set()
    await last.task
    assert order == ["a", "c", "d"]


async def test_work_is_cut_short_only_for_others() -> None:
    shares, order = Shares(1, 0.01, 10), []
    first, second = Place(shares, "a", order), Place(shares, "a", order)
    await asyncio.sleep(0.3)
    assert order == ["a"]  # nobody else waits
    other = Place(shares, "b", order)
    async with asyncio.timeout(SECONDS):
        await first.task
        other.ended.set()
        second.ended.set()
        await asyncio.gather(other.task, second.task)
    assert order == ["a", "b", "a"]


async def test_an_opponent_is_not_kept_by_those_of_others(serve: Serve) -> None:
    """Twelve guests let programs think ten seconds a move; a thirteenth's quick opponent moves long before them."""
    async with serve(patience_seconds=0.4) as client:
        await client.begin("tic-tac-toe", "ai:1", "ai:1")  # compiled
        for number in range(12):
            transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{1 + number}")
            async with httpx.AsyncClient(base_url=client.address, transport=transport, timeout=60) as http:
                await Client(http, client.address).begin("tic-tac-toe", "mcts:time=10", "mcts:time=10")
        playing = await client.begin("tic-tac-toe", "random", "human")
        async with asyncio.timeout(8):
            while (await playing.state())["ply"] == 0:
                await asyncio.sleep(0.02)


async def test_moves_wait_for_no_drawing(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that answers questions is held; moves are played."""
    held, let_go = threading.Event(), threading.Event()

    def hold(*arguments: object, **named: object) -> str:
        held.set()
        let_go.wait(SECONDS)
        return "<svg/>"

    monkeypatch.setattr("ludograph.server.routes.positions.to_svg", hold)
    async with serve(rule_threads=1) as client:
        playing = await client.begin()
        drawings = [asyncio.create_task(client.get("/position/svg", params={"game": "trimok"})) for _ in range(3)]
        try:
            assert await asyncio.to_thread(held.wait, SECONDS)
            async with asyncio.timeout(SECONDS):
                headers = bearer(playing.token(0))
                answer = await client.post(f"{playing.path}/moves", {"move": "A2-A3", "ply": 0}, headers=headers)
                assert answer.status_code == 200
        finally:
            let_go.set()
            drawn = await asyncio.gather(*drawings)
        assert [each.status_code for each in drawn] == [200] * 3
