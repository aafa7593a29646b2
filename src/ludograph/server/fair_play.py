"""Fair play: in a match between people who sit apart nobody is helped until its end, unless all of them have agreed."""

from __future__ import annotations

from ludograph.core.match import Match
from ludograph.errors import GameOver
from ludograph.server.agreements import Plan, Reply
from ludograph.server.live_match import HELP, Help, LiveMatch
from ludograph.server.problems import HelpIsOff, NothingOffered
from ludograph.store.matches import Change


def check_help(live: LiveMatch) -> None:
    """Refuse to tell anything about a match in which nobody is to be helped."""
    if live.help is Help.OFF:
        raise HelpIsOff(
            "In a match between people nothing is told about its positions before the end, unless all of them agree."
        )


def agree_on_help(token: str | None, reply: Reply) -> Plan:
    """Ask to allow values, hints and analysis, accept or decline it; it holds until the end when all humans have
    agreed."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        offer = live.row.offers.get(HELP)
        _check(live, offer, seat, reply)
        others = {name: other for name, other in live.row.offers.items() if name != HELP}
        if reply == "decline":
            return Change({"kind": "help-declined", "seat": seat}, {"offers": others}), live.match
        agreed = sorted({*(offer["agreed"] if offer else ()), seat})
        by = offer["by"] if offer else seat
        kind = "help-offered" if reply == "offer" else "help-accepted"
        return Change(
            {"kind": kind, "seat": seat}, {"offers": {**others, HELP: {"by": by, "agreed": agreed}}}
        ), live.match

    return plan


def _check(live: LiveMatch, offer: dict[str, object] | None, seat: int, reply: Reply) -> None:
    if outcome := live.match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=live.row.position)
    if live.help is not Help.OFF:
        raise NothingOffered("In this match help is allowed already.")
    if reply == "offer" and offer:
        raise NothingOffered("Somebody asks to allow help already.")
    if reply != "offer" and not offer:
        raise NothingOffered("Nobody asks to allow help.")
    if reply == "accept" and offer and seat in offer["agreed"]:  # type: ignore[operator]
        raise NothingOffered("You have agreed to this already; it is for the others to answer.")
