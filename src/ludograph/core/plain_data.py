"""Boards, pieces and moves as plain data: all that a page needs to draw a position, and nothing of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from ludograph.board import Board
from ludograph.core.game import Game, Position
from ludograph.core.moves import Move, MoveKind
from ludograph.draw.coordinates import names, turned_names, unit_of
from ludograph.draw.forms import FORMS
from ludograph.draw.picture import TILE_COLOURED, Piece, Shape
from ludograph.draw.scenery import Scenery
from ludograph.draw.themes import THEMES, with_pieces


def board_data(board: Board, named: Board | None = None, scenery: Iterable[Scenery] = ()) -> dict[str, Any]:
    """The board graph; nodes are named by their place in the list. ``names`` are the texts to write around it,
    ``turned_names`` those for who sees it from the opposite side. People may call the cells by the labels of another
    board, ``named``; ``scenery`` lies about it."""
    unit, named = unit_of(board), named or board
    return {
        "name": board.name,
        "unit": unit,
        "names": [asdict(name) for name in names(named, unit)],
        "turned_names": [asdict(name) for name in turned_names(named, unit)],
        "max_turn": board.max_turn,
        "heading": str(board.heading),
        "nodes": [
            {
                "label": node.label,
                "name": named.label(index),
                "x": node.x,
                "y": node.y,
                "visible": node.visible,
                "shade": node.shade,
                "outline": [list(corner) for corner in node.outline],
                "links": [{"to": link.target, "direction": link.direction} for link in board.links[index]],
            }
            for index, node in enumerate(board.nodes)
        ],
        "scenery": [each.as_dict() for each in scenery],
    }


def game_data(game: Game) -> dict[str, Any]:
    """The facts of one game with its parameters fixed."""
    return {
        "id": game.id,
        "name": game.name,
        "variant": game.variant,
        "values": dict(game.values),
        "parameters": [parameter.as_dict() for parameter in game.parameters],
        "title": game.title,
        "full_title": game.full_title,
        "summary": game.summary,
        "seats": list(game.seats),
        "kinds": str(game.kinds),
        "repetition_limit": game.repetition_limit,
        "piece_values": dict(game.piece_values),
        "rules_version": game.rules_version,
        "start": str(game.start()),
        "figurines": [
            {"letter": letter, "sign": sign, "name": name} for letter, (sign, name) in game.figurines.items()
        ],
        "file_format": game.portable.format,
        "goals": list(game.goals),
        "goals_lead_out": game.goals_lead_out,
        "tints": [game.tint_of(seat) for seat in range(len(game.seats))],
        "borders": [{"seat": border.seat, "sides": border.sides} for border in game.borders],
        "board": board_data(game.board, game.named_board, game.scenery),
        "solid": game.solid.as_dict() if game.solid else None,
    }


def piece_data(piece: Piece) -> dict[str, Any]:
    """A piece; ``palette`` and ``colour`` tell which of a theme's colours it has."""
    palette, colour = _colour_of(piece)
    return {**asdict(piece), "shape": str(piece.shape), "palette": palette, "colour": colour}


def _colour_of(piece: Piece) -> tuple[str, int]:
    if piece.shape is Shape.TEXT:
        return "coordinates", 0
    if piece.tint is not None:
        return "tiles", piece.tint
    return ("tiles" if piece.shape in TILE_COLOURED else "seats"), piece.seat


def move_data(position: Position, move: Move) -> dict[str, Any]:
    """A move of any kind of a position; ``customary`` is how people write it."""
    is_legal = move.kind in MoveKind.LEGAL
    customary = position.customary(move) if is_legal else move.text
    return {**move.as_dict(), "customary": customary, "ways": [list(way) for way in move.ways]}


def position_data(position: Position, moves: Iterable[Move] | None = None) -> dict[str, Any]:
    """A position to be drawn and played on; ``moves`` when they are others than the legal ones."""
    game, outcome = position.game, position.outcome
    return {
        "position": str(position),
        "turn": None if outcome else position.seat,
        "outcome": outcome.as_dict() if outcome else None,
        "alerts": [alert.as_dict() for alert in game.alerts(position.state)],
        "pieces": [piece_data(piece) for piece in game.pieces(position.state)],
        "beside": [piece_data(piece) for piece in game.pieces_beside(position.state)],
        "moves": [move_data(position, move) for move in (position.legal_moves if moves is None else moves)],
    }


def themes_data(pieces: str = "usual") -> dict[str, Any]:
    """All colours by the names of themes, with pieces of a kind; and the forms that are drawn from parts."""
    forms = {str(shape): [dict(part) for part in parts] for shape, parts in FORMS.items()}
    return {name: {**asdict(with_pieces(theme, pieces)), "forms": forms} for name, theme in THEMES.items()}
