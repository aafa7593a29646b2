"""Questions about one position. The start is meant where no position is given."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.moves import PartialMove
from ludograph.core.plain_data import move_data, position_data
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import THEMES
from ludograph.errors import GameOver
from ludograph.players.analysis import Limits
from ludograph.players.named import check_guest
from ludograph.server.schemas import (
    AnalysisRequest,
    AnalysisView,
    GameName,
    MoveText,
    MoveView,
    PartialRequest,
    PartialView,
    PlayRequest,
    PositionText,
    PositionView,
    ValueView,
)
from ludograph.server.services import Costly, Parts, answers, answers_as

router = APIRouter(prefix="/position", tags=["positions"])

SVG = "image/svg+xml"
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
        moves = _position(named, position).moves(kind)
        return [move_data(move) for move in moves if source is None or move.source == source]

    return JSONResponse(await parts.games.run(listed))


@router.get("/svg", **answers_as(SVG, 404))
async def draw_position(
    parts: Parts,
    game: AskedGame,
    position: AskedPosition = None,
    theme: Literal["light", "dark"] = "light",
    last_move: Annotated[MoveText | None, Query(description="a move that led here from `before`")] = None,
    before: Annotated[PositionText | None, Query(description="the position before `last_move`")] = None,
) -> Response:
    """A drawing of the position."""
    named = await parts.games.named(game)

    def drawn() -> str:
        shown = _position(named, position)
        last = _position(named, before).find(last_move) if last_move else None
        return to_svg(shown.picture(last), THEMES[theme])

    return Response(await parts.games.run(drawn), media_type=SVG)


@router.post("/partial", **answers(PartialView, 404))
async def follow_hops(parts: Parts, asked: PartialRequest) -> JSONResponse:
    """A move that is entered hop by hop: whether it may begin so, what may follow, or the rule that forbids it."""
    named = await parts.games.named(asked.game)
    found = await parts.games.run(lambda: _position(named, asked.position).partial(asked.hops))
    return JSONResponse(_partial_data(found))


@router.post("/play", **answers(PositionView, 404, 409))
async def play_moves(parts: Parts, asked: PlayRequest) -> JSONResponse:
    """The position after some moves; nothing is kept."""
    named = await parts.games.named(asked.game)

    def played() -> dict[str, Any]:
        position = _position(named, asked.position)
        for move in asked.moves:
            position = position.play(move, kind=asked.kind)
        return position_data(position)

    return JSONResponse(await parts.games.run(played))


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


@router.post("/analysis", **answers(AnalysisView, 404, 409, 503), dependencies=[Costly])
async def analyse(parts: Parts, asked: AnalysisRequest) -> JSONResponse:
    """What a program finds within a budget of time, nodes or depth; half a second when none is given."""
    named = await parts.games.named(asked.game)
    limits = Limits(asked.time, asked.nodes, asked.depth)
    if limits == Limits():
        limits = Limits(time=0.5)
    player = f"{asked.player}:{limits}"
    check_guest(player, named)
    match = await parts.games.run(_match, named, asked.position, asked.moves)
    return JSONResponse((await parts.programs.analyse(match, player)).as_dict())


def _match(game: Game, position: str | None, moves: list[str]) -> Match:
    match = Match(game, _position(game, position))
    for move in moves:
        match.play(move)
    if outcome := match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=str(match.position))
    return match


def _position(game: Game, text: str | None) -> Position:
    return game.start() if text is None else game.parse(text)


def _partial_data(found: PartialMove) -> dict[str, Any]:
    return {
        "hops": list(found.hops),
        "valid": found.valid,
        "complete": found.complete,
        "next": list(found.next),
        "message": found.message,
        "move": move_data(found.move) if found.move else None,
    }
