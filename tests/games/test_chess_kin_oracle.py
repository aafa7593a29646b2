"""Chess's relatives against python-chess: all moves, positions and results, in games and from positions by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import chess.variant
import pytest

import ludograph

BOARDS: dict[str, type[chess.Board]] = {
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "three-check": chess.variant.ThreeCheckBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "horde": chess.variant.HordeBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
}
GAMES, LONGEST = 2, 60
RANDOM_POSITIONS = 12


def result_of(board: chess.Board) -> str | None:
    """The winner's name, draw, or None while the game goes on; draws that belong to the match don't count."""
    names = {chess.WHITE: "White", chess.BLACK: "Black"}
    if board.is_variant_loss() or (not board.is_variant_end() and board.is_checkmate()):
        return names[not board.turn]
    if board.is_variant_win():
        return names[board.turn]
    return "draw" if board.is_variant_draw() or not any(board.legal_moves) else None


def compare(position: ludograph.Position, board: chess.Board) -> None:
    expected = result_of(board)
    moves = set() if expected else {move.uci() for move in board.legal_moves}
    assert {move.text for move in position.legal_moves} == moves, board.fen()
    for uci in moves:
        san = board.san(chess.Move.from_uci(uci))
        assert position.find(san).text == uci
        assert position.customary(uci).removeprefix("P@") == san.removeprefix("@"), board.fen()
    outcome = position.outcome
    winners = " ".join(position.game.seats[seat] for seat in outcome.winners) or "draw" if outcome else None
    assert winners == expected, board.fen()
    again = type(board)(str(position))
    assert again.epd(en_passant="legal") == board.epd(en_passant="legal"), str(position)


def play_on(position: ludograph.Position, board: chess.Board, chance: random.Random, plies: int) -> None:
    """Play at random on both boards, and prefer what is rare: captures, drops, promotions and castlings."""
    for _ in range(plies):
        compare(position, board)
        if position.outcome:
            return
        moves = sorted(move.uci() for move in board.legal_moves)
        rare = [uci for uci in moves if len(uci) == 5 or "@" in uci or board.is_castling(chess.Move.from_uci(uci))]
        text = chance.choice(rare if rare and chance.random() < 0.4 else moves)
        position = position.play(text)
        board.push_uci(text)


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_are_those_of_python_chess(name: str) -> None:
    chance = random.Random(name)
    for _ in range(GAMES):
        play_on(ludograph.game(name).start(), BOARDS[name](), chance, LONGEST)


def random_boards(name: str, chance: random.Random) -> Iterator[chess.Board]:
    """Boards with few pieces anywhere, of which python-chess says that they can be."""
    while True:
        board = BOARDS[name](None)
        letters = "K" * (name != "horde") + "k" + "".join(chance.choices("PPPNBRQpppnbrq", k=chance.randrange(2, 14)))
        if name == "racing-kings":
            letters = "Kk" + "".join(chance.sample("QRRBBNNqrrbbnn", chance.randrange(2, 10)))
        for square, letter in zip(chance.sample(range(64), len(letters)), letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = chance.choice((chess.WHITE, chess.BLACK))
        if isinstance(board, chess.variant.CrazyhouseBoard):
            for colour in chess.COLORS:
                board.pockets[colour] = chess.variant.CrazyhousePocket("".join(chance.choices("pnbrq", k=2)))
        if board.is_valid() and not board.is_variant_end() and not board.was_into_check():
            yield board


@pytest.mark.parametrize("name", BOARDS)
def test_random_positions_are_those_of_python_chess(name: str) -> None:
    chance = random.Random(name)
    for board, _ in zip(random_boards(name, chance), range(RANDOM_POSITIONS), strict=False):
        play_on(ludograph.game(name).parse(board.fen()), board, chance, 6)
