"""A state's declaration, read: which words belong to which set, and what stands on a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from itertools import takewhile
from operator import or_
from typing import Any, NamedTuple, get_type_hints

from ludograph.board import Board
from ludograph.board.tables import WORD_BITS
from ludograph.engine.declared.fields import (
    MOVER,
    NOBODY,
    OTHER,
    Cells,
    Counter,
    Field,
    Hand,
    Kind,
    Marks,
    More,
    Other,
    Pits,
    Seat,
    Value,
    Whose,
)
from ludograph.errors import InvalidGame

WORD = (1 << WORD_BITS) - 1
PITS_IN_WORD = 8


class Set(NamedTuple):
    """A declared set of nodes and the places of its words in the state, the lowest nodes first."""

    field: Cells | Kind | Marks
    places: tuple[int, ...]

    def of(self, state: Sequence[int]) -> int:
        """The set in a state, as one integer."""
        cells = 0
        for place in reversed(self.places):
            cells = cells << WORD_BITS | state[place]
        return cells

    def put(self, cells: int, words: list[int]) -> None:
        """Write a set, given as one integer, into the words of a state."""
        for number, place in enumerate(self.places):
            words[place] = cells >> WORD_BITS * number & WORD


class Standing(NamedTuple):
    """What stands on a node: whose it is (None: nobody's) and what it is."""

    seat: int | None
    kind: Kind


class PieceSets(NamedTuple):
    """One kind of one side's pieces: those in the side's set and, if the game has kinds, in that of the kind; plain
    ones are in none of them."""

    side: Set
    kind: Set | None
    is_plain: bool

    @property
    def what(self) -> Kind:
        if self.kind is not None and isinstance(self.kind.field, Kind):
            return self.kind.field
        assert isinstance(self.side.field, Cells)
        return self.side.field.kind


@dataclass(frozen=True)
class Declaration:
    """All fields of a state, in their order."""

    state: type[tuple[int, ...]]
    fields: Mapping[str, Field]

    @classmethod
    def of(cls, state: type[tuple[int, ...]]) -> Declaration:
        """What a class of states says; a field without a word about it is one that only the rules can read."""
        fields: dict[str, Field] = {}
        for name, hint in get_type_hints(state, include_extras=True).items():
            said = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Field)]
            fields[name] = said[0] if said else Other("")
        return cls(state, fields)

    def check(self, seats: Sequence[str]) -> None:
        """InvalidGame when a field says too little for a game of which everything is derived."""
        for name, field in self.fields.items():
            what = f"The field {name} of {self.state.__module__}.{self.state.__qualname__}"
            if field == Other(""):
                raise InvalidGame(f"{what} doesn't say what it is, as in {name}: Annotated[int, Cells(MOVER)].")
            if len(seats) != 2 and isinstance(field, Cells | Hand) and field.whose in (MOVER, OTHER):
                raise InvalidGame(f"{what} must say whose it is by the number of a seat: there are {len(seats)} seats.")

    # -- the parts of a state ---------------------------------------------------------------------------

    @cached_property
    def sets(self) -> dict[str, Set]:
        """The sets of nodes by their names, each with all its words."""
        found: dict[str, Set] = {}
        before = ""
        for place, (name, field) in enumerate(self.fields.items()):
            if isinstance(field, Cells | Kind | Marks):
                found[name], before = Set(field, (place,)), name
            elif isinstance(field, More) and place not in self.pit_places:
                of = found[field.of or before]
                found[field.of or before] = Set(of.field, (*of.places, place))
        return found

    @cached_property
    def pits(self) -> Pits | None:
        """What is said of pits, in a state that has them."""
        return next((field for field in self.fields.values() if isinstance(field, Pits)), None)

    @cached_property
    def pit_places(self) -> tuple[int, ...]:
        """The places of the words with the seeds in pits."""
        fields = list(self.fields.values())
        if self.pits is None:
            return ()
        first = fields.index(self.pits)
        return (first, *takewhile(lambda place: isinstance(fields[place], More), range(first + 1, len(fields))))

    @cached_property
    def sides(self) -> tuple[Set, ...]:
        return tuple(each for each in self.sets.values() if isinstance(each.field, Cells))

    @cached_property
    def kinds(self) -> tuple[Set, ...]:
        return tuple(each for each in self.sets.values() if isinstance(each.field, Kind))

    @cached_property
    def pieces(self) -> tuple[PieceSets, ...]:
        """Every kind of piece that can stand on a node: a side, and its kind if the game has kinds."""
        found: list[PieceSets] = []
        for side in self.sides:
            assert isinstance(side.field, Cells)
            has_kinds = bool(self.kinds) and side.field.whose is not NOBODY
            if not has_kinds or side.field.name:
                found.append(PieceSets(side, None, is_plain=has_kinds))
            if has_kinds:
                found += [PieceSets(side, kind, is_plain=False) for kind in self.kinds]
        return tuple(found)

    @cached_property
    def seat_place(self) -> int | None:
        """Which word is the seat that is to move."""
        return next((place for place, field in enumerate(self.fields.values()) if isinstance(field, Seat)), None)

    @cached_property
    def counters(self) -> dict[str, int]:
        """The counters by their names, with their greatest values."""
        return {name: field.most for name, field in self.fields.items() if isinstance(field, Counter)}

    @cached_property
    def values(self) -> dict[str, int]:
        """The small values, and how many pieces are beside the board, by their names, with their greatest ones."""
        return {name: field.most for name, field in self.fields.items() if isinstance(field, Value | Hand)}

    @cached_property
    def hands(self) -> dict[str, Hand]:
        return {name: field for name, field in self.fields.items() if isinstance(field, Hand)}

    @property
    def says_all(self) -> bool:
        """Whether there is no word that only the rules can read."""
        return not any(isinstance(field, Other) for field in self.fields.values())

    @property
    def reach(self) -> int:
        """How many nodes every set has room for, or how many pits there is."""
        if self.pits:
            return PITS_IN_WORD * len(self.pit_places)
        return WORD_BITS * min((len(each.places) for each in self.sets.values()), default=0)

    # -- states -----------------------------------------------------------------------------------------

    def state_of(self, words: Iterable[int]) -> Any:
        """The state of these words, in the order of their fields."""
        make: Any = self.state
        return make(*words)

    @property
    def empty(self) -> Any:
        """The state in which every word is 0."""
        return self.state_of([0] * len(self.fields))

    def without_counters(self, state: Any) -> Any:
        """A state as far as it matters for repetitions."""
        return state._replace(**dict.fromkeys(self.counters, 0)) if self.counters else state

    def seeds(self, state: tuple[int, ...]) -> list[int]:
        """How many seeds are in each pit that there is room for."""
        return [seeds for place in self.pit_places for seeds in state[place].to_bytes(PITS_IN_WORD, "little")]

    def with_seeds(self, seeds: Sequence[int], state: Any) -> Any:
        """A state with so many seeds in its first pits."""
        words = list(state)
        for number, place in enumerate(self.pit_places):
            word = seeds[PITS_IN_WORD * number :][:PITS_IN_WORD]
            words[place] = int.from_bytes(bytes(word), "little")
        return self.state_of(words)

    def seat_of(self, state: tuple[int, ...]) -> int:
        return state[self.seat_place] if self.seat_place is not None else 0

    def owner(self, of: Set | Hand, turn: int) -> int | None:
        """The seat that has a side's pieces, or a hand, while one is to move."""
        field = of.field if isinstance(of, Set) else of
        assert isinstance(field, Cells | Hand)
        if isinstance(field.whose, Whose):
            return None if field.whose is NOBODY else 1 - turn if field.whose is OTHER else turn
        return field.whose

    def hand_numbers(self, turn: int) -> list[int]:
        """The number of each hand in the state while a seat is to move, the first seat's hands first."""
        owners = [self.owner(hand, turn) or 0 for hand in self.hands.values()]
        order = sorted(range(len(owners)), key=lambda number: (owners[number], number))
        return [order.index(number) for number in range(len(owners))]

    def cells_of(self, piece: PieceSets, state: tuple[int, ...]) -> int:
        """Where the pieces of a kind of a side are."""
        cells = piece.side.of(state)
        if piece.kind is not None:
            return cells & piece.kind.of(state)
        for kind in self.kinds if piece.is_plain else ():
            cells &= ~kind.of(state)
        return cells

    def held(self, state: tuple[int, ...]) -> dict[int | None, int]:
        """The nodes that each seat holds, and those that hold what is nobody's, as sets."""
        found = dict[int | None, int]()
        for owner, side in self._owned(self.seat_of(state)):
            found[owner] = found.get(owner, 0) | side.of(state)
        return found

    @cached_property
    def _owned(self) -> Callable[[int], list[tuple[int | None, Set]]]:
        """Who has each side's pieces while a seat is to move; made once for each seat."""
        return cache(lambda turn: [(self.owner(side, turn), side) for side in self.sides])

    def standing(self, state: tuple[int, ...]) -> dict[int, Standing]:
        """What stands on the nodes that are not empty, in their order."""
        found = {}
        for standing, pieces in self._standings(self.seat_of(state)).items():
            for piece in pieces:
                found.update(dict.fromkeys(nodes_of(self.cells_of(piece, state)), standing))
        return dict(sorted(found.items()))

    @cached_property
    def _standings(self) -> Callable[[int], dict[Standing, list[PieceSets]]]:
        """All that can stand somewhere while a seat is to move, and the sets that tell where; made once."""

        def made(turn: int) -> dict[Standing, list[PieceSets]]:
            found: dict[Standing, list[PieceSets]] = {}
            for piece in self.pieces:
                found.setdefault(Standing(self.owner(piece.side, turn), piece.what), []).append(piece)
            return found

        return cache(made)

    def fault(self, state: tuple[int, ...], board: Board, seats: int) -> str | None:
        """Why a state is none of those that are declared; None when it is one."""
        for name, most in {**self.values, **self.counters}.items():
            if (number := getattr(state, name)) > most:
                return f"{name} is {number}, more than {most}"
        if self.seat_of(state) >= seats:
            return f"the seat {self.seat_of(state)} is to move, but there are {seats}"
        sides, kinds = [side.of(state) for side in self.sides], [kind.of(state) for kind in self.kinds]
        if twice := _doubled(sides) or _doubled(kinds):
            return f"two pieces are on {board.label(next(nodes_of(twice)))}"
        if union(sides) >> len(board):
            return "there is a piece outside the board"
        owned = [side for side in self.sides if side.field.whose is not NOBODY]  # type: ignore[union-attr]
        kindless = [side.of(state) & ~union(kinds) for side in owned if self.kinds and not side.field.name]  # type: ignore[union-attr]
        if odd := union(kindless) | union(kinds) & ~union(side.of(state) for side in owned):
            return f"{board.label(next(nodes_of(odd)))} has a piece of no kind, or of no side"
        return None

    def made(self, turn: int, pieces: Mapping[int, Standing], numbers: Mapping[str, int] | None = None) -> Any:
        """The state with these pieces by their nodes, and these other numbers by the names of their fields."""
        words = [0] * len(self.fields)
        for node, standing in pieces.items():
            word, bit = divmod(node, WORD_BITS)
            for each in self._standings(turn).get(standing, ()):
                for cells in filter(None, (each.side, each.kind)):
                    words[cells.places[word]] |= 1 << bit
        for place, name in enumerate(self.fields):
            words[place] = (numbers or {}).get(name, words[place])
        if self.seat_place is not None:
            words[self.seat_place] = turn
        return self.state_of(words)


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _doubled(sets: Iterable[int]) -> int:
    """The nodes that are in several of the sets."""
    once = twice = 0
    for cells in sets:
        once, twice = once | cells, twice | once & cells
    return twice


def nodes_of(cells: int) -> Iterator[int]:
    """The nodes in a set."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1
