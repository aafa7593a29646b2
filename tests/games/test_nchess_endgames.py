"""Ranks of endgames on maps: every position has its number, and all moves lead to positions that have one."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest

import ludograph
from ludograph.errors import InvalidPosition
from ludograph.games.nchess import game as nchess
from ludograph.games.nchess.chess.endgames import Endgame as EndgameOnSquares
from ludograph.games.nchess.endgames import Endgame

MAPS = Path(nchess.__file__).with_name("maps")
SQUARES = f"nchess?map={MAPS / 'chess.json'}"


@lru_cache(maxsize=16)
def endgame(game: str, material: str) -> Endgame:
    return Endgame(ludograph.game(game), material)


def test_two_kings_stand_on_squares_in_3612_ways() -> None:
    kings = endgame(SQUARES, "KK")
    states = [kings.unrank(number) for number in range(kings.ranks)]
    assert kings.ranks == 2 * 64 * 64
    assert len({state for state in states if state}) == 2 * 3612
    assert all(kings.rank(state) == number for number, state in enumerate(states) if state)


@pytest.mark.parametrize(
    ("game", "material"),
    [(SQUARES, "KQKR"), (SQUARES, "KRRK"), (SQUARES, "KPK"), ("nchess/glinski", "KQK"), ("nchess/glinski", "KPKN"),
     ("nchess/ring", "KPK"), ("nchess/three", "KRKK"), ("nchess?kings=capture", "KQKP")],
)  # fmt: skip
def test_ranks_and_positions_go_together(game: str, material: str) -> None:
    found, chance, seen = endgame(game, material), random.Random(material), 0
    while seen < 25:
        number = chance.randrange(found.ranks)
        state = found.unrank(number)
        if state is None:
            continue
        seen += 1
        assert found.rank(state) == number
        position = found.game.parse(found.game.write(state))
        assert position.state == state
        for move in position.legal_moves[:12]:
            after = position.play(move).state
            assert found.game.repetition_key(found.unrank(found.rank(after))) == found.game.repetition_key(after)


def test_graph_and_squares_have_equally_many_positions() -> None:
    chance = random.Random(5)
    graph, squares = endgame(SQUARES, "KRK"), EndgameOnSquares("KRK")
    found = {graph.game.write(state) for state in map(graph.unrank, chance.sample(range(graph.ranks), 3000)) if state}
    for text in found:
        squares.rank(ludograph.game("nchess").parse(text).state)
    assert 2000 < len(found) < 3000


@pytest.mark.parametrize("material", ["", "KQ", "QKK", "KQKRx", "KKK", "kqkr", "KQQQQQQQQQQQQK"])
def test_what_is_no_endgame_is_refused(material: str) -> None:
    with pytest.raises(InvalidPosition):
        Endgame(ludograph.game("nchess/glinski"), material)


def test_positions_of_other_endgames_have_no_rank() -> None:
    game = ludograph.game("nchess/glinski")
    with pytest.raises(InvalidPosition):
        Endgame(game, "KRK").rank(game.parse("w:Kf1,Qa1/Kf11").state)
