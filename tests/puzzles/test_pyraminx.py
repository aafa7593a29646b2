"""The pyraminx: its counts, turns known by hand, arrangements that can't be."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors
from ludograph.solver.table import solve_table

SOLVED = "LLLLLLFFFFFFRRRRRRDDDDDD"
# The sum and the length are published; the numbers between are as first computed here.
BY_MOVES = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]


def after(*moves: str) -> str:
    position = ludograph.game("pyraminx").parse(SOLVED)
    for move in moves:
        position = position.play(move)
    return str(position)


def rearranged(**pieces: str) -> str:
    """The solved pyraminx with other stickers shown by some pieces, which are called by their faces."""
    places = {"".join(sorted(place.name)): place for place in ludograph.game("pyraminx").places}
    letters = list(SOLVED)
    for piece, shown in pieces.items():
        place = places["".join(sorted(piece))]
        for face, letter in zip(piece, shown, strict=True):
            letters[place.stickers[place.name.index(face)]] = letter
    return "".join(letters)


def faults(text: str) -> list[str]:
    with pytest.raises(errors.InvalidPosition) as refusal:
        ludograph.game("pyraminx").parse(text)
    return list(refusal.value.faults)


def test_counts() -> None:
    table = solve_table(ludograph.game("pyraminx"))
    assert table.by_remoteness == BY_MOVES
    assert table.positions == sum(BY_MOVES) == 933_120
    start = ludograph.game("pyraminx").start()
    assert table.table.get(start.game.rank_of(start.state)) == 11


def test_moves() -> None:
    moves = {move.text for move in ludograph.game("pyraminx").start().moves()}
    assert moves == {"U", "U'", "L", "L'", "R", "R'", "B", "B'"}


def test_turns_known_by_hand() -> None:
    #   rows of a face: L on its tip   F upright        R on its tip     D on its tip
    assert after("U") == "LFFLLF" + "RRRFFF" + "LLRLRR" + "DDDDDD"
    assert after("L") == "LLLDDD" + "LFFLLF" + "RRRRRR" + "FFDFDD"
    assert after("U", "U") == after("U'")
    assert after("U", "U", "U") == SOLVED


def test_commutator_cycles_three_edges() -> None:
    commutator = ["R", "L'", "R'", "L"]
    assert sum(here != there for here, there in zip(after(*commutator), SOLVED, strict=True)) <= 6
    assert after(*commutator) != SOLVED == after(*commutator * 3)


def test_flipped_edge() -> None:
    assert faults(rearranged(LF="FL")) == ["an edge is flipped"]
    assert ludograph.game("pyraminx").parse(rearranged(LF="FL", FR="RF")).outcome is None


def test_exchanged_edges() -> None:
    assert "two edges are exchanged" in faults(rearranged(LF="FR", FR="LF"))


def test_corners_stay_but_turn() -> None:
    assert ludograph.game("pyraminx").parse(rearranged(LFR="RLF")).outcome is None
    assert faults(rearranged(LRF="LFD", LFD="LRF")) == [
        "the corner at LRF shows LFD, as no turns can make it",
        "the corner at LFD shows LRF, as no turns can make it",
    ]
