"""Abalone on squares and on hexagons, invented by M. Lalet and L. Lévi (1987): one set of rules for two boards.

One, two or three pieces of a side that are neighbours on a line move one cell: along their line, or all of them to the
same side. In line, two push one enemy and three push one or two, if there is nothing behind these; what is pushed over
the edge is lost. Who has pushed off enough pieces wins; a side that can't move has lost.

On hexagons the game is won with the sixth piece, on squares with the first. The draws by repetition and by a limit of
moves are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import comb
from typing import Any

from ludograph.board import tables
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.core.texts import quoted, split_counters, with_counters
from ludograph.engine.declared.codes import Code, Direction, Hidden, Node, Touches
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, InvalidPosition, MoveError, MoveSyntaxError, PositionSyntaxError
from ludograph.games.abalone import evaluation, rules
from ludograph.games.abalone.boards import (
    CLASSIC_SIDE,
    DAISIES,
    HEX,
    SETUPS,
    SQUARE,
    STANDARD,
    Field,
    hex_field,
    hex_setup,
    square_field,
    square_setup,
)
from ludograph.games.abalone.refusals import Refusals, SideStep, illegal
from ludograph.games.abalone.rules import AXIS, DIRECTION, MAX_GROUP, MAX_LOST, MAX_MOVES_COUNTED, SIZE, State

SIDES = ("Black", "White")
LETTERS = "BW"
CLASSIC_SIZE = 8
CLASSIC_CAPTURES = 6
MOST_CELLS = 100  # 10×10 squares; a hexagon of side 6 has 91
WORD = 2**64 - 1
MAX_RANKED_NODES = 63  # binomials are known so far
MAX_RANKS = 2**62

CELL = r"[A-Za-z][0-9]{1,2}"
SQUARE_MOVE = re.compile(rf"({CELL}):({CELL})")
HEX_MOVE = re.compile(rf"({CELL})({CELL})({CELL})?")
LOST = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")


class Abalone(KernelGame):
    """The game of Abalone on its board, with its set-up and its end."""

    name = "abalone"
    title = "Abalone"
    summary = "push the other side's marbles over the edge, three against two, two against one"
    other_names = ("абалон", "アバロン")
    variants = {  # noqa: RUF012
        SQUARE: "8×8 squares and four directions, won with the first marble",
        HEX: "61 hexagons and six directions, won with the sixth marble",
    }
    parameters = (
        IntParameter("captures_to_win", 0, "so many pieces pushed off win; 0: as the variant has it", 0, MAX_LOST),
        IntParameter("size", CLASSIC_SIZE, "the squares on each edge of a square board", 4, 10),
        IntParameter("side", CLASSIC_SIDE, "the hexagons on each edge of a hexagonal board", 3, 6),
        ChoiceParameter("setup", STANDARD, "where the pieces stand at the beginning", SETUPS),
        IntParameter("repetition", 3, "a draw when a position occurs so often; 0: never", 0, 100),
        IntParameter("move_limit", 0, "a draw after so many moves of both sides; 0: never", 0, MAX_MOVES_COUNTED),
    )
    seats = SIDES
    #: A side that holds together loses a little by going anywhere: at even scores both would stay where they are.
    contempt = 100
    chance_scale = 400
    state_type = State
    rule_modules = (rules, evaluation)
    # For each cell the moves in line, and side steps of two sizes on three axes to four sides.
    max_moves = MOST_CELLS * (6 + 2 * 3 * 4)

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self._check_variant()
        size, side, setup = self.values["size"], self.values["side"], self.values["setup"]
        self.is_hex = self.variant == HEX
        self.touches = Touches("" if self.is_hex else ":")
        self.field: Field = hex_field(side) if self.is_hex else square_field(size)
        self.board = self.field.graph
        self.homes = hex_setup(side, setup) if self.is_hex else square_setup(size, setup)
        self.captures_to_win = self._chosen_captures()
        self.repetition_limit = self.values["repetition"]
        self.move_limit: int = self.values["move_limit"]

    def _check_variant(self) -> None:
        size, side, setup = self.values["size"], self.values["side"], self.values["setup"]
        if self.variant == HEX and size != CLASSIC_SIZE:
            raise self.invalid_parameter("size is for the square board; the hexagonal board has side.")
        if self.variant == SQUARE and side != CLASSIC_SIDE:
            raise self.invalid_parameter("side is for the hexagonal board; the square board has size.")
        if setup in DAISIES and (self.variant, side) != (HEX, CLASSIC_SIDE):
            raise self.invalid_parameter(f"the set-up {setup} is for the hexagonal board of side {CLASSIC_SIDE}.")

    def _chosen_captures(self) -> int:
        """The number that wins. The variant's own number isn't kept as a value, so that one game has one id."""
        pieces = len(self.homes[0])
        usual = min(CLASSIC_CAPTURES, pieces // 2) if self.is_hex else 1
        chosen: int = self.values["captures_to_win"]
        if chosen > pieces:
            raise self.invalid_parameter(f"captures_to_win is {chosen}, but each side has only {pieces} pieces.")
        if chosen == usual:
            self.values = {**self.values, "captures_to_win": 0}
        return chosen or usual

    def constants(self) -> Mapping[str, Any]:
        nodes = len(self.board)
        bits = [1 << node for node in range(nodes)] + [0]
        axes = self.field.axes
        return {
            "NODES": nodes,
            "TOUCHED_NEXT": self.is_hex,
            "WIDE": nodes > tables.WORD_BITS,
            "DIRECTIONS": 2 * axes,
            "AXES": axes,
            "STEP": tables.words(self.field.steps).ravel(),
            "BIT": tables.words([bit & WORD for bit in bits]),
            "HIGH_BIT": tables.words([bit >> tables.WORD_BITS for bit in bits]),
            "ALL_CELLS": sum(bits) & WORD,
            "ALL_HIGH_CELLS": sum(bits) >> tables.WORD_BITS,
            "SIDEWAYS": tables.words(
                [sum(1 << way for way in range(2 * axes) if way % axes != axis) for axis in range(axes)]
            ),
            "PLACE_WORTH": tables.words(evaluation.place_worths(self.weights, self.field.distances_from_edge)),
            "NEIGHBOURS_WORTH": self.weights["NEIGHBOURS_WORTH"],
            "CAPTURES_TO_WIN": self.captures_to_win,
            "MOVE_LIMIT": self.move_limit,
            "PIECES": len(self.homes[0]),
            "FIRST_RANKS": tables.words(self._first_ranks() if self.ranks else [0]),
        }

    @cached_property
    def code(self) -> Code:  # type: ignore[override]
        directions = self.field.directions
        either = Direction(3, directions)
        return Code(alike=MAX_GROUP, source=Node(7), axis=either, size=Hidden(2), direction=either)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        return evaluation.WEIGHTS

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        """Ranks only on boards that are small enough."""
        rules = super().all_rules()
        return {name: rule for name, rule in rules.items() if self.ranks or name not in ("rank", "unrank")}

    # -- set-up -------------------------------------------------------------------------------------------

    def start_state(self) -> State:
        return self._state(self.homes, turn=0)

    def _state(
        self, cells: Sequence[Sequence[int]], turn: int, lost: tuple[int, int] = (0, 0), moves: int = 0
    ) -> State:
        sides = [tables.mask(nodes) for nodes in cells]
        mine, theirs = sides[turn], sides[1 - turn]
        high, theirs_high = mine >> tables.WORD_BITS, theirs >> tables.WORD_BITS
        return State(mine & WORD, high, theirs & WORD, theirs_high, lost[turn], lost[1 - turn], turn, moves)

    # -- ranks --------------------------------------------------------------------------------------------

    @property
    def ranks(self) -> int:
        """The number of positions with all pieces of the set-up, on the board or off it; 0 where these have no
        ranks: on boards that are too large, and where moves are counted."""
        if len(self.board) > MAX_RANKED_NODES or self.move_limit:
            return 0
        ranks = 2 * self._first_ranks()[-1]
        return ranks if ranks < MAX_RANKS else 0

    def _first_ranks(self) -> list[int]:
        """Where the positions with so many pieces lost and taken begin, without turn; and their end."""
        pieces, nodes, first = len(self.homes[0]), len(self.board), [0]
        for lost in range(self.captures_to_win + 1):
            for taken in range(self.captures_to_win):
                own, other = pieces - lost, pieces - taken
                first.append(first[-1] + comb(nodes, own) * comb(nodes - own, other))
        return first

    def rank_of(self, state: State) -> int:
        """The number of a state, below ``ranks``; InvalidPosition when it has none."""
        pieces = len(self.homes[0])
        own, other = state.mine.bit_count() + state.lost, state.theirs.bit_count() + state.taken
        if not self.ranks or (own, other) != (pieces, pieces) or state.taken >= self.captures_to_win:
            raise InvalidPosition("The position has no rank", ["it is not one of those of this set-up"])
        return super().rank_of(state)

    def state_of(self, rank: int) -> State:
        """The state with this rank."""
        if not 0 <= rank < self.ranks:
            raise InvalidPosition("There is no such position", [f"the ranks are below {self.ranks}, not {rank}"])
        state: State = super().state_of(rank)
        return state

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        start, axis, size, direction = _parts(code)
        if axis != direction:
            return self._side_step_of(code)
        enters = self.field.step(start, direction, size)
        cells = self._labels(start, self.field.step(start, direction) if self.is_hex else enters)
        captures = self._pushed_off(state, enters, direction)
        others = tuple(self._labels(*group, enters) for group in self._picked(start, direction, size))
        return Move(self._text(cells), cells[0], cells[1], captures=captures, hops=cells, code=code, other_hops=others)

    def _side_step_of(self, code: int) -> Move:
        """A side step may be begun at either end; the one with the lower number is canonical."""
        start, axis, size, direction = _parts(code)
        last = self.field.step(start, axis, size - 1)
        cells = self._cells_to_side((start, axis, size, direction))
        mirrored = self._cells_to_side((last, self.field.opposite(axis), size, direction))
        picked = self._picked(start, axis, size)
        by_group = (self._labels(*group, self.field.step(group[0], direction)) for group in picked)
        others = tuple(dict.fromkeys(way for way in (mirrored, *by_group) if way != cells))
        return Move(self._text(cells), cells[0], cells[-1], hops=cells, code=code, other_hops=others)

    def _picked(self, start: int, axis: int, size: int) -> Iterator[list[int]]:
        """The ways in which a hand picks a group: one piece after the other or the two ends, from either side."""
        pieces = [self.field.step(start, axis, number) for number in range(size)]
        if size > 1:
            yield from ([pieces[0], pieces[-1]], [pieces[-1], pieces[0]])
        if size > 2:
            yield from (pieces, pieces[::-1])

    def _pushed_off(self, state: State, node: int, direction: int) -> tuple[str, ...]:
        """The cell of the enemy that is pushed over the edge when the cell ``node`` is entered, if there is one."""
        theirs = _both(state.theirs, state.theirs_high)
        pushed = None
        while theirs >> node & 1:
            pushed, node = node, self.field.step(node, direction)
        return (self.board.label(pushed),) if pushed is not None and node == self.board.outside else ()

    def _cells_to_side(self, step: SideStep) -> tuple[str, ...]:
        """The cells by which a side step is written, begun at the given end."""
        start, axis, size, direction = step
        last = self.field.step(start, axis, size - 1)
        if self.is_hex:
            return self._labels(start, last, self.field.step(start, direction))
        return self._labels(start, self.field.step(last, direction))

    def _text(self, cells: Sequence[str]) -> str:
        return ("" if self.is_hex else ":").join(cells)

    def _labels(self, *nodes: int) -> tuple[str, ...]:
        return tuple(map(self.board.label, nodes))

    def normal(self, text: str) -> str:
        return text.lower() if self.is_hex else text.upper()

    def spellings(self, state: State, move: Move) -> Iterator[str]:
        """As it is written, and the cells that a hand would touch, with ``-`` between them."""
        yield from map(self._text, filter(self._can_be_written, move.ways))
        yield from map("-".join, move.ways)

    def _can_be_written(self, cells: Sequence[str]) -> bool:
        """On squares a text names where it begins and ends; the pieces of a group are only for hands to touch."""
        return len(cells) <= (3 if self.is_hex else 2)

    def hops_in(self, text: str) -> list[str]:
        found = (HEX_MOVE if self.is_hex else SQUARE_MOVE).fullmatch(text)
        if found is None:
            form = "a1b2, or a side step like c3d4d3" if self.is_hex else "C3:C4"
            raise MoveSyntaxError(f"A move is written like {form}, which {quoted(text)} is not.")
        hops = [cell for cell in found.groups() if cell]
        if self.board.index(hops[0]) is None:
            raise MoveSyntaxError(f"{quoted(text)} is no move: {quoted(hops[0])} is no cell of the board.")
        return hops

    def explain(self, state: State, text: str) -> MoveError:
        """Two cells of a hexagonal board are also the beginning of a side step, but as a text a move in line."""
        refusal = super().explain(state, text)
        if self.is_hex and isinstance(refusal, IllegalMove) and refusal.reason in ("not-whole", "stuck"):
            nodes = [self.board.index(hop) for hop in self.hops_in(text)]
            if len(nodes) == 2 and nodes[0] is not None and nodes[1] is not None:
                return self._refusals(state).towards(nodes[0], nodes[1]) or refusal
        return refusal

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        refusals = self._refusals(state)
        refusal = refusals.why_not(hops, is_hex=self.is_hex)
        if refusal is None and self.plain.is_over(state):
            return illegal("game-over", self.ending(state)[1].rstrip("."))
        return refusal

    def _refusals(self, state: State) -> Refusals:
        black, white = self._cells(state)
        mine, theirs = (black, white) if state.turn == 0 else (white, black)
        return Refusals(self.field, set(mine), set(theirs), SIDES[state.turn], SIDES[1 - state.turn])

    def _cells(self, state: State) -> tuple[list[int], list[int]]:
        """The cells of Black and those of White."""
        both = [_both(state.mine, state.mine_high), _both(state.theirs, state.theirs_high)]
        sides = [[node for node in range(len(self.board)) if cells >> node & 1] for cells in both]
        return sides[state.turn], sides[1 - state.turn]

    # -- end ----------------------------------------------------------------------------------------------

    def ending(self, state: State) -> tuple[str, str]:
        loser = 1 - state.turn if state.taken >= self.captures_to_win else state.turn
        lost, winner = _lost(state)[loser], SIDES[1 - loser]
        if lost < self.captures_to_win:
            return "blocked", f"{SIDES[loser]} can't move: {winner} wins."
        pieces = "a piece" if lost == 1 else f"{lost} pieces"
        return "pushed-off", f"{SIDES[loser]} has lost {pieces}: {winner} wins."

    def draw_of(self, state: State) -> Outcome | None:
        if not self.plain.drawn(state):
            return None
        return Outcome.draw(2, "move-limit", f"A draw: {state.moves} moves were made.")

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        parts = [
            letter + ",".join(self._labels(*cells)) for letter, cells in zip(LETTERS, self._cells(state), strict=True)
        ]
        if any(_lost(state)):
            parts.append(",".join(map(str, _lost(state))))
        return with_counters(f"{LETTERS[state.turn]}:{'/'.join(parts)}", {"moves": state.moves})

    def read(self, text: str) -> State:
        faults: list[str] = []
        body, counters = split_counters(text, {"moves": MAX_MOVES_COUNTED}, faults)
        side, colon, rest = body.partition(":")
        if not colon or side not in ("B", "W"):
            faults.append("it must begin with B: or W:, the side to move")
        black, white, *others = rest.split("/") if rest.count("/") else (rest, "")
        sides = [self._read_cells(cells, letter, faults) for cells, letter in zip((black, white), LETTERS, strict=True)]
        found = LOST.fullmatch(others[0]) if len(others) == 1 else None
        if others and not found:
            faults.append("behind the cells of both sides stand the pieces that they have lost, like /1,0")
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        lost = (int(found[1]), int(found[2])) if found else (0, 0)
        if faults := self._faults(sides, lost):
            raise InvalidPosition("The position is not possible", faults, text)
        return self._state(sides, LETTERS.index(side), lost, counters["moves"] if self.move_limit else 0)

    def _read_cells(self, text: str, letter: str, faults: list[str]) -> list[int]:
        if text[:1] != letter:
            form = "/".join(side + self.board.label(cells[0]) for side, cells in zip(LETTERS, self.homes, strict=True))
            faults.append(f"the cells of {SIDES[LETTERS.index(letter)]} must begin with {letter}, like {form}")
            return []
        nodes = []
        for label in text[1:].split(",") if text[1:] else ():
            node = self.board.index(self.normal(label))
            if node is None:
                faults.append(f"{quoted(label)} is no cell of the board")
            else:
                nodes.append(node)
        return nodes

    def _faults(self, sides: Sequence[Sequence[int]], lost: tuple[int, int]) -> list[str]:
        cells = [*sides[0], *sides[1]]
        faults = [f"{self.board.label(node)} holds two pieces" for node in sorted(set(cells)) if cells.count(node) > 1]
        if not cells:
            faults.append("there is no piece on the board")
        for name, number in zip(SIDES, lost, strict=True):
            if number > self.captures_to_win:
                faults.append(f"{name} has lost {number} pieces, but the game ends with {self.captures_to_win}")
        if min(lost) >= self.captures_to_win:
            faults.append("both sides have lost the game")
        return faults


def _parts(code: int) -> tuple[int, int, int, int]:
    """The last piece or an end of the group, its axis, its size, and the direction in which it moves."""
    return code & 127, code >> AXIS & 7, code >> SIZE & 3, code >> DIRECTION & 7


def _both(low: int, high: int) -> int:
    """A set of cells as one number."""
    return low | high << tables.WORD_BITS


def _lost(state: State) -> tuple[int, int]:
    """The pieces that Black and White have lost."""
    return (state.lost, state.taken) if state.turn == 0 else (state.taken, state.lost)
