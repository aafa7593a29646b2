"""Abalone by its old contract: 1 and changed, or 0 and as it was."""

from __future__ import annotations

import random

import pytest

from ludograph import errors
from ludograph.adapters.abalone import EMPTY, Table, apply_move


def content(table: Table) -> tuple[object, ...]:
    return list(table.cells), table.mine, dict(table.lost)


@pytest.mark.parametrize("game", ["abalone/square", "abalone/hex", "abalone?size=4&captures_to_win=2&move_limit=40"])
def test_random_texts_are_applied_or_leave_the_table_as_it_was(game: str) -> None:
    table, chance = Table(game), random.Random(game)
    labels = table.game.board.labels
    answers = set()
    for _ in range(400):
        before, position = content(table), table.position
        legal = [move.text for move in position.moves()]
        pair = ("" if table.game.is_hex else ":").join(chance.sample(labels, 2))
        text = chance.choice([pair, chance.choice(legal)]) if legal else pair
        answer = apply_move(table, text)
        answers.add(answer)
        if answer:
            assert table.position == position.play(text)
        else:
            assert content(table) == before
            with pytest.raises(errors.MoveError):
                position.play(text)
    assert answers == {0, 1}


def test_cells_outside_read_as_empty_and_swallow_what_is_written() -> None:
    table = Table()
    assert (table["h1"], table["A1"], table["D4"], table["Z9"]) == ("B", "W", EMPTY, EMPTY)
    before = content(table)
    table["Z9"] = "B"
    assert content(table) == before
    table["D4"] = "B"
    assert table["D4"] == "B"
    with pytest.raises(ValueError, match="not 'X'"):
        table["D4"] = "X"


def test_a_lost_piece_ends_the_game() -> None:
    table = Table(position="B:BB1,C1/WA1,H8")
    assert apply_move(table, "c1:a1") == 1
    assert table.lost == {"B": 0, "W": 1}
    assert apply_move(table, "H8:H7") == 0


def test_the_side_to_move_is_the_one_whose_pieces_move() -> None:
    table = Table()
    assert apply_move(table, "A1:B1") == 0
    assert apply_move(table, "H1:G1") == 1
    assert apply_move(table, "A1:B1") == 1


def test_only_abalone_is_played_on_this_table() -> None:
    with pytest.raises(errors.UnknownGame, match="trimok is not Abalone"):
        Table("trimok")
