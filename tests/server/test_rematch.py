"""The match after a match."""

from __future__ import annotations

from clients import SHARED_LOOP, Client

pytestmark = SHARED_LOOP


async def test_both_agree_and_find_themselves_at_the_other_side(client: Client) -> None:
    seats = [{"player": "human", "name": "Ann"}, {"player": "human"}]
    playing = await client.begin("trimok", seats=seats, clock="60+1")
    early = await playing.ask("rematch", 0, reply="offer")
    assert early.json()["detail"] == "The game is not over; a rematch can be asked for at its end."
    await playing.ask("resign", 0)
    async with playing.live(0) as ann, playing.live(1) as blue:
        await ann.say(type="rematch", id="r", reply="offer", seat=0)
        assert (await blue.hear())["event"] == {"kind": "rematch-offered", "seat": 0}
        assert (await playing.state())["offers"] == {"rematch": {"by": 0, "agreed": [0]}}
        assert (await playing.ask("rematch", 0, reply="accept")).json()["code"] == "nothing-offered"
        await blue.say(type="rematch", id="r", reply="accept", seat=1)
        told = (await blue.hear())["event"]
        assert [message["type"] for message in await ann.hear_until("ack")] == ["event", "ack"]
        assert (await ann.hear())["event"] == told
    assert (await playing.state())["rematch"] == told["match"]
    playing.created["id"] = told["match"]  # the same tokens, at other seats
    state = await playing.state()
    assert [(seat["side"], seat["name"]) for seat in state["seats"]] == [("Red", "Red"), ("Blue", "Ann")]
    assert (state["ply"], state["view"]["outcome"], state["clock"]["left"]) == (0, None, [60, 60])
    assert (await playing.move(1, "A2-A3", 0)).status_code == 200, "who was Blue is Red"
    assert (await playing.move(0, "A5-A4", 1)).status_code == 200


async def test_a_rematch_is_declined_and_asked_for_once(client: Client) -> None:
    playing = await client.begin("trimok")
    await playing.ask("resign", 0)
    await playing.ask("rematch", 1, reply="offer")
    assert (await playing.ask("rematch", 0, reply="offer")).json()["detail"] == "A rematch is asked for already."
    assert (await playing.ask("rematch", 0, reply="decline")).json()["offers"] == {}
    assert (await playing.ask("rematch", 0, reply="accept")).json()["detail"] == "Nobody asks for a rematch."
    await playing.ask("rematch", 1, reply="offer")
    await playing.ask("rematch", 0, reply="accept")
    assert (await playing.ask("rematch", 1, reply="offer")).json()["detail"] == "The rematch has begun already."


async def test_a_program_agrees_at_once_and_begins(client: Client) -> None:
    playing = await client.begin("trimok", "human", "random")
    await playing.ask("resign", 0)
    await playing.ask("rematch", 0, reply="offer")
    begun = await client.get(f"/matches/{(await playing.state())['rematch']}")
    assert [seat["player"] for seat in begun.json()["seats"]] == ["random", "human"]
    playing.created["id"] = begun.json()["id"]
    async with playing.live(0) as human:
        while (await playing.state())["ply"] == 0:
            await human.hear()


async def test_a_puzzle_has_none(client: Client) -> None:
    playing = await client.begin("hanoi?disks=1")
    await playing.move(0, "A-C", 0)
    assert (await playing.ask("rematch", 0, reply="offer")).json()["code"] == "forbidden"
