"""Two server processes on one PostgreSQL: one ply is played once, and what one does the other tells."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from clients import API, Client, Playing, bearer
from postgres_server import postgres_server
from processes import ServerProcess, server_process
from sqlalchemy import text
from test_backup import everything
from test_crash import settled
from test_owners import another
from test_solves import LARGE, SMALL, followed, is_running, order
from test_strangers import ended, joined, lobby, offered

from ludograph.errors import Unavailable
from ludograph.server.notices import CHANNEL
from ludograph.store.copies import restore_copy, write_copy
from ludograph.store.database import Database

RACES = 4
RACERS = 16
RATINGS = [f"rating-token-of-{name}-{'0' * 24}" for name in ("ab", "ob")]
OWNER = "the-owner-of-this-server"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with postgres_server() as server:
        yield server.url


async def test_two_processes_on_postgres(postgres: str, quick_folder: Path) -> None:
    settings = {
        "LUDOGRAPH_DATABASE": postgres,
        "LUDOGRAPH_COSTLY_LIMITS": "1000/second",
        "LUDOGRAPH_CHAT_LIMITS": "1000/second",
        "LUDOGRAPH_OWNER_TOKEN": OWNER,
    }
    async with AsyncExitStack() as stack:

        async def started() -> tuple[ServerProcess, Client]:
            server = stack.enter_context(server_process(quick_folder, **settings))
            await settled(server.address)
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=server.address, timeout=60))
            return server, Client(http, server.address)

        first, here = await started()
        assert (await followed(here, await order(here, SMALL)))[-1]["status"] == "done"
        _, there = await started()
        for _ in range(RACES):
            await race_for_one_ply(here, there)
        await same_key_in_both(here, there)
        await old_memory_counts_for_nothing(here, there)
        await bad_notice(here, postgres)
        await events_cross(here, there)
        await deletion_crosses(here, there)
        await bans_cross(here, there)
        await strangers_meet(here, there)
        large = await solves_are_common(here, there)
        left = await here.begin("trimok", "random", "human", pace=1.0)
        first.kill()  # which has solved, and was to move: the other one goes on
        await taken_over(Playing(there, left.created))
        told = await followed(there, large, lambda solve: is_running(solve) and solve["attempts"] == 2)
        assert told[-1]["status"] == "running"
        await there.http.delete(f"/api/v1/solves/{large['id']}")


async def old_memory_counts_for_nothing(here: Client, there: Client) -> None:
    """What the other process has done is known when it matters, also where nobody watches and no notice is followed."""
    playing = await here.begin()
    elsewhere = Playing(there, playing.created)
    assert (await elsewhere.move(0, "A2-A3", 0)).status_code == 200
    assert (await playing.move(1, "A5-A4", 1)).status_code == 200  # here nothing was played yet
    assert (await elsewhere.ask("draw", 0, reply="offer")).status_code == 200
    assert (await playing.move(0, "B2-B3", 2, "k")).status_code == 200  # the same ply, another version
    assert (await elsewhere.ask("token", 1)).status_code == 200
    assert (await playing.move(1, "B5-B4", 3)).status_code == 403  # with the old token
    assert (await here.get(f"{playing.path}/audit")).json()["ply"] == 3


async def taken_over(playing: Playing) -> None:
    """A program moves although its process has died."""
    async with asyncio.timeout(60):
        while (await playing.state())["ply"] == 0:
            await asyncio.sleep(0.1)


async def test_a_reader_sees_one_state(postgres: str) -> None:
    """What is read in one go belongs together, though another process writes meanwhile."""
    database = Database(postgres)
    await database.open()
    try:
        async with database.writing() as writer:
            await writer.execute(text("CREATE TABLE IF NOT EXISTS seen (number INTEGER)"))
        async with database.reading() as reader:
            count = text("SELECT count(*) FROM seen")
            before = (await reader.execute(count)).scalar_one()
            async with database.writing() as writer:
                await writer.execute(text("INSERT INTO seen VALUES (1)"))
            assert (await reader.execute(count)).scalar_one() == before
        async with database.reading() as reader:
            assert (await reader.execute(count)).scalar_one() == before + 1
    finally:
        await database.close()


async def test_what_is_lost_at_the_commit_may_have_been_stored(postgres: str) -> None:
    """Before the commit nothing was; at the commit itself nobody knows, and the answer says so."""
    database = Database(postgres)
    await database.open()
    end, own = text("SELECT pg_terminate_backend(:pid)"), text("SELECT pg_backend_pid()")

    async def cut_off(is_at_commit: bool) -> None:
        async with database.writing() as writer:
            pid = (await writer.execute(own)).scalar_one()
            async with database.writing() as other:
                await other.execute(end, {"pid": pid})
            if not is_at_commit:
                await writer.execute(own)

    try:
        for is_at_commit in (False, True):
            with pytest.raises(Unavailable) as refused:
                await cut_off(is_at_commit)
            assert refused.value.as_dict()["is_uncertain"] is is_at_commit
    finally:
        await database.close()


async def solves_are_common(here: Client, there: Client) -> dict[str, Any]:
    """The first process works for both, and both see and cancel what is ordered in either; returns one that runs."""
    large, small = await order(there, LARGE), await order(here, SMALL)
    assert (await order(here, LARGE))["id"] == large["id"]
    assert (await followed(here, large, is_running))[-1]["status"] == "running"
    assert (await there.get(f"/solves/{small['id']}")).json()["status"] == "queued"  # one at a time in all
    await here.http.delete(f"/api/v1/solves/{large['id']}")
    assert (await followed(there, large))[-1]["status"] == "cancelled"
    assert (await followed(there, small))[-1]["status"] == "done"
    large = await order(there, LARGE)
    await followed(here, large, is_running)
    return large


async def race_for_one_ply(here: Client, there: Client) -> None:
    """One wins, all others are told so, and the watchers of both processes hear the move of the winner."""
    playing = await here.begin()
    elsewhere = Playing(there, playing.created)
    moves = [move["text"] for move in (await elsewhere.state())["view"]["moves"]]
    async with playing.live() as first, elsewhere.live() as second:
        answers = await asyncio.gather(
            *((playing, elsewhere)[n % 2].move(0, moves[n % len(moves)], 0) for n in range(RACERS))
        )
        won = [answer for answer in answers if answer.status_code == 200]
        lost = [answer.json()["code"] for answer in answers if answer.status_code != 200]
        assert (len(won), lost) == (1, (RACERS - 1) * ["stale-ply"])
        for socket_ in (first, second):
            heard = await asyncio.wait_for(socket_.hear(), 60)
            assert (heard["version"], heard["event"]["move"]["text"]) == (1, won[0].json()["move"])
    for side in (playing, elsewhere):
        state = await side.state()
        assert [move["text"] for move in state["moves"]] == [won[0].json()["move"]]
        assert (await side.client.get(f"{side.path}/audit")).json()["consistent"]


async def same_key_in_both(here: Client, there: Client) -> None:
    playing = await here.begin()
    elsewhere = Playing(there, playing.created)
    answers = await asyncio.gather(*((playing, elsewhere)[n % 2].move(0, "A2-A3", 0, "key") for n in range(10)))
    assert [(answer.status_code, answer.json().get("ply"), answer.text) for answer in answers] == 10 * [
        (200, 1, answers[0].text)
    ]


async def bad_notice(here: Client, postgres: str) -> None:
    """Somebody has damaged a match that is watched; the notice of it leads to a refusal, and to nothing else."""
    import psycopg

    playing = await here.begin()
    async with playing.live():
        async with await psycopg.AsyncConnection.connect(postgres) as connection:
            damage = "UPDATE matches SET position = 'none', version = version + 1 WHERE id = %s"
            await connection.execute(damage, (playing.id,))
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"another:{playing.id}"))
        assert (await here.get(playing.path)).json()["code"] == "damaged-match"


async def events_cross(here: Client, there: Client) -> None:
    """Moves are played in both processes, and watchers of both hear all of them in order."""
    playing = await here.begin("hanoi?disks=2")
    elsewhere = Playing(there, playing.created)
    async with playing.live() as first, elsewhere.live() as second:
        for ply in range(10):
            side = (playing, elsewhere)[ply % 3 == 0]
            answer = await side.move(0, ("A-B", "B-A")[ply % 2], ply)
            assert answer.status_code == 200, answer.text
        for socket_ in (first, second):
            heard = [await asyncio.wait_for(socket_.hear(), 60) for _ in range(10)]
            assert [message["version"] for message in heard] == list(range(1, 11))
            assert heard[-1]["view"]


async def deletion_crosses(here: Client, there: Client) -> None:
    """Who watches in one process is told when a match is deleted in the other."""
    playing = await here.begin()
    elsewhere = Playing(there, playing.created)
    async with elsewhere.live(0) as socket_:
        headers = bearer(playing.created["owner_token"])
        assert (await here.http.delete(f"{API}{playing.path}", headers=headers)).status_code == 200
        assert (await asyncio.wait_for(socket_.hear(), 60))["problem"]["code"] == "unknown-match"
    assert (await there.get(playing.path)).json()["code"] == "unknown-match"


async def bans_cross(here: Client, there: Client) -> None:
    owner = bearer(OWNER)
    async with another(there) as stranger, asyncio.timeout(60):
        assert (await here.post("/owner/bans", {"address": "127.0.0.2"}, headers=owner)).status_code == 201
        while (await stranger.get("/health")).status_code == 200:
            await asyncio.sleep(0.05)
        await there.http.delete(f"{API}/owner/bans?address=127.0.0.2", headers=owner)
        assert (await stranger.get("/health")).status_code == 200


async def strangers_meet(here: Client, there: Client) -> None:
    """Who waits at one process is seen at the other; there they talk, are watched, and both matches count that they end
    at the same time."""
    async with another(there) as stranger, AsyncExitStack() as stack, asyncio.timeout(120):
        pairs = []
        for _ in range(2):
            playing = await offered(here, rating_token=RATINGS[0])
            await stack.enter_async_context(playing.live(0))
            while playing.id not in [entry["match"] for entry in await lobby(there)]:
                await asyncio.sleep(0.05)
            pairs.append((playing, await joined(stranger, playing, name="Bob", rating_token=RATINGS[1])))
        (playing, bob), (other, bob_there) = pairs
        elsewhere = Playing(there, playing.created)
        async with elsewhere.live(join=False) as watcher:
            await watcher.say(type="join", name="Cleo", talk=True)
            await watcher.hear()
            spectators = f"{playing.path}/spectators"
            while (await here.get(spectators)).json() != {"count": 1, "names": ["Cleo"]}:
                await asyncio.sleep(0.05)
            chat = f"{playing.path}/chat"
            headers = bearer(bob["token"])
            says = [side.post(chat, {"text": "hi"}, headers=headers) for side in 3 * (here, there)]
            said = await asyncio.gather(*says)
            assert sorted(answer.json()["number"] for answer in said) == [1, 2, 3, 4, 5, 6]
            heard = {(await watcher.hear_until("chat"))[-1]["number"] for _ in said}
            assert heard == {1, 2, 3, 4, 5, 6}
        ends = [ended(here, playing, bob["token"]), ended(there, Playing(there, other.created), bob_there["token"])]
        await asyncio.gather(*ends)
        for token in RATINGS:
            (rating,) = (await there.get("/ratings", headers=bearer(token))).json()
            assert rating["played"] == 2


async def test_everything_goes_from_one_kind_of_database_to_the_other(postgres: str, quick_folder: Path) -> None:
    """What the tests before have left on PostgreSQL comes to SQLite and back again."""
    here, there = Database(postgres), Database(f"sqlite:///{quick_folder / 'there.sqlite3'}")
    try:
        await here.open()
        counts = await write_copy(here, quick_folder / "archive", is_plain=True)
        assert counts["match"] > RACES
        assert (await restore_copy(there, quick_folder / "archive")).added == +counts
        assert await everything(there) == await everything(here)
        async with here.writing() as connection:
            await connection.execute(text("DELETE FROM matches"))
        restored = await restore_copy(here, quick_folder / "archive")
        assert (restored.added["match"], restored.kept["match"]) == (counts["match"], 0)
        assert await everything(there) == await everything(here)
    finally:
        await here.close()
        await there.close()
