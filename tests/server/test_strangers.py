"""Playing with strangers: the lobby, correspondence, chat, spectators, reports, ratings."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from clients import API, Client, Playing, bearer
from servers import Serve
from test_deleting import kept
from test_owners import another, code_of

from ludograph.core.glicko import Rating, Result, updated
from ludograph.core.time_control import DAY
from ludograph.server.expiry import Expiry

OWNER = "the-owner-of-this-server"
OPEN = [{"player": "human", "name": "Ann"}, {"player": "human", "invite": True}]


@pytest.fixture(autouse=True)
def _looks_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.server.presence.LOOK_SECONDS", 3600.0)


def services_of(client: Client) -> Any:
    return client.app.state.services  # type: ignore[union-attr]


def later(client: Client, days: float) -> Any:
    """Time goes on."""
    services = services_of(client)
    moment = services.matches.now() + days * DAY
    services.matches.now = lambda: moment
    return services


async def looked(client: Client, playing: Playing, watchers: int) -> None:
    """The server looks who is there, once it has seen so many come or go."""
    services = services_of(client)
    async with asyncio.timeout(60):
        while services.hub.count(playing.id) != watchers:
            await asyncio.sleep(0)
    await services.presence.look(services.matches.now())


async def lobby(client: Client, **asked: str) -> list[dict[str, Any]]:
    return list((await client.get("/lobby", params=asked)).json())


async def offered(client: Client, **more: Any) -> Playing:
    answer = await client.post("/matches", {"game": "trimok", "seats": OPEN, "is_listed": True, **more})
    assert answer.status_code == 201, answer.text
    return Playing(client, answer.json())


async def joined(client: Client, playing: Playing, **data: Any) -> dict[str, Any]:
    answer = await client.post(f"{playing.path}/join", data)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def apart(client: Client, **more: Any) -> tuple[Playing, str]:
    """A match of the lobby whose seats are taken; and the second token."""
    playing = await offered(client, **more)
    return playing, (await joined(client, playing, name="Bob"))["token"]


def new_rating() -> str:
    return secrets.token_urlsafe(32)


# -- the lobby ---------------------------------------------------------------------------------------------------------


async def test_seats_wait_in_the_lobby_by_game_and_clock(serve: Serve) -> None:
    async with serve() as client:
        live, days = await offered(client, clock="300+3"), await offered(client, clock="1/259200")
        assert [entry["match"] for entry in await lobby(client)] == [days.id]  # nobody is there for the other one
        async with live.live(0), days.live():
            await looked(client, live, 1)
            assert {entry["match"] for entry in await lobby(client)} == {live.id, days.id}
            (entry,) = await lobby(client, game="trimok", kind="live")
            assert (entry["match"], entry["clock"], entry["open_seats"]) == (live.id, "300+3", [1])
            assert [(player["name"], player["rating"]) for player in entry["players"]] == [("Ann", None)]
            assert await lobby(client, game="hex") == await lobby(client, kind="none") == []
            assert (await live.state())["is_listed"]
            taken = await joined(client, live, name="Bob")
            assert (taken["seat"], taken["match"]["is_listed"], taken["match"]["help"]) == (1, False, "off")
            assert taken["match"]["clock"]["running"] == 0  # who goes now loses on time
            assert [entry["match"] for entry in await lobby(client)] == [days.id]
            assert code_of(await client.post(f"{live.path}/join", {})) == (403, "invalid-invite")
        withdrawn = await client.http.delete(f"{API}/lobby/{days.id}", headers=bearer(days.created["owner_token"]))
        assert withdrawn.status_code == 200
        assert await lobby(client) == []
        assert code_of(await client.post(f"{days.path}/join", {})) == (403, "invalid-invite")
        await joined(client, days, invite=days.created["seats"][1]["invite"])


async def test_the_lobby_is_bounded_and_forgets(serve: Serve) -> None:
    async with serve(lobby_per_guest=2) as client, another(client) as stranger:
        assert code_of(await client.post("/matches", {"game": "trimok", "is_listed": True})) == (
            422,
            "invalid-parameter",
        )
        for _ in range(2):
            await offered(client, clock="1/86400")
        refused = await client.post(
            "/matches", {"game": "trimok", "seats": OPEN, "clock": "1/86400", "is_listed": True}
        )
        assert code_of(refused) == (503, "busy")
        waiting = await offered(stranger, clock="600")
        async with waiting.live(0):
            await looked(client, waiting, 1)
            assert len(await lobby(client)) == 3
        await looked(client, waiting, 0)
        assert len(await lobby(client)) == 2
        later(client, 14.1)
        assert await lobby(client) == []
    async with serve(lobby=False) as client:
        assert code_of(await client.get("/lobby")) == (403, "forbidden")
        assert code_of(await client.post("/matches", {"game": "trimok", "seats": OPEN, "is_listed": True}))[0] == 403


async def test_a_move_by_correspondence_has_its_days(serve: Serve) -> None:
    async with serve() as client:
        playing, _ = await apart(client, clock="1/259200")
        clock = (await playing.state())["clock"]
        assert (clock["running"], [round(left, -2) for left in clock["left"]]) == (0, [3 * DAY, 3 * DAY])
        services = later(client, 2)
        assert (await playing.move(0, "A2-A3", 0)).status_code == 200
        services = later(client, 3.1)
        await services.matches.let_flag_fall(playing.id)
        assert (await playing.state())["view"]["outcome"]["winners"] == [0]


# -- chat, spectators, reports -----------------------------------------------------------------------------------------


async def test_players_talk_and_spectators_listen(serve: Serve) -> None:
    async with serve(chat_kept=3) as client:
        playing, bob = await apart(client)
        path = f"{playing.path}/chat"
        async with playing.live(join=False) as watcher, playing.live(0) as quiet:
            await watcher.say(type="join", name="Cleo", talk=True)
            assert (await watcher.hear())["match"]["chat"] == {"is_on": True, "off_by": []}
            first = await client.post(path, {"text": " Good luck! "}, headers=bearer(bob))
            assert (first.status_code, first.json()["text"], first.json()["seat"]) == (201, "Good luck!", 1)
            heard = (await watcher.hear_until("chat"))[-1]
            assert heard == {"type": "chat", **first.json()}
            for number in range(3):
                await client.post(path, {"text": str(number)}, headers=bearer(playing.token(0)))
            assert [line["text"] for line in (await client.get(path)).json()] == ["0", "1", "2"]
            assert [line["number"] for line in (await client.get(path, params={"since": 3})).json()] == [4]
            assert (await playing.state())["version"] == 1  # what is said is no change of the match
            await quiet.say(type="ping")
            assert (await quiet.hear())["type"] == "pong"  # who hasn't asked for it hears nothing of it
        for text in ("", "   ", "a\nb", 201 * "x"):
            assert code_of(await client.post(path, {"text": text}, headers=bearer(bob))) == (422, "invalid-request")
        assert code_of(await client.post(path, {"text": "hi"})) == (401, "not-authenticated")
        assert code_of(await client.post(path, {"text": "hi"}, headers=bearer("x"))) == (403, "forbidden")


@pytest.mark.usefixtures("still_clock")
async def test_chat_is_switched_off_by_a_player_by_the_owner_and_by_too_much_of_it(serve: Serve) -> None:
    async with serve(chat_limits=["2/hour"]) as client:
        playing, bob = await apart(client)
        path = f"{playing.path}/chat"
        hello = {"text": "hello"}
        assert (await client.post(path, hello, headers=bearer(bob))).status_code == 201
        off = await client.post(f"{path}/switch", {"is_on": False}, headers=bearer(playing.token(0)))
        assert off.status_code == 200
        assert code_of(await client.post(path, hello, headers=bearer(bob))) == (403, "chat-off")
        assert (await client.get(path)).json() == []
        assert (await playing.state())["chat"] == {"is_on": False, "off_by": [0]}
        await client.post(
            f"{path}/switch", {"is_on": True}, headers=bearer(bob)
        )  # it is not for others to switch it on
        assert (await playing.state())["chat"]["off_by"] == [0]
        await client.post(f"{path}/switch", {"is_on": True}, headers=bearer(playing.token(0)))
        assert (await client.get(path)).json()[0]["text"] == "hello"
        assert code_of(await client.post(path, hello, headers=bearer(bob))) == (429, "too-many-requests")
        alone = await client.begin()
        assert (await alone.state())["chat"] is None
    async with serve(chat=False) as client:
        playing, bob = await apart(client)
        assert (await playing.state())["chat"] is None
        assert code_of(await client.post(f"{playing.path}/chat", {"text": "hi"}, headers=bearer(bob)))[1] == "chat-off"


async def test_spectators_are_counted_and_named_if_they_want(serve: Serve) -> None:
    async with serve() as client:
        playing, _ = await apart(client)
        path = f"{playing.path}/spectators"
        async with playing.live(join=False) as named, playing.live() as _, playing.live(0) as _:
            await named.say(type="join", name=" Cleo ", talk=True)
            await named.hear()
            assert (await client.get(path)).json() == {"count": 2, "names": ["Cleo"]}
            await looked(client, playing, 3)
            assert (await named.hear()) == {"type": "spectators", "count": 2, "names": ["Cleo"]}
            async with playing.live() as _:
                await looked(client, playing, 4)
                assert (await named.hear())["count"] == 3
            await looked(client, playing, 3)
            assert (await named.hear())["count"] == 2
        await looked(client, playing, 0)
        assert (await client.get(path)).json() == {"count": 0, "names": []}


async def test_reports_reach_the_owner(serve: Serve) -> None:
    async with serve(owner_token=OWNER, reports_per_guest=2) as client:
        playing, bob = await apart(client)
        path, data = f"{playing.path}/report", {"seat": 0, "text": "Rude."}
        await client.post(f"{playing.path}/chat", {"text": "You fool"}, headers=bearer(playing.token(0)))
        async with playing.live(0):
            assert (await client.post(path, data, headers=bearer(bob))).status_code == 201
        assert code_of(await client.post(path, data)) == (401, "not-authenticated")
        assert code_of(await client.post(path, {**data, "seat": 1}, headers=bearer(bob))) == (403, "forbidden")
        assert code_of(await client.post(path, {**data, "seat": 5}, headers=bearer(bob))) == (403, "forbidden")
        assert (await client.post(path, data, headers=bearer(bob))).status_code == 201
        assert code_of(await client.post(path, data, headers=bearer(bob))) == (503, "busy")
        assert code_of(await client.get("/owner/reports")) == (401, "not-authenticated")
        reports = (await client.get("/owner/reports", headers=bearer(OWNER))).json()
        assert [(one["name"], one["text"], one["chat"][0]["text"]) for one in reports] == 2 * [
            ("Ann", "Rude.", "You fool")
        ]
        assert {one["address"] for one in reports} == {"127.0.0.1", None}
        assert (await client.get("/owner", headers=bearer(OWNER))).json()["database"]["reports"] == 2
        dismissed = f"{API}/owner/reports/{reports[0]['id']}"
        assert (await client.http.delete(dismissed, headers=bearer(OWNER))).status_code == 200
        assert code_of(await client.http.delete(dismissed, headers=bearer(OWNER))) == (404, "not-found")
        services = later(client, 91)
        await Expiry(services.matches, services.settings).look()
        assert (await client.get("/owner/reports", headers=bearer(OWNER))).json() == []


# -- ratings -----------------------------------------------------------------------------------------------------------


async def rated(client: Client, stranger: Client, ann: str, bob: str) -> tuple[Playing, str]:
    playing = await offered(client, rating_token=ann)
    return playing, (await joined(stranger, playing, name="Bob", rating_token=bob))["token"]


async def ended(client: Client, playing: Playing, bob: str) -> dict[str, Any]:
    """Bob resigns after a move of each."""
    await playing.move(0, "A2-A3", 0)
    await client.post(f"{playing.path}/moves", {"move": "A5-A4", "ply": 1}, headers=bearer(bob))
    await client.post(f"{playing.path}/resign", headers=bearer(bob))
    return await playing.state()


async def ratings_of(client: Client, token: str) -> list[dict[str, Any]]:
    return list((await client.get("/ratings", headers=bearer(token))).json())


async def test_a_match_of_two_who_want_it_is_rated_once(serve: Serve) -> None:
    async with serve() as client, another(client) as stranger:
        ann, bob = new_rating(), new_rating()
        playing, token = await rated(client, stranger, ann, bob)
        assert (await playing.state())["is_rated"]
        assert [entry["rating"]["rating"] for entry in (await playing.state())["seats"]] == [1500, 1500]
        state = await ended(client, playing, token)
        expected = updated(Rating(), [Result(Rating(), 1.0)], 0.0)
        (won,), (lost,) = await ratings_of(client, ann), await ratings_of(client, bob)
        assert (won["game"], won["played"], won["rating"]) == ("trimok", 1, round(expected.rating, 2))
        assert won["deviation"] == pytest.approx(expected.deviation, abs=0.01)
        assert lost["rating"] == pytest.approx(3000 - won["rating"])
        gains = [seat["rating"]["gained"] for seat in state["seats"]]
        assert gains == [round(won["rating"] - 1500, 2), round(lost["rating"] - 1500, 2)]
        events = (await client.get(f"{playing.path}/events")).json()
        assert [told["gained"] for told in events[-1]["event"]["ratings"]] == gains
        assert code_of(await playing.ask("undo", 0, reply="offer")) == (409, "nothing-to-undo")
        await playing.ask("rematch", 0, reply="offer")
        await client.post(f"{playing.path}/rematch", {"reply": "accept"}, headers=bearer(token))
        again = await client.get(f"/matches/{(await playing.state())['rematch']}")
        assert again.json()["is_rated"]
        assert again.json()["seats"][1]["rating"]["rating"] == won["rating"]  # sides are exchanged
        assert (await ratings_of(client, ann))[0]["played"] == 1


async def test_what_is_not_rated(serve: Serve) -> None:
    async with serve() as client, another(client) as stranger:
        ann, bob = new_rating(), new_rating()
        for guest, token in ((client, bob), (stranger, ann), (stranger, None)):
            playing = await offered(client, rating_token=ann)
            taken = await joined(guest, playing, rating_token=token)
            assert not taken["match"]["is_rated"]  # the same address, the same token, nobody who wants it
            assert await ended(client, playing, taken["token"])
        playing, token = await rated(client, stranger, ann, bob)
        await client.post(f"{playing.path}/resign", headers=bearer(token))  # before a move of each
        playing, token = await rated(client, stranger, ann, bob)
        await client.post(f"{playing.path}/help", {"reply": "offer"}, headers=bearer(playing.token(0)))
        await client.post(f"{playing.path}/help", {"reply": "accept"}, headers=bearer(token))
        assert not (await ended(client, playing, token))["is_rated"]
        assert await ratings_of(client, ann) == []
        screen = {"game": "trimok", "rating_token": ann}
        assert code_of(await client.post("/matches", screen)) == (422, "invalid-parameter")
        moved = (await playing.state())["view"]["position"]
        later = {"game": "trimok", "seats": OPEN, "position": moved, "rating_token": ann}
        assert code_of(await client.post("/matches", later)) == (422, "invalid-parameter")
        assert code_of(await client.post("/matches", screen | {"rating_token": "short"})) == (422, "invalid-request")
    async with serve(ratings=False) as client:
        assert code_of(await client.get("/ratings", headers=bearer(ann))) == (403, "forbidden")
        assert code_of(await client.post("/matches", {"game": "trimok", "seats": OPEN, "rating_token": ann}))[0] == 403


async def test_the_same_two_count_only_so_often(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.server.ratings.MOST_OF_TWO", 1)
    async with serve() as client, another(client) as stranger:
        ann, bob = new_rating(), new_rating()
        played = []
        for _ in range(2):
            playing, token = await rated(client, stranger, ann, bob)
            await ended(client, playing, token)
            played.append((await ratings_of(client, ann))[0]["played"])
        later(client, 1.1)
        playing, token = await rated(client, stranger, ann, bob)
        await ended(client, playing, token)
        assert [*played, (await ratings_of(client, bob))[0]["played"]] == [1, 1, 2]


async def test_a_rating_goes_with_its_token(serve: Serve) -> None:
    async with serve(rating_days=365) as client, another(client) as stranger:
        ann, bob, other = new_rating(), new_rating(), new_rating()
        playing, token = await rated(client, stranger, ann, bob)
        renewed = await client.post("/ratings/token", {"token": other}, headers=bearer(ann))
        assert renewed.json() == {"token": other}
        await client.post(f"{playing.path}/chat", {"text": "hi from Bob"}, headers=bearer(token))
        await client.post(f"{playing.path}/report", {"seat": 0, "text": "slow"}, headers=bearer(token))
        await ended(client, playing, token)
        assert len(await ratings_of(client, other)) == 1
        assert await ratings_of(client, ann) == []
        assert code_of(await client.post("/ratings/token", {"token": bob}, headers=bearer(other))) == (409, "in-use")
        assert code_of(await client.get("/ratings")) == (401, "not-authenticated")
        forgotten = (await client.post("/matches/forget", {"tokens": [token, bob]})).json()
        assert (forgotten["left"], forgotten["ratings"], forgotten["reports"]) == ([playing.id], 1, 1)
        stored = str(await kept())
        assert "Bob" not in stored
        assert "rating" in {record.kind for record in await kept()}
        removed = await client.http.delete(f"{API}/ratings", headers=bearer(other))
        assert removed.json() == {"ratings": 1}
        assert {record.kind for record in await kept()} == {"match"}
        await client.rate(ann, "trimok")
        services = later(client, 366)
        await Expiry(services.matches, services.settings).look()
        assert await ratings_of(client, ann) == []
