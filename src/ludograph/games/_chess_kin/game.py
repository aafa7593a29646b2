"""The class that chess's relatives are made of: a game names its pieces, its board and what is special."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.labels import lower_file_and_rank
from ludograph.board.tables import WORD_BITS, mask, words
from ludograph.core.alerts import Alert
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.portable.facts import Portable
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece as DrawnPiece
from ludograph.draw.picture import Shape
from ludograph.engine.board_game import (
    BoardGame,
    Cells,
    Code,
    Counter,
    Hand,
    Hidden,
    Kind,
    Marks,
    More,
    Node,
    Seat,
    Value,
)
from ludograph.engine.declared.codes import Touches
from ludograph.engine.declared.declaration import Standing, nodes_of
from ludograph.errors import InvalidPosition, MoveSyntaxError
from ludograph.games import _san as san
from ludograph.games._chess_kin import danger, evaluation, exchanges, rules, texts
from ludograph.games._chess_kin.codes import CASTLES, DRAWS, LOSES, NODE_MASK, TARGET
from ludograph.games._chess_kin.pieces import (
    ASLANT_AHEAD,
    BOTH_SEATS,
    CHESS_CASTLINGS,
    CHESS_KINDS,
    EVERY_WAY,
    Castling,
    Grid,
    Kin,
    line_tables,
    set_words,
)

MOST_IN_HAND = 63
CHECK = "Check"
DROP = re.compile(r"([A-Za-z])@([a-z]\d{1,2})")
STEP = re.compile(r"([a-z]\d{1,2})[-x]?([a-z]\d{1,2})(?:-?([=+]|=?[A-Za-z]))?")


class ChessKin(BoardGame):
    """A game with pieces of chess's kind on a grid. What stands here is chess's own."""

    rule_modules = (rules, evaluation, exchanges)
    alert_word = CHECK
    seats = ("White", "Black")
    chance_scale = 300
    repetition_limit = 3

    columns: ClassVar[int] = 8
    rows: ClassVar[int] = 8
    kinds_of_pieces: ClassVar[tuple[Kin, ...]] = CHESS_KINDS
    castlings: ClassVar[tuple[Castling, ...]] = CHESS_CASTLINGS
    fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    #: The letter of what is mated; none where kings are like others.
    royal: ClassVar[str] = "K"
    #: How many kings each seat has, at least and at most.
    kings: ClassVar[tuple[tuple[int, int], tuple[int, int]]] = ((1, 1), (1, 1))
    has_en_passant: ClassVar[bool] = True
    #: From this row on, as its owner sees it, a pawn is promoted; below the other it can't be.
    promotion_row: ClassVar[int] = 7
    lowest_pawn_row: ClassVar[int] = 1
    #: The letters of pieces that can be in hand, and how many pieces there are in all then.
    held: ClassVar[str] = ""
    most_pieces: ClassVar[int] = 64
    stalemate: ClassVar[int] = DRAWS
    #: A draw after so many moves of each side without progress: a capture, or a move of the pieces with these letters.
    move_limit: ClassVar[int] = 50
    progress: ClassVar[str] = "P"
    #: The letters without which nobody can win; None: all but the king's.
    dead_without: ClassVar[str | None] = None
    #: Constants of the kernel that are not 0: what is special in this game.
    special: ClassVar[Mapping[str, Any]] = {}
    shape: ClassVar[Shape] = Shape.FIGURE

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.piece_values = {kind.name: round(kind.worth / 100) for kind in cls.kinds_of_pieces if kind.worth}
        cls.state_type = state_type_of(cls)
        cls.portable = Portable(tags={"Variant": cls.title.removesuffix(" chess")})

    # -- the kernel ---------------------------------------------------------------------------------------

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.columns, self.rows)

    @cached_property
    def code(self) -> Code:  # type: ignore[override]
        """Alike are moves by which a piece becomes this or that, or stays what it is, and drops."""
        alike = max(len(self.held), *(1 + len(kind.becomes) for kind in self.kinds_of_pieces))
        return Code(alike=alike, source=Node(7), target=Node(7, ""), placed=Hidden(5), special=Hidden(3))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        return tuple(kind.letter for kind in self.kinds_of_pieces)

    def make_board(self, *_: Any, **values: Any) -> Board:
        return _squares(self.columns, self.rows)

    def make_tables(self, *_: Any, **values: Any) -> Mapping[str, Any]:
        kinds, grid, number = self.kinds_of_pieces, self.grid, len(self.kinds_of_pieces)
        places = {name: place for place, name in enumerate(self.state_type._fields)}  # type: ignore[attr-defined]
        is_dead = self.letters if self.dead_without is None else tuple(self.dead_without)
        choices = [[self.letters.index(letter) for letter in kind.becomes] for kind in kinds]
        return {
            "WORDS": words_of(grid.size),
            "KINDS": number,
            "FIRST_KIND": 2 * words_of(grid.size),
            **{name.upper(): places[name] for name in ("turn", "rights", "passed", "quiet", "number")},
            "LEFT": places.get("first_left", 0),
            "HANDS": places["number"] + 1,
            "COLUMNS": self.columns,
            "ROYAL": self._kind(self.royal),
            "ROOK": self._kind("R"),
            "PAWN": self._kind("P") if self.has_en_passant else number,
            "SPARED": self._kind("P") % number,
            "HELD": len(self.held),
            "MOST_QUIET": texts.MOST_COUNTED,
            "QUIET_LIMIT": 2 * self.move_limit,
            "STALEMATE": self.stalemate,
            "DEAD_WITHOUT": mask(self.letters.index(letter) for letter in is_dead if letter != self.royal),
            "ZONE": words([word for seat in BOTH_SEATS for word in set_words(self._zone(seat), grid)]),
            "PLACES": words([word for each in self._places for word in set_words(each, grid)]),
            "BECOMES_AT": words([sum(map(len, choices[:kind])) for kind in range(number + 1)]),
            "BECOMES": words([choice for of_kind in choices for choice in of_kind] or [0]),
            "RESETS": words([int(letter in self.progress) for letter in self.letters]),
            "CASTLINGS": words(self._castling_numbers() or [0]) if self.castlings else (),
            **self._drop_tables(),
            **self._pawn_tables(),
            **line_tables(grid, kinds),
            **evaluation.constants(grid, kinds, self.extra_worth),
            **self.special,
        }

    def _kind(self, letter: str) -> int:
        """The number of a kind; that of no kind where the game has none."""
        return self.letters.index(letter) if letter in self.letters else len(self.letters)

    def extra_worth(self, kind: Kin, column: int, row: int) -> int:
        """What a piece is worth besides to a player that searches, on a cell as the first seat sees it."""
        return 0

    def _zone(self, seat: int) -> int:
        return mask(node for node in range(self.grid.size) if self.grid.cell(seat, node)[1] >= self.promotion_row)

    @cached_property
    def _places(self) -> list[int]:
        """For each seat and kind the nodes on which such a piece can stand, as a set."""
        cells = [[self.grid.cell(seat, node) for node in range(self.grid.size)] for seat in BOTH_SEATS]
        return [
            mask(node for node, cell in enumerate(cells[seat]) if self._can_stand(kind, *cell))
            for seat in BOTH_SEATS
            for kind in self.kinds_of_pieces
        ]

    def _can_stand(self, kind: Kin, column: int, row: int) -> bool:
        is_pawn = kind.letter == "P" and bool(kind.becomes)
        has_room = not is_pawn or self.lowest_pawn_row <= row < self.promotion_row
        return has_room and all(way.ends(column, row) for way in kind.ways)

    def _castling_numbers(self) -> list[int]:
        cells = [(int(each.letter.islower()), *map(self._node, each[1:])) for each in self.castlings]
        return [number for each in cells for number in each]

    def _node(self, cell: str) -> int:
        return self.board.labels.index(cell)

    def _drop_tables(self) -> Mapping[str, Any]:
        kinds, grid = self.kinds_of_pieces, self.grid
        held_as = [self.held.find(kind.held or kind.letter) % (len(self.held) + 1) for kind in kinds]
        free = [
            mask(node for node in range(grid.size) if self.may_drop(letter, *grid.cell(seat, node)))
            for seat in BOTH_SEATS
            for letter in self.held
        ]
        return {
            "HELD_AS": words([*held_as, len(self.held)]),
            "DROPPED": words([self.letters.index(letter) for letter in self.held] or [0]),
            "DROP_NODES": words([word for cells in free for word in set_words(cells, grid)] or [0]),
            "ONE_IN_FILE": len(self.held),
        }

    def may_drop(self, letter: str, column: int, row: int) -> bool:
        """Whether a piece may be dropped on a cell, as its owner sees it: not where a pawn could never stand."""
        return letter != "P" or self.lowest_pawn_row <= row < self.promotion_row

    def _pawn_tables(self) -> Mapping[str, Any]:
        """Double steps that may be taken in passing, from where pawns take, and the cells around each."""
        grid = self.grid
        doubles, takers, around = [], [], []
        for seat in BOTH_SEATS:
            for node in range(grid.size):
                column, row = grid.cell(seat, node)
                over = grid.node(seat, column, row + 2)
                doubles.append(grid.size if row != 1 or over is None else over)
                sources = (grid.node(seat, column - right, row - up) for right, up in ASLANT_AHEAD)
                takers += [grid.size if source is None else source for source in sources]
        for node in range(grid.size):
            column, row = grid.cell(0, node)
            near = (grid.node(0, column + right, row + up) for right, up in EVERY_WAY)
            around.append(mask(each for each in near if each is not None) & (1 << WORD_BITS) - 1)
        return {"DOUBLE_STEPS": words(doubles), "TAKERS": words(takers), "AROUND": words(around)}

    # -- positions ----------------------------------------------------------------------------------------

    def start_text(self, *_: Any, **values: Any) -> str:
        return self.fen

    @cached_property
    def form(self) -> texts.Form:
        return texts.Form(self.columns, self.rows, self.letters, tuple(self.held), self._has_checks)

    @property
    def _has_checks(self) -> bool:
        return bool(self.special.get("COUNTS_CHECKS"))

    def write(self, state: Any) -> str:
        standing = self.declaration.standing(state)
        passed = self.declaration.sets["passed"].of(state)
        setting = texts.Setting(
            pieces={node: texts.Piece(each.seat or 0, each.kind.letter) for node, each in standing.items()},
            hands=list(self._in_hand(state)),
            turn=state.turn,
            rights="".join(each.letter for number, each in enumerate(self.castlings) if state.rights >> number & 1),
            passed="".join(map(self.board.label, nodes_of(passed))),
            left=(state.first_left, state.second_left) if self._has_checks else None,
            quiet=state.quiet,
            number=state.number,
        )
        return texts.written(setting, self.form)

    def _in_hand(self, state: Any) -> Iterator[texts.Piece]:
        first = self.kernel.constants["HANDS"]
        for place, (seat, letter) in enumerate((seat, letter) for seat in BOTH_SEATS for letter in self.held):
            yield from [texts.Piece(seat, letter)] * state[first + place]

    def read(self, text: str) -> Any:
        setting = texts.read(text, self.form)
        pieces = {node: self._standing(piece) for node, piece in setting.pieces.items()}
        faults = [*self._piece_faults(setting)]
        rights = self._rights(setting, faults)
        passed = self._passed(setting, faults)
        numbers = {"rights": rights, "quiet": setting.quiet, "number": setting.number}
        if setting.left:
            numbers |= {"first_left": setting.left[0], "second_left": setting.left[1]}
        state: Any = self.declaration.made(setting.turn, pieces, numbers)
        for piece in setting.hands:
            name = hand_name(piece.seat, self._name(piece.letter))
            state = state._replace(**{name: getattr(state, name) + 1})
        faults = faults or [*self.faults(state)]
        if faults:
            raise InvalidPosition("The position is not possible", faults, text)
        if passed is not None and self.plain.can_take_on(state, setting.turn, passed):
            parts = [*state]
            self.declaration.sets["passed"].put(1 << passed, parts)
            state = self.declaration.state_of(parts)
        return state

    def _name(self, letter: str) -> str:
        return next(kind.name for kind in self.kinds_of_pieces if kind.letter == letter)

    def _piece_faults(self, setting: texts.Setting) -> Iterator[str]:
        for seat, name in enumerate(self.seats):
            kings = sum(piece == (seat, self.royal) for piece in setting.pieces.values())
            least, most = self.kings[seat]
            if self.royal and not least <= kings <= most:
                yield f"{name} has {kings or 'no'} {self._name(self.royal)}{'s' if kings > 1 else ''}"
        if len(setting.pieces) + len(setting.hands) > self.most_pieces:
            yield f"there are more than {self.most_pieces} pieces"
        for node, (seat, letter) in setting.pieces.items():
            number = self.letters.index(letter)
            if not self._places[seat * len(self.letters) + number] >> node & 1:
                yield f"a {self._name(letter)} of {self.seats[seat]} can't be on {self.board.label(node)}"
        if setting.left and (not setting.left[setting.turn] or not any(setting.left)):
            yield f"{self.seats[setting.turn]} is to move, but has given all checks"

    def _rights(self, setting: texts.Setting, faults: list[str]) -> int:
        found, known = 0, [each.letter for each in self.castlings]
        for letter in setting.rights:
            if letter not in known or found >> known.index(letter) & 1:
                faults.append(f"{quoted(letter)} is no castling of this game, or is named twice")
                continue
            each, seat = self.castlings[known.index(letter)], int(letter.islower())
            wanted = {self._node(each.king): (seat, self.royal), self._node(each.rook): (seat, "R")}
            if any(setting.pieces.get(node) != piece for node, piece in wanted.items()):
                where = f"{each.king} and {each.rook}"
                faults.append(f"{self.seats[seat]} can't castle by {letter}: king and rook are not on {where}")
            found |= 1 << known.index(letter)
        return found

    def _passed(self, setting: texts.Setting, faults: list[str]) -> int | None:
        if not setting.passed:
            return None
        over, other = self.board.index(setting.passed), 1 - setting.turn
        if over is not None and self.has_en_passant:
            column, row = self.grid.cell(other, over)
            source, target = (self.grid.node(other, column, row + up) for up in (-1, 1))
            is_pawn = target is not None and setting.pieces.get(target) == (other, "P")
            if row == 2 and is_pawn and source not in setting.pieces and over not in setting.pieces:
                return over
        faults.append(f"no pawn can have stepped over {quoted(setting.passed)} just now, to be taken there")
        return None

    def faults(self, state: Any) -> Iterable[str]:
        """Who isn't to move must not be in check, and where no checks are allowed nobody."""
        if not self.royal:
            return
        for seat in BOTH_SEATS if self.special.get("NO_CHECKS") else (1 - state.turn,):
            if self._is_checked(state, seat):
                yield f"{self.seats[seat]} is in check, but {self.seats[state.turn]} is to move"

    def _is_checked(self, state: Any, seat: int) -> bool:
        has_king = self.royal and self.plain.royal_node(state, seat) < self.grid.size
        return bool(has_king and not self.plain.is_safe(state, seat))

    # -- moves --------------------------------------------------------------------------------------------

    @cached_property
    def touches(self) -> Touches:  # type: ignore[override]
        """What a piece becomes is written behind the cells, what is dropped before the cell."""
        bare = [letter.rstrip("~") for letter in self.letters]
        become = ["+" if letter.startswith("+") else f"={letter}" for letter in bare]
        drops = [f"{letter}@" for letter in bare]
        written = ["+" if letter.startswith("+") else letter.lower() for letter in bare]
        return Touches("", "", ("=", *become, *drops), ("", *written, *drops))

    def move_of(self, state: Any, code: int) -> Move:
        """What a code means depends on the piece that moves and on whether it takes; so much is known for good."""
        if self.special.get("EXPLODES"):
            return self._move_of(state, code)
        key = code, self.plain.kind_on(state, code & NODE_MASK), self.plain.is_capture(state, code), state.turn
        if key not in self._known_moves:
            self._known_moves[key] = self._move_of(state, code)
        return self._known_moves[key]

    @cached_property
    def _known_moves(self) -> dict[tuple[int, int, bool, int], Move]:
        return {}

    def _move_of(self, state: Any, code: int) -> Move:
        out = [0] * 3
        numbers = out[: self.plain.touched(state, code, 0, out)]
        size = self.grid.size
        nodes, choice = [each for each in numbers if each < size], [each - size for each in numbers if each >= size]
        labels = [self.board.label(node) for node in nodes]
        written = "".join(self.touches.written[each] for each in choice)
        is_drop = len(nodes) == 1
        return Move(
            text=written + labels[0] if is_drop else "".join(labels) + written,
            source=None if is_drop else labels[0],
            target=labels[-1],
            captures=self._captures(state, code),
            hops=(*labels, *(self.touches.choices[each] for each in choice)),
            code=code,
        )

    def _captures(self, state: Any, code: int) -> tuple[str, ...]:
        if not self.plain.is_capture(state, code):
            return ()
        if self.special.get("EXPLODES"):
            return tuple(map(self.board.label, self._taken(state, code, self.code.parts(code))))
        return (self.board.label(self.plain.taken_node(code, state.turn)),)

    def spellings(self, state: Any, move: Move) -> Iterable[str]:
        """Also with - or x between the cells, = before what a pawn becomes, and what is touched one after the other;
        and as chess players write it, where a pawn that is dropped may have no letter."""
        found = {move.text: None, "-".join(move.hops): None, move.text.removeprefix("P"): None}
        if move.source:
            for link in ("-", "x") if move.captures else ("-",):
                for choice in {"".join(move.hops[2:]), move.text.removeprefix(f"{move.source}{move.target}")}:
                    found[f"{move.source}{link}{move.target}{choice}"] = None
                    found[f"{move.source}{move.target}{choice}"] = None
            found |= dict.fromkeys(san.spellings(self._letter(state, move.code), move))
        if move.code & CASTLES:
            found[self._castling_text(move)] = None
        return found

    def normal(self, text: str) -> str:
        """Without signs that say nothing about which move it is; + may be a promotion."""
        bare = text.rstrip(san.SIGNS.replace("+", "") if self._writes_plus else san.SIGNS) or text
        return bare.replace("0", "O") if bare in san.WITH_ZEROS else bare

    def file_text(self, state: Any, move: Move) -> str:
        """Short as in chess, with its sign for check or a win."""
        return self._short_text(state, move) + self._sign_after(state, move)

    def _short_text(self, state: Any, move: Move) -> str:
        if move.source is None:
            return move.text
        if move.code & CASTLES:
            return self._castling_text(move)
        letter = self._letter(state, move.code)
        return san.san_of(letter, move, self._rivals(state, move, letter))

    def _rivals(self, state: Any, move: Move, letter: str) -> Iterator[Move]:
        """The moves of like pieces to the same cell."""
        for code in self.codes(state):
            if (code ^ move.code) >> TARGET & NODE_MASK == 0:
                rival = self.move_of(state, code)
                if rival.source and not code & CASTLES and self._letter(state, code) == letter:
                    yield rival

    def _letter(self, state: Any, code: int) -> str:
        """The letter of the piece that moves: one that was promoted is called like others."""
        kind: int = self.plain.kind_on(state, code & NODE_MASK)
        return self.letters[kind].rstrip("~")

    def _castling_text(self, move: Move) -> str:
        letter = next(each.letter for each in self.castlings if (each.king, each.king_to) == (move.source, move.target))
        return san.CASTLES[letter.upper()]

    def _sign_after(self, state: Any, move: Move) -> str:
        if self._writes_plus:
            return ""
        after = self.after(state, move)
        if not self.codes(after):
            return "#" if self.plain.winners(after) else ""
        return "+" if self._is_checked(after, after.turn) else ""

    @cached_property
    def _writes_plus(self) -> bool:
        """Whether a + says that a piece is promoted."""
        return any(letter.startswith("+") for letter in self.letters)

    def hops_in(self, text: str) -> Sequence[str]:
        if drop := DROP.fullmatch(text):
            hops = [drop[2], f"{drop[1].upper()}@"]
        elif step := STEP.fullmatch(text):
            choice = step[3] if step[3] in ("=", "+", None) else "=" + step[3][-1].upper()
            hops = [step[1], step[2], *([choice] if choice else [])]
        else:
            example = " or P@e4" if self.held else ""
            raise MoveSyntaxError(f"{quoted(text)} is no move: a move is written from cell to cell, as a1a2{example}.")
        cells = hops[:1] if drop else hops[:2]
        unknown = [cell for cell in cells if self.board.index(cell) is None]
        if unknown:
            raise MoveSyntaxError(f"{quoted(text)} is no move: {quoted(unknown[0])} is no cell of the board.")
        return hops

    # -- ends ---------------------------------------------------------------------------------------------

    def alerts(self, state: Any) -> Sequence[Alert]:
        if not self._is_checked(state, state.turn):
            return ()
        return (Alert(state.turn, (self.plain.royal_node(state, state.turn),), CHECK),)

    def endangered_rule(self) -> Callable[[Any], int] | None:
        return danger.endangered

    def ending(self, state: Any) -> tuple[str, str]:
        mover, other = self.seats[state.turn], self.seats[1 - state.turn]
        if winners := self.plain.decided(state):
            if winners == 3:
                return "draw", f"A draw: {self.both_reached}."
            winner = (mover, other)[winners == 2 >> state.turn]
            return "win", f"{winner} wins: {self.reached}."
        if self._is_checked(state, state.turn):
            return "checkmate", f"{mover} is checkmated: {other} wins."
        if self.stalemate == DRAWS:
            return "stalemate", f"A draw by stalemate: {mover} can't move and is not in check."
        winner = other if self.stalemate == LOSES else mover
        return "stalemate", f"{mover} can't move: {winner} wins."

    #: What has happened when the board shows that somebody has won, or both.
    reached: ClassVar[str] = "the other side has no pieces left"
    both_reached: ClassVar[str] = "both sides have reached their goal"

    def draw_of(self, state: Any) -> Outcome | None:
        if not self.plain.drawn(state):
            return None
        if self.move_limit and state.quiet >= 2 * self.move_limit:
            what = "a capture or a pawn's move" if self.progress else "a capture"
            return Outcome.draw(2, "move-limit", f"A draw: {self.move_limit} moves of each side without {what}.")
        return Outcome.draw(2, "dead", "A draw: no side has the material to win.")

    # -- drawing ------------------------------------------------------------------------------------------

    def pieces_beside(self, state: Any) -> Sequence[DrawnPiece]:
        return [self.piece(0, self._standing(piece)) for piece in self._in_hand(state)]

    def _standing(self, piece: texts.Piece) -> Standing:
        kinds = (kind.field for kind in self.declaration.kinds)
        return Standing(
            piece.seat, next(kind for kind in kinds if isinstance(kind, Kind) and kind.letter == piece.letter)
        )


@lru_cache
def _squares(columns: int, rows: int) -> Board:
    return grids.square(columns, rows, label=lower_file_and_rank)


def words_of(size: int) -> int:
    """How many words a set of so many nodes has."""
    return -(-size // WORD_BITS)


def hand_name(seat: int, kind: str) -> str:
    """The field for one kind of piece in a seat's hand."""
    return f"{('first', 'second')[seat]}_{kind}s"


def state_type_of(game: type[ChessKin]) -> type[tuple[int, ...]]:
    """The state of a game: the two seats' nodes, the nodes of each kind, whose turn it is, the castlings that are
    allowed, the node that a pawn has stepped over, the counters, then checks or pieces in hand where there are such."""
    size = game.columns * game.rows
    fields: list[tuple[str, Any]] = []

    def add_set(name: str, what: Cells | Kind | Marks) -> None:
        fields.append((name, Annotated[int, what]))
        fields.extend((f"{name}_high", Annotated[int, More()]) for _ in range(1, words_of(size)))

    add_set("first", Cells(0))
    add_set("second", Cells(1))
    for kind in game.kinds_of_pieces:
        add_set(kind.name.replace(" ", "_"), Kind(kind.letter, kind.name, game.shape, figures=kind.figures))
    fields.append(("turn", Annotated[int, Seat()]))
    fields.append(("rights", Annotated[int, Value((1 << len(game.castlings)) - 1)]))
    add_set("passed", Marks())
    fields += [(name, Annotated[int, Counter(texts.MOST_COUNTED)]) for name in ("quiet", "number")]
    if game.special.get("COUNTS_CHECKS"):
        fields += [(name, Annotated[int, Value(3)]) for name in ("first_left", "second_left")]
    names = {kind.letter: kind.name for kind in game.kinds_of_pieces}
    for seat in BOTH_SEATS:
        for letter in game.held:
            what = Hand(seat, MOST_IN_HAND, names[letter], game.shape)
            fields.append((hand_name(seat, names[letter]), Annotated[int, what]))
    made: Any = NamedTuple("State", fields)  # type: ignore[misc]
    return made
