"""Ranks of endgames: every position has its number, and all moves lead to positions that have one."""

from __future__ import annotations

import random

import chess
import pytest
from chess_rules import CHESS, at

from ludograph import errors
from ludograph.games.nchess.chess.endgames import Endgame
from ludograph.games.nchess.chess.move_texts import codes_of
from ludograph.games.nchess.chess.rules import apply
from ludograph.games.nchess.chess.texts import read_fen, write_fen


def test_two_kings_stand_in_3612_ways() -> None:
    endgame = Endgame("KK")
    states = [endgame.unrank(number) for number in range(endgame.ranks)]
    assert len({state for state in states if state}) == 2 * 3612
    assert all(endgame.rank(state) == number for number, state in enumerate(states) if state)


def random_states(material: str, count: int):
    endgame, dice = Endgame(material), random.Random(material)
    while count:
        number = dice.randrange(endgame.ranks)
        if state := endgame.unrank(number):
            yield number, state
            count -= 1


@pytest.mark.parametrize("material", ["KQK", "KQKR", "KRRK", "KPK", "KQPK", "KPKN", "KBNK", "KKPP"])
def test_ranks_and_positions_go_together(material: str) -> None:
    endgame = Endgame(material)
    for number, state in random_states(material, 60):
        assert endgame.rank(state) == number
        assert chess.Board(write_fen(state)).status() & ~chess.STATUS_IMPOSSIBLE_CHECK == chess.STATUS_VALID
        for code in codes_of(state):
            after = apply(state, code)._replace(passant=0)
            assert write_fen(endgame.unrank(endgame.rank(after))) == write_fen(after._replace(halfmoves=0, fullmoves=1))


def test_numbers_of_no_position_are_holes() -> None:
    """Against python-chess: a number has a position exactly when the pieces can stand so."""
    endgame, dice = Endgame("KQKN"), random.Random(1)
    for number in dice.sample(range(endgame.ranks), 400):
        turn, white, black = number % 2, number // 2 % 64, number // 128 % 64
        places = {"K": white, "k": black, "Q": number // 8192 % 65, "n": number // 8192 // 65}
        standing = {sign: place for sign, place in places.items() if place < 64}
        board = chess.Board(None)
        for sign, place in standing.items():
            board.set_piece_at(place, chess.Piece.from_symbol(sign))
        board.turn = turn == 0
        is_possible = len(set(standing.values())) == len(standing) and not board.was_into_check()
        assert (endgame.unrank(number) is not None) == is_possible, board.fen()


@pytest.mark.parametrize("material", ["", "KQ", "QKK", "KQKRx", "KQRBKQR", "kqkr"])
def test_what_is_no_endgame_is_refused(material: str) -> None:
    with pytest.raises(errors.InvalidPosition):
        Endgame(material)


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"])
def test_positions_of_other_endgames_have_no_rank(fen: str) -> None:
    with pytest.raises(errors.InvalidPosition):
        Endgame("KRK").rank(at(fen).state)


def test_counters_don_t_matter() -> None:
    endgame = Endgame("KRK")
    early, late = read_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), read_fen("4k3/8/8/8/8/8/8/R3K3 w - - 30 99")
    assert endgame.rank(early) == endgame.rank(late)
    assert CHESS.write(endgame.unrank(endgame.rank(late))) == write_fen(early)
