"""Rush Hour, after Nob Yoshigahara: slide the vehicles of a full car park until the red car can leave.

The park has 6×6 cells. Vehicles are two or three cells long and move only along their own row or column; walls stay
where they are. The red car A lies on the third row and leaves at its right end: the puzzle is solved when it stands
there. A move is a slide of one vehicle over any number of free cells; with ``moves=steps`` each cell is a move of its
own.

Vehicles differ from puzzle to puzzle. So a puzzle is given by its start, and a text with other vehicles is read as the
start of another puzzle: ``rush-hour`` takes every position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from math import prod
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.core.parameters import ChoiceParameter, IntParameter, Parameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.codes import Code
from ludograph.engine.declared.fields import Marks, Other
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, InvalidPosition, MoveError, MoveSyntaxError, PositionError
from ludograph.puzzles.rush_hour.car_park import (
    CELLS,
    EMPTY,
    EXIT_ROW,
    LETTERS,
    RED,
    SIDE,
    WALL,
    Lane,
    Slide,
    read_park,
)

SLIDES, STEPS = "slides", "steps"
#: It needs 51 moves.
DEFAULT_BOARD = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
#: Made and rated by ``tools/rush_hour_levels.py``; each line has the moves that it needs and the start.
_LINES = (resources.files(__package__) / "levels.txt").read_text(encoding="utf-8").splitlines()
LEVELS = tuple(line.split()[1] for line in _LINES)
RATED = tuple(int(line.split()[0]) for line in _LINES)

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by RushHour.constants. A lane is a row or column with its own vehicles in it; a lane's
# arrangement says where each of them is.
LANES = 0
SIZES: Sequence[int] = ()  # for each lane, the number of arrangements
WEIGHTS: Sequence[int] = ()  # for each lane, what one arrangement further adds to the rank
FIRST: Sequence[int] = ()  # for each lane, the number of its first arrangement among those of all lanes
OCCUPIED: Sequence[int] = ()  # for each arrangement, its cells
SLIDES_FROM: Sequence[int] = ()  # for each arrangement, its first slide; the next one's first slide is the end
NEEDED: Sequence[int] = ()  # for each slide, the cells that have to be free
LANE_CHANGES: Sequence[int] = ()  # for each slide, the bits of State.lanes that change
CELL_CHANGES: Sequence[int] = ()  # for each slide, the cells that change
TOUCHED_ENDS: Sequence[int] = ()  # for each slide, the cells of the end ahead before it and after it
EXIT_LANE = 0
SOLVED = 0  # the arrangements of the exit's lane that are solutions, as bits
WALLS = 0
CONTENT_VEHICLES: Sequence[int] = ()  # for each arrangement and each cell what begins there: see ``contents``

ARRANGEMENT_BITS = 3  # no lane has more than six


class State(NamedTuple):
    """The arrangement of each lane, and the cells that are not free."""

    lanes: Annotated[int, Other("the arrangement of each lane, three bits each")]
    occupied: Annotated[int, Marks()]


def content(s: State, node: int) -> int:
    """A vehicle is told at its first cell."""
    if (WALLS >> node) & 1:
        return 1
    for lane in range(LANES):
        arrangement = FIRST[lane] + ((s.lanes >> (ARRANGEMENT_BITS * lane)) & 7)
        if CONTENT_VEHICLES[CELLS * arrangement + node]:
            return CONTENT_VEHICLES[CELLS * arrangement + node]
    return 0


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code is the number of a slide."""
    for lane in range(LANES):
        arrangement = FIRST[lane] + ((s.lanes >> (ARRANGEMENT_BITS * lane)) & 7)
        for slide in range(SLIDES_FROM[arrangement], SLIDES_FROM[arrangement + 1]):
            if NEEDED[slide] & s.occupied == 0:
                out[n] = slide
                n += 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """A vehicle is moved with one end ahead."""
    if way:
        return 0
    out[0] = TOUCHED_ENDS[2 * move]
    out[1] = TOUCHED_ENDS[2 * move + 1]
    return 2


def apply(s: State, move: int) -> State:
    return State(s.lanes ^ LANE_CHANGES[move], s.occupied ^ CELL_CHANGES[move])


def is_solution(s: State) -> bool:
    return (SOLVED >> ((s.lanes >> (ARRANGEMENT_BITS * EXIT_LANE)) & 7)) & 1 == 1


def rank(s: State) -> int:
    number = 0
    for lane in range(LANES):
        number += ((s.lanes >> (ARRANGEMENT_BITS * lane)) & 7) * WEIGHTS[lane]
    return number


def unrank(number: int) -> State:
    lanes = 0
    occupied = WALLS
    for lane in range(LANES):
        arrangement = number % SIZES[lane]
        number //= SIZES[lane]
        lanes |= arrangement << (ARRANGEMENT_BITS * lane)
        occupied |= OCCUPIED[FIRST[lane] + arrangement]
    return State(lanes, occupied)


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ParkParameter(Parameter):
    """A car park as 36 characters; the puzzle says what is wrong with it."""

    def read(self, text: str) -> str:
        return text

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)

    @property
    def domain(self) -> str:
        return "a text of 36 characters"

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "type": "text"}


class OtherVehicles(InvalidPosition):
    """The position is one of another puzzle."""


class RushHour(KernelPuzzle):
    """Rush Hour."""

    name = "rush-hour"
    title = "Rush Hour"
    summary = "slide cars and trucks until the red car can leave the park"
    goals_lead_out = True
    other_names = ("Stoßzeit", "час пик", "hora punta", "traffic jam")
    parameters = (
        ParkParameter("board", DEFAULT_BOARD, "the start, row by row: letters, o or . for empty cells, x for walls"),
        IntParameter(
            "level", 0, "which of our own starts, the hardest last; 0: the one given", 0, len(LEVELS), rated=RATED
        ),
        ChoiceParameter("moves", SLIDES, "whether a move is a slide of any length or a step", (SLIDES, STEPS)),
    )
    state_type = State
    is_dense = False
    max_moves = CELLS * 2  # each of at most 18 vehicles has at most four
    board = grids.square(SIDE, SIDE, first_row="top")

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        level, board = self.values["level"], self.values["board"]
        if level and board != DEFAULT_BOARD:
            raise self.invalid_parameter("there is either a level or a board, not both.")
        self.start_board = LEVELS[level - 1] if level else board.replace(".", EMPTY)
        try:
            self.layout, arrangements = read_park(self.start_board)
        except PositionError as error:
            raise self.invalid_parameter(f"the board is refused. {error.message}") from None
        self.values = {**self.values, "board": board.replace(".", EMPTY)}
        self._start = self._state(arrangements)
        self.longest = 1 if self.values["moves"] == STEPS else SIDE

    def _state(self, arrangements: Sequence[int]) -> State:
        packed = sum(arrangement << (ARRANGEMENT_BITS * lane) for lane, arrangement in enumerate(arrangements))
        return State(packed, self.layout.occupied(arrangements))

    @cached_property
    def slides(self) -> list[tuple[Lane, Slide]]:
        """All slides of all lanes; a move's code is a place in this list."""
        return [
            (lane, slide)
            for lane in self.layout.lanes
            for arrangement in range(len(lane.arrangements))
            for slide in lane.slides(arrangement, self.longest)
        ]

    def constants(self) -> Mapping[str, Any]:
        lanes = self.layout.lanes
        sizes = [len(lane.arrangements) for lane in lanes]
        counts = [
            len(list(lane.slides(number, self.longest))) for lane in lanes for number in range(len(lane.arrangements))
        ]
        shifts = {lane: ARRANGEMENT_BITS * number for number, lane in enumerate(lanes)}
        red = next(vehicle for vehicle in lanes[self.layout.exit_lane].vehicles if vehicle.letter == RED)
        return {
            "RANKS": prod(sizes),
            "LANES": len(lanes),
            "SIZES": tables.words(sizes),
            "WEIGHTS": tables.words([prod(sizes[:lane]) for lane in range(len(lanes))]),
            "FIRST": tables.words([sum(sizes[:lane]) for lane in range(len(lanes))]),
            "OCCUPIED": tables.words(
                [lane.all_cells(number) for lane in lanes for number in range(len(lane.arrangements))]
            ),
            "SLIDES_FROM": tables.words([sum(counts[:number]) for number in range(len(counts) + 1)]),
            "NEEDED": tables.words([lane.swept(slide) for lane, slide in self.slides] or [0]),
            "LANE_CHANGES": tables.words(
                [(slide.source ^ slide.target) << shifts[lane] for lane, slide in self.slides] or [0]
            ),
            "CELL_CHANGES": tables.words(
                [lane.all_cells(slide.source) ^ lane.all_cells(slide.target) for lane, slide in self.slides] or [0]
            ),
            "TOUCHED_ENDS": tables.words([cell for slide in self.slides for cell in self._ends(*slide)] or [0]),
            "EXIT_LANE": self.layout.exit_lane,
            "SOLVED": tables.mask(
                number
                for number, places in enumerate(lanes[self.layout.exit_lane].arrangements)
                if dict(zip(lanes[self.layout.exit_lane].vehicles, places, strict=True))[red] == SIDE - red.length
            ),
            "WALLS": tables.mask(self.layout.walls),
            "CONTENT_VEHICLES": tuple(self._vehicles_by_cells()),
        }

    def _vehicles_by_cells(self) -> Iterator[int]:
        before = 1  # the wall
        for lane in self.layout.lanes:
            for places in lane.arrangements:
                starts = {lane.cell(place): before + number for number, place in enumerate(places, 1)}
                yield from (starts.get(cell, 0) for cell in range(CELLS))
            before += len(lane.vehicles)

    def start_state(self) -> State:
        return self._start

    def cannot_be_solved(self, state: State) -> str | None:
        """What shares the row of the red car can't get out of its way."""
        vehicles = self.layout.lanes[self.layout.exit_lane].vehicles
        letters = [vehicle.letter for vehicle in vehicles]
        behind = letters[letters.index(RED) + 1 :]
        if vehicles[letters.index(RED)].high < SIDE - 1:
            return "There is a wall between the red car and the exit."
        if behind:
            return f"{behind[0]} is between the red car and the exit and can't leave the row."
        return None

    # -- moves --------------------------------------------------------------------------------------------

    def _ends(self, lane: Lane, slide: Slide) -> tuple[int, int]:
        """The cells of the end ahead, before a slide and after it."""
        before, after = (lane.arrangements[at][slide.vehicle] for at in (slide.source, slide.target))
        ahead = lane.vehicles[slide.vehicle].length - 1 if after > before else 0
        return lane.cell(before + ahead), lane.cell(after + ahead)

    @cached_property
    def code(self) -> Code:  # type: ignore[override]
        return Code({code: self._text(*slide) for code, slide in enumerate(self.slides)})

    def _text(self, lane: Lane, slide: Slide) -> str:
        before, after = (lane.arrangements[at][slide.vehicle] for at in (slide.source, slide.target))
        return f"{lane.vehicles[slide.vehicle].letter}{after - before:+}"

    def move_of(self, state: State, code: int) -> Move:
        return replace(super().move_of(state, code), text=self.code.named[code])

    def normal(self, text: str) -> str:
        return text.upper()

    def spellings(self, state: State, move: Move) -> Iterable[str]:
        return move.text, f"{move.source}-{move.target}"

    def explain(self, state: State, text: str) -> MoveError:
        found = re.fullmatch(r"([A-Z])([+-])([1-9])", text)
        if found is None:
            return super().explain(state, text) if re.fullmatch(r"[A-F][1-6]-[A-F][1-6]", text) else _no_move(text)
        cells = self._cells_of(state).get(found[1])
        if cells is None:
            return IllegalMove(f"There is no vehicle {found[1]}.", reason="no-vehicle")
        ahead, step = (cells[-1], cells[1] - cells[0]) if found[2] == "+" else (cells[0], cells[0] - cells[1])
        target = ahead
        for _ in range(int(found[3])):
            if not _is_step(target, target + step):
                return IllegalMove(f"{found[1]} would leave the board.", reason="edge")
            target += step
        refusal = self.why_not(state, (self.board.label(ahead), self.board.label(target)))
        return refusal or super().explain(state, text)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        cells = self.nodes_named(hops)
        own = next((own for own in self._cells_of(state).values() if cells[0] in own), None)
        if own is None:
            return IllegalMove(f"There is no vehicle on {hops[0]}.", reason="no-vehicle")
        if cells[0] not in (own[0], own[-1]):
            return IllegalMove(f"{hops[0]} is not an end of the vehicle: it moves with one end ahead.", reason="no-end")
        step = (own[1] - own[0]) * (1 if cells[0] == own[-1] else -1)
        free = self._free_cells(state, cells[0], step)
        if len(cells) == 1:
            return None if free else IllegalMove(f"The vehicle on {hops[0]} is blocked there.", reason="blocked")
        if len(cells) > 2:
            return IllegalMove("A slide goes from one cell to another.", reason="one-slide")
        if cells[1] in free[: self.longest]:
            return None
        if cells[1] in free:
            return IllegalMove("Each step is a move of its own.", reason="one-step")
        if cells[1] not in _cells_ahead(cells[0], step):
            what = f"{hops[1]} is not ahead of that end of the vehicle on {hops[0]}, in its own row or column."
            return IllegalMove(what, reason="not-ahead")
        return IllegalMove(f"The way from {hops[0]} to {hops[1]} is not free.", reason="blocked")

    def _free_cells(self, state: State, end: int, step: int) -> list[int]:
        """The free cells ahead of a vehicle's end, up to the first that is not."""
        free = []
        for cell in _cells_ahead(end, step):
            if state.occupied >> cell & 1:
                break
            free.append(cell)
        return free

    def _cells_of(self, state: State) -> dict[str, list[int]]:
        """The cells of each vehicle."""
        found = {}
        for number, lane in enumerate(self.layout.lanes):
            places = lane.arrangements[state.lanes >> (ARRANGEMENT_BITS * number) & 7]
            for vehicle, place in enumerate(places):
                found[lane.vehicles[vehicle].letter] = lane.cells(vehicle, place)
        return found

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "No vehicle can move, and the red car is not at the exit."

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        signs = [WALL if cell in self.layout.walls else EMPTY for cell in range(CELLS)]
        for letter, cells in self._cells_of(state).items():
            for cell in cells:
                signs[cell] = letter
        return "".join(signs)

    def read(self, text: str) -> State:
        layout, arrangements = read_park(text)
        if layout != self.layout:
            fault = f"the vehicles, their lanes or the walls are not those of {self.start_board}"
            raise OtherVehicles("The position is one of another puzzle", [fault], text)
        return self._state(arrangements)

    def parse(self, text: str) -> Position:
        """The position that a text describes: of this puzzle or, with other vehicles, of the one that starts so."""
        try:
            return super().parse(text)
        except OtherVehicles:
            return RushHour(self.variant, **{**self.values, "board": text, "level": 0}).start()

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def goals(self) -> Sequence[int]:
        """The exit."""
        return (EXIT_ROW * SIDE + SIDE - 1,)

    @cached_property
    def contents(self) -> Sequence[Piece]:
        """The wall, and the vehicles lane by lane."""
        vehicles = (
            (lane, vehicle, lane.cells(number, 0))
            for lane in self.layout.lanes
            for number, vehicle in enumerate(lane.vehicles)
        )
        return [
            Piece(0, WALL_COLOUR, Shape.TILE, "", "wall"),
            *(
                Piece(
                    0,
                    _colour(vehicle.letter),
                    Shape.VEHICLE,
                    vehicle.letter,
                    _name(vehicle.letter, vehicle.length),
                    also=tuple(cell - cells[0] for cell in cells[1:]),
                )
                for _, vehicle, cells in vehicles
            ),
        ]


# Numbers of tile colours: red is for the red car only, dark for walls.
RED_COLOUR, WALL_COLOUR, OTHER_COLOURS = 5, 7, (2, 3, 1, 6, 0, 4)


def _colour(letter: str) -> int:
    return RED_COLOUR if letter == RED else OTHER_COLOURS[LETTERS.index(letter) % len(OTHER_COLOURS)]


def _name(letter: str, length: int) -> str:
    if letter == RED:
        return "red car A"
    return f"{'car' if length == 2 else 'truck'} {letter}"


def _no_move(text: str) -> MoveSyntaxError:
    return MoveSyntaxError(f"{quoted(text)} is no move: a move is a vehicle and how far it slides, such as A+2 or B-1.")


def _is_step(cell: int, other: int) -> bool:
    """Whether two cells whose numbers differ like neighbours are neighbours."""
    return 0 <= other < CELLS and (cell // SIDE == other // SIDE or cell % SIDE == other % SIDE)


def _cells_ahead(cell: int, step: int) -> list[int]:
    """The cells from here to the edge of the board."""
    ahead: list[int] = []
    while _is_step(cell, cell + step):
        cell += step
        ahead.append(cell)
    return ahead
