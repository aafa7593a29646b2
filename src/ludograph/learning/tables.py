"""The tables of a learned evaluation: which entries there are, which of them are equal by symmetry, and what a kernel
is given of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import WORD
from ludograph.engine.declared.contents import contents_of, declared_cells
from ludograph.engine.declared.declaration import Standing
from ludograph.engine.declared.fields import Kind
from ludograph.engine.declared.symmetries import kind_symmetries_of
from ludograph.engine.learned import FINE_BITS, SHARE_BITS, WEIGHT, evaluate
from ludograph.engine.rules import EVEN
from ludograph.learning.blocks import Block, chosen_blocks

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

#: The counts of pieces have at most so many entries.
MOST_COUNTS = 20_000
BYTE = 8
MOST_OF_A_BLOCK = 16


class Motion(NamedTuple):
    """A symmetry as tables see it: where nodes go, what contents and hands become, and whether the sign changes."""

    nodes: tuple[int, ...]
    contents: tuple[int, ...]
    hands: tuple[int, ...]
    sign: int


class Seen:
    """How tables see a game: its contents and hands, the same whoever is to move, and its symmetries."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.nodes = len(game.board)
        self.words = -(-self.nodes // WORD_BITS)
        self.standings = contents_of(game.declaration, len(game.seats))
        self.base = len(self.standings) + 1
        names = list(game.declaration.fields)
        self.hand_places = tuple(names.index(name) for name in game.declaration.hands)
        #: For each seat to move and each hand in the state its number, the first seat's first.
        self.hand_numbers = [game.declaration.hand_numbers(turn) for turn in range(2)]

    @cached_property
    def motions(self) -> list[Motion]:
        """The symmetries of the game, the identity first, each with every one of kinds. Pieces beside the board keep
        their order by seats."""
        contents = tuple(range(self.base))
        exchanged = (0, *(1 + self.standings.index(self._of_other(each)) for each in self.standings))
        hands = tuple(range(len(self.hand_places)))
        half = len(hands) // 2
        by_nodes = [
            Motion(each.nodes, exchanged, (*hands[half:], *hands[:half]), -1)
            if each.exchanges
            else Motion(each.nodes, contents, hands, 1)
            for each in self.game.symmetries
        ]
        return [
            each._replace(contents=tuple(others[content] for content in each.contents))
            for others in map(self._of_kinds, kind_symmetries_of(self.game))
            for each in by_nodes
        ]

    def _of_kinds(self, others: Sequence[int]) -> tuple[int, ...]:
        """What each content becomes when kinds are carried to others."""
        kinds = [cells.field for cells in self.game.declaration.kinds]
        carried = {kind: kinds[other] for kind, other in zip(kinds, others, strict=True)}
        images = (Standing(each.seat, cast(Kind, carried.get(each.kind, each.kind))) for each in self.standings)
        return (0, *(1 + self.standings.index(each) for each in images))

    def _of_other(self, standing: Standing) -> Standing:
        other = standing if standing.seat is None else Standing(1 - standing.seat, standing.kind)
        return other if other in self.standings else standing

    def seat_of_rows(self, rows: Any) -> Any:
        """The seats to move in states that are rows of words."""
        return rows[:, self.game.declaration.seat_place or 0]

    def contents(self, rows: Any) -> Any:
        """What stands on each node of such states: a row of numbers for each."""
        import numpy as np

        constants = self.game.kernel.constants
        cells_of = _bound(declared_cells, constants)
        numbers = np.array(constants["DECLARED_CONTENTS"], np.uint8).reshape(2, -1)
        seats = self.seat_of_rows(rows).astype(np.intp)
        found = np.zeros((len(rows), self.nodes), np.uint8)
        for piece in range(numbers.shape[1]):
            number = numbers[seats, piece]
            for word in range(self.words):
                cells = cells_of([rows[:, place].copy() for place in range(rows.shape[1])], piece, word)
                first = word * WORD_BITS
                for node in range(first, min(first + WORD_BITS, self.nodes)):
                    is_there = ((cells >> np.uint64(node - first)) & np.uint64(1)).astype(np.uint8)
                    found[:, node] += is_there * number
        return found

    def hands(self, rows: Any) -> Any:
        """How many pieces are in each hand of such states."""
        import numpy as np

        seats = self.seat_of_rows(rows).astype(np.intp)
        found = np.zeros((len(rows), len(self.hand_places)), np.int64)
        for hand, place in enumerate(self.hand_places):
            numbers = np.array([self.hand_numbers[turn][hand] for turn in range(2)])[seats]
            found[np.arange(len(rows)), numbers] = rows[:, place].astype(np.int64)
        return found


def _bound(function: Any, constants: Mapping[str, Any]) -> Any:
    """A kernel function as plain Python, to be used on whole arrays."""
    from types import FunctionType

    return FunctionType(function.__code__, {**function.__globals__, **constants})


@dataclass(frozen=True)
class Shape:
    """Which tables there are: the blocks, how many of each content and in each hand are counted, and with how many
    pieces the board is full."""

    base: int
    blocks: tuple[Block, ...]
    caps: tuple[int, ...]
    hand_caps: tuple[int, ...]
    full: int

    def check(self, seen: Seen) -> None:
        """ValueError where these are no tables of the game."""
        are_blocks = all(0 < len(block) <= seen.nodes and len(set(block)) == len(block) for block in self.blocks)
        are_nodes = all(0 <= node < seen.nodes for block in self.blocks for node in block)
        are_caps = len(self.caps) == seen.base - 1 and len(self.hand_caps) == len(seen.hand_places)
        if not (self.blocks and are_blocks and are_nodes and are_caps and min(*self.caps, *self.hand_caps, 0) == 0):
            raise ValueError("these are no tables of the game")
        if max(map(len, self.blocks)) > MOST_OF_A_BLOCK or self.full < 1 or self.counts > MOST_COUNTS:
            raise ValueError("these tables are too large")

    @property
    def sizes(self) -> list[int]:
        """How many entries each block has."""
        return [self.base ** len(block) for block in self.blocks]

    @property
    def first_entries(self) -> list[int]:
        """Where the entries of each block begin; behind them where all end."""
        found = [0]
        for size in self.sizes:
            found.append(found[-1] + size)
        return found

    @property
    def strides(self) -> list[int]:
        """What one piece more of each content, then in each hand, adds to the entry of the counts."""
        caps = (*self.caps, *self.hand_caps)
        return [prod(cap + 1 for cap in caps[:number]) for number in range(len(caps))]

    @property
    def counts(self) -> int:
        return prod(cap + 1 for cap in (*self.caps, *self.hand_caps))


class Way(NamedTuple):
    """A way to choose blocks: whether rows of nodes are among them, how many entries each may have, and how often each
    node is seen, on average."""

    has_lines: bool
    most_entries: int = 16_000
    times_seen: float = 2.5


#: Which of them suits a game, only matches tell: what foretells better often plays worse.
WAYS = (Way(has_lines=False), Way(has_lines=True), Way(False, most_entries=300), Way(True, times_seen=5.0))


def shape_for(seen: Seen, contents: Any, hands: Any, way: Way) -> Shape:
    """The tables for a game of which these positions were seen."""
    import numpy as np

    size = 1
    while seen.base ** (size + 1) <= way.most_entries:
        size += 1
    size = min(size, seen.nodes)
    most = max(1, round(way.times_seen * seen.nodes / size))
    motions = [motion.nodes for motion in seen.motions]
    blocks = chosen_blocks(seen.game.board, size, most, motions, has_lines=way.has_lines)
    numbers = [int((contents == content).sum(1).max(initial=0)) for content in range(1, seen.base)]
    beside = [int(hands[:, hand].max(initial=0)) for hand in range(hands.shape[1])]
    caps = _alike(seen, [*numbers, *beside])
    while prod(cap + 1 for cap in caps) > MOST_COUNTS:
        caps = [cap // 2 if cap == max(caps) else cap for cap in caps]
    full = int(np.count_nonzero(contents, axis=1).max(initial=1))
    # In their order, so that those that are looked up together are near each other.
    return Shape(
        seen.base, tuple(sorted(blocks)), tuple(caps[: len(numbers)]), tuple(caps[len(numbers) :]), max(full, 1)
    )


def _alike(seen: Seen, numbers: list[int]) -> list[int]:
    """The same bounds for what symmetries make of each other."""
    contents = seen.base - 1
    found = list(numbers)
    for motion in seen.motions:
        others = [*(each - 1 for each in motion.contents[1:]), *(contents + each for each in motion.hands)]
        found = [max(number, numbers[other]) for number, other in zip(found, others, strict=True)]
    return found


class Shared:
    """Which entries are equal by symmetry: each stands for the least of them, with a sign; 0 where an entry is its own
    opposite."""

    def __init__(self, seen: Seen, shape: Shape) -> None:
        self.shape = shape
        self.same, self.sign = self._of_blocks(seen)
        self.same_counts, self.sign_counts = self._of_counts(seen)

    def _of_blocks(self, seen: Seen) -> tuple[Any, Any]:
        import numpy as np

        shape, first = self.shape, self.shape.first_entries
        number = {block: place for place, block in enumerate(shape.blocks)}
        same, sign = np.arange(first[-1], dtype=np.int64), np.ones(first[-1], np.int8)
        for motion in seen.motions:
            contents = np.array(motion.contents)
            for place, block in enumerate(shape.blocks):
                image = tuple(sorted(motion.nodes[node] for node in block))
                entries = np.arange(shape.sizes[place])
                other = np.full(len(entries), first[number[image]])
                for digit, node in enumerate(block):
                    carried = contents[entries // shape.base**digit % shape.base]
                    other += carried * shape.base ** image.index(motion.nodes[node])
                part = slice(first[place], first[place + 1])
                _join(same[part], sign[part], other, motion.sign)
        return same, sign

    def _of_counts(self, seen: Seen) -> tuple[Any, Any]:
        import numpy as np

        shape, strides = self.shape, self.shape.strides
        contents = len(shape.caps)
        caps = (*shape.caps, *shape.hand_caps)
        entries = np.arange(shape.counts)
        same, sign = entries.copy(), np.ones(len(entries), np.int8)
        for motion in seen.motions:
            others = [*(each - 1 for each in motion.contents[1:]), *(contents + each for each in motion.hands)]
            other = np.zeros(len(entries), np.int64)
            for number, cap in enumerate(caps):
                other += entries // strides[number] % (cap + 1) * strides[others[number]]
            _join(same, sign, other, motion.sign)
        return same, sign


def _join(same: Any, sign: Any, other: Any, motion_sign: int) -> None:
    """Let entries stand for the others that a motion makes of them, where these are less."""
    sign[(other == same) & (sign != motion_sign)] = 0
    is_less = other < same
    same[is_less], sign[is_less] = other[is_less], motion_sign


def entries_of(shape: Shape, contents: Any) -> Any:
    """The entry of each block, for each position."""
    import numpy as np

    digits = contents.astype(np.int32)
    return np.stack(
        [
            first + sum(digits[:, node] * shape.base**digit for digit, node in enumerate(block))
            for first, block in zip(shape.first_entries, shape.blocks, strict=False)
        ],
        axis=1,
    ).astype(np.int32)


def counts_of(shape: Shape, contents: Any, hands: Any) -> Any:
    """The entry of the counts, for each position."""
    import numpy as np

    numbers = [(contents == content).sum(1) for content in range(1, shape.base)]
    numbers += [hands[:, hand] for hand in range(hands.shape[1])]
    caps = (*shape.caps, *shape.hand_caps)
    capped = zip(numbers, caps, shape.strides, strict=True)
    return sum((np.minimum(number, cap) * stride for number, cap, stride in capped), np.zeros(len(contents), np.int64))


@dataclass(frozen=True)
class Tables:
    """A shape with its weights in hundredths of a piece: for every entry of the blocks and of the counts two numbers,
    for a full board and for an empty one; and what it is worth to be to move."""

    shape: Shape
    blocks: Any
    counts: Any
    tempo: float

    def to_arrays(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a file has of them: facts, and arrays."""
        shape = self.shape
        facts = {"blocks": shape.blocks, "caps": shape.caps, "hand_caps": shape.hand_caps, "full": shape.full}
        arrays = {"blocks": _whole(self.blocks).astype("int16"), "counts": _whole(self.counts).astype("int16")}
        return {**facts, "tempo": round(self.tempo, 3)}, arrays

    @classmethod
    def from_arrays(cls, facts: Mapping[str, Any], arrays: Mapping[str, Any], seen: Seen) -> Tables:
        """ValueError where these are no tables of the game."""
        blocks = tuple(tuple(map(int, block)) for block in facts["blocks"])
        caps, hand_caps = (tuple(map(int, facts[key])) for key in ("caps", "hand_caps"))
        shape = Shape(seen.base, blocks, caps, hand_caps, int(facts["full"]))
        shape.check(seen)  # kernels don't look whether places are within their tables
        if arrays["blocks"].shape != (shape.first_entries[-1], 2) or arrays["counts"].shape != (shape.counts, 2):
            raise ValueError("these are no tables of the game")
        fine = 1 << FINE_BITS
        return cls(shape, arrays["blocks"] / fine, arrays["counts"] / fine, float(facts["tempo"]))

    def functions(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The kernel's functions for a search, where these are its own."""
        return {**own, "evaluate": evaluate}

    def constants(self, seen: Seen) -> dict[str, Any]:
        """What ``engine.learned`` is bound to."""
        import numpy as np

        shape = self.shape
        bits = max(1, (max(shape.sizes) - 1).bit_length())
        at_once = WORD_BITS // bits
        groups = [shape.blocks[first : first + at_once] for first in range(0, len(shape.blocks), at_once)]
        places, parts = self._parts(seen, groups, bits)
        contents = len(shape.caps)
        hands = shape.strides[contents:]
        tables = 1 + len(shape.blocks)
        planes = (shape.base - 1).bit_length()
        numbers = seen.game.kernel.constants["DECLARED_CONTENTS"]
        pieces = len(numbers) // 2
        return {
            "LEARNED_SET_WORDS": seen.words,
            "LEARNED_PLANES": planes,
            "LEARNED_IN_PLANE": tuple(
                WORD * (number >> plane & 1)
                for seat in range(2)
                for plane in range(planes)
                for number in numbers[seat * pieces : (seat + 1) * pieces]
            ),
            "LEARNED_BYTES_OF_WORD": len(places) // len(groups) // seen.words,
            "LEARNED_BYTES": tuple(places),
            "LEARNED_PARTS": np.concatenate(parts),
            "LEARNED_BLOCKS": (*range(0, len(shape.blocks), at_once), len(shape.blocks)),
            "LEARNED_PLACES": tuple(shape.first_entries[:-1]),
            "LEARNED_SHIFTS": tuple(number % at_once * bits for number in range(len(shape.blocks))),
            "LEARNED_MASK": (1 << bits) - 1,
            "LEARNED_WEIGHTS": _packed(self.blocks),
            "LEARNED_CAPS": (0, *shape.caps),
            "LEARNED_STRIDES": (0, *shape.strides[:contents]),
            "LEARNED_HANDS": seen.hand_places,
            "LEARNED_HAND_CAPS": tuple(
                shape.hand_caps[number] for turn in range(2) for number in seen.hand_numbers[turn]
            ),
            "LEARNED_HAND_STRIDES": tuple(hands[number] for turn in range(2) for number in seen.hand_numbers[turn]),
            "LEARNED_COUNTS": _packed(self.counts),
            "LEARNED_SHARES": tuple(
                min(1 << SHARE_BITS, round((1 << SHARE_BITS) * pieces / shape.full)) for pieces in range(seen.nodes + 1)
            ),
            "LEARNED_EVEN": tables * (WEIGHT >> FINE_BITS),
            "LEARNED_TEMPO": EVEN + round(self.tempo),
        }

    def _parts(self, seen: Seen, groups: Sequence[Sequence[Block]], bits: int) -> tuple[list[int], list[Any]]:
        """For each group and each word of a set the places of all eight nodes that blocks of the group have, and what
        sets of these add; as many everywhere as somewhere, so that loops have a known length."""
        import numpy as np

        used = [sorted({node // BYTE for block in group for node in block}) for group in groups]
        of_words = [
            [[byte for byte in each if byte * BYTE // WORD_BITS == word] for word in range(seen.words)] for each in used
        ]
        most = max(len(some) for each in of_words for some in each)
        places, parts = list[int](), list[Any]()
        for group, each in zip(groups, of_words, strict=True):
            for some in each:
                places += [byte * BYTE % WORD_BITS for byte in some] + [0] * (most - len(some))
                parts += [self._part(group, byte, bits) for byte in some]
                parts += [np.zeros(1 << BYTE, np.uint64)] * (most - len(some))
        return places, parts

    def _part(self, group: Sequence[Block], byte: int, bits: int) -> Any:
        """What each set of eight nodes adds to the entries of a group."""
        import numpy as np

        sets, found = np.arange(1 << BYTE), np.zeros(1 << BYTE, np.uint64)
        for number, block in enumerate(group):
            for digit, node in enumerate(block):
                if node // BYTE == byte:
                    found[(sets >> (node % BYTE)) & 1 == 1] += np.uint64(self.shape.base**digit << (number * bits))
        return found


def _packed(weights: Any) -> Any:
    """Two numbers in one word of 32 bits."""
    import numpy as np

    whole = _whole(weights) + WEIGHT
    return (whole[:, 0] | whole[:, 1] << 16).astype(np.uint32)


def _whole(weights: Any) -> Any:
    import numpy as np

    return np.clip(np.round(weights * (1 << FINE_BITS)), 1 - WEIGHT, WEIGHT - 1).astype(np.int64)
