"""Questions about one position. The start is meant where no position is given."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import Query, Response
from fastapi.responses import JSONResponse, StreamingResponse

from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.moves import PartialMove
from ludograph.core.plain_data import move_data, position_data
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import THEMES, with_pieces
from ludograph.errors import GameOver
from ludograph.server.games import DIFFICULTIES, Difficulty
from ludograph.server.insight import analysis_of, review_of
from ludograph.server.schemas.positions import (
    AnalysisRequest,
    AnalysisView,
    CustomaryRequest,
    CustomaryView,
    MoveView,
    PartialRequest,
    PartialView,
    PlayedView,
    PlayRequest,
    PositionView,
    ReviewRequest,
    StartView,
    ValueView,
    WordsView,
)
from ludograph.server.schemas.values import GameName, MoveText, PiecesName, PositionText, ThemeName
from ludograph.server.services import API, Costly, Parts, answers, answers_as, routes_at
from ludograph.server.words import words_of

router = routes_at(API + "/position", "positions")

SVG = "image/svg+xml"
LINES = "application/x-ndjson"
AskedGame = Annotated[GameName, Query()]
AskedPosition = Annotated[PositionText | None, Query()]


@router.get("", **answers(PositionView, 404))
async def show_position(parts: Parts, game: AskedGame, position: AskedPosition = None) -> JSONResponse:
    """A position to be drawn and played on: pieces, whose turn, outcome, legal moves."""
    named = await parts.games.named(game)
    return JSONResponse(await parts.games.run(lambda: position_data(_position(named, position))))


@router.get("/moves", **answers(list[MoveView], 404))
async def list_moves(
    parts: Parts,
    game: AskedGame,
    position: AskedPosition = None,
    kind: Annotated[str, Query(max_length=20, examples=["legal", "undo", "all"])] = "legal",
    source: Annotated[str | None, Query(alias="from", max_length=40, description="only those of one piece")] = None,
) -> JSONResponse:
    """The moves of a kind (legal, forward, bidirectional, backward, undo or all), of one side or of one piece."""
    named = await parts.games.named(game)

    def listed() -> list[dict[str, Any]]:
        asked = _position(named, position)
        return [move_data(asked, move) for move in asked.moves(kind) if source is None or move.source == source]

    return JSONResponse(await parts.games.run(listed))


@router.get("/svg", **answers_as(SVG, 404))
async def draw_position(
    parts: Parts,
    game: AskedGame,
    position: AskedPosition = None,
    theme: ThemeName = "light",
    pieces: PiecesName = "usual",
    names: Annotated[bool, Query(description="whether cells have their names")] = True,
    last_move: Annotated[MoveText | None, Query(description="a move that led here from `before`")] = None,
    before: Annotated[PositionText | None, Query(description="the position before `last_move`")] = None,
) -> Response:
    """A drawing of the position."""
    named = await parts.games.named(game)

    def drawn() -> str:
        shown = _position(named, position)
        last = _position(named, before).find(last_move) if last_move else None
        return to_svg(shown.picture(last), with_pieces(THEMES[theme], pieces), coordinates=names)

    return Response(await parts.games.run(drawn), media_type=SVG)


@router.post("/partial", **answers(PartialView, 404))
async def follow_hops(parts: Parts, asked: PartialRequest) -> JSONResponse:
    """A move that is entered hop by hop: whether it may begin so, what may follow, or the rule that forbids it."""
    named = await parts.games.named(asked.game)

    def followed() -> dict[str, Any]:
        position = _position(named, asked.position)
        return _partial_data(position, position.partial(asked.hops))

    return JSONResponse(await parts.games.run(followed))


@router.post("/play", **answers(PlayedView, 404, 409))
async def play_moves(parts: Parts, asked: PlayRequest) -> JSONResponse:
    """The position after some moves; nothing is kept."""
    named = await parts.games.named(asked.game)

    def played() -> dict[str, Any]:
        position, last = _position(named, asked.position), None
        for text in asked.moves:
            move = position.find(text, kind=asked.kind)
            last = move_data(position, move)
            position = position.play(move, kind=asked.kind)
        return {**position_data(position), "last_move": last}

    return JSONResponse(await parts.games.run(played))


@router.get("/words", **answers(WordsView, 404))
async def tell_words(parts: Parts, game: AskedGame, position: AskedPosition = None) -> JSONResponse:
    """A position for a page that runs the game's module: the words of its state."""
    named = await parts.games.named(game)
    return JSONResponse({"words": await parts.games.run(lambda: words_of(named, _position(named, position)))})


@router.post("/customary", **answers(CustomaryView, 404, 409))
async def spell_lines(parts: Parts, asked: CustomaryRequest) -> JSONResponse:
    """Lines of moves as people write them, each from the position after some moves."""
    named = await parts.games.named(asked.game)

    def spelled() -> list[list[str]]:
        position = _played(named, asked.position, asked.moves).position
        return [_customary(position, line) for line in asked.lines]

    return JSONResponse({"lines": await parts.games.run(spelled)})


@router.get("/value", **answers(ValueView | None, 404))
async def tell_value(
    parts: Parts,
    game: AskedGame,
    position: AskedPosition = None,
    if_known: Annotated[bool, Query(description="null, and no problem, where nobody knows")] = False,
) -> JSONResponse:
    """The value and the remoteness of a position and of each move, where the game is solved."""
    named = await parts.games.named(game)
    ask = parts.truth.known if if_known else parts.truth.answer
    found = await parts.truth.run(lambda: ask(_position(named, position)))
    return JSONResponse(found.as_dict() if found else None)


@router.get("/start", **answers(StartView, 404))
async def find_start(
    parts: Parts,
    game: AskedGame,
    difficulty: Annotated[Difficulty, Query(description="as a share of the longest way to the end")],
) -> JSONResponse:
    """A start by chance of a wanted difficulty, where the game is solved."""
    named = await parts.games.named(game)
    position, remoteness = await parts.truth.run(partial(parts.truth.start, named, DIFFICULTIES[difficulty]))
    return JSONResponse({"position": str(position), "remoteness": remoteness})


@router.post("/analysis", **answers(AnalysisView, 404, 409, 503), dependencies=[Costly])
async def analyse(parts: Parts, asked: AnalysisRequest) -> JSONResponse:
    """What a program finds within a budget of time, nodes or depth; half a second when none is given."""
    named = await parts.games.named(asked.game)
    match = await parts.games.run(_match, named, asked.position, asked.moves)
    return JSONResponse(await analysis_of(parts, match, asked))


@router.post("/review", **answers_as(LINES, 404, 409, 503, kind=StreamingResponse), dependencies=[Costly])
async def review_moves(parts: Parts, asked: ReviewRequest) -> StreamingResponse:
    """What each of some moves has cost who made it, and which were mistakes: a line of JSON for each, when found."""
    named = await parts.games.named(asked.game)
    match = await parts.games.run(_played, named, asked.position, asked.moves)
    return StreamingResponse(review_of(parts, match, asked.time), media_type=LINES)


def _customary(position: Position, line: list[str]) -> list[str]:
    texts = []
    for text in line:
        move = position.find(text)
        texts.append(position.customary(move))
        position = position.play(move)
    return texts


def _played(game: Game, position: str | None, moves: list[str]) -> Match:
    match = Match(game, _position(game, position))
    for move in moves:
        match.play(move)
    return match


def _match(game: Game, position: str | None, moves: list[str]) -> Match:
    match = _played(game, position, moves)
    if outcome := match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=str(match.position))
    return match


def _position(game: Game, text: str | None) -> Position:
    return game.start() if text is None else game.parse(text)


def _partial_data(position: Position, found: PartialMove) -> dict[str, Any]:
    return {
        "hops": list(found.hops),
        "valid": found.valid,
        "complete": found.complete,
        "next": list(found.next),
        "message": found.message,
        "move": move_data(position, found.move) if found.move else None,
    }
