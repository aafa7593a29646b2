"""Kings in check are pointed out, and who could still win is known, by python-chess's word."""

from __future__ import annotations

import random

import chess
import pytest

import ludograph

PIECES = [chess.PAWN, chess.KNIGHT, chess.KNIGHT, chess.BISHOP, chess.BISHOP, chess.ROOK, chess.QUEEN]


def labels_in_check(game_name: str, position: str) -> list[tuple[str, str]]:
    game = ludograph.game(game_name)
    alerts = game.alerts(game.parse(position).state)
    assert {alert.word for alert in alerts} <= {"Check"}
    return [(game.seats[alert.seat], game.board.label(node)) for alert in alerts for node in alert.nodes]


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        ("nchess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", [("White", "e1")]),
        ("nchess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", []),
        ("nchess?kings=capture", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", [("Black", "e8")]),
        ("nchess/glinski", "w:Kg1/Kg10,Rg5", [("White", "g1")]),
    ],
)
def test_kings_in_check(game: str, position: str, expected: list[tuple[str, str]]) -> None:
    assert labels_in_check(game, position) == expected


def test_of_three_kings_each_may_be_in_check() -> None:
    game = ludograph.game("nchess/three")
    position = game.start()
    dice = random.Random(18)
    seen = set()
    for _ in range(300):
        if position.outcome:
            position = game.start()
        position = position.play(dice.choice(position.legal_moves))
        seen |= {alert.seat for alert in game.alerts(position.state)}
    assert seen == {0, 1, 2}


def test_who_can_mate_as_python_chess_says() -> None:
    game, dice = ludograph.game("nchess"), random.Random(4)
    told = {True: 0, False: 0}
    while min(told.values()) < 300:
        board = chess.Board(None)
        kings, *others = dice.sample(range(64), 2), *dice.sample(range(64), dice.randint(0, 3))
        for square, colour in zip(kings, chess.COLORS, strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
        for square in set(others) - set(kings):
            board.set_piece_at(square, chess.Piece(dice.choice(PIECES), dice.choice(chess.COLORS)))
        if not board.is_valid():
            continue
        state = game.parse(board.fen()).state
        for seat, colour in enumerate(chess.COLORS):
            expected = not board.has_insufficient_material(colour)
            assert game.can_win(state, seat) == expected, board.fen()
            told[expected] += 1


def test_a_king_alone_wins_on_no_board() -> None:
    game = ludograph.game("nchess/glinski")
    state = game.parse("w:Kg1/Kg10,Rg5").state
    assert [game.can_win(state, seat) for seat in (0, 1)] == [False, True]
