"""The one page to read first: what a game is, and what a position is.

A :class:`Game` is a set of rules with its parameters fixed, such as ``trimok?exchange=none``. It knows the
start, the moves of a state, the state after a move, and the texts for people. A :class:`Position` is a
value: a game and one state of it. ``play`` checks a move and gives a new position; a refused call
changes nothing.

A state is any hashable value of the game's own; nobody but the game looks inside it. Most games are
written as kernels and inherit from :class:`ludograph.engine.kernel_game.KernelGame`, which fills in
everything that concerns states.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

from ludograph.board import Board
from ludograph.core.alerts import Alert
from ludograph.core.authors import class_fault, fact_fault, place_of
from ludograph.core.moves import HopIndex, Move, MoveKind, PartialMove
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import Parameter, complete_parameters
from ludograph.core.portable.facts import Portable
from ludograph.core.texts import quoted
from ludograph.draw.picture import Picture, Piece
from ludograph.errors import (
    AmbiguousMove,
    GameOver,
    IllegalMove,
    InvalidGame,
    InvalidParameter,
    MoveError,
    MoveSyntaxError,
    NotYourTurn,
    PositionSyntaxError,
    UnknownGame,
    UnsupportedKind,
)

if TYPE_CHECKING:
    from ludograph.draw.borders import Border
    from ludograph.draw.scenery import Scenery
    from ludograph.draw.solid import Solid

MAX_MOVE_TEXT: Final = 400
MAX_POSITION_TEXT: Final = 20_000


#: The form of ``Game.description``; another number when something in it means something else.
DESCRIPTION_FORMAT = 1


class Road(StrEnum):
    """The roads to a solution (docs/solver.md): each kind of game says which one is its own."""

    PLAIN = "plain"  # in plain Python, over the texts of positions
    RETROGRADE = "retrograde"  # a game for two, from its ends backwards
    TABLE = "table"  # a puzzle, over all its ranks
    LEVELS = "levels"  # a puzzle whose ranks are far apart, level by level


class Game(ABC):
    """The rules of one game with its parameters fixed. Immutable; equal when its ``id`` is equal."""

    # Facts, the same for all variants.
    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    #: What the game is called elsewhere and in other languages, for those who look for it.
    other_names: ClassVar[tuple[str, ...]] = ()
    #: Whether a piece leaves the board at its ``goals``: an arrow leads out of those at the edge.
    goals_lead_out: ClassVar[bool] = False
    #: The variants and a line about each; the first is the one meant by the bare name. Empty: no variants.
    variants: ClassVar[Mapping[str, str]] = {}
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    #: Names that give several parameters the same value: ``{"size": ("rows", "columns")}``.
    short_parameters: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: Raised with every change of the rules, so that solved files and records of old rules are known as such.
    rules_version: ClassVar[int] = 1

    # Facts that may depend on the parameters.
    seats: tuple[str, ...]
    board: Board
    #: The kinds of moves that the game can list. Games that declare undo moves add ``MoveKind.BACKWARD``.
    kinds: MoveKind = MoveKind.LEGAL
    #: Whether pieces leave the board and what is drawn beside it only as captures of a move, as the kit checks.
    keeps_pieces: bool = True
    #: The match is drawn when a position occurs so often; 0: never.
    repetition_limit: int = 0
    #: What a node is called in refusals.
    node_noun: ClassVar[str] = "cell of the board"
    #: What kinds of pieces are customarily worth, by their names without the side's: ``{"pawn": 1}``.
    piece_values: ClassVar[Mapping[str, int]] = {}
    #: How the game is written in files of portable notation, PGN or PDN.
    portable: Portable = Portable()

    def __init__(self, variant: str | None = None, **values: object) -> None:
        self.variant = self._checked_variant(variant)
        self.values: Mapping[str, Any] = complete_parameters(self.name, self.parameters, values)

    # -- what a game must say ---------------------------------------------------------------------------

    @abstractmethod
    def start_state(self) -> Hashable:
        """The state at the beginning."""

    @abstractmethod
    def seat_of(self, state: Any) -> int:
        """The seat that is to move."""

    @abstractmethod
    def moves_of(self, state: Any, kind: MoveKind) -> Iterable[Move]:
        """The moves of these kinds, in any order; others among them are left out. No legal ones when the game is won
        or lost; a solved puzzle may still have some."""

    @abstractmethod
    def after(self, state: Any, move: Move) -> Hashable:
        """The state after one of ``moves_of``."""

    @abstractmethod
    def end_of(self, state: Any) -> Outcome | None:
        """The outcome, when the rules end the game here. Draws by agreement, repetition or count belong
        to the match, not to the position."""

    @abstractmethod
    def read(self, text: str) -> Hashable:
        """The state that a text describes; PositionSyntaxError or InvalidPosition when it doesn't."""

    @abstractmethod
    def write(self, state: Any) -> str:
        """The one canonical text of a state."""

    @abstractmethod
    def pieces(self, state: Any) -> Sequence[Piece]:
        """The pieces on the board, to be drawn."""

    # -- what a game may say ----------------------------------------------------------------------------

    def why_not(self, state: Any, hops: Sequence[str]) -> IllegalMove | None:
        """The rule that forbids a move begun with these hops, decided without the list of moves; None when no
        rule does. So every refusal has its reason, and the conformance kit has something to hold the list of
        moves against. A game that does not say it gets a sentence that asks the list after all."""
        begun = HopIndex(self.moves_of(state, MoveKind.LEGAL)).follow(hops)
        return None if begun.valid else IllegalMove(begun.message, reason="not-listed")

    @property
    def has_derived_refusals(self) -> bool:
        """Whether ``why_not`` asks the list of moves after all, so that it is no second witness of the rules."""
        return type(self).why_not is Game.why_not

    def pieces_beside(self, state: Any) -> Sequence[Piece]:
        """The pieces off the board, to be drawn beside it."""
        return ()

    @property
    def traits(self) -> frozenset[str]:
        """What a condition in the text of the rules can ask for (``core/rulebook``): the variant, and facts of it."""
        return frozenset({self.variant} if self.variant else ())

    @property
    def goals(self) -> Sequence[int]:
        """The nodes that have to be reached, to be drawn as such."""
        return ()

    @property
    def edges(self) -> Mapping[float, int]:
        """The seats to which the edges of the board in some directions belong, to be drawn in their colours."""
        return {}

    @property
    def scenery(self) -> Sequence[Scenery]:
        """What lies about the board and is no part of it, to be drawn below the pieces."""
        return ()

    @property
    def named_board(self) -> Board:
        """The board with its cells called as in customary texts, to be drawn and read aloud."""
        return self.board

    def tint_of(self, seat: int) -> int | None:
        """The number of the tile colour that a seat's pieces have; None when they have the seat's own colour."""
        return None

    @property
    def solid(self) -> Solid | None:
        """The same cells in space, where the board is the surface of a solid that turns."""
        return None

    @cached_property
    def borders(self) -> Sequence[Border]:
        """These edges as lines."""
        from ludograph.draw.borders import borders_of

        return borders_of(self.board, self.edges)

    def draw_of(self, state: Any) -> Outcome | None:
        """A draw that the match has to declare in this state: by a counter, by a dead position."""
        return None

    def alerts(self, state: Any) -> Sequence[Alert]:
        """What the players are to be told of, beside the turn and the end: a king in check."""
        return ()

    def can_win(self, state: Any, seat: int) -> bool:
        """Whether a seat could still win, however badly the others play. Who runs out of time against such who
        can't has not lost."""
        return True

    def repetition_key(self, state: Any) -> Hashable:
        """What has to be equal for two states to count as a repetition: all but the counters."""
        key: Hashable = state
        return key

    def normal(self, text: str) -> str:
        """A move text without the freedoms of spelling that the game allows, such as small letters."""
        return text

    def spellings(self, state: Any, move: Move) -> Iterable[str]:
        """Every normal text that is accepted for a legal move."""
        return (move.text,)

    def hops_in(self, text: str) -> Sequence[str]:
        """The hops that a normal move text names, whether or not they are possible.

        Raises MoveSyntaxError when the text is no move. By default cells with ``-``, ``x`` or ``:`` between them.
        """
        hops = re.split("[-x:]", text)
        unknown = [hop for hop in hops if self.board.index(hop) is None]
        if unknown:
            raise MoveSyntaxError(f"{quoted(text)} is no move: {quoted(unknown[0])} is no cell of the board.")
        return hops

    def unknown_node(self, hops: Sequence[str]) -> IllegalMove | None:
        """The refusal of hops that name something else than nodes."""
        unknown = next((hop for hop in hops if self.board.index(hop) is None), None)
        if unknown is None:
            return None
        return IllegalMove(f"{quoted(unknown)} is no {self.node_noun}.", reason=f"no-{self.node_noun.split()[0]}")

    def nodes_named(self, hops: Sequence[str]) -> list[int]:
        """The nodes that hops name, all of which are known."""
        return [self.board.labels.index(hop) for hop in hops]

    def normal_hop(self, hop: str) -> str:
        """The same for a single hop."""
        return hop

    def refusal_of(self, state: Any, written: str) -> MoveError:
        """Why a text is refused, as somebody has written it, so that the answer may call things as the question did."""
        return self.explain(state, self.normal(written))

    def explain(self, state: Any, text: str) -> MoveError:
        """Why a normal text, which is no spelling of a legal move, is refused."""
        try:
            hops = self.hops_in(text)
        except MoveError as error:
            return error
        return self.why_not(state, hops) or IllegalMove(f"{quoted(text)} is not a whole move.", reason="not-whole")

    @property
    def road(self) -> Road:
        """By which road the solver goes."""
        return Road.PLAIN

    def cannot_be_solved(self, state: Any) -> str | None:
        """A reason, known without a search, why a position can't be solved: one sentence; None when there is none.

        A rank may be dense because it numbers only positions that can be solved. Of others it means nothing, so ask
        this before you look one up by its rank.
        """
        return None

    def calculated_solution(self, state: Any) -> Sequence[str] | None:
        """The moves of a shortest solution, where they can be calculated without a search; None where they can't."""
        return None

    @property
    def uci_options(self) -> Mapping[str, str] | None:
        """What programs that speak UCI have to be told to play this game; None when they can't."""
        return None

    def chess960_text(self, move: Move) -> str:
        """A move as programs that speak UCI have it while the option UCI_Chess960 is set."""
        return move.text

    def file_text(self, state: Any, move: Move) -> str:
        """The customary text of a legal move, such as SAN in chess: in files of portable notation and on the page. One
        that ``find`` accepts."""
        return move.text

    @property
    def figurines(self) -> Mapping[str, tuple[str, str]]:
        """The letters that stand for pieces in customary texts, each with its figurine and its name in words."""
        return {}

    @classmethod
    def meant_by(cls, tags: Mapping[str, str]) -> str:
        """The id of the game of this class that the tags of a file mean, when the file has none of our tags ``Game``.

        Raises InvalidParameter or UnknownGame when they mean none.
        """
        return cls.name

    @classmethod
    def may_be_meant_by(cls, tags: Mapping[str, str], moves: Sequence[str]) -> Sequence[Sequence[str]]:
        """The ids of games that a file may mean, by its tags and by how its moves are written, in groups: meant is the
        only one of the first group in which one is possible by the rules. The first group has one id, the usual."""
        return ((cls.meant_by(tags),),)

    def mended_position(self, text: str) -> tuple[str, Sequence[str]]:
        """The text of a position as others write it, in the way of this game, and what was mended, in sentences without
        a full stop. It may still be none."""
        return text, ()

    def drawn_opening(self, moves: Sequence[str]) -> tuple[Any, int] | None:
        """The state behind the first of these moves, and how many they are, where they are an opening drawn by lot that
        goes against the rules; None where they are not."""
        return None

    # -- what every game gets ---------------------------------------------------------------------------

    def start(self) -> Position:
        """The position at the beginning."""
        return Position(self, self.start_state())

    def parse(self, text: str) -> Position:
        """The position that a text describes."""
        if fault := _text_fault(text, MAX_POSITION_TEXT):
            raise PositionSyntaxError("The position can't be read", [fault], text[:MAX_POSITION_TEXT])
        return Position(self, self.read(text))

    def description(self) -> dict[str, Any]:
        """The game as plain data, which can be written as JSON: names, parameters, seats, the board, the start."""
        from ludograph.core.plain_data import game_data

        return {"format": DESCRIPTION_FORMAT, **game_data(self)}

    @cached_property
    def id(self) -> str:
        """The canonical name: variant and parameters as far as they differ from the defaults."""
        default = next(iter(self.variants), None)
        path = self.name if self.variant == default else f"{self.name}/{self.variant}"
        changed = "&".join(
            f"{parameter.name}={quote(parameter.write(self.values[parameter.name]), safe='/:,.')}"
            for parameter in self.parameters
            if self.values[parameter.name] != parameter.default
        )
        return f"{path}?{changed}" if changed else path

    @property
    def full_title(self) -> str:
        """The title with the variant: ``Draughts: Russian``."""
        return f"{self.title}: {self.variant.replace('-', ' ').capitalize()}" if self.variant else self.title

    def __repr__(self) -> str:
        return f"ludograph.game({self.id!r})"

    def __str__(self) -> str:
        return self.id

    def _repr_svg_(self) -> str:
        return self.start()._repr_svg_()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and type(self) is type(other) and self.id == other.id)

    def __hash__(self) -> int:
        return hash(self.id)

    def definition_fault(self) -> str | None:
        """What its author has left out or said wrongly, to be put behind the game's name: "has no board"."""
        return class_fault(type(self)) or fact_fault(self)

    def invalid(self, fault: str, code: Any = None) -> InvalidGame:
        """The game itself is wrong: a sentence for its author, with the line of what is wrong, or of the class."""
        return InvalidGame(f"The game {self.name} {fault} ({place_of(code or type(self))}).")

    def invalid_parameter(self, message: str) -> InvalidParameter:
        """A refusal for values that are allowed one by one but not together."""
        return InvalidParameter(f"{self.name}: {message}")

    def _checked_variant(self, variant: str | None) -> str | None:
        if variant is None:
            return next(iter(self.variants), None)
        if variant not in self.variants:
            offer = f"it has {', '.join(self.variants)}" if self.variants else "it has none"
            raise UnknownGame(f"{self.name} has no variant {quoted(variant)}; {offer}.")
        return variant


class Position:
    """A game and one state of it: an immutable value with the one canonical text ``str(position)``."""

    def __init__(self, game: Game, state: Hashable) -> None:
        self.game = game
        self.state = state

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return self.game.seat_of(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end by the rules: won, lost, blocked. Draws by repetition or count belong to the match."""
        return self.game.end_of(self.state)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by their text; none when a side has won or is blocked."""
        return self._moves(MoveKind.LEGAL)

    def moves(self, kind: MoveKind | str = MoveKind.LEGAL) -> tuple[Move, ...]:
        """The moves of a kind, sorted by their text.

        Raises UnsupportedKind when the game can't list such moves.
        """
        kind = MoveKind.parse(kind) if isinstance(kind, str) else kind
        if kind is MoveKind.LEGAL:
            return self.legal_moves
        if MoveKind.BACKWARD in kind and MoveKind.BACKWARD not in self.game.kinds:
            raise UnsupportedKind(f"{self.game.name} declares no undo moves, so that its {kind} moves can't be listed.")
        return self._moves(kind)

    def play(self, move: str | Move, *, seat: int | None = None, kind: MoveKind | str = MoveKind.LEGAL) -> Position:
        """The position after a legal move, or after one of another kind if that is asked for.

        A wrong move raises a MoveError that says what is wrong with it. When ``seat`` is given, it must
        be the one that is to move.
        """
        if seat is not None:
            self.check_turn(seat, str(move))
        return Position(self.game, self.game.after(self.state, self.find(move, kind)))

    def find(self, move: str | Move, kind: MoveKind | str = MoveKind.LEGAL) -> Move:
        """The move that a text means; raises the MoveError that ``play`` would raise."""
        if isinstance(move, Move):
            move = move.text
        if fault := _text_fault(move, MAX_MOVE_TEXT):
            raise self._located(MoveSyntaxError(f"This is no move: {fault}."), move)
        moves = self.moves(kind)
        if self.outcome and not moves:
            raise self._located(GameOver(f"The game is over: {self.outcome.text}"), move)
        text = self.game.normal(move)
        fitting = [listed for listed in moves if listed.text == text] or self._spelled(moves, text)
        if not fitting:
            raise self._located(self.game.refusal_of(self.state, move), move)
        if len(fitting) > 1:
            meant = [legal.text for legal in fitting]
            refusal = AmbiguousMove(f"{move} is ambiguous: it may mean {' or '.join(meant)}.", meant=meant)
            raise self._located(refusal, move)
        return fitting[0]

    def _spelled(self, moves: tuple[Move, ...], text: str) -> list[Move]:
        """The moves that may be spelled so; the spellings of all are kept, for who asks once asks again."""
        if self._spellings is None or self._spellings[0] is not moves:
            found: dict[str, list[Move]] = {}
            for move in moves:
                for spelling in dict.fromkeys(self.game.spellings(self.state, move)):
                    found.setdefault(spelling, []).append(move)
            self._spellings = moves, found
        return self._spellings[1].get(text, [])

    _spellings: tuple[tuple[Move, ...], dict[str, list[Move]]] | None = None

    def customary(self, move: str | Move) -> str:
        """The customary text of a legal move; raises the MoveError that ``find`` would raise."""
        return self.game.file_text(self.state, move if isinstance(move, Move) else self.find(move))

    def customary_line(self, line: Iterable[Move]) -> list[str]:
        """The customary texts of legal moves that are played one after the other from here."""
        state, texts = self.state, []
        for move in line:
            texts.append(self.game.file_text(state, move))
            state = self.game.after(state, move)
        return texts

    def check_turn(self, seat: int, text: str = "") -> None:
        """Refuse a seat that is not the one to move."""
        if seat != self.seat and not self.outcome:
            turn = self.game.seats[self.seat]
            raise self._located(NotYourTurn(f"It is not your turn: {turn} is to move."), text)

    def partial(self, hops: Sequence[str]) -> PartialMove:
        """What a prefix of hops amounts to: valid? complete? what next?"""
        found = self._hop_index.follow([self.game.normal_hop(hop) for hop in hops])
        if found.valid or not hops:
            return found
        reason = self.game.why_not(self.state, hops)
        return PartialMove(found.hops, False, False, (), reason.message if reason else found.message)

    @cached_property
    def _hop_index(self) -> HopIndex:
        return HopIndex(self.legal_moves)

    @property
    def repetition_key(self) -> Hashable:
        return self.game.repetition_key(self.state)

    def picture(self, last_move: Move | None = None, marks: Iterable[str] = ()) -> Picture:
        """What there is to draw; ``marks`` are the labels of cells to be marked as possible targets."""
        board, named = self.game.board, self.game.named_board
        pieces = self.game.pieces(self.state)
        touched = (last_move.source, *last_move.hops, last_move.target) if last_move else ()
        turn = str(self.outcome or f"{self.game.seats[self.seat]} to move").rstrip(".")
        return Picture(
            board=named,
            pieces=pieces,
            title=f"{self.game.full_title}, {turn}",
            description="; ".join(f"{piece.name} on {' '.join(map(named.label, piece.nodes))}" for piece in pieces),
            last_move=_nodes(board, touched),
            marks=_nodes(board, marks),
            beside=self.game.pieces_beside(self.state),
            goals=self.game.goals,
            goals_lead_out=self.game.goals_lead_out,
            borders=self.game.borders,
            scenery=self.game.scenery,
        )

    def _moves(self, kind: MoveKind) -> tuple[Move, ...]:
        listed = (move for move in self.game.moves_of(self.state, kind) if move.kind in kind)
        return tuple(sorted(listed, key=lambda move: move.text))

    def _located(self, error: MoveError, text: str) -> MoveError:
        error.text, error.position = text[:MAX_MOVE_TEXT], str(self)
        return error

    def __str__(self) -> str:
        return self.game.write(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))


def _nodes(board: Board, labels: Iterable[str | None]) -> list[int]:
    """The nodes with these labels, each once; hops that are no cells are passed over."""
    found = (board.index(label) for label in labels if label is not None)
    return list(dict.fromkeys(node for node in found if node is not None))


def _text_fault(text: str, limit: int) -> str | None:
    """What is wrong with a text before any game looks at it."""
    if not text:
        return "the text is empty"
    if len(text) > limit:
        return f"the text has {len(text):,} characters, more than {limit:,}"
    if not text.isprintable():
        return "the text has control characters"
    if text != text.strip():
        return "the text has white space around it"
    return None
