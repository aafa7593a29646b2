"""FEN for chess's relatives: with pockets (``[Qn]``), pieces that were promoted (``Q~``, ``+P``), checks (``3+3``).

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1

Written are always all fields. Behind the side to move they may be left out, from the end on; castling and en passant
may be left out before the counters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludograph.core.texts import quoted
from ludograph.errors import PositionSyntaxError

SIDES: Final = "wb"
MOST_COUNTED: Final = 9_999
SIGN = re.compile(r"\d+|\+?[A-Za-z]~?|.")


class Piece(NamedTuple):
    seat: int
    letter: str  # of its kind: P, Q~, +P


@dataclass
class Setting:
    """What a FEN says."""

    pieces: dict[int, Piece] = field(default_factory=dict)
    hands: list[Piece] = field(default_factory=list)
    turn: int = 0
    rights: str = ""
    passed: str = ""
    left: tuple[int, int] | None = None
    quiet: int = 0
    number: int = 1


class Form(NamedTuple):
    """What the FEN of a game has."""

    columns: int
    rows: int
    letters: Sequence[str]  # of all kinds
    held: Sequence[str]  # of those that can be in hand
    has_checks: bool


def written(setting: Setting, form: Form) -> str:
    """The FEN of a setting."""
    fields = [
        "/".join(_row(setting.pieces, form, row) for row in reversed(range(form.rows))) + _pocket(setting, form),
        SIDES[setting.turn],
        setting.rights or "-",
        setting.passed or "-",
        *(["+".join(map(str, setting.left))] if setting.left else []),
        str(setting.quiet),
        str(setting.number),
    ]
    return " ".join(fields)


def _sign(piece: Piece) -> str:
    return piece.letter.lower() if piece.seat else piece.letter


def _row(pieces: Mapping[int, Piece], form: Form, row: int) -> str:
    text, gap = "", 0
    for node in range(row * form.columns, (row + 1) * form.columns):
        if piece := pieces.get(node):
            text += (str(gap) if gap else "") + _sign(piece)
            gap = 0
        else:
            gap += 1
    return text + (str(gap) if gap else "")


def _pocket(setting: Setting, form: Form) -> str:
    if not form.held:
        return ""
    order = sorted(setting.hands, key=lambda piece: (piece.seat, -form.held.index(piece.letter)))
    return f"[{''.join(map(_sign, order))}]"


def read(text: str, form: Form) -> Setting:
    """What a FEN says; PositionSyntaxError lists all that can't be read of it."""
    faults: list[str] = []
    fields = text.split(" ")
    most = 7 if form.has_checks else 6
    if not 2 <= len(fields) <= most or "" in fields:
        faults.append(f"it has not two to {most} fields with one space between them")
        fields = text.split()
    if len(fields) > 2 and fields[2].isdecimal():
        fields[2:2] = ["-", "-"]
    left = fields.pop(4) if form.has_checks and len(fields) > 4 else "3+3"
    placement, turn, rights, passed, quiet, number = (*fields, *("", "", "-", "-", "0", "1")[len(fields) :])[:6]
    setting = Setting(rights=rights.replace("-", "", 1), passed=passed.replace("-", "", 1))
    placement, pocket = _split_pocket(placement, form, faults)
    _read_rows(placement, form, setting, faults)
    for sign in pocket.replace("-", "", 1):
        if sign.upper() in form.held:
            setting.hands.append(Piece(int(sign.islower()), sign.upper()))
        else:
            faults.append(f"{quoted(sign)} is no piece that can be in hand")
    if turn not in ("w", "b"):
        faults.append(f"the side to move is {quoted(turn)}, not w or b")
    setting.turn = int(turn == "b")
    if form.has_checks:
        setting.left = _read_checks(left, faults)
    setting.quiet = _read_counter("moves without a capture", quiet, faults)
    setting.number = max(1, _read_counter("move number", number, faults))
    if faults:
        raise PositionSyntaxError("The position can't be read", list(dict.fromkeys(faults)), text)
    return setting


def _split_pocket(placement: str, form: Form, faults: list[str]) -> tuple[str, str]:
    found = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", placement)
    if not found or (found[2] is not None and not form.held):
        faults.append("it has brackets that are no pocket" if form.held else "it has a pocket, but nothing is held")
        return re.split(r"[\[\]]", placement)[0], ""
    return found[1], found[2] or ""


def _read_rows(placement: str, form: Form, setting: Setting, faults: list[str]) -> None:
    rows = placement.split("/")
    if len(rows) != form.rows:
        faults.append(f"it has {len(rows)} rows, not {form.rows} with / between them")
    for row, text in zip(reversed(range(form.rows)), rows, strict=False):
        column = 0
        for sign in SIGN.findall(text):
            if sign.isascii() and sign.isdecimal() and len(sign) <= 2:
                column += int(sign)
                continue
            if sign.upper() not in form.letters:
                faults.append(f"{quoted(sign)} on row {row + 1} is no piece")
            elif column < form.columns:
                setting.pieces[row * form.columns + column] = Piece(int(sign.lower() == sign), sign.upper())
            column += 1
        if column != form.columns:
            faults.append(f"row {row + 1} has {column} cells, not {form.columns}")


def _read_checks(text: str, faults: list[str]) -> tuple[int, int]:
    found = re.fullmatch(r"([0-3])\+([0-3])", text)
    if not found:
        faults.append(f"the checks that are left are {quoted(text)}, not two numbers up to 3 such as 3+3")
        return 3, 3
    return int(found[1]), int(found[2])


def _read_counter(name: str, digits: str, faults: list[str]) -> int:
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_COUNTED))):
        faults.append(f"the counter '{name}' is {quoted(digits)}, not a number from 0 to {MOST_COUNTED:,}")
        return 0
    return int(digits)
