"""Draughts: Russian and its whole family, from one kernel and one table of facts.

Men step forward, capture by jumping and are crowned on the last row. Who can capture has to, to the end of the capture,
which is one move: (from, to, the set of captured pieces). A side that has no piece or can't move has lost. What differs
from variant to variant is in ``variants``, the rules themselves in ``rules`` and its parts.

Rules and numbers of GameType are those of the national federations and of the PDN standard 3.0. Repetition and counts
of moves belong to the match; they are declared without a claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any, ClassVar

from ludograph.board import Board
from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.core.texts import quoted, split_counters, with_counters
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.codes import Code, Hidden, Node, Touches
from ludograph.engine.declared.declaration import Standing
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidPosition,
    MoveError,
    MoveSyntaxError,
    PositionSyntaxError,
    TooLarge,
)
from ludograph.games.draughts import draws, evaluation, rules
from ludograph.games.draughts.captures import MOST_CAPTURES, MOST_HOPS, MOST_SEEN, NODE, TO
from ludograph.games.draughts.chains import are_too_many, chain_from, whole_chains
from ludograph.games.draughts.files import (
    file_text,
    is_numbered,
    portable_facts,
    variant_meant_by,
    variants_perhaps_meant,
)
from ludograph.games.draughts.mended import MOST_PUT, are_legal, mended_pieces, put_man
from ludograph.games.draughts.refusals import Refusals
from ludograph.games.draughts.squares import State
from ludograph.games.draughts.texts import UNSAID, Path, SquareNames, least_path, placed_pieces, written_pieces
from ludograph.games.draughts.variants import VARIANTS, WHITE, Draws, Variant
from ludograph.games.draughts.weights import weights_of

RUSSIAN = "russian"  # the usual variant
WORD_BITS = 64
MAX_QUIET = 1000
MANY_PIECES = 10  # with fewer of the enemy, a king's captures are soon listed
MAX_CLOCK = draws.CLOCK
CLOCKS = {"quiet": 0, "same": draws.SAME, "road": draws.ROAD}
#: What a capture is known by: from, to, the set of captured pieces.
Capture = tuple[int, int, frozenset[int]]

#: For each rule its code, its limit in :class:`Draws` and a sentence.
DRAW_TEXTS = {
    draws.QUIET: ("king-moves", "quiet", "only kings were moved, and nothing was taken, for {} moves of each side"),
    draws.THREE_KINGS: ("three-kings", "three_kings", "three kings or more could not catch one king in {} moves"),
    draws.THREE_PIECES: ("three-pieces", "three_pieces", "three pieces could not catch one king in {} moves"),
    draws.ON_ROAD: ("main-road", "road", "three pieces could not catch one king on the main road in {} moves"),
    draws.TWO_PIECES: ("two-pieces", "two_pieces", "one king alone held out against two pieces or one for {} moves"),
    draws.FIVE_PIECES: (
        "five-pieces",
        "five_pieces",
        "four or five pieces stayed the same for {} moves",
    ),
    draws.SEVEN_PIECES: (
        "seven-pieces",
        "seven_pieces",
        "six or seven pieces stayed the same for {} moves",
    ),
}


class Draughts(KernelGame):
    """One variant of draughts with its draw rules."""

    name = "draughts"
    title = "Draughts"
    summary = "jump over the enemy's pieces and take them; Russian draughts, checkers and their family"
    other_names = (
        "checkers",
        "Dame",
        "шашки",
        "damas",
        "dames",
        "dama",
        "dammen",
        "warcaby",
        "tammi",
        "チェッカー",
        "跳棋",
    )
    variants: ClassVar[Mapping[str, str]] = {name: variant.line for name, variant in VARIANTS.items()}
    parameters = (
        IntParameter("repetition", 3, "a draw when a position occurs so often; 0: never", 0, 100),
        ChoiceParameter("draws", "variant", "the other draw rules: those of the variant, or none", ("variant", "none")),
        IntParameter(
            "quiet_limit", 0,
            "a draw after so many moves of each side with kings only and no capture; 0: as the other draw rules say",
            0, MAX_QUIET,
        ),
        ChoiceParameter(
            "goal", "win", "win: as usual; lose: who has no piece left, or can't move, wins; king: the first king wins",
            ("win", "lose", "king"),
        ),
    )  # fmt: skip
    rule_modules = (rules, draws, evaluation)
    state_type = State
    code = Code(alike=16, source=Node(7), target=Node(7), crowns=Hidden(1), taken=Hidden(49))
    touches = Touches(takes="x")
    max_moves = MOST_CAPTURES + 1 + MOST_SEEN + MOST_HOPS

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.facts: Variant = VARIANTS[self.variant or RUSSIAN]
        self.seats = self.facts.seats
        self.board = self.facts.board
        self.repetition_limit = self.values["repetition"]
        self.draws = self.facts.draws if self.values["draws"] == "variant" else Draws()
        if self.values["quiet_limit"]:
            self.draws = replace(self.draws, quiet=self.values["quiet_limit"])
        self.names = SquareNames(self.facts)
        self.portable = portable_facts(self.facts)
        self.ways_of_captures = lru_cache(maxsize=64)(self._ways_of_captures)

    @property
    def traits(self) -> frozenset[str]:
        """Besides the variant its facts, such as ``has-flying-kings``, and the size of the board."""
        size = f"{self.facts.size}x{self.facts.size}"
        return super().traits | self.facts.traits | {size}

    @property
    def pdn_game_type(self) -> int:
        """The number of this variant in the GameType tag of PDN files."""
        return self.facts.pdn_game_type

    def constants(self) -> Mapping[str, Any]:
        goals = {"LOSER_WINS": self.values["goal"] == "lose", "KING_WINS": self.values["goal"] == "king"}
        return {**self.facts.constants(self.draws), **evaluation.constants(self.facts, self.weights), **goals}

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        """Kings are told apart by their moves only where these are counted."""
        rules = super().all_rules()
        return {name: rule for name, rule in rules.items() if self.facts.king_run or not name.startswith("tier_")}

    @cached_property
    def weights(self) -> Mapping[str, int]:
        return weights_of(self.variant or RUSSIAN, has_flying_kings=self.facts.has_flying_kings)

    @cached_property
    def constant(self) -> SimpleNamespace:
        """The constants by name, for what is done in plain Python."""
        return SimpleNamespace(**self.kernel.constants)

    def refusals_for(self, text: str) -> Refusals:
        """They call squares as a text does that is refused: by their numbers, or by file and rank."""
        return self._refusals[self.names.are_lettered(text)]

    @cached_property
    def _refusals(self) -> tuple[Refusals, Refusals]:
        return Refusals(self, self.board), Refusals(self, self.names.lettered_board)

    # -- set-up -------------------------------------------------------------------------------------------

    def start_state(self) -> State:
        return self.state_with([set(self.facts.home(seat)) for seat in range(2)], ())

    def state_with(self, sides: Sequence[Iterable[int]], kings: Iterable[int], turn: int = 0) -> State:
        """The state with these nodes of each seat, these kings and no counters."""
        mine, theirs = _pair(sides[turn]), _pair(sides[1 - turn])
        crowned = _pair(kings)
        return State(mine[0], theirs[0], crowned[0], mine[1], theirs[1], crowned[1], turn, 0, 0, 0)

    def nodes_of(self, state: State, seat: int) -> list[int]:
        """Where a seat's pieces stand."""
        words = (state.mine, state.mine_high) if state.turn == seat else (state.theirs, state.theirs_high)
        return _nodes(*words)

    def is_king(self, state: State, node: int) -> bool:
        return bool(self.plain.holds(self.plain.all_kings(state), node))

    # -- kings with quiet moves in a row, where these are counted, when endings are solved ----------------

    @cached_property
    def tier_contents(self) -> Sequence[Piece]:
        kings = [self.contents[number - 1] for number in range(1, draws.CONTENTS + 1) if number % 2 == 0]
        return [*self.contents, *(king for king in kings for _ in range(self.facts.king_run))]

    def kind_of_content(self, number: int) -> Hashable:
        return f"king {moves}" if (moves := self._king_moves(number)) else super().kind_of_content(number)

    def letter_of_content(self, number: int) -> str:
        return f"K{moves}" if (moves := self._king_moves(number)) else super().letter_of_content(number)

    def _king_moves(self, number: int) -> int:
        """The quiet moves in a row of a king with this number among the contents; 0 for what has none."""
        return (number - draws.CONTENTS - 1) % self.facts.king_run + 1 if number > draws.CONTENTS else 0

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        start, end = code & NODE, code >> TO & NODE
        victims = _nodes(*self.plain.victims_of(state, code))
        if not victims:
            source, target = self.board.label(start), self.board.label(end)
            return Move(f"{source}-{target}", source, target, hops=(source, target), code=code)
        ways = self.ways_of_captures(state)
        own = ways[start, end, frozenset(victims)]
        hops, *other_hops = (self._labels(way) for way in own)
        return Move(
            text="x".join(self._labels(least_path(own, self._rivals(state, start, end, frozenset(victims))))),
            source=hops[0],
            target=hops[-1],
            captures=self._labels(victims),
            hops=hops,
            code=code,
            other_hops=tuple(other_hops),
        )

    def codes(self, state: State) -> list[int]:
        self._check_captures(state)
        return super().codes(state)

    def _check_captures(self, state: State) -> None:
        """Refuse what a hand may set up and no game leads to: a king among so many pieces that nobody can wait for the
        list of its captures."""
        plain = self.plain
        if plain.size(plain.their_pieces(state)) < MANY_PIECES:
            return
        kings = plain.both(plain.capturers(state, plain.empty_squares(state)), plain.all_kings(state))
        for start in _nodes(*kings):
            if are_too_many(plain, state, chain_from(plain, self.constant, state, start)):
                raise TooLarge(f"The king on {self.board.label(start)} has more ways to capture than can be listed.")

    def _labels(self, nodes: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.board.label(node) for node in nodes)

    def _rivals(self, state: State, start: int, end: int, victims: frozenset[int]) -> list[Path]:
        """The ways of the other captures with the same start and end."""
        captures = self.ways_of_captures(state).items()
        return [way for key, ways in captures if key[:2] == (start, end) and key[2] != victims for way in ways]

    def _ways_of_captures(self, state: State) -> dict[Capture, list[Path]]:
        """The legal captures and all ways to make each, in order."""
        movers = _nodes(*self.plain.capturers(state, self.plain.empty_squares(state)))
        chains = [
            chain
            for start in movers
            for chain in whole_chains(self.plain, state, chain_from(self.plain, self.constant, state, start), Counter())
        ]
        best = max((chain.value for chain in chains), default=0)
        found: dict[Capture, list[Path]] = {}
        for chain in sorted(chains, key=lambda chain: chain.nodes):
            if chain.value == best:
                key = (chain.nodes[0], chain.node, frozenset(chain.victims))
                found.setdefault(key, []).append(chain.nodes)
        return found

    def normal(self, text: str) -> str:
        return self.names.normal(text)

    def spellings(self, state: State, move: Move) -> Iterator[str]:
        """The least path, and every whole way of a capture; each also without a word on what is taken."""
        link = "x" if move.captures else "-"
        whole = [link.join(way) for way in move.ways] if move.captures else []
        for text in dict.fromkeys([move.text, *whole]):
            yield text
            yield text.replace(link, UNSAID)

    def hops_in(self, text: str) -> Sequence[str]:
        hops = text.split(UNSAID) if self._is_unsaid(text) else super().hops_in(text)
        if len(hops) < 2 or ("-" in text and ("x" in text or len(hops) > 2)):
            raise MoveSyntaxError(f"{quoted(text)} is no move, which is written like 22-18, 22x15 or 22x15x6.")
        return hops

    def _is_unsaid(self, text: str) -> bool:
        """Whether a text is nothing but squares."""
        squares = text.split(UNSAID)
        return len(squares) > 1 and all(self.board.index(square) is not None for square in squares)

    def normal_hop(self, hop: str) -> str:
        return self.names.normal(hop)

    def refusal_of(self, state: State, written: str) -> MoveError:
        return self._explained(state, self.normal(written), self.refusals_for(written))

    def explain(self, state: State, text: str) -> MoveError:
        return self._explained(state, text, self.refusals_for(text))

    def _explained(self, state: State, text: str, refusals: Refusals) -> MoveError:
        """Also what a text says beyond its hops: that something is taken or not, and where a capture ends."""
        try:
            hops = tuple(self.hops_in(text))
        except MoveError as error:
            return error
        fitting = [
            self.move_of(state, code)
            for code in self.codes(state)
            if (self.board.label(code & NODE), self.board.label(code >> TO & NODE)) == (hops[0], hops[-1])
        ]
        captures = [move for move in fitting if move.captures]
        called = refusals.called
        if len(hops) == 2 and "-" not in text and len(captures) > 1:
            meant = [move.text for move in captures]
            what = f"{called(text)} is ambiguous: it may mean {' or '.join(map(called, meant))}"
            return AmbiguousMove(f"{what}.", meant=meant)
        if "-" in text and captures:
            meant = [move.text for move in captures]
            what = f"{called(text)} would take something, so that it is written {' or '.join(map(called, meant))}"
            return IllegalMove(f"{what}.", reason="is-capture", meant=meant)
        if "x" in text and fitting and not captures:
            what = f"{called(text)} takes nothing, so that it is written {called(fitting[0].text)}"
            return IllegalMove(f"{what}.", reason="takes-nothing", meant=(fitting[0].text,))
        if refusal := refusals.why_not(state, hops):
            return refusal
        refusal = refusals.unfinished(state, hops)
        moves = [self.move_of(state, code) for code in self.codes(state)]
        refusal.meant = tuple(move.text for move in moves if any(way[: len(hops)] == hops for way in move.ways))
        return refusal

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        return self.refusals_for(" ".join(hops)).why_not(state, hops)

    # -- end ----------------------------------------------------------------------------------------------

    def ending(self, state: State) -> tuple[str, str]:
        crowned = [seat for seat in range(2) if any(self.is_king(state, node) for node in self.nodes_of(state, seat))]
        if self.values["goal"] == "king" and crowned:
            return "king", f"{self.seats[crowned[0]]} has a king: {self.seats[crowned[0]]} wins."
        loser = state.turn if self.nodes_of(state, 1 - state.turn) else 1 - state.turn
        winner = self.seats[loser if self.values["goal"] == "lose" else 1 - loser]
        if not self.nodes_of(state, loser):
            return "no-pieces", f"{self.seats[loser]} has no piece left: {winner} wins."
        return "blocked", f"{self.seats[loser]} can't move: {winner} wins."

    def draw_of(self, state: State) -> Outcome | None:
        rule = self.plain.draw_rule(state)
        if rule == draws.NO_DRAW:
            return None
        reason, limit, text = DRAW_TEXTS[rule]
        return Outcome.draw(2, reason, f"A draw: {text.format(getattr(self.draws, limit))}.")

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        kings = _nodes(state.kings, state.kings_high)
        lists = {
            side[0]: side[0] + written_pieces(self.board, self.nodes_of(state, seat), kings)
            for seat, side in enumerate(self.seats)
        }
        body = f"{self.seats[state.turn][0]}:{lists['W']}:{lists['B']}"
        return with_counters(body, {**self._runs(state), **self._clocks(state)})

    @cached_property
    def named_board(self) -> Board:
        if is_numbered(self.facts):
            return self.board
        return self.names.lettered_board

    def file_text(self, state: State, move: Move) -> str:
        return file_text(self.facts, self.names, move)

    @classmethod
    def meant_by(cls, tags: Mapping[str, str]) -> str:
        return f"{cls.name}/{variant_meant_by(tags)}"

    @classmethod
    def may_be_meant_by(cls, tags: Mapping[str, str], moves: Sequence[str]) -> Sequence[Sequence[str]]:
        return [[f"{cls.name}/{variant}" for variant in group] for group in variants_perhaps_meant(tags, moves)]

    def mended_position(self, text: str) -> tuple[str, Sequence[str]]:
        faults: list[str] = []
        return mended_pieces(text, self.facts, self.names, faults), faults

    def drawn_opening(self, moves: Sequence[str]) -> tuple[State, int] | None:
        """In Russian draughts an opening may be drawn in which one man or two are put onto other squares, also onto one
        that the other side's man has to leave; the side that begins is to move then."""
        start = self.start()
        if self.variant not in ("", RUSSIAN) or are_legal(start, moves[:MOST_PUT]):
            return None
        sides = [set(self.facts.home(seat)) for seat in range(2)]
        men: list[int] = []
        for text in moves[:MOST_PUT]:
            behind = Position(self, self.state_with(sides, ()))
            if men and are_legal(behind, [text]) and not are_legal(start, moves[:1]):
                break  # this is a move of the game already
            man = put_man(text, self.names, sides, *men)
            if man is None:
                return None
            men.append(man)
        return None if self._faults([*map(list, sides)], ()) else (self.state_with(sides, ()), len(men))

    def _clocks(self, state: State) -> dict[str, int]:
        return {name: state.clocks >> place & draws.CLOCK for name, place in CLOCKS.items()}

    def _runs(self, state: State) -> dict[str, int]:
        """Whose king has made how many quiet moves in a row, where the variant counts them."""
        counters = {}
        for seat, side in enumerate(self.seats):
            run = state.run if seat == state.turn else state.their_run
            counters[f"{side.lower()}_king"] = (run >> 2) + 1 if run else 0
            counters[f"{side.lower()}_king_moves"] = run & 3
        return counters

    def read(self, text: str) -> State:
        faults: list[str] = []
        counted = dict.fromkeys(CLOCKS, MAX_CLOCK)
        if self.facts.king_run:
            for side in self.seats:
                counted |= {f"{side.lower()}_king": len(self.board), f"{side.lower()}_king_moves": self.facts.king_run}
        body, counters = split_counters(text, counted, faults)
        white_moves, placed = placed_pieces(body, self.names, faults)
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        sides = [[node for node, is_white, _ in placed if is_white == (side == WHITE)] for side in self.seats]
        kings = [node for node, _, is_king in placed if is_king]
        turn = int((self.seats[0] == WHITE) != white_moves)
        runs = [self._run(side, counters, sides[seat], kings, faults) for seat, side in enumerate(self.seats)]
        if faults := [*faults, *self._faults(sides, kings)]:
            raise InvalidPosition("The position is not possible", faults, text)
        state = self.state_with(sides, kings, turn)
        clocks = self._kept_clocks(counters)
        return state._replace(run=runs[turn], their_run=runs[1 - turn], clocks=clocks)

    def _kept_clocks(self, counters: Mapping[str, int]) -> int:
        """The clocks that some draw rule of this game needs."""
        constant = self.constant
        needed = {"quiet": constant.COUNTS_QUIET, "same": constant.COUNTS_SAME, "road": constant.ROAD_LIMIT}
        return sum(counters[name] << place for name, place in CLOCKS.items() if needed[name])

    def _run(
        self, side: str, counters: Mapping[str, int], nodes: Sequence[int], kings: Sequence[int], faults: list[str]
    ) -> int:
        """The quiet moves in a row with one king, from the counters; they don't count for a side without men."""
        square, moves = counters.get(f"{side.lower()}_king", 0), counters.get(f"{side.lower()}_king_moves", 0)
        if not square and not moves:
            return 0
        if not square or not moves or square - 1 not in nodes or square - 1 not in kings:
            faults.append(f"the quiet moves in a row of {side} need a king of {side} and a number of moves")
            return 0
        return draws.run_of(square - 1, moves) if set(nodes) - set(kings) else 0

    def _faults(self, sides: Sequence[Sequence[int]], kings: Iterable[int]) -> list[str]:
        nodes = [*sides[0], *sides[1]]
        faults = [f"{self.board.label(node)} holds two pieces" for node in sorted(set(nodes)) if nodes.count(node) > 1]
        if not nodes:
            faults.append("there is no piece on the board")
        for seat, side in enumerate(self.seats):
            if len(sides[seat]) > self.facts.pieces:
                faults.append(f"{side} has {len(sides[seat])} pieces, more than {self.facts.pieces}")
            uncrowned = sorted(set(sides[seat]) & set(self.facts.last_row(seat)) - set(kings))
            faults += [f"the man on {self.board.label(node)} is on its last row and no king" for node in uncrowned]
        return faults

    # -- drawing ------------------------------------------------------------------------------------------

    def sign(self, standing: Standing) -> str:
        """Large letters are kings."""
        letter = self.seats[standing.seat or 0][0]
        return letter if standing.kind.shape is Shape.CROWNED else letter.lower()


def _pair(nodes: Iterable[int]) -> tuple[int, int]:
    """A set of nodes as the two words of the kernel."""
    bits = sum(1 << node for node in set(nodes))
    return bits % 2**WORD_BITS, bits >> WORD_BITS


def _nodes(low: int, high: int) -> list[int]:
    """The nodes of a set."""
    bits = low | high << WORD_BITS
    return [node for node in range(bits.bit_length()) if bits >> node & 1]
