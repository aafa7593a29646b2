"""Puzzles in the JSON of GamesmanPuzzles, for GamesmanUni and its middleware.

A variant is written as there, numbers with ``_`` between them (``3_4``: the parameters in their order), by its name
(``english``), or as parameters (``pegs=3&disks=4``); ``regular`` is the usual one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Path, Query
from fastapi.responses import JSONResponse

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.core.parameters import IntParameter
from ludograph.core.registry import game_class_named
from ludograph.draw.picture import Piece, Shape
from ludograph.errors import UnknownGame
from ludograph.server.games import catalogue
from ludograph.server.problems import NotFound
from ludograph.server.schemas.puzzles import PuzzlePosition, PuzzleStart
from ludograph.server.services import Parts, Services, answers, routes_at
from ludograph.solver.remoteness import Value

router = routes_at("/puzzles", "puzzles")

REGULAR = "regular"
NUMBERS = re.compile(r"[0-9]{1,9}(_[0-9]{1,9})*")
#: A piece whose sign is longer than one character is shown by a letter for its size.
SIZES = "0123456789abcdefghijklmnopqrstuvwxyz"
EMPTY = "-"
WORDS = {Value.WIN: "win", Value.UNSOLVABLE: "lose"}

PuzzleName = Annotated[str, Path(max_length=60)]
Variant = Annotated[str, Path(max_length=1000)]


@router.get("/", **answers(list[dict[str, str]]))
async def list_puzzles(parts: Parts) -> JSONResponse:
    """The puzzles that there are."""
    return JSONResponse(await parts.games.run(_puzzles))


@router.get("/{name}/", **answers(dict[str, Any], 404))
async def list_variants(parts: Parts, name: PuzzleName) -> JSONResponse:
    """The variants of a puzzle that have names."""
    found = (await _puzzle(parts, name, REGULAR)).__class__
    return JSONResponse({"puzzle_id": found.name, "puzzle_name": found.title, "variants": [REGULAR, *found.variants]})


@router.get("/{name}/{variant}/start/", **answers(PuzzleStart, 404))
async def show_start(parts: Parts, name: PuzzleName, variant: Variant) -> JSONResponse:
    """The position at the beginning."""
    puzzle = await _puzzle(parts, name, variant)
    return JSONResponse(await parts.games.run(lambda: _place(puzzle.start())))


@router.get("/{name}/{variant}/positions/", **answers(PuzzlePosition, 404))
async def show_puzzle_position(
    parts: Parts, name: PuzzleName, variant: Variant, p: Annotated[str, Query(max_length=20_000)]
) -> JSONResponse:
    """A position, its value and those of all moves; what can't be solved is `lose` here, without remoteness."""
    puzzle = await _puzzle(parts, name, variant)

    def answered() -> dict[str, Any]:
        position = puzzle.parse(p)
        known = parts.truth.answer(position)
        return {
            **_place(position),
            **_value(known.value, known.remoteness),
            "moves": [
                {
                    "move": each.move.text,
                    "autoguiMove": _autogui_move(position, each.move),
                    **_place(position.play(each.move)),
                    **_value(each.value, each.remoteness),
                }
                for each in known.moves
            ],
        }

    return JSONResponse(await parts.truth.run(answered))


def _puzzles() -> list[dict[str, str]]:
    return [{"id": entry["name"], "name": entry["title"]} for entry in catalogue() if entry["is_puzzle"]]


async def _puzzle(parts: Services, name: str, variant: str) -> Game:
    found = await parts.games.named(_game_text(name, variant))
    if len(found.seats) != 1:
        raise NotFound(f"{found.name} is no puzzle.")
    return found


def _game_text(name: str, variant: str) -> str:
    """The name of the game that is meant, as everywhere else."""
    if variant == REGULAR:
        return quote(name, safe="")
    if NUMBERS.fullmatch(variant):
        return f"{name}?{_numbered(name, variant.split('_'))}"
    first, *others = variant.split("&")
    path, parameters = (name, [first, *others]) if "=" in first else (f"{name}/{first}", others)
    return f"{path}?{'&'.join(parameters)}" if parameters else path


def _numbered(name: str, numbers: list[str]) -> str:
    found = game_class_named(name)
    names = [parameter.name for parameter in found.parameters if isinstance(parameter, IntParameter)]
    if len(numbers) == 1 and found.short_parameters:
        names = list(found.short_parameters)
    if len(numbers) > len(names):
        raise UnknownGame(f"{name} has no variant {'_'.join(numbers)}: it has {len(names)} numbers to be chosen.")
    return "&".join(f"{key}={number}" for key, number in zip(names, numbers, strict=False))


def _place(position: Position) -> dict[str, str]:
    return {"position": str(position), "autoguiPosition": _autogui_position(position)}


def _value(value: Value | None, remoteness: int | None) -> dict[str, Any]:
    words = {"positionValue": WORDS[value]} if value is not None else {"positionValue": "undecided"}
    return words if remoteness is None else {**words, "remoteness": remoteness}


def _autogui_position(position: Position) -> str:
    """``1_`` and a character for each cell, row by row."""
    pieces = position.game.pieces(position.state)
    if _are_towers(pieces):
        return "1_" + "".join(_tower_cells(pieces))
    signs = {piece.node: _character(piece) for piece in pieces}
    return "1_" + "".join(signs.get(node, EMPTY) for node in _cells_by_row(position.game))


def _autogui_move(position: Position, move: Move) -> str:
    """``M_from_to_x`` between cells, ``A_x_cell_x`` where only one is touched, the text where none is."""
    game, pieces = position.game, position.game.pieces(position.state)
    cells = {game.board.label(node): number for number, node in enumerate(_cells_by_row(game))}
    start, end = cells.get(move.source or ""), cells.get(move.target or "")
    if start is not None and end is not None and start != end:
        if _are_towers(pieces):
            start, end = _top_cell(pieces, start, 0), _top_cell(pieces, end, 1)
        return f"M_{start}_{end}_x"
    touched = end if end is not None else start
    return f"T_{move.text}_x" if touched is None else f"A_x_{touched}_x"


def _character(piece: Piece) -> str:
    return piece.sign if len(piece.sign) == 1 else SIZES[piece.size % len(SIZES)]


def _cells_by_row(game: Game) -> list[int]:
    nodes = game.board.nodes
    return sorted((node for node in range(len(nodes)) if nodes[node].visible), key=lambda n: (-nodes[n].y, nodes[n].x))


# A tower stands for as many cells, one above the other, as there are disks in all; its size is the character.


def _are_towers(pieces: Sequence[Piece]) -> bool:
    return any(piece.shape is Shape.TOWER for piece in pieces)


def _tower_cells(pieces: Sequence[Piece]) -> Iterator[str]:
    height = sum(len(piece.parts) for piece in pieces)
    for level in reversed(range(height)):
        for piece in pieces:
            yield SIZES[piece.parts[level] % len(SIZES)] if level < len(piece.parts) else EMPTY


def _top_cell(pieces: Sequence[Piece], tower: int, above: int) -> int:
    """The cell of the topmost disk of a tower, or so many above it."""
    height = sum(len(piece.parts) for piece in pieces)
    return (height - len(pieces[tower].parts) - above) * len(pieces) + tower
