"""The rules of nchess as a kernel: one for all maps, as everything that depends on a map is in its tables.

``codes`` has the state, ``danger`` tells when a king is attacked. To list moves, the cells are laid out
on the free part of the move stack, above the moves: one word for each node, so that a ray is a walk over that board.
What stands on OUTSIDE, the node where rays end, is a piece of the mover's own: it can be neither passed nor taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.engine.bits import lowest, replaced
from ludograph.engine.rules import Moves, apart
from ludograph.games.nchess.codes import (
    BISHOP,
    CAPTURE,
    CASTLES,
    CELL_BITS,
    CELL_MASK,
    CELL_WORDS,
    CELLS_IN_WORD,
    CHECK,
    DIRECTED,
    DOUBLE,
    EN_PASSANT,
    FREE,
    KING,
    KINGDOMS,
    KINGDOMS_MASK,
    KINGS,
    KNIGHT,
    NODE_MASK,
    NODES,
    PASSED,
    PAWN,
    PAWNS,
    PLACED,
    PLACED_MASK,
    PLAYER_BITS,
    PLAYER_MASK,
    PLAYERS,
    QUEEN,
    RIGHTS,
    RIGHTS_MASK,
    ROOK,
    STEPS,
    TO,
    VICTIM,
    WHICH,
    WHICH_MASK,
    State,
    cell,
    kind_of,
    next_piece,
    put,
    turn,
)
from ludograph.games.nchess.danger import (
    PINNED,
    is_attacked,
    is_in_check,
    keep_safe,
    look_around,
    takes_freely,
)

# Bound for each game by tables.constants.
QUIET_LIMIT = 0
COUNTS_MOVES = 0  # whether the number of the move is kept, as chess does
OVERLAPS = 0  # whether two lines of a node have a node in common
MOST_MOVES = 0
LINES_OF: Sequence[int] = ()  # the first straight and the first diagonal line of each node
LINE_AT: Sequence[int] = ()  # where each line begins in LINES
LINES: Sequence[int] = ()  # the nodes of each line, then OUTSIDE
LEAPS_AT: Sequence[int] = ()
LEAPS: Sequence[int] = ()  # a knight's and a king's targets from each node
JUMPS: Sequence[int] = ()  # for each player and node: the second node of a double step
TAKES_AT: Sequence[int] = ()
TAKES: Sequence[int] = ()  # for each player and node the nodes that a pawn takes on
TAKERS_AT: Sequence[int] = ()
TAKERS: Sequence[int] = ()  # for each player and node the nodes from which a pawn takes on it
NEAR_AT: Sequence[int] = ()
NEAR: Sequence[int] = ()  # free pawns: the neighbours of each node, with the direction of each
FOLLOWED: Sequence[int] = ()  # free pawns: for each direction and node the direction after a step
PROMOTES: Sequence[int] = ()  # for each player and node
KEPT_RIGHTS: Sequence[int] = ()  # the castling rights that survive a move from or to each node
CASTLINGS = 0
CASTLING_OF: Sequence[int] = ()  # the player of each castling
CASTLING: Sequence[int] = ()  # king and rook, each from and to; where the king is led, and where else it may be
CASTLING_WORDS = 6
EMPTY_AT: Sequence[int] = ()
EMPTY: Sequence[int] = ()
SAFE_AT: Sequence[int] = ()
SAFE: Sequence[int] = ()

# Behind the nodes of the board on the stack: OUTSIDE, the mover's king, the end of the list of his pieces, that list,
# and marks for nodes reached.
OWN_KING, LIST_END, LIST = 1, 2, 3
SCRATCH = 3  # words on the stack for each node and OUTSIDE


# -- moves ------------------------------------------------------------------------------------------------


def generate(s: State, out: Moves, n: int) -> int:
    me = turn(s)
    if KINGS == CAPTURE and is_won(s):
        return n
    board = n + MOST_MOVES
    lay_out(s, out, board, me)
    king = out[board + NODES + OWN_KING]
    checked = False
    if KINGS == CHECK and king != NODES:
        checked = look_around(out, board, king, me)
    flags = s[CELL_WORDS]
    for place in range(board + NODES + LIST, out[board + NODES + LIST_END]):
        start = out[place]
        piece = out[board + start]
        first = n
        n = generate_piece(out, board, start, piece & PLACED_MASK, me, flags, n)
        if KINGS == CHECK and king != NODES and n > first and is_risky(out[n - 1], piece, start == king or checked):
            n = keep_safe(out, board, first, n, king, me)
    if CASTLINGS and KINGS == CHECK and not checked:
        n = generate_castlings(out, board, me, (flags >> RIGHTS) & RIGHTS_MASK, n)
    return n


def is_risky(last_move: int, piece: int, is_always: bool) -> bool:
    """Whether a piece's moves may leave its king attacked. What is taken in passing, by a pawn's last move, stands
    elsewhere: it may open a line that no piece of one's own has closed."""
    return is_always or piece >= PINNED or last_move & EN_PASSANT != 0


def lay_out(s: State, out: Moves, board: int, me: int) -> None:
    """Write the board, the mover's king and the list of his pieces on the stack."""
    for place in range(board, board + NODES):
        out[place] = 0
    if OVERLAPS:
        for place in range(board + NODES + LIST + NODES, board + NODES + LIST + NODES + NODES):
            out[place] = 0
    own = board + NODES + LIST
    king = NODES
    for number in range(CELL_WORDS):
        word = s[number]
        first = number * CELLS_IN_WORD
        while word:
            at = lowest(word) // CELL_BITS
            piece = (word >> (at * CELL_BITS)) & CELL_MASK
            word ^= piece << (at * CELL_BITS)
            out[board + first + at] = piece
            if piece & PLAYER_MASK == me:
                out[own] = first + at
                own += 1
                if kind_of(piece) == KING:
                    king = first + at
    out[board + NODES] = (QUEEN << PLAYER_BITS) | me
    out[board + NODES + OWN_KING] = king
    out[board + NODES + LIST_END] = own


def generate_piece(out: Moves, board: int, start: int, piece: int, me: int, flags: int, n: int) -> int:
    """The moves of one piece, whatever becomes of its king."""
    kind = kind_of(piece)
    code = start | (piece << PLACED)
    if kind == PAWN or kind >= DIRECTED:
        if PAWNS == FREE:
            return generate_free_pawn(out, board, start, kind, me, n)
        return generate_pawn(out, board, start, piece, me, flags, n)
    if kind == KNIGHT:
        return generate_leaps(out, board, code, 2 * start, me, n)
    if kind == KING:
        return generate_leaps(out, board, code, 2 * start + 1, me, n)
    first = 2 * start
    last = first + 2
    if kind == BISHOP:
        first += 1
    elif kind == ROOK:
        last -= 1
    return generate_lines(out, board, code, LINES_OF[first], LINES_OF[last], me, n)


def generate_leaps(out: Moves, board: int, code: int, leaper: int, me: int, n: int) -> int:
    for place in range(LEAPS_AT[leaper], LEAPS_AT[leaper + 1]):
        end = LEAPS[place]
        taken = out[board + end]
        if taken == 0 or taken & PLAYER_MASK != me:
            out[n] = code | (end << TO)
            n += 1
    return n


def generate_lines(out: Moves, board: int, code: int, first: int, last: int, me: int, n: int) -> int:
    for line in range(first, last):
        place = LINE_AT[line]
        end = LINES[place]
        while out[board + end] == 0:
            n = reach(out, board, code, end, n)
            place += 1
            end = LINES[place]
        if out[board + end] & PLAYER_MASK != me:
            n = reach(out, board, code, end, n)
    return n


def reach(out: Moves, board: int, code: int, end: int, n: int) -> int:
    """A move along a line; where lines cross again, only if it is not listed yet."""
    if OVERLAPS:
        mark = board + NODES + LIST + NODES + end
        if out[mark] == (code & NODE_MASK) + 1:
            return n
        out[mark] = (code & NODE_MASK) + 1
    out[n] = code | (end << TO)
    return n + 1


def generate_pawn(out: Moves, board: int, start: int, piece: int, me: int, flags: int, n: int) -> int:
    side = me * NODES + start
    end = STEPS[side]
    if out[board + end] == 0:
        n = add_pawn_move(out, start, end, piece, me, n)
        end = JUMPS[side]
        if out[board + end] == 0:
            out[n] = start | (end << TO) | (piece << PLACED) | DOUBLE
            n += 1
    passed = (flags >> PASSED) & NODE_MASK
    takes_in_passing = False
    for place in range(TAKES_AT[side], TAKES_AT[side + 1]):
        end = TAKES[place]
        taken = out[board + end]
        if taken:
            if taken & PLAYER_MASK != me:
                n = add_pawn_move(out, start, end, piece, me, n)
        elif end + 1 == passed:
            takes_in_passing = True
    if takes_in_passing:
        victim = (flags >> VICTIM) & NODE_MASK
        out[n] = start | ((passed - 1) << TO) | (piece << PLACED) | EN_PASSANT | (victim << WHICH)
        n += 1
    return n


def add_pawn_move(out: Moves, start: int, end: int, piece: int, me: int, n: int) -> int:
    """A pawn's move, or the four of them that promote it."""
    code = start | (end << TO)
    if PROMOTES[me * NODES + end] == 0:
        out[n] = code | (piece << PLACED)
        return n + 1
    for kind in range(KNIGHT, KING):
        out[n] = code | (((kind << PLAYER_BITS) | me) << PLACED)
        n += 1
    return n


def generate_free_pawn(out: Moves, board: int, start: int, kind: int, me: int, n: int) -> int:
    if kind != PAWN:
        step = (kind - DIRECTED) * NODES + start
        end = STEPS[step]
        if out[board + end] == 0:
            n = add_pawn_move(out, start, end, ((DIRECTED + FOLLOWED[step]) << PLAYER_BITS) | me, me, n)
    for place in range(NEAR_AT[start], NEAR_AT[start + 1]):
        end = NEAR[place] & NODE_MASK
        taken = out[board + end]
        if taken:
            if taken & PLAYER_MASK != me and takes_freely(kind, start, end):
                n = add_pawn_move(out, start, end, (kind << PLAYER_BITS) | me, me, n)
        elif kind == PAWN:
            n = add_pawn_move(out, start, end, ((DIRECTED + (NEAR[place] >> TO)) << PLAYER_BITS) | me, me, n)
    return n


@apart
def generate_castlings(out: Moves, board: int, me: int, rights: int, n: int) -> int:
    for which in range(CASTLINGS):
        if (rights >> which) & 1 and CASTLING_OF[which] == me and can_castle(out, board, me, which):
            king, end = CASTLING[CASTLING_WORDS * which], CASTLING[CASTLING_WORDS * which + 4]
            out[n] = king | (end << TO) | (((KING << PLAYER_BITS) | me) << PLACED) | CASTLES | (which << WHICH)
            n += 1
    return n


def can_castle(out: Moves, board: int, me: int, which: int) -> bool:
    """Whether the way is free and the king passes no attacked node, nor ends on one when the rook has moved."""
    for place in range(EMPTY_AT[which], EMPTY_AT[which + 1]):
        if out[board + EMPTY[place]]:
            return False
    first = CASTLING_WORDS * which
    king, rook = CASTLING[first], CASTLING[first + 2]
    own_king, own_rook = out[board + king], out[board + rook]
    out[board + king] = 0
    is_safe = True
    for place in range(SAFE_AT[which], SAFE_AT[which + 1]):
        if is_safe and is_attacked(out, board, SAFE[place], me):
            is_safe = False
    if is_safe:
        out[board + rook] = 0
        out[board + CASTLING[first + 3]] = (ROOK << PLAYER_BITS) | me
        is_safe = not is_attacked(out, board, CASTLING[first + 1], me)
        out[board + CASTLING[first + 3]] = 0
    out[board + rook] = own_rook
    out[board + king] = own_king
    return is_safe


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """From cell to cell, and what a pawn becomes; castling may have two ways."""
    out[0] = move & NODE_MASK
    out[1] = (move >> TO) & NODE_MASK
    if way:
        if way > 1 or move & CASTLES == 0:
            return 0
        out[1] = CASTLING[CASTLING_WORDS * ((move >> WHICH) & WHICH_MASK) + 5]
        return 2 if out[1] != NODES else 0
    before = kind_of(cell(s, out[0]))
    after = kind_of((move >> PLACED) & PLACED_MASK)
    out[2] = NODES + after
    is_pawn = after == PAWN or after >= DIRECTED
    return 2 if after == before or is_pawn else 3


# -- playing ----------------------------------------------------------------------------------------------


def apply(s: State, move: int) -> State:
    me = turn(s)
    start, end = move & NODE_MASK, (move >> TO) & NODE_MASK
    piece, taken = cell(s, start), cell(s, end)
    flags = s[CELL_WORDS]
    kingdoms = (flags >> KINGDOMS) & KINGDOMS_MASK
    if taken and kind_of(taken) == KING:
        kingdoms &= ~(1 << (taken & PLAYER_MASK))
    rights = (flags >> RIGHTS) & KEPT_RIGHTS[start] & KEPT_RIGHTS[end]
    passed = 0
    s = put(s, start, 0)
    if move & CASTLES:
        first = CASTLING_WORDS * ((move >> WHICH) & WHICH_MASK)
        taken = 0  # the king may be led to its own rook
        end = CASTLING[first + 1]
        s = put(s, CASTLING[first + 2], 0)
        s = put(s, CASTLING[first + 3], (ROOK << PLAYER_BITS) | me)
    elif move & EN_PASSANT:
        s = put(s, (move >> WHICH) & NODE_MASK, 0)
    s = put(s, end, (move >> PLACED) & PLACED_MASK)
    following = next_player(me, kingdoms)
    if move & DOUBLE and can_take_in_passing(s, STEPS[me * NODES + start], end, following):
        passed = ((STEPS[me * NODES + start] + 1) << PASSED) | (end << VICTIM)
    s = replaced(s, CELL_WORDS, following | (rights << RIGHTS) | (kingdoms << KINGDOMS) | passed)
    if QUIET_LIMIT:
        quiet = s[CELL_WORDS + 1] + 1
        if taken or kind_of(piece) == PAWN or kind_of(piece) >= DIRECTED:
            quiet = 0
        s = replaced(s, CELL_WORDS + 1, quiet)
    if COUNTS_MOVES and following <= me:
        s = replaced(s, CELL_WORDS + 2, s[CELL_WORDS + 2] + 1)
    return s


@apart
def can_take_in_passing(s: State, passed: int, victim: int, player: int) -> bool:
    """Whether a player has a pawn that may take another one on the node that it has passed."""
    pawn = (PAWN << PLAYER_BITS) | player
    for place in range(TAKERS_AT[player * NODES + passed], TAKERS_AT[player * NODES + passed + 1]):
        if cell(s, TAKERS[place]) == pawn:
            after = put(put(put(s, TAKERS[place], 0), victim, 0), passed, pawn)
            if KINGS == CAPTURE or not is_in_check(after, player):
                return True
    return False


def next_player(me: int, kingdoms: int) -> int:
    """Who moves after a player: the next one in the order of the map; in the game for kings, of those who have one."""
    following = (me + 1) % PLAYERS
    if KINGS == CAPTURE:
        while following != me and (kingdoms >> following) & 1 == 0:
            following = (following + 1) % PLAYERS
    return following


# -- end --------------------------------------------------------------------------------------------------


def is_won(s: State) -> bool:
    """Whether at most one king is left, in the game for kings."""
    kingdoms = (s[CELL_WORDS] >> KINGDOMS) & KINGDOMS_MASK
    return kingdoms & (kingdoms - 1) == 0 if kingdoms else True


def winners(s: State) -> int:
    """In a state without moves: who has the last king; or, in chess, the other player when the king is attacked."""
    if KINGS == CAPTURE:
        return (s[CELL_WORDS] >> KINGDOMS) & KINGDOMS_MASK if is_won(s) else 0
    return 1 << (1 - turn(s)) if is_in_check(s, turn(s)) else 0


def drawn(s: State) -> bool:
    if QUIET_LIMIT and s[CELL_WORDS + 1] >= QUIET_LIMIT:
        return True
    return KINGS == CHECK and has_bare_kings(s)


def has_bare_kings(s: State) -> bool:
    """Whether two kings are left and nothing else, with which nobody can win."""
    pieces = 0
    for number in range(CELL_WORDS):
        word = s[number]
        while word:
            at = lowest(word) // CELL_BITS * CELL_BITS
            piece = (word >> at) & CELL_MASK
            word ^= piece << at
            pieces += 1
            if kind_of(piece) != KING or pieces > 2:
                return False
    return pieces == 2


# -- solving by material ----------------------------------------------------------------------------------


def placed(s: State, node: int, number: int) -> State:
    """The state with one more piece, by the number of ``content``."""
    piece = number + PLAYER_MASK
    s = put(s, node, piece)
    if kind_of(piece) == KING:
        s = replaced(s, CELL_WORDS, s[CELL_WORDS] | (1 << (KINGDOMS + (piece & PLAYER_MASK))))
    return s


def extra(s: State) -> int:
    """Not 0 where somebody may castle or take en passant."""
    return s[CELL_WORDS] & ((RIGHTS_MASK << RIGHTS) | (NODE_MASK << PASSED))


def is_possible(s: State) -> bool:
    """Whether no pawn should have been promoted, and no king stands where it could be taken by who is to move."""
    node = next_piece(s, 0)
    while node < NODES:
        piece = cell(s, node)
        if kind_of(piece) == PAWN and PROMOTES[(piece & PLAYER_MASK) * NODES + node]:
            return False
        node = next_piece(s, node + 1)
    if KINGS == CHECK:
        return not is_in_check(s, 1 - turn(s))
    kingdoms = (s[CELL_WORDS] >> KINGDOMS) & KINGDOMS_MASK
    return is_won(s) or (kingdoms >> turn(s)) & 1 != 0
