"""Endings by rules that share nothing with the package: python-chess, and the naive statements of draughts and Trimok.

By these every value has to be what the values of the next positions make it, and best play has to end when it should,
in what is an end by these rules, too: mate in chess.

    python tests/solver/foreign_rules.py [POSITIONS]

does so for all endings that are told of in the results, with so many random positions of each.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Protocol

import chess

import ludograph
from ludograph.core.game import Position
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.remoteness import Value
from ludograph.solver.tiers.work import work_on

sys.path.append(str(Path(__file__).parents[1] / "games"))  # for who runs this file
from naive_draughts import NAIVE, Board, Man, Naive
from naive_trimok import naive_moves, naive_play

Worth = tuple[Value, int | None]
LOST, WON, DRAWN = (Value.LOSE, 0), (Value.WIN, 0), (Value.DRAW, None)


class OtherRules(Protocol):
    """Positions are texts as the package writes them, without counters."""

    def text(self, position: Position) -> str: ...

    def after(self, text: str) -> set[str]:
        """What the legal moves lead to."""

    def end(self, text: str) -> Worth:
        """How it is over for the side to move, where there is no legal move."""


class Chess:
    def text(self, position: Position) -> str:
        return _without_counters(chess.Board(str(position)))

    def after(self, text: str) -> set[str]:
        board, found = chess.Board(text), set()
        for move in board.legal_moves:
            board.push(move)
            found.add(_without_counters(board))
            board.pop()
        return found

    def end(self, text: str) -> Worth:
        return LOST if chess.Board(text).is_checkmate() else DRAWN


def _without_counters(board: chess.Board) -> str:
    return f"{board.board_fen()} {'w' if board.turn else 'b'} - - 0 1"


class Draughts:
    def __init__(self, naive: Naive) -> None:
        self.naive = naive

    def text(self, position: Position) -> str:
        return self.naive.text(*self.naive.parsed(str(position)))

    def after(self, text: str) -> set[str]:
        board, white_moves = self.naive.parsed(text)
        return {self.naive.text(each, not white_moves) for each in self.naive.moves(board, white_moves).values()}

    def end(self, text: str) -> Worth:
        board, white_moves = self.naive.parsed(text)
        return LOST if any(man.is_white != white_moves for man in board.values()) else WON


class Frisian(Draughts):
    """With what is counted: a side that has men makes at most three quiet moves in a row with one king."""

    MOST = 3
    Runs = dict[bool, tuple[int, int]]  # of White and of Black: which king, and how often it has moved

    def text(self, position: Position) -> str:
        return self._with_runs(super().text(position), self._runs(str(position)))

    def after(self, text: str) -> set[str]:
        (board, white_moves), runs, found = self.naive.parsed(text), self._runs(text), set()
        for move, after in self.naive.moves(board, white_moves).items():
            king, moves = runs.get(white_moves, (0, 0))
            moves = moves + 1 if king == move.start else 1
            is_counted = board[self.naive.cell(move.start)].is_king and self._has_men(board, white_moves)
            left = {side: run for side, run in runs.items() if side != white_moves and run[0] not in move.taken}
            if is_counted and not move.taken:
                if moves > self.MOST:
                    continue
                left[white_moves] = move.end, moves
            left = {side: run for side, run in left.items() if self._has_men(after, side)}
            found.add(self._with_runs(self.naive.text(after, not white_moves), left))
        return found

    def _has_men(self, board: Board, is_white: bool) -> bool:
        return any(man == Man(is_white, is_king=False) for man in board.values())

    def _runs(self, text: str) -> Runs:
        told = dict(each.split("=") for each in text.split(";")[1:])
        sides = {True: "white", False: "black"}
        return {
            side: (int(told[f"{name}_king"]), int(told[f"{name}_king_moves"]))
            for side, name in sides.items()
            if f"{name}_king" in told
        }

    def _with_runs(self, text: str, runs: Runs) -> str:
        for side, (king, moves) in sorted(runs.items(), reverse=True):
            name = "white" if side else "black"
            text += f";{name}_king={king};{name}_king_moves={moves}"
        return text


class Trimok:
    def __init__(self, exchange: str) -> None:
        self.exchange = exchange

    def text(self, position: Position) -> str:
        return str(position)

    def after(self, text: str) -> set[str]:
        return {naive_play(text, move) for move in naive_moves(text, self.exchange)}

    def end(self, text: str) -> Worth:
        side, _, stacks = text.partition(":")
        return LOST if any(stack[3] != side for stack in stacks.split(",")) else WON


def rules_for(game: str) -> OtherRules:
    if game == "nchess":
        return Chess()
    if game == "draughts/frisian":
        return Frisian(NAIVE["frisian"])
    name, _, variant = game.replace("?exchange=", "/").partition("/")
    return Draughts(NAIVE[variant]) if name == "draughts" else Trimok(variant or "reserve")


# -- what is checked --------------------------------------------------------------------------------------------


def check_value(solution: AnySolution, rules: OtherRules, position: Position) -> None:
    """A position is worth what these rules make of what the next ones are worth."""
    text = rules.text(position)
    after = [_worth(solution, solution.game.parse(each)) for each in rules.after(text)]
    assert _worth(solution, position) == (best_of(after) if after else rules.end(text)), text


def best_of(after: list[Worth]) -> Worth:
    """For who is to move, before the other side has one of these."""
    won = [plies for value, plies in after if value is Value.LOSE and plies is not None]
    if won:
        return Value.WIN, min(won) + 1
    lost = [plies for value, plies in after if value is Value.WIN and plies is not None]
    return (Value.LOSE, max(lost) + 1) if len(lost) == len(after) else DRAWN


def _worth(solution: AnySolution, position: Position) -> Worth:
    number = solution.number(position)  # asked once for both: there are many to ask
    return (solution.endless, None) if number is None else solution.meaning(number)


def check_best_play(solution: AnySolution, rules: OtherRules, start: Position, chance: random.Random) -> None:
    """Perfect against perfect ends after just as many plies as the solution says, won by whom it says; all moves are
    legal by these rules, and what is reached is an end."""
    position, text, plies = start, rules.text(start), 0
    while best := solution.best(position):
        position, before, plies = position.play(chance.choice(best)), text, plies + 1
        text = rules.text(position)
        assert text in rules.after(before), before
    assert plies == solution.remoteness(start), str(start)
    assert not rules.after(text), text
    is_won_by_who_is_to_move = (solution.value(start) is Value.WIN) == (position.seat == start.seat)
    assert rules.end(text) == (WON if is_won_by_who_is_to_move else LOST), text


# -- by hand ----------------------------------------------------------------------------------------------------

CHESS = ("KQK", "KRK", "KPK", "KBBK", "KBNK", "KQKR")
BY_PIECES = {
    "draughts/english": (2, 3, 4),
    "draughts/russian": (2, 3, 4),
    "draughts/frisian": (2, 3),
    "trimok": (2, 3, 4),
    "trimok?exchange=none": (2, 3, 4),
    "trimok?exchange=free": (2, 3, 4),
}
PLAYED = 5  # of the positions that are checked best play is tried for one in so many


def main(number: int) -> None:
    asked = [("nchess", material, None) for material in CHESS]
    asked += [(game, None, pieces) for game, every in BY_PIECES.items() for pieces in every]
    for game, material, pieces in asked:
        checked(game, material, pieces, number)


def checked(game: str, material: str | None, pieces: int | None, number: int) -> None:
    rules, chance, began = rules_for(game), random.Random(f"{game} {material} {pieces}"), time.process_time()
    solution = work_on(ludograph.game(game), material, pieces).solve()
    for position in solution.random_positions(number, chance=chance):
        check_value(solution, rules, position)
    half, starts = number // (2 * PLAYED), []
    for value in (Value.WIN, Value.LOSE):
        starts += solution.random_positions(half, chance=chance, value=value)
    for start in starts:
        check_best_play(solution, rules, start, chance)
    seconds = time.process_time() - began
    sys.stdout.write(f"{game} {material or pieces}: {number:,} values, {len(starts):,} games; {seconds:.0f} s\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or ["5000"]))
