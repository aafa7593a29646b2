"""``ludograph backup`` and ``ludograph restore``: all that the server keeps, while it runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludograph.cli.options import AsJson, file_only, print_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ludograph.store.database import Database


def register(app: typer.Typer) -> None:
    app.command()(backup)
    app.command()(restore)


def backup(
    out: Annotated[
        Path | None, file_only("Where to; when left out, a new file in the folder backups of the data folder.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Write an archive, which needs no database; PostgreSQL always does.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Copy all that the server keeps into one file, also while it runs. LUDOGRAPH_DATABASE says which database."""
    from ludograph.store.copies import write_copy

    async def copied(database: Database) -> dict[str, Any]:
        is_plain = plain or not database.is_sqlite
        file = out or _new_file(is_plain)
        counts = await write_copy(database, file, is_plain=is_plain)
        form = "archive" if is_plain else "sqlite"
        return {"file": str(file), "format": form, "bytes": file.stat().st_size, "records": dict(counts)}

    done = _with_database(copied)
    if as_json:
        print_json(done)
        return
    typer.echo(f"{done['file']} has {_words(done['records'])}; {done['bytes']:,} bytes.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What ludograph backup has written.")],
    as_json: AsJson = False,
) -> None:
    """Add what a backup has and the database has not, also while the server runs; what is there stays as it is."""
    from ludograph.store.copies import restore_copy

    async def restored(database: Database) -> Any:
        return await restore_copy(database, file)

    done = _with_database(restored)
    if as_json:
        print_json({"added": dict(done.added), "kept": dict(done.kept)})
        return
    typer.echo(f"Added: {_words(done.added)}. There already: {_words(done.kept)}.")


def _with_database(work: Callable[[Database], Awaitable[Any]]) -> Any:
    import asyncio

    from ludograph.cli.serve import settings_of
    from ludograph.store.database import Database

    async def done() -> Any:
        database = Database(settings_of({}).database_url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(done())


def _new_file(is_plain: bool) -> Path:
    from ludograph.core.files import data_folder

    folder = data_folder() / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    return folder / f"ludograph-{moment}.{'jsonl' if is_plain else 'sqlite3'}"


def _words(counts: dict[str, int]) -> str:
    from ludograph.core.texts import counted

    return ", ".join(counted(number, kind) for kind, number in counts.items()) or "nothing"
