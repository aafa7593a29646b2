"""What a score means: the chance to win, in per cent, where a draw counts as half a win."""

from __future__ import annotations

from math import exp

from ludograph.engine.algorithms.alpha_beta import SURE_WIN

EVEN_CHANCE, SURE = 50.0, 100.0
#: Further away from even than this many scales, nobody can tell the difference any more.
FURTHEST = 30.0


def chance_of(score: int, scale: int) -> float:
    """The logistic map from a score to a chance. ``scale`` is the advantage with which a win is e times as likely as a
    loss; a game has it (``KernelGame.chance_scale``)."""
    if abs(score) >= SURE_WIN:
        return SURE if score > 0 else 0.0
    return SURE / (1 + exp(-max(-FURTHEST, min(score / scale, FURTHEST))))
