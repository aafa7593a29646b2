"""The clocks of matches: how they go on with each change, and who lets flags fall when nobody moves.

A clock runs for the seat to move, from when every seat has moved once, as long as nobody is awaited and nothing is
paused; between strangers from the lobby it runs from the first move on, lest somebody take a seat and go. What is
stored is what each seat had left when the turn began, and the moment at which the time of the seat to move is over.
Time in which no server runs is counted against nobody.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import structlog

from ludograph.core.match import Match
from ludograph.core.time_control import TimeControl
from ludograph.errors import LudographError, Unavailable
from ludograph.server.live_match import LiveMatch
from ludograph.store import matches as store
from ludograph.store.matches import Change, StoredMatch

if TYPE_CHECKING:
    from ludograph.server.matches import Matches

#: So often it is noted that clocks are watched; who comes after more than twice as long makes up for the gap.
WATCH_SECONDS = 2.0
#: A program plans with so many moves until the end.
MOVES_TO_COME = 30
#: Of what a program could use at most, it uses this part: an answer has to arrive, too.
USED_PART = 0.7
LEAST_SECONDS = 0.05

log = structlog.get_logger()


def wound_up(control: TimeControl | None, seats: int) -> list[float] | None:
    """What each seat has at the beginning."""
    return [float(control.seconds)] * seats if control else None


def timed(live: LiveMatch, change: Change, match: Match, now: float) -> Change:
    """A change with what it does to the clocks."""
    if live.row.clock is None:
        return change
    control = TimeControl.parse(live.row.clock)
    after = live.after(change, match)
    left = left_at(live.row, now)
    if change.move and live.row.deadline is not None:
        left[change.move.seat] = control.left_after_move(left[change.move.seat])
    elif change.plies_undone and control.is_per_move:
        left = [float(control.seconds)] * len(left)
    turn = after.row.turn if _runs(after) else None
    deadline = None if turn is None else now + left[turn]
    move = change.move and replace(change.move, left=left[change.move.seat])
    return replace(
        change, move=move, columns={**change.columns, "clock_left": left, "deadline": deadline, "watched": now}
    )


def time_over(live: LiveMatch) -> tuple[Change, Match]:
    """The end that the clock of the seat to move makes."""
    match = live.match.copy()
    match.run_out_of_time()
    columns = live.columns_after(match)
    event = {"kind": "time-over", "seat": live.row.turn, "outcome": columns["outcome"]}
    return Change(event, {**columns, "offers": {}}), match


def is_time_over(row: StoredMatch, now: float) -> bool:
    return row.deadline is not None and now >= row.deadline


def left_at(row: StoredMatch, now: float) -> list[float]:
    """The seconds that each seat has left at a moment."""
    left = list(row.clock_left or ())
    if row.deadline is not None and row.turn is not None:
        left[row.turn] = max(0.0, row.deadline - now)
    return left


def clock_data(row: StoredMatch, now: float) -> dict[str, Any] | None:
    """The clocks for clients, who count down from there: theirs may show another time of day."""
    if row.clock is None:
        return None
    running = row.turn if row.deadline is not None else None
    return {"control": row.clock, "left": [round(each, 3) for each in left_at(row, now)], "running": running}


def allowance(row: StoredMatch, now: float) -> float | None:
    """The seconds that a program takes for its move at most; None without a clock."""
    if row.clock is None or row.turn is None:
        return None
    control, left = TimeControl.parse(row.clock), left_at(row, now)[row.turn]
    wanted = left if control.is_per_move else min(left, 2 * left / MOVES_TO_COME + control.increment)
    return max(LEAST_SECONDS, USED_PART * wanted)


def _runs(live: LiveMatch) -> bool:
    is_complete = not any(seat.invite_hash for seat in live.seats)
    has_begun = live.row.ply >= len(live.seats) or live.row.listed is not None
    return is_complete and not live.row.is_paused and has_begun


class Flags:
    """Lets the flags fall: each at its time, and those of other processes when they have gone. ``start`` it within the
    event loop, before anybody is let in."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._falling: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        async with self._matches.database.writing() as connection:
            await store.make_up_for_gap(connection, self._matches.now(), 2 * WATCH_SECONDS)
        self._matches.seen_by.append(self._see)
        self._matches.missed_by.append(self._forget)
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._falling, *([self._watching] if self._watching else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """Note that somebody is here, and set timers for all flags that fall soon."""
        now = self._matches.now()
        async with self._matches.database.reading() as connection:
            running = await store.running_clocks(connection, now)
        if running:
            async with self._matches.database.writing() as connection:
                await store.watch_clocks(connection, now)
        for match_id, deadline in running:
            if deadline < now + 2 * WATCH_SECONDS:
                self._set(match_id, deadline)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except Unavailable as error:
                log.warning("clocks not watched", reason=error.message)
            except Exception:
                log.exception("clocks not watched")
            await asyncio.sleep(WATCH_SECONDS)

    def _see(self, live: LiveMatch) -> None:
        """A match was read or changed."""
        self._forget(live.row.id)
        if live.row.deadline is not None:
            self._set(live.row.id, live.row.deadline)

    def _forget(self, match_id: str) -> None:
        if timer := self._timers.pop(match_id, None):
            timer.cancel()

    def _set(self, match_id: str, deadline: float) -> None:
        self._forget(match_id)
        delay = max(0.0, deadline - self._matches.now())
        self._timers[match_id] = asyncio.get_running_loop().call_later(delay, self._begin_fall, match_id)

    def _begin_fall(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        task = asyncio.ensure_future(self._fall(match_id))
        self._falling.add(task)
        task.add_done_callback(self._falling.discard)

    async def _fall(self, match_id: str) -> None:
        try:
            await self._matches.let_flag_fall(match_id)
        except LudographError as error:
            log.info("flag did not fall", match=match_id, reason=error.message)
        except Exception:
            log.exception("mistake of a clock", match=match_id)
