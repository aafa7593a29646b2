"""Solving whole games of two seats: who wins in how many moves, from every position that can be reached.

All that can be reached is found level by level, by keys: threads look at parts of a level and write the keys that moves
lead to; then each thread enters its share of the keys into its own hash table, so that the moves become lists of
numbers. From the ends on these tell the positions before them what they are worth. Who is told by nobody can't be
beaten, and can't win: a draw.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from ludograph.board.tables import WORD_BITS
from ludograph.engine.algorithms import retrograde
from ludograph.engine.algorithms.backwards import HOLE, UNDECIDED
from ludograph.engine.declared import images
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver import backwards
from ludograph.solver.backwards import Backwards
from ludograph.solver.memory import check_memory
from ludograph.solver.progress import OpenProgress, expected_total, quiet
from ludograph.solver.remoteness import KeyedTable
from ludograph.solver.table import Solved

#: Numbers are twice a remoteness, so that this is enough for 16,000 moves of each side.
BITS = 16
POSITIONS_AT_ONCE = 1_000_000
#: So many positions of a level are looked at by a thread at a time, and so many such parts before keys are entered.
EXPANDED_AT_ONCE, PARTS_AT_ONCE = 1 << 14, 4
EDGES_AT_ONCE = 1 << 17
MOST_POSITIONS = 2**31
MOST_RANKS = 1 << 63
#: The room for positions grows by one part in so many.
GROWTH = 4
#: A key, what is left and due, the number, slots of the hash table, whose moves there are and how many.
BYTES_OF_A_POSITION = 8 + 2 + 2 + 2 + 3 * 4 + 2 * 4 + backwards.BYTES_OF_A_POSITION
BYTES_OF_A_MOVE = 4 + backwards.BYTES_OF_A_MOVE
#: A random match of so many moves tells how many a position has.
SAMPLE_PLIES = 60
#: Games with fewer ranks are solved sooner than their symmetries are found.
LEAST_RANKS_FOR_SYMMETRY = 1 << 24


class RanksUpToSymmetry:
    """The ranks of a game for two, where images by some symmetries have the same; the identity is the first of them."""

    def __init__(self, game: KernelGame, *, up_to_symmetry: bool) -> None:
        self.game = game
        self.symmetries = kept_symmetries(game) if up_to_symmetry else (tuple(range(len(game.board))),)
        self.ranks = game.ranks

    @property
    def has_symmetries(self) -> bool:
        return len(self.symmetries) > 1

    @property
    def rules_digest(self) -> str:
        return self.kernel.digest_of_constants() if self.has_symmetries else self.game.rules_digest

    @cached_property
    def kernel(self) -> Kernel:
        """The game's, with its symmetries."""
        own, constants = self.game.kernel, dict[str, Any]()
        if self.has_symmetries:
            constants = images.image_constants(self.game.declaration, self.symmetries)
        functions = {
            **own.functions,
            **images.FUNCTIONS,
            "place_of": retrograde.place_by_key,
            "nowhere": retrograde.nowhere,
            "extra": retrograde.no_extra,
        }
        return replace(own, functions=functions, constants={**own.constants, **constants}, distance_bits=BITS)

    @cached_property
    def _plain(self) -> Any:
        return plain_namespace(self.kernel)

    def rank_of(self, state: Any) -> int:
        return self.game.rank_of(self._plain.least_image(state) if self.has_symmetries else state)

    def state_of(self, rank: int) -> Any:
        return self.game.state_of(rank)

    def some_image(self, rank: int, chance: random.Random) -> int | None:
        """The rank of an image; None as often as there are fewer different images than symmetries."""
        state = self.game.state_of(rank)
        if chance.randrange(len(self.symmetries)) >= self._plain.different_images(state):
            return None
        return self.game.rank_of(self._plain.carried(state, chance.randrange(len(self.symmetries))))

    def program(self, *algorithms: Callable[..., Any]) -> Program:
        return Program(self.kernel, algorithms, Mode.COMPILED)


def kept_symmetries(game: KernelGame) -> tuple[tuple[int, ...], ...]:
    """The symmetries that keep the start: then all images of what can be reached can be reached. The identity is the
    first of them, and the only one where sets of nodes need several words."""
    if len(game.board) > WORD_BITS:
        return (tuple(range(len(game.board))),)
    start = game.start_state()
    return tuple(each.nodes for each in game.symmetries if not each.exchanges and game.image_of(start, each) == start)


def check_game(game: KernelGame) -> None:
    """Refuse games that can't be solved."""
    if len(game.seats) != 2:
        raise CannotSolve(f"{game.id} can't be solved: only puzzles and games for two can.")
    if (not game.ranks and game.declaration.says_all) or game.ranks > MOST_RANKS:
        raise CannotSolve(f"{game.id} can't be solved: it has more arrangements of pieces than 64 bits can number.")
    if not game.ranks:
        raise CannotSolve(f"{game.id} can't be solved: its positions have no ranks.")


def bytes_of_a_position(game: KernelGame) -> int:
    """About the memory that solving takes for each position that is found, by how many moves those of a match have."""
    chance, state, moves = random.Random(game.id), game.start_state(), list[int]()
    while len(moves) < SAMPLE_PLIES and (codes := game.codes(state)):
        moves.append(len(codes))
        state = game.state_after(state, chance.choice(codes))
    return BYTES_OF_A_POSITION + BYTES_OF_A_MOVE * sum(moves) // max(1, len(moves))


def solve_game(
    game: KernelGame,
    *,
    start: Any = None,
    threads: int = 1,
    most: int = MOST_POSITIONS,
    up_to_symmetry: bool | None = None,
    progress: OpenProgress | None = None,
) -> Solved:
    """Solve a game completely, from its start or from another state; TooLarge as soon as ``most`` positions are known
    not to be enough. Only from its own start a game is solved up to symmetry, if it is large or if that is wanted."""
    check_game(game)
    is_wanted = game.ranks >= LEAST_RANKS_FOR_SYMMETRY if up_to_symmetry is None else up_to_symmetry
    ranks = RanksUpToSymmetry(game, up_to_symmetry=is_wanted and start is None)
    reached = _Reached(ranks, threads, min(most, MOST_POSITIONS), progress or quiet)
    return reached.solved(game.start_state() if start is None else start)


class _Expanded(NamedTuple):
    """Keys that moves lead to, at the same places whose moves they are, and for each part which of them it has."""

    children: Any
    edges: Any
    shares: Sequence[Any]


class _Reached:
    """The positions that were found, with their moves."""

    def __init__(self, ranks: RanksUpToSymmetry, threads: int, most: int, progress: OpenProgress) -> None:
        import numpy as np

        self.ranks = ranks
        self.id = ranks.game.id
        self.threads = threads
        self.most = most
        self.progress = progress
        own = retrograde.expand, retrograde.enter, retrograde.enter_again, retrograde.count_images
        self.program = ranks.program(*own, *backwards.ALGORITHMS)
        #: How many were found, by part and seat; for each of them there is this room.
        self.tails, self.room = np.zeros(2 * threads, np.uint64), retrograde.BLOCK
        self.keys = np.zeros(2 * threads * self.room, np.uint64)
        self.left, self.due = np.zeros(len(self.keys), np.uint16), np.zeros(len(self.keys), np.uint16)
        self.slots = np.zeros(threads * 4 * self.room, np.uint32)
        self.edges: list[Any] = []
        self.moves = 0
        self._own = threading.local()

    def solved(self, start: Any) -> Solved:
        """Find all, and tell the results back."""
        import numpy as np

        with ThreadPoolExecutor(self.threads) as pool:
            self._reach(start, pool)
            self.slots = self.slots[:0]
            numbers = self._numbers()
            size, positions = len(numbers), int(self.tails.sum())
            check_memory(self._bytes_backwards(), f"Solving {self.id}")
            left, due = self.left[:size], self.due[:size]
            told = Backwards(
                self.id,
                self.program,
                numbers,
                left,
                due,
                self.threads,
                lambda done, level: self.progress((positions + done) // 2, level, positions),
            )
            told.solve(self.edges)
            found = np.flatnonzero(numbers != HOLE)
            keys, numbers = sorted_by_key(self.keys[found] >> np.uint64(1), numbers[found])
            table = KeyedTable(keys, numbers, is_complete=True, up_to_symmetry=self.ranks.has_symmetries)
            counts = sum(pool.map(lambda part: self._counts(table, *part), parts_of(len(table), POSITIONS_AT_ONCE)))
        return Solved(table, *counted(counts))

    def _reach(self, start: Any, pool: ThreadPoolExecutor) -> None:
        import numpy as np

        # The start is entered as if a move led to it.
        key = 2 * self.ranks.rank_of(start) + self.ranks.game.seat_of(start)
        own = retrograde.part_of(key, self.threads)
        shares = [np.zeros(int(part == own), np.uint32) for part in range(self.threads)]
        self._enter(pool, [_Expanded(np.array([key], np.uint64), np.zeros(1, np.uint32), shares)])
        level, heads, sizes = 0, np.zeros_like(self.tails), list[int]()
        while (heads < self.tails).any():
            ends = self.tails.copy()
            sizes.append(int((ends - heads).sum()))
            expected = expected_total(sizes)
            waiting = [
                (which, int(heads[which]) + begin, int(heads[which]) + end)
                for which in range(len(heads))
                for begin, end in parts_of(int(ends[which] - heads[which]), EXPANDED_AT_ONCE)
            ]
            for begin, end in parts_of(len(waiting), PARTS_AT_ONCE * self.threads):
                found = list(chain.from_iterable(pool.map(lambda part: self._expanded(*part), waiting[begin:end])))
                self._enter(pool, found)
                self.edges += [each.edges for each in found]
                self.progress(int(self.tails.sum()) // 2, level, expected)  # half the work
            level, heads = level + 1, ends

    def _expanded(self, which: int, first: int, last: int) -> list[_Expanded]:
        import numpy as np

        if not hasattr(self._own, "arrays"):
            most = self.ranks.game.max_moves
            size = EDGES_AT_ONCE + most
            shares = np.zeros((self.threads, size), np.uint32)
            self._own.arrays = np.zeros(size, np.uint64), np.zeros(size, np.uint32), shares, np.zeros(most, np.uint64)
        found = []
        children, edges, shares, buffer = self._own.arrays
        while first < last:
            where = (which // 2, self.threads, which % 2, first, last, self.keys, self.left, self.due)
            first = self.program.expand(*where, children, edges, shares.ravel(), buffer)
            own = [share[1 : 1 + int(share[0])].copy() for share in shares]
            found.append(_Expanded(children[: int(edges[0])].copy(), edges[: int(edges[0])].copy(), own))
        return found

    def _enter(self, pool: ThreadPoolExecutor, found: list[_Expanded]) -> None:
        """Number the children, as far as they are new."""

        def enter(part: int) -> None:
            for each in found:
                where = (part, self.threads, each.shares[part], each.children, each.edges)
                self.program.enter(*where, self.keys, self.slots, self.tails)

        more = sum(len(each.edges) for each in found)
        self.moves += more
        self._make_room(pool, more)
        list(pool.map(enter, range(self.threads)))
        if (positions := int(self.tails.sum())) > self.most:
            raise TooLarge(f"{self.id} has {positions:,} positions or more, more than {self.most:,}.")

    def _make_room(self, pool: ThreadPoolExecutor, more: int) -> None:
        """For so many positions more, wherever they belong."""
        import numpy as np

        needed = int(self.tails.max()) + more
        if needed > self.room:
            self.room = -(-(needed + needed // GROWTH) // retrograde.BLOCK) * retrograde.BLOCK
            size = 2 * self.threads * self.room
            check_memory(12 * (size - len(self.keys)) + self._bytes_backwards(), f"Solving {self.id}")
            for array in (self.keys, self.left, self.due):
                array.resize(size, refcheck=False)
        slots = len(self.slots) // self.threads
        while slots < 2 * (int(self.tails.reshape(-1, 2).sum(axis=1).max()) + more):
            slots *= 2
        if slots * self.threads > len(self.slots):
            check_memory(4 * slots * self.threads + self._bytes_backwards(), f"Solving {self.id}")
            self.slots = np.zeros(slots * self.threads, np.uint32)
            again = self.program.enter_again
            list(
                pool.map(lambda part: again(part, self.threads, self.keys, self.slots, self.tails), range(self.threads))
            )

    def _bytes_backwards(self) -> int:
        """The memory that telling the results back takes, of what was found so far."""
        return int(self.tails.sum()) * (2 + backwards.BYTES_OF_A_POSITION) + self.moves * backwards.BYTES_OF_A_MOVE

    def _numbers(self) -> Any:
        """One for each position, with holes where one part or seat has fewer than another."""
        import numpy as np

        blocks = -(-int(self.tails.max()) // retrograde.BLOCK)
        numbers = np.full((blocks, self.threads, retrograde.BLOCK, 2), HOLE, np.uint16)
        for which, number in enumerate(self.tails.tolist()):
            whole, rest = divmod(number, retrograde.BLOCK)
            own = numbers[:, which // 2, :, which % 2]
            own[:whole] = UNDECIDED
            own[whole : whole + 1, :rest] = UNDECIDED
        return numbers.ravel()

    def _counts(self, table: KeyedTable, first: int, last: int) -> Any:
        """How many of some positions have each number, with all images."""
        import numpy as np

        if not self.ranks.has_symmetries:
            return np.bincount(table.numbers[first:last], minlength=UNDECIDED + 1)
        counts = np.zeros(UNDECIDED + 1, np.uint64)
        self.program.count_images(table.keys, first, last, table.numbers, counts)
        return counts


def counted(counts: Any) -> tuple[list[int], int]:
    """How many positions have each number, up to the greatest, and how many there are, draws included."""
    import numpy as np

    return np.trim_zeros(counts[:HOLE], "b").tolist(), int(counts.sum())


def sorted_by_key(keys: Any, numbers: Any) -> tuple[Any, Any]:
    """Keys in their order, with their numbers."""
    import numpy as np

    if int(keys.max()) >> (64 - BITS):
        order = np.argsort(keys)
        return keys[order], numbers[order]
    # Both in one word are sorted several times as fast.
    both = keys << np.uint64(BITS) | numbers
    both.sort()
    return both >> np.uint64(BITS), both.astype(np.uint16)


def parts_of(end: int, step: int) -> Iterator[tuple[int, int]]:
    """The numbers below ``end`` in parts of so many."""
    for first in range(0, end, step):
        yield first, min(end, first + step)
