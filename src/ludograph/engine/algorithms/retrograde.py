"""Reaching all positions of a game for two, by keys: each is looked at once, and its moves are listed on the way.

A key is twice the rank of the least image of a state, and the seat to move. Keys are shared out among parts, one for
each thread, and each part has its own hash table: so the threads don't meet. Positions are numbered by part and seat in
the order in which they are found; the lowest bit of a number is the seat to move, as for the algorithms of ``tiers``,
which tell the results back.
"""

from __future__ import annotations

from ludograph.engine.algorithms.tiers import result_by_rules
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import Distances, Indices, Moves, State, Word, Words, game

#: The positions of a part and a seat are numbered in blocks, so that threads write into different lines of memory.
BLOCK = 1 << 10
#: Of so many children the numbers are guessed before they are entered.
GUESSED_AT_ONCE = 128
#: What a table of keys says of one that it hasn't.
NOWHERE = (1 << 64) - 1


def position_at(place: int, part: int, seat: int, parts: int) -> int:
    """The number of what a part has found as its 1st, 2nd, … position with a seat to move, from 0 on."""
    return 2 * ((place // BLOCK * parts + part) * BLOCK + place % BLOCK) + seat


def key_of(s: State) -> Word:
    rank: Word = game.rank(game.least_image(s))
    seat: Word = game.turn(s)
    return 2 * rank + seat


def expand(
    part: int,
    parts: int,
    seat: int,
    first: int,
    last: int,
    keys: Words,
    left: Distances,
    due: Distances,
    children: Words,
    edges: Indices,
    shares: Indices,
    buffer: Moves,
) -> int:
    """Look at some of the positions that a part has found. What is ``left`` and ``due`` is written as by the look at a
    tier, and into ``edges`` whose moves there are and how many; the keys that they lead to are written at the same
    places of ``children``, and for each part its share of these places, behind their number, into ``shares``. Returns
    the first that there was no room for."""
    at = 1
    for other in range(parts):
        shares[other * len(edges)] = 0
    for place in range(first, last):
        edges[0] = at
        if at + len(buffer) + 2 > len(edges):
            return place
        position = position_at(place, part, seat, parts)
        s = game.unrank(keys[position] >> 1)
        end: int = game.generate(s, buffer, 0)
        left[position] = 1
        if end == 0:
            won_by: int = game.winners(s)
            if won_by != 0:
                due[position] = (won_by >> seat) & 1
                left[position] = 0
        elif not game.drawn(s):
            left[position] = end
            edges[at] = position
            edges[at + 1] = end
            at += 2
            for k in range(end):
                children[at] = key_of(game.apply(s, buffer[k]))
                share = part_of(children[at], parts) * len(edges)
                shares[share] += 1
                shares[share + shares[share]] = at
                at += 1
    edges[0] = at
    return last


def enter(
    part: int, parts: int, own: Indices, children: Words, edges: Indices, keys: Words, slots: Indices, tails: Words
) -> int:
    """Write the numbers of those children that belong to a part, whose places are given; new ones get the next."""
    size = len(slots) // parts
    for first in range(0, len(own), GUESSED_AT_ONCE):
        last = min(first + GUESSED_AT_ONCE, len(own))
        # So the processor waits for many places of the memory at once, not for one after the other.
        for i in range(first, last):
            edges[own[i]] = slots[first_slot(children[own[i]], part, size)]
        for i in range(first, last):
            key = children[own[i]]
            guess = edges[own[i]]
            if guess == 0 or keys[guess - 1] != key:
                guess = entered(key, part, parts, keys, slots, size, tails)
            edges[own[i]] = guess - 1
    return len(own)


def entered(key: Word, part: int, parts: int, keys: Words, slots: Indices, size: int, tails: Words) -> int:
    """One more than the number of a key, which is new or is not where it was guessed."""
    slot = slot_of(key, part, keys, slots, size)
    if slots[slot] == 0:
        seat = int(key & 1)
        position = position_at(int(tails[2 * part + seat]), part, seat, parts)
        tails[2 * part + seat] += 1
        keys[position] = key
        slots[slot] = position + 1
    return slots[slot]


def part_of(key: Word, parts: int) -> int:
    """Which part a key belongs to, without a division."""
    return (int(mixed(FIRST_KEY, key) >> 40) * parts) >> 24


def first_slot(key: Word, part: int, size: int) -> int:
    """Where a key is in the hash table of its part, if no other one was there before. The size is a power of two."""
    return part * size + (int(mixed(FIRST_KEY, key)) & (size - 1))


def slot_of(key: Word, part: int, keys: Words, slots: Indices, size: int) -> int:
    """The place of a key in the hash table of its part, or the empty one in which it belongs."""
    slot = first_slot(key, part, size)
    while slots[slot] != 0 and keys[slots[slot] - 1] != key:
        slot = part * size + ((slot + 1) & (size - 1))
    return slot


def enter_again(part: int, parts: int, keys: Words, slots: Indices, tails: Words) -> int:
    """Put all that a part has found into new slots."""
    size = len(slots) // parts
    for seat in range(2):
        for place in range(int(tails[2 * part + seat])):
            position = position_at(place, part, seat, parts)
            slots[slot_of(keys[position], part, keys, slots, size)] = position + 1
    return part


# ---------------------------------------------------------------------------------------------------------
# What was found, by its sorted keys
# ---------------------------------------------------------------------------------------------------------


def count_images(keys: Words, first: int, last: int, numbers: Distances, counts: Words) -> int:
    """Count some positions by their results, each as often as it has images; the keys are ranks."""
    for position in range(first, last):
        counts[numbers[position]] += Word(game.different_images(game.unrank(keys[position])))
    return last - first


def enter_sorted(keys: Words, first: int, last: int, slots: Words) -> int:
    """Put some of the keys, which are ranks, into one hash table."""
    for position in range(first, last):
        slots[sorted_slot(keys[position], keys, slots)] = Word(position + 1)
    return last - first


def sorted_slot(key: Word, keys: Words, slots: Words) -> int:
    mask = len(slots) - 1
    slot = int(mixed(FIRST_KEY, key)) & mask
    while slots[slot] != 0 and keys[int(slots[slot]) - 1] != key:
        slot = (slot + 1) & mask
    return slot


def place_by_key(s: State, keys: Words, slots: Words) -> Word:
    """The ``place_of`` that ``result_by_rules`` calls."""
    place = slots[sorted_slot(game.rank(game.least_image(s)), keys, slots)]
    return place - 1 if place != 0 else game.nowhere()


def nowhere() -> Word:
    return NOWHERE


def no_extra(s: State) -> Word:
    """All that matters is in the rank."""
    return 0


def first_wrong_in_game(keys: Words, slots: Words, first: int, last: int, numbers: Distances, buffer: Moves) -> int:
    """The first of a part of the positions whose result, or that of one of its images, is not what the rules make of
    the next ones; the one behind them when there is none."""
    for position in range(first, last):
        s = game.unrank(keys[position])
        for symmetry in range(int(game.images())):
            there = game.carried(s, Word(symmetry))
            if result_by_rules(there, keys, numbers, slots, buffer, 0) != numbers[position]:
                return position
    return last
