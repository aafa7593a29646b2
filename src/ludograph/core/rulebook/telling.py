"""The rules told: as Markdown with boards of text, for terminals and docs; as plain data, for the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludograph.core.rulebook.book import Part, Prose, Rulebook
from ludograph.core.rulebook.figures import Figure
from ludograph.core.rulebook.source import FENCE
from ludograph.draw.text import to_text


def as_markdown(book: Rulebook) -> str:
    """The whole text; figures are drawn as text."""
    return "\n\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield f"# {book.title}"
    yield from map(_told, book.lead)
    for section in book.sections:
        yield f"## {section.title}"
        yield from map(_told, section.parts)


def _told(part: Part) -> str:
    return part.text if isinstance(part, Prose) else "\n\n".join(_figure_lines(part))


def _figure_lines(figure: Figure) -> Iterator[str]:
    yield f"{FENCE}\n{to_text(figure.picture)}\n{FENCE}"
    yield " ".join([f"*{figure.caption}*", *notes_of(figure)])


def notes_of(figure: Figure) -> list[str]:
    """What the rules themselves say about a figure: how it ended, why moves are refused. Markdown."""
    refused = [f"`{each.move}` is refused: {each.reason}" for each in figure.refused]
    return ([figure.outcome_text] if figure.outcome_text else []) + refused


def as_data(book: Rulebook) -> dict[str, Any]:
    """The rules as plain data, which can be written as JSON. Figures are numbered through the whole book."""
    numbers = {id(figure): number for number, figure in enumerate(book.figures)}

    def data(part: Part) -> dict[str, Any]:
        if isinstance(part, Prose):
            return {"kind": "text", "markdown": part.text}
        return {"kind": "figure", "number": numbers[id(part)], **_figure_data(part)}

    return {
        "game": book.game.id,
        "title": book.title,
        "lead": [data(part) for part in book.lead],
        "sections": [
            {
                "title": section.title,
                "is_taught": section.is_taught,
                "parts": [data(part) for part in section.parts],
            }
            for section in book.sections
        ],
    }


def _figure_data(figure: Figure) -> dict[str, Any]:
    picture = figure.picture
    return {
        "game": figure.game.id,
        "position": str(figure.before),
        "shown": str(figure.position),
        "caption": figure.caption,
        "description": f"{picture.title}: {picture.description}" if picture.description else picture.title,
        "marks": figure.marks,
        "outcome": figure.outcome_text or None,
        "refused": [{"move": each.move, "reason": each.reason} for each in figure.refused],
        "board": to_text(picture),
    }
