"""Names of games: what they mean, and how wrong ones are refused."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import Game, errors
from ludograph.core import registry
from ludograph.puzzles.hanoi import Hanoi


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


# -- games of one process -----------------------------------------------------------------------------------


@pytest.fixture
def forgets():
    yield
    registry.unregister("own-game")


class OwnGame(Hanoi):
    name = "own-game"


class Unfinished(Game):
    name = "own-game"


@pytest.mark.usefixtures("forgets")
def test_a_registered_game_is_known_until_it_is_forgotten() -> None:
    registry.register(OwnGame)
    assert "own-game" in ludograph.game_names()
    assert isinstance(ludograph.game("own-game?disks=4"), OwnGame)
    registry.unregister("own-game")
    registry.unregister("own-game")
    assert "own-game" not in ludograph.game_names()
    with pytest.raises(errors.UnknownGame):
        ludograph.game("own-game")


@pytest.mark.usefixtures("forgets")
def test_the_last_one_registered_counts() -> None:
    registry.register(OwnGame)
    registry.register(type("Other", (OwnGame,), {"title": "Other"}))
    assert ludograph.game("own-game").title == "Other"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (Unfinished, "Unfinished can't be registered: it does not define after, "),
        (Hanoi, "Hanoi can't be registered: it has the name of another game"),
        (type("Odd", (OwnGame,), {"name": "Odd Name"}), "it has a name that is not made of small letters"),
        (Game, "it does not define"),
        ("hanoi", "This can't be registered: it is no subclass"),
    ],
)
def test_what_is_no_game_is_not_registered(wrong, words: str) -> None:
    before = ludograph.game_names()
    with pytest.raises(errors.InvalidGame, match=words):
        registry.register(wrong)
    assert ludograph.game_names() == before


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("chess", "nchess"),
        ("chess/glinski", "nchess/glinski"),
        ("chess?kings=capture", "nchess?kings=capture"),
        ("checkers", "draughts/english"),
        ("russian-draughts?draws=none", "draughts?draws=none"),
    ],
)
def test_customary_names_are_understood(said: str, meant: str) -> None:
    assert ludograph.game(said).id == ludograph.game(meant).id


def test_a_customary_name_with_a_variant_of_its_own_has_no_other() -> None:
    with pytest.raises(errors.UnknownGame, match="checkers is draughts/english, which has no variant 'thai'"):
        ludograph.game("checkers/thai")
