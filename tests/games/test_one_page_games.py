"""Games on one page: how short they are, their rules against naive ones, what solving them tells."""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from naive_one_page import (
    breakthrough_moves,
    connect_four_moves,
    dao_moves,
    hex_moves,
    hexapawn_moves,
    othello_moves,
    rows_of,
)

import ludograph
from ludograph.core.registry import game_class_named
from ludograph.engine.perft import known_counts
from ludograph.errors import IllegalMove, MoveError, PositionSyntaxError
from ludograph.solver import retrograde
from ludograph.solver.verify import verify

LINES = {
    "tic-tac-toe": 30,
    "connect-four": 40,
    "hex": 45,
    "breakthrough": 40,
    "hexapawn": 40,
    "othello": 45,
    "dao": 50,
    "amazons": 55,
}
NAIVE: dict[str, Callable[[str], set[str]]] = {
    "breakthrough": breakthrough_moves,
    "breakthrough?columns=3&rows=5": breakthrough_moves,
    "hexapawn": hexapawn_moves,
    "hexapawn?columns=5&rows=4": hexapawn_moves,
    "dao": dao_moves,
    "hex?size=4": hex_moves,
    "hex?size=9": hex_moves,
    "othello": othello_moves,
    "othello?size=6": othello_moves,
    "connect-four": connect_four_moves,
}
#: Known counts are more than naive rules can find in a moment.
DEPTHS = {"dao": 5, "breakthrough": 3}
#: Positions, won, lost, drawn, as published; and what the start is worth.
SOLVED = {
    "tic-tac-toe": ((5478, 2836, 1574, 1068), "draw", None),
    "connect-four?columns=4&rows=4": ((161029, 38675, 32234, 90120), "draw", None),
    "othello?size=4": ((62789, 30156, 27624, 5009), "lose", 12),
    "hex?size=3": ((5514, 3401, 2113, 0), "win", 5),
    "hexapawn": ((135, 55, 80, 0), "lose", 6),
}
#: How many of them are different up to symmetry: 8 of the square, a mirror, 4 that keep the first discs, a half turn.
SYMMETRIC = {
    "tic-tac-toe": 765,
    "connect-four?columns=4&rows=4": 80541,
    "othello?size=4": 15856,
    "hex?size=3": 2781,
    "hexapawn": 71,
}


@pytest.mark.parametrize("name", LINES)
def test_it_is_one_page(name: str) -> None:
    """Lines with code, imports counted, docstrings and blank lines not."""
    source = Path(inspect.getfile(game_class_named(name))).read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = [line for number, line in enumerate(source.splitlines(), 1) if line.strip() and number not in told]
    assert len(lines) <= LINES[name]


@pytest.mark.parametrize("name", NAIVE)
def test_moves_are_those_of_naive_rules(name: str) -> None:
    chance = random.Random(name)
    for _ in range(6):
        position = ludograph.game(name).start()
        while moves := position.legal_moves:
            assert {move.text for move in moves} == NAIVE[name](str(position)), str(position)
            position = position.play(chance.choice(moves))
        assert NAIVE[name](str(position)) == set(), str(position)


@pytest.mark.parametrize("name", ["breakthrough", "hexapawn", "dao"])
def test_counts_are_those_of_naive_rules(name: str) -> None:
    """How many sequences of moves lead to each position is counted text by text."""
    (known,) = (known for known in known_counts(game_class_named(name)) if known.game == name and not known.position)
    ways = {str(ludograph.game(name).start()): 1}
    for count in known.counts[: DEPTHS.get(name)]:
        following: dict[str, int] = {}
        for text, number in ways.items():
            for move in NAIVE[name](text):
                after = moved(text, move)
                following[after] = following.get(after, 0) + number
        ways = following
        assert sum(ways.values()) == count


@pytest.fixture(params=[1, 1 << 62], ids=["up to symmetry", "one by one"])
def least_ranks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """From how many ranks on symmetries are used."""
    monkeypatch.setattr(retrograde, "LEAST_RANKS_FOR_SYMMETRY", request.param)
    return int(request.param)


@pytest.mark.parametrize("name", SOLVED)
def test_solved_without_a_line_about_ranks(name: str, least_ranks: int) -> None:
    game = ludograph.game(name)
    solution: Any = ludograph.solve(game, threads=2)
    assert len(solution.table) == (SYMMETRIC[name] if least_ranks == 1 else solution.positions)
    counts = solution.positions, sum(solution.wins), sum(solution.losses), solution.draws
    start = game.start()
    assert (counts, str(solution.value(start)), solution.remoteness(start)) == SOLVED[name]
    assert len(solution.line(start)) == (solution.remoteness(start) or 0)
    verify(solution)


@pytest.mark.usefixtures("least_ranks")
def test_solved_as_by_naive_rules() -> None:
    """Breakthrough can't go round in circles, so that a plain recursion tells the remoteness of every position."""
    game = ludograph.game("breakthrough?columns=3&rows=4")
    known: dict[str, int] = {}

    def remoteness(text: str) -> int:
        """Odd when the side to move wins: it is the other side that can't move in the end."""
        if text not in known:
            after = [remoteness(moved(text, move)) for move in breakthrough_moves(text)]
            lost = [number for number in after if number % 2 == 0]
            known[text] = 1 + (min(lost) if lost else max(after)) if after else 0
        return known[text]

    start = game.start()
    solution: Any = ludograph.solve(game)
    assert solution.remoteness(start) == remoteness(str(start))
    assert solution.positions == len(known)
    for text in random.Random(1).sample(sorted(known), 500):
        position = game.parse(text)
        assert (solution.remoteness(position), str(solution.value(position)) == "win") == (known[text], known[text] % 2)


def moved(text: str, move: str) -> str:
    side, rows = rows_of(text)
    (x, y), (to_x, to_y) = (("ABCDEFGH".index(move[at]), int(move[at + 1]) - 1) for at in (0, 3))
    rows[y][x], rows[to_y][to_x] = ".", side
    return f"{'B' if side == 'W' else 'W'}:{'/'.join(''.join(row) for row in reversed(rows))}"


REFUSALS = [
    ("tic-tac-toe", ["A1"], "A1", "A1 holds a piece of X."),
    ("tic-tac-toe", [], "D1", "'D1' is no move: 'D1' is no cell of the board."),
    ("tic-tac-toe", [], "A1-B2", "A move ends with A1, and 'B2' is too much."),
    ("breakthrough", [], "A3-A4", "A3 is empty."),
    ("breakthrough", [], "A7-A6", "A7 holds a piece of Black, but White is to move."),
    ("breakthrough", [], "A2-A4", "From A2 White can go to A3 or B3, not to A4."),
    (
        "breakthrough",
        [],
        "A1-A2",
        "A1 holds a piece of White that can't move now; A2, B2, C2, D2, E2, F2, G2 or H2 can.",
    ),
    ("othello", [], "A1", "Black can't play on A1, but on C4, D3, E6 or F5."),
    ("amazons", [], "D1-D2-K9", "'D1-D2-K9' is no move: 'K9' is no cell of the board."),
    ("amazons", ["D1-D2/D3"], "A7-A6/D2", "From A6 Black can go to one of 20 other cells, not to D2."),
    ("connect-four", [], "A2", "Red can't play on A2, but on A1, B1, C1, D1, E1, F1 or G1."),
]


@pytest.mark.parametrize(("name", "played", "move", "sentence"), REFUSALS)
def test_derived_refusals(name: str, played: list[str], move: str, sentence: str) -> None:
    position = ludograph.game(name).start()
    for each in played:
        position = position.play(each)
    with pytest.raises(MoveError) as told:
        position.play(move)
    assert told.value.message == sentence


def test_hops_are_texts() -> None:
    """What a hand would touch may be typed, in small letters as well."""
    start = ludograph.game("amazons").start()
    assert start.find("d1-d2-d3") == start.find("D1-D2/D3")


def test_a_finished_game_says_so() -> None:
    position = ludograph.game("tic-tac-toe").parse("O:XXX/OO./...")
    assert str(position.outcome) == "X wins."
    refusal = position.game.why_not(position.state, ["C1"])
    assert isinstance(refusal, IllegalMove)
    assert refusal.message == "The game is over."


def test_all_faults_of_a_position_are_told() -> None:
    with pytest.raises(PositionSyntaxError) as told:
        ludograph.game("tic-tac-toe").parse("Z:XX/..Q/.../..;quiet=1")
    assert list(told.value.faults) == [
        "'quiet=1' is no counter of this game",
        "it must begin with X: or O:, the side to move",
        "it has 4 rows, not 3",
        "row 1 has 2 cells, not 3",
        "'Q' is none of the letters .XO",
    ]
