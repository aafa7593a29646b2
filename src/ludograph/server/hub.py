"""Who watches which match, and what they are told. Each watcher has a bounded queue (FIFO) of its own: who reads too
slowly is cut off, and nobody waits for anybody."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ludograph.errors import LudographError
from ludograph.store.presence import Watched


class Watcher:
    """One open socket. Messages are texts, made once for all watchers."""

    def __init__(self, most_waiting: int, guest: str = "") -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue(most_waiting)
        self.guest = guest
        #: Whose tokens were shown, and what a spectator is called who has said so.
        self.seats: frozenset[int] = frozenset()
        self.name = ""
        #: The seats of programs for which it thinks.
        self.thinks_for: frozenset[int] = frozenset()
        #: Whether it wants to hear of chat and spectators, too.
        self.hears_talk = False
        #: Set when the watcher has to go.
        self.is_cut = asyncio.Event()
        #: Why; None: it was too slow.
        self.why: LudographError | None = None

    def tell(self, text: str) -> None:
        """Queue a message that must not be lost."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.is_cut.set()

    def send_away(self, why: LudographError) -> None:
        self.why = why
        self.is_cut.set()

    def mention(self, text: str) -> None:
        """Queue a message that may be lost, if there is room enough."""
        if 2 * self._queue.qsize() < self._queue.maxsize:
            self._queue.put_nowait(text)

    async def next(self) -> str:
        return await self._queue.get()


class Hub:
    """All watchers by match."""

    def __init__(self, most_watchers: int = 200) -> None:
        self._most_watchers = most_watchers
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)

    def join(self, match_id: str, watcher: Watcher) -> None:
        self._watchers[match_id].add(watcher)

    def leave(self, match_id: str, watcher: Watcher) -> None:
        if match_id in self._watchers:
            self._watchers[match_id].discard(watcher)
            if not self._watchers[match_id]:
                del self._watchers[match_id]

    def has_room(self, match_id: str) -> bool:
        """Whether somebody may watch who doesn't play."""
        return self.count(match_id) < self._most_watchers

    def is_watched(self, match_id: str) -> bool:
        return match_id in self._watchers

    def watched(self) -> list[str]:
        return list(self._watchers)

    @property
    def total(self) -> int:
        """All watchers of all matches."""
        return sum(map(len, self._watchers.values()))

    def count(self, match_id: str) -> int:
        return len(self._watchers.get(match_id, ()))

    def watched_by(self) -> dict[str, Watched]:
        """By match, how many play and how many only watch, and what these are called."""
        return {match_id: _watched(watchers) for match_id, watchers in self._watchers.items()}

    def guest_at_seat(self, match_id: str, seat: int) -> str | None:
        """Who sits there, if they are connected here."""
        return next((each.guest for each in self._watchers.get(match_id, ()) if seat in each.seats), None)

    def is_page_thinking(self, match_id: str, seat: int | None) -> bool:
        """Whether a page lets the program at this seat think."""
        return any(seat in watcher.thinks_for for watcher in self._watchers.get(match_id, ()))

    def give_up_pages(self, match_id: str) -> None:
        """Pages that have promised to think, and didn't, are not waited for again until they say so."""
        for watcher in self._watchers.get(match_id, ()):
            watcher.thinks_for = frozenset()

    def publish(self, match_id: str, message: dict[str, Any]) -> None:
        """Tell all watchers of a match."""
        if match_id in self._watchers:
            text = as_text(message)
            for watcher in self._watchers[match_id]:
                watcher.tell(text)

    def talk(self, match_id: str, message: dict[str, Any]) -> None:
        """Tell those watchers of a match who want to hear of what goes on around it."""
        text = as_text(message)
        for watcher in self._watchers.get(match_id, ()):
            if watcher.hears_talk:
                watcher.tell(text)

    def end(self, match_id: str, why: LudographError) -> None:
        """There is nothing to be watched any longer."""
        for watcher in self._watchers.get(match_id, ()):
            watcher.send_away(why)

    def send_away(self, is_unwanted: Callable[[str], bool], why: LudographError) -> None:
        """Cut off those guests of all matches who are no longer wanted."""
        for watcher in [each for watchers in self._watchers.values() for each in watchers]:
            if is_unwanted(watcher.guest):
                watcher.send_away(why)

    def mention(self, match_id: str, message: dict[str, Any]) -> None:
        """Tell those watchers of a match who keep up."""
        if match_id in self._watchers:
            text = as_text(message)
            for watcher in self._watchers[match_id]:
                watcher.mention(text)


def _watched(watchers: set[Watcher]) -> Watched:
    spectators = [each for each in watchers if not each.seats]
    names = sorted(each.name for each in spectators if each.name)
    return Watched(len(watchers) - len(spectators), len(spectators), tuple(names))


def as_text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
