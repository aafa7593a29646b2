"""The match after a match: the same players, who exchange their sides, and whose tokens stay valid there."""

from __future__ import annotations

from dataclasses import replace

from ludograph.core.match import Match
from ludograph.core.time_control import TimeControl
from ludograph.players.named import HUMAN
from ludograph.server.agreements import Plan, Reply, agreed, offered
from ludograph.server.creating import Wanted, new_match
from ludograph.server.live_match import LiveMatch
from ludograph.server.problems import Forbidden, NothingOffered
from ludograph.store.matches import Change, NewMatch, StoredSeat

REMATCH = "rematch"


def rematch(token: str | None, reply: Reply) -> Plan:
    """Ask for another match, accept or decline it; it begins when all humans have agreed. Programs always do."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        offer = live.row.offers.get(REMATCH)
        if reply == "offer":
            _check_can_be_offered(live, offer)
            offer = {"by": seat, "agreed": [seat]}
        elif offer is None:
            raise NothingOffered("Nobody asks for a rematch.")
        elif reply == "decline":
            return offered(live, REMATCH, None, "rematch-declined", seat), live.match
        else:
            offer = {**offer, "agreed": agreed(offer, seat)}
        humans = {other.seat for other in live.seats if other.player == HUMAN}
        if not humans <= set(offer["agreed"]):
            kind = "rematch-offered" if reply == "offer" else "rematch-accepted"
            return offered(live, REMATCH, offer, kind, seat), live.match
        return _begun(live, seat), live.match

    return plan


def _begun(live: LiveMatch, seat: int) -> Change:
    """The new match, written with the event that tells of it."""
    row = live.row
    wanted = Wanted((), row.tags, row.pace, clock=TimeControl.parse(row.clock) if row.clock else None)
    seats = tuple(_exchanged(live, number) for number in range(len(live.seats)))
    follower = new_match(Match(live.game, live.match.start, row.tags), seats, row.owner_hash, wanted)
    event = {"kind": REMATCH, "seat": seat, "match": follower.row.id}
    new = NewMatch(follower.row, follower.seats)
    return Change(event, {"offers": {}, "rematch": follower.row.id}, new=new)


def _exchanged(live: LiveMatch, number: int) -> StoredSeat:
    """Who sits at a seat next: who sat behind it, in turn. A name that was only the side's becomes the new side's."""
    sides = live.game.seats
    before = live.seats[(number + 1) % len(live.seats)]
    name = sides[number] if before.name == sides[before.seat] else before.name
    rating = None if before.rating is None else before.rating + (before.gained or 0.0)
    return replace(before, seat=number, name=name, rating=rating, gained=None)


def _check_can_be_offered(live: LiveMatch, offer: object) -> None:
    if len(live.seats) < 2:
        raise Forbidden("A puzzle has no rematch; begin it anew.")
    if not live.match.outcome:
        raise NothingOffered("The game is not over; a rematch can be asked for at its end.")
    if live.row.rematch:
        raise NothingOffered("The rematch has begun already.")
    if offer:
        raise NothingOffered("A rematch is asked for already.")
