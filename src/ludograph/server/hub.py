"""Who watches which match, and what they are told. Each watcher has a bounded queue (FIFO) of its own: who reads too
slowly is cut off, and nobody waits for anybody."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from typing import Any


class Watcher:
    """One open socket. Messages are texts, made once for all watchers."""

    def __init__(self, most_waiting: int) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue(most_waiting)
        #: Set when the watcher was too slow and has to go.
        self.is_cut = asyncio.Event()

    def tell(self, text: str) -> None:
        """Queue a message that must not be lost."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
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

    def count(self, match_id: str) -> int:
        return len(self._watchers.get(match_id, ()))

    def publish(self, match_id: str, message: dict[str, Any]) -> None:
        """Tell all watchers of a match."""
        if match_id in self._watchers:
            text = as_text(message)
            for watcher in self._watchers[match_id]:
                watcher.tell(text)

    def mention(self, match_id: str, message: dict[str, Any]) -> None:
        """Tell those watchers of a match who keep up."""
        if match_id in self._watchers:
            text = as_text(message)
            for watcher in self._watchers[match_id]:
                watcher.mention(text)


def as_text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
