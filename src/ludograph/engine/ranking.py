"""Numbering arrangements without gaps: permutations, even permutations, combinations. For use in kernels.

A permutation of up to 16 things is a word with four bits for each place, the first place lowest. A combination is a
set of bits. Arrangements of like things (multisets) are products of combinations: choose the places of the first kind
among all, of the second among those left, and so on (``spread`` and ``squeeze`` go between all places and those left).
Products of independent parts are mixed radix: ``rank = a + A * (b + B * c)``.
"""

from __future__ import annotations

from math import comb, factorial

from ludograph.engine.bits import byteswap, lowest, popcount

IN_ORDER = 0xFEDC_BA98_7654_3210
FACTORIALS = tuple(factorial(n) for n in range(21))
#: ``BINOMIALS[64 * n + k]``: the ways to choose k of n, as far as they fit a word.
BINOMIALS = tuple(comb(n, k) if comb(n, k) < 2**63 else 0 for n in range(64) for k in range(64))


def rank_permutation(permutation: int, n: int) -> int:
    """The number of a permutation of 0 … n - 1, n ≤ 16, in the order of their sequences (its Lehmer code): below n!."""
    number = 0
    used = 0
    for place in range(n):
        value = (permutation >> (4 * place)) & 15
        smaller = value - popcount(used & ((1 << value) - 1))
        number += smaller * FACTORIALS[n - 1 - place]
        used |= 1 << value
    return number


def unrank_permutation(number: int, n: int) -> int:
    """The permutation with this number."""
    permutation = 0
    left = (1 << n) - 1
    for place in range(n):
        weight = FACTORIALS[n - 1 - place]
        digit = number // weight
        number -= digit * weight
        value = nth_bit(left, digit)
        permutation |= value << (4 * place)
        left ^= 1 << value
    return permutation


def is_odd_permutation(permutation: int, n: int) -> int:
    """1 when an odd number of exchanges makes the permutation, else 0."""
    inversions = 0
    used = 0
    for place in range(n):
        value = (permutation >> (4 * place)) & 15
        inversions += popcount(used >> value)
        used |= 1 << value
    return inversions & 1


def rank_arrangement(places: int, count: int, n: int) -> int:
    """The number of an arrangement of some things at different places of n ≤ 16, four bits for each: below
    n! / (n - count)!. Arrangements that differ only in the last thing have neighbouring numbers."""
    number = 0
    used = 0
    for k in range(count):
        place = (places >> (4 * k)) & 15
        number = number * (n - k) + place - popcount(used & ((1 << place) - 1))
        used |= 1 << place
    return number


def unrank_arrangement(number: int, count: int, n: int) -> int:
    """The arrangement with this number."""
    digits = 0
    for step in range(count):
        choices = n - count + 1 + step
        digits = (digits << 4) | (number % choices)
        number //= choices
    places = 0
    left = IN_ORDER
    for k in range(count):
        shift = 4 * ((digits >> (4 * k)) & 15)
        before = (1 << shift) - 1
        places |= ((left >> shift) & 15) << (4 * k)
        left = (left & before) | ((left >> 4) & ~before)
    return places


def reverse_first(permutation: int, count: int) -> int:
    """The permutation with its first 1 to 15 places in reverse order."""
    exchanged = ((permutation >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((permutation & 0x0F0F_0F0F_0F0F_0F0F) << 4)
    return ((permutation >> (4 * count)) << (4 * count)) | (byteswap(exchanged) >> (64 - 4 * count))


def rank_even_permutation(permutation: int, n: int) -> int:
    """The number of an even permutation among the even ones: below n! / 2. The last two places are no choice."""
    return rank_permutation(permutation, n) >> 1


def unrank_even_permutation(number: int, n: int) -> int:
    """The even permutation with this number."""
    return unrank_permutation_of_parity(number, n, 0)


def unrank_permutation_of_parity(number: int, n: int, parity: int) -> int:
    """The permutation with this number among the odd ones (parity 1) or among the even ones (0)."""
    permutation = unrank_permutation(number << 1, n)
    if is_odd_permutation(permutation, n) == parity:
        return permutation
    # The one that differs in the last two places.
    last_two = permutation >> (4 * (n - 2))
    exchanged = (last_two >> 4) | ((last_two & 15) << 4)
    return permutation ^ ((last_two ^ exchanged) << (4 * (n - 2)))


def rank_combination(chosen: int) -> int:
    """The number of a set of bits among the sets of the same size, in the combinatorial number system: below
    binomial(n, k) for k of n bits."""
    number = 0
    size = 0
    while chosen:
        size += 1
        number += BINOMIALS[64 * lowest(chosen) + size]
        chosen &= chosen - 1
    return number


def unrank_combination(number: int, n: int, size: int) -> int:
    """The set of ``size`` of n bits with this number."""
    chosen = 0
    place = n
    while size > 0:
        place -= 1
        if BINOMIALS[64 * place + size] <= number:
            number -= BINOMIALS[64 * place + size]
            chosen |= 1 << place
            size -= 1
    return chosen


def spread(bits: int, places: int) -> int:
    """The lowest bits put into the places that a set names, from the lowest on: deposit (PDEP)."""
    result = 0
    while bits:
        if bits & 1:
            result |= places & ~(places - 1)
        bits >>= 1
        places &= places - 1
    return result


def squeeze(bits: int, places: int) -> int:
    """The bits in the places that a set names, put one beside the other: extract (PEXT)."""
    result = 0
    bits &= places
    while bits:
        result |= 1 << popcount(places & ((bits & ~(bits - 1)) - 1))
        bits &= bits - 1
    return result


def nth_bit(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, from 0."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lowest(bits)
