"""A match in memory: its row, its seats and its history, as they were at one version."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from ludograph.core.game import Game
from ludograph.core.match import Match, MatchRecord
from ludograph.core.plain_data import move_data, position_data
from ludograph.errors import LudographError
from ludograph.players.named import HUMAN
from ludograph.server.problems import DamagedMatch, Forbidden, NotAuthenticated
from ludograph.server.secrets import fits
from ludograph.store.matches import Change, StoredMatch, StoredMove, StoredSeat

#: The name of the offer to allow help.
HELP = "help"
#: In place of the hash of an invite that was used: so it is known that who has the seat sits elsewhere.
USED_INVITE = ""


class Help(StrEnum):
    """Whether somebody who plays may be helped: always, because all agreed, or not before the end."""

    FREE = "free"
    AGREED = "agreed"
    OFF = "off"


@dataclass(frozen=True)
class LiveMatch:
    """An immutable value, like a position: a change makes a new one."""

    row: StoredMatch
    seats: tuple[StoredSeat, ...]
    moves: tuple[StoredMove, ...]
    match: Match

    @classmethod
    def rebuilt(cls, row: StoredMatch, seats: Sequence[StoredSeat], moves: Sequence[StoredMove]) -> LiveMatch:
        """From what is stored; DamagedMatch when the history does not lead to the stored state."""
        match = replayed(row, moves)
        if faults := list(_contradictions(row, moves, match)):
            raise DamagedMatch(f"What is stored of the match {row.id} contradicts itself: {'; '.join(faults)}.")
        return cls(row, tuple(seats), tuple(moves), match)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def is_programs_turn(self) -> bool:
        return self.row.waits_for_program

    @property
    def _humans(self) -> list[StoredSeat]:
        return [seat for seat in self.seats if seat.player == HUMAN]

    @property
    def are_apart(self) -> bool:
        """Whether people play who don't sit at one screen."""
        return len(self._humans) > 1 and self.has_invited

    @property
    def has_invited(self) -> bool:
        """Whether a seat is for somebody who is invited, or was: others than who has begun the match."""
        return any(seat.invite_hash is not None for seat in self._humans)

    @property
    def help(self) -> Help:
        """Whether values, hints and analysis are told of this match."""
        if not self.are_apart or self.match.outcome:
            return Help.FREE
        agreed = self.row.offers.get(HELP, {}).get("agreed", ())
        return Help.AGREED if all(seat.seat in agreed for seat in self._humans) else Help.OFF

    @property
    def is_rated(self) -> bool:
        """Whether the match counts for ratings, or has counted."""
        if self.row.outcome:
            return any(seat.gained is not None for seat in self.seats)
        return all(seat.rating_hash for seat in self.seats) and self.help is not Help.AGREED

    def has_chat(self, is_allowed: bool) -> bool:
        """Whether something can be said, if the owner of the server allows it."""
        return is_allowed and self.are_apart and not self.row.quiet

    @property
    def lasting_offers(self) -> dict[str, Any]:
        """What a move or taking one back leaves as it is."""
        return {name: offer for name, offer in self.row.offers.items() if name == HELP}

    def seat_of(self, token: str | None) -> int:
        """The seat that a token belongs to."""
        if not token:
            raise NotAuthenticated("This needs the token of a seat: Authorization: Bearer TOKEN.")
        for seat in self.seats:
            if fits(token, seat.token_hash):
                return seat.seat
        raise Forbidden("The token belongs to no seat of this match.")

    def check_owner(self, token: str | None) -> None:
        """Only the owner, or one who has a seat, may go on."""
        if not token or not fits(token, self.row.owner_hash):
            self.seat_of(token)

    def is_owner(self, token: str) -> bool:
        """Whether this is the token of the owner, or of a seat."""
        return fits(token, self.row.owner_hash) or bool(self.seats_of([token]))

    def seats_of(self, tokens: Iterable[str]) -> dict[int, str]:
        """The tokens by the seats that they belong to; others are passed over."""
        return {seat.seat: token for token in tokens for seat in self.seats if fits(token, seat.token_hash)}

    def columns_after(self, match: Match) -> dict[str, Any]:
        """What the row becomes when the match is this one."""
        outcome = match.outcome
        turn = None if outcome else match.position.seat
        return {
            "ply": match.ply,
            "position": str(match.position),
            "turn": turn,
            "waits_for_program": turn is not None and self.seats[turn].player != HUMAN,
            "outcome": outcome.as_dict() if outcome else None,
        }

    def after(self, change: Change, match: Match) -> LiveMatch:
        """The match after a change was committed."""
        row = StoredMatch(
            **{**vars(self.row), **change.columns, "version": self.row.version + 1, "changed": time.time()}
        )
        seats = tuple(change.seat if change.seat and change.seat.seat == seat.seat else seat for seat in self.seats)
        moves = self.moves[: row.ply - 1 if change.move else row.ply]
        return LiveMatch(row, seats, (*moves, change.move) if change.move else moves, match)

    @cached_property
    def customary_moves(self) -> list[str]:
        """The texts of the moves as people write them."""
        pairs = zip(self.match.positions, self.match.played, strict=False)
        return [position.customary(move) for position, move in pairs]

    def data(
        self, watchers: int, own_seats: Iterable[int], clock: Mapping[str, Any] | None, is_chat_allowed: bool
    ) -> dict[str, Any]:
        """All that a client sees; the clocks are told as they are at the moment."""
        row = self.row
        return {
            "id": row.id,
            "game": row.game,
            "version": row.version,
            "ply": row.ply,
            "start": row.start,
            "tags": dict(row.tags),
            "seats": [
                {
                    "seat": seat.seat,
                    "side": self.game.seats[seat.seat],
                    "player": seat.player,
                    "name": seat.name,
                    "is_open": bool(seat.invite_hash),
                    "rating": rating_data(seat),
                }
                for seat in self.seats
            ],
            "view": match_view(self.match),
            "moves": [
                {
                    "ply": move.ply,
                    "seat": move.seat,
                    "text": move.text,
                    "customary": customary,
                    "position": move.position,
                    "left": move.left,
                }
                for move, customary in zip(self.moves, self.customary_moves, strict=True)
            ],
            "last_move": _last_move_data(self.match),
            "offers": dict(row.offers),
            "help": str(self.help),
            "is_rated": self.is_rated,
            "is_listed": row.listed is not None and any(seat.invite_hash for seat in self.seats),
            "chat": {"is_on": self.has_chat(is_chat_allowed), "off_by": list(row.quiet or ())}
            if is_chat_allowed and self.are_apart
            else None,
            "clock": clock,
            "rematch": row.rematch,
            "is_paused": row.is_paused,
            "pace": row.pace,
            "watchers": watchers,
            "own_seats": sorted(own_seats),
            "created": row.created,
            "changed": row.changed,
        }


def rating_data(seat: StoredSeat) -> dict[str, Any] | None:
    """The rating that somebody had when they came, and what the match has changed about it."""
    if seat.rating is None or seat.deviation is None:
        return None
    gained = None if seat.gained is None else round(seat.gained, 2)
    return {"rating": round(seat.rating, 2), "deviation": round(seat.deviation, 2), "gained": gained}


def _last_move_data(match: Match) -> dict[str, Any] | None:
    return move_data(match.positions[-2], match.last_move) if match.last_move else None


def match_view(match: Match) -> dict[str, Any]:
    """The position of a match as data, with the end that only the whole match knows."""
    data = position_data(match.position, match.moves())
    if outcome := match.outcome:
        data.update(turn=None, outcome=outcome.as_dict())
    return data


def replayed(row: StoredMatch, moves: Sequence[StoredMove]) -> Match:
    outcome = row.outcome or {"result": "*", "reason": ""}
    texts = tuple(move.text for move in moves)
    record = MatchRecord(row.game, row.start, texts, row.tags, outcome["result"], outcome["reason"])
    try:
        return record.replay()
    except LudographError as error:
        raise DamagedMatch(f"The match {row.id} does not replay: {error.message}") from error


def _contradictions(row: StoredMatch, moves: Sequence[StoredMove], match: Match) -> Iterable[str]:
    if [move.ply for move in moves] != list(range(1, row.ply + 1)):
        yield f"it has {len(moves)} moves at ply {row.ply}"
    if str(match.position) != row.position:
        yield f"its moves lead to {match.position}, not to {row.position}"
    for move, position in zip(moves, match.positions[1:], strict=False):
        if str(position) != move.position:
            yield f"move {move.ply} leads to {position}, not to {move.position}"
