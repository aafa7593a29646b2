"""Solving in parts: whatever the crew and whatever happens on the way, the file is the one that one process writes."""

from __future__ import annotations

import os
import signal
import sys
from collections import namedtuple
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.core.game import Game, Road
from ludograph.engine.algorithms.parts import place_of_key
from ludograph.players.shared_match import play_shared_match
from ludograph.players.tournament import Plan, play_match
from ludograph.puzzles.peg_solitaire.game import PegSolitaire
from ludograph.solver import storage
from ludograph.solver.parts.crew import Alone, Crew, WorkerLost
from ludograph.solver.parts.part import Counts, Slices
from ludograph.solver.parts.processes import Processes
from ludograph.solver.parts.solve import solve_endings_in_parts, solve_in_parts
from ludograph.solver.parts.work import Report
from ludograph.solver.tiers.work import work_on

TABLE, ONE_WAY, KEYS = "sliding?rows=2&columns=4", "peg-solitaire/triangle", "rush-hour"
REACHED, WHOLE = "connect-four?columns=4&rows=3", "dao"


def one_process(game: Game, folder: Path) -> bytes:
    file = folder / "one.solution"
    ludograph.solve(game, threads=1).save(file)
    return file.read_bytes()


def in_parts(game: Game, crew: Crew, folder: Path, **options: Any) -> bytes:
    out = folder / "parts.solution"
    solution = solve_in_parts(game, crew, out, folder=folder / "work", cost=0.0, **options)
    assert solution.game == game
    assert not list((folder / "work").iterdir())
    return out.read_bytes()


@pytest.mark.parametrize("name", [TABLE, ONE_WAY, KEYS, REACHED, "hanoi?disks=6", "toads-and-frogs", "graph"])
def test_every_number_of_parts_writes_the_same_file(name: str, tmp_path: Path) -> None:
    game = ludograph.game(name)
    expected = one_process(game, tmp_path)
    for parts in (1, 3):
        assert in_parts(game, Alone(parts), tmp_path) == expected


def test_distances_become_wider_on_the_way(tmp_path: Path) -> None:
    game = ludograph.game("hanoi?disks=8")  # 255 moves and the special values are too many for 8 bits
    assert in_parts(game, Alone(2), tmp_path) == one_process(game, tmp_path)


def test_keys_up_to_symmetry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the road of the English board, of which a small one has the symmetries, too."""
    monkeypatch.setattr("ludograph.puzzles.peg_solitaire.game.MAX_DENSE_HOLES", 0)
    picture = tmp_path / "board.txt"
    picture.write_text(".111.\n11111\n11011\n11111\n.111.\n")
    game = ludograph.game(f"peg-solitaire?picture={picture}")
    assert isinstance(game, PegSolitaire)
    assert game.road is Road.LEVELS
    assert in_parts(game, Alone(3), tmp_path) == one_process(game, tmp_path)


def test_what_does_not_fit_into_memory_goes_to_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    by_disk = storage.Storage._written

    def watched(self: storage.Storage, dtype: Any, arrays: Any) -> Any:
        written.append(dtype)
        return by_disk(self, dtype, arrays)

    monkeypatch.setattr(storage.Storage, "_written", watched)
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    game = ludograph.game(KEYS)
    expected = one_process(game, tmp_path)
    assert not written
    assert in_parts(game, Alone(2), tmp_path, memory=4096) == expected
    assert len(written) > 10


class Troubled(Alone):
    """A crew in which something happens at some steps."""

    def __init__(self, workers: int, troubles: dict[int, type[BaseException]]) -> None:
        super().__init__(workers)
        self.troubles = troubles
        self.steps = 0

    def step(self, level: int) -> list[Counts]:
        self.steps += 1
        if trouble := self.troubles.pop(self.steps, None):
            raise trouble("in the middle")
        return super().step(level)

    def revive(self) -> None:
        """What the workers had in memory is gone."""
        self._hosts = [type(host)() for host in self._hosts]


def steps_of(game: Game, folder: Path) -> int:
    crew = Troubled(2, {})
    in_parts(game, crew, folder)
    return crew.steps


@pytest.mark.parametrize("name", [TABLE, ONE_WAY, KEYS, REACHED, WHOLE])
def test_lost_workers_and_a_stopped_driver(name: str, tmp_path: Path) -> None:
    """Early, in the middle, and near the end: no level that was kept is gone through again."""
    game = ludograph.game(name)
    expected = one_process(game, tmp_path)
    steps = steps_of(game, tmp_path)
    told: list[Report] = []
    crew = Troubled(2, {1: WorkerLost, steps // 3: WorkerLost, steps // 2: WorkerLost, steps - 1: WorkerLost})
    assert in_parts(game, crew, tmp_path, tell=told.append) == expected
    assert sum("was lost" in report.note for report in told) == 4
    assert crew.steps < steps + 30
    crew = Troubled(2, {2 * steps // 3: KeyboardInterrupt})
    with pytest.raises(KeyboardInterrupt):
        in_parts(game, crew, tmp_path)
    crew = Troubled(2, {})
    assert in_parts(game, crew, tmp_path) == expected
    assert crew.steps < steps // 2


def test_work_that_was_begun_goes_on_with_as_many_workers_or_is_refused(tmp_path: Path) -> None:
    game = ludograph.game(TABLE)
    with pytest.raises(KeyboardInterrupt):
        in_parts(game, Troubled(2, {20: KeyboardInterrupt}), tmp_path)
    with pytest.raises(errors.FileRefused, match="begun with 2 workers: go on with --workers 2, or remove"):
        in_parts(game, Alone(3), tmp_path)

    class Busy(Alone):
        def step(self, level: int) -> list[Counts]:
            with pytest.raises(errors.FileRefused, match="Somebody else is at this work already"):
                in_parts(game, Alone(2), tmp_path)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_parts(game, Busy(2), tmp_path)
    assert in_parts(game, Alone(2), tmp_path) == one_process(game, tmp_path)


@pytest.mark.parametrize("workers", [1, 3])
def test_endings(workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some groups by a worker alone, others shared out; with a worker lost in the middle."""
    monkeypatch.setattr("ludograph.solver.parts.endings.LEAST_SHARED", 1000)
    game = ludograph.game("draughts/english")
    one, other = (work_on(game, None, 2, tmp_path / name) for name in ("one", "other"))
    expected = one.solve(threads=1)
    crew = Troubled(workers, {9: WorkerLost})
    solution = solve_endings_in_parts(other, crew, folder=tmp_path / "work", cost=0.0)
    assert solution.summary == expected.summary
    assert crew.steps > 10 or workers == 1
    for file in sorted(one.endings.folder.iterdir()):
        assert (other.endings.folder / file.name).read_bytes() == file.read_bytes()


def test_processes(tmp_path: Path) -> None:
    """Two processes; one is killed, and two others go on."""
    game = ludograph.game(TABLE)
    expected = one_process(game, tmp_path)
    with Processes(2) as crew:
        assert len(set(crew.each(os.getpid))) == 2
        assert list(crew.tasks(divmod, [(number, 7) for number in range(20)])) == [divmod(n, 7) for n in range(20)]
        plan = Plan(ludograph.game("tic-tac-toe"), ("ai:3", "random"), 6)
        games: list[Any] = []
        score = play_shared_match(plan, crew, finished=games.append)
        assert [game.number for game in games] == list(range(6))
        expected_score = play_match(plan).as_dict()
        assert {**score.as_dict(), "nodes_per_second": None} == {**expected_score, "nodes_per_second": None}

        def kill(report: Report) -> None:
            if report.level == 15:
                os.kill(crew.pids[0], signal.SIGKILL)

        with pytest.raises(WorkerLost, match="the same command goes on"):
            in_parts(game, crew, tmp_path, tell=kill)
    levels: list[int] = []
    with Processes(2) as crew:
        assert in_parts(game, crew, tmp_path, tell=lambda report: levels.append(report.level)) == expected
    assert min(levels) in (14, 15, 16)


def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludograph.game(TABLE)
    with pytest.raises(errors.TooLarge, match=r"with 2 workers needs .* of memory for each, and each may take 1 kB"):
        in_parts(game, Alone(2), tmp_path, memory=1000)
    with pytest.raises(errors.TooLarge, match=r"A worker needs .* for its part of connect-four"):
        in_parts(ludograph.game(REACHED), Alone(2), tmp_path, memory=100_000)
    monkeypatch.setattr(Alone, "each", lambda *arguments: [True, False])
    with pytest.raises(errors.FileRefused, match=r"Not all workers reach .*: --folder names a folder that they do"):
        in_parts(game, Alone(2), tmp_path, memory=10**6)
    monkeypatch.undo()
    usage = namedtuple("usage", "total used free")(10**9, 10**9, 1000)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage)
    with pytest.raises(errors.TooLarge, match=r"The work needs .* in .*, and only 1 kB are free there"):
        in_parts(game, Alone(2), tmp_path)
    guest = Plan(ludograph.game("chess"), ("uci:stockfish", "random"), 1)
    with pytest.raises(errors.InvalidParameter, match="would start a program on other machines"):
        play_shared_match(guest, Alone(1))


def test_commands(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    code, out, said = run("solve", TABLE, "--workers", "2", "--folder", str(tmp_path / "shared"), "--json")
    assert code == 0
    assert '"max_remoteness": 36' in out
    assert "with 2 workers: about" in said
    assert "of memory are needed for each" in said
    code, out, said = run("match", "tic-tac-toe", "--players", "random", "random", "--games", "4", "--workers", "2")
    assert (code, said) == (0, "")
    assert "of 4 games" in out
    for arguments, code, sentence in (
        (("--memory", "3"), 2, "Invalid value for --memory: It is for --cluster and --workers only."),
        (("--workers", "2", "--threads", "2"), 2, "Workers have one thread each"),
        (("--cluster", "nowhere"), 1, "'nowhere' is no address of a cluster: auto, or HOST:PORT."),
        (("--cluster", "127.0.0.1:1"), 1, "No Ray cluster answers at 127.0.0.1:1."),
    ):
        refused, _, said = run("solve", TABLE, *arguments)
        assert refused == code
        assert sentence in said
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, said = run("solve", TABLE, "--cluster", "auto")
    assert (code, said) == (
        1,
        "--cluster needs Ray, which isn't installed: pip install 'ludograph[cluster]' brings it.\n",
    )


@given(st.integers(1, 1 << 64), st.integers(1, 10_000), st.data())
def test_slices_share_out_everything(space: int, parts: int, data: st.DataObject) -> None:
    slices = Slices(space, parts)
    begins = slices.begins
    assert begins[0] == 0
    assert begins[-1] == space
    assert begins == sorted(begins)
    place = data.draw(st.integers(0, space - 1))
    owner = slices.owner(place)
    assert (place >> slices.drop) * slices.factor < 1 << 64
    assert begins[owner] <= place < begins[owner + 1]
    if space > parts << 20:
        assert max(b - a for a, b in pairwise(begins)) < 1.0001 * space / parts + 2


def test_different_keys_have_different_places() -> None:
    for bits in (2, 5, 12):
        places = {place_of_key(key, (1 << bits) - 1, bits // 2) for key in range(1 << bits)}
        assert places == set(range(1 << bits))
