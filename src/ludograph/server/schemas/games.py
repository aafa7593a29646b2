"""Games with their boards, and as modules for pages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field


class LinkView(BaseModel):
    to: int
    direction: Annotated[float, Field(description="degrees: right 0, up 90, left 180, down 270")]


class NodeView(BaseModel):
    label: Annotated[str, Field(description="what moves and positions call it")]
    name: Annotated[str, Field(description="what people call it")]
    x: float
    y: Annotated[float, Field(description="upwards")]
    visible: bool
    shade: int
    outline: list[list[float]]
    links: list[LinkView]


class NameView(BaseModel):
    """A text to write on the board, with its middle and its height."""

    text: str
    x: float
    y: float
    height: float


class SceneryView(BaseModel):
    """What lies about a board: parts around a point of it, as those of forms are."""

    x: float
    y: float
    tint: Annotated[int, Field(description="the tile colour that it has")]
    parts: list[dict[str, Any]]
    corners: Annotated[list[tuple[float, float]], Field(description="of what has to be in sight")]


class BoardView(BaseModel):
    name: str
    unit: Annotated[float, Field(description="the width of the smallest cell")]
    names: list[NameView]
    turned_names: Annotated[list[NameView], Field(description="for who sees the board from the opposite side")]
    max_turn: float
    heading: str
    nodes: list[NodeView]
    scenery: list[SceneryView]


class PlayerView(BaseModel):
    name: str
    form: str
    summary: str


class BorderView(BaseModel):
    seat: int
    sides: Annotated[list[tuple[tuple[float, float], tuple[float, float]]], Field(description="from point to point")]


class FigurineView(BaseModel):
    letter: Annotated[str, Field(description="what customary texts of moves have for it")]
    sign: str
    name: str


Space = tuple[float, float, float]


class SolidTurnView(BaseModel):
    axis: Space
    degrees: Annotated[float, Field(description="counter-clockwise, as seen from the tip of the axis")]
    cells: list[int]
    sources: Annotated[list[int], Field(description="for each cell the one from which its content comes")]


class SolidView(BaseModel):
    outlines: Annotated[list[list[Space]], Field(description="the corners of each cell")]
    turns: Annotated[dict[str, SolidTurnView], Field(description="what each move turns")]
    up: Space
    front: Space


class GameView(BaseModel):
    id: str
    name: str
    variant: str | None
    values: dict[str, Any]
    parameters: list[dict[str, Any]]
    title: str
    full_title: Annotated[str, Field(description="with the variant", examples=["Draughts: Russian"])]
    summary: str
    seats: list[str]
    kinds: str
    repetition_limit: int
    piece_values: Annotated[dict[str, int], Field(description="what kinds of pieces are customarily worth")]
    rules_version: int
    start: str
    figurines: list[FigurineView]
    file_format: Annotated[Literal["pgn", "pdn"], Field(description="the portable notation that is usual for it")]
    goals: Annotated[list[int], Field(description="nodes that have to be reached")]
    goals_lead_out: Annotated[bool, Field(description="whether a piece leaves the board there")]
    tints: Annotated[list[int | None], Field(description="tile colours of the seats' pieces; null: the seat's own")]
    borders: Annotated[list[BorderView], Field(description="edges of the board that belong to seats")]
    board: BoardView
    solid: Annotated[SolidView | None, Field(description="the same cells in space, where they are those of a solid")]
    players: list[PlayerView]
    has_module: Annotated[bool, Field(description="whether a page can run it by itself (`GET /built`)")]


class LevelView(BaseModel):
    nodes: int | None
    time: float | None
    carelessness: Annotated[float, Field(description="how often it moves without looking")]


class BuiltView(BaseModel):
    game: str
    digest: Annotated[str, Field(description="of module and description, which are under `/built/…?game=&digest=`")]
    bytes: int
    spells: Annotated[bool, Field(description="whether people write moves otherwise than the module tells them")]
    levels: dict[str, LevelView]
    usual_level: int
    positions_of_a_round: Annotated[int, Field(description="about so many are looked at in one round of tree search")]
    least_loss: Annotated[dict[str, float], Field(description="of the chance to win, in per cent, by fault")]
    difficulties: Annotated[dict[str, float], Field(description="of starts: shares of the longest way to the end")]


class VariantView(BaseModel):
    name: str
    summary: str
    seats: Annotated[int, Field(description="how many play")]


class AliasView(BaseModel):
    name: Annotated[str, Field(description="what people call a game")]
    game: Annotated[str, Field(description="its name here")]


class CatalogueEntry(BaseModel):
    name: str
    title: str
    summary: str
    variants: list[VariantView]
    other_names: Annotated[list[str], Field(description="what it is called elsewhere and in other languages")]
    aliases: list[AliasView]
    takes_graphs: Annotated[bool, Field(description="it is played on any graph or board that a file gives")]
    parameters: list[dict[str, Any]]
    short_parameters: dict[str, list[str]]
    seats: list[str]
    kinds: str
    is_puzzle: bool
    players: list[PlayerView]
