"""The 960 set-ups by their numbers on maps with the squares of a chess board: pieces, and the castlings of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludograph.games.nchess.chess.move_texts import is_ordinary_castling
from ludograph.games.nchess.chess.tables import SQUARES
from ludograph.games.nchess.chess.texts import home_rank
from ludograph.games.nchess.map_file import Castling, ChessMap, Placed

FILES = "abcdefgh"
SIDES = (("K", -1, "g", "f"), ("Q", 0, "c", "d"))  # which rook it is, and where king and rook stand afterwards


def has_chess_squares(mapped: ChessMap) -> bool:
    """Whether two play on the squares of chess, and on no other cells."""
    return len(mapped.players) == 2 and {node.label for node in mapped.board.nodes if node.visible} == set(SQUARES)


def with_setup(mapped: ChessMap, setup: int) -> ChessMap:
    """The map with the first and the last rank of a set-up; there are castlings where it has some."""
    rank = home_rank(setup)
    nodes = [[mapped.board.labels.index(f"{file}{number}") for file in FILES] for number in (1, 8)]
    home = [Placed(letter, player, node) for player in (0, 1) for letter, node in zip(rank, nodes[player], strict=True)]
    others = [piece for piece in mapped.pieces if piece.node not in {*nodes[0], *nodes[1]}]
    castling = tuple(each for player in (0, 1) for each in _castlings(rank, nodes[player], player))
    return replace(mapped, pieces=(*home, *others), castling=castling if mapped.castling else ())


def _castlings(rank: str, nodes: list[int], player: int) -> Iterator[Castling]:
    king = rank.index("K")
    rooks = [file for file, letter in enumerate(rank) if letter == "R"]
    for name, which, king_file, rook_file in SIDES:
        rook, king_to, rook_to = rooks[which], FILES.index(king_file), FILES.index(rook_file)
        way = _between(king, king_to)
        yield Castling(
            name.lower() if player else name,
            player,
            (nodes[king], nodes[king_to]),
            (nodes[rook], nodes[rook_to]),
            frozenset(nodes[file] for file in (way | _between(rook, rook_to)) - {king, rook}),
            frozenset(nodes[file] for file in way),
            names_rook=not is_ordinary_castling(king, rook),
        )


def _between(one: int, other: int) -> set[int]:
    return set(range(min(one, other), max(one, other) + 1))
