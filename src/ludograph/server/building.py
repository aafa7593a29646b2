"""Games as WebAssembly for pages that have a server: what a site is made of, made when somebody asks for it.

LLVM's part is kept where all compiled games are; the last modules and descriptions also in memory.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from ludograph.adapters.building.entries import kernel_game
from ludograph.core.game import Game
from ludograph.errors import CannotBuild
from ludograph.server.games import called
from ludograph.server.packed import File
from ludograph.server.programs import give_way
from ludograph.server.settings import Settings
from ludograph.server.shares import Shares

WASM, JSON = "application/wasm", "application/json"
MOST_KEPT = 32
DIGITS = 20


@dataclass(frozen=True)
class BuiltGame:
    """A module and its description; the digest is another one as soon as either is."""

    module: File
    description: File
    digest: str


class Building:
    """Builds one game after the other, in a thread that gives way to those who play; guests wait for their turn."""

    def __init__(self, settings: Settings) -> None:
        self._most_bytes = settings.module_limit
        self._shares = Shares(1, settings.patience_seconds, settings.waiting_per_guest)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="building", initializer=give_way)
        #: By the games' ids, those that were asked for last (LRU).
        self._known: OrderedDict[str, BuiltGame] = OrderedDict()

    def knows(self, game: Game) -> bool:
        """Whether nothing has to be made for a game."""
        return game.id in self._known

    async def of(self, game: Game) -> BuiltGame:
        """A game's module; CannotBuild where its rules are plain Python, or the module is too large."""
        if game.id not in self._known:
            async with self._shares.place():
                if game.id not in self._known:  # another guest may have waited for the same
                    building = asyncio.get_running_loop().run_in_executor
                    self._known[game.id] = await building(self._pool, called, partial(self._built, game))
        self._known.move_to_end(game.id)
        found = self._known[game.id]
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return found

    def _built(self, game: Game) -> BuiltGame:
        from ludograph.adapters.building.web import game_files

        files = game_files(kernel_game(game))
        module, description = (next(each for name, each in files.items() if name.endswith(end)) for end in ENDINGS)
        if len(module) > self._most_bytes:
            raise CannotBuild(
                f"{game.id} isn't sent to pages: its module has {len(module):,} bytes, and at most "
                f"{self._most_bytes:,} are."
            )
        digest = hashlib.sha256(f"{len(module)}\n".encode() + module + description).hexdigest()[:DIGITS]
        return BuiltGame(File(module, WASM), File(description, JSON), digest)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


ENDINGS = (".wasm", ".json")
