"""What people write at Abalone: moves in all their spellings, refusals, positions."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_abalone import START

import ludograph
from ludograph import errors
from ludograph.testing.strategies import move_texts, positions

SPELLINGS = [
    ("abalone", f"W:{START}", "B2:C3", "B3:C2"),
    ("abalone", f"W:{START}", "B2:C4", "B4:C2"),
    ("abalone", f"W:{START}", "b2:c4", "b4:c2"),
    ("abalone", "B:BC3,D3/WH8", "C3:D4", "D3:C4"),
    ("abalone/hex", "B:Bc3,d4/Wi9", "c3d4d3", "d4c3e4"),
    ("abalone/hex", "B:Bc3,d4,e5/Wi9", "c3e5c4", "e5c3e6"),
    ("abalone/hex", "B:Bc3,d4,e5/Wi9", "C3E5C4", "E5C3E6"),
]


@pytest.mark.parametrize(("game_id", "text", "canonical", "mirrored"), SPELLINGS)
def test_both_spellings_of_a_side_step(game_id: str, text: str, canonical: str, mirrored: str) -> None:
    position = ludograph.game(game_id).parse(text)
    assert position.find(mirrored) == position.find(canonical)
    assert position.find(mirrored).text == position.game.normal(canonical)


def test_hops_of_hexagons_name_a_whole_move_or_the_beginning_of_a_side_step() -> None:
    position = ludograph.game("abalone/hex").parse("B:Bc3,d4/Wi9")
    partial = position.partial(("c3", "d4"))
    assert partial.complete
    assert set(partial.next) == {"b2", "b3", "c2", "c4", "d3", "e5"}
    assert position.partial(("c3", "d4", "d3")).move == position.find("c3d4d3")


def test_a_group_and_the_cell_before_it_are_a_move_in_line() -> None:
    position = ludograph.game("abalone/hex").parse("B:Bc3,d4,e5/Wf6,g7,i9")
    assert position.partial(("c3", "e5", "f6")).move == position.find("c3d4")
    assert position.find("c3e5f6") == position.find("c3d4")
    assert position.partial(("c3", "d4", "e5", "f6")).move == position.find("c3d4")


CROWDED = "B:BA1,A2,A3,A4,C3,C4,D3,F1,F2,F3,H7,H8/WB1,C5,C6,D4,F4,F5,F6"
REASONS = [
    (CROWDED, "E5:E6", "empty-source"),
    (CROWDED, "D4:D5", "not-yours"),
    (CROWDED, "A1:A1", "same-cell"),
    (CROWDED, "A1:A5", "too-far"),
    (CROWDED, "A1:E5", "no-line"),
    (CROWDED, "C3:E5", "no-line"),
    (CROWDED, "A1:A4", "own-piece"),
    (CROWDED, "A1:B1", "too-small"),
    (CROWDED, "D3:D4", "too-small"),
    (CROWDED, "C3:C5", "too-small"),
    (CROWDED, "F1:F4", "blocked-behind"),
    (CROWDED, "D3:D6", "broken-group"),
    (CROWDED, "C3:B5", "broken-group"),
    (CROWDED, "A1:B2", "side-blocked"),
    (CROWDED, "H8:I8", "leaves-board"),
    (CROWDED, "H7:H9", "leaves-board"),
    ("B:BD3,D4,D5,D7/WD6", "D3:D6", "own-behind"),
    ("B:BD5,D6/WD7,D8", "D5:D7", "too-small"),
]
HEX_CROWDED = "B:Ba1,a2,a3,a4,e1,e2,c5,c6/Wb6,c7,g5"
HEX_REASONS = [
    (HEX_CROWDED, "d5d6", "empty-source"),
    (HEX_CROWDED, "g5g6", "not-yours"),
    (HEX_CROWDED, "a1a3", "too-far"),
    (HEX_CROWDED, "a1a2", "too-many"),
    (HEX_CROWDED, "a1a4b1", "too-far"),
    (HEX_CROWDED, "a1c2c1", "no-line"),
    (HEX_CROWDED, "a2a3a1", "own-piece"),
    (HEX_CROWDED, "a2a4a3", "in-line"),
    (HEX_CROWDED, "a1a2c3", "not-beside"),
    (HEX_CROWDED, "c5c6b5", "side-blocked"),
    (HEX_CROWDED, "e2e1f2", "leaves-board"),
    (HEX_CROWDED, "c5d5d6", "broken-group"),
    (HEX_CROWDED, "e2e1", "leaves-board"),
]


@pytest.mark.parametrize(
    ("game_id", "text", "move", "reason"),
    [("abalone", *case) for case in REASONS] + [("abalone/hex", *case) for case in HEX_REASONS],
)
def test_refusals_name_the_check(game_id: str, text: str, move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game(game_id).parse(text).play(move)
    assert refused.value.reason == reason, refused.value.message


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("abalone", text) for text in ("C3", "C3-C4", "C3:", "C33:C4:C5", "Z9:A1", "C3:C4:C5", "C3:C123")]
    + [("abalone/hex", text) for text in ("a1", "a1:b2", "a1b2c3d4", "z1a1", "c1")],
)
def test_what_is_no_move(game_id: str, text: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        ludograph.game(game_id).start().play(text)


@pytest.mark.parametrize(
    ("game_id", "text", "hops"),
    [
        ("abalone", f"W:{START}", ("B3", "C2")),
        ("abalone", f"W:{START}", ("B4", "C2")),
        ("abalone/hex", "B:Bc3,d4/Wi9", ("d4", "c3", "e4")),
    ],
)
def test_a_hand_may_take_a_side_step_by_either_end(game_id: str, text: str, hops: tuple[str, ...]) -> None:
    position = ludograph.game(game_id).parse(text)
    partial = position.partial(hops)
    assert partial.complete
    assert partial.move == position.find(partial.move.text)
    assert partial.move.hops != hops


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("abalone/hex", "B:Bc3,c4,c5,d4,e5/Wf6,c6,b3,i9"), ("abalone", "B:BC3,C4,C5,D4,E5/WC6,B3,F6,H8")],
)
def test_a_group_is_picked_piece_by_piece_or_by_its_ends(game_id: str, text: str) -> None:
    """Whatever a hand touches, the rules by themselves say the same as the list of moves."""
    position = ludograph.game(game_id).parse(text)
    labels = position.game.board.labels
    picked = [labels[piece.node] for piece in position.game.pieces(position.state) if piece.seat == 0]
    sizes = {len(way) for move in position.legal_moves for way in move.ways}
    assert sizes == {2, 3, 4}
    for count in (2, 3):
        for group in permutations(picked, count):
            for hops in [group, *((*group, label) for label in labels)]:
                listed = position.partial(hops).valid
                assert listed == (position.game.why_not(position.state, hops) is None), hops


FAULTY_POSITIONS = {
    "BA1/WB1": "begin with B: or W:",
    "X:BA1/WB1": "begin with B: or W:",
    "B:BA1": "cells of White must begin with W",
    "B:WA1/BB1": "cells of Black must begin with B",
    "B:BA9/WB1": "'A9' is no cell",
    "B:BA1,/WB1": "'' is no cell",
    "B:BA1/WA1": "A1 holds two pieces",
    "B:B/W": "no piece on the board",
    "B:BA1/WB1/1": "/1,0",
    "B:BA1/WB1/1,0,0": "/1,0",
    "B:BA1/WB1/1,0/": "/1,0",
    "B:BA1/WB1/2,0": "Black has lost 2 pieces",
    "B:BA1/WB1/1,1": "both sides have lost",
    "B:BA1/WB1;loud=1": "no counter",
}


@pytest.mark.parametrize("text", FAULTY_POSITIONS)
def test_faulty_positions_are_refused(text: str) -> None:
    with pytest.raises(errors.PositionError, match=FAULTY_POSITIONS[text]):
        ludograph.game("abalone").parse(text)


@settings(deadline=None)
@given(st.sampled_from(["abalone", "abalone/hex"]), st.data())
def test_any_text_is_a_move_or_refused(game_id: str, data: st.DataObject) -> None:
    position = data.draw(positions(ludograph.game(game_id), longest=8))
    text = data.draw(move_texts(position))
    try:
        after = position.play(text)
    except errors.MoveError as refusal:
        assert refusal.text == text[:400]
    else:
        assert after.seat != position.seat
