"""Three lamps in a row: a switch turns its own lamp and those beside it. The last line makes the class a game."""

from __future__ import annotations

from collections.abc import Iterable

from ludograph.adapters.gamesman import Puzzle, PuzzleValue, game_class


class Lamps(Puzzle):
    """Switch all lamps off; each switch turns its neighbours, too."""

    def __init__(self, lamps: str = "101") -> None:
        self.lamps = lamps

    def generateMoves(self, movetype: str = "all") -> Iterable[int]:  # noqa: N802
        return () if movetype in ("for", "back") else range(3)

    def doMove(self, move: int) -> Lamps:  # noqa: N802
        if not isinstance(move, int):
            raise TypeError("a move is a switch")
        if move not in range(3):
            raise ValueError("there is no such switch")
        return Lamps("".join("10"[int(lamp)] if abs(i - move) < 2 else lamp for i, lamp in enumerate(self.lamps)))

    def primitive(self) -> PuzzleValue:
        return PuzzleValue.SOLVABLE if self.lamps == "000" else PuzzleValue.UNDECIDED

    def toString(self) -> str:  # noqa: N802
        return self.lamps

    def __hash__(self) -> int:
        return hash(self.lamps)

    def generateSolutions(self) -> list[Lamps]:  # noqa: N802
        return [Lamps("000")]

    @classmethod
    def fromString(cls, positionid: str) -> Lamps:  # noqa: N802
        if len(positionid) != 3 or set(positionid) - {"0", "1"}:
            raise ValueError("three lamps, each 0 or 1, are needed")
        return cls(positionid)


LampsGame = game_class(Lamps, name="lamps")
