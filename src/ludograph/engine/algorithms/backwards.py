"""Retrograde analysis: results are told from the ends back, along lists of moves between numbered positions.

The lowest bit of a position's number is the seat to move. A result is twice the remoteness, and one more if the side to
move wins. What is decided without these moves, at an end or by what is solved before, is ``due``: see ``tiers``.

A list of edges says in its first place where it ends; behind that come, for one position after the other, its number,
how many moves it has, and where they lead.

The lists of parents lie one behind the other. Where each of them is takes 32 bits: it is counted from the place at
which the lists of its block of positions begin.
"""

from __future__ import annotations

from ludograph.engine.rules import Distances, Indices, Words

# Results that are none, the greatest that 16 bits hold.
UNDECIDED = 65535
HOLE = 65534
# So many positions, as a power of 2, are a block of lists of parents.
BLOCK_BITS = 16
# Places in the control block of ``propagate``.
HEAD, TAIL = 0, 1


def count_parents(edges: Indices, low: int, high: int, numbers: Distances, parents_of: Indices) -> int:
    """Count the parents of the positions of a part of the group; returns a position that is a hole and is reached all
    the same, or -1."""
    at = 1
    end = edges[0]
    while at < end:
        first = at + 2
        at = first + edges[at + 1]
        if numbers[edges[first - 2]] != HOLE:  # else it is left out because it can't be reached
            for k in range(first, at):
                child = edges[k]
                if low <= child and child < high:
                    if numbers[child] == HOLE:
                        return child
                    parents_of[child] += 1
    return -1


def list_parents(
    edges: Indices, low: int, high: int, numbers: Distances, blocks: Words, places: Indices, parents: Indices
) -> int:
    """List the parents of a part of the group from their places on; these are where the lists end, afterwards."""
    at = 1
    end = edges[0]
    while at < end:
        position = edges[at]
        first = at + 2
        at = first + edges[at + 1]
        if numbers[position] != HOLE:
            for k in range(first, at):
                child = edges[k]
                if low <= child and child < high:
                    parents[int(blocks[child >> BLOCK_BITS]) + places[child]] = position
                    places[child] += 1
    return end


def list_due(
    numbers: Distances, left: Distances, due: Distances, first: int, last: int, heads: Indices, nexts: Indices
) -> int:
    """Put the positions that are decided by solved tiers, or at their end, into the list of their level."""
    found = 0
    for position in range(first, last):
        if numbers[position] == UNDECIDED and (left[position] == 0 or due[position] % 2 == 1):
            level = due[position] >> 1
            nexts[position] = heads[level]
            heads[level] = position + 1
            found += 1
    return found


def propagate(
    level: int,
    queue: Indices,
    control: Words,
    blocks: Words,
    ends: Indices,
    parents: Indices,
    numbers: Distances,
    left: Distances,
    due: Distances,
    heads: Indices,
    nexts: Indices,
) -> int:
    """Decide what is due at a level, then tell the parents of all that is decided there; returns how many positions
    that are. What follows is queued for the next level, or put off to the level at which it is due."""
    tail = decide_due(level, int(control[TAIL]), queue, numbers, due, heads, nexts)
    head = int(control[HEAD])
    first_of_level = head
    end_of_level = tail
    while head < end_of_level:
        position = queue[head]
        head += 1
        result = numbers[position]
        block = int(blocks[position >> BLOCK_BITS])
        place = block
        if position & ((1 << BLOCK_BITS) - 1) != 0:
            place += ends[position - 1]
        last = block + ends[position]
        while place < last:
            parent = parents[place]
            place += 1
            # Who moved there wins: won by the same seat, or lost by the other one.
            is_won = (result & 1) != ((position ^ parent) & 1)
            tail = told(parent, is_won, level, tail, queue, numbers, left, due, heads, nexts)
    control[HEAD] = head
    control[TAIL] = tail
    return end_of_level - first_of_level


def decide_due(
    level: int, tail: int, queue: Indices, numbers: Distances, due: Distances, heads: Indices, nexts: Indices
) -> int:
    """Decide what is due at a level, and queue it; returns where the queue ends."""
    waiting = heads[level]
    heads[level] = 0
    while waiting != 0:
        position = waiting - 1
        waiting = nexts[position]
        if numbers[position] == UNDECIDED:
            numbers[position] = due[position]
            queue[tail] = position
            tail += 1
    return tail


def told(
    position: int,
    is_won: bool,
    level: int,
    tail: int,
    queue: Indices,
    numbers: Distances,
    left: Distances,
    due: Distances,
    heads: Indices,
    nexts: Indices,
) -> int:
    """A position is told that one of its moves wins or loses at a level; when that decides it, it is queued for the
    next level, or put off to the level at which it is due. Returns where the queue ends."""
    if numbers[position] != UNDECIDED:
        return tail
    if is_won:
        numbers[position] = 2 * level + 3
        queue[tail] = position
        return tail + 1
    left[position] -= 1
    if left[position] != 0 or due[position] % 2 != 0:
        return tail
    later = due[position] >> 1
    if later > level + 1:
        nexts[position] = heads[later]
        heads[later] = position + 1
        return tail
    numbers[position] = 2 * level + 2
    queue[tail] = position
    return tail + 1
