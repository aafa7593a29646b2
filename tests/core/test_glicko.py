"""Glicko-2 against the worked example of Glickman's paper, and what must hold for any ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.core.glicko import MOST_DEVIATION, Rating, Result, aged, updated

RATINGS = st.builds(Rating, st.floats(0, 4000), st.floats(10, MOST_DEVIATION), st.floats(0.01, 0.2))


def test_the_example_of_the_paper() -> None:
    opponents = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    results = [Result(Rating(rating, deviation), score) for rating, deviation, score in opponents]
    after = updated(Rating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS)
def test_a_win_raises_and_a_loss_lowers(own: Rating, opponent: Rating) -> None:
    won, drawn, lost = (updated(own, [Result(opponent, score)], 0.0) for score in (1.0, 0.5, 0.0))
    assert lost.rating <= drawn.rating <= won.rating
    assert lost.rating <= own.rating <= won.rating
    assert max(won.deviation, lost.deviation) <= own.deviation * 1.000001


@given(RATINGS, st.floats(0, 100))
def test_what_is_not_played_is_known_less_well(own: Rating, periods: float) -> None:
    older = aged(own, periods)
    assert (older.rating, older.volatility) == (own.rating, own.volatility)
    assert own.deviation * 0.999999 <= older.deviation <= MOST_DEVIATION
    assert updated(own, [], periods) == older
