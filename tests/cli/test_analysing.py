"""``analyse`` and ``review`` as people call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"


def test_lines_with_score_and_chance(run) -> None:
    code, out, err = run("analyse", "trimok", "--lines", "2", "--nodes", "3000")
    head, *lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", 2)
    assert head.startswith("Red to move (searched): ")
    assert all(" %  " in line for line in lines)


def test_every_move_and_some_moves_as_json(run) -> None:
    every = json.loads(run("analyse", "nchess", "--every", "--nodes", "2000", "--json")[1])
    assert len({line["move"] for line in every["lines"]}) == 20
    chances = [line["win_chance"] for line in every["lines"]]
    assert chances == sorted(chances, reverse=True)
    asked = ("analyse", "nchess", "--moves", "e4 e5", "--only", "Nf3 a2a3", "--nodes", "2000", "--json")
    some = json.loads(run(*asked)[1])
    assert {line["move"] for line in some["lines"]} == {"g1f3", "a2a3"}
    assert some["position"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/")


def test_what_is_solved_is_told_as_it_is(run) -> None:
    code, out, _ = run("analyse", "tic-tac-toe", "--position", "O:.O./XOX/..X", "--every")
    assert code == 0
    assert out.splitlines() == [
        "O to move (solution): O wins in 1 move with best play.",
        "   win in 1  100 %  B1",
        "   win in 3  100 %  C3 A1 A3",
        "  loss in 2    0 %  A1 C3",
        "  loss in 2    0 %  A3 C3",
    ]
    told = json.loads(run("analyse", "hanoi", "--lines", "1", "--json")[1])
    assert told["lines"][0]["line"] == ["A-C", "A-B", "C-B", "A-C", "B-A", "B-C", "A-C"]
    assert (told["lines"][0]["win_in"], told["lines"][0]["win_chance"]) == (7, 100)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("analyse", "sliding?rows=4&columns=4"), "is not solved"),
        (("analyse", "trimok", "--only", "A1-A6"), "A6 is not next to A1"),
        (("analyse", "tic-tac-toe", "--position", "O:XXX/OO./..."), "The game is over"),
        (("review", "nothing.pgn"), "nothing.pgn"),
    ],
)
def test_refusals(run, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_mistakes_of_games(run, tmp_path: Path) -> None:
    file = tmp_path / "mate.pgn"
    file.write_text(f'[Result "1-0"]\n\n{MATE}\n\n[Result "*"]\n\n1. e5 *\n')
    code, out, err = run("review", str(file), "--nodes", "20000")
    assert code == 1  # the second game is refused
    assert "game 2 is refused" in err
    assert out.startswith("1: nchess, 7 moves, 1-0\n")
    assert "  6. Black Nf6 ?? A blunder: lose in 2, 0 %; best was " in out
    assert "Black: 1 blunder" in out
    record = {"format": "ludograph-match", "version": 1, "game": "hanoi?disks=2", "start": "2_1--"}
    other = tmp_path / "hanoi.json"
    other.write_text(json.dumps({**record, "moves": ["A-C", "C-B"]}))
    (report,) = json.loads(run("review", str(other), "--json")[1])
    assert [(move["fault"], move["behind"]) for move in report["moves"]] == [("detour", 1), (None, 0)]
