"""Help in matches between people: the server tells nothing about a running one, unless all of them have agreed."""

from __future__ import annotations

import json

import pytest
from clients import SHARED_LOOP, Client, Playing, bearer
from servers import Serve

pytestmark = SHARED_LOOP
APART = [{"player": "human"}, {"player": "human", "invite": True}]


async def between_people(client: Client, game: str = "trimok") -> Playing:
    """A match with its second seat taken by an invite."""
    playing = await client.begin(game, seats=APART)
    joined = await client.post(f"{playing.path}/join", {"invite": playing.created["seats"][1]["invite"]})
    playing.created["seats"][1]["token"] = joined.json()["token"]
    return playing


async def codes(playing: Playing, token: str = "") -> list[str | None]:
    """What is answered to both questions about the match: the code of a refusal, or None."""
    headers = bearer(token) if token else {}
    value = await playing.client.get(f"{playing.path}/value", headers=headers)
    analysis = await playing.client.post(f"{playing.path}/analysis", {"nodes": 50}, headers=headers)
    return [None if answer.status_code == 200 else answer.json()["code"] for answer in (value, analysis)]


async def test_nobody_is_helped_before_the_end(client: Client) -> None:
    playing = await between_people(client)
    assert (await playing.state())["help"] == "off"
    for token in ("", playing.token(0), playing.token(1), playing.created["owner_token"]):
        assert await codes(playing, token) == ["help-off", "help-off"]
    assert (await client.get(f"{playing.path}/value")).status_code == 403
    await playing.ask("resign", 0)
    assert (await playing.state())["help"] == "free"
    told = await client.post(f"{playing.path}/analysis", {"nodes": 50, "ply": 0, "lines": 3})
    assert told.status_code == 409, "the match has no move, and is over"
    assert (await client.get(f"{playing.path}/value")).json() is None


async def test_all_may_agree_to_help(client: Client) -> None:
    playing = await between_people(client)
    assert (await playing.ask("help", 0, reply="accept")).json()["code"] == "nothing-offered"
    assert (await playing.ask("help", 0, reply="offer")).status_code == 200
    assert (await playing.ask("help", 1, reply="offer")).json()["code"] == "nothing-offered"
    assert (await playing.ask("help", 0, reply="accept")).json()["code"] == "nothing-offered"
    assert await codes(playing) == ["help-off", "help-off"]
    await playing.ask("help", 1, reply="decline")
    assert (await playing.state())["offers"] == {}

    await playing.ask("help", 1, reply="offer")
    await playing.move(0, "A2-A3", 0)
    assert (await playing.ask("help", 0, reply="accept")).status_code == 200
    assert (await playing.state())["help"] == "agreed"
    assert await codes(playing) == [None, None]
    # It outlives moves, and taking them back.
    await playing.move(1, "A5-A4", 1)
    await playing.ask("undo", 1, reply="offer")
    await playing.ask("undo", 0, reply="accept")
    state = await playing.state()
    assert (state["ply"], state["help"]) == (1, "agreed")
    assert (await playing.ask("help", 0, reply="offer")).json()["code"] == "nothing-offered"
    assert (await client.post(f"{playing.path}/help", {"reply": "offer"})).status_code == 401
    kinds = [event["event"]["kind"] for event in (await client.get(f"{playing.path}/events")).json()]
    assert [kind for kind in kinds if "help" in kind] == [
        "help-offered",
        "help-declined",
        "help-offered",
        "help-accepted",
    ]


async def test_a_rematch_is_between_the_same_people(client: Client) -> None:
    playing = await between_people(client)
    await playing.ask("resign", 0)
    await playing.ask("rematch", 0, reply="offer")
    await playing.ask("rematch", 1, reply="accept")
    again = await client.get(f"/matches/{(await playing.state())['rematch']}")
    assert again.json()["help"] == "off"


@pytest.mark.parametrize("players", [("human", "human"), ("human", "ai:1"), ("random", "random")])
async def test_others_are_helped_as_they_like(client: Client, players: tuple[str, ...]) -> None:
    playing = await client.begin("trimok", *players, is_paused=True)
    assert (await playing.state())["help"] == "free"
    assert await codes(playing) == [None, None]


async def test_a_seat_that_nobody_has_taken_yet_is_somebody_elses(client: Client) -> None:
    playing = await client.begin("trimok", seats=APART)
    assert await codes(playing) == ["help-off", "help-off"]
    assert [seat["is_open"] for seat in (await playing.state())["seats"]] == [False, True]


async def test_any_position_of_a_match(client: Client) -> None:
    playing = await client.begin("tic-tac-toe")
    for ply, text in enumerate(("A1", "B2", "C3")):
        await playing.move(ply % 2, text, ply)
    first, last = [(await client.get(f"{playing.path}/value", params=at)).json() for at in ({"ply": 0}, {})]
    assert (first["value"], len(first["moves"])) == ("draw", 9)
    assert len(last["moves"]) == 6
    assert (await client.get(f"{playing.path}/value", params={"ply": 4})).status_code == 404
    asked = {"ply": 1, "lines": 3, "only": ["A2", "B2"], "nodes": 500}
    told = (await client.post(f"{playing.path}/analysis", asked)).json()
    assert sorted(line["move"] for line in told["lines"]) == ["A2", "B2"]
    assert (await client.post(f"{playing.path}/analysis", {"only": ["A1"]})).json()["code"] == "illegal-move"


async def test_what_programs_think_is_not_told_to_rivals(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a program at a third seat, its thoughts would help one of the others."""
    monkeypatch.setattr("ludograph.server.programs.REPORT_SECONDS", 0.0)
    seats = [{"player": "mcts:time=0.6"}, {"player": "human"}, {"player": "human", "invite": True}]
    async with serve() as client:
        playing = await client.begin("nchess/three", seats=seats)
        async with playing.live() as socket:
            heard = await socket.hear_until("event")
        assert [message["type"] for message in heard] == ["event"]


async def test_a_game_is_reviewed_move_by_move(client: Client) -> None:
    asked = {"game": "nchess", "moves": ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"], "time": 0.05}
    answer = await client.post("/position/review", asked)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert [each["ply"] for each in told] == list(range(1, 8))
    blunder = told[5]
    assert (blunder["fault"], blunder["sign"], blunder["customary"]) == ("blunder", "??", "Nf6")
    assert blunder["sentence"].startswith("A blunder: lose in 2, 0 %; best was ")
    assert told[6]["fault"] is None

    asked = {"game": "hanoi?disks=2", "moves": ["A-C", "C-B", "A-C", "B-C"]}
    told = [json.loads(line) for line in (await client.post("/position/review", asked)).text.splitlines()]
    assert [(each["fault"], each["behind"]) for each in told] == [("detour", 1), (None, 0), (None, 0), (None, 0)]
    assert all(each["is_solved"] for each in told)

    unsolved = {"game": "sliding?rows=4&columns=4", "moves": []}
    start = (await client.get("/position", params={"game": unsolved["game"]})).json()
    unsolved["moves"] = [start["moves"][0]["text"]]
    (told,) = [json.loads(line) for line in (await client.post("/position/review", unsolved)).text.splitlines()]
    assert (told["fault"], told["chance_before"], told["words"]) == (None, None, "not known")
    wrong = await client.post("/position/review", {"game": "nchess", "moves": ["e2e5"]})
    assert wrong.json()["code"] == "illegal-move"


async def test_a_single_move_is_analysed_too(client: Client) -> None:
    asked = {"game": "tic-tac-toe", "position": "X:XOX/OXO/OX.", "nodes": 100}
    told = await client.post("/position/analysis", asked)
    assert told.status_code == 200, told.text
    assert 0 <= told.json()["win_chance"] <= 100
