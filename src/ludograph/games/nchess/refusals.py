"""Why a move of nchess is refused, in words: decided from the map's lines for one move, without the list of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ludograph.core.texts import quoted
from ludograph.errors import IllegalMove
from ludograph.games.nchess.map_file import TYPES, Castling, Pawns
from ludograph.games.nchess.states import Setting, Standing, StateForm

PROMOTIONS = "NBRQ"
CHOICES = tuple(f"={letter}" for letter in PROMOTIONS)

HOW_PIECES_MOVE = {
    "N": "a knight takes two steps in a direction and one to another side",
    "B": "a bishop moves along diagonals",
    "R": "a rook moves along straight lines",
    "Q": "a queen moves along straight lines and diagonals",
    "K": "a king moves to a neighbour or a diagonal neighbour",
}


class Refusals:
    """The refusals of one map. ``is_in_check`` tells of a state and a player whether his king is attacked."""

    def __init__(self, form: StateForm, seats: Sequence[str], is_in_check: Callable[[Any, int], bool]) -> None:
        self.form = form
        self.geometry = form.geometry
        self.map = form.geometry.map
        self.board = form.geometry.board
        self.seats = seats
        self.is_in_check = is_in_check
        self._setting = lru_cache(maxsize=16)(form.unpack)  # a hand asks about one position again and again

    def why_not(self, state: Any, hops: Sequence[str]) -> IllegalMove | None:
        """The rule that forbids a move begun with these hops; None when no rule does."""
        nodes = [self.board.index(hop) for hop in hops[:2]]
        for hop, node in zip(hops, nodes, strict=False):
            if node is None or not self.board.nodes[node].visible:
                return _illegal("no-cell", f"{quoted(hop)} is no cell of the board")
        start, *ends = (node for node in nodes if node is not None)
        setting = self._setting(state)
        if refusal := self._why_not_from(setting, start):
            return refusal
        piece = setting.on_node[start]
        if not ends:
            every = range(len(self.board))
            is_stuck = all(self._why_not_to(setting, piece, end) for end in every if self.board.nodes[end].visible)
            return _illegal("stuck", f"{self._the(piece)} can't move anywhere") if is_stuck else None
        refusal = self._why_not_to(setting, piece, ends[0])
        if refusal or len(hops) < 3:
            return refusal
        return self._why_not_become(piece, ends[0], hops[2:])

    def _why_not_from(self, setting: Setting, start: int) -> IllegalMove | None:
        mover = self.seats[setting.turn]
        piece = setting.on_node.get(start)
        kings = [player for player in range(len(self.seats)) if setting.king_of(player) is not None]
        if not self.map.has_check and len(kings) < 2:
            return _illegal("game-over", f"{self.seats[kings[0]] if kings else 'nobody'} has the last king")
        if piece is None:
            return _illegal("empty-source", f"there is no piece on {self.board.label(start)}")
        if piece.player != setting.turn:
            return _illegal("not-your-side", f"{self._the(piece)} is not {mover}'s, but {mover} is to move")
        return None

    def _why_not_to(self, setting: Setting, piece: Standing, end: int) -> IllegalMove | None:
        if piece.node == end:
            return _illegal("same-cell", f"a move leads to another cell than {self.board.label(end)}")
        if castling := self._castling(setting, piece, end):
            return self._why_not_castle(setting, castling)
        other = setting.on_node.get(end)
        if other and other.player == setting.turn:
            what = f"{self.board.label(end)} is occupied by {self.seats[setting.turn]}'s own {TYPES[other.letter]}"
            return _illegal("own-piece", what)
        if piece.letter == "P":
            refusal = self._why_no_pawn_move(setting, piece, end)
        else:
            refusal = self._why_no_piece_move(setting, piece, end)
        return refusal or self._why_unsafe(setting, piece, end)

    # -- how pieces move ----------------------------------------------------------------------------------

    def _why_no_piece_move(self, setting: Setting, piece: Standing, end: int) -> IllegalMove | None:
        start = piece.node
        if piece.letter in "NK":
            leaps = self.geometry.knight if piece.letter == "N" else self.geometry.king
            return None if end in leaps[start] else self._not_so(piece, end)
        lines: list[tuple[int, ...]] = []
        if piece.letter in "RQ":
            lines += self.geometry.straight[start]
        if piece.letter in "BQ":
            lines += self.geometry.diagonal[start]
        ways = [line[: line.index(end)] for line in lines if end in line]
        if not ways:
            return self._not_so(piece, end)
        return self._why_blocked(setting, piece, end, ways)

    def _why_blocked(
        self, setting: Setting, piece: Standing, end: int, ways: Sequence[Sequence[int]]
    ) -> IllegalMove | None:
        """None when one of the ways is free."""
        on_node = setting.on_node
        blocks = [next((node for node in way if node in on_node), None) for way in ways]
        first = blocks[0]
        if None in blocks or first is None:
            return None
        source, target = self.board.label(piece.node), self.board.label(end)
        return _illegal("blocked", f"the way from {source} to {target} is blocked on {self.board.label(first)}")

    def _not_so(self, piece: Standing, end: int) -> IllegalMove:
        source, target = self.board.label(piece.node), self.board.label(end)
        return _illegal("not-so", f"{HOW_PIECES_MOVE[piece.letter]}, which doesn't lead from {source} to {target}")

    def _why_no_pawn_move(self, setting: Setting, piece: Standing, end: int) -> IllegalMove | None:
        if self.map.pawns is Pawns.FREE:
            return self._why_no_free_pawn_move(setting, piece, end)
        target = self.board.label(end)
        player, start = piece.player, piece.node
        step, jump = self.geometry.pawn_step(player, start), self.geometry.pawn_jump(player, start)
        is_occupied = end in setting.on_node
        can_take = end in self.geometry.pawn_takes(player, start)
        if can_take and (is_occupied or end == setting.passed):
            return None
        if end == step:
            return self._pawn_blocked(target) if is_occupied else None
        if end == jump:
            refusal = self._why_blocked(setting, piece, end, [(step,)])
            return refusal or (self._pawn_blocked(target) if is_occupied else None)
        if can_take:
            return _illegal("nothing-to-take", f"a pawn goes there only to take, and there is nothing on {target}")
        if step != self.geometry.outside and end == self.geometry.pawn_step(player, step):
            return _illegal("no-double-step", "a pawn steps twice only from where the map lets it")
        where = "diagonally ahead" if self.map.pawns is Pawns.STANDARD else "beside the way ahead"
        return _illegal("not-so", f"a pawn steps forward and takes {where}, which doesn't lead to {target}")

    def _why_no_free_pawn_move(self, setting: Setting, piece: Standing, end: int) -> IllegalMove | None:
        target = self.board.label(end)
        if end not in self.geometry.near(piece.node):
            return _illegal("too-far", f"a pawn moves to a neighbour, and {target} is not next to it")
        is_occupied = end in setting.on_node
        if piece.direction is None:
            return None
        ahead = self.geometry.step(piece.node, piece.direction)
        if not is_occupied:
            if end == ahead:
                return None
            return _illegal("not-ahead", f"this pawn has chosen its direction, which doesn't lead to {target}")
        if end == ahead:
            return self._pawn_blocked(target)
        if end == self.geometry.back(piece.node, piece.direction):
            return _illegal("backwards", f"a pawn doesn't take behind it, where {target} is")
        return None

    def _pawn_blocked(self, target: str) -> IllegalMove:
        return _illegal("pawn-blocked", f"a pawn can't take straight on, and {target} is occupied")

    def _why_not_become(self, piece: Standing, end: int, rest: Sequence[str]) -> IllegalMove | None:
        if piece.letter != "P" or not self.geometry.promotes(piece.player, end):
            return _illegal("no-promotion", "only a pawn that reaches its last cell becomes another piece")
        if len(rest) > 1 or rest[0] not in CHOICES:
            return _illegal("no-choice", f"a pawn becomes {' or '.join(CHOICES)}, not {quoted(' '.join(rest))}")
        return None

    # -- the king -----------------------------------------------------------------------------------------

    def _why_unsafe(self, setting: Setting, piece: Standing, end: int) -> IllegalMove | None:
        """Why a move, right in itself, would leave the king in check."""
        if not self.map.has_check or not self._is_attacked(_moved(setting, piece, end), piece.player):
            return None
        if piece.letter == "K":
            return _illegal("king-attacked", f"{self.board.label(end)} is attacked, so that the king can't go there")
        if self._is_attacked(setting, piece.player):
            return _illegal("in-check", "the king is in check, and this move doesn't end it")
        return _illegal("pinned", f"{self._the(piece)} is pinned: the king would be in check")

    def _is_attacked(self, setting: Setting, player: int) -> bool:
        return bool(self.is_in_check(self.form.pack(setting), player))

    def _castling(self, setting: Setting, piece: Standing, end: int) -> Castling | None:
        """The castling that a king's move is, whether or not it may; without its rook the rook's node is as any."""
        if piece.letter != "K" or not self.map.has_check:
            return None
        from_here = (piece.player, piece.node)
        fitting = (each for each in self.map.castling if (each.player, each.king[0]) == from_here)
        rook = setting.on_node.get(end)
        has_rook = rook is not None and (rook.letter, rook.player) == ("R", piece.player)
        for each in fitting:
            if end in self.geometry.castling_ends(each) and (has_rook or end != each.rook[0]):
                return each
        return None

    def _why_not_castle(self, setting: Setting, castling: Castling) -> IllegalMove | None:
        mover, player = self.seats[castling.player], castling.player
        if self.map.castling.index(castling) not in setting.rights:
            what = f"{mover} can't castle so any more: king or rook has moved, or the rook is gone"
            return _illegal("no-castling-right", what)
        on_node = setting.on_node
        blocking = sorted(node for node in castling.empty if node in on_node)
        if blocking:
            return _illegal("castling-blocked", f"castling is blocked by {self._the(on_node[blocking[0]])}")
        if self._is_attacked(setting, player):
            return _illegal("castling-in-check", f"{mover} is in check and can't castle")
        king, rook = on_node[castling.king[0]], on_node[castling.rook[0]]
        for node in sorted(castling.safe):
            if self._is_attacked(_moved(setting, king, node), player):
                what = f"castling leads the king over {self.board.label(node)}, which is attacked"
                return _illegal("castling-through-check", what)
        kept = tuple(each for each in setting.pieces if each not in (king, rook))
        arrived = (replace(king, node=castling.king[1]), replace(rook, node=castling.rook[1]))
        castled = replace(setting, pieces=(*kept, *arrived))
        if self._is_attacked(castled, player):
            return _illegal("castling-through-check", "the king would be in check after castling")
        return None

    def _the(self, piece: Standing) -> str:
        return f"the {TYPES[piece.letter]} on {self.board.label(piece.node)}"


def _moved(setting: Setting, piece: Standing, end: int) -> Setting:
    """The pieces after a move, as far as they matter to the safety of a king."""
    gone = {piece.node, end}
    if piece.letter == "P" and end == setting.passed and end not in setting.on_node and setting.victim is not None:
        gone.add(setting.victim)
    kept = tuple(each for each in setting.pieces if each.node not in gone)
    return replace(setting, pieces=(*kept, replace(piece, node=end)))


def _illegal(reason: str, what: str) -> IllegalMove:
    return IllegalMove(f"Illegal move: {what}.", reason=reason)
