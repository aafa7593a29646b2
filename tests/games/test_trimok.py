"""Trimok against the figures of its rules and against a second, naive statement of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_trimok import naive_moves, naive_play

import ludograph
from ludograph import Match, errors
from ludograph.engine.perft import perft
from ludograph.testing.strategies import move_texts, positions

FIGURE = "1A6R,2D6R,3E6R,1C1B"
MODES = ("reserve", "free", "none")


def texts(position) -> set[str]:
    return {move.text for move in position.moves()}


# -- against the naive rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("exchange", MODES)
def test_random_games_agree_with_the_naive_rules(exchange: str) -> None:
    game = ludograph.game(f"trimok?exchange={exchange}&repetition=0")
    chance = random.Random(exchange)
    returns = 0
    for _ in range(15):
        match = Match(game)
        while match.ply < 1500 and (moves := match.moves()):
            before = str(match.position)
            assert texts(match.position) == naive_moves(before, exchange), before
            move = chance.choice(moves)
            returns += move.text[1] + move.text[4] in ("61", "16")
            match.play(move)
            assert str(match.position) == naive_play(before, move.text)
        if not match.position.legal_moves:
            assert naive_moves(str(match.position), exchange) == set()
    assert returns > 50, "the games hardly tried return moves"


def random_position(chance: random.Random, exchange: str) -> str:
    """Any stacks anywhere, as far as a side can have them."""
    cells = [file + rank for rank in "123456" for file in "ABCDEF"]
    chance.shuffle(cells)
    records = []
    for side in "RB":
        sizes = [chance.choice("123") for _ in range(12)] if exchange == "free" else list("111122223333")
        chance.shuffle(sizes)
        records += [size + cells.pop() + side for size in sizes[: chance.randint(1, 12)]]
    return f"{chance.choice('RB')}:{','.join(records)}"


@pytest.mark.parametrize("exchange", MODES)
def test_random_positions_agree_with_the_naive_rules(exchange: str) -> None:
    game = ludograph.game(f"trimok?exchange={exchange}")
    chance = random.Random(exchange)
    for _ in range(1500):
        text = random_position(chance, exchange)
        assert texts(game.parse(text)) == naive_moves(text, exchange), text


# -- the figures of the rules ------------------------------------------------------------------------------------

ORDINARY = {
    "A6-A5", "A6-B5", "A6-B6", "D6-C6", "D6-C5", "D6-D5", "D6-E5", "E6-F6", "E6-D5", "E6-E5", "E6-F5",
}  # fmt: skip
RETURNS = {"A6-A1": 1, "A6-B1": 1, "D6-D1": 2, "D6-E1": 2, "E6-D1": 3, "E6-E1": 3, "E6-F1": 3}


def test_figure_without_exchange() -> None:
    assert texts(ludograph.game("trimok?exchange=none").parse(f"R:{FIGURE}")) == ORDINARY | set(RETURNS)


@pytest.mark.parametrize("exchange", ["reserve", "free"])
def test_figure_with_exchange(exchange: str) -> None:
    exchanged = {f"{move}={size}" for move, own in RETURNS.items() for size in {1, 2, 3} - {own}}
    found = texts(ludograph.game(f"trimok?exchange={exchange}").parse(f"R:{FIGURE}"))
    assert found == ORDINARY | set(RETURNS) | exchanged
    assert len(found) == 32


def test_figure_with_blue_to_move() -> None:
    ordinary = {"C1-B1", "C1-B2", "C1-C2", "C1-D2", "C1-D1"}
    assert texts(ludograph.game("trimok?exchange=none").parse(f"B:{FIGURE}")) == ordinary | {"C1-B6", "C1-C6"}
    assert len(ludograph.game("trimok").parse(f"B:{FIGURE}").moves()) == 11


def test_start_is_the_published_one() -> None:
    start = ludograph.game("trimok").start()
    assert str(start) == (
        "R:3A1R,2B1R,1C1R,3D1R,2E1R,1F1R,3A2R,2B2R,1C2R,3D2R,2E2R,1F2R,"
        "3A5B,2B5B,1C5B,3D5B,2E5B,1F5B,3A6B,2B6B,1C6B,3D6B,2E6B,1F6B"
    )
    assert [perft(start, depth) for depth in range(1, 5)] == [16, 256, 5422, 112904]


def test_deeper_perft_agrees_with_the_naive_rules() -> None:
    """All of perft 5 takes the naive rules a minute; here are some of its parts."""
    start = ludograph.game("trimok").start()
    chance = random.Random(5)
    for move in chance.sample(start.moves(), 2):
        for reply in chance.sample(start.play(move).moves(), 2):
            position = start.play(move).play(reply)
            assert perft(position, 3) == naive_perft(str(position), 3)


def naive_perft(position: str, depth: int) -> int:
    moves = naive_moves(position, "reserve")
    return len(moves) if depth == 1 else sum(naive_perft(naive_play(position, move), depth - 1) for move in moves)


# -- the reserve -------------------------------------------------------------------------------------------------


def test_reserve_of_four_bounds_the_exchange() -> None:
    position = ludograph.game("trimok").parse("R:3A6R,2B2R,2C2R,2D2R,2E2R,1A2R,1F5B")
    assert {"A6-A1", "A6-B1", "A6-A1=1", "A6-B1=1"} <= texts(position)
    assert not {"A6-A1=2", "A6-B1=2"} & texts(position)
    with pytest.raises(errors.IllegalMove, match="4 stacks of size 2") as refused:
        position.play("A6-A1=2")
    assert refused.value.reason == "reserve-empty"


# -- the ends ----------------------------------------------------------------------------------------------------


def test_the_side_without_a_stack_has_lost() -> None:
    position = ludograph.game("trimok").parse("R:3A1R,2B2B").play("A1xB2")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (0, "no-stacks")
    assert str(position.outcome) == "Blue has no stack left: Red wins."
    assert position.moves() == ()
    with pytest.raises(errors.GameOver, match="Blue has no stack left"):
        position.play("B2-B3")


def test_a_won_position_has_no_moves_for_the_winner_either() -> None:
    position = ludograph.game("trimok").parse("R:3A1R")
    assert position.outcome is not None
    assert position.outcome.winner == 0
    assert position.moves() == ()


def test_the_blocked_side_has_lost() -> None:
    """
    3  1B 1B .       Blue's ones shut in Red's one: a one takes only threes,
    2  1B 1B .       and there is no return from rank 1.
    1  1R 1B .
    """
    position = ludograph.game("trimok").parse("R:1A1R,1B1B,1A2B,1B2B")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (1, "blocked")


def test_a_return_move_saves_from_being_blocked() -> None:
    blocked = "R:1A6R,1B6B,1A5B,1B5B"
    assert texts(ludograph.game("trimok?exchange=none").parse(blocked)) == {"A6-A1", "A6-B1"}


def test_third_repetition_is_a_draw_of_the_match() -> None:
    match = Match(ludograph.game("trimok"))
    for _ in range(2):
        assert match.outcome is None
        for move in ("A2-A3", "A5-A4", "A3-A2", "A4-A5"):
            match.play(move)
    assert match.outcome is not None
    assert (match.outcome.is_draw, match.outcome.reason) == (True, "repetition")
    assert match.moves() == ()
    assert match.position.outcome is None
    assert len(match.position.moves()) == 16
    match.undo()
    assert match.outcome is None


def test_quiet_moves_are_counted_and_end_the_match() -> None:
    game = ludograph.game("trimok?quiet_limit=3&repetition=0")
    match = Match(game, game.parse("R:3A1R,2C3B,1F6B"))
    match.play("A1-A2")
    assert str(match.position) == "B:3A2R,2C3B,1F6B;quiet=1"
    match.play("C3-B3")
    match.play("A2xB3")
    assert str(match.position) == "B:3B3R,1F6B"
    for move in ("F6-F5", "B3-B2", "F5-F4"):
        assert match.outcome is None
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.reason == "quiet"


def test_without_a_limit_there_is_no_counter() -> None:
    game = ludograph.game("trimok")
    assert str(game.start().play("A2-A3")).endswith("1F6B")
    assert game.parse("R:3A1R,2C3B;quiet=7") == game.parse("R:3A1R,2C3B")


def test_stacks_of_one_size_are_dead_without_exchange() -> None:
    text = "R:2A1R,2C3B,2D4B"
    dead = Match(ludograph.game("trimok?exchange=none"), ludograph.game("trimok?exchange=none").parse(text))
    assert dead.outcome is not None
    assert dead.outcome.reason == "dead"
    assert dead.position.moves()
    game = ludograph.game("trimok")
    assert Match(game, game.parse(text)).outcome is None


# -- texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["D3xD4", "D3-D4", "D3RxD4", "D3R-D4", "d3xd4", "d3r-d4"])
def test_spellings_of_a_capture(spelling: str) -> None:
    position = ludograph.game("trimok").parse("R:3D3R,2D4B,1F6B")
    assert position.find(spelling).text == "D3xD4"


@pytest.mark.parametrize(("spelling", "text"), [("A6-B1", "A6-B1"), ("A6R-B1=1", "A6-B1"), ("a6-b1=3", "A6-B1=3")])
def test_spellings_of_a_return(spelling: str, text: str) -> None:
    assert ludograph.game("trimok").parse(f"R:{FIGURE}").find(spelling).text == text


SEED_WORDS = {
    "G7-A1": (errors.MoveSyntaxError, "Your move must refer to a valid space on the board"),
    "A1-A7": (errors.MoveSyntaxError, "Your move must refer to a valid space on the board"),
    "A1": (errors.MoveSyntaxError, "Your move must refer to a valid space on the board"),
    "A2-A3=": (errors.MoveSyntaxError, "Illegal move"),
    "A3-A4": (errors.IllegalMove, "You may only move pieces of your side"),
    "A5-A4": (errors.IllegalMove, "You may only move pieces of your side"),
    "A5B-A4": (errors.IllegalMove, "You may only move pieces of your side"),
    "A5R-A4": (errors.IllegalMove, "You may only move pieces of your side"),
    "A2B-A3": (errors.IllegalMove, "You may only move pieces of your side"),
    "A1-A2": (errors.IllegalMove, "Illegal move"),
    "A1-A1": (errors.IllegalMove, "Illegal move"),
    "A1-D4": (errors.IllegalMove, "Illegal move"),
    "A2xA3": (errors.IllegalMove, "Illegal move"),
    "A2-A3=1": (errors.IllegalMove, "Illegal move"),
}


@pytest.mark.parametrize("text", SEED_WORDS)
def test_refusals_in_the_seeds_words(text: str) -> None:
    start = ludograph.game("trimok").start()
    kind, words = SEED_WORDS[text]
    with pytest.raises(kind, match=f"^{words}: .+") as refused:
        start.play(text)
    assert refused.value.text == text
    assert refused.value.position == str(start)


CROWDED = "R:3D3R,3D4B,1A6R,1A1R,1A2R,2B1R"
REASONS = [
    (CROWDED, "A1-A2", "own-stack"),
    (CROWDED, "D3-D4", "not-beaten"),
    (CROWDED, "D3-D5", "too-far"),
    (CROWDED, "A6-C1", "no-return"),
    (CROWDED, "A6-A1", "own-stack"),
    (CROWDED, "B4-B5", "empty-source"),
    (CROWDED, "D4-D3", "not-your-side"),
    (CROWDED, "D3-D2=1", "no-exchange"),
    ("R:1A6R,3A1B", "A6-A1", "return-takes"),
    ("R:1A6R,3C1B", "A6xA1", "nothing-to-take"),
]


@pytest.mark.parametrize(("text", "move", "reason"), REASONS)
def test_refusals_name_the_rule(text: str, move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("trimok").parse(text).play(move)
    assert refused.value.reason == reason


FAULTY_POSITIONS = {
    "3A1R": "begin with R: or B:",
    "X:3A1R,2B2B": "begin with R: or B:",
    "R:4A1R,2B2B": "'4A1R' is no stack",
    "R:3A1R,,2B2B": "'' is no stack",
    "R:": "no stack on the board",
    "R:3A1R,2A1B": "A1 holds two stacks",
    "R:3A1R,2B2B;loud=1": "no counter",
    "R:3A1R,2B2B;quiet=x": "no counter",
    "R:3A1R,2B2B;quiet=1;quiet=2": "given twice",
    "R:3A1R,2B2B;quiet=1001": "more than 1000",
    "R:" + ",".join(f"3{file}1R" for file in "ABCDE") + ",2A6B": "5 stacks of size 3",
}


@pytest.mark.parametrize("text", FAULTY_POSITIONS)
def test_faulty_positions_are_refused(text: str) -> None:
    with pytest.raises(errors.PositionError, match=FAULTY_POSITIONS[text]):
        ludograph.game("trimok").parse(text)


def test_all_faults_of_a_position_are_listed() -> None:
    with pytest.raises(errors.PositionSyntaxError) as refused:
        ludograph.game("trimok").parse("X:9A1R,2B2Q;loud=1")
    assert len(refused.value.faults) == 4


def test_empty_records_of_the_seed_are_read() -> None:
    game = ludograph.game("trimok")
    assert game.parse("R:3A1R,-,-,2B2B") == game.parse("R:2B2B,3A1R")


@given(st.data())
def test_any_text_is_a_move_or_refused(data: st.DataObject) -> None:
    position = data.draw(positions(ludograph.game("trimok"), longest=12))
    text = data.draw(move_texts(position))
    try:
        after = position.play(text)
    except errors.MoveError as refusal:
        assert refusal.text == text[:400]
    else:
        assert after.seat != position.seat
