"""What follows from a solution, and solutions as files."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from halving import Halving, naive_remoteness

import ludograph
from ludograph import errors
from ludograph.solver import file as solution_file
from ludograph.solver import kept, remoteness
from ludograph.solver.query import query
from ludograph.solver.solution import Solution, Value
from ludograph.solver.solve import solve
from ludograph.solver.tiers.work import work_on
from ludograph.solver.verify import verify

HANOI = ludograph.game("hanoi")


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    return tmp_path / "solutions"


def test_values_and_best_moves() -> None:
    solution = solve(HANOI)
    start = HANOI.start()
    assert (solution.value(start), solution.remoteness(start)) == (Value.WIN, 7)
    assert [move.text for move in solution.best(start)] == ["A-C"]
    line = solution.line(start)
    assert [move.text for move in line] == ["A-C", "A-B", "C-B", "A-C", "B-A", "B-C", "A-C"]
    assert solution.best(HANOI.parse("--3_2_1")) == ()
    assert solution.shortest_solutions(start) == 1


def test_the_number_of_shortest_solutions() -> None:
    game = ludograph.game("hanoi?pegs=4&disks=2")
    assert solve(game).shortest_solutions(game.start()) == 2  # the small disk waits on either peg


def test_hardest_and_random_positions() -> None:
    solution = solve(HANOI)
    hardest = solution.hardest(100)
    assert len(hardest) == 8
    assert {solution.remoteness(position) for position in hardest} == {7}
    chance = random.Random(1)
    drawn = {str(solution.random_position(3, chance)) for _ in range(100)}
    assert drawn == {str(position) for position in solution.with_remoteness(3)}
    assert len(drawn) == 4
    with pytest.raises(errors.InvalidParameter, match="has the remoteness 8, but up to 7"):
        solution.random_position(8)


def test_positions_of_other_puzzles_and_outside_ones_are_refused() -> None:
    with pytest.raises(errors.NotInSolution, match="solution of hanoi, not of"):
        solve(HANOI).remoteness(ludograph.game("hanoi?disks=4").start())
    with pytest.raises(errors.NotInSolution, match="can't be reached"):
        solve(Halving()).remoteness(Halving().parse("61"))


@pytest.mark.parametrize("block", [4, 1 << 18])
@pytest.mark.parametrize("is_dense", [True, False])
def test_a_solution_reads_back(tmp_path: Path, block: int, is_dense: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (solution_file, remoteness):
        monkeypatch.setattr(module, "BLOCK", block)
    game = Halving()
    monkeypatch.setattr("ludograph.solver.file.game_named", lambda name: game)
    game.is_dense = is_dense
    solve(game).save(tmp_path / "file")
    loaded = Solution.load(tmp_path / "file")
    verify(loaded)
    for number, expected in naive_remoteness(60).items():
        assert loaded.remoteness(game.parse(str(number))) == expected
    with pytest.raises(errors.NotInSolution):
        loaded.remoteness(game.parse("99"))
    loaded.save(tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "file").read_bytes()


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    file = tmp_path / "hanoi.solution"
    solve("hanoi?disks=7").save(file)
    return file


def test_verify_accepts_a_right_file(whole: Path, run) -> None:
    code, out, _ = run("verify", str(whole))
    assert code == 0
    assert "is a right solution of hanoi?disks=7 (2,187 positions)" in out


def test_every_flipped_byte_is_found(whole: Path) -> None:
    data = whole.read_bytes()
    chance = random.Random(7)
    places = {0, len(data) - 1, *(chance.randrange(len(data)) for _ in range(150))}
    for place in places:
        whole.write_bytes(data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :])
        with pytest.raises(errors.LudographError):
            verify(Solution.load(whole))


def test_every_truncation_is_found(whole: Path) -> None:
    data = whole.read_bytes()
    for length in {0, 1, 16, 60, len(data) // 2, len(data) - 1}:
        whole.write_bytes(data[:length])
        with pytest.raises(errors.DamagedSolution):
            Solution.load(whole)


def test_a_foreign_file_and_a_missing_one(tmp_path: Path, run) -> None:
    (tmp_path / "text").write_text("not a solution at all " * 10, encoding="utf-8")
    for name in ("text", "missing", "."):
        code, out, err = run("verify", str(tmp_path / name))
        assert (code, out) == (1, "")
        assert err.count("\n") == 1


def test_a_file_of_another_puzzle_or_of_other_rules(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.puzzles.hanoi.Hanoi.rules_version", 2)
    with pytest.raises(errors.DamagedSolution, match=r"of version 1 of the rules .* now at version 2"):
        Solution.load(whole)
    monkeypatch.undo()
    other = solve("hanoi?disks=6")
    disguised = Solution(ludograph.game("hanoi?disks=7"), other.table, other.by_remoteness, other.positions)
    disguised.save(whole)
    with pytest.raises(errors.DamagedSolution):
        verify(Solution.load(whole))


def test_a_wrong_number_with_right_checksums_is_found(tmp_path: Path) -> None:
    solution = solve("hanoi?disks=5")
    numbers = solution.table.numbers  # type: ignore[attr-defined]
    one, two = (
        [int(place) for place in (numbers == 9).nonzero()[0][:1]],
        [int(p) for p in (numbers == 12).nonzero()[0][:1]],
    )
    numbers[one[0]], numbers[two[0]] = 12, 9  # the counts stay right
    solution.save(tmp_path / "file")
    with pytest.raises(errors.DamagedSolution, match="which the rules contradict"):
        verify(Solution.load(tmp_path / "file"))


@pytest.mark.parametrize(
    "change", [{"bits": None}, {"bits": 7}, {"blocks": [1]}, {"block": 4}, {"up_to_symmetry": True}]
)
def test_a_faulty_manifest_with_a_right_checksum_is_refused(whole: Path, change: dict[str, object]) -> None:
    data = whole.read_bytes()
    footer = solution_file.FOOTER
    begin, length, _, magic = footer.unpack(data[-footer.size :])
    text = json.dumps({**json.loads(data[begin : begin + length]), **change}).encode()
    whole.write_bytes(data[:begin] + text + footer.pack(begin, len(text), hashlib.sha256(text).digest(), magic))
    with pytest.raises(errors.DamagedSolution):
        Solution.load(whole)


# -- kept solutions ----------------------------------------------------------------------------------------------


def test_a_solution_is_kept_and_asked(own_data: Path, run) -> None:
    assert run("solve", "hanoi?disks=5", "--json")[0] == 0
    assert len(list(own_data.iterdir())) == 1
    code, out, _ = run("query", "hanoi?disks=5")
    assert code == 0
    assert out.startswith(
        "5_4_3_2_1--: ✓ win in 31 (kept solution)\n  ★ ✓ A-C: win in 31\n    ✓ A-B: win in 32, 1 later\n"
    )


def test_a_damaged_kept_solution_is_not_believed(own_data: Path, run) -> None:
    run("solve", "hanoi", "--json")
    (file,) = own_data.iterdir()
    file.write_bytes(file.read_bytes()[:-10])
    code, out, _ = run("query", "hanoi")
    assert code == 0
    assert "(solved now)" in out


SOLVING = """
import sys
from ludograph.cli.main import run
sys.exit(run(["solve", "hanoi?disks=12", "--json"]))
"""


def test_a_killed_solve_leaves_nothing_that_is_believed(own_data: Path) -> None:
    chance = random.Random(3)
    subprocess.run([sys.executable, "-c", SOLVING], check=True, capture_output=True)  # compiles
    (finished,) = own_data.iterdir()
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", SOLVING], check=True, capture_output=True)
    usual = time.monotonic() - began
    finished.unlink()
    for _ in range(4):
        process = subprocess.Popen(
            [sys.executable, "-c", SOLVING], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(usual * chance.uniform(0.5, 1.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
        solution = kept.kept_solution("hanoi?disks=12")
        if solution:
            verify(solution)
            finished.unlink()


# -- the commands ------------------------------------------------------------------------------------------------


def test_solve_as_json_and_plotted(own_data: Path, tmp_path: Path, run) -> None:
    from xml.etree import ElementTree

    plot, out_file = tmp_path / "plot.svg", tmp_path / "own.solution"
    code, out, _ = run("solve", "hanoi", "--json", "--plot", str(plot), "--out", str(out_file), "--threads", "1")
    data = json.loads(out)
    assert code == 0
    assert {key: data[key] for key in ("positions", "unsolvable", "max_remoteness", "by_remoteness")} == {
        "positions": 27, "unsolvable": 0, "max_remoteness": 7, "by_remoteness": [1, 2, 2, 4, 2, 4, 4, 8],
    }  # fmt: skip
    assert out_file.exists()
    assert not own_data.exists()
    assert ElementTree.fromstring(plot.read_text(encoding="utf-8")).tag.endswith("svg")


def test_query_as_json(own_data: Path, run) -> None:
    code, out, _ = run("query", "hanoi", "--position", "3_2-1-", "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["value"], data["remoteness"]) == ("win", 7)
    assert {move["text"]: move["remoteness"] for move in data["moves"]} == {"B-C": 6, "A-C": 7, "B-A": 7}


@pytest.mark.parametrize(("most", "source"), [(27, "solved now"), (26, "searched")])
def test_puzzles_with_few_positions_are_solved_at_once(
    own_data: Path, most: int, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludograph.solver.query.SOLVED_AT_ONCE", most)
    assert query(HANOI.start()).source == source


def test_a_refused_search_says_so(own_data: Path, run) -> None:
    code, out, err = run("query", "hanoi?pegs=3&disks=20", "--budget", "1000")
    assert (code, out) == (1, "")
    assert "The search ended undecided after 1,000 positions: a solution has at least" in err
    assert "a larger budget may find it" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "trimok"), "trimok can't be solved"),
        (("query", "trimok"), "trimok can't be solved"),
        (("solve", "hanoi", "--out", "/nonexistent/file"), "can't be written"),
        (("solve", "hanoi?pegs=8&disks=20"), "of memory, and only"),
        (("query", "hanoi", "--position", "3_1_2--"), "the disk 2 is on the smaller disk 1"),
        (("solve", "hanoi?disks=40"), "must be a whole number from 1 to 20"),
        (("solve", "hanoi", "--plot", "/nonexistent/plot.svg"), "can't be written"),
        (("solve", "peg-solitaire/european"), "can't be solved, nor can any of the positions that it leads to"),
    ],
)
def test_refusals(own_data: Path, arguments: tuple[str, ...], words: str, run) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1, "nothing is said before a refusal"


@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_files_are_tried_before_the_work(
    own_data: Path, tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch, run
) -> None:
    monkeypatch.setattr("ludograph.solver.solve.solve", lambda *_, **__: pytest.fail("it began to solve"))
    code, _, err = run("solve", "hanoi", option, str(tmp_path))
    assert code == 1
    assert "it is no regular file" in err
    monkeypatch.setenv("LUDOGRAPH_DATA", "/dev/null")
    code, _, err = run("solve", "hanoi")
    assert code == 1
    assert "The folder /dev/null/solutions can't be made: not a directory." in err


def test_a_solution_that_can_not_be_written_is_kept_in_the_data_folder(
    own_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run
) -> None:
    out = tmp_path / "there" / "hanoi.solution"
    out.parent.mkdir()

    def solve_and_lose_the_folder(*arguments, **options) -> Solution:
        out.parent.rmdir()
        return solve(*arguments, **options)

    monkeypatch.setattr("ludograph.solver.solve.solve", solve_and_lose_the_folder)
    code, printed, err = run("solve", "hanoi", "--out", str(out))
    assert (code, printed) == (1, "")
    (kept_instead,) = own_data.iterdir()
    assert f"can't be written: no such file or directory; the solution is kept in {kept_instead} instead." in err
    verify(Solution.load(kept_instead))


@pytest.mark.parametrize(("game", "digest"), [("hanoi", "15c6e16ce513"), ("othello?size=4", "a6898fce2584")])
def test_what_people_have_kept_stays_the_solution_of_the_same_game(game: str, digest: str) -> None:
    assert ludograph.game(game).kernel.digest_of_constants().startswith(digest)


def test_where_nothing_is_ever_decided_no_number_of_moves_is_told(own_data: Path) -> None:
    assert solve("one-stroke/konigsberg").report == "60 positions, 60 of them unsolvable."
    bare = work_on(ludograph.game("nchess"), "KK", None).solve().report
    assert bare.startswith("7,224 positions, 0 won, 0 lost and 7,224 drawn for the side to move. ")
