"""Solves that were ordered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ludograph.server.schemas.values import GameName, Sent


class SolveRequest(Sent):
    game: GameName


class SolveView(BaseModel):
    id: str
    game: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    attempts: Annotated[int, Field(description="how often it was begun; more than once when the server had ended")]
    done: Annotated[int, Field(description="positions that are known")]
    total: Annotated[int, Field(description="the most positions that there can be; 0 while that is unknown")]
    estimated_bytes: int | None
    summary: dict[str, Any] | None
    error: dict[str, Any] | None
    ordered: float
