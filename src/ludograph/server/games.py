"""Games for clients: a file parameter names an upload by its content, and never a file of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

import structlog

from ludograph.core.authors import ANYTHING, failure_of, is_built_in
from ludograph.core.files import CONTENT_NAME, offer_text
from ludograph.core.game import Game
from ludograph.core.parameters import FileParameter
from ludograph.core.plain_data import game_data
from ludograph.core.registry import game as game_named
from ludograph.core.registry import game_class_named, game_names, specified
from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter, LudographError
from ludograph.players.named import FORMS, check_guest
from ludograph.server.problems import NotFound
from ludograph.store import uploads
from ludograph.store.database import Database

log = structlog.get_logger()

Given = ParamSpec("Given")
Result = TypeVar("Result")
MOST_GAMES_CACHED = 64


class Games:
    """Finds games by their names, and applies their rules in threads, so that the event loop never waits for them."""

    def __init__(self, database: Database, threads: int) -> None:
        self._database = database
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="rules")

    async def named(self, text: str) -> Game:
        """The game with this name; its uploads are fetched before it is made."""
        game_class, _, values = await self.run(specified, text)
        for parameter in game_class.parameters:
            value = values.get(parameter.name)
            if isinstance(parameter, FileParameter) and value is not None:
                await self._offer_upload(parameter.name, value)
        return await self.run(_cached_game, text)

    async def run(self, function: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Call something that may take its time, beside the event loop. What goes wrong in a game of another package
        is refused with a sentence: it must not reach the loop, which a SystemExit would end."""

        def call() -> Result:
            try:
                return function(*arguments, **named)
            except ANYTHING as error:
                failure = None if isinstance(error, LudographError) else failure_of(error)
                if failure is None:
                    raise
                log.error("game failed", why=failure.message, exc_info=error)
                raise failure from error

        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def close(self) -> None:
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


@lru_cache(maxsize=MOST_GAMES_CACHED)
def _cached_game(text: str) -> Game:
    return game_named(text)


@lru_cache(maxsize=1)
def catalogue() -> list[dict[str, Any]]:
    """Every game there is, with what can be chosen. One of another package that fails is logged and left out."""
    entries = []
    for name in game_names():
        try:
            entries.append(_entry(name))
        except ANYTHING as error:
            if is_built_in(game_class_named(name)):
                raise
            log.warning("game left out", game=name, why=str(failure_of(error) or error))
    return entries


def _entry(name: str) -> dict[str, Any]:
    found = game_class_named(name)
    usual = _cached_game(name)
    facts = game_data(usual)
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.summary,
        "variants": [{"name": variant, "summary": line} for variant, line in found.variants.items()],
        "parameters": [parameter.as_dict() for parameter in found.parameters],
        "short_parameters": {short: list(names) for short, names in found.short_parameters.items()},
        "seats": facts["seats"],
        "kinds": facts["kinds"],
        "is_puzzle": len(usual.seats) == 1,
        "players": players_for(usual),
    }


def players_for(game: Game) -> list[dict[str, str]]:
    """The forms of player names that this game can be played by."""
    offered = []
    for form, words in FORMS.items():
        name = form.partition("[")[0]
        with suppress(LudographError):
            check_guest(name, game)
            offered.append({"name": name, "form": form, "summary": words})
    return offered
