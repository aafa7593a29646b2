"""Why a move of chess is refused, in words: decided from the rules for one move, without the list of moves."""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.core.texts import quoted
from ludograph.errors import IllegalMove, MoveError
from ludograph.games.nchess.chess.attacks import State, attackers, checkers, side_of
from ludograph.games.nchess.chess.move_texts import (
    CHOICES,
    KING,
    LONG,
    PAWN,
    SHORT,
    Claim,
    claim_of,
    code_of,
    kind_on,
)
from ludograph.games.nchess.chess.rules import (
    BACK_RANKS,
    BISHOP,
    DOUBLE_STEP,
    EN_PASSANT,
    KNIGHT,
    LAST_RANKS,
    QUEEN,
    ROOK,
    STEP,
    apply,
    castled_king,
    castled_rook,
)
from ludograph.games.nchess.chess.tables import (
    BETWEEN,
    FILES,
    KING_ENDS,
    KNIGHT_ENDS,
    LINE,
    PAWN_TAKES,
    SQUARES,
    squares_of,
)
from ludograph.games.nchess.chess.texts import PIECE_NAMES, SIDES, kinds_of

HOW_PIECES_MOVE = {
    KNIGHT: "a knight moves two squares straight on and one aside",
    BISHOP: "a bishop moves diagonally",
    ROOK: "a rook moves along its file or rank",
    QUEEN: "a queen moves along its file, rank or diagonals",
    KING: "a king moves one square",
}


def why_not(state: State, hops: Sequence[str]) -> IllegalMove | None:
    """The rule that forbids a move begun with these hops; None when no rule does."""
    unknown = next((hop for hop in hops[:2] if hop not in SQUARES), None)
    if unknown is not None:
        return _illegal("no-cell", f"{quoted(unknown)} is no square of the board")
    start, *ends = (SQUARES.index(hop) for hop in hops[:2])
    if refusal := _why_not_from(state, start):
        return refusal
    if not ends:
        return _why_stuck(state, start)
    refusal = _why_not_to(state, start, ends[0])
    if refusal or len(hops) < 3:
        return refusal
    return _why_not_become(state, start, ends[0], hops[2:])


def _why_not_from(state: State, start: int) -> IllegalMove | None:
    piece = kind_on(state, start)
    if piece is None:
        return _illegal("empty-source", f"there is no piece on {SQUARES[start]}")
    if not side_of(state, state.turn) >> start & 1:
        mover = SIDES[state.turn]
        return _illegal("not-your-side", f"{_the_piece(state, start)} is not {mover}'s, but {mover} is to move")
    return None


def _why_stuck(state: State, start: int) -> IllegalMove | None:
    if any(_why_not_to(state, start, end) is None for end in range(64)):
        return None
    return _illegal("stuck", f"{_the_piece(state, start)} can't move anywhere")


def _why_not_to(state: State, start: int, end: int) -> IllegalMove | None:
    if start == end:
        return _illegal("same-cell", f"a move leads to another square than {SQUARES[start]}")
    piece = kind_on(state, start)
    rook = _castling_partner(state, start, end) if piece == KING else None
    if rook is not None:
        return _why_not_castle(state, start, rook)
    if side_of(state, state.turn) >> end & 1:
        return _illegal("own-piece", f"{SQUARES[end]} is occupied by {_own_piece(state, end)}")
    if piece == PAWN:
        refusal = _why_no_pawn_move(state, start, end)
    elif piece == KING:
        refusal = None if KING_ENDS[start] >> end & 1 else _not_so(state, start, end, KING)
    else:
        refusal = _why_no_piece_move(state, start, end)
    return refusal or _why_unsafe(state, start, end)


# -- how pieces move ---------------------------------------------------------------------------------------------


def _why_no_piece_move(state: State, start: int, end: int) -> IllegalMove | None:
    piece = kind_on(state, start)
    assert piece is not None
    line = LINE[64 * start + end]
    if piece == KNIGHT:
        return None if KNIGHT_ENDS[start] >> end & 1 else _not_so(state, start, end, piece)
    is_straight = FILES[start] >> end & 1 or start >> 3 == end >> 3
    if not line or (piece == ROOK and not is_straight) or (piece == BISHOP and is_straight):
        return _not_so(state, start, end, piece)
    return _why_blocked(state, start, end)


def _why_blocked(state: State, start: int, end: int) -> IllegalMove | None:
    between = BETWEEN[64 * start + end] & (state.white | state.black)
    if not between:
        return None
    nearest = min(squares_of(between), key=lambda square: abs(square - start))
    return _illegal("blocked", f"the way from {SQUARES[start]} to {SQUARES[end]} is blocked on {SQUARES[nearest]}")


def _why_no_pawn_move(state: State, start: int, end: int) -> IllegalMove | None:
    steps = (end >> 3) - (start >> 3) if state.turn == 0 else (start >> 3) - (end >> 3)
    target = SQUARES[end]
    occupied = state.white | state.black
    if steps == 1 and PAWN_TAKES[64 * state.turn + start] >> end & 1:
        if (occupied | state.passant) >> end & 1:
            return None
        return _illegal("nothing-to-take", f"a pawn moves diagonally only to take, and there is nothing on {target}")
    if steps <= 0 and (end - start) % 8 == 0:
        return _illegal("backwards", "a pawn never moves backwards")
    if (end - start) % 8 or steps not in (1, 2):
        return _illegal("not-so", f"a pawn steps straight on and takes diagonally, which doesn't lead to {target}")
    if steps == 2 and start >> 3 != (1 if state.turn == 0 else 6):
        return _illegal("no-double-step", "a pawn steps two squares only from where it began")
    if refusal := _why_blocked(state, start, end):
        return refusal
    if occupied >> end & 1:
        return _illegal("pawn-blocked", f"a pawn can't take straight on, and {target} is occupied")
    return None


def _why_not_become(state: State, start: int, end: int, rest: Sequence[str]) -> IllegalMove | None:
    if kind_on(state, start) != PAWN or not LAST_RANKS >> end & 1:
        return _illegal("no-promotion", "only a pawn that reaches the last rank becomes another piece")
    if len(rest) > 1 or rest[0] not in CHOICES[1:]:
        return _illegal("no-choice", f"a pawn becomes =Q, =R, =B or =N, not {quoted(' '.join(rest))}")
    return None


# -- the king ----------------------------------------------------------------------------------------------------


def _why_unsafe(state: State, start: int, end: int) -> IllegalMove | None:
    """Why a move, right in itself, would leave the king in check."""
    after = apply(state, code_of(start, end, kind=_kind(state, start, end)))
    attacking = checkers(after, state.turn)
    if not attacking:
        return None
    enemy = _the_piece(after, _first(attacking))
    if kind_on(state, start) == KING:
        return _illegal("king-attacked", f"{SQUARES[end]} is attacked by {enemy}, so that the king can't go there")
    before = checkers(state, state.turn)
    if before & (before - 1):
        return _illegal("double-check", "it is a double check, in which only the king can move")
    if before & attacking:
        return _illegal("in-check", f"the king is in check by {enemy}, and this move doesn't end it")
    return _illegal("pinned", f"{_the_piece(state, start)} is pinned: the king would be in check by {enemy}")


def _kind(state: State, start: int, end: int) -> int:
    """The kind of a move that is no castling."""
    if kind_on(state, start) != PAWN:
        return STEP
    if state.passant >> end & 1 and (end - start) % 8:
        return EN_PASSANT
    return DOUBLE_STEP if abs(end - start) == 16 else STEP


def _castling_partner(state: State, king: int, end: int) -> int | None:
    """The square of the rook that a king's move to a square is castling with, whether or not it may: the one that it
    goes to, or the one on the side where the king's end of castling is."""
    if not BACK_RANKS[state.turn] >> king & 1 or king & 56 != end & 56:
        return None
    if state.castling >> end & 1:
        return end
    if end & 7 not in (2, 6) or abs(end - king) < 2:
        return None
    to_h = end & 7 == 6
    allowed = squares_of(state.castling & BACK_RANKS[state.turn])
    corner = (king & 56) + (7 if to_h else 0) if king & 7 == 4 else None
    return next((rook for rook in allowed if (rook > king) == to_h), corner)


def _why_not_castle(state: State, king: int, rook: int) -> IllegalMove | None:
    mover, corner = SIDES[state.turn], SQUARES[rook]
    if not state.castling >> rook & 1:
        what = f"{mover} can't castle with a rook on {corner}: it isn't there, or king or rook has moved before"
        return _illegal("no-castling-right", what)
    occupied = state.white | state.black
    if attacking := checkers(state, state.turn):
        return _illegal("castling-in-check", f"{mover} is in check by {_the_piece(state, _first(attacking))} and"
                        " can't castle")  # fmt: skip
    king_to, rook_to = castled_king(king, rook), castled_rook(king, rook)
    way = BETWEEN[64 * king + king_to] | 1 << king_to
    others = occupied & ~(1 << king | 1 << rook)
    if blocking := others & (way | BETWEEN[64 * rook + rook_to] | 1 << rook_to):
        return _illegal("castling-blocked", f"castling is blocked by {_the_piece(state, _first(blocking))}")
    for square in squares_of(way):
        standing = others | 1 << rook_to if square == king_to else occupied & ~(1 << king)
        if attacking := attackers(state, state.turn, square, standing):
            enemy = _the_piece(state, _first(attacking))
            what = f"castling leads the king to {SQUARES[square]}, which {enemy} attacks"
            return _illegal("castling-through-check", what)
    return None


# -- texts -------------------------------------------------------------------------------------------------------


def explain(state: State, text: str) -> MoveError:
    """Why a normal text, which is no spelling of a legal move, is refused."""
    if text in (SHORT, LONG):
        return _explain_castling(state, text)
    try:
        claim = claim_of(text)
    except MoveError as error:
        return error
    sources = _sources(state, claim)
    if not sources:
        where = claim.file + claim.rank
        return _illegal("no-such-piece", f"{SIDES[state.turn]} has no such {_name(claim)}{where and f' on {where}'}")
    choice = (CHOICES[claim.becomes],) if claim.becomes else ()
    refusals = []
    for source in sources:
        refusal = why_not(state, (source, claim.target, *choice))
        if refusal is None:
            offer = " or ".join(text + letter for letter in "qrbn")
            return _illegal("promotion-missing", f"a pawn on the last rank becomes another piece: write {offer}")
        refusals.append(refusal)
    # Of several pieces, one that could go there but for one thing says more than those that can't at all.
    telling = [refusal for refusal in refusals if refusal.reason != "not-so"] if len(refusals) > 1 else refusals
    if len(telling) == 1:
        return telling[0]
    return _illegal("not-so", f"no {_name(claim)} of {SIDES[state.turn]}'s can move to {claim.target}")


def _sources(state: State, claim: Claim) -> list[str]:
    """The squares from which a move may be meant: the one that is named, or those of the pieces that are."""
    if claim.piece is None:
        return [claim.file + claim.rank]
    own = squares_of(kinds_of(state)[claim.piece] & side_of(state, state.turn))
    # A pawn whose file isn't named steps straight on.
    file = claim.file or (claim.target[0] if claim.piece == PAWN else "")
    return [SQUARES[square] for square in own if file in SQUARES[square] and claim.rank in SQUARES[square]]


def _name(claim: Claim) -> str:
    return PIECE_NAMES[claim.piece or PAWN]


def _explain_castling(state: State, text: str) -> IllegalMove:
    king = _first(state.kings & side_of(state, state.turn))
    rooks = squares_of(state.castling & BACK_RANKS[state.turn])
    rook = next((rook for rook in rooks if (rook > king) == (text == SHORT)), None)
    if rook is None:
        where = "king's" if text == SHORT else "queen's"
        what = (
            f"{SIDES[state.turn]} can't castle on the {where} side: there is no rook for it, or king or rook has moved"
        )
        return _illegal("no-castling-right", what)
    refusal = _why_not_castle(state, king, rook)
    assert refusal is not None
    return refusal


def _not_so(state: State, start: int, end: int, piece: int) -> IllegalMove:
    what = f"{HOW_PIECES_MOVE[piece]}, which doesn't lead from {SQUARES[start]} to {SQUARES[end]}"
    return _illegal("not-so", what)


def _the_piece(state: State, square: int) -> str:
    piece = kind_on(state, square)
    assert piece is not None
    return f"the {PIECE_NAMES[piece]} on {SQUARES[square]}"


def _own_piece(state: State, square: int) -> str:
    piece = kind_on(state, square)
    assert piece is not None
    return f"{SIDES[state.turn]}'s own {PIECE_NAMES[piece]}"


def _first(pieces: int) -> int:
    return squares_of(pieces)[0]


def _illegal(reason: str, what: str) -> IllegalMove:
    return IllegalMove(f"Illegal move: {what}.", reason=reason)
