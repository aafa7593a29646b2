"""Matches whose games are played by several workers, here or on a cluster: each game is a task of its own.

A worker is told the names of the game and of the players and some numbers, as JSON, and makes them itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from ludograph.core.game import Game
from ludograph.core.match import MatchRecord
from ludograph.core.registry import game as game_named
from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter
from ludograph.players.tournament import Effort, Plan, PlayedGame, Score, play_game
from ludograph.solver.parts.crew import Crew


def play_shared_match(plan: Plan, crew: Crew, *, finished: Callable[[PlayedGame], None] | None = None) -> Score:
    """Play all games with a crew; ``finished`` is told of each, in their order. The same plan gives the same games as
    one process plays. InvalidParameter for players that start a program or that only this process knows."""
    plan.check()
    if plan.guests:
        raise InvalidParameter("Players without a name can't play on other machines.")
    if strange := next((name for name in plan.players if name.partition(":")[0] == "uci"), None):
        raise InvalidParameter(f"{quoted(strange)} can't play so: it would start a program on other machines.")
    text, score = _text_of(plan), Score()
    for played in crew.tasks(played_game, ((text, number) for number in range(plan.games))):
        game = _read(played)
        score.add(game)
        if finished:
            finished(game)
    return score


def played_game(plan: str, number: int) -> str:
    """What a worker does: one game of a match."""
    played = play_game(_plan_of(plan), number)
    efforts = [asdict(effort) for effort in played.efforts]
    own = {"number": played.number, "points": played.points, "reason": played.reason, "efforts": efforts}
    return json.dumps({**own, "record": played.record.to_json()})


def _read(text: str) -> PlayedGame:
    data: dict[str, Any] = json.loads(text)
    first, second = (Effort(**effort) for effort in data["efforts"])
    record = MatchRecord.from_json(data["record"])
    return PlayedGame(data["number"], data["points"], data["reason"], record, (first, second))


def _text_of(plan: Plan) -> str:
    numbers = {"games": plan.games, "opening_plies": plan.opening_plies, "seed": plan.seed, "longest": plan.longest}
    return json.dumps({"game": plan.game.id, "players": plan.players, **numbers, "is_fair": plan.is_fair})


@lru_cache(maxsize=4)
def _plan_of(text: str) -> Plan:
    data: dict[str, Any] = json.loads(text)
    game: Game = game_named(data.pop("game"))
    first, second = data.pop("players")
    return Plan(game, (first, second), **data)
