"""A whole site, written into a folder that any host of files can serve, in any folder of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ludograph.adapters.building.entries import Files
from ludograph.core.files import write_folder
from ludograph.core.plain_data import themes_data
from ludograph.draw.palettes import PIECES
from ludograph.errors import CannotBuild
from ludograph.server.site.games import SiteGame, catalogue, chosen_games, files_of
from ludograph.server.site.pages import SERVICE_WORKER, page_files, service_worker


@dataclass(frozen=True)
class Written:
    """What a site consists of: its games, those that can't be there, and the bytes of its files."""

    games: tuple[str, ...]
    left_out: tuple[str, ...]
    sizes: dict[str, int]

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


def write_site(folder: Path, names: Iterable[str], progress: Callable[[int, int, str], None]) -> Written:
    """Write the site with these games; ``progress`` is told how many are done, of how many, and which is next."""
    games, left_out = chosen_games(names)
    if not games:
        raise CannotBuild(f"There is nothing to put on the site: the rules of {', '.join(left_out)} are plain Python.")
    files = site_files(games, progress)
    by_folder: dict[str, Files] = {}
    for name, content in files.items():
        parent, _, file = name.rpartition("/")
        by_folder.setdefault(parent, {})[file] = content
    for parent, own in by_folder.items():
        write_folder(folder / parent, own)
    return Written(
        tuple(each.game.id for each in games),
        tuple(left_out),
        {name: len(content) for name, content in files.items()},
    )


def site_files(games: list[SiteGame], progress: Callable[[int, int, str], None]) -> Files:
    """All files by their names."""
    themes = {pieces: themes_data(pieces) for pieces in PIECES}
    files = {**page_files(), **catalogue(games), "data/themes.json": json.dumps(themes, separators=(",", ":")).encode()}
    for number, each in enumerate(games):
        progress(number, len(games), each.game.id)
        files |= files_of(each)
    return {**files, SERVICE_WORKER: service_worker(files)}
