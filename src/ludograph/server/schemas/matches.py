"""Matches: begun, joined, played, ended, kept."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ludograph.server.schemas.files import MOST_TEXT
from ludograph.server.schemas.positions import Budget, MoveView, OutcomeView, PositionView
from ludograph.server.schemas.values import (
    Format,
    GameName,
    MoveText,
    Name,
    NewToken,
    PositionText,
    RatingToken,
    ReplyRequest,
    Sent,
    Token,
)


class MatchAnalysisRequest(Budget):
    ply: (
        Annotated[int, Field(ge=0, le=10**6, description="after so many moves; the last position when left out")] | None
    ) = None


class SeatRequest(Sent):
    player: Annotated[str, Field(max_length=60, examples=["human", "ai:5"])] = "human"
    name: Name = ""
    invite: Annotated[bool, Field(description="the seat is taken by whoever has the invite")] = False


class MatchOptions(Sent):
    seats: Annotated[list[SeatRequest], Field(max_length=16)] = []
    tags: Annotated[dict[Annotated[str, Field(max_length=40)], Name], Field(max_length=20)] = {}
    pace: Annotated[float, Field(ge=0, le=60, description="seconds that a program's move takes at least")] = 0.0
    is_paused: bool = False
    clock: Annotated[
        str | None,
        Field(
            max_length=20,
            description="a time control as PGN writes it: seconds, seconds+increment, or 1/seconds for each move",
            examples=["300+3", "1/30"],
        ),
    ] = None


class MatchRequest(MatchOptions):
    game: GameName
    position: PositionText | None = None
    is_listed: Annotated[bool, Field(description="in the lobby: anybody may take its invited seats")] = False
    rating_token: Annotated[RatingToken | None, Field(description="to play for a rating, if the other does, too")] = (
        None
    )


class ImportRequest(MatchOptions):
    format: Format = "record"
    text: Annotated[str, Field(max_length=MOST_TEXT, description="what an export has given, or a file of games")]
    number: Annotated[int | None, Field(ge=1, le=10**6, description="which of several games, from 1")] = None


class JoinRequest(Sent):
    invite: Annotated[Token | None, Field(description="not needed for a match in the lobby")] = None
    name: Name = ""
    seat: Annotated[int | None, Field(ge=0, le=15, description="which one of several")] = None
    rating_token: Annotated[RatingToken | None, Field(description="to play for a rating, if the other does, too")] = (
        None
    )


class MoveRequest(Sent):
    move: MoveText
    ply: Annotated[int, Field(ge=0, le=10**6, description="how many moves were played before this one")]


class UndoRequest(ReplyRequest):
    plies: Annotated[int, Field(ge=1, le=10**6)] | None = None


class PaceRequest(Sent):
    is_paused: bool | None = None
    pace: Annotated[float, Field(ge=0, le=60)] | None = None


class TokensRequest(Sent):
    tokens: Annotated[list[Token], Field(max_length=200)]


class ForgetRequest(TokensRequest):
    uploads: Annotated[
        bool,
        Field(description="also the maps and files that your address has sent, and the solves that it has ordered"),
    ] = False


class RenewRequest(Sent):
    token: Annotated[
        NewToken | None,
        Field(description="the new token, 256 random bits in base64url; made by the server when left out"),
    ] = None


class SeatRating(BaseModel):
    rating: Annotated[float, Field(description="Glicko-2, when the seat was taken")]
    deviation: Annotated[float, Field(description="how far off it may be")]
    gained: Annotated[float | None, Field(description="by this match, once it has counted")]


class SeatView(BaseModel):
    seat: int
    side: str
    player: str
    name: str
    is_open: Annotated[bool, Field(description="an invite for it is not used yet")]
    rating: Annotated[SeatRating | None, Field(description="of who plays for one")]


class PlayedMove(BaseModel):
    ply: int
    seat: int
    text: str
    customary: str
    position: str
    left: Annotated[float | None, Field(description="the seconds that who moved had left then; null without a clock")]


class ClockView(BaseModel):
    control: Annotated[str, Field(examples=["300+3"])]
    left: Annotated[list[float], Field(description="the seconds of each seat at the moment of the answer")]
    running: Annotated[int | None, Field(description="the seat whose time runs")]


class ChatState(BaseModel):
    is_on: bool
    off_by: Annotated[list[int], Field(description="the seats whose players have switched it off")]


class MatchView(BaseModel):
    id: str
    game: str
    version: int
    ply: int
    start: str
    tags: dict[str, str]
    seats: list[SeatView]
    view: PositionView
    moves: list[PlayedMove]
    last_move: MoveView | None
    offers: dict[str, Any]
    help: Annotated[
        Literal["free", "agreed", "off"],
        Field(description="whether values and analyses are told: off until the end in matches between people"),
    ]
    is_rated: Annotated[bool, Field(description="whether it counts for ratings")]
    is_listed: Annotated[bool, Field(description="whether a seat waits in the lobby")]
    chat: Annotated[
        ChatState | None, Field(description="null where there is none: nobody sits apart, or it is off for all")
    ]
    clock: ClockView | None
    rematch: Annotated[str | None, Field(description="the match that the same players have begun after this one")]
    is_paused: bool
    pace: float
    watchers: int
    own_seats: list[int]
    created: float
    changed: float


class SecretSeat(BaseModel):
    seat: int
    player: str
    token: str | None = None
    invite: str | None = None


class CreatedMatch(BaseModel):
    """The secrets are told only here."""

    id: str
    owner_token: str
    seats: list[SecretSeat]
    match: MatchView


class JoinedMatch(BaseModel):
    id: str
    seat: int
    token: str
    match: MatchView


class MoveAnswer(BaseModel):
    version: int
    ply: int
    move: str
    seat: int
    position: str
    turn: int | None
    outcome: OutcomeView | None


class ChangeAnswer(BaseModel):
    version: int
    ply: int
    offers: dict[str, Any]
    outcome: OutcomeView | None


class EventView(BaseModel):
    version: int
    ply: int
    at: float
    event: dict[str, Any]


class OwnMatch(BaseModel):
    id: str
    game: str
    seat: int | None
    ply: int
    turn: int | None
    outcome: OutcomeView | None
    changed: float
    token_index: Annotated[int, Field(description="which of the sent tokens it is")]


class DeletedMatch(BaseModel):
    id: str


class RenewedToken(BaseModel):
    token: str
    version: int


class ForgottenView(BaseModel):
    deleted: Annotated[list[str], Field(description="matches that are no more")]
    left: Annotated[list[str], Field(description="matches of others, of which only your moves are left")]
    still_played: Annotated[list[str], Field(description="matches with others that are not over: resign first")]
    uploads: int
    solves: int
    ratings: int
    reports: Annotated[int, Field(description="that you had made")]


class AuditView(BaseModel):
    consistent: bool
    ply: int
    position: str
