"""Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022; public domain).

A rating is three numbers: how strong somebody seems, how far off that may be, and how erratic the results are. What is
not played for a while is known less well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

#: Between the scale that people see and that of the formulas.
SCALE = 173.7178
MEAN = 1500.0
MOST_DEVIATION = 350.0
#: The system's constant: how quickly the volatility changes.
TAU = 0.5
PRECISE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """Of somebody who has never played, unless something else is said."""

    rating: float = MEAN
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Result:
    """A game against somebody: 1 a win, 0.5 a draw, 0 a loss."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """After so many rating periods without a game."""
    return replace(rating, deviation=min(MOST_DEVIATION, SCALE * _widened(rating, rating.volatility, periods)))


def updated(rating: Rating, results: Sequence[Result], periods: float = 1.0) -> Rating:
    """After the games of a rating period, or of a part of one."""
    if not results:
        return aged(rating, periods)
    weights = [_weight(result.opponent) for result in results]
    chances = [_chance(rating, result.opponent) for result in results]
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance in zip(weights, chances, strict=True))
    gain = sum(
        weight * (result.score - chance) for weight, chance, result in zip(weights, chances, results, strict=True)
    )
    volatility = _volatility(rating, variance, variance * gain)
    deviation = 1 / math.sqrt(1 / _widened(rating, volatility, periods) ** 2 + 1 / variance)
    return Rating(rating.rating + SCALE * deviation**2 * gain, min(MOST_DEVIATION, SCALE * deviation), volatility)


def _weight(opponent: Rating) -> float:
    """A result counts less, the less is known of the opponent."""
    return 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)


def _chance(rating: Rating, opponent: Rating) -> float:
    return 1 / (1 + math.exp(-_weight(opponent) * (rating.rating - opponent.rating) / SCALE))


def _widened(rating: Rating, volatility: float, periods: float) -> float:
    return math.hypot(rating.deviation / SCALE, volatility * math.sqrt(periods))


def _volatility(rating: Rating, variance: float, improvement: float) -> float:
    """The volatility that explains the results best: the root of a falling function, found by the Illinois method."""
    spread, start = (rating.deviation / SCALE) ** 2, math.log(rating.volatility**2)

    def slope(at: float) -> float:
        square = math.exp(at)
        sum_of_all = spread + variance + square
        return square * (improvement**2 - sum_of_all) / (2 * sum_of_all**2) - (at - start) / TAU**2

    low = start
    if improvement**2 > spread + variance:
        high = math.log(improvement**2 - spread - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
