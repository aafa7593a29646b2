"""Monte-Carlo tree search (UCT) for any number of seats, with or without an evaluation.

Every round goes down the tree to a leaf, plays on at random and gives every seat its share of the result. The tree is
an array of words with ``STRIDE`` places for each node; ``memory`` has what to obey and to report. Shares are counted
in thousandths.

Where moves only become fewer, a move is worth about as much whenever it is made. There a node also learns from all
moves that its mover made later in a round ("all moves as first", B. Brügmann 1993), which counts less the more visits
it has (S. Gelly and D. Silver 2007). Where they fill a board, rounds are played to the end as ``filling`` does it.
"""

from __future__ import annotations

from math import sqrt

from ludograph.engine.algorithms.answers import ANSWERS, COUNTED, OBSERVED, SIZE, begin, fill_answering, observe
from ludograph.engine.algorithms.filling import MOST_CODES, become_fewer, fill, is_filling
from ludograph.engine.bits import highest
from ludograph.engine.chance import advance, below
from ludograph.engine.rules import EVEN, JUDGED_WORDS, Moves, State, Word, Words, game

# Places in the memory; the seats' shares of one round are at SHARES, the nodes of its way down at WAY.
STOP, ROUNDS, ROUND_LIMIT, USED, CHANCE, CUT_OFF, SEATS, HAS_EVALUATION, REPEATED, DEPTH_LIMIT = range(10)
FEWER, FILLS, GOES_ON = range(10, 13)
#: Whether moves only become fewer; nobody looks again whether they do where the rules fail when a game is over.
YES, NEVER = 1, 2
SHARES = 16
MOST_SEATS = 16
WAY = SHARES + MOST_SEATS
LONGEST_WAY = 512
REPEATED_KEYS = WAY + LONGEST_WAY + 1  # positions that may not occur once more, REPEATED of them
MOST_REPEATED = 128
PLAYED = REPEATED_KEYS + MOST_REPEATED  # for each seat and code the last round in which the move was made
ANSWERING = PLAYED + 2 * MOST_CODES  # what answers has there
JUDGED = ANSWERING + SIZE  # what is kept of the last state that was judged
MEMORY_SIZE = JUDGED + JUDGED_WORDS

# Places in a node: how often it was visited, what those visits gave the seat that moved there, its children; in how
# many rounds its move was made at any time from its parent on, and what these gave that seat.
VISITS, SUM, FIRST, NUMBER, MOVE, MOVER, SEEN, SEEN_SUM = range(8)
STRIDE = 8

WHOLE = 1000
#: How much a move that was tried rarely is preferred to one that was good so far.
CURIOSITY = 0.9
#: The same where moves are learned of all the time.
CURIOSITY_OF_FEWER = 0.2
#: A node gets children when it has been visited so often: its own come late enough, as it learns from others' rounds.
RIPE = 10
#: So many visits are a third of what counts, and how a move did at any time two thirds.
TRUST = 1000.0
#: A line that ends here, visited so often, is as long as it will ever be.
PATIENCE = 1000
#: An advantage of so much is halfway from even to won.
HALFWAY = 250


def grow(start: State, root: int, moves: Moves, memory: Words, tree: Words) -> int:
    """Do rounds from a node of the tree, whose state is ``start``, until told to stop; returns the rounds done.

    A limit of depth, if it isn't 0, is reached when a line has so many moves, or when one can't have more of them.
    """
    done = 0
    seats: int = memory[SEATS]
    depth_limit: int = memory[DEPTH_LIMIT]
    if memory[ROUNDS] == 0:
        look_ahead(start, moves, memory)
    ripe = RIPE if become_fewer_here(memory) else 1
    while True:
        rounds: int = memory[ROUNDS]
        limit: int = memory[ROUND_LIMIT]
        if memory[STOP] != 0 or rounds >= limit:
            return done
        memory[ROUNDS] = rounds + 1
        done += 1
        s = start
        node = root
        length = 0
        is_drawn = False
        memory[WAY] = node
        # Down to a leaf: by children, as long as there are some.
        while True:
            number: int = tree[node * STRIDE + NUMBER]
            if number == 0:
                visits: int = tree[node * STRIDE + VISITS]
                if visits >= ripe or node == root:
                    number = expand(s, node, moves, memory, tree)
                if number == 0:
                    break
            if length >= LONGEST_WAY - 1 or game.drawn(s):
                break
            node = choose(node, memory, tree)
            move: Word = tree[node * STRIDE + MOVE]
            s = game.apply(s, move)
            length += 1
            memory[WAY + length] = node
            is_drawn = is_repetition(s, memory)
            chosen: int = tree[node * STRIDE + VISITS]
            if chosen == 0 or is_drawn:
                break
        if is_drawn:
            share_among(0, seats, memory)
        elif become_fewer_here(memory) and memory[FILLS] != 0:
            fill_out(s, tree[node * STRIDE + MOVE], moves, memory)
        else:
            play_out(s, moves, memory)
        if become_fewer_here(memory) and not is_drawn:
            learn_from_all(length, memory, tree)
        for i in range(length + 1):
            passed: int = memory[WAY + i]
            give(passed, memory, tree)
        if depth_limit > 0 and (length >= depth_limit or tree[node * STRIDE + VISITS] >= PATIENCE):
            return done


def expand(s: State, node: int, moves: Moves, memory: Words, tree: Words) -> int:
    """Give a node its children; returns how many. A full tree grows no further."""
    end: int = game.generate(s, moves, 0)
    used: int = memory[USED]
    if end == 0 or (used + end + 1) * STRIDE > len(tree):
        return 0
    mover: int = game.turn(s)
    for i in range(end):
        child = (used + i) * STRIDE
        tree[child + VISITS] = 0
        tree[child + SUM] = 0
        tree[child + FIRST] = 0
        tree[child + NUMBER] = 0
        tree[child + MOVE] = moves[i]
        tree[child + MOVER] = mover
        tree[child + SEEN] = 0
        tree[child + SEEN_SUM] = 0
    tree[node * STRIDE + FIRST] = used
    tree[node * STRIDE + NUMBER] = end
    memory[USED] = used + end
    return end


def choose(node: int, memory: Words, tree: Words) -> int:
    """The child to visit next: the one with the highest hope, or one that was never visited, unless its move is known
    from other times."""
    is_known = become_fewer_here(memory)
    first: int = tree[node * STRIDE + FIRST]
    number: int = tree[node * STRIDE + NUMBER]
    visits: int = tree[node * STRIDE + VISITS]
    wanted = CURIOSITY_OF_FEWER if is_known else CURIOSITY
    curiosity = wanted * wanted * logarithm(max(visits, 1))
    word: Word = advance(memory[CHANCE])
    memory[CHANCE] = word
    turn_at: int = below(word, number)
    best = first
    best_hope = -1.0
    for i in range(number):
        place = i + turn_at
        if place >= number:
            place -= number
        child = first + place
        tried: int = tree[child * STRIDE + VISITS]
        if is_known:
            hope = hope_of_known(child, curiosity, tree)
        elif tried == 0:
            return child
        else:
            total: int = tree[child * STRIDE + SUM]
            hope = total / (tried * 1000.0) + sqrt(curiosity / tried)
        if hope > best_hope:
            best_hope = hope
            best = child
    return best


def hope_of_known(child: int, curiosity: float, tree: Words) -> float:
    """By its visits and, as long as these are few, by when else its move was made."""
    at = child * STRIDE
    tried: int = tree[at + VISITS]
    total: int = tree[at + SUM]
    seen: int = tree[at + SEEN]
    seen_sum: int = tree[at + SEEN_SUM]
    # One even round, as if it had been seen before, lets nothing be without hope.
    usual = (seen_sum + 500.0) / (seen + 1.0)
    trust = TRUST / (TRUST + 3.0 * tried)
    own = total / (tried + 0.001)
    return (trust * usual + (1.0 - trust) * own) * 0.001 + sqrt(curiosity / (tried + 1.0))


def logarithm(number: int) -> float:
    """The natural logarithm, nearly: between powers of two it is taken as straight."""
    power: int = highest(number)
    return 0.6931 * (power + number / (1 << power) - 1.0)


def play_out(s: State, moves: Moves, memory: Words) -> None:
    """Play at random to the end or to the cut-off; the seats' shares are put at SHARES."""
    seats: int = memory[SEATS]
    cut_off: int = memory[CUT_OFF]
    is_noted = become_fewer_here(memory)
    ply = 0
    while True:
        end: int = game.generate(s, moves, 0)
        if end == 0:
            share_among(game.winners(s), seats, memory)
            break
        if game.drawn(s):
            share_among(0, seats, memory)
            break
        if ply >= cut_off:
            share_by_estimate(s, seats, memory)
            break
        word: Word = advance(memory[CHANCE])
        memory[CHANCE] = word
        move: Word = moves[below(word, end)]
        if is_noted:
            note(move, game.turn(s), memory)
        s = game.apply(s, move)
        ply += 1


def look_ahead(start: State, moves: Moves, memory: Words) -> None:
    """Find out whether moves only become fewer from here on, and whether they fill the board."""
    if memory[FEWER] == NEVER:
        return
    memory[FEWER] = 0
    memory[FILLS] = 0
    if not game.plays_on() or memory[HAS_EVALUATION] != 0 or memory[SEATS] != 2:
        return
    for place in range(PLAYED, ANSWERING):
        memory[place] = 0
    if become_fewer(start, moves, memory[CHANCE], memory, PLAYED):
        memory[FEWER] = YES
        if is_filling(start, moves, memory[CHANCE]):
            memory[FILLS] = 1
            if memory[GOES_ON] == 0:  # else answers are those that were found before
                begin(start, moves, memory, ANSWERING)
                memory[GOES_ON] = 1
    for place in range(PLAYED, ANSWERING):
        memory[place] = 0


def become_fewer_here(memory: Words) -> bool:
    """Where it can't be, none of what depends on it is compiled."""
    return game.plays_on() and memory[FEWER] == YES


def fill_out(s: State, last: Word, moves: Moves, memory: Words) -> None:
    """The same where moves fill the board, after a last one."""
    word: Word = advance(memory[CHANCE])
    memory[CHANCE] = word
    mover: int = game.turn(s)
    if memory[ANSWERING + ANSWERS] != 0:
        won_by, plies, number = fill_answering(s, last, moves, word, memory, ANSWERING)
    else:
        won_by, plies, number = fill(s, moves, word)
        if int(memory[ANSWERING + COUNTED]) < OBSERVED:
            observe(s, won_by, number, moves, memory, ANSWERING)
    share_among(won_by, memory[SEATS], memory)
    for ply in range(plies):
        note(moves[ply], mover ^ (ply & 1), memory)


def note(move: Word, seat: int, memory: Words) -> None:
    """A seat has made this move in this round. One with an odd code, against all samples, stands anywhere."""
    memory[PLAYED + seat * MOST_CODES + int(move & (MOST_CODES - 1))] = memory[ROUNDS]


def learn_from_all(length: int, memory: Words, tree: Words) -> None:
    """Let all nodes of the way learn from all moves that came after them."""
    for i in range(1, length + 1):
        node: int = memory[WAY + i]
        seat: int = tree[node * STRIDE + MOVER]
        note(tree[node * STRIDE + MOVE], seat, memory)
    for i in range(length + 1):
        parent: int = memory[WAY + i]
        see(parent, memory, tree)


def see(node: int, memory: Words, tree: Words) -> None:
    """Let the children of a node learn from a round in which their moves were made there or later."""
    first: int = tree[node * STRIDE + FIRST]
    number: int = tree[node * STRIDE + NUMBER]
    if number == 0:
        return
    mover: int = tree[first * STRIDE + MOVER]
    share: int = memory[SHARES + mover]
    table = PLAYED + mover * MOST_CODES
    now: int = memory[ROUNDS]
    for child in range(first, first + number):
        at = child * STRIDE
        played: int = memory[table + int(tree[at + MOVE] & (MOST_CODES - 1))]
        is_seen = int(played == now)
        seen: int = tree[at + SEEN]
        tree[at + SEEN] = seen + is_seen
        seen_sum: int = tree[at + SEEN_SUM]
        tree[at + SEEN_SUM] = seen_sum + is_seen * share


def is_repetition(s: State, memory: Words) -> bool:
    """Whether a position has occurred so often before that once more is a draw."""
    repeated: int = memory[REPEATED]
    if repeated == 0:
        return False
    key: Word = game.position_key(s)
    for i in range(REPEATED_KEYS, REPEATED_KEYS + repeated):  # noqa: SIM110 (kernels have no generators)
        if memory[i] == key:
            return True
    return False


def share_among(winners_bits: int, seats: int, memory: Words) -> None:
    """The winners share the whole; when nobody wins, all do, but for a single seat, which has lost."""
    if winners_bits == 0 and seats > 1:
        winners_bits = (1 << seats) - 1
    number = 0
    for seat in range(seats):
        number += (winners_bits >> seat) & 1
    for seat in range(seats):
        memory[SHARES + seat] = ((winners_bits >> seat) & 1) * (WHOLE // max(number, 1))


def share_by_estimate(s: State, seats: int, memory: Words) -> None:
    """What the seats can hope for by the evaluation; where there is none all share alike."""
    if memory[HAS_EVALUATION] == 0:
        share_among(0, seats, memory)
        return
    if seats != 2:
        share_by_hopes(s, seats, memory)
        return
    estimate: int = game.judged(s, JUDGED, JUDGED, memory)
    estimate -= EVEN
    mover: int = game.turn(s)
    share = WHOLE // 2 + WHOLE // 2 * estimate // (abs(estimate) + HALFWAY)
    memory[SHARES + mover] = share
    memory[SHARES + 1 - mover] = WHOLE - share


def share_by_hopes(s: State, seats: int, memory: Words) -> None:
    """Each seat has what it hopes for, from nothing to twice an even share, as far as all hopes together allow."""
    total = 0
    for seat in range(seats):
        estimate: int = game.evaluate_for(s, seat)
        estimate -= EVEN
        hope = WHOLE + WHOLE * estimate // (abs(estimate) + HALFWAY)
        memory[SHARES + seat] = hope
        total += hope
    for seat in range(seats):
        hoped: int = memory[SHARES + seat]
        memory[SHARES + seat] = WHOLE * hoped // max(total, 1)


def give(node: int, memory: Words, tree: Words) -> None:
    """Count a visit, and what it gave the seat that moved here."""
    place = node * STRIDE
    visits: int = tree[place + VISITS]
    tree[place + VISITS] = visits + 1
    mover: int = tree[place + MOVER]
    share: int = memory[SHARES + mover]
    total: int = tree[place + SUM]
    tree[place + SUM] = total + share
