"""Games for two in parts: each owns some positions, knows who moves to them, and is told what becomes of others.

A part counts its positions from 0 on; the lowest bit is the seat to move. Elsewhere a position is known by its part, in
the highest bits of a number, and by its number there. Results are as in ``backwards``, level by level.
"""

from __future__ import annotations

from ludograph.engine.algorithms.backwards import HEAD, HOLE, TAIL, UNDECIDED, decide_due, told
from ludograph.engine.algorithms.parts import owner_of
from ludograph.engine.algorithms.retrograde import part_of
from ludograph.engine.algorithms.tiers import NONE, PROBLEM, look_at
from ludograph.engine.rules import Distances, Indices, Moves, Word, Words, game

# A further place in the control block: where the queue of a level ends, behind which is what follows.
END = 2


def route_moves(
    edges: Indices, children: Words, own: int, parts: int, keys: Words, parents: Indices, room: int, ends: Words
) -> int:
    """Put the keys that moves lead to, and who moves, into the lists of those that own these keys; returns how many
    there are in the longest list. ``own`` is the number of this part, in its bits."""
    fullest = 0
    at = 1
    end = edges[0]
    while at < end:
        position = own | edges[at]
        first = at + 2
        at = first + edges[at + 1]
        for k in range(first, at):
            part = part_of(children[k], parts)
            place = part * room + int(ends[part])
            keys[place] = children[k]
            parents[place] = position
            ends[part] += 1
            fullest = max(fullest, int(ends[part]))
    return fullest


def route_edges(
    edges: Indices,
    own: int,
    drop: Word,
    factor: Word,
    begins: Words,
    numbers: Indices,
    parents: Indices,
    room: int,
    ends: Words,
) -> int:
    """The same where positions are numbered before: pairs of them have owners."""
    fullest = 0
    at = 1
    end = edges[0]
    while at < end:
        position = own | edges[at]
        first = at + 2
        at = first + edges[at + 1]
        for k in range(first, at):
            part = owner_of(Word(edges[k] >> 1), drop, factor)
            place = part * room + int(ends[part])
            numbers[place] = edges[k] - 2 * int(begins[part])
            parents[place] = position
            ends[part] += 1
            fullest = max(fullest, int(ends[part]))
    return fullest


def look_in_part(
    plan: Words,
    record: Word,
    offset: int,
    base: int,
    positions: Indices,
    first: int,
    last: int,
    group: int,
    numbers: Distances,
    left: Distances,
    due: Distances,
    lower: Distances,
    edges: Indices,
    extras: Words,
    slots: Indices,
    report: Words,
    cells: Words,
    buffer: Moves,
) -> int:
    """The ``look`` of tiers, at listed positions of a part that begins at ``base``."""
    report[PROBLEM] = NONE
    for k in range(first, last):
        position = positions[k]
        number = Word(position + base - offset)
        s = game.state_at(plan, record, number)
        if not game.is_at(s, plan, record, number, cells):
            numbers[position] = HOLE
            continue
        if (
            look_at(s, position, plan, record, group, left, due, lower, edges, extras, slots, report, cells, buffer)
            == 0
        ):
            return k
    return last


def enter_numbers(numbered: Indices, numbers: Distances, listed: Indices, found: int) -> int:
    """Number what is reached for the first time, and list it behind what was found before."""
    for k in range(len(numbered)):
        position = numbered[k]
        if numbers[position] == HOLE:
            numbers[position] = UNDECIDED
            listed[found] = position
            found += 1
    return found


def count_movers(children: Indices, numbers: Distances, counts: Indices) -> int:
    """Count who moves to each position; returns one that is none and is reached all the same, or -1."""
    for k in range(len(children)):
        if numbers[children[k]] == HOLE:
            return children[k]
        counts[children[k]] += 1
    return -1


def list_movers(children: Indices, parents: Indices, places: Words, movers: Indices) -> int:
    """List who moves to each position from its place on; these are where the lists end, afterwards."""
    for k in range(len(children)):
        place = int(places[children[k]])
        movers[place] = parents[k]
        places[children[k]] = place + 1
    return len(children)


def begin_level(
    level: int, numbers: Distances, due: Distances, heads: Indices, nexts: Indices, queue: Indices, control: Words
) -> int:
    """Decide what is due at a level; returns how many positions are decided at it."""
    tail = decide_due(level, int(control[TAIL]), queue, numbers, due, heads, nexts)
    control[TAIL] = tail
    control[END] = tail
    return tail - int(control[HEAD])


def tell_movers(
    queue: Indices,
    control: Words,
    places: Words,
    movers: Indices,
    numbers: Distances,
    shift: int,
    out: Indices,
    room: int,
    ends: Words,
) -> int:
    """Tell who moves to the positions of a level who wins there, as long as there is room in the lists of all parts;
    returns for how many positions there was none."""
    mask = (1 << shift) - 1
    fullest = 0
    head = int(control[HEAD])
    end_of_level = int(control[END])
    while head < end_of_level:
        position = queue[head]
        place = 0
        if position > 0:
            place = int(places[position - 1])
        last = int(places[position])
        if fullest + last - place > room and fullest > 0:
            control[HEAD] = head
            return end_of_level - head
        winner = (position ^ numbers[position] ^ 1) & 1
        while place < last:
            part = movers[place] >> shift
            end = int(ends[part])
            out[part * room + end] = 2 * (movers[place] & mask) + winner
            ends[part] = end + 1
            fullest = max(fullest, end + 1)
            place += 1
        head += 1
    control[HEAD] = head
    return 0


def be_told(
    news: Indices,
    level: int,
    numbers: Distances,
    left: Distances,
    due: Distances,
    heads: Indices,
    nexts: Indices,
    queue: Indices,
    control: Words,
) -> int:
    """Take what is told of the positions of a level: who of those that move there wins. Returns how many are queued
    for the next one."""
    tail = int(control[TAIL])
    for k in range(len(news)):
        position = news[k] >> 1
        is_won = (news[k] ^ position) & 1 == 0
        tail = told(position, is_won, level, tail, queue, numbers, left, due, heads, nexts)
    control[TAIL] = tail
    return tail - int(control[END])
