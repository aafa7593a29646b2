"""What chess's relatives share: pieces that step, leap and ride on a grid, given as data.

``pieces`` has the pieces and makes the tables of a game's own; ``codes``, ``danger``, ``rules`` and ``evaluation`` are
the kernel for all of them, ``texts`` reads and writes FEN, ``game`` is the class that they are made of. So a game is
a page of facts.
"""

from ludograph.games._chess_kin.game import ChessKin
from ludograph.games._chess_kin.pieces import Castling, Kin, Way

__all__ = ["Castling", "ChessKin", "Kin", "Way"]
