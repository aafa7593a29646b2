"""Games whose states say what they are: a state, rules and a board, and all the rest follows.

    def generate(s: Sides, out: Moves, n: int) -> int: …
    def apply(s: Sides, move: int) -> Sides: …
    def winners(s: Sides) -> int: …

    class MyGame(BoardGame):
        name, title, summary, seats = …
        code = Code(target=Node())
        board = grids.square(3, 3)

What follows can be said otherwise wherever a game knows better: each of the methods here may be written anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from ludograph.board import Board
from ludograph.board.tables import WORD_BITS
from ludograph.core.moves import HopIndex, Move
from ludograph.core.texts import quoted
from ludograph.engine.bits import WORD
from ludograph.engine.declared.codes import Choice, Code, Hidden, Node
from ludograph.engine.declared.declaration import Declaration, nodes_of
from ludograph.engine.declared.fields import (
    MOVER,
    NOBODY,
    OTHER,
    Cells,
    Counter,
    Further,
    Hand,
    Kind,
    LargeSides,
    Marks,
    Mine,
    More,
    Pits,
    Seat,
    Sides,
    Theirs,
    Turn,
    Value,
    WideSides,
    wide_seats,
)
from ludograph.engine.declared.ranks import Ranks
from ludograph.engine.declared.refusals import Look, refusal
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import Moves, State
from ludograph.errors import IllegalMove, MoveSyntaxError, PositionError

#: All that the author of a game needs, in one place.
__all__ = [
    "ALL_NODES",
    "ALL_NODES_HIGH",
    "MOVER",
    "NOBODY",
    "NODES",
    "OTHER",
    "OUTSIDE",
    "BoardGame",
    "Cells",
    "Choice",
    "Code",
    "Counter",
    "Further",
    "Hand",
    "Hidden",
    "Kind",
    "LargeSides",
    "Marks",
    "Mine",
    "More",
    "Moves",
    "Node",
    "Pits",
    "Seat",
    "Sides",
    "Theirs",
    "Turn",
    "Value",
    "WideSides",
    "wide_seats",
]

MOST_MOVES = 4096

# Bound for each game by its board and its declaration.
NODES = OUTSIDE = 0
ALL_NODES = 0  # the set of all nodes; those from 64 on are in a word of their own
ALL_NODES_HIGH = 0
DECLARED_KEYS: tuple[int, ...] = ()  # the words that make positions different


def position_key(s: State) -> int:
    """Of all words but the counters."""
    key = FIRST_KEY
    for number in range(len(DECLARED_KEYS)):
        key = mixed(key, s[DECLARED_KEYS[number]])
    return key


class BoardGame(KernelGame):
    """A game on a board, with everything that its declarations tell."""

    #: The class of its states.
    state_type: type[tuple[int, ...]] = Sides

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.board = self.make_board(**self.values)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = getattr(sys.modules.get(cls.__module__), "State", None)
        if "state_type" not in vars(cls) and own is not None:
            cls.state_type = own

    def definition_fault(self) -> str | None:
        if not (isinstance(self.code, Code) and (self.code.fields or self.code.named)):
            return "has no code: Code(…) says what the fields of a move are"
        return super().definition_fault()

    # -- what depends on the parameters, which are given by their names ---------------------------------

    def make_board(self, *_: Any, **values: Any) -> Board:
        """The board, if it isn't the same for all parameters."""
        if not isinstance(board := getattr(type(self), "board", None), Board):
            raise self.invalid("has no board: give it one, or write make_board")
        return board

    def start_text(self, *_: Any, **values: Any) -> str:
        """The position at the beginning; an empty text is an empty board."""
        return ""

    def make_tables(self, *_: Any, **values: Any) -> Mapping[str, Any]:
        """What the names of the kernel are bound to, beside what every board has."""
        return {}

    # -- what is declared -------------------------------------------------------------------------------

    @cached_property
    def declaration(self) -> Declaration:
        declaration = Declaration.of(self.state_type)
        declaration.check(self.seats)
        return declaration

    # -- the kernel -------------------------------------------------------------------------------------

    def constants(self) -> Mapping[str, Any]:
        every = (1 << len(self.board)) - 1
        return {
            "NODES": len(self.board),
            "OUTSIDE": self.board.outside,
            "ALL_NODES": every & WORD,
            "ALL_NODES_HIGH": every >> WORD_BITS & WORD,
            **self.make_tables(**self.values),
        }

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        functions = self.derived_ranks.functions if self.derived_ranks else {}
        return {"position_key": position_key, **functions, **super().all_rules()}

    def all_constants(self) -> Mapping[str, Any]:
        fields = enumerate(self.declaration.fields.values())
        places = (place for place, field in fields if not isinstance(field, Counter))
        ranks = self.derived_ranks.constants if self.derived_ranks else {}
        return {"DECLARED_KEYS": tuple(places), **ranks, **super().all_constants()}

    @cached_property
    def derived_ranks(self) -> Ranks | None:
        """The ranks that follow from the declaration, unless the game has its own."""
        if "rank" in self.rules:
            return None
        if self.declaration.pits:
            return Ranks.of_seeds(len(self.board), self.seeds)
        return Ranks.of(self.declaration, len(self.board), len(self.seats))

    @property
    def ranks(self) -> int:
        return self.derived_ranks.number if self.derived_ranks else 0

    @cached_property
    def max_moves(self) -> int:  # type: ignore[override]
        """Every combination of cells and choices, as far as that is a number to be prepared for."""
        choices = [len(field.texts) for field in self.code.choices.values()]
        possible: int = len(self.board) ** len(self.code.nodes) * prod(choices) + len(self.code.named)
        return min(possible, MOST_MOVES)

    # -- positions --------------------------------------------------------------------------------------

    def start_state(self) -> Any:
        if text := self.start_text(**self.values):
            try:
                return self.read(text)
            except PositionError as error:
                what = f"begins with {text}, which is none of its positions: {'; '.join(error.faults)}"
                raise self.invalid(what, type(self).start_text) from error
        return self.declaration.empty

    # -- moves ------------------------------------------------------------------------------------------

    def move_of(self, state: Any, code: int) -> Move:
        if name := self.code.named.get(code):
            return Move(name, None, None, hops=(name,), code=code)
        parts = self.code.parts(code)
        # What is the target once more says nothing: a piece that comes from nowhere, one that takes nobody.
        said = (name for name in self.code.nodes if name == "target" or parts[name] != parts.get("target"))
        cells = {name: self.board.label(parts[name]) for name in said}
        choices = [field.texts[parts[name]] for name, field in self.code.choices.items()]
        taken = self._taken(state, code, parts) if self.takes else []
        hops = (*cells.values(), *filter(None, choices))
        return Move(
            text=self._text(cells, bool(taken)) + "".join(choices),
            source=cells.get("source"),
            target=cells.get("target"),
            captures=tuple(map(self.board.label, taken)),
            hops=hops,
            code=code,
        )

    def _text(self, cells: Mapping[str, str], is_capture: bool) -> str:
        text = ""
        takes_there = is_capture and not self.code.takes_with_a_sign
        for name, cell in cells.items():
            sign = "x" if takes_there and name == "target" else self.code.nodes[name].sign
            text += (sign if text else "") + cell
        return text

    def _taken(self, state: Any, code: int, parts: Mapping[str, int]) -> list[int]:
        """The cells on which a piece of another seat disappears; one that changes its owner where it stands doesn't."""
        mover = self.seat_of(state)
        before, after = self._held_before(state), self.declaration.held(self.plain.apply(state, code))
        target = 1 << parts["target"] if "source" in parts and "target" in parts else 0
        replaced = after.get(mover, 0) & ~target
        taken = [cells & ~after.get(seat, 0) & ~replaced for seat, cells in before.items() if seat not in (None, mover)]
        return [node for cells in taken for node in nodes_of(cells)]

    @cached_property
    def _held_before(self) -> Callable[[Any], dict[int | None, int]]:
        """Who holds which cells, kept for the last state: all its moves ask for it."""
        return lru_cache(maxsize=1)(self.declaration.held)

    def spellings(self, state: Any, move: Move) -> Iterable[str]:
        """The text, and the hops one behind the other, as a hand makes them; in small letters as well."""
        texts = dict.fromkeys((move.text, *("-".join(way) for way in move.ways)))
        return dict.fromkeys((*texts, *(text.lower() for text in texts)))

    def hops_in(self, text: str) -> Sequence[str]:
        if text in self.code.named.values():
            return (text,)
        signs = "".join({field.sign for field in self.code.nodes.values()})
        hops = [self._cell(hop) for hop in re.split(f"[-x{re.escape(signs)}]", text)]
        unknown = [hop for hop in hops[: len(self.code.nodes)] if self.board.index(hop) is None]
        if unknown:
            raise MoveSyntaxError(f"{quoted(text)} is no move: {quoted(unknown[0])} is no cell of the board.")
        return hops

    def _cell(self, text: str) -> str:
        """A cell's label, whether it is typed in large letters or in small ones."""
        return next((each for each in (text, text.upper(), text.lower()) if self.board.index(each) is not None), text)

    def why_not(self, state: Any, hops: Sequence[str]) -> IllegalMove | None:
        return refusal(self.board, self.seats, self.seat_of(state), self._looked_at(state), hops)

    @property
    def has_derived_refusals(self) -> bool:
        return type(self).why_not is BoardGame.why_not

    def _looked_at(self, state: Any) -> Look:
        """The pieces and the moves of a state, kept for the last one: a hand asks about it again and again."""
        last = self._last_look  # other threads may look at other states meanwhile
        if last is None or last[0] != state:
            moves = [self.move_of(state, code) for code in self.codes(state)]
            pieces = {piece.node: piece for piece in self.pieces(state)}
            self._last_look = last = state, Look(pieces, HopIndex(moves), any(move.source for move in moves))
        return last[1]

    _last_look: tuple[Any, Look] | None = None

    def after(self, state: Any, move: Move) -> Any:
        reached = super().after(state, move)
        numbers = self.position_texts.faults_of_numbers(reached)
        if fault := self.declaration.fault(reached, self.board, len(self.seats)) or next(iter(numbers), None):
            raise self.failed("apply", f"after {move} in {self.write(state)} {fault}")
        return reached

    # -- ends -------------------------------------------------------------------------------------------

    def ending(self, state: Any) -> tuple[str, str]:
        winners = self.plain.winners(state)
        names = [name for seat, name in enumerate(self.seats) if winners >> seat & 1]
        return ("win", f"{' and '.join(names)} wins.") if names else ("draw", "A draw.")
