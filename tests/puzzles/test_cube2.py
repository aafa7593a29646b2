"""The 2×2×2 cube: its counts in both metrics, turns known by hand, cubes that can't be."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors
from ludograph.solver.table import solve_table

SOLVED = "UUUURRRRFFFFDDDDLLLLBBBB"
HALF_TURNS = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
# The sum and the length are published; the numbers between are as first computed here.
QUARTER_TURNS = [
    1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
]  # fmt: skip


def after(*moves: str) -> str:
    position = ludograph.game("cube2").parse(SOLVED)
    for move in moves:
        position = position.play(move)
    return str(position)


def faults(text: str) -> list[str]:
    with pytest.raises(errors.InvalidPosition) as refusal:
        ludograph.game("cube2").parse(text)
    return list(refusal.value.faults)


def exchanged(*places: int) -> str:
    """The solved cube with the stickers of these places moved on, each to the next."""
    letters = list(SOLVED)
    for place, source in zip(places, places[-1:] + places[:-1], strict=True):
        letters[place] = SOLVED[source]
    return "".join(letters)


def test_half_turn_metric() -> None:
    table = solve_table(ludograph.game("cube2"))
    assert table.by_remoteness == HALF_TURNS
    assert table.positions == sum(HALF_TURNS) == 3_674_160
    start = ludograph.game("cube2").start()
    assert table.table.get(start.game.rank_of(start.state)) == 11


def test_quarter_turn_metric() -> None:
    table = solve_table(ludograph.game("cube2?metric=quarter"))
    assert table.by_remoteness == QUARTER_TURNS
    assert table.positions == 3_674_160


def test_moves_of_both_metrics() -> None:
    half, quarter = ludograph.game("cube2?metric=half"), ludograph.game("cube2?metric=quarter")
    assert {move.text for move in half.start().moves()} == {
        "R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'",
    }  # fmt: skip
    assert {move.text for move in quarter.start().moves()} == {"R", "R'", "U", "U'", "F", "F'"}
    with pytest.raises(errors.IllegalMove, match="'R2' is none of the moves R, R', U, U', F, F'"):
        quarter.start().play("R2")


def test_turns_known_by_hand() -> None:
    #        U    R    F    D    L    B
    assert after("R") == "UFUFRRRRFDFDDBDBLLLLUBUB"
    assert after("U") == "UUUUBBRRRRFFDDDDFFLLLLBB"
    assert after("F") == "UULLURURFFFFRRDDLDLDBBBB"
    assert after("U2") == "UUUULLRRBBFFDDDDRRLLFFBB"
    assert after("R2") == after("R", "R") == after("R'", "R'")


def test_orders_of_sequences() -> None:
    assert after(*["R", "U", "R'", "U'"] * 6) == SOLVED != after(*["R", "U", "R'", "U'"] * 3)
    assert after(*["R", "U"] * 15) == SOLVED != after(*["R", "U"] * 5)


def test_twisted_corner() -> None:
    # The corner at up, right, front: U4, R1, F2.
    assert faults(exchanged(3, 4, 9)) == ["a corner is twisted"]
    assert faults(exchanged(3, 9, 4)) == ["a corner is twisted"]


def test_corner_that_stays() -> None:
    """D3, B4, L3 can't be turned: the cube has to be held so that they are at home."""
    assert faults(exchanged(14, 23, 18)) == ["the corner at DBL shows LDB, as no turns can make it"]
    whole_cube_turned = "UUUUFFFFLLLLDDDDBBBBRRRR"
    assert "the corner at DBL shows DRB, as no turns can make it" in faults(whole_cube_turned)


def test_corner_there_twice() -> None:
    letters = list(SOLVED)
    letters[2], letters[8], letters[17] = "URF"  # at UFL
    letters[1], letters[20], letters[5] = "ULB"  # at UBR
    assert faults("".join(letters)) == ["the corner ULB is there 2 times", "the corner URF is there 2 times"]


def test_other_metrics_are_refused() -> None:
    with pytest.raises(errors.InvalidParameter, match="must be half or quarter"):
        ludograph.game("cube2?metric=full")
