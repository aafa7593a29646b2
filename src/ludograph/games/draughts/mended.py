"""Positions and openings of draughts as other programs write them, in the way of PDN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ludograph.core.game import Position
from ludograph.core.texts import quoted
from ludograph.errors import MoveError
from ludograph.games.draughts.texts import SIDE, Placed, SquareNames, ghosts_among, placed_pieces
from ludograph.games.draughts.variants import BLACK, WHITE, Variant

#: What lidraughts writes behind the pieces: quiet moves, the move's number, kings' moves.
COUNTS = re.compile(r"(:(H\d+|F\d+|\+\d+\+\d+))+")
#: An opening drawn by lot puts so many men onto other squares.
MOST_PUT = 2
PUT = re.compile("([a-h][1-8])-([a-h][1-8])")
KINGS_IN_RANGE = re.compile(r"K(\d+)-K(\d+)")


def mended_pieces(text: str, variant: Variant, names: SquareNames, faults: list[str]) -> str:
    """The text of a position without what others put into it; what was mended is added to the faults."""
    text, blanks = re.subn(r"\s+", "", text)
    if blanks:
        faults.append("it has blanks in it")
    text = text.removesuffix(".")
    if found := COUNTS.search(text):
        faults.append(f"{quoted(found[0])} is no part of a position")
        text = text[: found.start()] + text[found.end() :]
    text, ranges = KINGS_IN_RANGE.subn(r"K\1-\2", text)
    if ranges:
        faults.append("a range of kings has one K, as in K31-50")
    text = _without_ghosts(_with_single_letters(text, faults), faults)
    return _crowned(text, variant, names, faults)


def _with_single_letters(text: str, faults: list[str]) -> str:
    """Without the sides' letters that stand a second time, once or before every square: ``W:WW21,W22:BB1``. When only
    one list has a letter twice, it may be that of a file."""
    turn, *lists = text.split(":")
    if not lists or any(part[:1] != part[1:2] or part[:1] not in SIDE for part in lists):
        return text
    faults.append("a side's letter stands there twice")
    single = [",".join(entry.removeprefix(part[0]) for entry in part[1:].split(",")) for part in lists]
    return ":".join([turn, *(part[0] + entries for part, entries in zip(lists, single, strict=True))])


def _without_ghosts(text: str, faults: list[str]) -> str:
    """Without the pieces that are taken and still lie there: our positions are those between whole moves."""
    ghosts = ghosts_among(text)
    if not ghosts:
        return text
    faults.append(f"{', '.join(ghosts)}: what is taken already is off the board, though the capture may go on")
    turn, *lists = text.split(":")
    left = [",".join(entry for entry in part[1:].split(",") if entry not in ghosts) for part in lists]
    return ":".join([turn, *(part[:1] + entries for part, entries in zip(lists, left, strict=True))])


def _crowned(text: str, variant: Variant, names: SquareNames, faults: list[str]) -> str:
    """With kings for the men on their last rows: no man can stand there."""
    unread: list[str] = []
    white_moves, placed = placed_pieces(text, names, unread)
    if unread:
        return text
    last_rows = {side == WHITE: variant.last_row(seat) for seat, side in enumerate(variant.seats)}
    late = [node for node, is_white, is_king in placed if not is_king and node in last_rows[is_white]]
    if not late:
        return text
    faults.append(f"men on their last row must be kings, on {', '.join(map(names.board.label, late))}")
    crowned = [(node, is_white, is_king or node in last_rows[is_white]) for node, is_white, is_king in placed]
    lists = [_written(crowned, side, names) for side in (WHITE, BLACK)]
    return f"{WHITE[0] if white_moves else BLACK[0]}:{':'.join(lists)}"


def _written(placed: list[Placed], side: str, names: SquareNames) -> str:
    own = [(node, is_king) for node, is_white, is_king in placed if is_white == SIDE[side[0]]]
    return side[0] + ",".join(f"{'K' if is_king else ''}{names.board.label(node)}" for node, is_king in own)


def put_man(text: str, names: SquareNames, sides: Sequence[set[int]], put: int | None = None) -> int | None:
    """Put a man as an opening drawn by lot does, which is written by file and rank: from the square where it stands to
    another one, which it has to itself then, and which is returned. None if there is no such man, if its own side is
    there, or if another man of its side was ``put`` before."""
    found = PUT.fullmatch(text.lower())
    source, target = (names.node(name) for name in found.groups()) if found else (None, None)
    side = next((side for side in sides if source in side), None)
    if source is None or target is None or side is None or target in side or (put in side and put != source):
        return None
    for each in sides:
        each -= {source, target}
    side.add(target)
    return target


def are_legal(position: Position, moves: Iterable[str]) -> bool:
    """Whether these moves can be played from a position."""
    try:
        for text in moves:
            position = position.play(text)
    except MoveError:
        return False
    return True
