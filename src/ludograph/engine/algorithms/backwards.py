"""Retrograde analysis: results are told from the ends back, along lists of moves between numbered positions.

The lowest bit of a position's number is the seat to move. A result is twice the remoteness, and one more if the side to
move wins. What is decided without these moves, at an end or by what is solved before, is ``due``: see ``tiers``.

A list of edges says in its first place where it ends; behind that come, for one position after the other, its number,
how many moves it has, and where they lead.
"""

from __future__ import annotations

from ludograph.engine.rules import Distances, Indices, Words

# Results that are none, the greatest that 16 bits hold.
UNDECIDED = 65535
HOLE = 65534
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


def list_parents(edges: Indices, low: int, high: int, numbers: Distances, places: Words, parents: Indices) -> int:
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
                    place = int(places[child])
                    parents[place] = position
                    places[child] = place + 1
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
    ends: Words,
    parents: Indices,
    numbers: Distances,
    left: Distances,
    due: Distances,
    heads: Indices,
    nexts: Indices,
) -> int:
    """Decide what is due at a level, then tell the parents of all that is decided there; returns how many positions
    that are. What follows is queued for the next level, or put off to the level at which it is due."""
    tail = int(control[TAIL])
    waiting = heads[level]
    while waiting != 0:
        position = waiting - 1
        waiting = nexts[position]
        if numbers[position] == UNDECIDED:
            numbers[position] = due[position]
            queue[tail] = position
            tail += 1
    head = int(control[HEAD])
    first_of_level = head
    end_of_level = tail
    while head < end_of_level:
        position = queue[head]
        head += 1
        result = numbers[position]
        place = 0
        if position > 0:
            place = int(ends[position - 1])
        last = int(ends[position])
        while place < last:
            parent = parents[place]
            place += 1
            if numbers[parent] != UNDECIDED:
                continue
            if (result & 1) != ((position ^ parent) & 1):
                # Who moved there wins: won by the same seat, or lost by the other one.
                numbers[parent] = 2 * level + 3
                queue[tail] = parent
                tail += 1
            else:
                left[parent] -= 1
                if left[parent] == 0 and due[parent] % 2 == 0:
                    later = due[parent] >> 1
                    if later > level + 1:
                        nexts[parent] = heads[later]
                        heads[later] = parent + 1
                    else:
                        numbers[parent] = 2 * level + 2
                        queue[tail] = parent
                        tail += 1
    control[HEAD] = head
    control[TAIL] = tail
    return end_of_level - first_of_level
