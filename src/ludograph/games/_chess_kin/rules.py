"""The rules of chess's relatives: one kernel for all, as pieces and boards are in its tables.

What some games have and others don't (drops, explosions, forced captures, …) is chosen by constants. ``codes`` has the
state, ``danger`` tells when a king is attacked.
"""

from __future__ import annotations

from ludograph.engine.bits import lowest, popcount, replaced
from ludograph.engine.rules import Moves, apart
from ludograph.games._chess_kin.codes import (
    ANSWERS_GOAL,
    AROUND,
    BARE_LOSES,
    BECOMES,
    BECOMES_AT,
    CASTLES,
    CASTLINGS,
    COLUMNS,
    COUNTS_CHECKS,
    DEAD_WITHOUT,
    DOUBLE_STEPS,
    DROP_NODES,
    DROPPED,
    DROPS,
    EXPLODES,
    FIRST_KIND,
    GOAL,
    HANDS,
    HAS_GOAL,
    HAS_HOPPERS,
    HELD,
    HELD_AS,
    HOPS,
    IN_PASSING,
    KIND_MASK,
    KINDS,
    LAME,
    LEFT,
    LINE_AT,
    LINE_MODE,
    LINE_NODES,
    LINES_OF,
    LOSES,
    MOST_QUIET,
    MOVES,
    MUST_TAKE,
    NO_CHECKS,
    NO_DROP_MATES,
    NODE_MASK,
    NODES,
    NUMBER,
    ONE_IN_FILE,
    PASSED,
    PAWN,
    PLACED,
    PLACES,
    PROMOTES_IN_ZONE,
    QUIET,
    QUIET_LIMIT,
    RESETS,
    RIGHTS,
    ROOK,
    ROYAL,
    SEEN,
    SPARED,
    STALEMATE,
    TAKERS,
    TAKES,
    TARGET,
    TURN,
    WINS,
    WORD_SIZE,
    WORDS,
    ZONE,
    State,
    has,
    in_table,
    is_empty,
    is_of,
    kind_on,
    put,
    removed,
    royal_node,
)
from ludograph.games._chess_kin.danger import (
    is_attacked,
    is_in_check,
    is_safe,
    next_piece,
)

# -- ends that are seen on the board ----------------------------------------------------------------------


def has_pieces(s: State, seat: int) -> bool:
    return s[seat * WORDS] | s[seat * WORDS + WORDS - 1] != 0


def is_home(s: State, seat: int) -> bool:
    """Whether a seat's king has reached its goal."""
    king = royal_node(s, seat)
    return king != NODES and in_table(GOAL[0], king)


def can_follow_home(s: State, seat: int) -> bool:
    """Whether a king that is to move can reach the goal at once."""
    king = royal_node(s, seat)
    lines = (seat * KINDS + ROYAL) * NODES + king
    for line in range(LINES_OF[lines], LINES_OF[lines + 1]):
        node = LINE_NODES[LINE_AT[line]]
        if in_table(GOAL[0], node) and not is_of(s, seat, node) and not is_attacked(s, node, 1 - seat):
            return True
    return False


def is_bare(s: State, seat: int) -> bool:
    """Whether a seat has nothing left but its king."""
    return popcount(s[seat * WORDS]) == 1


def decided(s: State) -> int:
    """The winners that the board itself shows, as bits: 3 for both, which is a draw; 0 for none."""
    me = s[TURN]
    if COUNTS_CHECKS and s[LEFT + 1 - me] == 0:
        return 2 >> me
    if EXPLODES and royal_node(s, me) == NODES:
        return 2 >> me
    if BARE_LOSES and is_bare(s, me) and not is_bare(s, 1 - me) and not can_bare(s, me):
        return 2 >> me
    if BARE_LOSES and is_bare(s, 1 - me):
        return 3 if is_bare(s, me) else 1 << me
    if HAS_GOAL:
        return decided_by_goal(s, me)
    if ROYAL < KINDS and not has_pieces(s, me):
        return 2 >> me
    return 0


def decided_by_goal(s: State, me: int) -> int:
    """Who moves second has one more move to follow a king to the goal, where the game says so."""
    mine, theirs = is_home(s, me), is_home(s, 1 - me)
    if mine and theirs:
        return 3
    if theirs:
        return 0 if ANSWERS_GOAL and me == 1 and can_follow_home(s, me) else 2 >> me
    return 1 << me if mine else 0


def can_bare(s: State, me: int) -> bool:
    """Whether a king that is bare can take the last piece of the other seat, so that both are bare."""
    if popcount(s[1 - me]) != 2:
        return False
    other = s[1 - me] & ~s[FIRST_KIND + ROYAL]
    return in_table(AROUND[royal_node(s, me)], lowest(other)) and not is_attacked(s, lowest(other), 1 - me)


# -- moves ------------------------------------------------------------------------------------------------


def generate(s: State, out: Moves, n: int) -> int:
    if decided(s):
        return n
    first = n
    n = generate_all(s, out, n)
    if NO_DROP_MATES:
        n = without_drop_mates(s, out, first, n)
    return n


def generate_all(s: State, out: Moves, n: int) -> int:
    """All moves after which the mover's king is safe."""
    me = s[TURN]
    first = n
    for kind in range(KINDS):
        for word in range(WORDS):
            pieces = s[me * WORDS + word] & s[FIRST_KIND + kind * WORDS + word]
            while pieces:
                n = generate_piece(s, me, kind, word * WORD_SIZE + lowest(pieces), out, n)
                pieces &= pieces - 1
    if HELD:
        n = generate_drops(s, me, out, n)
    if ROYAL < KINDS:
        n = safe_ones(s, me, out, first, n)
        n = generate_castlings(s, me, out, n)
    if NO_CHECKS:
        n = without_checks(s, me, out, first, n)
    if MUST_TAKE and can_take(s):
        n = captures_of(s, out, first, n)
    return n


@apart
def generate_piece(s: State, me: int, kind: int, source: int, out: Moves, n: int) -> int:
    """The moves of a piece along all its lines."""
    low, high = s[0] | s[WORDS], s[WORDS - 1] | s[WORDS + WORDS - 1]  # what isn't empty; the same on small boards
    lines = (me * KINDS + kind) * NODES + source
    for line in range(LINES_OF[lines], LINES_OF[lines + 1]):
        mode = LINE_MODE[line]
        place = LINE_AT[line]
        if mode & LAME:
            if is_empty(s, LINE_NODES[place]):
                place += 1
            else:
                mode = 0
        node = LINE_NODES[place]
        while node != NODES and ((low if node < WORD_SIZE else high) >> (node % WORD_SIZE)) & 1 == 0:
            if mode & MOVES:
                n = add(me, kind, source, node, out, n)
            elif mode and kind == PAWN and has(s, PASSED, node):
                out[n] = source | (node << TARGET) | (kind << PLACED) | IN_PASSING
                n += 1
            place += 1
            node = LINE_NODES[place]
        if HAS_HOPPERS and mode & HOPS and node != NODES:
            node = LINE_NODES[next_piece(s, place + 1)]
        if node != NODES and mode & TAKES and is_of(s, 1 - me, node):
            n = add(me, kind, source, node, out, n)
    return n


def add(me: int, kind: int, source: int, target: int, out: Moves, n: int) -> int:
    """A move, or all that it can be if the piece is promoted by it."""
    code = source | (target << TARGET)
    if BECOMES_AT[kind] == BECOMES_AT[kind + 1] or not may_become(me, source, target):
        out[n] = code | (kind << PLACED)
        return n + 1
    for choice in range(BECOMES_AT[kind], BECOMES_AT[kind + 1]):
        out[n] = code | (BECOMES[choice] << PLACED)
        n += 1
    if PROMOTES_IN_ZONE:
        lines = (me * KINDS + kind) * NODES + target
        if LINES_OF[lines] != LINES_OF[lines + 1]:
            out[n] = code | (kind << PLACED)
            n += 1
    return n


def may_become(me: int, source: int, target: int) -> bool:
    """Whether a move is one by which pieces are promoted."""
    return in_zone(me, target) or (PROMOTES_IN_ZONE != 0 and in_zone(me, source))


def in_zone(me: int, node: int) -> bool:
    return in_table(ZONE[me * WORDS + node // WORD_SIZE], node)


def generate_drops(s: State, me: int, out: Moves, n: int) -> int:
    for held in range(HELD):
        if s[HANDS + me * HELD + held]:
            for word in range(WORDS):
                nodes = DROP_NODES[(me * HELD + held) * WORDS + word] & ~(s[word] | s[WORDS + word])
                while nodes:
                    node = word * WORD_SIZE + lowest(nodes)
                    nodes &= nodes - 1
                    if held != ONE_IN_FILE or not is_in_file(s, me, DROPPED[held], node):
                        out[n] = node | (node << TARGET) | (DROPPED[held] << PLACED) | DROPS
                        n += 1
    return n


def is_in_file(s: State, me: int, kind: int, node: int) -> bool:
    """Whether a seat has a piece of a kind in the file of a node."""
    for at in range(node % COLUMNS, NODES, COLUMNS):
        if is_of(s, me, at) and has(s, FIRST_KIND + kind * WORDS, at):
            return True
    return False


def without_drop_mates(s: State, out: Moves, first: int, n: int) -> int:
    """A pawn that is dropped must not mate."""
    kept = first
    for place in range(first, n):
        move = out[place]
        is_mate = False
        if move & DROPS and (move >> PLACED) & KIND_MASK == DROPPED[ONE_IN_FILE]:
            after = apply(s, move)
            is_mate = is_in_check(after) and generate_all(after, out, n) == n
        if not is_mate:
            out[kept] = move
            kept += 1
    return kept


@apart
def safe_ones(s: State, me: int, out: Moves, first: int, n: int) -> int:
    """Those of the moves that leave the mover's king safe. What comes and goes out of a safe king's sight can't harm
    it, and a piece in its sight may go anywhere if the king would be safe without it."""
    king = royal_node(s, me)
    if king == NODES:
        return n
    checked = not is_safe(s, me)
    sight = ((1 - me) * NODES + king) * WORDS
    kept = first
    last = NODES
    is_shield = False
    for place in range(first, n):
        move = out[place]
        source = move & NODE_MASK
        is_risky = checked or source == king or move & IN_PASSING != 0 or (EXPLODES != 0 and is_capture(s, move))
        if HAS_HOPPERS:
            is_risky = is_risky or changes(sight, move)
        elif not is_risky and in_table(SEEN[sight + source // WORD_SIZE], source):
            if source != last:
                last = source
                is_shield = is_attacked(removed(s, source), king, 1 - me)
            is_risky = is_shield
        if not is_risky or is_safe(moved(s, me, move), me):
            out[kept] = move
            kept += 1
    return kept


def generate_castlings(s: State, me: int, out: Moves, n: int) -> int:
    for which in range(len(CASTLINGS) // 5):
        if (s[RIGHTS] >> which) & 1 and CASTLINGS[5 * which] == me and can_castle(s, me, which):
            king, king_to = CASTLINGS[5 * which + 1], CASTLINGS[5 * which + 2]
            out[n] = king | (king_to << TARGET) | (ROYAL << PLACED) | CASTLES
            n += 1
    return n


@apart
def can_castle(s: State, me: int, which: int) -> bool:
    """Whether nothing is between king and rook, and the king comes from, over and to no attacked node."""
    king, king_to = CASTLINGS[5 * which + 1], CASTLINGS[5 * which + 2]
    rook = CASTLINGS[5 * which + 3]
    for node in range(min(king, rook) + 1, max(king, rook)):
        if not is_empty(s, node):
            return False
    for node in range(min(king, king_to), max(king, king_to) + 1):
        if not is_safe(put(removed(s, king), me, ROYAL, node), me):
            return False
    return True


def without_checks(s: State, me: int, out: Moves, first: int, n: int) -> int:
    """Those of the moves that don't attack the other king: it is out of harm where nothing in its sight changes."""
    sight = (me * NODES + royal_node(s, 1 - me)) * WORDS
    kept = first
    for place in range(first, n):
        move = out[place]
        if not changes(sight, move) or is_safe(moved(s, me, move), 1 - me):
            out[kept] = move
            kept += 1
    return kept


def changes(sight: int, move: int) -> bool:
    """Whether a move begins or ends in a sight."""
    source, target = move & NODE_MASK, (move >> TARGET) & NODE_MASK
    return in_table(SEEN[sight + source // WORD_SIZE], source) or in_table(SEEN[sight + target // WORD_SIZE], target)


def is_capture(s: State, move: int) -> bool:
    return move & IN_PASSING != 0 or is_of(s, 1 - s[TURN], (move >> TARGET) & NODE_MASK)


def captures_of(s: State, out: Moves, first: int, n: int) -> int:
    kept = first
    for place in range(first, n):
        if is_capture(s, out[place]):
            out[kept] = out[place]
            kept += 1
    return kept


@apart
def can_take(s: State) -> bool:
    """Whether the mover can take something, whatever becomes of kings."""
    other = 1 - s[TURN]
    for word in range(WORDS):
        pieces = s[other * WORDS + word]
        while pieces:
            if is_attacked(s, word * WORD_SIZE + lowest(pieces), s[TURN]):
                return True
            pieces &= pieces - 1
    return s[PASSED] | s[PASSED + WORDS - 1] != 0


# -- playing ----------------------------------------------------------------------------------------------


@apart
def moved(s: State, me: int, move: int) -> State:
    """The pieces on the board after a move; nothing else changes."""
    source, target = move & NODE_MASK, (move >> TARGET) & NODE_MASK
    takes = is_capture(s, move)
    if move & DROPS == 0:
        s = removed(s, source)
    if takes:
        s = removed(s, taken_node(move, me))
    s = put(s, me, (move >> PLACED) & KIND_MASK, target)
    if EXPLODES and takes:
        return exploded(removed(s, target), target)
    if move & CASTLES:
        for which in range(len(CASTLINGS) // 5):
            if CASTLINGS[5 * which + 1] == source and CASTLINGS[5 * which + 2] == target:
                s = put(removed(s, CASTLINGS[5 * which + 3]), me, ROOK, CASTLINGS[5 * which + 4])
    return s


def taken_node(move: int, me: int) -> int:
    """Where a capture takes a piece: in passing it stands one row behind the target."""
    target = (move >> TARGET) & NODE_MASK
    if move & IN_PASSING == 0:
        return target
    return target + COLUMNS if me else target - COLUMNS


@apart
def exploded(s: State, node: int) -> State:
    """Everything around a node is lost, except pawns."""
    nodes = AROUND[node] & (s[0] | s[1]) & ~s[FIRST_KIND + SPARED]
    while nodes:
        s = removed(s, lowest(nodes))
        nodes &= nodes - 1
    return s


@apart
def apply(s: State, move: int) -> State:
    me = s[TURN]
    source, target = move & NODE_MASK, (move >> TARGET) & NODE_MASK
    takes = is_capture(s, move)
    mover = kind_on(s, source)
    taken = KINDS
    if takes:
        taken = kind_on(s, taken_node(move, me))
    s = moved(s, me, move)
    s = replaced(s, TURN, 1 - me)
    if HELD:
        if move & DROPS:
            hand = HANDS + me * HELD + HELD_AS[(move >> PLACED) & KIND_MASK]
            s = replaced(s, hand, s[hand] - 1)
        elif takes and HELD_AS[taken] != HELD:
            hand = HANDS + me * HELD + HELD_AS[taken]
            s = replaced(s, hand, s[hand] + 1)
    if len(CASTLINGS) and s[RIGHTS]:
        s = replaced(s, RIGHTS, kept_rights(s))
    if PAWN < KINDS:
        s = with_passed(s, me, mover, source, target)
    if takes or move & DROPS or RESETS[mover]:
        s = replaced(s, QUIET, 0)
    elif s[QUIET] < MOST_QUIET:
        s = replaced(s, QUIET, s[QUIET] + 1)
    if me and s[NUMBER] < MOST_QUIET:
        s = replaced(s, NUMBER, s[NUMBER] + 1)
    if COUNTS_CHECKS and s[LEFT + me] and not is_safe(s, 1 - me):
        s = replaced(s, LEFT + me, s[LEFT + me] - 1)
    return s


def kept_rights(s: State) -> int:
    """The castlings whose king and rook are where they were."""
    rights = s[RIGHTS]
    for which in range(len(CASTLINGS) // 5):
        seat, king, rook = CASTLINGS[5 * which], CASTLINGS[5 * which + 1], CASTLINGS[5 * which + 3]
        has_king = is_of(s, seat, king) and has(s, FIRST_KIND + ROYAL * WORDS, king)
        if not (has_king and is_of(s, seat, rook) and has(s, FIRST_KIND + ROOK * WORDS, rook)):
            rights &= ~(1 << which)
    return rights


def with_passed(s: State, me: int, mover: int, source: int, target: int) -> State:
    """The state with the node that a pawn has just stepped over, if another one may take it there."""
    for word in range(WORDS):
        s = replaced(s, PASSED + word, 0)
    if mover == PAWN and source != target and DOUBLE_STEPS[me * NODES + source] == target:
        over = (source + target) // 2
        if can_take_on(s, 1 - me, over):
            s = replaced(s, PASSED + over // WORD_SIZE, 1 << (over % WORD_SIZE))
    return s


@apart
def can_take_on(s: State, seat: int, over: int) -> bool:
    """Whether a pawn of a seat can take another one on the node that it has stepped over."""
    for way in range(2):
        source = TAKERS[2 * (seat * NODES + over) + way]
        if source != NODES and is_of(s, seat, source) and kind_on(s, source) == PAWN:
            move = source | (over << TARGET) | (PAWN << PLACED) | IN_PASSING
            if ROYAL == KINDS or royal_node(s, seat) == NODES or is_safe(moved(s, seat, move), seat):
                return True
    return False


# -- ends -------------------------------------------------------------------------------------------------


def winners(s: State) -> int:
    """In a state without moves."""
    found = decided(s)
    if found:
        return 0 if found == 3 else found
    if is_in_check(s) and royal_node(s, s[TURN]) != NODES:
        return 2 >> s[TURN]
    if STALEMATE == LOSES:
        return 2 >> s[TURN]
    return 1 << s[TURN] if STALEMATE == WINS else 0


def is_over(s: State) -> bool:
    return decided(s) != 0


def drawn(s: State) -> bool:
    """Too many moves without progress, or nobody has anything to win with."""
    if QUIET_LIMIT and s[QUIET] >= QUIET_LIMIT:
        return True
    return DEAD_WITHOUT != 0 and is_dead(s)


def is_dead(s: State) -> bool:
    """Whether none of the kinds is left that somebody could win with, on the board or in hand."""
    for kind in range(KINDS):
        if (DEAD_WITHOUT >> kind) & 1:
            for word in range(WORDS):
                if s[FIRST_KIND + kind * WORDS + word]:
                    return False
    held = 0
    for hand in range(HANDS, HANDS + 2 * HELD):
        held += s[hand]
    return held == 0


# -- solving by material ----------------------------------------------------------------------------------


def is_possible(s: State) -> bool:
    """Whether pieces stand where they can, and who isn't to move is not in check."""
    for seat in range(2):
        for kind in range(KINDS):
            for word in range(WORDS):
                pieces = s[seat * WORDS + word] & s[FIRST_KIND + kind * WORDS + word]
                if pieces & ~PLACES[(seat * KINDS + kind) * WORDS + word]:
                    return False
    other = 1 - s[TURN]
    return ROYAL == KINDS or royal_node(s, other) == NODES or is_safe(s, other)


# -- hands ------------------------------------------------------------------------------------------------


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """From cell to cell, and what a piece becomes; or where a piece is dropped, and which. The choices are to stay what
    it is, where that is one, then each kind to become, then each to drop."""
    if way:
        return 0
    source, target = move & NODE_MASK, (move >> TARGET) & NODE_MASK
    placed = (move >> PLACED) & KIND_MASK
    if move & DROPS:
        out[0] = target
        out[1] = NODES + 1 + KINDS + placed
        return 2
    out[0] = source
    out[1] = target
    mover = kind_on(s, source)
    if placed != mover:
        out[2] = NODES + 1 + placed
        return 3
    out[2] = NODES
    is_choice = PROMOTES_IN_ZONE and BECOMES_AT[mover] != BECOMES_AT[mover + 1]
    return 3 if is_choice and may_become(s[TURN], source, target) else 2
