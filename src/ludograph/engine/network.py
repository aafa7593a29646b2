"""A learned evaluation, as a kernel function: a small network with one hidden layer, for games with many kinds of
pieces.

Each seat has a view of the board, the second one's turned round by the symmetry that exchanges the seats, where there
is one. In a view every piece on its node adds its weights to the units; what is above 0 in a unit counts for its seat,
in the latter half of them against it. Units stand side by side in words, four of 16 bits in each: a weight that is
negative borrows from the unit above, and all is right again in the sums, since what they begin with keeps these above
0. To this come weights of the pieces themselves, for a full board and for an empty one, and the game's own
evaluation, if the network was learned beside it.

Nothing is added up anew where a move has changed only a few pieces: the sums of a state are kept in the memory of who
searches, beside the state that they are of, and brought from there to another one by what is different. Nobody has to
say which state that is; of an empty memory it is the empty board.
"""

from __future__ import annotations

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import WORD, abreast, lowest, replaced
from ludograph.engine.declared.contents import CONTENT_PIECES, CONTENT_STRIDE, declared_cells
from ludograph.engine.rules import EVEN, JUDGED_WORDS, State, Words, game

# All begin so: what a game's constants are called replaces what other parts of its kernel call the same.
NETWORK_WORDS = 16  # of units
NETWORK_HALF_OF_WORDS = NETWORK_WORDS // 2
NETWORK_UNIT_BITS, NETWORK_UNITS_IN_WORD = 16, 4
NETWORK_ZERO = 1 << (NETWORK_UNIT_BITS - 1)  # what stands for 0 in a unit
NETWORK_EVERY_UNIT = 0x0001_0001_0001_0001
NETWORK_EVERY_OTHER_UNIT = 0x0000_FFFF_0000_FFFF
NETWORK_FINE_BITS = 2  # weights are fourths of a hundredth of a piece
NETWORK_SHARE_BITS = 8
NETWORK_NO_PIECES = 1 << 28  # what the weights of pieces themselves begin with
NETWORK_HALF, NETWORK_LOWER_HALF = 32, 0xFFFF_FFFF

# Places among what is kept: the units as the first seat sees the board, as the second does, the sum of the weights of
# the pieces themselves, how many there are, and the state.
NETWORK_FIRST, NETWORK_SECOND = 0, NETWORK_WORDS
NETWORK_THEMSELVES, NETWORK_NUMBER, NETWORK_STATE = range(2 * NETWORK_WORDS, 2 * NETWORK_WORDS + 3)
NETWORK_SUMS = NETWORK_STATE
NETWORK_MOST_OF_STATE = JUDGED_WORDS - NETWORK_STATE  # words

# Bound for each game by ``learning.networks``.
NETWORK_NODES = 0
NETWORK_SET_WORDS = 1  # how many words of a set have nodes
NETWORK_CONTENTS = 0  # how many contents there are
NETWORK_BIASES: tuple[int, ...] = ()  # what the units of who is to move begin with, then those of the other
NETWORK_WEIGHTS: tuple[int, ...] = ()  # for each content and node, then for each hand, the weights for all units
NETWORK_TURNED: tuple[int, ...] = ()  # where these are in the second seat's view
NETWORK_PIECES: tuple[int, ...] = ()  # for the same, in the first one's view, the weights of the pieces themselves
NETWORK_HANDS: tuple[int, ...] = ()  # for each seat to move, where in the state the pieces of each hand are counted
NETWORK_SHARES: tuple[int, ...] = ()  # by the number of pieces: how much of a piece's weight is its first number
NETWORK_EVEN = 0  # what the network says of an even position
NETWORK_TEMPO = 0  # what it is worth to be to move
NETWORK_ADDS = 0  # whether it was learned beside the game's own evaluation


def judged(s: State, before: int, at: int, memory: Words) -> int:
    """What the network says, for the side to move, and the game's own evaluation."""
    bring_sums(s, before, at, memory)
    seat = game.turn(s)
    first, second = at + NETWORK_FIRST, at + NETWORK_SECOND
    of_first, of_second = NETWORK_WORDS * seat, NETWORK_WORDS * (1 - seat)
    good = 0
    bad = 0
    for i in abreast(NETWORK_HALF_OF_WORDS):
        good += above_zero((memory[first + i] + NETWORK_BIASES[of_first + i]) & WORD)
        bad += above_zero((memory[second + i] + NETWORK_BIASES[of_second + i]) & WORD)
    for i in abreast(NETWORK_HALF_OF_WORDS):
        j = i + NETWORK_HALF_OF_WORDS
        bad += above_zero((memory[first + j] + NETWORK_BIASES[of_first + j]) & WORD)
        good += above_zero((memory[second + j] + NETWORK_BIASES[of_second + j]) & WORD)
    share = NETWORK_SHARES[memory[at + NETWORK_NUMBER]]
    themselves = memory[at + NETWORK_THEMSELVES] + (NETWORK_NO_PIECES | (NETWORK_NO_PIECES << NETWORK_HALF))
    early = (themselves & NETWORK_LOWER_HALF) * share
    late = ((themselves >> NETWORK_HALF) & NETWORK_LOWER_HALF) * ((1 << NETWORK_SHARE_BITS) - share)
    ahead = ((early + late) >> NETWORK_SHARE_BITS) + (good & NETWORK_LOWER_HALF) + (good >> NETWORK_HALF)
    score = (ahead - (bad & NETWORK_LOWER_HALF) - (bad >> NETWORK_HALF)) >> NETWORK_FINE_BITS
    own = game.evaluate(s) if NETWORK_ADDS else EVEN
    if seat == 0:
        return own + NETWORK_TEMPO + score - NETWORK_EVEN
    return own + NETWORK_TEMPO + NETWORK_EVEN - score


def above_zero(word: int) -> int:
    """What is above 0 in the units of a word, as two numbers in its halves."""
    is_above = (word >> (NETWORK_UNIT_BITS - 1)) & NETWORK_EVERY_UNIT
    left = word & (((is_above << (NETWORK_UNIT_BITS - 1)) & WORD) - is_above)
    return (left & NETWORK_EVERY_OTHER_UNIT) + ((left >> NETWORK_UNIT_BITS) & NETWORK_EVERY_OTHER_UNIT)


def bring_sums(s: State, before: int, at: int, memory: Words) -> None:
    """Make the sums of a state from those of another one, which are kept at ``before``, and keep them."""
    was = s
    for place in range(len(s)):
        was = replaced(was, place, memory[before + NETWORK_STATE + place])
        memory[at + NETWORK_STATE + place] = s[place]
    if before != at:
        for i in abreast(NETWORK_SUMS):
            memory[at + i] = memory[before + i]
    for content in range(NETWORK_CONTENTS):
        for word in range(NETWORK_SET_WORDS):
            cells = cells_of(s, content, word)
            cells_before = cells_of(was, content, word)
            changed = cells ^ cells_before
            while changed:
                node = lowest(changed)
                changed &= changed - 1
                add(content * NETWORK_NODES + word * WORD_BITS + node, (cells >> node) & 1, at, memory)
    for hand in range(len(NETWORK_HANDS) // 2):
        add_hand(hand, s, was, at, memory)


def cells_of(s: State, content: int, word: int) -> int:
    """Where the pieces of a content are, counted from 0 on, in one of the words of a set."""
    return declared_cells(s, CONTENT_PIECES[game.turn(s) * CONTENT_STRIDE + content + 1], word)


def add(place: int, is_there: int, at: int, memory: Words) -> None:
    """A piece has come, or gone."""
    if is_there:
        add_times(place, 1, at, memory)
        memory[at + NETWORK_NUMBER] = memory[at + NETWORK_NUMBER] + 1
    else:
        add_times(place, WORD, at, memory)
        memory[at + NETWORK_NUMBER] = memory[at + NETWORK_NUMBER] - 1


def add_times(place: int, times: int, at: int, memory: Words) -> None:
    """The weights at a place, so many times."""
    weights, turned = place * NETWORK_WORDS, NETWORK_TURNED[place] * NETWORK_WORDS
    first, second = at + NETWORK_FIRST, at + NETWORK_SECOND
    for i in abreast(NETWORK_WORDS):
        memory[first + i] = (memory[first + i] + times * NETWORK_WEIGHTS[weights + i]) & WORD
        memory[second + i] = (memory[second + i] + times * NETWORK_WEIGHTS[turned + i]) & WORD
    memory[at + NETWORK_THEMSELVES] = (memory[at + NETWORK_THEMSELVES] + times * NETWORK_PIECES[place]) & WORD


def add_hand(hand: int, s: State, was: State, at: int, memory: Words) -> None:
    """What has come into a hand, or gone."""
    hands = len(NETWORK_HANDS) // 2
    number = s[NETWORK_HANDS[game.turn(s) * hands + hand]]
    number_before = was[NETWORK_HANDS[game.turn(was) * hands + hand]]
    if number != number_before:
        add_times(NETWORK_CONTENTS * NETWORK_NODES + hand, (number - number_before) & WORD, at, memory)
