"""Top Spin against its known counts, and against rings that are lists."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.solver.table import solve_table
from ludograph.testing import check_game


def top_spin(n: int, k: int):
    return ludograph.game(f"top-spin?n={n}&k={k}")


def text(ring) -> str:
    return ",".join(map(str, ring))


def naive_reversal(ring: list[int], place: int, k: int) -> list[int]:
    """The ring after k neighbours from a place on, round the end, are reversed; token 1 first."""
    places = [(place + number) % len(ring) for number in range(k)]
    after = list(ring)
    for here, there in zip(places, reversed(places), strict=True):
        after[there] = ring[here]
    first = after.index(1)
    return after[first:] + after[:first]


def naive_levels(n: int, k: int) -> list[int]:
    level = {tuple(range(1, n + 1))}
    seen, counts = set(level), []
    while level:
        counts.append(len(level))
        level = {tuple(naive_reversal(list(ring), place, k)) for ring in level for place in range(n)} - seen
        seen |= level
    return counts


@st.composite
def rings(draw) -> tuple[list[int], int]:
    """A ring that begins with the token 1, and a k."""
    n = draw(st.integers(3, 13))
    return [1, *draw(st.permutations(range(2, n + 1)))], draw(st.integers(2, n))


@pytest.mark.parametrize(("n", "k"), [(3, 3), (13, 13)])
def test_conforms(n: int, k: int) -> None:
    check_game(top_spin(n, k))


@pytest.mark.parametrize(
    ("n", "k", "counts"),
    [
        (5, 3, [1, 5, 10, 7, 1]),
        (6, 4, [1, 6, 21, 56, 33, 3]),
    ],
)
def test_known_counts(n: int, k: int, counts: list[int]) -> None:
    table = solve_table(top_spin(n, k))
    assert table.by_remoteness == counts == naive_levels(n, k)
    assert table.positions == factorial(n - 1)


def test_odd_arrangements_are_not_reached() -> None:
    """With seven tokens, a reversal of four is even, and so is every rotation."""
    table = solve_table(top_spin(7, 4))
    assert table.positions == factorial(6) // 2
    assert table.by_remoteness == naive_levels(7, 4)
    odd = top_spin(7, 4).parse("1,3,2,4,5,6,7")
    assert table.remoteness[odd.game.rank_of(odd.state)] == table.outside


@pytest.mark.parametrize("n", [3, 4, 7])
def test_every_rank_is_one_position(n: int) -> None:
    game = top_spin(n, 3)
    texts = {game.write(game.state_of(rank)) for rank in range(game.ranks)}
    assert len(texts) == game.ranks == factorial(n - 1)
    assert all(game.rank_of(game.state_of(rank)) == rank for rank in range(game.ranks))


@given(rings())
def test_moves_reverse_neighbours(ring_and_k: tuple[list[int], int]) -> None:
    ring, k = ring_and_k
    position = top_spin(len(ring), k).parse(text(ring))
    assert {move.text for move in position.moves()} == {str(place) for place in range(1, len(ring) + 1)}
    for move in position.moves():
        assert str(position.play(move)) == text(naive_reversal(ring, int(move.text) - 1, k))
    rank = position.game.rank_of(position.state)
    assert 0 <= rank < position.game.ranks
    assert position.game.state_of(rank) == position.state


def test_rotation_is_free() -> None:
    game = top_spin(6, 4)
    assert game.parse("4,5,6,1,2,3") == game.parse("1,2,3,4,5,6")
    assert str(game.parse("4,5,6,1,2,3")) == "1,2,3,4,5,6"
    assert game.parse("4,5,6,1,2,3").outcome is not None
    assert game.parse("6,5,4,3,2,1").outcome is None


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(3, 14) for k in range(2, n + 1)])
def test_start_is_not_solved(n: int, k: int) -> None:
    assert top_spin(n, k).start().outcome is None


@pytest.mark.parametrize("move", ["0", "7", "-1", "1-4", "1 2", "٣"])
def test_other_moves_are_refused(move: str) -> None:
    with pytest.raises(errors.IllegalMove, match="is none of the moves 1, 2, 3, 4, 5, 6"):
        top_spin(6, 4).start().play(move)


@pytest.mark.parametrize(
    ("ring", "faults"),
    [
        ("1,2,x,4,,6", ["'x' is no token", "'' is no token"]),
        ("1,2,3,04,5,6", ["'04' is no token"]),
        ("1/2/3", ["'1/2/3' is no token"]),
    ],
)
def test_texts_that_are_no_ring(ring: str, faults: list[str]) -> None:
    with pytest.raises(errors.PositionSyntaxError) as refusal:
        top_spin(6, 4).parse(ring)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize(
    ("ring", "faults"),
    [
        ("1,2,3,4,5", ["the token 6 is missing"]),
        ("2,2,3,4,5,7", ["there is no token 7", "the token 1 is missing", "the token 2 is there more than once",
                         "the token 6 is missing"]),
    ],
)  # fmt: skip
def test_rings_that_are_not_possible(ring: str, faults: list[str]) -> None:
    with pytest.raises(errors.InvalidPosition) as refusal:
        top_spin(6, 4).parse(ring)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("top-spin?n=2&k=2", "a whole number from 3 to 13"),
        ("top-spin?n=14", "a whole number from 3 to 13"),
        ("top-spin?k=1", "a whole number from 2 to 13"),
        ("top-spin?n=5&k=6", "not k = 6 tokens to reverse among n = 5"),
    ],
)
def test_bounds(name: str, words: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=words):
        ludograph.game(name)
