"""Rush Hour against its published counts and against slides made naively on a list of characters."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

import ludograph
from ludograph import errors
from ludograph.solver.solve import solve
from ludograph.testing import check_game

HARDEST = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
OTHER = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM"
#: Walls, trucks in one lane with cars, an empty column.
WALLED = "oooxoo" "BBoCCC" "AAoooD" "xooooD" "EEEFFD" "oooooo"  # fmt: skip


def naive_moves(text: str, longest: int) -> dict[str, str]:
    """All slides and what comes of them, by moving each vehicle's letters cell by cell."""
    found = {}
    for letter in sorted(set(text) - {"o", "x"}):
        cells = [cell for cell in range(36) if text[cell] == letter]
        along = cells[1] - cells[0]
        for sign, step in (("+", along), ("-", -along)):
            here = cells
            for distance in range(1, longest + 1):
                there = [cell + step for cell in here]
                on_board = all(0 <= cell < 36 for cell in there)
                if not on_board or (along == 1 and {cell // 6 for cell in there} != {cells[0] // 6}):
                    break
                if any(text[cell] not in ("o", letter) for cell in there):
                    break
                signs = ["o" if sign == letter else sign for sign in text]
                for cell in there:
                    signs[cell] = letter
                found[f"{letter}{sign}{distance}"] = "".join(signs)
                here = there
    return found


def random_park(chance: random.Random) -> str:
    """A random position with walls and as many vehicles as found room in some tries."""
    signs = ["o"] * 36
    column = chance.randrange(5)
    signs[12 + column] = signs[13 + column] = "A"
    for letter in chance.sample("BCDEFGHIJKLMNOPQRSTUVWXYZ", 25)[: chance.randrange(26)]:
        length, along = chance.choice((2, 3)), chance.choice((1, 6))
        row = chance.randrange(6 if along == 1 else 7 - length)
        column = chance.randrange(7 - length if along == 1 else 6)
        cells = [row * 6 + column + part * along for part in range(length)]
        if all(signs[cell] == "o" for cell in cells):
            for cell in cells:
                signs[cell] = letter
    for cell in chance.sample(range(36), chance.randrange(4)):
        signs[cell] = "x" if signs[cell] == "o" else signs[cell]
    return "".join(signs)


@pytest.mark.parametrize(("metric", "longest"), [("slides", 6), ("steps", 1)])
def test_moves_agree_with_naive_slides(metric: str, longest: int) -> None:
    game, chance = ludograph.game(f"rush-hour?moves={metric}"), random.Random(metric)
    for _ in range(150):
        position = game.parse(random_park(chance))
        for _ in range(4):
            expected = naive_moves(str(position), longest)
            assert {move.text: str(position.play(move)) for move in position.legal_moves} == expected
            assert all(position.play(f"{move.source}-{move.target}") for move in position.legal_moves)
            rules = position.game
            assert rules.state_of(rules.rank_of(position.state)) == position.state
            if expected:
                position = position.play(chance.choice(sorted(expected)))


@pytest.mark.parametrize(
    ("text", "metric", "positions", "moves"),
    [
        (HARDEST, "slides", 4_780, 51),
        (HARDEST, "steps", 4_780, 81),
        (OTHER, "slides", 24_132, 49),
        (OTHER, "steps", 24_132, 93),
    ],
)
def test_published_counts(text: str, metric: str, positions: int, moves: int) -> None:
    start = ludograph.game(f"rush-hour?moves={metric}").parse(text)
    solution = solve(start.game)
    assert solution.positions == positions
    assert solution.unsolvable == 0
    assert solution.remoteness(start) == moves


def test_texts_of_other_vehicles_are_positions_of_their_own_puzzle() -> None:
    game = ludograph.game("rush-hour")
    position = game.parse(OTHER)
    assert str(position) == OTHER.replace(".", "o")
    assert position.game.id == f"rush-hour?board={OTHER.replace('.', 'o')}"
    assert position.game == ludograph.game(f"rush-hour?board={OTHER}")
    assert game.parse(HARDEST.replace("o", ".")).game == game
    with pytest.raises(errors.InvalidPosition, match="not those of GBBo"):
        game.read(OTHER)


def test_a_vehicle_never_changes_its_side_of_a_wall() -> None:
    left = ludograph.game("rush-hour?board=BBxooo" + "o" * 6 + "AA" + "o" * 22)
    right = left.parse("ooxoBB" + "o" * 6 + "AA" + "o" * 22)
    assert right.game != left


def test_solved_at_the_exit() -> None:
    position = ludograph.game("rush-hour").parse("o" * 12 + "AAoooo" + "o" * 18)
    assert [move.text for move in position.legal_moves] == ["A+1", "A+2", "A+3", "A+4"]
    solved = position.play("a+4")
    assert solved.outcome is not None
    assert solved.outcome.winners == {0}
    assert len(solved.legal_moves) == 4  # it may go back


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("o" * 12 + "AAoBBo" + "o" * 18, "B is between the red car and the exit"),
        ("o" * 12 + "AAooxo" + "o" * 18, "a wall between"),
    ],
)
def test_hopeless_positions_are_known(text: str, words: str) -> None:
    position = ludograph.game("rush-hour").parse(text)
    assert words in position.game.cannot_be_solved(position.state)
    assert solve(position.game).remoteness(position) is None
    start = ludograph.game("rush-hour").start()
    assert start.game.cannot_be_solved(start.state) is None


def with_signs(**cells: str) -> str:
    """The empty park with the red car, and these signs from these cells on: ``c0="BB"``."""
    signs = list("o" * 12 + "AA" + "o" * 22)
    for place, text in cells.items():
        first = int(place[1:])
        signs[first : first + len(text)] = text
    return "".join(signs)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("o" * 35, errors.PositionSyntaxError, "35 characters, not 36"),
        ("o" * 37, errors.PositionSyntaxError, "37 characters, not 36"),
        (with_signs(c0="b?"), errors.PositionSyntaxError, "cell 1 has 'b'.*cell 2 has '\\?'"),
        ("o" * 36, errors.InvalidPosition, "no red car A"),
        (with_signs(c0="BoB"), errors.InvalidPosition, "cells of B are not side by side"),
        (with_signs(c5="BB"), errors.InvalidPosition, "cells of B are not side by side"),
        (with_signs(c0="BB", c6="B"), errors.InvalidPosition, "cells of B are not side by side"),
        (with_signs(c0="B"), errors.InvalidPosition, "B is 1 cell long"),
        (with_signs(c0="BBBB"), errors.InvalidPosition, "B is 4 cells long"),
        (with_signs(c12="oo", c6="AA"), errors.InvalidPosition, "A is in the row 2, not in the row 3"),
        (with_signs(c12="Ao", c18="A"), errors.InvalidPosition, "has to lie in the row 3"),
        (with_signs(c0="B", c3="CCCC", c12="oo"), errors.InvalidPosition, "no red car A; B is 1.*; .* C"),
    ],
)
def test_wrong_positions_are_refused_with_all_faults(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ludograph.game("rush-hour").parse(text)
    with pytest.raises(errors.InvalidParameter, match=words):
        ludograph.game(f"rush-hour?board={text}".replace("?b?", "?b%3F"))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Z+1", "no-vehicle"),
        ("A+1", "blocked"),
        ("B-1", "blocked"),
        ("L-1", "edge"),
        ("D1-E1", "no-vehicle"),
        ("B1-D1", "not-ahead"),
        ("C1-D2", "not-ahead"),
        ("A2-A1", "no-end"),
    ],
)
def test_illegal_slides_name_the_rule(move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("rush-hour").start().play(move)
    assert refused.value.reason == reason


def test_steps_are_single() -> None:
    position = ludograph.game("rush-hour?moves=steps").parse("o" * 12 + "AAoooo" + "o" * 18)
    with pytest.raises(errors.IllegalMove, match="Each step is a move of its own"):
        position.play("A+2")


@pytest.mark.parametrize("text", ["A", "A+", "A+0", "A2", "+1", "A1-B", "AA+1", "A+1+1"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        ludograph.game("rush-hour").start().play(text)


def test_a_park_with_walls_conforms() -> None:
    """The default and both kinds of moves are in the registry, all of which is tested elsewhere."""
    check_game(f"rush-hour?board={WALLED}")


# -- levels of our own -------------------------------------------------------------------------------------------

LEVELS = [line.split() for line in files("ludograph.puzzles.rush_hour").joinpath("levels.txt").read_text().splitlines()]


def test_levels_are_many_different_and_sorted() -> None:
    boards = [board for _, board in LEVELS]
    assert len(set(boards)) == len(boards) >= 100
    assert [int(moves) for moves, _ in LEVELS] == sorted(int(moves) for moves, _ in LEVELS)
    for number, board in enumerate(boards, 1):
        assert str(ludograph.game(f"rush-hour?level={number}").start()) == board


@pytest.mark.parametrize("number", [1, 40, 80, len(LEVELS)])
def test_levels_need_the_moves_that_they_are_rated_by(number: int) -> None:
    moves, board = LEVELS[number - 1]
    assert naive_distance(board) == int(moves)


def naive_distance(board: str) -> int:
    """How many slides lead to a solution, by trying all."""
    reached, last, moves = {board}, [board], 0
    while not any(text[16:18] == "AA" for text in last):
        last = [after for text in last for after in naive_moves(text, 6).values() if after not in reached]
        last = list(dict.fromkeys(last))
        reached.update(last)
        moves += 1
    return moves


def test_a_level_and_a_board_are_not_given_together() -> None:
    with pytest.raises(errors.InvalidParameter, match="either a level or a board"):
        ludograph.game(f"rush-hour?level=3&board={OTHER}")
