"""The symmetries of a game: those of its board, with or without an exchange of the seats, that keep its rules.

The declaration tells where a symmetry carries a state. That the rules are kept is found out on samples: moves from an
image must lead to the images of where moves lead, and ends must be the same. The conformance kit looks at more of them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from ludograph.board import symmetries as of_boards
from ludograph.engine.declared.declaration import Declaration, Set
from ludograph.engine.declared.fields import Cells, Hand

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

SAMPLE_MATCHES, SAMPLE_PLIES = 8, 250
MOST_SAMPLES, MOST_MOVES = 96, 10_000
#: Looked at in any case: so many states at the end of each match, and so many with each kind of move. What is no
#: symmetry shows there: who has won, castling.
LAST_STATES, STATES_OF_A_KIND = 3, 2


class Symmetry(NamedTuple):
    """Where each node is carried, and whether the two seats change places."""

    nodes: of_boards.Symmetry
    exchanges: bool

    @property
    def is_identity(self) -> bool:
        return not self.exchanges and self.nodes == tuple(range(len(self.nodes)))

    def after(self, first: Symmetry) -> Symmetry:
        """What carries as the other does and then as this one."""
        return Symmetry(tuple(self.nodes[node] for node in first.nodes), self.exchanges != first.exchanges)


class Carrier:
    """Carries states by one symmetry, and kinds of pieces to others if so told. It is asked thousands of times, so it
    looks the declaration through only once."""

    def __init__(self, declaration: Declaration, symmetry: Symmetry, kinds: Sequence[int] = ()) -> None:
        self._declaration = declaration
        bits = [1 << node for node in symmetry.nodes]
        self._tables = [_table(bits[first : first + 8]) for first in range(0, len(bits), 8)]
        of_kind = {cells: declaration.kinds[other] for cells, other in zip(declaration.kinds, kinds, strict=False)}
        self._sets = [
            (cells, of_kind.get(cells) or exchanged(declaration, cells, symmetry))
            for cells in declaration.sets.values()
        ]
        places = {name: place for place, name in enumerate(declaration.fields)}
        self._hands = [
            (places[name], places[_counterpart(declaration, name, hand) if symmetry.exchanges else name])
            for name, hand in declaration.hands.items()
        ]
        self._seat_place = declaration.seat_place if symmetry.exchanges else None

    def __call__(self, state: tuple[int, ...]) -> Any:
        """Where the symmetry carries a state."""
        words = list(state)
        for cells, target in self._sets:
            target.put(self._carried(cells.of(state)), words)
        for place, target_place in self._hands:
            words[target_place] = state[place]
        if self._seat_place is not None:
            words[self._seat_place] = 1 - words[self._seat_place]
        return self._declaration.state_of(words)

    def _carried(self, cells: int) -> int:
        found = 0
        for table in self._tables:
            found |= table[cells & 0xFF]
            cells >>= 8
        return found


def _table(bits: Sequence[int]) -> list[int]:
    """Where each set of eight nodes is carried, of which these are the single ones."""
    table = [0]
    for bit in bits:
        table += [bit | known for known in table]
    return table


def _counterpart(declaration: Declaration, name: str, hand: Hand) -> str:
    return next((each for each, its in declaration.hands.items() if _is_counterpart(hand, its)), name)


def exchanged(declaration: Declaration, cells: Set, symmetry: Symmetry) -> Set:
    """The set that a set is carried to: where the seats are exchanged, one seat's is carried to the other's. The
    mover's stay the mover's, because it is the other one's turn then."""
    if not symmetry.exchanges:
        return cells
    return next((each for each in declaration.sides if _is_counterpart(cells.field, each.field)), cells)


def _is_counterpart(field: object, other: object) -> bool:
    if not (isinstance(field, Cells | Hand) and isinstance(other, Cells | Hand) and type(field) is type(other)):
        return False
    if isinstance(field, Hand) and field.name != other.name:  # a seat may hold pieces of several kinds
        return False
    return isinstance(field.whose, int) and isinstance(other.whose, int) and field.whose == 1 - other.whose


class Seen(NamedTuple):
    """A state, and what the rules say of it: the states after its moves, who has won, whether it is drawn."""

    state: Any
    after: list[Any]
    winners: int
    is_drawn: bool


def seen(game: KernelGame, states: Iterable[Any]) -> list[Seen]:
    """Some states with what the rules say of them, to which images can be held."""
    return [_seen(game, state) for state in states]


def _seen(game: KernelGame, state: Any) -> Seen:
    after = [game.plain.apply(state, code) for code in game.codes(state)]
    return Seen(state, after, game.plain.winners(state), game.plain.drawn(state))


def keeps_rules(game: KernelGame, symmetry: Symmetry, known: Iterable[Seen]) -> bool:
    """Whether moves and ends of these states are carried to those of their images."""
    carry = Carrier(game.declaration, symmetry)
    return all(_keeps(game, symmetry, carry, each) for each in known)


def _keeps(game: KernelGame, symmetry: Symmetry, carry: Carrier, own: Seen) -> bool:
    there = carry(own.state)
    codes = game.codes(there)
    if len(own.after) != len(codes) or own.is_drawn != game.plain.drawn(there):
        return False
    winners = own.winners >> 1 | (own.winners & 1) << 1 if symmetry.exchanges else own.winners
    if not codes and winners != game.plain.winners(there):
        return False
    others_after = (game.plain.apply(there, code) for code in codes)
    is_same = game.declaration.without_counters
    return Counter(map(is_same, map(carry, own.after))) == Counter(map(is_same, others_after))


def symmetries_of(game: KernelGame) -> tuple[Symmetry, ...]:
    """Those that keep the rules on samples, the identity first; no others where only the rules can read the state."""
    identity = Symmetry(tuple(range(len(game.board))), exchanges=False)
    if not game.declaration.says_all or not game.declaration.pieces:
        return (identity,)
    known = seen(game, sample_states(game))
    both = (False, True) if len(game.seats) == 2 else (False,)
    every = (Symmetry(nodes, exchanges) for exchanges in both for nodes in of_boards.symmetries(game.board))
    candidates = [each for each in every if game.keeps_goals(each)]
    kept, refused = {identity}, set[Symmetry]()
    for each in candidates:
        if each in kept or any(each.after(other) in refused for other in kept):
            continue
        if keeps_rules(game, each, known):
            kept = _group_with(kept, each)
        else:
            refused.add(each)
    return tuple(each for each in candidates if each in kept)


def kind_symmetries_of(game: KernelGame) -> tuple[tuple[int, ...], ...]:
    """Which kind each of the kinds may be carried to so that the rules are kept on samples, nodes and seats staying as
    they are; the identity first. In a circle in which each kind beats the next one there are such symmetries."""
    declaration = game.declaration
    nothing = tuple(range(len(declaration.kinds)))
    if len(nothing) < 2 or declaration.hands or not declaration.says_all:
        return (nothing,)
    known = seen(game, sample_states(game))
    stays = Symmetry(tuple(range(len(game.board))), exchanges=False)
    return tuple(
        each
        for each in permutations(nothing)
        if each == nothing or all(_keeps(game, stays, Carrier(declaration, stays, each), one) for one in known)
    )


def _group_with(kept: set[Symmetry], new: Symmetry) -> set[Symmetry]:
    """What keeps the rules together with another symmetry: one after the other does, too, and needn't be tried."""
    while more := {one.after(other) for one in (*kept, new) for other in (*kept, new)} - kept:
        kept = kept | more
    return kept


def sample_states(game: KernelGame) -> list[Any]:
    """Some states of random matches, always the same: the ends, those with rare moves, others."""
    chance = random.Random(game.id)
    others, last, rare = [game.start_state()], list[Any](), list[Any]()
    seen: Counter[int] = Counter()
    for _ in range(SAMPLE_MATCHES):
        match = [game.start_state()]
        while len(match) < SAMPLE_PLIES and (codes := game.codes(match[-1])) and not game.plain.drawn(match[-1]):
            kinds = {0 if code in game.code.named else code & game.code.beside_nodes for code in codes}
            if any(seen[kind] < STATES_OF_A_KIND for kind in kinds):
                rare.append(match[-1])
            seen.update(kinds)
            match.append(game.state_after(match[-1], chance.choice(codes)))
        others += match[:-LAST_STATES]
        last += match[-LAST_STATES:]
    chance.shuffle(others)
    different = list(dict.fromkeys((*last, *rare[: MOST_SAMPLES // 2], *others)))[:MOST_SAMPLES]
    moves = accumulate(len(game.codes(state)) for state in different)
    return [state for state, total in zip(different, moves, strict=True) if total <= MOST_MOVES]
