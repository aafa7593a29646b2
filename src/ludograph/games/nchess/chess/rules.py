"""The kernel of chess on the 8×8 board: legal moves by sets of squares, Chess960 castling included.

All numbers are unsigned words; a set of squares is a word with one bit for each square, a1 lowest. Moves are legal as
generated: what a check leaves open and what a pin forbids is known before a move is listed.
"""

from __future__ import annotations

from ludograph.engine.bits import WORD, abreast, lowest, popcount
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.rules import Moves
from ludograph.games.nchess.chess.attacks import (
    BLACK,
    WHITE,
    State,
    attackers,
    bishop_ends,
    checkers,
    dangers,
    ends_down,
    ends_up,
    knights_down,
    knights_up,
    rook_ends,
    side_of,
    taken_to_a,
    taken_to_h,
)
from ludograph.games.nchess.chess.tables import (
    BETWEEN,
    DIAGONAL_WAYS,
    ENDS_DOWN,
    ENDS_UP,
    FALLING,
    FILES,
    KING_ENDS,
    KNIGHT_ENDS,
    LINE,
    LINES,
    PAWN_TAKES,
    PLACES,
    RISING,
    STRAIGHT_WAYS,
)

RANK_3, RANK_6 = 0x0000_0000_00FF_0000, 0x0000_FF00_0000_0000
BACK_RANKS = (0x0000_0000_0000_00FF, 0xFF00_0000_0000_0000)
LAST_RANKS = BACK_RANKS[WHITE] | BACK_RANKS[BLACK]
LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA

# A move's code: from, to (of castling: the rook's square), what a pawn becomes, and its kind.
TO, BECOMES, KIND = 6, 12, 15
KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4
STEP, DOUBLE_STEP, EN_PASSANT, CASTLING = 0, 1, 2, 3

# The lines of bishops and of rooks; a queen has both.
DIAGONAL, STRAIGHT = 0, 1

#: No position of at most 16 pieces a side has more moves: fifteen queens, and a king that castles.
MAX_MOVES = 15 * 27 + 8 + 2

PawnsEnds = tuple[int, int, int, int]

# Bound for each game.
MOVE_LIMIT = 50  # a draw after so many moves of each side without a capture or a pawn's move; 0: never


# -- where pieces may go: sets that generate lists and count counts --------------------------------------------


def open_squares(king: int, mine: int, checking: int) -> int:
    """The squares where other pieces may go: in check only those that end it, of which a double check has none."""
    if checking == 0:
        return WORD ^ mine
    if checking & (checking - 1):
        return 0
    return checking | BETWEEN[64 * king + lowest(checking)]


def slider_ends(square: int, lines: int, occupied: int, king: int, pinned: int) -> int:
    """The squares along the straight or the diagonal lines of a piece; of a pinned one, only on its pin's line."""
    ends = bishop_ends(square, occupied) if lines == DIAGONAL else rook_ends(square, occupied)
    if (pinned >> square) & 1:
        ends &= LINE[64 * king + square]
    return ends


def takers_en_passant(s: State, square: int) -> int:
    """The pawns of the side to move that may take en passant on a square.

    Two pawns leave the board's lines at once, so that pins don't tell: the king must be safe afterwards.
    """
    mine = side_of(s, s.turn)
    king = lowest(s.kings & mine)
    left = PAWN_TAKES[64 * (1 - s.turn) + square] & s.pawns & mine
    takers = 0
    while left:
        taker = left & (WORD ^ (left - 1))
        left ^= taker
        occupied = ((s.white | s.black) ^ taker ^ (1 << (square ^ 8))) | (1 << square)
        if attackers(s, s.turn, king, occupied) == 0:
            takers |= taker
    return takers


def castling_rooks(s: State, side: int, king: int, attacked: int, pinned: int) -> int:
    """The rooks with which the king, who is not in check, may castle now.

    A rook that is pinned would uncover the king, which ends on the other side of it.
    """
    rooks = s.castling & BACK_RANKS[side] & ~pinned
    allowed = 0
    while rooks:
        rook = lowest(rooks)
        rooks &= rooks - 1
        king_to = castled_king(king, rook)
        rook_to = castled_rook(king, rook)
        way = BETWEEN[64 * king + king_to] | (1 << king_to)
        others = (s.white | s.black) & ~((1 << king) | (1 << rook))
        passed = others & (way | BETWEEN[64 * rook + rook_to] | (1 << rook_to))
        if passed | (way & attacked) == 0:
            allowed |= 1 << rook
    return allowed


def castled_king(king: int, rook: int) -> int:
    """The square of the king after castling: on file g or c."""
    if rook > king:
        return king & 56 | 6
    return king & 56 | 2


def endangered(s: State) -> int:
    """The king in check of the side to move."""
    if checkers(s, s.turn) == 0:
        return 0
    return lowest(s.kings & side_of(s, s.turn)) + 1


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """Castling leads the king to its own end or to the rook: the first is usual from the ordinary squares, unless that
    is a step or none."""
    start = move & 63
    end = (move >> TO) & 63
    becomes = (move >> BECOMES) & 7
    out[0] = start
    out[1] = end
    out[2] = 64 + becomes
    if (move >> KIND) & 3 == CASTLING:
        king_to = castled_king(start, end)
        has_both = king_to != end and king_to != start and king_to != start + 1 and king_to + 1 != start
        is_ordinary = start & 7 == 4 and (end & 7 == 0 or end & 7 == 7)
        if has_both and is_ordinary != (way == 1):
            out[1] = king_to
        return 2 if way == 0 or (has_both and way == 1) else 0
    if way:
        return 0
    return 3 if becomes else 2


def castled_rook(king: int, rook: int) -> int:
    """The square of the rook after castling: on file f or d."""
    if rook > king:
        return king & 56 | 5
    return king & 56 | 3


def single_steps(side: int, pawns: int, empty: int) -> int:
    if side == WHITE:
        return (pawns << 8) & empty
    return (pawns >> 8) & empty


def double_steps(side: int, single: int, empty: int) -> int:
    """The squares that pawns reach by a second step."""
    if side == WHITE:
        return ((single & RANK_3) << 8) & empty
    return ((single & RANK_6) >> 8) & empty


def free(pieces: int, pinned: int, line: int) -> int:
    """Pieces that may go along a line through their king: those that are not pinned on another one."""
    return pieces & ~(pinned & ~line)


def line_to_a(side: int, king: int) -> int:
    """The king's diagonal along which pawns of its side take towards file a."""
    if side == WHITE:
        return FALLING[king]
    return RISING[king]


# -- the rules --------------------------------------------------------------------------------------------------


def generate(s: State, out: Moves, n: int) -> int:
    mine = side_of(s, s.turn)
    king = lowest(s.kings & mine)
    attacked, pinned, checking = dangers(s, s.turn)
    n = list_each(king, KING_ENDS[king] & ~(mine | attacked), TO, out, n)
    targets = open_squares(king, mine, checking)
    n = generate_pieces(s, mine, king, targets, pinned, out, n)
    n = generate_pawns(s, king, targets, pinned, out, n)
    if s.castling and checking == 0:
        n = list_each(king | (CASTLING << KIND), castling_rooks(s, s.turn, king, attacked, pinned), TO, out, n)
    return n


def generate_noisy(s: State, out: Moves, n: int) -> int:
    """Captures and what pawns become; the side to move isn't in check."""
    mine = side_of(s, s.turn)
    theirs = side_of(s, 1 - s.turn)
    king = lowest(s.kings & mine)
    attacked, pinned, _ = dangers(s, s.turn)
    n = list_each(king, KING_ENDS[king] & theirs & ~attacked, TO, out, n)
    n = generate_pieces(s, mine, king, theirs, pinned, out, n)
    return generate_pawns(s, king, theirs | LAST_RANKS, pinned, out, n)


def lists_noisy() -> bool:
    return True


def generate_pieces(s: State, mine: int, king: int, targets: int, pinned: int, out: Moves, n: int) -> int:
    """Moves of knights, bishops, rooks and queens."""
    occupied = s.white | s.black
    pieces = s.knights & mine & ~pinned
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        n = list_each(start, KNIGHT_ENDS[start] & targets, TO, out, n)
    n = generate_sliders((s.bishops | s.queens) & mine, DIAGONAL, occupied, king, targets, pinned, out, n)
    return generate_sliders((s.rooks | s.queens) & mine, STRAIGHT, occupied, king, targets, pinned, out, n)


def generate_sliders(
    pieces: int, lines: int, occupied: int, king: int, targets: int, pinned: int, out: Moves, n: int
) -> int:
    """Moves of some pieces along their straight or their diagonal lines."""
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        n = list_each(start, slider_ends(start, lines, occupied, king, pinned) & targets, TO, out, n)
    return n


def generate_pawns(s: State, king: int, targets: int, pinned: int, out: Moves, n: int) -> int:
    """Steps and captures of all pawns to open squares."""
    single, double, to_a, to_h = pawns_ends(s, s.turn, king, targets, pinned)
    # From a pawn's new square, its old one is so many squares on, round the board.
    back = 56
    if s.turn == BLACK:
        back = 8
    n = put_pawns(single, back, out, n)
    n = put_pawns(to_a, back + 1, out, n)
    n = put_pawns(to_h, back - 1, out, n)
    back *= 2
    while double:
        end = lowest(double)
        double &= double - 1
        out[n] = ((end + back) & 63) | (end << TO) | (DOUBLE_STEP << KIND)
        n += 1
    if s.passant:
        square = lowest(s.passant)
        takers = takers_en_passant(s, square)
        while takers:
            out[n] = lowest(takers) | (square << TO) | (EN_PASSANT << KIND)
            n += 1
            takers &= takers - 1
    return n


def pawns_ends(s: State, side: int, king: int, targets: int, pinned: int) -> PawnsEnds:
    """The open squares where pawns may go by a step, by two, and by taking towards files a and h."""
    pawns = s.pawns & side_of(s, side)
    theirs = side_of(s, 1 - side)
    empty = WORD ^ (s.white | s.black)
    single = single_steps(side, free(pawns, pinned, FILES[king]), empty)
    to_a = taken_to_a(side, free(pawns, pinned, line_to_a(side, king))) & theirs
    to_h = taken_to_h(side, free(pawns, pinned, line_to_a(1 - side, king))) & theirs
    return single & targets, double_steps(side, single, empty) & targets, to_a & targets, to_h & targets


def put_pawns(ends: int, back: int, out: Moves, n: int) -> int:
    while ends:
        end = lowest(ends)
        ends &= ends - 1
        move = ((end + back) & 63) | (end << TO)
        if (LAST_RANKS >> end) & 1:
            out[n] = move | (KNIGHT << BECOMES)
            out[n + 1] = move | (BISHOP << BECOMES)
            out[n + 2] = move | (ROOK << BECOMES)
            out[n + 3] = move | (QUEEN << BECOMES)
            n += 4
        else:
            out[n] = move
            n += 1
    return n


def count(s: State, out: Moves, n: int) -> int:
    """The number of moves, without listing them: nearly all work is done at the last ply, for each side by itself."""
    if s.turn == WHITE:
        return count_for(s, WHITE)
    return count_for(s, BLACK)


def count_for(s: State, side: int) -> int:
    mine = side_of(s, side)
    king = lowest(s.kings & mine)
    attacked, pinned, checking = dangers(s, side)
    total = popcount(KING_ENDS[king] & ~(mine | attacked))
    if pinned | checking:
        total += count_others(s, side, king, open_squares(king, mine, checking), pinned)
    else:  # mostly: then the rest needn't wait for what threatens the king
        total += count_others(s, side, king, WORD ^ mine, 0)
    if s.passant:
        total += popcount(takers_en_passant(s, lowest(s.passant)))
    if s.castling and checking == 0:
        total += popcount(castling_rooks(s, side, king, attacked, pinned))
    return total


def count_others(s: State, side: int, king: int, targets: int, pinned: int) -> int:
    """The moves of all but the king, and but en passant: two pieces that go the same way never end on one square."""
    mine = side_of(s, side)
    knights = s.knights & mine & ~pinned
    straight = (s.rooks | s.queens) & mine
    diagonal = (s.bishops | s.queens) & mine
    empty = WORD ^ (s.white | s.black)
    total = 0
    for way in abreast(4):
        pieces = (straight & STRAIGHT_WAYS[way]) | (diagonal & DIAGONAL_WAYS[way])
        pieces = free(pieces, pinned, LINES[4 * king + way])
        total += popcount(ends_up(pieces, empty, PLACES[way], ENDS_UP[way]) & targets)
        total += popcount(ends_down(pieces, empty, PLACES[way], ENDS_DOWN[way]) & targets)
        total += popcount(knights_up(knights, way) & targets)
        total += popcount(knights_down(knights, way) & targets)
    single, double, to_a, to_h = pawns_ends(s, side, king, targets, pinned)
    return total + count_ends(single) + popcount(double) + count_ends(to_a) + count_ends(to_h)


def count_ends(ends: int) -> int:
    """Each end is a move, on the last rank one for each piece that a pawn may become."""
    return popcount(ends) + 3 * popcount(ends & LAST_RANKS)


def apply(s: State, move: int) -> State:
    start = move & 63
    end = (move >> TO) & 63
    becomes = (move >> BECOMES) & 7
    kind = (move >> KIND) & 3
    if kind == CASTLING:
        return castle(s, start, end)
    kept = ~((1 << start) | (1 << end))
    pawns = carried(s.pawns, start, end, kept)
    knights = carried(s.knights, start, end, kept)
    bishops = carried(s.bishops, start, end, kept)
    rooks = carried(s.rooks, start, end, kept)
    queens = carried(s.queens, start, end, kept)
    kings = carried(s.kings, start, end, kept)
    white = carried(s.white, start, end, kept)
    black = carried(s.black, start, end, kept)
    if becomes:
        pawns ^= 1 << end
        if becomes == KNIGHT:
            knights |= 1 << end
        elif becomes == BISHOP:
            bishops |= 1 << end
        elif becomes == ROOK:
            rooks |= 1 << end
        else:
            queens |= 1 << end
    if kind == EN_PASSANT:
        victim = ~(1 << (end ^ 8))
        pawns &= victim
        white &= victim
        black &= victim
    castling = s.castling & kept
    if (s.kings >> start) & 1:
        castling &= ~BACK_RANKS[s.turn]
    halfmoves = s.halfmoves + 1
    if ((s.pawns >> start) | ((s.white | s.black) >> end)) & 1:
        halfmoves = 0
    after = State(
        pawns, knights, bishops, rooks, queens, kings, white, black,
        1 - s.turn, castling, 0, halfmoves, s.fullmoves + s.turn,
    )  # fmt: skip
    if kind == DOUBLE_STEP:
        return with_passant(after, (start + end) >> 1)
    return after


def carried(pieces: int, start: int, end: int, kept: int) -> int:
    """A set of pieces after a move: what was at the end is gone, what was at the start is there."""
    return (pieces & kept) | (((pieces >> start) & 1) << end)


def with_passant(s: State, square: int) -> State:
    """The state after a double step over a square, which matters only if a pawn may be taken there."""
    if takers_en_passant(s, square) == 0:
        return s
    return State(
        s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.white, s.black,
        s.turn, s.castling, 1 << square, s.halfmoves, s.fullmoves,
    )  # fmt: skip


def castle(s: State, king: int, rook: int) -> State:
    king_to = 1 << castled_king(king, rook)
    rook_to = 1 << castled_rook(king, rook)
    left = ~((1 << king) | (1 << rook))
    white = s.white
    black = s.black
    if s.turn == WHITE:
        white = (white & left) | king_to | rook_to
    else:
        black = (black & left) | king_to | rook_to
    return State(
        s.pawns, s.knights, s.bishops, (s.rooks & left) | rook_to, s.queens, (s.kings & left) | king_to, white, black,
        1 - s.turn, s.castling & ~BACK_RANKS[s.turn], 0, s.halfmoves + 1, s.fullmoves + s.turn,
    )  # fmt: skip


def winners(s: State) -> int:
    """In a state without moves the side to move is mated, or it is stalemate."""
    if checkers(s, s.turn):
        return 1 << (1 - s.turn)
    return 0


def drawn(s: State) -> bool:
    if MOVE_LIMIT and s.halfmoves >= 2 * MOVE_LIMIT:
        return True
    return is_dead(s)


def is_dead(s: State) -> bool:
    """Whether nobody can ever mate: kings with a knight, or with bishops that all go on squares of one colour."""
    if s.pawns | s.rooks | s.queens:
        return False
    if s.knights:
        return popcount(s.knights | s.bishops) == 1
    return s.bishops & LIGHT_SQUARES == 0 or s.bishops & ~LIGHT_SQUARES == 0


def is_possible(s: State) -> bool:
    """Whether no pawn should have been promoted, and no king stands where it could be taken by who is to move."""
    return s.pawns & LAST_RANKS == 0 and checkers(s, 1 - s.turn) == 0
