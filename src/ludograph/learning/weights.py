"""What was learned of a game: a file of tables or of a network, with the game, its rules and how it was learned.

Ours are beside this module; those that somebody has learned are in the user's data folder, and are used first.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludograph.core.files import data_folder, reason_of, write_whole
from ludograph.engine.kernel import Kernel
from ludograph.engine.program import Mode, Program
from ludograph.errors import FileRefused

if TYPE_CHECKING:
    from ludograph.core.game import Game
    from ludograph.engine.kernel_game import KernelGame
    from ludograph.learning.networks import Network
    from ludograph.learning.tables import Tables

VERSION = 1
OURS = Path(__file__).parent / "weights"
MOST_BYTES = 1 << 24
#: The fact that tells what a player with these weights got against tree search, where it was tried.
AGAINST_TREES, EVEN_SHARE = "against_trees", 0.5
#: The fact that names the habits of the search that won with these weights.
HABITS_KEPT = "habits"


@dataclass(frozen=True, eq=False)
class Weights:
    """Tables or a network, and facts about how they were learned."""

    tables: Tables | Network
    facts: Mapping[str, Any]

    def to_bytes(self, game: KernelGame) -> bytes:
        """What a file has of them."""
        import numpy as np

        described, arrays = self.tables.to_arrays()
        about = {"version": VERSION, **_identity(game), **described, "facts": dict(self.facts)}
        out = io.BytesIO()
        text = np.frombuffer(json.dumps(about, ensure_ascii=True).encode(), np.uint8)
        np.savez_compressed(out, about=text, **arrays)
        return out.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, game: KernelGame, name: str = "These weights") -> Weights:
        """FileRefused where they are damaged, or of another game or other rules."""
        import zipfile
        import zlib

        import numpy as np

        from ludograph.learning.habits import habits_for
        from ludograph.learning.networks import Network
        from ludograph.learning.tables import Seen, Tables

        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                about = json.loads(bytes(file["about"]))
                arrays = dict(file)
            if about["version"] != VERSION:
                raise FileRefused(f"{name} were learned by another version of ludograph: learn them anew.")
            if any(about[key] != value for key, value in _identity(game).items()):
                raise FileRefused(f"{name} are of {about['game']} with its rules then, not of {game.id} as it is now.")
            form = Network if "units" in arrays else Tables
            tables = form.from_arrays(about, arrays, Seen(game))
            facts = dict(about["facts"])
            if not set(facts.get(HABITS_KEPT, ())) <= set(habits_for(game)):
                raise ValueError("these are no habits of the game")
            return cls(
                tables, facts | {AGAINST_TREES: float(facts[AGAINST_TREES])} if AGAINST_TREES in facts else facts
            )
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error, OverflowError, EOFError):
            raise FileRefused(f"{name} are damaged.") from None

    def kernel(self, game: KernelGame, own: Kernel | None = None) -> Kernel:
        """The game's kernel, or another one of it, with these as its evaluation."""
        from ludograph.learning.habits import habits_of
        from ludograph.learning.tables import Seen

        own = own or game.kernel
        constants = {**own.constants, **self.tables.constants(Seen(game))}
        functions = self.tables.functions(own.functions)
        more, told = habits_of(game, self.facts.get(HABITS_KEPT, ()))
        return replace(own, functions={**functions, **more}, constants={**constants, **told})


def _identity(game: KernelGame) -> dict[str, Any]:
    return {"game": game.id, "rules_version": game.rules_version, "rules": game.rules_digest}


def file_of(game: Game, folder: Path | None = None) -> Path:
    """Where the weights of a game are, or would be, in the user's data folder or in another one."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", game.id)[:60].strip("-")
    own = f"{name}-{hashlib.sha256(game.id.encode()).hexdigest()[:8]}.weights"
    return (folder or data_folder() / "learned") / own


def read_weights(file: Path, game: KernelGame) -> Weights:
    """The weights in a file."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise FileRefused(f"{file} is too large for weights.")
        data = file.read_bytes()
    except OSError as error:
        raise FileRefused(f"The weights in {file} can't be read: {reason_of(error)}.") from None
    return Weights.from_bytes(data, game, f"The weights in {file}")


def keep_weights(weights: Weights, game: KernelGame, folder: Path | None = None) -> Path:
    """Write weights to where they are used from; returns the file."""
    file = file_of(game, folder)
    data = weights.to_bytes(game)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, lambda stream: stream.write(data))
    except OSError as error:
        raise FileRefused(f"The weights can't be kept in {file}: {reason_of(error)}.") from None
    return file


def weights_of(game: Game) -> Weights | None:
    """What was learned of a game, by the user or by us; None where nothing was, or where it is of no use any more."""
    from ludograph.engine.kernel_game import KernelGame

    if not isinstance(game, KernelGame):
        return None
    for folder in (None, OURS):
        file = file_of(game, folder)
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            continue
        if found := _known(file, changed, game):
            return found
    return None


@lru_cache(maxsize=64)
def _known(file: Path, changed: int, game: KernelGame) -> Weights | None:
    try:
        return read_weights(file, game)
    except FileRefused:
        return None


def playing_kernel(game: KernelGame) -> Kernel:
    """The kernel with which a game is searched: with the evaluation that was learned, if one was."""
    weights = weights_of(game)
    return game.kernel if weights is None else _kernel(weights, game)


def playing_program(game: KernelGame, *algorithms: Callable[..., Any], mode: Mode) -> Program:
    """Algorithms put together with that kernel, once for all who ask."""
    weights = weights_of(game)
    return game.program(*algorithms, mode=mode) if weights is None else _program(weights, game, algorithms, mode)


@lru_cache(maxsize=64)
def _kernel(weights: Weights, game: KernelGame) -> Kernel:
    return weights.kernel(game)


@lru_cache(maxsize=64)
def _program(weights: Weights, game: KernelGame, algorithms: tuple[Callable[..., Any], ...], mode: Mode) -> Program:
    return Program(_kernel(weights, game), algorithms, mode)


def is_judged(game: Game) -> bool:
    """Whether it is known who is ahead in a game: by its own rules or by what was learned."""
    from ludograph.engine.kernel_game import KernelGame

    if len(game.seats) != 2 or not isinstance(game, KernelGame):
        return False
    if game.has_evaluation:
        return True
    weights = weights_of(game)
    return weights is not None and weights.facts.get(AGAINST_TREES, EVEN_SHARE) >= EVEN_SHARE
