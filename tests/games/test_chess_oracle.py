"""Chess against python-chess: along random games everything that both can say must be the same."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest
from chess_rules import Chess

from ludograph import Match
from ludograph.core.game import Position
from ludograph.core.portable.files import read_games
from ludograph.core.portable.meaning import game_text
from ludograph.games.nchess.chess import move_texts
from ludograph.games.nchess.chess.texts import home_rank

GAMES_A_RUN, RUNS = 50, 6
LONGEST = 50
PLIES_BETWEEN_SAN = 7

#: Positions from which castling, promotion, en passant captures, mates and dead positions are never far.
RICH_STARTS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1",
    "3qk3/8/8/2pP4/8/8/3R4/3K4 w - c6 0 2",
    "8/8/8/8/8/1k6/1q6/3K4 b - - 7 90",
    "7k/8/6KN/8/5B2/8/8/8 w - - 0 1",
    "kr6/p7/8/8/8/8/7P/RK6 w A - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
)


def boards(number: int, dice: random.Random) -> tuple[Position, chess.Board]:
    """A start for both: in turn the ordinary one, one of the other set-ups, one of the rich positions."""
    if number % 3 == 0:
        return Chess().start(), chess.Board()
    if number % 3 == 1:
        setup = dice.randrange(960)
        return Chess(setup=setup).start(), chess.Board.from_chess960_pos(setup)
    fen = dice.choice(RICH_STARTS)
    return Chess().parse(fen), chess.Board(fen, chess960=True)


def text_of(board: chess.Board, move: chess.Move) -> str:
    """python-chess' move in our words: king takes rook only where king or rook have other squares than usual."""
    if not board.is_castling(move):
        return move.uci()
    is_short = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    rank = chess.square_rank(move.from_square)
    corner = chess.square(7 if is_short else 0, rank)
    is_ordinary = move.from_square == chess.square(4, rank) and (not board.chess960 or move.to_square == corner)
    return board.uci(move, chess960=not is_ordinary)


@pytest.mark.parametrize("run", range(RUNS))
def test_random_games_are_the_same(run: int) -> None:
    seed = random.randrange(1_000_000)
    dice = random.Random(seed)
    for number in range(GAMES_A_RUN):
        position, board = boards(number, dice)
        for ply in range(LONGEST):
            where = f"seed {seed}, game {number}, ply {ply}: {position}"
            theirs = {text_of(board, move): move for move in board.legal_moves}
            assert str(position) == board.fen(), where
            assert {move.text for move in position.legal_moves} == set(theirs), where
            assert position.game.is_check(position.state) == board.is_check(), where
            assert position.outcome is None or position.outcome.result == board.result(), where
            assert (position.outcome is None) == bool(theirs), where
            fresh = position.state._replace(halfmoves=0)
            assert (position.game.draw_of(fresh) is not None) == board.is_insufficient_material(), where
            if not theirs:
                break
            if ply % PLIES_BETWEEN_SAN == 0:
                ours = {move.text: position.game.san(position.state, move) for move in position.legal_moves}
                assert ours == {text: board.san(move) for text, move in theirs.items()}, where
            chosen = dice.choice(sorted(theirs))
            san = board.san(theirs[chosen])
            assert position.find(san).text == chosen, f"{where}: {san}"
            position = position.play(chosen)
            board.push(theirs[chosen])


@pytest.mark.parametrize("setup", [518, 45])
def test_python_chess_reads_our_files(setup: int) -> None:
    match, dice = Match(Chess(setup=setup)), random.Random(setup)
    while not match.outcome and match.ply < 60:
        match.play(dice.choice(match.moves()))
    text = str(game_text(match))
    other = chess.pgn.read_game(io.StringIO(text))
    assert other is not None
    assert not other.errors
    assert other.end().board().fen() == str(match.position)
    assert [again.replay().match().position for again in read_games(io.StringIO(text))] == [match.position]


def test_set_ups_have_their_numbers() -> None:
    ranks = [home_rank(number) for number in range(960)]
    assert ranks == [_first_rank(chess.Board.from_chess960_pos(number)) for number in range(960)]
    assert len(set(ranks)) == 960


def _first_rank(board: chess.Board) -> str:
    return board.board_fen().rpartition("/")[2]


@pytest.mark.parametrize("setup", [0, 5, 137, 518, 700, 959])
def test_set_ups_have_the_moves_of_the_other_program(setup: int) -> None:
    assert _leaves(Chess(setup=setup).start().state, 3) == _other_leaves(chess.Board.from_chess960_pos(setup), 3)


def _leaves(state, depth: int) -> int:
    codes = move_texts.codes_of(state)
    return len(codes) if depth == 1 else sum(_leaves(move_texts.apply(state, code), depth - 1) for code in codes)


def _other_leaves(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _other_leaves(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("fen", RICH_STARTS)
def test_any_text_that_python_chess_reads_is_read_alike(fen: str) -> None:
    """Moves with more of their source than needed, with wrong signs behind them, with dashes."""
    board, position = chess.Board(fen, chess960=True), Chess().parse(fen)
    for move in board.legal_moves:
        wanted = text_of(board, move)
        for text in _free_spellings(board, move):
            try:
                is_same = board.parse_san(text) == move
            except ValueError:
                continue
            assert not is_same or position.find(text).text == wanted, f"{text} for {wanted}"


def _free_spellings(board: chess.Board, move: chess.Move) -> set[str]:
    source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    piece = board.piece_at(move.from_square)
    assert piece is not None
    sign = "" if piece.piece_type == chess.PAWN else piece.symbol().upper()
    choice = chess.piece_symbol(move.promotion) if move.promotion else ""
    found = {board.san(move), board.san(move).rstrip("+#"), board.san(move).replace("O", "0")}
    for named in ("", source[0], source[1], source):
        for link in ("", "-", "x"):
            for behind in {choice, choice.upper(), f"={choice.upper()}"} if choice else {""}:
                found |= {f"{sign}{named}{link}{target}{behind}{check}" for check in ("", "+", "#")}
    return found
