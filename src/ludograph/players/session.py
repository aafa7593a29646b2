"""A session: a match, who sits where, and the file that the match is kept in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.portable.files import read_match, write_match
from ludograph.core.texts import counted
from ludograph.errors import InvalidParameter, InvalidRecord, LudographError
from ludograph.players.analysis import Report
from ludograph.players.named import HUMAN, player_named
from ludograph.players.player import Player


class Session:
    """Players at one match. With a record file every move is kept before it is shown, and a session that
    was cut off goes on from there."""

    def __init__(
        self, game: Game, seats: Sequence[str], *, start: Position | None = None, record: Path | None = None
    ) -> None:
        if len(seats) != len(game.seats):
            needed = f"{counted(len(game.seats), 'player')} {'is' if len(game.seats) == 1 else 'are'} needed"
            seat_names = f"the seat{'s' * (len(game.seats) > 1)} {', '.join(game.seats)}"
            raise InvalidParameter(f"{game.name} has {seat_names}: {needed}, not {len(seats)}.")
        self.names = tuple(seats)
        self.players: tuple[Player | None, ...] = tuple(
            player_named(name, game, seed=seat) for seat, name in enumerate(seats)
        )
        self.record_file = record
        self._choosing = threading.Lock()  # a player that was told to stop may still be at it
        tags = dict(zip(game.seats, seats, strict=True))
        self.match = self._kept_match(game, start) or Match(game, start, tags)

    @property
    def player(self) -> Player | None:
        """Who is to move; None for a human."""
        return self.players[self.match.position.seat]

    @property
    def is_human_turn(self) -> bool:
        return self.match.outcome is None and self.player is None

    @property
    def has_opponents(self) -> bool:
        """Whether there is anybody to agree a draw with, or to think about."""
        return len(self.players) > 1

    def play(self, text: str) -> Move:
        """A human's move."""
        return self._keep_move(text)

    def let_player_move(self, report: Report | None = None) -> Move:
        """The move of the player that is to move and is no human."""
        move = self.choose(report)
        assert move is not None
        return self._keep_move(move)

    def choose(self, report: Report | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Move | None:
        """What the player that is to move, no human, would play; nothing is played. May be called in any thread.

        Waits until nobody else is choosing; None when the choice is then no longer wanted.
        """
        with self._choosing:
            if not is_wanted():
                return None
            assert self.player is not None
            return self.player.choose(self.match.copy(), report=report)

    def stop(self) -> None:
        """Whoever is thinking chooses now."""
        for player in filter(None, self.players):
            player.stop()

    def close(self) -> None:
        """Give back what the players hold."""
        self.stop()
        for player in filter(None, self.players):
            player.close()

    def undo(self) -> None:
        """Take back the last human move and what was answered to it; without humans, one move."""
        plies = 1
        while plies < self.match.ply and HUMAN in self.names and not self._was_human(self.match.ply - plies):
            plies += 1
        with self._kept():
            self.match.undo(plies)

    def restart(self) -> None:
        """Begin the match anew, from where it began."""
        with self._kept():
            self.match = Match(self.match.game, self.match.start, self.match.tags)

    def resign(self) -> None:
        """The human to move gives up."""
        with self._kept():
            self.match.resign(self.match.position.seat)

    def agree_draw(self) -> None:
        """All players agree that nobody wins."""
        with self._kept():
            self.match.agree_draw()

    def keep(self) -> None:
        """Write the record file, if there is one: whole or not at all."""
        if self.record_file:
            write_match(self.record_file, self.match)

    def _keep_move(self, move: str | Move) -> Move:
        with self._kept():
            self.match.play(move)
        return self.match.played[-1]

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Keep what is done to the match inside; what can't be kept is not done."""
        before = self.match.copy()
        try:
            yield
            self.keep()
        except LudographError:
            self.match = before
            raise

    def _was_human(self, ply: int) -> bool:
        return self.players[self.match.positions[ply].seat] is None

    def _kept_match(self, game: Game, start: Position | None) -> Match | None:
        if not self.record_file or not self.record_file.exists():
            return None
        match = read_match(self.record_file)
        if match.game != game:
            fault = f"it holds a match of {match.game.id}, not of {game.id}"
            raise InvalidRecord(f"The record {self.record_file} can't be continued", [fault])
        if start and match.start != start:
            fault = "its match began with another position"
            raise InvalidRecord(f"The record {self.record_file} can't be continued", [fault])
        return match
