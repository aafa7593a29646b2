"""Copies of everything: made and restored while the server runs, by SQLite itself or as an archive."""

from __future__ import annotations

import asyncio
import hashlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clients import API, Client, Playing, bearer
from servers import Serve, quick_place
from test_deleting import apart

from ludograph.cli.main import run
from ludograph.errors import FileRefused
from ludograph.games.nchess.game import text_of_map
from ludograph.server.live_match import LiveMatch
from ludograph.store import archive
from ludograph.store.archive import Record, read_archive, write_archive
from ludograph.store.copies import restore_copy, write_copy
from ludograph.store.database import Database, usual_url
from ludograph.store.matches import StoredMatch, StoredMove, StoredSeat

NOTHING = dict.fromkeys(("upload", "solve", "ban", "rating", "report", "match"), 0)
GRAPH = '{"nodes": ["a", "b"], "edges": [["a", "b"]], "start": "a", "solutions": ["b"]}'


async def filled(client: Client) -> Playing:
    """Something of everything; the match that can be gone on with."""
    playing = await client.begin("trimok", clock="300+3")
    assert (await playing.move(0, "A2-A3", 0, key="first")).status_code == 200
    await playing.ask("draw", 0, reply="offer")
    sent = await client.http.post(f"{API}/maps", content=text_of_map("glinski"))
    await client.begin(f"nchess?map={sent.json()['hash']}", "human", "random", is_paused=True)
    await client.post("/solves", {"game": "hanoi?disks=2"})
    other, bob = await apart(client)
    await client.post(f"{other.path}/chat", {"text": "hello"}, headers=bearer(bob))
    await client.post(f"{other.path}/report", {"seat": 0, "text": "slow"}, headers=bearer(bob))
    for game in ("hex", "trimok"):
        await client.rate("token", game)
    return playing


async def everything(database: Database) -> list[Record]:
    async with database.reading() as connection:
        return [record async for record in archive.records(connection)]


def without_clocks(records: list[Record]) -> list[Record]:
    """Clocks that run are set back when they are restored."""
    return [Record(kind, {**data, "deadline": None, "watched": None}) for kind, data in records]


def database_at(folder: Path, name: str = "other.sqlite3") -> Database:
    return Database(f"sqlite:///{folder / name}")


@pytest.mark.parametrize("is_plain", [True, False])
async def test_a_copy_has_everything(serve: Serve, quick_folder: Path, is_plain: bool) -> None:
    file, other = quick_folder / "copy", database_at(quick_folder)
    async with serve() as client:
        await filled(client)
        here = Database(usual_url())
        counts = await write_copy(here, file, is_plain=is_plain)
        stored = await everything(here)
        await here.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert counts == {"match": 3, "upload": 1, "solve": 1, "ban": 0, "rating": 2, "report": 1}
    restored = await restore_copy(other, file)
    again = await restore_copy(other, file)
    assert (restored.added.total(), restored.kept.total()) == (8, 0)
    assert (again.added.total(), again.kept.total()) == (0, 8)
    came_back = await everything(other)
    kinds = {record.kind for record in came_back}
    # The solve went on between the two looks at it.
    matches = [record for record in without_clocks(stored) if record.kind != "solve"]
    assert [record for record in without_clocks(came_back) if record.kind != "solve"] == matches
    assert kinds == {"match", "upload", "solve", "rating", "report"}
    assert [line["text"] for record in came_back for line in record.data.get("chat", ())] == 2 * ["hello"]
    assert all(record.data["answers"] for record in came_back if record.kind == "match" and record.data["ply"])
    await other.close()


async def test_a_match_is_gone_on_with_in_another_server(
    serve: Serve, quick_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is restored while that server runs, and its tokens, keys and clocks are what they were."""
    file = quick_folder / "archive.jsonl"
    async with serve() as client:
        playing = await filled(client)
        await playing.move(1, "A5-A4", 1)
        before = (await playing.state())["clock"]
        here = Database(usual_url())
        await write_copy(here, file, is_plain=True)
        await here.close()
    with quick_place() as folder:
        monkeypatch.setenv("LUDOGRAPH_DATA", str(folder))
        file.write_text(aged(file.read_text()))
        async with serve() as client:
            playing.client = client
            assert (await client.get(playing.path)).status_code == 404
            there = Database(usual_url())
            await restore_copy(there, file)
            await there.close()
            state = await playing.state()
            clock = state["clock"]
            assert clock["running"] == before["running"] == 0
            assert clock["left"][0] > 200
            assert (await playing.move(0, "A2-A3", 0, key="first")).json()["version"] == 1
            assert (await playing.move(0, state["view"]["moves"][0]["text"], 2)).status_code == 200
            assert (await client.get(f"{playing.path}/audit")).json()["consistent"]
            assert (await client.post("/matches/mine", {"tokens": [playing.token(0)]})).json()[0]["id"] == playing.id


def aged(text: str) -> str:
    """An archive whose clocks were watched a year ago, with its checksum."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        match = line.get("match")
        if match and match["deadline"]:
            match["deadline"] -= 365 * 86400
            match["watched"] -= 365 * 86400
    written = [json.dumps(line, separators=(",", ":")) + "\n" for line in lines[:-1]]
    end = {**lines[-1], "sha256": hashlib.sha256("".join(written).encode()).hexdigest()}
    return "".join([*written, json.dumps(end) + "\n"])


async def test_copies_are_made_of_one_moment(serve: Serve, quick_folder: Path) -> None:
    """While people play, every copy has whole matches, and more moves than the one before."""
    async with serve() as client:
        playing = [await client.begin("hanoi?disks=2") for _ in range(3)]
        here, seen = Database(usual_url()), []

        async def play(one: Playing) -> None:
            for ply in range(40):
                assert (await one.move(0, ("A-B", "B-A")[ply % 2], ply)).status_code == 200

        async def copy() -> None:
            for number in range(6):
                file = quick_folder / f"copy{number}"
                await write_copy(here, file, is_plain=bool(number % 2))
                seen.append(file)

        await asyncio.gather(*map(play, playing), copy())
        await here.close()
    plies = [await audited(file, quick_folder) for file in seen]
    assert plies == sorted(plies)
    assert 0 < plies[-1] <= 120


async def audited(file: Path, folder: Path) -> int:
    """The moves of all matches of a copy, each of which replays."""
    database = database_at(folder, f"{file.name}.restored")
    await restore_copy(database, file)
    records = await everything(database)
    await database.close()
    plies = 0
    for _, data in records:
        seats = [StoredSeat(**seat) for seat in data["seats"]]
        row = {name: data[name] for name in StoredMatch.__dataclass_fields__}
        live = LiveMatch.rebuilt(StoredMatch(**row), seats, [StoredMove(**move) for move in data["moves"]])
        assert [event["version"] for event in data["events"]] == list(range(1, live.row.version + 1))
        plies += live.row.ply
    return plies


async def test_what_was_deleted_comes_back_while_others_play(serve: Serve, quick_folder: Path) -> None:
    async with serve() as client:
        deleted, played = await client.begin("hanoi?disks=2"), await client.begin("hanoi?disks=2")
        await deleted.move(0, "A-B", 0)
        here, file = Database(usual_url()), quick_folder / "copy"
        await write_copy(here, file, is_plain=True)
        await client.http.delete(f"{API}{deleted.path}", headers=bearer(deleted.token(0)))

        async def play() -> None:
            for ply in range(20):
                assert (await played.move(0, ("A-B", "B-A")[ply % 2], ply)).status_code == 200

        restored, _ = await asyncio.gather(restore_copy(here, file), play())
        await here.close()
        assert (restored.added, restored.kept) == ({"match": 1}, {"match": 1})
        assert (await deleted.move(0, "B-A", 1)).status_code == 200
        assert (await played.state())["ply"] == 20


CUT = "cut off"
DAMAGES: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "without its end": (lambda lines: lines[:-1], CUT),
    "empty": (lambda lines: [], CUT),
    "without a line": (lambda lines: [*lines[:1], *lines[2:]], "damaged"),
    "changed": (lambda lines: [*lines[:1], lines[1].replace("glinski", "glimski"), *lines[2:]], "damaged"),
    "another version": (lambda lines: [lines[0].replace('"version":1', '"version":2'), *lines[1:]], "version 2"),
    "something else": (lambda lines: ['{"a": 1}'], "no archive"),
    "no JSON": (lambda lines: [lines[0], "["], "line 2 is no JSON"),
    "an unknown kind": (lambda lines: [lines[0], '{"cat": {}}'], "none of upload, solve, ban, rating, report, match"),
    "an unknown column": (lambda lines: [lines[0], lines[1].replace('"name":', '"nam":')], "nam is unknown"),
    "a wrong type": (lambda lines: [lines[0], lines[1].replace('"kind":"map"', '"kind":7')], "kind is wrong"),
}


@pytest.fixture(scope="module")
def archive_lines() -> list[str]:
    from ludograph.store import uploads

    async def made(folder: Path) -> list[str]:
        database, lines = database_at(folder), []
        await database.open()
        async with database.writing() as connection:
            await uploads.keep(connection, uploads.Upload("sha256:" + 64 * "0", "map", "glinski", "{}", 1.0))
        await write_archive(database, lambda line: lines.append(line.decode()))
        await database.close()
        return lines

    with quick_place() as folder:
        return asyncio.run(made(folder))


@pytest.mark.parametrize("what", DAMAGES)
async def test_what_is_damaged_is_refused_before_anything_is_made(
    quick_folder: Path, archive_lines: list[str], what: str
) -> None:
    damage, reason = DAMAGES[what]
    file, database = quick_folder / "archive", database_at(quick_folder)
    file.write_text("".join(line if line.endswith("\n") else line + "\n" for line in damage(archive_lines)))
    assert len(list(read_archive_of(archive_lines, quick_folder))) == 1
    with pytest.raises(FileRefused, match=reason):
        await restore_copy(database, file)
    assert database.file
    assert not database.file.exists()
    await database.close()


def read_archive_of(lines: list[str], folder: Path) -> list[Record]:
    file = folder / "good"
    file.write_text("".join(lines))
    return list(read_archive(file))


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any, str]:
    code = run(arguments)
    said = capsys.readouterr()
    return code, json.loads(said.out) if said.out else None, said.err


def test_the_commands(quick_folder: Path, capsys: pytest.CaptureFixture[str], archive_lines: list[str]) -> None:
    code, _, why = told(["backup", "--json"], capsys)
    assert (code, "There is no database" in why) == (1, True)
    assert list((quick_folder / "backups").iterdir()) == []
    file = quick_folder / "archive"
    file.write_text("".join(archive_lines))
    assert told(["restore", str(file), "--json"], capsys) == (0, {"added": {"upload": 1}, "kept": {}}, "")
    code, made, _ = told(["backup", "--json"], capsys)
    assert (code, made["format"], made["records"]) == (0, "sqlite", NOTHING | {"upload": 1})
    assert Path(made["file"]).parent == quick_folder / "backups"
    assert told(["restore", made["file"], "--json"], capsys)[1] == {"added": {}, "kept": {"upload": 1}}
    code, made, _ = told(["backup", "--plain", "--out", str(file), "--json"], capsys)
    assert (code, made["format"], made["bytes"]) == (0, "archive", file.stat().st_size)
    (quick_folder / "no.sqlite3").write_bytes(b"SQLite format 3\0" + 100 * b"x")
    code, _, why = told(["restore", str(quick_folder / "no.sqlite3"), "--json"], capsys)
    assert (code, "can't be copied" in why) == (1, True)
