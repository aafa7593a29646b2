"""Many games side by side, for learners: each call makes one move in every game, and begins those anew that end.

Every game has a row in each of the arrays. What a learner reads (planes, masks, what is told) is written in place: of
a mask only those actions are cleared that were marked before.
"""

from __future__ import annotations

from ludograph.board.tables import WORD_BITS
from ludograph.engine.algorithms.alpha_beta import list_moves
from ludograph.engine.bits import WORD, replaced
from ludograph.engine.chance import advance, seeded
from ludograph.engine.declared.actions import (
    actions_in_all,
    code_of,
    most_moves,
    numbered,
    tells_code,
    write_mask,
)
from ludograph.engine.declared.observed import observe, observed_seats, observed_size
from ludograph.engine.rules import Distances, Indices, Moves, State, Word, Words, game

# What is kept of a game: how many moves it has now, how many were made, and the state of its chance.
COUNT, PLY, CHANCE, KEPT = 0, 1, 2, 3
# What is told of a game: whether it has ended by the rules, or was cut off, and who is to move; then each seat's reward
# as a signed byte.
TERMINATED, TRUNCATED, SEAT, REWARDS = 0, 1, 2, 3
LOST = 255
#: A mask of no more actions is cleared sooner than the marked ones among them; one of a word's bits is written whole.
MANY_ACTIONS = 512
MULTIPLIER = 0x2545_F491_4F6C_DD1D


def begin(
    start: State,
    first: int,
    last: int,
    longest: int,
    seed: Word,
    states: Words,
    kept: Words,
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
        kept[row * KEPT + CHANCE] = seeded(seed + Word(row))
        begin_one(start, row, longest, states, kept, keys, codes, actions, moves, scratch, planes, masks, told)


def begin_one(
    start: State,
    row: int,
    longest: int,
    states: Words,
    kept: Words,
    keys: Words,
    codes: Moves,
    actions: Indices,
    moves: Moves,
    scratch: Moves,
    planes: Distances,
    masks: Distances,
    told: Distances,
) -> None:
    kept[row * KEPT + PLY] = 0
    if len(keys) > 0:
        keys[row * (longest + 1)] = game.position_key(start)
    end = list_moves(start, moves, 0)
    show(start, row, end, states, kept, codes, actions, moves, scratch, planes, masks, told)


def step(
    start: State,
    first: int,
    last: int,
    longest: int,
    limit: int,
    chosen: Words,
    states: Words,
    kept: Words,
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
        s = game.apply(s, taken(row, int(chosen[row]), kept, codes, actions, masks))
        at = row * told_width
        for place in range(told_width):
            told[at + place] = 0
        ply: int = kept[row * KEPT + PLY]
        ply += 1
        kept[row * KEPT + PLY] = ply
        end = list_moves(s, moves, 0)
        if end == 0:
            told[at + TERMINATED] = 1
            reward(game.winners(s), at + REWARDS, at + told_width, told)
        elif game.drawn(s) or (limit > 0 and has_been(s, row * (longest + 1), ply, limit, keys)):
            told[at + TERMINATED] = 1
        elif ply >= longest:
            told[at + TRUNCATED] = 1
        if told[at + TERMINATED] + told[at + TRUNCATED] > 0:
            begin_one(start, row, longest, states, kept, keys, codes, actions, moves, scratch, planes, masks, told)
        else:
            show(s, row, end, states, kept, codes, actions, moves, scratch, planes, masks, told)


def first_wrong(first: int, last: int, chosen: Words, masks: Distances) -> int:
    """The first of some rows in which the chosen action is not legal; ``last`` if it is in all."""
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


def taken(row: int, action: int, kept: Words, codes: Moves, actions: Indices, masks: Distances) -> Word:
    """The code of an action, when the mask is cleared, if it is not to be written whole."""
    width: int = most_moves()
    number: int = actions_in_all()
    at = row * width
    mask = row * number
    if tells_code() and number <= MANY_ACTIONS:
        if number > WORD_BITS:
            for place in range(number):
                masks[mask + place] = 0
        return code_of(action)
    count: int = kept[row * KEPT + COUNT]
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
    end: int,
    states: Words,
    kept: Words,
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
    width: int = most_moves()
    number: int = actions_in_all()
    size: int = observed_size()
    seats: int = observed_seats()
    first = row * width
    mask = row * number
    count = 0
    marked: Word = 0
    for place in range(end):
        action: int = numbered(s, moves[place], masks, mask, scratch)
        if tells_code() or action < number:
            if tells_code() and number <= WORD_BITS:
                marked |= Word(1) << Word(action)
            else:
                masks[mask + action] = 1
            if not tells_code():
                codes[first + count] = moves[place]
            actions[first + count] = action
            count += 1
    if tells_code() and number <= WORD_BITS:
        write_mask(marked, masks, mask)
    kept[row * KEPT + COUNT] = count
    seat: int = game.turn(s)
    observe(s, seat, planes, row * size)
    told[row * (REWARDS + seats) + SEAT] = seat


def choose(first: int, last: int, kept: Words, actions: Indices, chosen: Words) -> None:
    """Choose a random action in the games of some rows."""
    width: int = most_moves()
    for row in range(first, last):
        word = advance(kept[row * KEPT + CHANCE])
        kept[row * KEPT + CHANCE] = word
        count: int = kept[row * KEPT + COUNT]
        # The upper bits, as a share of all actions: to divide would take longer than all the rest.
        place: int = ((((word * MULTIPLIER) & WORD) >> 32) * Word(count)) >> 32
        chosen[row] = actions[row * width + place]
