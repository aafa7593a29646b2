"""Draughts: every variant against a second statement of its rules, against py-draughts, and in telling positions."""

from __future__ import annotations

import random

import pytest
from naive_draughts import NAIVE, Board, Man, Naive, NaiveMove

import ludograph
from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidPosition,
    MoveSyntaxError,
    PositionSyntaxError,
    TooLarge,
)

RUSSIAN = ludograph.game("draughts/russian")


def parse(text: str, variant: str = "russian") -> Position:
    return ludograph.game(f"draughts/{variant}").parse(text)


def texts(position: Position) -> set[str]:
    return {move.text for move in position.legal_moves}


def taken(position: Position) -> dict[str, set[str]]:
    return {move.text: set(move.captures) for move in position.legal_moves}


# -- against a second statement of the rules ------------------------------------------------------------------


def random_board(naive: Naive, rng: random.Random, most: int) -> Board:
    """Pieces here and there, some of them kings; men are never on their last row."""
    light, crowned = rng.random(), rng.choice((0, 0.2, 0.5))
    board: Board = {}
    cells = naive.cells()
    for cell in rng.sample(cells, rng.randint(2, min(2 * most, len(cells) * 3 // 5))):
        is_white = rng.random() < light
        is_king = rng.random() < crowned or cell[0] == naive.last_row(is_white)
        if sum(man.is_white == is_white for man in board.values()) < most:
            board[cell] = Man(is_white, is_king)
    return board


@pytest.mark.parametrize("variant", NAIVE)
def test_moves_and_what_they_lead_to_are_those_of_the_naive_rules(variant: str) -> None:
    game, naive, rng = ludograph.game(f"draughts/{variant}"), NAIVE[variant], random.Random(variant)
    most = 12 if variant in ("frisian", "frysk") else game.facts.pieces  # the naive rules try all orders of captures
    for _ in range(60):
        board, white_moves = random_board(naive, rng, most), rng.random() < 0.5
        position = game.parse(naive.text(board, white_moves))
        expected = naive.moves(board, white_moves)
        found = {
            NaiveMove(*(game.names.node(cell) + 1 for cell in (move.source, move.target)),
                      frozenset(game.names.node(cell) + 1 for cell in move.captures)): move
            for move in position.legal_moves
        }  # fmt: skip
        assert set(found) == set(expected), str(position)
        assert len(found) == len(position.legal_moves), str(position)
        for key, move in found.items():
            after = game.parse(naive.text(expected[key], not white_moves))
            same = position.play(move.text).state._replace(run=0, their_run=0, clocks=0)
            assert same == after.state, f"{move} in {position}"


# -- against py-draughts --------------------------------------------------------------------------------------

PEERS = {"russian": "RussianBoard", "english": "AmericanBoard", "international": "StandardBoard"}


@pytest.mark.parametrize("variant", PEERS)
def test_moves_are_those_of_py_draughts(variant: str) -> None:
    peers = pytest.importorskip("draughts")
    peer_class = getattr(peers, PEERS[variant])
    game, rng = ludograph.game(f"draughts/{variant}"), random.Random()
    seed = rng.randrange(2**32)
    rng.seed(seed)
    seen = 0
    while seen < 200:
        match = Match(game)
        while seen < 200 and match.moves():
            position = match.position
            peer = peer_class.from_fen(expanded(str(position).split(";")[0]))
            moves = peer.legal_moves
            if variant == "english" and any(move.captured_list for move in moves):
                moves = [move for move in moves if move.captured_list]  # py-draughts leaves it to the player to capture
            theirs = {
                (move.square_list[0] + 1, move.square_list[-1] + 1, frozenset(cell + 1 for cell in move.captured_list))
                for move in moves
            }
            ours = {
                (int(move.source), int(move.target), frozenset(map(int, move.captures)))
                for move in position.legal_moves
            }
            assert ours == theirs, f"{position} (seed {seed})"
            seen += 1
            match.play(rng.choice(match.moves()))


def expanded(text: str) -> str:
    """A position without ranges."""
    turn, *sides = text.split(":")
    lists = []
    for side in sides:
        entries: list[str] = []
        for entry in filter(None, side[1:].split(",")):
            first, _, last = entry.partition("-")
            entries += [entry] if not last else [str(number) for number in range(int(first), int(last) + 1)]
        lists.append(side[0] + ",".join(entries))
    return ":".join([turn, *lists])


# -- positions that tell right from wrong -----------------------------------------------------------------------

TELLING = [
    ("W:WK22:B6,7,18,27,28", {"22x1": {"6", "18"}, "22x9": {"6", "7", "18"}, "22x13": {"6", "7", "18"}}),
    ("W:W12:B6,8,10,19", {"12x14": {"8", "10"}, "12x17": {"8", "10"}, "12x21": {"8", "10"}}),
    ("W:WK2:B11,27", {"2x31": {"11", "27"}}),
    ("B:B1:W6,15", {"1x19": {"6", "15"}}),
    ("B:BK25:W18,11", {"25x8": {"18", "11"}, "25x4": {"18", "11"}}),
    ("W:WK1:B10,19", {"1x24": {"10", "19"}, "1x28": {"10", "19"}}),
    ("B:B22:W18", {"22x15": {"18"}}),
    ("W:W17:B14,7", {"17x3": {"14", "7"}}),
    ("B:B1-8,11,12,14,15:W17,18,20,23,25-32", {"15x13": {"18", "17"}, "14x21": {"17"}}),
]


@pytest.mark.parametrize(("text", "expected"), TELLING)
def test_complete_lists_of_russian_captures(text: str, expected: dict[str, set[str]]) -> None:
    assert taken(parse(text)) == expected


def test_a_blocked_side_has_lost() -> None:
    position = parse("W:WK4:B8,11")
    assert position.legal_moves == ()
    assert (position.outcome.result, position.outcome.reason) == ("0-1", "blocked")
    assert position.outcome.text == "White can't move: Black wins."
    bare = parse("W:W21,22:B")
    assert (bare.outcome.result, bare.outcome.reason) == ("1-0", "no-pieces")


def test_light_man_is_crowned_at_the_end_of_its_capture() -> None:
    assert str(parse("W:W17:B14,7,28").play("17x3")) == "B:WK3:B28"


# -- texts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:W21-32:B1-12", "W:W21-32:B1-12"),
        ("W:B1-12:W21-32.", "W:W21-32:B1-12"),
        ("B:BK17,K24:W6,9", "B:W6,9:BK17,K24"),
        ("W:Wa1,Kc3:Bb8,h8", "W:WK22,29:B1,4"),
        ("W:W21,22,24:B1,2,3", "W:W21,22,24:B1-3"),
        ("W:WK1-3:B5", "W:WK1,K2,K3:B5"),
        ("W:W21:B", "W:W21:B"),
        ("B:WK10:BK20,K21,K22;same=7;quiet=7", "B:WK10:BK20,K21,K22;quiet=7;same=7"),
    ],
)
def test_positions_have_one_canonical_text(text: str, canonical: str) -> None:
    assert str(RUSSIAN.parse(text)) == canonical


def test_starts_of_all_variants() -> None:
    starts = {name: str(ludograph.game(f"draughts/{name}").start()) for name in RUSSIAN.variants}
    usual = "W:W21-32:B1-12"
    of_turks = [",".join(f"{file}{rank}" for rank in ranks for file in "abcdefgh") for ranks in ((3, 2), (7, 6))]
    assert starts == {
        **dict.fromkeys(("russian", "brazilian", "czech", "spanish", "portuguese", "italian"), usual),
        **dict.fromkeys(("english", "pool"), "B:W21-32:B1-12"),
        **dict.fromkeys(("international", "frisian"), "W:W31-50:B1-20"),
        "frysk": "W:W46-50:B1-5",
        "canadian": "W:W43-72:B1-30",
        "thai": "B:W25-32:B1-8",
        "turkish": f"W:W{of_turks[0]}:B{of_turks[1]}",
    }


def test_numbers_of_game_types() -> None:
    numbers = {name: ludograph.game(f"draughts/{name}").pdn_game_type for name in RUSSIAN.variants}
    assert numbers == {
        "international": 20, "english": 21, "italian": 22, "pool": 23, "spanish": 24, "russian": 25, "brazilian": 26,
        "canadian": 27, "portuguese": 28, "czech": 29, "turkish": 30, "thai": 31, "frisian": 40, "frysk": 97,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("X:W1:B32", 1),
        ("W:W21", 1),
        ("W:W21:W22", 1),
        ("W:Wfoo,33,5-3:B0", 4),
        ("W:W21:B1;quiet=x", 1),
        ("W:W21:B1;white_king=3", 1),  # Frisian only
    ],
)
def test_texts_that_are_no_positions_name_every_fault(text: str, faults: int) -> None:
    with pytest.raises(PositionSyntaxError) as error:
        RUSSIAN.parse(text)
    assert len(error.value.faults) == faults, error.value.message


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("W:W1,21,21:B21,30,K31", ["21 holds two pieces", "the man on 1 is on its last row and no king",
                                   "the man on 30 is on its last row and no king"]),
        ("W:W:B", ["there is no piece on the board"]),
        ("W:W5-17:B18-20", ["White has 13 pieces, more than 12"]),
    ],
)  # fmt: skip
def test_impossible_positions_name_every_fault(text: str, faults: list[str]) -> None:
    with pytest.raises(InvalidPosition) as error:
        RUSSIAN.parse(text)
    assert list(error.value.faults) == faults


@pytest.mark.parametrize("spelling", ["22-18", "c3-d4", "C3-D4"])
def test_quiet_moves_are_spelled_by_number_or_by_file_and_rank(spelling: str) -> None:
    assert str(RUSSIAN.start().play(spelling)) == "B:W18,21,23-32:B1-12"


@pytest.mark.parametrize("spelling", ["1x19", "1x10x19", "b8:f4", "b8xf4", "b8:d6:f4", "1:19"])
def test_captures_are_spelled_whole_or_by_their_path(spelling: str) -> None:
    assert parse("B:B1:W6,15,32").find(spelling).text == "1x19"


def test_the_path_is_named_where_start_and_end_leave_a_choice() -> None:
    position = parse("W:W31:B26,27,18,19", "english")
    assert taken(position) == {"31x22x15": {"26", "18"}, "31x24x15": {"27", "19"}}
    assert [move.hops for move in position.legal_moves] == [("31", "22", "15"), ("31", "24", "15")]
    with pytest.raises(AmbiguousMove, match=r"31x22x15 or 31x24x15"):
        position.play("31x15")


def test_a_capture_has_all_the_ways_that_lead_to_it() -> None:
    move = parse("W:W31:B26,27,18,19", "brazilian").find("31x31")
    assert move.ways == (("31", "22", "15", "24", "31"), ("31", "24", "15", "22", "31"))
    assert len(move.captures) == 4


@pytest.mark.parametrize("text", ["1-0", "0-1", "1/2-1/2", "*", "22", "22-", "22-18-15", "22x18-15", "99-1", "i9-a1"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        RUSSIAN.start().play(text)


# -- refusals -----------------------------------------------------------------------------------------------------

REFUSALS = [
    ("russian", "W:W21-32:B1-12", "17-13", "empty-source"),
    ("russian", "W:W21-32:B1-12", "9-13", "not-your-side"),
    ("russian", "W:W21-32:B1-12", "22-22", "same-square"),
    ("russian", "W:W21-32:B1-12", "22-23", "not-in-line"),
    ("russian", "W:W21-32:B1-12", "22-15", "too-far"),
    ("russian", "W:W21-32:B1-12", "26-22", "occupied"),
    ("russian", "W:W18:B1", "18-23", "backwards"),
    ("russian", "W:WK29,22:B1", "29-18", "blocked"),
    ("russian", "W:W22,32:B18", "32-27", "capture-compulsory"),
    ("russian", "W:W22:B18", "22-17", "capture-compulsory"),
    ("russian", "W:W22:B18", "22-15", "is-capture"),
    ("russian", "W:W22:B1", "22x18", "takes-nothing"),
    ("russian", "W:W22:B18,10", "22x15", "must-go-on"),
    ("russian", "W:W22:B18,10", "22x15x6x9", "capture-ended"),
    ("russian", "W:WK22:B18,15,26", "22x11", "two-pieces"),
    ("russian", "W:WK22,18:B26", "22x15", "own-piece"),
    ("russian", "W:WK2:B11,27", "2x16", "landing"),
    ("russian", "W:WK22:B6,7,18,27,28", "22x15x6", "occupied"),
    ("english", "W:W15:B18,11", "15x22", "backwards"),
    ("english", "W:WK22:B18,10,6", "22x8", "too-far"),
    ("italian", "W:W22,26:BK18,19,1", "22x13", "man-spares-king"),
    ("thai", "W:WK29:B22,1", "29x15", "lands-behind"),
    ("international", "W:W28,48:B22,23,14,43", "48x39", "precedence"),
    ("brazilian", "W:W29,32:B25,17,27", "32x23", "precedence"),
    ("turkish", "W:Wc3:Bc5", "c3-c2", "backwards"),
]


@pytest.mark.parametrize(("variant", "text", "move", "reason"), REFUSALS)
def test_each_refusal_has_its_reason(variant: str, text: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        parse(text, variant).play(move)
    assert error.value.reason == reason, error.value.message


@pytest.mark.parametrize(
    ("variant", "text", "move", "told"),
    [
        ("russian", "W:W18:B1", "d4-e3", "a man moves forward, but e3 is not ahead of d4"),
        ("russian", "W:W18:B1", "18-23", "a man moves forward, but 23 is not ahead of 18"),
        ("russian", "W:W22:B18,10", "c3:e5", "the capture can't stop on e5: it must go on to c7"),
        ("russian", "W:W22:B18", "c3-e5", "c3-e5 would take something, so that it is written c3xe5"),
        ("russian", "W:W22:B18", "22-15", "22-15 would take something, so that it is written 22x15"),
        ("english", "W:W18:B1", "18-23", "a man moves forward, but 23 is not ahead of 18"),
        ("english", "W:W18:B1", "d4e3", "a man moves forward, but e3 is not ahead of d4"),
    ],
)
def test_a_refusal_calls_squares_as_the_move_did(variant: str, text: str, move: str, told: str) -> None:
    with pytest.raises(IllegalMove) as error:
        parse(text, variant).play(move)
    assert told in error.value.message


def test_hops_are_called_by_either_name_and_answered_so() -> None:
    position = parse("W:W18:B1")
    assert position.partial(["d4", "c5"]).complete
    assert position.partial(["d4", "c5"]).next == position.partial(["18", "14"]).next
    for hops in (["d4", "e3"], ["18", "23"]):
        assert f"{hops[1]} is not ahead of {hops[0]}" in position.partial(hops).message


def test_captures_are_entered_hop_by_hop() -> None:
    position = parse("W:W22:B18,10,3")
    first = position.partial(["22"])
    assert (first.valid, first.complete, first.next) == (True, False, ("15",))
    second = position.partial(["22", "15"])
    assert (second.valid, second.complete, second.next) == (True, False, ("6",))
    whole = position.partial(["22", "15", "6"])
    assert (whole.complete, whole.move.text) == (True, "22x6")
    stopped = position.partial(["22", "17"])
    assert not stopped.valid
    assert "a capture is compulsory" in stopped.message


# -- Frisian kings ------------------------------------------------------------------------------------------------


def test_a_frisian_king_rests_after_three_quiet_moves() -> None:
    position = parse("W:WK50,36:BK2,19", "frisian")
    for mine, theirs in (("50-45", "2-8"), ("45-50", "8-2"), ("50-45", "2-8")):
        position = position.play(mine).play(theirs)
    assert str(position) == "W:W36,K45:BK8,19;white_king=45;white_king_moves=3;black_king=8;black_king_moves=3;quiet=6"
    assert {move.source for move in position.legal_moves} == {"36"}
    with pytest.raises(IllegalMove, match="has made 3 quiet moves in a row") as error:
        position.play("45-50")
    assert error.value.reason == "king-run"
    rested = position.play("36-31").play("19-24")
    assert "45-50" in texts(rested)


def test_a_frisian_king_alone_never_rests() -> None:
    position = parse("W:WK50:BK2,19", "frisian")
    for mine, theirs in (("50-45", "2-8"), ("45-50", "8-2"), ("50-45", "2-8")):
        position = position.play(mine).play(theirs)
    assert "45-50" in texts(position)


# -- draws --------------------------------------------------------------------------------------------------------

DRAWS = [
    ("russian", "W:WK1,25:BK32,12;quiet=30", "king-moves"),
    ("russian", "W:WK13:BK1,K2,K3;same=30", "three-kings"),
    ("russian", "W:WK4:BK1,K2,23;same=10;road=10", "main-road"),
    ("russian", "W:WK13:BK1,K2;same=10", "two-pieces"),
    ("russian", "W:WK13,25:BK1,K2;same=60", "five-pieces"),
    ("russian", "W:WK13,25,26:BK1,K2,7;same=120", "seven-pieces"),
    ("international", "W:WK46:BK5,6,7;same=32", "three-pieces"),
    ("international", "W:WK46,25:BK5,6,7;quiet=50", "king-moves"),
    ("english", "B:WK1,25:BK32,12;quiet=80", "king-moves"),
]


@pytest.mark.parametrize(("variant", "text", "reason"), DRAWS)
def test_draws_by_count_name_their_rule(variant: str, text: str, reason: str) -> None:
    game = ludograph.game(f"draughts/{variant}")
    assert game.draw_of(game.parse(text).state).reason == reason
    one_less = text.replace(text[text.rindex("=") :], f"={int(text.rsplit('=')[-1]) - 1}")
    assert game.draw_of(game.parse(one_less).state) is None
    without = ludograph.game(f"draughts/{variant}?draws=none")
    assert without.draw_of(without.parse(text).state) is None


def test_clocks_run_and_are_set_back() -> None:
    position = parse("W:WK29:BK1,K2,K3").play("29-25")
    assert str(position) == "B:WK25:BK1,K2,K3;quiet=1;same=1;road=1"
    assert str(position.play("1-5").play("25-21")) == "B:WK21:BK2,K3,K5;quiet=3;same=3;road=3"
    assert str(position.play("1-5").play("25-21").play("5-1")) == "W:WK21:BK1,K2,K3;quiet=4;same=4"
    quiet = parse("W:W21,K32:B1,K4;quiet=5")
    assert str(quiet.play("21-17")) == "B:W17,K32:B1,K4;same=1"


def test_third_repetition_draws_the_match() -> None:
    game = ludograph.game("draughts?draws=none")
    match = Match(game, game.parse("W:WK32,21:BK4,12"))
    for text in ("32-28", "4-8", "28-32", "8-4") * 2:
        match.play(text)
    assert match.outcome.reason == "repetition"


def test_captures_without_end_are_refused() -> None:
    """A king among many pieces, whose captures plain Python would list for half a minute."""
    game = ludograph.game("draughts/frisian")
    with pytest.raises(TooLarge, match="The king on 50 has more ways to capture than can be listed"):
        game.parse("W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47").moves()


@pytest.mark.parametrize("goal", ["lose", "king"])
@pytest.mark.parametrize("variant", ["russian", "international"])
def test_other_goals_change_the_end_and_nothing_else(variant: str, goal: str) -> None:
    """The moves are those of the variant, up to the first king where that wins; who has lost as usual has won."""
    usual, other = (ludograph.game(f"draughts/{variant}?goal={each}") for each in ("win", goal))
    chance = random.Random(f"{variant} {goal}")
    for _ in range(3):
        position = other.start()
        for _ in range(200):
            if position.outcome:
                break
            same = usual.parse(str(position))
            assert texts(position) == texts(same), str(position)
            assert goal == "lose" or not kings_in(position)
            position = position.play(chance.choice(position.legal_moves))
        if position.outcome is None:
            continue
        if goal == "king" and kings_in(position):
            assert [other.seats[seat][0] for seat in position.outcome.winners] == kings_in(position), str(position)
        else:
            (winner,) = usual.parse(str(position)).outcome.winners
            assert set(position.outcome.winners) == {winner if goal == "king" else 1 - winner}, str(position)


def kings_in(position: Position) -> list[str]:
    """The sides that have kings, by their letters in the text."""
    return [side[0] for side in str(position).partition(":")[2].split(";")[0].split(":") if "K" in side]
