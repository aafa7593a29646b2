"""Playing with strangers: lobby, ratings, chat, spectators, reports."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from ludograph.server.schemas.matches import SeatRating
from ludograph.server.schemas.values import Sent, printable, said


class ChatRequest(Sent):
    text: Annotated[
        str, Field(max_length=200, examples=["Good game!"]), AfterValidator(printable), AfterValidator(said)
    ]


class ChatSwitch(Sent):
    is_on: bool


class ReportRequest(Sent):
    seat: Annotated[int, Field(ge=0, le=15, description="whom it is about")]
    text: Annotated[
        str, Field(max_length=500, description="what has happened"), AfterValidator(printable), AfterValidator(said)
    ]


class LobbyPlayer(BaseModel):
    seat: int
    player: str
    name: str
    rating: SeatRating | None


class LobbyEntry(BaseModel):
    match: Annotated[str, Field(description="its id: who has no invite may join it")]
    game: str
    clock: str | None
    kind: Literal["none", "live", "days"]
    open_seats: list[int]
    players: list[LobbyPlayer]
    is_rated: Annotated[bool, Field(description="whether it counts, if you bring a token for ratings")]
    since: float


class RatingView(BaseModel):
    """Glicko-2; the deviation grows while nothing is played."""

    game: str
    rating: float
    deviation: float
    volatility: float
    played: Annotated[int, Field(description="matches that have counted")]
    changed: float


class ForgottenRatings(BaseModel):
    ratings: int


class RatingTokenView(BaseModel):
    token: str


class ChatLine(BaseModel):
    number: Annotated[int, Field(description="lines are counted from 1")]
    seat: int
    text: str
    at: float


class SpectatorsView(BaseModel):
    count: Annotated[int, Field(description="sockets that watch without a seat")]
    names: Annotated[list[str], Field(description="of those who have given one, at most 50")]


class ReportView(BaseModel):
    id: str
    match: str
    game: str
    seat: int
    name: Annotated[str, Field(description="of who is reported")]
    address: Annotated[str | None, Field(description="theirs, if they were connected to the same process")]
    text: str
    chat: list[ChatLine]
    at: float


class ReportedView(BaseModel):
    id: str
