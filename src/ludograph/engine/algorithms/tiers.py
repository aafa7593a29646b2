"""Tiers: groups of positions by material, each resting on groups that are solved. Every position of a group is looked
at; ``backwards`` does the rest.

All positions of a group are numbered, one tier behind the other, and behind them those that differ from one of these by
more than pieces (a pawn that can be taken en passant). A number below the size of the group is one of these; higher
ones are positions of solved tiers, whose results are in ``lower``. The lowest bit of a number is the seat to move.

A result is twice the remoteness, and one more if the side to move wins. What moves into solved tiers make of a position
is its ``due``: an odd one is a win that it has in any case, an even one is how long it can at least hold out.
"""

from __future__ import annotations

from ludograph.engine.algorithms.backwards import HOLE, UNDECIDED
from ludograph.engine.bits import lowest
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import Distances, Indices, Moves, State, Word, Words, game
from ludograph.engine.tiers.places import FIRST_KIND, KINDS

# What the word in ``report`` says of why a look ended early.
STATE, PROBLEM = 1, 0
NONE, UNKNOWN_MATERIAL, EDGES_FULL, EXTRAS_FULL, IMPOSSIBLE, EXTRA_BELOW = 0, 1, 2, 3, 4, 5


# ---------------------------------------------------------------------------------------------------------
# Samples: where moves lead, and which symmetries hold
# ---------------------------------------------------------------------------------------------------------


def survey(plan: Words, record: Word, samples: Words, seen: Words, report: Words, cells: Words, buffer: Moves) -> int:
    """Mark in ``seen`` the numbers of the tiers that moves lead to from some positions of a tier, and in the last three
    places how many moves and positions there were and whether more than pieces matters; ends early at a material that
    the plan doesn't know."""
    behind = len(seen) - 3
    for i in range(len(samples)):
        s = game.state_at(plan, record, samples[i])
        if not game.is_at(s, plan, record, samples[i], cells) or game.drawn(s):
            continue  # a drawn game goes no further
        end: int = game.generate(s, buffer, 0)
        seen[behind] += Word(end)
        seen[behind + 1] += 1
        for k in range(end):
            child = game.apply(s, buffer[k])
            reached: Word = game.record_of(plan, game.gather(child, cells))
            if reached == 0:
                keep_state(child, report)
                return i
            seen[game.tier_number(plan, reached)] = 1
            if game.extra(child) != 0:
                seen[behind + 2] = 1
    report[PROBLEM] = NONE
    return len(samples)


def keep_state(s: State, report: Words) -> None:
    report[PROBLEM] = UNKNOWN_MATERIAL
    place = STATE
    for part in s:
        report[place] = part
        place += 1


def first_broken(
    plan: Words,
    record: Word,
    image_record: Word,
    samples: Words,
    carried: Words,
    contents: Words,
    exchanges: Word,
    cells: Words,
    buffer: Moves,
) -> int:
    """The first of some positions at which a motion of the board is no symmetry of the rules."""
    for i in range(len(samples)):
        s = game.state_at(plan, record, samples[i])
        if not game.is_at(s, plan, record, samples[i], cells):
            continue
        there = image(plan, image_record, s, carried, contents, exchanges)
        if not game.is_possible(there):
            return i
        if outlook(s, carried, contents, exchanges, 1, cells, buffer) != outlook(
            there, carried, contents, exchanges, 0, cells, buffer
        ):
            return i
    return len(samples)


def image(plan: Words, record: Word, s: State, carried: Words, contents: Words, exchanges: Word) -> State:
    """Where a motion of the board carries a state; the record is that of the image's material."""
    there = game.bare(plan, record, game.turn(s) ^ exchanges)
    for node in range(len(carried)):
        content: Word = game.content(s, Word(node))
        if content != 0:
            there = game.placed(there, carried[node], contents[int(content)])
    return there


def outlook(
    s: State, carried: Words, contents: Words, exchanges: Word, is_carried: int, cells: Words, buffer: Moves
) -> Word:
    """A number for where moves lead and how it ends, of the state or of what a motion makes of it."""
    end: int = game.generate(s, buffer, 0)
    if end == 0:
        won_by: Word = game.winners(s)
        if is_carried == 1 and exchanges == 1:
            won_by = ((won_by & 1) << 1) | (won_by >> 1)
        return 2 + won_by
    # Moves are looked at where the game is drawn, too: where nearly all of it is, they tell what else is symmetric.
    total: Word = game.drawn(s)
    for k in range(end):
        total += sight(game.apply(s, buffer[k]), carried, contents, exchanges, is_carried, cells)
    return total


def sight(s: State, carried: Words, contents: Words, exchanges: Word, is_carried: int, cells: Words) -> Word:
    """A number for what stands where and whose turn it is."""
    total: Word = game.turn(s)
    if is_carried == 1:
        total ^= exchanges
    if game.extra(s) != 0:
        total += 2
    game.gather(s, cells)
    words = 1 + (len(carried) - 1) // 64
    for place in range(words, len(contents) * words):
        left: Word = cells[place]
        content = place // words
        while left != 0:
            node = 64 * (place % words) + int(lowest(left))
            left &= left - 1
            if is_carried == 1:
                total += mixed(mixed(FIRST_KEY, contents[content]), carried[node])
            else:
                total += mixed(mixed(FIRST_KEY, Word(content)), Word(node))
    return mixed(FIRST_KEY, total)


# ---------------------------------------------------------------------------------------------------------
# Looking at every position of a group
# ---------------------------------------------------------------------------------------------------------


def look(
    plan: Words,
    record: Word,
    offset: int,
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
    """Look at a part of a tier: holes become such, and of all others it is written how many moves within the group (or
    into draws) are ``left``, what is ``due``, and into ``edges``, from the place on that its first number says, whose
    moves they are, how many, and where they lead. Returns the first position that was not looked at; the report says
    why.

    ``group`` is the size of the group with room for the extras, whose states are kept in ``extras``."""
    report[PROBLEM] = NONE
    for position in range(first, last):
        s = game.state_at(plan, record, Word(position - offset))
        if not game.is_at(s, plan, record, Word(position - offset), cells):
            numbers[position] = HOLE
            continue
        if (
            look_at(s, position, plan, record, group, left, due, lower, edges, extras, slots, report, cells, buffer)
            == 0
        ):
            return position
    return last


def look_at_extras(
    plan: Words,
    first: int,
    dense: int,
    group: int,
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
    """The same for the extras from the first on, more of which may be found on the way."""
    report[PROBLEM] = NONE
    place = first
    while place < int(extras[0]):
        s = game.kept_state(extras, Word(place))
        seat: int = game.turn(s)
        position = dense + 2 * place + seat
        record: Word = game.record_of(plan, game.gather(s, cells))
        if (
            look_at(s, position, plan, record, group, left, due, lower, edges, extras, slots, report, cells, buffer)
            == 0
        ):
            return place
        place += 1
    return place


def look_at(
    s: State,
    position: int,
    plan: Words,
    record: Word,
    group: int,
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
    """Look at one position; returns 0 when something is in the way."""
    begin = edges[0]
    if begin + len(buffer) + 2 >= len(edges):
        report[PROBLEM] = EDGES_FULL
        return 0
    due[position] = 0
    left[position] = 1
    seat: int = game.turn(s)
    end: int = game.generate(s, buffer, 0)
    if end == 0:
        won_by: int = game.winners(s)
        if won_by != 0:
            due[position] = (won_by >> seat) & 1
            left[position] = 0
        return 1
    if game.drawn(s):
        return 1
    undecided = 0
    soonest = UNDECIDED
    latest = 0
    at = begin + 2
    for k in range(end):
        child = game.apply(s, buffer[k])
        place: Word = game.place_near(child, plan, record, cells)
        if place == game.nowhere():
            keep_state(child, report)
            return 0
        reached = int(place)
        if game.extra(child) != 0:
            reached = extra_position(child, reached, group, extras, slots, report)
            if reached < 0:
                return 0
        if reached < group:
            edges[at] = reached
            at += 1
            undecided += 1
        else:
            result = lower[reached - group]
            if result == UNDECIDED:
                undecided += 1
            elif result == HOLE:
                keep_state(child, report)
                report[PROBLEM] = IMPOSSIBLE
                return 0
            elif is_lost_by(seat, child, result):
                latest = max(latest, (result >> 1) + 1)
            else:
                soonest = min(soonest, (result >> 1) + 1)
    edges[begin] = position
    edges[begin + 1] = at - begin - 2
    edges[0] = at
    left[position] = undecided
    due[position] = 2 * latest
    if soonest != UNDECIDED:
        due[position] = 2 * soonest + 1
    return 1


def is_lost_by(seat: int, child: State, result: int) -> bool:
    """Whether a decided position is lost by a seat, whether or not that is to move there."""
    to_move: int = game.turn(child)
    return (result & 1 == 1) == (to_move != seat)


def extra_position(s: State, reached: int, group: int, extras: Words, slots: Indices, report: Words) -> int:
    """The number of a position in which more than pieces matters, which is kept if it is new; -1 when it can't."""
    if reached >= group:
        report[PROBLEM] = EXTRA_BELOW
        return -1
    mask = len(slots) - 1
    key: Word = game.position_key(s)
    slot = int(key) & mask
    while slots[slot] != 0:
        if game.is_kept(s, extras, Word(slots[slot] - 1)):
            break
        slot = (slot + 1) & mask
    if slots[slot] == 0:
        place = int(extras[0])
        if 2 * place >= mask or int(game.kept_end(Word(place + 1))) > len(extras):
            report[PROBLEM] = EXTRAS_FULL
            return -1
        game.keep(s, extras, Word(place))
        extras[0] = place + 1
        slots[slot] = place + 1
    seat: int = game.turn(s)
    return int(extras[1]) + 2 * (slots[slot] - 1) + seat


# ---------------------------------------------------------------------------------------------------------
# What was found
# ---------------------------------------------------------------------------------------------------------


def tally(
    plan: Words, record: Word, offset: int, first: int, last: int, numbers: Distances, counts: Words, cells: Words
) -> int:
    """Count the positions of a part of a tier by their results, each as often as it has images."""
    symmetries: int = game.symmetries_of(plan, record)
    for position in range(first, last):
        result = numbers[position]
        if result == HOLE:
            continue
        ties = 1
        if not game.is_alone(plan, record, Word(position - offset)):
            game.gather(game.state_at(plan, record, Word(position - offset)), cells)
            ties = int(game.ties(plan, record, cells))
        counts[result] += Word(symmetries // ties)
    return last - first


def first_wrong_in_tier(
    plan: Words,
    record: Word,
    offset: int,
    first: int,
    last: int,
    symmetries: Words,
    may_be_left_out: int,
    numbers: Distances,
    cells: Words,
    buffer: Moves,
) -> int:
    """The first position of a part of a tier whose result, or that of one of its images, is not what the rules make of
    the next ones; the one behind them when there is none. Positions that can't be reached may be left out."""
    nodes = int(game.nodes())
    for position in range(first, last):
        s = game.state_at(plan, record, Word(position - offset))
        if not game.is_at(s, plan, record, Word(position - offset), cells):
            if numbers[position] != HOLE:
                return position
        elif numbers[position] == HOLE:
            if may_be_left_out == 0:
                return position
        else:
            for symmetry in range(len(symmetries) // nodes):
                there = carried_state(plan, record, s, symmetries, symmetry * nodes, nodes, cells)
                if result_by_rules(there, plan, numbers, cells, buffer, 0) != numbers[position]:
                    return position
    return last


def carried_state(plan: Words, record: Word, s: State, symmetries: Words, at: int, nodes: int, cells: Words) -> State:
    """Where a symmetry carries a state."""
    there = game.bare(plan, record, game.turn(s))
    game.gather(s, cells)
    words = 1 + (nodes - 1) // 64
    kind = int(record) + FIRST_KIND
    end = kind + 4 * int(plan[int(record) + KINDS])
    while kind < end:
        content: Word = plan[kind]
        kind += 4
        for word in range(words):
            left: Word = cells[int(content) * words + word]
            while left != 0:
                node = 64 * word + int(lowest(left))
                left &= left - 1
                there = game.placed(there, symmetries[at + node], content)
    return there


def result_by_rules(s: State, plan: Words, numbers: Distances, cells: Words, buffer: Moves, at: Word) -> int:
    """What the rules make of the results of the next positions; HOLE when one of these has none."""
    seat: int = game.turn(s)
    end = game.generate(s, buffer, at)
    if end == at:
        won_by: int = game.winners(s)
        if won_by == 0:
            return UNDECIDED
        return (won_by >> seat) & 1
    if game.drawn(s):
        return UNDECIDED
    soonest = UNDECIDED
    latest = 0
    is_refuted = True
    for k in range(at, end):
        child = game.apply(s, buffer[k])
        result = 0
        if game.extra(child) != 0:
            result = result_by_rules(child, plan, numbers, cells, buffer, end)
        else:
            place: Word = game.place_of(child, plan, cells)
            if place == game.nowhere():
                return HOLE
            result = numbers[int(place)]
        if result == HOLE:
            return HOLE
        if result == UNDECIDED:
            is_refuted = False
        elif is_lost_by(seat, child, result):
            latest = max(latest, (result >> 1) + 1)
        else:
            soonest = min(soonest, (result >> 1) + 1)
    if soonest != UNDECIDED:
        return 2 * soonest + 1
    if is_refuted:
        return 2 * latest
    return UNDECIDED


def mark_reached(edges: Indices, marks: Distances) -> int:
    """Mark the positions that moves lead to from marked ones; returns how many are new."""
    found = 0
    at = 1
    end = edges[0]
    while at < end:
        last = at + 2 + edges[at + 1]
        if marks[edges[at]] == 1:
            for k in range(at + 2, last):
                if marks[edges[k]] == 0:
                    marks[edges[k]] = 1
                    found += 1
        at = last
    return found
