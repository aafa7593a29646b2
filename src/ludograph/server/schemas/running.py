"""The server itself: health, load, bans."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from ludograph.server.schemas.values import Sent, printable


class BanRequest(Sent):
    address: Annotated[str, Field(max_length=50, examples=["203.0.113.7", "2001:db8::/48"])]
    hours: Annotated[float, Field(gt=0, le=10**6, description="for ever when left out")] | None = None
    reason: Annotated[str, Field(max_length=200, description="told to who is banned"), AfterValidator(printable)] = ""


class BanView(BaseModel):
    address: str
    reason: str
    created: float
    until: float | None


class LoadView(BaseModel):
    """How a queue is doing."""

    working: int
    waiting: int


class GuestView(BaseModel):
    address: str
    requests: Annotated[int, Field(description="in this minute and the one before")]


class OwnerView(BaseModel):
    version: str
    started: float
    cpu_seconds: float
    memory_bytes: Annotated[int | None, Field(description="null where the system doesn't tell")]
    connections: int
    watchers: int
    thinking: int
    queues: dict[str, LoadView]
    database: Annotated[dict[str, int] | None, Field(description="matches, uploads and solves; null while it is away")]
    database_errors: int
    matches_in_memory: int
    matches_watched: int
    guests: Annotated[list[GuestView], Field(description="those who ask most")]
    bans: list[BanView]


class HealthView(BaseModel):
    status: Literal["ok"]
    version: str
