"""What the map workshop asks of the server."""

from __future__ import annotations

import json
from typing import Any

from clients import SHARED_LOOP, Client

pytestmark = SHARED_LOOP

SQUARE = {
    "nodes": [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 1, "y": 0}, {"id": 3, "x": 2, "y": 0.5}],
    "links": [[1, 2], [2, 3]],
}


async def faults_of(client: Client, text: str) -> list[str]:
    answer = await client.http.post("/api/v1/nchess/check", content=text)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["faults"])


async def rays(client: Client, **asked: Any) -> Any:
    answer = await client.post("/nchess/rays", {"map": SQUARE, "node": 1, "type": "R", "player": "white", **asked})
    return answer.json() if answer.status_code == 200 else answer.json()["detail"]


async def test_every_map_of_the_game_has_no_fault(client: Client) -> None:
    listed = (await client.get("/nchess/maps")).json()
    assert {"chess", "ring", "three"} <= {each["name"] for each in listed}
    for each in listed:
        text = (await client.get(f"/nchess/maps/{each['name']}")).text
        assert await faults_of(client, text) == []


async def test_an_unknown_map_is_refused(client: Client) -> None:
    answer = await client.get("/nchess/maps/..%2f..%2fsecret")
    assert answer.status_code == 404


async def test_all_faults_are_listed_at_once(client: Client) -> None:
    faulty = {
        "nodes": [{"id": 1, "x": 0, "y": 0, "label": "<b>"}, {"id": 2, "x": 0, "y": 0}],
        "links": [[1, 3]],
        "max_turn": 999,
        "pieces": [{"type": "dragon", "player": "white", "at": 1}],
    }
    told = "\n".join(await faults_of(client, json.dumps(faulty)))
    for part in ("'<b>'", "the same place", "unknown node 3", "'max_turn' is 999", "'dragon'"):
        assert part in told


async def test_what_is_no_map_is_said_in_words(client: Client) -> None:
    assert (await faults_of(client, "{"))[0].startswith("it is not JSON")
    assert "nested too deeply" in (await faults_of(client, "[" * 60_000))[0]
    answer = await client.http.post("/api/v1/nchess/check", content="x" * 65_537)
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


async def test_large_maps_are_taken_as_far_as_bodies_go(client: Client) -> None:
    """Chess is played on four hundred nodes at most: so many squares and triangles can be sent."""
    square = "\n".join(["." * 20] * 20)
    hexagons = "\n".join(" " * (row % 2) + ". " * 20 for row in range(20))
    for tiling, picture, status in (("square", square, 201), ("triangle", square, 201), ("hex", hexagons, 413)):
        made = await client.post("/nchess/cut", {"tiling": tiling, "picture": picture, "forward": [90, 270]})
        board_map = made.json()["map"]
        assert len(board_map["nodes"]) == 400, made.text[:200]
        text = json.dumps(board_map, separators=(",", ":"))
        assert (len(text) <= 65_536) == (status == 201), len(text)
        assert (await client.http.post("/api/v1/maps", content=text)).status_code == status


async def test_castling_that_is_an_ordinary_move_is_a_fault(client: Client) -> None:
    castling = {"name": "K", "player": "white", "king": [1, 2], "rook": [3, 1]}
    told = await faults_of(client, json.dumps({**SQUARE, "castling": [castling]}))
    assert told == ["castling K leads the king from 1 to 2, where another move leads too"]


async def test_a_ray_bends(client: Client) -> None:
    assert await rays(client) == {"ways": [{"nodes": [2, 3], "action": "any", "jumps": False}], "faults": []}
    assert await rays(client, map={**SQUARE, "max_turn": 20}) == {
        "ways": [{"nodes": [2], "action": "any", "jumps": False}],
        "faults": [],
    }


async def test_rays_of_nobody_and_nowhere_are_refused(client: Client) -> None:
    assert await rays(client, node=9) == "The map has no node 9."
    assert await rays(client, player="red") == "'red' is not one of the players."
    assert (await rays(client, type="X")).startswith("The request can't be understood")
    faults = ["'nodes' is no list of at least one node", "'links' is no list of [from, to] pairs"]
    assert await rays(client, map={"nodes": []}) == {"ways": [], "faults": faults}


async def test_a_deeply_nested_map_is_refused(client: Client) -> None:
    body = '{"node": 1, "type": "R", "player": "white", "map": {"a": ' + "[" * 30_000 + "]" * 30_000 + "}}"
    answer = await client.http.post("/api/v1/nchess/rays", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)


async def test_a_picture_becomes_a_map(client: Client) -> None:
    asked = {"tiling": "square", "picture": "rnk\n...\nKNR", "name": "small", "forward": [90, 270]}
    made = (await client.post("/nchess/cut", asked)).json()
    assert (made["map"]["name"], len(made["map"]["nodes"]), len(made["map"]["pieces"])) == ("small", 9, 6)
    assert made["faults"] == await faults_of(client, json.dumps(made["map"])) == []
    refused = (await client.post("/nchess/cut", {"tiling": "square", "picture": "x"})).json()
    assert refused == {"map": None, "faults": ["'x' is no piece of PNBRQK"]}
