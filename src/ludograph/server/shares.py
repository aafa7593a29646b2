"""Fair shares of what there is little of: places to think, to draw, to look things up.

Whoever has used least of them lately goes first, guest by guest, however much each has ordered. Work that can be cut
short is, when others have waited for their patience's share: then a program plays the best move that it has found.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ludograph.server.addresses import current_guest
from ludograph.server.problems import Busy

#: However many wait, a program may think so long.
LEAST_SECONDS = 0.1
MOST_REMEMBERED = 10_000


@dataclass(eq=False)
class _Work:
    """What holds a place."""

    guest: str
    began: float
    hurry: Callable[[], None] | None


class Shares:
    """A number of places for which guests wait; used within one event loop."""

    def __init__(self, places: int, patience: float, most_waiting: int) -> None:
        self._places = places
        self._patience = patience
        self._most_waiting = most_waiting
        self._working: set[_Work] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        #: The seconds that each guest has used; who comes anew begins at ``_floor``, and saves nothing up.
        self._used: defaultdict[str, float] = defaultdict(float)
        self._floor = 0.0
        #: Places that were given to somebody who hasn't taken them yet.
        self._promised = 0

    @asynccontextmanager
    async def place(self, hurry: Callable[[], None] | None = None, *, is_bounded: bool = True) -> AsyncIterator[None]:
        """A place for the guest at hand, when it is their turn. ``hurry`` is called when others have waited too long;
        Busy, if too many of the guest's own orders wait already, and these are bounded."""
        guest = current_guest.get()
        await self._enter(guest, is_bounded)
        work = _Work(guest, self._now(), hurry)
        self._working.add(work)
        self._press()
        try:
            yield
        finally:
            self._working.discard(work)
            self._used[guest] += self._now() - work.began
            self._let_in()

    @property
    def load(self) -> dict[str, int]:
        """How many are at work, and how many wait."""
        return {"working": len(self._working), "waiting": sum(map(len, self._waiting.values()))}

    async def _enter(self, guest: str, is_bounded: bool) -> None:
        if len(self._working) + self._promised < self._places and not self._waiting:
            return
        own = self._waiting.get(guest, ())
        if is_bounded and len(own) >= self._most_waiting:
            raise Busy("Too much of what you have asked for waits already.")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if guest not in self._waiting:
            self._used[guest] = max(self._used[guest], self._floor)
            self._waiting[guest] = deque()
        self._waiting[guest].append(turn)
        self._press()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._promised -= 1
                self._let_in()
            else:
                self._forget(guest, turn)
            raise
        self._promised -= 1

    def _let_in(self) -> None:
        while self._waiting and len(self._working) + self._promised < self._places:
            guest = min(self._waiting, key=lambda each: self._used[each])
            self._floor = max(self._floor, self._used[guest])
            turn = self._waiting[guest].popleft()
            if not self._waiting[guest]:
                del self._waiting[guest]
            if not turn.done():  # who has given up is on the way out
                self._promised += 1
                turn.set_result(None)
        if len(self._used) > MOST_REMEMBERED:
            self._used = defaultdict(float, {guest: self._used[guest] for guest in self._waiting})

    def _forget(self, guest: str, turn: asyncio.Future[None]) -> None:
        if turn in self._waiting.get(guest, ()):
            self._waiting[guest].remove(turn)
            if not self._waiting[guest]:
                del self._waiting[guest]

    def _press(self) -> None:
        """Those at work have to make room in time, if anybody else waits."""
        if self._waiting:
            share = max(LEAST_SECONDS, self._patience * self._places / len(self._waiting))
            for work in self._working:
                if work.hurry:
                    asyncio.get_running_loop().call_at(work.began + share, self._hurry, work)

    def _hurry(self, work: _Work) -> None:
        if work in self._working and work.hurry and any(guest != work.guest for guest in self._waiting):
            work.hurry()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
