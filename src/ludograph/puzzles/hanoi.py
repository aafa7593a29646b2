"""The Tower of Hanoi, by Édouard Lucas (1883), with three to eight pegs.

All disks begin on the first peg and have to come to the last one. One disk is moved at a time, and none onto a smaller
one. With three pegs and n disks it takes 2**n - 1 moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, InvalidPosition, PositionSyntaxError

MAX_DISKS = 20
DISK = re.compile("[1-9][0-9]{0,3}")
MOST_SMALL_RANKS = 1024  # tables of so many stay in a core's own cache

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by Hanoi.constants.
PEGS = 3
DISKS = 3
SOLVED = 0
POWERS: Sequence[int] = ()  # of the number of pegs
SMALL_DISKS = 0  # so many disks have their moves in tables, by the rank that they would have alone:
SMALL_RANKS = 1
SMALL_MOVES: Sequence[int] = ()  # its first move; the next one's first move is the end
SMALL_CHILDREN: Sequence[int] = ()  # for each move, the rank after it
SMALL_TOPPED: Sequence[int] = ()  # the pegs with a small disk

PEG_BITS = 3  # for each disk's peg, the smallest disk lowest


class State(NamedTuple):
    """The peg of each disk."""

    pegs: Annotated[int, Other("the peg of each disk, three bits each, the smallest disk lowest")]


def content(s: State, node: int) -> int:
    """One more than the set of disks on a peg, as bits."""
    disks = 0
    for disk in range(DISKS):
        if (s.pegs >> (PEG_BITS * disk)) & 7 == node:
            disks |= 1 << disk
    return disks + 1


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: disk, then peg."""
    topped = 0  # pegs that have a smaller disk on top
    for disk in range(DISKS):
        peg = (s.pegs >> (PEG_BITS * disk)) & 7
        if not (topped >> peg) & 1:
            for target in range(PEGS):
                if target != peg and not (topped >> target) & 1:
                    out[n] = (disk << PEG_BITS) | target
                    n += 1
            topped |= 1 << peg
            if is_one_free(topped):
                break
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = (s.pegs >> (PEG_BITS * (move >> PEG_BITS))) & 7
    out[1] = move & 7
    return 2


def is_one_free(topped: int) -> bool:
    """Whether at most one peg has no smaller disk on top: then larger disks can't move."""
    free = ((1 << PEGS) - 1) ^ topped
    return free & (free - 1) == 0


def apply(s: State, move: int) -> State:
    place = PEG_BITS * (move >> PEG_BITS)
    return State((s.pegs & ~(7 << place)) | ((move & 7) << place))


def is_solution(s: State) -> bool:
    return s.pegs == SOLVED


def rank(s: State) -> int:
    number = 0
    for disk in range(DISKS):
        number += ((s.pegs >> (PEG_BITS * disk)) & 7) * POWERS[disk]
    return number


def unrank(number: int) -> State:
    pegs = 0
    for disk in range(DISKS):
        pegs |= (number % PEGS) << (PEG_BITS * disk)
        number //= PEGS
    return State(pegs)


def children(number: int, out: Moves, n: int) -> int:
    """From rank to ranks: a disk's move changes one digit. What the small disks can do is known by heart."""
    small = number % SMALL_RANKS
    for move in range(SMALL_MOVES[small], SMALL_MOVES[small + 1]):
        out[n] = number - small + SMALL_CHILDREN[move]
        n += 1
    topped = SMALL_TOPPED[small]
    if is_one_free(topped):
        return n
    rest = number // SMALL_RANKS
    for disk in range(SMALL_DISKS, DISKS):
        peg = rest % PEGS
        rest //= PEGS
        if not (topped >> peg) & 1:
            without = number - peg * POWERS[disk]
            for target in range(PEGS):
                if target != peg and not (topped >> target) & 1:
                    out[n] = without + target * POWERS[disk]
                    n += 1
            topped |= 1 << peg
            if is_one_free(topped):
                break
    return n


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class Hanoi(KernelPuzzle):
    """The Tower of Hanoi."""

    name = "hanoi"
    title = "Tower of Hanoi"
    summary = "move a tower of disks to the last peg, never a disk onto a smaller one"
    other_names = ("Türme von Hanoi", "Ханойская башня", "torres de Hanói", "tour de Hanoï", "ハノイの塔", "汉诺塔")
    parameters = (
        IntParameter("pegs", 3, "how many pegs there are", 3, 8),
        IntParameter("disks", 3, "how many disks there are", 1, MAX_DISKS),
    )
    state_type = State
    max_moves = 8 * 7

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.pegs: int = self.values["pegs"]
        self.disks: int = self.values["disks"]
        self.remoteness_bound = 2**self.disks - 1 if self.pegs == 3 else None
        self.board = grids.square(self.pegs, 1, label=lambda column, _row: "ABCDEFGH"[column])

    def constants(self) -> Mapping[str, Any]:
        return {
            "PEGS": self.pegs,
            "DISKS": self.disks,
            "RANKS": self.pegs**self.disks,
            "SOLVED": self._all_on(self.pegs - 1).pegs,
            "POWERS": tables.words([self.pegs**disk for disk in range(self.disks)]),
            **self._moves_of_small_disks(),
        }

    def _moves_of_small_disks(self) -> Mapping[str, Any]:
        disks = max(disks for disks in range(self.disks + 1) if self.pegs**disks <= MOST_SMALL_RANKS)
        firsts, children, topped = [0], [], []
        for rank in range(self.pegs**disks):
            pegs_seen: list[int] = []
            for disk in range(disks):
                peg = rank // self.pegs**disk % self.pegs
                if peg not in pegs_seen:
                    free = [target for target in range(self.pegs) if target not in (peg, *pegs_seen)]
                    children += [rank - (peg - target) * self.pegs**disk for target in free]
                    pegs_seen.append(peg)
            firsts.append(len(children))
            topped.append(tables.mask(pegs_seen))
        return {
            "SMALL_DISKS": disks,
            "SMALL_RANKS": self.pegs**disks,
            "SMALL_MOVES": tables.words(firsts),
            "SMALL_CHILDREN": tables.words(children),
            "SMALL_TOPPED": tables.words(topped),
        }

    def _all_on(self, peg: int) -> State:
        return State(sum(peg << (PEG_BITS * disk) for disk in range(self.disks)))

    def start_state(self) -> State:
        return self._all_on(0)

    def solution_states(self) -> Iterable[State]:
        return (self._all_on(self.pegs - 1),)

    # -- moves --------------------------------------------------------------------------------------------

    def normal(self, text: str) -> str:
        return text.upper()

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        pegs = [self.board.index(hop) for hop in hops]
        for hop, peg in zip(hops, pegs, strict=True):
            if peg is None:
                return IllegalMove(f"{quoted(hop)} is none of the pegs A to {self.board.labels[-1]}.", reason="no-peg")
        towers = self._towers(state)
        source = towers[pegs[0] or 0]
        if not source:
            return IllegalMove(f"There is no disk on {hops[0]}.", reason="empty-peg")
        if len(pegs) == 1:
            can_move = any(not tower or tower[-1] > source[-1] for tower in towers)
            return None if can_move else IllegalMove(f"The disk on {hops[0]} fits nowhere.", reason="stuck")
        if len(pegs) > 2 or pegs[0] == pegs[1]:
            return IllegalMove("A disk moves from one peg to another.", reason="same-peg")
        target = towers[pegs[1] or 0]
        if target and target[-1] < source[-1]:
            what = f"The disk {source[-1]} can't be put on the smaller disk {target[-1]} on {hops[1]}."
            return IllegalMove(what, reason="smaller-disk")
        return None

    def _towers(self, state: State) -> list[list[int]]:
        """The disks on each peg, from the bottom, the smallest disk being 1."""
        towers: list[list[int]] = [[] for _ in range(self.pegs)]
        for disk in reversed(range(self.disks)):
            towers[state.pegs >> (PEG_BITS * disk) & 7].append(disk + 1)
        return towers

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return "-".join("_".join(map(str, tower)) for tower in self._towers(state))

    def read(self, text: str) -> State:
        towers = [tower.split("_") if tower else [] for tower in text.split("-")]
        numbers = [disk for tower in towers for disk in tower]
        strange = [disk for disk in numbers if not DISK.fullmatch(disk)]
        if strange or len(towers) != self.pegs:
            faults = [f"{quoted(disk)} is no disk" for disk in strange[:5]]
            if len(towers) != self.pegs:
                faults.append(f"it has {len(towers)} pegs, not {self.pegs}")
            raise PositionSyntaxError("The position can't be read", faults, text)
        disks = [[int(disk) for disk in tower] for tower in towers]
        if faults := self._faults(disks):
            raise InvalidPosition("The position is not possible", faults, text)
        places = {disk: peg for peg, tower in enumerate(disks) for disk in tower}
        return State(sum(peg << (PEG_BITS * (disk - 1)) for disk, peg in places.items()))

    def _faults(self, towers: Sequence[Sequence[int]]) -> list[str]:
        disks = sorted(disk for tower in towers for disk in tower)
        faults = [
            f"the disk {upper} is on the smaller disk {lower}"
            for tower in towers
            for lower, upper in pairwise(tower)
            if upper > lower
        ]
        if disks != list(range(1, self.disks + 1)):
            faults.append(f"it has not each of the disks 1 to {self.disks} once")
        return faults

    # -- drawing ------------------------------------------------------------------------------------------

    content_is_parts = True

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [Piece(0, 0, Shape.TOWER, "|", _tower_name(()), self.disks)]

    def pieces(self, state: State) -> list[Piece]:
        return [
            Piece(peg, 0, Shape.TOWER, ",".join(map(str, tower)) or "|", _tower_name(tower), self.disks, tuple(tower))
            for peg, tower in enumerate(self._towers(state))
        ]


def _tower_name(tower: Sequence[int]) -> str:
    return f"disks {', '.join(map(str, tower))}" if tower else "no disk"
