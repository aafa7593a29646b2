"""A thread that does one thing after the other for the event loop.

An executor of one thread does the same, but takes twice as long to hand something over and back; and every move goes
to two such threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, cast

Result = TypeVar("Result")
Task = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Worker:
    """The thread begins with the first thing that it is given, and ends with ``close`` once it has done all others."""

    def __init__(self, name: str) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)

    async def call(self, function: Callable[[], Result]) -> Result:
        """What the function gives, or raises, in the thread."""
        if not self._thread.ident:
            self._thread.start()
        done = asyncio.get_running_loop().create_future()
        self._tasks.put((function, done))
        return cast(Result, await done)

    def close(self) -> None:
        self._tasks.put(None)

    def _work(self) -> None:
        while task := self._tasks.get():
            _do(*task)
            del task  # nothing is kept while there is nothing to do


def _do(function: Callable[[], Any], done: asyncio.Future[Any]) -> None:
    result, error = None, None
    try:
        result = function()
    except BaseException as raised:
        error = raised
    with suppress(RuntimeError):  # the loop has ended meanwhile
        done.get_loop().call_soon_threadsafe(tell, done, result, error)


def tell(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Whoever waits for something hears what came of it."""
    if done.done():  # whoever asked has gone
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(result)
