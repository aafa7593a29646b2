"""Abalone against the figures of its rules and against a second, naive statement of them."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludograph
from ludograph import Match, errors
from ludograph.adapters.abalone import Table, apply_move
from ludograph.engine.perft import perft
from ludograph.testing import check_game
from ludograph.testing.strategies import move_texts, positions

BOARDS = ("abalone", "abalone/hex", "abalone?size=4", "abalone?size=10", "abalone/hex?side=3", "abalone/hex?side=6")


def texts(position) -> set[str]:
    return {move.text for move in position.moves()}


# -- a naive Abalone: sets of coordinates, every group tried in every direction -----------------------------------

SQUARE_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # line and column
HEX_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # row and diagonal


class Naive:
    """The rules read aloud. A position is the sets of cells of the side to move and of the other side."""

    def __init__(self, game_id: str) -> None:
        game = ludograph.game(game_id)
        self.is_hex = game_id.startswith("abalone/hex")
        self.steps = HEX_STEPS if self.is_hex else SQUARE_STEPS
        if self.is_hex:
            side = game.values["side"]
            rows = range(2 * side - 1)
            self.cells = {(row, number) for row in rows for number in rows if abs(row - number) < side}
        else:
            size = game.values["size"]
            self.cells = {(line, column) for line in range(size) for column in range(size)}

    def label(self, cell: tuple[int, int]) -> str:
        text = f"{'ABCDEFGHIJK'[cell[0]]}{cell[1] + 1}"
        return text.lower() if self.is_hex else text

    def cell(self, label: str) -> tuple[int, int]:
        return "ABCDEFGHIJK".index(label[0].upper()), int(label[1:]) - 1

    def read(self, text: str) -> tuple[set, set]:
        side, _, rest = text.partition(":")
        both = [{self.cell(label) for label in part[1:].split(",") if label} for part in rest.split("/")[:2]]
        return (both[0], both[1]) if side == "B" else (both[1], both[0])

    def groups(self, mine: set) -> set[tuple]:
        """Every one, two or three own pieces in a row, sorted."""
        found = set()
        for cell in mine:
            for step in self.steps:
                group = [cell]
                for _ in range(3):
                    found.add(tuple(sorted(group)))
                    following = plus(group[-1], step)
                    if following not in mine:
                        break
                    group.append(following)
        return found

    def moves(self, mine: set, theirs: set) -> dict[str, tuple[set, set]]:
        """Every move's text with the cells of both sides after it."""
        result = {}
        for group in self.groups(mine):
            for step in self.steps:
                lines = {minus(second, first) for first, second in pairwise(group)}
                if not lines or step in lines or minus((0, 0), step) in lines:
                    after = self.in_line(group, step, mine, theirs)
                else:
                    after = self.to_side(group, step, mine, theirs)
                if after:
                    result[after[0]] = after[1:]
        return result

    def in_line(self, group, step, mine, theirs):
        rear = next(cell for cell in group if minus(cell, step) not in group)
        front = next(cell for cell in group if plus(cell, step) not in group)
        ahead = plus(front, step)
        if ahead not in self.cells or ahead in mine:
            return None
        pushed = []
        while plus(front, step) in theirs:
            front = plus(front, step)
            pushed.append(front)
        behind = plus(front, step)
        if pushed and (len(pushed) >= len(group) or behind in mine):
            return None
        moved = {plus(cell, step) for cell in pushed} & self.cells
        named = plus(rear, step) if self.is_hex else ahead
        text = self.label(rear) + ("" if self.is_hex else ":") + self.label(named)
        return text, mine - {rear} | {ahead}, theirs - set(pushed) | moved

    def to_side(self, group, step, mine, theirs):
        beside = {plus(cell, step) for cell in group}
        if beside - self.cells or beside & (mine | theirs):
            return None
        first, last = group[0], group[-1]
        if self.is_hex:
            text = self.label(first) + self.label(last) + self.label(plus(first, step))
        else:
            text = f"{self.label(first)}:{self.label(plus(last, step))}"
        return text, mine - set(group) | beside, theirs

    def perft(self, mine: set, theirs: set, depth: int) -> int:
        """As long as nothing can be pushed off."""
        moves = self.moves(mine, theirs)
        return len(moves) if depth == 1 else sum(self.perft(after[1], after[0], depth - 1) for after in moves.values())

    def check(self, position) -> None:
        """The listed moves and what they lead to are those of these rules."""
        expected = self.moves(*self.read(str(position)))
        assert texts(position) == set(expected), str(position)
        for move in position.moves():
            own, other = expected[move.text]
            after = position.play(move)
            assert self.read(str(after)) == (other, own), f"{move} in {position}"
            gone = len(position.game.pieces(position.state)) - len(own) - len(other)
            assert len(move.captures) == gone


def plus(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def minus(cell, step):
    return cell[0] - step[0], cell[1] - step[1]


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
START = "BG2,G3,G4,G5,G6,G7,H1,H2,H3,H4,H5,H6,H7,H8/WA1,A2,A3,A4,A5,A6,A7,A8,B2,B3,B4,B5,B6,B7"


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


# -- texts -------------------------------------------------------------------------------------------------------

SPELLINGS = [
    ("abalone", f"W:{START}", "B2:C3", "B3:C2"),
    ("abalone", f"W:{START}", "B2:C4", "B4:C2"),
    ("abalone", f"W:{START}", "b2:c4", "b4:c2"),
    ("abalone", "B:BC3,D3/WH8", "C3:D4", "D3:C4"),
    ("abalone/hex", "B:Bc3,d4/Wi9", "c3d4d3", "d4c3e4"),
    ("abalone/hex", "B:Bc3,d4,e5/Wi9", "c3e5c4", "e5c3e6"),
    ("abalone/hex", "B:Bc3,d4,e5/Wi9", "C3E5C4", "E5C3E6"),
]


@pytest.mark.parametrize(("game_id", "text", "canonical", "mirrored"), SPELLINGS)
def test_both_spellings_of_a_side_step(game_id: str, text: str, canonical: str, mirrored: str) -> None:
    position = ludograph.game(game_id).parse(text)
    assert position.find(mirrored) == position.find(canonical)
    assert position.find(mirrored).text == position.game.normal(canonical)


def test_hops_of_hexagons_name_a_whole_move_or_the_beginning_of_a_side_step() -> None:
    position = ludograph.game("abalone/hex").parse("B:Bc3,d4/Wi9")
    partial = position.partial(("c3", "d4"))
    assert partial.complete
    assert set(partial.next) == {"b2", "b3", "c2", "c4", "d3", "e5"}
    assert position.partial(("c3", "d4", "d3")).move == position.find("c3d4d3")


def test_a_group_and_the_cell_before_it_are_a_move_in_line() -> None:
    position = ludograph.game("abalone/hex").parse("B:Bc3,d4,e5/Wf6,g7,i9")
    assert position.partial(("c3", "e5", "f6")).move == position.find("c3d4")
    assert position.find("c3e5f6") == position.find("c3d4")
    assert position.partial(("c3", "d4", "e5", "f6")).move == position.find("c3d4")


CROWDED = "B:BA1,A2,A3,A4,C3,C4,D3,F1,F2,F3,H7,H8/WB1,C5,C6,D4,F4,F5,F6"
REASONS = [
    (CROWDED, "E5:E6", "empty-source"),
    (CROWDED, "D4:D5", "not-yours"),
    (CROWDED, "A1:A1", "same-cell"),
    (CROWDED, "A1:A5", "too-far"),
    (CROWDED, "A1:E5", "no-line"),
    (CROWDED, "C3:E5", "no-line"),
    (CROWDED, "A1:A4", "own-piece"),
    (CROWDED, "A1:B1", "too-small"),
    (CROWDED, "D3:D4", "too-small"),
    (CROWDED, "C3:C5", "too-small"),
    (CROWDED, "F1:F4", "blocked-behind"),
    (CROWDED, "D3:D6", "broken-group"),
    (CROWDED, "C3:B5", "broken-group"),
    (CROWDED, "A1:B2", "side-blocked"),
    (CROWDED, "H8:I8", "leaves-board"),
    (CROWDED, "H7:H9", "leaves-board"),
    ("B:BD3,D4,D5,D7/WD6", "D3:D6", "own-behind"),
    ("B:BD5,D6/WD7,D8", "D5:D7", "too-small"),
]
HEX_CROWDED = "B:Ba1,a2,a3,a4,e1,e2,c5,c6/Wb6,c7,g5"
HEX_REASONS = [
    (HEX_CROWDED, "d5d6", "empty-source"),
    (HEX_CROWDED, "g5g6", "not-yours"),
    (HEX_CROWDED, "a1a3", "too-far"),
    (HEX_CROWDED, "a1a2", "too-many"),
    (HEX_CROWDED, "a1a4b1", "too-far"),
    (HEX_CROWDED, "a1c2c1", "no-line"),
    (HEX_CROWDED, "a2a3a1", "own-piece"),
    (HEX_CROWDED, "a2a4a3", "in-line"),
    (HEX_CROWDED, "a1a2c3", "not-beside"),
    (HEX_CROWDED, "c5c6b5", "side-blocked"),
    (HEX_CROWDED, "e2e1f2", "leaves-board"),
    (HEX_CROWDED, "c5d5d6", "broken-group"),
    (HEX_CROWDED, "e2e1", "leaves-board"),
]


@pytest.mark.parametrize(
    ("game_id", "text", "move", "reason"),
    [("abalone", *case) for case in REASONS] + [("abalone/hex", *case) for case in HEX_REASONS],
)
def test_refusals_name_the_check(game_id: str, text: str, move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game(game_id).parse(text).play(move)
    assert refused.value.reason == reason, refused.value.message


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("abalone", text) for text in ("C3", "C3-C4", "C3:", "C33:C4:C5", "Z9:A1", "C3:C4:C5", "C3:C123")]
    + [("abalone/hex", text) for text in ("a1", "a1:b2", "a1b2c3d4", "z1a1", "c1")],
)
def test_what_is_no_move(game_id: str, text: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        ludograph.game(game_id).start().play(text)


@pytest.mark.parametrize(
    ("game_id", "text", "hops"),
    [
        ("abalone", f"W:{START}", ("B3", "C2")),
        ("abalone", f"W:{START}", ("B4", "C2")),
        ("abalone/hex", "B:Bc3,d4/Wi9", ("d4", "c3", "e4")),
    ],
)
def test_a_hand_may_take_a_side_step_by_either_end(game_id: str, text: str, hops: tuple[str, ...]) -> None:
    position = ludograph.game(game_id).parse(text)
    partial = position.partial(hops)
    assert partial.complete
    assert partial.move == position.find(partial.move.text)
    assert partial.move.hops != hops


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("abalone/hex", "B:Bc3,c4,c5,d4,e5/Wf6,c6,b3,i9"), ("abalone", "B:BC3,C4,C5,D4,E5/WC6,B3,F6,H8")],
)
def test_a_group_is_picked_piece_by_piece_or_by_its_ends(game_id: str, text: str) -> None:
    """Whatever a hand touches, the rules by themselves say the same as the list of moves."""
    position = ludograph.game(game_id).parse(text)
    labels = position.game.board.labels
    picked = [labels[piece.node] for piece in position.game.pieces(position.state) if piece.seat == 0]
    sizes = {len(way) for move in position.legal_moves for way in move.ways}
    assert sizes == {2, 3, 4}
    for count in (2, 3):
        for group in permutations(picked, count):
            for hops in [group, *((*group, label) for label in labels)]:
                listed = position.partial(hops).valid
                assert listed == (position.game.why_not(position.state, hops) is None), hops


FAULTY_POSITIONS = {
    "BA1/WB1": "begin with B: or W:",
    "X:BA1/WB1": "begin with B: or W:",
    "B:BA1": "cells of White must begin with W",
    "B:WA1/BB1": "cells of Black must begin with B",
    "B:BA9/WB1": "'A9' is no cell",
    "B:BA1,/WB1": "'' is no cell",
    "B:BA1/WA1": "A1 holds two pieces",
    "B:B/W": "no piece on the board",
    "B:BA1/WB1/1": "/1,0",
    "B:BA1/WB1/1,0,0": "/1,0",
    "B:BA1/WB1/1,0/": "/1,0",
    "B:BA1/WB1/2,0": "Black has lost 2 pieces",
    "B:BA1/WB1/1,1": "both sides have lost",
    "B:BA1/WB1;loud=1": "no counter",
}


@pytest.mark.parametrize("text", FAULTY_POSITIONS)
def test_faulty_positions_are_refused(text: str) -> None:
    with pytest.raises(errors.PositionError, match=FAULTY_POSITIONS[text]):
        ludograph.game("abalone").parse(text)


@settings(deadline=None)
@given(st.sampled_from(["abalone", "abalone/hex"]), st.data())
def test_any_text_is_a_move_or_refused(game_id: str, data: st.DataObject) -> None:
    position = data.draw(positions(ludograph.game(game_id), longest=8))
    text = data.draw(move_texts(position))
    try:
        after = position.play(text)
    except errors.MoveError as refusal:
        assert refusal.text == text[:400]
    else:
        assert after.seat != position.seat


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


# -- ranks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["abalone?size=4&setup=sparse", "abalone?size=4&setup=sparse&captures_to_win=2"])
def test_all_ranks_of_a_small_board(game_id: str) -> None:
    game = ludograph.game(game_id)
    states = [game.state_of(number) for number in range(game.ranks)]
    assert len(set(states)) == game.ranks
    assert [game.rank_of(state) for state in states] == list(range(game.ranks))
    assert all(game.parse(game.write(state)).state == state for state in states[::97])


RANKED = ["abalone?size=4", "abalone?size=5", "abalone?size=5&setup=sparse", "abalone/hex?side=3", "abalone?size=6"]


@settings(deadline=None)
@given(st.sampled_from(RANKED), st.data())
def test_ranks_of_larger_boards(game_id: str, data: st.DataObject) -> None:
    game = ludograph.game(game_id)
    number = data.draw(st.integers(0, game.ranks - 1))
    assert game.rank_of(game.state_of(number)) == number
    position = data.draw(positions(game, longest=30))
    assert game.state_of(game.rank_of(position.state)) == position.state


def test_every_position_that_is_reached_has_a_rank() -> None:
    """From the start over all moves: none falls out of the ranks, and no two share one."""
    game = ludograph.game("abalone?size=4&setup=sparse")
    seen, waiting = {game.start_state()}, [game.start_state()]
    while waiting:
        state = waiting.pop()
        for code in game.codes(state):
            after = game.plain.apply(state, code)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    ranks = {game.rank_of(state) for state in seen}
    assert len(ranks) == len(seen) > 10_000
    assert max(ranks) < game.ranks


def test_what_has_no_rank() -> None:
    assert ludograph.game("abalone").ranks == 0
    assert ludograph.game("abalone?size=4&move_limit=9").ranks == 0
    game = ludograph.game("abalone?size=4")
    for text in ("B:BA1/WB1", "B:BD1,D2,D3,D4/WA1,A2,A3/0,1"):
        with pytest.raises(errors.InvalidPosition, match="no rank"):
            game.rank_of(game.parse(text).state)
    for number in (-1, game.ranks):
        with pytest.raises(errors.InvalidPosition, match="ranks are below"):
            game.state_of(number)


# -- drawing -----------------------------------------------------------------------------------------------------


def test_lost_pieces_lie_beside_the_board() -> None:
    position = ludograph.game("abalone/hex").parse("W:Ba1/Wi9/2,3")
    assert [piece.name for piece in position.picture().beside] == ["Black marble"] * 2 + ["White marble"] * 3
