"""Captures in the kernel of draughts: hops, whole captures, and which of them go before others.

``prey`` is what may still be taken, ``empty`` where a piece may pass and land, ``barred`` a direction that it must not
take. What was jumped is neither prey nor empty, unless it leaves the board at once.
"""

from __future__ import annotations

from ludograph.engine.bits import popcount
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.ranking import spread, squeeze
from ludograph.engine.rules import Moves
from ludograph.games.draughts.squares import (
    BACK,
    DIRECTIONS,
    PLACES,
    WIDE,
    Squares,
    State,
    all_kings,
    both,
    either,
    first,
    holds,
    is_some,
    last_row,
    my_pieces,
    node_of,
    rest,
    size,
    squares,
    step,
    their_pieces,
    toward,
    without,
)

# Facts, bound for each game by its variant.
MEN_CAPTURES = 2  # and capture
FLYING = 0  # kings go any distance
LANDS_BEHIND = 0  # a flying king lands right behind what it takes
AT_ONCE = 0  # what is jumped leaves the board at once, not after the move
TURNS_BACK = 1  # a capture may turn by 180 degrees
CROWNS_IN_CAPTURE = 0  # a man that reaches the last row in a capture goes on as a king
MEN_SPARE_KINGS = 0  # a man can't take a king
# Precedence: the captures of the greatest value are legal.
SCORED = 0  # 0: all captures are
MAN_VALUE = 0  # of a man taken
KING_VALUE = 0  # of a king taken
BY_KING = 0  # of a king that takes
EARLY = 0  # of a king taken first; half of it for one taken second, and so on
PIECES = 12  # the most that a side can have

MOST_CAPTURES = 1024  # that are listed: no position that anybody has found has nearly so many
MOST_SEEN = 4096  # places for what was followed already: see ``is_seen``
SEEN_BITS = 12
MOST_HOPS = 1600  # that wait to be tried while captures are followed
WAY_LENGTH = 64  # places for the squares of a way
FEW_TAKEN = 3  # up to so many, different orders hardly ever lead to the same

# A move's code: from, to, whether a man becomes a king, what is taken among the enemy's pieces, and its value.
TO, CROWNS, TAKEN = 7, 14, 15
NODE = 127
# A hop's code: landing, victim, direction.
VICTIM, DIRECTION = 7, 14


def victim_of(s: State, node: int, direction: int, is_king: int, prey: Squares, empty: Squares) -> int:
    """The piece that can be jumped in a direction, or OUTSIDE."""
    victim = step(s.turn, node, direction)
    if FLYING and is_king:
        while holds(empty, victim):
            victim = step(s.turn, victim, direction)
    if not holds(prey, victim):
        return PLACES - 1
    if MEN_SPARE_KINGS and not is_king and holds(all_kings(s), victim):
        return PLACES - 1
    if not holds(empty, step(s.turn, victim, direction)):
        return PLACES - 1
    return victim


def is_open(direction: int, is_king: int, barred: int) -> bool:
    """Whether a capture may go in a direction."""
    if not TURNS_BACK and direction == barred:
        return False
    return is_king != 0 or direction < MEN_CAPTURES


def can_capture(s: State, node: int, is_king: int, prey: Squares, empty: Squares, barred: int) -> int:
    """1 when a piece on a node can make a hop, else 0."""
    for direction in range(DIRECTIONS):
        if is_open(direction, is_king, barred) and victim_of(s, node, direction, is_king, prey, empty) != PLACES - 1:
            return 1
    return 0


def list_hops(s: State, node: int, is_king: int, prey: Squares, empty: Squares, barred: int, out: Moves, n: int) -> int:
    """Put the hops by which a capture may begin or go on from a node onto the stack."""
    for direction in range(DIRECTIONS):
        if not is_open(direction, is_king, barred):
            continue
        victim = victim_of(s, node, direction, is_king, prey, empty)
        if victim == PLACES - 1:
            continue
        hop = (victim << VICTIM) | (direction << DIRECTION)
        if FLYING and is_king and not LANDS_BEHIND:
            n = list_landings(s, hop, without(prey, node_of(victim)), room_after(empty, victim), out, n)
        else:
            out[n] = hop | step(s.turn, victim, direction)
            n += 1
    return n


def room_after(empty: Squares, victim: int) -> Squares:
    """Where a piece may pass and land after it has jumped another."""
    if AT_ONCE:
        return either(empty, node_of(victim))
    return empty


def list_landings(s: State, hop: int, prey: Squares, empty: Squares, out: Moves, n: int) -> int:
    """A king lands anywhere up to the next piece, but where it can go on from some of these nodes, only there."""
    direction = hop >> DIRECTION
    landing = step(s.turn, (hop >> VICTIM) & NODE, direction)
    begin = n
    must_go_on = 0
    while holds(empty, landing):
        goes_on = can_capture(s, landing, 1, prey, empty, direction ^ BACK)
        if goes_on > must_go_on:
            must_go_on = 1
            n = begin
        if goes_on == must_go_on:
            out[n] = hop | landing
            n += 1
        landing = step(s.turn, landing, direction)
    return n


def value_of(s: State, victim: int, prey: Squares) -> int:
    """What taking a piece adds to the value of a capture, ``prey`` being what was there before."""
    if not holds(all_kings(s), victim):
        return MAN_VALUE
    if EARLY:
        return KING_VALUE + (EARLY >> (size(their_pieces(s)) - size(prey)))
    return KING_VALUE


def follow(
    s: State, start: int, node: int, is_king: int, prey: Squares, empty: Squares, barred: int, value: int,
    out: Moves, begin: int, n: int, top: int,
) -> int:  # fmt: skip
    """List the whole captures that go on from a node, behind those from ``begin`` to n; hops wait from ``top`` on."""
    end = list_hops(s, node, is_king, prey, empty, barred, out, top)
    for i in range(top, end):
        landing = out[i] & NODE
        victim = (out[i] >> VICTIM) & NODE
        back = (out[i] >> DIRECTION) ^ BACK
        left = without(prey, node_of(victim))
        room = room_after(empty, victim)
        rank = is_king | crowned_in_capture(s, landing)
        more = value
        if SCORED:
            more += value_of(s, victim, prey)
        if can_capture(s, landing, rank, left, room, back):
            if is_seen(s, landing, rank, left, back, more, out, begin + MOST_CAPTURES):
                continue
            n = follow(s, start, landing, rank, left, room, back, more, out, begin, n, end)
        else:
            n = record(s, start, landing, rank, left, more, out, begin, n)
    return n


def is_seen(s: State, node: int, is_king: int, prey: Squares, back: int, value: int, out: Moves, seen: int) -> bool:
    """Whether the same pieces were taken before in another order, and all that follows is listed already.

    Else it is remembered, in a table behind ``seen`` where a newer key may take an older one's place; without it a king
    among many pieces has more ways than anybody can wait for.
    """
    if size(prey) + FEW_TAKEN >= size(their_pieces(s)):
        return False
    if out[seen] == 0:
        out[seen] = 1
        for i in range(1, MOST_SEEN + 1):
            out[seen + i] = 0
    key = node | (is_king << TO) | (taken_of(s, prey) << TAKEN)
    if not TURNS_BACK:
        key |= back << (TO + 1)
    if EARLY:
        key |= value << (TAKEN + PIECES)
    place = seen + 1 + (mixed(FIRST_KEY, key) >> (64 - SEEN_BITS))
    if out[place] == key:
        return True
    out[place] = key
    return False


def find_way(
    s: State, move: int, node: int, is_king: int, left: Squares, empty: Squares, barred: int, value: int,
    length: int, ways: int, out: Moves, top: int,
) -> int:  # fmt: skip
    """Write the squares of a way to make a capture, of which ``left`` is still to be taken; hops wait from ``top`` on.
    So many ways are left to be found; 0: that was it."""
    out[length] = node
    prey = without(their_pieces(s), without(victims_of(s, move), left))
    end = list_hops(s, node, is_king, prey, empty, barred, out, top)
    if end == top:
        is_whole = node == (move >> TO) & NODE and not is_some(left)
        if SCORED and value != move >> (TAKEN + PIECES):
            is_whole = False
        return ways - 1 if is_whole else ways
    for i in range(top, end):
        landing = out[i] & NODE
        victim = (out[i] >> VICTIM) & NODE
        if holds(left, victim):
            rank = is_king | crowned_in_capture(s, landing)
            more = value + value_of(s, victim, prey)
            room = room_after(empty, victim)
            fewer = without(left, node_of(victim))
            back = (out[i] >> DIRECTION) ^ BACK
            ways = find_way(s, move, landing, rank, fewer, room, back, more, length + 1, ways, out, end)
            if ways == 0:
                return 0
    return ways


def taken_of(s: State, prey: Squares) -> int:
    """Which of the enemy's pieces were taken, one bit for each."""
    taken = squeeze(s.theirs ^ prey[0], s.theirs)
    if WIDE:
        taken |= squeeze(s.theirs_high ^ prey[1], s.theirs_high) << popcount(s.theirs)
    return taken


def crowned_in_capture(s: State, landing: int) -> int:
    """1 when a man becomes a king here and goes on as one."""
    if CROWNS_IN_CAPTURE and holds(last_row(s.turn), landing):
        return 1
    return 0


def record(
    s: State, start: int, end: int, is_king: int, prey: Squares, value: int, out: Moves, begin: int, n: int
) -> int:
    """List a capture that has come to its end, unless there is a better one or the same by another path."""
    code = start | (end << TO)
    if not holds(all_kings(s), start) and (is_king or holds(last_row(s.turn), end)):
        code |= 1 << CROWNS
    code |= taken_of(s, prey) << TAKEN
    if SCORED:
        if n > begin:
            best = out[begin] >> (TAKEN + PIECES)
            if value < best:
                return n
            if value > best:
                n = begin
        code |= value << (TAKEN + PIECES)
    for i in range(begin, n):
        if out[i] == code:
            return n
    if n == begin + MOST_CAPTURES:
        return n
    out[n] = code
    return n + 1


def capturers(s: State, empty: Squares) -> Squares:
    """The pieces that can capture."""
    prey = their_pieces(s)
    kings = both(my_pieces(s), all_kings(s))
    found = squares(0, 0)
    if FLYING:
        found = flying_capturers(s, kings, prey, empty)
    elif is_some(kings):
        found = jumpers(s, kings, DIRECTIONS, prey, empty)
    if MEN_SPARE_KINGS:
        prey = without(prey, all_kings(s))
    return either(found, jumpers(s, without(my_pieces(s), kings), MEN_CAPTURES, prey, empty))


def jumpers(s: State, movers: Squares, directions: int, prey: Squares, empty: Squares) -> Squares:
    """Those of some pieces that can jump over the next node in one of the first directions."""
    found = squares(0, 0)
    for direction in range(directions):
        over = both(toward(movers, s.turn, direction), prey)
        landings = both(toward(over, s.turn, direction), empty)
        if is_some(landings):
            back = direction ^ BACK
            found = either(found, toward(toward(landings, s.turn, back), s.turn, back))
    return found


def flying_capturers(s: State, kings: Squares, prey: Squares, empty: Squares) -> Squares:
    found = squares(0, 0)
    while is_some(kings):
        king = first(kings)
        kings = rest(kings)
        if can_capture(s, king, 1, prey, empty, DIRECTIONS):
            found = either(found, node_of(king))
    return found


def list_captures(s: State, movers: Squares, empty: Squares, out: Moves, n: int) -> int:
    """The captures of some pieces."""
    begin = n
    while is_some(movers):
        start = first(movers)
        movers = rest(movers)
        is_king = 0
        value = 0
        if holds(all_kings(s), start):
            is_king = 1
            value = BY_KING
        room = either(empty, node_of(start))  # the square that the piece has left
        out[begin + MOST_CAPTURES] = 0  # nothing is seen yet
        top = begin + MOST_CAPTURES + 1 + MOST_SEEN
        n = follow(s, start, start, is_king, their_pieces(s), room, DIRECTIONS, value, out, begin, n, top)
    return n


def victims_of(s: State, move: int) -> Squares:
    """The pieces that a move takes."""
    taken = (move >> TAKEN) & ((1 << PIECES) - 1)
    if taken == 0:
        return squares(0, 0)
    if WIDE:
        here = popcount(s.theirs)
        return spread(taken & ((1 << here) - 1), s.theirs), spread(taken >> here, s.theirs_high)
    return spread(taken, s.theirs), 0
