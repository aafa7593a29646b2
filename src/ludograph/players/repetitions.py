"""What a search has to know of the match before it: positions that are drawn when they occur once more."""

from __future__ import annotations

from collections import Counter

from ludograph.core.match import Match
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.plain_rules import PlainRules


def keys_not_to_repeat(game: KernelGame | PlainRules, match: Match) -> list[int]:
    """The keys of the positions that are drawn when they occur once more."""
    limit = game.repetition_limit
    if limit < 2:
        return []
    occurrences = Counter(game.key_of(position.state) for position in match.positions)
    return [key for key, number in occurrences.items() if number >= limit - 1]
