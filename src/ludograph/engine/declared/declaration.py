"""A state's declaration, read: which words belong to which set, and what stands on a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple, get_type_hints

from ludograph.board import Board
from ludograph.board.tables import WORD_BITS
from ludograph.engine.declared.fields import NOBODY, OTHER, Cells, Counter, Field, Kind, More, Seat, Value, Whose
from ludograph.errors import InvalidGame

WORD = (1 << WORD_BITS) - 1


class Set(NamedTuple):
    """A declared set of nodes and the places of its words in the state, the lowest nodes first."""

    field: Cells | Kind
    places: tuple[int, ...]

    def of(self, state: Sequence[int]) -> int:
        """The set in a state, as one integer."""
        if len(self.places) == 1:
            return state[self.places[0]]
        return sum(state[place] << WORD_BITS * number for number, place in enumerate(self.places))


class Standing(NamedTuple):
    """What stands on a node: whose it is (None: nobody's), which of the sides' sets and which kind it is in."""

    seat: int | None
    side: Set
    kind: Set | None


@dataclass(frozen=True)
class Declaration:
    """All fields of a state, in their order."""

    state: type[tuple[int, ...]]
    fields: Mapping[str, Field]

    @classmethod
    def of(cls, state: type[tuple[int, ...]]) -> Declaration:
        """What a class of states says; InvalidGame when a field says nothing."""
        fields: dict[str, Field] = {}
        for name, hint in get_type_hints(state, include_extras=True).items():
            said = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Field)]
            if len(said) != 1:
                what = f"The field {name} of {state.__module__}.{state.__qualname__} doesn't say what it is"
                raise InvalidGame(f"{what}: annotate it, as in {name}: Annotated[int, Cells(MOVER)].")
            fields[name] = said[0]
        return cls(state, fields)

    @cached_property
    def sets(self) -> tuple[Set, ...]:
        """The sets of nodes, each with all its words."""
        found: list[Set] = []
        for place, field in enumerate(self.fields.values()):
            if isinstance(field, Cells | Kind):
                found.append(Set(field, (place,)))
            elif isinstance(field, More):
                found[-1] = Set(found[-1].field, (*found[-1].places, place))
        return tuple(found)

    @cached_property
    def sides(self) -> tuple[Set, ...]:
        return tuple(each for each in self.sets if isinstance(each.field, Cells))

    @cached_property
    def kinds(self) -> tuple[Set, ...]:
        return tuple(each for each in self.sets if isinstance(each.field, Kind))

    @cached_property
    def pieces(self) -> tuple[tuple[Set, Set | None], ...]:
        """Every kind of piece that can stand on a node: a side, and its kind if the game has kinds."""
        of_players: list[tuple[Set, Set | None]] = []
        for side in self.sides:
            is_plain = side.field.whose is NOBODY or not self.kinds  # type: ignore[union-attr]
            of_players += [(side, None)] if is_plain else [(side, kind) for kind in self.kinds]
        return tuple(of_players)

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
        """The small values by their names, with their greatest ones."""
        return {name: field.most for name, field in self.fields.items() if isinstance(field, Value)}

    @property
    def reach(self) -> int:
        """How many nodes every set has room for."""
        return WORD_BITS * min((len(each.places) for each in self.sets), default=0)

    def state_of(self, words: Iterable[int]) -> Any:
        """The state of these words, in the order of their fields."""
        make: Any = self.state
        return make(*words)

    def without_counters(self, state: Any) -> Any:
        """A state as far as it matters for repetitions."""
        return state._replace(**dict.fromkeys(self.counters, 0)) if self.counters else state

    def seat_of(self, state: tuple[int, ...]) -> int:
        return state[self.seat_place] if self.seat_place is not None else 0

    def owner(self, side: Set, turn: int) -> int | None:
        """The seat that has a side's pieces while another one is to move."""
        whose = side.field.whose  # type: ignore[union-attr]
        if isinstance(whose, Whose):
            return None if whose is NOBODY else 1 - turn if whose is OTHER else turn
        return whose

    def held(self, state: tuple[int, ...]) -> dict[int | None, int]:
        """The nodes that each seat holds, and those that hold what is nobody's, as sets."""
        turn, found = self.seat_of(state), dict[int | None, int]()
        for side in self.sides:
            owner = self.owner(side, turn)
            found[owner] = found.get(owner, 0) | side.of(state)
        return found

    def standing(self, state: tuple[int, ...]) -> dict[int, Standing]:
        """What stands on the nodes that are not empty."""
        turn, found = self.seat_of(state), {}
        for side, kind in self.pieces:
            for node in nodes_of(side.of(state) & (kind.of(state) if kind else -1)):
                found[node] = Standing(self.owner(side, turn), side, kind)
        return dict(sorted(found.items()))

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
        of_players = union(side.of(state) for side in self.sides if side.field.whose is not NOBODY)  # type: ignore[union-attr]
        if self.kinds and (odd := of_players ^ union(kinds)):
            return f"{board.label(next(nodes_of(odd)))} has a piece of no kind, or of no side"
        return None

    def made(self, turn: int, pieces: Mapping[int, tuple[int | None, Kind | Cells]], numbers: Mapping[str, int]) -> Any:
        """The state with these pieces, each given by its node, its owner and its kind (or its side's field)."""
        words = [0] * len(self.fields)
        for node, (seat, what) in pieces.items():
            word, bit = divmod(node, WORD_BITS)
            for each in self.sets:
                is_side = isinstance(each.field, Cells) and self.owner(each, turn) == seat
                if is_side if isinstance(each.field, Cells) else each.field == what:
                    words[each.places[word]] |= 1 << bit
        for place, name in enumerate(self.fields):
            words[place] = numbers.get(name, words[place])
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
