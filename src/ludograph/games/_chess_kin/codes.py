"""The state of chess's relatives and the codes of their moves: the part of the kernel that tells what stands where.

A set of nodes is one word, or two on boards of more than 64 nodes; where the words are in a state is told by constants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.engine.bits import lowest, replaced
from ludograph.engine.rules import apart

# How a piece goes along a line.
MOVES, TAKES = 1, 2
HOPS = 4  # what it takes is behind another piece
LAME = 8  # the first cell must be empty, and the piece doesn't stop there
THREATENS = 16  # it attacks a king so, and can do nothing else

# A move's code: from, to, what stands there afterwards, and what is special. A drop comes from where it goes to.
TARGET, PLACED, NODE_MASK, KIND_MASK = 7, 14, 127, 31
IN_PASSING, CASTLES, DROPS = 1 << 19, 1 << 20, 1 << 21

# What happens to who can't move and isn't in check.
DRAWS, LOSES, WINS = 0, 1, 2

WORD_SIZE = 64


class State(NamedTuple):
    """The two seats' nodes, then those of each kind of piece, then all the rest: see ``game.state_type_of``."""

    first: int
    second: int
    turn: int


# Bound for each game. Places in the state:
WORDS = 1  # of every set
KINDS = 1
FIRST_KIND = 2
TURN = 2
RIGHTS = 3  # castlings that are still allowed, as bits
PASSED = 4  # the node that a pawn has just stepped over, if it can be taken there
QUIET = 5
NUMBER = 6
LEFT = 7  # checks that are still needed to win, seat by seat
HANDS = 9  # the pieces in hand, seat by seat
# Facts:
NODES = COLUMNS = 0
SEATS = 2
ROYAL = 0  # the kind that is mated; KINDS if there is none
PAWN = 0  # the kind that takes in passing; KINDS if there is none
HELD = 0  # so many kinds can be in hand
MOST_QUIET = 0
QUIET_LIMIT = 0  # a draw after so many plies without progress; 0: never
STALEMATE = DRAWS
MUST_TAKE = EXPLODES = NO_CHECKS = COUNTS_CHECKS = HAS_GOAL = ANSWERS_GOAL = BARE_LOSES = NO_DROP_MATES = 0
PROMOTES_IN_ZONE = 0  # also who leaves the zone may be promoted, and nobody has to who can still move
DEAD_WITHOUT: int = 0  # the kinds without which nobody can win, as bits
# Tables:
LINES_OF: Sequence[int] = ()  # the first line of each seat's kinds from each node
LINE_MODE: Sequence[int] = ()
LINE_AT: Sequence[int] = ()
LINE_NODES: Sequence[int] = ()  # ended by NODES
SIGHT_AT: Sequence[int] = ()  # for each attacking seat and node
SIGHT_NODES: Sequence[int] = ()
SIGHT_KINDS: Sequence[int] = ()  # those that attack from there
SIGHT_NEXT: Sequence[int] = ()  # where to go on when something stands there
SEEN: Sequence[int] = ()  # for each attacking seat and node: all nodes of its sight, as a set
HAS_HOPPERS = HOPPER = 0
ZONE: Sequence[int] = ()  # for each seat: where pieces are promoted, as a set
PLACES: Sequence[int] = ()  # for each seat and kind: where it can stand, as a set
BECOMES_AT: Sequence[int] = ()
BECOMES: Sequence[int] = ()  # for each kind those that it may be promoted to
RESETS: Sequence[int] = ()  # the kinds whose moves count as progress
DOUBLE_STEPS: Sequence[int] = ()  # for each seat and node: where a pawn's double step ends that may be taken in passing
TAKERS: Sequence[int] = ()  # for each seat and node: two nodes from which a pawn takes there
CASTLINGS: Sequence[int] = ()  # seat, king from, king to, rook from, rook to
ROOK = 0
AROUND: Sequence[int] = ()  # for each node: its neighbours, aslant too, as a set
SPARED = 0  # the kind that explosions spare
GOAL: Sequence[int] = ()  # the nodes that a king wins on, as a set
HELD_AS: Sequence[int] = ()  # for each kind: what it is in hand, HELD for nothing
DROPPED: Sequence[int] = ()  # for each kind in hand: the kind on the board
DROP_NODES: Sequence[int] = ()  # for each seat and kind in hand: where it may be dropped, as a set
ONE_IN_FILE = 0  # the kind in hand of which a file has at most one; HELD if there is none


# -- what stands where ------------------------------------------------------------------------------------


def has(s: State, place: int, node: int) -> bool:
    """Whether the set at a place in the state has a node."""
    return (s[place + node // WORD_SIZE] >> (node % WORD_SIZE)) & 1 != 0


def in_table(table_word: int, node: int) -> bool:
    """Whether the word of a table that has a node has it set."""
    return (table_word >> (node % WORD_SIZE)) & 1 != 0


def is_empty(s: State, node: int) -> bool:
    return ((s[node // WORD_SIZE] | s[WORDS + node // WORD_SIZE]) >> (node % WORD_SIZE)) & 1 == 0


def is_of(s: State, seat: int, node: int) -> bool:
    return has(s, seat * WORDS, node)


def kind_on(s: State, node: int) -> int:
    """The kind of piece on a node; KINDS if there is none."""
    for kind in range(KINDS):
        if has(s, FIRST_KIND + kind * WORDS, node):
            return kind
    return KINDS


def put(s: State, seat: int, kind: int, node: int) -> State:
    """A piece comes to an empty node."""
    side = seat * WORDS + node // WORD_SIZE
    place = FIRST_KIND + kind * WORDS + node // WORD_SIZE
    bit = 1 << (node % WORD_SIZE)
    return replaced(replaced(s, side, s[side] | bit), place, s[place] | bit)


@apart
def removed(s: State, node: int) -> State:
    """Whatever stands on a node leaves it."""
    if is_empty(s, node):
        return s
    side = node // WORD_SIZE
    if not is_of(s, 0, node):
        side += WORDS
    place = FIRST_KIND + kind_on(s, node) * WORDS + node // WORD_SIZE
    bit = 1 << (node % WORD_SIZE)
    return replaced(replaced(s, side, s[side] ^ bit), place, s[place] ^ bit)


def royal_node(s: State, seat: int) -> int:
    """Where a seat's king is; NODES if it has none."""
    for word in range(WORDS):
        kings = s[seat * WORDS + word] & s[FIRST_KIND + ROYAL * WORDS + word]
        if kings:
            return word * WORD_SIZE + lowest(kings)
    return NODES
