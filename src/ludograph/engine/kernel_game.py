"""Games written as kernels: everything that concerns states comes from the kernel's functions."""

from __future__ import annotations

import sys
from abc import abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product, takewhile
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from ludograph.core.authors import fact_of, is_built_in, place_of
from ludograph.core.game import Game, Road
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.core.texts import counted
from ludograph.draw.picture import TILE_COLOURED, Piece, Shape
from ludograph.engine.bits import WORD
from ludograph.engine.declared.codes import Code, Touches
from ludograph.engine.declared.contents import content, content_constants, contents_of, extra, placed, turn
from ludograph.engine.declared.declaration import Declaration, Standing
from ludograph.engine.declared.fields import Counter, Kind, Seat
from ludograph.engine.declared.pits import pit_constants, pit_content
from ludograph.engine.declared.rings import RING_RULES, ring_constants
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import MOST_TOUCHED, MOST_WAYS, RULE_NAMES, never_plays_on
from ludograph.errors import CannotSolve, InvalidPosition, KernelFailed

if TYPE_CHECKING:  # somebody waits for every module: what few commands need is imported where it is used
    from ludograph.engine.declared.symmetries import Symmetry
    from ludograph.engine.declared.texts import PositionTexts
    from ludograph.engine.declared.views import View

NOBODYS = "Grey"
#: Of so many states the codes of their moves are kept.
STATES_KEPT = 2048
#: So many pieces on their nodes are kept as they are drawn.
PIECES_KEPT = 4096


class KernelGame(Game):
    """A game whose rules are a kernel.

    The kernel is made of the functions of the game's own module, or of its ``rule_modules``, that have the names of
    those of ``ludograph.engine.rules.Rules``; the game binds their facts and tables in ``constants`` and turns move
    codes into moves for people.
    """

    #: Modules with parts of the kernel, where it isn't all in the game's own.
    rule_modules: ClassVar[tuple[ModuleType, ...]] = ()
    rules: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    #: The functions that the author of a game writes.
    needed_rules: ClassVar[tuple[str, ...]] = ("generate", "apply", "winners")

    # Facts that may depend on the parameters.
    state_type: type[tuple[int, ...]]
    #: What the fields of a move's code are.
    code: Code = Code()
    max_moves: int
    #: Whether ``content`` tells, less 1, which parts a piece has, as bits, instead of which piece it is.
    content_is_parts: ClassVar[bool] = False
    #: What stands for an empty cell in texts.
    empty_sign: ClassVar[str] = "."
    #: How much worse than an even game a draw is to players that search, where too many games would end with both sides
    #: going to and fro. 100 is about a piece.
    contempt: int = 0
    #: Whether a move may take pieces, so that it is worth while to look which.
    takes: ClassVar[bool] = True
    #: How what the kernel's ``touched`` tells is written, for games that have it.
    touches: Touches = Touches()
    #: What players say when something of theirs is in danger.
    alert_word: ClassVar[str] = ""
    #: How many seeds there are in all, in games that have pits.
    seeds: int = 0
    #: The advantage with which a win is e (2.7) times as likely as a loss.
    chance_scale: int = 200

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = sys.modules.get(cls.__module__)
        around = {name: value for module in (own, *cls.rule_modules) for name, value in vars(module or cls).items()}
        if "rules" not in vars(cls) and "generate" in around:
            cls.rules = {name: around[name] for name in RULE_NAMES if isinstance(around.get(name), FunctionType)}

    def definition_fault(self) -> str | None:
        if fault := super().definition_fault():
            return fault
        for name in self.needed_rules:
            if name not in self.rules:
                return f"has no function {name} in its module"
        if not hasattr(fact_of(self, "state_type"), "_fields"):
            return "has no state_type, which is a NamedTuple"
        if "turn" not in self.all_rules():
            return "has no function turn in its module"
        if not isinstance(fact_of(self, "max_moves"), int):
            return "has no max_moves, which is a number"
        if not self.kernel.is_trusted:
            from ludograph.engine.compiler.module import check_kernel  # ours are compiled by tests

            check_kernel(self.kernel)
        return None

    @abstractmethod
    def constants(self) -> Mapping[str, Any]:
        """The constants of the kernel that depend on variant, parameters and board."""

    @abstractmethod
    def move_of(self, state: Any, code: int) -> Move:
        """The move with this code, for people."""

    def ways_of(self, state: Any, code: int) -> list[tuple[str, ...]]:
        """What a hand may touch to make a move, as the kernel's ``touched`` tells it, the usual way first."""
        labels = (*self.board.labels, *self.touches.choices)
        out = [0] * MOST_TOUCHED
        numbers = (self.plain.touched(state, code, way, out) for way in range(MOST_WAYS))
        found = (tuple(labels[hop] for hop in out[:number]) for number in takewhile(bool, numbers))
        return list(dict.fromkeys(found))

    def endangered_rule(self) -> Callable[[Any], int] | None:
        """A function like the kernel's that tells, as ``alerts`` does, what of the side to move is in danger: its node,
        from 1 on; 0 for nothing. It is no rule, and only built games call it."""
        return None

    @abstractmethod
    def ending(self, state: Any) -> tuple[str, str]:
        """Why the game ended in a state without moves: a stable code and a sentence."""

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        """The kernel's functions by name: those of the game and those that follow from its declaration."""
        derived: dict[str, Callable[..., Any]] = {}
        if self.declaration.pieces:
            derived |= {"content": content, "placed": placed, "extra": extra}
        if self.declaration.pits:
            derived["content"] = pit_content
        if self.declaration.seat_place is not None:
            derived["turn"] = turn
        if self._rings:
            derived |= RING_RULES
        if len(self.seats) != 2 or "evaluate" in self.rules:
            derived["plays_on"] = never_plays_on
        return {**derived, **self.rules}

    def all_constants(self) -> Mapping[str, Any]:
        """The kernel's constants by name: likewise."""
        declared = content_constants(self.declaration, len(self.seats))
        return {**declared, **self._pit_constants(), **self._rings, **self.constants()}

    @cached_property
    def _rings(self) -> Mapping[str, Any]:
        owners = [standing.seat for standing in contents_of(self.declaration, len(self.seats))]
        return ring_constants(self.board) if owners == [0, 1] and "evaluate" not in self.rules else {}

    def _pit_constants(self) -> Mapping[str, Any]:
        if not self.declaration.pits:
            return {}
        places, seat = self.declaration.pit_places, self.declaration.seat_place or 0
        return pit_constants(places, seat, len(self.board), self.seeds, self.declaration.empty)

    # -- what is declared -------------------------------------------------------------------------------

    @cached_property
    def declaration(self) -> Declaration:
        """What the words of a state are."""
        return Declaration.of(self.state_type)

    @cached_property
    def contents(self) -> Sequence[Piece]:
        """All that can stand on a node, drawn on node 0: the kernel's ``content`` tells its number, from 1 on."""
        if pits := self.declaration.pits:
            return [self.pile(0, number, pits.name) for number in range(1, self.seeds + 1)]
        return [self.piece(0, standing) for standing in contents_of(self.declaration, len(self.seats))]

    @property
    def tier_contents(self) -> Sequence[Piece]:
        """What is told apart when the game is solved by material: the contents, and what ``tier_content`` adds."""
        return self.contents

    def kind_of_content(self, number: int) -> Hashable:
        """What one of the contents is, whosever it is."""
        return contents_of(self.declaration, len(self.seats))[number - 1].kind

    #: What stands between the pieces of the seats in the text of a material.
    material_separator: ClassVar[str] = "-"
    material_hint: ClassVar[str] = "the pieces of both sides are written as in KM-K, with a dash between them"

    def letter_of_content(self, number: int) -> str:
        """What one of the contents is called in the text of a material."""
        kind = contents_of(self.declaration, len(self.seats))[number - 1].kind
        return kind.letter or kind.name[:1].upper()

    def armies_in(self, text: str) -> Sequence[str] | None:
        """The letters of each seat's pieces in the text of a material; None when it is none."""
        return text.split(self.material_separator)

    def materials(self, pieces: int) -> Iterator[tuple[int, ...]]:
        """All numbers of contents that make up to so many pieces, both sides' together."""
        if self.declaration.hands:
            raise CannotSolve(
                f"{self.id} can't be solved by the number of pieces: it has pieces beside the board, too."
            )
        # What only tiers tell apart comes of what others do, too.
        further = (0,) * (len(self.tier_contents) - len(self.contents))
        for counts in product(range(pieces + 1), repeat=len(self.contents)):
            if 0 < sum(counts) <= pieces:
                yield counts + further

    def empty_state(self, seat: int, hands: Sequence[int] = ()) -> Any:
        """The empty board with a seat to move, these numbers of pieces in hand, the first seat's first, and counters
        as at the beginning."""
        start: Any = self.start_state()
        fields = self.declaration.fields
        owned = {name: self.declaration.owner(hand, seat) or 0 for name, hand in self.declaration.hands.items()}
        in_hand = dict(zip(sorted(owned, key=lambda name: owned[name]), hands, strict=False))
        words = [
            start[place] if isinstance(field, Counter) else seat if isinstance(field, Seat) else in_hand.get(name, 0)
            for place, (name, field) in enumerate(fields.items())
        ]
        return self.declaration.state_of(words)

    def pieces(self, state: Any) -> Sequence[Piece]:
        if pits := self.declaration.pits:
            piles = enumerate(self.declaration.seeds(state)[: len(self.board)])
            return [self.pile(node, number, pits.name) for node, number in piles if number]
        if "content" not in self.rules:
            return [self._kept_piece(node, standing) for node, standing in self.declaration.standing(state).items()]
        numbers = ((node, self.plain.content(state, node)) for node in range(len(self.board)))
        return [standing_on(node, self.contents[number - 1]) for node, number in numbers if number]

    @cached_property
    def _kept_piece(self) -> Callable[[int, Standing], Piece]:
        return lru_cache(PIECES_KEPT)(self.piece)

    def piece(self, node: int, standing: Standing) -> Piece:
        """How a piece is drawn and called; sides that are called by a colour have it, and those that are called by a
        sign, as X and O, are drawn as that sign."""
        from ludograph.draw.themes import SEAT_NAMES, TILE_NAMES

        seat, kind = standing
        owner = NOBODYS if seat is None else self.seats[seat]
        is_owned = seat is not None and len(self.seats) > 1
        is_tile = kind.shape in TILE_COLOURED  # its seat would be taken for the number of a tile colour
        has_tint = owner in TILE_NAMES and (is_tile or owner not in SEAT_NAMES[seat or 0 : (seat or 0) + 1])
        return Piece(
            node,
            len(self.seats) if seat is None else seat,
            Shape.FIGURE if is_owned and len(owner) == 1 and kind.shape is Shape.DISC else kind.shape,
            self.sign(standing),
            f"{owner} {kind.name}" if is_owned else kind.name,
            kind.size,
            tint=TILE_NAMES.index(owner) if has_tint else None,
        )

    def pile(self, node: int, number: int, name: str) -> Piece:
        """How seeds in a pit are drawn and called."""
        from ludograph.draw.themes import TILE_NAMES

        tint = TILE_NAMES.index("Yellow")
        return Piece(node, len(self.seats), Shape.SEEDS, str(number), counted(number, name), number, tint=tint)

    def tint_of(self, seat: int) -> int | None:
        own = next((piece for piece in self.contents if piece.seat == seat), None)
        if own is None:
            return None
        return seat if own.tint is None and own.shape in TILE_COLOURED else own.tint

    def pieces_beside(self, state: Any) -> Sequence[Piece]:
        """Those in hand or lost, seat by seat."""
        turn, found = self.seat_of(state), []
        for name, hand in self.declaration.hands.items():
            standing = Standing(self.declaration.owner(hand, turn), Kind("", hand.name, hand.shape))
            found += [self.piece(0, standing)] * getattr(state, name)
        return sorted(found, key=lambda piece: piece.seat)

    def repetition_key(self, state: Any) -> Any:
        return self.declaration.without_counters(state)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """What carries positions to positions and keeps the rules, found on samples; the identity first."""
        from ludograph.engine.declared.symmetries import symmetries_of

        return symmetries_of(self)

    def keeps_goals(self, symmetry: Symmetry) -> bool:
        """Whether a symmetry carries each seat's goals to its own, or to the other's where seats are exchanged. Games
        say so whose ends are too rare to be met in random matches."""
        return True

    def image_of(self, state: Any, symmetry: Symmetry) -> Any:
        """Where a symmetry carries a state."""
        from ludograph.engine.declared.symmetries import Carrier

        return Carrier(self.declaration, symmetry)(state)

    @cached_property
    def view(self) -> View:
        """Positions as planes and as features, for learners."""
        from ludograph.engine.declared.views import View

        return View(self)

    def description(self) -> dict[str, Any]:
        """Also what the words of a state and the bits of a move's code mean."""
        from ludograph.engine.declared.description import code_data, contents_data, state_data

        return {
            **super().description(),
            "state": state_data(self),
            "contents": contents_data(self),
            "content_is_parts": self.content_is_parts,
            "moves": code_data(self.code, self.touches, self.takes),
        }

    # -- texts ------------------------------------------------------------------------------------------

    @cached_property
    def position_texts(self) -> PositionTexts:
        from ludograph.engine.declared.texts import PositionTexts

        return PositionTexts(self.declaration, self.board, self.seats, self.empty_sign)

    def write(self, state: Any) -> str:
        return self.position_texts.write(state)

    def read(self, text: str) -> Any:
        state = self.position_texts.read(text)
        if faults := [*self.position_texts.faults_of_numbers(state), *self.faults(state)]:
            raise InvalidPosition("The position is not possible", faults, text)
        return state

    def faults(self, state: Any) -> Iterable[str]:
        """What makes a position impossible that can be read."""
        return ()

    def sign(self, standing: Standing) -> str:
        """What a piece is drawn with: its figure, or its letter in texts."""
        return standing.kind.figures[standing.seat or 0 :][:1] or self.position_texts.letter(standing)

    @property
    def has_evaluation(self) -> bool:
        """Whether the kernel can tell who is ahead."""
        return "evaluate" in self.all_rules()

    @property
    def has_estimates(self) -> bool:
        """Whether the kernel can tell of every seat what it may hope for."""
        return self.has_evaluation if len(self.seats) == 2 else "evaluate_for" in self.all_rules()

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """The numbers of the evaluation that ``tools/tune.py`` may change. ``constants`` takes them from here."""
        return {}

    @property
    def road(self) -> Road:
        return Road.RETROGRADE

    @property
    def ranks(self) -> int:
        """All ranks of positions are below this number; 0 when the kernel has no ranks."""
        return 0

    def rank_of(self, state: Any) -> int:
        """The number of a state, where the kernel has ranks."""
        rank = int(self.plain.rank(state))
        if not self.kernel.is_trusted and (fault := self.rank_fault(state, rank)):
            raise self.failed("rank", fault)
        return rank

    def rank_fault(self, state: Any, rank: int) -> str | None:
        """What is wrong with the number of a state: others have it, too, or it is none of the ranks."""
        if not 0 <= rank < self.ranks:
            return f"rank gives {rank} for {self.write(state)}, but there are {self.ranks:,} ranks"
        again = self.state_of(rank) if "unrank" in self.kernel.functions else state
        if self.repetition_key(again) != self.repetition_key(state):
            return f"rank gives {rank} for {self.write(state)}, of which unrank makes {self.write(again)}"
        return None

    def state_of(self, rank: int) -> Any:
        """The state with this number."""
        return self.plain.unrank(rank)

    @cached_property
    def rules_digest(self) -> str:
        """A number for what the rules are, beside their version."""
        return self.kernel.digest_of_constants()

    @cached_property
    def kernel(self) -> Kernel:
        """The rules and their constants, as the engine takes them."""
        return Kernel(
            name=self.name,
            state=self.state_type,
            functions=self.all_rules(),
            constants=self.all_constants(),
            max_moves=self.max_moves,
            is_trusted=is_built_in(type(self)),
        )

    @cached_property
    def _programs(self) -> dict[tuple[tuple[Callable[..., Any], ...], Mode], Program]:
        return {}

    @cached_property
    def plain(self) -> SimpleNamespace:
        """The kernel's functions as plain Python, for single positions."""
        return plain_namespace(self.kernel)

    def program(self, *algorithms: Callable[..., Any], mode: Mode = Mode.COMPILED) -> Program:
        """Algorithms put together with this game's kernel, once for all who ask."""
        if (algorithms, mode) not in self._programs:
            self._programs[algorithms, mode] = Program(self.kernel, algorithms, mode)
        return self._programs[algorithms, mode]

    def code_of(self, move: Move) -> int:
        """The number that the kernel knows a move by."""
        return move.code

    def line_of(self, state: Any, codes: Iterable[int]) -> tuple[Move, ...]:
        """The moves with these codes, which are legal one after the other; no others are listed."""
        line = []
        for code in codes:
            line.append(self.move_of(state, code))
            state = self.state_after(state, code)
        return tuple(line)

    def key_of(self, state: Any) -> int:
        """A word that is equal for states that count as repeated, and else hardly ever."""
        return int(self.plain.position_key(state))

    def codes(self, state: Any) -> list[int]:
        """The codes of the legal moves, in the kernel's order. Those of the last states are kept: whether a match has
        ended and which moves there are is asked one after the other, and again when it is undone, replayed or looked
        through."""
        return list(self._kept_codes(state))

    @cached_property
    def _kept_codes(self) -> Callable[[Any], array[int]]:
        return lru_cache(STATES_KEPT)(self._listed)

    def _listed(self, state: Any) -> array[int]:
        stack = [0] * self.max_moves
        codes = stack[: self.plain.generate(state, stack, 0)]
        self.check_words("generate", codes)
        return array("Q", codes)

    def check_words(self, rule: str, words: Sequence[int]) -> None:
        """Refuse what a rule gives in plain Python and could not give compiled: numbers that are no words."""
        if words and (min(words) < 0 or max(words) > WORD):
            odd = next(word for word in words if not 0 <= word <= WORD)
            raise self.failed(rule, f"{rule} gives {odd}, but a word is 0 or more and below 2**64")

    def failed(self, rule: str, what: str) -> KernelFailed:
        """A rule went wrong: the sentence for its author."""
        return KernelFailed(f"The kernel {self.name} failed: {what} ({place_of(self.kernel.functions[rule])}).")

    def seat_of(self, state: Any) -> int:
        seat = int(self.plain.turn(state))
        if not 0 <= seat < len(self.seats):
            raise self.failed("turn", f"turn gives {seat}, but there are {len(self.seats)} seats")
        return seat

    def moves_of(self, state: Any, kind: MoveKind) -> Iterable[Move]:
        # A side can't take its own move back while it is the other's turn: all moves are forward.
        if MoveKind.FORWARD not in kind:
            return ()
        return (self.move_of(state, code) for code in self.codes(state))

    def after(self, state: Any, move: Move) -> Any:
        return self.state_after(state, move.code)

    def state_after(self, state: Any, code: int) -> Any:
        """The state after the move with this code."""
        reached = self.plain.apply(state, code)
        self.check_words("apply", reached)
        return reached

    def end_of(self, state: Any) -> Outcome | None:
        if self.codes(state):
            return None
        winners, seats = self.plain.winners(state), len(self.seats)
        if winners >> seats:
            raise self.failed("winners", f"winners gives {winners}, but the seats are the lowest {seats} bits")
        reason, text = self.ending(state)
        return Outcome.win(seats, (seat for seat in range(seats) if winners >> seat & 1), reason, text)


def standing_on(node: int, piece: Piece) -> Piece:
    """One of a game's contents, on a node; what else it covers lies relative to it."""
    return replace(piece, node=node, also=tuple(node + other for other in piece.also))
