"""The rules of all draughts: one kernel, steered by facts that each variant binds as constants.

Its parts are sets of squares, captures and what is counted; here they are put together.
"""

from __future__ import annotations

from ludograph.engine.rules import Moves
from ludograph.games.draughts.captures import (
    BY_KING,
    CROWNS,
    FLYING,
    NODE,
    TO,
    WAY_LENGTH,
    capturers,
    find_way,
    list_captures,
    victims_of,
)
from ludograph.games.draughts.draws import (
    KING_RUN,
    clocks_after,
    is_tired,
    run_after,
    their_run_after,
)
from ludograph.games.draughts.squares import (
    BACK,
    DIRECTIONS,
    Squares,
    State,
    all_kings,
    both,
    either,
    empty_squares,
    first,
    holds,
    is_some,
    last_row,
    my_pieces,
    node_of,
    rest,
    size,
    step,
    their_pieces,
    toward,
    without,
)

# Facts, bound for each game by its variant: in how many directions, from the first, men and kings go.
MEN_STEPS = 2  # in how many of them, from the first, men step
KING_STEPS = 4  # and kings move
LOSER_WINS = False  # who has no piece left, or can't move
KING_WINS = False  # the first one


def is_over(s: State) -> bool:
    """Whether a side has lost its last piece, or has got what ends the game."""
    if KING_WINS and is_some(all_kings(s)):
        return True
    return not is_some(my_pieces(s)) or not is_some(their_pieces(s))


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


def touched(s: State, move: int, way: int, out: Moves) -> int:
    start = move & NODE
    victims = victims_of(s, move)
    if is_some(victims):
        is_king = int(holds(all_kings(s), start))
        empty = either(empty_squares(s), node_of(start))
        value = BY_KING if is_king else 0
        if find_way(s, move, start, is_king, victims, empty, DIRECTIONS, value, 0, way + 1, out, WAY_LENGTH):
            return 0
        return size(victims) + 1
    if way:
        return 0
    out[0] = start
    out[1] = (move >> TO) & NODE
    return 2


def winners(s: State) -> int:
    """In a state without moves the other side has won, unless it has no piece, or has lost what it had to lose."""
    if KING_WINS and is_some(both(my_pieces(s), all_kings(s))):
        return 1 << s.turn
    if is_some(their_pieces(s)) == LOSER_WINS:
        return 1 << s.turn
    return 1 << (1 - s.turn)


def is_possible(s: State) -> bool:
    """Whether no man stands where it should have been crowned."""
    mine = both(without(my_pieces(s), all_kings(s)), last_row(s.turn))
    theirs = both(without(their_pieces(s), all_kings(s)), last_row(1 - s.turn))
    return not is_some(either(mine, theirs))
