"""Solving in parts: the same solution, bit by bit, as one process writes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from ludograph.core.files import data_folder, reason_of
from ludograph.core.game import Game, Road
from ludograph.core.texts import counted
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import CannotSolve, FileRefused, TooLarge
from ludograph.solver.any_solution import AnySolution, load_solution
from ludograph.solver.levels import MOST_SORTED_KEYS
from ludograph.solver.memory import readable
from ludograph.solver.parts.checkpoints import COST, Checkpoints
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.endings import SharedWork
from ludograph.solver.parts.games import ReachedWork, TierWork
from ludograph.solver.parts.joining import write_joined
from ludograph.solver.parts.puzzles import PuzzleWork
from ludograph.solver.parts.work import Tell
from ludograph.solver.tiers.endings import EndgameSolution
from ludograph.solver.tiers.work import MOST_WHOLE, Work, survey_of_whole, tier_of_start


def solve_in_parts(
    game: Game,
    crew: Crew,
    out: Path,
    *,
    folder: Path | None = None,
    memory: int | None = None,
    most: int = MOST_SORTED_KEYS,
    tell: Tell | None = None,
    say: Callable[[str], object] | None = None,
    cost: float = COST,
) -> AnySolution:
    """Solve a puzzle or a game with a crew, into a file. What is kept on the way, in a folder that all workers reach,
    is gone on from when the same is called again. ``memory`` is what each worker may take, in bytes. What the work
    needs is said before it begins."""
    own = work_folder(game, folder)
    check_reached(crew, own)
    work = _work(game, crew, str(own), memory or crew.memory(), most, tell)
    _check_disk(work, own)
    if say:
        say(_needs(work, game, own))
    checkpoints = Checkpoints(own, work.identity, cost=cost)
    try:
        checkpoints.begin(crew.workers)
        (header,) = work.solve(checkpoints)
        write_joined(crew, str(own), 0, header, out)
        checkpoints.remove()
    finally:
        checkpoints.close()
    return load_solution(out)


def _work(game: Game, crew: Crew, folder: str, memory: int, most: int, tell: Tell | None) -> Any:
    if game.road in (Road.TABLE, Road.LEVELS):
        return PuzzleWork(cast(KernelPuzzle, game), crew, folder, memory, most, tell)
    if game.road is Road.RETROGRADE:
        return _game_work(cast(KernelGame, game), crew, folder, memory, most, tell)
    raise CannotSolve(f"{game.id} can't be solved in parts: it is not written as a kernel.")


def _game_work(game: KernelGame, crew: Crew, folder: str, memory: int, most: int, tell: Tell | None) -> Any:
    survey = survey_of_whole(game, min(most, MOST_WHOLE))
    if survey is None:
        return ReachedWork(game, crew, folder, memory, most, tell)
    return TierWork(survey, [tier_of_start(survey)], None, crew, folder, memory, tell, is_whole=True)


def solve_endings_in_parts(
    work: Work,
    crew: Crew,
    *,
    folder: Path | None = None,
    memory: int | None = None,
    tell: Tell | None = None,
    cost: float = COST,
) -> EndgameSolution:
    """Solve endings with a crew: the same files as :meth:`Work.solve` writes, in the folder of the endings, which all
    workers have to reach."""
    own = work_folder(work.game, folder)
    check_reached(crew, own)
    shared = SharedWork(work, crew, own, memory or crew.memory(), tell, cost)
    check_reached(crew, work.endings.folder)
    return shared.solve()


def work_folder(game: Game, folder: Path | None) -> Path:
    """Where the work on a game is kept, made if it isn't there: in the user's data folder, or in the one given."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", game.id)[:60].strip("-")
    own = (folder or data_folder() / "work").absolute() / f"{name}-{sha256(game.id.encode()).hexdigest()[:12]}"
    try:
        own.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileRefused(f"The folder {own} can't be made: {reason_of(error)}.") from None
    return own


def check_reached(crew: Crew, folder: Path) -> None:
    """Refuse a folder that a worker doesn't see, or not as it is here."""
    token = folder / f"seen-{uuid4().hex}"
    try:
        token.touch()
        if not all(crew.each(_is_there, str(token))):
            raise FileRefused(f"Not all workers reach {folder}: --folder names a folder that they do.")
    finally:
        token.unlink(missing_ok=True)


def _is_there(file: str) -> bool:
    return Path(file).exists()


def _needs(work: Any, game: Game, folder: Path) -> str:
    workers, most = counted(work.crew.workers, "worker"), readable(work.memory)
    needed = "memory is needed as positions are found"
    if work.estimated_bytes:
        needed = f"about {readable(work.estimated_bytes)} of memory are needed for each"
    disk = f"up to {readable(work.disk_bytes)}" if work.disk_bytes else "what is found"
    return f"Solving {game.id} with {workers}: {needed}, which may take {most}; {disk} on disk, in {folder}."


def _check_disk(work: Any, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if work.disk_bytes > free:
        raise TooLarge(
            f"The work needs {readable(work.disk_bytes)} in {folder}, and only {readable(free)} are free there."
        )
