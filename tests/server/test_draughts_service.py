"""What the old checkers service did, asked of this one: games with an id, moves saved one by one with the state that
they lead to, possible moves for a side and for a piece, forced captures, promotion, whose turn it is."""

from __future__ import annotations

from clients import SHARED_LOOP, Client

import ludograph

pytestmark = SHARED_LOOP

RUSSIAN = "draughts/russian"


def men_and_kings(view: dict) -> dict[str, list[tuple[int, int]]]:
    """The pieces of each name, as places of the board."""
    found: dict[str, list[tuple[int, int]]] = {}
    for piece in view["pieces"]:
        found.setdefault(piece["name"], []).append((piece["node"], piece["seat"]))
    return found


async def possible(client: Client, position: str, piece: str | None = None) -> list[str]:
    asked = {"game": RUSSIAN, "position": position} | ({"from": piece} if piece else {})
    answer = await client.get("/position/moves", params=asked)
    assert answer.status_code == 200, answer.text
    return [move["text"] for move in answer.json()]


async def test_moves_are_saved_one_by_one_with_their_states(client: Client) -> None:
    playing = await client.begin(RUSSIAN)
    position = ludograph.game(RUSSIAN).start()
    for ply in range(6):
        state = await playing.state()
        assert state["view"]["turn"] == position.seat == ply % 2
        move = position.legal_moves[-1]
        answer = await playing.move(position.seat, move.text, ply)
        position = position.play(move)
        assert (answer.json()["position"], answer.json()["turn"]) == (str(position), position.seat)
    saved = (await client.get(f"{playing.path}/moves")).json()
    assert [move["ply"] for move in saved] == [1, 2, 3, 4, 5, 6]
    assert saved[-1]["position"] == (await playing.state())["view"]["position"] == str(position)


async def test_possible_moves_of_a_side_and_of_a_piece(client: Client) -> None:
    start = ludograph.game(RUSSIAN).start()
    of_side = await possible(client, str(start))
    assert len(of_side) == 7
    pieces = sorted({move.source for move in start.legal_moves if move.source})
    of_pieces = [text for piece in pieces for text in await possible(client, str(start), piece)]
    assert sorted(of_pieces) == sorted(of_side)


async def test_a_capture_has_to_be_made(client: Client) -> None:
    position = "W:Wc3,h2:Bd4,a7"
    game = ludograph.game(RUSSIAN)
    moves = game.parse(position).legal_moves
    assert moves
    assert all(move.captures for move in moves)
    assert await possible(client, position, "h2") == []
    playing = await client.begin(RUSSIAN, position=position)
    refused = await playing.move(0, "h2-g3", 0)
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-move")
    assert "capture" in refused.json()["detail"]
    taken = await playing.move(0, moves[0].text, 0)
    assert taken.status_code == 200
    assert len((await playing.state())["view"]["pieces"]) == 3


async def test_a_man_that_arrives_becomes_a_king(client: Client) -> None:
    playing = await client.begin(RUSSIAN, position="W:Wb6:Bh4")
    before = men_and_kings((await playing.state())["view"])
    move = (await playing.state())["view"]["moves"][0]["text"]
    assert (await playing.move(0, move, 0)).status_code == 200
    await playing.move(1, (await playing.state())["view"]["moves"][0]["text"], 1)
    move = next(move["text"] for move in (await playing.state())["view"]["moves"])
    assert (await playing.move(0, move, 2)).status_code == 200
    after = men_and_kings((await playing.state())["view"])
    assert set(before) != set(after)
    assert any("king" in name.lower() for name in after)
