"""What players that search are told about chess."""

from __future__ import annotations

import random

import pytest
from chess_rules import CHESS, KIWIPETE, START, at

from ludograph import Match
from ludograph.engine.program import Mode
from ludograph.engine.rules import EVEN
from ludograph.games.nchess.chess import evaluation
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits

EVEN_TO_MOVE = EVEN + evaluation.WEIGHTS["TEMPO"]


def turned(fen: str) -> str:
    """The same position with the colours exchanged."""
    pieces, turn, rights, passant, *counters = fen.split()
    pieces = "/".join(reversed(pieces.swapcase().split("/")))
    rights = "".join(sorted(rights.swapcase()))
    return " ".join([pieces, "bw"["wb".index(turn)], rights, passant, *counters])


@pytest.mark.parametrize("fen", [START, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"])
def test_both_colours_are_worth_the_same(fen: str) -> None:
    evaluate = CHESS.plain.evaluate
    assert evaluate(at(fen).state) == evaluate(at(turned(fen)).state)
    passed = evaluation.pass_turn(at(fen).state)
    assert evaluate(at(fen).state) - EVEN_TO_MOVE == EVEN_TO_MOVE - evaluate(passed)


def test_nobody_is_ahead_at_the_start_but_by_the_move() -> None:
    assert CHESS.plain.evaluate(at(START).state) == EVEN_TO_MOVE


@pytest.mark.parametrize(
    ("fen", "phase"), [(START, 24), (KIWIPETE, 24), ("rn2k3/8/8/8/8/8/PPPP4/4KB1R", 6), ("8/8/4k3/8/8/8/4P3/4K3", 0)]
)
def test_the_beginning_ends_with_the_pieces(fen: str, phase: int) -> None:
    assert CHESS.plain.phase_of(at(fen if " " in fen else f"{fen} w - - 0 1").state) == phase


@pytest.mark.parametrize(
    ("fen", "material", "counted"),
    [
        (
            "4k3/8/8/8/4P3/8/8/4K3",
            100,
            {"PAWN_4": 1, "PAWN_CENTRE": 3, "PASSED_4": 1, "PASSED_END_4": 1, "ISOLATED": -1},
        ),
        (
            "4k3/8/8/4P3/4P3/8/8/4K3",
            200,
            {"PAWN_4": 1, "PAWN_5": 1, "PAWN_CENTRE": 6, "PASSED_4": 1, "PASSED_5": 1}
            | {"PASSED_END_4": 1, "PASSED_END_5": 1, "ISOLATED": -2, "DOUBLED": -1},
        ),
        (
            "4k3/8/8/3PP3/8/8/8/4K3",
            200,
            {"PAWN_5": 2, "PAWN_CENTRE": 6, "PASSED_5": 2, "PASSED_END_5": 2},
        ),
        # A pawn at the side of the board gets nothing for the centre.
        (
            "4k3/8/8/8/P7/1P6/8/4K3",
            200,
            {"PAWN_4": 1, "PAWN_3": 1, "PAWN_CENTRE": 1, "SUPPORTED": 1}
            | {"PASSED_3": 1, "PASSED_4": 1, "PASSED_END_3": 1, "PASSED_END_4": 1},
        ),
        # The pawn on d7 stops both others; it can itself be stopped by none that stands beside or before it.
        (
            "4k3/3p4/8/3PP3/8/8/8/4K3",
            100,
            {"PAWN_5": 2, "PAWN_CENTRE": 6, "ISOLATED": 1},
        ),
        ("4k3/8/8/8/8/8/8/R3K3", 500, {"ROOK_FREE": 10, "ROOK_OPEN": 1, "ROOK_WIDE_OPEN": 1}),
        ("8/8/4k3/8/R7/4K3/8/8", 500, {"ROOK_FREE": 14, "ROOK_OPEN": 1, "ROOK_WIDE_OPEN": 1}),
        ("8/8/4k3/8/8/8/8/4K3", 0, {"KING_END_CENTRE": -2}),
        (
            "4k3/8/8/3N4/8/8/8/4K3",
            320,
            {"KNIGHT_CENTRE": 6, "KNIGHT_FREE": 8},
        ),
        # Two queens, a third of all pieces that there are at first, attack three squares beside the king.
        ("6k1/8/8/8/4QQ2/8/8/6K1", 1900, {"QUEEN_FREE": 44, "QUEEN_CENTRE": 11, "ATTACK_2": 1}),
    ],
)
def test_what_counts_is_counted(fen: str, material: int, counted: dict[str, int]) -> None:
    expected = material + sum(number * evaluation.WEIGHTS[weight] for weight, number in counted.items())
    assert CHESS.plain.evaluate(at(f"{fen} w - - 0 1").state) == EVEN_TO_MOVE + expected
    assert CHESS.plain.evaluate(at(f"{fen} b - - 0 1").state) == EVEN_TO_MOVE - expected


def test_a_move_gains_what_it_takes() -> None:
    for fen in (KIWIPETE, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "8/8/8/1k6/2pPp2R/8/8/3K4 b - d3 0 1"):
        position = at(fen)
        for move in position.legal_moves:
            takes_or_becomes = bool(move.captures) or len(move.hops) > 2
            assert (evaluation.gain(position.state, move.code) > 0) == takes_or_becomes, move


def test_keys_tell_positions_apart_but_for_counters() -> None:
    keys: dict[int, object] = {}
    dice = random.Random(3)
    for _ in range(20):
        match = Match(CHESS)
        while not match.outcome and match.ply < 60:
            match.play(dice.choice(match.moves()))
            key = evaluation.position_key(match.position.state)
            assert keys.setdefault(key, match.position.repetition_key) == match.position.repetition_key
    assert len(keys) == len(set(keys.values()))


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"),  # P. Morphy: mate in two, because Black has to move
    ],
)
def test_mates_are_found(fen: str, best: str) -> None:
    analysis = AlphaBeta(CHESS, mode=Mode.PLAIN).think(Match(CHESS, at(fen)), Limits(depth=4))
    assert analysis.line[0].text == best
