"""Positions that are won in so many moves of both sides together, and a proof search that says so without any search of
the package: every answer is looked at."""

from __future__ import annotations

from functools import lru_cache

from ludograph.core.game import Position
from ludograph.engine.kernel_game import KernelGame


class Proof:
    """Whether the side to move can force a win within so many moves."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.is_won = lru_cache(maxsize=None)(self._is_won)
        self.is_lost = lru_cache(maxsize=None)(self._is_lost)

    def moves_to_win(self, position: Position, most: int) -> int | None:
        """The least number of moves; None when there is no win within the most."""
        return next((number for number in range(1, most + 1, 2) if self.is_won(position.state, number)), None)

    def _after(self, state):
        return [self.game.plain.apply(state, code) for code in self.game.codes(state)]

    def _is_won(self, state, moves: int) -> bool:
        """Whether the side to move wins within so many moves."""
        return moves > 0 and any(self.is_lost(after, moves - 1) for after in self._after(state))

    def _is_lost(self, state, moves: int) -> bool:
        answers = self._after(state)
        if not answers:
            return bool(self.game.plain.winners(state) >> (1 - self.game.plain.turn(state)) & 1)
        return moves > 1 and all(self.is_won(after, moves - 1) for after in answers)


#: Found at random and proved as above: position → moves until it is won.
TRIMOK_WINS = {
    "R:3E1B,1F1R,1C4R,3D6R": 1,
    "R:1C4R,1C5R,3D5R,2E6B": 1,
    "R:2C2R,1B3R,1E3B,2D4R": 1,
    "R:3D1R,1F1R,3E2B,2C6R": 1,
    "R:1E3R,2B4R,2F5R,1D6B": 3,
    "R:2E4R,1F4B,1E5B,2F5R,2F6R": 3,
    "R:3D3R,3D4R,3C5R,2F6B": 3,
    "R:2D2R,1F3B,1F5R,2E6R": 3,
    "R:1F2R,2B4B,3D4R,1F5R": 5,
    "R:1A2R,1B3B,2C3R,1E4B,2F4R": 5,
    "R:3B2R,3C4R,3B5R,2F5B": 5,
    "R:2E1R,2C3R,1E5B,2C6R": 5,
}
ABALONE_WINS = {
    "B:BB2,B3,D1,D4/WA2,A3,A4,B4": 1,
    "W:BC1,D1,D2,D3/WB1,B3,C2,C3": 1,
    "W:BC2,D1,D3,D4/WA2,A4,B2,B4": 3,
    "W:BC3,D1,D2,D4/WA3,A4,B3,C4": 3,
    "B:BB3,C1,D2,D3/WA3,B1,B2,C4": 3,
    "B:BA1,B2,B3,B4/WA3,A4,C1,C4": 3,
    "B:BB2,D1,D2,D3/WA1,A3,B4,C1": 5,
    "B:BC2,D1,D3,D4/WA2,A3,B1,C4": 5,
    "W:BC1,C4,D1,D3/WA1,A2,A3,C3": 5,
    "W:BA4,B3,D2,D4/WA1,A3,C3,C4": 5,
}
DRAUGHTS_WINS = {
    "W:WK10,K22,K24:BK18": 1,
    "W:WK1,20,29:BK15": 1,
    "W:WK15,K27:B28": 1,
    "B:WK20:B4,K11,K31": 3,
    "B:WK31:BK4,11,17,K26,K32": 3,
    "W:WK3,K14,K24,K28:B12": 3,
    "W:W12,K19,K24,K30:B5": 3,
    "W:WK1,K7,31:B13": 3,
    "B:W12:BK13,15,K26": 5,
    "B:W19,24:BK5,K7": 5,
    "B:W32:B22,K25": 5,
    "B:WK32:B3,14,K17,K28": 5,
}
#: The fool's and the scholar's mate, back rows, a smothered king, endings.
CHESS_WINS = {
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2": 1,
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4": 1,
    "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1": 1,
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1": 1,
    "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1": 3,
    "7k/7p/5K1B/5B2/8/8/8/8 w - - 0 1": 3,
    "8/1K4p1/8/3p4/8/8/1P1p4/1qrk4 b - - 0 1": 3,
    "3n4/5Q2/2k5/R4b2/K2R4/8/3B4/8 w - - 0 1": 3,
    "3k4/8/8/1RK5/8/8/8/8 w - - 0 1": 5,
    "8/8/8/8/8/4R3/8/4K2k w - - 0 1": 5,
    "8/8/8/8/8/8/1R6/5K1k w - - 0 1": 5,
    "8/8/k1K4R/8/8/8/8/8 w - - 0 1": 5,
}
