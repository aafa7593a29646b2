"""Puzzle classes as games: registered, they appear wherever a kernel's game does."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

import ludograph
from ludograph import Match, MoveKind, errors
from ludograph.adapters.gamesman import PlainPuzzleGame, Puzzle, PuzzleValue, game_class, register_puzzle
from ludograph.core import registry
from ludograph.draw.text import to_text
from ludograph.solver.plain import solve_plain
from ludograph.testing import check_game, sample_ids

from .plain_puzzles import GraphPuzzle, Hanoi, PegsInARow, graph_puzzle
from .tutorial_hanoi import Hanoi as TutorialHanoi


@pytest.fixture(autouse=True)
def _registered():
    """The puzzles of this folder, for the time of one test."""
    games = [register_puzzle(puzzle) for puzzle in (Hanoi, PegsInARow, GraphPuzzle)]
    yield
    for game in games:
        registry.unregister(game.name)


def test_they_conform() -> None:
    for name in ("my-hanoi", "pegs-in-a-row", "graph-puzzle"):
        for game_id in sample_ids(registry.game_class_named(name)):
            check_game(game_id)


def test_facts_come_from_the_class() -> None:
    game = ludograph.game("my-hanoi/4")
    assert (game.name, game.title, game.summary) == ("my-hanoi", "Hanoi", "The Tower of Hanoi, in plain Python")
    assert (game.id, ludograph.game("my-hanoi/3").id) == ("my-hanoi/4", "my-hanoi")
    assert list(game.variants) == ["3", "1", "2", "4", "8"]
    assert str(game.start()) == "4_3_2_1--"
    assert ludograph.game("pegs-in-a-row").summary == "Jump over a peg and take it, until one is left"
    with pytest.raises(errors.UnknownGame, match="my-hanoi has no variant '5'; it has 3, 1, 2, 4, 8"):
        ludograph.game("my-hanoi/5")


def test_moves_of_all_kinds() -> None:
    one = ludograph.game("graph-puzzle").parse("1")
    assert {str(kind): [move.text for move in one.moves(kind)] for kind in MoveKind.__members__.values()} == {
        "forward": ["2"],
        "bidirectional": ["4"],
        "backward": ["3"],
        "legal": ["2", "4"],
        "undo": ["3", "4"],
        "all": ["2", "3", "4"],
    }
    assert str(one.play("3", kind="backward")) == "3"
    with pytest.raises(errors.IllegalMove, match="3 is a backward move here"):
        one.play("3")


def test_moves_are_also_read_as_python_writes_them() -> None:
    start = ludograph.game("my-hanoi").start()
    assert start.play("(0, 1)") == start.play("0-1")
    with pytest.raises(errors.IllegalMove, match="'1-0' is none of the moves 0-1, 0-2"):
        start.play("1-0")


def test_solving() -> None:
    hanoi = solve_plain(ludograph.game("my-hanoi"))
    assert hanoi.by_remoteness == (1, 2, 2, 4, 2, 4, 4, 8)
    assert hanoi.remoteness(hanoi.game.start()) == 7
    eight = ludograph.game("my-hanoi/8")
    assert solve_plain(eight).remoteness(eight.start()) == 255
    graph = solve_plain(ludograph.game("graph-puzzle"))
    assert remoteness_of_texts(graph) == {"1": 1, "2": 0, "3": 2, "4": 2}
    game = game_class(graph_puzzle({(1, 2), (1, 3), (3, 4), (4, 3)}, {2}, 1))()
    lost = solve_plain(game)
    assert remoteness_of_texts(lost) == {"1": 1, "2": 0, "3": None, "4": None}
    assert (lost.positions, lost.unsolvable, lost.by_remoteness) == (4, 2, (1, 1))
    assert lost.value(game.parse("4")) == "unsolvable"
    assert lost.best(game.parse("4")) == ()


def remoteness_of_texts(solution: Any) -> dict[str, int | None]:
    return {text: solution.remoteness(solution.game.parse(text)) for text in solution.numbering.texts}


def test_the_plain_class_agrees_with_the_kernel() -> None:
    """The same puzzle by both doors: the pegs 0, 1, 2 are A, B, C there."""
    plain, kernel = ludograph.game("my-hanoi/4").start(), ludograph.game("hanoi?disks=4").start()
    for move in ("0-1", "0-2", "1-2", "0-1", "2-0", "2-1", "0-1"):
        plain, kernel = plain.play(move), kernel.play(move.translate(str.maketrans("012", "ABC")))
        assert str(plain) == str(kernel)
        assert len(plain.legal_moves) == len(kernel.legal_moves)


def test_ends() -> None:
    match = Match(ludograph.game("my-hanoi/1"))
    match.play("0-2")
    assert str(match.outcome) == "Solved!"
    stuck = ludograph.game("pegs-in-a-row").parse("101001")
    assert stuck.outcome is not None
    assert (stuck.outcome.reason, stuck.outcome.result) == ("stuck", "0")

    class Lost(GraphPuzzle):
        def primitive(self):
            return PuzzleValue.UNSOLVABLE if self.node == 4 else super().primitive()

    assert str(game_class(Lost)().parse("4").outcome) == "The puzzle can't be solved any more."


# -- texts --------------------------------------------------------------------------------------------------

WRONG_POSITIONS = {
    "nonsense": "invalid literal for int",
    "3_2_1-": "three stacks with the disks 1, 2, 3, … are needed",
    "1_2_3--": "a disk is on a smaller one",
    "2_1--": "it belongs to the variant '2'",
    "--": "three stacks",
    "9" * 5000: "can't be read",
}


@pytest.mark.parametrize("text", WRONG_POSITIONS)
def test_wrong_positions_are_refused(text: str) -> None:
    with pytest.raises(errors.PositionError, match=WRONG_POSITIONS[text]) as refused:
        ludograph.game("my-hanoi").parse(text)
    assert "\n" not in refused.value.message
    assert len(refused.value.message) < 300


def test_a_position_may_be_spelt_in_other_ways() -> None:
    assert str(ludograph.game("my-hanoi").parse("03_2_1--")) == "3_2_1--"


def test_reading_that_fails_in_any_way_is_a_refusal() -> None:
    class Careless(GraphPuzzle):
        @classmethod
        def fromString(cls, positionid):
            return cls({"1": 1, "2": 2, "3": 3, "4": 4}[positionid])

    with pytest.raises(errors.PositionSyntaxError, match="KeyError: '5'"):
        game_class(Careless)().parse("5")


def test_reading_that_leads_elsewhere_is_a_refusal() -> None:
    class Wanders(GraphPuzzle):
        @classmethod
        def fromString(cls, positionid):
            return cls(int(positionid) if positionid == "3" else int(positionid) + 1)

    with pytest.raises(errors.InvalidPosition, match="it reads as '6', and that as '7'"):
        game_class(Wanders)().parse("5")


# -- drawing ------------------------------------------------------------------------------------------------


def test_the_drawing_is_what_str_prints() -> None:
    picture = ludograph.game("pegs-in-a-row").start().picture()
    assert to_text(picture).splitlines() == ["1    o.oooo", "2  =========="]


def test_drawings_of_changing_sizes() -> None:
    class Grows(GraphPuzzle):
        def __str__(self):
            return {3: "", 1: "a\n\n\tb\x07", 2: "wide " * 20, 4: "x"}[self.node]

    game = game_class(Grows)()
    assert to_text(game.start().picture()) == "1  3"
    assert to_text(game.parse("1").picture()) == "1  a /  / b"
    assert "wide wide" in to_text(game.parse("2").picture())


def test_lines_keep_their_blanks_in_svg(tmp_path: Path, run) -> None:
    file = tmp_path / "board.svg"
    assert run("show", "pegs-in-a-row", "--svg", str(file))[0] == 0
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("font-family")] == [
        "  o.oooo  ",
        "==========",
    ]


# -- the command --------------------------------------------------------------------------------------------


def test_the_command_knows_them(run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "my-hanoi: The Tower of Hanoi, in plain Python\n    /3: the variant 3\n" in run("games")[1]
    assert run("show", "my-hanoi") == (0, "1  3_2_1--\n\n3_2_1--\nPlayer to move, 2 legal moves.\n", "")
    assert run("moves", "my-hanoi") == (0, "0-1\n0-2\n", "")
    assert run("moves", "pegs-in-a-row", "--kind", "undo", "--position", "001000")[1] == "unjump-2-0\nunjump-2-4\n"
    assert run("apply", "my-hanoi", "0-1", "0-2") == (0, "3-1-2\n", "")
    assert run("perft", "my-hanoi", "3") == (0, "16\n", "")
    assert run("perft", "hanoi", "3")[1] == "16\n"
    assert json.loads(run("moves", "my-hanoi", "--json")[1])[0] == {
        "text": "0-1", "from": None, "to": None, "kind": "bidirectional", "captures": [], "hops": ["0-1"],
    }  # fmt: skip


def test_playing_from_the_command(run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["1-0\n", "0-1\n", "undo\n", "0-2\n"])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=lambda: next(lines, ""), isatty=lambda: False))
    code, out, err = run("play", "my-hanoi/1", "--lines")
    assert (code, err) == (0, "")
    assert "'1-0' is none of the moves 0-1, 0-2." in out
    assert out.endswith("Solved!\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("apply", "my-hanoi", "0-9"), "'0-9' is none of the moves 0-1, 0-2."),
        (("show", "my-hanoi", "--position", "1_2_3--"), "a disk is on a smaller one"),
        (("show", "my-hanoi/9"), "my-hanoi has no variant '9'"),
        (("show", "my-hanoi?disks=3"), "my-hanoi has no parameter 'disks'"),
    ],
)
def test_refusals_are_one_sentence(run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1


class Explodes(GraphPuzzle):
    def generateMoves(self, movetype="all"):
        raise RuntimeError("boom")


def test_a_failing_class_is_its_authors_fault(run) -> None:
    register_puzzle(Explodes)
    try:
        code, out, err = run("moves", "explodes")
    finally:
        registry.unregister("explodes")
    assert (code, out) == (1, "")
    assert err == "Explodes.generateMoves('for') failed at '3': RuntimeError: boom.\n"


def test_a_lawless_class_does_not_conform() -> None:
    class NoUndo(PegsInARow):
        def generateMoves(self, movetype="all"):
            return [move for move in super().generateMoves(movetype) if move[0] == "jump"]

    class Refuses(Hanoi):
        variants = ()

        def doMove(self, move):
            raise ValueError("not today")

    with pytest.raises(AssertionError, match="undo_inverts_legal: no undo move leads back"):
        check_game(register_puzzle(NoUndo, name="pegs-in-a-row")())
    register_puzzle(PegsInARow)
    with pytest.raises(AssertionError, match="not today"):
        check_game(game_class(Refuses, name="my-hanoi")())


# -- registering --------------------------------------------------------------------------------------------


class Multiline(GraphPuzzle):
    def toString(self):
        return f"node\n{self.node}"


class NeedsArguments(GraphPuzzle):
    def __init__(self, node):
        super().__init__(node)


class NoStart(GraphPuzzle):
    variants = ("big",)


class StrangeVariant(GraphPuzzle):
    variants = ("a/b",)


class StrangeName(GraphPuzzle):
    puzzleid = "größe!"


class ReadsNothing(GraphPuzzle):
    @classmethod
    def fromString(cls, positionid):
        raise ValueError("never")


class BuiltIn(GraphPuzzle):
    puzzleid = "hanoi"


WRONG_CLASSES = {
    TutorialHanoi: "Hanoi needs a fromString",
    Multiline: "which is no line of text",
    NeedsArguments: "The start of NeedsArguments can't be had: TypeError",
    NoStart: "The start of NoStart in the variant big can't be had: NotImplementedError",
    StrangeVariant: "'a/b' is no name for a variant",
    StrangeName: "'größe!' is no name for a game",
    ReadsNothing: "ReadsNothing can't read its own start: never",
    BuiltIn: "BuiltIn can't be registered: it has the name of another game",
}


@pytest.mark.parametrize("puzzle", WRONG_CLASSES, ids=lambda puzzle: puzzle.__name__)
def test_what_cannot_be_registered(puzzle: type[Puzzle]) -> None:
    before = ludograph.game_names()
    with pytest.raises(errors.InvalidGame, match=WRONG_CLASSES[puzzle]) as refused:
        register_puzzle(puzzle)
    assert "\n" not in refused.value.message
    assert ludograph.game_names() == before


def test_variants_may_be_a_mapping() -> None:
    class Described(GraphPuzzle):
        variants = {"small": "from 1", "large": Hanoi}  # noqa: RUF012

        @classmethod
        def generateStartPosition(cls, variantid):
            return cls({"small": 1, "large": 3}[variantid])

    game = game_class(Described, name="described", title="A graph", summary="walk")
    assert game.variants == {"small": "from 1", "large": "the variant large"}
    assert (game.title, game.summary) == ("A graph", "walk")
    assert str(game("large").start()) == "3"


def test_game_classes_are_what_entry_points_name() -> None:
    made = game_class(Hanoi, name="other-hanoi")
    assert issubclass(made, PlainPuzzleGame)
    assert registry._class_fault("other-hanoi", made, {}) is None
