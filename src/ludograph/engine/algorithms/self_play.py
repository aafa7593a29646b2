"""Games that a search plays against itself, wholly inside compiled code: what evaluations are learned from.

And what a referee asks for whom two kernels with the same rules play.
"""

from __future__ import annotations

from ludograph.engine.algorithms.alpha_beta import (
    GENERATION,
    HISTORY,
    INFINITE,
    IS_SELECTIVE,
    KILLERS,
    LINES,
    MEMORY_SIZE,
    MOST_REPEATED,
    NODE_LIMIT,
    NODES,
    REPEATED,
    REPEATED_KEYS,
    REPETITIONS_DRAW,
    STOP,
    SURE_WIN,
    WIN,
    gain_of,
    list_moves,
    search,
)
from ludograph.engine.chance import advance, below, seeded
from ludograph.engine.rules import Moves, State, Word, Words, game

# Places in the memory of a search that it doesn't use.
SCORE, CHANCE, POINTS, ONE_IN = 9, 10, 11, 12
SCORE_OFFSET = 1 << 20
#: What stands behind the words of a position: its score by the search, the seat to move, the half points of the first
#: seat, and the number of the game.
EXTRA = 4
DEEPEST_THOUGHT = 64
#: Who is ahead by so much when a game is cut off has won it.
WINNING = 300
LOST, DRAWN, WON = 0, 1, 2

# What ``look_at`` tells.
IS_DRAWN, WINNERS, SEAT, KEY = range(4)


def think(s: State, nodes: int, moves: Moves, memory: Words, table: Words) -> Word:
    """The best move within so many nodes, 0 when not one was looked at; its score is left in the memory."""
    memory[STOP] = 0
    memory[NODES] = 0
    memory[NODE_LIMIT] = nodes
    memory[IS_SELECTIVE] = 1
    memory[GENERATION] = (memory[GENERATION] + 1) & 255
    for place in range(KILLERS, LINES):
        memory[place] = 0
    for place in range(HISTORY, MEMORY_SIZE):
        memory[place] = memory[place] >> 3
    best: Word = 0
    score = 0
    for depth in range(1, DEEPEST_THOUGHT):
        found = search(s, depth, -INFINITE, INFINITE, 0, 0, moves, memory, table)
        if memory[LINES] > 0:
            best = memory[LINES + 1]
        if memory[STOP] != 0:
            break
        score = found
        if abs(score) >= SURE_WIN and WIN - abs(score) <= depth:
            break
    memory[SCORE] = score + SCORE_OFFSET
    return best


def self_play(
    start: State,
    seed: Word,
    nodes: int,
    opening: int,
    longest: int,
    moves: Moves,
    memory: Words,
    table: Words,
    keys: Words,
    out: Words,
) -> int:
    """Fill ``out`` with quiet positions of games that begin with random moves, ``opening`` and up to as many more, and
    that are cut off after ``longest``; returns how many games these were. One position in so many is taken, by chance,
    as the memory says at ONE_IN."""
    width = len(start) + EXTRA
    filled = 0
    games = 0
    memory[CHANCE] = seeded(seed)
    while (filled + 1) * width <= len(out):
        forget(memory, table)
        s = opened(start, opening, moves, memory)
        first = filled
        filled = played(s, nodes, longest, filled, moves, memory, table, keys, out)
        for row in range(first, filled):
            out[row * width + width - 2] = memory[POINTS]
            out[row * width + width - 1] = games
        games += 1
    return games


def forget(memory: Words, table: Words) -> None:
    for place in range(HISTORY, MEMORY_SIZE):
        memory[place] = 0
    for place in range(len(table)):
        table[place] = 0


def stir(memory: Words) -> None:
    """Let chance decide which of equal moves is looked at first: who knows nothing yet would go to and fro."""
    chance: Word = memory[CHANCE]
    for place in range(HISTORY, MEMORY_SIZE):
        chance = advance(chance)
        memory[place] = memory[place] + (chance >> 56)
    memory[CHANCE] = chance


def opened(start: State, opening: int, moves: Moves, memory: Words) -> State:
    """A state after random moves."""
    chance = advance(memory[CHANCE])
    plies: int = below(chance, opening + 1)
    s = start
    for _ in range(opening + plies):
        end = list_moves(s, moves, 0)
        if end == 0 or game.drawn(s):
            break
        chance = advance(chance)
        s = game.apply(s, moves[below(chance, end)])
    memory[CHANCE] = chance
    return s


def played(
    s: State, nodes: int, longest: int, filled: int, moves: Moves, memory: Words, table: Words, keys: Words, out: Words
) -> int:
    """Play a game to its end, and write its quiet positions behind those that are there, as far as there is room;
    returns how many there are now. The half points of the first seat are left in the memory."""
    width = len(s) + EXTRA
    ahead = 0  # the first seat, by the last search
    for ply in range(longest):
        number = list_moves(s, moves, 0)
        seat: int = game.turn(s)
        if number == 0:
            won_by: int = game.winners(s)
            memory[POINTS] = DRAWN + (won_by & 1) - ((won_by >> 1) & 1)
            return filled
        key: Word = game.position_key(s)
        if game.drawn(s) or has_been(key, ply, keys):
            memory[POINTS] = DRAWN
            return filled
        keys[ply] = key
        note_repeated(ply, keys, memory)
        move: Word = moves[0]
        if number > 1:
            if ahead == 0 and memory[REPETITIONS_DRAW] != 0:
                stir(memory)
            best = think(s, nodes, moves, memory, table)
            list_moves(s, moves, 0)
            move = moves[0]
            if best != 0:
                move = best
            score: int = memory[SCORE]
            score -= SCORE_OFFSET
            ahead = score if seat == 0 else -score
            if abs(score) >= SURE_WIN:
                break
            memory[CHANCE] = advance(memory[CHANCE])
            one_in: int = memory[ONE_IN]
            is_taken = below(memory[CHANCE], one_in) == 0 and (filled + 1) * width <= len(out)
            if is_taken and not game.restless(s) and gain_of(s, move) == 0:
                at = filled * width
                for part in s:
                    out[at] = part
                    at += 1
                out[at] = memory[SCORE]
                out[at + 1] = seat
                filled += 1
        s = game.apply(s, move)
    memory[POINTS] = DRAWN
    if ahead >= WINNING:
        memory[POINTS] = WON
    elif ahead <= -WINNING:
        memory[POINTS] = LOST
    return filled


def has_been(key: Word, ply: int, keys: Words) -> bool:
    for place in range(ply):  # noqa: SIM110 (kernels have no generators)
        if keys[place] == key:
            return True
    return False


def note_repeated(ply: int, keys: Words, memory: Words) -> None:
    """What was on the board may not occur once more."""
    first = max(0, ply + 1 - MOST_REPEATED)
    memory[REPEATED] = ply + 1 - first
    for place in range(first, ply + 1):
        memory[REPEATED_KEYS + place - first] = keys[place]


def look_at(s: State, moves: Moves, out: Words) -> int:
    """How many moves there are, and what a referee wants to know."""
    end = list_moves(s, moves, 0)
    out[IS_DRAWN] = 0
    if game.drawn(s):
        out[IS_DRAWN] = 1
    out[WINNERS] = 0
    if end == 0:
        out[WINNERS] = game.winners(s)
    out[SEAT] = game.turn(s)
    out[KEY] = game.position_key(s)
    return end


def follow(s: State, move: Word, out: Words) -> int:
    """Write the words of the state after a move."""
    at = 0
    for part in game.apply(s, move):
        out[at] = part
        at += 1
    return at
