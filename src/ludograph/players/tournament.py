"""Matches of many games between two players: from varied openings, each played twice with sides exchanged."""

from __future__ import annotations

import json
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ludograph.core.game import Game
from ludograph.core.match import Match, MatchRecord
from ludograph.core.portable.files import format_of, is_portable
from ludograph.core.portable.meaning import game_text
from ludograph.core.portable.writer import to_text
from ludograph.errors import InvalidParameter
from ludograph.players.analysis import Limits, Thinker
from ludograph.players.named import HUMAN, check_player, player_named, thinker_for
from ludograph.players.player import Player

USUAL_OPENING = 4
LONGEST = 400  # moves of both sides, after which a game is given up as a draw
MOST_TRIES = 1000
FAIR_NODES = 20_000
FAIR_SCORE = 50  # half a piece
UNFINISHED = "unfinished"
CERTAINTY = 1.96  # standard deviations on either side hold 95 %


@dataclass(frozen=True)
class Plan:
    """What is to be played. The seed decides openings and players; the same plan gives the same games, unless a player
    is bound by time."""

    game: Game
    players: tuple[str, str]
    games: int
    opening_plies: int = USUAL_OPENING
    seed: int = 0
    longest: int = LONGEST
    #: Whether openings are left out in which one side is better already.
    is_fair: bool = False
    #: Players that have no name elsewhere: how each is made for a game and a seed.
    guests: Mapping[str, Callable[[Game, int], Player]] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse what can't be played."""
        if len(self.game.seats) != 2:
            raise InvalidParameter(f"A match is for two seats, but {self.game.name} has {len(self.game.seats)}.")
        if HUMAN in self.players:
            raise InvalidParameter("A match is played without humans: `play` is for them.")
        if self.opening_plies >= self.longest:
            raise InvalidParameter(
                f"After {self.opening_plies} random moves nothing is left to play of {self.longest} moves at most."
            )
        for name in self.players:
            if name not in self.guests:
                check_player(name, self.game)


@dataclass
class Effort:
    """How much a player has looked at, in how many seconds."""

    nodes: int = 0
    seconds: float = 0.0

    def add(self, other: Effort) -> None:
        self.nodes += other.nodes
        self.seconds += other.seconds

    @property
    def nodes_per_second(self) -> int | None:
        return int(self.nodes / self.seconds) if self.seconds else None


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match: what the first of the two players got, and why it ended."""

    number: int
    points: float
    reason: str
    record: MatchRecord
    efforts: tuple[Effort, Effort]


@dataclass
class Score:
    """How a match stands, seen from the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))

    def add(self, played: PlayedGame) -> None:
        self.wins += played.points == 1
        self.draws += played.points == 0.5
        self.losses += played.points == 0
        self.reasons[played.reason] += 1
        for total, part in zip(self.efforts, played.efforts, strict=True):
            total.add(part)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.5

    @property
    def share_error(self) -> float:
        """The true share lies, with a certainty of 95 %, so near to the one seen."""
        if not self.games:
            return 0.5
        seen = ((1.0, self.wins), (0.5, self.draws), (0.0, self.losses))
        variance = sum(number * (points - self.share) ** 2 for points, number in seen) / self.games
        # Games that all end alike still leave a doubt: the share that would do so by chance once in forty times.
        doubt = 1 - 0.025 ** (1 / self.games)
        return max(CERTAINTY * math.sqrt(variance / self.games), doubt if variance == 0 else 0.0)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo: its lower bound, itself, its upper bound; infinite where one side won all."""
        share, error = self.share, self.share_error
        return _elo(share - error), _elo(share), _elo(share + error)

    def as_dict(self) -> dict[str, object]:
        """The score as plain data, for JSON; infinite differences are null."""
        low, elo, high = (round(bound) if math.isfinite(bound) else None for bound in self.elo)
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": round(self.share, 4),
            "share_error": round(self.share_error, 4),
            "elo": elo,
            "elo_low": low,
            "elo_high": high,
            "reasons": dict(self.reasons.most_common()),
            "nodes_per_second": [effort.nodes_per_second for effort in self.efforts],
        }


def _elo(share: float) -> float:
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)


def play_match(
    plan: Plan, *, finished: Callable[[PlayedGame], None] | None = None, at_once: int | None = None
) -> Score:
    """Play all games, as many at once as there are cores for, or as are asked for; ``finished`` is told of each, in
    their order."""
    plan.check()
    score = Score()
    for played in _played_games(plan, at_once):
        score.add(played)
        if finished:
            finished(played)
    return score


def _played_games(plan: Plan, at_once: int | None) -> Iterator[PlayedGame]:
    threads = prepare(plan)
    hall = _Hall()
    with ThreadPoolExecutor(at_once or max(1, (os.cpu_count() or 1) // threads)) as pool:
        games = [pool.submit(play_game, plan, number, hall) for number in range(plan.games)]
        try:
            for game in games:
                yield game.result()
        finally:
            for game in games:
                game.cancel()
            hall.clear()


class _Cleared(Exception):
    """A game is played on for nobody."""


class _Hall:
    """Where games are played at once: whoever has had enough clears it, and all of them end."""

    def __init__(self) -> None:
        self._players: list[Player] = []
        self._is_cleared = False

    def enter(self, players: Sequence[Player]) -> None:
        self._players.extend(players)

    def leave(self, players: Sequence[Player]) -> None:
        for player in players:
            self._players.remove(player)

    def check(self) -> None:
        """To be asked before every move."""
        if self._is_cleared:
            raise _Cleared

    def clear(self) -> None:
        self._is_cleared = True
        for player in tuple(self._players):
            player.stop()


def prepare(plan: Plan) -> int:
    """Make the players once: refuses what can't play, compiles what can; how many threads a game keeps busy."""
    plan.check()
    players = [_player(plan, 0, index) for index in range(2)]
    try:
        return max(player.threads for player in players)
    finally:
        _close(players)


def play_game(plan: Plan, number: int, hall: _Hall | None = None) -> PlayedGame:
    """One game of a match. In odd ones the players have exchanged their sides."""
    hall = hall or _Hall()
    players = [_player(plan, number, index) for index in range(2)]
    seats = players if number % 2 == 0 else players[::-1]
    match = opening(plan, number // 2)
    match.tags.update(zip(plan.game.seats, (player.name for player in seats), strict=True), Round=str(number + 1))
    efforts = {player: Effort() for player in players}
    hall.enter(players)
    try:
        while match.outcome is None and match.ply < plan.longest:
            hall.check()
            player = seats[match.position.seat]
            match.play(player.choose(match))
            if found := player.analysis:
                efforts[player].add(Effort(found.nodes, found.seconds))
    finally:
        hall.leave(players)
        _close(players)
    outcome = match.outcome
    if outcome is None:
        match.tags["Adjudication"] = f"a draw: unfinished after {match.ply} moves"
    points = outcome.scores[seats.index(players[0])] if outcome else 0.5
    reason = outcome.reason if outcome else UNFINISHED
    return PlayedGame(number, points, reason, match.record(), (efforts[players[0]], efforts[players[1]]))


def opening(plan: Plan, number: int) -> Match:
    """A match after some random moves, the same for both games of a pair."""
    chance = random.Random(f"{plan.seed} {number}")
    referee = thinker_for(plan.game, "ai") if plan.is_fair else None
    for _ in range(MOST_TRIES):
        match = Match(plan.game)
        while match.moves() and match.ply < plan.opening_plies:
            match.play(chance.choice(match.moves()))
        if match.outcome is None and (referee is None or _is_even(match, referee)):
            return match
    fair = " and is fair" if plan.is_fair else ""
    raise InvalidParameter(
        f"No opening of {plan.opening_plies} random moves was found after which a game goes on{fair}."
    )


def _is_even(match: Match, referee: Thinker) -> bool:
    """Whether neither side is much better, as far as a short search sees."""
    return abs(referee.think(match, Limits(nodes=FAIR_NODES)).score) <= FAIR_SCORE


def _player(plan: Plan, number: int, index: int) -> Player:
    seed = (plan.seed * 1_000_003 + number) * 2 + index
    name = plan.players[index]
    if name in plan.guests:
        return plan.guests[name](plan.game, seed)
    found = player_named(f"random:{seed % 10**18}" if name == "random" else name, plan.game, seed=seed)
    assert found is not None
    found.name = name
    return found


def _close(players: Sequence[Player]) -> None:
    for player in players:
        player.close()


def kept_text(played: PlayedGame, file: Path) -> str:
    """A game as a file keeps it: by its ending in portable notation, else as a record in one line."""
    if is_portable(file):
        return to_text(game_text(played.record.replay(), format_of(file)))
    return json.dumps(json.loads(played.record.to_json()), ensure_ascii=False) + "\n"
