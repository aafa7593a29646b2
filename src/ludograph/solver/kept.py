"""Solutions that are kept for the user: where they are, and the one for a puzzle if it is there."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ludograph.core.files import data_folder, reason_of
from ludograph.core.game import Game
from ludograph.errors import FileRefused, LudographError
from ludograph.solver.any_solution import AnySolution, load_solution


def kept_file(game_id: str, folder: str = "solutions") -> Path:
    """Where the solution of a puzzle is kept."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", game_id)[:60].strip("-")
    return data_folder() / folder / f"{name}-{hashlib.sha256(game_id.encode()).hexdigest()[:12]}.solution"


def place_for(game_id: str, folder: str = "solutions") -> Path:
    """The file in which the solution of a puzzle is to be kept, its folder made."""
    folder_for(folder)
    return kept_file(game_id, folder)


def folder_for(name: str) -> Path:
    """A folder in the user's data folder, made if it isn't there."""
    folder = data_folder() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileRefused(f"The folder {folder} can't be made: {reason_of(error)}.") from None
    return folder


def keep(solution: AnySolution) -> Path:
    """Keep a solution; returns its file."""
    file = place_for(solution.game.id)
    solution.save(file)
    return file


def kept_solution(game_id: str) -> AnySolution | None:
    """The solution that is kept of a puzzle; None when there is none, or only a damaged or outdated one."""
    file = kept_file(game_id)
    if not file.exists():
        return None
    try:
        solution = load_solution(file)
    except LudographError:
        return None
    return solution if solution.game.id == game_id else None


def kept_endings(game: Game) -> AnySolution | None:
    """What the solved materials that are kept of a game know together; None when there are none."""
    from ludograph.engine.kernel_game import KernelGame
    from ludograph.solver.tiers.endings import EndgameSolution, Endings

    if not isinstance(game, KernelGame) or len(game.seats) != 2 or not any(Endings.folders_of(game.id)):
        return None  # without a look at the rules' digest, for which all that a kernel looks up is made
    endings = Endings(game)
    return EndgameSolution(endings, ()) if endings.folder.is_dir() else None


def known_solution(game: Game) -> AnySolution | None:
    """The solution that is kept of a game, else that of its endings."""
    return kept_solution(game.id) or kept_endings(game)
