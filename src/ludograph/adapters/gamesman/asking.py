"""Asking a puzzle of somebody else's: every answer is checked, every failure is one sentence for its author.

All parts of the adapter talk to puzzles by these functions only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Sequence
from enum import Enum
from operator import methodcaller
from typing import Any

from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.adapters.gamesman.server_puzzle import ServerPuzzle, StringMode
from ludograph.core.game import MAX_MOVE_TEXT
from ludograph.errors import InvalidGame, LudographError

MAX_SHOWN = 120


class PuzzleWarning(UserWarning):
    """A puzzle breaks a law that its kind is not held to strictly, or a file has none."""


def text_of(puzzle: Puzzle) -> str:
    """The position's text."""
    text = _answer(puzzle, "toString", *_mode_for(puzzle))
    if not isinstance(text, str):
        raise InvalidGame(f"{_name(puzzle)}.toString() gives {shown(text)}, which is no text.")
    return text


def _mode_for(puzzle: Puzzle) -> tuple[StringMode, ...]:
    return (StringMode.HUMAN_READABLE,) if isinstance(puzzle, ServerPuzzle) else ()


def key_of(puzzle: Puzzle) -> Hashable:
    """What positions are told apart by: their texts; in the way of GamesmanPuzzles their hashes."""
    key: Hashable = _answer(puzzle, "__hash__") if isinstance(puzzle, ServerPuzzle) else text_of(puzzle)
    return key


def fast_key_for(puzzle: Puzzle) -> Callable[[Puzzle], Hashable]:
    """The same for all positions of a puzzle, without a sentence when it fails."""
    return methodcaller("__hash__") if isinstance(puzzle, ServerPuzzle) else text_of


def read_puzzle(puzzle_class: type[Puzzle], variant: str | None, text: str) -> Puzzle:
    """The position with this text; the errors of its author are not caught."""
    if issubclass(puzzle_class, ServerPuzzle):
        return puzzle_class.fromString(variant or "", text)
    return puzzle_class.fromString(text)


def drawing_of(puzzle: Puzzle) -> str:
    """The position for people."""
    return str(_answer(puzzle, "__str__"))


def name_of(puzzle: Puzzle) -> str:
    """The puzzle's name for people."""
    return str(_answer(puzzle, "getName"))


def value_of(puzzle: Puzzle) -> PuzzleValue:
    """What the puzzle itself knows of its value."""
    value = _answer(puzzle, "primitive")
    if not PuzzleValue.contains(value):
        raise InvalidGame(f"{_name(puzzle)}.primitive() gives {shown(value)} at {where(puzzle)}: no PuzzleValue.")
    return PuzzleValue(value)


def moves_of(puzzle: Puzzle, movetype: str) -> list[Any]:
    """The moves of a type, each once, in the puzzle's order; sets, which have none, in the order of the texts."""
    moves = _answer(puzzle, "generateMoves", movetype)
    try:
        listed = list(moves)
    except Exception as error:  # a generator fails only when it is run
        raise _failure(puzzle, f"generateMoves({movetype!r})", error) from error
    if isinstance(moves, (set, frozenset)):
        listed.sort(key=canonical)
    return distinct(listed)


def after(puzzle: Puzzle, move: Any) -> Puzzle:
    """The puzzle after one of its moves."""
    reached = _answer(puzzle, "doMove", move)
    if not isinstance(reached, Puzzle):
        call = f"{_name(puzzle)}.doMove({shown(move)})"
        raise InvalidGame(f"{call} gives {shown(reached)} at {where(puzzle)}: no new puzzle.")
    return reached


def solutions_of(puzzle: Puzzle) -> dict[str, Puzzle]:
    """The solutions by their texts."""
    solutions = _answer(puzzle, "generateSolutions")
    try:
        listed = list(solutions)
    except Exception as error:
        raise _failure(puzzle, "generateSolutions()", error) from error
    for solution in listed:
        if not isinstance(solution, Puzzle):
            raise InvalidGame(f"{_name(puzzle)}.generateSolutions() gives {shown(solution)}, which is no puzzle.")
    return {text_of(solution): solution for solution in listed}


def distinct(moves: Sequence[Any]) -> list[Any]:
    """The moves in their order, each once; they need not be hashable."""
    try:
        return list(dict.fromkeys(moves))
    except TypeError:
        return [move for number, move in enumerate(moves) if move not in moves[:number]]


# -- texts of moves -----------------------------------------------------------------------------------------


def canonical(move: Any) -> str:
    """The short text of a move: ``(0, 1)`` is ``0-1``, ``((0, 1), (2, 3))`` is ``0,1-2,3``; empty if there is none."""
    return _joined(move, "-,;")


def _joined(value: Any, separators: str) -> str:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, (tuple, list)) and separators:
        parts = [_joined(part, separators[1:]) for part in value]
        return separators[0].join(parts) if all(parts) else ""
    return _usable(str(value) if _has_text(value) else "")


def _has_text(value: Any) -> bool:
    """Whether its type says how it is written: by default an object is written as its address."""
    return any("__str__" in vars(each) or "__repr__" in vars(each) for each in type(value).__mro__[:-1])


def _usable(text: str) -> str:
    """The text if it can be a move's, else nothing. An address in memory is another one in the next run."""
    is_plain = text.isprintable() and text == text.strip() and len(text) <= MAX_MOVE_TEXT
    return text if is_plain and " at 0x" not in text else ""


def move_texts(moves: Sequence[Any]) -> list[str]:
    """A text for each of these different moves: the short one; where that is none, or not the only one, what
    ``repr`` gives; else its number, as in ``move-3``."""
    short = [_usable(canonical(move)) for move in moves]
    often = Counter(short)
    texts = [text if often[text] == 1 else _usable(repr(move)) for text, move in zip(short, moves, strict=True)]
    often = Counter(texts)
    return [text if text and often[text] == 1 else _numbered(number, often) for number, text in enumerate(texts, 1)]


def _numbered(number: int, taken: Container[str]) -> str:
    text = f"move-{number}"
    while text in taken:  # somebody calls another move so
        text += "'"
    return text


# -- sentences ----------------------------------------------------------------------------------------------


def where(puzzle: Puzzle) -> str:
    """The position for a sentence."""
    try:
        return shown(puzzle.toString(*_mode_for(puzzle)))
    except Exception:  # the sentence is about something else
        return "a position without a text"


def shown(value: Any) -> str:
    """A value for a sentence: on one line, shortened."""
    try:
        text = repr(value)
    except Exception:  # what can't even be shown
        text = f"a {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def reason_of(error: BaseException) -> str:
    """What an exception of somebody else's says, on one line, shortened."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    name = type(error).__name__
    words = f"{name}: {words}" if words else name
    return words if len(words) <= MAX_SHOWN else words[: MAX_SHOWN - 1] + "…"


def _answer(puzzle: Puzzle, method: str, *arguments: Any) -> Any:
    try:
        return getattr(puzzle, method)(*arguments)
    except LudographError:
        raise
    except Exception as error:  # the puzzle is somebody else's and may do anything
        raise _failure(puzzle, f"{method}({', '.join(map(shown, arguments))})", error) from error


def _failure(puzzle: Puzzle, call: str, error: Exception) -> InvalidGame:
    return InvalidGame(f"{_name(puzzle)}.{call} failed at {where(puzzle)}: {reason_of(error).rstrip('.')}.")


def _name(puzzle: Puzzle) -> str:
    return type(puzzle).__name__
