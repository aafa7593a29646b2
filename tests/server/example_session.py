"""One call of every operation, as a client makes them: what the examples of the OpenAPI document are taken from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from clients import Client, bearer

HANOI = "hanoi?disks=2"
TRIMOK = "trimok"
MOST_SHOWN = 3
MAP = {
    "name": "three in a row",
    "nodes": [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 1, "y": 0}, {"id": 3, "x": 2, "y": 0}],
    "links": [[1, 2], [2, 3]],
}
RATING_TOKEN = f"RATING-TOKEN-OF-ANN-{23 * '0'}"
NEW_TOKEN = f"NEW-TOKEN-OF-ANN-{26 * '0'}"
GRAPH = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]], "start": "a", "solutions": ["c"]}'


@dataclass
class Session:
    """Asks by the names of operations, and remembers what was asked and answered."""

    client: Client
    document: dict[str, Any]
    examples: dict[str, dict[str, Any]] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    async def ask(self, operation_id: str, body: Any = None, token: str = "", /, **parameters: Any) -> Any:
        method, path = next(
            (method, path)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
            if operation["operationId"] == operation_id
        )
        query = {key: value for key, value in parameters.items() if f"{{{key}}}" not in path}
        sent = {"content": body} if isinstance(body, str) else {"json": body} if body is not None else {}
        headers = bearer(token) if token else {}
        path = path.format(**parameters)
        answer = await self.client.http.request(method, path, params=query, headers=headers, **sent)
        assert answer.is_success, f"{operation_id}: {answer.text}"
        is_json = answer.headers["content-type"] == "application/json"
        is_binary = answer.headers["content-type"] == "application/wasm"
        told = answer.json() if is_json else "(binary)" if is_binary else answer.text
        shown = {"parameters": parameters, "answer": shortened(told)} | ({} if body is None else {"request": body})
        self.examples[operation_id] = {key: value for key, value in shown.items() if value != {}}
        return told

    def finished(self) -> dict[str, dict[str, Any]]:
        """All examples; secrets are named, not told."""
        text = json.dumps(self.examples)
        for secret, name in self.secrets.items():
            text = text.replace(secret, name)
        return json.loads(text)


def shortened(value: Any) -> Any:
    """The same with short lists."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    return [shortened(each) for each in value[:MOST_SHOWN]] if isinstance(value, list) else value


async def session(client: Client, document: dict[str, Any], owner: str) -> dict[str, dict[str, Any]]:
    """The examples of all operations; the token is that of the server's owner."""
    asking = Session(client, document)
    await about_games(asking)
    await about_matches(asking)
    await about_strangers(asking, owner)
    await about_maps(asking)
    await about_solves(asking)
    await about_the_server(asking, owner)
    return asking.finished()


async def about_games(asking: Session) -> None:
    for name in ("tell_health", "tell_readiness", "list_games", "list_themes", "list_puzzles"):
        await asking.ask(name)
    await asking.ask("describe_game", game=HANOI)
    await asking.ask("tell_rules", game=HANOI)
    await asking.ask("draw_figure", game=HANOI, number=1)
    await asking.ask("prepare_game", game=HANOI)
    await asking.ask("puzzle_of_the_day", date="2026-11-17")
    at = {"game": HANOI, "position": "2-1-"}
    for name in ("show_position", "list_moves", "draw_position", "tell_value"):
        await asking.ask(name, **at)
    await asking.ask("find_start", game=HANOI, difficulty="easy")
    built = await asking.ask("find_module", game=HANOI)
    for name in ("send_module", "send_description"):
        await asking.ask(name, game=HANOI, digest=built["digest"])
    asking.examples["send_description"]["answer"] = {"game": HANOI}  # and much more: docs/building.md
    await asking.ask("tell_words", **at)
    await asking.ask("spell_lines", {"game": "nchess", "moves": ["e2e4"], "lines": [["e7e5", "g1f3"]]})
    await asking.ask("follow_hops", {"game": TRIMOK, "hops": ["A2"]})
    await asking.ask("play_moves", {"game": HANOI, "moves": ["A-B", "A-C"]})
    await asking.ask("analyse", {"game": TRIMOK, "moves": ["A2-A3"], "nodes": 500, "lines": 2})
    await asking.ask("review_moves", {"game": HANOI, "moves": ["A-C", "C-B"]})
    await asking.ask("list_variants", name="hanoi")
    await asking.ask("show_start", name="hanoi", variant="3_2")
    await asking.ask("show_puzzle_position", name="hanoi", variant="3_2", p="2_1--")


async def about_matches(asking: Session) -> None:
    seats = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob", "invite": True}]
    begun = await asking.ask("begin_match", {"game": TRIMOK, "seats": seats, "clock": "300+3"})
    ann, invite, owner = begun["seats"][0]["token"], begun["seats"][1]["invite"], begun["owner_token"]
    asking.secrets |= {ann: "TOKEN-OF-ANN", invite: "INVITE-FOR-BOB", owner: "TOKEN-OF-THE-OWNER"}
    match = {"match_id": begun["id"]}
    joined = await asking.ask("join_match", {"invite": invite, "name": "Bob"}, **match)
    asking.secrets[joined["token"]] = "TOKEN-OF-BOB"
    await asking.ask("play_move", {"move": "A2-A3", "ply": 0}, ann, **match)
    await asking.ask("play_move", {"move": "A5-A4", "ply": 1}, joined["token"], **match)
    await asking.ask("agree_undo", {"reply": "offer", "plies": 1}, joined["token"], **match)
    await asking.ask("agree_draw", {"reply": "offer"}, ann, **match)
    await asking.ask("agree_help", {"reply": "offer"}, ann, **match)
    await asking.ask("set_pace", {"pace": 0.5}, owner, **match)
    await asking.ask("step", None, owner, **match)
    for name in ("show_match", "list_played_moves", "list_events", "audit_match"):
        await asking.ask(name, **match)
    exported = await asking.ask("export_match", **match)
    await asking.ask("resign", None, ann, **match)
    await asking.ask("analyse_match", {"ply": 1, "nodes": 500}, **match)
    solved = await solved_match(asking)
    await asking.ask("tell_match_value", ply=0, match_id=solved)
    await asking.ask("agree_rematch", {"reply": "offer"}, ann, **match)
    await asking.ask("list_own_matches", {"tokens": [ann]})
    await asking.ask("list_games_of_file", {"name": "trimok.json", "text": json.dumps(exported)})
    imported = await asking.ask("import_match", {"format": "record", "text": json.dumps(exported)})
    asking.secrets |= {seat["token"]: f"TOKEN-OF-SEAT-{seat['seat']}" for seat in imported["seats"]}
    asking.secrets[imported["owner_token"]] = "TOKEN-OF-THE-OWNER"
    await asking.ask("renew_token", {"token": NEW_TOKEN}, ann, **match)
    await asking.ask("forget_everything", {"tokens": [joined["token"]]})
    await asking.ask("delete_match", None, owner, **match)


async def about_strangers(asking: Session, server_owner: str) -> None:
    seats = [{"player": "human", "name": "Ann"}, {"player": "human", "invite": True}]
    wanted = {"game": TRIMOK, "seats": seats, "clock": "1/259200", "is_listed": True, "rating_token": RATING_TOKEN}
    begun = (await asking.client.post("/matches", wanted)).json()
    ann, owner, match = begun["seats"][0]["token"], begun["owner_token"], {"match_id": begun["id"]}
    await asking.ask("list_lobby", game=TRIMOK, kind="days")
    bob = (await asking.client.post(f"/matches/{begun['id']}/join", {"name": "Bob"})).json()["token"]
    await asking.ask("say", {"text": "Good luck!"}, ann, **match)
    await asking.ask("list_chat", since=0, **match)
    await asking.ask("list_spectators", **match)
    await asking.ask("report_player", {"seat": 0, "text": "Rude."}, bob, **match)
    (reported,) = await asking.ask("list_reports", None, server_owner)
    await asking.ask("dismiss_report", None, server_owner, report_id=reported["id"])
    await asking.ask("switch_chat", {"is_on": False}, bob, **match)
    await asking.ask("withdraw_match", None, owner, **match)
    await asking.client.rate(RATING_TOKEN, TRIMOK)
    await asking.ask("list_own_ratings", None, RATING_TOKEN)
    await asking.ask("renew_rating_token", {"token": NEW_TOKEN}, RATING_TOKEN)
    await asking.ask("forget_ratings", None, NEW_TOKEN)


async def solved_match(asking: Session) -> str:
    """The id of a match whose positions are solved."""
    begun = await asking.client.begin(HANOI)
    return begun.id


async def about_maps(asking: Session) -> None:
    kept = await asking.ask("upload_map", MAP)
    await asking.ask("list_maps")
    await asking.ask("fetch_map", content=kept["hash"])
    await asking.ask("upload_file", GRAPH, game="graph", parameter="file")
    await asking.ask("list_named_maps")
    await asking.ask("fetch_named_map", name="chess")
    await asking.ask("cut_map", {"tiling": "square", "picture": "rnk\n...\nKNR", "forward": [90, 270]})
    await asking.ask("check_map", {**MAP, "links": [[1, 4]]})
    await asking.ask("show_rays", {"map": MAP, "node": 1, "type": "R", "player": "white"})
    await asking.ask("remove_map", content=kept["hash"])


async def about_solves(asking: Session) -> None:
    solve = await asking.ask("order_solve", {"game": HANOI})
    for name in ("follow_solve", "show_solve", "list_solves", "cancel_solve"):
        await asking.ask(name, **({} if name == "list_solves" else {"solve_id": solve["id"]}))
    followed = asking.examples["follow_solve"]
    followed["answer"] = followed["answer"].strip().rpartition("\n\n")[2] + "\n\n"


async def about_the_server(asking: Session, owner: str) -> None:
    await asking.ask("ban_address", {"address": "203.0.113.7", "hours": 24, "reason": "too loud"}, owner)
    for name in ("report_to_owner", "tell_metrics"):
        await asking.ask(name, None, owner)
    await asking.ask("lift_ban", None, owner, address="203.0.113.7")
    metrics = asking.examples["tell_metrics"]
    metrics["answer"] = "\n".join(metrics["answer"].splitlines()[:3]) + "\n"
