"""Kinds of values, what is sent, and how anything may be refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ludograph.draw.palettes import PIECES
from ludograph.draw.themes import THEMES

GAME_EXAMPLES = ["trimok", "hanoi?pegs=3&disks=4", "abalone/hex?setup=belgian-daisy"]


def printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("has characters that can't be printed")
    return text


def said(text: str) -> str:
    if not text.strip():
        raise ValueError("says nothing")
    return text.strip()


Name = Annotated[str, Field(max_length=60), AfterValidator(printable)]
GameName = Annotated[str, Field(min_length=1, max_length=2000, examples=GAME_EXAMPLES)]
PositionText = Annotated[str, Field(max_length=20_000, examples=["3_2_1--"])]
MoveText = Annotated[str, Field(max_length=400, examples=["A2-A3"])]
Key = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")]
Token = Annotated[str, Field(min_length=1, max_length=100)]
NewToken = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
RatingToken = NewToken
Degrees = Annotated[float, Field(allow_inf_nan=False)]
ThemeName = Annotated[Literal[*THEMES], Field(description="the colours")]  # type: ignore[valid-type]
PiecesName = Annotated[Literal[*PIECES], Field(description="the kind of pieces")]  # type: ignore[valid-type]
Reply = Literal["offer", "accept", "decline"]
Format = Literal["record", "pgn", "pdn"]


class Sent(BaseModel):
    """Of what clients send, nothing is passed over silently."""

    model_config = ConfigDict(extra="forbid")


class ReplyRequest(Sent):
    reply: Reply = "offer"


class Problem(BaseModel):
    """RFC 9457; ``code`` is stable, ``detail`` is one sentence for people."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(examples=["illegal-move"])]
