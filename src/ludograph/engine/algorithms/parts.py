"""Puzzles in parts, each of which owns a slice of the ranks, or of the keys by a mix of them, and what is in it.

The neighbours of what a part has are put into lists, one for each part; who owns them looks which of them are new.
"""

from __future__ import annotations

from ludograph.engine.algorithms.table import lane_of, without_lowest, zero_lanes
from ludograph.engine.rules import Distances, Indices, Moves, Word, Words, game

ODD = 0x9E37_79B9_7F4A_7C15
#: Owners are counted in parts of 2**-48: with fewer than 2**16 parts, the product is a word.
OWNER_BITS = 48


def place_of_key(key: Word, mask: Word, shift: Word) -> Word:
    """Where a key is: itself where nothing is to be shifted, else a mix of its bits, as many as the mask has. Each
    step can be undone, so that different keys have different places."""
    if shift == 0:
        return key
    place = (key * ODD) & mask
    place ^= place >> shift
    return (place * ODD) & mask


def owner_of(place: Word, drop: Word, factor: Word) -> int:
    """The part that owns a place: slices follow each other in the order of the parts. Without a division."""
    return int(((place >> drop) * factor) >> OWNER_BITS)


def route_keys(
    keys: Words,
    first: int,
    last: int,
    forwards: int,
    mask: Word,
    shift: Word,
    drop: Word,
    factor: Word,
    sent: Words,
    out: Words,
    room: int,
    ends: Words,
    buffer: Moves,
) -> int:
    """Put the neighbours of some keys into the lists of their owners, each behind its end; returns the first key that
    there was no room for. ``sent`` knows many of those that were put there before, which are left out; its size is a
    power of two."""
    fullest = 0
    for part in range(len(ends)):
        fullest = max(fullest, int(ends[part]))
    for k in range(first, last):
        if fullest + len(buffer) > room:
            return k
        count: int = game.children(keys[k], buffer, 0) if forwards else game.parents(keys[k], buffer, 0)
        for i in range(count):
            key = buffer[i]
            place = place_of_key(key, mask, shift)
            slot = int(place & Word(len(sent) - 1))
            if sent[slot] != key:
                sent[slot] = key
                part = owner_of(place, drop, factor)
                end = int(ends[part])
                out[part * room + end] = key
                ends[part] = end + 1
                fullest = max(fullest, end + 1)
    return last


def route_ranks(
    ranks: Words,
    first: int,
    last: int,
    forwards: int,
    drop: Word,
    factor: Word,
    begins: Words,
    own: int,
    sent: Words,
    out: Indices,
    room: int,
    ends: Words,
    table: Distances,
    level: int,
    unseen: int,
    listed: Indices,
    buffer: Moves,
) -> int:
    """The same for ranks, which are written as their owners count them: from where their slices begin. Those of the
    part itself are absorbed at once; how many of them are new is added to the end of its own list, which is not
    written."""
    fullest = 0
    for part in range(len(ends)):
        if part != own:
            fullest = max(fullest, int(ends[part]))
    found = int(ends[own])
    for k in range(first, last):
        if fullest + len(buffer) > room:
            ends[own] = found
            return k
        count: int = game.children(ranks[k], buffer, 0) if forwards else game.parents(ranks[k], buffer, 0)
        for i in range(count):
            rank = buffer[i]
            part = owner_of(rank, drop, factor)
            number = int(rank - begins[part])
            if part == own:
                if table[number] == unseen:
                    table[number] = level
                    if found < len(listed):
                        listed[found] = number
                    found += 1
            else:
                slot = int((rank ^ (rank >> 20)) & Word(len(sent) - 1))
                if sent[slot] != rank:
                    sent[slot] = rank
                    end = int(ends[part])
                    out[part * room + end] = number
                    ends[part] = end + 1
                    fullest = max(fullest, end + 1)
    ends[own] = found
    return last


def absorb_keys(
    keys: Words, first: int, last: int, mask: Word, shift: Word, begin: Word, marks: Words, wanted: int, out: Words
) -> int:
    """List those of some keys whose bit is ``wanted``, and flip it, so that each comes once; returns how many."""
    end = 0
    for k in range(first, last):
        key = keys[k]
        place = place_of_key(key, mask, shift) - begin
        bit = place & 63
        word = marks[place >> 6]
        is_new = ((word >> bit) & 1) ^ Word(wanted) ^ 1
        marks[place >> 6] = word ^ (is_new << bit)
        out[end] = key  # without a branch: what is not new is overwritten
        end += int(is_new)
    return end


def absorb_ranks(
    ranks: Indices, first: int, last: int, table: Distances, level: int, unseen: int, listed: Indices, found: int
) -> int:
    """Give the unseen ones of some ranks the distance ``level`` and list as many as there is room for, behind those
    that were found before; returns how many there are with these."""
    for k in range(first, last):
        rank = ranks[k]
        if table[rank] == unseen:
            table[rank] = level
            if found < len(listed):
                listed[found] = rank
            found += 1
    return found


def list_level(words: Words, first: int, last: int, level: int, lanes: int, ones: Word, out: Indices) -> int:
    """List the ranks of a distance in the words first … last - 1 of a table; returns how many there are."""
    end = 0
    pattern = ones * Word(level)
    for w in range(first, last):
        marks = zero_lanes(words[w] ^ pattern, ones, lanes)
        while marks:
            out[end] = w * lanes + lane_of(marks, lanes)
            end += 1
            marks = without_lowest(marks)
    return end
