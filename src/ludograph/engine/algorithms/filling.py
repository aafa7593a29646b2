"""Games in which moves only become fewer, and those of them whose moves fill a board. That a game is so is found out
by playing some games at random and looking closely.

A board is filled where all that was not played yet can be played until somebody has won: in Hex, Gomoku, Havannah. Of a
random game it is then enough to know in which order the places will be filled: who has won stays so, and the first
position in which the game was over is found by halving instead of looking at every one.
"""

from __future__ import annotations

from ludograph.engine.bits import WORD
from ludograph.engine.chance import advance, below, seeded
from ludograph.engine.rules import Moves, State, Word, Words, game

#: Moves have codes below this number, so that there can be tables of them.
MOST_CODES = 4096
#: So many random games are looked at closely, and so many moves of them.
SAMPLES, LONGEST_SAMPLE = 8, 200
#: One new move among so many that stay is none: a stone that was taken lets a node be played on again.
STAYING = 50

#: Who has won, as a set of bits, how many moves were played, and how many stand at the beginning of the stack.
Filled = tuple[int, int, int]


def become_fewer(start: State, moves: Moves, chance: Word, marks: Words, at: int) -> bool:
    """Whether hardly any move comes up that its seat didn't have the time before. The marks from a place on, for each
    seat and code one, are used."""
    mark = 0
    stayed, new = 0, 0
    for _ in range(SAMPLES):
        chance = seeded(chance)
        s = start
        for ply in range(LONGEST_SAMPLE):
            end = listed(s, moves, 0)
            if end == 0 or game.drawn(s):
                break
            seat: int = game.turn(s)
            if seat > 1 or not have_places(moves, end):
                return False
            mark += 1
            known = marked(moves, end, mark, marks, at + seat * MOST_CODES)
            if ply > 1:
                stayed += known
                new += end - known
            chance = advance(chance)
            s = made(s, moves[below(chance, end)])
        mark += 2
        if STAYING * new > stayed:
            return False
    return stayed > 0


def marked(moves: Moves, end: int, mark: int, marks: Words, at: int) -> int:
    """Mark moves; returns how many of them were marked two plies before."""
    known = 0
    for i in range(end):
        place = at + int(moves[i])
        before: int = marks[place]
        known += int(before == mark - 2)
        marks[place] = mark
    return known


def is_filling(start: State, moves: Moves, chance: Word) -> bool:
    """Whether moves seem to do nothing but to fill a board from here on, and a game that is over would stay so."""
    for _ in range(SAMPLES):
        chance = seeded(chance)
        if not fills(start, moves, chance):
            return False
    return True


def fills(s: State, moves: Moves, chance: Word) -> bool:
    """Whether a random game for two goes on like this, when it is played on to the last place, too."""
    number = listed(s, moves, 0)
    if number == 0 or not have_places(moves, number):
        return False
    shuffle(moves, number, chance)
    left = sum_of(moves, 0, number)
    first: int = game.turn(s)
    over = 0  # the bit of each seat before whose turn it was over
    winners_of_first = 0
    winners_of_other = 0
    for ply in range(number + 1):
        end = listed(s, moves, number)
        seat = first ^ (ply & 1)
        if game.drawn(s) or seat > 1 or int(game.turn(s)) != seat:
            return False
        is_other = seat != first
        won_by = won(s) if end == number else 0
        if (over >> seat) & 1 != 0:
            if end != number or won_by != (winners_of_other if is_other else winners_of_first):
                return False
        elif end == number and (ply < number or over == 0):
            over |= 1 << seat
            if is_other:
                winners_of_other = won_by
            else:
                winners_of_first = won_by
        elif over == 0 and (end - number != number - ply or sum_of(moves, number, end) != left):
            return False
        if ply < number:
            left = (left - moves[ply]) & WORD
            s = made(s, moves[ply])
    return True


def have_places(moves: Moves, number: int) -> bool:
    """Whether there is room for all codes in tables of them."""
    for i in range(number):  # noqa: SIM110 (kernels have no generators)
        if moves[i] >= MOST_CODES:
            return False
    return True


def sum_of(moves: Moves, first: int, end: int) -> Word:
    """A word by which two sets of as many codes are told apart, but for few of them."""
    total: Word = 0
    for i in range(first, end):
        total = (total + moves[i]) & WORD
    return total


def shuffle(moves: Moves, number: int, chance: Word) -> None:
    """Put the first moves on the stack in any order."""
    for i in range(number):
        chance = advance(chance)
        other = i + share_of(chance, number - i)
        move: Word = moves[i]
        moves[i] = moves[other]
        moves[other] = move


def share_of(chance: Word, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, which takes no division: so many are needed here."""
    mixed: Word = ((chance * 0x2545_F491_4F6C_DD1D) & WORD) >> 32
    return int((mixed * Word(limit)) >> 32)


def fill(s: State, moves: Moves, chance: Word) -> Filled:
    """Play at random to the end, in a game that fills its board."""
    number = listed(s, moves, 0)
    shuffle(moves, number, seeded(chance))
    return result(s, number, moves)


def result(s: State, number: int, moves: Moves) -> Filled:
    """What comes of it when all moves on the stack are made in their order."""
    if number == 0:
        return won(s), 0, 0
    before_last = after(s, 0, number - 2, moves) if number > 1 else s
    last = after(before_last, max(number - 2, 0), number - 1, moves)
    full = made(last, moves[number - 1])
    was_over = number > 1 and is_over(before_last, number, moves)
    if not is_over(last, number, moves):
        return won(full), number, number
    if not was_over:
        return won(last), number, number
    over = first_over(s, 0, number, number, moves)
    over = first_over(s, 1, over, number, moves)
    return won(after(s, 0, over, moves)), over, number


def is_over(s: State, number: int, moves: Moves) -> bool:
    """Whether the game is over; the stack is used from a place on."""
    return listed(s, moves, number) == number


def after(s: State, ply: int, end: int, moves: Moves) -> State:
    """The state after some of the moves on the stack."""
    for i in range(ply, end):
        s = made(s, moves[i])
    return s


def first_over(s: State, parity: int, most: int, number: int, moves: Moves) -> int:
    """After how many moves, fewer than some, the game was first over for the seat that moves then; else so many."""
    low = 0
    high = (most - parity + 1) // 2
    while low < high:
        middle = (low + high) // 2
        if is_over(after(s, 0, 2 * middle + parity, moves), number, moves):
            high = middle
        else:
            low = middle + 1
    return min(2 * low + parity, most)


# Rules are put into each of their callers, which would make this long to compile: here they have one.


def listed(s: State, moves: Moves, at: int) -> int:
    return game.generate(s, moves, at)


def made(s: State, move: Word) -> State:
    return game.apply(s, move)


def won(s: State) -> int:
    return game.winners(s)
