"""An entry of the transposition table: what a search remembers of a position, in one word. Score, depth, bound,
generation and a hash of the best move.

For use in algorithms; like rules, these functions have unsigned words only. Scores are raised by an offset.
"""

from __future__ import annotations

from ludograph.engine.bits import WORD

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
SCORE_BITS = 22
DEPTH_AT, BOUND_AT, GENERATION_AT, MOVE_AT = 22, 30, 32, 48


def entry_of(raised_score: int, depth: int, bound: int, generation: int, move_hash: int) -> int:
    """The word for these; depth and generation have eight bits."""
    found = raised_score | (depth << DEPTH_AT) | (bound << BOUND_AT)
    return found | ((generation & 255) << GENERATION_AT) | (move_hash << MOVE_AT)


def raised_score_in(entry: int) -> int:
    return entry & ((1 << SCORE_BITS) - 1)


def depth_in(entry: int) -> int:
    return (entry >> DEPTH_AT) & 255


def bound_in(entry: int) -> int:
    return (entry >> BOUND_AT) & 3


def generation_in(entry: int) -> int:
    return (entry >> GENERATION_AT) & 255


def move_hash_in(entry: int) -> int:
    return entry >> MOVE_AT


def hash_of_move(move: int) -> int:
    """Sixteen bits, never 0: codes of moves have up to 64."""
    mixed = ((move ^ 0x9E37_79B9_7F4A_7C15) * 0xBF58_476D_1CE4_E5B9) & WORD
    return (mixed >> 48) | 1


def slot_of(key: int, size: int) -> int:
    """Where a table of ``size`` words, a power of two, keeps a position: an even place."""
    return key & (size - 2)
