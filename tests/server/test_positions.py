"""Questions about games and positions."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest
from clients import SHARED_LOOP, Client
from pydantic import TypeAdapter

import ludograph
from ludograph.core import registry
from ludograph.draw.themes import THEMES
from ludograph.server.schemas.games import CatalogueEntry, GameView
from ludograph.server.schemas.positions import AnalysisView, PositionView, ValueView

pytestmark = SHARED_LOOP

GAMES = ludograph.game_names()


async def test_the_catalogue_has_every_game(client: Client) -> None:
    answer = await client.get("/games")
    entries = TypeAdapter(list[CatalogueEntry]).validate_json(answer.text)
    assert [entry.name for entry in entries] == GAMES
    hanoi = next(entry for entry in entries if entry.name == "hanoi")
    assert hanoi.is_puzzle
    assert [player.name for player in hanoi.players] == ["human", "random"]
    assert {"minimum": 3, "maximum": 8, "type": "integer", "default": 3}.items() <= hanoi.parameters[0].items()
    trimok = next(entry for entry in entries if entry.name == "trimok")
    assert (trimok.seats, trimok.is_puzzle) == (["Red", "Blue"], False)
    assert {"human", "random", "greedy", "ai", "mcts"} <= {player.name for player in trimok.players}


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_can_be_drawn_and_played(client: Client, name: str) -> None:
    game = ludograph.game(name)
    facts = GameView.model_validate_json((await client.get("/game", params={"game": name})).text)
    assert facts.id == game.id
    assert [node.label for node in facts.board.nodes] == [node.label for node in game.board.nodes]
    links = [[(link.to, link.direction) for link in node.links] for node in facts.board.nodes]
    assert links == [[(link.target, link.direction) for link in of_node] for of_node in game.board.links]
    view = PositionView.model_validate_json((await client.get("/position", params={"game": name})).text)
    assert view.position == facts.start == str(game.start())
    assert [move.text for move in view.moves] == [move.text for move in game.start().legal_moves]
    light = THEMES["light"]
    for told, piece in zip(view.pieces, game.pieces(game.start_state()), strict=True):
        if told.palette != "coordinates":
            palette = light.seats if told.palette == "seats" else light.tiles
            assert palette[told.colour % len(palette)].face == light.colours_of(piece).face
    assert [piece.node for piece in view.pieces] == [piece.node for piece in game.pieces(game.start_state())]
    drawing = await client.get("/position/svg", params={"game": name, "theme": "dark"})
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.text.startswith("<svg")


@pytest.mark.parametrize(("said", "meant"), registry.OTHER_NAMES.items())
async def test_customary_names_are_understood(client: Client, said: str, meant: str) -> None:
    meant_id = ludograph.game(meant).id
    assert (await client.get("/game", params={"game": said})).json()["id"] == meant_id
    views = [await client.get("/position", params={"game": name}) for name in (said, meant)]
    assert views[0].json() == views[1].json()
    made = await client.post("/matches", {"game": said, "seats": [{"player": "human"}, {"player": "random"}]})
    assert made.json()["match"]["game"] == meant_id


async def test_a_file_for_a_game_by_its_customary_name(client: Client) -> None:
    text = (resources.files("ludograph.games.nchess") / "maps" / "ring.json").read_text(encoding="utf-8")
    kept = await client.http.post("/api/v1/files?game=chess&parameter=map", content=text)
    assert kept.status_code == 201
    shown = await client.get("/game", params={"game": f"chess?map={kept.json()['hash']}"})
    assert shown.json()["name"] == "nchess"


async def test_moves_of_a_kind(client: Client) -> None:
    asked = {"game": "peg-solitaire", "kind": "undo"}
    listed = (await client.get("/position/moves", params=asked)).json()
    assert [move["text"] for move in listed] == [
        move.text for move in ludograph.game("peg-solitaire").start().moves("undo")
    ]
    answer = await client.get("/position/moves", params={"game": "trimok", "kind": "sideways"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unsupported-kind")


async def test_hop_by_hop(client: Client) -> None:
    begun = (await client.post("/position/partial", {"game": "trimok", "hops": ["A2"]})).json()
    assert (begun["valid"], begun["complete"], "A3" in begun["next"]) == (True, False, True)
    whole = (await client.post("/position/partial", {"game": "trimok", "hops": ["A2", "A3"]})).json()
    assert whole["move"]["text"] == "A2-A3"
    wrong = (await client.post("/position/partial", {"game": "trimok", "hops": ["A1", "A2"]})).json()
    assert (wrong["valid"], wrong["message"][:12]) == (False, "Illegal move")


async def test_playing_without_keeping(client: Client) -> None:
    played = (await client.post("/position/play", {"game": "trimok", "moves": ["A2-A3", "A5-A4"]})).json()
    position = ludograph.game("trimok").start().play("A2-A3").play("A5-A4")
    assert played["position"] == str(position)
    refused = await client.post("/position/play", {"game": "trimok", "moves": ["A2-A3", "A2-A3"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-move")


async def test_values_where_they_are_known(client: Client) -> None:
    asked = {"game": "hanoi?disks=4", "position": "4_3_2_1--"}
    told = ValueView.model_validate_json((await client.get("/position/value", params=asked)).text)
    assert (told.value, told.remoteness) == ("win", 15)
    assert {(move.text, move.remoteness) for move in told.moves} == {("A-B", 14), ("A-C", 15)}
    for game in ("trimok", "sliding?rows=4&columns=4"):
        answer = await client.get("/position/value", params={"game": game})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-solved")


async def test_analysis_within_a_budget(client: Client) -> None:
    asked = {"game": "trimok", "moves": ["A2-A3"], "nodes": 500}
    found = AnalysisView.model_validate_json((await client.post("/position/analysis", asked)).text)
    position = ludograph.game("trimok").start().play("A2-A3")
    for text in found.line:
        position = position.play(text)
    assert found.nodes >= 1
    refused = await client.post("/position/analysis", {"game": "hanoi"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid-parameter")
    over = await client.post("/position/analysis", {"game": "trimok", "position": "R:1A6R"})
    assert over.status_code in (409, 422)


async def test_themes(client: Client) -> None:
    themes = (await client.get("/themes")).json()
    looks = ("light", "wood", "green", "blue", "contrast")
    assert set(themes) == {look for each in looks for look in (each, "dark" if each == "light" else f"{each}-dark")}
    assert themes["light"]["seats"][0]["face"].startswith("#")


# -- GamesmanPuzzles -----------------------------------------------------------------------------------------------


async def test_puzzles_in_the_json_of_gamesman(client: Client) -> None:
    start = await client.http.get("/puzzles/hanoi/3_3/start/")
    assert start.json() == {"position": "3_2_1--", "autoguiPosition": "1_1--2--3--"}
    asked = await client.http.get("/puzzles/hanoi/pegs=3&disks=3/positions/", params={"p": "3_2_1--"})
    assert asked.json() == {
        "position": "3_2_1--",
        "autoguiPosition": "1_1--2--3--",
        "positionValue": "win",
        "remoteness": 7,
        "moves": [
            {
                "move": "A-B",
                "autoguiMove": "M_0_7_x",
                "position": "3_2-1-",
                "autoguiPosition": "1_---2--31-",
                "positionValue": "win",
                "remoteness": 7,
            },
            {
                "move": "A-C",
                "autoguiMove": "M_0_8_x",
                "position": "3_2--1",
                "autoguiPosition": "1_---2--3-1",
                "positionValue": "win",
                "remoteness": 6,
            },
        ],
    }


async def test_what_cannot_be_solved_is_lost_there(client: Client) -> None:
    odd = await client.http.get("/puzzles/sliding/3_3/positions/", params={"p": "2,1,3/4,5,6/7,8,-"})
    assert odd.json()["positionValue"] == "lose"
    assert "remoteness" not in odd.json()
    assert all(move["positionValue"] == "lose" and "remoteness" not in move for move in odd.json()["moves"])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("", 200),
        ("hanoi/", 200),
        ("peg-solitaire/triangle/start/", 200),
        ("lights-out/3/start/", 200),
        ("hanoi/regular/start/", 200),
        ("nothing/regular/start/", 404),
        ("hanoi/english/start/", 404),
        ("hanoi/3_3_3/start/", 404),
        ("hanoi/99_3/start/", 422),
        ("trimok/regular/start/", 404),
        ("hanoi/3_3/positions/", 422),
        ("hanoi/3_3/positions/?p=nonsense", 422),
        ("graph/file=passwd/start/", 422),
        ("graph/file=%2Fetc%2Fpasswd/start/", 404),
    ],
)
async def test_statuses_of_puzzles(client: Client, path: str, status: int) -> None:
    assert (await client.http.get(f"/puzzles/{path}")).status_code == status


# -- maps and files ------------------------------------------------------------------------------------------------


async def test_maps_are_stored_by_their_content(client: Client) -> None:
    text = '{"nodes": [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 1, "y": 0}], "links": [[1, 2]], "name": "<b>two</b>"}'
    first = await client.http.post("/api/v1/maps", content=text)
    again = await client.http.post("/api/v1/maps", content=text.replace(": 1,", ":  1.0,"))
    assert first.status_code == again.status_code == 201
    assert first.json()["hash"] == again.json()["hash"]
    assert first.json() in (await client.get("/maps")).json()
    fetched = await client.get(f"/maps/{first.json()['hash']}")
    assert fetched.json()["name"] == "<b>two</b>"
    assert fetched.headers["content-type"] == "application/json"
    broken = await client.http.post("/api/v1/maps", content='{"nodes": [{"id": 1}], "links": [[1, 9]]}')
    assert (broken.status_code, broken.json()["code"], len(broken.json()["faults"])) == (422, "invalid-map", 3)
    assert (await client.get(f"/maps/sha256:{64 * '0'}")).status_code == 404
    assert (await client.get("/maps/..%2F..%2Fetc")).status_code in (404, 422)


async def test_a_file_of_ones_own_is_played(client: Client) -> None:
    text = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]], "start": "a", "solutions": ["c"]}'
    asked = {"game": "graph", "parameter": "file"}
    kept = await client.http.post("/api/v1/files", params=asked, content=text)
    assert kept.status_code == 201, kept.text
    game = f"graph?file={kept.json()['hash']}"
    playing = await client.begin(game)
    assert (await playing.state())["game"] == game
    assert (await playing.move(0, (await playing.state())["view"]["moves"][0]["text"], 0)).status_code == 200
    told = (await client.get("/position/value", params={"game": game})).json()
    assert told["remoteness"] == 2
    for wrong in ({"game": "graph", "parameter": "x"}, {"game": "hanoi", "parameter": "disks"}):
        assert (await client.http.post("/api/v1/files", params=wrong, content=text)).status_code == 422
    broken = await client.http.post("/api/v1/files", params=asked, content="{}")
    assert (broken.status_code, broken.json()["code"]) == (422, "invalid-map")


async def test_a_map_of_ones_own_is_played(client: Client) -> None:
    chess_map = ludograph.game("nchess/glinski")
    file = Path(ludograph.__file__).parent / "games" / "nchess" / "maps" / "glinski.json"
    kept = await client.http.post("/api/v1/maps", content=file.read_bytes())
    assert kept.status_code == 201, kept.text
    playing = await client.begin(f"nchess?map={kept.json()['hash']}")
    state = await playing.state()
    assert len(state["view"]["moves"]) == len(chess_map.start().legal_moves)
    assert (await playing.move(0, state["view"]["moves"][0]["text"], 0)).status_code == 200
