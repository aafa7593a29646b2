"""Sokoban: a worker pushes boxes onto marked places, one box at a time, and never pulls.

By Hiroyuki Imabayashi, 1981. The levels are our own.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import NODES, OUTSIDE, Cells, Choice, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

WAYS = (0, 90, 180, 270)
#: As players write them: a wall #, the worker @, a box $, a marked place ., both * (or + for the worker).
LEVELS: Sequence[str] = (
    "########|#   @$.#|# #    #|##.$  ##|##$    #|#  .#  #|########",
    "########|###    #|## $$# #|## #@  #|#   .# #|# # .  #|########",
    "########|#.   @ #|#  #$$ #|## ..  #|# ## $ #|#  # $##|#    . #|########",
    "#######|#    ##|##.#$.#|#     #|##   $#|### @ #|#######",
    "#######|##. @ #|## $$.#|#   # #|##$   #|#   . #|#######",
    "#######|## .  #|# .  $#|# #$$@#|#  $ .#|###.###|#######",
    "#######|# #   #|# $$# #|# .  @#|# #  .#|# . $ #|###   #|#######",
    "#######|#@    #|# ## ##|#   $ #|##$.. #|#    ##|#######",
    "########|#  #  ##|## # $##|#  #   #|#  #   #|# $  # #|## ..@ #|########",
    "#######|##  @ #|##$ #.#|#  ## #|##  $ #|#.  $.#|#######",
    "########|#      #|#  # .##|## ##  #|## $ . #|###$  ##|#    @ #|########",
)
#: The fewest steps of each.
RATED = (16, 18, 21, 22, 23, 31, 34, 35, 44, 44, 55)

STEPS: Sequence[int] = ()  # for each way and each cell the next one
GOALS = 0


class State(NamedTuple):
    worker: Annotated[int, Cells(0, "worker", "@", Shape.TOKEN, 1, 1, "☺")]
    boxes: Annotated[int, Cells(0, "box", "$", Shape.TILE, 1, 6, "▣")]


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the cell that the worker steps to."""
    worker = lowest(s.worker)
    for way in range(4):
        target = STEPS[way * NODES + worker]
        if target == OUTSIDE:
            continue
        if (s.boxes >> target) & 1:
            behind = STEPS[way * NODES + target]
            if behind == OUTSIDE or (s.boxes >> behind) & 1:
                continue
        out[n] = target
        n += 1
    return n


def apply(s: State, move: int) -> State:
    target = 1 << move
    if s.boxes & target == 0:
        return State(target, s.boxes)
    worker = lowest(s.worker)
    boxes = s.boxes
    for way in range(4):
        if STEPS[way * NODES + worker] == move:
            boxes ^= target | 1 << STEPS[way * NODES + move]
    return State(target, boxes)


def generate_back(s: State, out: Moves, n: int) -> int:
    """A step back, with or without the box that is before the worker: 64 more with it."""
    worker = lowest(s.worker)
    for way in range(4):
        target = STEPS[(way ^ 2) * NODES + worker]
        if target == OUTSIDE or (s.boxes >> target) & 1:
            continue
        out[n] = target
        n += 1
        before = STEPS[way * NODES + worker]
        if before != OUTSIDE and (s.boxes >> before) & 1:
            out[n] = target | 64
            n += 1
    return n


def apply_back(s: State, move: int) -> State:
    target = move & 63
    boxes = s.boxes
    if move & 64:
        worker = lowest(s.worker)
        for way in range(4):
            if STEPS[way * NODES + target] == worker:
                boxes ^= s.worker | 1 << STEPS[way * NODES + worker]
    return State(1 << target, boxes)


def is_solution(s: State) -> bool:
    return s.boxes & ~GOALS == 0


class Sokoban(BoardPuzzle):
    """Sokoban in one of our rooms."""

    name, title = "sokoban", "Sokoban"
    summary = "push all boxes onto the marked places"
    other_names = ("倉庫番", "сокобан", "Lagerarbeiter")
    parameters = (IntParameter("level", 1, "which of the rooms, the hardest last", 1, len(LEVELS), rated=RATED),)
    is_reversible = False
    code = Code(target=Node(), pulled=Choice("", "+"))
    max_moves = 8
    tints = {"@": 1, "$": 4}  # noqa: RUF012

    @property
    def signs(self) -> dict[str, str]:
        """What is drawn on each cell that is no wall and inside, by its name; rows are numbered from below."""
        rows = LEVELS[self.values["level"] - 1].split("|")[::-1]
        places = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
        inside = [place for place, sign in places.items() if sign in "@+"]
        for x, y in inside:
            inside += [
                to for to in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)) if to in places and to not in inside
            ]
        return {f"{'ABCDEFGHIJKL'[x - 1]}{y}": places[x, y] for x, y in sorted(inside, key=lambda place: place[::-1])}

    def cells_with(self, signs: str) -> int:
        return mask(node for node, sign in enumerate(self.signs.values()) if sign in signs)

    def make_board(self, level: int) -> Board:
        places = {label: (float(ord(label[0]) - ord("A")), float(label[1:])) for label in self.signs}
        return grids.squares_at(places, name="a room")

    @property
    def goals(self) -> Sequence[int]:
        return [node for node, sign in enumerate(self.signs.values()) if sign in ".*+"]

    def start_text(self, level: int) -> str:
        return self.write(State(self.cells_with("@+"), self.cells_with("$*")))

    def make_tables(self, level: int) -> Mapping[str, Any]:
        steps = [self.board.step(node, way) for way in WAYS for node in range(len(self.board))]
        return {"STEPS": tuple(steps), "GOALS": mask(self.goals)}
