"""The puzzle of the day: the same for everybody on a date, found from the date alone."""

from __future__ import annotations

import datetime
import hashlib
import random
from functools import lru_cache

from ludograph.core.authors import is_built_in
from ludograph.core.game import Position
from ludograph.core.moves import MoveKind
from ludograph.core.registry import game as game_named
from ludograph.core.registry import game_class_named, game_names

LEAST_POSITIONS = 12  # a puzzle with fewer is none
FEWEST_STEPS, MOST_STEPS = 30, 80


def today() -> datetime.date:
    """By universal time: the same everywhere."""
    return datetime.datetime.now(datetime.UTC).date()


@lru_cache(maxsize=8)
def puzzle_of(day: datetime.date) -> Position:
    """A puzzle and a position of it: shuffled where all moves can be taken back, else its start."""
    chance = random.Random(hashlib.sha256(day.isoformat().encode()).digest())
    names = chance.sample(_names(), len(_names()))
    position = next(start for name in names if is_puzzle(start := game_named(name).start()))
    steps = chance.randint(FEWEST_STEPS, MOST_STEPS)
    while _can_be_shuffled(position) and (steps > 0 or position.outcome):
        position = position.play(chance.choice(position.legal_moves))
        steps -= 1
    return position


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    """All games that come with the system, and their variants."""
    return tuple(
        f"{name}/{variant}" if variant else name
        for name in game_names()
        if is_built_in(game_class_named(name))
        for variant in game_class_named(name).variants or (None,)
    )


def is_puzzle(start: Position) -> bool:
    """Whether it is for one, can be solved and takes a while."""
    if len(start.game.seats) > 1 or start.game.cannot_be_solved(start.state):
        return False
    seen, waiting = {start}, [start]
    while waiting and len(seen) < LEAST_POSITIONS:
        position = waiting.pop()
        reached = {position.play(move) for move in position.legal_moves} - seen
        waiting += reached
        seen |= reached
    return len(seen) >= LEAST_POSITIONS


def _can_be_shuffled(position: Position) -> bool:
    return all(move.kind is MoveKind.BIDIRECTIONAL for move in position.legal_moves)
