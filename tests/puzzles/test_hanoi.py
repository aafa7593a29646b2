"""The Tower of Hanoi: moves against a naive statement, ranks, texts, refusals. Its counts are in the solver's tests."""

from __future__ import annotations

import random

import pytest

import ludograph
from ludograph import errors
from ludograph.core.moves import MoveKind


def naive_moves(text: str) -> set[str]:
    """A disk may go where no smaller one lies on top."""
    tops = [int(peg.split("_")[-1]) if peg else 99 for peg in text.split("-")]
    pegs = "ABCDEFGH"
    return {f"{pegs[i]}-{pegs[j]}" for i, one in enumerate(tops) for j, two in enumerate(tops) if one < two}


@pytest.mark.parametrize("name", ["hanoi", "hanoi?pegs=4&disks=6", "hanoi?pegs=8&disks=20", "hanoi?disks=1"])
def test_moves_agree_with_the_naive_rule(name: str) -> None:
    position = ludograph.game(name).start()
    chance = random.Random(name)
    for _ in range(300):
        texts = [move.text for move in position.moves()]
        assert set(texts) == naive_moves(str(position))
        assert position.moves("undo") == position.moves("bidirectional") == position.moves()
        assert position.moves("forward") == position.moves("backward") == ()
        position = position.play(chance.choice(texts))


@pytest.mark.parametrize(("pegs", "disks"), [(3, 5), (4, 4), (8, 3)])
def test_every_rank_is_one_position(pegs: int, disks: int) -> None:
    game = ludograph.game(f"hanoi?pegs={pegs}&disks={disks}")
    states = {game.state_of(rank) for rank in range(game.ranks)}
    assert len(states) == game.ranks == pegs**disks
    for rank in range(game.ranks):
        state = game.state_of(rank)
        assert game.rank_of(state) == rank
        assert game.read(game.write(state)) == state
        by_states = sorted(game.rank_of(game.plain.apply(state, code)) for code in game.codes(state))
        ranks = [0] * game.max_moves
        assert sorted(ranks[: game.plain.children(rank, ranks, 0)]) == by_states


@pytest.mark.parametrize(("pegs", "disks"), [(3, 16), (4, 12), (5, 9), (8, 20)])
def test_children_by_rank_are_those_by_move_where_large_disks_move_too(pegs: int, disks: int) -> None:
    game = ludograph.game(f"hanoi?pegs={pegs}&disks={disks}")
    chance = random.Random(disks)
    for used in range(1, pegs + 1):  # with few pegs in use the disks below move as well
        for _ in range(30):
            towers = [chance.randrange(used) for _ in range(disks)]
            rank = sum(peg * pegs**disk for disk, peg in enumerate(towers))
            state = game.state_of(rank)
            by_states = sorted(game.rank_of(game.plain.apply(state, code)) for code in game.codes(state))
            ranks = [0] * game.max_moves
            assert sorted(ranks[: game.plain.children(rank, ranks, 0)]) == by_states
            assert {move.text for move in game.moves_of(state, MoveKind.ALL)} == naive_moves(game.write(state))


def test_texts() -> None:
    game = ludograph.game("hanoi")
    assert str(game.start()) == "3_2_1--"
    assert str(game.start().play("a-c")) == "3_2--1"
    assert game.parse("--3_2_1").outcome.reason == "solved"
    assert game.parse("--3_2_1").moves(), "a solved puzzle can be played on"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1_2_3--", "the disk 2 is on the smaller disk 1; the disk 3 is on the smaller disk 2"),
        ("3_2_1-", "it has 2 pegs, not 3"),
        ("3_2--", "not each of the disks 1 to 3 once"),
        ("3_2_1-1-", "not each of the disks 1 to 3 once"),
        ("4_3_2_1--", "not each of the disks 1 to 3 once"),
        ("3_x_1--", "'x' is no disk"),
        ("٣_2_1--", "is no disk"),
        ("3__1--", "'' is no disk"),
        ("03_2_1--", "'03' is no disk"),
        ("0_3_2_1--", "'0' is no disk"),
    ],
)
def test_wrong_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(errors.PositionError, match=words):
        ludograph.game("hanoi").parse(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [("B-C", "empty-peg"), ("A-A", "same-peg"), ("A-B", "smaller-disk"), ("A-B-C", "same-peg")],
)
def test_wrong_moves_name_the_rule(move: str, reason: str) -> None:
    position = ludograph.game("hanoi").parse("3_2-1-") if move != "B-C" else ludograph.game("hanoi").start()
    with pytest.raises(errors.IllegalMove) as refused:
        position.play(move)
    assert refused.value.reason == reason


def test_strange_moves_are_no_moves() -> None:
    for text in ("D-A", "A", "1-2", "A>B"):
        with pytest.raises(errors.MoveError):
            ludograph.game("hanoi").start().play(text)
