"""How a move is best answered beside it, where moves fill a board: found out in the first rounds of a search.

What stands around a node is a ring. For a node next to the last move it matters what stands on both sides of it in the
ring of that move: own pieces, the other's, nothing, or the edge. Of each such *case* it is counted how much oftener who
is to answer has won where that node became his in the end. The case that is worth most is then always answered in
random play: in Hex, and where else chains count, it is the second node of a bridge.
"""

from __future__ import annotations

from ludograph.engine.algorithms.filling import Filled, listed, result, share_of
from ludograph.engine.chance import advance, seeded
from ludograph.engine.declared.rings import MOST_NODES, MOST_WAYS
from ludograph.engine.rules import Moves, State, Word, Words, game

CASES, RINGS = 16, 4**MOST_WAYS
NOTHING, MINE, THEIRS, OUTSIDE = range(4)
#: So many rounds are looked at before it is decided; a case must be worth so much, and so many times its error.
OBSERVED, LEAST, ERRORS = 2000, 0.012, 3

# Places in a part of the memory: how many rounds were looked at and whether there is an answer; how often each case was
# there, and how often who got the node won and who didn't lost; whose each node is, when it is played, where its move
# stands on the stack; for each ring the ways of its answers, from 1 on, a second one three bits higher.
COUNTED, ANSWERS, SEEN, AGREED = 0, 1, 2, 2 + CASES
CELLS = AGREED + CASES
TIMES = CELLS + MOST_NODES + 1
PLACES = TIMES + MOST_NODES + 1
WAYS_OF_RINGS = PLACES + MOST_NODES + 1
SIZE = WAYS_OF_RINGS + RINGS


def begin(s: State, moves: Moves, memory: Words, at: int) -> None:
    """Look at the coming rounds, if moves put pieces on nodes with a ring."""
    for place in range(at, at + CELLS):
        memory[place] = 0
    number = listed(s, moves, 0)
    are_places = game.ring_ways() > 0
    for i in range(number):
        if moves[i] >= game.ring_nodes() or game.owner_on(s, moves[i]) != NOTHING:
            are_places = False
            break
    if not are_places:
        memory[at + COUNTED] = OBSERVED


def set_up(s: State, memory: Words, at: int) -> None:
    """Whose the nodes are."""
    nodes = int(game.ring_nodes())
    for node in range(nodes):
        memory[at + CELLS + node] = game.owner_on(s, node)
        memory[at + TIMES + node] = 0
    memory[at + CELLS + nodes] = OUTSIDE
    memory[at + TIMES + nodes] = 0


def seen_by(ring: int, seat: int) -> int:
    """A ring of the first seat's pieces and the second's, as one of mine and theirs."""
    return ring if seat == 0 else (ring & 0x555) << 1 | (ring >> 1) & 0x555


def case_of(ring: int, way: int, ways: int) -> int:
    """The case of a node in a ring, or CASES if something is there."""
    if (ring >> (2 * way)) & 3 != NOTHING:
        return CASES
    one = (ring >> (2 * ((way + 1) % ways))) & 3
    other = (ring >> (2 * ((way + ways - 1) % ways))) & 3
    return 4 * min(one, other) + max(one, other)


def observe(s: State, won_by: int, number: int, moves: Moves, memory: Words, at: int) -> None:
    """Count the cases of a game that was played from here to the last node."""
    nodes, ways = int(game.ring_nodes()), int(game.ring_ways())
    first: int = game.turn(s)
    set_up(s, memory, at)
    for i in range(number):
        if moves[i] >= game.ring_nodes():
            return
        memory[at + CELLS + int(moves[i])] = 1 + (first ^ (i & 1))
        memory[at + TIMES + int(moves[i])] = i + 1
    for ply in range(1, number):
        seat = first ^ (ply & 1)
        last = int(moves[ply - 1])
        ring = 0
        for way in range(ways):
            beside: int = game.ring_node(ways * last + way)
            whose: int = memory[at + CELLS + beside]
            if int(memory[at + TIMES + beside]) > ply:
                whose = NOTHING
            elif whose == NOTHING or beside == nodes:
                whose = OUTSIDE
            ring |= whose << (2 * way)
        ring = seen_by(ring, seat)
        has_won = (won_by >> seat) & 1
        for way in range(ways):
            case = case_of(ring, way, ways)
            if case < CASES:
                node: int = game.ring_node(ways * last + way)
                has_node = int(int(memory[at + CELLS + node]) == 1 + seat)
                seen: int = memory[at + SEEN + case]
                memory[at + SEEN + case] = seen + 1
                worth: int = memory[at + AGREED + case]
                memory[at + AGREED + case] = worth + int(has_won == has_node)
    counted: int = memory[at + COUNTED]
    memory[at + COUNTED] = counted + 1
    if counted + 1 == OBSERVED:
        decide(memory, at)


def decide(memory: Words, at: int) -> None:
    """Answer in the case that is worth most, if one surely is worth something."""
    best = CASES
    most = LEAST
    for case in range(CASES):
        seen: int = memory[at + SEEN + case]
        agreed: int = memory[at + AGREED + case]
        worth = 2 * agreed - seen
        if worth > 0 and worth * worth > ERRORS * ERRORS * seen and worth / seen > most:
            most = worth / seen
            best = case
    if best == CASES:
        return
    ways = int(game.ring_ways())
    for ring in range(1 << (2 * ways)):
        found = 0
        for way in range(ways):
            if case_of(ring, way, ways) == best and found < 8:
                found = found << 3 | (way + 1)
        memory[at + WAYS_OF_RINGS + ring] = found
    memory[at + ANSWERS] = 1


def fill_answering(s: State, last: Word, moves: Moves, chance: Word, memory: Words, at: int) -> Filled:
    """Play to the last place, at random but for answers to moves, the last one of which is told."""
    number = listed(s, moves, 0)
    if number == 0:
        return result(s, number, moves)
    set_up(s, memory, at)
    for i in range(number):
        if moves[i] >= game.ring_nodes():  # against all samples
            return result(s, number, moves)
        memory[at + PLACES + int(moves[i])] = i
    ways = int(game.ring_ways())
    seat: int = game.turn(s)
    before = int(last) if last < game.ring_nodes() else 0
    chance = seeded(chance)
    for i in range(number):
        chance = advance(chance)
        other = i + share_of(chance, number - i)
        ring = 0
        for way in range(ways):
            beside: int = game.ring_node(ways * before + way)
            ring |= int(memory[at + CELLS + beside]) << (2 * way)
        found: int = memory[at + WAYS_OF_RINGS + seen_by(ring, seat)]
        if found != 0:
            if found > 7:
                found = found >> 3 if (chance >> 63) & 1 != 0 else found & 7
            answer: int = game.ring_node(ways * before + found - 1)
            other = max(i, int(memory[at + PLACES + answer]))
        move: Word = moves[i]
        now: Word = moves[other]
        moves[i] = now
        moves[other] = move
        memory[at + PLACES + int(move)] = other
        memory[at + CELLS + int(now)] = 1 + seat
        before = int(now)
        seat = 1 - seat
    return result(s, number, moves)
