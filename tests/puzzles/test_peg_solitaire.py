"""Peg solitaire against its published counts and against jumps and symmetries made naively of coordinates."""

from __future__ import annotations

import random
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import Position, errors
from ludograph.core.moves import MoveKind
from ludograph.engine.algorithms.levels import expand_all
from ludograph.engine.program import Mode
from ludograph.puzzles.peg_solitaire.game import State
from ludograph.solver.levels import solve_levels
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE
from ludograph.solver.solution import Solution
from ludograph.solver.solve import solve
from ludograph.solver.verify import verify
from ludograph.testing import check_game

ENGLISH_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
TRIANGLE_STEPS = (*ENGLISH_STEPS, (1, 1), (-1, -1))
BOARDS = {"english": ENGLISH_STEPS, "european": ENGLISH_STEPS, "triangle": TRIANGLE_STEPS}


@lru_cache
def puzzle(variant: str):
    return ludograph.game(f"peg-solitaire/{variant}")


def picture(folder: Path, text: str):
    file = folder / "board.txt"
    file.write_text(text)
    return ludograph.game(f"peg-solitaire?picture={file}")


# -- naive jumps: a dictionary of labels ---------------------------------------------------------------------------


def holes_of(position) -> dict[str, bool]:
    signs = str(position).replace("/", "")
    return {label: sign == "1" for label, sign in zip(position.game.board.labels, signs, strict=True)}


def beyond(label: str, step: tuple[int, int], times: int) -> str:
    return f"{chr(ord(label[0]) + step[0] * times)}{int(label[1:]) + step[1] * times}"


def naive_jumps(position, steps, *, back: bool) -> set[str]:
    """All jumps, or with ``back`` all jumps that may have led here, by trying every hole and direction."""
    pegs = holes_of(position)
    found = set()
    for start in pegs:
        for step in steps:
            middle, end = beyond(start, step, 1), beyond(start, step, 2)
            if pegs[start] and pegs.get(middle) is (not back) and pegs.get(end) is False:
                found.add(f"{start}-{end}")
    return found


@pytest.mark.parametrize("variant", BOARDS)
def test_moves_agree_with_naive_jumps(variant: str) -> None:
    game, steps, chance = puzzle(variant), BOARDS[variant], random.Random(variant)
    for _ in range(150):
        position = ludograph.Position(game, State(chance.getrandbits(len(game.board))))
        assert {move.text for move in position.moves()} == naive_jumps(position, steps, back=False)
        backward = position.moves(MoveKind.BACKWARD)
        assert {move.text for move in backward} == naive_jumps(position, steps, back=True)
        for move in backward:
            before = position.play(move, kind="backward")
            assert before.play(f"{move.target}-{move.source}") == position


def test_a_full_word_of_holes(tmp_path: Path) -> None:
    """64 holes: compiled, plain and naive jumps agree in the highest bits, too."""
    game = picture(tmp_path, ("1" * 8 + "\n") * 7 + "1111111x")
    program, chance = game.program(expand_all, mode=Mode.COMPILED), random.Random(64)
    for kind in (MoveKind.LEGAL, MoveKind.BACKWARD):
        for _ in range(20):
            position = ludograph.Position(game, State(chance.getrandbits(64)))
            is_back = kind is MoveKind.BACKWARD
            assert {move.text for move in position.moves(kind)} == naive_jumps(position, ENGLISH_STEPS, back=is_back)
            out = program.words(game.max_moves)
            end = program.expand_all(np.array([position.state.pegs], np.uint64), 0, 1, out, int(not is_back))
            after = {position.play(move, kind=kind).state.pegs for move in position.moves(kind)}
            assert set(map(int, out[:end])) == after


# -- counts ----------------------------------------------------------------------------------------------------


def test_english_positions_after_each_jump() -> None:
    game = puzzle("english")
    program = game.program(expand_all, mode=Mode.COMPILED)
    level = np.array([game.start_state().pegs], np.uint64)
    counts = [1]
    for _ in range(10):
        out = program.words(len(level) * game.max_moves)
        level = np.unique(out[: program.expand_all(level, 0, len(level), out, 1)])
        counts.append(len(level))
    assert counts == [1, 4, 12, 60, 296, 1338, 5648, 21842, 77559, 249690, 717788]


def test_triangle_is_solved() -> None:
    solution = solve(puzzle("triangle"))
    assert solution.positions == 3016
    assert solution.remoteness(puzzle("triangle").start()) == 13  # fourteen pegs, one is left
    assert solution.max_remoteness == 13


def test_triangle_has_568630_games() -> None:
    game = puzzle("triangle")

    @cache
    def games(pegs: int) -> tuple[int, int]:
        """How many games go on from here, and how many of them leave one peg."""
        following = [game.plain.apply(State(pegs), code).pegs for code in game.codes(State(pegs))]
        if not following:
            return 1, int(pegs.bit_count() == 1)
        return tuple(map(sum, zip(*map(games, following), strict=True)))  # type: ignore[return-value]

    assert games(game.start_state().pegs) == (568_630, 29_760)
    assert games.cache_info().currsize == 3016


def test_small_board_by_hand(tmp_path: Path) -> None:
    """A row of four, A1 and B1 empty: D1 jumps to B1, and that is all."""
    game = picture(tmp_path, "0011\n")
    solution = solve(game)
    assert solution.positions == 2
    assert solution.by_remoteness == (1, 1)
    assert [move.text for move in solution.line(game.start())] == ["D1-B1"]


# -- classes and symmetries --------------------------------------------------------------------------------------


def test_the_european_board_is_known_to_be_impossible() -> None:
    game = puzzle("european")
    assert "even or odd" in game.cannot_be_solved(game.start_state())
    # With E7 vacant instead, the parities don't speak against it.
    other = game.parse("111/11111/1111111/1111111/1111111/11111/110")
    assert game.cannot_be_solved(other.state) is None


def test_classes_never_deny_a_solvable_position() -> None:
    game = puzzle("triangle")
    solution = solve(game)
    reached = [pegs for pegs in range(game.ranks) if solution.table.get(pegs) != OUTSIDE]
    assert len(reached) == 3016
    assert not any(game.cannot_be_solved(State(pegs)) for pegs in reached)  # all are of the start's class


def test_goals_are_of_the_right_class() -> None:
    game = puzzle("english")
    assert game.cannot_be_solved(game.start_state()) is None
    assert game.cannot_be_solved(game.parse("000/000/0000000/0001000/0000000/000/000").state) is None
    reasons = {
        "000/000/0000000/0000000/0000000/000/000": "even or odd",
        "100/000/0000000/0000000/0000000/000/000": "even or odd",
        "010/000/0000000/0000000/0000000/000/000": "too few",
        "111/111/1111111/1111111/1111111/111/111": "even or odd",
    }
    for text, reason in reasons.items():
        assert reason in (game.cannot_be_solved(game.parse(text).state) or ""), text


def square_images(holes: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    images = []
    for flip in (False, True):
        turned = {(y, x) for x, y in holes} if flip else set(holes)
        for _ in range(4):
            turned = {(6 - y, x) for x, y in turned}
            images.append(turned)
    return images


def triangle_images(holes: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """By three distances from the sides, in every order."""
    images = []
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        distances = [(column, row - column, 4 - row) for column, row in holes]
        images.append({(of[order[0]], 4 - of[order[2]]) for of in distances})
    return images


@pytest.mark.parametrize("variant", BOARDS)
def test_canonical_is_the_smallest_naive_image(variant: str) -> None:
    game, chance = puzzle(variant), random.Random(variant)
    images = triangle_images if variant == "triangle" else square_images
    for _ in range(200):
        state = State(chance.getrandbits(len(game.board)))
        holes = {hole for number, hole in enumerate(game.holes.holes) if state.pegs >> number & 1}
        smallest = min(game.holes.bits(image) for image in images(holes))
        assert game.plain_up_to_symmetry.canonical(state.pegs) == smallest


def test_a_goal_off_the_middle_leaves_fewer_symmetries(tmp_path: Path) -> None:
    assert len(picture(tmp_path, "111\n101\n111\n").holes.symmetries) == 8
    assert len(picture(tmp_path, "1x1\n111\n111\n").holes.symmetries) == 2
    assert len(picture(tmp_path, "1x11\n111\n111\n").holes.symmetries) == 1


def test_symmetric_positions_are_equally_remote() -> None:
    game = puzzle("triangle")
    table = solve(game).table
    pairs = [(table.get(pegs), table.get(game.plain_up_to_symmetry.canonical(pegs))) for pegs in range(game.ranks)]
    inside = [(one, other) for one, other in pairs if OUTSIDE not in (one, other)]
    assert len(inside) > 900
    assert all(one == other for one, other in inside)


# -- texts and pictures ------------------------------------------------------------------------------------------


@given(st.integers(0, 2**33 - 1))
def test_ranks_and_texts_round_trip(pegs: int) -> None:
    game = puzzle("english")
    state = game.state_of(pegs)
    assert game.rank_of(state) == pegs
    assert game.read(game.write(state)) == state


def test_start_and_goal_texts() -> None:
    assert str(puzzle("english").start()) == "111/111/1111111/1110111/1111111/111/111"
    assert str(puzzle("european").start()) == "111/11111/1111111/1110111/1111111/11111/111"
    assert str(puzzle("triangle").start()) == "0/11/111/1111/11111"
    solved = puzzle("english").parse("000/000/0000000/0001000/0000000/000/000")
    assert solved.outcome is not None
    assert solved.outcome.winners == {0}
    elsewhere = puzzle("english").parse("010/000/0000000/0000000/0000000/000/000")
    assert elsewhere.outcome is not None
    assert not elsewhere.outcome.winners
    assert "one peg is left" in elsewhere.outcome.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("111/111/1111111/1110111/1111111/111", "6 rows, not 7"),
        ("111/111/1111111/1110111/1111111/111/11", "row 7 has 2 cells, not 3"),
        ("111/111/1111111/111-111/1111111/111/11a", "'-' is none of the letters 01; 'a' is none"),
        ("1" * 33, "1 rows, not 7"),
    ],
)
def test_wrong_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(errors.PositionSyntaxError, match=words):
        puzzle("english").parse(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("D4-D2", "no-peg"),
        ("A3-A5", "occupied"),
        ("D2-D5", "not-in-line"),
        ("C3-D4", "not-in-line"),
        ("D2-D4-B4", "one-jump"),
    ],
)
def test_illegal_jumps_name_the_rule(move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        puzzle("english").start().play(move)
    assert refused.value.reason == reason


def test_nothing_to_jump_over() -> None:
    position = puzzle("english").start().play("d2-d4")
    with pytest.raises(errors.IllegalMove, match="no peg on D3 to jump over"):
        position.play("D4-D2")


def test_picture_with_goal(tmp_path: Path) -> None:
    game = picture(tmp_path, ".11\r\n1 1x\r\n\r\n0X\r\n")
    assert str(game.start()) == "11/110/01"
    assert list(game.board.labels) == ["B1", "C1", "A2", "C2", "D2", "A4", "B4"]
    assert not game.is_solution(game.start_state())
    assert game.is_solution(game.read("00/001/01"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("111\n1a1\n", "line 2, column 2 has 'a'"),
        ("1\t1\n", r"line 1, column 2 has '\\t'"),
        ("111\n1?1\n!11", "line 2, column 2 has '\\?'.*; line 3, column 1 has '!'"),
        ("1" * 8 + "\n" + ("1" * 8 + "\n") * 8, "72 holes, more than 64"),
        ("1" * 65, "65 columns, more than 64"),
        ("1\n" * 65, "65 lines, more than 64"),
        ("", "no hole"),
        ("...\n", "no hole"),
        ("000\n", "no peg"),
    ],
)
def test_wrong_pictures_are_refused_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(errors.InvalidMap, match=words) as refused:
        picture(tmp_path, text)
    assert "\n" not in refused.value.message


def test_other_faults_of_pictures(tmp_path: Path) -> None:
    with pytest.raises(errors.FileRefused, match="can't be read"):
        ludograph.game(f"peg-solitaire?picture={tmp_path / 'missing'}")
    (tmp_path / "board.txt").write_text("110")
    with pytest.raises(errors.InvalidParameter, match="takes the place of the european board"):
        ludograph.game(f"peg-solitaire/european?picture={tmp_path / 'board.txt'}")


# -- the kit -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1", "11X1\n.0.1\n1111\n"])
def test_pictures_conform(tmp_path: Path, text: str) -> None:
    """The variants are in the registry, all of which is tested elsewhere."""
    check_game(picture(tmp_path, text))


# -- solving up to symmetry ------------------------------------------------------------------------------------------

DIAMOND = """
.111.
11111
11011
11111
.111.
""".strip()


def test_solving_up_to_symmetry_finds_the_same(tmp_path: Path) -> None:
    game = picture(tmp_path, DIAMOND)
    everything, by_kind = solve_levels(game, up_to_symmetry=False), solve_levels(game)
    assert (by_kind.positions, by_kind.by_remoteness) == (everything.positions, everything.by_remoteness)
    assert by_kind.table.up_to_symmetry
    assert 7 * len(by_kind.table) < len(everything.table) < 8 * len(by_kind.table)
    solution = Solution(game, by_kind.table, by_kind.by_remoteness, by_kind.positions)
    solution.save(tmp_path / "solution")
    kept = Solution.load(tmp_path / "solution")
    verify(kept)
    for keys, numbers in everything.table.blocks():
        for key, number in list(zip(keys.tolist(), numbers.tolist(), strict=True))[::997]:
            remoteness = everything.table.readable(number)
            assert kept.remoteness(Position(game, State(key))) == (None if remoteness == UNSOLVABLE else remoteness)


def test_random_positions_up_to_symmetry_are_all_images(tmp_path: Path) -> None:
    game = picture(tmp_path, "111\n101\n111\n")
    found = solve_levels(game)
    solution = Solution(game, found.table, found.by_remoteness, found.positions)
    everything = solve_levels(game, up_to_symmetry=False).table
    chance = random.Random(4)
    for remoteness, count in enumerate(solution.by_remoteness):
        drawn = {str(solution.random_position(remoteness, chance)) for _ in range(60 * count)}
        assert len(drawn) == count
    assert sum(len(keys) for keys, _ in everything.blocks()) == solution.positions


def test_a_start_without_the_symmetries_is_solved_without_them(tmp_path: Path) -> None:
    game = picture(tmp_path, DIAMOND.replace("11011", "10111"))
    assert not solve_levels(game).table.up_to_symmetry
