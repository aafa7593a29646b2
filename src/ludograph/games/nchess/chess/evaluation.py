"""What a position of chess is worth, for players that search: part of the kernel of chess.

Each piece is worth something by its kind and square: pieces stand well in the centre, pawns when they are far on, rooks
on the seventh rank, kings in their corner as long as there are pieces to fear. To this come the squares that a piece
can go to without a pawn taking it there; those beside the enemy's king count the more, the more pieces attack them;
pawns that nothing can stop, that guard each other, are alone on their files or in each other's way; open files for
rooks, and the pawns before the king. What matters most at first or at the end counts by the pieces that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import tables
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN, apart
from ludograph.games.nchess.chess.attacks import (
    State,
    bishop_ends,
    checkers,
    rook_ends,
    side_of,
    taken_to_a,
    taken_to_h,
)
from ludograph.games.nchess.chess.rules import BECOMES, EN_PASSANT, KIND, TO
from ludograph.games.nchess.chess.tables import KING_ENDS, KNIGHT_ENDS, NODES

#: Pawn, knight, bishop, rook, queen.
VALUES = (100, 320, 330, 500, 950)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KING_AT_THE_END = range(7)

#: X_CENTRE: for each step of a piece away from the edges, of a pawn from the sides; X_n: on the n-th rank, seen from
#: its side; PASSED_n: for a pawn there that no enemy's pawn can stop, PASSED_END_n: more at the end; DOUBLED and
#: ISOLATED are weaknesses, SUPPORTED is a pawn that another one guards. X_FREE: for each square that a piece can go to;
#: ATTACK_n: for each one beside the enemy's king, when n pieces attack some of these; SHIELD: for each own pawn there.
#: ROOK_OPEN: no own pawn on the file, ROOK_WIDE_OPEN: nor any other.
WEIGHTS = {
    "PAWN_CENTRE": 6, "PAWN_3": 2, "PAWN_4": 6, "PAWN_5": 14, "PAWN_6": 30, "PAWN_7": 60,
    "PASSED_2": 2, "PASSED_3": 5, "PASSED_4": 12, "PASSED_5": 25, "PASSED_6": 45, "PASSED_7": 60,
    "PASSED_END_2": 5, "PASSED_END_3": 8, "PASSED_END_4": 15, "PASSED_END_5": 30, "PASSED_END_6": 50,
    "PASSED_END_7": 70,
    "DOUBLED": 10, "ISOLATED": 12, "SUPPORTED": 6,
    "KNIGHT_CENTRE": 6, "KNIGHT_FREE": 4, "BISHOP_CENTRE": 3, "BISHOP_FREE": 5, "BISHOP_PAIR": 35,
    "ROOK_CENTRE": 2, "ROOK_7": 15, "ROOK_FREE": 3, "ROOK_OPEN": 12, "ROOK_WIDE_OPEN": 10,
    "QUEEN_CENTRE": 1, "QUEEN_FREE": 2,
    "ATTACK_1": 3, "ATTACK_2": 8, "ATTACK_3": 13, "ATTACK_4": 18,
    "KING_1": 60, "KING_2": 35, "KING_3": 15, "KING_CORNER": 20, "SHIELD": 12, "KING_END_CENTRE": 10, "TEMPO": 10,
}  # fmt: skip
SINGLE_WEIGHTS = ("DOUBLED", "ISOLATED", "SUPPORTED", "BISHOP_PAIR", "ROOK_OPEN", "ROOK_WIDE_OPEN", "SHIELD", "TEMPO")

#: What pieces are to the phase of the game: all of them make it the beginning, none the end.
MINOR_PHASE, ROOK_PHASE, QUEEN_PHASE, WHOLE_PHASE = 1, 2, 4, 24
MOST_ATTACKERS = 4

# Bound by constants().
WORTHS: Sequence[int] = ()  # ``WORTHS[64 * kind + square]``, seen from White
PASSED: Sequence[int] = ()  # for each square, seen from White
PASSED_END: Sequence[int] = ()
FREE: Sequence[int] = ()  # for each kind
ATTACK: Sequence[int] = ()  # for each number of attackers
DOUBLED = ISOLATED = SUPPORTED = BISHOP_PAIR = ROOK_OPEN = ROOK_WIDE_OPEN = SHIELD = TEMPO = 0


def constants(weights: Mapping[str, int]) -> dict[str, Any]:
    """What the kernel needs of the weights."""
    lists = {
        "WORTHS": [_worth(weights, kind, square) for kind in range(7) for square in NODES],
        "PASSED": [weights.get(f"PASSED_{square // 8 + 1}", 0) for square in NODES],
        "PASSED_END": [weights.get(f"PASSED_END_{square // 8 + 1}", 0) for square in NODES],
        "FREE": [0, *(weights[f"{kind}_FREE"] for kind in ("KNIGHT", "BISHOP", "ROOK", "QUEEN"))],
        "ATTACK": [0, *(weights[f"ATTACK_{number}"] for number in range(1, MOST_ATTACKERS + 1))],
    }
    single = {name: weights[name] for name in SINGLE_WEIGHTS}
    return single | {name: tables.words(values) for name, values in lists.items()}


def _worth(weights: Mapping[str, int], kind: int, square: int) -> int:
    """What a piece of White's is worth on a square."""
    rank, file = square // 8 + 1, square % 8
    from_side = min(file, 7 - file)
    centrality = min(rank - 1, 8 - rank) + from_side
    if kind == PAWN:
        central = from_side if rank in (3, 4, 5) else 0
        return VALUES[PAWN] + weights.get(f"PAWN_{rank}", 0) + weights["PAWN_CENTRE"] * central
    if kind == KNIGHT:
        return VALUES[KNIGHT] + weights["KNIGHT_CENTRE"] * centrality
    if kind == BISHOP:
        return VALUES[BISHOP] + weights["BISHOP_CENTRE"] * centrality
    if kind == ROOK:
        return VALUES[ROOK] + (weights["ROOK_7"] if rank == 7 else 0) + weights["ROOK_CENTRE"] * from_side
    if kind == QUEEN:
        return VALUES[QUEEN] + weights["QUEEN_CENTRE"] * centrality
    if kind == KING:
        return weights.get(f"KING_{rank}", 0) + (weights["KING_CORNER"] if file in (1, 2, 6, 7) else 0)
    return weights["KING_END_CENTRE"] * centrality


def _squares(far: range, wide: range) -> tuple[int, ...]:
    """For each square those so many ranks ahead of it and files beside it, first for White, then for Black."""
    return tuple(
        tables.mask(
            8 * (square // 8 + ahead * forwards) + square % 8 + beside
            for ahead in far
            for beside in wide
            if 0 <= square // 8 + ahead * forwards < 8 and 0 <= square % 8 + beside < 8
        )
        for forwards in (1, -1)
        for square in NODES
    )


AHEAD = _squares(range(1, 8), range(1))
AHEAD_AND_BESIDE = _squares(range(1, 8), range(-1, 2))
WHOLE_FILE = _squares(range(-7, 8), range(1))
BESIDE = tuple(wide & ~file for wide, file in zip(_squares(range(-7, 8), range(-1, 2)), WHOLE_FILE, strict=True))


def evaluate(s: State) -> int:
    phase = phase_of(s)
    return EVEN + TEMPO + worth_of(s, s.turn, phase) - worth_of(s, 1 - s.turn, phase)


def phase_of(s: State) -> int:
    """How much of the beginning is left, of WHOLE_PHASE."""
    phase = MINOR_PHASE * popcount(s.knights | s.bishops) + ROOK_PHASE * popcount(s.rooks)
    return min(phase + QUEEN_PHASE * popcount(s.queens), WHOLE_PHASE)


@apart
def worth_of(s: State, side: int, phase: int) -> int:
    own, other = side_of(s, side), side_of(s, 1 - side)
    flip = 56 * side  # Black's squares are seen from White's side
    worth = worth_of_pawns(s, own, other, side, flip, phase) + worth_of_pieces(s, own, other, side, flip, phase)
    king = lowest(s.kings & own)
    early = WORTHS[64 * KING + (king ^ flip)] + SHIELD * popcount(KING_ENDS[king] & s.pawns & own)
    late = WORTHS[64 * KING_AT_THE_END + (king ^ flip)]
    return worth + (early * phase + late * (WHOLE_PHASE - phase)) // WHOLE_PHASE


def worth_of_pawns(s: State, own: int, other: int, side: int, flip: int, phase: int) -> int:
    mine, theirs = s.pawns & own, s.pawns & other
    worth = SUPPORTED * popcount(mine & taken_by_pawns(side, mine))
    late = 0
    left = mine
    while left:
        square = lowest(left)
        left &= left - 1
        worth += WORTHS[64 * PAWN + (square ^ flip)]
        if AHEAD_AND_BESIDE[64 * side + square] & theirs == 0:
            worth += PASSED[square ^ flip]
            late += PASSED_END[square ^ flip]
        if AHEAD[64 * side + square] & mine:
            worth -= DOUBLED
        if BESIDE[square] & mine == 0:
            worth -= ISOLATED
    return worth + late * (WHOLE_PHASE - phase) // WHOLE_PHASE


def taken_by_pawns(side: int, pawns: int) -> int:
    """The squares on which pawns could take."""
    return taken_to_a(side, pawns) | taken_to_h(side, pawns)


def worth_of_pieces(s: State, own: int, other: int, side: int, flip: int, phase: int) -> int:
    """Of all but pawns and the king: where they stand, where they can go, and how they attack the king together."""
    goals = ~(own | taken_by_pawns(1 - side, s.pawns & other))
    beside_king = KING_ENDS[lowest(s.kings & other)]
    attackers = 0
    attacked = 0
    worth = 0
    pieces = own & ~(s.pawns | s.kings)
    while pieces:
        square = lowest(pieces)
        pieces &= pieces - 1
        kind = kind_on(s, 1 << square)
        ends = ends_of(kind, square, own | other)
        worth += WORTHS[64 * kind + (square ^ flip)] + FREE[kind] * popcount(ends & goals)
        if ends & beside_king:
            attackers += 1
            attacked += popcount(ends & beside_king)
        if kind == ROOK and WHOLE_FILE[square] & s.pawns & own == 0:
            worth += ROOK_OPEN
            if WHOLE_FILE[square] & s.pawns == 0:
                worth += ROOK_WIDE_OPEN
    if popcount(s.bishops & own) > 1:
        worth += BISHOP_PAIR
    return worth + ATTACK[min(attackers, MOST_ATTACKERS)] * attacked * phase // WHOLE_PHASE


def kind_on(s: State, square: int) -> int:
    """The kind of a piece that is neither pawn nor king."""
    if s.knights & square:
        return KNIGHT
    if s.bishops & square:
        return BISHOP
    if s.rooks & square:
        return ROOK
    return QUEEN


def ends_of(kind: int, square: int, occupied: int) -> int:
    """The squares that a piece attacks."""
    if kind == KNIGHT:
        return KNIGHT_ENDS[square]
    ends = 0
    if kind != ROOK:
        ends = bishop_ends(square, occupied)
    if kind != BISHOP:
        ends |= rook_ends(square, occupied)
    return ends


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


def is_bold() -> bool:
    return True


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
