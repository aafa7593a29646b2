"""nchess: chess on any graph, and exactly chess on the 8×8 board.

A map gives the nodes in the plane, their links, the players and their pieces; all moves follow from directions. A rook
moves along straight lines, from node to node closest to a direction (around curves, if the map has them); a bishop does
the same on diagonal neighbours, which are common neighbours of two neighbours that follow each other by angle; a queen
does both, a king goes one step of either. A knight takes two steps in a direction and one to another side, jumping over
whatever is there. Pawns go ``standard`` (forward, taking diagonally), ``adjacent`` (forward, taking beside it, as in
Gliński's game) or ``free`` (each in the direction of its first step). Kings are mated (``check``) or taken
(``capture``: a player without a king is skipped, his pieces stay, the last king wins).

The seed of this game is the draft "Moves" of nchess; max_turn and heading, which keep rays from running in circles, are
ours. Gliński's game is of 1936, McCooey's of 1978; both are described in D. B. Pritchard's encyclopedia. On the default
map, with its own pawns and kings, the rules of FIDE hold, played by the bitboard kernel of the package ``chess``; all
else is played by the graph kernel beside this file. Where kings are taken nobody castles, as castling is a rule about
check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, ClassVar

from ludograph.core.alerts import Alert
from ludograph.core.files import read_text
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import ChoiceParameter, FileParameter
from ludograph.core.registry import name_called
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.draw.themes import TILE_NAMES
from ludograph.engine.declared.codes import Code, Hidden, Node, Touches
from ludograph.engine.declared.declaration import Declaration
from ludograph.engine.declared.fields import Counter, Other
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, InvalidMap, InvalidPosition, MoveError, MoveSyntaxError, UnknownGame
from ludograph.games import _san as san
from ludograph.games.nchess import codes, danger, evaluation, exchanges, rules, weights
from ludograph.games.nchess.chess.attacks import MAX_COUNTED
from ludograph.games.nchess.chess.game import CHECK, CHESS_PARAMETERS, FIGURES, ChessRules
from ludograph.games.nchess.chess.texts import ORDINARY_SETUP, SIDES
from ludograph.games.nchess.map_file import LETTERS, TYPES, Castling, ChessMap, Kings, Pawns, read_chess_map
from ludograph.games.nchess.refusals import CHOICES, Refusals
from ludograph.games.nchess.setups import has_chess_squares, with_setup
from ludograph.games.nchess.states import Setting, Standing, State, StateForm
from ludograph.games.nchess.tables import constants, geometry_of, most_moves
from ludograph.games.nchess.texts import Texts

DEFAULT_MAP = "chess"
HEXAGON = 6  # corners
AS_MAPPED = "map"
VARIANT_TITLES = {
    "glinski": "Gliński",
    "mccooey": "McCooey",
    "ring": "Circular",
    "twins": "Two hexagons",
    "holes": "Holes",
    "three": "Three players",
}
#: What the tag Variant of PGN files calls chess.
NAMES_IN_FILES = ("standard", "chess", "normal", "from position", "chess960", "chess 960", "fischerandom")
CHOICE = re.compile("=?[NBRQnbrq]$")


class Nchess(KernelGame):
    """Chess on a map: the default map, as it is, by the rules of the bitboard, all others by those of the graph."""

    name = "nchess"
    title = "Chess on graphs"
    summary = "chess on any graph: the 8×8 board, hexagons, rings, maps of your own"
    other_names = (
        "Schach",
        "шахматы",
        "ajedrez",
        "échecs",
        "scacchi",
        "xadrez",
        "schaken",
        "szachy",
        "σκάκι",
        "शतरंज",
        "チェス",
        "国际象棋",
        "shakki",
    )
    variants: ClassVar = {
        DEFAULT_MAP: "chess by the rules of FIDE, on 8×8 squares",
        "glinski": "Gliński's hexagonal chess, 91 cells",
        "mccooey": "McCooey's hexagonal chess, 91 cells",
        "ring": "circular chess: lines run round four rings of sixteen, pawns go either way",
        "twins": "two hexagons with a bridge of cells between them",
        "holes": "8×10 squares with four holes at which lines end",
        "three": "91 hexagons for three players, who take kings",
    }
    parameters = (
        FileParameter("map", None, "a JSON file with a map of your own"),
        ChoiceParameter("kings", AS_MAPPED, "whether kings are mated or taken", (AS_MAPPED, *Kings)),
        ChoiceParameter("pawns", AS_MAPPED, "how pawns move", (AS_MAPPED, *Pawns)),
        *CHESS_PARAMETERS,
    )

    piece_values: ClassVar = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
    #: Every army begins with its king.
    material_separator = ""
    material_hint = "the pieces of both sides are written as in KQKR, each side's king first"

    def armies_in(self, text: str) -> Sequence[str] | None:
        return re.findall("K[QRBNP]*", text) if re.fullmatch("K[QRBNP]*K[QRBNP]*", text) else None

    def materials(self, pieces: int) -> Iterator[tuple[int, ...]]:
        """A king for each, and others; a pawn that has chosen its direction comes of one that hasn't."""
        letters = [self.letter_of_content(number) for number in range(1, len(self.contents) + 1)]
        kings = tuple(int(letter == "K") for letter in letters)
        others = [number for number, letter in enumerate(letters) if letter in "QRBNP"]
        for count in range(pieces - 1):
            for chosen in combinations_with_replacement(others, count):
                yield tuple(king + chosen.count(number) for number, king in enumerate(kings))

    def __new__(cls, variant: str | None = None, **values: object) -> Nchess:
        is_chess = (
            variant in (None, DEFAULT_MAP)
            and values.get("map") is None
            and values.get("kings", AS_MAPPED) in (AS_MAPPED, Kings.CHECK)
            and values.get("pawns", AS_MAPPED) in (AS_MAPPED, Pawns.STANDARD)
        )
        kind: type[Nchess] = ChessOnSquares if is_chess else ChessOnGraph
        return object.__new__(kind)

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        mapped = named_map(self.variant or DEFAULT_MAP)
        if file := self.values["map"]:
            if self.variant != DEFAULT_MAP:
                raise self.invalid_parameter("a map file is played without the name of another map before it.")
            mapped = map_in_file(Path(file))
        # What the map says anyway is not said again: two names for one game would be two games.
        own = {("kings", mapped.kings), ("pawns", mapped.pawns)}
        self.values = {name: AS_MAPPED if (name, value) in own else value for name, value in self.values.items()}
        self.mapped = mapped

    @property
    def full_title(self) -> str:
        """Chess, on the 8×8 board; else with the name of the variant or of the map."""
        if self.values["map"]:
            return f"Chess: {self.mapped.board.name or 'a map of your own'}"
        return "Chess" if self.variant == DEFAULT_MAP else f"Chess: {VARIANT_TITLES[self.variant or DEFAULT_MAP]}"

    @property
    def figurines(self) -> Mapping[str, tuple[str, str]]:
        """Filled ones, for both sides: outlines are lost in small print."""
        return {letter: (FIGURES[1][LETTERS.index(letter)], TYPES[letter]) for letter in LETTERS if letter != "P"}

    @property
    def traits(self) -> frozenset[str]:
        """How the map has pawns and kings, whether it has castling, its cells; and the variant, if it is played so."""
        kings = "check" if self.mapped.has_check else "taken"
        found = {str(self.mapped.pawns), kings, *(["castling"] if self.mapped.castling else [])}
        if all(len(node.outline) == HEXAGON for node in self.mapped.board.nodes):
            found.add("hexagons")
        is_other = any(self.values[key] not in (None, AS_MAPPED) for key in ("map", "kings", "pawns"))
        own = {"other-map"} if is_other else super().traits
        return frozenset(found | own)

    @classmethod
    def meant_by(cls, tags: Mapping[str, str]) -> str:
        """Chess, whatever its set-up: castling is always that of Chess960. Another game if the variant is one."""
        variant = tags.get("Variant", "Standard")
        if variant.lower() in NAMES_IN_FILES:
            return cls.name
        if named := name_called(variant):
            return named
        raise UnknownGame(f"{quoted(variant)} is no variant of chess that is known here.")


class ChessOnSquares(ChessRules, Nchess):
    """Exactly chess."""

    parameters = Nchess.parameters


class ChessOnGraph(Nchess):
    """Chess on a map, by its tables."""

    rule_modules = (codes, rules, evaluation, exchanges)
    alert_word = CHECK
    chance_scale = 300
    code = Code(
        alike=4,  # what a pawn may become
        source=Node(10),
        target=Node(10),
        placed=Hidden(16),
        is_double_step=Hidden(1),
        is_en_passant=Hidden(1),
        is_castling=Hidden(1),
        unused=Hidden(1),
        which=Hidden(10),
    )

    @cached_property
    def touches(self) -> Touches:  # type: ignore[override]
        choices = ("", *(f"={letter}" for letter in LETTERS))
        if self.texts.is_chess_board:
            return Touches("", "", choices, tuple(choice[1:].lower() for choice in choices))
        return Touches("-", "x", choices)

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        if self.values["setup"] != ORDINARY_SETUP:
            if not has_chess_squares(self.mapped):
                raise self.invalid_parameter("set-ups by number are those of chess on the 8×8 board.")
            self.mapped = with_setup(self.mapped, self.values["setup"])
        modes = (None if self.values[key] == AS_MAPPED else self.values[key] for key in ("pawns", "kings"))
        pawns, kings = modes
        self.mapped = self.mapped.played_as(pawns and Pawns(pawns), kings and Kings(kings))
        self.geometry = geometry_of(self.mapped)
        self.form = StateForm(self.geometry)
        self.board = self.mapped.board
        self.repetition_limit = self.values["repetition"]
        self.quiet_limit = self.values["move_limit"] * len(self.mapped.players)
        self.texts = Texts(self.geometry, has_counter=bool(self.quiet_limit))
        self.seats = self.texts.seats
        self.state_type = self.form.state_type
        self.max_moves = most_moves(self.geometry) + rules.SCRATCH * (len(self.board) + 1)

    def constants(self) -> Mapping[str, Any]:
        return {
            **constants(self.geometry),
            **weights.constants(self.geometry),
            "QUIET_LIMIT": self.quiet_limit,
            "COUNTS_MOVES": int(self.texts.is_chess_board),
        }

    # -- set-up -------------------------------------------------------------------------------------------

    def start_state(self) -> State:
        setting = Setting(tuple(Standing(each.node, each.letter, each.player) for each in self.mapped.pieces))
        rights = (number for number, each in enumerate(self.mapped.castling) if self._stands_to_castle(setting, each))
        return self.form.pack(
            replace(
                setting,
                turn=self._first_player(setting),
                rights=frozenset(rights),
                number=int(self.texts.is_chess_board),
            )
        )

    def _stands_to_castle(self, setting: Setting, castling: Castling) -> bool:
        """Whether king and rook are where a castling begins, and kings are in check at all."""
        king, rook = (setting.on_node.get(node) for node in (castling.king[0], castling.rook[0]))
        wanted = [(letter, castling.player) for letter in "KR"]
        return self.mapped.has_check and [piece and (piece.letter, piece.player) for piece in (king, rook)] == wanted

    def _first_player(self, setting: Setting) -> int:
        """Who begins: the map's first player, in the game for kings the first who has one."""
        players = range(len(self.seats))
        if self.mapped.has_check:
            return 0
        return next((player for player in players if setting.king_of(player) is not None), 0)

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        start, end = code & codes.NODE_MASK, code >> codes.TO & codes.NODE_MASK
        source, target = self.board.label(start), self.board.label(end)
        if code & codes.CASTLES:
            return self._castling_move(code)
        piece = self.form.standing(state, start)
        assert piece is not None
        placed = self.form.placed_letter(code)
        choice = f"={placed}" if placed != piece.letter else ""
        captures: tuple[str, ...] = ()
        if code & codes.EN_PASSANT:
            captures = (self.board.label(code >> codes.WHICH & codes.NODE_MASK),)
        elif self.form.standing(state, end):
            captures = (target,)
        if self.texts.is_chess_board:
            text = source + target + choice[1:].lower()
        else:
            text = f"{source}{'x' if captures else '-'}{target}{choice}"
        hops = (source, target, choice) if choice else (source, target)
        return Move(text, source, target, captures=captures, hops=hops, code=code)

    def _castling_move(self, code: int) -> Move:
        castling = self._castling_of(code)
        source = self.board.label(castling.king[0])
        target, *others = map(self.board.label, self.geometry.castling_ends(castling))
        text = f"{source}{'' if self.texts.is_chess_board else '-'}{target}"
        other_hops = tuple((source, other) for other in others)
        return Move(text, source, target, hops=(source, target), code=code, other_hops=other_hops)

    def _castling_of(self, code: int) -> Castling:
        return self.mapped.castling[code >> codes.WHICH & codes.WHICH_MASK]

    def chess960_text(self, move: Move) -> str:
        """Castling is always king takes rook there."""
        if not move.code & codes.CASTLES or not self.texts.is_chess_board:
            return move.text
        return f"{move.source}{self.board.label(self._castling_of(move.code).rook[0])}"

    def spellings(self, state: State, move: Move) -> Iterator[str]:
        """With ``-`` or nothing between the cells, also for a capture; with the piece's letter before it; short, as
        chess players write it."""
        piece = self.form.standing(state, move.code & codes.NODE_MASK)
        assert piece is not None
        choice = "".join(move.hops[2:])
        links = ["-", "x"] if move.captures else ["-"]
        if self.texts.is_chess_board:
            links.append("")
        for letter in ("", piece.letter):
            for link in links:
                yield f"{letter}{move.source}{link}{move.target}{choice}"
                if choice:
                    yield f"{letter}{move.source}{link}{move.target}{choice[1:].lower()}"
        yield "-".join(move.hops)
        if move.code & codes.CASTLES and self.texts.is_chess_board:
            yield san.CASTLES[self._castling_of(move.code).name.upper()]
            yield from ("".join(hops) for hops in move.other_hops)
        elif self._has_chess_cells:
            yield from san.spellings(piece.letter, move)

    def normal(self, text: str) -> str:
        if not self._has_chess_cells:
            return text
        bare = text.rstrip(san.SIGNS) or text
        return bare.replace("0", "O") if bare in san.WITH_ZEROS else bare

    @cached_property
    def _has_chess_cells(self) -> bool:
        return san.has_chess_cells(self.board)

    def file_text(self, state: State, move: Move) -> str:
        """Short as in chess, with its sign for check or mate, where cells are called as there; else with the piece's
        letter before both cells. Castling names both cells of the king on other boards than that of chess."""
        piece = self.form.standing(state, move.code & codes.NODE_MASK)
        assert piece is not None
        if move.code & codes.CASTLES and self.texts.is_chess_board:
            return san.CASTLES[self._castling_of(move.code).name.upper()] + self._sign_after(state, move)
        if not self._has_chess_cells or move.code & codes.CASTLES:
            return move.text if piece.letter == "P" or self.texts.is_chess_board else piece.letter + move.text
        return san.san_of(piece.letter, move, self._rivals(state, move, piece.letter)) + self._sign_after(state, move)

    def _rivals(self, state: State, move: Move, letter: str) -> list[Move]:
        """The moves of like pieces to the same cell."""
        target = move.code >> codes.TO & codes.NODE_MASK
        fitting = (code for code in self.codes(state) if code >> codes.TO & codes.NODE_MASK == target)
        standing = ((code, self.form.standing(state, code & codes.NODE_MASK)) for code in fitting)
        return [self.move_of(state, code) for code, piece in standing if piece and piece.letter == letter]

    def _sign_after(self, state: State, move: Move) -> str:
        after = self.after(state, move)
        if not self.is_check(after):
            return ""
        return "+" if self.codes(after) else "#"

    def hops_in(self, text: str) -> Sequence[str]:
        for letter, choice in _readings(text):
            cells = self._split(text.removeprefix(letter).removesuffix(choice))
            if cells:
                return [*cells, f"={choice[-1].upper()}"] if choice else cells
        example = "e2e4" if self.texts.is_chess_board else "from-to, like {}-{}".format(*self._two_cells())
        raise MoveSyntaxError(f"{quoted(text)} is no move: a move is written {example}, with cells of the board.")

    def _split(self, cells: str) -> Sequence[str]:
        """The two cells that a text names, with ``-``, ``x`` or nothing between them; labels may begin with a minus."""
        for at in range(1, len(cells)):
            rest = cells[at:]
            for target in (rest, rest[1:] if rest[0] in "-x" else rest):
                if self.board.index(cells[:at]) is not None and self.board.index(target) is not None:
                    return [cells[:at], target]
        return []

    def _two_cells(self) -> tuple[str, str]:
        labels = [node.label for node in self.board.nodes if node.visible] or ["1"]
        return labels[0], labels[-1]

    def explain(self, state: State, text: str) -> MoveError:
        refusal = super().explain(state, text)
        if not isinstance(refusal, IllegalMove) or refusal.reason != "not-whole":
            return refusal
        hops = self.hops_in(text)
        if len(hops) == 2 and any(self.why_not(state, (*hops, choice)) is None for choice in CHOICES):
            offer = " or ".join(CHOICES)
            what = f"a pawn on its last cell becomes another piece: write {offer} behind the move"
            return IllegalMove(f"Illegal move: {what}.", reason="promotion-missing")
        what = f"{quoted(text)} names another piece, or takes where there is nothing to take"
        return IllegalMove(f"Illegal move: {what}.", reason="not-so")

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        return self._refusals.why_not(state, hops)

    @cached_property
    def _refusals(self) -> Refusals:
        return Refusals(self.form, self.seats, self._is_in_check)

    # -- end ----------------------------------------------------------------------------------------------

    def _is_in_check(self, state: State, player: int) -> bool:
        return self.mapped.has_check and bool(self.plain.is_in_check(state, player))

    def is_check(self, state: State) -> bool:
        """Whether the player to move is in check."""
        return self._is_in_check(state, self.seat_of(state))

    def alerts(self, state: State) -> Sequence[Alert]:
        """Every king that is attacked; where kings are taken, several may be."""
        setting = self.form.unpack(state)
        kings = [piece for piece in setting.pieces if piece.letter == "K"]
        if self.mapped.has_check:
            attacked = {king.node for king in kings if self.plain.is_in_check(state, king.player)}
        else:
            attacked = {node for king in kings for node in self._takeable(setting, king.player)}
        return [Alert(king.player, (king.node,), CHECK) for king in kings if king.node in attacked]

    def endangered_rule(self) -> Callable[[Any], int] | None:
        return danger.endangered if self.mapped.has_check else None

    def _takeable(self, setting: Setting, player: int) -> Iterator[int]:
        """What a player could take if it were his turn; where kings are taken, no table tells of attacks."""
        state = self.form.pack(replace(setting, turn=player, passed=None, victim=None))
        for move in self.moves_of(state, MoveKind.LEGAL):
            yield from self.nodes_named(move.captures)

    def can_win(self, state: State, seat: int) -> bool:
        """A king alone can't; of more pieces nobody knows on all boards."""
        own = [piece for piece in self.form.unpack(state).pieces if piece.player == seat]
        return [piece.letter for piece in own] != ["K"]

    def ending(self, state: State) -> tuple[str, str]:
        mover = self.seats[self.seat_of(state)]
        winners = self.plain.winners(state)
        if not winners:
            text = f"A draw by stalemate: {mover} can't move and is not in check."
            if not self.mapped.has_check:
                text = f"A draw: {mover} can't move." if not self.plain.is_won(state) else "A draw: there is no king."
            return "stalemate", text
        winner = self.seats[winners.bit_length() - 1]
        if self.mapped.has_check:
            return "checkmate", f"{mover} is checkmated: {winner} wins."
        return "last-king", f"{winner} has the last king and wins."

    def draw_of(self, state: State) -> Outcome | None:
        if not self.plain.drawn(state):
            return None
        seats = len(self.seats)
        if self.quiet_limit and state.quiet >= self.quiet_limit:
            text = f"A draw: {self.values['move_limit']} moves of each side without a capture or a pawn's move."
            return Outcome.draw(seats, "move-limit", text)
        return Outcome.draw(seats, "dead", "A draw: only the kings are left.")

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return self.texts.write(self.form.unpack(state))

    def read(self, text: str) -> State:
        setting = self.texts.read(text)
        if faults := self._faults(setting):
            raise InvalidPosition("The position is not possible", faults, text)
        state = self.form.pack(setting)
        if setting.passed is None or self.plain.can_take_in_passing(
            state, setting.passed, setting.victim, setting.turn
        ):
            return state
        return self.form.pack(replace(setting, passed=None, victim=None))

    def _faults(self, setting: Setting) -> list[str]:
        """What is wrong with the kings."""
        kings = [setting.king_of(player) is not None for player in range(len(self.seats))]
        mover = self.seats[setting.turn]
        if not self.mapped.has_check:
            is_skipped = sum(kings) > 1 and not kings[setting.turn]
            return [f"{mover} is to move, but has no king"] if is_skipped else []
        ruled = {piece.player for piece in self.mapped.pieces if piece.letter == "K"}
        faults = [f"{self.seats[player]} has no king" for player in ruled if not kings[player]]
        if not faults and self._is_in_check(self.form.pack(setting), 1 - setting.turn):
            faults.append(f"{self.seats[1 - setting.turn]} is in check, but {mover} is to move")
        return faults

    # -- drawing ------------------------------------------------------------------------------------------

    @cached_property
    def declaration(self) -> Declaration:
        cells = Other("what stands on the nodes, see content; flags: who is to move, castling rights, en passant")
        counters = ("quiet", "number")
        fields = {name: Counter(MAX_COUNTED) if name in counters else cells for name in self.state_type._fields}  # type: ignore[attr-defined]
        return Declaration(self.state_type, fields)

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [self._piece(each) for each in self.form.all_standing(len(self.seats))]

    def kind_of_content(self, number: int) -> int:
        return number + self.form.layout["PLAYER_MASK"] >> self.form.layout["PLAYER_BITS"]

    def letter_of_content(self, number: int) -> str:
        kind = self.kind_of_content(number)
        return LETTERS[kind - 1] if kind < codes.DIRECTED else f"p{kind - codes.DIRECTED}"

    def empty_state(self, seat: int, hands: Sequence[int] = ()) -> State:
        return self.form.pack(Setting((), turn=seat, number=int(self.texts.is_chess_board)))

    def _piece(self, piece: Standing) -> Piece:
        name = f"{self.seats[piece.player]} {TYPES[piece.letter]}"
        figures = FIGURES[piece.player if len(self.seats) == 2 else 1]
        tint = TILE_NAMES.index(self.seats[piece.player]) if self.seats == SIDES else None
        return Piece(piece.node, piece.player, Shape.FIGURE, figures[LETTERS.index(piece.letter)], name, tint=tint)


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """What may be the letter of a piece before a move, and the choice behind it; both may be parts of labels, too."""
    letters = (text[0], "") if text and text[0] in LETTERS else ("",)
    found = CHOICE.search(text)
    choices = (found.group(), "") if found else ("",)
    yield from ((letter, choice) for letter in letters for choice in choices)


@lru_cache(maxsize=16)
def named_map(name: str) -> ChessMap:
    """One of the maps that come with the game."""
    return read_chess_map(text_of_map(name))


def text_of_map(name: str) -> str:
    """The file of such a map."""
    return (resources.files("ludograph.games.nchess") / "maps" / f"{name}.json").read_text(encoding="utf-8")


def map_in_file(file: Path) -> ChessMap:
    """The map in a user's file; FileRefused or InvalidMap, which lists what is wrong with it."""
    text = read_text(file)
    try:
        return read_chess_map(text)
    except InvalidMap as error:
        raise InvalidMap(f"The map {file} can't be played", error.faults) from None
