"""Puzzles as GamesmanUni reads them."""

from __future__ import annotations

from pydantic import BaseModel


class PuzzleStart(BaseModel):
    position: str
    autoguiPosition: str  # noqa: N815 (GamesmanUni reads it so)


class PuzzleMove(BaseModel):
    move: str
    autoguiMove: str  # noqa: N815
    position: str
    autoguiPosition: str  # noqa: N815
    positionValue: str  # noqa: N815
    remoteness: int | None = None


class PuzzlePosition(PuzzleStart):
    positionValue: str  # noqa: N815
    remoteness: int | None = None
    moves: list[PuzzleMove]
