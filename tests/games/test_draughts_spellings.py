"""Draughts: moves typed with leading zeros, or with their squares in one word, mean what they mean in full."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

import ludograph
from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.errors import AmbiguousMove, IllegalMove, MoveError
from ludograph.games.draughts.game import Draughts

RUSSIAN = ludograph.game("draughts/russian")
PLIES = 60


def random_positions(game: ludograph.Game, chance: random.Random) -> Iterator[Position]:
    position = game.start()
    for _ in range(PLIES):
        yield position
        if not position.legal_moves:
            break
        position = position.play(chance.choice(position.legal_moves))


def paths(move: Move) -> set[tuple[str, ...]]:
    """The squares that a move may be written with."""
    return {tuple(re.split("[-x]", move.text)), *(move.ways if move.captures else ())}


def meant(position: Position, text: str) -> set[str]:
    """The moves that a text may mean."""
    try:
        return {position.find(text).text}
    except AmbiguousMove as refusal:
        return {move.text for move in position.legal_moves} & set(re.split("[ .]", refusal.message))


@pytest.mark.parametrize("variant", Draughts.variants)
def test_all_moves_are_found_by_squares_in_one_word(variant: str) -> None:
    game = ludograph.game(f"draughts/{variant}")
    for position in random_positions(game, random.Random(variant)):
        moves: dict[str, set[str]] = defaultdict(set)
        for move in position.legal_moves:
            for path in paths(move):
                moves["".join(map(game.names.file_and_rank, path))].add(move.text)
        assert {text: meant(position, text) for text in moves} == moves
        assert {text: meant(position, text.upper()) for text in moves} == moves


@pytest.mark.parametrize("variant", Draughts.variants)
def test_all_moves_are_found_by_numbers_with_zeros(variant: str) -> None:
    game = ludograph.game(f"draughts/{variant}")
    for position in random_positions(game, random.Random(variant)):
        for move in position.legal_moves:
            for path in paths(move):
                numbers = [f"{game.board.index(square) + 1:03}" for square in path]
                assert position.find(("x" if move.captures else "-").join(numbers)) == move


@pytest.mark.parametrize(("text", "told"), [("e1e5", ("e1xc3xe5", "e1xg3xe5")), ("31x15", ("31x22x15", "31x24x15"))])
def test_one_word_that_means_several_captures_is_ambiguous(text: str, told: tuple[str, ...]) -> None:
    """They are told as the question names squares."""
    position = ludograph.game("draughts/english").parse("W:W31:B26,27,18,19")
    with pytest.raises(AmbiguousMove) as refusal:
        position.play(text)
    assert all(each in refusal.value.message for each in told)
    assert refusal.value.meant == tuple(move.text for move in position.legal_moves)
    assert {position.find(each).text for each in told} == {move.text for move in position.legal_moves}


@pytest.mark.parametrize("text", ["c3", "c3d4e", "c3d9", "0-18", "00", "22-", "c3 -d4", "22  18", "022018", "c3c3d4"])
def test_almost_such_texts_are_refused(text: str) -> None:
    with pytest.raises(MoveError):
        RUSSIAN.start().play(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("f6g5", "not-your-side"), ("c3e5", "too-far"), ("c3d4e5", "move-ended"), ("d4e5", "empty-source")],
)
def test_one_word_is_refused_by_rule(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        RUSSIAN.start().play(text)
    assert refusal.value.reason == reason


def test_squares_of_positions_may_have_zeros() -> None:
    assert RUSSIAN.parse("W:W021,K022:B01-03,04") == RUSSIAN.parse("W:W21,K22:B1-4")
