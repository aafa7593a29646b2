"""What clients send and get, for checks and for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ludograph.board.maps import MAX_NAME
from ludograph.draw.palettes import PIECES
from ludograph.draw.themes import THEMES

MOST_TEXT = 1_000_000  # characters of a file of games
GAME_EXAMPLES = ["trimok", "hanoi?pegs=3&disks=4", "abalone/hex?setup=belgian-daisy"]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("has characters that can't be printed")
    return text


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("says nothing")
    return text.strip()


Name = Annotated[str, Field(max_length=60), AfterValidator(_printable)]
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


# -- what clients send ---------------------------------------------------------------------------------------------


class PictureRequest(Sent):
    tiling: Literal["square", "hex", "hex-files", "triangle"]
    picture: Annotated[str, Field(max_length=20_000, examples=["rnk\n...\nKNR"])]
    name: Annotated[str, Field(max_length=MAX_NAME), AfterValidator(_printable)] = ""
    forward: Annotated[
        tuple[Degrees, Degrees] | None,
        Field(description="where the pawns of both players go; without it they are free"),
    ] = None


class RaysRequest(Sent):
    map: Annotated[dict[str, Any], Field(description="a map file")]
    node: Annotated[int, Field(description="its id")]
    type: Literal["P", "N", "B", "R", "Q", "K"]
    player: int | Annotated[str, Field(max_length=40)]


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


class MatchAnalysisRequest(Budget):
    ply: (
        Annotated[int, Field(ge=0, le=10**6, description="after so many moves; the last position when left out")] | None
    ) = None


class ReviewRequest(Sent):
    game: GameName
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)]
    time: Annotated[float, Field(gt=0, le=1, description="seconds for each question")] = 0.1


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


class FileRequest(Sent):
    name: Annotated[str, Field(max_length=400, description="the file's, whose ending may tell the format")] = ""
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class JoinRequest(Sent):
    invite: Annotated[Token | None, Field(description="not needed for a match in the lobby")] = None
    name: Name = ""
    seat: Annotated[int | None, Field(ge=0, le=15, description="which one of several")] = None
    rating_token: Annotated[RatingToken | None, Field(description="to play for a rating, if the other does, too")] = (
        None
    )


class ChatRequest(Sent):
    text: Annotated[
        str, Field(max_length=200, examples=["Good game!"]), AfterValidator(_printable), AfterValidator(_said)
    ]


class ChatSwitch(Sent):
    is_on: bool


class ReportRequest(Sent):
    seat: Annotated[int, Field(ge=0, le=15, description="whom it is about")]
    text: Annotated[
        str, Field(max_length=500, description="what has happened"), AfterValidator(_printable), AfterValidator(_said)
    ]


class MoveRequest(Sent):
    move: MoveText
    ply: Annotated[int, Field(ge=0, le=10**6, description="how many moves were played before this one")]


class ReplyRequest(Sent):
    reply: Reply = "offer"


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


class BanRequest(Sent):
    address: Annotated[str, Field(max_length=50, examples=["203.0.113.7", "2001:db8::/48"])]
    hours: Annotated[float, Field(gt=0, le=10**6, description="for ever when left out")] | None = None
    reason: Annotated[str, Field(max_length=200, description="told to who is banned"), AfterValidator(_printable)] = ""


class SolveRequest(Sent):
    game: GameName


# -- what clients get ----------------------------------------------------------------------------------------------


class Problem(BaseModel):
    """RFC 9457; ``code`` is stable, ``detail`` is one sentence for people."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(examples=["illegal-move"])]


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
