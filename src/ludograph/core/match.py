"""A match: one game from its start to its end, with the draws that need the whole history.

A :class:`Match` is played; its :class:`MatchRecord` is what is kept: the game, the start, tags and move
texts. Replaying the texts rebuilds the match.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.registry import game as game_named
from ludograph.core.texts import counted
from ludograph.errors import GameOver, InvalidRecord, LudographError, NothingToUndo, NotYourTurn

FORMAT = "ludograph-match"
VERSION = 1
MAX_MOVES = 100_000
#: The reason of an end that a clock has made.
TIME = "time"


class Match:
    """A game in progress. A refused call changes nothing."""

    def __init__(self, game: Game, start: Position | None = None, tags: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.tags = dict(tags or {})
        self._positions = [start or game.start()]
        self._moves: list[Move] = []
        self._occurrences = Counter([self.position.repetition_key])
        self._declared: Outcome | None = None

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position after each ply, the start first."""
        return tuple(self._positions)

    @property
    def played(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def last_move(self) -> Move | None:
        return self._moves[-1] if self._moves else None

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._moves)

    @property
    def outcome(self) -> Outcome | None:
        """The end: declared by the players, by the rules, or a draw by repetition, count or dead position."""
        return self._declared or self.position.outcome or self._draw()

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the match is over."""
        return () if self.outcome else self.position.legal_moves

    def play(self, move: str | Move, *, seat: int | None = None) -> Position:
        """Play a legal move; returns the new position."""
        self._check_running(str(move))
        if seat is not None:
            self.position.check_turn(seat, str(move))
        found = self.position.find(move)
        after = Position(self.game, self.game.after(self.position.state, found))
        self._moves.append(found)
        self._positions.append(after)
        self._occurrences[after.repetition_key] += 1
        return after

    def undo(self, plies: int = 1) -> Position:
        """Take back the last moves, also when the match has ended; returns the position then."""
        if not 1 <= plies <= self.ply:
            raise NothingToUndo(
                f"{counted(plies, 'move')} can't be taken back: the match has {counted(self.ply, 'move')}."
                if self.ply
                else "No move was played yet that can be taken back."
            )
        self._declared = None
        self._occurrences.subtract(position.repetition_key for position in self._positions[-plies:])
        del self._moves[-plies:], self._positions[-plies:]
        return self.position

    def resign(self, seat: int) -> Outcome:
        """End the match: all other seats win."""
        self._check_running()
        self._check_seat(seat)
        seats = len(self.game.seats)
        others = (other for other in range(seats) if other != seat)
        text = f"{self.game.seats[seat]} resigned."
        self._declared = Outcome.win(seats, others, "resignation", text)
        return self._declared

    def agree_draw(self) -> Outcome:
        """End the match as a draw that all seats agreed to."""
        self._check_running()
        self._declared = Outcome.draw(len(self.game.seats), "agreement", "A draw by agreement.")
        return self._declared

    def run_out_of_time(self) -> Outcome:
        """End the match because the seat to move has no time left: all others win who could still win, or nobody."""
        self._check_running()
        seats, position = self.game.seats, self.position
        late = seats[position.seat]
        others = [seat for seat in range(len(seats)) if seat != position.seat]
        winners = [seat for seat in others if self.game.can_win(position.state, seat)]
        names = " and ".join(seats[seat] for seat in winners or others)
        if winners or not others:
            won = f": {names} {'win' if len(winners) > 1 else 'wins'}" if winners else ""
            self._declared = Outcome.win(len(seats), winners, TIME, f"{late} has no time left{won}.")
        else:
            text = f"A draw: {late} has no time left, but {names} can't win."
            self._declared = Outcome.draw(len(seats), TIME, text)
        return self._declared

    def copy(self) -> Self:
        """The same match again, to be played on apart from this one."""
        twin = type(self)(self.game, self.start, self.tags)
        twin._positions, twin._moves = list(self._positions), list(self._moves)
        twin._occurrences, twin._declared = self._occurrences.copy(), self._declared
        return twin

    def _repr_svg_(self) -> str:
        return self.position.picture(self.last_move)._repr_svg_()

    def record(self) -> MatchRecord:
        """What is to be kept of the match."""
        outcome = self.outcome
        return MatchRecord(
            game=self.game.id,
            start=str(self.start),
            moves=tuple(move.text for move in self._moves),
            tags=dict(self.tags),
            result=outcome.result if outcome else "*",
            reason=outcome.reason if outcome else "",
        )

    def _draw(self) -> Outcome | None:
        """A draw that the rules leave to the match to declare."""
        if drawn := self.game.draw_of(self.position.state):
            return drawn
        limit = self.game.repetition_limit
        if not limit or self._occurrences[self.position.repetition_key] < limit:
            return None
        text = f"A draw: the position has occurred {limit} times."
        return Outcome.draw(len(self.game.seats), "repetition", text)

    def _check_running(self, text: str = "") -> None:
        if outcome := self.outcome:
            raise GameOver(f"The game is over: {outcome.text}", text=text, position=str(self.position))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.game.seats):
            raise NotYourTurn(f"There is no seat {seat} in {self.game.name}.")


@dataclass(frozen=True)
class MatchRecord:
    """A match as texts: game, start, moves, tags, result (``*`` while it runs) and its reason. ``clock_times`` are the
    seconds that who moved had left behind each move; none without a clock."""

    game: str
    start: str
    moves: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = "*"
    reason: str = ""
    clock_times: tuple[float | None, ...] = ()

    def _repr_svg_(self) -> str | None:
        """How it ended; nothing is drawn of a record that does not replay."""
        try:
            return self.replay()._repr_svg_()
        except LudographError:
            return None

    def replay(self) -> Match:
        """The match again, move by move; InvalidRecord when a move is refused or the end differs."""
        try:
            game = game_named(self.game)
            match = Match(game, game.parse(self.start), self.tags)
        except LudographError as error:
            raise InvalidRecord("The record does not replay", [error.message.rstrip(".")]) from error
        for number, text in enumerate(self.moves, 1):
            try:
                match.play(text)
            except LudographError as error:
                fault = f"move {number}, {text!r}, was refused: {error.message.rstrip('.')}"
                raise InvalidRecord("The record does not replay", [fault]) from error
        self._declare_end(match)
        return match

    def _declare_end(self, match: Match) -> None:
        """Ends that the moves don't show, resignation, agreement and time, come from the record."""
        if match.outcome is None and self.reason == "agreement":
            match.agree_draw()
        elif match.outcome is None and self.reason == TIME:
            match.run_out_of_time()
        elif match.outcome is None and self.reason == "resignation":
            match.resign(_seat_that_lost(self.result))
        result = match.outcome.result if match.outcome else "*"
        if result != self.result:
            fault = f"its result is {self.result!r}, but the moves lead to {result!r}"
            raise InvalidRecord("The record does not replay", [fault])

    def to_json(self) -> str:
        """The record as canonical JSON text: ``from_json`` gives the same record back."""
        data = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "tags": dict(self.tags),
            "start": self.start,
            "moves": list(self.moves),
            "result": self.result,
            "reason": self.reason,
        }
        if any(left is not None for left in self.clock_times):
            data["clock_times"] = list(self.clock_times)
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> MatchRecord:
        """The record in a JSON text; InvalidRecord with every fault when it is not one."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord("The record can't be read", [f"it is not JSON ({error})"]) from None
        if faults := _record_faults(data):
            raise InvalidRecord("The record can't be read", faults)
        return cls(
            game=data["game"],
            start=data["start"],
            moves=tuple(data["moves"]),
            tags=data.get("tags", {}),
            result=data.get("result", "*"),
            reason=data.get("reason", ""),
            clock_times=tuple(data.get("clock_times", ())),
        )


def _record_faults(data: object) -> list[str]:
    if not isinstance(data, dict):
        return ["it is no JSON object"]
    faults = []
    if data.get("format") != FORMAT:
        faults.append(f"its format is not '{FORMAT}'")
    if data.get("version") != VERSION:
        faults.append(f"its version is not {VERSION}")
    for key, default in (("game", None), ("start", None), ("result", "*"), ("reason", "")):
        if not isinstance(data.get(key, default), str):
            faults.append(f"'{key}' is no text")
    if not _are_texts(data.get("moves")) or len(data["moves"]) > MAX_MOVES:
        faults.append(f"'moves' is no list of at most {MAX_MOVES:,} texts")
    if not _are_times(data.get("clock_times", []), data.get("moves")):
        faults.append("'clock_times' is no list of a number of seconds, or null, for each move")
    tags = data.get("tags", {})
    if not isinstance(tags, dict) or not _are_texts(list(tags.values())):
        faults.append("'tags' is no object of texts")
    return faults


def _are_texts(values: object) -> bool:
    return (
        isinstance(values, Sequence) and not isinstance(values, str) and all(isinstance(value, str) for value in values)
    )


def _are_times(values: object, moves: object) -> bool:
    if not isinstance(values, list) or not isinstance(moves, list) or len(values) not in (0, len(moves)):
        return values == []
    numbers = [value for value in values if value is not None]
    return all(isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 for value in numbers)


def _seat_that_lost(result: str) -> int:
    scores = result.split("-")
    return scores.index("0") if "0" in scores else -1
