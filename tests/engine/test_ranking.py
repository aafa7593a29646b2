"""Numbers of permutations of one parity."""

from __future__ import annotations

from itertools import permutations

import pytest

from ludograph.engine.ranking import (
    is_odd_permutation,
    rank_even_permutation,
    unrank_even_permutation,
    unrank_permutation_of_parity,
)


@pytest.mark.parametrize("n", range(2, 7))
def test_permutations_of_each_parity_have_their_own_numbers(n: int) -> None:
    by_parity: tuple[list[int], list[int]] = ([], [])
    for permutation in permutations(range(n)):
        inversions = sum(permutation[i] > permutation[j] for i in range(n) for j in range(i + 1, n))
        word = sum(value << (4 * place) for place, value in enumerate(permutation))
        assert is_odd_permutation(word, n) == inversions % 2
        by_parity[inversions % 2].append(word)
    for parity, words in enumerate(by_parity):
        assert [unrank_permutation_of_parity(number, n, parity) for number in range(len(words))] == words
    assert [unrank_even_permutation(number, n) for number in range(len(by_parity[0]))] == by_parity[0]
    assert [rank_even_permutation(word, n) for word in by_parity[0]] == list(range(len(by_parity[0])))
