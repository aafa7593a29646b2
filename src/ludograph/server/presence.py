"""Who is there: players and spectators of each match, in all processes.

Each process notes now and then what has changed in it, and looks at what the others have noted; spectators are told
when their number or their names are others than before. So a crowd that comes and goes costs no more than one look.
"""

from __future__ import annotations

import asyncio
import time

import structlog

from ludograph.errors import Unavailable
from ludograph.server.hub import Hub
from ludograph.server.secrets import new_id
from ludograph.store import presence as store
from ludograph.store.database import Database
from ludograph.store.presence import Watched

LOOK_SECONDS = 2.0
STAY_SECONDS = 20.0
#: A process that has noted nothing for so long is gone.
GONE_SECONDS = 60.0
#: Names that are told.
MOST_NAMES = 50

log = structlog.get_logger()


class Presence:
    """``start`` it within the event loop."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._database = database
        self._hub = hub
        self._process = new_id()
        self._noted: dict[str, Watched] = {}
        self._stayed = 0.0
        self._told: dict[str, Watched] = {}
        self._looking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._noted:
            try:
                async with self._database.writing() as connection:
                    await store.leave(connection, self._process)
            except Unavailable:
                log.warning("presence not ended")

    async def look(self, now: float) -> None:
        """Note what has changed, and tell watchers what is new for them."""
        async with self._looking:
            here = self._hub.watched_by()
            await self._note(here, now)
            there = await self._elsewhere(list(here), now)
            sums = {match_id: _together([watched, *there.get(match_id, ())]) for match_id, watched in here.items()}
            for match_id, watched in sums.items():
                before = self._told.get(match_id, Watched())
                if (before.spectators, before.names) != (watched.spectators, watched.names):
                    self._hub.talk(match_id, {"type": "spectators", **spectators_data(watched)})
            self._told = sums

    async def spectators(self, match_id: str, now: float) -> Watched:
        """Of a match at this moment, as far as other processes have noted theirs."""
        here = self._hub.watched_by().get(match_id, Watched())
        there = await self._elsewhere([match_id], now)
        return _together([here, *there.get(match_id, ())])

    async def _note(self, here: dict[str, Watched], now: float) -> None:
        changed = {match_id: watched for match_id, watched in here.items() if self._noted.get(match_id) != watched}
        gone = self._noted.keys() - here.keys()
        has_to_stay = bool(here) and now - self._stayed >= STAY_SECONDS
        if not changed and not gone and not has_to_stay:
            return
        async with self._database.writing() as connection:
            await store.note(connection, self._process, changed, gone, now)
            if has_to_stay:
                await store.stay(connection, self._process, now, GONE_SECONDS)
        self._noted = here
        self._stayed = now if has_to_stay else self._stayed

    async def _elsewhere(self, matches: list[str], now: float) -> dict[str, list[Watched]]:
        if self._database.is_sqlite or not matches:
            return {}  # there is no other process
        async with self._database.reading() as connection:
            return await store.elsewhere(connection, self._process, matches, now - GONE_SECONDS)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look(time.time())
            except Unavailable:
                log.info("presence not noted")
            except Exception:
                log.exception("presence not noted")
            await asyncio.sleep(LOOK_SECONDS)


def spectators_data(watched: Watched) -> dict[str, object]:
    return {"count": watched.spectators, "names": list(watched.names[:MOST_NAMES])}


def _together(all_of_them: list[Watched]) -> Watched:
    names = sorted(name for each in all_of_them for name in each.names)
    players = sum(each.players for each in all_of_them)
    return Watched(players, sum(each.spectators for each in all_of_them), tuple(names[:MOST_NAMES]))
