"""What the checks look at: random matches of one game, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property

from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.core.registry import game as game_named
from ludograph.errors import InvalidParameter

#: So many pairs of cells are tried in all positions of a slow check together; fewer where only a parameter differs.
MOST_PAIRS = 40_000
MOST_PAIRS_WITH_PARAMETERS = 8_000
#: So many moves of a position are looked at one by one.
MOST_MOVES = 240


class Sample:
    """Random matches from the start of a game, played to the end or to ``longest`` plies."""

    def __init__(self, game: Game, *, seed: int = 1, matches: int = 4, longest: int = 400, most: int = 60) -> None:
        self.game = game
        self.random = random.Random(f"{game.id} {seed}")
        self.most = most
        self.matches = [self._random_match(longest) for _ in range(matches)]

    def _random_match(self, longest: int) -> Match:
        match = Match(self.game)
        while match.ply < longest and (moves := match.moves()):
            match.play(self.random.choice(moves))
        return match

    @cached_property
    def positions(self) -> list[Position]:
        """All different positions of the matches."""
        return list(dict.fromkeys(position for match in self.matches for position in match.positions))

    @cached_property
    def some_positions(self) -> list[Position]:
        """Some of them for slow checks, fewer on large boards: the first, the last ones and others at random."""
        ends = [self.game.start(), *(match.position for match in self.matches)]
        is_usual = all(self.game.values[each.name] == each.default for each in self.game.parameters)
        pairs = (MOST_PAIRS if is_usual else MOST_PAIRS_WITH_PARAMETERS) // len(self.game.board) ** 2
        most = max(len(ends), min(self.most, pairs))
        if len(self.positions) <= most:
            return self.positions
        others = self.random.sample(self.positions, most - len(ends))
        return list(dict.fromkeys([*ends, *others]))

    def some_moves(self, position: Position) -> Sequence[Move]:
        """The moves of a position for slow checks: where there are very many, some of them at random."""
        moves = position.legal_moves
        return moves if len(moves) <= MOST_MOVES else self.random.sample(moves, MOST_MOVES // 4)


def sample_ids(game: type[Game]) -> list[str]:
    """Names that cover a game: every variant, every choice, and the bounds of every number, or what is nearest to
    them that goes together with the other defaults."""
    ids = [game.name, *(f"{game.name}/{variant}" for variant in game.variants)]
    for parameter in game.parameters:
        for values in _telling_values(parameter):
            bodies = [f"{game.name}/{variant}" for variant in game.variants] or [game.name]
            names = (f"{body}?{parameter.name}={value}" for value in values for body in bodies)
            ids.append(next(filter(_is_possible, names)))
    return list(dict.fromkeys(game_named(each).id for each in ids))


def _telling_values(parameter: object) -> Iterable[Iterable[object]]:
    """Choices, each followed by what to take instead if it is refused."""
    if isinstance(parameter, ChoiceParameter):
        return ((choice,) for choice in parameter.choices)
    if isinstance(parameter, IntParameter):
        return range(parameter.low, parameter.default + 1), range(parameter.high, parameter.default - 1, -1)
    return ()


def _is_possible(name: str) -> bool:
    try:
        game_named(name)
    except InvalidParameter:
        return False
    return True
