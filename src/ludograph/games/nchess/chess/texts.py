"""Positions of chess as FEN: also X-FEN and Shredder's castling letters, and the 960 set-ups by their numbers.

Written is X-FEN: K, Q, k, q for the outermost rook of a side, the letter of its file for another. The square of an en
passant capture is written only if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from ludograph.core.texts import quoted
from ludograph.errors import InvalidPosition, PositionSyntaxError
from ludograph.games.nchess.chess.attacks import BLACK, WHITE, State, checkers
from ludograph.games.nchess.chess.rules import BACK_RANKS, LAST_RANKS, takers_en_passant
from ludograph.games.nchess.chess.tables import SQUARES, squares_of

SIDES: Final = ("White", "Black")
LETTERS: Final = "pnbrqk"
PIECE_NAMES: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")
DIGITS: Final = "12345678"
SIGNS_IN_RANKS: Final = LETTERS + LETTERS.upper() + DIGITS
MOST_PIECES: Final = 16
MOST_PAWNS: Final = 8
MOST_COUNTED: Final = 9_999
ORDINARY_SETUP: Final = 518

# The squares of a knight pair among the five that bishops and queen leave, in the order of Scharnagl's numbers.
KNIGHT_PLACES: Final = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


# -- set-ups -----------------------------------------------------------------------------------------------------


def home_rank(setup: int) -> str:
    """White's first rank in the set-up of this number from 0 to 959, after R. Scharnagl; 518 is RNBQKBNR."""
    rest, light = divmod(setup, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    files = [""] * 8
    files[2 * light + 1] = files[2 * dark] = "B"
    _place(files, (queen,), "Q")
    _place(files, KNIGHT_PLACES[knights], "NN")
    _place(files, (0, 1, 2), "RKR")
    return "".join(files)


def _place(files: list[str], places: Sequence[int], letters: str) -> None:
    """Put pieces on the free files with these numbers."""
    free = [file for file, letter in enumerate(files) if not letter]
    for place, letter in zip(places, letters, strict=True):
        files[free[place]] = letter


def setup_state(setup: int) -> State:
    """The start of the game with this set-up."""
    rank = home_rank(setup)
    return read_fen(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1")


# -- writing -----------------------------------------------------------------------------------------------------


def kinds_of(state: State) -> tuple[int, ...]:
    """The pieces of both sides by kind, pawns first, kings last."""
    return state[:6]


def pieces_in(state: State) -> Iterator[tuple[int, int, int]]:
    """Every piece as its square, its kind and its side."""
    for kind, pieces in enumerate(kinds_of(state)):
        for square in squares_of(pieces):
            yield square, kind, state.black >> square & 1


def write_fen(state: State) -> str:
    """The FEN of a state."""
    turn = "wb"[state.turn]
    passant = SQUARES[state.passant.bit_length() - 1] if state.passant else "-"
    return f"{_placement(state)} {turn} {_rights(state)} {passant} {state.halfmoves} {state.fullmoves}"


def _placement(state: State) -> str:
    return write_placement(
        {square: LETTERS[kind].upper() if side == WHITE else LETTERS[kind] for square, kind, side in pieces_in(state)}
    )


def write_placement(signs: Mapping[int, str]) -> str:
    """The first field of a FEN from the letters on squares."""
    rank_of = ("".join(signs.get(square, "1") for square in range(first, first + 8)) for first in range(56, -8, -8))
    return "/".join(map(_with_gaps_counted, rank_of))


def _with_gaps_counted(rank: str) -> str:
    groups = ((sign, len(list(group))) for sign, group in groupby(rank))
    return "".join(str(length) if sign == "1" else sign * length for sign, length in groups)


def _rights(state: State) -> str:
    rights = ""
    for side, back_rank in enumerate(BACK_RANKS):
        for rook in reversed(squares_of(state.castling & back_rank)):
            letter = _right(state, side, rook)
            rights += letter.upper() if side == WHITE else letter
    return rights or "-"


def _right(state: State, side: int, rook: int) -> str:
    king = _king(state, side)
    outermost = _outermost_rook(state, side, king, to_h=rook > king)
    if rook != outermost:
        return SQUARES[rook][0]
    return "k" if rook > king else "q"


def _king(state: State, side: int) -> int:
    return (state.kings & (state.black if side else state.white)).bit_length() - 1


def _outermost_rook(state: State, side: int, king: int, *, to_h: bool) -> int | None:
    """The rook on the king's side of the back rank, or on the queen's, that is farthest from the king."""
    rooks = squares_of(state.rooks & (state.black if side else state.white) & BACK_RANKS[side])
    beyond = [rook for rook in rooks if (rook > king) == to_h]
    return (max if to_h else min)(beyond, default=None)


# -- reading -----------------------------------------------------------------------------------------------------


def read_fen(text: str) -> State:
    """The state that a FEN describes: pieces, side to move, castling, en passant, moves without a capture or a pawn's
    move, number of the move. All but the first two may be left out, from the end on.

    PositionSyntaxError and InvalidPosition list everything that is wrong with it.
    """
    fields = text.split(" ")
    syntax: list[str] = []
    if not 2 <= len(fields) <= 6 or "" in fields:
        syntax.append("it has not two to six fields with one space between them")
        fields = text.split()
    placement, turn, rights, passant, halfmoves, fullmoves = (*fields, *("", "", "-", "-", "0", "1")[len(fields) :])[:6]
    pieces = read_placement(placement, syntax)
    if turn not in ("w", "b"):
        syntax.append(f"the side to move is {quoted(turn)}, not w or b")
    if passant != "-" and passant not in SQUARES:
        syntax.append(f"the square of an en passant capture is {quoted(passant)}, which is neither a square nor -")
    counters = [
        read_counter(name, digits, syntax)
        for name, digits in (("moves without a capture", halfmoves), ("move number", fullmoves))
    ]
    _check_letters(rights, syntax)
    if syntax:
        raise PositionSyntaxError("The position can't be read", syntax, text)
    state = _state(pieces, turn == "b", counters[0], max(1, counters[1]))
    faults = _faults(state)
    castling = _read_rights(state, rights, faults)
    square = _read_passant(state, passant, faults)
    if faults:
        raise InvalidPosition("The position is not possible", faults, text)
    takers = takers_en_passant(state, square) if square is not None else 0
    return state._replace(castling=castling, passant=1 << square if square is not None and takers else 0)


def read_placement(text: str, faults: list[str]) -> list[tuple[int, str]]:
    """The pieces as square and letter."""
    ranks = text.split("/")
    if len(ranks) != 8:
        faults.append(f"it has {len(ranks)} ranks, not 8 with / between them")
    pieces = []
    for number, rank in zip(range(8, 0, -1), ranks, strict=False):
        if unknown := "".join(sign for sign in rank if sign not in SIGNS_IN_RANKS):
            faults.append(f"{quoted(unknown)} on rank {number} is no piece")
        file = 0
        for sign in rank:
            if sign in DIGITS:
                file += int(sign)
            else:
                pieces.append((8 * (number - 1) + file, sign))
                file += 1
        if file != 8:
            faults.append(f"rank {number} has {file} squares, not 8")
    return pieces


def read_counter(name: str, digits: str, faults: list[str]) -> int:
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_COUNTED))):
        faults.append(f"the counter '{name}' is {quoted(digits)}, not a number from 0 to {MOST_COUNTED:,}")
        return 0
    return int(digits)


def _check_letters(rights: str, faults: list[str]) -> None:
    if rights == "-":
        return
    unknown = [letter for letter in rights if letter not in "KQkqABCDEFGHabcdefgh"]
    if unknown or not rights:
        faults.append(f"castling is {quoted(rights)}, not - or letters of KQkq or of files")
    elif len(set(rights)) < len(rights):
        faults.append(f"castling {quoted(rights)} names a letter twice")


def _state(pieces: Sequence[tuple[int, str]], is_black: bool, halfmoves: int, fullmoves: int) -> State:
    kinds, sides = [0] * 6, [0, 0]
    for square, letter in pieces:
        kinds[LETTERS.index(letter.lower())] |= 1 << square
        sides[BLACK if letter.islower() else WHITE] |= 1 << square
    pawns, knights, bishops, rooks, queens, kings = kinds
    white, black = sides
    return State(pawns, knights, bishops, rooks, queens, kings, white, black, int(is_black), 0, 0, halfmoves, fullmoves)


def _faults(state: State) -> list[str]:
    """What is wrong with the pieces."""
    faults = []
    for side, own in ((WHITE, state.white), (BLACK, state.black)):
        name = SIDES[side]
        if (kings := (state.kings & own).bit_count()) != 1:
            faults.append(f"{name} has {kings or 'no'} king{'s' if kings > 1 else ''}")
        if own.bit_count() > MOST_PIECES:
            faults.append(f"{name} has {own.bit_count()} pieces, more than {MOST_PIECES}")
        if (pawns := (state.pawns & own).bit_count()) > MOST_PAWNS:
            faults.append(f"{name} has {pawns} pawns, more than {MOST_PAWNS}")
    for square in squares_of(state.pawns & LAST_RANKS):
        faults.append(f"a pawn stands on {SQUARES[square]}, on the first or last rank")
    if not faults and checkers(state, 1 - state.turn):
        faults.append(f"{SIDES[1 - state.turn]} is in check, but {SIDES[state.turn]} is to move")
    return faults


def _read_rights(state: State, rights: str, faults: list[str]) -> int:
    """The rooks that may castle by these letters."""
    castling = 0
    for letter in rights if rights != "-" else "":
        side = BLACK if letter.islower() else WHITE
        king = _king(state, side)
        rook = _named_rook(state, side, king, letter.lower()) if king // 8 == 7 * side else None
        if rook is None:
            faults.append(f"{SIDES[side]} can't castle by {letter}: king and rook are not on their rank for it")
        elif castling & BACK_RANKS[side] & _beyond(king, rook):
            faults.append(f"{SIDES[side]} can't castle with two rooks on the same side of the king")
        else:
            castling |= 1 << rook
    return castling


def _named_rook(state: State, side: int, king: int, letter: str) -> int | None:
    if letter in "kq":
        return _outermost_rook(state, side, king, to_h=letter == "k")
    square = 56 * side + "abcdefgh".index(letter)
    return square if state.rooks & (state.black if side else state.white) & 1 << square else None


def _beyond(king: int, rook: int) -> int:
    """All squares on the rook's side of the king."""
    return -1 << king if rook > king else (1 << king) - 1


def _read_passant(state: State, text: str, faults: list[str]) -> int | None:
    """The square over which a pawn has just stepped."""
    if text == "-":
        return None
    square = SQUARES.index(text)
    before, behind = (square - 8, square + 8) if state.turn == WHITE else (square + 8, square - 8)
    enemy_pawns = state.pawns & (state.white if state.turn else state.black)
    occupied = state.white | state.black
    is_right_rank = square // 8 == (5 if state.turn == WHITE else 2)
    if not is_right_rank or not enemy_pawns >> before & 1 or (occupied >> square | occupied >> behind) & 1:
        faults.append(f"no pawn can have stepped over {text} just now, so that none can be taken en passant there")
    return square
