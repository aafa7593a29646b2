"""Chess on the 8×8 board as a game of its own, whatever the registry calls it."""

from __future__ import annotations

from ludograph.core.game import Position
from ludograph.core.registry import register
from ludograph.games._chess_game import ChessRules

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Chess(ChessRules):
    """The rules under a name for tests."""

    name = "chess-rules"
    title = "Chess"
    summary = "the rules of chess"


register(Chess)
CHESS = Chess()


def at(fen: str) -> Position:
    return CHESS.parse(fen)


def texts(position: Position) -> set[str]:
    return {move.text for move in position.legal_moves}
