"""Solving by material: numbers of positions up to symmetry, published figures, brute force, and what is kept."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from functools import lru_cache
from pathlib import Path

import chess
import pytest
from fixed_point import values_by_iteration

import ludograph
from ludograph import errors
from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.tiers.places import NOWHERE
from ludograph.engine.tiers.plans import Material, Tiers
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits
from ludograph.players.named import player_named
from ludograph.solver.progress import readable_time
from ludograph.solver.query import query
from ludograph.solver.remoteness import Value
from ludograph.solver.solve import solve
from ludograph.solver.tiers.endings import EndgameSolution, Endings
from ludograph.solver.tiers.survey import Survey
from ludograph.solver.tiers.work import Work, work_on
from ludograph.solver.verify import verify

MAPS = Path(ludograph.__file__).parent / "games" / "nchess" / "maps"
SQUARES = f"nchess?map={MAPS / 'chess.json'}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What these tests have solved, for all of them."""
    return tmp_path_factory.mktemp("endings")


def solved(game: str, folder: Path, material: str | None = None, pieces: int | None = None) -> EndgameSolution:
    named = ludograph.game(game)
    return work_on(named, material, pieces, folder / Endings(named).folder.name).solve(threads=2)


@lru_cache(maxsize=32)
def survey_of(game: str, material: str) -> Survey:
    survey = Survey(ludograph.game(game))
    survey.explore([survey.tiers.parse(material)])
    return survey


# -- numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "material", "symmetries", "exchanging"),
    [
        ("nchess", "KQKR", 8, 8),
        ("nchess", "KPK", 2, 2),
        (SQUARES, "KRK", 8, 8),
        ("nchess/glinski", "KQK", 12, 12),
        ("draughts/english", "KK-K", 4, 4),
        ("draughts/english", "KM-K", 1, 1),
        ("trimok?exchange=none", "12-3", 2, 2),
        ("trimok?exchange=none", "333-3", 2, 2),  # a draw nearly everywhere: only moves tell what is symmetric
    ],
)
def test_positions_are_numbered_up_to_the_symmetries_of_their_tier(
    game: str, material: str, symmetries: int, exchanging: int
) -> None:
    """Images have one number, others have others, and moves lead to positions that have one."""
    survey = survey_of(game, material)
    tier = survey.tier(survey.tiers.parse(material))
    assert (len(tier.symmetries), len(tier.exchanging)) == (symmetries, exchanging)
    tiers = [tier, *sorted(survey.successors(tier) - {tier}, key=lambda each: each.material)]
    plan = survey.tiers.plan(survey.tiers.numbered(tiers))
    plain, words, cells = plain_namespace(survey.tiers.kernel()), plan.words.tolist(), [0] * survey.tiers.cells
    chance, seen = random.Random(material), 0
    while seen < 25:
        number = chance.randrange(plan.numbered[0].size)
        state = plain.state_at(words, plan.records[0], number)
        if not plain.is_at(state, words, plan.records[0], number, cells):
            continue
        seen += 1
        assert plain.place_of(state, words, cells) == number
        position = survey.game.parse(survey.game.write(state))
        assert survey.game.repetition_key(position.state) == survey.game.repetition_key(state)
        for image in tier.symmetries:
            assert plain.place_of(carried(survey.tiers, plain, state, image), words, cells) == number
        for code in survey.game.codes(state)[:8]:
            after = plain.apply(state, code)
            assert plain.extra(after) or plain.place_of(after, words, cells) != NOWHERE


def carried(tiers: Tiers, plain, state, nodes: tuple[int, ...]):
    """Where a symmetry carries a state, piece by piece."""
    image = tiers.game.empty_state(tiers.game.seat_of(state))
    for node, to in enumerate(nodes):
        if content := plain.content(state, node):
            image = plain.placed(image, to, content)
    return image


def test_two_kings_stand_in_3612_ways(folder: Path) -> None:
    assert solved("nchess", folder, "KK").positions == 2 * 3612


# -- published figures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("material", "positions", "won", "longest"),
    # Wins, in plies, of the side with more: the longest mates take 10, 16 and 28 moves.
    [("KQK", 368_452, 144_508, 19), ("KRK", 399_112, 175_168, 31), ("KPK", 331_352, 124_960, 55)],
)
def test_chess_endings(folder: Path, material: str, positions: int, won: int, longest: int) -> None:
    solution = solved("nchess", folder, material)
    assert (solution.positions, sum(solution.wins), solution.max_remoteness) == (positions, won, longest + 1)
    assert len(solution.wins) - 1 == longest  # the very longest are losses


def test_graph_and_squares_agree(folder: Path) -> None:
    graph, squares = (solved(game, folder, "KRK") for game in (SQUARES, "nchess"))
    assert graph.summary == squares.summary


def test_positions_of_english_draughts_are_counted(folder: Path) -> None:
    """120 ways to place a piece, 6,972 for two; either side may be to move."""
    solution = solved("draughts/english", folder, pieces=2)
    one = sum(solution.parts[each].positions for each in solution.materials if each.pieces == 1)
    assert (one, solution.positions - one) == (2 * 120, 2 * 6972)


# -- against brute force ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "pieces"), [("draughts/english", 2), ("draughts/russian", 2), ("trimok?exchange=none", 2)]
)
def test_every_value_is_that_of_a_plain_iteration_to_a_fixed_point(folder: Path, game: str, pieces: int) -> None:
    solution = solved(game, folder, pieces=pieces)
    states = [
        part.numbering.state_of(number)
        for part in solution.parts.values()
        for keys, numbers in part.table.blocks()
        for number in keys[numbers < 254].tolist() + keys[numbers == 255].tolist()
    ]
    chance = random.Random(game)
    values = values_by_iteration(game, chance.sample(states, min(len(states), 1500)))
    assert len(values) > 1500
    for state, expected in values.items():
        position = Position(solution.game, state)
        assert (str(solution.value(position)), solution.remoteness(position)) == expected, str(position)


def test_perfect_against_perfect_mates_in_just_as_many_moves(folder: Path) -> None:
    """And python-chess agrees that it is mate."""
    solution = solved("nchess", folder, "KQK")
    chance, game = random.Random(5), solution.game
    part = next(iter(solution.parts.values()))
    for _ in range(12):
        position = Position(game, part.numbering.state_of(chance.randrange(part.numbering.ranks)))
        try:
            remoteness = solution.remoteness(position)
        except errors.LudographError:
            continue  # a hole
        line = solution.line(position)
        if remoteness is not None:
            assert len(line) == remoteness
            for move in line:
                position = position.play(move)
            assert chess.Board(str(position)).is_checkmate()


def test_a_whole_game_is_solved_by_the_material_of_its_start(tmp_path: Path) -> None:
    """As it is by keys, which find only what can be reached."""
    game = "abalone?size=4&setup=sparse&captures_to_win=2"
    keyed, tiers = solve(game), work_on(ludograph.game(game), "start", None, tmp_path).solve()
    assert len(tiers.materials) == 5
    assert tiers.positions > keyed.positions
    for position in [keyed.game.start(), *keyed.random_positions(300, chance=random.Random(1))]:
        assert (tiers.value(position), tiers.remoteness(position)) == (
            keyed.value(position),
            keyed.remoteness(position),
        )


# -- keeping ------------------------------------------------------------------------------------------------------


def test_a_killed_solve_goes_on_at_its_last_tier(tmp_path: Path) -> None:
    game = ludograph.game("draughts/english")
    work = work_on(game, "KK-K", None, tmp_path)
    number = len(work.todo)
    assert number > 3

    class Killed(Exception):
        pass

    def kill(positions: int, level: int) -> None:
        if len(list(tmp_path.glob("*.solution"))) == 2:
            raise Killed

    with pytest.raises(Killed):
        work.solve(threads=1, progress=kill)
    kept = {file: file.stat().st_mtime_ns for file in tmp_path.glob("*.solution")}
    again = work_on(game, "KK-K", None, tmp_path)
    assert len(again.todo) == number - 2
    assert again.solve().positions == 29_760
    assert all(file.stat().st_mtime_ns == when for file, when in kept.items())


@pytest.mark.parametrize("material", ["KM-K", "KM-M"])  # in the second a move seldom takes two pieces at once
def test_every_number_is_verified_with_all_images(folder: Path, material: str) -> None:
    solution = solved("draughts/english", folder, material)
    part = solution.endings.load(solution.materials[0])
    assert part is not None
    verify(part)


def test_tiers_that_lead_into_each_other_are_solved_the_same_way_round(folder: Path) -> None:
    """Stacks of Trimok change their sizes, so that all materials of two against one are one group."""
    solution = solved("trimok", folder, "22-3")
    position = solution.game.parse("B:2F1B,2F2B,3A3R")
    assert (solution.value(position), solution.remoteness(position)) == (Value.WIN, 19)
    assert all(not wins for wins in solution.wins[::2])  # who wins makes the last move, and sides move in turn
    for material in solution.endings.tiers.parse("22-3"), solution.endings.tiers.parse("2-33"):
        part = solution.endings.solution_of(material)
        assert part is not None
        verify(part)


def test_a_wrong_number_is_found(folder: Path, tmp_path: Path) -> None:
    solution = solved("draughts/english", folder, "KM-K")
    for file in solution.endings.folder.glob("*.solution"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    endings = Endings(solution.game, tmp_path)
    material = solution.materials[0]
    part = endings.load(material)
    assert part is not None
    numbers = next(part.table.blocks())[1].astype("uint16")
    place = int((numbers == 5).argmax())
    numbers[place] = 7
    numbers[numbers >= 254] |= 0xFF00
    endings.keep(part.tier, numbers, part.counts, part.positions)
    with pytest.raises(errors.DamagedSolution, match="contradicted by the rules"):
        verify(Endings(solution.game, tmp_path).load(material))


def test_what_a_solution_rests_on_has_to_be_there(folder: Path, tmp_path: Path) -> None:
    solution = solved("draughts/english", folder, "KM-K")
    own = solution.endings.file_of(solution.materials[0])
    copy = tmp_path / own.name
    copy.write_bytes(own.read_bytes())
    part = Endings(solution.game, tmp_path).load(solution.materials[0])
    assert part is not None
    with pytest.raises(errors.FileRefused, match="is missing"):
        verify(part)
    copy.write_bytes(own.read_bytes()[:-40] + b"x" * 40)
    with pytest.raises(errors.DamagedSolution, match="cut off or is damaged"):
        Endings(solution.game, tmp_path).load(solution.materials[0])


# -- asking -------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EndgameSolution:
    """Rook endings of chess, where a user's are kept."""
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    solution = solved("nchess", folder, "KRK")
    own = Endings(solution.game).folder
    own.mkdir(parents=True)
    for file in solution.endings.folder.glob("*.solution"):
        (own / file.name).write_bytes(file.read_bytes())
    return solution


def test_kept_endings_are_asked(kept: EndgameSolution) -> None:
    position = kept.game.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    answer = query(position)
    assert (answer.value, answer.remoteness, answer.source) == (Value.WIN, 23, "kept endings")
    black = kept.game.parse("r3k3/8/8/8/8/8/8/4K3 b - - 7 31")  # the same with the colours exchanged
    assert (kept.value(black), kept.remoteness(black)) == (Value.WIN, 23)
    assert [move.text for move in kept.best(position)] == ["a1a7"]
    with pytest.raises(errors.NotInSolution, match="No solution for KRKR"):
        kept.value(kept.game.parse("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"))


def test_alpha_beta_looks_endings_up(kept: EndgameSolution) -> None:
    """A rook takes the last piece, and what follows is known to its end though the search is short."""
    match = Match(kept.game, kept.game.parse("4k3/8/8/8/8/8/3n4/R3K3 w - - 0 1"))
    analysis = AlphaBeta(kept.game).think(match, Limits(depth=3))
    taken = match.position.play("e1d2")
    assert analysis.line[0].text == "e1d2"
    assert f"win in {kept.remoteness(taken) + 1}," in str(analysis)


def test_perfect_knows_endings_and_thinks_before_them(kept: EndgameSolution) -> None:
    player = player_named("perfect", kept.game)
    assert player is not None
    known = Match(kept.game, kept.game.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    assert player.choose(known).text == "a1a7"
    unknown = Match(kept.game)
    assert player.choose(unknown) in unknown.moves()


@pytest.mark.parametrize("game", ["nchess", "nchess/glinski", "draughts/english", "draughts/frisian", "trimok"])
def test_materials_with_so_many_pieces_have_names(game: str) -> None:
    tiers = Tiers(ludograph.game(game))  # kings of Frisian draughts that have moved are kinds of their own
    materials = [Material(counts) for counts in tiers.game.materials(3)]
    assert len({*map(tiers.text, materials)}) == len(materials) > 2
    assert [tiers.parse(tiers.text(each)) for each in materials] == materials


# -- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("material", ["", "KQ", "QKK", "KQKRx", "kqkr", "KXK"])
def test_what_is_no_material_of_chess_is_refused(material: str) -> None:
    with pytest.raises(errors.InvalidPosition, match="There is no such material"):
        work_on(ludograph.game("nchess"), material, None)


@pytest.mark.parametrize(
    ("game", "material", "why"),
    [
        ("connect-four", "start", "begins with an empty board"),
        ("abalone?size=4", "M-M", "pieces beside the board can't be named, only those of the start"),
    ],
)
def test_what_is_no_material_of_other_games_is_refused(game: str, material: str, why: str) -> None:
    with pytest.raises(errors.InvalidPosition, match=why):
        work_on(ludograph.game(game), material, None)


@pytest.mark.parametrize(("game", "why"), [("hanoi", "only games for two"), ("nchess/three", "only puzzles and games")])
def test_only_games_for_two_have_tiers(game: str, why: str) -> None:
    with pytest.raises(errors.CannotSolve, match=why):
        work_on(ludograph.game(game), None, 3)


def test_what_does_not_fit_into_memory_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.solver.memory.available_bytes", lambda: 1_000_000)
    work: Work = work_on(ludograph.game("draughts/english"), "KK-KK", None)
    with pytest.raises(errors.TooLarge, match="of memory"):
        work.solve()


def test_the_command_solves_endings(run, tmp_path: Path) -> None:
    command = ("solve", "draughts/english", "--material", "K-K", "--out", str(tmp_path))
    code, out, err = run(*command, "--json")
    assert (code, '"positions": 1984' in out) == (0, True)
    assert re.fullmatch(r"Solving draughts/english: 2 materials, about \d+ kB of memory and 1 s are needed\.\n", err)
    code, out, err = run(*command)
    assert (code, err) == (0, "Solving draughts/english: all materials are kept already.\n")
    assert "moves. Symmetries were found on samples: only verify proves them.\n" in out
    code, _, err = run("solve", "draughts/english", "--material", "K-K", "--pieces", "2")
    assert code == 2
    code, _, err = run("solve", "draughts/english", "--material", "K")
    assert (code, err.strip().count("\n")) == (1, 0)


SMALL = """
k.
pp
..
..
PP
K.
"""


def test_pawns_that_can_be_taken_en_passant_are_told_apart(tmp_path: Path, run) -> None:
    """On a small board, where all of it is solved in a moment; ``verify`` looks at them through the next positions."""
    picture, file = tmp_path / "picture", tmp_path / "small.json"
    picture.write_text(SMALL.strip("\n"))
    assert run("map", "square", str(picture), "--out", str(file), "--forward", "90,270")[0] == 0
    game = ludograph.game(f"nchess?map={file}")
    work = work_on(game, "KPKP", None, tmp_path)
    assert work.survey.with_extras == {work.materials[0]}
    # As if the samples had missed them: they are found all the same, and all of the tier is solved anew.
    work.survey.with_extras.clear()
    work.survey._found.clear()
    work.groups = work.survey.groups(work.materials)
    solution = work.solve()
    assert work.survey.with_extras == {work.materials[0]}
    part = work.endings.load(work.materials[0])
    assert part is not None
    verify(part)
    taken = game.parse("w:Ka1,Pb2/Ka6,Pa4").play("b2-b4")
    assert game.plain.extra(taken.state)
    after = {solution.value(taken.play(move)) for move in taken.legal_moves}
    expected = Value.WIN if Value.LOSE in after else Value.LOSE if after == {Value.WIN} else Value.DRAW
    assert solution.value(taken) is expected


def test_a_solve_killed_by_force_goes_on_with_what_it_has_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludograph", "solve", "draughts/english", "--pieces", "3", "--out", str(tmp_path)]
    process = subprocess.Popen([*command, "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None and len(list(tmp_path.glob("*.solution"))) < 3:
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    written = set(tmp_path.glob("*.solution"))
    assert len(written) >= 3
    work = work_on(ludograph.game("draughts/english"), None, 3, tmp_path)
    left = {work.endings.file_of(tier.material) for group in work.todo for tier in group}
    assert not written & left
    assert work.solve().positions == 2 * (120 + 6972 + 261_224)


def test_times_are_told_as_nobody_knows_them_better() -> None:
    assert [readable_time(seconds) for seconds in (0.2, 90, 1100, 8000, 10**7)] == [
        "1 s",
        "90 s",
        "18 minutes",
        "2 hours",
        "116 days",
    ]
