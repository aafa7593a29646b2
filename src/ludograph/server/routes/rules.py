"""The rules of a game for people: the text as HTML, and the figures in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from ludograph.core.game import Game
from ludograph.core.registry import game as game_named
from ludograph.core.rulebook import rulebook
from ludograph.core.rulebook.telling import as_data
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import THEMES, with_pieces
from ludograph.server.problems import NotFound
from ludograph.server.routes.positions import SVG, AskedGame
from ludograph.server.schemas.values import PiecesName, ThemeName
from ludograph.server.services import API, Parts, answers, answers_as, routes_at

router = routes_at(API + "/rules", "rules")


class TextPart(BaseModel):
    kind: Literal["text"]
    markdown: str
    html: str


class RefusedMove(BaseModel):
    move: str
    reason: Annotated[str, Field(description="the rule's own sentence")]


class FigurePart(BaseModel):
    kind: Literal["figure"]
    number: Annotated[int, Field(description="its place among all figures, by which `/rules/figure` draws it")]
    game: Annotated[str, Field(description="may be another one than the rules are about")]
    position: Annotated[str, Field(description="where somebody who tries it begins")]
    shown: Annotated[str, Field(description="the position that is drawn")]
    caption: str
    description: Annotated[str, Field(description="what is to be seen, in words")]
    marks: list[str]
    outcome: Annotated[str | None, Field(description="how the game has ended there")]
    refused: list[RefusedMove]
    board: Annotated[str, Field(description="the figure as text")]


RulesPart = Annotated[TextPart | FigurePart, Field(discriminator="kind")]


class RulesSection(BaseModel):
    title: str
    is_taught: Annotated[bool, Field(description="a player has to learn it; others are to be looked up")]
    parts: list[RulesPart]


class OtherRules(BaseModel):
    game: str
    title: str


class RulesView(BaseModel):
    game: str
    title: str
    lead: list[RulesPart]
    sections: list[RulesSection]
    variants: Annotated[list[OtherRules], Field(description="of the same game, this one among them")]


@router.get("", **answers(RulesView, 404))
async def tell_rules(parts: Parts, game: AskedGame) -> JSONResponse:
    """The rules of a game: set-up, moves, captures, end, who invented it and what is known, with figures."""
    named = await parts.games.named(game)
    return JSONResponse(await parts.games.run(told_rules, named))


@router.get("/figure", **answers_as(SVG, 404))
async def draw_figure(
    parts: Parts,
    game: AskedGame,
    number: Annotated[int, Query(ge=0, le=1000)] = 0,
    theme: ThemeName = "light",
    pieces: PiecesName = "usual",
) -> Response:
    """A drawing of one of the figures."""
    named = await parts.games.named(game)

    def drawn() -> str:
        figures = rulebook(named).figures
        if number >= len(figures):
            raise NotFound(f"The rules of {named.id} have {len(figures)} figures, and no number {number}.")
        return to_svg(figures[number].picture, with_pieces(THEMES[theme], pieces), is_small=True)

    return Response(await parts.games.run(drawn), media_type=SVG)


def told_rules(game: Game) -> dict[str, Any]:
    """The rules as plain data, with their texts as HTML."""
    told = as_data(rulebook(game))
    for part in [*told["lead"], *(part for section in told["sections"] for part in section["parts"])]:
        if part["kind"] == "text":
            part["html"] = _html(part["markdown"])
    return {**told, "variants": _variants(type(game).name, tuple(game.variants))}


@lru_cache(maxsize=64)
def _variants(name: str, variants: tuple[str, ...]) -> list[dict[str, str]]:
    games = [f"{name}/{variant}" for variant in variants]
    return [{"game": each, "title": rulebook(game_named(each)).title} for each in games]


@lru_cache(maxsize=1)
def _renderer() -> Any:
    from markdown_it import MarkdownIt

    # A text may be that of another package's game: HTML in it is text.
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=1024)
def _html(markdown: str) -> str:
    rendered: str = _renderer().render(markdown)
    return rendered
