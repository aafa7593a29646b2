"""Files of games, and maps for the workshop."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from ludograph.board.maps import MAX_NAME
from ludograph.server.schemas.values import Degrees, Format, Sent, printable

MOST_TEXT = 1_000_000  # characters of a file of games


class PictureRequest(Sent):
    tiling: Literal["square", "hex", "hex-files", "triangle"]
    picture: Annotated[str, Field(max_length=20_000, examples=["rnk\n...\nKNR"])]
    name: Annotated[str, Field(max_length=MAX_NAME), AfterValidator(printable)] = ""
    forward: Annotated[
        tuple[Degrees, Degrees] | None,
        Field(description="where the pawns of both players go; without it they are free"),
    ] = None


class RaysRequest(Sent):
    map: Annotated[dict[str, Any], Field(description="a map file")]
    node: Annotated[int, Field(description="its id")]
    type: Literal["P", "N", "B", "R", "Q", "K"]
    player: int | Annotated[str, Field(max_length=40)]


class FileRequest(Sent):
    name: Annotated[str, Field(max_length=400, description="the file's, whose ending may tell the format")] = ""
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class ListedGame(BaseModel):
    """A game of a file; `fault` is why it can't be read."""

    number: int
    title: str | None
    players: list[str]
    about: Annotated[str, Field(description="event, place, date and round, as far as they are told")]
    result: str
    moves: Annotated[int, Field(description="how many it has; they are checked when it is imported")]
    fault: str | None


class FileView(BaseModel):
    format: Format
    games: list[ListedGame]
    is_all: Annotated[bool, Field(description="whether no more games follow")]


class MapSummary(BaseModel):
    hash: Annotated[str, Field(examples=["sha256:" + 64 * "0"])]
    name: Annotated[str, Field(max_length=MAX_NAME)]
    created: float


class NamedMap(BaseModel):
    name: str
    summary: str


class MapFaults(BaseModel):
    faults: list[str]


class WayView(BaseModel):
    nodes: Annotated[list[int], Field(description="the ids of the nodes passed, one after the other")]
    action: Literal["any", "move", "take"]
    jumps: Annotated[bool, Field(description="whether only the last of the nodes is a place to stop at")]


class RaysView(MapFaults):
    ways: list[WayView]


class CutView(MapFaults):
    map: Annotated[dict[str, Any] | None, Field(description="a map file, if there is no fault")]
