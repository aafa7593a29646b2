"""Positions: their pieces and moves, what they are worth, what programs think of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ludograph.server.schemas.values import GameName, MoveText, PositionText, Sent


class PartialRequest(Sent):
    game: GameName
    position: PositionText | None = None
    hops: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=200, examples=[["A2"]])] = []


class PlayRequest(Sent):
    game: GameName
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)]
    kind: Annotated[str, Field(max_length=20)] = "legal"


class CustomaryRequest(Sent):
    game: GameName
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)] = []
    lines: Annotated[list[Annotated[list[MoveText], Field(max_length=40)]], Field(max_length=8)]


class Budget(Sent):
    """How an analysis is wanted."""

    player: Literal["ai", "mcts"] = "ai"
    time: Annotated[float, Field(gt=0, le=60, description="seconds")] | None = None
    nodes: Annotated[int, Field(gt=0, le=10**9)] | None = None
    depth: Annotated[int, Field(gt=0, le=100)] | None = None
    lines: Annotated[int, Field(ge=1, le=500, description="how many of the best moves are told")] = 1
    only: Annotated[
        list[MoveText], Field(max_length=500, description="the moves that are looked at; all when there are none")
    ] = []


class AnalysisRequest(Budget):
    game: GameName
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)] = []


class ReviewRequest(Sent):
    game: GameName
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)]
    time: Annotated[float, Field(gt=0, le=1, description="seconds for each question")] = 0.1


class OutcomeView(BaseModel):
    result: Annotated[str, Field(examples=["1-0"])]
    winners: list[int]
    reason: str
    text: str


class PieceView(BaseModel):
    node: Annotated[int, Field(description="its place in the board's list of nodes")]
    seat: int
    shape: str
    sign: str
    name: str
    size: int
    parts: list[int]
    also: Annotated[list[int], Field(description="further nodes that it covers")]
    tint: int | None
    palette: Literal["seats", "tiles", "coordinates"]
    colour: Annotated[int, Field(description="its place in the palette, modulo the palette's length")]


class MoveView(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    text: str
    source: Annotated[str | None, Field(alias="from")]
    target: Annotated[str | None, Field(alias="to")]
    kind: str
    captures: list[str]
    hops: list[str]
    customary: Annotated[str, Field(description="as people write it: SAN in chess", examples=["Nf3"])]
    ways: list[list[str]]


class AlertView(BaseModel):
    """Something in danger that is to be shown and said: a king in check."""

    seat: int
    nodes: list[int]
    word: str


class PositionView(BaseModel):
    position: str
    turn: int | None
    outcome: OutcomeView | None
    alerts: list[AlertView]
    pieces: list[PieceView]
    beside: list[PieceView]
    moves: list[MoveView]


class PlayedView(PositionView):
    last_move: MoveView | None


class ValuedMove(BaseModel):
    """`value` and `remoteness` are those of the position that it leads to; the others are for who makes the move."""

    model_config = ConfigDict(extra="allow")

    text: str
    value: Literal["win", "lose", "draw", "unsolvable"] | None
    remoteness: int | None
    worth: Literal["win", "lose", "draw", "unsolvable"] | None
    ends_in: int | None = Field(description="after so many moves it is over, this one included")
    is_best: bool
    behind: int | None = Field(
        description="by how many moves the win comes later, or the loss sooner, than by the best move of the same worth"
    )


class ValueView(BaseModel):
    value: Literal["win", "lose", "draw", "unsolvable"]
    remoteness: int | None
    moves: list[ValuedMove]
    source: str
    words: str


class WordsView(BaseModel):
    words: str


class CustomaryView(BaseModel):
    lines: list[list[str]]


class StartView(BaseModel):
    position: str
    remoteness: int | None


class PartialView(BaseModel):
    hops: list[str]
    valid: bool
    complete: bool
    next: list[str]
    message: str
    move: MoveView | None


class LineView(BaseModel):
    """For the side to move."""

    move: str
    line: list[str]
    customary: Annotated[list[str], Field(description="the line as people write it")]
    score: Annotated[int, Field(description="100 is about a piece")]
    score_text: str
    win_in: int | None
    win_chance: Annotated[float, Field(description="in per cent, a draw as half a win")]
    depth: int


class AnalysisView(LineView):
    """The best line; `lines` are as many as were asked for, the best first."""

    nodes: int
    nodes_per_second: int
    lines: list[LineView]


class JudgedMove(BaseModel):
    """Chances are those of who made the move, in per cent, with the best move and with this one."""

    ply: int
    seat: int
    move: str
    customary: str
    fault: Literal["blunder", "mistake", "inaccuracy", "detour"] | None
    sign: str
    chance_before: float | None
    chance_after: float | None
    loss: float
    behind: int
    best_line: list[str]
    customary_line: list[str]
    best_words: str
    words: str
    sentence: str
    is_solved: bool
