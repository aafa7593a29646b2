"""Moves of chess as texts: UCI, which is the canonical one, and SAN in all its spellings.

UCI's ``e1g1`` is castling from the ordinary squares; from others it is king takes rook, ``f1h1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ludograph.core.moves import Move
from ludograph.core.texts import quoted
from ludograph.errors import MoveSyntaxError
from ludograph.games.nchess.chess.attacks import State, checkers
from ludograph.games.nchess.chess.rules import (
    BECOMES,
    CASTLING,
    EN_PASSANT,
    KIND,
    MAX_MOVES,
    STEP,
    TO,
    apply,
    castled_king,
    generate,
)
from ludograph.games.nchess.chess.tables import SQUARES
from ludograph.games.nchess.chess.texts import LETTERS, kinds_of

PAWN, KING = 0, 5
SIGNS: Final = ("", "N", "B", "R", "Q", "K")  # of the kinds of pieces, in SAN
CHOICES: Final = ("", "=N", "=B", "=R", "=Q")  # hops: what a pawn becomes, by the number in a move's code
SHORT, LONG = "O-O", "O-O-O"

TEXT = re.compile(
    r"(?P<piece>[PNBRQK]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[-x:]?(?P<target>[a-h][1-8])(=?(?P<becomes>[NBRQnbrq]))?"
)
CASTLES = {"O-O": SHORT, "0-0": SHORT, "o-o": SHORT, "O-O-O": LONG, "0-0-0": LONG, "o-o-o": LONG}


class MoveFields(NamedTuple):
    """What a move's code says."""

    start: int
    end: int  # of castling: the rook's square
    becomes: int
    kind: int


def fields_of(code: int) -> MoveFields:
    return MoveFields(code & 63, code >> TO & 63, code >> BECOMES & 7, code >> KIND & 3)


def code_of(start: int, end: int, becomes: int = 0, kind: int = STEP) -> int:
    return start | end << TO | becomes << BECOMES | kind << KIND


def codes_of(state: State) -> list[int]:
    """The codes of the legal moves."""
    stack = [0] * MAX_MOVES
    return stack[: generate(state, stack, 0)]


def kind_on(state: State, square: int) -> int | None:
    """The kind of piece on a square."""
    for kind in range(6):
        if state[kind] >> square & 1:
            return kind
    return None


def is_ordinary_castling(king: int, rook: int) -> bool:
    """Whether king and rook stand where they do in the ordinary set-up."""
    return king & 7 == 4 and rook & 7 in (0, 7)


def castling_targets(king: int, rook: int) -> list[str]:
    """Where a hand may lead the king to castle, the canonical square first: to the rook, and to the king's own end
    unless that is a step or none."""
    targets = [SQUARES[rook]]
    king_to = castled_king(king, rook)
    if abs(king_to - king) > 1 and king_to != rook:
        targets.append(SQUARES[king_to])
    return targets[::-1] if is_ordinary_castling(king, rook) else targets


def move_of(state: State, code: int) -> Move:
    """The move with this code, for people."""
    start, end, becomes, kind = fields_of(code)
    source, target = SQUARES[start], SQUARES[end]
    if kind == CASTLING:
        return _castling_move(start, end, code)
    captures: tuple[str, ...] = ()
    if kind == EN_PASSANT:
        captures = (SQUARES[end ^ 8],)
    elif (state.white | state.black) >> end & 1:
        captures = (target,)
    return Move(
        text=source + target + LETTERS[becomes] if becomes else source + target,
        source=source,
        target=target,
        captures=captures,
        hops=(source, target, CHOICES[becomes]) if becomes else (source, target),
        code=code,
    )


def _castling_move(king: int, rook: int, code: int) -> Move:
    source = SQUARES[king]
    target, *others = castling_targets(king, rook)
    return Move(
        text=source + target,
        source=source,
        target=target,
        hops=(source, target),
        code=code,
        other_hops=tuple((source, other) for other in others),
    )


def chess960_text(move: Move) -> str:
    """The move as UCI has it in Chess960: castling is always king takes rook."""
    start, end, _, kind = fields_of(move.code)
    return SQUARES[start] + SQUARES[end] if kind == CASTLING else move.text


# -- SAN ---------------------------------------------------------------------------------------------------------


def san_of(state: State, code: int, codes: Iterable[int] | None = None) -> str:
    """A legal move in standard algebraic notation, with its sign for check or mate; ``codes`` are all legal moves,
    for those who have them at hand."""
    after = apply(state, code)
    text = _san_without_signs(state, code, codes)
    if not checkers(after, after.turn):
        return text
    return text + ("+" if codes_of(after) else "#")


def _san_without_signs(state: State, code: int, codes: Iterable[int] | None) -> str:
    start, end, becomes, kind = fields_of(code)
    if kind == CASTLING:
        return SHORT if end > start else LONG
    piece = kind_on(state, start)
    assert piece is not None
    source, target = SQUARES[start], SQUARES[end]
    takes = "x" if kind == EN_PASSANT or (state.white | state.black) >> end & 1 else ""
    if piece == PAWN:
        choice = CHOICES[becomes]
        return f"{source[0]}x{target}{choice}" if takes else target + choice
    rivals = () if piece == KING else _rivals(state, piece, start, end, codes)
    return SIGNS[piece] + _distinction(source, [SQUARES[rival] for rival in rivals]) + takes + target


def _rivals(state: State, piece: int, start: int, end: int, codes: Iterable[int] | None) -> list[int]:
    """The squares of like pieces of the side to move that can go to the same square."""
    own = state.black if state.turn else state.white
    like = kinds_of(state)[piece] & own & ~(1 << start)
    if not like:
        return []
    return [
        code & 63
        for code in (codes_of(state) if codes is None else codes)
        if code >> TO & 63 == end and like >> (code & 63) & 1 and code >> KIND & 3 != CASTLING
    ]


def _distinction(source: str, rivals: list[str]) -> str:
    """The file if it tells a piece from its rivals, else the rank, else both."""
    if not rivals:
        return ""
    if all(rival[0] != source[0] for rival in rivals):
        return source[0]
    if all(rival[1] != source[1] for rival in rivals):
        return source[1]
    return source


def normal(text: str) -> str:
    """A move text without what SAN lets one write or leave out: signs for check, capture and promotion, the P of a
    pawn; zeros for castling."""
    bare = text.rstrip("+#!?")
    if bare in CASTLES:
        return CASTLES[bare]
    found = TEXT.fullmatch(bare)
    if found is None:
        return text
    piece = found["piece"].replace("P", "")
    return piece + found["file"] + found["rank"] + found["target"] + (found["becomes"] or "").lower()


def spellings(state: State, move: Move) -> Iterator[str]:
    """Every normal text for a legal move. In SAN it may say more of the source than it has to; less is ambiguous."""
    start, end, becomes, kind = fields_of(move.code)
    source, target = SQUARES[start], SQUARES[end]
    if kind == CASTLING:
        yield SHORT if end > start else LONG
        yield from (source + other for other in castling_targets(start, end))
        return
    piece = kind_on(state, start)
    assert piece is not None
    rest = target + LETTERS[becomes] if becomes else target
    yield source + rest
    if piece == PAWN:
        if not move.captures:  # a capture names the pawn's file
            yield rest
            yield source[1] + rest
        yield source[0] + rest
        return
    sign = SIGNS[piece]
    yield sign + rest
    yield sign + source[0] + rest
    yield sign + source[1] + rest
    yield sign + source + rest


class Claim(NamedTuple):
    """What a normal text says of a move: its piece and source as far as it names them."""

    piece: int | None  # None: whatever is on the source
    file: str
    rank: str
    target: str
    becomes: int


def claim_of(text: str) -> Claim:
    """What a normal text says; MoveSyntaxError when it is no move's. Castling is not told by squares."""
    found = TEXT.fullmatch(text)
    if found is None:
        what = "a move is written e2e4, e7e8q, Nf3, exd5, e8=Q or O-O"
        raise MoveSyntaxError(f"{quoted(text)} is no move: {what}.")
    is_whole = found["file"] and found["rank"] and not found["piece"]
    piece = None if is_whole else SIGNS.index(found["piece"])
    becomes = LETTERS.index(found["becomes"]) if found["becomes"] else 0
    return Claim(piece, found["file"], found["rank"], found["target"], becomes)
