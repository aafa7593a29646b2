"""Players: given a match, choose a legal move."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter


class Player(ABC):
    """Somebody or something that chooses moves."""

    name: str

    @abstractmethod
    def choose(self, match: Match) -> Move:
        """A legal move in a match that is not over."""


class RandomPlayer(Player):
    """Every legal move is equally likely; the same seed gives the same choices."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> Move:
        return self._random.choice(match.moves())


#: A seat whose moves come from outside: from a hand, a text, a network.
HUMAN = "human"
RANDOM = "random"
PLAYERS = (HUMAN, RANDOM)


def player_named(text: str) -> Player | None:
    """The player with this name; None for a human, whose moves come from outside.

    ``random`` may carry a seed: ``random:7``.
    """
    name, colon, seed = text.partition(":")
    if text == HUMAN:
        return None
    if name == RANDOM and (not colon or (seed.isascii() and seed.isdecimal() and len(seed) <= 18)):
        return RandomPlayer(int(seed) if seed else None)
    raise InvalidParameter(f"There is no player {quoted(text)}; the players are {', '.join(PLAYERS)} and random:SEED.")
