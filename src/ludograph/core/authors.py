"""What the author of a game is told when something in it is wrong: one sentence with the game, the function and the
line of his file. Games of other packages may do anything, and none of it is shown to people as a traceback."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from ludograph.board import Board
from ludograph.core.parameters import Parameter
from ludograph.errors import InvalidGame, KernelFailed, LudographError

if TYPE_CHECKING:
    from ludograph.core.game import Game

OWN_FOLDER = str(Path(__file__).parents[1])
#: Behind the name of a kernel: the name of the module that its functions run in as plain Python.
PLAIN = " (plain)"
#: What may come out of the code of others.
ANYTHING = (Exception, SystemExit)
TOO_MANY_MOVES = "since there are more moves than max_moves says"


def is_built_in(game_class: type) -> bool:
    """Whether a class is one of our own, of which nobody else is told that it is wrong."""
    return game_class.__module__.startswith("ludograph.")


def place_of(code: Any) -> str:
    """Where a class or a function stands: ``corridor.py, line 31, in Corridor``."""
    import inspect  # only when something is wrong

    try:
        file, line = inspect.getsourcefile(code), inspect.getsourcelines(code)[1]
    except (OSError, TypeError):
        return f"{code.__module__}, in {code.__qualname__}"
    return f"{Path(file or '').name}, line {line}, in {code.__name__}"


def class_fault(game_class: type[Game]) -> str | None:
    """What is wrong with the facts of a class, to be put behind its name: "has no summary"."""
    for fact in ("title", "summary"):
        if not isinstance(getattr(game_class, fact, None), str):
            return f"has no {fact}, which is a text"
    parameters = game_class.parameters
    if not (isinstance(parameters, tuple) and all(isinstance(each, Parameter) for each in parameters)):
        return "has parameters that are no tuple of parameters"
    for fact in ("variants", "short_parameters"):
        if not isinstance(getattr(game_class, fact), Mapping):
            return f"has {fact} that are no mapping"
    return None


def fact_fault(game: Game) -> str | None:
    """The same of the facts that may depend on parameters."""
    seats = fact_of(game, "seats")
    if not (isinstance(seats, tuple) and seats and all(isinstance(seat, str) and seat for seat in seats)):
        return "has no seats, which are a tuple of names"
    return None if isinstance(fact_of(game, "board"), Board) else "has no board"


def fact_of(game: Game, name: str) -> Any:
    """A fact, or None when nobody gives it; what goes wrong in a property isn't taken for that."""
    return getattr(game, name) if hasattr(type(game), name) or name in vars(game) else None


def check_definition(game: Game) -> None:
    """Raises InvalidGame when its author has left out something, or said it wrongly."""
    with blaming(type(game)):
        if fault := game.definition_fault():
            raise game.invalid(fault)
        game.start_state()


def failure_of(error: BaseException) -> LudographError | None:
    """The sentence for a failure in the code of a game of another package; None when no such game had to do with it."""
    frames = list(traceback.walk_tb(error.__traceback__))
    found = next(filter(None, map(_game_in, reversed([frame for frame, _ in frames]))), None)
    where = author_place(error.__traceback__, found.__module__ if found else None)
    if where and where.module.endswith(PLAIN):
        return KernelFailed(f"The kernel {where.module.removesuffix(PLAIN)} failed: {where.said_of(error)}.")
    if found is None:
        return None
    return InvalidGame(f"The game {found.name} failed: {said_of(error, found.__module__, place_of(found))}.")


@contextmanager
def blaming(game_class: type[Game]) -> Iterator[None]:
    """Whatever goes wrong within is the fault of this class, and ends in a sentence that says so."""
    try:
        yield
    except ANYTHING as error:
        if isinstance(error, LudographError) or is_built_in(game_class):
            raise
        said = said_of(error, game_class.__module__, place_of(game_class))
        raise InvalidGame(f"The game {game_class.name} failed: {said}.") from error


def said_of(error: BaseException, module: str, otherwise: str) -> str:
    """An error in one line, with the line of the module's author that led to it, or with another place."""
    if isinstance(error, SyntaxError):
        return told(error)  # it has its own place
    where = author_place(error.__traceback__, module)
    return where.said_of(error) if where else f"{told(error)} ({otherwise})"


def told(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(".")


class AuthorPlace:
    """The innermost line of an author's that led to an error."""

    def __init__(self, frame: FrameType, summary: traceback.FrameSummary) -> None:
        self.module = str(frame.f_globals.get("__name__", ""))
        self.summary = summary

    @property
    def expression(self) -> str:
        """What failed, as far as Python tells: else nothing."""
        summary = self.summary
        if summary.colno is None or summary.end_colno is None or summary.end_lineno != summary.lineno:
            return ""
        import linecache

        line = linecache.getline(summary.filename, summary.lineno or 0).encode()  # Python counts columns in bytes
        return line[summary.colno : summary.end_colno].decode(errors="replace")

    def said_of(self, error: BaseException) -> str:
        what, expression = told(error), self.expression
        if isinstance(error, IndexError) and expression:
            what = f"{expression} is out of range"
            if "assignment" in str(error) and self.module.endswith(PLAIN):
                what += f", {TOO_MANY_MOVES}"  # rules write nothing else than moves
        elif expression:
            what += f" in {expression}"
        return f"{what} ({self})"

    def __str__(self) -> str:
        where = f"{Path(self.summary.filename).name}, line {self.summary.lineno}"
        return where if self.summary.name == "<module>" else f"{where}, in {self.summary.name}"


def author_place(trace: TracebackType | None, module: str | None) -> AuthorPlace | None:
    """The innermost line in a file of a module's package, or in the rules of a game that is not our own."""
    pairs = zip(traceback.walk_tb(trace), traceback.extract_tb(trace), strict=True)
    places = [AuthorPlace(frame, summary) for (frame, _), summary in pairs]
    return next((place for place in reversed(places) if _is_authors(place, module)), None)


def _is_authors(place: AuthorPlace, module: str | None) -> bool:
    is_plain = place.module.endswith(PLAIN) and not place.summary.filename.startswith(OWN_FOLDER)
    return is_plain or (module is not None and place.module.partition(".")[0] == module.partition(".")[0])


def _game_in(frame: FrameType) -> type[Game] | None:
    """The class of another package's game that a frame is about."""
    from ludograph.core.game import Game, Position

    for value in (frame.f_locals.get("self"), frame.f_locals.get("game"), frame.f_locals.get("position")):
        game = value.game if isinstance(value, Position) else value
        if isinstance(game, Game) and not is_built_in(type(game)):
            return type(game)
    return None
