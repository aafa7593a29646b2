"""Positions as pages write them that run a game by themselves: the words of its state, in hexadecimal."""

from __future__ import annotations

from typing import Any

from ludograph.adapters.building.entries import kernel_game
from ludograph.core.game import Game, Position
from ludograph.core.plain_data import piece_data
from ludograph.errors import CannotBuild

LOOKS = ("palette", "colour", "sign")


def words_of(asked: Game, position: Position) -> str:
    """The words, with dots between them. Where stickers are followed, behind ~ the first place of the start that looks
    like each. CannotBuild for rules in plain Python, which have none, and where other cars in the park are another
    puzzle, with another module."""
    game = kernel_game(position.game)
    if game.id != asked.id:
        raise CannotBuild(f"The position is none of {asked.id}, but one of {game.id}.")
    state: Any = position.state
    words = ".".join(f"{word:x}" for word in state)
    start = game.description().get("start_pieces")
    if not start:
        return words
    looks = [_look(piece) for piece in start]
    places = [looks.index(_look(piece_data(piece))) for piece in game.pieces(state)]
    return f"{words}~{','.join(map(str, places))}"


def _look(piece: dict[str, Any]) -> list[Any]:
    return [piece[name] for name in LOOKS]
