"""The ranks of Abalone: a number for each position of a small board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.testing.strategies import positions


@pytest.mark.parametrize("game_id", ["abalone?size=4&setup=sparse", "abalone?size=4&setup=sparse&captures_to_win=2"])
def test_all_ranks_of_a_small_board(game_id: str) -> None:
    game = ludograph.game(game_id)
    states = [game.state_of(number) for number in range(game.ranks)]
    assert len(set(states)) == game.ranks
    assert [game.rank_of(state) for state in states] == list(range(game.ranks))
    assert all(game.parse(game.write(state)).state == state for state in states[::97])


RANKED = ["abalone?size=4", "abalone?size=5", "abalone?size=5&setup=sparse", "abalone/hex?side=3", "abalone?size=6"]


@settings(deadline=None)
@given(st.sampled_from(RANKED), st.data())
def test_ranks_of_larger_boards(game_id: str, data: st.DataObject) -> None:
    game = ludograph.game(game_id)
    number = data.draw(st.integers(0, game.ranks - 1))
    assert game.rank_of(game.state_of(number)) == number
    position = data.draw(positions(game, longest=30))
    assert game.state_of(game.rank_of(position.state)) == position.state


def test_every_position_that_is_reached_has_a_rank() -> None:
    """From the start over all moves: none falls out of the ranks, and no two share one."""
    game = ludograph.game("abalone?size=4&setup=sparse")
    seen, waiting = {game.start_state()}, [game.start_state()]
    while waiting:
        state = waiting.pop()
        for code in game.codes(state):
            after = game.plain.apply(state, code)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    ranks = {game.rank_of(state) for state in seen}
    assert len(ranks) == len(seen) > 10_000
    assert max(ranks) < game.ranks


def test_what_has_no_rank() -> None:
    assert ludograph.game("abalone").ranks == 0
    assert ludograph.game("abalone?size=4&move_limit=9").ranks == 0
    game = ludograph.game("abalone?size=4")
    for text in ("B:BA1/WB1", "B:BD1,D2,D3,D4/WA1,A2,A3/0,1"):
        with pytest.raises(errors.InvalidPosition, match="no rank"):
            game.rank_of(game.parse(text).state)
    for number in (-1, game.ranks):
        with pytest.raises(errors.InvalidPosition, match="ranks are below"):
            game.state_of(number)
