"""Short names of parameters."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors
from ludograph.core.parameters import spell_out

SHORT = {"size": ("rows", "columns")}


def test_a_short_name_gives_its_value_to_all_that_it_stands_for() -> None:
    assert spell_out("x", SHORT, {"size": "4", "colour": "red"}) == {"rows": "4", "columns": "4", "colour": "red"}
    assert spell_out("x", {}, {"size": "4"}) == {"size": "4"}
    assert ludograph.game("lights-out?size=4").id == "lights-out?rows=4&columns=4"
    assert ludograph.game("lights-out?size=5") == ludograph.game("lights-out")


@pytest.mark.parametrize("text", ["size=4&rows=4", "rows=4&size=4", "columns=3&size=4"])
def test_a_short_name_beside_a_whole_one_is_refused(text: str) -> None:
    with pytest.raises(errors.InvalidParameter, match="given twice: size stands for rows and columns"):
        ludograph.game(f"lights-out?{text}")


@pytest.mark.parametrize("text", ["size=0", "size=13", "size=x", "size="])
def test_a_wrong_value_is_refused_for_what_the_short_name_stands_for(text: str) -> None:
    with pytest.raises(errors.InvalidParameter, match="The parameter rows of lights-out is"):
        ludograph.game(f"lights-out?{text}")


def test_the_list_of_games_names_short_parameters(run) -> None:
    assert "size: the same value for rows and columns" in run("games")[1]
    assert '"short_parameters"' in run("games", "--json")[1]
