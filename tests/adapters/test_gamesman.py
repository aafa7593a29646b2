"""The plain-Python interface: the tutorial's class, the laws of moves, the solver, and classes that break the laws."""

from __future__ import annotations

from itertools import product

import pytest

from ludograph import errors
from ludograph.adapters.gamesman import GeneralSolver, Puzzle, PuzzleValue, check_puzzle
from ludograph.adapters.gamesman.asking import move_texts

from .plain_puzzles import GraphPuzzle, Hanoi, PegsInARow, graph_puzzle
from .tutorial_hanoi import Hanoi as TutorialHanoi

# -- the tutorial -------------------------------------------------------------------------------------------


def test_the_tutorials_hanoi_is_solved() -> None:
    puzzle = TutorialHanoi()
    solver = GeneralSolver(puzzle)
    assert solver.solve() is PuzzleValue.SOLVABLE
    assert solver.getRemoteness(puzzle) == 7
    assert solver.getValue(puzzle) is PuzzleValue.SOLVABLE
    assert solver.by_remoteness == [1, 2, 2, 4, 2, 4, 4, 8]


def test_the_tutorials_hanoi_keeps_the_laws() -> None:
    assert check_puzzle(TutorialHanoi()) == 27


def test_the_tutorials_hanoi_refuses_as_the_tutorial_says() -> None:
    puzzle = TutorialHanoi()
    for nothing in ("0-1", 1, None, (0,), (0, 1, 2), ("0", "1"), [0, 1]):
        with pytest.raises(TypeError):
            puzzle.doMove(nothing)
    for impossible in ((1, 0), (0, 0), (0, 9), (-1, 1)):
        with pytest.raises(ValueError):
            puzzle.doMove(impossible)
    assert puzzle.toString() == "3_2_1--"


def test_no_part_may_be_missing() -> None:
    for missing in ("generateMoves", "doMove", "primitive", "toString", "__hash__", "generateSolutions"):
        parts = {name: part for name, part in vars(TutorialHanoi).items() if name != missing}
        incomplete = type("Incomplete", (Puzzle,), {**parts, "__abstractmethods__": frozenset()})
        with pytest.raises(TypeError, match=missing):
            incomplete()


def test_positions_are_values() -> None:
    first = Hanoi().doMove((0, 1)).doMove((1, 0))
    assert first == Hanoi()
    assert {first} == {Hanoi()}
    assert first != Hanoi(4)
    assert Hanoi() != "3_2_1--"
    assert str(first) == "3_2_1--"
    assert repr(first) == "<Hanoi 3_2_1-->"
    assert first.generateMovePositions() == [((0, 1), Hanoi().doMove((0, 1))), ((0, 2), Hanoi().doMove((0, 2)))]


def test_values_are_texts_too() -> None:
    assert PuzzleValue.SOLVABLE == "SOLVABLE"
    assert PuzzleValue.contains("UNDECIDED")
    assert not PuzzleValue.contains("WIN")
    assert not PuzzleValue.contains(None)


# -- solving ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("disks", [1, 2, 5, 7, 8])
def test_remoteness_has_no_cap(disks: int) -> None:
    solver = GeneralSolver(Hanoi(disks))
    assert solver.getRemoteness() == 2**disks - 1
    assert len(solver.remoteness) == 3**disks


def test_the_graph_of_the_tutorial() -> None:
    """1→2, 3→1, 1↔4."""
    one = GraphPuzzle(1)
    assert {kind: one.generateMoves(kind) for kind in ("for", "bi", "back")} == {"for": {2}, "bi": {4}, "back": {3}}
    assert check_puzzle(one) == 4
    solver = GeneralSolver(GraphPuzzle())
    solver.solve()
    assert solver.remoteness == {"2": 0, "1": 1, "3": 2, "4": 2}


def test_what_cannot_be_solved() -> None:
    puzzle = graph_puzzle({(1, 2), (1, 3), (3, 4), (4, 3)}, {2}, 1)
    solver = GeneralSolver(puzzle())
    assert solver.solve() is PuzzleValue.SOLVABLE
    assert solver.getValue(puzzle(4)) is PuzzleValue.UNSOLVABLE
    assert solver.getRemoteness(puzzle(3)) is PuzzleValue.UNSOLVABLE
    assert solver.solve(puzzle(3)) is PuzzleValue.UNSOLVABLE
    assert solver.remoteness == {"2": 0, "1": 1}


def pegs_by_brute_force(pegs: str) -> int | None:
    """The least number of jumps to one peg, by trying everything; None when there is no way."""
    if pegs.count("1") == 1:
        return 0
    rests = []
    for place in range(len(pegs) - 2):
        if pegs[place : place + 3] in ("110", "011"):
            after = "001" if pegs[place] == "1" else "100"
            rests.append(pegs_by_brute_force(pegs[:place] + after + pegs[place + 3 :]))
    return min((1 + rest for rest in rests if rest is not None), default=None)


def test_pegs_agree_with_brute_force() -> None:
    assert check_puzzle(PegsInARow()) > 20
    solver = GeneralSolver(PegsInARow())
    assert solver.getRemoteness() == 4
    for places in product("01", repeat=6):
        pegs = "".join(places)
        remoteness = solver.getRemoteness(PegsInARow(pegs))
        assert (None if remoteness is PuzzleValue.UNSOLVABLE else remoteness) == pegs_by_brute_force(pegs), pegs


def test_equal_hashes_are_not_equal_positions() -> None:
    """In both classes different positions have the same hash; a solver that goes by it finds too few."""
    solver = GeneralSolver(PegsInARow())
    solver.solve()
    assert len(solver.remoteness) == sum(
        pegs_by_brute_force("".join(places)) is not None for places in product("01", repeat=6)
    )
    assert len({PegsInARow("100000"), PegsInARow("010000")}) == 2


def test_the_solver_is_made_in_any_way() -> None:
    solver = GeneralSolver()
    assert solver.solve(Hanoi(2)) is PuzzleValue.SOLVABLE
    assert GeneralSolver(puzzle=Hanoi(2)).getRemoteness(Hanoi(2)) == 3
    with pytest.raises(errors.InvalidGame, match="has no puzzle"):
        GeneralSolver().solve()


def test_other_puzzles_positions_are_not_called_unsolvable() -> None:
    solver = GeneralSolver(Hanoi(3))
    with pytest.raises(errors.InvalidPosition, match=r"4_3_2_1.*other solutions"):
        solver.getRemoteness(Hanoi(4))


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(errors.TooLarge, match="more than 500 positions"):
        GeneralSolver(Hanoi(8), limit=500).solve()


def test_verbose_reports_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    GeneralSolver(Hanoi(1)).solve(verbose=True)
    assert capsys.readouterr() == ("", "Hanoi: 1 positions up to remoteness 0\nHanoi: 3 positions up to remoteness 1\n")


# -- classes that break the laws ----------------------------------------------------------------------------


class NoUndo(PegsInARow):
    """Forgets that jumps can be undone."""

    def generateMoves(self, movetype="all"):
        return [move for move in super().generateMoves(movetype) if move[0] == "jump"]


class SomeUndo(PegsInARow):
    """Forgets to undo jumps to the left."""

    def generateMoves(self, movetype="all"):
        return [move for move in super().generateMoves(movetype) if move[0] == "jump" or move[1] > move[2]]


class WrongUndo(PegsInARow):
    """Undoes a jump by putting pegs anywhere."""

    def doMove(self, move):
        if move in self.generateMoves("back"):
            return type(self)("111" + self.pegs[3:])
        return super().doMove(move)


class AllIsLegal(Hanoi):
    """'all' is not what the others are together."""

    def generateMoves(self, movetype="all"):
        return super().generateMoves("bi")[1:] if movetype == "all" else super().generateMoves(movetype)


class ForwardHanoi(Hanoi):
    """Calls its moves forward, though all of them can be taken back."""

    def generateMoves(self, movetype="all"):
        return super().generateMoves({"for": "bi", "bi": "for"}.get(movetype, movetype))


class BothWays(Hanoi):
    """Has moves that are forward and backward."""

    def generateMoves(self, movetype="all"):
        return [] if movetype == "bi" else super().generateMoves("bi")


class CalledForward(GraphPuzzle):
    """2 knows that its edge to 1 goes both ways, 1 doesn't."""

    EDGES = frozenset({(1, 2), (2, 1)})
    START = 1

    def ways(self):
        return [(2, "for")] if self.node == 1 else [(1, "bi")]


class SameText(GraphPuzzle):
    """A path 1 ↔ 2 ↔ 3 ↔ 4 ↔ 5 with the same text for 1 and 3."""

    EDGES = frozenset({*((node, node + 1) for node in range(1, 5)), *((node + 1, node) for node in range(1, 5))})
    START = 1
    GOALS = frozenset({5})

    def toString(self):
        return "1" if self.node == 3 else str(self.node)


class ChangesItself(Hanoi):
    def doMove(self, move):
        self.stacks = super().doMove(move).stacks
        return self


class ReturnsNothing(Hanoi):
    def doMove(self, move):
        super().doMove(move)


class ForgetsASolution(PegsInARow):
    def generateSolutions(self):
        return super().generateSolutions()[1:]


class WrongSolution(Hanoi):
    def generateSolutions(self):
        return [*super().generateSolutions(), type(self)(self.size)]


class WrongValue(Hanoi):
    def primitive(self):
        return True


class NoText(Hanoi):
    def toString(self):
        return 7


class Explodes(Hanoi):
    def generateMoves(self, movetype="all"):
        if self.stacks[1] == [1]:
            raise KeyError("boom\nboom")
        return super().generateMoves(movetype)


class ExplodesLate(Hanoi):
    def generateMoves(self, movetype="all"):
        yield from super().generateMoves(movetype)
        raise RuntimeError("later")


LAWLESS = {
    NoUndo: r"NoUndo: the 'legal' move jump-\d-\d leads from '101111' to '\d+', but no 'undo' move leads back",
    SomeUndo: r"SomeUndo: the '(legal|undo)' move \S+ leads from '\d+' to '\d+', but no '(undo|legal)' move leads back",
    WrongUndo: r"WrongUndo: the '(undo|legal)' move \S+ leads from '\d+' to '\d+', but no '(undo|legal)' move",
    AllIsLegal: r"the 'all' moves at '3_2_1--' are not its 'for' and 'bi' and 'back' moves together: \(0, 1\)",
    ForwardHanoi: "the 'undo' moves at '3_2_1--' are not its 'bi' and 'back' moves together",
    BothWays: "the way from '3_2_1--' to '3_2-1-' is listed as 'for' and as 'back'",
    CalledForward: "the move 2 from '1' to '2' is listed as 'for', but the way back is not listed as 'back'",
    SameText: "two positions with different moves have the same text '1'",
    ChangesItself: r"ChangesItself.doMove\(\(0, 1\)\) changes the puzzle '3_2_1--' itself",
    ReturnsNothing: r"doMove\(\(0, 1\)\) gives None at '3_2_1--': no new puzzle",
    ForgetsASolution: "the solved position '100000' is missing in generateSolutions",
    WrongSolution: r"generateSolutions\(\) lists '3_2_1--', which is not solved",
    WrongValue: r"primitive\(\) gives True at '3_2_1--': no PuzzleValue",
    NoText: r"toString\(\) gives 7, which is no text",
    Explodes: r"generateMoves\('for'\) failed at '3_2-1-': KeyError: 'boom\\nboom'",
    ExplodesLate: r"generateMoves\('for'\) failed at '3_2_1--': RuntimeError: later",
}


@pytest.mark.parametrize("puzzle", LAWLESS, ids=lambda puzzle: puzzle.__name__)
@pytest.mark.parametrize("find", [check_puzzle, lambda puzzle: GeneralSolver(puzzle).solve()], ids=["check", "solve"])
def test_lawless_classes_are_told_so(puzzle: type[Puzzle], find) -> None:
    with pytest.raises(errors.InvalidGame, match=LAWLESS[puzzle]) as refused:
        find(puzzle())
    assert "\n" not in refused.value.message
    assert len(refused.value.message) < 400


class TakesAnything(Hanoi):
    def doMove(self, move):
        return super().doMove(move) if move in self.generateMoves() else self


class RefusesStrangely(Hanoi):
    def doMove(self, move):
        if move not in self.generateMoves():
            raise KeyError(move)
        return super().doMove(move)


class AlwaysAnotherHash(Hanoi):
    def __hash__(self):
        return id(self)


class NoHash(Hanoi):
    __hash__ = None  # type: ignore[assignment]


class ReadsWrongly(Hanoi):
    @classmethod
    def fromString(cls, positionid):
        return cls()


class ReadsNothing(Hanoi):
    @classmethod
    def fromString(cls, positionid):
        raise ValueError("never")


BAD_MANNERS = {
    TakesAnything: "doMove takes what is no move at '3_2_1--'; it must raise a TypeError",
    RefusesStrangely: "refuses what is no move at '3_2_1--' with KeyError",
    AlwaysAnotherHash: r"has not always the same __hash__\(\)",
    NoHash: r"__hash__\(\) failed at '3_2_1--': TypeError",
    ReadsWrongly: r"fromString\('--3_2_1'\) gives '3_2_1--'",
    ReadsNothing: r"fromString\('3_2_1--'\) failed: ValueError: never",
}


@pytest.mark.parametrize("puzzle", BAD_MANNERS, ids=lambda puzzle: puzzle.__name__)
def test_check_puzzle_finds_bad_manners(puzzle: type[Puzzle]) -> None:
    with pytest.raises(errors.InvalidGame, match=BAD_MANNERS[puzzle]):
        check_puzzle(puzzle())


def far_fault(kind: str) -> type[Puzzle]:
    """A ring of 1,000 nodes whose fault lies far away from the start and from the solution, both at 0."""

    class Ring(GraphPuzzle):
        def ways(self):
            for there in ((self.node - 1) % 1000, (self.node + 1) % 1000):
                if {self.node, there} == {500, 501}:
                    yield there, kind if self.node == 500 else "bi"
                else:
                    yield there, "bi"

        def primitive(self):
            return PuzzleValue.SOLVABLE if self.node == 0 else PuzzleValue.UNDECIDED

        def generateSolutions(self):
            return [Ring(0)]

        @classmethod
        def fromString(cls, positionid):
            return cls(int(positionid))

    Ring.START = 0
    return Ring


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("for", "a 'legal' move leads from '501' to '500', but no 'undo' move leads back"),
        ("back", "an 'undo' move leads from '501' to '500', but no 'legal' move leads back"),
    ],
)
def test_the_solver_finds_a_fault_wherever_it_is(kind: str, words: str) -> None:
    puzzle = far_fault(kind)
    assert check_puzzle(puzzle(), positions=100) == 100
    with pytest.raises(errors.InvalidGame, match=words):
        GeneralSolver(puzzle()).solve()


def test_unsolvable_is_not_said_lightly() -> None:
    """A way in that no undo move knows: the solver can't find it, but notices when it is asked."""

    class Chain(GraphPuzzle):
        """1→2→…→600→0, but 0 doesn't know that 600 leads to it, and the solver begins at 0."""

        START = 1

        def ways(self):
            if 0 < self.node <= 600:
                yield self.node + 1 if self.node < 600 else 0, "for"
            if self.node > 1:
                yield self.node - 1, "back"

        def primitive(self):
            return PuzzleValue.SOLVABLE if self.node == 0 else PuzzleValue.UNDECIDED

        def generateSolutions(self):
            return [Chain(0)]

    with pytest.raises(errors.InvalidGame, match="a 'legal' move leads from '600' to '0', but no 'undo' move"):
        GeneralSolver(Chain()).solve()


# -- texts of moves -----------------------------------------------------------------------------------------


class Anonymous:
    """Has no text but its address."""


@pytest.mark.parametrize(
    ("moves", "texts"),
    [
        ([(0, 1), (2, 10)], ["0-1", "2-10"]),
        ([((0, 1), (2, 3)), [4, 5]], ["0,1-2,3", "4-5"]),
        (["a", "up"], ["a", "up"]),
        ([1, None, 2.5], ["1", "None", "2.5"]),
        ([PuzzleValue.SOLVABLE, ("R", PuzzleValue.UNDECIDED)], ["SOLVABLE", "R-UNDECIDED"]),
        ([(0, 1), "0-1"], ["(0, 1)", "'0-1'"]),
        ([(0, -1), (0, "-1"), 5], ["(0, -1)", "(0, '-1')", "5"]),
        ([" a", "", "b\n"], ["' a'", "''", "'b\\n'"]),
        ([Anonymous(), (Anonymous(), 1), "x"], ["move-1", "move-2", "x"]),
        ([Anonymous(), "move-1"], ["move-1'", "move-1"]),
        (["x" * 500, "y"], ["move-1", "y"]),
        ([], []),
    ],
)
def test_every_move_has_a_text_of_its_own(moves: list[object], texts: list[str]) -> None:
    assert move_texts(moves) == texts
