"""A declared game as plain data: with it a program that has no Python reads states and moves of the compiled game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludograph.core.plain_data import piece_data
from ludograph.engine.declared.codes import Choice, Code, CodeField, Direction, Node, Touches
from ludograph.engine.declared.fields import Cells, Counter, Field, Hand, Kind, More, Other, Value, Whose

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame


def state_data(game: KernelGame) -> dict[str, Any]:
    """The words of a state in their order, and the first state. Words are written in hexadecimal: they may have more
    bits than a number in JSON."""
    fields = []
    before = ""
    for name, field in game.declaration.fields.items():
        fields.append({"name": name, **_field_data(field, before)})
        before = before if isinstance(field, More) else name
    words: Any = game.start_state()
    return {"fields": fields, "start": [hex(word) for word in words]}


def _field_data(field: Field, before: str) -> dict[str, Any]:
    data: dict[str, Any] = {"is": type(field).__name__.lower()}
    if isinstance(field, Cells | Hand):
        whose = str(field.whose.value) if isinstance(field.whose, Whose) else field.whose
        data |= {"whose": whose, "piece": field.kind.name if isinstance(field, Cells) else field.name}
    if isinstance(field, Kind):
        data |= {"piece": field.name, "letter": field.letter}
    if isinstance(field, More):
        data["of"] = field.of or before
    if isinstance(field, Counter | Value | Hand):
        data["most"] = field.most
    if isinstance(field, Other):
        data["note"] = field.note
    return data


def code_data(code: Code, touches: Touches, has_captures: bool) -> dict[str, Any]:
    """The fields of a move's code, from the lowest bits on, those codes that have names instead, and how moves are
    written for which the compiled game's ``touched`` tells what a hand touches. ``has_captures``: a piece of another
    seat that disappears is taken."""
    fields, shift = [], 0
    for name, field in code.fields.items():
        fields.append({"name": name, "shift": shift, "bits": field.bits, **_code_field_data(field)})
        shift += field.bits
    named = {str(number): name for number, name in code.named.items()}
    return {"fields": fields, "named": named, "has_captures": has_captures, **touches._asdict()}


def _code_field_data(field: CodeField) -> dict[str, Any]:
    data: dict[str, Any] = {"is": type(field).__name__.lower()}
    if isinstance(field, Node):
        data["sign"] = field.sign
    if isinstance(field, Choice):
        data["texts"] = list(field.texts)
    if isinstance(field, Direction):
        data["degrees"] = list(field.degrees)
    return data


def contents_data(game: KernelGame) -> list[dict[str, Any]]:
    """What can stand on a node: the compiled game's ``content`` tells its number, from 1 on."""
    return [piece_data(piece) for piece in game.contents]
