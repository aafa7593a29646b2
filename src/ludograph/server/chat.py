"""Chat between the players of a match. It is no part of the match: no version counts it, and no move waits for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.match import Match
from ludograph.server.agreements import Plan
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Matches
from ludograph.server.notices import CHAT, Notices
from ludograph.server.problems import Busy, ChatIsOff
from ludograph.server.settings import Settings
from ludograph.store import chat as store
from ludograph.store.chat import StoredLine
from ludograph.store.matches import NOTHING, Change

#: Several processes may number a line at the same time.
ATTEMPTS = 5


class Chat:
    """What players say to each other; spectators may read it."""

    def __init__(self, matches: Matches, notices: Notices) -> None:
        self._matches = matches
        self._notices = notices
        self._settings = matches.settings

    async def say(self, match_id: str, token: str | None, text: str) -> dict[str, Any]:
        """Keep a line, and then tell it to all who watch."""
        async with self._matches.opened(match_id) as live:
            seat = live.seat_of(token)
            check_is_on(live, self._settings)
        line = await self._kept(match_id, seat, text)
        self._tell(match_id, line)
        return vars(line)

    async def lines(self, match_id: str, since: int) -> list[dict[str, Any]]:
        """What was said after a line, as far as it is kept; nothing while the chat is off."""
        async with self._matches.opened(match_id) as live:
            if not live.has_chat(self._settings.chat):
                return []
        async with self._matches.database.reading() as connection:
            return [vars(line) for line in await store.lines_of(connection, match_id, since)]

    async def catch_up(self, match_id: str, number: int) -> None:
        """Something was said in another process: tell those who watch here."""
        if self._matches.hub.is_watched(match_id):
            async with self._matches.database.reading() as connection:
                for line in await store.lines_of(connection, match_id, number - 1):
                    if line.number == number:
                        self._tell(match_id, line)

    async def _kept(self, match_id: str, seat: int, text: str) -> StoredLine:
        async def written(connection: AsyncConnection) -> StoredLine:
            now, most = self._matches.now(), self._settings.chat_kept
            line = await store.add(connection, match_id, seat, text, now, most)
            await self._notices.send(connection, f"{CHAT}:{match_id}:{line.number}")
            return line

        for _ in range(ATTEMPTS):
            try:
                return await self._matches.database.write(match_id, written)
            except IntegrityError:  # another process was first, or the match is no more
                async with self._matches.opened(match_id):
                    continue
        raise Busy("Too much is said at once; try again.")

    def _tell(self, match_id: str, line: StoredLine) -> None:
        self._matches.hub.talk(match_id, {"type": "chat", **vars(line)})


def check_is_on(live: LiveMatch, settings: Settings) -> None:
    if not settings.chat:
        raise ChatIsOff("The owner of this server has switched the chat off.")
    if not live.are_apart:
        raise ChatIsOff("A chat is for people who sit apart, and here are none.")
    if live.row.quiet:
        raise ChatIsOff("A player of this match has switched the chat off.")


def switch(token: str | None, is_on: bool) -> Plan:
    """Switch the chat of a match off, or let it go on as far as one is concerned oneself: it is on while nobody who
    plays has switched it off."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat, before = live.seat_of(token), set(live.row.quiet or ())
        after = before - {seat} if is_on else before | {seat}
        if after == before:
            return NOTHING, live.match
        event = {"kind": "chat-on" if is_on else "chat-off", "seat": seat}
        return Change(event, {"quiet": sorted(after) or None}), live.match

    return plan
