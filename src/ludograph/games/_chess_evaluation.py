"""What a position of chess is worth, for players that search: part of the kernel of chess.

Each piece is worth something by its kind and square: pieces stand well in the centre, pawns when they are far on, rooks
on the seventh rank, kings in their corner until the queens are gone. A pair of bishops counts a little more.
"""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN
from ludograph.games._chess_attacks import State, checkers, side_of
from ludograph.games._chess_kernel import BECOMES, EN_PASSANT, KIND, TO

#: Pawn, knight, bishop, rook, queen.
VALUES = (100, 320, 330, 500, 950)
BISHOP_PAIR = 30
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KING_AT_THE_END = range(7)


def _centrality(square: int) -> int:
    """6 for the four squares in the middle, 0 for the corners."""
    rank, file = divmod(square, 8)
    return min(rank, 7 - rank) + min(file, 7 - file)


def _worth(kind: int, square: int) -> int:
    """What a piece of White's is worth on a square."""
    rank, centrality = square // 8, _centrality(square)
    if kind == PAWN:
        return VALUES[PAWN] + (0, 0, 2, 6, 14, 30, 60, 0)[rank] + (4 * centrality if rank in (2, 3, 4) else 0)
    if kind == KNIGHT:
        return VALUES[KNIGHT] + 8 * centrality
    if kind == BISHOP:
        return VALUES[BISHOP] + 5 * centrality
    if kind == ROOK:
        return VALUES[ROOK] + (20 if rank == 6 else 0) + 2 * min(square % 8, 7 - square % 8)
    if kind == QUEEN:
        return VALUES[QUEEN] + 2 * centrality
    if kind == KING:
        return (60, 35, 15, 0, 0, 0, 0, 0)[rank] + (15 if square % 8 in (1, 2, 6, 7) else 0)
    return 10 * centrality


#: ``WORTHS[64 * kind + square]``, seen from White.
WORTHS = tuple(_worth(kind, square) for kind in range(7) for square in range(64))


def evaluate(s: State) -> int:
    return EVEN + worth_of(s, s.turn) - worth_of(s, 1 - s.turn)


def worth_of(s: State, side: int) -> int:
    own = side_of(s, side)
    flip = 56 * side  # Black's squares are seen from White's side
    worth = worth_of_kind(s.pawns & own, PAWN, flip) + worth_of_kind(s.knights & own, KNIGHT, flip)
    worth += worth_of_kind(s.bishops & own, BISHOP, flip) + worth_of_kind(s.rooks & own, ROOK, flip)
    worth += worth_of_kind(s.queens & own, QUEEN, flip)
    if popcount(s.bishops & own) > 1:
        worth += BISHOP_PAIR
    if s.queens & side_of(s, 1 - side):
        return worth + worth_of_kind(s.kings & own, KING, flip)
    return worth + worth_of_kind(s.kings & own, KING_AT_THE_END, flip)


def worth_of_kind(pieces: int, kind: int, flip: int) -> int:
    worth = 0
    while pieces:
        worth += WORTHS[64 * kind + (lowest(pieces) ^ flip)]
        pieces &= pieces - 1
    return worth


def gain(s: State, move: int) -> int:
    """A piece taken, and what a pawn becomes."""
    becomes = (move >> BECOMES) & 7
    won = value_on(s, 1 << ((move >> TO) & 63))
    if becomes:
        return won + VALUES[becomes] - VALUES[PAWN]
    kind = (move >> KIND) & 3
    if kind == EN_PASSANT:
        return VALUES[PAWN]
    if kind > EN_PASSANT:
        return 0  # castling, whose end is its own rook
    return won


def value_on(s: State, square: int) -> int:
    if (s.white | s.black) & square == 0:
        return 0
    if s.pawns & square:
        return VALUES[PAWN]
    if s.knights & square:
        return VALUES[KNIGHT]
    if s.bishops & square:
        return VALUES[BISHOP]
    if s.rooks & square:
        return VALUES[ROOK]
    return VALUES[QUEEN]


def restless(s: State) -> bool:
    """In check nothing can be judged."""
    return checkers(s, s.turn) != 0


def may_pass(s: State) -> bool:
    """With one piece beside king and pawns, or none, it can be a burden to move; in check nobody can pass."""
    return popcount(side_of(s, s.turn) & ~(s.pawns | s.kings)) > 1 and checkers(s, s.turn) == 0


def pass_turn(s: State) -> State:
    return State(
        s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.white, s.black,
        1 - s.turn, s.castling, 0, s.halfmoves + 1, s.fullmoves + s.turn,
    )  # fmt: skip


def position_key(s: State) -> int:
    """Pawns are never on a1, and castling and en passant never on the same rank: they share words."""
    key = mixed(mixed(mixed(FIRST_KEY, s.pawns | s.turn), s.knights), s.bishops)
    key = mixed(mixed(mixed(key, s.rooks), s.queens), s.kings)
    return mixed(mixed(key, s.white), s.castling | s.passant)
