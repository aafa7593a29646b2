"""Games for clients: a file parameter names an upload by its content, and never a file of this machine."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Literal, ParamSpec, TypeVar

import structlog

from ludograph.core.authors import ANYTHING, failure_of, is_built_in
from ludograph.core.files import CONTENT_NAME, offer_text
from ludograph.core.game import Game
from ludograph.core.parameters import FileParameter
from ludograph.core.registry import OTHER_NAMES, game_class_named, game_names, specified
from ludograph.core.registry import game as game_named
from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter, LudographError
from ludograph.players.named import FORMS, LEVELS, PERFECT, POSITIONS_OF_A_ROUND, USUAL_LEVEL, check_guest
from ludograph.players.review import LEAST_LOSS
from ludograph.server.problems import NotFound
from ludograph.server.settings import Settings
from ludograph.server.shares import Shares
from ludograph.solver.kept import known_solution
from ludograph.store import uploads
from ludograph.store.database import Database
from ludograph.store.worker import Worker

log = structlog.get_logger()

Given = ParamSpec("Given")
Result = TypeVar("Result")
MOST_GAMES_CACHED = 64
Difficulty = Literal["easy", "medium", "hard", "hardest"]
#: Of a start that is wanted so: the share of the longest way to the end.
DIFFICULTIES: dict[Difficulty, float] = {"easy": 0.25, "medium": 0.5, "hard": 0.75, "hardest": 1.0}


class Games:
    """Finds games by their names, and applies their rules in threads, so that the event loop never waits for them.

    Moves of matches have a thread of their own, before which no question about a position, no drawing and no map can
    stand; those share others, guest by guest.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._road = Worker("moves")
        self._moving = Shares(1, settings.patience_seconds, settings.waiting_per_guest)
        self._pool = ThreadPoolExecutor(settings.rule_threads, thread_name_prefix="rules")
        self._shares = Shares(settings.rule_threads, settings.patience_seconds, settings.waiting_per_guest)

    @property
    def load(self) -> dict[str, dict[str, int]]:
        return {"moves": self._moving.load, "positions": self._shares.load}

    async def named(self, text: str) -> Game:
        """The game with this name; its uploads are fetched before it is made."""
        if found := KNOWN.get(text):
            return found
        game_class, _, values = await self.run(specified, text)
        for parameter in game_class.parameters:
            value = values.get(parameter.name)
            if isinstance(parameter, FileParameter) and value is not None:
                await self._offer_upload(parameter.name, value)
        return await self.run(_cached_game, text)

    async def move(self, function: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Call what a move of a match needs."""
        async with self._moving.place(is_bounded=False):
            return await self._road.call(partial(called, partial(function, *arguments, **named)))

    async def run(self, function: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Call something that may take its time, when it is the guest's turn."""
        async with self._shares.place():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, called, partial(function, *arguments, **named))

    def close(self) -> None:
        self._road.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _offer_upload(self, parameter: str, name: str) -> None:
        if not CONTENT_NAME.fullmatch(name):
            raise InvalidParameter(
                f"The parameter {parameter} is {quoted(name)}, but must name an upload here: sha256:…"
            )
        async with self._database.reading() as connection:
            upload = await uploads.find(connection, name)
        if upload is None:
            raise NotFound(f"Nothing was uploaded with the content {name}.")
        offer_text(upload.text)


def called(function: Callable[[], Result]) -> Result:
    """What goes wrong in a game of another package is refused with a sentence: it must not reach the loop, which a
    SystemExit would end."""
    try:
        return function()
    except ANYTHING as error:
        failure = None if isinstance(error, LudographError) else failure_of(error)
        if failure is None:
            raise
        log.error("game failed", why=failure.message, exc_info=error)
        raise failure from error


#: The games that were asked for last (LRU).
KNOWN: OrderedDict[str, Game] = OrderedDict()


def _cached_game(text: str) -> Game:
    found = KNOWN.pop(text, None) or game_named(text)
    KNOWN[text] = found
    if len(KNOWN) > MOST_GAMES_CACHED:
        with suppress(KeyError):  # another thread was first
            KNOWN.popitem(last=False)
    return found


def catalogue() -> list[dict[str, Any]]:
    """Every game there is, with what can be chosen. It is made once: who asks meanwhile waits for it, because a second
    thread that makes another one would only hold up the first."""
    with _LISTING:
        return entries_made()


_LISTING = Lock()


@lru_cache(maxsize=1)
def entries_made() -> list[dict[str, Any]]:
    """The catalogue, made now unless it was before. A game of another package that fails is logged and left out."""
    entries = []
    for name in game_names():
        try:
            entries.append(entry_of(name))
        except ANYTHING as error:
            if is_built_in(game_class_named(name)):
                raise
            log.warning("game left out", game=name, why=str(failure_of(error) or error))
    return entries


def entry_of(name: str) -> dict[str, Any]:
    """A game with what can be chosen."""
    found = game_class_named(name)
    usual = _cached_game(name)
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.summary,
        "variants": [
            {"name": variant, "summary": line, "seats": len(_cached_game(f"{name}/{variant}").seats)}
            for variant, line in found.variants.items()
        ],
        "other_names": list(found.other_names),
        "aliases": [{"name": other, "game": meant} for other, meant in OTHER_NAMES.items() if _is_of(meant, name)],
        "takes_graphs": any(isinstance(each, FileParameter) for each in found.parameters),
        "parameters": [parameter.as_dict() for parameter in found.parameters],
        "short_parameters": {short: list(names) for short, names in found.short_parameters.items()},
        "seats": list(usual.seats),
        "kinds": str(usual.kinds),
        "is_puzzle": len(usual.seats) == 1,
        "players": players_for(usual),
    }


def _is_of(game: str, name: str) -> bool:
    return game.partition("/")[0] == name


def players_for(game: Game) -> list[dict[str, str]]:
    """The forms of player names that this game can be played by."""
    offered = []
    for form, words in FORMS.items():
        name = form.partition("[")[0]
        if name == PERFECT and known_solution(game) is None:
            continue  # to refuse it in a sentence, which tells whether there could be one, takes ten times as long
        with suppress(LudographError):
            check_guest(name, game)
            offered.append({"name": name, "form": form, "summary": words})
    return offered


def thinking_facts() -> dict[str, Any]:
    """What a page has to know that lets players think by itself: how strong the levels are, what a fault is."""
    levels = {
        level: {"nodes": each.limits.nodes, "time": each.limits.time, "carelessness": each.carelessness}
        for level, each in LEVELS.items()
    }
    return {
        "levels": levels,
        "usual_level": USUAL_LEVEL,
        "positions_of_a_round": POSITIONS_OF_A_ROUND,
        "least_loss": {str(fault): least for fault, least in LEAST_LOSS.items()},
        "difficulties": dict(DIFFICULTIES),
    }
