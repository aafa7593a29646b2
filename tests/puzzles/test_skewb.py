"""The skewb: its counts, turns known by hand, arrangements that can't be."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors
from ludograph.solver.table import solve_table

SOLVED = "UUUUURRRRRFFFFFDDDDDLLLLLBBBBB"
# https://oeis.org/A079745
BY_MOVES = [1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90]


def after(*moves: str) -> str:
    position = ludograph.game("skewb").parse(SOLVED)
    for move in moves:
        position = position.play(move)
    return str(position)


def moved_on(*places: int) -> str:
    """The solved skewb with the stickers of these places moved on, each to the next."""
    letters = list(SOLVED)
    for place, source in zip(places, places[-1:] + places[:-1], strict=True):
        letters[place] = SOLVED[source]
    return "".join(letters)


def faults(text: str) -> list[str]:
    with pytest.raises(errors.InvalidPosition) as refusal:
        ludograph.game("skewb").parse(text)
    return list(refusal.value.faults)


def test_counts() -> None:
    table = solve_table(ludograph.game("skewb"))
    assert table.by_remoteness == BY_MOVES
    assert table.positions == sum(BY_MOVES) == 3_149_280
    start = ludograph.game("skewb").start()
    assert table.table.get(start.game.rank_of(start.state)) == 11


def test_moves() -> None:
    moves = {move.text for move in ludograph.game("skewb").start().moves()}
    assert moves == {"R", "R'", "U", "U'", "L", "L'", "B", "B'"}


def test_turn_known_by_hand() -> None:
    """R turns about the corner down-right-back: D to R, R to B, B to D, all but the farthest corner of these faces. The
    three corners next to that one take U to L, L to F and F to U along."""
    #                    U         R         F         D         L         B
    assert after("R") == "UFUUU" + "RDDDD" + "FFFFL" + "DBBBB" + "LLLUL" + "RBRRR"


def test_orders_of_sequences() -> None:
    for move in "RULB":
        assert after(move, move) == after(f"{move}'")
        assert after(move, move, move) == SOLVED
    sledgehammer = ["R'", "L", "R", "L'"]
    assert SOLVED not in {after(*sledgehammer * times) for times in range(1, 6)}
    assert after(*sledgehammer * 6) == SOLVED


def test_exchanged_centres() -> None:
    assert faults(moved_on(2, 7)) == ["two centres are exchanged"]
    assert ludograph.game("skewb").parse(moved_on(2, 7, 12)).outcome is None


def test_twisted_corners() -> None:
    # ULB, in the set of URF, which stays; and UBR, in the other set.
    assert faults(moved_on(0, 20, 26)) == ["a corner in the set of URF is twisted, or others are exchanged"]
    assert faults(moved_on(1, 25, 6)) == ["corners in the set of URF are exchanged, or another one is twisted"]


def test_corner_that_stays() -> None:
    assert faults(moved_on(4, 5, 11)) == ["the corner at URF shows FUR, as no turns can make it"]


def test_corners_stay_in_their_set() -> None:
    letters = list(SOLVED)
    letters[0], letters[20], letters[26] = "UBR"  # at ULB
    letters[1], letters[25], letters[6] = "ULB"  # at UBR
    assert faults("".join(letters)) == [
        "the corner at ULB shows UBR, as no turns can make it",
        "the corner at UBR shows ULB, as no turns can make it",
    ]
