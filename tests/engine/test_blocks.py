"""The building blocks of rules, each against a naive statement of what it promises: on squares, hexagons, rings and
maps, in one word and in two, plain and compiled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import Any, NamedTuple

import pytest

from ludograph.board import Board, Node, grids
from ludograph.board.maps import read_map
from ludograph.board.tables import mask
from ludograph.engine.blocks import connection, dropping, enclosing, lines, listing, moving, pairs, placing, sowing
from ludograph.engine.blocks.pairs import Pair, halves, pair_of
from ludograph.engine.blocks.rays import rays_from
from ludograph.engine.kernel import Kernel
from ludograph.engine.program import Mode, Program

Nodes = frozenset[int]
Move = tuple[int, ...]
BEFORE = 3  # moves that are on the stack already
UNTOUCHED = 77
#: Ways of a leap: two steps ahead on squares and hexagons, round a corner, and back to where it began.
WAYS = [(0, 180), (0, 0), (90, 90), (0, 60), (0, 0, 90), (180, 180, 270), (240, 300, 300)]


def own_map() -> Board:
    """Nodes here and there, one of them invisible, two links that lead one way only, lines that bend."""
    places = [(0, 0), (1, 0.2), (2, 0), (3, -0.3), (1, 1), (2, 1.2), (0.2, 2), (1.1, 2.1), (3, 2), (5, 5), (4, 0)]
    nodes = [Node(number, f"n{number}", x, y, number != 5) for number, (x, y) in enumerate(places)]
    joined = [(0, 1), (1, 2), (2, 3), (3, 10), (1, 4), (2, 4), (2, 5), (4, 5), (4, 6), (4, 7), (6, 7), (5, 8), (5, 7)]
    return Board(nodes, [*joined, *((end, start) for start, end in joined), (8, 9), (3, 8)])


def map_of_the_package(name: str) -> Board:
    return read_map((files("ludograph.games.nchess") / "maps" / f"{name}.json").read_text(encoding="utf-8")).board


BOARDS: dict[str, Board] = {
    "squares": grids.square(6, 5, links=8),
    "64 squares": grids.square(8, 8),
    "squares from the top": grids.square(4, 7, links=8, first_row="top"),
    "hexagons": grids.hexagon(4),
    "a rhombus": grids.rhombus(6, 4),
    "a rhombus from the top": grids.rhombus(3, 5, first_row="top"),
    "rings": map_of_the_package("ring"),
    "a map": own_map(),
    "128 squares": grids.square(16, 8, links=8),
    "91 hexagons": grids.hexagon(6, layout="files"),
    "121 hexagons": grids.rhombus(11, 11),
    "two boards": map_of_the_package("twins"),
    "three sides": map_of_the_package("three"),
}
#: Where all lines are straight, so that they are told by places in the plane.
GRIDS = [name for name in BOARDS if "squares" in name or "hexagons" in name or "rhombus" in name]
MODES = [Mode.PLAIN, Mode.COMPILED]
EVERY = [(name, is_wide) for name, board in BOARDS.items() for is_wide in (False, True) if is_wide or len(board) <= 64]

NARROW = [
    *(lines.has_line, lines.has_line_through),
    *(connection.flooded, connection.connects, connection.is_connected, connection.neighbours_of),
    *(moving.generate_to, moving.generate_steps, moving.generate_leaps, moving.generate_slides, moving.slides),
    *(moving.generate_full_slides, moving.full_slides),
    *(dropping.dropped, dropping.generate_drops, enclosing.enclosed, placing.generate_places, listing.list_each),
]
WIDE = [
    *(lines.wide_has_line, lines.wide_has_line_through, connection.wide_flooded, connection.wide_connects),
    *(moving.wide_generate_to, moving.wide_generate_steps, moving.wide_generate_leaps, moving.wide_generate_slides),
    *(moving.wide_generate_full_slides, moving.wide_full_slides),
    *(moving.wide_slides, dropping.wide_dropped, dropping.wide_generate_drops, placing.wide_generate_places),
]


class Blocks:
    """The blocks of one board, with sets of nodes as Python has them."""

    def __init__(self, name: str, is_wide: bool, mode: Mode, *, length: int = 3) -> None:
        self.board, self.is_wide = BOARDS[name], is_wide
        constants = {
            **lines.line_constants(self.board, length),
            **connection.connection_constants(self.board),
            **moving.leap_constants(self.board, WAYS),
            **moving.slide_constants(self.board),
            **moving.full_slide_constants(self.board),
            **dropping.drop_constants(self.board, lines_to_drop_on(self.board)),
        }
        kernel = Kernel("blocks", Pair, {}, constants, max_moves=1)
        self.program = Program(kernel, WIDE if is_wide else NARROW, mode)

    def call(self, name: str, *given: Any) -> Any:
        """A function with sets as its arguments, and a set as its result where it gives one."""
        function = getattr(self.program, f"wide_{name}" if self.is_wide else name)
        result = function(*map(self._taken, given))
        return self.members(result) if name in GIVE_SETS else result

    def moves(self, name: str, *given: Any) -> list[int]:
        """What is put on the stack, behind that which is there."""
        out = self.program.words(len(self.board) ** 2 + BEFORE)
        out[:BEFORE] = [UNTOUCHED] * BEFORE
        end = self.call(name, *given, out, BEFORE)
        assert list(out[:BEFORE]) == [UNTOUCHED] * BEFORE
        return [int(code) for code in out[BEFORE:end]]

    def targets(self, name: str, *given: Any) -> list[tuple[int, int]]:
        """Such moves as source and target."""
        shift, cells = (moving.WIDE_TO, 127) if self.is_wide else (moving.TO, 63)
        return [(code & cells, code >> shift) for code in self.moves(name, *given)]

    def _taken(self, value: Any) -> Any:
        if not isinstance(value, frozenset):
            return value
        return self.program.state(pair_of(value)) if self.is_wide else mask(value)

    def members(self, result: Any) -> Nodes:
        word = result.low | result.high << 64 if self.is_wide else result
        return frozenset(node for node in range(word.bit_length()) if word >> node & 1)


GIVE_SETS = {"flooded", "neighbours_of", "slides", "full_slides", "enclosed"}


@cache
def blocks(name: str, is_wide: bool, mode: Mode) -> Blocks:
    return Blocks(name, is_wide, mode)


every_board = pytest.mark.parametrize(("name", "is_wide"), EVERY)
every_mode = pytest.mark.parametrize("mode", MODES)


def visible(board: Board) -> list[int]:
    return [node for node in range(len(board)) if board.nodes[node].visible]


def random_sets(board: Board, seed: str, number: int = 1) -> Iterator[list[Nodes]]:
    """Sets of nodes that have nothing in common, from none at all to all of the board."""
    chance = random.Random(seed)
    every = visible(board)
    for attempt in range(25):
        shares = [chance.random() ** 2 for _ in range(number)] if attempt > 1 else [float(attempt)] * number
        left = list(every)
        sets = []
        for share in shares:
            sets.append(frozenset(node for node in left if chance.random() < share))
            left = [node for node in left if node not in sets[-1]]
        yield sets


# -- naive statements -----------------------------------------------------------------------------------------------


def once(statement: Callable[[Board, int], Any]) -> Callable[[Board, int], Any]:
    """The same is said of a node every time. Boards are told apart by which they are: to compare them takes longer."""
    said: dict[tuple[int, int], tuple[Board, Any]] = {}

    def stated(board: Board, node: int) -> Any:
        if (id(board), node) not in said:
            said[id(board), node] = board, statement(board, node)
        return said[id(board), node][1]

    return stated


@once
def naive_rays(board: Board, node: int) -> list[list[int]]:
    """On a grid by places in the plane: the same step again and again. Elsewhere step by step along the links."""
    if any(board is BOARDS[name] for name in GRIDS):
        at = {(round(n.x, 3), round(n.y, 3)): number for number, n in enumerate(board.nodes)}
        here = board.nodes[node]
        steps = ((board.nodes[end].x - here.x, board.nodes[end].y - here.y) for end in board.neighbours(node))
        places = ([(round(here.x + x * k, 3), round(here.y + y * k, 3)) for k in range(1, 20)] for x, y in steps)
        return [[at[place] for place in row[: next(k for k, p in enumerate(row) if p not in at)]] for row in places]
    return [ray for link in board.links[node] if (ray := walked(board, node, link.direction))]


def walked(board: Board, node: int, direction: float) -> list[int]:
    passed = [node]
    while (node := board.step(node, direction)) not in (board.outside, *passed) and board.nodes[node].visible:
        passed.append(node)
        if board.heading == "follow":
            before = board.nodes[passed[-2]]
            direction = next(link.direction for link in board.links[board.nodes.index(before)] if link.target == node)
    return passed[1:]


def naive_lines(board: Board, length: int) -> set[Nodes]:
    every = ((node, ray) for node in visible(board) for ray in naive_rays(board, node))
    return {frozenset((node, *ray[: length - 1])) for node, ray in every if len(ray) >= length - 1}


@once
def around(board: Board, node: int) -> Nodes:
    return frozenset(end for end in board.neighbours(node) if board.nodes[end].visible)


def naive_flood(board: Board, start: Nodes, within: Nodes) -> Nodes:
    reached = start & within
    while grown := (within & frozenset(end for node in reached for end in around(board, node))) - reached:
        reached |= grown
    return reached


def naive_slides(board: Board, node: int, through: Nodes, onto: Nodes) -> Nodes:
    found: set[int] = set()
    for ray in naive_rays(board, node):
        for cell in ray:
            if cell in through or cell in onto:
                found.add(cell)
            if cell not in through:
                break
    return frozenset(found)


def naive_full_slides(board: Board, node: int, through: Nodes) -> Nodes:
    runs = [list(takewhile(lambda cell: cell in through, ray)) for ray in naive_rays(board, node)]
    return frozenset(run[-1] for run in runs if run)


def naive_enclosed(board: Board, node: int, rows: Nodes, ends: Nodes) -> Nodes:
    found: set[int] = set()
    for ray in naive_rays(board, node):
        row = next((length for length, cell in enumerate(ray) if cell not in rows), len(ray))
        if row < len(ray) and ray[row] in ends:
            found.update(ray[:row])
    return frozenset(found)


@once
def naive_leaps(board: Board, node: int) -> Nodes:
    ends = set()
    for way in WAYS:
        end = node
        for direction in way:
            end = board.step(end, direction)
        if end not in (board.outside, node) and board.nodes[end].visible:
            ends.add(end)
    return frozenset(ends)


def lines_to_drop_on(board: Board) -> list[tuple[int, ...]]:
    """Columns of a grid, and on a map any lines without a node in common."""
    if any(board is BOARDS[name] for name in GRIDS):
        return dropping.columns(board)
    cells = visible(board)
    return [tuple(cells[first : first + 5]) for first in range(0, len(cells), 5)]


# -- the blocks -----------------------------------------------------------------------------------------------------


@every_mode
@every_board
def test_lines(name: str, is_wide: bool, mode: Mode) -> None:
    tested = blocks(name, is_wide, mode)
    every = naive_lines(tested.board, 3)
    for (stones,) in random_sets(tested.board, f"lines {name}"):
        whole = [line for line in every if line <= stones]
        assert tested.call("has_line", stones) == bool(whole)
        for node in visible(tested.board):
            assert tested.call("has_line_through", stones, node) == any(node in line for line in whole)


@pytest.mark.parametrize("length", [2, 3, 4, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_lines_of_every_length(name: str, length: int) -> None:
    assert sorted(map(mask, naive_lines(BOARDS[name], length))) == lines.line_masks(BOARDS[name], length)


def test_a_board_without_a_line_of_the_length_has_none() -> None:
    for mode in MODES:
        for is_wide in (False, True):
            tested = Blocks("a rhombus from the top", is_wide, mode, length=6)
            everything = frozenset(range(15))
            assert not tested.call("has_line", everything)
            assert not tested.call("has_line_through", everything, 14)


@every_mode
@every_board
def test_connection(name: str, is_wide: bool, mode: Mode) -> None:
    tested = blocks(name, is_wide, mode)
    for start, within, goal in random_sets(tested.board, f"connection {name}", 3):
        within |= start
        flood = naive_flood(tested.board, start, within)
        assert tested.call("flooded", start, within) == flood
        assert tested.call("flooded", start, within - start) == frozenset()
        assert tested.call("connects", within | goal, start, goal) == bool(
            naive_flood(tested.board, start, within | goal) & goal
        )
        if not is_wide:
            assert tested.call("neighbours_of", within) == {end for n in within for end in around(tested.board, n)}
            first = frozenset(sorted(within)[:1])
            assert tested.call("is_connected", within) == (naive_flood(tested.board, first, within) == within)


@every_mode
@every_board
def test_steps_leaps_and_places(name: str, is_wide: bool, mode: Mode) -> None:
    tested = blocks(name, is_wide, mode)
    board = tested.board
    for pieces, targets in random_sets(board, f"moving {name}", 2):
        steps = [(node, end) for node in sorted(pieces) for end in sorted(around(board, node) & targets)]
        cells = pieces | targets
        leaps = [(node, end) for node in sorted(pieces) for end in sorted(naive_leaps(board, node) & cells)]
        assert tested.targets("generate_steps", pieces, targets) == steps
        assert tested.targets("generate_leaps", pieces, cells) == leaps
        assert tested.targets("generate_to", 5, targets) == [(5, end) for end in sorted(targets)]
        assert tested.moves("generate_places", targets) == sorted(targets)


@every_mode
@every_board
def test_slides(name: str, is_wide: bool, mode: Mode) -> None:
    tested = blocks(name, is_wide, mode)
    for pieces, through, onto in random_sets(tested.board, f"slides {name}", 3):
        every = {node: naive_slides(tested.board, node, through, onto) for node in sorted(pieces)}
        for node, ends in every.items():
            assert tested.call("slides", node, through, onto) == ends
        told = [(node, end) for node, ends in every.items() for end in sorted(ends)]
        assert tested.targets("generate_slides", pieces, through, onto) == told
        ends_of = {node: naive_full_slides(tested.board, node, through) for node in sorted(pieces)}
        for node, ends in ends_of.items():
            assert tested.call("full_slides", node, through) == ends
        told = [(node, end) for node, ends in ends_of.items() for end in sorted(ends)]
        assert tested.targets("generate_full_slides", pieces, through) == told


@every_mode
@pytest.mark.parametrize("name", [name for name, is_wide in EVERY if not is_wide])
def test_enclosing(name: str, mode: Mode) -> None:
    tested = blocks(name, False, mode)
    for rows, ends in random_sets(tested.board, f"enclosing {name}", 2):
        for node in visible(tested.board):
            assert tested.call("enclosed", node, rows, ends) == naive_enclosed(tested.board, node, rows, ends)


@every_mode
@every_board
def test_dropping(name: str, is_wide: bool, mode: Mode) -> None:
    tested = blocks(name, is_wide, mode)
    columns = lines_to_drop_on(tested.board)
    for (empty,) in random_sets(tested.board, f"dropping {name}"):
        falls = [next((n for n in line if n in empty), None) for line in columns]
        told = [tested.call("dropped", line, empty) for line in range(len(falls))]
        assert told == [tested.board.outside if node is None else node for node in falls]
        assert tested.moves("generate_drops", empty) == [node for node in falls if node is not None]


# -- the tables -----------------------------------------------------------------------------------------------------


def test_columns_are_those_of_the_grid() -> None:
    assert dropping.columns(grids.square(3, 4, links=8)) == [(0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11)]
    assert dropping.columns(grids.square(2, 3, first_row="top")) == [(4, 2, 0), (5, 3, 1)]
    assert dropping.columns(grids.square(2, 3), 0.0) == [(0, 1), (2, 3), (4, 5)]
    assert dropping.columns(grids.rhombus(2, 3), 60.0) == [(0, 2, 4), (1, 3, 5)]


def test_edges_are_rows_and_columns() -> None:
    for board in (grids.square(4, 3), grids.square(4, 3, links=8), grids.rhombus(4, 3)):
        upper, lower, right, left = (connection.edge_mask(board, direction) for direction in (90, 270, 0, 180))
        assert [upper, lower] == [mask(range(8, 12)), mask(range(4))]
        assert [right, left] == [mask((3, 7, 11)), mask((0, 4, 8))]


def test_rays_in_chosen_directions_and_over_corners() -> None:
    rooks, queens = grids.square(5, 4), grids.square(5, 4, links=8)
    for node in range(20):
        straight = set(rays_from(rooks, node))
        assert set(rays_from(queens, node, (0, 90, 180, 270))) == straight
        assert set(rays_from(rooks, node, diagonals=True)) == set(rays_from(queens, node))
        assert set(rays_from(queens, node, (45, 135, 225, 315))) == set(rays_from(queens, node)) - straight
        assert set(rays_from(rooks, node, (45, 225), diagonals=True)) == set(rays_from(queens, node, (45, 225)))


def test_a_knight_leaps() -> None:
    board = grids.square(8, 8)
    ways = [(a, a, b) for a in (0, 90, 180, 270) for b in ((90, 270) if a in (0, 180) else (0, 180))]
    leaps = moving.leap_constants(board, ways)["LEAPS"]
    for node in range(64):
        near = (divmod(other, 8) for other in range(64))
        row, column = divmod(node, 8)
        assert int(leaps[node]) == mask(8 * r + c for r, c in near if {abs(r - row), abs(c - column)} == {1, 2})


@pytest.mark.parametrize(
    "make", [connection.connection_constants, moving.step_constants, lambda board: lines.line_constants(board, 3)]
)
def test_too_large_a_board_is_refused(make: Callable[[Board], Any]) -> None:
    with pytest.raises(ValueError, match="does not fit two words"):
        make(grids.square(12, 12))


def test_a_rhombus_is_the_board_of_hex() -> None:
    """Neighbours by the two coordinates: along the row, along the column, and along one of the diagonals."""
    board = grids.rhombus(4, 3)
    for node in range(12):
        column, row = node % 4, node // 4
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]
        ends = [(column + right, row + up) for right, up in steps]
        assert set(board.neighbours(node)) == {
            up * 4 + right for right, up in ends if right in range(4) and up in range(3)
        }
        assert board.label(node) == f"{'ABCD'[column]}{row + 1}"
    lengths = [
        round(((board.nodes[a].x - board.nodes[b].x) ** 2 + (board.nodes[a].y - board.nodes[b].y) ** 2) ** 0.5, 6)
        for a in range(12)
        for b in board.neighbours(a)
    ]
    assert set(lengths) == {1.0}


# -- pairs ----------------------------------------------------------------------------------------------------------


def joined_by(*functions: Callable[..., Any]) -> dict[Mode, Program]:
    return {mode: Program(Kernel("pairs", Pair, {}, {}, max_moves=1), functions, mode) for mode in MODES}


@every_mode
def test_pairs_are_sets(mode: Mode) -> None:
    single = (pairs.is_empty, pairs.size_of, pairs.lowest_of, pairs.without_lowest)
    both = (pairs.joined, pairs.common, pairs.without)
    program = joined_by(*single, *both, pairs.is_in, pairs.with_node)[mode]
    chance = random.Random(2)

    def given(nodes: Iterable[int]) -> Any:
        return program.state(pair_of(nodes))

    for _ in range(60):
        one, other = ({n for n in range(128) if chance.random() < share} for share in (chance.random(), 0.3))
        for nodes in (one, one - set(range(64)), one & set(range(64)), set[int]()):
            assert program.is_empty(given(nodes)) == (not nodes)
            assert program.size_of(given(nodes)) == len(nodes)
            if nodes:
                assert program.lowest_of(given(nodes)) == min(nodes)
                assert program.without_lowest(given(nodes)) == pair_of(nodes - {min(nodes)})
        assert program.joined(given(one), given(other)) == pair_of(one | other)
        assert program.common(given(one), given(other)) == pair_of(one & other)
        assert program.without(given(one), given(other)) == pair_of(one - other)
        for node in (0, 1, 62, 63, 64, 65, 127, chance.randrange(128)):
            assert program.is_in(given(one), node) == (node in one)
            assert program.with_node(given(one), node) == pair_of(one | {node})
        assert not program.is_in(given(range(128)), 128)


def test_a_pair_has_128_nodes() -> None:
    assert halves(1 << 127) == Pair(0, 1 << 63)
    with pytest.raises(ValueError, match="a set with node 128 does not fit"):
        halves(1 << 128)


# -- sowing ---------------------------------------------------------------------------------------------------------


class Pits(NamedTuple):
    turn: int
    first: int
    second: int


KALAH = [[*range(13)], [*range(6), *range(7, 14)]]  # each seat passes by the other's store
ROUND = [[*range(12)], [*range(11, -1, -1)]]  # both ways round


def naive_sown(seeds: list[int], circle: list[int], source: int, skips_source: bool) -> tuple[list[int], int]:
    seeds, hand, pit = list(seeds), seeds[source], source
    seeds[source] = 0
    while hand:
        pit = circle[(circle.index(pit) + 1) % len(circle)]
        if pit == source and skips_source:
            continue
        seeds[pit] += 1
        hand -= 1
    return seeds, pit


@every_mode
@pytest.mark.parametrize(("circles", "skips_source"), [(KALAH, False), (ROUND, False), (ROUND, True)])
def test_sowing(circles: list[list[int]], skips_source: bool, mode: Mode) -> None:
    constants = sowing.sowing_constants(14, circles, seeds_at=1, skips_source=skips_source)
    functions = (sowing.seeds_in, sowing.with_seeds, sowing.sown, sowing.last_pit)
    program = Program(Kernel("pits", Pits, {}, constants, max_moves=1), functions, mode)
    chance = random.Random(3)

    def given(seeds: list[int]) -> Any:
        return program.state(Pits(1, *sowing.packed_seeds(seeds)))

    for _ in range(100):
        seeds = [chance.choice((0, 1, 5, 13, 30)) for _ in range(14)]
        while sum(seeds) > 255:
            seeds[seeds.index(max(seeds))] = 0
        for number, circle in enumerate(circles):
            source = chance.choice(circle)
            after, last = naive_sown(seeds, circle, source, skips_source)
            assert program.sown(given(seeds), number, source) == Pits(1, *sowing.packed_seeds(after))
            assert program.last_pit(given(seeds), number, source) == last
        assert [program.seeds_in(given(seeds), pit) for pit in range(14)] == seeds
        pit = chance.randrange(14)
        rest = [0 if place == pit else number for place, number in enumerate(seeds)]
        assert program.with_seeds(given(seeds), pit, 0) == Pits(1, *sowing.packed_seeds(rest))


@pytest.mark.parametrize("seeds", [[200, 56], [3, -1]])
def test_seeds_that_do_not_fit_are_refused(seeds: list[int]) -> None:
    with pytest.raises(ValueError, match="pits hold 0 to 255 seeds in all"):
        sowing.packed_seeds(seeds)


@pytest.mark.parametrize("mode", MODES)
def test_each_node_of_a_set_is_listed_however_much_room_there_is(mode: Mode) -> None:
    program = Blocks("64 squares", False, mode).program
    chance = random.Random(1)
    for number in (*range(1, 14), 63, 64):
        nodes = sorted(chance.sample(range(64), number))
        for more in range(9):
            out = program.words(BEFORE + number + more)
            out[:BEFORE] = [UNTOUCHED] * BEFORE
            assert program.list_each(5 << 20, mask(nodes), 6, out, BEFORE) == BEFORE + number
            expected = [UNTOUCHED] * BEFORE + [(5 << 20) | (node << 6) for node in nodes]
            assert [int(code) for code in out[: BEFORE + number]] == expected
