"""The rules of all draughts in one kernel, steered by facts that each variant binds as constants.

All numbers are unsigned words. A set of squares is a word with one bit for each node; a board of more than 64 nodes
needs a second word, ``…_high``, which costs nothing where ``WIDE`` is 0. Directions are seen by the side to move, so that
its men go into the first ones: a table for each side, one behind the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.ranking import spread, squeeze
from ludograph.engine.rules import Moves

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
STEPS: Sequence[int] = ()  # where a man may step from each node, as a set
STEPS_HIGH: Sequence[int] = ()
NEAR: Sequence[int] = ()  # what a man may take from each node, as a set
NEAR_HIGH: Sequence[int] = ()
LAST_ROW: Sequence[int] = ()  # where each side's men are crowned
LAST_ROW_HIGH: Sequence[int] = ()

MOST_CAPTURES = 1024  # that are listed: no position that anybody has found has nearly so many
MOST_HOPS = 1600  # that wait to be tried while captures are followed


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
    clocks: int  # see ``after_clocks``


# A move's code: from, to, whether a man becomes a king, what is taken among the enemy's pieces, and its value.
TO, CROWNS, TAKEN = 7, 14, 15
NODE = 127
# A hop's code: landing, victim, direction.
VICTIM, DIRECTION = 7, 14


# ---------------------------------------------------------------------------------------------------------
# Sets
# ---------------------------------------------------------------------------------------------------------


def holds(low: int, high: int, node: int) -> int:
    """Not 0 when the node, which may be OUTSIDE, is in the set."""
    if WIDE:
        return (low & BIT[node]) | (high & BIT_HIGH[node])
    return low & BIT[node]


def first(low: int, high: int) -> int:
    """The first node of a set that is not empty."""
    if WIDE and low == 0:
        return 64 + lowest(high)
    return lowest(low)


def high_rest(low: int, high: int) -> int:
    """The high word without the set's first node; the low word without it is ``low & (low - 1)``."""
    if WIDE and low == 0:
        return high & (high - 1)
    return high


def only_wide(high: int) -> int:
    """A high word, known to be 0 on boards without one."""
    if WIDE:
        return high
    return 0


def size(low: int, high: int) -> int:
    """How many nodes a set has."""
    if WIDE:
        return popcount(low) + popcount(high)
    return popcount(low)


# ---------------------------------------------------------------------------------------------------------
# Captures
# ---------------------------------------------------------------------------------------------------------


def next_piece(
    turn: int, node: int, direction: int, is_king: int, empty: int, empty_high: int
) -> int:
    """What is met first in a direction: a piece or OUTSIDE, or for pieces that don't fly just the next node."""
    node = STEP[(turn * PLACES + node) * DIRECTIONS + direction]
    if FLYING and is_king:
        while holds(empty, empty_high, node):
            node = STEP[(turn * PLACES + node) * DIRECTIONS + direction]
    return node


def can_take(s: State, victim: int, is_king: int, prey: int, prey_high: int) -> int:
    """Not 0 when a node has a piece that may be jumped."""
    if MEN_SPARE_KINGS and not is_king and holds(s.kings, s.kings_high, victim):
        return 0
    return holds(prey, prey_high, victim)


def can_capture(
    s: State, node: int, is_king: int, prey: int, prey_high: int, empty: int, empty_high: int, barred: int
) -> int:
    """1 when a piece on a node can make a hop, else 0; ``barred`` is a direction that it must not take."""
    for direction in range(DIRECTIONS):
        if not is_king and direction >= MEN_CAPTURES:
            break
        if not TURNS_BACK and direction == barred:
            continue
        victim = next_piece(s.turn, node, direction, is_king, empty, empty_high)
        if can_take(s, victim, is_king, prey, prey_high):
            landing = STEP[(s.turn * PLACES + victim) * DIRECTIONS + direction]
            if holds(empty, empty_high, landing):
                return 1
    return 0


def list_hops(
    s: State, node: int, is_king: int, prey: int, prey_high: int, empty: int, empty_high: int, barred: int,
    out: Moves, n: int,
) -> int:  # fmt: skip
    """Put the hops by which a capture may begin or go on from a node onto the stack."""
    for direction in range(DIRECTIONS):
        if not is_king and direction >= MEN_CAPTURES:
            break
        if not TURNS_BACK and direction == barred:
            continue
        victim = next_piece(s.turn, node, direction, is_king, empty, empty_high)
        if can_take(s, victim, is_king, prey, prey_high):
            hop = (victim << VICTIM) | (direction << DIRECTION)
            landing = STEP[(s.turn * PLACES + victim) * DIRECTIONS + direction]
            if not holds(empty, empty_high, landing):
                continue
            if FLYING and is_king and not LANDS_BEHIND:
                left = prey ^ BIT[victim]
                left_high = only_wide(prey_high ^ BIT_HIGH[victim])
                n = list_landings(s, hop, landing, left, left_high, empty, empty_high, out, n)
            else:
                out[n] = hop | landing
                n += 1
    return n


def list_landings(
    s: State, hop: int, landing: int, prey: int, prey_high: int, empty: int, empty_high: int, out: Moves, n: int
) -> int:
    """A king lands anywhere up to the next piece, but where it can go on from some of these nodes, only there."""
    direction = hop >> DIRECTION
    if AT_ONCE:
        victim = (hop >> VICTIM) & NODE
        empty |= BIT[victim]
        empty_high |= only_wide(BIT_HIGH[victim])
    begin = n
    must_go_on = 0
    while holds(empty, empty_high, landing):
        goes_on = can_capture(s, landing, 1, prey, prey_high, empty, empty_high, 3 - (direction & 3))
        if goes_on > must_go_on:
            must_go_on = 1
            n = begin
        if goes_on == must_go_on:
            out[n] = hop | landing
            n += 1
        landing = STEP[(s.turn * PLACES + landing) * DIRECTIONS + direction]
    return n


def value_of(s: State, victim: int, prey: int, prey_high: int) -> int:
    """What taking a piece adds to the value of a capture, ``prey`` being what is left before."""
    if holds(s.kings, s.kings_high, victim):
        if EARLY:
            return KING_VALUE + (EARLY >> (size(s.theirs, s.theirs_high) - size(prey, prey_high)))
        return KING_VALUE
    return MAN_VALUE


def follow(
    s: State, start: int, node: int, is_king: int, prey: int, prey_high: int, empty: int, empty_high: int, barred: int,
    value: int, out: Moves, begin: int, n: int, top: int,
) -> int:  # fmt: skip
    """List the whole captures that go on from a node, behind those from ``begin`` to n; hops wait from ``top`` on."""
    end = list_hops(s, node, is_king, prey, prey_high, empty, empty_high, barred, out, top)
    if end == top:
        return record(s, start, node, is_king, prey, prey_high, value, out, begin, n)
    for i in range(top, end):
        hop = out[i]
        landing = hop & NODE
        victim = (hop >> VICTIM) & NODE
        left = prey ^ BIT[victim]
        left_high = only_wide(prey_high ^ BIT_HIGH[victim])
        room = empty
        room_high = only_wide(empty_high)
        if AT_ONCE:
            room |= BIT[victim]
            room_high |= only_wide(BIT_HIGH[victim])
        goes_on_as_king = is_king
        if CROWNS_IN_CAPTURE and holds(LAST_ROW[s.turn], only_wide(LAST_ROW_HIGH[s.turn]), landing):
            goes_on_as_king = 1
        more = value
        if SCORED:
            more += value_of(s, victim, prey, prey_high)
        back = 3 - ((hop >> DIRECTION) & 3)
        n = follow(
            s, start, landing, goes_on_as_king, left, left_high, room, room_high, back, more, out, begin, n, end
        )  # fmt: skip
    return n


def record(
    s: State, start: int, node: int, is_king: int, prey: int, prey_high: int, value: int, out: Moves, begin: int, n: int
) -> int:
    """List a capture that has come to its end, unless there is a better one or the same by another path."""
    if prey == s.theirs and only_wide(prey_high) == only_wide(s.theirs_high):
        return n
    code = start | (node << TO)
    if not holds(s.kings, s.kings_high, start):
        if is_king or holds(LAST_ROW[s.turn], only_wide(LAST_ROW_HIGH[s.turn]), node):
            code |= 1 << CROWNS
    taken = squeeze(s.theirs ^ prey, s.theirs)
    if WIDE:
        taken |= squeeze(s.theirs_high ^ prey_high, s.theirs_high) << popcount(s.theirs)
    code |= taken << TAKEN
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


def generate_captures(s: State, out: Moves, n: int) -> int:
    begin = n
    top = n + MOST_CAPTURES
    movers = s.mine
    movers_high = only_wide(s.mine_high)
    empty = ALL ^ s.mine ^ s.theirs
    empty_high = only_wide(ALL_HIGH ^ s.mine_high ^ s.theirs_high)
    while movers | movers_high:
        start = first(movers, movers_high)
        movers_high = high_rest(movers, movers_high)
        movers &= movers - 1
        is_king = 0
        value = 0
        if holds(s.kings, s.kings_high, start):
            is_king = 1
            value = BY_KING
        elif not is_near(s, start):
            continue
        # The square that the piece has left counts as empty.
        n = follow(
            s, start, start, is_king, s.theirs, only_wide(s.theirs_high), empty | BIT[start],
            only_wide(empty_high | BIT_HIGH[start]), DIRECTIONS, value, out, begin, n, top,
        )  # fmt: skip
    return n


def is_near(s: State, node: int) -> int:
    """Not 0 when a man has an enemy beside it that it might take."""
    place = s.turn * PLACES + node
    if WIDE:
        return (NEAR[place] & s.theirs) | (NEAR_HIGH[place] & s.theirs_high)
    return NEAR[place] & s.theirs


def man_can_capture(s: State, node: int, empty: int, empty_high: int) -> int:
    if is_near(s, node):
        return can_capture(s, node, 0, s.theirs, only_wide(s.theirs_high), empty, empty_high, DIRECTIONS)
    return 0


def king_can_capture(s: State, node: int, empty: int, empty_high: int) -> int:
    return can_capture(s, node, 1, s.theirs, only_wide(s.theirs_high), empty, empty_high, DIRECTIONS)


# ---------------------------------------------------------------------------------------------------------
# All moves
# ---------------------------------------------------------------------------------------------------------


def is_over(s: State) -> bool:
    """Whether the other side has lost its last piece."""
    return s.theirs == 0 and only_wide(s.theirs_high) == 0


def generate(s: State, out: Moves, n: int) -> int:
    """Captures if there is any, else quiet moves: these are listed until a piece is found that can capture."""
    if is_over(s):
        return n
    end = n
    empty = ALL ^ s.mine ^ s.theirs
    empty_high = only_wide(ALL_HIGH ^ s.mine_high ^ s.theirs_high)
    men = s.mine & ~s.kings
    men_high = only_wide(s.mine_high & ~s.kings_high)
    while men | men_high:
        start = first(men, men_high)
        men_high = high_rest(men, men_high)
        men &= men - 1
        if man_can_capture(s, start, empty, empty_high):
            return generate_captures(s, out, n)
        end = list_steps(s, start, empty, empty_high, out, end)
    kings = s.mine & s.kings
    kings_high = only_wide(s.mine_high & s.kings_high)
    while kings | kings_high:
        start = first(kings, kings_high)
        kings_high = high_rest(kings, kings_high)
        kings &= kings - 1
        if king_can_capture(s, start, empty, empty_high):
            return generate_captures(s, out, n)
        end = list_king_moves(s, start, empty, empty_high, out, end)
    return end


def list_steps(s: State, start: int, empty: int, empty_high: int, out: Moves, n: int) -> int:
    """The quiet moves of a man."""
    place = s.turn * PLACES + start
    ends = STEPS[place] & empty
    ends_high = only_wide(STEPS_HIGH[place] & empty_high)
    while ends | ends_high:
        end = first(ends, ends_high)
        ends_high = high_rest(ends, ends_high)
        ends &= ends - 1
        code = start | (end << TO)
        if holds(LAST_ROW[s.turn], only_wide(LAST_ROW_HIGH[s.turn]), end):
            code |= 1 << CROWNS
        out[n] = code
        n += 1
    return n


def list_king_moves(s: State, start: int, empty: int, empty_high: int, out: Moves, n: int) -> int:
    """The quiet moves of a king."""
    if is_tired(s, start):
        return n
    for direction in range(KING_STEPS):
        end = STEP[(s.turn * PLACES + start) * DIRECTIONS + direction]
        while holds(empty, empty_high, end):
            out[n] = start | (end << TO)
            n += 1
            if not FLYING:
                break
            end = STEP[(s.turn * PLACES + end) * DIRECTIONS + direction]
    return n


def is_tired(s: State, king: int) -> bool:
    """Whether a king has made all the quiet moves in a row that it may."""
    return KING_RUN > 0 and s.run == run_of(king, KING_RUN)


def run_of(king: int, moves: int) -> int:
    """The number that stands for quiet moves in a row with the king that is now on a node."""
    return (king << 2) | moves


def count(s: State, out: Moves, n: int) -> int:
    """The number of moves, without listing quiet ones: most of all work is done at the last ply."""
    if is_over(s):
        return 0
    total = 0
    empty = ALL ^ s.mine ^ s.theirs
    empty_high = only_wide(ALL_HIGH ^ s.mine_high ^ s.theirs_high)
    men = s.mine & ~s.kings
    men_high = only_wide(s.mine_high & ~s.kings_high)
    while men | men_high:
        start = first(men, men_high)
        men_high = high_rest(men, men_high)
        men &= men - 1
        if man_can_capture(s, start, empty, empty_high):
            return generate_captures(s, out, n) - n
        place = s.turn * PLACES + start
        total += size(STEPS[place] & empty, only_wide(STEPS_HIGH[place] & empty_high))
    kings = s.mine & s.kings
    kings_high = only_wide(s.mine_high & s.kings_high)
    while kings | kings_high:
        start = first(kings, kings_high)
        kings_high = high_rest(kings, kings_high)
        kings &= kings - 1
        if king_can_capture(s, start, empty, empty_high):
            return generate_captures(s, out, n) - n
        total += list_king_moves(s, start, empty, empty_high, out, n) - n
    return total


def apply(s: State, move: int) -> State:
    start = move & NODE
    end = (move >> TO) & NODE
    taken = (move >> TAKEN) & ((1 << PIECES) - 1)
    victims = 0
    victims_high = 0
    if taken:
        victims = spread(taken, s.theirs)
        if WIDE:
            victims_high = spread(taken >> popcount(s.theirs), s.theirs_high)
    is_king = holds(s.kings, s.kings_high, start)
    crowns = (move >> CROWNS) & 1
    kings = s.kings & ~(BIT[start] | victims)
    kings_high = s.kings_high
    mine_high = s.mine_high
    theirs_high = s.theirs_high
    if WIDE:
        kings_high &= ~(BIT_HIGH[start] | victims_high)
        mine_high = (mine_high & ~BIT_HIGH[start]) | BIT_HIGH[end]
        theirs_high ^= victims_high
    if is_king or crowns:
        kings |= BIT[end]
        if WIDE:
            kings_high |= BIT_HIGH[end]
    mine = (s.mine & ~BIT[start]) | BIT[end]
    run = 0
    their_run = 0
    if KING_RUN:
        run = run_after(s, start, end, is_king, taken)
        their_run = their_run_after(s, victims)
    clocks = after_clocks(s, is_king, crowns, taken)
    return State(
        s.theirs ^ victims, mine, kings, theirs_high, mine_high, kings_high, 1 - s.turn, their_run, run, clocks
    )  # fmt: skip


def run_after(s: State, start: int, end: int, is_king: int, taken: int) -> int:
    """The quiet moves in a row with one king, after a move of the side that made them; none without men."""
    if not is_king or taken or (s.mine & ~s.kings) == 0:
        return 0
    if s.run >> 2 == start:
        return run_of(end, (s.run & 3) + 1)
    return run_of(end, 1)


def their_run_after(s: State, victims: int) -> int:
    """The same of the other side: it ends when that king or the last man is taken."""
    king = BIT[s.their_run >> 2]
    if victims & king or (s.theirs & ~s.kings & ~victims) == 0:
        return 0
    return s.their_run


def turn(s: State) -> int:
    return s.turn


def winners(s: State) -> int:
    """In a state without moves the other side has won, unless it has no piece."""
    if is_over(s):
        return 1 << s.turn
    return 1 << (1 - s.turn)


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


def after_clocks(s: State, is_king: int, crowns: int, taken: int) -> int:
    clocks = 0
    if COUNTS_QUIET and is_king and not taken:
        clocks = tick(s.clocks & CLOCK)
    if COUNTS_SAME and not crowns and not taken:
        clocks |= tick((s.clocks >> SAME) & CLOCK) << SAME
    if ROAD_LIMIT and not crowns and not taken:
        if is_on_road(s.mine, s.theirs, s.kings) or is_on_road(s.theirs, s.mine, s.kings):
            clocks |= tick((s.clocks >> ROAD) & CLOCK) << ROAD
    return clocks


def tick(clock: int) -> int:
    return min(clock + 1, CLOCK)


def is_on_road(alone: int, others: int, kings: int) -> bool:
    """Whether a king alone on the main road stands against three pieces."""
    return (alone & kings & MAIN_ROAD) != 0 and popcount(alone) == 1 and popcount(others) == 3


def drawn(s: State) -> bool:
    return draw_rule(s) != NO_DRAW


def draw_rule(s: State) -> int:
    """The rule by which a match is drawn here."""
    if QUIET_LIMIT and s.clocks & CLOCK >= QUIET_LIMIT:
        return QUIET
    if not COUNTS_SAME or s.clocks >> SAME == 0:
        return NO_DRAW
    same = (s.clocks >> SAME) & CLOCK
    if ROAD_LIMIT and s.clocks >> ROAD >= ROAD_LIMIT:
        return ON_ROAD
    pieces = size(s.mine | s.theirs, only_wide(s.mine_high | s.theirs_high))
    my_kings = size(s.mine & s.kings, only_wide(s.mine_high & s.kings_high))
    their_kings = size(s.theirs & s.kings, only_wide(s.theirs_high & s.kings_high))
    mine = size(s.mine, s.mine_high)
    if (mine == 1 and my_kings == 1) or (pieces - mine == 1 and their_kings == 1):
        if TWO_PIECES_LIMIT and pieces <= 3 and same >= TWO_PIECES_LIMIT:
            return TWO_PIECES
        if THREE_PIECES_LIMIT and pieces == 4 and my_kings and their_kings and same >= THREE_PIECES_LIMIT:
            return THREE_PIECES
        if THREE_KINGS_LIMIT and my_kings + their_kings >= 4 and same >= THREE_KINGS_LIMIT:
            return THREE_KINGS
    if my_kings and their_kings:
        if FIVE_PIECES_LIMIT and (pieces == 4 or pieces == 5) and same >= FIVE_PIECES_LIMIT:
            return FIVE_PIECES
        if SEVEN_PIECES_LIMIT and (pieces == 6 or pieces == 7) and same >= SEVEN_PIECES_LIMIT:
            return SEVEN_PIECES
    return NO_DRAW
