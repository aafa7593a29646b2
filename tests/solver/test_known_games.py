"""What solutions of games for two know, and that it is true: published counts, perfect play, plain iteration."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fixed_point import values_by_iteration

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.draw.chart import bar_chart
from ludograph.errors import InvalidParameter
from ludograph.players.perfect import PerfectPlayer
from ludograph.solver.advice import Advisor
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.kept import keep
from ludograph.solver.remoteness import Value
from ludograph.solver.solve import solve
from ludograph.solver.valued import NOUNS, VERBS, graded, valued

FOUR = "connect-four?columns=4&rows=4"
HEXAPAWN = "hexapawn?columns=4&rows=4"
SPARSE = "abalone?size=4&setup=sparse&captures_to_win=2"


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def hexapawn() -> AnySolution:
    return solve(HEXAPAWN)


# -- perfect play -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", FOUR, "hexapawn", HEXAPAWN, SPARSE, "dao"])
def test_perfect_against_perfect_ends_after_the_remoteness(name: str) -> None:
    solution, chance = solve(name), random.Random(name)
    if name == "dao":
        check_counts_of_dao(solution)
    for value in (Value.WIN, Value.LOSE):
        for start in solution.random_positions(500, chance=chance, value=value):
            check_perfect_play(solution, start, chance)


def check_perfect_play(solution: AnySolution, start: Position, chance: random.Random) -> None:
    match, player = Match(solution.game, start), PerfectPlayer(solution, chance.randrange(1 << 30))
    while match.outcome is None:
        match.play(player.choose(match))
    assert match.ply == solution.remoteness(start), str(start)
    assert (match.outcome.winner == start.seat) == (solution.value(start) is Value.WIN), str(start)


def check_counts_of_dao(solution: AnySolution) -> None:
    """As GamesCrafters' solver has them: arrangements with the side to move, not up to symmetry."""
    told = solution.summary
    assert [told[key] for key in ("positions", "win", "lose", "draw")] == [1768108, 333720, 47256, 1387132]
    assert solution.value(solution.game.start()) is Value.DRAW
    assert (solution.longest(Value.WIN), solution.longest(Value.LOSE)) == (11, 10)
    (longest,) = solution.hardest(1)
    assert len(solution.line(longest)) == 11


# -- plain iteration ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "hexapawn", "breakthrough?columns=2&rows=5", "connect-four?columns=4&rows=3"]
)
def test_every_value_is_that_of_a_plain_iteration(name: str) -> None:
    solution, expected = solve(name), values_by_iteration(name)
    positions = {state: Position(solution.game, state) for state in expected}
    said = {state: (str(solution.value(each)), solution.remoteness(each)) for state, each in positions.items()}
    assert said == expected
    assert solution.positions == len(expected)
    counts = Counter(expected.values())
    for value, by_remoteness in solution.by_value.items():
        assert list(by_remoteness) == [counts[str(value), number] for number in range(len(by_remoteness))]


# -- what moves are worth -----------------------------------------------------------------------------------------


def test_moves_are_worth_to_who_makes_them_what_they_lead_to(hexapawn: AnySolution) -> None:
    opposite = {"win": "lose", "lose": "win", "draw": "draw"}
    for position in hexapawn.random_positions(50, chance=random.Random(1)):
        moves, remoteness = hexapawn.moves(position), hexapawn.remoteness(position)
        assert [each.move for each in moves] == list(position.legal_moves)
        for each in moves:
            reached = position.play(each.move)
            assert (each.value, each.remoteness) == (hexapawn.value(reached), hexapawn.remoteness(reached))
            assert str(each.worth) == opposite[str(each.value)]
        best = [each for each in moves if each.is_best]
        assert {(each.worth, each.ends_in, each.behind) for each in best} <= {(hexapawn.value(position), remoteness, 0)}
        assert [each.move for each in best] == list(hexapawn.best(position))
        assert bool(best) == bool(moves)


def test_moves_are_graded() -> None:
    """By the value first, then by how soon it ends; compared with the best move of the same worth."""
    leads_to = {
        "slow": (Value.LOSE, 8),
        "quick": (Value.LOSE, 4),
        "even": (Value.DRAW, None),
        "late": (Value.WIN, 9),
        "soon": (Value.WIN, 3),
    }
    moves = graded(valued(Move(text, None, None), *known, is_others=True) for text, known in leads_to.items())
    in_order = sorted(moves, key=lambda each: each.goodness)
    assert [f"{each.sign} {each.move.text}: {each.in_words(VERBS)}" for each in in_order] == [
        "★ ✓ quick: wins in 5",
        "  ✓ slow: wins in 9, 4 later",
        "  = even: draws",
        "  ✗ late: loses in 10",
        "  ✗ soon: loses in 4, 6 sooner",
    ]
    assert [each.waste for each in in_order] == [0, 4 / 6, 0, 0, 6 / 8]


def test_who_moves_twice_keeps_what_is_won() -> None:
    (again, other) = graded(
        [
            valued(Move("again", None, None), Value.WIN, 2, is_others=False),
            valued(Move("other", None, None), Value.WIN, 2, is_others=True),
        ]
    )
    assert (again.worth, again.is_best, again.result) == (Value.WIN, True, "win in 3")
    assert (other.worth, other.is_best, other.result) == (Value.LOSE, False, "loss in 3")


def test_what_nobody_knows_is_the_best_of_nothing() -> None:
    unknown, hopeless = graded(
        [
            valued(Move("unknown", None, None), None, None, is_others=False),
            valued(Move("hopeless", None, None), Value.UNSOLVABLE, None, is_others=False),
        ]
    )
    assert not unknown.is_best
    assert not hopeless.is_best
    assert (unknown.in_words(NOUNS), hopeless.in_words(NOUNS)) == ("not known", "no solution")


# -- many positions -----------------------------------------------------------------------------------------------


def test_the_hardest_positions_are_those_of_the_longest_win(hexapawn: AnySolution) -> None:
    assert (hexapawn.longest(), hexapawn.longest(Value.WIN), hexapawn.longest(Value.LOSE)) == (11, 11, 10)
    assert hexapawn.longest(Value.DRAW) is None
    hardest = hexapawn.hardest(100)  # up to its mirror, in which the start is itself
    assert (len(hardest), hexapawn.by_value[Value.WIN][11]) == (2, 3)
    assert hexapawn.game.start() in hardest
    every = hexapawn.random_positions(100, 11, random.Random(1))
    assert len(set(every)) == 3
    assert min(map(every.count, set(every))) > 15  # images are as likely as what they are images of
    lost = hexapawn.hardest(100, Value.LOSE)
    assert {(hexapawn.value(each), hexapawn.remoteness(each)) for each in lost} == {(Value.LOSE, 10)}
    assert len(lost) <= hexapawn.by_value[Value.LOSE][10] <= 2 * len(lost)
    assert hexapawn.hardest(2) == hardest[:2]


def test_random_positions_are_of_the_value_and_remoteness_asked_for() -> None:
    solution, chance = solve("tic-tac-toe"), random.Random(5)
    every = {str(position) for position in solution.with_remoteness(4, Value.LOSE)}
    assert len(every) == 124
    drawn = solution.random_positions(2000, 4, chance, Value.LOSE)
    assert len(drawn) == 2000
    assert {str(position) for position in drawn} == every
    assert solution.value(solution.random_position(value=Value.DRAW)) is Value.DRAW
    shares = Counter(solution.value(each) for each in solution.random_positions(3000, chance=chance))
    for value, count in ((Value.WIN, 2836), (Value.LOSE, 1574), (Value.DRAW, 1068)):
        assert abs(shares[value] / 3000 - count / 5478) < 0.05


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"remoteness": 2, "value": Value.WIN}, "has the value win and the remoteness 2, but up to 5."),
        ({"remoteness": 1, "value": Value.DRAW}, "has the value draw and the remoteness 1."),
        ({"remoteness": 6}, "has the remoteness 6, but up to 5."),
        ({"value": Value.UNSOLVABLE}, "has the value unsolvable."),
    ],
)
def test_positions_that_there_are_not(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidParameter) as told:
        solve("tic-tac-toe").random_position(**asked)
    assert told.value.message == f"No position of tic-tac-toe {sentence}"


# -- in words -----------------------------------------------------------------------------------------------------


def test_query_says_who_wins_and_what_each_move_does(run, own_data: Path) -> None:
    code, out, _ = run("query", "hexapawn")
    assert code == 0
    assert out.splitlines() == [
        "W:BBB/.../WWW: ✗ White loses in 6 moves with best play (solved now)",
        "  ★ ✗ B1-B2: loses in 6",
        "    ✗ A1-A2: loses in 4, 2 sooner",
        "    ✗ C1-C2: loses in 4, 2 sooner",
    ]
    assert run("query", "hexapawn", "--position", "B:W../.B./...")[1] == (
        "B:W../.B./...: ✗ The game is over: White wins (solved now)\n"
    )
    assert "= With best play this is a draw" in run("query", "tic-tac-toe")[1]


def test_query_as_json_tells_both_views(run, own_data: Path) -> None:
    told = json.loads(run("query", "hexapawn", "--json")[1])
    assert (told["value"], told["remoteness"]) == ("lose", 6)
    (best,) = (move for move in told["moves"] if move["is_best"])
    fixed = {"text": "B1-B2", "from": "B1", "to": "B2", "value": "win", "remoteness": 5}
    assert fixed.items() <= best.items()
    assert {"worth": "lose", "ends_in": 6, "behind": 0}.items() <= best.items()


def test_solve_tells_wins_and_losses_and_one_of_the_hardest(run, own_data: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    code, out, _ = run("solve", "hexapawn", "--plot", str(plot))
    lines = out.splitlines()
    assert code == 0
    assert lines[1].split() == ["won", "lost"]
    assert [line.split()[:3] for line in lines[2:5]] == [["0", "0", "65"], ["1", "50", "0"], ["2", "0", "12"]]
    assert "One of the hardest: W:BBB/.../WWW" in lines
    assert "White loses in 6 moves with best play." in lines
    svg = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert {"won in 1: 50", "won in 5: 1", "lost in 0: 65", "lost in 6: 1"} <= set(titles)


def test_wins_go_up_and_losses_down() -> None:
    svg = ElementTree.fromstring(bar_chart({"won": [0, 50, 0], "lost": [65, 0, 12]}, "a title", "across", "up"))
    bars = [each for each in svg.iter("{http://www.w3.org/2000/svg}rect") if "x" in each.attrib]
    places = {bar[0].text: (float(bar.attrib["y"]), float(bar.attrib["height"])) for bar in bars}
    middle = places["lost in 0: 65"][0]
    assert places["won in 1: 50"][0] + places["won in 1: 50"][1] == pytest.approx(middle, abs=0.02)
    assert places["lost in 2: 12"][0] == middle
    assert places["won in 1: 50"][1] / 50 == pytest.approx(places["lost in 0: 65"][1] / 65, rel=0.01)


def test_advice_tells_of_every_move(hexapawn: AnySolution, own_data: Path) -> None:
    keep(hexapawn)
    lines = Advisor(hexapawn.game).hint(hexapawn.game.start()).splitlines()
    assert lines[0] == "Best: A1-A2 D1-D2 (win in 11)"
    assert all(line.startswith(("    ✓ ", "    ✗ ")) for line in lines[1:])
    assert len(lines) == 3
