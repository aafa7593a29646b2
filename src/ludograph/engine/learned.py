"""A learned evaluation, as a kernel function: what stands on small groups of nodes is looked up in tables.

The entry of a block is the number that its contents make, in the base of how many there are, and nothing. The entries
of several blocks stand side by side in one word: for every eight nodes and every set of them a table has what the
lowest bit of their contents adds to all of these entries at once; the other bits add twice as much, and so on.

Scores are the first seat's, whoever is to move. A weight is two numbers, for a full board and for an empty one.
"""

from __future__ import annotations

from ludograph.engine.bits import popcount
from ludograph.engine.declared.contents import (
    DECLARED_CONTENTS,
    DECLARED_PLAIN,
    declared_cells,
)
from ludograph.engine.rules import State, game

FINE_BITS = 3  # weights are eighths of a hundredth of a piece
WEIGHT = 1 << 15  # what is added to each of them, as words have no sign
SHARE_BITS = 8

# Bound for each game by ``learning.tables``.
LEARNED_SET_WORDS = 1  # how many words of a set have nodes
LEARNED_PLANES = 1
LEARNED_IN_PLANE: tuple[int, ...] = ()  # for each seat to move, plane and kind of piece: all bits, or none
LEARNED_BYTES_OF_WORD = 0  # how many times eight nodes are looked at, of each word of a set and for each group …
LEARNED_BYTES: tuple[int, ...] = ()  # … where in the word they begin …
LEARNED_PARTS: tuple[int, ...] = ()  # … and what each set of them adds to the entries
LEARNED_BLOCKS: tuple[int, ...] = ()  # where the blocks of each group begin
LEARNED_PLACES: tuple[int, ...] = ()  # where each block's entries begin in the weights …
LEARNED_SHIFTS: tuple[int, ...] = ()  # … and its entry in the word
LEARNED_MASK = 0
LEARNED_WEIGHTS: tuple[int, ...] = ()
LEARNED_CAPS: tuple[int, ...] = ()  # up to how many of each content are counted …
LEARNED_STRIDES: tuple[int, ...] = ()  # … and what each adds to the entry of the counts
LEARNED_HANDS: tuple[int, ...] = ()  # where in the state pieces beside the board are counted …
LEARNED_HAND_CAPS: tuple[int, ...] = ()  # … and the same of them, for each seat to move
LEARNED_HAND_STRIDES: tuple[int, ...] = ()
LEARNED_COUNTS: tuple[int, ...] = ()
LEARNED_SHARES: tuple[int, ...] = ()  # by the number of pieces: how much of a weight is its first number
LEARNED_EVEN = 0  # what the tables say of an even position
LEARNED_TEMPO = 0  # what it is worth to be to move, and EVEN


def cells_in_plane(s: State, seat: int, plane: int, word: int) -> int:
    """The nodes whose content has a certain bit: there are fewer planes than contents."""
    cells = 0
    for piece in range(len(DECLARED_PLAIN)):
        cells |= (
            declared_cells(s, piece, word)
            & LEARNED_IN_PLANE[(seat * LEARNED_PLANES + plane) * len(DECLARED_PLAIN) + piece]
        )
    return cells


def evaluate(s: State) -> int:
    """What the tables say, for the side to move."""
    seat = game.turn(s)
    first = seat * len(DECLARED_PLAIN)
    pieces = 0
    counted = 0
    for piece in range(len(DECLARED_PLAIN)):
        number = 0
        for word in range(LEARNED_SET_WORDS):
            number += popcount(declared_cells(s, piece, word))
        content = DECLARED_CONTENTS[first + piece]
        pieces += number
        counted += min(number, LEARNED_CAPS[content]) * LEARNED_STRIDES[content]
    for hand in range(len(LEARNED_HANDS)):
        place = seat * len(LEARNED_HANDS) + hand
        counted += min(s[LEARNED_HANDS[hand]], LEARNED_HAND_CAPS[place]) * LEARNED_HAND_STRIDES[place]
    weight = LEARNED_COUNTS[counted]
    early = weight & 0xFFFF
    late = weight >> 16
    for group in range(len(LEARNED_BLOCKS) - 1):
        entries = 0
        for word in range(LEARNED_SET_WORDS):
            at = group * LEARNED_SET_WORDS + word
            for plane in range(LEARNED_PLANES):
                cells = cells_in_plane(s, seat, plane, word)
                added = 0
                for part in range(at * LEARNED_BYTES_OF_WORD, (at + 1) * LEARNED_BYTES_OF_WORD):
                    added += LEARNED_PARTS[(part << 8) + ((cells >> LEARNED_BYTES[part]) & 0xFF)]
                entries += added << plane
        for block in range(LEARNED_BLOCKS[group], LEARNED_BLOCKS[group + 1]):
            weight = LEARNED_WEIGHTS[LEARNED_PLACES[block] + ((entries >> LEARNED_SHIFTS[block]) & LEARNED_MASK)]
            early += weight & 0xFFFF
            late += weight >> 16
    share = LEARNED_SHARES[pieces]
    score = (early * share + late * ((1 << SHARE_BITS) - share)) >> (SHARE_BITS + FINE_BITS)
    if seat == 0:
        return LEARNED_TEMPO + score - LEARNED_EVEN
    return LEARNED_TEMPO + LEARNED_EVEN - score
