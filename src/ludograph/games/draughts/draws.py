"""What the kernel of draughts counts: quiet moves in a row with one king, and the moves until a draw."""

from __future__ import annotations

from ludograph.engine.bits import popcount
from ludograph.games.draughts.captures import NODE, TAKEN, TO
from ludograph.games.draughts.squares import (
    Squares,
    State,
    all_kings,
    both,
    holds,
    my_pieces,
    size,
    their_pieces,
)

KING_RUN = 0  # so many quiet moves in a row may a side that has men make with one king; 0: any number


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


# When endings are solved, a king with moves in a row is a kind of its own: behind the men and kings of both sides
# come the kings of the first with 1, 2, … such moves, then those of the second.
CONTENTS = 4


def tier_content(s: State, node: int) -> int:
    is_mine = holds(my_pieces(s), node)
    if not is_mine and not holds(their_pieces(s), node):
        return 0
    seat = s.turn
    run = s.run
    if not is_mine:
        seat = 1 - s.turn
        run = s.their_run
    if not holds(all_kings(s), node):
        return 1 + 2 * seat
    if run and run >> 2 == node:
        return CONTENTS + KING_RUN * seat + (run & 3)
    return 2 + 2 * seat


def tier_placed(s: State, node: int, number: int) -> State:
    seat = (number - 1) >> 1
    moves = 0
    if number > CONTENTS:
        seat = (number - CONTENTS - 1) // KING_RUN
        moves = number - CONTENTS - KING_RUN * seat
    bit = 1 << node
    kings = s.kings
    if moves or number & 1 == 0:
        kings |= bit
    run = 0
    if moves:
        run = run_of(node, moves)
    if seat == s.turn:
        return State(s.mine | bit, s.theirs, kings, 0, 0, 0, s.turn, s.run | run, s.their_run, s.clocks)
    return State(s.mine, s.theirs | bit, kings, 0, 0, 0, s.turn, s.run, s.their_run | run, s.clocks)


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
