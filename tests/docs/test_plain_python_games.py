"""The game of docs/plain-python-games.md: every command takes it, and it is worth what its kernel says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core import registry
from ludograph.core.game import Game, Position
from ludograph.players.analysis import Limits
from ludograph.players.engine_protocol import Engine
from ludograph.players.named import FORMS, player_named, thinker_for, usual_players
from ludograph.solver.advice import Advisor
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.kept import keep
from ludograph.solver.query import query
from ludograph.solver.remoteness import DenseTable
from ludograph.solver.solution import load_solution
from ludograph.solver.verify import verify
from ludograph.testing import check_game
from pages import page

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The names of the page's program after it has run; its games stay registered."""
    folder = tmp_path_factory.mktemp("games")
    tutorial = page("plain-python-games.md")
    tutorial.write(folder)
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("LUDOGRAPH_DATA", str(folder / "data"))
        exec(compile(tutorial.program, "plain-python-games.md", "exec"), names)
        yield names
    for name in ("tant-fant", "fast-tant-fant"):
        registry.unregister(name)


@pytest.fixture
def game(told: dict[str, Any]) -> Game:
    return ludograph.game("tant-fant")


@pytest.fixture
def solution(told: dict[str, Any]) -> GameSolution:
    found = told["solution"]
    assert isinstance(found, GameSolution)
    return found


def kernel_text(text: str) -> str:
    """A position's text as the kernel has it: rows from the top."""
    return f"{text[:2]}{text[8:]}/{text[5:8]}/{text[2:5]}"


def test_the_kernel_conforms(told: dict[str, Any]) -> None:
    """The page has checked the other one. The second witness of this one is the next test, unknown to the kit."""
    with pytest.warns(UserWarning, match="the rules have only one witness"):
        check_game("fast-tant-fant")


def test_every_position_is_worth_what_the_kernel_says(told: dict[str, Any], solution: GameSolution) -> None:
    fast = ludograph.game("fast-tant-fant")
    fast_solution: Any = ludograph.solve(fast)
    assert solution.summary == fast_solution.summary
    values = set()
    for rank in range(solution.positions):
        plain = Position(solution.game, solution.numbering.state_of(rank))
        kernel = fast.parse(kernel_text(str(plain)))
        worth = solution.value(plain), solution.remoteness(plain)
        assert worth == (fast_solution.value(kernel), fast_solution.remoteness(kernel)), plain
        assert {move.text for move in solution.best(plain)} == {move.text for move in fast_solution.best(kernel)}
        values.add(str(worth[0]))
    assert values == {"win", "lose", "draw"}


def test_a_solution_is_kept_read_and_verified(solution: GameSolution, tmp_path: Path) -> None:
    solution.save(tmp_path / "a.solution")
    again = load_solution(tmp_path / "a.solution")
    assert isinstance(again, GameSolution)
    assert again.summary == solution.summary
    verify(again)
    line = again.line(next(solution.with_remoteness(solution.max_remoteness or 0, "lose")))
    assert len(line) == solution.max_remoteness
    damaged = bytearray((tmp_path / "a.solution").read_bytes())
    damaged[60] ^= 1
    (tmp_path / "b.solution").write_bytes(damaged)
    with pytest.raises(errors.DamagedSolution):
        verify(load_solution(tmp_path / "b.solution"))


@pytest.mark.parametrize("change", [(255, 3), (1, 255), (0, 255), (0, 2), (3, 5)])
def test_verify_finds_a_wrong_number(solution: GameSolution, change: tuple[int, int]) -> None:
    ((_, numbers),) = solution.table.blocks()
    right, wrong = change
    changed = numbers.copy()
    changed[int((numbers == right).argmax())] = wrong
    assert (changed != numbers).sum() == 1
    counts = [int((changed == number).sum()) for number in range(int(changed[changed != 255].max()) + 1)]
    copy = GameSolution(solution.game, DenseTable(changed), counts, solution.positions, solution.numbering)
    with pytest.raises(errors.DamagedSolution, match="contradicted by the rules"):
        verify(copy)


def test_another_file_of_rules_is_another_game(
    solution: GameSolution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution.save(tmp_path / "a.solution")
    monkeypatch.setattr("inspect.getfile", lambda _: __file__)
    with pytest.raises(errors.DamagedSolution, match="of another tant-fant than there is now"):
        load_solution(tmp_path / "a.solution")


@pytest.mark.parametrize("name", ["random", "greedy", "ai", "ai:1", "mcts:nodes=60", "perfect"])
def test_players_play_to_an_end(game: Game, solution: GameSolution, name: str) -> None:
    keep(solution)
    players = [player_named(each, game, seed=seat) for seat, each in enumerate((name, "random:4"))]
    match = Match(game)
    while not match.outcome:
        player = players[match.position.seat]
        assert player is not None
        match.play(player.choose(match))
    assert match.outcome.result in ("1-0", "0-1", "1/2-1/2")
    assert any(form.startswith(name.partition(":")[0]) for form in FORMS)


def test_a_human_meets_one_that_thinks(game: Game) -> None:
    assert usual_players(game) == ["human", "ai"]


def test_tree_search_finds_wins_and_prevents_losses(game: Game, solution: GameSolution) -> None:
    for value, remoteness in (("win", 1), ("win", 3), ("lose", 2)):
        for position in list(solution.with_remoteness(remoteness, value))[:8]:
            found = thinker_for(game, "mcts").think(Match(game, position), Limits(nodes=600))
            assert found.move in solution.best(position) or value == "lose", (str(position), found)
            assert found.nodes == 600


def test_the_same_seed_thinks_the_same(game: Game) -> None:
    found = [thinker_for(game, "mcts", seed=5).think(Match(game), Limits(nodes=200)) for _ in range(2)]
    assert [each.line for each in found] == [found[0].line] * 2


def test_thinking_stops_when_told(game: Game) -> None:
    stop = threading.Event()
    reports = []
    thinker = thinker_for(game, "mcts")
    threading.Timer(0.4, stop.set).start()
    found = thinker.think(Match(game), Limits(time=60), report=reports.append, stop=stop)
    assert found.seconds < 30
    assert reports


def test_advice_and_query(game: Game, solution: GameSolution) -> None:
    start = game.start()
    keep(solution)
    answer = query(start)
    assert (answer.source, answer.value) == ("kept solution", solution.value(start))
    assert Advisor(game).best(start) == solution.best(start)


def test_refusals_need_no_line_of_the_game(game: Game) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        game.start().play("A1-B1")
    assert refused.value.message == "No legal move begins with A1 B1."
    with pytest.raises(errors.MoveSyntaxError, match="'Z9' is no cell"):
        game.start().play("A1-Z9")


def test_the_engine_protocol(told: dict[str, Any]) -> None:
    said: list[str] = []
    engine = Engine(said.append, "tant-fant")
    engine.run(["uci", "isready", "position startpos moves A1-A2", "go nodes 100", "d", "quit"])
    assert "readyok" in said
    assert any(line.startswith("bestmove ") and "-" in line for line in said), said


def test_every_command(told: dict[str, Any], run: Run, tmp_path: Path) -> None:
    def data(*words: str) -> Any:
        code, out, err = run(*words, "--json")
        assert code == 0, (words, err)
        return json.loads(out)

    assert "tant-fant: three stones in a line win" in run("games")[1]
    assert run("show", "tant-fant", "--svg", str(tmp_path / "a.svg"))[0] == 0
    assert [move["text"] for move in data("moves", "tant-fant")] == ["A1-A2", "B1-B2", "C1-C2"]
    assert run("apply", "tant-fant", "A1-A2")[1].strip() == "W:.BBB..WWW"
    assert data("perft", "tant-fant", "4")["nodes"] == data("perft", "fast-tant-fant", "4")["nodes"]
    solved = data("solve", "tant-fant", "--out", str(tmp_path / "a.solution"))
    assert {key: solved[key] for key in ("positions", "win", "lose", "draw")} == {
        key: data("solve", "fast-tant-fant")[key] for key in ("positions", "win", "lose", "draw")
    }
    assert data("verify", str(tmp_path / "a.solution"))["valid"]
    assert data("query", "tant-fant")["value"] == data("query", "fast-tant-fant")["value"]
    assert run("solve", "tant-fant", "--plot", str(tmp_path / "a.svg"))[0] == 0
    played = data("match", "tant-fant", "--players", "perfect", "mcts:nodes=30", "--games", "2")
    assert played
    code, _, err = run("build", "tant-fant", "--target", "wasm", "--out", str(tmp_path / "site"))
    assert (code, err.count("\n")) == (1, 1)
