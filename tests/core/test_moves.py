"""Kinds of moves, and moves entered hop by hop."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import MoveKind, errors


def test_kinds_are_made_of_three() -> None:
    forward, both, backward = MoveKind.FORWARD, MoveKind.BIDIRECTIONAL, MoveKind.BACKWARD
    assert forward | both == MoveKind.LEGAL
    assert both | backward == MoveKind.UNDO
    assert forward | both | backward == MoveKind.ALL


@pytest.mark.parametrize("name", ["forward", "bidirectional", "backward", "legal", "undo", "all"])
def test_kinds_by_name(name: str) -> None:
    assert str(MoveKind.parse(name)) == name


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(errors.UnsupportedKind, match="no kind of moves 'sideways'"):
        ludograph.game("trimok").start().moves("sideways")


def test_a_game_without_undo_moves_lists_the_others() -> None:
    start = ludograph.game("trimok").start()
    assert start.moves("forward") == start.moves("legal") == start.moves()
    assert start.moves("bidirectional") == ()
    for kind in ("backward", "undo", "all"):
        with pytest.raises(errors.UnsupportedKind, match="declares no undo moves"):
            start.moves(kind)


FIGURE = "R:1A6R,2D6R,3E6R,1C1B"


def test_hop_by_hop() -> None:
    position = ludograph.game("trimok").parse(FIGURE)
    first = position.partial([])
    assert (first.valid, first.complete, first.next) == (True, False, ("A6", "D6", "E6"))
    second = position.partial(["A6"])
    assert (second.valid, second.complete) == (True, False)
    assert second.next == ("A1", "A5", "B1", "B5", "B6")
    third = position.partial(["A6", "B1"])
    assert (third.valid, third.complete, third.next) == (True, True, ("=2", "=3"))
    assert third.move == position.find("A6-B1")
    last = position.partial(["A6", "B1", "=3"])
    assert (last.valid, last.complete, last.next) == (True, True, ())
    assert last.move == position.find("A6-B1=3")


@pytest.mark.parametrize(
    ("hops", "why"),
    [
        (["C1"], "C1 holds a stack of Blue"),
        (["B2"], "B2 is empty"),
        (["A6", "C4"], "not to C4"),
        (["A6", "B1", "=1"], "has the size 1 already"),
        (["Z9"], "'Z9' is not one of the cells"),
    ],
)
def test_refused_hops_say_why(hops: list[str], why: str) -> None:
    partial = ludograph.game("trimok").parse(FIGURE).partial(hops)
    assert (partial.valid, partial.complete, partial.next) == (False, False, ())
    assert why in partial.message


def test_a_move_as_data() -> None:
    move = ludograph.game("trimok").parse("R:3D3R,2D4B,1F6B").find("D3xD4")
    assert move.as_dict() == {
        "text": "D3xD4", "from": "D3", "to": "D4", "kind": "forward", "captures": ["D4"], "hops": ["D3", "D4"],
    }  # fmt: skip
