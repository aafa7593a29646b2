"""Self-play, fitting, rounds, and what is kept of them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms import self_play
from ludograph.engine.algorithms.alpha_beta import LONGEST, MEMORY_SIZE
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.errors import FileRefused, InvalidParameter
from ludograph.learning import fitting, teaching
from ludograph.learning.fitting import Lesson, learned_tables
from ludograph.learning.sides import OWN, duelled, lesson_of, practised
from ludograph.learning.tables import WAYS, Seen
from ludograph.learning.teaching import Teaching, check_teachable
from ludograph.learning.weights import (
    AGAINST_TREES,
    Weights,
    file_of,
    is_judged,
    keep_weights,
    read_weights,
    weights_of,
)
from ludograph.players.named import player_named
from ludograph.solver.parts.crew import Alone, Crew
from ludograph.solver.parts.processes import Processes
from ludograph.solver.solve import solve

SMALL = "connect-four?columns=5&rows=4"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path / "data"))


def game_of(name: str) -> KernelGame:
    game = ludograph.game(name)
    assert isinstance(game, KernelGame)
    return game


@pytest.fixture(scope="module")
def learned() -> Weights:
    game = game_of(SMALL)
    lesson = lesson_of(practised(game.id, OWN, (60, 2, 6000), 1))
    return Weights(learned_tables(Seen(game), lesson, 200, WAYS[2])[0], {"seed": 1})


# -- self-play -----------------------------------------------------------------------------------------------


def test_plain_and_compiled_self_play_are_the_same() -> None:
    game = game_of("tic-tac-toe")
    found = []
    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = game.program(self_play.self_play, mode=mode)
        out = program.words(12 * (len(game.declaration.fields) + self_play.EXTRA))
        stack, memory = program.words(2 * game.max_moves * (LONGEST + 2)), program.words(MEMORY_SIZE)
        memory[self_play.ONE_IN] = 4
        start = program.state(game.start_state())
        buffers = stack, memory, program.words(64), program.words(20), out
        program.self_play(start, program.word(3), 30, 1, 20, *buffers)
        found.append([int(word) for word in out])
    assert found[0] == found[1]


def test_results_are_those_of_the_games() -> None:
    """Players that see to the end play as the solution says: the points are the value of the first position."""
    game = game_of("tic-tac-toe")
    solution = solve(game)
    lesson = lesson_of(practised(game.id, OWN, (5000, 1, 300), 1))
    values = {"win": 2, "draw": 1, "loss": 0}
    for number in range(int(lesson.games.max()) + 1):
        for row in np.flatnonzero(lesson.games == number):
            position = Position(game, game.declaration.state_of(lesson.states[row].tolist()))
            own = values[solution.value(position)]
            assert lesson.points[row] == (own if lesson.seats[row] == 0 else 2 - own)
            assert position.seat == lesson.seats[row]


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first, again, other = (practised(SMALL, OWN, (50, 2, 200), seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


# -- fitting -------------------------------------------------------------------------------------------------


def test_what_decides_games_is_found() -> None:
    """Who has the middle wins nine games of ten, whatever else there is: its weight is found, and its sign."""
    game = game_of(SMALL)
    seen = Seen(game)
    rows = lesson_of(practised(game.id, OWN, (50, 2, 4000), 1))
    contents, middle = seen.contents(rows.states), len(game.board) // 2
    chance = np.random.default_rng(1)
    owner = contents[:, middle]
    wins = np.where(owner == 1, 0.9, np.where(owner == 2, 0.1, 0.5))
    points = np.where(chance.random(len(rows)) < wins, 2, 0)
    lesson = Lesson(rows.states, np.zeros(len(rows), np.int64), rows.seats, points, np.arange(len(rows)))
    tables, loss = learned_tables(seen, lesson, 200, WAYS[0])
    plain = Weights(tables, {}).kernel(game)
    assert loss < 0.45  # nine of ten: 0.33 at best
    from ludograph.engine.kernel import plain_namespace

    evaluate = plain_namespace(plain).evaluate
    scores = [evaluate(game.declaration.state_of(words)) - (1 << 20) for words in rows.states[:400].tolist()]
    signs = np.where(rows.seats[:400] == 0, 1, -1)
    for content, sign in ((1, 1), (2, -1)):
        here = [score * side for score, side, own in zip(scores, signs, owner, strict=False) if own == content]
        assert np.mean(np.sign(here) == sign) > 0.9


# -- files ---------------------------------------------------------------------------------------------------


def test_weights_are_kept_found_and_used(learned: Weights) -> None:
    game = game_of(SMALL)
    assert weights_of(game) is None
    assert not is_judged(game)
    file = keep_weights(learned, game)
    found = weights_of(game)
    assert found
    assert found.facts == {"seed": 1}
    assert np.allclose(found.tables.blocks, learned.tables.blocks, atol=0.07)
    assert is_judged(game)
    assert file.stat().st_size < 1_000_000
    player = player_named("ai:3", game)
    assert player
    match = ludograph.Match(game)
    assert player.choose(match) in match.moves()
    # What lost against tree search doesn't play.
    keep_weights(replace(learned, facts={AGAINST_TREES: 0.2}), game)
    assert not is_judged(game)


def test_damaged_and_foreign_weights_are_refused_and_not_used(learned: Weights, tmp_path: Path) -> None:
    game, other = game_of(SMALL), game_of("connect-four")
    data = learned.to_bytes(game)
    file = keep_weights(learned, game)
    for damaged in (b"", data[:100], data[:-30], bytes(300), data[:200] + b"x" + data[201:]):
        file.write_bytes(damaged)
        with pytest.raises(FileRefused, match=r"^The weights in .* are damaged\.$"):
            read_weights(file, game)
        assert weights_of(game) is None
    with pytest.raises(FileRefused, match=r"are of connect-four\?columns=5&rows=4 with its rules then, not of"):
        Weights.from_bytes(data, other)
    with pytest.raises(FileRefused, match="can't be read"):
        read_weights(tmp_path / "nowhere", game)


@pytest.mark.parametrize(
    "wrong",
    [{"blocks": ((0, 99),)}, {"blocks": ((0, 0),)}, {"blocks": ()}, {"caps": (3,)}, {"caps": (-1, 4)}, {"full": 0}],
    ids=str,
)
def test_tables_that_would_lead_out_of_memory_are_refused(learned: Weights, wrong: dict[str, object]) -> None:
    game = game_of(SMALL)
    tables = replace(learned.tables, shape=replace(learned.tables.shape, **wrong))  # type: ignore[arg-type]
    with pytest.raises(FileRefused, match="are damaged"):
        Weights.from_bytes(Weights(tables, {}).to_bytes(game), game)


def test_our_weights_are_of_the_present_rules_and_small() -> None:
    from ludograph.learning.weights import OURS

    for name in ludograph.game_names():
        for variant in ("", *ludograph.game(name).variants):
            game = ludograph.game(f"{name}/{variant}" if variant else name)
            file = file_of(game, OURS)
            if file.exists():
                assert isinstance(game, KernelGame)
                assert read_weights(file, game).facts["positions"]
                assert file.stat().st_size <= 1_000_000
    known = {file_of(ludograph.game(name), OURS) for name in all_ids()}
    assert set(OURS.glob("*")) <= known


def all_ids() -> list[str]:
    return [
        f"{name}/{variant}" if variant else name
        for name in ludograph.game_names()
        for variant in ("", *ludograph.game(name).variants)
    ]


# -- rounds --------------------------------------------------------------------------------------------------


def taught(folder: Path, rounds: int, crew: Crew | None = None) -> Teaching:
    """In a data folder of its own: who finds weights there begins with them."""
    os.environ["LUDOGRAPH_DATA"] = str(folder / "data")
    found = Teaching(game_of(SMALL), crew or Alone(), seed=1, folder=folder, positions=800, nodes=40)
    for _ in range(rounds):
        found.round()
    return found


@pytest.fixture
def _short_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games with few nodes, at equal nodes: speeds differ from run to run. And few steps."""
    monkeypatch.setattr(fitting, "STEPS", 1)
    monkeypatch.setattr(teaching, "DUEL_NODES", 100)
    monkeypatch.setattr(teaching, "MOST_PAIRS", 20)
    monkeypatch.setattr("ludograph.learning.sides.Side.speed", lambda side, states: 1.0)


@pytest.mark.usefixtures("_short_duels")
def test_rounds_go_on_where_they_were_and_are_the_same_with_any_crew(tmp_path: Path) -> None:
    whole = taught(tmp_path / "whole", 2)
    taught(tmp_path / "halves", 1)
    going_on = taught(tmp_path / "halves", 1)
    with Processes(2) as crew:
        by_two = taught(tmp_path / "two", 2, crew)
    assert len(going_on.progress.rounds) == 2
    for other in (going_on, by_two):
        assert other.present == whole.present
        same = [replace(each, seconds=0.0) for each in other.progress.rounds]
        assert same == [replace(each, seconds=0.0) for each in whole.progress.rounds]


@pytest.mark.usefixtures("_short_duels")
def test_what_was_kept_and_is_damaged_is_begun_anew(tmp_path: Path) -> None:
    taught(tmp_path, 1)
    state = tmp_path / "state.json"
    for text in ("", "{", "[]", json.dumps({**json.loads(state.read_text()), "rules": "others"})):
        state.write_text(text)
        assert taught(tmp_path, 0).progress.rounds == []


def test_who_knows_more_wins(learned: Weights) -> None:
    """Weights with all signs turned lose to the right ones."""
    game = game_of(SMALL)
    tables = learned.tables
    wrong = replace(tables, blocks=-tables.blocks, counts=-tables.counts)
    right, turned = learned.to_bytes(game), Weights(wrong, {}).to_bytes(game)
    shares = [duelled(game.id, right, turned, ((30, 30), 1), seed) for seed in range(30)]
    assert np.mean(shares) > 0.6
    assert duelled(game.id, right, right, ((30, 30), 1), 1) == 0.5


# -- the command ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("hanoi", "it has to be a game for two"),
        ("kalah", "its state does not declare which pieces stand where"),
    ],
)
def test_what_cannot_be_learned_is_refused(name: str, why: str, run) -> None:
    with pytest.raises(InvalidParameter, match=why):
        check_teachable(ludograph.game(name))
    code, out, err = run("learn", name)
    assert (code, out) == (1, "")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("_short_duels")
def test_the_command_teaches_tells_and_draws(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(teaching, "OF_TABLES", teaching.Schooling(400, 4, 4))
    monkeypatch.setattr(teaching, "NODES", 40)
    monkeypatch.setattr("ludograph.cli.learning.GAMES_AGAINST_TREES", 2)
    monkeypatch.setattr("ludograph.cli.learning.SECONDS_OF_A_MOVE", 0.01)
    monkeypatch.setattr("ludograph.cli.learning.crew_for", lambda cluster, workers: Alone())
    chart = tmp_path / "chart.svg"
    code, out, _ = run("learn", "tic-tac-toe", "--minutes", "0.01", "--plot", str(chart))
    assert code == 0
    first, *_, last = out.splitlines()
    assert first.startswith("round 1: ")
    assert last.startswith(("What was learned", "Nothing was learned"))
    assert "strength by round" in chart.read_text()
    code, out, _ = run("learn", "tic-tac-toe", "--minutes", "0.01", "--json")
    assert code == 0
    assert len(json.loads(out)["rounds"]) > 1  # it went on
    code, out, _ = run("learn", "tic-tac-toe", "--minutes", "0.01", "--anew", "--json")
    assert json.loads(out)["rounds"][0]["number"] == 1
