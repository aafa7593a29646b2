"""A learned evaluation, as a kernel function: a small network with one hidden layer, for games with many kinds of
pieces.

Each seat has a view of the board, the second one's turned round by the symmetry that exchanges the seats, where there
is one. In a view every piece on its node adds its weights to the units; what is above 0 in a unit counts for its seat,
in the latter half of them against it. Units stand side by side in words, four of 16 bits in each: a weight that is
negative borrows from the unit above, and all is right again in the sums, since what they begin with keeps these above
0. To this come weights of the pieces themselves, for a full board and for an empty one, and the game's own
evaluation, if the network was learned beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import WORD, lowest, popcount
from ludograph.engine.declared.contents import DECLARED_CONTENTS, DECLARED_PLAIN, declared_cells
from ludograph.engine.rules import State, game

# All begin so: what a game's constants are called replaces what other parts of its kernel call the same.
NETWORK_WORDS = 8  # of units
NETWORK_UNIT_BITS, NETWORK_UNITS_IN_WORD = 16, 4
NETWORK_ZERO = 1 << (NETWORK_UNIT_BITS - 1)  # what stands for 0 in a unit
NETWORK_EVERY_UNIT = 0x0001_0001_0001_0001
NETWORK_EVERY_OTHER_UNIT = 0x0000_FFFF_0000_FFFF
NETWORK_FINE_BITS = 2  # weights are fourths of a hundredth of a piece
NETWORK_SHARE_BITS = 8
NETWORK_NO_PIECES = 1 << 28  # what the weights of pieces themselves begin with
NETWORK_HALF, NETWORK_LOWER_HALF = 32, 0xFFFF_FFFF

# Bound for each game by ``learning.networks``.
NETWORK_NODES = 0
NETWORK_SET_WORDS = 1  # how many words of a set have nodes
NETWORK_BIASES: tuple[int, ...] = ()  # what the units of who is to move begin with, then those of the other
NETWORK_WEIGHTS: tuple[int, ...] = ()  # for each content and node, then for each hand, the weights for all units
NETWORK_TURNED: tuple[int, ...] = ()  # where these are in the second seat's view
NETWORK_PIECES: tuple[int, ...] = ()  # for the same, in the first one's view, the weights of the pieces themselves
NETWORK_HANDS: tuple[int, ...] = ()  # where in the state pieces beside the board are counted …
NETWORK_HAND_NUMBERS: tuple[int, ...] = ()  # … and their number among the hands, for each seat to move
NETWORK_SHARES: tuple[int, ...] = ()  # by the number of pieces: how much of a piece's weight is its first number
NETWORK_EVEN = 0  # what the network says of an even position
NETWORK_TEMPO = 0  # what it is worth to be to move


class Units(NamedTuple):
    unit0: int
    unit1: int
    unit2: int
    unit3: int
    unit4: int
    unit5: int
    unit6: int
    unit7: int


def begun(at: int) -> Units:
    return Units(
        NETWORK_BIASES[at],
        NETWORK_BIASES[at + 1],
        NETWORK_BIASES[at + 2],
        NETWORK_BIASES[at + 3],
        NETWORK_BIASES[at + 4],
        NETWORK_BIASES[at + 5],
        NETWORK_BIASES[at + 6],
        NETWORK_BIASES[at + 7],
    )


def added(units: Units, place: int, times: int) -> Units:
    """With the weights at a place, so many times."""
    at = place * NETWORK_WORDS
    return Units(
        (units.unit0 + times * NETWORK_WEIGHTS[at]) & WORD,
        (units.unit1 + times * NETWORK_WEIGHTS[at + 1]) & WORD,
        (units.unit2 + times * NETWORK_WEIGHTS[at + 2]) & WORD,
        (units.unit3 + times * NETWORK_WEIGHTS[at + 3]) & WORD,
        (units.unit4 + times * NETWORK_WEIGHTS[at + 4]) & WORD,
        (units.unit5 + times * NETWORK_WEIGHTS[at + 5]) & WORD,
        (units.unit6 + times * NETWORK_WEIGHTS[at + 6]) & WORD,
        (units.unit7 + times * NETWORK_WEIGHTS[at + 7]) & WORD,
    )


def above_zero(word: int) -> int:
    """What is above 0 in the units of a word, as two numbers in its halves."""
    is_above = (word >> (NETWORK_UNIT_BITS - 1)) & NETWORK_EVERY_UNIT
    left = word & (((is_above << (NETWORK_UNIT_BITS - 1)) & WORD) - is_above)
    return (left & NETWORK_EVERY_OTHER_UNIT) + ((left >> NETWORK_UNIT_BITS) & NETWORK_EVERY_OTHER_UNIT)


def for_seat(units: Units) -> int:
    return above_zero(units.unit0) + above_zero(units.unit1) + above_zero(units.unit2) + above_zero(units.unit3)


def against_seat(units: Units) -> int:
    return above_zero(units.unit4) + above_zero(units.unit5) + above_zero(units.unit6) + above_zero(units.unit7)


def evaluate(s: State) -> int:
    """What the network says, for the side to move, and the game's own evaluation."""
    seat = game.turn(s)
    first = begun(seat * NETWORK_WORDS)
    second = begun((1 - seat) * NETWORK_WORDS)
    themselves = NETWORK_NO_PIECES | (NETWORK_NO_PIECES << NETWORK_HALF)
    pieces = 0
    for piece in range(len(DECLARED_PLAIN)):
        content = DECLARED_CONTENTS[seat * len(DECLARED_PLAIN) + piece] - 1
        for word in range(NETWORK_SET_WORDS):
            cells = declared_cells(s, piece, word)
            pieces += popcount(cells)
            while cells:
                place = content * NETWORK_NODES + word * WORD_BITS + lowest(cells)
                cells &= cells - 1
                themselves = (themselves + NETWORK_PIECES[place]) & WORD
                first = added(first, place, 1)
                second = added(second, NETWORK_TURNED[place], 1)
    for hand in range(len(NETWORK_HANDS)):
        place = NETWORK_HAND_NUMBERS[seat * len(NETWORK_HANDS) + hand]
        number = s[NETWORK_HANDS[hand]]
        themselves = (themselves + number * NETWORK_PIECES[place]) & WORD
        first = added(first, place, number)
        second = added(second, NETWORK_TURNED[place], number)
    good = for_seat(first) + against_seat(second)
    bad = against_seat(first) + for_seat(second)
    share = NETWORK_SHARES[pieces]
    early = (themselves & NETWORK_LOWER_HALF) * share
    late = (themselves >> NETWORK_HALF) * ((1 << NETWORK_SHARE_BITS) - share)
    ahead = ((early + late) >> NETWORK_SHARE_BITS) + (good & NETWORK_LOWER_HALF) + (good >> NETWORK_HALF)
    score = (ahead - (bad & NETWORK_LOWER_HALF) - (bad >> NETWORK_HALF)) >> NETWORK_FINE_BITS
    if seat == 0:
        return game.own_evaluate(s) + NETWORK_TEMPO + score - NETWORK_EVEN
    return game.own_evaluate(s) + NETWORK_TEMPO + NETWORK_EVEN - score
