"""Reports: what a player tells the owner of the server about another."""

from __future__ import annotations

from typing import Any

from ludograph.players.named import HUMAN
from ludograph.server.addresses import current_guest
from ludograph.server.matches import Matches
from ludograph.server.problems import Busy, Forbidden
from ludograph.server.secrets import hash_of, new_id
from ludograph.store import chat
from ludograph.store import reports as store
from ludograph.store.reports import StoredReport

#: Lines of the chat that are kept with a report.
MOST_LINES = 50


async def report(matches: Matches, match_id: str, token: str | None, seat: int, text: str) -> StoredReport:
    """Keep a report about who has another seat, with what was said, and the address if they are there."""
    async with matches.opened(match_id) as live:
        own = live.seat_of(token)
        if not any(other.seat == seat and other.player == HUMAN and other.token_hash for other in live.seats):
            raise Forbidden("There is nobody at this seat who could be reported.")
        if seat == own:
            raise Forbidden("This is your own seat.")
    guest_hash = hash_of(current_guest.get())
    async with matches.database.writing() as connection:
        in_all, by_guest = await store.counts(connection, guest_hash)
        if in_all >= matches.settings.most_reports or by_guest >= matches.settings.reports_per_guest:
            raise Busy("The owner of this server has to read other reports first; come again later.")
        said = [vars(line) for line in await chat.lines_of(connection, match_id)][-MOST_LINES:]
        address = matches.hub.guest_at_seat(match_id, seat)
        about = (match_id, live.row.game, seat, live.seats[seat].name, address)
        made = StoredReport(new_id(), *about, text, said, matches.now(), hash_of(token or ""), guest_hash)
        await store.add(connection, made)
    return made


def report_view(found: StoredReport) -> dict[str, Any]:
    """What the owner sees of it: who has made it stays with the server."""
    return {name: value for name, value in vars(found).items() if name not in ("token_hash", "guest_hash")}
