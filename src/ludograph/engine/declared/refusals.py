"""Why a move is refused, told from the list of moves and from what stands on the board. For games that don't say it
themselves: good sentences, but no second witness of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ludograph.board import Board
from ludograph.core.moves import HopIndex
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece
from ludograph.errors import IllegalMove

MOST_OFFERED = 8


class Look(NamedTuple):
    """What a refusal is told from: what stands on the nodes, the moves by their hops, whether they go from cell to
    cell."""

    pieces: Mapping[int, Piece]
    moves: HopIndex
    have_sources: bool


def refusal(board: Board, seats: Sequence[str], turn: int, look: Look, hops: Sequence[str]) -> IllegalMove | None:
    """The reason against a move that begins with these hops; None when a listed move does."""
    begun = tuple(hops)
    if not look.moves.following(()):
        return _told("game-over", "the game is over")
    if begun in look.moves:
        return None
    if len(begun) > 1 and (earlier := refusal(board, seats, turn, look, begun[:-1])):
        return earlier
    following = look.moves.following(begun[:-1])
    node = board.index(begun[-1])
    if node is None and not any(board.index(hop) is None for hop in following):
        return _told("no-cell", f"{quoted(begun[-1])} is no cell of the board")
    mover = seats[turn] if len(seats) > 1 else "you"
    if not following:
        return _told("too-long", f"a move ends with {begun[-2]}, and {quoted(begun[-1])} is too much")
    offer = _offer(following)
    if len(begun) > 1:
        return _told("no-target", f"from {begun[-2]} {mover} can go to {offer}, not to {begun[-1]}")
    piece = look.pieces.get(node) if node is not None else None
    if look.have_sources:
        return _why_not_from(turn, seats, begun[0], piece, offer)
    if piece and not any(board.index(hop) in look.pieces for hop in following):
        return _told("occupied", f"{begun[0]} holds {_named(piece, seats)}")
    return _told("no-place", f"{mover} can't play on {begun[0]}, but on {offer}")


def _why_not_from(turn: int, seats: Sequence[str], cell: str, piece: Piece | None, offer: str) -> IllegalMove:
    if piece is None:
        return _told("empty-source", f"{cell} is empty")
    if piece.seat != turn and len(seats) > 1:
        return _told("not-your-side", f"{cell} holds {_named(piece, seats)}, but {seats[turn]} is to move")
    return _told("stuck", f"{cell} holds {_named(piece, seats)} that can't move now; {offer} can")


def _named(piece: Piece, seats: Sequence[str]) -> str:
    """With its article and its owner: an arrow, a stone of Red."""
    owner = seats[piece.seat] if piece.seat < len(seats) > 1 else ""
    noun = piece.name.removeprefix(f"{owner} ")
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}{owner and f' of {owner}'}"


def _offer(following: Iterable[str]) -> str:
    listed = sorted(following)
    if len(listed) > MOST_OFFERED:
        return f"one of {len(listed)} other cells"
    return " or ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))


def _told(reason: str, what: str) -> IllegalMove:
    """As a sentence, which may begin with a cell; e4 stays e4."""
    is_cell = what[1:2].isdigit()
    return IllegalMove(f"{what[0] if is_cell else what[0].upper()}{what[1:]}.", reason=reason)
