"""Abalone against the figures of its rules and against a second, naive statement of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_abalone import START, Naive, texts

import ludograph
from ludograph import Match, errors
from ludograph.adapters.abalone import Table, apply_move
from ludograph.engine.perft import perft
from ludograph.testing import check_game

BOARDS = ("abalone", "abalone/hex", "abalone?size=4", "abalone?size=10", "abalone/hex?side=3", "abalone/hex?side=6")


@pytest.mark.parametrize("game_id", BOARDS)
def test_random_games_agree_with_the_naive_rules(game_id: str) -> None:
    naive, chance = Naive(game_id), random.Random(game_id)
    join = "&" if "?" in game_id else "?"
    game = ludograph.game(f"{game_id}{join}repetition=0")
    for _ in range(3):
        match = Match(game)
        while match.ply < 60 and (moves := match.moves()):
            naive.check(match.position)
            match.play(chance.choice(moves))


@pytest.mark.parametrize("game_id", BOARDS)
def test_random_positions_agree_with_the_naive_rules(game_id: str) -> None:
    """Crowded boards, where pushes and edges are met all the time."""
    naive, chance = Naive(game_id), random.Random(game_id)
    game = ludograph.game(game_id)
    pushed_off = 0
    for _ in range(60):
        labels = list(game.board.labels)
        chance.shuffle(labels)
        black, white = (chance.randint(1, len(labels) // 3) for _ in "BW")
        sides = labels[:black], labels[black : black + white]
        position = game.parse(f"{chance.choice('BW')}:B{','.join(sides[0])}/W{','.join(sides[1])}")
        naive.check(position)
        pushed_off += sum(bool(move.captures) for move in position.moves())
    assert pushed_off > 10, "the positions hardly tried the edge"


# -- the figures of the rules ------------------------------------------------------------------------------------

WHITE_MOVES = """A1:B1 A2:C2 A3:C3 A4:C4 A5:C5 A6:C6 A7:C7 A8:B8 B2:C2
  B2:B1 B3:B1 B2:C3 B4:B1 B2:C4 B3:C3 B3:C4 B3:C5 B4:C4 B4:C5 B4:C6 B5:C5 B5:C6 B5:B8 B5:C7 B6:C6
  B6:B8 B6:C7 B7:B8 B7:C7"""


def test_start_on_squares() -> None:
    game = ludograph.game("abalone/square")
    assert game == ludograph.game("abalone")
    assert str(game.start()) == f"B:{START}"
    assert texts(game.parse(f"W:{START}")) == set(WHITE_MOVES.split())
    assert [perft(game.start(), depth) for depth in (1, 2, 3)] == [29, 841, 27927]


def test_start_on_hexagons() -> None:
    start = ludograph.game("abalone/hex").start()
    assert str(start) == ("B:Ba1,a2,a3,a4,a5,b1,b2,b3,b4,b5,b6,c3,c4,c5/Wg5,g6,g7,h4,h5,h6,h7,h8,h9,i5,i6,i7,i8,i9")
    assert [perft(start, depth) for depth in (1, 2, 3)] == [44, 1936, 98912]


def test_deeper_counts() -> None:
    assert perft(ludograph.game("abalone/square").start(), 5) == 33_061_881
    assert perft(ludograph.game("abalone/hex").start(), 4) == 5_045_110


@pytest.mark.parametrize("game_id", ["abalone", "abalone/hex", "abalone/hex?setup=belgian-daisy", "abalone?size=10"])
def test_counts_agree_with_the_naive_rules(game_id: str) -> None:
    start = ludograph.game(game_id).start()
    naive = Naive(game_id)
    assert perft(start, 2) == naive.perft(*naive.read(str(start)), 2)


DAISIES = {
    "belgian-daisy": "B:Ba1,a2,b1,b2,b3,c2,c3,g7,g8,h7,h8,h9,i8,i9/Wa4,a5,b4,b5,b6,c5,c6,g4,g5,h4,h5,h6,i5,i6",
    "german-daisy": "B:Bb1,b2,c1,c2,c3,d2,d3,f7,f8,g7,g8,g9,h8,h9/Wb5,b6,c5,c6,c7,d6,d7,f3,f4,g3,g4,g5,h4,h5",
}


@pytest.mark.parametrize("setup", DAISIES)
def test_daisies(setup: str) -> None:
    assert str(ludograph.game(f"abalone/hex?setup={setup}").start()) == DAISIES[setup]


SMALL = [
    ("B:BD3,D4,D5/WD6,D7", 16, "D3:D6", "W:BD4,D5,D6/WD7,D8"),
    ("B:BD5,D6/WD7,D8", 8, None, None),
    ("B:BD3,D4,D5,D7/WD6", 18, None, None),
    ("B:BA1,B1/WC1", 4, "A1:C1", "W:BB1,C1/WD1"),
    ("B:BB1,C1/WA1", None, "C1:A1", "W:BA1,B1/W/0,1"),
]


@pytest.mark.parametrize(("text", "number", "push", "after"), SMALL)
def test_small_positions(text: str, number: int | None, push: str | None, after: str | None) -> None:
    position = ludograph.game("abalone").parse(text)
    assert number in (None, len(position.moves()))
    enemies = set(text.partition("/W")[2].split(","))
    assert {move.text for move in position.moves() if move.target in enemies} == ({push} if push else set())
    if push:
        assert str(position.play(push)) == after


# -- the seed's cases: a push moves by one and destroys nothing ----------------------------------------------------

SEED_CASES = [
    ("B:BC3/WH8", "C3:C4", "BC4/WH8"),  # one
    ("B:BC3,C4/WH8", "C3:C5", "BC4,C5/WH8"),  # two, empty target
    ("B:BC3,C4/WC5", "C3:C5", "BC4,C5/WC6"),  # two, an enemy
    ("B:BC3,C4,C5/WH8", "C3:C6", "BC4,C5,C6/WH8"),  # three, empty target
    ("B:BC3,C4,C5/WC6", "C3:C6", "BC4,C5,C6/WC7"),  # three, one enemy
    ("B:BC3,C4,C5/WC6,C7", "C3:C6", "BC4,C5,C6/WC7,C8"),  # three, two enemies
    ("B:BC3,C4/WH8", "C3:D4", "BD3,D4/WH8"),  # dx = dy = 1, a line
    ("B:BC3,D3/WH8", "C3:D4", "BC4,D4/WH8"),  # dx = dy = 1, a column
    ("B:BC3,C4,C5/WH8", "C3:D5", "BD3,D4,D5/WH8"),  # 1×2
    ("B:BC3,D3,E3/WH8", "C3:E4", "BC4,D4,E4/WH8"),
    ("B:BF8,G8/WH8", "F8:H8", "BG8,H8/W/0,1"),  # over the edge
    ("B:BE8,F8,G8/WH8", "E8:H8", "BF8,G8,H8/W/0,1"),
    ("B:BD8,E8,F8/WG8,H8", "D8:G8", "BE8,F8,G8/WH8/0,1"),
]


@pytest.mark.parametrize(("text", "move", "after"), SEED_CASES)
def test_cases_of_the_seed(text: str, move: str, after: str) -> None:
    assert str(ludograph.game("abalone").parse(text).play(move)) == f"W:{after}"
    table = Table(position=text)
    assert apply_move(table, move) == 1
    assert str(table.position) == f"W:{after}"


def test_pushed_over_the_edge_of_hexagons() -> None:
    position = ludograph.game("abalone/hex").parse("B:Bg5,g6,g7/Wg8,g9,a1/0,5")
    (push,) = (move for move in position.moves() if move.captures)
    assert (push.text, push.captures) == ("g5g6", ("g9",))
    after = position.play("g5g6")
    assert str(after) == "W:Bg6,g7,g8/Wa1,g9/0,6"
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason) == (0, "pushed-off")
    assert str(after.outcome) == "White has lost 6 pieces: Black wins."


# -- nothing is lost but over the edge -----------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(BOARDS), st.randoms(use_true_random=False))
def test_pieces_are_conserved(game_id: str, chance: random.Random) -> None:
    join = "&" if "?" in game_id else "?"
    game = ludograph.game(f"{game_id}{join}repetition=0&captures_to_win=3")
    position, pieces = game.start(), len(game.homes[0])
    for _ in range(60):
        if not (moves := position.moves()):
            break
        captures = [move for move in moves if move.captures]
        move = chance.choice(captures or moves)
        after = position.play(move)
        on_board = [piece.seat for piece in game.pieces(after.state)]
        off_board = [piece.seat for piece in game.pieces_beside(after.state)]
        for seat in (0, 1):
            assert on_board.count(seat) + off_board.count(seat) == pieces
        lost_before = len(game.pieces_beside(position.state))
        assert len(off_board) - lost_before == len(move.captures)
        for label in move.captures:
            node = game.board.index(label)
            degree = len(game.board.neighbours(node))
            assert degree < len(game.field.directions), f"{label} is not at the edge"
        assert len({piece.node for piece in game.pieces(after.state)}) == len(on_board)
        position = after


# -- the ends ----------------------------------------------------------------------------------------------------


def test_the_first_piece_wins_on_squares() -> None:
    after = ludograph.game("abalone").parse("B:BB1,C1/WA1,H8").play("C1:A1")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason) == (0, "pushed-off")
    assert after.moves() == ()
    with pytest.raises(errors.GameOver, match="White has lost a piece"):
        after.play("H8:H7")


def test_captures_to_win_is_a_parameter() -> None:
    after = ludograph.game("abalone?captures_to_win=2").parse("B:BB1,C1/WA1,H8").play("C1:A1")
    assert str(after) == "W:BA1,B1/WH8/0,1"
    assert after.outcome is None


def test_a_won_position_has_no_moves_for_the_winner_either() -> None:
    position = ludograph.game("abalone").parse("B:BB1,C1/WH8/0,1")
    assert position.moves() == ()
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_the_blocked_side_has_lost() -> None:
    position = ludograph.game("abalone").parse("B:BA1/WA2,B1")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (1, "blocked")
    assert str(position.outcome) == "Black can't move: White wins."


def test_a_side_without_pieces_is_blocked() -> None:
    position = ludograph.game("abalone?captures_to_win=3").parse("W:BA1/W/0,1")
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_third_repetition_is_a_draw_of_the_match() -> None:
    match = Match(ludograph.game("abalone"))
    for _ in range(2):
        assert match.outcome is None
        for move in ("H1:G1", "A1:B1", "G1:H1", "B1:A1"):
            match.play(move)
    assert match.outcome is not None
    assert match.outcome.reason == "repetition"


def test_the_limit_of_moves() -> None:
    game = ludograph.game("abalone?move_limit=2")
    match = Match(game)
    match.play("H1:G1")
    assert str(match.position).endswith(";moves=1")
    assert game.parse(str(match.position)) == match.position
    match.play("A1:B1")
    assert match.outcome is not None
    assert (match.outcome.is_draw, match.outcome.reason) == (True, "move-limit")
    plain = ludograph.game("abalone")
    assert plain.parse(f"B:{START};moves=7") == plain.start()


def test_a_win_goes_before_the_limit_of_moves() -> None:
    game = ludograph.game("abalone?move_limit=1")
    match = Match(game, game.parse("B:BB1,C1/WA1,H8"))
    match.play("C1:A1")
    assert match.outcome is not None
    assert match.outcome.winner == 0


# -- parameters --------------------------------------------------------------------------------------------------


def test_the_usual_number_of_captures_is_not_part_of_the_name() -> None:
    assert ludograph.game("abalone/square?captures_to_win=1").id == "abalone"
    assert ludograph.game("abalone/hex?captures_to_win=6").id == "abalone/hex"
    assert ludograph.game("abalone?captures_to_win=6").captures_to_win == 6
    assert ludograph.game("abalone/hex?captures_to_win=1").id == "abalone/hex?captures_to_win=1"


WRONG_PARAMETERS = {
    "abalone/hex?size=6": "size is for the square board",
    "abalone?side=4": "side is for the hexagonal board",
    "abalone?setup=german-daisy": "set-up german-daisy is for the hexagonal board",
    "abalone/hex?side=4&setup=belgian-daisy": "hexagonal board of side 5",
    "abalone?captures_to_win=15": "only 14 pieces",
    "abalone?size=3": "from 4 to 10",
}


@pytest.mark.parametrize("game_id", WRONG_PARAMETERS)
def test_parameters_that_do_not_go_together(game_id: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=WRONG_PARAMETERS[game_id]):
        ludograph.game(game_id)


PIECES = {
    "abalone": 14, "abalone?size=4": 4, "abalone?size=5": 5, "abalone?size=6": 10, "abalone?size=10": 18,
    "abalone?size=4&setup=sparse": 2, "abalone/hex": 14, "abalone/hex?side=3": 5, "abalone/hex?side=4": 11,
    "abalone/hex?side=6": 17, "abalone/hex?side=3&setup=sparse": 3,
}  # fmt: skip


@pytest.mark.parametrize("game_id", PIECES)
def test_set_ups_give_both_sides_the_same(game_id: str) -> None:
    game = ludograph.game(game_id)
    seats = [piece.seat for piece in game.pieces(game.start_state())]
    assert (seats.count(0), seats.count(1)) == (PIECES[game_id], PIECES[game_id])


@pytest.mark.parametrize(
    "game_id", ["abalone?size=5&setup=sparse&captures_to_win=2", "abalone/hex?side=4&move_limit=30"]
)
def test_other_parameters_conform(game_id: str) -> None:
    check_game(game_id)


# -- drawing -----------------------------------------------------------------------------------------------------


def test_lost_pieces_lie_beside_the_board() -> None:
    position = ludograph.game("abalone/hex").parse("W:Ba1/Wi9/2,3")
    assert [piece.name for piece in position.picture().beside] == ["Black marble"] * 2 + ["White marble"] * 3
