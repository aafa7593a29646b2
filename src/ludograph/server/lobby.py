"""The lobby: seats that wait for anybody. Who waits for a game that is played at once has to be there; where a move has
days, a seat may wait for two weeks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludograph.core.match import Match
from ludograph.core.time_control import DAY, TimeControl
from ludograph.errors import InvalidParameter
from ludograph.server.agreements import Plan
from ludograph.server.live_match import LiveMatch, rating_data
from ludograph.server.matches import Matches
from ludograph.server.presence import GONE_SECONDS
from ludograph.server.problems import Busy, Forbidden
from ludograph.server.settings import Settings
from ludograph.store import lobby as store
from ludograph.store.lobby import Waiting
from ludograph.store.matches import NOTHING, Change, StoredSeat

MOST_DAYS = 14
MOST_LISTED = 200
#: Read from the database at most, lest those of one guest hide all others.
MOST_READ = 1000


def check_is_on(settings: Settings) -> None:
    if not settings.lobby:
        raise Forbidden("This server has no lobby: send a link to whom you want to play with.")


async def check_may_list(matches: Matches, seats: Sequence[StoredSeat], guest_hash: str) -> None:
    """Refuse what nobody could join, and more than one guest may let wait."""
    check_is_on(matches.settings)
    if not any(seat.invite_hash for seat in seats):
        raise InvalidParameter("In the lobby a match needs a seat with an invite, which somebody may take.")
    own = [one for one in await _visible(matches, None) if one.match.listed_by == guest_hash]
    if len(own) >= matches.settings.lobby_per_guest:
        raise Busy(f"{len(own)} of your matches wait in the lobby already.")


async def listed(matches: Matches, game: str | None, kind: str | None) -> list[dict[str, Any]]:
    """What waits, the newest first; of one guest no more than may."""
    check_is_on(matches.settings)
    most = matches.settings.lobby_per_guest
    own: Counter[str | None] = Counter()
    shown = []
    for one in await _visible(matches, game):
        own[one.match.listed_by] += 1
        if own[one.match.listed_by] <= most and kind in (None, kind_of(one.match.clock)):
            shown.append(_data(one))
    return shown[:MOST_LISTED]


def withdraw(token: str | None) -> Plan:
    """Take a match out of the lobby; invites still work."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        live.check_owner(token)
        if live.row.listed is None:
            return NOTHING, live.match
        return Change({"kind": "withdrawn"}, {"listed": None, "listed_by": None}), live.match

    return plan


def kind_of(clock: str | None) -> str:
    """``none``, ``live`` or ``days``."""
    if clock is None:
        return "none"
    return "days" if TimeControl.parse(clock).is_correspondence else "live"


async def _visible(matches: Matches, game: str | None) -> Sequence[Waiting]:
    now = matches.now()
    async with matches.database.reading() as connection:
        return await store.waiting(
            connection, seen_since=now - GONE_SECONDS, listed_since=now - MOST_DAYS * DAY, game=game, most=MOST_READ
        )


def _data(one: Waiting) -> dict[str, Any]:
    taken = [seat for seat in one.seats if not seat.invite_hash]
    return {
        "match": one.match.id,
        "game": one.match.game,
        "clock": one.match.clock,
        "kind": kind_of(one.match.clock),
        "open_seats": [seat.seat for seat in one.seats if seat.invite_hash],
        "players": [
            {"seat": seat.seat, "player": seat.player, "name": seat.name, "rating": rating_data(seat)} for seat in taken
        ],
        "is_rated": any(seat.rating_hash for seat in taken),
        "since": one.match.listed,
    }
