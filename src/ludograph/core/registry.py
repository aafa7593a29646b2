"""The registry: from a name such as ``trimok?exchange=none`` to a game.

Built-in games are the modules and packages in ``ludograph.games`` and ``ludograph.puzzles``: ``peg_solitaire`` holds
the game ``peg-solitaire``, and no list names it. Other packages bring games by entry points of the
group ``ludograph.games``, named like the game. A broken plug-in is reported in ``problems`` and skipped. A game
that only one process knows is told to ``register``.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote

from ludograph.core.authors import (
    ANYTHING,
    blaming,
    check_definition,
    class_fault,
    is_built_in,
    place_of,
    said_of,
)
from ludograph.core.game import Game
from ludograph.core.parameters import FileParameter, read_parameters, spell_out
from ludograph.core.texts import MAX_QUOTED, quoted
from ludograph.errors import InvalidGame, InvalidParameter, LudographError, UnknownGame

BUILT_IN_PACKAGES = ("ludograph.games", "ludograph.puzzles")
ENTRY_POINT_GROUP = "ludograph.games"
#: What people call some games, with the names that these have here.
OTHER_NAMES = {
    "checkers": "draughts/english",
    "chess": "nchess",
    "reversi": "othello",
    "russian-draughts": "draughts/russian",
}
MAX_NAME_TEXT = 2_000
#: Made once, and kept until so many others were asked for.
MOST_GAMES_KEPT = 256
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SPECIFICATION = re.compile(r"(?P<name>[^/?]+)(/(?P<variant>[^/?]+))?(\?(?P<parameters>.*))?", re.DOTALL)

_registered: dict[str, type[Game]] = {}


def game(text: str) -> Game:
    """The game with this name, variant and parameters: the same object for all who ask, so that boards, tables,
    symmetries and compiled programs are made once, unless it depends on a file, which may change.

    Raises UnknownGame or InvalidParameter with a sentence that says what is wrong.
    """
    game_class, variant, values = specified(text)
    if is_built_in(game_class):
        chosen = [each for each in game_class.parameters if values.get(each.name, each.default) != each.default]
        make = _made if any(isinstance(each, FileParameter) for each in chosen) else _kept
        usual = next(iter(game_class.variants), None)
        return make(game_class, variant or usual, **{each.name: values[each.name] for each in chosen})
    with blaming(game_class):
        made = game_class(variant, **values)
    check_definition(made)
    return made


def _made(game_class: type[Game], variant: str | None, **values: Any) -> Game:
    return game_class(variant, **values)


_kept = lru_cache(MOST_GAMES_KEPT)(_made)


def specified(text: str) -> tuple[type[Game], str | None, dict[str, Any]]:
    """The class, the variant and the values that a name asks for, before any of them is used."""
    found = SPECIFICATION.fullmatch(text) if len(text) <= MAX_NAME_TEXT else None
    if found is None:
        raise UnknownGame(f"{quoted(text)} is no game: a game is written name/variant?key=value&key=value.")
    name, _, variant = OTHER_NAMES.get(found["name"], found["name"]).partition("/")
    if variant and found["variant"]:
        raise UnknownGame(f"{found['name']} is {name}/{variant}, which has no variant {quoted(found['variant'])}.")
    game_class = game_class_named(name)
    given = _split_parameters(found["parameters"])
    with blaming(game_class):
        texts = spell_out(game_class.name, game_class.short_parameters, given)
        values = read_parameters(game_class.name, game_class.parameters, texts)
    return game_class, variant or found["variant"], values


def game_class_named(name: str) -> type[Game]:
    """The class of the game with this bare name, or with another one that people call it by."""
    name = OTHER_NAMES.get(name, name).partition("/")[0]
    if NAME.fullmatch(name):
        if module := _built_in_module(name):
            return _class_in(module, name)
        if name in _registered:
            return _registered[name]
        if name in _plug_ins():
            return _plug_ins()[name]
    raise UnknownGame(_unknown(name))


def game_names() -> list[str]:
    """The bare names of all games, sorted."""
    return sorted({*_built_in_names(), *_registered, *_plug_ins()})


def name_called(text: str) -> str | None:
    """The bare name of the game that people call so, with any blanks, signs and capitals; None if there is none."""
    wanted = _letters(text)
    names = game_names()
    found = (name for name in names if _letters(name) == wanted)
    classes = (game_class_named(name) for name in names)
    others = (each.name for each in classes if wanted in map(_letters, (each.title, *each.other_names)))
    return next(found, None) or next(others, None)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def register(game_class: type[Game]) -> None:
    """Make a game known by its name in this process. It goes before a plug-in of that name, and takes the place of
    what was registered under it before.

    Raises InvalidGame when it is not whole, or has the name of a built-in game.
    """
    name = str(getattr(game_class, "name", ""))
    if fault := _class_fault(name, game_class, {}):
        raise InvalidGame(f"{getattr(game_class, '__name__', 'This')} can't be registered: it {fault}")
    _registered[name] = game_class


def unregister(name: str) -> None:
    """Forget a game that was registered, if it was."""
    _registered.pop(name, None)


def plug_in_problems() -> tuple[str, ...]:
    """One sentence for each plug-in that can't be used: that could not be loaded, or is no whole game."""
    problems = list(_load_plug_ins()[1])
    for name in _plug_ins():
        try:
            game(name)
        except LudographError as error:
            problems.append(error.message)
    return tuple(problems)


def _split_parameters(text: str | None) -> dict[str, str]:
    values: dict[str, str] = {}
    for item in () if text is None else text.split("&"):
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise InvalidParameter(f"{quoted(item)} is no parameter: parameters are written key=value&key=value.")
        if key in values:
            raise InvalidParameter(f"The parameter {quoted(key)} is given twice.")
        values[key] = unquote(value)
    return values


def _unknown(name: str) -> str:
    problem = next((line for line in _load_plug_ins()[1] if line.startswith(f"The plug-in {name!r} ")), None)
    if problem:
        return problem
    import difflib

    known = [*game_names(), *OTHER_NAMES]
    close = difflib.get_close_matches(name[:MAX_QUOTED].lower(), known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else "'ludograph games' lists them."
    return f"There is no game {quoted(name)}; {hint}"


def _built_in_names() -> Iterator[str]:
    for package in BUILT_IN_PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if not module.name.startswith("_"):
                yield module.name.replace("_", "-")


def _built_in_module(name: str) -> str | None:
    paths = (f"{package}.{name.replace('-', '_')}" for package in BUILT_IN_PACKAGES)
    return next((path for path in paths if find_spec(path)), None)


def _class_in(module: str, name: str) -> type[Game]:
    for value in vars(importlib.import_module(module)).values():
        if isinstance(value, type) and issubclass(value, Game) and value.__dict__.get("name") == name:
            return value
    raise UnknownGame(f"The module {module} has no game called {name!r}.")


def _plug_ins() -> dict[str, type[Game]]:
    return _load_plug_ins()[0]


@lru_cache(maxsize=1)
def _load_plug_ins() -> tuple[dict[str, type[Game]], list[str]]:
    """The usable plug-ins by name, and what is wrong with the others."""
    from importlib import metadata  # slow to import, and only needed here

    found: dict[str, type[Game]] = {}
    problems: list[str] = []
    for entry in metadata.entry_points(group=ENTRY_POINT_GROUP):
        fault: str | None
        try:
            loaded = entry.load()
        except ANYTHING as error:
            fault = f"can't be loaded: {said_of(error, entry.value.partition(':')[0], entry.value)}."
        else:
            fault = _class_fault(entry.name, loaded, found)
        if fault:
            problems.append(f"The plug-in {entry.name!r} {' '.join(fault.split())}")
        else:
            found[entry.name] = loaded
    return found, problems


def _class_fault(name: str, loaded: object, found: dict[str, type[Game]]) -> str | None:
    """Why a class can't be the game of this name, beside those found before."""
    fault = _fault(name, loaded, found)
    where = f" ({place_of(loaded)})" if isinstance(loaded, type) else ""
    return fault and f"{fault}{where}."


def _fault(name: str, loaded: object, found: dict[str, type[Game]]) -> str | None:
    if not (isinstance(loaded, type) and issubclass(loaded, Game)):
        return "is no subclass of ludograph.core.game.Game"
    if loaded.__abstractmethods__:
        return f"does not define {', '.join(sorted(loaded.__abstractmethods__))}"
    if not NAME.fullmatch(name):
        return "has a name that is not made of small letters, digits and dashes"
    if getattr(loaded, "name", None) != name:
        return f"holds a game of the other name {getattr(loaded, 'name', None)!r}"
    if name in found or name in OTHER_NAMES or _built_in_module(name):
        return "has the name of another game"
    return class_fault(loaded)
