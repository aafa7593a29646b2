"""Why a move of Abalone is refused: each check of the rules by itself, without the list of moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ludograph.core.texts import quoted
from ludograph.errors import IllegalMove
from ludograph.games.abalone.boards import Field

MAX_GROUP = 3
MOST_HOPS = MAX_GROUP + 1
GROUPS = (2, 3)  # the sizes of groups that step sideways
COUNTS = ("no", "one", "two", "three", "four")

#: A group that steps sideways: an end, the axis from there, the size, the direction of the step.
SideStep = tuple[int, int, int, int]


@dataclass(frozen=True)
class Refusals:
    """The rules for one position: where the pieces of the side to move stand, and those of the other side."""

    field: Field
    mine: Collection[int]
    theirs: Collection[int]
    mover: str
    other: str

    def why_not(self, hops: Sequence[str], *, is_hex: bool) -> IllegalMove | None:
        """For a move from cell to cell, as it is written, or for a group that is picked, and where it goes."""
        refusal = self._cells(hops)
        nodes = [self._node(hop) for hop in hops] if refusal is None else []
        if len(nodes) < 2:
            return refusal or self.stuck(nodes[0])
        if len(nodes) > 2:
            return self._of_group(nodes)
        refusal = self.towards(*nodes) if is_hex else self._between(*nodes)
        return refusal if refusal is None or nodes[1] not in self.mine else self._any_of_group(nodes, refusal)

    # -- moves written from cell to cell, on squares -------------------------------------------------------

    def _between(self, start: int, end: int) -> IllegalMove | None:
        """For the last piece of a group and the cell that its first piece enters, or the two ends of a side step."""
        names = self._label(start), self._label(end)
        if line := self._line(start, end):
            direction, distance = line
            if distance > MAX_GROUP:
                what = f"from {names[0]} to {names[1]} there are {distance} steps, and at most three pieces move"
                return illegal("too-far", what)
            return self.in_line(start, direction, distance)
        steps = list(self._side_steps_between(start, end))
        if not steps:
            what = f"{names[0]} and {names[1]} are neither on a line nor the ends of a side step of two or three pieces"
            return illegal("no-line", what)
        return self._best(steps)

    def _side_steps_between(self, start: int, end: int) -> Iterator[SideStep]:
        """The side steps that carry the other end of a line from ``start`` to ``end``."""
        for axis in range(len(self.field.directions)):
            for size in GROUPS:
                last = self.field.step(start, axis, size - 1)
                for direction in self._sideways(axis):
                    if self.field.step(last, direction) == end:
                        yield start, axis, size, direction

    def _best(self, steps: Sequence[SideStep]) -> IllegalMove | None:
        """None when one of them is possible, else the refusal that says most."""
        refusals = [self.side_step(step) for step in steps]
        if None in refusals:
            return None
        return next((refusal for refusal in refusals if refusal and refusal.reason != "broken-group"), refusals[0])

    # -- moves written as in hexagonal Abalone -------------------------------------------------------------

    def towards(self, start: int, following: int) -> IllegalMove | None:
        """Why a piece and those before it can't go towards the next cell."""
        line = self._line(start, following)
        if line is None or line[1] > 1:
            return illegal("too-far", f"{self._label(following)} is not next to {self._label(start)}")
        direction, size = line[0], 1
        while self.field.step(start, direction, size) in self.mine:
            size += 1
        if size > MAX_GROUP:
            what = f"from {self._label(start)} on there are {size} pieces in line, and at most three move"
            return illegal("too-many", what)
        return self.in_line(start, direction, size)

    # -- groups that are picked piece by piece, or by their ends -----------------------------------------------

    def _any_of_group(self, picked: Sequence[int], otherwise: IllegalMove) -> IllegalMove | None:
        """None when the picked group can go anywhere, or can be one with a third piece that can."""
        group = self._group(picked)
        if isinstance(group, IllegalMove):
            return group if otherwise.reason in ("too-far", "no-line") else otherwise
        axis, size = group
        sizes = (size, MAX_GROUP) if len(picked) == size else (size,)
        if any(self._can_go(picked[0], axis, each) for each in sizes):
            return None
        return illegal("stuck", f"{otherwise.message.rstrip('.')}; and to no side there is room for the group")

    def _can_go(self, first: int, axis: int, size: int) -> bool:
        last, back = self.field.step(first, axis, size - 1), self.field.opposite(axis)
        steps = [self.in_line(first, axis, size)]
        if last in self.mine:
            steps.append(self.in_line(last, back, size))
        steps += [self.side_step((first, axis, size, direction)) for direction in self._sideways(axis)]
        return None in steps

    def _of_group(self, nodes: Sequence[int]) -> IllegalMove | None:
        """For the pieces of a group, or its ends, and the new cell of the first or, in line, of the one that leads."""
        *picked, new = nodes
        if len(picked) < MAX_GROUP and new in self.mine and not isinstance(self._group(nodes), IllegalMove):
            return self._any_of_group(nodes, illegal("own-piece", f"{self._label(new)} is of the group itself"))
        group = self._group(picked)
        if isinstance(group, IllegalMove):
            return group
        axis, size = group
        first, last = picked[0], picked[-1]
        if new == self.field.step(last, axis):
            return self.in_line(first, axis, size)
        if new == self.field.step(first, self.field.opposite(axis)):
            return self.in_line(last, self.field.opposite(axis), size)
        line = self._line(first, new)
        if line is None or line[1] > 1:
            return illegal("not-beside", f"{self._label(new)} is not next to {self._label(first)}")
        if line[0] not in self._sideways(axis):
            return illegal("in-line", f"{self._label(new)} is of the group itself")
        return self.side_step((first, axis, size, line[0]))

    def _group(self, picked: Sequence[int]) -> tuple[int, int] | IllegalMove:
        """The axis and the size of the group whose pieces, or whose ends, these are."""
        first, last = picked[0], picked[-1]
        names = f"{self._label(first)} and {self._label(last)}"
        if first == last:
            return illegal("same-cell", f"a side step needs two pieces or three, and {self._label(first)} is one")
        line = self._line(first, last)
        if line is None:
            return illegal("no-line", f"{names} are not on a line")
        if line[1] >= MAX_GROUP:
            return illegal("too-far", f"{names} are the ends of {line[1] + 1} cells, and at most three pieces move")
        if len(picked) > 2 and (line[1] < 2 or picked[1] != self.field.step(first, line[0])):
            return illegal("no-line", f"{self._label(picked[1])} is not between {names}")
        return line[0], line[1] + 1

    # -- the checks ----------------------------------------------------------------------------------------

    def stuck(self, start: int) -> IllegalMove | None:
        """None when some move begins with this piece."""
        directions = range(len(self.field.directions))
        in_line = (self.in_line(start, way, size) for way in directions for size in (1, *GROUPS))
        groups = ((way, size) for way in directions for size in GROUPS)
        behind = ((self.field.step(start, self.field.opposite(way), size - 1), way, size) for way, size in groups)
        leading = (self.in_line(*group) for group in behind if group[0] in self.mine)
        to_side = (
            self.side_step((start, axis, size, way))
            for axis in directions
            for size in GROUPS
            for way in self._sideways(axis)
        )
        if all(in_line) and all(leading) and all(to_side):
            return illegal("stuck", f"no move begins with the piece on {self._label(start)}")
        return None

    def in_line(self, start: int, direction: int, size: int) -> IllegalMove | None:
        """Why so many pieces, this one being the last, can't move in line."""
        cells = [self.field.step(start, direction, number) for number in range(size + 1)]
        ahead = cells.pop()
        if refusal := self._whole(cells):
            return refusal
        if ahead == self.field.graph.outside:
            return illegal("leaves-board", f"the piece on {self._label(cells[-1])} would leave the board")
        if ahead in self.mine:
            return illegal("own-piece", f"{self._label(ahead)} holds a piece of {self.mover}'s own")
        return self._push(ahead, direction, size) if ahead in self.theirs else None

    def _push(self, ahead: int, direction: int, size: int) -> IllegalMove | None:
        enemies = [ahead]
        while (behind := self.field.step(enemies[-1], direction)) in self.theirs:
            enemies.append(behind)
        if size == MAX_GROUP and len(enemies) >= size:
            two, third = " and ".join(map(self._label, enemies[:2])), self._label(enemies[2])
            what = f"{two} can't be pushed: behind them a third piece of {self.other} stands on {third}"
            return illegal("blocked-behind", what)
        if len(enemies) >= size:
            what = f"the group is too small: {_pieces(size)} can't push {_pieces(len(enemies))} of {self.other}"
            return illegal("too-small", what)
        if behind in self.mine:
            what = f"{self._label(enemies[-1])} can't be pushed: behind it {self.mover}'s own piece stands on"
            return illegal("own-behind", f"{what} {self._label(behind)}")
        return None

    def side_step(self, step: SideStep) -> IllegalMove | None:
        """Why this group can't step to this side."""
        start, axis, size, direction = step
        cells = [self.field.step(start, axis, number) for number in range(size)]
        if refusal := self._whole(cells):
            return refusal
        for cell in cells:
            beside = self.field.step(cell, direction)
            if beside == self.field.graph.outside:
                return illegal("leaves-board", f"the piece on {self._label(cell)} would leave the board")
            if beside in self.mine or beside in self.theirs:
                what = f"the side step is blocked: {self._label(beside)} is not empty, and nobody pushes sideways"
                return illegal("side-blocked", what)
        return None

    def _whole(self, cells: Sequence[int]) -> IllegalMove | None:
        """All cells of a group must be of the side to move."""
        for cell in cells:
            if cell == self.field.graph.outside:
                return illegal("broken-group", "the group would reach over the edge of the board")
            if cell not in self.mine:
                held = f"holds a piece of {self.other}" if cell in self.theirs else "is empty"
                return illegal("broken-group", f"{self._label(cell)} {held}, so that there is no such group")
        return None

    def _cells(self, hops: Sequence[str]) -> IllegalMove | None:
        """The source must be a piece of the side to move, everything else a cell of the board."""
        source = self.field.graph.index(hops[0])
        if source is None:
            return illegal("no-cell", f"{quoted(hops[0])} is no cell of the board")
        if source not in self.mine:
            held = f"holds a piece of {self.other}" if source in self.theirs else "is empty"
            what = f"{hops[0]} {held}, but {self.mover} is to move"
            return illegal("not-yours" if source in self.theirs else "empty-source", what)
        for hop in hops[1:]:
            if self.field.graph.index(hop) is None:
                return illegal("leaves-board", f"{quoted(hop)} is not on the board, which no piece of one's own leaves")
        if len(hops) > MOST_HOPS:
            return illegal("too-many-cells", "a hand picks at most three pieces and then a cell")
        if len(hops) > 1 and hops[0] == hops[1]:
            return illegal("same-cell", f"from {hops[0]} to {hops[1]} nothing moves")
        return None

    # -- the board -----------------------------------------------------------------------------------------

    def _line(self, start: int, end: int) -> tuple[int, int] | None:
        """The direction and the number of steps from one node to another, if they are on a line."""
        for direction in range(len(self.field.directions)):
            node, distance = self.field.step(start, direction), 1
            while node != self.field.graph.outside:
                if node == end:
                    return direction, distance
                node, distance = self.field.step(node, direction), distance + 1
        return None

    def _sideways(self, axis: int) -> list[int]:
        along = {axis, self.field.opposite(axis)}
        return [direction for direction in range(len(self.field.directions)) if direction not in along]

    def _node(self, label: str) -> int:
        return self.field.graph.labels.index(label)

    def _label(self, node: int) -> str:
        return self.field.graph.label(node)


def illegal(reason: str, what: str) -> IllegalMove:
    """A refusal in one sentence; names of cells stay as they are."""
    is_word = what[:2].isalpha()
    return IllegalMove(f"{what[0].upper() if is_word else what[0]}{what[1:]}.", reason=reason)


def _pieces(number: int) -> str:
    return f"{COUNTS[number] if number < len(COUNTS) else number} piece{'' if number == 1 else 's'}"
