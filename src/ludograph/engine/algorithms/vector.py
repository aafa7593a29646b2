"""Many games side by side, for learners: each call makes one move in every game, and begins those anew that end.

Every game has a row in each of the arrays. What a learner reads (planes, masks, what is told) is written in place: of
a mask only those actions are cleared that were marked before. Where a word has a bit for every action,
the legal ones are kept as a set: no list of them is written and read again.
"""

from __future__ import annotations

from ludograph.engine.algorithms.alpha_beta import list_moves
from ludograph.engine.bits import WORD, popcount, replaced
from ludograph.engine.bitsets import nth
from ludograph.engine.chance import advance, seeded
from ludograph.engine.declared.actions import (
    actions_in_all,
    are_in_a_word,
    code_of,
    legal_actions,
    most_moves,
    numbered,
    tells_code,
    write_mask,
)
from ludograph.engine.declared.observed import observe, observed_seats, observed_size
from ludograph.engine.rules import Distances, Indices, Moves, State, Word, Words, game

# What is told of a game: whether it has ended by the rules, or was cut off, and who is to move; then each seat's reward
# as a signed byte.
TERMINATED, TRUNCATED, SEAT, REWARDS = 0, 1, 2, 3
LOST = 255
#: A mask of no more actions is cleared sooner than the marked ones among them.
MANY_ACTIONS = 512
MULTIPLIER = 0x2545_F491_4F6C_DD1D


def begin(
    start: State,
    first: int,
    last: int,
    longest: int,
    seed: Word,
    states: Words,
    plies: Words,
    chances: Words,
    legal: Words,
    keys: Words,
    codes: Moves,
    actions: Indices,
    moves: Moves,
    scratch: Moves,
    planes: Distances,
    masks: Distances,
    told: Distances,
) -> None:
    """Begin the games of some rows, whose masks are empty."""
    for row in range(first, last):
        chances[row] = seeded(seed + Word(row))
        found = begun(start, row, longest, plies, keys, moves)
        show(start, row, found, states, legal, codes, actions, moves, scratch, planes, masks, told)


def begun(start: State, row: int, longest: int, plies: Words, keys: Words, moves: Moves) -> Word:
    """Begin a game; what is ``listed`` of it."""
    plies[row] = 0
    if len(keys) > 0:
        keys[row * (longest + 1)] = game.position_key(start)
    return listed(start, moves)


def step(
    start: State,
    first: int,
    last: int,
    longest: int,
    limit: int,
    chosen: Words,
    states: Words,
    plies: Words,
    legal: Words,
    keys: Words,
    codes: Moves,
    actions: Indices,
    moves: Moves,
    scratch: Moves,
    planes: Distances,
    masks: Distances,
    told: Distances,
) -> None:
    """Make the chosen action, which is legal, in the games of some rows. A game is cut off after ``longest`` moves, and
    drawn when a position occurs ``limit`` times, unless that is 0."""
    seats: int = observed_seats()
    told_width = REWARDS + seats
    for row in range(first, last):
        s = state_of(start, states, row)
        s = game.apply(s, taken(row, int(chosen[row]), legal, codes, actions, masks))
        at = row * told_width
        for place in range(told_width):
            told[at + place] = 0
        ply: int = plies[row]
        ply += 1
        plies[row] = ply
        found = listed(s, moves)
        if found == 0:
            told[at + TERMINATED] = 1
            reward(game.winners(s), at + REWARDS, at + told_width, told)
        elif game.drawn(s) or (limit > 0 and has_been(s, row * (longest + 1), ply, limit, keys)):
            told[at + TERMINATED] = 1
        elif ply >= longest:
            told[at + TRUNCATED] = 1
        if told[at + TERMINATED] + told[at + TRUNCATED] > 0:
            s = start
            found = begun(start, row, longest, plies, keys, moves)
        show(s, row, found, states, legal, codes, actions, moves, scratch, planes, masks, told)


def listed(s: State, moves: Moves) -> Word:
    """The legal actions as a set, if they are in a word; else how many moves are listed."""
    return legal_actions(s, moves) if are_in_a_word() else Word(list_moves(s, moves, 0))


def first_wrong(first: int, last: int, chosen: Words, legal: Words, masks: Distances) -> int:
    """The first of some rows in which the chosen action is not legal; ``last`` if it is in all."""
    if are_in_a_word():
        wrong: Word = 0
        for row in range(first, last):
            wrong |= (legal[row] >> chosen[row]) ^ 1
        if wrong & 1 == 0:
            return last
    width: int = actions_in_all()
    for row in range(first, last):
        if chosen[row] >= Word(width) or masks[row * width + int(chosen[row])] == 0:
            return row
    return last


def state_of(start: State, states: Words, row: int) -> State:
    s = start
    for place in range(len(start)):
        s = replaced(s, place, states[row * len(start) + place])
    return s


def taken(row: int, action: int, legal: Words, codes: Moves, actions: Indices, masks: Distances) -> Word:
    """The code of an action, when the mask is cleared, if it is not to be written whole."""
    width: int = most_moves()
    number: int = actions_in_all()
    at = row * width
    mask = row * number
    if are_in_a_word():
        return action  # and the mask will be written whole
    if tells_code() and number <= MANY_ACTIONS:
        for place in range(number):
            masks[mask + place] = 0
        return code_of(action)
    count: int = legal[row]
    found = at
    for place in range(at, at + count):
        listed = actions[place]
        masks[mask + listed] = 0
        found = place if listed == action else found  # no jump, which nobody could foresee
    if tells_code():
        return code_of(action)
    return codes[found]


def reward(winners: int, at: int, end: int, told: Distances) -> None:
    """1 for winners, -1 for the others; nothing when nobody has won."""
    if winners != 0:
        for place in range(at, end):
            told[place] = 1 if (winners >> (place - at)) & 1 else LOST


def has_been(s: State, at: int, ply: int, limit: int, keys: Words) -> bool:
    """Whether the position now occurs so often; it is noted."""
    key: Word = game.position_key(s)
    times = 1
    for place in range(at, at + ply):
        if keys[place] == key:
            times += 1
    keys[at + ply] = key
    return times >= limit


def show(
    s: State,
    row: int,
    found: Word,
    states: Words,
    legal: Words,
    codes: Moves,
    actions: Indices,
    moves: Moves,
    scratch: Moves,
    planes: Distances,
    masks: Distances,
    told: Distances,
) -> None:
    """Keep a state and its moves, and write what a learner sees."""
    at = row * len(s)
    for part in s:
        states[at] = part
        at += 1
    number: int = actions_in_all()
    size: int = observed_size()
    seats: int = observed_seats()
    if are_in_a_word():
        legal[row] = found
        write_mask(found, masks, row * number)
    else:
        legal[row] = write_moves(s, row, int(found), codes, actions, moves, scratch, masks)
    seat: int = game.turn(s)
    observe(s, seat, planes, row * size)
    told[row * (REWARDS + seats) + SEAT] = seat


def write_moves(
    s: State, row: int, end: int, codes: Moves, actions: Indices, moves: Moves, scratch: Moves, masks: Distances
) -> int:
    """Mark and list the actions of the moves that are listed; how many there are."""
    number: int = actions_in_all()
    width: int = most_moves()
    first = row * width
    count = 0
    for place in range(end):
        action: int = numbered(s, moves[place], masks, row * number, scratch)
        if tells_code() or action < number:
            masks[row * number + action] = 1
            if not tells_code():
                codes[first + count] = moves[place]
            actions[first + count] = action
            count += 1
    return count


def choose(first: int, last: int, chances: Words, legal: Words, actions: Indices, chosen: Words) -> None:
    """Choose a random action in the games of some rows."""
    width: int = most_moves()
    for row in range(first, last):
        word = advance(chances[row])
        chances[row] = word
        share = ((word * MULTIPLIER) & WORD) >> 32
        # The upper bits, as a share of all actions: to divide would take longer than all the rest.
        if are_in_a_word():
            chosen[row] = nth(legal[row], (share * popcount(legal[row])) >> 32)
        else:
            place: int = (share * legal[row]) >> 32
            chosen[row] = actions[row * width + place]
