"""The car park of Rush Hour, as a text shows it: its walls, its lanes, and the vehicles that move along them.

A lane is a row or column with vehicles of its own. They keep their order, so that a lane has few arrangements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from ludograph.board import tables
from ludograph.core.texts import quoted
from ludograph.errors import InvalidPosition, PositionSyntaxError

SIDE = 6
CELLS = SIDE * SIDE
RED, EXIT_ROW = "A", 2
EMPTY, WALL = "o", "x"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LENGTHS = (2, 3)
MOST_STRANGE = 10  # so many wrong characters of a text are named


class Vehicle(NamedTuple):
    """What never changes about a vehicle: its length and, between walls, the first and the last place of its lane."""

    letter: str
    length: int
    low: int
    high: int


class Slide(NamedTuple):
    """A vehicle's way from one arrangement of its lane to another."""

    vehicle: int
    source: int
    target: int


@dataclass(frozen=True)
class Lane:
    """A row (from the top) or column (from the left) and the vehicles that move along it, in their order."""

    is_row: bool
    number: int
    vehicles: tuple[Vehicle, ...]

    @cached_property
    def arrangements(self) -> list[tuple[int, ...]]:
        """All ways to place the vehicles in their order: the first place of each."""
        choices = (range(vehicle.low, vehicle.high - vehicle.length + 2) for vehicle in self.vehicles)
        return [places for places in product(*choices) if self._are_apart(places)]

    def _are_apart(self, places: Sequence[int]) -> bool:
        ends = [place + vehicle.length for place, vehicle in zip(places, self.vehicles, strict=True)]
        return all(end <= place for end, place in zip(ends, places[1:], strict=False))

    def cell(self, place: int) -> int:
        return self.number * SIDE + place if self.is_row else place * SIDE + self.number

    def cells(self, vehicle: int, place: int) -> list[int]:
        """The cells of a vehicle whose first place is this one."""
        return [self.cell(place + part) for part in range(self.vehicles[vehicle].length)]

    def all_cells(self, arrangement: int) -> int:
        """The cells of all vehicles as a set of bits."""
        places = self.arrangements[arrangement]
        return tables.mask(cell for vehicle, place in enumerate(places) for cell in self.cells(vehicle, place))

    def slides(self, arrangement: int, longest: int) -> Iterator[Slide]:
        """All slides that the lane's own vehicles and the walls allow."""
        places = self.arrangements[arrangement]
        for target, others in enumerate(self.arrangements):
            moved = [vehicle for vehicle, place in enumerate(places) if others[vehicle] != place]
            if len(moved) == 1 and abs(others[moved[0]] - places[moved[0]]) <= longest:
                yield Slide(moved[0], arrangement, target)

    def swept(self, slide: Slide) -> int:
        """The cells that a slide enters: all that it passes, without those where the vehicle stood."""
        before, after = (self.arrangements[at][slide.vehicle] for at in (slide.source, slide.target))
        passed = {cell for place in _between(before, after) for cell in self.cells(slide.vehicle, place)}
        return tables.mask(passed - set(self.cells(slide.vehicle, before)))


def _between(first: int, last: int) -> range:
    return range(min(first, last), max(first, last) + 1)


@dataclass(frozen=True)
class Layout:
    """All that stays the same in a puzzle."""

    lanes: tuple[Lane, ...]
    walls: frozenset[int]
    exit_lane: int = field(init=False)

    def __post_init__(self) -> None:
        exits = [number for number, lane in enumerate(self.lanes) if lane.is_row and lane.number == EXIT_ROW]
        object.__setattr__(self, "exit_lane", exits[0])

    def occupied(self, arrangements: Iterable[int]) -> int:
        """The cells that are not free when each lane has its arrangement, as a set of bits."""
        cells = tables.mask(self.walls)
        for lane, arrangement in zip(self.lanes, arrangements, strict=True):
            cells |= lane.all_cells(arrangement)
        return cells


def read_park(text: str) -> tuple[Layout, list[int]]:
    """The puzzle that a text of 36 characters shows, and each lane's arrangement; a PositionError lists all faults."""
    signs = text.replace(".", EMPTY)
    faults = [
        f"the cell {number + 1} has {quoted(sign)}"
        for number, sign in enumerate(signs[:CELLS])
        if sign not in LETTERS + EMPTY + WALL
    ]
    if faults:
        faults = [*faults[:MOST_STRANGE], "cells are A to Z, o, . or x"]
    if len(signs) != CELLS:
        faults.append(f"it has {len(signs)} characters, not {CELLS}")
    if faults:
        raise PositionSyntaxError("The position can't be read", faults, text)
    cells = {letter: [cell for cell, sign in enumerate(signs) if sign == letter] for letter in sorted(set(signs))}
    walls = frozenset(cells.pop(WALL, ()))
    cells.pop(EMPTY, None)
    if faults := [*_red_faults(cells.get(RED)), *filter(None, (_fault(*item) for item in cells.items()))]:
        raise InvalidPosition("The position is not possible", faults, text)
    return _laid_out(cells, walls)


def _fault(letter: str, cells: Sequence[int]) -> str | None:
    """What is wrong with a vehicle's form."""
    first, last = cells[0], cells[-1]
    in_row = first // SIDE == last // SIDE and last - first == len(cells) - 1
    in_column = first % SIDE == last % SIDE and last - first == SIDE * (len(cells) - 1)
    if not (in_row or in_column):
        return f"the cells of {letter} are not side by side in one row or column"
    if len(cells) not in LENGTHS:
        return f"{letter} is {len(cells)} cell{'s' if len(cells) > 1 else ''} long, but vehicles have 2 or 3"
    return None


def _red_faults(cells: Sequence[int] | None) -> list[str]:
    if not cells:
        return ["there is no red car A"]
    rows = {cell // SIDE for cell in cells}
    if len(rows) > 1:
        return [f"the red car A has to lie in the row {EXIT_ROW + 1}, but lies in several rows"]
    return [] if rows == {EXIT_ROW} else [f"the red car A is in the row {min(rows) + 1}, not in the row {EXIT_ROW + 1}"]


def _laid_out(cells: Mapping[str, Sequence[int]], walls: frozenset[int]) -> tuple[Layout, list[int]]:
    lanes, arrangements = [], []
    for is_row, number in product((True, False), range(SIDE)):
        empty = Lane(is_row, number, ())
        line = [empty.cell(place) for place in range(SIDE)]
        found = sorted((line.index(own[0]), letter) for letter, own in cells.items() if set(own) <= set(line))
        stops = [-1, *(place for place in range(SIDE) if line[place] in walls), SIDE]
        if found:
            vehicles = tuple(
                Vehicle(
                    letter,
                    len(cells[letter]),
                    max(stop for stop in stops if stop < place) + 1,
                    min(stop for stop in stops if stop > place) - 1,
                )
                for place, letter in found
            )
            lanes.append(Lane(is_row, number, vehicles))
            arrangements.append(lanes[-1].arrangements.index(tuple(place for place, _ in found)))
    return Layout(tuple(lanes), walls), arrangements
