"""The laws of a puzzle's moves, held against a puzzle.

legal = for ∪ bi, undo = bi ∪ back, all = the three; and a move from P to Q that is ``for`` at P is ``back`` at Q, one
that is ``bi`` at P is ``bi`` at Q: so undo moves invert legal ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ludograph.adapters.gamesman.asking import (
    after,
    canonical,
    distinct,
    moves_of,
    read_puzzle,
    reason_of,
    shown,
    solutions_of,
    text_of,
    value_of,
)
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.adapters.gamesman.server_puzzle import ServerPuzzle
from ludograph.errors import InvalidGame

#: Each kind, and the kind that the way back has.
INVERSE = {"for": "back", "bi": "bi", "back": "for"}
UNIONS = {"legal": ("for", "bi"), "undo": ("bi", "back"), "all": ("for", "bi", "back")}
OPPOSITE = {"legal": "undo", "undo": "legal"}


@dataclass(frozen=True)
class Place:
    """A position and its neighbours: by kind, then by text, the move that leads there."""

    puzzle: Puzzle
    text: str
    ways: Mapping[str, Mapping[str, Any]]
    neighbours: Mapping[str, Puzzle]
    moves: Sequence[str]

    def has_way(self, movetype: str, target: str) -> bool:
        """Whether a move of this type leads to the position with this text."""
        return any(target in self.ways[kind] for kind in UNIONS.get(movetype, (movetype,)))


def check_puzzle(puzzle: Puzzle, positions: int = 200) -> int:
    """Hold so many positions, those nearest to this one and to the solutions, against everything that
    :class:`Puzzle` promises. Returns how many there were.

    Raises InvalidGame with a sentence that names the position and what is wrong there.
    """
    checked = 0
    hashes: dict[str, int] = {}
    for place in checked_places(puzzle, positions):
        _check_hashes(place, hashes)
        _check_refusal(place)
        _check_reading(place)
        checked += 1
    return checked


def check_move_types(puzzle: Puzzle) -> None:
    """Whether the lists of this position's moves go together; InvalidGame when they don't."""
    _explored(puzzle, text_of(puzzle))


def checked_places(puzzle: Puzzle, positions: int) -> Iterator[Place]:
    """The positions nearest to this one and to the solutions, each after its moves and its value were checked."""
    solutions = solutions_of(puzzle)
    waiting = deque([puzzle, *solutions.values()])
    known: dict[str, Place] = {}
    queued = {text_of(each) for each in waiting}
    done: set[str] = set()
    while waiting and len(done) < positions:
        here = _place(waiting.popleft(), known)
        if here.text in done:
            continue
        done.add(here.text)
        check_solved(here.puzzle, here.text, solutions)
        for text, neighbour in here.neighbours.items():
            _check_ways_back(here, _place(neighbour, known))
            if text not in queued:
                queued.add(text)
                waiting.append(neighbour)
        yield here


def _place(puzzle: Puzzle, known: dict[str, Place]) -> Place:
    """The place with this position's text: what has the same text must have the same moves."""
    text = text_of(puzzle)
    if text not in known:
        known[text] = _explored(puzzle, text)
    elif known[text].moves != _all_moves(puzzle):
        name = type(puzzle).__name__
        raise InvalidGame(f"{name}: two positions with different moves have the same text {shown(text)}.")
    return known[text]


def _all_moves(puzzle: Puzzle) -> list[str]:
    return sorted(map(shown, moves_of(puzzle, "all")))


def _explored(puzzle: Puzzle, text: str) -> Place:
    """The position with its neighbours; the lists of moves must agree with each other."""
    moves = {movetype: moves_of(puzzle, movetype) for movetype in (*INVERSE, *UNIONS)}
    name = type(puzzle).__name__
    for movetype, kinds in UNIONS.items():
        union = distinct([move for kind in kinds for move in moves[kind]])
        if odd := _difference(moves[movetype], union):
            parts = " and ".join(f"'{kind}'" for kind in kinds)
            raise InvalidGame(
                f"{name}: the '{movetype}' moves at {shown(text)} are not its {parts} moves together: "
                f"{shown(odd[0])} is only in one of the lists."
            )
    ways: dict[str, dict[str, Any]] = {}
    neighbours: dict[str, Puzzle] = {}
    for kind in INVERSE:
        ways[kind] = {}
        for move in moves[kind]:
            reached = after(puzzle, move)
            if text_of(puzzle) != text:
                raise InvalidGame(f"{name}.doMove({shown(move)}) changes the puzzle {shown(text)} itself.")
            target = text_of(reached)
            ways[kind].setdefault(target, move)
            neighbours.setdefault(target, reached)
    for first, second in combinations(INVERSE, 2):
        for target in (text for text in ways[first] if text in ways[second]):
            raise InvalidGame(
                f"{name}: the way from {shown(text)} to {shown(target)} is listed as '{first}' and as '{second}'."
            )
    return Place(puzzle, text, ways, neighbours, _all_moves(puzzle))


def _difference(first: list[Any], second: list[Any]) -> list[Any]:
    return [move for move in first if move not in second] + [move for move in second if move not in first]


def _check_ways_back(here: Place, there: Place) -> None:
    name = type(here.puzzle).__name__
    for kind, inverse in INVERSE.items():
        if there.text not in here.ways[kind] or there.has_way(inverse, here.text):
            continue
        move = canonical(here.ways[kind][there.text]) or shown(here.ways[kind][there.text])
        for movetype, opposite in OPPOSITE.items():
            if here.has_way(movetype, there.text) and not there.has_way(opposite, here.text):
                raise no_way_back(name, movetype, here.text, there.text, move)
        raise InvalidGame(
            f"{name}: the move {move} from {shown(here.text)} to {shown(there.text)} is listed as '{kind}', "
            f"but the way back is not listed as '{inverse}'."
        )


def no_way_back(name: str, movetype: str, here: str, there: str, move: str = "") -> InvalidGame:
    """The sentence for a puzzle whose undo moves don't invert its legal moves."""
    article = "an" if movetype == "undo" else "a"
    what = f"the '{movetype}' move {move}" if move else f"{article} '{movetype}' move"
    back = f"no '{OPPOSITE[movetype]}' move leads back"
    return InvalidGame(f"{name}: {what} leads from {shown(here)} to {shown(there)}, but {back}.")


def check_solved(puzzle: Puzzle, text: str, solutions: Mapping[str, object]) -> None:
    """``primitive`` and ``generateSolutions`` must agree about a position."""
    is_solved = value_of(puzzle) is PuzzleValue.SOLVABLE
    name = type(puzzle).__name__
    if is_solved and text not in solutions:
        raise InvalidGame(f"{name}: the solved position {shown(text)} is missing in generateSolutions().")
    if not is_solved and text in solutions:
        raise InvalidGame(f"{name}: generateSolutions() lists {shown(text)}, which is not solved by its primitive().")


def _check_hashes(place: Place, hashes: dict[str, int]) -> None:
    """A position has the same hash however it was reached."""
    for text, puzzle in ((place.text, place.puzzle), *place.neighbours.items()):
        number = _hash(puzzle)
        if hashes.setdefault(text, number) != number:
            raise InvalidGame(f"{type(puzzle).__name__}: {shown(text)} has not always the same __hash__().")


def _hash(puzzle: Puzzle) -> int:
    try:
        return hash(puzzle)
    except Exception as error:
        what = f"{type(puzzle).__name__}.__hash__() failed at {shown(text_of(puzzle))}"
        raise InvalidGame(f"{what}: {reason_of(error)}.") from error


class _NoMove:
    """Something that is no move of any puzzle."""

    def __repr__(self) -> str:
        return "something that is no move"


def _check_refusal(place: Place) -> None:
    """What is no move is refused as such."""
    name = type(place.puzzle).__name__
    try:
        place.puzzle.doMove(_NoMove())
    except (TypeError, ValueError):
        return
    except Exception as error:
        what = f"refuses what is no move at {shown(place.text)} with {reason_of(error)}"
        raise InvalidGame(f"{name}.doMove {what}, and not with a TypeError.") from error
    raise InvalidGame(f"{name}.doMove takes what is no move at {shown(place.text)}; it must raise a TypeError.")


def _check_reading(place: Place) -> None:
    """Where positions can be read, each is read from its own text."""
    puzzle_class = type(place.puzzle)
    if not can_read(puzzle_class):
        return
    try:
        again = text_of(read_puzzle(puzzle_class, place.puzzle.variant, place.text))
    except Exception as error:
        what = f"{puzzle_class.__name__}.fromString({shown(place.text)}) failed"
        raise InvalidGame(f"{what}: {reason_of(error)}.") from error
    if again != place.text:
        raise InvalidGame(f"{puzzle_class.__name__}.fromString({shown(place.text)}) gives {shown(again)}.")


def can_read(puzzle_class: type[Puzzle]) -> bool:
    """Whether the class defines its own ``fromString``."""
    own = getattr(puzzle_class.fromString, "__func__", None)
    return all(own is not vars(base)["fromString"].__func__ for base in (Puzzle, ServerPuzzle))
