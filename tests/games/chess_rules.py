"""What the tests of chess on the 8×8 board share."""

from __future__ import annotations

import ludograph
from ludograph.core.game import Position
from ludograph.games.nchess.game import Nchess as Chess

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS = ludograph.game("nchess")

__all__ = ["CHESS", "KIWIPETE", "START", "Chess", "at", "texts"]


def at(fen: str) -> Position:
    return CHESS.parse(fen)


def texts(position: Position) -> set[str]:
    return {move.text for move in position.legal_moves}
