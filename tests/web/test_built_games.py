"""Built games in Chromium: they find what the native players find, keep time, can be stopped and explain faults."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from ending import ENDING
from playwright.sync_api import Browser, Page

import ludograph
from ludograph import Match
from ludograph.adapters.building.entries import Files, file_name
from ludograph.adapters.building.web import build_for_web
from ludograph.core.files import write_folder
from ludograph.core.game import Position
from ludograph.core.plain_data import piece_data
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.perft import perft
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Analysis, Limits, Line
from ludograph.players.tree_search import TreeSearch
from ludograph.solver.query import query

POSITIONS = 20
SEVERAL_LINES = 7  # the position of which three are wanted
#: Hardly ever reached, but with it a search has a table of 1 MB, not of 64, which both sides would clear each time.
MOST_NODES = 20_000
#: To which every game for two is searched.
DEPTHS = {
    "abalone": 3,
    "achi": 6,
    "adugo": 4,
    "amazons?size=6": 2,
    "antichess": 2,
    "atari-go": 3,
    "ataxx": 3,
    "atomic": 2,
    "bagh-chal": 4,
    "breakthrough": 4,
    "capablanca": 2,
    "chinese-checkers?size=2": 2,
    "chomp": 4,
    "clobber": 3,
    "col": 3,
    "connect-four": 6,
    "cram": 3,
    "crazyhouse": 2,
    "dao": 5,
    "dodgem": 7,
    "domineering": 3,
    "draughts": 6,
    "five-field-kono": 4,
    "fox-and-hounds": 8,
    "gomoku?size=6": 2,
    "halma?size=8": 2,
    "hare-and-hounds": 8,
    "havannah?size=3": 2,
    "hex": 3,
    "hexapawn": 7,
    "horde": 2,
    "isolation": 2,
    "kalah": 5,
    "kayles": 4,
    "king-of-the-hill": 2,
    "konane": 5,
    "l-game": 2,
    "lines-of-action": 3,
    "los-alamos": 2,
    "makruk": 2,
    "minishogi": 2,
    "nchess": 5,
    "nim": 5,
    "nine-mens-morris": 3,
    "othello": 4,
    "oware": 5,
    "pentago": 2,
    "pente?size=7": 2,
    "pong-hau-ki": 8,
    "quixo": 3,
    "racing-kings": 2,
    "shatranj": 2,
    "sim": 4,
    "six-mens-morris": 3,
    "snort": 3,
    "surakarta": 4,
    "tablut": 2,
    "teeko": 3,
    "three-check": 2,
    "three-mens-morris": 5,
    "tic-tac-toe": 9,
    "trimok": 5,
    "xiangqi": 2,
    "y": 3,
}
#: Random games, of which tree search plays one for each node, are hundreds of moves long here; and answers to moves are
#: found out in some thousands.
TREE_NODES = {"halma?size=8": 20, "hex": 2_500}
#: Calls of the page's client; bigints are told as texts.
ASKING = """async ({name, calls}) => {
    const {GameClient} = await import("./client.js");
    const plain = (value) => JSON.parse(JSON.stringify(value ?? null, (_, each) =>
        typeof each === "bigint" ? String(each) : each));
    const big = (value) => typeof value === "string" ? BigInt(value) : Array.isArray(value) ? value.map(big)
        : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, each]) =>
            [key, big(each)])) : value;
    window.client ??= await GameClient.load(name);
    const answers = [];
    for (const [call, ...given] of calls)
        answers.push(plain(await window.client[call](...given.map(big)).catch(String)));
    return answers;
}"""


@cache
def built_once(game_id: str) -> tuple[KernelGame, Files]:
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    return game, build_for_web(game)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Built:
    """A page with a built game."""

    def __init__(self, page: Page, game: KernelGame) -> None:
        self.page = page
        self.game = game

    def ask(self, *calls: tuple[Any, ...]) -> list[Any]:
        return list(self.page.evaluate(ASKING, {"name": f"./{file_name(self.game)}", "calls": calls}))


@pytest.fixture
def build(chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., Built]]:
    """Build a game, serve it as any server does, and open a page there."""
    (tmp_path / "index.html").write_text("<!doctype html><link rel=icon href=data:,>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = chromium.new_context()

    def built(game_id: str, change: Callable[[Files], None] | None = None) -> Built:
        game, files = built_once(game_id)
        if change:
            files = dict(files)
            change(files)
        write_folder(tmp_path, files)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        return Built(page, game)

    yield built
    context.close()
    server.shutdown()
    server.server_close()


def words(state: Any) -> list[str]:
    return [str(word) for word in state]


def some_matches(game: KernelGame) -> Iterator[Match]:
    """Random matches, each two moves further than the one before, or begun anew where that one has ended."""
    chance = random.Random(game.id)
    match = Match(game)
    for _ in range(POSITIONS):
        yield match.copy()
        for _ in range(2):
            if not match.outcome:
                match.play(chance.choice(match.moves()))
        if match.outcome:
            match = Match(game)


def in_danger(game: KernelGame) -> Iterator[Match]:
    """The first one of some matches in which a king is in check, where the game tells of such."""
    if game.endangered_rule():
        for match in some_matches(game):
            for move in match.moves():
                after = match.copy()
                after.play(move)
                if not after.outcome and game.alerts(after.position.state):
                    yield after
                    return


def told(found: Analysis) -> dict[str, Any]:
    several = {"lines": [told_line(line) for line in found.lines]} if len(found.lines) > 1 else {}
    return {**told_line(found.best), **several, "nodes": found.nodes}


def told_line(line: Line) -> dict[str, Any]:
    return {"line": [str(move.code) for move in line.moves], "score": line.score, "depth": line.depth}


def check_moves(position: Position, found: dict[str, Any]) -> None:
    """A page tells the same moves as the library, with the same texts and hops; only a capture of draughts is always
    written with all its squares."""
    native = {str(move.code): move for move in position.legal_moves}
    assert {move["code"] for move in found["moves"]} == set(native)
    for move in found["moves"]:
        same = native[move["code"]]
        ways = [list(way) for way in dict.fromkeys(same.ways)]
        assert sorted(move["ways"]) == sorted(ways)
        assert (move["from"], move["to"]) == (same.source, same.target)
        if position.game.name != "draughts":
            assert (move["text"], move["hops"]) == (same.text, list(same.hops))
        assert position.find(move["text"]).code == same.code
    own = [alert.nodes[0] for alert in position.game.alerts(position.state) if alert.seat == found["turn"]]
    if position.game.endangered_rule():
        assert found["endangered"] == (own[0] if own else None)
    assert found["beside"] == json.loads(
        json.dumps([piece_data(each) for each in position.game.pieces_beside(position.state)])
    )


def test_no_game_is_forgotten() -> None:
    assert [name.partition("?")[0] for name in DEPTHS] == [
        name for name in ludograph.game_names() if len(ludograph.game(name).seats) == 2
    ]


@pytest.mark.parametrize(("game_id", "depth"), DEPTHS.items())
def test_thinking_finds_what_native_players_find(build: Callable[..., Built], game_id: str, depth: int) -> None:
    built = build(game_id)
    game = built.game
    calls: list[tuple[Any, ...]] = []
    expected: list[dict[str, Any]] = []
    for seed, match in enumerate(some_matches(game)):
        *before, state = [words(position.state) for position in match.positions]
        contempt = seed % 3
        in_depth = Limits(depth=depth, nodes=MOST_NODES if seed else None)
        for call, thinker, limits in (
            ("search", AlphaBeta(game, seed=seed, contempt=contempt), in_depth),
            ("search", AlphaBeta(game, seed=seed, contempt=contempt), Limits(nodes=3000)),
            ("treeSearch", TreeSearch(game, seed=seed), Limits(nodes=TREE_NODES.get(game_id, 300))),
        ):
            asked = {name: value for name, value in vars(limits).items() if value}
            lines = 3 if seed == SEVERAL_LINES else 1
            calls.append((call, state, asked, {"before": before, "seed": seed, "contempt": contempt, "lines": lines}))
            expected.append(told(thinker.think(match, limits, lines=lines)))
    found = built.ask(*calls)
    for each in found:
        assert isinstance(each, dict), each
        assert each.pop("seconds") >= 0
    assert found == expected
    for match in [*list(some_matches(game))[::4], *in_danger(game)]:
        (view,) = built.ask(("view", words(match.position.state)))
        check_moves(match.position, view)


def test_positions_that_must_not_occur_again_are_known(build: Callable[..., Built]) -> None:
    built = build("nchess")
    match = Match(built.game)
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        match.play(move)
    *before, state = [words(position.state) for position in match.positions]
    ways = ((AlphaBeta(built.game), Limits(depth=5)), (TreeSearch(built.game), Limits(nodes=500)))
    expected = [told(thinker.think(match, limits)) for thinker, limits in ways]
    alone = told(AlphaBeta(built.game).think(Match(built.game, start=match.position), Limits(depth=5)))
    found = built.ask(
        ("search", state, {"depth": 5}, {"before": before}),
        ("treeSearch", state, {"nodes": 500}, {"before": before}),
        ("search", state, {"depth": 5}),
    )
    assert [{**each, "seconds": 0} for each in found] == [{**each, "seconds": 0} for each in (*expected, alone)]
    assert expected[0] != alone, "the history must matter here, or this test shows nothing"


@pytest.mark.parametrize(
    "game_id", ["draughts/english", "nchess/three", "chinese-checkers?players=6&size=1", "peg-solitaire/triangle"]
)
def test_rules_in_a_page(build: Callable[..., Built], game_id: str) -> None:
    built = build(game_id)
    game = built.game
    state: Any = game.start_state()
    assert built.ask(("start",), ("perft", words(state), 0)) == [words(state), "1"]
    assert built.ask(("perft", words(state), 4)) == [str(perft(game.start(), 4))]
    chance = random.Random(1)
    while codes := game.codes(state):
        code = chance.choice(codes)
        after = game.plain.apply(state, code)
        moves, applied, seat, is_drawn, pieces = built.ask(
            ("moves", words(state)),
            ("apply", words(state), str(code)),
            ("turn", words(state)),
            ("drawn", words(state)),
            ("pieces", words(state)),
        )
        assert pieces == [json.loads(json.dumps(piece_data(piece))) for piece in game.pieces(state)]
        assert (moves, applied) == (words(codes), words(after))
        assert (seat, is_drawn) == (game.seat_of(state), bool(game.plain.drawn(state)))
        state = after
        if len(game.seats) > 2 and chance.random() < 0.05:
            break  # these games are long
    else:
        won_by = game.plain.winners(state)
        winners = [seat for seat in range(len(game.seats)) if won_by >> seat & 1]
        assert built.ask(("winners", words(state))) == [winners]
    if len(game.seats) == 1:
        assert built.ask(("isSolution", words(state))) == [game.plain.is_solution(state)]


def test_time_is_kept_and_what_was_found_is_used_again(build: Callable[..., Built]) -> None:
    built = build("trimok")
    state = words(built.game.start_state())
    for call in ("search", "treeSearch"):
        first, second = built.ask((call, state, {"time": 0.6}), (call, state, {"time": 0.6}))
        for found in (first, second):
            assert 0.5 < found["seconds"] < 5  # the machine is shared
            assert found["line"][0] in words(built.game.codes(built.game.start_state()))
            assert found["nodes"] > 1000
        assert second["depth"] >= first["depth"] - 1
    (limited,) = built.ask(("search", state, {"time": 60, "nodes": 20_000}))
    assert 20_000 < limited["nodes"] < 20_010, "each time the last one finds that there are no more"


def test_thinking_reports_and_can_be_stopped(build: Callable[..., Built]) -> None:
    built = build("trimok")
    state = words(built.game.start_state())
    built.ask(("turn", state))
    reports, found, rejected, again = built.page.evaluate(
        """async (state) => {
            state = state.map(BigInt);
            const reports = [];
            let stopped = null;
            const client = window.client;
            const thinking = client.search(state, {depth: 100}, {}, (report) => {
                reports.push(report.depth);
                if (report.depth === 4) stopped = setTimeout(() => client.stop(), 50);
            });
            const found = await thinking;
            const counting = client.perft(state, 20);
            setTimeout(() => client.stop(), 100);
            const rejected = await counting.catch(String);
            return [reports, found.depth, rejected, String(await client.perft(state, 3))];
        }""",
        state,
    )
    assert reports == list(range(1, found + 1))
    assert found >= 4
    assert rejected == "Stopped: It was stopped."
    assert again == "5422"


def test_refusals_are_sentences(build: Callable[..., Built]) -> None:
    built = build("nchess/three")
    state = words(built.game.start_state())
    number = len(state)
    assert built.ask(
        ("moves", state[1:]),
        ("moves", [*state[1:], str(2**64)]),
        ("apply", state, "12345678901234567890"),
        ("perft", state, -1),
        ("search", state, {"depth": 2}),
        ("treeSearch", state, {"depth": 1.5}),
        ("treeSearch", state, {"time": 0}),
    ) == [
        f"TypeError: A state of nchess/three is an array of {number} words.",
        f"TypeError: A state of nchess/three is an array of {number} words.",
        "RangeError: 12345678901234567890 is the code of no move in this position.",
        "RangeError: depth=-1 is no whole number from 0 to 100.",
        "Error: nchess/three isn't for two seats that move in turn: use treeSearch.",
        "RangeError: depth=1.5 is no whole number from 1 to 100.",
        "RangeError: time=0 is not above 0 and at most 3600.",
    ]


def test_a_fault_in_the_rules_is_told_with_its_line_and_the_game_goes_on(build: Callable[..., Built]) -> None:
    def with_few_places(files: Files) -> None:
        described = json.loads(files["trimok.json"])
        files["trimok.json"] = json.dumps({**described, "max_moves": 5}).encode()

    built = build("trimok", with_few_places)
    state = words(built.game.start_state())
    for failed, turn in (built.ask(("moves", state), ("turn", state)) for _ in range(3)):
        assert failed.startswith("KernelFailed: The kernel trimok failed: out[")
        assert " is out of range: place 5 of 5, since there are more moves than max_moves says (listing.py, " in failed
        assert turn == 0


def test_rules_may_fail_when_the_game_is_over(build: Callable[..., Built], install: Callable[[str], None]) -> None:
    install(ENDING)
    built = build("corridor")
    match = Match(built.game)
    for move in ("a1", "b2", "a2"):
        match.play(move)
    (found,) = built.ask(("treeSearch", words(match.position.state), {"nodes": 600}))
    analysis = TreeSearch(built.game).think(match, Limits(nodes=600))
    assert (analysis.move.text, found) == ("A3", {**found, **told(analysis)})


def test_a_game_that_is_not_there(build: Callable[..., Built]) -> None:
    built = build("sliding")
    said = built.page.evaluate(
        """async () => {
            const {GameClient} = await import("./client.js");
            return GameClient.load("./chess").catch((error) => error.message);
        }"""
    )
    assert said == "./chess.wasm can't be loaded: 404 File not found."


@pytest.mark.parametrize(
    ("game_id", "remoteness"), [("rush-hour", None), ("sliding?rows=2&columns=4", None), ("hanoi?pegs=4&disks=4", 9)]
)
def test_puzzles_show_their_pieces_in_a_page(build: Callable[..., Built], game_id: str, remoteness: int | None) -> None:
    """And their moves; a small one is solved there, as the library solves it."""
    built = build(game_id)
    game = built.game
    state: Any = game.start_state()
    (view, solved) = built.ask(("view", words(state)), ("solved", words(state), 50_000))
    check_moves(game.start(), view)
    native = query(game.start())
    assert remoteness in (None, native.remoteness)
    assert (solved["value"], solved["remoteness"]) == (str(native.value), native.remoteness)
    ends = {str(move.move.code): move.ends_in for move in native.moves}
    assert {move["code"]: move["ends_in"] for move in solved["moves"]} == ends
    chance = random.Random(game_id)
    for _ in range(20):
        state = game.plain.apply(state, chance.choice(game.codes(state)))
        (shown,) = built.ask(("pieces", words(state)))
        expected = [(list(piece.nodes), piece.shape, list(piece.parts)) for piece in game.pieces(state)]
        assert [([piece["node"], *piece["also"]], piece["shape"], piece["parts"]) for piece in shown] == expected


@pytest.mark.parametrize("name", ["lights-out", "lights-out?rows=4&columns=4"])
def test_switches_are_solved_whatever_their_number(build: Callable[..., Built], name: str) -> None:
    """With as few moves as the library, which has its own linear algebra; 5×5 and 4×4 have quiet patterns."""
    built = build(name)
    chance, states = random.Random(name), [built.game.start_state()]
    for _ in range(8):
        state = states[-1]
        for _ in range(20):
            state = built.game.plain.apply(state, chance.choice(built.game.codes(state)))
        states.append(state)
    found = built.ask(*(("solved", words(state), 1000) for state in states))
    expected = [query(Position(built.game, state)).remoteness for state in states]
    assert [each["remoteness"] for each in found] == expected


def test_a_large_puzzle_is_solved_from_both_ends(build: Callable[..., Built]) -> None:
    built = build("pyraminx")
    game = built.game
    position = game.start()
    for move in ("U", "L", "R'", "B", "U'", "L'", "B'"):
        position = position.play(move)
    (solved,) = built.ask(("solved", words(position.state), 200_000))
    assert solved["value"] == "win"
    assert solved["remoteness"] == query(position).remoteness
    assert len(solved["moves"]) == 1
