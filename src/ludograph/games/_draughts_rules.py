"""The rules of all draughts in one kernel, steered by facts that each variant binds as constants.

All numbers are unsigned words. A set of squares is a pair of words with one bit for each node; on boards of up to 64
nodes (``WIDE`` is 0) the second word is always 0, which the compiler knows, so that it costs nothing. Directions are seen
by the side to move, so that its men go into the first ones: a table for each side, one behind the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.engine.bits import WORD, lowest, popcount
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.ranking import spread, squeeze
from ludograph.engine.rules import EVEN, Moves

# ---------------------------------------------------------------------------------------------------------
# Facts, bound for each game by its variant
# ---------------------------------------------------------------------------------------------------------

WIDE = 0  # 1: the board has more nodes than a word has bits
ALL = 0  # the set of all squares
ALL_HIGH = 0
PLACES = 0  # the nodes and OUTSIDE: how long a side's part of a table is
DIRECTIONS = 4  # in which captures may go
MEN_STEPS = 2  # in how many of them, from the first, men step
MEN_CAPTURES = 2  # and capture
KING_STEPS = 4  # and kings move
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
KING_RUN = 0  # so many quiet moves in a row may a side that has men make with one king; 0: any number

BIT: Sequence[int] = ()  # of each node, and none of OUTSIDE
BIT_HIGH: Sequence[int] = ()
STEP: Sequence[int] = ()  # the next node in each direction
# All nodes of a set go one step in a direction by shifting: those of one group by the same number of places.
GROUPS = 2
FROM: Sequence[int] = ()  # the nodes of each group
FROM_HIGH: Sequence[int] = ()
DOWN: Sequence[int] = ()  # how many places their numbers fall
UP: Sequence[int] = ()  # or rise
LAST_ROW: Sequence[int] = ()  # where each side's men are crowned
LAST_ROW_HIGH: Sequence[int] = ()

MOST_CAPTURES = 1024  # that are listed: no position that anybody has found has nearly so many
MOST_SEEN = 4096  # places for what was followed already: see ``is_seen``
SEEN_BITS = 12
MOST_HOPS = 1600  # that wait to be tried while captures are followed
FEW_TAKEN = 3  # up to so many, different orders hardly ever lead to the same


class State(NamedTuple):
    """The pieces of the side to move and of the other side, the kings of both, and what the rules count."""

    mine: int
    theirs: int
    kings: int
    mine_high: int
    theirs_high: int
    kings_high: int
    turn: int
    run: int  # quiet moves in a row with one king, of the side to move: see ``run_of``
    their_run: int
    clocks: int  # see ``clocks_after``


# A move's code: from, to, whether a man becomes a king, what is taken among the enemy's pieces, and its value.
TO, CROWNS, TAKEN = 7, 14, 15
NODE = 127
# A hop's code: landing, victim, direction.
VICTIM, DIRECTION = 7, 14
BACK = 3  # direction ^ BACK is the opposite direction


# ---------------------------------------------------------------------------------------------------------
# Sets
# ---------------------------------------------------------------------------------------------------------

Squares = tuple[int, int]


def squares(low: int, high: int) -> Squares:
    if WIDE:
        return low, high
    return low, 0


def node_of(node: int) -> Squares:
    """The set of one node; none for OUTSIDE."""
    return squares(BIT[node], BIT_HIGH[node])


def is_some(them: Squares) -> bool:
    return them[0] | them[1] != 0


def holds(them: Squares, node: int) -> bool:
    """Whether a node, which may be OUTSIDE, is in a set."""
    if WIDE:
        return (them[0] & BIT[node]) | (them[1] & BIT_HIGH[node]) != 0
    return them[0] & BIT[node] != 0


def either(some: Squares, others: Squares) -> Squares:
    return squares(some[0] | others[0], some[1] | others[1])


def both(some: Squares, others: Squares) -> Squares:
    return squares(some[0] & others[0], some[1] & others[1])


def without(some: Squares, others: Squares) -> Squares:
    return squares(some[0] & ~others[0], some[1] & ~others[1])


def size(them: Squares) -> int:
    """How many nodes a set has."""
    if WIDE:
        return popcount(them[0]) + popcount(them[1])
    return popcount(them[0])


def first(them: Squares) -> int:
    """The first node of a set that is not empty."""
    if WIDE and them[0] == 0:
        return 64 + lowest(them[1])
    return lowest(them[0])


def rest(them: Squares) -> Squares:
    """A set without its first node."""
    if WIDE and them[0] == 0:
        return 0, them[1] & (them[1] - 1)
    return squares(them[0] & (them[0] - 1), them[1])


def toward(them: Squares, turn: int, direction: int) -> Squares:
    """Where the nodes of a set get by one step."""
    group = (turn * DIRECTIONS + direction) * GROUPS
    moved = shifted(them, group)
    if GROUPS == 2:
        return either(moved, shifted(them, group + 1))
    return moved


def shifted(them: Squares, group: int) -> Squares:
    """Where the nodes of one group get."""
    low = them[0] & FROM[group]
    moved = (low >> DOWN[group]) << UP[group]
    if WIDE:
        high = them[1] & FROM_HIGH[group]
        moved |= (high << 1) << (63 - DOWN[group])  # in two steps, because none may be of 64 places
        moved_high = ((high >> DOWN[group]) << UP[group]) | ((low >> 1) >> (63 - UP[group]))
        return moved & WORD, moved_high
    return moved, 0


def step(turn: int, node: int, direction: int) -> int:
    """The next node, or OUTSIDE."""
    return STEP[(turn * PLACES + node) * DIRECTIONS + direction]


def my_pieces(s: State) -> Squares:
    return squares(s.mine, s.mine_high)


def their_pieces(s: State) -> Squares:
    return squares(s.theirs, s.theirs_high)


def all_kings(s: State) -> Squares:
    return squares(s.kings, s.kings_high)


def empty_squares(s: State) -> Squares:
    return squares(ALL ^ s.mine ^ s.theirs, ALL_HIGH ^ s.mine_high ^ s.theirs_high)


def last_row(turn: int) -> Squares:
    """Where a side's men are crowned."""
    return squares(LAST_ROW[turn], LAST_ROW_HIGH[turn])


# ---------------------------------------------------------------------------------------------------------
# Captures. ``prey`` is what may still be taken, ``empty`` where a piece may pass and land, ``barred`` a direction
# that it must not take. What was jumped is neither prey nor empty, unless it leaves the board at once.
# ---------------------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------------------
# All moves
# ---------------------------------------------------------------------------------------------------------


def is_over(s: State) -> bool:
    """Whether the other side has lost its last piece."""
    return not is_some(their_pieces(s))


def generate(s: State, out: Moves, n: int) -> int:
    if is_over(s):
        return n
    empty = empty_squares(s)
    movers = capturers(s, empty)
    if is_some(movers):
        return list_captures(s, movers, empty, out, n)
    n = list_steps(s, empty, out, n)
    kings = both(my_pieces(s), all_kings(s))
    while is_some(kings):
        n = list_king_moves(s, first(kings), empty, out, n)
        kings = rest(kings)
    return n


def list_steps(s: State, empty: Squares, out: Moves, n: int) -> int:
    """The quiet moves of men."""
    men = without(my_pieces(s), all_kings(s))
    for direction in range(MEN_STEPS):
        ends = both(toward(men, s.turn, direction), empty)
        while is_some(ends):
            end = first(ends)
            ends = rest(ends)
            code = step(s.turn, end, direction ^ BACK) | (end << TO)
            if holds(last_row(s.turn), end):
                code |= 1 << CROWNS
            out[n] = code
            n += 1
    return n


def list_king_moves(s: State, start: int, empty: Squares, out: Moves, n: int) -> int:
    """The quiet moves of a king."""
    if is_tired(s, start):
        return n
    for direction in range(KING_STEPS):
        end = step(s.turn, start, direction)
        while holds(empty, end):
            out[n] = start | (end << TO)
            n += 1
            if not FLYING:
                break
            end = step(s.turn, end, direction)
    return n


def count(s: State, out: Moves, n: int) -> int:
    """The number of moves, without listing the steps: most of all work is done at the last ply."""
    if is_over(s):
        return 0
    empty = empty_squares(s)
    movers = capturers(s, empty)
    if is_some(movers):
        return list_captures(s, movers, empty, out, n) - n
    men = without(my_pieces(s), all_kings(s))
    total = 0
    for direction in range(MEN_STEPS):
        total += size(both(toward(men, s.turn, direction), empty))
    kings = both(my_pieces(s), all_kings(s))
    while is_some(kings):
        total += list_king_moves(s, first(kings), empty, out, n) - n
        kings = rest(kings)
    return total


def apply(s: State, move: int) -> State:
    start = node_of(move & NODE)
    end = node_of((move >> TO) & NODE)
    crowns = (move >> CROWNS) & 1
    victims = victims_of(s, move)
    kings = all_kings(s)
    is_king = holds(kings, move & NODE)
    kings = without(kings, either(start, victims))
    if is_king or crowns:
        kings = either(kings, end)
    mine = either(without(my_pieces(s), start), end)
    theirs = without(their_pieces(s), victims)
    run = 0
    their_run = 0
    if KING_RUN:
        run = run_after(s, move, is_king)
        their_run = their_run_after(s, victims)
    clocks = clocks_after(s, is_king, crowns, is_some(victims))
    return State(
        theirs[0], mine[0], kings[0], theirs[1], mine[1], kings[1], 1 - s.turn, their_run, run, clocks
    )  # fmt: skip


def victims_of(s: State, move: int) -> Squares:
    """The pieces that a move takes."""
    taken = (move >> TAKEN) & ((1 << PIECES) - 1)
    if taken == 0:
        return squares(0, 0)
    if WIDE:
        here = popcount(s.theirs)
        return spread(taken & ((1 << here) - 1), s.theirs), spread(taken >> here, s.theirs_high)
    return spread(taken, s.theirs), 0


def turn(s: State) -> int:
    return s.turn


def winners(s: State) -> int:
    """In a state without moves the other side has won, unless it has no piece."""
    if is_over(s):
        return 1 << s.turn
    return 1 << (1 - s.turn)


# ---------------------------------------------------------------------------------------------------------
# Quiet moves in a row with one king, counted while its side has men. No board with this rule is wide.
# ---------------------------------------------------------------------------------------------------------


def run_of(king: int, moves: int) -> int:
    """The number that stands for so many moves with the king that is now on a node."""
    return (king << 2) | moves


def is_tired(s: State, king: int) -> bool:
    """Whether a king has made all the quiet moves in a row that it may."""
    return KING_RUN > 0 and s.run == run_of(king, KING_RUN)


def run_after(s: State, move: int, is_king: bool) -> int:
    """The moves in a row after another move of the same side."""
    if not is_king or move >> TAKEN or s.mine & ~s.kings == 0:
        return 0
    end = (move >> TO) & NODE
    if s.run and s.run >> 2 == move & NODE:
        return run_of(end, (s.run & 3) + 1)
    return run_of(end, 1)


def their_run_after(s: State, victims: Squares) -> int:
    """The moves in a row of the other side: they end when that king or the last man is taken."""
    if holds(victims, s.their_run >> 2) or s.theirs & ~s.kings & ~victims[0] == 0:
        return 0
    return s.their_run


# ---------------------------------------------------------------------------------------------------------
# Draws. Limits are in moves of both sides together; 0: there is no such rule.
# ---------------------------------------------------------------------------------------------------------

QUIET_LIMIT = 0  # only kings moved, and nothing was taken
THREE_KINGS_LIMIT = 0  # three kings or more against one king alone
THREE_PIECES_LIMIT = 0  # three pieces, a king among them, against one king alone
ROAD_LIMIT = 0  # three pieces against one king alone that is on the main road
TWO_PIECES_LIMIT = 0  # two pieces or one against one king alone
FIVE_PIECES_LIMIT = 0  # four or five pieces, kings on both sides
SEVEN_PIECES_LIMIT = 0  # six or seven pieces, kings on both sides
COUNTS_QUIET = 0  # whether some rule needs the clock
COUNTS_SAME = 0
MAIN_ROAD = 0

# The three clocks in one word: moves since a man moved or a piece was taken; since the material changed; since the
# material changed or a king alone was not on the main road.
SAME, ROAD = 16, 32
CLOCK = 0xFFFF

NO_DRAW, QUIET, THREE_KINGS, THREE_PIECES, ON_ROAD, TWO_PIECES, FIVE_PIECES, SEVEN_PIECES = range(8)


def clocks_after(s: State, is_king: bool, crowns: int, takes: bool) -> int:
    clocks = 0
    if takes or crowns:
        return clocks
    if COUNTS_QUIET and is_king:
        clocks = tick(s.clocks & CLOCK)
    if COUNTS_SAME and ending_of(s) != NO_DRAW:
        clocks |= tick((s.clocks >> SAME) & CLOCK) << SAME
    if ROAD_LIMIT and (is_on_road(s.mine, s.theirs, s.kings) or is_on_road(s.theirs, s.mine, s.kings)):
        clocks |= tick((s.clocks >> ROAD) & CLOCK) << ROAD
    return clocks


def tick(clock: int) -> int:
    return min(clock + 1, CLOCK)


def is_on_road(alone: int, others: int, kings: int) -> bool:
    """Whether a king alone on the main road stands against three pieces."""
    return (alone & kings & MAIN_ROAD) != 0 and popcount(alone) == 1 and popcount(others) == 3


def ending_of(s: State) -> int:
    """The draw rule that speaks of such material: of two the one with the smaller limit."""
    mine = size(my_pieces(s))
    theirs = size(their_pieces(s))
    if mine + theirs > 7 and mine > 1 and theirs > 1:
        return NO_DRAW
    my_kings = size(both(my_pieces(s), all_kings(s)))
    their_kings = size(both(their_pieces(s), all_kings(s)))
    if (mine == 1 and my_kings == 1) or (theirs == 1 and their_kings == 1):
        if TWO_PIECES_LIMIT and mine + theirs <= 3:
            return TWO_PIECES
        if THREE_KINGS_LIMIT and my_kings + their_kings >= 4:
            return THREE_KINGS
        if THREE_PIECES_LIMIT and mine + theirs == 4 and my_kings and their_kings:
            return THREE_PIECES
    if my_kings and their_kings:
        if FIVE_PIECES_LIMIT and (mine + theirs == 4 or mine + theirs == 5):
            return FIVE_PIECES
        if SEVEN_PIECES_LIMIT and (mine + theirs == 6 or mine + theirs == 7):
            return SEVEN_PIECES
    return NO_DRAW


def limit_of(rule: int) -> int:
    """After how many moves with the same material a rule ends the match."""
    if rule == TWO_PIECES:
        return TWO_PIECES_LIMIT
    if rule == THREE_KINGS:
        return THREE_KINGS_LIMIT
    if rule == THREE_PIECES:
        return THREE_PIECES_LIMIT
    if rule == FIVE_PIECES:
        return FIVE_PIECES_LIMIT
    return SEVEN_PIECES_LIMIT


def drawn(s: State) -> bool:
    return draw_rule(s) != NO_DRAW


def draw_rule(s: State) -> int:
    """The rule by which a match is drawn here."""
    if s.clocks == 0:
        return NO_DRAW
    if QUIET_LIMIT and s.clocks & CLOCK >= QUIET_LIMIT:
        return QUIET
    if ROAD_LIMIT and s.clocks >> ROAD >= ROAD_LIMIT:
        return ON_ROAD
    if COUNTS_SAME:
        rule = ending_of(s)
        if rule != NO_DRAW and (s.clocks >> SAME) & CLOCK >= limit_of(rule):
            return rule
    return NO_DRAW


# ---------------------------------------------------------------------------------------------------------
# For search
# ---------------------------------------------------------------------------------------------------------

MAN_WORTH = 100
KING_WORTH = 250  # of a flying king rather more, of one that goes one step rather less


def evaluate(s: State) -> int:
    """Material: what pieces are worth."""
    return EVEN + worth(s, my_pieces(s)) - worth(s, their_pieces(s))


def worth(s: State, pieces: Squares) -> int:
    return MAN_WORTH * size(pieces) + (KING_WORTH - MAN_WORTH) * size(both(pieces, all_kings(s)))


def gain(s: State, move: int) -> int:
    return worth(s, victims_of(s, move)) + ((move >> CROWNS) & 1) * (KING_WORTH - MAN_WORTH)


def restless(s: State) -> bool:
    """A capture has to be made."""
    return is_some(capturers(s, empty_squares(s)))


def position_key(s: State) -> int:
    """All but the clocks."""
    key = mixed(mixed(mixed(FIRST_KEY, s.mine), s.theirs), s.kings)
    key = mixed(mixed(key, s.turn), s.run | (s.their_run << 16))
    if WIDE:
        key = mixed(mixed(mixed(key, s.mine_high), s.theirs_high), s.kings_high)
    return key
