"""What players do beside moving: take a seat, resign, agree to draws and to taking back, pause the programs.

Each function makes a plan for :meth:`Matches.change`: it looks at the match as it is and says what
is to change, or refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ludograph.core.match import TIME, Match
from ludograph.errors import GameOver, NothingToUndo
from ludograph.players.named import HUMAN
from ludograph.server.live_match import USED_INVITE, LiveMatch
from ludograph.server.matches import renamed
from ludograph.server.problems import Forbidden, InUse, InvalidInvite, NothingOffered
from ludograph.server.ratings import Claim
from ludograph.server.secrets import fits, hash_of
from ludograph.store.matches import NOTHING, Change, StoredSeat

#: How a match has ended that nobody has played to its end, by the reason.
ENDS = {TIME: "on time", "resignation": "by resignation", "agreement": "by agreement"}
Plan = Callable[[LiveMatch], tuple[Change, Match]]
Reply = Literal["offer", "accept", "decline"]


def join(invite: str | None, token: str, name: str, seat: int | None = None, claim: Claim | None = None) -> Plan:
    """Take the seat that an invite is for, or one that waits in the lobby; the invite is used up, and from now on the
    token is the key to it. It is for a rating, if both want that and are two."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        waiting = _open_seat(live, invite, seat)
        taken = renamed(
            live, waiting.seat, name=name or waiting.name, token_hash=hash_of(token), invite_hash=USED_INVITE
        )
        others = [other for other in live.seats if other.seat != waiting.seat]
        if claim and all(claim.counts_against(other) for other in others):
            taken = claim.taking(taken)
        return Change({"kind": "joined", "seat": taken.seat, "name": taken.name}, seat=taken), live.match

    return plan


def _open_seat(live: LiveMatch, invite: str | None, seat: int | None) -> StoredSeat:
    """The seat that is meant, if it waits for somebody."""
    if invite is None and live.row.listed is None:
        raise InvalidInvite("This match is not in the lobby: its seats are for those who have an invite.")
    for waiting in live.seats:
        is_meant = fits(invite, waiting.invite_hash) if invite else bool(waiting.invite_hash)
        if is_meant and seat in (None, waiting.seat):
            return waiting
    if invite is None:
        raise InvalidInvite("This seat of the match is taken already.")
    raise InvalidInvite("The invite is not one of this match, or was used.")


def resign(token: str | None) -> Plan:
    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        match = live.match.copy()
        match.resign(seat)
        return _ended(live, match, {"kind": "resigned", "seat": seat}), match

    return plan


def draw(token: str | None, reply: Reply) -> Plan:
    """Offer a draw, accept or decline one; it is drawn when all seats have agreed. Programs never do."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        _check_running(live)
        offer = live.row.offers.get("draw")
        if reply == "offer":
            _check_draw_can_beoffered(live, offer)
            return offered(live, "draw", {"by": seat, "agreed": [seat]}, "draw-offered", seat), live.match
        if offer is None:
            raise NothingOffered("No draw is offered.")
        if reply == "decline":
            return offered(live, "draw", None, "draw-declined", seat), live.match
        all_agreed = agreed(offer, seat)
        if len(all_agreed) < len(live.seats):
            return offered(live, "draw", {**offer, "agreed": all_agreed}, "draw-accepted", seat), live.match
        match = live.match.copy()
        match.agree_draw()
        return _ended(live, match, {"kind": "drawn", "seat": seat}), match

    return plan


def undo(token: str | None, reply: Reply, plies: int | None) -> Plan:
    """Ask to take back, accept or decline it. Programs always agree. Without ``plies`` it is back to one's own turn."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        _check_was_played_to_its_end(live)
        offer = live.row.offers.get("undo")
        if reply == "offer":
            if offer:
                raise NothingOffered("Taking back is asked for already.")
            offer = {"by": seat, "agreed": [seat], "plies": plies or _plies_to_own_turn(live, seat)}
            live.match.copy().undo(offer["plies"])  # refused before anybody is asked
        elif offer is None:
            raise NothingOffered("Nobody asks to take back.")
        elif reply == "decline":
            return offered(live, "undo", None, "undo-declined", seat), live.match
        else:
            offer = {**offer, "agreed": agreed(offer, seat)}
        humans = [other.seat for other in live.seats if other.player == HUMAN]
        if not set(humans) <= set(offer["agreed"]):
            kind = "undo-offered" if reply == "offer" else "undo-accepted"
            return offered(live, "undo", offer, kind, seat, plies=offer["plies"]), live.match
        return _taken_back(live, offer["plies"], seat)

    return plan


def pace(token: str | None, is_paused: bool | None, seconds: float | None) -> Plan:
    """Pause the programs or let them go on, and say how long each of their moves takes at least."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        live.check_owner(token)
        if is_paused and live.row.clock and any(seat.player == HUMAN for seat in live.seats):
            raise Forbidden("Clocks of people can't be paused.")
        columns = {
            "is_paused": live.row.is_paused if is_paused is None else is_paused,
            "pace": live.row.pace if seconds is None else seconds,
        }
        if columns == {"is_paused": live.row.is_paused, "pace": live.row.pace}:
            return NOTHING, live.match
        return Change({"kind": "pace", **columns}, columns), live.match

    return plan


def renew(token: str | None, new_token: str) -> Plan:
    """From now on another token is the key to a seat, or the owner's; the old one opens nothing."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        if token and fits(token, live.row.owner_hash):
            event, columns = {"kind": "token-renewed", "seat": None}, {"owner_hash": hash_of(new_token)}
            return NOTHING if token == new_token else Change(event, columns), live.match
        seat = live.seat_of(token)
        renewed = renamed(live, seat, token_hash=hash_of(new_token))
        change = Change({"kind": "token-renewed", "seat": seat}, seat=renewed)
        return NOTHING if token == new_token else change, live.match

    return plan


def leave(token: str) -> Plan:
    """Nothing but the moves is kept of who has the seat of a match that is over: no name, no token, no answers."""

    def plan(live: LiveMatch) -> tuple[Change, Match]:
        seat = live.seat_of(token)
        if not live.match.outcome:
            raise InUse("The match is still played: resign first, or wait for its end.")
        nothing = {"token_hash": None, "rating_hash": None, "guest_hash": None, "rating": None, "deviation": None}
        left = renamed(live, seat, name=live.game.seats[seat], **nothing)
        return Change({"kind": "left", "seat": seat}, seat=left, is_player_forgotten=True), live.match

    return plan


def _taken_back(live: LiveMatch, plies: int, seat: int) -> tuple[Change, Match]:
    match = live.match.copy()
    match.undo(plies)
    columns = live.columns_after(match)
    event = {"kind": "undone", "seat": seat, "plies": plies, "position": columns["position"], "turn": columns["turn"]}
    return Change(event, {**columns, "offers": live.lasting_offers}, plies_undone=plies), match


def _plies_to_own_turn(live: LiveMatch, seat: int) -> int:
    """How many moves are to be taken back so that the seat can choose its last move again."""
    for plies, move in enumerate(reversed(live.moves), 1):
        if move.seat == seat:
            return plies
    raise NothingToUndo("You have played no move yet that can be taken back.")


def _ended(live: LiveMatch, match: Match, event: dict[str, Any]) -> Change:
    columns = live.columns_after(match)
    return Change({**event, "outcome": columns["outcome"]}, {**columns, "offers": {}})


def offered(live: LiveMatch, name: str, offer: dict[str, Any] | None, kind: str, seat: int, **facts: Any) -> Change:
    """What is offered stands in the row; None takes it away."""
    others = {key: value for key, value in live.row.offers.items() if key != name}
    return Change({"kind": kind, "seat": seat, **facts}, {"offers": {**others, name: offer} if offer else others})


def agreed(offer: dict[str, Any], seat: int) -> list[int]:
    """Who has agreed, now that a seat does."""
    if seat in offer["agreed"]:
        raise NothingOffered("You have agreed to this already; it is for the others to answer.")
    return sorted([*offer["agreed"], seat])


def _check_draw_can_beoffered(live: LiveMatch, offer: object) -> None:
    if offer:
        raise NothingOffered("A draw is offered already.")
    if len(live.seats) < 2:
        raise Forbidden("A puzzle can't be drawn.")
    if any(seat.player != HUMAN for seat in live.seats):
        raise Forbidden("Programs don't agree to draws.")


def _check_was_played_to_its_end(live: LiveMatch) -> None:
    """Time that is over comes back by no move that is taken back, and neither does a match that was given up or
    drawn."""
    outcome = live.row.outcome
    if outcome and outcome["reason"] in ENDS:
        raise NothingToUndo(f"The game has ended {ENDS[outcome['reason']]}; nothing can be taken back.")
    if outcome and live.is_rated:
        raise NothingToUndo("The game has counted for ratings; nothing can be taken back.")


def _check_running(live: LiveMatch) -> None:
    if outcome := live.match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=live.row.position)
