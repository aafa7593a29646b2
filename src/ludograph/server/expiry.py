"""What is old is deleted, where the settings say so: matches, uploads that no match needs, orders of solves,
reports, ratings that nobody plays for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import structlog

from ludograph.core.files import forget_text
from ludograph.server.matches import Matches
from ludograph.server.problems import InUse, StalePly, UnknownMatch
from ludograph.server.settings import Settings
from ludograph.store import matches as store
from ludograph.store import ratings, reports, solves, uploads
from ludograph.store.matches import StoredMatch, StoredSeat

DAY = 86_400.0
LOOK_SECONDS = 3_600.0
#: Matches that are deleted at a time; who plays meanwhile comes in between.
AT_ONCE = 200

log = structlog.get_logger()


class Expiry:
    """Looks for what is old now and then. Of several processes each does; what is gone is gone."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self._matches = matches
        self._settings = settings
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        chosen = self._settings
        if chosen.match_days or chosen.upload_days or chosen.solve_days or chosen.report_days or chosen.rating_days:
            self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Delete what is old now. Matches go first: then nobody needs their uploads."""
        now, chosen = self._matches.now(), self._settings
        if chosen.match_days:
            await self._delete_matches(now - chosen.match_days * DAY)
        if chosen.upload_days:
            async with self._matches.database.writing() as connection:
                names = await uploads.remove_all(connection, before=now - chosen.upload_days * DAY)
            for name in names:
                forget_text(name)
        if chosen.solve_days:
            async with self._matches.database.writing() as connection:
                await solves.remove_over(connection, before=now - chosen.solve_days * DAY)
        if chosen.report_days:
            async with self._matches.database.writing() as connection:
                await reports.remove_all(connection, before=now - chosen.report_days * DAY)
        if chosen.rating_days:
            async with self._matches.database.writing() as connection:
                await ratings.remove_unused(connection, before=now - chosen.rating_days * DAY)

    async def _delete_matches(self, moment: float) -> None:
        def check(row: StoredMatch, seats: Sequence[StoredSeat]) -> None:
            if row.changed >= moment:
                raise InUse("The match goes on.")

        while True:
            async with self._matches.database.reading() as connection:
                old = await store.unchanged_since(connection, moment, AT_ONCE)
            for match_id in old:
                with suppress(UnknownMatch, StalePly, InUse):
                    await self._matches.remove(match_id, check)
            if len(old) < AT_ONCE:
                return

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("what is old is not deleted")
            await asyncio.sleep(LOOK_SECONDS)
