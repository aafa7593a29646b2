"""A thread for the event loop: things are done in their order, whatever becomes of those who asked."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from ludograph.store.worker import Worker


async def test_things_are_done_in_their_order_until_it_is_closed() -> None:
    worker, go_on, done = Worker("test"), Event(), []
    hindered = asyncio.create_task(worker.call(go_on.wait))
    others = [asyncio.create_task(worker.call(lambda number=number: done.append(number))) for number in range(10)]
    await asyncio.sleep(0)  # all of them have asked
    for impatient in (hindered, others[3]):
        impatient.cancel()
    worker.close()
    go_on.set()
    await asyncio.gather(*others, return_exceptions=True)
    assert done == list(range(10)), "also what nobody waits for any longer"
    worker._thread.join(30)
    assert not worker._thread.is_alive()


async def test_what_is_raised_is_raised_to_who_asked() -> None:
    worker = Worker("test")

    def leave() -> None:
        raise SystemExit(7)

    with pytest.raises(ZeroDivisionError):
        await worker.call(lambda: 1 // 0)
    with pytest.raises(SystemExit):
        await worker.call(leave)
    assert await worker.call(lambda: 7) == 7
    worker.close()


def test_a_loop_that_has_ended_is_told_nothing() -> None:
    worker, go_on = Worker("test"), Event()

    async def ask_and_go() -> None:
        asking = asyncio.create_task(worker.call(go_on.wait))
        await asyncio.sleep(0)
        asking.cancel()

    asyncio.run(ask_and_go())
    go_on.set()
    assert asyncio.run(worker.call(lambda: 7)) == 7
    worker.close()
