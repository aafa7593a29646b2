"""Deletion and renewal: of matches, of all that somebody has stored, of what is old, of tokens."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from clients import API, Client, Playing, bearer
from servers import Serve
from test_owners import GRAPH, another, code_of

from ludograph.games.nchess.game import text_of_map
from ludograph.server.expiry import DAY, Expiry
from ludograph.store import archive
from ludograph.store.database import Database, usual_url

GRAPH_TEXT = '{"nodes": ["a", "b"], "edges": [["a", "b"]], "start": "a", "solutions": ["b"]}'


async def delete(playing: Playing, token: str) -> Any:
    return await playing.client.http.delete(f"{API}{playing.path}", headers=bearer(token) if token else {})


async def apart(client: Client) -> tuple[Playing, str]:
    """A match between Ann, who has begun it, and Bob, who came by an invite; and Bob's token."""
    seats = [{"player": "human", "name": "Ann"}, {"player": "human", "invite": True}]
    answer = await client.post("/matches", {"game": "trimok", "seats": seats})
    playing = Playing(client, answer.json())
    invite = playing.created["seats"][1]["invite"]
    joined = await client.post(f"{playing.path}/join", {"invite": invite, "name": "Bob"})
    return playing, joined.json()["token"]


async def kept() -> list[archive.Record]:
    database = Database(usual_url())
    async with database.reading() as connection:
        found = [record async for record in archive.records(connection)]
    await database.close()
    return found


async def test_a_match_is_deleted_by_who_has_begun_it(serve: Serve) -> None:
    async with serve() as client:
        playing, other = await client.begin(), await client.begin()
        await playing.move(0, "A2-A3", 0, key="a")
        assert code_of(await delete(playing, "")) == (401, "not-authenticated")
        assert code_of(await delete(playing, other.created["owner_token"])) == (403, "forbidden")
        assert code_of(await delete(playing, playing.token(0))) == (403, "forbidden")
        async with playing.live(0) as socket:
            assert (await delete(playing, playing.created["owner_token"])).json() == {"id": playing.id}
            assert (await socket.hear())["problem"]["code"] == "unknown-match"
            assert await socket.closed() == 1008
        assert code_of(await client.get(playing.path)) == (404, "unknown-match")
        assert code_of(await playing.move(1, "A5-A4", 1)) == (404, "unknown-match")
        assert code_of(await delete(playing, playing.created["owner_token"])) == (404, "unknown-match")
        assert [record.data["id"] for record in await kept()] == [other.id]


async def test_nothing_else_is_deleted_by_default(serve: Serve) -> None:
    async with serve() as client:
        services = client.app.state.services  # type: ignore[union-attr]
        playing = await client.begin("hanoi?disks=2")
        services.matches.now = lambda: 1e12
        await Expiry(services.matches, services.settings).look()
        assert len(await kept()) == 1
        assert (await delete(playing, playing.token(0))).status_code == 200  # who plays alone needs no other token


async def test_a_program_stops_thinking_about_what_was_deleted(serve: Serve) -> None:
    """Its time would be over in a minute; the next match's program doesn't wait for it."""
    async with serve(program_threads=1, think_seconds=600, patience_seconds=600) as client:
        playing = await client.begin("trimok", "mcts:time=600", "human")
        programs = client.app.state.services.programs  # type: ignore[union-attr]
        async with asyncio.timeout(120):
            while not programs.thinking:
                await asyncio.sleep(0.01)
            assert (await delete(playing, playing.created["owner_token"])).status_code == 200
            while programs.thinking:
                await asyncio.sleep(0.01)


async def test_a_match_of_others_is_left_when_it_is_over(serve: Serve) -> None:
    async with serve() as client:
        playing, bob = await apart(client)
        ann = [playing.token(0), playing.created["owner_token"]]
        assert code_of(await delete(playing, ann[1])) == (409, "in-use")
        counts = dict.fromkeys(("uploads", "solves", "ratings", "reports"), 0)
        nothing = {"deleted": [], "left": [], "still_played": [playing.id], **counts}
        assert (await client.post("/matches/forget", {"tokens": [bob]})).json() == nothing
        assert (await client.post("/matches/forget", {"tokens": ann})).json() == nothing
        await client.post(f"{playing.path}/resign", headers=bearer(bob) | {"Idempotency-Key": "x"})
        left = (await client.post("/matches/forget", {"tokens": [bob]})).json()
        assert left == nothing | {"left": [playing.id], "still_played": []}
        assert (await client.post("/matches/mine", {"tokens": [bob]})).json() == []
        (match,) = await kept()
        assert "Bob" not in str(match)
        state = await playing.state()
        assert [seat["name"] for seat in state["seats"]] == ["Ann", "Blue"]
        assert (await client.get(f"{playing.path}/audit")).json()["consistent"]
        gone = (await client.post("/matches/forget", {"tokens": ann})).json()
        assert gone == nothing | {"deleted": [playing.id], "still_played": []}
        assert await kept() == []


async def test_uploads_and_solves_of_an_address_are_forgotten_if_asked(serve: Serve) -> None:
    async with serve() as client, another(client) as stranger:
        used = (await client.http.post(f"{API}/maps", content=text_of_map("glinski"))).json()["hash"]
        await client.http.post(f"{API}/files", params=GRAPH, content=GRAPH_TEXT)
        others = (await stranger.http.post(f"{API}/maps", content=text_of_map("mccooey"))).json()["hash"]
        playing = await client.begin(f"nchess?map={used}")
        await client.post("/solves", {"game": "sliding?rows=3&columns=4"})
        tokens = [playing.created["owner_token"]]
        first = (await client.post("/matches/forget", {"tokens": [], "uploads": True})).json()
        assert (first["uploads"], first["solves"]) == (1, 1)
        second = (await client.post("/matches/forget", {"tokens": tokens, "uploads": True})).json()
        assert (second["deleted"], second["uploads"]) == ([playing.id], 1)
        assert [(record.kind, record.data["hash"]) for record in await kept()] == [("upload", others)]


async def test_what_is_old_is_deleted(serve: Serve) -> None:
    async with serve(match_days=30, upload_days=7, solve_days=1) as client:
        services = client.app.state.services  # type: ignore[union-attr]
        content = (await client.http.post(f"{API}/maps", content=text_of_map("glinski"))).json()["hash"]
        await client.http.post(f"{API}/files", params=GRAPH, content=GRAPH_TEXT)
        playing = await client.begin(f"nchess?map={content}")
        solve = (await client.post("/solves", {"game": "sliding?rows=3&columns=4"})).json()["id"]
        expiry, now = Expiry(services.matches, services.settings), services.matches.now()

        async def after(days: float) -> list[str]:
            services.matches.now = lambda: now + days * DAY
            await expiry.look()
            return [record.kind for record in await kept()]

        assert await after(0.9) == ["upload", "upload", "solve", "match"]
        assert await after(6.9) == ["upload", "upload", "solve", "match"]  # it isn't over
        await client.http.delete(f"{API}/solves/{solve}")
        assert await after(6.9) == ["upload", "upload", "match"]
        assert await after(7.1) == ["upload", "match"]  # one of them is played with
        async with playing.live(0) as socket:
            assert await after(30.1) == []
            assert (await socket.hear())["problem"]["code"] == "unknown-match"


async def test_a_token_is_renewed(serve: Serve) -> None:
    async with serve() as client:
        playing = await client.begin()
        old, path = playing.token(0), f"{playing.path}/token"
        async with playing.live(0) as socket:
            renewed = await client.post(path, headers=bearer(old))
            new = renewed.json()["token"]
            told = await socket.hear()
            assert (told["event"], told["version"]) == ({"kind": "token-renewed", "seat": 0}, 1)
            await socket.say(type="move", id="1", move="A2-A3", ply=0)
            assert (await socket.hear())["problem"]["code"] == "forbidden"
        assert code_of(await playing.move(0, "A2-A3", 0)) == (403, "forbidden")
        assert code_of(await client.post(path, headers=bearer(old))) == (403, "forbidden")
        playing.created["seats"][0]["token"] = new
        assert (await playing.move(0, "A2-A3", 0)).status_code == 200
        assert code_of(await client.post(path)) == (401, "not-authenticated")
        assert old not in str(await kept())


async def test_a_renewal_can_be_asked_for_again(serve: Serve) -> None:
    """Who sends the new token knows it, although the answer was lost."""
    async with serve() as client:
        playing = await client.begin()
        old, new, path = playing.created["owner_token"], secrets.token_urlsafe(32), f"{playing.path}/token"
        data = {"token": new}
        assert code_of(await client.post(path, {"token": "short"}, headers=bearer(old))) == (422, "invalid-request")
        assert (await client.post(path, data, headers=bearer(old))).json() == {"token": new, "version": 1}
        assert code_of(await client.post(path, data, headers=bearer(old))) == (403, "forbidden")
        assert (await client.post(path, data, headers=bearer(new))).json() == {"token": new, "version": 1}
        assert (await delete(playing, new)).status_code == 200
