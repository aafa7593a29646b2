"""Every illegal move of chess is refused by the rule that forbids it."""

from __future__ import annotations

import pytest
from chess_rules import KIWIPETE, START, at

from ludograph import errors

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PINNED = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
CHECKED = "4k3/8/8/8/1b6/8/8/RN2K3 w - - 0 1"
FREE = "4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "reason", "words"),
    [
        (START, "e4e5", "empty-source", "there is no piece on e4"),
        (START, "e7e5", "not-your-side", "the pawn on e7 is not White's, but White is to move"),
        (START, "e2e2", "same-cell", "another square than e2"),
        (START, "d1d2", "own-piece", "d2 is occupied by White's own pawn"),
        (START, "a1a4", "blocked", "blocked on a2"),
        (START, "g1g3", "not-so", "a knight moves two squares straight on and one aside"),
        (FREE, "d1c3", "not-so", "a queen moves along its file, rank or diagonals"),
        (FREE, "c1c2", "not-so", "a bishop moves diagonally"),
        (FREE, "a1b2", "not-so", "a rook moves along its file or rank"),
        (FREE, "e1e3", "not-so", "a king moves one square"),
        (START, "e2e5", "not-so", "a pawn steps straight on and takes diagonally"),
        (START, "e2d3", "nothing-to-take", "there is nothing on d3"),
        (KIWIPETE, "d5d4", "backwards", "a pawn never moves backwards"),
        (KIWIPETE, "d5d7", "no-double-step", "only from where it began"),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "pawn-blocked", "a pawn can't take straight on"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "blocked", "blocked on e3"),
        (PINNED, "d2f3", "pinned", "the knight on d2 is pinned: the king would be in check by the bishop on b4"),
        (PINNED, "Nf3", "pinned", "the knight on d2 is pinned"),
        (CHECKED, "a1a2", "in-check", "the king is in check by the bishop on b4"),
        ("4k3/8/8/8/1b6/5n2/8/R3K3 w - - 0 1", "a1a4", "double-check", "only the king can move"),
        (CHECKED, "e1d2", "king-attacked", "d2 is attacked by the bishop on b4"),
        ("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "pinned", "the rook on e7"),
        ("8/8/8/8/k1pP3R/8/8/3K4 b - d3 0 1", "c4d3", "nothing-to-take", "there is nothing on d3"),
        ("8/8/8/1k6/2pPp2R/8/8/3K4 b - d3 0 1", "e4d3", None, ""),
        (CASTLING.replace("KQkq", "Qkq"), "e1g1", "no-castling-right", "king or rook has moved before"),
        (CASTLING.replace("KQkq", "-"), "O-O-O", "no-castling-right", "can't castle on the queen's side"),
        (CASTLING.replace("/8/R3", "/4r3/R3"), "e1g1", "castling-in-check", "in check by the rook on e2"),
        (CASTLING.replace("/8/R3", "/5r2/R3"), "O-O", "castling-through-check", "to f1, which the rook on f2 attacks"),
        (CASTLING.replace("/8/R3", "/6r1/R3"), "e1g1", "castling-through-check", "to g1, which the rook on g2 attacks"),
        (CASTLING.replace("R3K2R", "RN2K2R"), "O-O-O", "castling-blocked", "blocked by the knight on b1"),
        (CASTLING.replace("R3K2R", "R3K1NR"), "e1h1", "castling-blocked", "blocked by the knight on g1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "promotion-missing", "write a7a8q or a7a8r or a7a8b or a7a8n"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "promotion-missing", "write a8q"),
        (START, "e2e4q", "no-promotion", "only a pawn that reaches the last rank"),
        (START, "Ng1e2", "own-piece", "e2 is occupied"),
        (START, "Bg1f3", "no-such-piece", "White has no such bishop on g1"),
        (START, "Nd4", "not-so", "no knight of White's can move to d4"),
        (START, "exd5", "not-so", "a pawn steps straight on and takes diagonally"),
    ],
)
def test_a_refusal_names_its_rule(fen: str, text: str, reason: str | None, words: str) -> None:
    position = at(fen)
    if reason is None:
        position.find(text)
        return
    with pytest.raises(errors.IllegalMove) as refusal:
        position.play(text)
    assert (refusal.value.reason, words in refusal.value.message) == (reason, True), refusal.value.message
    assert refusal.value.position == str(position)


@pytest.mark.parametrize("text", ["e9e5", "i1i2", "castle", "e4e4e4", "Xe4", "--", "O-O-O-O", "e2 e4", "♘f3", "e7e8k"])
def test_what_is_no_move_is_a_fault_of_syntax(text: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        at(START).play(text)


@pytest.mark.parametrize(
    ("fen", "hops", "reason"),
    [
        (START, ("z9",), "no-cell"),
        (START, ("a1",), "stuck"),
        (START, ("b1",), None),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ("a7", "a8", "=K"), "no-choice"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ("a7", "a8", "=Q", "=Q"), "no-choice"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ("a7", "a8", "=Q"), None),
    ],
)
def test_hops_are_refused_one_by_one(fen: str, hops: tuple[str, ...], reason: str | None) -> None:
    refusal = at(fen).game.why_not(at(fen).state, hops)
    assert (refusal.reason if refusal else None) == reason
