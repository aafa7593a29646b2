"""Retrograde analysis of games for two seats that move in turn: from the ends back to all positions before them.

Positions are numbered by their sorted keys, which are ranks. Where a key is found among them is known by a set of bits
over all ranks or, where these are too many, by a hash table: ``game.position_of`` is one of the two functions for it.
The number that a position gets in the end is twice its remoteness, and one more if the side to move wins; ``undecided``
is left to those that nobody can win.
"""

from __future__ import annotations

from ludograph.engine.bitsets import is_in, lowest_rank, number_of, put, without_lowest
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import Distances, Indices, Moves, State, Word, Words, game

# Places in the control block of ``reach_keys`` and ``propagate``.
HEAD, TAIL = 0, 1
NOWHERE = -1


def reach(frontier: Words, reached: Words, following: Words, first: int, last: int, buffer: Moves) -> int:
    """Put the children of the ranks in a part of the frontier into ``reached`` and, if they are new, into
    ``following``; returns how many are new."""
    found = 0
    for w in range(first, last):
        marks: Word = frontier[w]
        while marks:
            end: int = game.children(lowest_rank(w, marks), buffer, 0)
            marks = without_lowest(marks)
            for i in range(end):
                if not is_in(reached, buffer[i]):
                    put(reached, buffer[i])
                    put(following, buffer[i])
                    found += 1
    return found


def reach_keys(keys: Words, slots: Indices, control: Words, budget: int, buffer: Moves) -> int:
    """Put the children of the keys from the head on behind the tail, if they are new, while there is room for them;
    returns of how many keys."""
    done = 0
    head: int = control[HEAD]
    tail: int = control[TAIL]
    while head < tail and done < budget and tail + len(buffer) <= len(keys):
        end: int = game.children(keys[head], buffer, 0)
        for i in range(end):
            slot = slot_of(keys, slots, buffer[i])
            if slots[slot] == 0:
                keys[tail] = buffer[i]
                tail += 1
                slots[slot] = tail
        head += 1
        done += 1
    control[HEAD] = head
    control[TAIL] = tail
    return done


def enter_keys(keys: Words, slots: Indices, first: int, last: int) -> int:
    """Put a part of the keys, which are all different, into an empty hash table."""
    for position in range(first, last):
        slots[slot_of(keys, slots, keys[position])] = position + 1
    return last - first


def slot_of(keys: Words, slots: Indices, key: Word) -> int:
    """The place of a key in the hash table, or the empty one in which it belongs. Sizes are powers of two."""
    mask = len(slots) - 1
    slot: int = mixed(FIRST_KEY, key)
    slot &= mask
    while slots[slot] != 0 and keys[slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    return slot


def hashed_position(marks: Words, before: Words, keys: Words, slots: Indices, key: Word) -> int:
    """The number of a key among the sorted ones, NOWHERE if it is none."""
    return slots[slot_of(keys, slots, key)] - 1


def marked_position(marks: Words, before: Words, keys: Words, slots: Indices, key: Word) -> int:
    """The same by marks."""
    if not is_in(marks, key):
        return NOWHERE
    return int(number_of(marks, before, key))


def settle_ends(
    marks: Words,
    before: Words,
    keys: Words,
    slots: Indices,
    first: int,
    last: int,
    numbers: Distances,
    left: Distances,
    parents_of: Indices,
    queue: Indices,
    control: Words,
    buffer: Moves,
) -> int:
    """Give the ends among a part of the positions their numbers and queue them; count for all others what moves are
    left to be refuted, and for each position its parents. Returns the number of moves."""
    edges = 0
    for position in range(first, last):
        end: int = game.children(keys[position], buffer, 0)
        left[position] = end
        for i in range(end):
            parents_of[game.position_of(marks, before, keys, slots, buffer[i])] += 1
        if end == 0:
            settle_end(keys[position], position, numbers, queue, control, buffer)
        edges += end
    return edges


def settle_end(rank: Word, position: int, numbers: Distances, queue: Indices, control: Words, buffer: Moves) -> None:
    s = game.unrank(rank)
    if is_draw(s, buffer):
        return
    won_by: int = game.winners(s)
    if won_by == 0:
        return
    seat: int = game.turn(s)
    numbers[position] = (won_by >> seat) & 1
    tail: int = control[TAIL]
    queue[tail] = position
    control[TAIL] = tail + 1


def is_draw(s: State, buffer: Moves) -> bool:
    """Whether a rule draws the game here; where there are no moves, it has ended before."""
    return game.drawn(s) and game.count(s, buffer, 0) != 0


def list_parents(
    marks: Words,
    before: Words,
    keys: Words,
    slots: Indices,
    first: int,
    last: int,
    places: Words,
    parents_listed: Indices,
    buffer: Moves,
) -> int:
    """List the parents of every position from its place on; afterwards ``places`` are where the lists end."""
    for position in range(first, last):
        end: int = game.children(keys[position], buffer, 0)
        for i in range(end):
            child: int = game.position_of(marks, before, keys, slots, buffer[i])
            place: int = places[child]
            parents_listed[place] = position
            places[child] = place + 1
    return last - first


def propagate(
    queue: Indices,
    control: Words,
    ends: Words,
    parents_listed: Indices,
    numbers: Distances,
    left: Distances,
    undecided: int,
    budget: int,
) -> int:
    """Tell the parents of the queued positions what follows for them, and queue those that are decided by it; returns
    how many positions were taken from the queue. Remotenesses come in order, the least first."""
    done = 0
    head: int = control[HEAD]
    tail: int = control[TAIL]
    while head < tail and done < budget:
        position: int = queue[head]
        head += 1
        done += 1
        number: int = numbers[position]
        first = 0
        last: int = ends[position]
        if position > 0:
            previous: int = ends[position - 1]
            first = previous
        for place in range(first, last):
            parent: int = parents_listed[place]
            if numbers[parent] != undecided:
                continue
            if number % 2 == 0:
                # The side to move there has lost, so that who moved there wins.
                numbers[parent] = number + 3
            else:
                left[parent] -= 1
                if left[parent] > 0:
                    continue
                numbers[parent] = number + 1
            queue[tail] = parent
            tail += 1
    control[HEAD] = head
    control[TAIL] = tail
    return done


def first_wrong_in_game(
    marks: Words,
    before: Words,
    keys: Words,
    slots: Indices,
    first: int,
    last: int,
    numbers: Distances,
    undecided: int,
    buffer: Moves,
) -> int:
    """The first of a part of the positions whose number the rules contradict; the one behind them when there is
    none."""
    for position in range(first, last):
        number: int = numbers[position]
        if number != number_by_children(marks, before, keys, slots, position, numbers, undecided, buffer):
            return position
    return last


def number_by_children(
    marks: Words,
    before: Words,
    keys: Words,
    slots: Indices,
    position: int,
    numbers: Distances,
    undecided: int,
    buffer: Moves,
) -> int:
    """What the rules make of the numbers of the next positions; ``undecided`` + 1 when one of these is missing."""
    s = game.unrank(keys[position])
    if is_draw(s, buffer):
        return undecided
    end: int = game.children(keys[position], buffer, 0)
    if end == 0:
        won_by: int = game.winners(s)
        seat: int = game.turn(s)
        return (won_by >> seat) & 1 if won_by else undecided
    least_lost = undecided
    most_won = -1
    is_refuted = True
    for i in range(end):
        child: int = game.position_of(marks, before, keys, slots, buffer[i])
        if child == NOWHERE:
            return undecided + 1
        number: int = numbers[child]
        if number == undecided:
            is_refuted = False
        elif number % 2 == 0:
            least_lost = min(least_lost, number)
            is_refuted = False
        else:
            most_won = max(most_won, number)
    if least_lost != undecided:
        return least_lost + 3
    return most_won + 1 if is_refuted else undecided
