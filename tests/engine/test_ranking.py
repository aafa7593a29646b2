"""Ranking helpers: bijections, held against itertools, plain and compiled."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, factorial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.engine import ranking
from ludograph.engine.kernel import Kernel
from ludograph.engine.program import Mode, Program
from ludograph.engine.ranking import (
    rank_even_permutation,
    rank_permutation,
    unrank_even_permutation,
    unrank_permutation,
)
from ludograph.engine.rules import State, Word


def packed(values) -> int:
    return sum(value << (4 * place) for place, value in enumerate(values))


def is_even(values) -> bool:
    return sum(one > two for one, two in combinations(values, 2)) % 2 == 0


@pytest.mark.parametrize("n", range(1, 8))
def test_permutations_are_numbered_in_their_order(n: int) -> None:
    every = [packed(values) for values in permutations(range(n))]
    assert [ranking.rank_permutation(permutation, n) for permutation in every] == list(range(factorial(n)))
    assert [ranking.unrank_permutation(number, n) for number in range(factorial(n))] == every


@pytest.mark.parametrize("n", range(2, 8))
def test_permutations_of_each_parity_have_their_own_numbers(n: int) -> None:
    for parity in (0, 1):
        every = [packed(values) for values in permutations(range(n)) if is_even(values) == (parity == 0)]
        assert [ranking.is_odd_permutation(permutation, n) for permutation in every] == [parity] * len(every)
        assert [ranking.rank_even_permutation(permutation, n) for permutation in every] == list(range(len(every)))
        numbers = range(factorial(n) // 2)
        assert [ranking.unrank_permutation_of_parity(number, n, parity) for number in numbers] == every
    even = [packed(values) for values in permutations(range(n)) if is_even(values)]
    assert [ranking.unrank_even_permutation(number, n) for number in range(factorial(n) // 2)] == even


@given(st.permutations(range(16)))
def test_sixteen_things_fit_a_word(values: list[int]) -> None:
    number = ranking.rank_permutation(packed(values), 16)
    assert 0 <= number < factorial(16)
    assert ranking.unrank_permutation(number, 16) == packed(values)


@pytest.mark.parametrize(("n", "size"), [(1, 0), (1, 1), (5, 2), (8, 4), (12, 3)])
def test_combinations_are_numbered_without_gaps(n: int, size: int) -> None:
    every = [sum(1 << bit for bit in chosen) for chosen in combinations(range(n), size)]
    numbers = [ranking.rank_combination(chosen) for chosen in every]
    assert sorted(numbers) == list(range(comb(n, size)))
    assert [ranking.unrank_combination(number, n, size) for number in numbers] == every


@given(st.sets(st.integers(0, 62), min_size=1, max_size=20))
def test_large_combinations_come_back(bits: set[int]) -> None:
    chosen = sum(1 << bit for bit in bits)
    number = ranking.rank_combination(chosen)
    assert 0 <= number < comb(63, len(bits))
    assert ranking.unrank_combination(number, 63, len(bits)) == chosen


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_squeezing_and_spreading(bits: int, places: int) -> None:
    squeezed = ranking.squeeze(bits, places)
    assert squeezed < 1 << places.bit_count()
    assert ranking.spread(squeezed, places) == bits & places


@given(st.sets(st.integers(0, 63), min_size=1))
def test_the_nth_bit(bits: set[int]) -> None:
    word = sum(1 << bit for bit in bits)
    assert [ranking.nth_bit(word, n) for n in range(len(bits))] == sorted(bits)


@pytest.mark.parametrize("n", range(1, 9))
def test_reversing_the_first(n: int) -> None:
    values = list(range(8))
    assert ranking.reverse_first(packed(values), n) == packed(values[:n][::-1] + values[n:])


class Nothing(NamedTuple):
    word: int


def round_trip(s: State, number: Word, n: Word) -> Word:
    """The number again, if compiled ranking is what it is in plain Python."""
    if rank_even_permutation(unrank_even_permutation(number, n), n) != number:
        return 0
    return rank_permutation(unrank_permutation(number, n), n)


def test_compiled_ranking_is_the_same() -> None:
    rules = {"generate": rank_permutation, "apply": rank_permutation}
    program = Program(Kernel("nothing", Nothing, rules, {}, max_moves=1, is_trusted=True), [round_trip], Mode.COMPILED)
    for number in (1, 2, 77, factorial(12) // 2 - 1):
        assert program.round_trip(program.state((0,)), program.word(number), program.word(12)) == number
