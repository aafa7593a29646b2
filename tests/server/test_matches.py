"""Matches over HTTP: the order of checks, who may do what, what is kept."""

from __future__ import annotations

import asyncio
import json

import pytest
from clients import API, SHARED_LOOP, Client, bearer

import ludograph

pytestmark = SHARED_LOOP

SHORT_GAME = "hanoi?disks=2"


def code_of(answer) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    told = answer.json()
    assert told["status"] == answer.status_code
    assert told["detail"].endswith((".", "…", "!"))
    return answer.status_code, told["code"]


# -- moves --------------------------------------------------------------------------------------------------------


async def test_a_move_is_stored_with_the_position_that_it_leads_to(client: Client) -> None:
    playing = await client.begin("trimok")
    answer = await playing.move(0, "A2-A3", 0)
    position = ludograph.game("trimok").start().play("A2-A3")
    assert answer.status_code == 200
    assert answer.json() == {
        "version": 1,
        "ply": 1,
        "move": "A2-A3",
        "seat": 0,
        "position": str(position),
        "turn": 1,
        "outcome": None,
    }
    state = await playing.state()
    played = {"ply": 1, "seat": 0, "text": "A2-A3", "customary": "A2-A3", "left": None}
    assert state["moves"] == [{**played, "position": str(position)}]
    assert state["view"]["position"] == str(position)
    assert [move["text"] for move in state["view"]["moves"]] == [move.text for move in position.legal_moves]
    assert (await client.get(f"{playing.path}/moves")).json() == state["moves"]


@pytest.mark.parametrize(
    ("seat", "move", "ply", "refusal"),
    [
        (0, "A1-A2", 0, (422, "illegal-move")),
        (0, "x", 0, (422, "move-syntax")),
        (0, "A2-A3", 1, (409, "stale-ply")),
        (1, "A5-A4", 0, (409, "not-your-turn")),
        (0, " A2-A3", 0, (422, "move-syntax")),
        (0, "A2-A3\n", 0, (422, "move-syntax")),
    ],
)
async def test_a_refused_move_changes_nothing(client: Client, seat: int, move: str, ply: int, refusal) -> None:
    playing = await client.begin("trimok")
    before = await playing.state()
    assert code_of(await playing.move(seat, move, ply)) == refusal
    assert await playing.state() == before


async def test_only_the_token_of_the_seat_moves(client: Client) -> None:
    playing, other = await client.begin(), await client.begin()
    data = {"move": "A2-A3", "ply": 0}
    path = f"{playing.path}/moves"
    assert code_of(await client.post(path, data)) == (401, "not-authenticated")
    for wrong in ("x", other.token(0), playing.created["owner_token"], playing.token(0)[:-1], "ü" * 43):
        headers = {"Authorization": f"Bearer {wrong}".encode()}
        assert (await client.post(path, data, headers=headers)).status_code in (401, 403)
    assert (await playing.state())["ply"] == 0


async def test_a_finished_match_takes_no_more_moves(client: Client) -> None:
    playing = await client.begin(SHORT_GAME)
    for ply, move in enumerate(("A-B", "A-C", "B-C")):
        answer = await playing.move(0, move, ply)
    assert answer.json()["outcome"]["result"] == "1"
    assert answer.json()["turn"] is None
    assert code_of(await playing.move(0, "C-A", 3)) == (409, "game-over")
    assert code_of(await playing.ask("resign", 0)) == (409, "game-over")
    assert (await playing.state())["view"]["moves"] == []


async def test_of_fifty_clients_one_plays_the_ply(client: Client) -> None:
    playing = await client.begin()
    moves = [move["text"] for move in (await playing.state())["view"]["moves"]]
    answers = await asyncio.gather(*(playing.move(0, moves[n % len(moves)], 0) for n in range(50)))
    won = [answer for answer in answers if answer.status_code == 200]
    lost = [code_of(answer) for answer in answers if answer.status_code != 200]
    assert len(won) == 1
    assert set(lost) == {(409, "stale-ply")}
    assert all(answer.json()["ply"] == 1 for answer in answers if answer.status_code == 409)
    state = await playing.state()
    assert [move["text"] for move in state["moves"]] == [won[0].json()["move"]]


# -- idempotency --------------------------------------------------------------------------------------------------


async def test_the_same_request_gets_the_first_answer(client: Client) -> None:
    playing = await client.begin()
    first = await playing.move(0, "A2-A3", 0, "k1")
    await playing.move(1, "A5-A4", 1)
    again = await playing.move(0, "A2-A3", 0, "k1")
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert (await playing.state())["ply"] == 2


async def test_a_refusal_is_a_first_answer_too(client: Client) -> None:
    playing = await client.begin()
    first = await playing.move(1, "A5-A4", 1, "k1")
    await playing.move(0, "A2-A3", 0)
    again = await playing.move(1, "A5-A4", 1, "k1")
    assert code_of(first) == code_of(again) == (409, "stale-ply")
    assert (await playing.move(1, "A5-A4", 1, "k2")).status_code == 200


async def test_moves_are_read_alike_whoever_reads_them(client: Client) -> None:
    """FastAPI reads what isn't plainly right, such as a type of JSON that says more than it has to."""
    playing = await client.begin("hanoi?disks=2")

    async def answered(text: str, ply: object, kind: str, key: str = "k", path: str = playing.path) -> tuple[int, str]:
        headers = {**bearer(playing.token(0)), "content-type": kind, "idempotency-key": key}
        body = json.dumps({"move": text, "ply": ply})
        answer = await client.http.post(f"{API}{path}/moves", content=body, headers=headers)
        return answer.status_code, answer.text

    for plies, kind in enumerate(("application/json", "application/json; charset=utf-8")):
        move = ("A-B", "B-A")[plies]
        done = await answered(move, plies, kind, f"k{plies}")
        assert done[0] == 200
        assert done == await answered(move, str(plies), "application/json", f"k{plies}")
        assert done == await answered(move, plies, "application/json; charset=utf-8", f"k{plies}")
        wrong = [
            await answered("A-B", -1, kind),
            await answered("A-B", 2, kind, "k k"),
            await answered("A-B", 2, kind, path="/matches/x"),
            await answered("A-B", 2, kind, path=f"/matches/{24 * '0'}%0A"),
        ]
        assert [status for status, _ in wrong] == [422, 422, 404, 404]
    assert (await playing.state())["ply"] == 2


async def test_a_key_is_for_one_request_of_one_seat(client: Client) -> None:
    playing = await client.begin()
    await playing.move(0, "A2-A3", 0, "k1")
    assert code_of(await playing.move(0, "B2-B3", 0, "k1")) == (422, "key-reused")
    assert (await playing.move(1, "A5-A4", 1, "k1")).status_code == 200


async def test_a_key_that_was_used_plays_nothing_even_if_it_could(client: Client) -> None:
    playing = await client.begin(SHORT_GAME)
    first = await playing.move(0, "A-B", 0, "k1")
    async with playing.live() as watching:
        assert code_of(await playing.move(0, "B-A", 1, "k1")) == (422, "key-reused")
        await playing.ask("undo", 0, reply="offer", plies=1)
        assert (await watching.hear())["event"]["kind"] == "undone"
        again = await playing.move(0, "A-B", 0, "k1")
        assert (again.status_code, again.text) == (200, first.text)
        assert (await playing.move(0, "A-C", 0, "k2")).status_code == 200
        assert (await watching.hear())["event"]["move"]["text"] == "A-C"
    assert (await client.get(f"{playing.path}/audit")).json()["ply"] == 1


async def test_many_copies_of_one_request_play_once(client: Client) -> None:
    playing = await client.begin()
    answers = await asyncio.gather(*(playing.move(0, "A2-A3", 0, "k1") for _ in range(20)))
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    assert (await playing.state())["ply"] == 1


# -- seats --------------------------------------------------------------------------------------------------------


async def test_an_invite_works_once(client: Client) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob", "invite": True}]
    created = (await client.post("/matches", {"game": "trimok", "seats": seats})).json()
    path = f"/matches/{created['id']}"
    assert [set(seat) for seat in created["seats"]] == [{"seat", "player", "token"}, {"seat", "player", "invite"}]
    invite = created["seats"][1]["invite"]
    data = {"move": "A2-A3", "ply": 0}
    assert (await client.post(f"{path}/moves", data, headers=bearer(invite))).status_code == 403
    joined = (await client.post(f"{path}/join", {"invite": invite, "name": "Bo"})).json()
    assert joined["seat"] == 1
    assert joined["match"]["own_seats"] == [1]
    assert [seat["name"] for seat in joined["match"]["seats"]] == ["Ann", "Bo"]
    assert code_of(await client.post(f"{path}/join", {"invite": invite})) == (403, "invalid-invite")
    assert (await client.post(f"{path}/moves", data, headers=bearer(created["seats"][0]["token"]))).status_code == 200
    data = {"move": "A5-A4", "ply": 1}
    assert (await client.post(f"{path}/moves", data, headers=bearer(joined["token"]))).status_code == 200


async def test_own_matches_are_found_by_tokens(client: Client) -> None:
    first, second = await client.begin("trimok"), await client.begin(SHORT_GAME)
    await client.begin("trimok")
    await first.move(0, "A2-A3", 0)
    tokens = ["unknown", second.token(0), first.token(1), first.created["owner_token"]]
    found = (await client.post("/matches/mine", {"tokens": tokens})).json()
    facts = {(match["id"], match["seat"], match["ply"], match["token_index"]) for match in found}
    assert facts == {(second.id, 0, 0, 1), (first.id, 1, 1, 2), (first.id, None, 1, 3)}
    assert found[-1]["id"] == second.id


@pytest.mark.parametrize(
    ("request_data", "code"),
    [
        ({"game": "nonsense"}, "unknown-game"),
        ({"game": "hanoi?pegs=99"}, "invalid-parameter"),
        ({"game": "trimok", "position": "x"}, "position-syntax"),
        ({"game": "trimok", "seats": [{}]}, "invalid-parameter"),
        ({"game": "trimok", "seats": [{}, {"player": "ai:99"}]}, "invalid-parameter"),
        ({"game": "hanoi", "seats": [{"player": "ai"}]}, "invalid-parameter"),
        ({"game": "trimok", "unknown": 1}, "invalid-request"),
        ({"game": "trimok", "seats": [{"name": "a\nb"}, {}]}, "invalid-request"),
    ],
)
async def test_a_wrong_match_is_refused(client: Client, request_data, code: str) -> None:
    assert code_of(await client.post("/matches", request_data))[1] == code


@pytest.mark.parametrize("player", ["uci:/bin/sh", "uci:stockfish,time=1", "uci:"])
async def test_guests_start_no_programs(client: Client, player: str) -> None:
    seats = [{"player": "human"}, {"player": player}]
    refused = await client.post("/matches", {"game": "nchess", "seats": seats})
    assert code_of(refused) == (422, "invalid-parameter")
    assert "would start a program here" in refused.json()["detail"]
    asked = await client.post("/position/analysis", {"game": "nchess", "player": player})
    assert asked.status_code == 422
    offered = (await client.get("/games")).json()
    assert all(form["name"] != "uci:PROGRAM" for game in offered for form in game["players"])


# -- agreements ---------------------------------------------------------------------------------------------------


async def test_taking_back_needs_the_other_player(client: Client) -> None:
    playing = await client.begin()
    assert code_of(await playing.ask("undo", 0)) == (409, "nothing-to-undo")
    await playing.move(0, "A2-A3", 0)
    await playing.move(1, "A5-A4", 1)
    asked = await playing.ask("undo", 0)
    assert asked.json()["offers"] == {"undo": {"by": 0, "agreed": [0], "plies": 2}}
    assert code_of(await playing.ask("undo", 0, reply="accept")) == (409, "nothing-offered")
    assert (await playing.ask("undo", 1, reply="decline")).json()["offers"] == {}
    assert code_of(await playing.ask("undo", 1, reply="accept")) == (409, "nothing-offered")
    await playing.ask("undo", 1, plies=1)
    done = await playing.ask("undo", 0, reply="accept")
    assert (done.json()["ply"], done.json()["offers"]) == (1, {})
    state = await playing.state()
    assert [move["text"] for move in state["moves"]] == ["A2-A3"]
    assert (await playing.move(1, "B5-B4", 1)).status_code == 200
    assert (await client.get(f"{playing.path}/audit")).json()["consistent"]


async def test_a_puzzle_is_taken_back_at_once(client: Client) -> None:
    playing = await client.begin(SHORT_GAME)
    await playing.move(0, "A-B", 0)
    assert (await playing.ask("undo", 0)).json()["ply"] == 0


async def test_a_draw_needs_both(client: Client) -> None:
    playing = await client.begin()
    await playing.ask("draw", 0, reply="offer")
    await playing.move(0, "A2-A3", 0)  # the offer stands, as it was one's own move
    assert "draw" in (await playing.state())["offers"]
    await playing.move(1, "A5-A4", 1)  # a move is an answer: no
    assert (await playing.state())["offers"] == {}
    await playing.ask("draw", 1, reply="offer")
    drawn = (await playing.ask("draw", 0, reply="accept")).json()
    assert (drawn["outcome"]["result"], drawn["outcome"]["reason"]) == ("1/2-1/2", "agreement")
    assert code_of(await playing.move(0, "A3-A2", 2)) == (409, "game-over")
    assert (await client.get(f"{playing.path}/audit")).json()["consistent"]


async def test_programs_and_puzzles_agree_to_no_draw(client: Client) -> None:
    for playing in (await client.begin("trimok", "human", "random"), await client.begin(SHORT_GAME)):
        assert code_of(await playing.ask("draw", 0, reply="offer")) == (403, "forbidden")


async def test_resigning_ends_the_match(client: Client) -> None:
    playing = await client.begin()
    ended = (await playing.ask("resign", 0)).json()
    assert (ended["outcome"]["result"], ended["outcome"]["reason"]) == ("0-1", "resignation")
    assert (await client.get(f"{playing.path}/audit")).json()["consistent"]


# -- records ------------------------------------------------------------------------------------------------------


async def test_what_is_exported_can_be_imported(client: Client) -> None:
    playing = await client.begin()
    for ply, move in enumerate(("A2-A3", "A5-A4", "B2-B3")):
        await playing.move(ply % 2, move, ply)
    text = (await client.get(f"{playing.path}/export")).text
    imported = (await client.post("/matches/import", {"text": text})).json()
    first, second = await playing.state(), imported["match"]
    assert second["moves"] == first["moves"]
    assert second["view"] == first["view"]
    assert (await client.get(f"/matches/{imported['id']}/audit")).json()["ply"] == 3
    await playing.ask("resign", 0)
    text = (await client.get(f"{playing.path}/export")).text
    assert (await client.post("/matches/import", {"text": text})).json()["match"]["view"]["outcome"]["result"] == "0-1"


@pytest.mark.parametrize(("game", "format"), [("nchess", "pgn"), ("draughts/russian", "pdn"), ("trimok", "pgn")])
async def test_portable_notation_goes_out_and_in(client: Client, game: str, format: str) -> None:
    playing = await client.begin(game)
    for ply in range(4):
        await playing.move(ply % 2, (await playing.state())["view"]["moves"][0]["text"], ply)
    text = (await client.get(f"{playing.path}/export", params={"format": format})).text
    imported = await client.post("/matches/import", {"text": text, "format": format})
    assert imported.status_code == 201, imported.text
    assert imported.json()["match"]["view"] == (await playing.state())["view"]


async def test_portable_notation_names_no_file_of_the_machine(client: Client) -> None:
    text = '[Game "graph?file=/etc/passwd"]\n\n*\n'
    assert code_of(await client.post("/matches/import", {"text": text, "format": "pgn"})) == (422, "invalid-parameter")
    text = '[Event "?"]\n\n1. e4 e4 *\n'
    assert code_of(await client.post("/matches/import", {"text": text, "format": "pgn"})) == (422, "invalid-game-text")
    assert code_of(await client.post("/matches/import", {"text": "", "format": "pdn"})) == (422, "invalid-record")


@pytest.mark.parametrize("text", ["", "{}", "[" * 5000, '{"format": "ludograph-match", "version": 1}'])
async def test_a_broken_record_is_refused(client: Client, text: str) -> None:
    assert code_of(await client.post("/matches/import", {"text": text})) == (422, "invalid-record")


async def test_events_tell_the_whole_story(client: Client) -> None:
    playing = await client.begin()
    await playing.move(0, "A2-A3", 0)
    await playing.move(1, "A5-A4", 1)
    await playing.ask("undo", 1)
    await playing.ask("undo", 0, reply="accept")
    events = (await client.get(f"{playing.path}/events")).json()
    told = [(event["version"], event["ply"], event["event"]["kind"]) for event in events]
    assert told == [(1, 1, "move"), (2, 2, "move"), (3, 2, "undo-offered"), (4, 1, "undone")]
    since = (await client.get(f"{playing.path}/events", params={"since": 3})).json()
    assert since == events[3:]


async def test_a_damaged_match_is_noticed(client: Client) -> None:
    from sqlalchemy import update

    from ludograph.store import tables

    playing = await client.begin()
    await playing.move(0, "A2-A3", 0)
    assert client.app
    async with client.app.state.services.database.writing() as connection:
        wrong = str(ludograph.game("trimok").start().play("B2-B3"))
        await connection.execute(update(tables.moves).values(position=wrong))
    answer = await client.get(f"{playing.path}/audit")
    assert code_of(answer) == (500, "damaged-match")


async def test_unknown_matches(client: Client) -> None:
    for path in ("", "/moves", "/events", "/audit", "/export"):
        assert code_of(await client.get(f"/matches/{24 * '0'}{path}")) == (404, "unknown-match")
        assert code_of(await client.get(f"/matches/..%2f..{path}"))[0] in (404, 422)


# -- files of games ---------------------------------------------------------------------------------------------------

SEVERAL = """[White "Anna"]
[Black "ai:3"]
[Result "*"]

1. e4 e5 2. Nf3 *

[White "Broken"]

1. e4 ( *

[White "Cleo"]
[Black "Dan"]
[Result "1-0"]

1. e4 e4 1-0
"""


async def test_a_file_of_several_games_is_listed_and_one_is_opened(client: Client) -> None:
    found = (await client.post("/game-files", {"name": "some.pgn", "text": SEVERAL})).json()
    assert (found["format"], found["is_all"]) == ("pgn", True)
    first, second, third = found["games"]
    assert (first["players"], first["moves"], first["fault"]) == (["Anna", "ai:3"], 3, None)
    assert second["fault"].startswith("Line 9, column ")
    assert (third["number"], third["players"], third["result"]) == (3, ["Cleo", "Dan"], "1-0")
    asked = {"format": "pgn", "text": SEVERAL}
    made = (await client.post("/matches/import", {**asked, "number": 1})).json()
    assert [move["customary"] for move in made["match"]["moves"]] == ["e4", "e5", "Nf3"]
    assert [(seat["player"], seat["name"]) for seat in made["match"]["seats"]] == [("human", "Anna"), ("ai:3", "ai:3")]
    refused = (await client.post("/matches/import", {**asked, "number": 3})).json()
    assert refused["detail"].startswith("Line 15, column 7: ")
    assert code_of(await client.post("/matches/import", asked)) == (422, "invalid-record")
    assert code_of(await client.post("/matches/import", {**asked, "number": 4})) == (422, "invalid-record")


@pytest.mark.parametrize(("game", "format"), [("nchess", "pgn"), ("draughts/russian", "pdn"), ("trimok", "record")])
async def test_a_game_that_is_opened_again_keeps_its_seats(client: Client, game: str, format: str) -> None:
    """Those on one screen; that an invited guest sat elsewhere is no part of a file."""
    wanted = [{"player": "human", "name": "Anna"}, {"player": "ai:2", "name": "The machine"}]
    playing = await client.begin(game, seats=wanted, is_paused=True)
    text = (await client.get(f"{playing.path}/export", params={"format": format})).text
    told = (await client.post("/game-files", {"text": text})).json()
    assert (told["format"], len(told["games"])) == (format, 1)
    again = (await client.post("/matches/import", {"text": text, "format": format, "is_paused": True})).json()
    assert [(seat["player"], seat["name"]) for seat in again["match"]["seats"]] == [
        ("human", "Anna"),
        ("ai:2", "The machine"),
    ]


async def test_no_file_can_start_a_program(client: Client) -> None:
    text = '[White "uci:/bin/sh"]\n[WhiteType "program"]\n[Black "human"]\n\n*\n'
    made = (await client.post("/matches/import", {"text": text, "format": "pgn"})).json()
    assert [(seat["player"], seat["name"]) for seat in made["match"]["seats"]] == [
        ("human", "uci:/bin/sh"),
        ("human", "Black"),
    ]


@pytest.mark.parametrize(
    ("game", "moves", "customary"),
    [
        ("chess", ["g1f3", "e7e5", "f3e5"], ["Nf3", "e5", "Nxe5"]),
        ("draughts/russian", ["22-18", "9-13"], ["c3-d4", "b6-a5"]),
        ("draughts/english", ["9-13"], ["9-13"]),
        ("nchess/glinski", ["d1-f4", "f10-c4"], ["Ndf4", "Bc4"]),
    ],
)
async def test_moves_are_told_as_people_write_them(
    client: Client, game: str, moves: list[str], customary: list[str]
) -> None:
    """And as they are always written; whoever types may use either."""
    playing = await client.begin(game)
    for ply, (move, told) in enumerate(zip(moves, customary, strict=True)):
        listed = {each["text"]: each["customary"] for each in (await playing.state())["view"]["moves"]}
        assert listed[move] == told
        answer = await playing.move(ply % 2, told if ply else move, ply)
        assert answer.json()["move"] == move
    state = await playing.state()
    assert [(each["text"], each["customary"]) for each in state["moves"]] == list(zip(moves, customary, strict=True))
    assert state["last_move"]["customary"] == customary[-1]
