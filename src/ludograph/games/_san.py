"""Moves as chess players write them, also on maps and in chess's relatives: ``Nf5``, ``exf5``, ``R1xa4``, ``f11=Q#``.

Only where the cells are called by letters and numbers, like those of chess: elsewhere ``N12`` would say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludograph.board import Board
from ludograph.core.moves import Move

CELL = re.compile("([a-z])([0-9]{1,2})")
CASTLES = {"K": "O-O", "Q": "O-O-O"}
WITH_ZEROS = ("0-0", "0-0-0")
SIGNS = "+#!?"  # behind a move; they say nothing about which one it is


def has_chess_cells(board: Board) -> bool:
    """Whether every cell is called by a small letter and a number."""
    return all(CELL.fullmatch(node.label) for node in board.nodes if node.visible)


def san_of(letter: str, move: Move, rivals: Iterable[Move]) -> str:
    """A move of a piece with this letter, without a sign for check; rivals are like pieces' moves to the same cell."""
    sources = [str(rival.source) for rival in rivals if rival.source != move.source]
    takes = "x" if move.captures else ""
    sign = "" if letter == "P" else letter
    source = _distinction(str(move.source), sources, has_file=not sign and bool(takes))
    return f"{sign}{source}{takes}{move.target}{''.join(move.hops[2:])}"


def _distinction(source: str, rivals: list[str], *, has_file: bool) -> str:
    """The letter of a cell if it tells a piece from its rivals, else its number, else both; a capture of a pawn always
    names the letter."""
    file, rank = parts_of(source)
    if not rivals:
        return file if has_file else ""
    if all(parts_of(rival)[0] != file for rival in rivals):
        return file
    return source if has_file or any(parts_of(rival)[1] == rank for rival in rivals) else rank


def spellings(letter: str, move: Move) -> Iterator[str]:
    """Every way to write it: more of the source than needed may be said; less is ambiguous."""
    choice = "".join(move.hops[2:])
    sign = "" if letter == "P" else letter
    for link in ("x", "") if move.captures else ("",):
        for part in ("", *parts_of(str(move.source)), str(move.source)):
            if part or sign or not move.captures:  # a capture of a pawn names where it comes from
                yield f"{sign}{part}{link}{move.target}{choice}"


def parts_of(cell: str) -> tuple[str, str]:
    """The letter and the number of a cell."""
    return cell[:1], cell[1:]
