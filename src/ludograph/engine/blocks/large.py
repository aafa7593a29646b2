"""Sets of up to 384 nodes, for boards such as that of Go. For use in kernels.

A set is so many words of the state, from a place on: states begin as ``LargeSides`` does, with the mover's nodes and
the other side's, and have the seat somewhere behind. On smaller boards only the words that there are nodes for are
looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.bits import WORD, lowest, popcount, replaced
from ludograph.engine.blocks.lines import line_masks
from ludograph.engine.rules import Moves

if TYPE_CHECKING:
    from ludograph.board.tables import Words

State = TypeVar("State", bound=tuple[int, ...])
LARGE_WORDS = 6  # that a set has in the state
MINE, THEIRS = 0, LARGE_WORDS  # where the sets of both sides begin
MOST_LARGE_NODES = LARGE_WORDS * tables.WORD_BITS

# Bound for each game by large_constants and large_line_constants.
BOARD_WORDS = 1  # of them are needed for the nodes of the board
NODES = 0
EVERY_NODE: Sequence[int] = ()  # the set of all nodes
LARGE_FIRSTS: Sequence[int] = ()  # for each direction the lowest nodes of its lines, as a set
LARGE_STEPS: Sequence[int] = ()  # and how far it is from one node of a line to the next
LARGE_LENGTH = 0


def has_node(s: State, side: int, node: int) -> bool:
    return s[side + (node >> 6)] >> (node & 63) & 1 != 0


def with_large_node(s: State, side: int, node: int) -> State:
    place = side + (node >> 6)
    return replaced(s, place, s[place] | 1 << (node & 63))


def without_large_node(s: State, side: int, node: int) -> State:
    place = side + (node >> 6)
    return replaced(s, place, s[place] & ~(1 << (node & 63)))


def large_size(s: State, side: int) -> int:
    """How many nodes a side has."""
    size = 0
    for word in range(BOARD_WORDS):
        size += popcount(s[side + word])
    return size


def lowest_large(s: State, side: int) -> int:
    """The first node of a side; as many as there are nodes when it has none."""
    for word in range(BOARD_WORDS):
        if s[side + word]:
            return word << 6 | lowest(s[side + word])
    return NODES


def chosen_side(s: State, side: int) -> State:
    """A state in which a side's nodes are the mover's, and the other side has none."""
    for word in range(BOARD_WORDS):
        s = replaced(replaced(s, MINE + word, s[side + word]), THEIRS + word, 0)
    return s


def sides_exchanged(s: State) -> State:
    """The state in which what was the mover's is the other side's; who is to move is another question."""
    for word in range(BOARD_WORDS):
        mine = s[MINE + word]
        s = replaced(s, MINE + word, s[THEIRS + word])
        s = replaced(s, THEIRS + word, mine)
    return s


def generate_large_places(s: State, out: Moves, n: int) -> int:
    """One move for each node that nobody holds."""
    for word in range(BOARD_WORDS):
        free = EVERY_NODE[word] & ~(s[MINE + word] | s[THEIRS + word])
        while free:
            out[n] = word << 6 | lowest(free)
            n += 1
            free &= free - 1
    return n


def has_large_line(s: State, side: int) -> bool:
    """Whether a side has a whole line. All lines in one direction are looked at together."""
    for direction in range(len(LARGE_STEPS)):
        for word in range(BOARD_WORDS):
            found = LARGE_FIRSTS[direction * BOARD_WORDS + word] & s[side + word]
            node = 1
            while found and node < LARGE_LENGTH:
                found &= shifted_word(s, side, word, node * LARGE_STEPS[direction])
                node += 1
            if found:
                return True
    return False


def shifted_word(s: State, side: int, word: int, by: int) -> int:
    """One word of a set whose nodes are all moved down by a number."""
    place = word + (by >> 6)
    bits = by & 63
    low = s[side + place] >> bits if place < BOARD_WORDS else 0
    high = s[side + place + 1] << (64 - bits) if place + 1 < BOARD_WORDS else 0
    return (low | high) & WORD


# -- the tables ---------------------------------------------------------------------------------------------------


def large_constants(board: Board) -> dict[str, Any]:
    """The words of a board."""
    words = -(-len(board) // tables.WORD_BITS)
    return {"BOARD_WORDS": words, "EVERY_NODE": large_words([(1 << len(board)) - 1], words)}


def large_line_constants(board: Board, length: int) -> dict[str, Any]:
    """The tables of lines of a length, diagonals too, on a grid, where all steps in a direction are equal."""
    words = -(-len(board) // tables.WORD_BITS)
    firsts: dict[int, int] = {}
    for line in line_masks(board, length, diagonals=True):
        first, second = lowest(line), lowest(line & (line - 1))
        firsts[second - first] = firsts.get(second - first, 0) | 1 << first
    return {
        "LARGE_LENGTH": length,
        "LARGE_STEPS": tables.words(list(firsts)),
        "LARGE_FIRSTS": large_words(firsts.values(), words),
    }


def large_words(masks: Iterable[int], words: int) -> Words:
    """Sets as one table, all words of each behind those of the one before."""
    return tables.words([mask >> tables.WORD_BITS * word & WORD for mask in masks for word in range(words)])
