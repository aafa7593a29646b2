"""Chess on the 8×8 board: the kernel's sets against the board's rays, ends, draws and castling.

Known counts are checked by the kit, legal moves against python-chess.
"""

from __future__ import annotations

import pytest
from chess_rules import CHESS, START, Chess, at, texts

from ludograph import Match, errors
from ludograph.games.nchess.chess import attacks
from ludograph.games.nchess.chess.tables import BOARD, squares_of


@pytest.mark.parametrize("square", range(64))
def test_pieces_reach_on_an_empty_board_what_the_rays_of_the_board_say(square: int) -> None:
    straight = {node for ray in BOARD.rays(square) for node in ray}
    diagonal = {node for ray in BOARD.diagonal_rays(square) for node in ray}
    assert set(squares_of(attacks.rook_ends(square, 1 << square))) == straight
    assert set(squares_of(attacks.bishop_ends(square, 1 << square))) == diagonal


# -- ends ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "result", "reason"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1", "checkmate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "1-0", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate"),
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 99 80", "1/2-1/2", "stalemate"),
    ],
)
def test_positions_that_end_the_game(fen: str, result: str, reason: str) -> None:
    outcome = at(fen).outcome
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (result, reason)
    with pytest.raises(errors.GameOver):
        at(fen).play("a1a2")


def test_mate_goes_before_fifty_moves() -> None:
    match = Match(CHESS, at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80"))
    match.play("a1a8")
    assert match.outcome is not None
    assert match.outcome.reason == "checkmate"


def test_fifty_moves_draw_a_match_but_not_a_position() -> None:
    match = Match(CHESS, at("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80"))
    match.play("a1a7")
    assert match.outcome is not None
    assert match.outcome.reason == "move-limit"
    assert match.position.outcome is None
    assert match.position.legal_moves
    endless = Match(Chess(move_limit=0), Chess(move_limit=0).parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80"))
    endless.play("a1a7")
    assert endless.outcome is None


def test_threefold_repetition_draws_a_match() -> None:
    match = Match(CHESS)
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert match.outcome is None
        match.play(text)
    assert match.outcome is not None
    assert match.outcome.reason == "repetition"


def test_a_right_that_is_lost_makes_another_position() -> None:
    match = Match(CHESS, at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    for text in ["Rb1", "Rb8", "Ra1", "Ra8"] * 2:
        match.play(text)
    assert match.outcome is None  # the start, in which all could castle, doesn't count
    match.play("Rb1")
    match.play("Rb8")
    assert match.outcome is not None


def test_an_en_passant_square_without_a_capture_is_no_other_position() -> None:
    assert str(CHESS.start().play("e4")) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") == CHESS.start().play("e4")
    pinned = at("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1").play("d2d4")
    assert str(pinned).split()[3] == "-"
    assert "c4d3" not in texts(pinned)


@pytest.mark.parametrize(
    ("pieces", "is_dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8", True),
        ("8/8/4k3/8/8/3K1N2/8/8", True),
        ("8/8/4k1b1/8/8/3K4/8/8", True),
        ("8/8/4k1b1/8/8/3K4/8/1B6", True),  # both on light squares
        ("8/8/4k1b1/8/8/3K2B1/8/8", False),
        ("8/8/4k1n1/8/8/3K2N1/8/8", False),
        ("8/8/4k3/8/8/3K1NN1/8/8", False),
        ("8/8/4k1n1/8/8/3K2B1/8/8", False),
        ("8/8/4k3/8/8/3K2P1/8/8", False),
        ("8/8/4k3/8/8/3K2R1/8/8", False),
    ],
)
def test_dead_positions(pieces: str, is_dead: bool) -> None:
    drawn = CHESS.draw_of(at(f"{pieces} w - - 0 1").state)
    assert (drawn is not None and drawn.reason == "dead") == is_dead


# -- castling ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "san", "text", "after"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "O-O-O", "e1b1", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
        ("1r3krb/8/8/8/8/8/8/4K3 b gb - 0 1", "O-O", "f8g8", "1r3rkb/8/8/8/8/8/8/4K3 w - - 1 2"),
    ],
)
def test_castling(fen: str, san: str, text: str, after: str) -> None:
    position = at(fen)
    move = position.find(san)
    assert move.text == text
    assert position.find(text) == move
    assert CHESS.san(position.state, move) == san
    assert str(position.play(san)) == after


def test_a_rook_that_shields_its_king_can_t_castle() -> None:
    """The rook on b1 hides its king's end of castling from the one on a1 until it has moved."""
    shielded, free = at("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1"), at("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1")
    assert "d1b1" in texts(free)
    assert "d1b1" not in texts(shielded)


def test_the_start_is_the_ordinary_one() -> None:
    assert str(CHESS.start()) == START
    assert Chess(setup=518) == CHESS
    assert str(Chess(setup=0).start()).startswith("bbqnnrkr/")
    with pytest.raises(errors.InvalidParameter):
        Chess(setup=960)
