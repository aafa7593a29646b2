"""A chess program's view: python-chess loads the engine, asks for lines and moves, ponders and plays Chess960."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

chess = pytest.importorskip("chess")
pytest.importorskip("chess.engine")

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "ludograph", "engine"], timeout=60) as started:
        yield started


def test_it_offers_what_a_dialog_shows(engine: chess.engine.SimpleEngine) -> None:
    assert {"MultiPV", "Ponder", "UCI_Chess960", "Clear Hash", "Hash", "Threads"} <= set(engine.options)
    assert engine.options["Clear Hash"].type == "button"


def test_several_lines(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(KIWIPETE)
    told = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert [info["multipv"] for info in told] == [1, 2, 3]
    firsts = [info["pv"][0] for info in told]
    assert len(set(firsts)) == 3
    scores = [info["score"].relative.score(mate_score=100_000) for info in told]
    assert scores == sorted(scores, reverse=True)
    for info in told:
        line = board.copy()
        for move in info["pv"]:
            line.push(move)  # python-chess has checked that it is legal
    (alone,) = engine.analyse(board, chess.engine.Limit(depth=5), multipv=1)
    assert alone["pv"][0] == firsts[0]


def test_only_some_moves(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(KIWIPETE)
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("e1g1")]
    info = engine.analyse(board, chess.engine.Limit(depth=4), root_moves=wanted)
    assert info["pv"][0] in wanted
    both = engine.analyse(board, chess.engine.Limit(depth=4), multipv=5, root_moves=wanted)
    assert {line["pv"][0] for line in both} == set(wanted)
    played = engine.play(board, chess.engine.Limit(depth=3), root_moves=wanted[:1])
    assert played.move == wanted[0]


def test_pondering_and_clearing(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    played = engine.play(board, chess.engine.Limit(white_clock=5, black_clock=5), ponder=True)
    board.push(played.move)
    assert played.ponder in board.legal_moves
    engine.configure({"Clear Hash": None})
    board.push(played.ponder)
    assert engine.play(board, chess.engine.Limit(depth=3)).move in board.legal_moves


def test_chess960(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    castling = board.parse_san("O-O")
    assert engine.play(board, chess.engine.Limit(depth=2), root_moves=[castling]).move == castling
    ordinary = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    castling = ordinary.parse_san("O-O")
    assert castling.uci() == "e1h1"
    assert engine.play(ordinary, chess.engine.Limit(depth=2), root_moves=[castling]).move == castling
