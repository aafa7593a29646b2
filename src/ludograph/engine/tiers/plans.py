"""Tiers of a game and how they are numbered: what material is, what orbits are, and the plan for kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ludograph.board import symmetries as of_boards
from ludograph.board.tables import WORD_BITS
from ludograph.core.texts import quoted
from ludograph.engine.bits import WORD
from ludograph.engine.declared.fields import Counter
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import extra
from ludograph.engine.tiers import places
from ludograph.errors import InvalidPosition

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

MOST_NODES = 2 * WORD_BITS
#: What names the material of the start.
START = "start"
#: Sets of more pieces of a kind are not numbered.
MOST_OF_A_KIND = 16
#: More arrangements of the leading pieces than this are no table.
MOST_LEADERS = 1 << 22

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        places.record_of,
        places.tier_number,
        places.symmetries_of,
        places.place_of,
        places.place_near,
        places.is_alone,
        places.ties,
        places.nowhere,
        places.nodes,
        places.bare,
        places.state_at,
        places.is_at,
        places.kept_end,
        places.keep,
        places.kept_state,
        places.is_kept,
    )
}


class Material(NamedTuple):
    """What there is in a position: how many of each content are on the board, and how many pieces in each hand, the
    first seat's hands first."""

    counts: tuple[int, ...]
    hands: tuple[int, ...] = ()

    @property
    def pieces(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class Tier:
    """All positions with one material, numbered up to some symmetries, which are a group with the identity first."""

    material: Material
    symmetries: tuple[of_boards.Symmetry, ...]
    #: Those that exchange the seats, with the other seat's material.
    exchanging: tuple[of_boards.Symmetry, ...] = ()


class Numbered(NamedTuple):
    """A tier with its place in a plan: where its numbers begin, and how many there are."""

    tier: Tier
    offset: int
    size: int


class Tiers:
    """What a game says about its tiers, and the plans for the kernel functions of ``places``."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.nodes = len(game.board)
        self.words = -(-self.nodes // WORD_BITS)
        #: Places of hands in the state, seat by seat while the first one is to move.
        names = list(game.declaration.fields)
        self._hands = [names.index(name) for name in game.declaration.hands]

    @cached_property
    def identity(self) -> of_boards.Symmetry:
        return tuple(range(self.nodes))

    @cached_property
    def motions(self) -> tuple[of_boards.Symmetry, ...]:
        """What carries the board to itself, whatever the rules say of it."""
        return of_boards.symmetries(self.game.board)

    # -- material ---------------------------------------------------------------------------------------

    @cached_property
    def other_side(self) -> tuple[int, ...]:
        """For each content, from 0 on (nothing), the same of the other seat."""
        alike = [
            (piece.seat, self.game.kind_of_content(number)) for number, piece in enumerate(self.game.tier_contents, 1)
        ]
        flipped = [(1 - seat if seat < 2 else seat, kind) for seat, kind in alike]
        return (0, *(alike.index(each) + 1 if each in alike else 0 for each in flipped))

    def material_of(self, state: Any) -> Material:
        cells = self.gathered(state)
        first = range(self.words, (len(self.game.tier_contents) + 1) * self.words, self.words)
        return Material(
            tuple(sum(word.bit_count() for word in cells[place : place + self.words]) for place in first),
            self._hands_of(state),
        )

    def gathered(self, state: Any) -> list[int]:
        """The nodes of each content, as words."""
        cells = [0] * self.cells
        self.plain.gather(state, cells)
        return cells

    @cached_property
    def plain(self) -> Any:
        """The kernel functions as plain Python."""
        return plain_namespace(self.kernel())

    @cached_property
    def _tells_pieces_apart(self) -> bool:
        """Whether all that matters beside pieces is told as kinds of pieces."""
        return "tier_content" in self.game.kernel.functions

    def has_extra(self, state: Any) -> bool:
        """Whether more matters in a state than its material and where this stands."""
        return not self._tells_pieces_apart and bool(self.game.plain.extra(state))

    def _hands_of(self, state: Any) -> tuple[int, ...]:
        fields = self.game.declaration.hands.values()
        owners = [self.game.declaration.owner(hand, self.game.seat_of(state)) for hand in fields]
        found = [(owner or 0, number) for number, owner in enumerate(owners)]
        return tuple(state[self._hands[number]] for _, number in sorted(found))

    def exchanged(self, material: Material) -> Material:
        """The material with the seats exchanged."""
        counts = [0] * len(material.counts)
        for content, count in enumerate(material.counts, 1):
            counts[self.other_side[content] - 1] += count
        half = len(material.hands) // 2
        return Material(tuple(counts), (*material.hands[half:], *material.hands[:half]))

    def strength(self, material: Material) -> tuple[int, ...]:
        """What is compared to choose between a material and the exchanged one: the first side's, kings first."""
        own = [count for count, piece in zip(material.counts, self.game.tier_contents, strict=True) if piece.seat == 0]
        return (*reversed(own), *material.counts, *material.hands)

    def number(self, material: Material) -> int:
        """The word by which kernels know a material."""
        weights = [*self._weights[1:], *self._hand_weights(0)]
        counts = [*material.counts, *material.hands]
        return sum(weight * count for weight, count in zip(weights, counts, strict=True)) & WORD

    @cached_property
    def _weights(self) -> tuple[int, ...]:
        return tuple(mixed(mixed(FIRST_KEY, number), number) for number in range(len(self.game.tier_contents) + 1))

    def _hand_weights(self, turn: int) -> list[int]:
        """Of the hands in the order of the fields while a seat is to move."""
        return [mixed(FIRST_KEY, 1000 + number) for number in self.game.declaration.hand_numbers(turn)]

    # -- texts of materials -----------------------------------------------------------------------------

    def text(self, material: Material) -> str:
        """A material as people write it: ``KQKR``, ``KM-K``."""
        armies: dict[int, str] = {0: "", 1: ""}
        for content in range(len(material.counts), 0, -1):
            seat = self.game.tier_contents[content - 1].seat
            armies[seat] = armies.get(seat, "") + self.game.letter_of_content(content) * material.counts[content - 1]
        hands = "".join(f";{number}" for number in material.hands)
        return self.game.material_separator.join(armies.values()) + hands

    def parse(self, text: str) -> Material:
        """The material that a text names, perhaps that of the start; InvalidPosition when it names none."""
        if text == START:
            material = self.material_of(self.game.start_state())
            if not material.pieces:
                raise self._no_material(text, f"{self.game.id} begins with an empty board")
            return material
        counts = [0] * len(self.game.tier_contents)
        letters = {
            (piece.seat, self.game.letter_of_content(number)): number
            for number, piece in reversed(list(enumerate(self.game.tier_contents, 1)))
        }
        armies = self.game.armies_in(text)
        if armies is None or len(armies) != 2 or not any(armies):
            raise self._no_material(text, self.game.material_hint)
        for seat, army in enumerate(armies):
            for letter in army:
                if (seat, letter) not in letters:
                    raise self._no_material(text, f"{self.game.seats[seat]} has no piece {quoted(letter)}")
                counts[letters[seat, letter] - 1] += 1
        if self._hands:
            raise self._no_material(text, f"pieces beside the board can't be named, only those of the {START}")
        return Material(tuple(counts))

    def _no_material(self, text: str, why: str) -> InvalidPosition:
        return InvalidPosition("There is no such material", [why], text[:100])

    # -- the kernel -------------------------------------------------------------------------------------

    def kernel(self, **constants: int) -> Kernel:
        """The game's kernel with the functions of ``places``; the constants say where things are."""
        own = self.game.kernel
        gather = places.gather_declared if self.game.declaration.pieces else places.gather_by_nodes
        telling: dict[str, Callable[..., Any]] = {}
        if self._tells_pieces_apart:
            gather = places.gather_by_pieces
            telling = {name: own.functions[f"tier_{name}"] for name in ("content", "placed")} | {"extra": extra}
        most = MOST_OF_A_KIND + 1
        choices = [comb(n, k) if comb(n, k) < 1 << 63 else 0 for n in range(self.nodes + 1) for k in range(most)]
        fields = self.game.declaration.fields.values()
        return replace(
            own,
            functions={**own.functions, **FUNCTIONS, **telling, "gather": gather},
            constants={
                **own.constants,
                "TIER_PLAN": 0,
                "TIER_CELLS": 0,
                "TIER_NODES": self.nodes,
                "TIER_WORDS": self.words,
                "TIER_WEIGHTS": self._weights,
                "TIER_HANDS": tuple(self._hands),
                "TIER_HAND_WEIGHTS": tuple(weight for turn in range(2) for weight in self._hand_weights(turn)),
                "TIER_CHOICES": tuple(choices),
                "TIER_MOST": most,
                "TIER_FIELDS": len(fields),
                "TIER_EMPTY": self.game.empty_state(0),
                "TIER_COUNTED": tuple(int(isinstance(field, Counter)) for field in fields),
                "TIER_SIDES": tuple(place for side in self.game.declaration.sides for place in side.places),
                **constants,
            },
            distance_bits=16,
        )

    # -- plans ------------------------------------------------------------------------------------------

    def kinds_of(self, material: Material) -> list[tuple[int, int]]:
        """The contents of a material and how many there are, the leading ones first: those with the fewest places."""
        found = [(content, count) for content, count in enumerate(material.counts, 1) if count]
        return sorted(found, key=lambda kind: (comb(self.nodes, kind[1]), kind))

    def leaders_of(self, material: Material) -> int:
        """In how many ways the leading pieces can stand."""
        return min((comb(self.nodes, count) for count in material.counts if count), default=1)

    def size_of(self, tier: Tier) -> int:
        """How many numbers a tier has, holes included."""
        kinds = self.kinds_of(tier.material)
        leaders = len(self._orbits(kinds[0][1], tier.symmetries).representatives) if kinds else 1
        return 2 * leaders * prod(self._ways(kinds)[1:])

    def _ways(self, kinds: Sequence[tuple[int, int]]) -> list[int]:
        """In how many ways the pieces of each kind can be placed beside those before it."""
        left, ways = self.nodes, []
        for _, count in kinds:
            ways.append(comb(left, count))
            left -= count
        return ways

    def _orbits(self, count: int, symmetries: tuple[of_boards.Symmetry, ...]) -> Orbits:
        key = count, symmetries
        if key not in self._known_orbits:
            self._known_orbits[key] = Orbits.of(self.nodes, count, symmetries)
        return self._known_orbits[key]

    @cached_property
    def _known_orbits(self) -> dict[tuple[int, tuple[of_boards.Symmetry, ...]], Orbits]:
        return {}

    def numbered(self, tiers: Sequence[Tier]) -> list[Numbered]:
        """Tiers one behind the other."""
        found, offset = [], 0
        for tier in tiers:
            found.append(Numbered(tier, offset, self.size_of(tier)))
            offset += found[-1].size
        return found

    def plan(self, numbered: Sequence[Numbered], begin: int = 0) -> Plan:
        """What the kernel functions need to know about some tiers, to be put into an array from this place on."""
        return Plan(self, numbered, begin)

    @property
    def cells(self) -> int:
        """The words that ``gather`` writes."""
        return (len(self.game.tier_contents) + 1) * self.words + len(self.game.declaration.fields)


class Orbits(NamedTuple):
    """The sets of so many nodes up to symmetries: for each set, in the order of their numbers, the number of its orbit
    and the symmetries, as bits, that carry it to the representative; and the representatives, as pairs of words."""

    table: Any
    representatives: Any
    #: By its number, the number of the orbit's representative.
    leads_to: Any

    @classmethod
    def of(cls, nodes: int, count: int, symmetries: Sequence[of_boards.Symmetry]) -> Orbits:
        import numpy as np

        sets = _all_sets(nodes, count)
        numbers = [_numbers_of(np.asarray(each, np.int64)[sets]) for each in symmetries]
        least = np.minimum.reduce(numbers)
        representatives, orbit = np.unique(least, return_inverse=True)
        ways = np.zeros(len(sets), np.uint64)
        for bit, number in enumerate(numbers):
            ways |= np.where(number == least, np.uint64(1 << bit), np.uint64(0))
        table = np.stack([orbit.astype(np.uint64), ways], axis=1)
        return cls(table, _words_of(sets[representatives]), least)

    def seen_through(self, nodes: int, count: int, exchanging: Sequence[of_boards.Symmetry]) -> Any:
        """The table for sets that are first carried into these by one of some other symmetries."""
        import numpy as np

        sets = _all_sets(nodes, count)
        numbers = [_numbers_of(np.asarray(each, np.int64)[sets]) for each in exchanging]
        least = self.leads_to[numbers[0]]
        ways = np.zeros(len(sets), np.uint64)
        for bit, number in enumerate(numbers):
            ways |= np.where(number == least, np.uint64(1 << bit), np.uint64(0))
        return np.stack([self.table[numbers[0], 0], ways], axis=1)


def _all_sets(nodes: int, count: int) -> Any:
    """All sets of so many nodes, a row each, in the order of their numbers."""
    import numpy as np

    sets = np.zeros((1, 0), np.int64)
    for size in range(1, count + 1):
        # A set with the highest node h comes behind all sets of lower nodes.
        parts = []
        for highest in range(size - 1, nodes):
            lower = sets[: comb(highest, size - 1)]
            parts.append(np.concatenate([lower, np.full((len(lower), 1), highest, np.int64)], axis=1))
        sets = np.concatenate(parts)
    return sets


def _numbers_of(sets: Any) -> Any:
    """The numbers of some sets, rows of nodes in any order."""
    import numpy as np

    ordered = np.sort(sets, axis=1)
    number = np.zeros(len(sets), np.int64)
    for place in range(sets.shape[1]):
        highest = int(ordered[:, place].max())  # numbers of higher ones may be too large for a word
        table = np.array([comb(node, place + 1) for node in range(highest + 1)], np.int64)
        number += table[ordered[:, place]]
    return number


def _words_of(sets: Any) -> Any:
    """Sets as pairs of words."""
    import numpy as np

    words = np.zeros((len(sets), 2), np.uint64)
    for place in range(sets.shape[1]):
        node = sets[:, place]
        for word in range(2):
            is_there = node // WORD_BITS == word
            words[:, word] |= np.where(is_there, np.uint64(1) << (node % WORD_BITS).astype(np.uint64), np.uint64(0))
    return words


class Plan:
    """The array of words that tells kernel functions about some tiers: see ``places``."""

    def __init__(self, tiers: Tiers, numbered: Sequence[Numbered], begin: int) -> None:
        self.tiers = tiers
        self.numbered = list(numbered)
        self._parts: list[Any] = []
        self._length = begin
        #: Where the record of each tier is, in their order.
        self.records: list[int] = []
        self.words = self._written()

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return max((each.offset + each.size for each in self.numbered), default=0)

    def _put(self, words: Any) -> int:
        """Add some words; returns where they are."""
        import numpy as np

        place = self._length
        self._parts.append(np.asarray(words, np.uint64).ravel())
        self._length += len(self._parts[-1])
        return place

    def _written(self) -> Any:
        import numpy as np

        slots = 1 << (4 * len(self.numbered) + 1).bit_length()
        table = np.zeros(1 + slots, np.uint64)
        table[0] = slots - 1
        self._put(table)
        for number, each in enumerate(self.numbered):
            self.records.append(self._record(number, each, exchanges=False, table=table))
            other = self.tiers.exchanged(each.tier.material)
            if each.tier.exchanging and other != each.tier.material:
                self._record(number, each, exchanges=True, table=table)
        return np.concatenate([table, *self._parts[1:]])

    def _record(self, number: int, numbered: Numbered, *, exchanges: bool, table: Any) -> int:
        tiers, tier = self.tiers, numbered.tier
        material = tiers.exchanged(tier.material) if exchanges else tier.material
        symmetries = tier.exchanging if exchanges else tier.symmetries
        kinds = tiers.kinds_of(tier.material)
        leaders = kinds[0][1] if kinds else 0
        orbits = tiers._orbits(leaders, tier.symmetries)
        seen = orbits.seen_through(tiers.nodes, leaders, symmetries) if exchanges else orbits.table
        record = self._put(
            [
                tiers.number(material),
                number,
                numbered.offset,
                len(kinds),
                int(exchanges),
                len(symmetries),
                self._put([node for each in symmetries for node in each]),
                self._put(seen),
                self._put(orbits.representatives),
                self._put([word for seat in range(2) for word in tiers.game.empty_state(seat, material.hands)]),
                *self._kinds(kinds, exchanges),
            ]
        )
        slot = tiers.number(material) >> 32 & int(table[0])
        while table[1 + slot]:
            slot = (slot + 1) & int(table[0])
        table[1 + slot] = record
        return record

    def _kinds(self, kinds: Sequence[tuple[int, int]], exchanges: bool) -> Iterator[int]:
        ways = self.tiers._ways(kinds)
        for place, (content, count) in enumerate(kinds):
            yield self.tiers.other_side[content] if exchanges else content
            yield count
            yield ways[place]
            yield prod(ways[place + 1 :])
