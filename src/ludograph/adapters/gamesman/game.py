"""A puzzle class as a game: registered, it appears everywhere that a kernel's game does, only slower."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, cast

from ludograph.adapters.gamesman.asking import (
    after,
    drawing_of,
    move_texts,
    moves_of,
    name_of,
    read_puzzle,
    reason_of,
    shown,
    text_of,
    value_of,
)
from ludograph.adapters.gamesman.laws import can_read
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.board import Board, Node
from ludograph.core.game import MAX_POSITION_TEXT, Game
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.core.registry import NAME, register
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.errors import (
    IllegalMove,
    InvalidGame,
    InvalidPosition,
    LudographError,
    MoveError,
    PositionError,
    PositionSyntaxError,
)

MOVE_TYPES = {MoveKind.FORWARD: "for", MoveKind.BIDIRECTIONAL: "bi", MoveKind.BACKWARD: "back"}
STATES_KEPT = 1024
MOVES_NAMED = 12
MOST_LINES = 100
CHARACTER_WIDTH = 0.3  # of a line's height
VARIANT = re.compile(r"[^/?\s]{1,60}")


class _Listed(NamedTuple):
    """A move of a position: for people, and the puzzle's own value."""

    move: Move
    value: Any


class PlainPuzzleGame(Game):
    """A game made of a puzzle class. ``game_class`` makes the subclasses; a state is a position's text."""

    puzzle_class: ClassVar[type[Puzzle]]

    seats = ("Player",)
    kinds = MoveKind.ALL

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        start = _start_of(self.puzzle_class, self.variant)
        self._start = _one_line(start)
        drawing = _lines(start)
        self.line_width = max(map(len, drawing)) + 2
        self.board = _column_of_lines(min(len(drawing), MOST_LINES), self.line_width)
        self._listed = lru_cache(STATES_KEPT)(self._list)

    # -- positions ----------------------------------------------------------------------------------------

    def start_state(self) -> str:
        return self._start

    def write(self, state: str) -> str:
        return state

    def read(self, text: str) -> str:
        try:
            puzzle = read_puzzle(self.puzzle_class, self.variant, text)
            state = _one_line(puzzle)
            again = _one_line(read_puzzle(self.puzzle_class, self.variant, state))
        except LudographError as error:
            raise PositionSyntaxError("The position can't be read", [error.message.rstrip(".")], text) from error
        except Exception as error:  # fromString is somebody else's, and the text may be anything
            raise PositionSyntaxError("The position can't be read", [_words_of(error)], text) from error
        faults = []
        if again != state:
            faults.append(f"it reads as {shown(state)}, and that as {shown(again)}")
        if self.variant is not None and isinstance(puzzle.variant, str) and puzzle.variant != self.variant:
            faults.append(f"it belongs to the variant {shown(puzzle.variant)}")
        if faults:
            raise InvalidPosition("The position is not possible", faults, text)
        return state

    def _puzzle(self, state: str) -> Puzzle:
        """Always a new one: a puzzle that changes itself can't spoil a state."""
        try:
            return read_puzzle(self.puzzle_class, self.variant, state)
        except Exception as error:
            what = f"{self.puzzle_class.__name__}.fromString({shown(state)}) failed"
            raise InvalidGame(f"{what}: {reason_of(error).rstrip('.')}.") from error

    # -- moves --------------------------------------------------------------------------------------------

    def seat_of(self, state: str) -> int:
        return 0

    def moves_of(self, state: str, kind: MoveKind) -> Iterable[Move]:
        return [listed.move for listed in self._listed(state).values() if listed.move.kind in kind]

    def after(self, state: str, move: Move) -> str:
        return _one_line(after(self._puzzle(state), self._listed(state)[move.text].value))

    def spellings(self, state: str, move: Move) -> Iterable[str]:
        """The text, and the move as Python writes it, unless two moves are written so."""
        python = str(self._listed(state)[move.text].value)
        same = [listed for listed in self._listed(state).values() if str(listed.value) == python]
        return (move.text, python) if len(same) == 1 and python not in self._listed(state) else (move.text,)

    def hops_in(self, text: str) -> Sequence[str]:
        return (text,)

    def explain(self, state: str, text: str) -> MoveError:
        listed = self._listed(state).get(text)
        if listed:
            return IllegalMove(f"{text} is a {listed.move.kind} move here.", reason="other-kind")
        return self.why_not(state, (text,)) or super().explain(state, text)

    def why_not(self, state: str, hops: Sequence[str]) -> IllegalMove | None:
        """A puzzle class has no reasons to give: its list says what is legal, and its ``doMove`` must agree."""
        legal = {move.text for move in self.moves_of(state, MoveKind.LEGAL)}
        if len(hops) == 1 and hops[0] in legal:
            try:
                after(self._puzzle(state), self._listed(state)[hops[0]].value)
            except InvalidGame as error:
                return IllegalMove(error.message, reason="refused")
            return None
        named = ", ".join(shown(text)[1:-1] for text in sorted(legal)[:MOVES_NAMED])
        more = f" and {len(legal) - MOVES_NAMED:,} more" if len(legal) > MOVES_NAMED else ""
        offer = f"is none of the moves {named}{more}" if legal else "is no move: there is none left"
        return IllegalMove(f"{quoted(' '.join(hops))} {offer}.", reason="no-move")

    def _list(self, state: str) -> Mapping[str, _Listed]:
        """The moves of all kinds by their texts."""
        puzzle = self._puzzle(state)
        if puzzle.is_strict:
            found = [(kind, value) for kind, movetype in MOVE_TYPES.items() for value in moves_of(puzzle, movetype)]
        else:  # what is legal and what undoes is enough to know the kinds
            legal, undo = moves_of(puzzle, "legal"), moves_of(puzzle, "undo")
            found = [(MoveKind.BIDIRECTIONAL if value in undo else MoveKind.FORWARD, value) for value in legal]
            found += [(MoveKind.BACKWARD, value) for value in undo if value not in legal]
        texts = move_texts([value for _, value in found])
        return {
            text: _Listed(Move(text, None, None, kind, hops=(text,)), value)
            for text, (kind, value) in zip(texts, found, strict=True)
        }

    # -- the end ------------------------------------------------------------------------------------------

    def end_of(self, state: str) -> Outcome | None:
        value = value_of(self._puzzle(state))
        if value is PuzzleValue.SOLVABLE:
            return Outcome.win(1, (0,), "solved", "Solved!")
        if value is PuzzleValue.UNSOLVABLE:
            return Outcome.win(1, (), "unsolvable", "The puzzle can't be solved any more.")
        if self.moves_of(state, MoveKind.LEGAL):
            return None
        return Outcome.win(1, (), "stuck", "There is no move left, and the puzzle is not solved.")

    # -- drawing ------------------------------------------------------------------------------------------

    def pieces(self, state: str) -> list[Piece]:
        """What ``__str__`` prints, line by line; lines that the board has no room for share its last one."""
        lines = _lines(self._puzzle(state))
        room = len(self.board)
        if len(lines) > room:
            lines = [*lines[: room - 1], " / ".join(line.strip() for line in lines[room - 1 :])]
        width = max(map(len, lines))  # all of one width, so that they begin below each other
        return [
            Piece(node, 0, Shape.TEXT, line.ljust(width), line.strip(), self.line_width)
            for node, line in enumerate(lines)
            if line
        ]


def game_class(
    puzzle_class: type[Puzzle], *, name: str | None = None, title: str | None = None, summary: str | None = None
) -> type[PlainPuzzleGame]:
    """The game that a puzzle class is. An entry point of the group ``ludograph.games`` may name it.

    The name is, if not given, the ``puzzleid`` or the class' name; the title ``getName()``; the summary the first line
    of the docstring. Raises InvalidGame when the class can't be a game: it needs ``fromString`` and texts of one line.
    """
    own = puzzle_class.__name__
    if not can_read(puzzle_class):
        raise InvalidGame(f"{own} needs a fromString, the inverse of toString, to be a game.")
    name = name or _usual_name(puzzle_class)
    if not NAME.fullmatch(name):
        raise InvalidGame(f"{shown(name)} is no name for a game: it is made of small letters, digits and dashes.")
    variants = _variants_of(puzzle_class)
    start = _start_of(puzzle_class, next(iter(variants), None))
    made = type(
        own,
        (PlainPuzzleGame,),
        {
            "__module__": puzzle_class.__module__,
            "__doc__": puzzle_class.__doc__,
            "puzzle_class": puzzle_class,
            "name": name,
            "title": title or name_of(start),
            "summary": summary or _summary_of(puzzle_class),
            "variants": variants,
        },
    )
    game = cast(type[PlainPuzzleGame], made)
    try:
        game().read(_one_line(start))
    except PositionError as error:
        raise InvalidGame(f"{own} can't read its own start: {'; '.join(error.faults)}.") from error
    return game


def register_puzzle(puzzle_class: type[Puzzle], *, name: str | None = None) -> type[PlainPuzzleGame]:
    """Register a puzzle class as a game for this process, and return the game's class."""
    game = game_class(puzzle_class, name=name)
    register(game)
    return game


def _words_of(error: Exception) -> str:
    """Why ``fromString`` refuses: what it says itself, if it refuses as it should."""
    words = reason_of(error)
    if isinstance(error, (TypeError, ValueError)) and str(error):
        words = words.removeprefix(f"{type(error).__name__}: ")
    return words.rstrip(".")


def _usual_name(puzzle_class: type[Puzzle]) -> str:
    given = puzzle_class.puzzleid or getattr(puzzle_class, "id", None)
    if isinstance(given, str):
        return given.lower().replace("_", "-")
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", puzzle_class.__name__)
    return words.lower().replace("_", "-").strip("-")


def _summary_of(puzzle_class: type[Puzzle]) -> str:
    lines = (puzzle_class.__dict__.get("__doc__") or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else "a puzzle in plain Python"


def _variants_of(puzzle_class: type[Puzzle]) -> dict[str, str]:
    """The variants, each with a line about it."""
    declared = puzzle_class.variants
    ids = list(declared)
    wrong = [each for each in ids if not (isinstance(each, str) and VARIANT.fullmatch(each) and each.isprintable())]
    if wrong:
        raise InvalidGame(f"{puzzle_class.__name__}: {shown(wrong[0])} is no name for a variant.")
    lines = declared if isinstance(declared, Mapping) else {}
    return {each: lines[each] if isinstance(lines.get(each), str) else f"the variant {each}" for each in ids}


def _start_of(puzzle_class: type[Puzzle], variant: str | None) -> Puzzle:
    try:
        start = puzzle_class() if variant is None else puzzle_class.generateStartPosition(variant)
    except Exception as error:
        what = f"The start of {puzzle_class.__name__}" + (f" in the variant {variant}" if variant else "")
        raise InvalidGame(f"{what} can't be had: {reason_of(error).rstrip('.')}.") from error
    if not isinstance(start, Puzzle):
        raise InvalidGame(f"{puzzle_class.__name__}.generateStartPosition gives {shown(start)}, which is no puzzle.")
    return start


def _one_line(puzzle: Puzzle) -> str:
    """The position's text, if it can be a game's."""
    text = text_of(puzzle)
    if not text or not text.isprintable() or text != text.strip() or len(text) > MAX_POSITION_TEXT:
        raise InvalidGame(f"{type(puzzle).__name__}.toString() gives {shown(text)}, which is no line of text.")
    return text


def _lines(puzzle: Puzzle) -> list[str]:
    """The drawing's lines; at least one is not empty."""
    lines = [
        "".join(character if character.isprintable() else " " for character in line.expandtabs()).rstrip()
        for line in drawing_of(puzzle).splitlines()
    ]
    return lines if any(lines) else [text_of(puzzle)]


def _column_of_lines(rows: int, characters: int) -> Board:
    """A board of so many lines with room for so many characters."""
    half = max(1.0, CHARACTER_WIDTH * characters) / 2
    corners = ((-half, -0.5), (half, -0.5), (half, 0.5), (-half, 0.5))
    return Board(
        (Node(row, str(row + 1), 0.0, -row, outline=tuple((x, y - row) for x, y in corners)) for row in range(rows)),
        (),
        name="lines of text",
    )
