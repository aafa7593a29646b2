"""What the owner of the server sees and does: load, metrics, bans; and nobody else."""

from __future__ import annotations

import re
from types import SimpleNamespace

import httpx
import pytest
from clients import API, Client, bearer
from pydantic import SecretStr, ValidationError
from servers import Serve
from test_owners import another, code_of

from ludograph.errors import InvalidParameter
from ludograph.server.bans import Bans, network_of
from ludograph.server.metrics import Count, Histogram
from ludograph.server.settings import Settings
from ludograph.store.bans import StoredBan

TOKEN = "the-owner-of-this-server"
OWNER = bearer(TOKEN)


async def ban(client: Client, address: str, **more: object) -> httpx.Response:
    return await client.post("/owner/bans", {"address": address, **more}, headers=OWNER)


async def test_strangers_see_nothing(serve: Serve) -> None:
    """By default there is no owner at all."""
    async with serve() as client:
        for path in ("/owner", "/metrics"):
            assert code_of(await client.get(path)) == (401, "not-authenticated")
            assert code_of(await client.get(path, headers=OWNER)) == (403, "forbidden")
            client.app.state.services.settings.owner_token = SecretStr(TOKEN)  # type: ignore[union-attr]
            assert code_of(await client.get(path, headers=bearer(TOKEN + "!"))) == (403, "forbidden")
            assert (await client.get(path, headers=OWNER)).status_code == 200
            client.app.state.services.settings.owner_token = None  # type: ignore[union-attr]


def test_a_token_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(ValidationError):
        Settings(owner_token="secret")
    assert "the-owner" not in "".join(Settings(owner_token=TOKEN).lines())


def samples(text: str) -> dict[str, float]:
    """What a scraper reads: every line is a comment or a sample."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            parts = re.fullmatch(r'([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})?) ([-+.e0-9]+)', line)
            assert parts, line
            assert parts[1] not in found, line
            found[parts[1]] = float(parts[2])
    return found


async def test_metrics(serve: Serve) -> None:
    async with serve(owner_token=TOKEN) as client:
        playing = await client.begin("trimok", "human", "random")
        async with playing.live(0) as socket:
            await playing.move(0, "A2-A3", 0)
            for _ in range(2):
                await socket.hear_until("event")
            await playing.move(0, "A2-A3", 0)  # too late
            await client.get("/nothing")
            answer = await client.get("/metrics", headers=OWNER)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    seen = samples(answer.text)
    moves = 'method="POST",route="play_move"'
    assert seen[f'ludograph_requests_total{{{moves},status="200"}}'] == 1
    assert seen[f'ludograph_requests_total{{{moves},status="409"}}'] == 1
    assert seen['ludograph_requests_total{method="GET",route="none",status="404"}'] == 1
    assert seen['ludograph_request_seconds_count{route="play_move"}'] == 2
    assert seen['ludograph_request_seconds_bucket{route="play_move",le="+Inf"}'] == 2
    assert seen['ludograph_moves_total{by="human"}'] == seen['ludograph_moves_total{by="program"}'] == 1
    assert seen['ludograph_changes_total{kind="move"}'] == 2
    assert seen["ludograph_thinking_seconds_count"] == 1
    assert seen["ludograph_watchers"] == seen["ludograph_matches_watched"] == seen["ludograph_database_up"] == 1
    assert seen["ludograph_kept_matches_kept"] == seen["ludograph_kept_matches_unfinished"] == 1
    assert seen["ludograph_connections"] >= 2
    assert seen['ludograph_queue_waiting{queue="programs"}'] == seen["ludograph_database_errors_total"] == 0


def test_the_text_format() -> None:
    count, histogram = Count("things_total", "Things.", "name"), Histogram("waits", "Waits.")
    count.add('a "quoted"\\\nname')
    for seconds in (0.001, 0.002, 0.3, 99.0):
        histogram.observe(seconds)
    assert list(count.lines())[1:] == [
        "# TYPE ludograph_things_total counter",
        r'ludograph_things_total{name="a \"quoted\"\\\nname"} 1',
    ]
    lines = list(histogram.lines())
    assert lines[2] == 'ludograph_waits_bucket{le="0.002"} 2'
    assert lines[-3:] == [
        'ludograph_waits_bucket{le="+Inf"} 4',
        "ludograph_waits_sum 99.303",
        "ludograph_waits_count 4",
    ]


async def test_a_database_that_is_away_is_told(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(owner_token=TOKEN) as client:
        database = client.app.state.services.database  # type: ignore[union-attr]

        def away() -> None:
            raise OSError("away")

        monkeypatch.setattr(database, "_reading", SimpleNamespace(connect=away))
        seen = samples((await client.get("/metrics", headers=OWNER)).text)
        assert (seen["ludograph_database_up"], seen["ludograph_database_errors_total"]) == (0, 1)
        assert (await client.get("/owner", headers=OWNER)).json()["database"] is None
        monkeypatch.undo()


async def test_the_owner_bans_and_unbans(serve: Serve) -> None:
    async with serve(owner_token=TOKEN) as client, another(client) as stranger:
        playing = await client.begin()
        playing.client = stranger
        transport = {"local_addr": ("127.0.0.2", 0)}
        assert code_of(await stranger.post("/owner/bans", {"address": "127.0.0.1"})) == (401, "not-authenticated")
        async with playing.live(0, **transport) as socket:
            made = await ban(client, "127.0.0.2", reason="too loud", hours=1)
            assert made.status_code == 201
            assert made.json()["until"] == pytest.approx(made.json()["created"] + 3600)
            assert (await socket.hear())["problem"]["code"] == "banned"
            assert await socket.closed() == 1008
        refused = await stranger.get("/health")
        assert code_of(refused) == (403, "banned")
        assert "too loud" in refused.json()["detail"]
        assert (await client.get("/health")).status_code == 200
        seen = (await client.get("/owner", headers=OWNER)).json()
        assert [each["address"] for each in seen["bans"]] == ["127.0.0.2"]
        assert {"127.0.0.1", "127.0.0.2"} <= {guest["address"] for guest in seen["guests"]}
        assert code_of(await ban(client, "127.0.0.0/8")) == (422, "invalid-parameter")  # the owner, too
        assert code_of(await ban(client, "example.org")) == (422, "invalid-parameter")
        lifted = f"{API}/owner/bans?address=127.0.0.2"
        assert (await client.http.delete(lifted, headers=OWNER)).json() == []
        assert code_of(await client.http.delete(lifted, headers=OWNER)) == (404, "not-found")
        assert (await stranger.get("/health")).status_code == 200
        assert (await client.http.delete(f"{API}{playing.path}", headers=OWNER)).status_code == 200  # of anybody


async def test_bans_outlive_the_server(serve: Serve) -> None:
    async with serve(owner_token=TOKEN) as client:
        await ban(client, "127.0.0.2")
    async with serve() as client, another(client) as stranger:
        assert code_of(await stranger.get("/health")) == (403, "banned")


@pytest.mark.parametrize(
    ("banned", "guest", "is_banned"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.0/24", "203.0.113.8", True),
        ("2001:db8::1", "2001:db8::/64", True),
        ("2001:db8::/48", "2001:db8:0:7::/64", True),
        ("2001:db8::/48", "203.0.113.7", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "unknown", False),
    ],
)
def test_whom_a_ban_is_for(banned: str, guest: str, is_banned: bool) -> None:
    bans = Bans()
    bans.all = [StoredBan(str(network_of(banned)), "", 0.0, None)]
    assert (bans._ban_of(guest) is not None) is is_banned
    bans.all = [StoredBan(str(network_of(banned)), "", 0.0, 1.0)]  # it has ended
    assert bans._ban_of(guest) is None


def test_what_is_no_address() -> None:
    for text in ("", "example.org", "1.2.3", "1.2.3.4/33"):
        with pytest.raises(InvalidParameter):
            network_of(text)
