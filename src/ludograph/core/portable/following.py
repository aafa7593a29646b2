"""The moves of a file by the rules: a line from a position, and its variations from where they leave it.

A text may be spelled against the rules, or fit several moves. To a reader who is not strict it means the one move with
which all that follows is legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.core.portable.mending import Mending
from ludograph.core.portable.model import Line, Numbering, WrittenMove
from ludograph.core.portable.writer import plain_text
from ludograph.core.texts import quoted
from ludograph.errors import InvalidGameText, LudographError, MoveError

#: A hop of a capture, or several: where it begins, how it goes on, where it ends.
HOPS: Final = re.compile(r"(?P<from>\w+)(?P<on>([x:]\w+)*[x:](?P<to>\w+))", re.ASCII)
#: How programs write that a side passes, which no rules allow, or that a move is not known.
NULL_MOVES: Final = frozenset({"--", "-", "Z0", "z0", "@@@@", "0000", "null", "pass"})
#: So often a text that fits several moves is tried with another one of them.
MOST_TRIES: Final = 200


class Step(NamedTuple):
    """A move as it is written and as it is meant, with the position before it."""

    written: WrittenMove
    before: Position
    move: Move

    @property
    def after(self) -> Position:
        return Position(self.before.game, self.before.game.after(self.before.state, self.move))


class Stop(NamedTuple):
    """Where a line can't go on: the error, and the moves from there."""

    error: LudographError
    rest: Sequence[WrittenMove]

    def refusal(self) -> InvalidGameText:
        return InvalidGameText(self.error.message.rstrip("."), *self.rest[0].place)


Played = tuple[list[Step], Stop | None]


class Follower:
    """Plays the lines of one game."""

    def __init__(self, start: Position, mending: Mending) -> None:
        self._start = start
        self._mending = mending
        self._numbers = _Numbers(start, mending)
        self._tries = 0

    def game(self, line: Line) -> tuple[Line, list[Step]]:
        """The game itself: its line with what was mended in it, and its steps. InvalidGameText where it breaks the
        rules."""
        steps, stop = self._played(line.moves, self._start)
        if stop and not (self._is_null(stop) and not self._mending.is_strict):
            raise stop.refusal()
        return self._mended(line, steps, stop, 0), steps

    # -- variations ---------------------------------------------------------------------------------------

    def _mended(self, line: Line, steps: Sequence[Step], stop: Stop | None, ply: int) -> Line:
        """The line as it was played: its variations too, and as a comment what could not be played."""
        moves: list[WrittenMove] = []
        for at, step in enumerate(steps, ply):
            self._numbers.check(step.written, at)
            remarks = [self._remark(remark, step.before, at) for remark in step.written.remarks]
            moves.append(replace(step.written, remarks=remarks))
        mended = Line(list(line.comments), moves)
        if stop:
            fault = stop.error.message.rstrip(".")
            code = "null-move" if self._is_null(stop) else "variation"
            self._mending.mend(code, fault, stop.rest[0].place, "what follows is kept as a comment")
            (moves[-1].remarks if moves else mended.comments).append(plain_text(stop.rest))
        return mended

    def _remark(self, remark: str | Line, before: Position, ply: int) -> str | Line:
        if isinstance(remark, str):
            return remark
        steps, stop = self._played(remark.moves, before)
        if stop and self._mending.is_strict:
            raise stop.refusal()
        variation = self._mended(remark, steps, stop, ply)
        return variation if variation.moves else " ".join(variation.comments)

    def _is_null(self, stop: Stop) -> bool:
        return stop.rest[0].text in NULL_MOVES

    # -- moves --------------------------------------------------------------------------------------------

    def _played(self, moves: Sequence[WrittenMove], position: Position) -> Played:
        """The moves one after the other, as far as they are legal."""
        steps: list[Step] = []
        rest = list(reversed(moves))
        while rest:
            written = rest.pop()
            try:
                step = Step(written, position, position.find(written.text))
            except LudographError as error:
                if whole := _whole_capture(written, rest[-1]) if rest else None:
                    rest[-1] = whole
                    continue
                following = [written, *reversed(rest)]
                if self._mending.is_strict or not isinstance(error, MoveError) or not error.meant:
                    return steps, Stop(error, following)
                meant = self._decided(error, following, position)
                if meant is None:
                    return steps, Stop(error, following)
                step = meant
                self._tell(error, written, step.move)
            steps.append(step)
            position = step.after
        return steps, None

    def _decided(self, error: MoveError, moves: Sequence[WrittenMove], position: Position) -> Step | None:
        """The first of these moves as the one of its meanings with which all others are legal, or with which they go
        the farthest; None when several are as good."""
        meanings = [Step(replace(moves[0], text=meant), position, position.find(meant)) for meant in error.meant]
        if len(meanings) == 1:
            return meanings[0]
        self._tries += len(meanings)
        if self._tries > MOST_TRIES:
            return None
        told = len(self._mending.mends)
        played = [self._played(moves[1:], step.after) for step in meanings]
        del self._mending.mends[told:]
        lengths = [len(moves) if stop is None else len(steps) for steps, stop in played]
        best = [step for step, length in zip(meanings, lengths, strict=True) if length == max(lengths)]
        return best[0] if len(best) == 1 else None

    def _tell(self, error: MoveError, written: WrittenMove, move: Move) -> None:
        reason = "what follows fits only that" if len(error.meant) > 1 else "it can mean nothing else"
        fault = error.message.rstrip(".")
        self._mending.mend("spelling", fault, written.place, f"it is taken for {quoted(move.text)}, {reason}")


def _whole_capture(hop: WrittenMove, next_hop: WrittenMove) -> WrittenMove | None:
    """Two hops of a capture as one move, ``11x18 18x25`` as ``11x18x25``, if they are written so."""
    first, next_first = HOPS.fullmatch(hop.text), HOPS.fullmatch(next_hop.text)
    if not first or not next_first or first["to"] != next_first["from"] or hop.remarks or next_hop.number:
        return None
    text = f"{hop.text}{next_first['on']}"
    return replace(next_hop, text=text, glyphs=hop.glyphs + next_hop.glyphs, number=hop.number, place=hop.place)


class _Numbers:
    """The move numbers of a game: the first may be any, and all others have to follow from it. When the second side
    begins, it may have the first number to itself or share it with the next move."""

    def __init__(self, start: Position, mending: Mending) -> None:
        self._seats = len(start.game.seats)
        self._before = {0, start.seat}
        self._possible: list[Numbering] | None = None
        self._mending = mending

    def check(self, move: WrittenMove, ply: int) -> None:
        if move.number is None:
            return
        given = move.number.value
        if self._possible is None:
            counted = [Numbering(0, self._seats, before) for before in sorted(self._before)]
            self._possible = [Numbering(given - at.number(ply), at.shared, at.before) for at in counted]
        fitting = [numbering for numbering in self._possible if numbering.number(ply) == given]
        if fitting:
            self._possible = fitting
            return
        due = self._possible[0].number(ply)
        fault = f"the move has the number {due}, not {given}"
        self._mending.mend_once("numbers", fault, move.number_place, "move numbers are counted anew")
