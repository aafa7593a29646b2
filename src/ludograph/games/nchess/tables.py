"""The tables of a chess map: where each kind of piece can go from each node, worked out once from the board graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from ludograph.board import Board, Heading
from ludograph.board.graph import ANGLE_TOLERANCE, direction_between, turn_between
from ludograph.errors import InvalidMap
from ludograph.games.nchess import codes, danger
from ludograph.games.nchess.map_file import Castling, ChessMap, Pawns

QUARTER_TURN, HALF_TURN = 90.0, 180.0
CELL_WIDTHS = (4, 8, 16)
KINDS = codes.KING
MOST_STEPS = 100_000
NOT_PLAYABLE = "The map can't be played"


@lru_cache(maxsize=64)
def geometry_of(chess_map: ChessMap) -> Geometry:
    """The geometry of a map; InvalidMap when its lines show that it can't be played."""
    geometry = Geometry(chess_map)
    faults = [*_castling_faults(geometry)]
    if faults:
        raise InvalidMap(NOT_PLAYABLE, faults)
    return geometry


class Geometry:
    """The ways of the pieces on a map, as plain lists of nodes. Targets are visible nodes; ``outside`` is none.

    ``straight`` and ``diagonal`` are the lines of a rook and of a bishop from each node.
    """

    straight: list[list[tuple[int, ...]]]
    diagonal: list[list[tuple[int, ...]]]

    def __init__(self, chess_map: ChessMap) -> None:
        self.map = chess_map
        self.board: Board = chess_map.board
        self.size = len(self.board)
        self.outside = self.board.outside
        self.straight, self.diagonal = [], []
        steps = 0
        for node in range(self.size):
            self.straight.append([ray for ray in self.board.rays(node) if ray])
            self.diagonal.append([ray for ray in self.board.diagonal_rays(node) if ray])
            steps += sum(map(len, (*self.straight[-1], *self.diagonal[-1])))
            if steps > MOST_STEPS:
                raise InvalidMap(NOT_PLAYABLE, [f"its lines have together more than {MOST_STEPS:,} steps"])

    @cached_property
    def knight(self) -> list[list[int]]:
        return [[end for _, _, end in self.knight_ways(node)] for node in range(self.size)]

    @cached_property
    def king(self) -> list[list[int]]:
        near = ((*self.board.neighbours(node), *self.board.diagonals(node)) for node in range(self.size))
        return [self._visible(nodes) for nodes in near]

    def near(self, node: int) -> list[int]:
        """The visible neighbours of a node."""
        return self._visible(self.board.neighbours(node))

    def castling_ends(self, castling: Castling) -> list[int]:
        """Where the king may be led to castle, the node of the move's text first: its own end, unless another move
        leads there, or the rook, unless it castles in two ways."""
        start, others = castling.king[0], [each for each in self.map.castling if each != castling]
        is_own_end = castling.king[1] not in (start, castling.rook[0], *self.king[start])
        is_own_rook = all((each.king[0], each.rook[0]) != (start, castling.rook[0]) for each in others)
        ends = [end for end, is_own in ((castling.king[1], is_own_end), (castling.rook[0], is_own_rook)) if is_own]
        return [castling.target, *(end for end in ends if end != castling.target)]

    # -- pawns that go ahead ------------------------------------------------------------------------------

    def pawn_step(self, player: int, node: int) -> int:
        """One step forward, or outside."""
        return self.step(node, self.map.forward[player][node])

    def pawn_jump(self, player: int, node: int) -> int:
        """The second node of a double step, or outside where there is none."""
        passed = self.pawn_step(player, node)
        if node not in self.map.pawn_start[player] or passed == self.outside:
            return self.outside
        end = self.pawn_step(player, passed)
        return self.outside if end == node else end

    def pawn_takes(self, player: int, node: int) -> list[int]:
        """The nodes that a pawn takes on."""
        forward = self.map.forward[player][node]
        if self.map.pawns is Pawns.ADJACENT:
            ahead = self.board.step(node, forward)
            beside = [near for near in self.board.neighbours(node) if near != ahead]
            targets = self._nearest_on_each_side(node, forward, beside)
        else:
            targets = [each for each in self.board.diagonals(node) if self._turn(node, each, forward) < QUARTER_TURN]
        return self._visible(targets)

    def promotes(self, player: int, node: int) -> bool:
        """Whether a pawn that arrives on a node becomes another piece."""
        listed = self.map.promotion[player]
        if listed is not None:
            return node in listed
        return self.map.pawns is not Pawns.FREE and self.pawn_step(player, node) == self.outside

    def _nearest_on_each_side(self, node: int, forward: float, nodes: Iterable[int]) -> list[int]:
        sides: dict[bool, list[tuple[float, int]]] = {False: [], True: []}
        for each in nodes:
            turn = self._turn(node, each, forward)
            if turn < QUARTER_TURN:
                is_left = (self._direction(node, each) - forward) % 360.0 < HALF_TURN
                sides[is_left].append((turn, each))
        return [min(side)[1] for side in sides.values() if side]

    # -- pawns that choose a direction --------------------------------------------------------------------

    @cached_property
    def directions(self) -> list[float]:
        """The directions that a free pawn can choose on this map."""
        return sorted({link.direction for links in self.board.links for link in links})

    def number_of(self, direction: float) -> int:
        return self.directions.index(direction)

    def step(self, node: int, direction: float) -> int:
        """One step in a direction to a visible node, or outside."""
        end = self.board.step(node, direction)
        return end if end != self.outside and self.board.nodes[end].visible else self.outside

    def back(self, node: int, direction: float) -> int:
        """The neighbour nearest to the reverse of a direction, however far off it is."""
        reverse = (direction + HALF_TURN) % 360.0
        turns = [
            (turn_between(link.direction, reverse), link.direction, link.target) for link in self.board.links[node]
        ]
        least = min((turn for turn, _, _ in turns), default=0.0)
        nearest = [each for each in turns if each[0] <= least + ANGLE_TOLERANCE]
        return min(nearest, key=lambda each: each[1])[2] if nearest else self.outside

    def followed(self, node: int, direction: float) -> float:
        """The direction of a free pawn after a step: on maps whose rays follow curves, pawns do too."""
        end = self.step(node, direction)
        if self.board.heading is Heading.FIXED or end == self.outside:
            return direction
        return self._direction(node, end)

    # -- what they share ----------------------------------------------------------------------------------

    def knight_ways(self, node: int) -> list[tuple[int, int, int]]:
        """Two steps in a direction, one to another side; invisible nodes may be on the way. One way to each target."""
        close = {node, *self.board.neighbours(node), *self.board.diagonals(node)}
        found: dict[int, tuple[int, int, int]] = {}
        for link in self.board.links[node]:
            if self.board.step(node, link.direction) != link.target:
                continue
            second, heading = self._step_on(link.target, link.direction)
            if second in (node, self.outside):
                continue
            ahead, _ = self._step_on(second, heading)
            for end in self.board.neighbours(second):
                if end != ahead and end not in close and self.board.nodes[end].visible:
                    found.setdefault(end, (link.target, second, end))
        return list(found.values())

    def _step_on(self, node: int, direction: float) -> tuple[int, float]:
        end = self.board.step(node, direction)
        if end == self.outside or self.board.heading is Heading.FIXED:
            return end, direction
        return end, self._direction(node, end)

    def _direction(self, start: int, end: int) -> float:
        return direction_between(self.board.nodes[start], self.board.nodes[end])

    def _turn(self, start: int, end: int, direction: float) -> float:
        # An angle of 90 degrees is one, whatever the last digits of positions say.
        turn = turn_between(self._direction(start, end), direction)
        return QUARTER_TURN if abs(turn - QUARTER_TURN) <= ANGLE_TOLERANCE else turn

    def _visible(self, nodes: Iterable[int]) -> list[int]:
        return list(dict.fromkeys(node for node in nodes if self.board.nodes[node].visible))

    # -- the other way round ------------------------------------------------------------------------------

    def sight(self, node: int) -> Iterator[tuple[int, int, int]]:
        """The tree of ways by which lines run into a node: node, kinds of lines, number of the next one beside it."""
        yield from _flattened(self._sights[node])

    @cached_property
    def _sights(self) -> list[Sight]:
        sights: list[Sight] = [{} for _ in range(self.size)]
        for kind, every in ((danger.STRAIGHT, self.straight), (danger.DIAGONAL, self.diagonal)):
            for start, lines in enumerate(every):
                for line in lines:
                    for place, end in enumerate(line):
                        _add_way(sights[end], [*reversed(line[:place]), start], kind)
        return sights


def _castling_faults(geometry: Geometry) -> Iterator[str]:
    """A move's two cells must tell whether it is castling."""
    board, castlings = geometry.board, geometry.map.castling
    named = [(each.king[0], each.target) for each in castlings]
    for castling in castlings:
        start, end = castling.king[0], castling.target
        if (end in geometry.king[start] and not castling.names_rook) or named.count((start, end)) > 1:
            labels = f"{board.label(start)} to {board.label(end)}"
            yield f"castling {castling.name} leads the king from {labels}, where another move leads too"


#: For each node that can be seen next: the kinds of lines that come from there, and what is behind it.
Sight = dict[int, tuple[int, Any]]


def _add_way(sight: Sight, way: Sequence[int], kind: int) -> None:
    for node in way[:-1]:
        sight = sight.setdefault(node, (0, {}))[1]
    kinds, behind = sight.get(way[-1], (0, {}))
    sight[way[-1]] = (kinds | kind, behind)


def _flattened(sight: Sight) -> list[tuple[int, int, int]]:
    """The tree in the order of a walk through it; where a node is occupied, the walk goes on at the given number."""
    flat: list[tuple[int, int, int]] = []
    waiting: list[tuple[int, Any] | int] = [*reversed(sight.items())]
    while waiting:
        item = waiting.pop()
        if isinstance(item, int):
            node, kinds, _ = flat[item]
            flat[item] = (node, kinds, len(flat))
            continue
        node, (kinds, behind) = item
        waiting.append(len(flat))
        flat.append((node, kinds, 0))
        waiting += reversed(behind.items())
    return flat


# ---------------------------------------------------------------------------------------------------------
# The kernel's form of it
# ---------------------------------------------------------------------------------------------------------


def cell_layout(geometry: Geometry) -> dict[str, int]:
    """How the cells are packed into words."""
    players = len(geometry.map.players)
    kinds = KINDS + (len(geometry.directions) if geometry.map.pawns is Pawns.FREE else 0)
    player_bits = max(1, (players - 1).bit_length())
    width = next(width for width in CELL_WIDTHS if width >= player_bits + kinds.bit_length())
    in_word = 64 // width
    return {
        "CELL_BITS": width,
        "CELL_MASK": (1 << width) - 1,
        "CELLS_IN_WORD": in_word,
        "CELL_WORDS": -(-geometry.size // in_word),
        "PLAYERS": players,
        "PLAYER_BITS": player_bits,
        "PLAYER_MASK": (1 << player_bits) - 1,
        "KIND_MASK": (1 << width - player_bits) - 1,
        "NODES": geometry.size,
    }


def constants(geometry: Geometry) -> dict[str, Any]:
    """What the kernel's names are bound to."""
    chess_map, nodes = geometry.map, range(geometry.size)
    is_free = chess_map.pawns is Pawns.FREE
    lines = [line for node in nodes for line in (*geometry.straight[node], *geometry.diagonal[node])]
    lines_of = _starts(each for node in nodes for each in (geometry.straight[node], geometry.diagonal[node]))
    leaps_at, leaps = _lists(each for node in nodes for each in (geometry.knight[node], geometry.king[node]))
    sight_at, sight = _sight_lists(geometry)
    leapt_at, leapt = _lists(_leapers(geometry))
    castlings = chess_map.castling
    empty_at, empty = _lists(sorted(each.empty) for each in castlings)
    safe_at, safe = _lists(sorted(each.safe) for each in castlings)
    pawn_tables = _free_pawns(geometry) if is_free else _pawns_ahead(geometry)
    return {
        **cell_layout(geometry),
        "PAWNS": codes.FREE if is_free else codes.AHEAD,
        "KINGS": codes.CHECK if chess_map.has_check else codes.CAPTURE,
        "OVERLAPS": int(_has_overlaps(geometry)),
        "MOST_MOVES": most_moves(geometry),
        "LINES_OF": _small(lines_of),
        "LINE_AT": _small(_starts((*line, geometry.outside) for line in lines)),
        "LINES": _small([node for line in lines for node in (*line, geometry.outside)]),
        "SIGHT_AT": _small(sight_at),
        "SIGHT": _small(sight),
        "LEAPS_AT": _small(leaps_at),
        "LEAPS": _small(leaps),
        "LEAPT_AT": _small(leapt_at),
        "LEAPT": _small(leapt),
        "PROMOTES": _small([int(geometry.promotes(p, node)) for p in range(len(chess_map.players)) for node in nodes]),
        "SLIDES": _small(_slides(geometry)),
        "KEPT_RIGHTS": _small([_kept_rights(chess_map, node) for node in nodes]),
        "CASTLINGS": len(castlings),
        "CASTLING_OF": _small([each.player for each in castlings]),
        "CASTLING": _small([node for each in castlings for node in _castling_words(geometry, each)]),
        "EMPTY_AT": _small(empty_at),
        "EMPTY": _small(empty),
        "SAFE_AT": _small(safe_at),
        "SAFE": _small(safe),
        **pawn_tables,
    }


def most_moves(geometry: Geometry) -> int:
    """No position has more moves: on every node the piece with the most targets, as a pawn that promotes has."""
    lines = [sum(map(len, (*geometry.straight[node], *geometry.diagonal[node]))) for node in range(geometry.size)]
    leaps = [max(len(geometry.knight[node]), 4 * len(geometry.king[node]) + 4) for node in range(geometry.size)]
    return sum(map(max, lines, leaps)) + len(geometry.map.castling)


def _pawns_ahead(geometry: Geometry) -> dict[str, Any]:
    places = [(player, node) for player in range(len(geometry.map.players)) for node in range(geometry.size)]
    takes_at, takes = _lists(geometry.pawn_takes(*place) for place in places)
    reverse: dict[tuple[int, int], list[int]] = {place: [] for place in places}
    for player, start in places:
        for end in geometry.pawn_takes(player, start):
            reverse[player, end].append(start)
    takers_at, takers = _lists(reverse.values())
    return {
        "STEPS": _small([geometry.pawn_step(*place) for place in places]),
        "JUMPS": _small([geometry.pawn_jump(*place) for place in places]),
        "TAKES_AT": _small(takes_at),
        "TAKES": _small(takes),
        "TAKERS_AT": _small(takers_at),
        "TAKERS": _small(takers),
        **{name: _small([]) for name in ("NEAR_AT", "NEAR", "BACKS", "FOLLOWED")},
    }


def _free_pawns(geometry: Geometry) -> dict[str, Any]:
    ways = [(node, direction) for direction in geometry.directions for node in range(geometry.size)]
    visible = geometry.board.nodes
    near_at, near = _lists(
        [
            link.target | geometry.number_of(link.direction) << codes.TO
            for link in geometry.board.links[node]
            if visible[link.target].visible
        ]
        for node in range(geometry.size)
    )
    return {
        "STEPS": _small([geometry.step(*way) for way in ways]),
        "BACKS": _small([geometry.back(*way) for way in ways]),
        "FOLLOWED": _small([geometry.number_of(geometry.followed(*way)) for way in ways]),
        "NEAR_AT": _small(near_at),
        "NEAR": _small(near),
        **{name: _small([]) for name in ("JUMPS", "TAKES_AT", "TAKES", "TAKERS_AT", "TAKERS")},
    }


def _sight_lists(geometry: Geometry) -> tuple[list[int], list[int]]:
    if not geometry.map.has_check:
        return [0] * (geometry.size + 1), []  # nobody looks
    starts = [0]
    entries: list[int] = []
    for node in range(geometry.size):
        first = len(entries)
        entries += [
            seen | kinds << danger.SIGHT_LINES | (first + following) << danger.SIGHT_NEXT
            for seen, kinds, following in geometry.sight(node)
        ]
        starts.append(len(entries))
    return starts, entries


def _leapers(geometry: Geometry) -> list[list[int]]:
    """For each node, those from which a knight, king or pawn takes on it, each with a bit for every piece that does."""
    player_bits = cell_layout(geometry)["PLAYER_BITS"]
    players = range(min(2, len(geometry.map.players)))  # danger matters only where there is check, which two play
    found: list[dict[int, int]] = [{} for _ in range(geometry.size)]

    def add(kind: int, player: int, start: int, ends: Iterable[int]) -> None:
        piece = kind << player_bits | player
        for end in ends:
            found[end][start] = found[end].get(start, 0) | 1 << piece

    for start in range(geometry.size):
        for player in players:
            add(codes.KNIGHT, player, start, geometry.knight[start])
            add(codes.KING, player, start, geometry.king[start])
            takes = _pawn_targets(geometry, player)
            add(codes.PAWN, player, start, takes(start))
    return [[start | bits << danger.LEAPERS for start, bits in entries.items()] for entries in found]


def _pawn_targets(geometry: Geometry, player: int) -> Callable[[int], list[int]]:
    if geometry.map.pawns is Pawns.FREE:
        return geometry.near
    return lambda node: geometry.pawn_takes(player, node)


def _has_overlaps(geometry: Geometry) -> bool:
    for node in range(geometry.size):
        ends = [end for line in (*geometry.straight[node], *geometry.diagonal[node]) for end in line]
        if len(set(ends)) < len(ends):
            return True
    return False


def _slides(geometry: Geometry) -> list[int]:
    slides = {codes.BISHOP: danger.DIAGONAL, codes.ROOK: danger.STRAIGHT, codes.QUEEN: 3}
    return [slides.get(kind, 0) for kind in range(codes.DIRECTED + len(geometry.directions))]


def _castling_words(geometry: Geometry, castling: Castling) -> list[int]:
    target, *others = geometry.castling_ends(castling)
    return [*castling.king, *castling.rook, target, *(others or [geometry.outside])]


def _kept_rights(chess_map: ChessMap, node: int) -> int:
    lost = sum(1 << number for number, each in enumerate(chess_map.castling) if node in (each.king[0], each.rook[0]))
    return codes.RIGHTS_MASK & ~lost


def _lists(every: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Where each list begins, one more for the end, and all their items."""
    lists = [list(each) for each in every]
    return _starts(lists), [item for each in lists for item in each]


def _starts(every: Iterable[Sequence[object]]) -> list[int]:
    starts = [0]
    for each in every:
        starts.append(starts[-1] + len(each))
    return starts


def _small(values: Sequence[int]) -> Any:
    """A table of at least one unsigned number, no wider than they have to be: small tables stay in the cache."""
    import numpy as np

    most = max(values, default=0)
    kind = np.uint16 if most < 2**16 else np.uint32 if most < 2**32 else np.uint64
    return np.array(values or [0], dtype=kind)
