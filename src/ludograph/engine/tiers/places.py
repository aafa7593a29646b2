"""Numbers for the positions of a tier, as kernel functions: where its pieces stand, up to the symmetries of the tier.

The places of the leading pieces, usually one king, are carried into a corner of the board by a symmetry: a number for
their orbit comes first. The places of all other pieces are chosen out of the nodes that are left, kind by kind. The
seat to move is the lowest bit. Numbers of one arrangement by several symmetries, and those of no possible position, are
holes.

What the functions need to know of the tiers at hand is in one array of words, the plan, which ``plans`` writes.
"""

from __future__ import annotations

from ludograph.engine.bits import WORD, lowest, popcount, replaced
from ludograph.engine.declared.contents import (
    DECLARED_CONTENTS,
    DECLARED_EVERY_KIND,
    DECLARED_KINDS,
    DECLARED_PLAIN,
    DECLARED_SIDES,
    DECLARED_WORDS,
    NO_KIND,
)
from ludograph.engine.rules import Moves, State, game

#: No tier of the plan has such a position.
NOWHERE = WORD

# Where things are in the plan: a mask and the slots of a hash table of materials, then a record for each of them.
SLOTS = 1
MATERIAL, NUMBER, OFFSET, KINDS, EXCHANGES, SYMMETRIES, NODES_CARRIED, ORBITS, LEADERS, BASES, FIRST_KIND = range(11)
KIND, COUNT, WAYS, BELOW = range(4)  # of each kind: what it is, how many, in how many ways, and of all behind it

# Bound for each game by ``Tiers.kernel``.
TIER_PLAN = 0  # where in its array the plan begins; its other places are counted from the array's beginning
TIER_CELLS = 0  # and where the nodes of each content are written
TIER_NODES = 0
TIER_WORDS = 1  # of a set of nodes: 1 or 2
TIER_WEIGHTS: tuple[int, ...] = ()  # what a piece of each content adds to the number of the material …
TIER_HANDS: tuple[int, ...] = ()  # … and a piece in each hand; the places of the hands in the state
TIER_HAND_WEIGHTS: tuple[int, ...] = ()  # for each seat to move
TIER_CHOICES: tuple[int, ...] = ()  # ``TIER_CHOICES[n * TIER_MOST + k]``: the ways to choose k of n
TIER_MOST = 1
TIER_FIELDS = 0
TIER_EMPTY: State = ()
TIER_SIDES: tuple[int, ...] = ()  # the places of all words of both sides' pieces


def gather_declared(s: State, cells: Moves) -> int:
    """Write the nodes of each content into ``cells``; returns the number of the material."""
    # Twice, with the places of the contents known when it is compiled.
    if game.turn(s) == 0:
        return gather_seen(s, cells, 0)
    return gather_seen(s, cells, len(DECLARED_PLAIN))


def gather_seen(s: State, cells: Moves, first: int) -> int:
    """The same, with the contents of one seat to move."""
    material = 0
    # Behind them the words of the state, once: to look one up by its number in the state itself takes longer.
    words = TIER_CELLS + len(TIER_WEIGHTS) * TIER_WORDS
    place = words
    for part in s:
        cells[place] = part
        place += 1
    for piece in range(len(DECLARED_PLAIN)):
        content = DECLARED_CONTENTS[first + piece]
        for word in range(TIER_WORDS):
            found = cells[words + DECLARED_SIDES[piece * DECLARED_WORDS + word]]
            kind = DECLARED_KINDS[piece * DECLARED_WORDS + word]
            if kind != NO_KIND:
                found &= cells[words + kind]
            elif DECLARED_PLAIN[piece]:
                for other in range(word, len(DECLARED_EVERY_KIND), DECLARED_WORDS):
                    found &= ~cells[words + DECLARED_EVERY_KIND[other]]
            cells[TIER_CELLS + content * TIER_WORDS + word] = found
            if found:  # of most contents there is none
                material = (material + popcount(found) * TIER_WEIGHTS[content]) & WORD
    return with_hands(s, material)


def gather_by_nodes(s: State, cells: Moves) -> int:
    """The same for states that only the rules can read."""
    material = 0
    for place in range(len(TIER_WEIGHTS) * TIER_WORDS):
        cells[TIER_CELLS + place] = 0
    node = game.next_piece(s, 0)
    while node < TIER_NODES:
        content = game.content(s, node)
        if content:
            cells[TIER_CELLS + content * TIER_WORDS + node // 64] |= 1 << (node % 64)
            material = (material + TIER_WEIGHTS[content]) & WORD
        node = game.next_piece(s, node + 1)
    return with_hands(s, material)


def gather_by_pieces(s: State, cells: Moves) -> int:
    """The same where the declaration tells on which nodes there is something, and the rules what it is."""
    material = 0
    for place in range(len(TIER_WEIGHTS) * TIER_WORDS):
        cells[TIER_CELLS + place] = 0
    for side in range(len(TIER_SIDES)):
        word = side % DECLARED_WORDS
        left = s[TIER_SIDES[side]]
        while left:
            content = game.content(s, 64 * word + lowest(left))
            cells[TIER_CELLS + content * TIER_WORDS + word] |= left & (0 - left)
            material = (material + TIER_WEIGHTS[content]) & WORD
            left &= left - 1
    return with_hands(s, material)


def with_hands(s: State, material: int) -> int:
    first = game.turn(s) * len(TIER_HANDS)
    for hand in range(len(TIER_HANDS)):
        material = (material + s[TIER_HANDS[hand]] * TIER_HAND_WEIGHTS[first + hand]) & WORD
    return material


def record_of(plan: Moves, material: int) -> int:
    """Where the record of a material is in the plan; 0 when it has none."""
    mask = plan[TIER_PLAN]
    slot = (material >> 32) & mask
    while plan[TIER_PLAN + SLOTS + slot]:
        record = plan[TIER_PLAN + SLOTS + slot]
        if plan[record + MATERIAL] == material:
            return record
        slot = (slot + 1) & mask
    return 0


def place_of(s: State, plan: Moves, cells: Moves) -> int:
    """The number of a position among those of all tiers of the plan; NOWHERE when it is in none of them."""
    return place_in(s, plan, record_of(plan, game.gather(s, cells)), cells)


def place_near(s: State, plan: Moves, near: int, cells: Moves) -> int:
    """The same, where most positions have the material of one record: the machine goes on with it before it knows."""
    material = game.gather(s, cells)
    if plan[near + MATERIAL] == material:
        return place_in(s, plan, near, cells)
    return place_in(s, plan, record_of(plan, material), cells)


def place_in(s: State, plan: Moves, record: int, cells: Moves) -> int:
    if record == 0:
        return NOWHERE
    return plan[record + OFFSET] + 2 * arrangement(plan, record, cells) + (game.turn(s) ^ plan[record + EXCHANGES])


def arrangement(plan: Moves, record: int, cells: Moves) -> int:
    """The least number that a symmetry gives to the places of all pieces."""
    at = orbit_of(plan, record, cells)
    ways = plan[at + 1]
    least = NOWHERE
    while ways:
        least = min(least, carried_arrangement(plan, record, cells, lowest(ways), plan[at]))
        ways &= ways - 1
    return least


def orbit_of(plan: Moves, record: int, cells: Moves) -> int:
    """Where in the plan the orbit of the leaders is, and the symmetries that carry them to its representative."""
    leaders = TIER_CELLS + plan[record + FIRST_KIND + KIND] * TIER_WORDS
    if plan[record + FIRST_KIND + COUNT] == 1:
        return plan[record + ORBITS] + 2 * only_node(cells, leaders)
    return plan[record + ORBITS] + 2 * choice(cells[leaders], high_word(cells, leaders), 0, 0)


def ties(plan: Moves, record: int, cells: Moves) -> int:
    """How many symmetries give that number: those that carry the arrangement to itself."""
    at = orbit_of(plan, record, cells)
    ways = plan[at + 1]
    least = arrangement(plan, record, cells)
    found = 0
    while ways:
        if carried_arrangement(plan, record, cells, lowest(ways), plan[at]) == least:
            found += 1
        ways &= ways - 1
    return found


def is_alone(plan: Moves, record: int, local: int) -> bool:
    """Whether the leaders of a position alone tell that no symmetry but the identity carries it to itself."""
    leaders = plan[record + LEADERS] + 2 * ((local >> 1) // plan[record + FIRST_KIND + BELOW])
    ways = plan[plan[record + ORBITS] + 2 * choice(plan[leaders], plan[leaders + 1], 0, 0) + 1]
    return ways & (ways - 1) == 0


def high_word(cells: Moves, place: int) -> int:
    if TIER_WORDS == 2:
        return cells[place + 1]
    return 0


def carried_arrangement(plan: Moves, record: int, cells: Moves, symmetry: int, number: int) -> int:
    """The number that one symmetry gives to the places, of which the leaders' orbit is known."""
    to = plan[record + NODES_CARRIED] + symmetry * TIER_NODES
    kind = record + FIRST_KIND
    end = kind + 4 * plan[record + KINDS]
    taken = 0
    taken_high = 0
    while kind < end:
        place = TIER_CELLS + plan[kind + KIND] * TIER_WORDS
        if plan[kind + COUNT] == 1:
            node = plan[to + only_node(cells, place)]
            if kind != record + FIRST_KIND:
                number = number * plan[kind + WAYS] + node - taken_below(node, taken, taken_high)
            if TIER_WORDS == 2 and node >= 64:
                taken_high |= 1 << (node % 64)
            else:
                taken |= 1 << (node % 64)
        else:
            low = carried_word(plan, to, cells, place, 0)
            high = carried_word(plan, to, cells, place, 1)
            if kind != record + FIRST_KIND:
                number = number * plan[kind + WAYS] + choice(low, high, taken, taken_high)
            taken |= low
            taken_high |= high
        kind += 4
    return number


def only_node(cells: Moves, place: int) -> int:
    """The node of a set that has just one."""
    if TIER_WORDS == 2 and cells[place] == 0:
        return 64 + lowest(cells[place + 1])
    return lowest(cells[place])


def taken_below(node: int, taken: int, taken_high: int) -> int:
    """How many nodes below one are taken."""
    if TIER_WORDS == 2 and node >= 64:
        return popcount(taken) + popcount(taken_high & ((1 << (node % 64)) - 1))
    return popcount(taken & ((1 << (node % 64)) - 1))


def carried_word(plan: Moves, to: int, cells: Moves, place: int, word: int) -> int:
    """One word of where a set of nodes is carried."""
    if word >= TIER_WORDS:
        return 0
    found = 0
    left = cells[place]
    while left:
        node = plan[to + lowest(left)]
        left &= left - 1
        if TIER_WORDS == 1:
            found |= 1 << node
        elif node // 64 == word:
            found |= 1 << (node % 64)
    if TIER_WORDS == 2:
        left = cells[place + 1]
        while left:
            node = plan[to + 64 + lowest(left)]
            left &= left - 1
            if node // 64 == word:
                found |= 1 << (node % 64)
    return found


def choice(low: int, high: int, taken: int, taken_high: int) -> int:
    """The number of a set of nodes among the sets of its size that avoid those taken."""
    number = 0
    size = 0
    while low:
        size += 1
        node = lowest(low)
        number += TIER_CHOICES[(node - taken_below(node, taken, taken_high)) * TIER_MOST + size]
        low &= low - 1
    if TIER_WORDS == 2:
        while high:
            size += 1
            node = 64 + lowest(high)
            number += TIER_CHOICES[(node - taken_below(node, taken, taken_high)) * TIER_MOST + size]
            high &= high - 1
    return number


def tier_number(plan: Moves, record: int) -> int:
    """Which of the tiers of the plan a record is of."""
    return plan[record + NUMBER]


def symmetries_of(plan: Moves, record: int) -> int:
    """How many symmetries a tier has."""
    return plan[record + SYMMETRIES]


def nowhere() -> int:
    return NOWHERE


def nodes() -> int:
    return TIER_NODES


def bare(plan: Moves, record: int, seat: int) -> State:
    """The empty board with a seat to move, and what a tier has in hand."""
    s = TIER_EMPTY
    base = plan[record + BASES] + seat * TIER_FIELDS
    field = 0
    for _ in TIER_EMPTY:  # written out by the compiler: a place that it doesn't know keeps the state in memory
        s = replaced(s, field, plan[base + field])
        field += 1  # noqa: SIM113 (kernels have no enumerate)
    return s


def state_at(plan: Moves, record: int, local: int) -> State:
    """The state with a number within a tier; of a hole some that has another number, or is not possible."""
    s = bare(plan, record, local & 1)
    number = local >> 1
    kind = record + FIRST_KIND
    end = kind + 4 * plan[record + KINDS]
    chosen = number // plan[kind + BELOW]
    number -= chosen * plan[kind + BELOW]
    leaders = plan[record + LEADERS] + 2 * chosen
    taken = plan[leaders]
    taken_high = plan[leaders + 1]
    s = with_content(s, plan[kind + KIND], taken, taken_high)
    kind += 4
    while kind < end:
        low = taken
        high = taken_high
        rank = number // plan[kind + BELOW]
        number -= rank * plan[kind + BELOW]
        size = plan[kind + COUNT]
        free = TIER_NODES
        while size > 0:
            # The highest of the nodes that are left, counted without those that are taken by other kinds.
            if size == 1:
                free = rank
            else:
                free -= 1
                while TIER_CHOICES[free * TIER_MOST + size] > rank:
                    free -= 1
            rank -= TIER_CHOICES[free * TIER_MOST + size]
            node = free_node(free, taken, taken_high)
            if TIER_WORDS == 2 and node >= 64:
                high |= 1 << (node - 64)
            else:
                low |= 1 << node
            size -= 1
        s = with_content(s, plan[kind + KIND], low ^ taken, high ^ taken_high)
        taken = low
        taken_high = high
        kind += 4
    return s


def free_node(number: int, taken: int, taken_high: int) -> int:
    """The node with this number among those that are not taken."""
    node = number
    while True:
        if TIER_WORDS == 2 and node >= 64:
            before = popcount(taken) + popcount(taken_high & ((2 << (node - 64)) - 1))
        else:
            before = popcount(taken & ((2 << node) - 1))
        if node == number + before:
            return node
        node = number + before


def with_content(s: State, content: int, low: int, high: int) -> State:
    while low:
        s = game.placed(s, lowest(low), content)
        low &= low - 1
    if TIER_WORDS == 2:
        while high:
            s = game.placed(s, 64 + lowest(high), content)
            high &= high - 1
    return s


def is_at(s: State, plan: Moves, record: int, local: int, cells: Moves) -> bool:
    """Whether a state that ``state_at`` gave is a possible position with that number, no hole."""
    if not game.is_possible(s):
        return False
    game.gather(s, cells)
    ways = plan[orbit_of(plan, record, cells) + 1]
    # Where only one symmetry leaves the leaders where they are, nothing else has this number.
    return ways & (ways - 1) == 0 or 2 * arrangement(plan, record, cells) + (local & 1) == local


# ---------------------------------------------------------------------------------------------------------
# Positions in which more than pieces matters, kept as they are: how many, where their numbers begin, their words
# ---------------------------------------------------------------------------------------------------------

KEPT = 2  # the words before them
TIER_COUNTED: tuple[int, ...] = ()  # 1 for the fields that are counters, which make no difference


def kept_end(number: int) -> int:
    return KEPT + number * TIER_FIELDS


def keep(s: State, kept: Moves, number: int) -> None:
    place = KEPT + number * TIER_FIELDS
    for field in range(TIER_FIELDS):
        if TIER_COUNTED[field]:
            kept[place + field] = TIER_EMPTY[field]
        else:
            kept[place + field] = s[field]


def kept_state(kept: Moves, number: int) -> State:
    s = TIER_EMPTY
    place = KEPT + number * TIER_FIELDS
    field = 0
    for _ in TIER_EMPTY:
        s = replaced(s, field, kept[place + field])
        field += 1  # noqa: SIM113 (kernels have no enumerate)
    return s


def is_kept(s: State, kept: Moves, number: int) -> bool:
    """Whether a state is the one that is kept with a number, but for counters."""
    place = KEPT + number * TIER_FIELDS
    for field in range(TIER_FIELDS):  # noqa: SIM110 (kernels have no generators)
        if not TIER_COUNTED[field] and kept[place + field] != s[field]:
            return False
    return True


# ---------------------------------------------------------------------------------------------------------
# Solved tiers inside a search, which has one array for everything: behind its own words come where the results begin,
# the cells, the plan, and the results, four to a word
# ---------------------------------------------------------------------------------------------------------

TIER_RESULTS = 0  # the place of the word that says where the results begin
TIER_PIECES = 0  # no solved tier has more
UNKNOWN, KNOWN_DRAW, FIRST_KNOWN = 0, 1, 2
DRAW_RESULT, HOLE_RESULT = 65535, 65534


def known_ending(s: State, memory: Moves) -> int:
    """What solved tiers tell of a state: nothing, a draw, or its result and FIRST_KNOWN."""
    if pieces_on_board(s) > TIER_PIECES or game.extra(s) != 0:
        return UNKNOWN
    place = place_of(s, memory, memory)
    if place == NOWHERE:
        return UNKNOWN
    result = (memory[memory[TIER_RESULTS] + place // 4] >> (16 * (place % 4))) & 0xFFFF
    if result == HOLE_RESULT:
        return UNKNOWN
    if result == DRAW_RESULT:
        return KNOWN_DRAW
    return FIRST_KNOWN + result


def pieces_on_board(s: State) -> int:
    """How many pieces there are, where the declaration tells it at a glance; else fewer than any tier has."""
    found = 0
    for place in range(len(TIER_SIDES)):
        found += popcount(s[TIER_SIDES[place]])
    return found
