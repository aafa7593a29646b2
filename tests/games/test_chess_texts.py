"""The texts of chess: FEN with all its faults at once, UCI and SAN in their spellings."""

from __future__ import annotations

import pytest
from chess_rules import CHESS, KIWIPETE, START, Chess, at
from hypothesis import given
from hypothesis import strategies as st

from ludograph import errors
from ludograph.testing.strategies import positions

# -- FEN -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fen",
    [
        START,
        KIWIPETE,
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "8/8/8/8/8/4k3/8/4K2R w K - 49 9999",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R1R1K2R w KC - 0 1",
        "r1r1k2r/8/8/8/8/8/8/4K3 b c - 5 70",
    ],
)
def test_canonical_texts_stay(fen: str) -> None:
    assert str(at(fen)) == fen


@pytest.mark.parametrize(
    ("given_text", "canonical"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", START.replace("KQkq", "-")),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK", START),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", START),
        ("rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", START),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/R1R1K2R w HA - 0 1", "4k3/8/8/8/8/8/8/R1R1K2R w KQ - 0 1"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        ),
    ],
)
def test_other_texts_become_canonical(given_text: str, canonical: str) -> None:
    assert str(at(given_text)) == canonical


@given(positions(Chess(setup=45), longest=60))
def test_every_position_reads_back(position) -> None:
    again = position.game.parse(str(position))
    assert again == position
    assert str(again) == str(position)


@pytest.mark.parametrize(
    ("fen", "faults"),
    [
        (
            "rnbqkbnr/ppppppp/9/8/8/8/PPPPPPPPP/RNBXKBNR/8 x KQkz e9 -1 many",
            [
                "it has 9 ranks, not 8 with / between them",
                "rank 7 has 7 squares, not 8",
                "'9' on rank 6 is no piece",
                "rank 6 has 1 squares, not 8",
                "rank 2 has 9 squares, not 8",
                "'X' on rank 1 is no piece",
                "the side to move is 'x', not w or b",
                "the square of an en passant capture is 'e9', which is neither a square nor -",
                "the counter 'moves without a capture' is '-1', not a number from 0 to 9,999",
                "the counter 'move number' is 'many', not a number from 0 to 9,999",
                "castling is 'KQkz', not - or letters of KQkq or of files",
            ],
        ),
        (
            "PPPPPPPP/QQQQQQQQ/8/8/8/8/P7/8 w K e3 0 1",
            [
                "White has no king",
                "White has 17 pieces, more than 16",
                "White has 9 pawns, more than 8",
                "Black has no king",
                *(f"a pawn stands on {file}8, on the first or last rank" for file in "abcdefgh"),
                "White can't castle by K: king and rook are not on their rank for it",
                "no pawn can have stepped over e3 just now, so that none can be taken en passant there",
            ],
        ),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", ["Black is in check, but White is to move"]),
        ("4kk2/8/8/8/8/8/8/6K1 w - - 0 1", ["Black has 2 kings"]),
        (
            "4k3/8/8/8/8/8/8/RR2K3 w QB - 0 1",
            ["White can't castle with two rooks on the same side of the king"],
        ),
        ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", [
            "White can't castle by K: king and rook are not on their rank for it",
            "White can't castle by Q: king and rook are not on their rank for it",
        ]),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", ["castling 'KK' names a letter twice"]),
        (f"{START} 1", ["it has not two to six fields with one space between them"]),
        (START.replace(" ", "  "), ["it has not two to six fields with one space between them"]),
        ("8/8/8/8/8/8/8/8", [
            "it has not two to six fields with one space between them",
            "the side to move is '', not w or b",
        ]),
        (
            "4k3/8/4p3/4p3/8/8/8/4K3 w - e6 0 1",
            ["no pawn can have stepped over e6 just now, so that none can be taken en passant there"],
        ),
    ],
)  # fmt: skip
def test_all_faults_are_told_at_once(fen: str, faults: list[str]) -> None:
    with pytest.raises(errors.PositionError) as refusal:
        at(fen)
    assert list(refusal.value.faults) == faults


@given(st.text(alphabet="rnbqkpRNBQKP12345678/ wb-KQkqae36", max_size=90))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        position = CHESS.parse(text)
    except errors.PositionError:
        return
    assert CHESS.parse(str(position)) == position


# -- moves ---------------------------------------------------------------------------------------------------------

TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
PROMOTION = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "spellings"),
    [
        (START, "g1f3", ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!?", "Nf3+", "g1-f3"]),
        (START, "e2e4", ["e4", "e2-e4", "ee4", "Pe4", "e4#"]),
        (KIWIPETE, "e1g1", ["O-O", "0-0", "o-o", "O-O+", "e1h1"]),
        (KIWIPETE, "e1c1", ["O-O-O", "0-0-0", "e1a1"]),
        (KIWIPETE, "d5e6", ["dxe6", "de6", "d5xe6", "dxe6!"]),
        (TWO_KNIGHTS, "b1d2", ["Nbd2", "N1d2", "Nb1d2"]),
        (PROMOTION, "a7a8q", ["a8=Q", "a8Q", "a8=q", "a7a8Q", "a7-a8=Q", "a8=Q+"]),
        (PROMOTION, "a7b8n", ["axb8=N", "ab8N", "a7xb8=N"]),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6", ["exf6", "e5xf6", "ef6"]),
    ],
)
def test_spellings_of_a_move(fen: str, text: str, spellings: list[str]) -> None:
    for spelling in spellings:
        assert at(fen).find(spelling).text == text


@pytest.mark.parametrize(
    ("fen", "text", "san"),
    [
        (TWO_KNIGHTS, "b1d2", "Nbd2"),
        ("6k1/8/8/7Q/8/8/8/1K5Q w - - 0 1", "h1h3", "Q1h3"),
        ("6k1/8/8/8/4Q2Q/8/8/1K5Q w - - 0 1", "h4e1", "Qh4e1"),
        (PROMOTION, "a7b8q", "axb8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ],
)
def test_san(fen: str, text: str, san: str) -> None:
    assert CHESS.san(at(fen).state, at(fen).find(text)) == san


def test_a_text_for_two_moves_is_ambiguous() -> None:
    with pytest.raises(errors.AmbiguousMove, match="b1d2 or f3d2"):
        at(TWO_KNIGHTS).find("Nd2")


def test_hands_castle_in_two_ways() -> None:
    castling = at(KIWIPETE).find("O-O")
    assert at(KIWIPETE).partial(("e1", "g1")).move == castling
    assert at(KIWIPETE).partial(("e1", "h1")).move == castling


def test_captures_are_told() -> None:
    position = at("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    assert position.find("exf6").captures == ("f5",)
    assert position.find("Nf3").captures == ()
    assert at(KIWIPETE).find("dxe6").captures == ("e6",)
