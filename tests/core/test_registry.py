"""Names of games: what they mean, and how wrong ones are refused."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors


def test_a_name_gives_a_game_and_back() -> None:
    game = ludograph.game("trimok?quiet_limit=50&exchange=none")
    assert game.values == {"exchange": "none", "repetition": 3, "quiet_limit": 50}
    assert game.id == "trimok?exchange=none&quiet_limit=50"
    assert repr(game) == "ludograph.game('trimok?exchange=none&quiet_limit=50')"


def test_games_are_equal_when_their_ids_are() -> None:
    assert ludograph.game("trimok?exchange=reserve") == ludograph.game("trimok")
    assert len({ludograph.game("trimok"), ludograph.game("trimok?repetition=3")}) == 1
    assert ludograph.game("trimok") != ludograph.game("trimok?exchange=none")


WRONG_NAMES = {
    "": "is no game",
    "?": "is no game",
    "trimok/": "is no game",
    "trimok/a/b": "is no game",
    "x" * 10_000: "is no game",
    "trimock": "did you mean 'trimok'",
    "Trimok": "did you mean 'trimok'",
    "../games": "is no game",
    "..": "There is no game",
    "__init__": "There is no game",
    "chess\n": "There is no game",
    "trimok/big": "trimok has no variant 'big'; it has none",
}


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_wrong_names_are_refused(name: str) -> None:
    with pytest.raises(errors.UnknownGame, match=WRONG_NAMES[name]) as refused:
        ludograph.game(name)
    assert len(refused.value.message) < 200


WRONG_PARAMETERS = {
    "trimok?": "is no parameter",
    "trimok?exchange": "is no parameter",
    "trimok?=none": "is no parameter",
    "trimok?exchange=none&exchange=free": "given twice",
    "trimok?exchange=maybe": "must be reserve, free or none",
    "trimok?size=8": "has no parameter 'size'; it has exchange, repetition, quiet_limit",
    "trimok?quiet_limit=-1": "must be a whole number from 0 to 1000",
    "trimok?quiet_limit=1001": "must be a whole number from 0 to 1000",
    "trimok?quiet_limit=1e3": "must be a whole number",
    "trimok?quiet_limit=٣": "must be a whole number",
    "trimok?quiet_limit=": "must be a whole number",
    "trimok?quiet_limit=" + "9" * 1000: "must be a whole number",
}


@pytest.mark.parametrize("name", WRONG_PARAMETERS)
def test_wrong_parameters_are_refused(name: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=WRONG_PARAMETERS[name]) as refused:
        ludograph.game(name)
    assert len(refused.value.message) < 200


def test_every_game_is_listed() -> None:
    assert "trimok" in ludograph.game_names()
    assert ludograph.game_names() == sorted(ludograph.game_names())
