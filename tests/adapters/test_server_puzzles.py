"""Puzzles in the way of GamesmanPuzzles: files run unchanged by an import alias, are solved by their hashes, and what
they do against the laws is told."""

from __future__ import annotations

import sys
import warnings
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludograph
from ludograph import errors
from ludograph.adapters.gamesman import (
    GeneralSolver,
    PuzzlePlayer,
    PuzzleValue,
    PuzzleWarning,
    ServerPuzzle,
    StringMode,
    alias_puzzlesolver,
    import_puzzles,
    register_puzzle,
)
from ludograph.core import registry
from ludograph.testing import check_game

from .plain_puzzles import Hanoi

#: A row of lamps; a press turns a lamp and its neighbours. Every press undoes itself, and the type of move is ignored.
LAMPS = """
from . import ServerPuzzle
from ..util import *
from ..solvers import GeneralSolver, SqliteSolver


class Lamps(ServerPuzzle):
    id = "lamps"
    variants = ["3", "4"]
    startRandomized = False

    def __init__(self, variant, on=None):
        self.size = int(variant)
        self.on = (1 << self.size) - 1 if on is None else on

    @property
    def variant(self):
        return str(self.size)

    @classmethod
    def generateStartPosition(cls, variantid, **kwargs):
        return cls(variantid)

    def generateMoves(self, movetype="all", **kwargs):
        return range(self.size)

    def doMove(self, move, **kwargs):
        pressed = 0b111 << move >> 1 & (1 << self.size) - 1
        return Lamps(self.variant, self.on ^ pressed)

    def primitive(self, **kwargs):
        return PuzzleValue.SOLVABLE if self.on == 0 else PuzzleValue.UNDECIDED

    def __hash__(self):
        return self.on

    def generateSolutions(self, **kwargs):
        return [Lamps(self.variant, 0)]

    @classmethod
    def fromHash(cls, variant_id, hash_val):
        return cls(variant_id, hash_val)

    @classmethod
    def fromString(cls, variant_id, position_str):
        if len(position_str) != int(variant_id) or set(position_str) - set("01"):
            raise ValueError("a lamp is 0 or 1")
        return cls(variant_id, int(position_str, 2))

    def toString(self, mode):
        prefix = "1_" if mode == StringMode.AUTOGUI else ""
        return prefix + format(self.on, f"0{self.size}b")

    def moveString(self, move, mode):
        return str(move + 1)
"""

#: Numbers go up by 1 or double; nothing is listed as solved, and nothing can be undone.
CLIMB = """
from puzzlesolver.util import *
from puzzlesolver.puzzles import ServerPuzzle
from puzzlesolver.players import TUI


class Climb(ServerPuzzle):
    id = "climb"

    @classproperty
    def variants(cls):
        return {"20": "up to twenty"}

    def __init__(self, at=1):
        self.at = at

    @property
    def variant(self):
        return "20"

    @classmethod
    def generateStartPosition(cls, variantid):
        return cls()

    def generateMoves(self, movetype="all"):
        if movetype in ("bi", "back", "undo"):
            return []
        return [name for name, to in (("add", self.at + 1), ("double", self.at * 2)) if to <= 23]

    def doMove(self, move):
        return Climb(self.at + 1 if move == "add" else self.at * 2)

    def primitive(self):
        return PuzzleValue.SOLVABLE if self.at == 20 else PuzzleValue.UNDECIDED

    def __hash__(self):
        return self.at * 2**80  # which hash() would make smaller

    @classmethod
    def fromString(cls, variantid, position):
        return cls(int(position))

    def toString(self, mode):
        return str(self.at)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "lamps.py").write_text(LAMPS, encoding="utf-8")
    (tmp_path / "climb.py").write_text(CLIMB, encoding="utf-8")
    (tmp_path / "__init__.py").write_text("raise RuntimeError('theirs is not run')\n", encoding="utf-8")
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "puzzlesolver"]:
        del sys.modules[name]


def distances(start: ServerPuzzle) -> dict[int, int]:
    """From each position that can be reached the least number of legal moves to a solved one, by brute force."""
    places = {start.__hash__(): start}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for move in at.generateMoves("legal"):
            reached = at.doMove(move)
            if places.setdefault(reached.__hash__(), reached) is reached:
                waiting.append(reached)
    found = {key: 0 for key, place in places.items() if place.primitive() == PuzzleValue.SOLVABLE}
    for _ in places:
        for key, place in places.items():
            behind = [found[place.doMove(move).__hash__()] + 1 for move in place.generateMoves("legal")
                      if place.doMove(move).__hash__() in found]  # fmt: skip
            if behind:
                found[key] = min(found.get(key, len(places)), *behind)
    return found


@pytest.mark.parametrize(("name", "variant"), [("lamps", "3"), ("lamps", "4"), ("climb", "20")])
def test_files_run_unchanged(folder: Path, name: str, variant: str) -> None:
    puzzles = import_puzzles(folder)
    assert set(puzzles) == {"lamps", "climb"}
    start = puzzles[name].generateStartPosition(variant)
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        solver = GeneralSolver(start)
        assert not solver.solved
        assert solver.solve() is PuzzleValue.SOLVABLE
    assert solver.solved
    assert solver.remoteness == distances(start)
    assert solver.getRemoteness(start) == distances(start)[start.__hash__()]


def test_what_ignores_the_type_of_move_is_told_and_refused_when_strict(folder: Path) -> None:
    start = import_puzzles(folder)["lamps"].generateStartPosition("3")
    solver = GeneralSolver(start)
    with pytest.warns(PuzzleWarning, match="Lamps"):
        solver.solve()
    assert len(solver.faults) == 1
    with pytest.raises(errors.InvalidGame) as refused:
        GeneralSolver(start, strict=True).solve()
    assert refused.value.message == solver.faults[0]


def test_what_cannot_be_solved(folder: Path) -> None:
    """Nothing goes down from 21, wherever the search began."""
    climb = import_puzzles(folder)["climb"]
    solver = GeneralSolver(climb.generateStartPosition("20"))
    assert solver.getRemoteness(climb(21)) is PuzzleValue.UNSOLVABLE
    assert solver.getValue(climb(21)) is PuzzleValue.UNSOLVABLE
    assert solver.getRemoteness(climb(19)) == 1


def test_a_way_that_undo_moves_miss_is_found(folder: Path) -> None:
    """Solutions are listed, but nothing leads back from them: legal moves do, which is told."""
    climb = import_puzzles(folder)["climb"]
    listed = type("Climb", (climb,), {"generateSolutions": lambda self: [type(self)(20)]})
    solver = GeneralSolver(listed(1))
    with pytest.warns(PuzzleWarning, match="no 'undo' move leads back"):
        assert solver.getRemoteness() == 5
    assert solver.getRemoteness(listed(10)) == 1
    assert solver.getRemoteness(listed(22)) is PuzzleValue.UNSOLVABLE


def test_equal_positions_have_equal_hashes_and_texts_for_everyone(folder: Path) -> None:
    lamps = import_puzzles(folder)["lamps"]
    assert lamps.fromHash("3", 5) == lamps.fromString("3", "101") != lamps("3", 4)
    assert str(lamps("3", 5)) == "101"
    assert repr(lamps("3", 5)) == "<Lamps 101>"
    assert lamps("3", 5).toString(StringMode.AUTOGUI) == "1_101"


def test_they_are_games(folder: Path) -> None:
    lamps = import_puzzles(folder)["lamps"]
    try:
        game = register_puzzle(lamps)
        assert (game.name, list(game.variants)) == ("lamps", ["3", "4"])
        check_game("lamps/4")
        start = ludograph.game("lamps").start()
        assert str(start.play("1")) == "000"
        assert [move.text for move in start.moves("bidirectional")] == ["0", "1", "2"]
        assert ludograph.solve("lamps").remoteness(start) == 1
        with pytest.raises(errors.PositionSyntaxError, match="a lamp is 0 or 1"):
            start.game.parse("1111")
    finally:
        registry.unregister("lamps")


def test_they_are_played_in_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    climb = import_puzzles(folder)["climb"]
    tui = sys.modules["puzzlesolver.players"].TUI
    player = tui(climb(18), solver=GeneralSolver(climb(18)), info=True, auto=True, debug=True)
    assert isinstance(player, PuzzlePlayer)
    player.play()
    assert "Solved in 2 moves." in capsys.readouterr().out


def test_a_file_that_cannot_be_imported_is_passed_over(folder: Path) -> None:
    (folder / "broken.py").write_text("import no_such_module_at_all\n", encoding="utf-8")
    with pytest.warns(PuzzleWarning, match=r"broken.py can't be imported: ModuleNotFoundError"):
        assert set(import_puzzles(folder)) == {"lamps", "climb"}


def test_the_alias_hides_nobody_elses_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "puzzlesolver", type(sys)("puzzlesolver"))
    with pytest.raises(errors.InvalidGame, match="Another puzzlesolver is loaded already"):
        alias_puzzlesolver(folder)
    with pytest.raises(errors.FileRefused, match="can't be read"):
        alias_puzzlesolver(folder / "nowhere")


def test_a_puzzle_by_the_laws_may_be_solved_lightly_too() -> None:
    """Then its texts tell positions apart, as ever."""
    for strict in (True, False):
        solver = GeneralSolver(Hanoi(4), strict=strict)
        assert solver.getRemoteness() == 15
        assert sum(solver.by_remoteness) == 81
