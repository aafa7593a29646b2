"""Trimok, by A. Ollikainen, J. Ollikainen and T. Saarinen (1996).

Two sides have twelve stacks each, of size 1, 2 and 3, on a board of 6×6 cells. A stack moves one cell in any of
eight directions, onto an empty cell or onto an enemy stack that it beats: 3 takes 2, 2 takes 1, 1 takes 3.
From the opponent's last rank a stack may return to its own first rank, on the same or a neighbouring
file, if the cell is empty; it may then be exchanged for a stack of another size. A side that has no stack or
can't move has lost.

The exchange is the published rule; ``exchange=none`` is the game without it. The draws by repetition, by moves without
a capture and by a dead position are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ludograph.board import grids, tables
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.core.texts import quoted, split_counters, with_counters
from ludograph.engine.declared.codes import Code, Hidden, Node, Touches
from ludograph.engine.declared.declaration import Standing
from ludograph.engine.declared.fields import Kind
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, InvalidPosition, MoveError, MoveSyntaxError, PositionSyntaxError
from ludograph.games.trimok import evaluation, rules
from ludograph.games.trimok.rules import (
    AFTER,
    BEFORE,
    FREE,
    FROM_RESERVE,
    MAX_QUIET,
    NO_EXCHANGE,
    RESERVE,
    TO,
    State,
    size_on,
)

BOARD = grids.square(6, 6, links=8)
NODES = len(BOARD)
SIDES = ("Red", "Blue")
LETTERS = "RB"
HOME_RANK = (3, 2, 1, 3, 2, 1)
HOME_ROWS = ((0, 1), (4, 5))
FIRST_ROW = (0, 5)
BEATS = {3: 2, 2: 1, 1: 3}
MAX_STACKS = 12

EXCHANGES = {"reserve": FROM_RESERVE, "free": FREE, "none": NO_EXCHANGE}


def _return_cells(side: int, node: int) -> list[int]:
    """The cells to which a stack of this side may return from a node: none but from the last rank."""
    row, column = divmod(node, 6)
    if row != FIRST_ROW[1 - side]:
        return []
    return [FIRST_ROW[side] * 6 + file for file in range(column - 1, column + 2) if 0 <= file < 6]


RETURN_CELLS = tuple([_return_cells(side, node) for node in range(NODES)] for side in range(2))

NO_SPACE = "Your move must refer to a valid space on the board"
NOT_YOURS = "You may only move pieces of your side"
ILLEGAL = "Illegal move"

RECORD = re.compile(r"(?P<size>[123])(?P<cell>[A-F][1-6])(?P<side>[RB])")
CHOICES = (None, "=1", "=2", "=3")
MOVE = re.compile(r"(?P<source>[^-x=]+?)(?P<side>[RB]?)[-x](?P<target>[^-x=]+)(?P<choice>=.*)?")


class Trimok(KernelGame):
    """The game of Trimok with its way of exchange and its draw rules."""

    name = "trimok"
    title = "Trimok"
    summary = "stacks of 1, 2 and 3 that take each other in a circle, on 6×6 cells"
    parameters = (
        ChoiceParameter("exchange", "reserve", "what a returning stack may become", tuple(EXCHANGES)),
        IntParameter("repetition", 3, "a draw when a position occurs so often; 0: never", 0, 100),
        IntParameter("quiet_limit", 0, "a draw after so many moves without a capture; 0: never", 0, MAX_QUIET),
    )
    seats = SIDES
    board = BOARD
    state_type = State
    rule_modules = (rules, evaluation)
    code = Code(alike=3, source=Node(), target=Node(), before=Hidden(2), after=Hidden(2))
    touches = Touches(takes="x", choices=("=1", "=2", "=3"))
    chance_scale = 150
    max_moves = MAX_STACKS * 8 + 6 * 3 * 3

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.exchange = EXCHANGES[self.values["exchange"]]
        self.quiet_limit: int = self.values["quiet_limit"]
        self.repetition_limit = self.values["repetition"]

    def constants(self) -> Mapping[str, Any]:
        last_ranks = [[node for node in range(NODES) if cells[node]] for cells in RETURN_CELLS]
        return {
            "NODES": NODES,
            "EXCHANGE": self.exchange,
            "QUIET_LIMIT": self.quiet_limit,
            "ALL_CELLS": tables.mask(range(NODES)),
            "NEIGHBOURS": tables.neighbour_masks(BOARD),
            "RETURNS": tables.words([tables.mask(cells) for side in RETURN_CELLS for cells in side]),
            "ADVANCED": tables.words([tables.mask(range(18, NODES)), tables.mask(range(18))]),
            "LAST_RANK": tables.words([tables.mask(nodes) for nodes in last_ranks]),
            **self.weights,
        }

    @cached_property
    def weights(self) -> Mapping[str, int]:
        return evaluation.WEIGHTS

    # -- set-up -------------------------------------------------------------------------------------------

    def start_state(self) -> State:
        stacks = (
            (size, row * 6 + column, side)
            for side, rows in enumerate(HOME_ROWS)
            for row in rows
            for column, size in enumerate(HOME_RANK)
        )
        return self._state(stacks, turn=0)

    def _state(self, stacks: Iterable[tuple[int, int, int]], turn: int, quiet: int = 0) -> State:
        kinds = {kind.field.size: kind.field for kind in self.declaration.kinds if isinstance(kind.field, Kind)}
        standing = {node: Standing(side, kinds[size]) for size, node, side in stacks}
        state: State = self.declaration.made(turn, standing, {"quiet": quiet})
        return state

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        start, end = code & 63, code >> TO & 63
        before, after = code >> BEFORE & 3, code >> AFTER & 3
        source, target = BOARD.label(start), BOARD.label(end)
        takes = bool(state.theirs >> end & 1)
        choice = f"={after}" if after != before else ""
        return Move(
            text=f"{source}{'x' if takes else '-'}{target}{choice}",
            source=source,
            target=target,
            captures=(target,) if takes else (),
            hops=(source, target, choice) if choice else (source, target),
            code=code,
        )

    def normal(self, text: str) -> str:
        return text.upper().replace("X", "x")

    def spellings(self, state: State, move: Move) -> Iterator[str]:
        """With or without the side's letter, ``-`` also for a capture, ``=`` also for the size it has."""
        start, end = move.code & 63, move.code >> TO & 63
        sizes = {f"={move.code >> AFTER & 3}"} if end in RETURN_CELLS[state.turn][start] else set()
        if len(move.hops) == 2:
            sizes.add("")
        for source in (move.source, f"{move.source}{LETTERS[state.turn]}"):
            for link in "-x" if move.captures else "-":
                yield from (f"{source}{link}{move.target}{size}" for size in sizes)

    def hops_in(self, text: str) -> list[str]:
        found = MOVE.fullmatch(text)
        if found is None:
            raise MoveSyntaxError(f"{NO_SPACE}: a move is written like A2-A3, which {quoted(text)} is not.")
        for cell in (found["source"], found["target"]):
            if BOARD.index(cell) is None:
                raise MoveSyntaxError(f"{NO_SPACE}: {quoted(cell)} is not one of the cells A1 to F6.")
        choice = found["choice"]
        if choice not in CHOICES:
            raise MoveSyntaxError(f"{ILLEGAL}: behind the move stands =1, =2 or =3, not {quoted(choice)}.")
        return [hop for hop in (found["source"], found["target"], choice) if hop]

    def explain(self, state: State, text: str) -> MoveError:
        """Also the claims that a text makes beyond its hops: whose stack it is, and that something is taken."""
        refusal = super().explain(state, text)
        found = MOVE.fullmatch(text)
        if found is None or not isinstance(refusal, IllegalMove):
            return refusal
        if found["side"] == LETTERS[1 - state.turn]:
            what = f"{text} is a move of {SIDES[1 - state.turn]}, but {SIDES[state.turn]} is to move"
            return _illegal("not-your-side", what, NOT_YOURS)
        if refusal.reason == "not-whole":
            return _illegal("nothing-to-take", f"{found['target']} is empty, so nothing is taken")
        return refusal

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        nodes = [BOARD.index(hop) for hop in hops[:2]]
        unknown = next((hop for hop, node in zip(hops, nodes, strict=False) if node is None), None)
        if unknown is not None:
            return _illegal("no-cell", f"{quoted(unknown)} is not one of the cells A1 to F6", NO_SPACE)
        start = nodes[0]
        assert start is not None
        if refusal := self._why_not_from(state, start):
            return refusal
        end = nodes[1] if len(nodes) > 1 else None
        if end is None:
            return self._why_stuck(state, start)
        if start == end:
            return _illegal("same-cell", f"{hops[0]}-{hops[1]} does not leave its cell")
        is_return = end in RETURN_CELLS[state.turn][start]
        refusal = self._why_not_to(state, start, end, is_return)
        if refusal or len(hops) < 3:
            return refusal
        return self._why_not_become(state, start, is_return, hops[2])

    def _why_not_from(self, state: State, start: int) -> IllegalMove | None:
        cell = BOARD.label(start)
        if not (state.mine | state.theirs) >> start & 1:
            return _illegal("empty-source", f"{cell} is empty", NOT_YOURS)
        if state.theirs >> start & 1:
            mover, owner = SIDES[state.turn], SIDES[1 - state.turn]
            return _illegal("not-your-side", f"{cell} holds a stack of {owner}, but {mover} is to move", NOT_YOURS)
        if state.theirs == 0:
            return _illegal("game-over", f"{SIDES[1 - state.turn]} has no stack left")
        return None

    def _why_stuck(self, state: State, start: int) -> IllegalMove | None:
        returns = RETURN_CELLS[state.turn][start]
        refusals = [self._why_not_to(state, start, end, False) for end in BOARD.neighbours(start)]
        refusals += [self._why_not_to(state, start, end, True) for end in returns]
        return _illegal("stuck", f"the stack on {BOARD.label(start)} can't move anywhere") if all(refusals) else None

    def _why_not_to(self, state: State, start: int, end: int, is_return: bool) -> IllegalMove | None:
        source, target = BOARD.label(start), BOARD.label(end)
        if not is_return and end not in BOARD.neighbours(start):
            return self._why_too_far(state, start, source, target)
        if state.mine >> end & 1:
            mover, size = SIDES[state.turn], size_on(state, end)
            return _illegal("own-stack", f"{target} is occupied by a stack of {mover}'s own, of size {size}")
        if not state.theirs >> end & 1:
            return None
        owner, mine, theirs = SIDES[1 - state.turn], size_on(state, start), size_on(state, end)
        if is_return:
            return _illegal("return-takes", f"a return move can't take, and {target} holds a stack of {owner}")
        if BEATS[mine] != theirs:
            what = f"{target} holds a stack of {owner} of size {theirs}, and a {mine} takes only a {BEATS[mine]}"
            return _illegal("not-beaten", what)
        return None

    def _why_too_far(self, state: State, start: int, source: str, target: str) -> IllegalMove:
        if cells := RETURN_CELLS[state.turn][start]:
            where = " or ".join(map(BOARD.label, cells))
            what = f"from {source} a stack moves one cell, or returns to {where}, not to {target}"
            return _illegal("no-return", what)
        return _illegal("too-far", f"a stack moves one cell, and {target} is not next to {source}")

    def _why_not_become(self, state: State, start: int, is_return: bool, choice: str) -> IllegalMove | None:
        if not is_return:
            return _illegal("no-exchange", "only a return move can exchange its stack")
        if choice not in CHOICES:
            return _illegal("no-size", f"a stack becomes =1, =2 or =3, not {quoted(choice)}")
        before, after = size_on(state, start), int(choice[1:])
        if after == before:
            return _illegal("same-size", f"the stack has the size {after} already")
        if self.plain.may_become(state, before, after):
            return None
        if self.exchange == NO_EXCHANGE:
            return _illegal("no-exchange", "this game is played without exchange")
        what = (
            f"{SIDES[state.turn]} has {RESERVE} stacks of size {after} on the board, so that none is left to exchange"
        )
        return _illegal("reserve-empty", what)

    # -- end ----------------------------------------------------------------------------------------------

    def ending(self, state: State) -> tuple[str, str]:
        loser = state.turn if state.theirs else 1 - state.turn
        winner = SIDES[1 - loser]
        if state.mine and state.theirs:
            return "blocked", f"{SIDES[loser]} can't move: {winner} wins."
        return "no-stacks", f"{SIDES[loser]} has no stack left: {winner} wins."

    def draw_of(self, state: State) -> Outcome | None:
        if not self.plain.drawn(state):
            return None
        if self.quiet_limit and state.quiet >= self.quiet_limit:
            text = f"A draw: {state.quiet} moves without a capture."
            return Outcome.draw(2, "quiet", text)
        text = "A draw: all stacks have the same size, so that nothing can be taken any more."
        return Outcome.draw(2, "dead", text)

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        standing = self.declaration.standing(state).items()
        records = (f"{stack.kind.size}{BOARD.label(node)}{LETTERS[stack.seat or 0]}" for node, stack in standing)
        return with_counters(f"{LETTERS[state.turn]}:{','.join(records)}", {"quiet": state.quiet})

    def read(self, text: str) -> State:
        faults: list[str] = []
        body, counters = split_counters(text, {"quiet": MAX_QUIET}, faults)
        side, colon, records = body.partition(":")
        if not colon or side not in ("R", "B"):
            faults.append("it must begin with R: or B:, the side to move")
        stacks = []
        for record in records.split(",") if records else ():
            if found := RECORD.fullmatch(record):
                node = BOARD.labels.index(found["cell"])
                stacks.append((int(found["size"]), node, LETTERS.index(found["side"])))
            elif record != "-":
                faults.append(f"{quoted(record)} is no stack, which is written size, cell, side, like 3A1R")
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        if faults := self._faults(stacks):
            raise InvalidPosition("The position is not possible", faults, text)
        return self._state(stacks, LETTERS.index(side), counters["quiet"] if self.quiet_limit else 0)

    def _faults(self, stacks: Sequence[tuple[int, int, int]]) -> list[str]:
        cells = [node for _, node, _ in stacks]
        faults = [f"{BOARD.label(node)} holds two stacks" for node in sorted(set(cells)) if cells.count(node) > 1]
        if not stacks:
            faults.append("there is no stack on the board")
        for side, name in enumerate(SIDES):
            sizes = [size for size, _, owner in stacks if owner == side]
            if len(sizes) > MAX_STACKS:
                faults.append(f"{name} has {len(sizes)} stacks, more than {MAX_STACKS}")
            for size in (1, 2, 3):
                if self.exchange != FREE and sizes.count(size) > RESERVE:
                    faults.append(f"{name} has {sizes.count(size)} stacks of size {size}, more than {RESERVE}")
        return faults

    # -- drawing ------------------------------------------------------------------------------------------

    def sign(self, standing: Standing) -> str:
        return f"{LETTERS[standing.seat or 0]}{standing.kind.letter}"


def _illegal(reason: str, what: str, words: str = ILLEGAL) -> IllegalMove:
    return IllegalMove(f"{words}: {what}.", reason=reason)
