"""A game that was played, looked at again: what each move has cost who made it, and which of them were mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Limits, Thinker
from ludograph.players.chances import EVEN_CHANCE, SURE
from ludograph.solver.query import Answer
from ludograph.solver.remoteness import Value
from ludograph.solver.valued import ValuedMove

CHANCES = {Value.WIN: SURE, Value.DRAW: EVEN_CHANCE, Value.LOSE: 0.0, Value.UNSOLVABLE: 0.0}


class Fault(StrEnum):
    """What is wrong with a move, by the chance to win that it gave away, in per cent."""

    BLUNDER = "blunder"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"
    #: It still wins, or still solves the puzzle, but later than it could: known only where a game is solved.
    DETOUR = "detour"

    @property
    def sign(self) -> str:
        return SIGNS[self]


SIGNS = {Fault.BLUNDER: "??", Fault.MISTAKE: "?", Fault.INACCURACY: "?!", Fault.DETOUR: "~"}
#: From so much on it is that fault, the worst first.
LEAST_LOSS = {Fault.BLUNDER: 20.0, Fault.MISTAKE: 10.0, Fault.INACCURACY: 5.0}


@dataclass(frozen=True)
class Judged:
    """A move of a game. Chances are those of who made it, in per cent; None where nobody knows."""

    ply: int
    seat: int
    move: Move
    #: With the best move, and with this one.
    chance_before: float | None
    chance_after: float | None
    #: A best move and what could follow; empty where nobody knows.
    best_line: tuple[Move, ...]
    #: What the best move and this one are worth, in words.
    best_words: str
    words: str
    is_solved: bool
    #: By how many moves the win comes later than by the best move.
    behind: int = 0

    @property
    def loss(self) -> float:
        if self.chance_before is None or self.chance_after is None:
            return 0.0
        return max(0.0, self.chance_before - self.chance_after)

    @property
    def fault(self) -> Fault | None:
        for fault, least in LEAST_LOSS.items():
            if self.loss >= least:
                return fault
        return Fault.DETOUR if self.behind else None

    def sentence(self, before: Position) -> str:
        """What is to be said of a fault, made in a position; nothing of other moves."""
        if not self.fault:
            return ""
        kind = f"{'An' if self.fault is Fault.INACCURACY else 'A'} {self.fault}"
        return f"{kind}: {self.words}; best was {before.customary(self.best_line[0])}, {self.best_words}."

    def told(self, before: Position) -> dict[str, object]:
        """As plain data for people: with texts as they write moves, and a sentence about a fault."""
        customary = {"customary": before.customary(self.move), "customary_line": before.customary_line(self.best_line)}
        return {**self.as_dict(), **customary, "sentence": self.sentence(before)}

    def as_dict(self) -> dict[str, object]:
        return {
            "ply": self.ply,
            "seat": self.seat,
            "move": self.move.text,
            "fault": self.fault and str(self.fault),
            "sign": self.fault.sign if self.fault else "",
            "chance_before": None if self.chance_before is None else round(self.chance_before, 1),
            "chance_after": None if self.chance_after is None else round(self.chance_after, 1),
            "loss": round(self.loss, 1),
            "behind": self.behind,
            "best_line": [move.text for move in self.best_line],
            "best_words": self.best_words,
            "words": self.words,
            "is_solved": self.is_solved,
        }


def judged(
    match: Match, move: Move, answer: Answer | None, thinker: Callable[[], Thinker] | None, limits: Limits
) -> Judged:
    """A move in the match as it was then: by what is known, else by what a thinker finds, if there is one."""
    if answer and (known := _by_answer(match, move, answer)):
        return known
    if thinker:
        return _by_search(match, move, thinker(), limits)
    return Judged(match.ply + 1, match.position.seat, move, None, None, (), "", "not known", False)


def reviewed(
    match: Match,
    known: Callable[[Match], Answer | None],
    thinker: Callable[[], Thinker] | None,
    limits: Limits,
) -> Iterator[Judged]:
    """The moves of a match, one after the other."""
    then = Match(match.game, match.start)
    for move in match.played:
        yield judged(then, move, known(then), thinker, limits)
        then.play(move)


def _by_answer(match: Match, move: Move, answer: Answer) -> Judged | None:
    values = {each.move.text: each for each in answer.moves}
    played = values[move.text]
    best = min(answer.moves, key=lambda each: each.goodness)
    if played.worth is None or best.worth is None:
        return None
    is_late = played.worth is best.worth is Value.WIN and not played.is_best
    return Judged(
        match.ply + 1,
        match.position.seat,
        move,
        CHANCES[best.worth],
        CHANCES[played.worth],
        (best.move,),
        best.result,
        _told(played),
        is_solved=True,
        behind=(played.behind or 0) if is_late else 0,
    )


def _told(played: ValuedMove) -> str:
    return f"{played.result}, {played.behind} later" if played.worth is Value.WIN and played.behind else played.result


def _by_search(match: Match, move: Move, thinker: Thinker, limits: Limits) -> Judged:
    best = thinker.think(match, limits).best
    own = best if best.move.text == move.text else thinker.think(match, limits, only=(move,)).best
    return Judged(
        match.ply + 1,
        match.position.seat,
        move,
        best.chance,
        own.chance,
        best.moves,
        f"{best.score_text}, {best.chance:.0f} %",
        f"{own.score_text}, {own.chance:.0f} %",
        is_solved=False,
    )
