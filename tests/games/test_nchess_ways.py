"""The ways that are shown to people are those on which the kernel's pieces go."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from ludograph.core.files import offer_text
from ludograph.core.registry import game
from ludograph.games.nchess.game import ChessOnGraph
from ludograph.games.nchess.map_file import LETTERS
from ludograph.games.nchess.states import Setting, Standing
from ludograph.games.nchess.ways import Way, ways_of

#: Chess, pawns that take beside forward, curves with free pawns, holes.
MAPS = ("chess", "glinski", "ring", "holes")
EVERY = 3


def bare(name: str) -> ChessOnGraph:
    """One of the maps without its pieces, so that kings are not necessary."""
    data = json.loads((resources.files("ludograph.games.nchess") / "maps" / f"{name}.json").read_text(encoding="utf-8"))
    text = offer_text(json.dumps({**data, "pieces": [], "castling": []}))
    played = game(f"nchess?map={text}")
    assert isinstance(played, ChessOnGraph)
    return played


@pytest.mark.parametrize("name", MAPS)
def test_ways_are_the_moves_on_an_empty_map(name: str) -> None:
    played = bare(name)
    nodes = played.board.nodes
    for letter in LETTERS:
        for node in range(0, len(nodes), EVERY):
            if not nodes[node].visible:
                continue
            alone = Setting((Standing(node, letter, 0),), number=int(played.texts.is_chess_board))
            moved = {move.target for move in played.parse(played.texts.write(alone)).moves()}
            shown = {
                nodes[end].label
                for way in ways_of(played.geometry, letter, 0, node)
                if way.action != "take"
                for end in way.targets
            }
            assert shown == moved, (letter, nodes[node].label)


def test_a_pawn_takes_where_it_is_shown_to() -> None:
    played = bare("chess")
    e2, node = played.board.index("e2"), played.board.index
    assert ways_of(played.geometry, "P", 0, e2) == [
        Way((node("e3"), node("e4")), "move"),
        Way((node("f3"),), "take"),
        Way((node("d3"),), "take"),
    ]
    assert played.parse("8/8/8/8/8/3p1p2/4P3/8 w - - 0 1").find("e2d3").captures == ("d3",)


def test_a_knight_jumps_along_its_way() -> None:
    played = bare("chess")
    index = played.board.index
    ways = ways_of(played.geometry, "N", 0, index("a1"))
    assert {way.targets for way in ways} == {(index("b3"),), (index("c2"),)}
    assert all(way.jumps and len(way.nodes) == 3 for way in ways)
    assert (index("a2"), index("a3"), index("b3")) in {way.nodes for way in ways}
