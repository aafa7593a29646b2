"""Alpha-beta search for two seats that move in turn: what a state is worth, so many moves ahead.

Scores are those of the side to move: 0 is even, 100 about a piece, a win in n moves ``WIN - n``. One call of
``search`` looks one depth ahead; ``ludograph.players`` deepens, keeps time and stops it by writing into ``memory``.

Everything that a search remembers is in arrays of words, because compiled functions can't allocate cheaply:

* ``moves`` is the stack of moves. A node uses its moves from ``at`` on, then as many places for their order.
* ``memory`` belongs to one thread: what to obey and to report, the keys of the line, killers, history.
* ``table``, the transposition table, is shared by all threads: two words for a position, the first of which is the
  key xor the second, so that an entry half written by another thread is no entry.

A selective search cuts off what hardly matters and looks further where much is going on. One that isn't gives the score
of exactly so many moves ahead, as if every line had been looked at.

Who asks may leave out moves of the root: they stand at the beginning of ``moves``, and those of the root behind them.
"""

from __future__ import annotations

from math import log

from ludograph.engine.algorithms.exchanges import is_losing
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN, JUDGED_WORDS, Moves, State, Word, Words, game
from ludograph.engine.transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    bound_in,
    depth_in,
    entry_of,
    generation_in,
    hash_of_move,
    move_hash_in,
    raised_score_in,
    slot_of,
)

WIN = 1 << 19
#: Scores from here on are wins that were seen to the end.
SURE_WIN = WIN - 1000
INFINITE = WIN + 1
#: No estimate is better than this, whatever an evaluation says.
BEST_ESTIMATE = SURE_WIN - 1

LONGEST = 128  # plies ahead
MOST_REPEATED = 128

# Places in the memory.
STOP, NODES, NODE_LIMIT, GENERATION, IS_SELECTIVE, REPETITIONS_DRAW, REPEATED, DEEPEST, CONTEMPT = range(9)
REPEATED_KEYS = 16  # positions that may not occur once more, REPEATED of them
PATH = REPEATED_KEYS + MOST_REPEATED
KILLERS = PATH + LONGEST + 1
LINES = KILLERS + 2 * LONGEST + 2
JUDGED = LINES + (LONGEST + 2) * (LONGEST + 1)  # what is kept of the states of the line that were judged
HISTORY = JUDGED + LONGEST * JUDGED_WORDS
HISTORY_BITS = 12
MEMORY_SIZE = HISTORY + (2 << HISTORY_BITS)

SCORE_OFFSET = 1 << 21

#: Of bold searches, by the depth and by how many moves were looked at before.
REDUCTIONS = tuple(
    int(0.5 + log(max(depth, 1)) * log(max(number, 1)) / 2.2) for depth in range(64) for number in range(64)
)
#: As deep as this late quiet moves are left out, and moves that lose by exchange, quiet ones by the depth that is left.
LATE_DEPTH, LOSING_DEPTH, RISKY_DEPTH = 6, 5, 6

# Values for the order of moves.
REMEMBERED, NOISY, KILLER, QUIET, MOST_HISTORY = 1 << 52, 1 << 48, 1 << 47, 1 << 46, 1 << 28
MOST_GAIN = 1 << 31
RISK_BITS = 14
MOST_RISK = (1 << RISK_BITS) - 1
#: A quiet position is hardly ever better by more than what its captures gain.
MARGIN = 150


def search(
    s: State, depth: int, alpha: int, beta: int, ply: int, at: int, moves: Moves, memory: Words, table: Words
) -> int:
    """The score of a state between alpha and beta, ``depth`` moves ahead; without meaning after STOP.

    The best line found is at LINES: its length, then its moves.
    """
    memory[LINES + ply * (LONGEST + 1)] = 0
    key: Word = game.position_key(s)
    if ply > 0 and is_repetition(key, ply, memory):
        return draw_score(ply, memory)
    memory[PATH + ply] = key
    if depth <= 0 or ply >= LONGEST - 1:
        return settle_noise(s, alpha, beta, ply, at, moves, memory)
    if not count_node(memory, ply):
        return 0
    if ply > 0:
        if game.drawn(s):
            return score_at_draw(s, ply, at, moves, memory)
        known_ending: int = game.known(s, memory)
        if known_ending != 0:
            return score_of_ending(known_ending, ply, memory)
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply:
        beta = WIN - ply
    if alpha >= beta:
        return alpha
    is_zero_window = beta - alpha == 1
    if ply == 0:
        key = key_without(key, at, moves)
    slot: int = slot_of(key, len(table))
    entry: Word = table[slot + 1]
    remembered = 0
    if table[slot] ^ entry == key:
        found: int = move_hash_in(entry)
        remembered = found
        score = score_in(entry, ply)
        known: int = depth_in(entry)
        if ply > 0 and is_zero_window and (known == depth or (known > depth and memory[IS_SELECTIVE] != 0)):
            bound: int = bound_in(entry)
            if bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha):
                return score
    is_restless = game.restless(s)
    is_selective = memory[IS_SELECTIVE] != 0 and not is_restless
    is_bold = is_selective and game.is_bold()
    if is_selective and is_zero_window and ply > 0 and abs(beta) < SURE_WIN:
        estimate = estimate_of(s, ply, memory)
        if is_far_above(estimate, beta, depth):
            return estimate
        if depth >= 3 and estimate >= beta and memory[PATH + ply - 1] != 0 and game.may_pass(s):
            # If even passing is good enough, so is a move. The key 0 says that somebody has passed.
            memory[PATH + ply] = 0
            less = 3 + depth // 4
            score = -search(game.pass_turn(s), depth - less, -beta, 1 - beta, ply + 1, at, moves, memory, table)
            memory[PATH + ply] = key
            if memory[STOP] != 0:
                return 0
            if score >= beta:
                return min(score, BEST_ESTIMATE)
    end = list_moves(s, moves, at)
    number = end - at
    if number == 0:
        return final_score(s, ply, memory)
    is_only_answer = number == 1
    if ply == 0:
        end = leave_out(at, end, moves)
        number = end - at
    seat: int = game.turn(s)
    order_moves(s, seat, ply, at, end, remembered, moves, memory)
    best = -INFINITE
    best_move: Word = moves[at]
    lower = alpha
    # A single answer costs no depth, nor does the answer to a check.
    further = depth - 1
    if memory[IS_SELECTIVE] != 0 and (is_only_answer or (is_restless and ply < 2 * depth + 8)):
        further = depth
    quiets = 0
    for i in range(number):
        value = take_next(at + i, end + i, end + number, moves)
        move: Word = moves[at + i]
        if is_bold and ply > 0 and best > -SURE_WIN and value < KILLER:
            quiets += value >= QUIET
            if is_zero_window and depth <= LATE_DEPTH and quiets > 5 + 2 * depth * depth:
                break  # what comes behind a quiet move in this order is no better
            if is_hopeless(s, move, value, depth, i):
                continue
        after = game.apply(s, move)
        free = end + number
        if i == 0:
            score = searched(after, seat, further, lower, beta, ply + 1, free, moves, memory, table)
        else:
            less = 0
            if is_selective and depth >= 3 and value < KILLER:
                less = reduction(depth, i, is_zero_window)
            score = searched(after, seat, further - less, lower, lower + 1, ply + 1, free, moves, memory, table)
            if less > 0 and score > lower:
                score = searched(after, seat, further, lower, lower + 1, ply + 1, free, moves, memory, table)
            if lower < score < beta:
                score = searched(after, seat, further, lower, beta, ply + 1, free, moves, memory, table)
        if memory[STOP] != 0:
            return 0
        if score > best:
            best = score
            best_move = move
            if score > lower:
                lower = score
                keep_line(move, ply, memory)
                if score >= beta:
                    if QUIET <= value < NOISY:
                        learn(move, seat, ply, depth, memory)
                    break
    bound = EXACT
    if best >= beta:
        bound = AT_LEAST
    elif best <= alpha:
        bound = AT_MOST
    if best > alpha or remembered == 0:
        remembered = int(hash_of_move(best_move))
    remember(slot, key, best, ply, depth, bound, remembered, memory, table)
    return best


def searched(
    s: State, seat: int, depth: int, alpha: int, beta: int, ply: int, at: int, moves: Moves, memory: Words, table: Words
) -> int:
    """The score of a state for the seat that has moved there: it may be to move once more."""
    to_move: int = game.turn(s)
    if to_move == seat:
        return search(s, depth, alpha, beta, ply, at, moves, memory, table)
    return -search(s, depth, -beta, -alpha, ply, at, moves, memory, table)


def is_far_above(estimate: int, beta: int, depth: int) -> bool:
    """Whether a state is so good that so little depth won't change it."""
    if game.is_bold():
        return depth <= 8 and estimate - 80 * depth >= beta
    return depth <= 4 and estimate - 110 * depth >= beta


def reduction(depth: int, number: int, is_zero_window: bool) -> int:
    """How much less deep a late move is looked at than the first one, by how many were before."""
    if game.is_bold():
        less: int = REDUCTIONS[min(depth, 63) * 64 + min(number, 63)]
        less += is_zero_window
        return min(less, depth - 2) if number >= 2 else 0
    return 1 + (number >= 8) + (depth >= 7) if number >= 3 else 0


def is_hopeless(s: State, move: Word, value: int, depth: int, number: int) -> bool:
    """Whether a late move loses too much by exchange for the depth that is left."""
    if value < QUIET:
        return depth <= LOSING_DEPTH and is_losing(s, move, gain_of(s, move) + 80 * depth)
    left = max(depth - reduction(depth, number, False), 1)
    return left <= RISKY_DEPTH and game.risk(s, move) > 0 and is_losing(s, move, 25 * left * left)


def settle_noise(s: State, alpha: int, beta: int, ply: int, at: int, moves: Moves, memory: Words) -> int:
    """Quiescence search: the score of a state after the exchanges that are going on. Only moves that gain something are
    looked at, all moves where the state is restless."""
    if not count_node(memory, ply):
        return 0
    if game.is_over(s):
        return final_score(s, ply, memory)
    if game.ends_suddenly() and list_moves(s, moves, at) == at:
        return final_score(s, ply, memory)
    if game.drawn(s):
        return score_at_draw(s, ply, at, moves, memory)
    known_ending: int = game.known(s, memory)
    if known_ending != 0 and ply > 0:
        return score_of_ending(known_ending, ply, memory)
    is_restless = game.restless(s)
    best = -INFINITE
    if not is_restless or ply >= LONGEST - 1:
        best = estimate_of(s, ply, memory)
        if best >= beta or ply >= LONGEST - 1:
            return best
        if best > alpha:
            alpha = best
    is_selective = memory[IS_SELECTIVE] != 0 and not is_restless
    if is_selective and game.lists_noisy():
        end = list_noisy_moves(s, moves, at)
    else:
        end = list_moves(s, moves, at)
        if end == at:
            # An estimate that was good enough would have been returned before, so it counts here too.
            return max(best, final_score(s, ply, memory))
    wanted = alpha - best - MARGIN
    noisy = 0
    for i in range(at, end):
        move: Word = moves[i]
        won = gain_of(s, move)
        if won == 0 and not is_restless:
            continue
        if is_selective and game.risk(s, move) > 0 and (won <= wanted or is_losing(s, move, won)):
            continue
        moves[at + noisy] = move
        moves[end + noisy] = noise_of(s, move, won)
        noisy += 1
    seat: int = game.turn(s)
    for i in range(noisy):
        take_next(at + i, end + i, end + noisy, moves)
        after = game.apply(s, moves[at + i])
        score = settled(after, seat, alpha, beta, ply + 1, end + noisy, moves, memory)
        if memory[STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if score >= beta:
                    break
    return best


def settled(s: State, seat: int, alpha: int, beta: int, ply: int, at: int, moves: Moves, memory: Words) -> int:
    """:func:`searched` for that."""
    to_move: int = game.turn(s)
    if to_move == seat:
        return settle_noise(s, alpha, beta, ply, at, moves, memory)
    return -settle_noise(s, -beta, -alpha, ply, at, moves, memory)


def count_node(memory: Words, ply: int) -> bool:
    """Whether the search may go on."""
    nodes: int = memory[NODES]
    limit: int = memory[NODE_LIMIT]
    if nodes >= limit:
        memory[STOP] = 1
    memory[NODES] = nodes + 1
    deepest: int = memory[DEEPEST]
    if ply > deepest:
        memory[DEEPEST] = ply
    return memory[STOP] == 0


def is_repetition(key: Word, ply: int, memory: Words) -> bool:
    """Whether a position has occurred in this line, or so often before it that once more is a draw."""
    if memory[REPETITIONS_DRAW] == 0:
        return False
    for i in range(PATH, PATH + ply):
        if memory[i] == key:
            return True
    repeated: int = memory[REPEATED]
    for i in range(REPEATED_KEYS, REPEATED_KEYS + repeated):  # noqa: SIM110 (kernels have no generators)
        if memory[i] == key:
            return True
    return False


def list_moves(s: State, moves: Moves, at: int) -> int:
    """The kernel's ``generate``, compiled once for all who call it."""
    end: int = game.generate(s, moves, at)
    return end


def list_noisy_moves(s: State, moves: Moves, at: int) -> int:
    """The kernel's ``generate_noisy``, compiled once."""
    end: int = game.generate_noisy(s, moves, at)
    return end


def leave_out(at: int, end: int, moves: Moves) -> int:
    """Drop the moves that are listed before ``at``; returns where the others end."""
    kept = at
    for i in range(at, end):
        is_wanted = True
        for other in range(at):
            if moves[other] == moves[i]:
                is_wanted = False
        if is_wanted:
            moves[kept] = moves[i]
            kept += 1
    return kept


def key_without(key: Word, at: int, moves: Moves) -> Word:
    """The key of a root without the moves before ``at``: what is found there is not true of the whole position."""
    for i in range(at):
        key ^= mixed(FIRST_KEY, moves[i])
    return key


def estimate_of(s: State, ply: int, memory: Words) -> int:
    """The evaluation as a score, never one of a sure win. What is kept of the state before is most like this one."""
    at = JUDGED + ply * JUDGED_WORDS
    before = at if ply == 0 else at - JUDGED_WORDS
    estimate: int = game.judged(s, before, at, memory)
    return max(-BEST_ESTIMATE, min(estimate - EVEN, BEST_ESTIMATE))


def gain_of(s: State, move: Word) -> int:
    """What a move wins, kept within what the order of moves has room for."""
    won: int = game.gain(s, move)
    return max(0, min(won, MOST_GAIN))


def noise_of(s: State, move: Word, won: int) -> int:
    """For the order of moves that gain something: most first, then those that risk least."""
    at_risk: int = game.risk(s, move)
    return (won << RISK_BITS) + MOST_RISK - min(at_risk, MOST_RISK)


def draw_score(ply: int, memory: Words) -> int:
    """What a draw is worth: less than nothing to the side that thinks with contempt, which moves at even plies."""
    contempt: int = memory[CONTEMPT]
    return contempt if ply & 1 else -contempt


def score_at_draw(s: State, ply: int, at: int, moves: Moves, memory: Words) -> int:
    """The score of a state that is drawn by a rule, unless there are no moves: that ends a game first."""
    end = list_moves(s, moves, at)
    if end == at:
        return final_score(s, ply, memory)
    return draw_score(ply, memory)


def score_of_ending(known_ending: int, ply: int, memory: Words) -> int:
    """The score of a state that a solved ending knows."""
    if known_ending == 1:
        return draw_score(ply, memory)
    result = known_ending - 2
    end = min(ply + result // 2, WIN - SURE_WIN)
    if result % 2 == 1:
        return WIN - end
    return end - WIN


def final_score(s: State, ply: int, memory: Words) -> int:
    """The score of a state without moves."""
    won_by: int = game.winners(s)
    if won_by == 0:
        return draw_score(ply, memory)
    seat: int = game.turn(s)
    if (won_by >> seat) & 1:
        return WIN - ply
    return ply - WIN


def order_moves(s: State, seat: int, ply: int, at: int, end: int, remembered: int, moves: Moves, memory: Words) -> None:
    """Give every move its value: the one remembered, those that gain, killers, and those that were often good."""
    killer: Word = memory[KILLERS + 2 * ply]
    second_killer: Word = memory[KILLERS + 2 * ply + 1]
    for i in range(at, end):
        move: Word = moves[i]
        won = gain_of(s, move)
        hashed: int = hash_of_move(move)
        value = 0
        if won > 0:
            value = noise_of(s, move, won)
            if memory[IS_SELECTIVE] == 0 or not is_losing(s, move, won):
                value += NOISY
        elif move == killer:
            value = KILLER + 1
        elif move == second_killer:
            value = KILLER
        else:
            known: int = memory[history_place(seat, hashed)]
            value = QUIET + known
        if hashed == remembered:
            value = REMEMBERED
        moves[i + (end - at)] = value


def take_next(to: int, value_to: int, value_end: int, moves: Moves) -> int:
    """Bring the best of the moves that are left to the front; returns its value."""
    best = value_to
    value: int = moves[value_to]
    for i in range(value_to + 1, value_end):
        other_value: int = moves[i]
        if other_value > value:
            best = i
            value = other_value
    if best != value_to:
        other = to + (best - value_to)
        move: Word = moves[to]
        moves[to] = moves[other]
        moves[other] = move
        moves[best] = moves[value_to]
        moves[value_to] = value
    return value


def keep_line(move: Word, ply: int, memory: Words) -> None:
    """The best line from here is this move and the best line from the next ply."""
    here = LINES + ply * (LONGEST + 1)
    below = here + LONGEST + 1
    length: int = memory[below]
    memory[here] = length + 1
    memory[here + 1] = move
    for i in range(1, length + 1):
        memory[here + 1 + i] = memory[below + i]


def learn(move: Word, seat: int, ply: int, depth: int, memory: Words) -> None:
    """A quiet move was good enough: it will be looked at early."""
    killer = KILLERS + 2 * ply
    if memory[killer] != move:
        memory[killer + 1] = memory[killer]
        memory[killer] = move
    hashed: int = hash_of_move(move)
    place = history_place(seat, hashed)
    known: int = memory[place]
    memory[place] = min(known + depth * depth, MOST_HISTORY)


def history_place(seat: int, hashed: int) -> int:
    """Where it is kept how often a seat's move was good. There is room for two seats, which further ones share."""
    return HISTORY + ((seat & 1) << HISTORY_BITS) + (hashed >> (16 - HISTORY_BITS))


def remember(
    slot: int, key: Word, score: int, ply: int, depth: int, bound: int, move_hash: int, memory: Words, table: Words
) -> None:
    """Put a position into the table, unless something deeper of this search is there."""
    generation: int = memory[GENERATION]
    old: Word = table[slot + 1]
    if table[slot] ^ old != key and int(generation_in(old)) == generation and int(depth_in(old)) > depth:
        return
    # Wins are counted from the position, not from the root.
    if score >= SURE_WIN:
        score += ply
    elif score <= -SURE_WIN:
        score -= ply
    data: Word = entry_of(score + SCORE_OFFSET, depth, bound, generation, move_hash)
    table[slot] = key ^ data
    table[slot + 1] = data


def score_in(entry: Word, ply: int) -> int:
    score: int = raised_score_in(entry)
    score -= SCORE_OFFSET
    if score >= SURE_WIN:
        return score - ply
    if score <= -SURE_WIN:
        return score + ply
    return score
