"""Chess maps: what a map file says beyond its board, read with all faults listed at once.

    "players": ["white", "black"],
    "pieces": [{"type": "king", "player": "white", "at": 5}, …],
    "pawns": "standard" | "adjacent" | "free",        "kings": "check" | "capture",
    "forward": {"white": 90, "black": {"to": [0, 0]}},
    "pawn_start": {"white": [9, 10, …], …},           "promotion": {"white": [57, …], …},
    "castling": [{"name": "K", "player": "white", "king": [5, 7], "rook": [8, 6], "empty": [6, 7], "safe": [6, 7]}, …]

Nodes are named by their ids. Nothing of it is necessary: a plain map has two players and no pieces, kings are in check
when two play, and pawns are free when nothing says where forward is. A player's forward is a direction in degrees, or
the way to or from a point. Pawns promote on the listed nodes, or where no step forward is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from ludograph.board import Board, Node
from ludograph.board.graph import direction_between
from ludograph.board.maps import BoardMap, as_integer, is_number, quoted_value, read_map
from ludograph.board.tilings import HIDDEN, Cut
from ludograph.errors import InvalidMap

MAX_NODES = 400
MIN_PLAYERS, MAX_PLAYERS = 2, 16
MAX_CASTLINGS = 16
MAX_PLAYER_NAME = 40
KEYS = ("players", "pieces", "pawns", "kings", "forward", "pawn_start", "promotion", "castling")

#: The types of pieces by the letter that texts use, in the kernel's order.
TYPES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
LETTERS = "".join(TYPES)
EMPTY_SIGNS = (".", HIDDEN)
_LETTER_OF = {**{name: letter for letter, name in TYPES.items()}, **{letter.lower(): letter for letter in TYPES}}

PlayerId = int | str
Mode = TypeVar("Mode", bound=StrEnum)


class Pawns(StrEnum):
    """How pawns move: forward, taking on diagonals or beside the way; or in a direction that each chooses."""

    STANDARD = "standard"
    ADJACENT = "adjacent"
    FREE = "free"


class Kings(StrEnum):
    """Kings are mated, or taken."""

    CHECK = "check"
    CAPTURE = "capture"


@dataclass(frozen=True)
class Placed:
    """A piece of the set-up: its letter, its player by number, its node."""

    letter: str
    player: int
    node: int


@dataclass(frozen=True)
class Castling:
    """One way to castle: from and to for king and rook, the nodes that must be empty and those that must be safe.

    ``names_rook``: the move's text leads the king to the rook, as in Chess960, where its end may tell too little.
    """

    name: str
    player: int
    king: tuple[int, int]
    rook: tuple[int, int]
    empty: frozenset[int] = frozenset()
    safe: frozenset[int] = frozenset()
    names_rook: bool = False

    @property
    def target(self) -> int:
        """The node to which the king is led in the move's text."""
        return self.rook[0] if self.names_rook else self.king[1]


@dataclass(frozen=True)
class ChessMap:
    """A board with everything that chess needs to know of it. Players and nodes are numbers from 0."""

    board: Board
    players: tuple[PlayerId, ...] = ("white", "black")
    pieces: tuple[Placed, ...] = ()
    pawns: Pawns = Pawns.FREE
    kings: Kings = Kings.CHECK
    forward: tuple[tuple[float, ...], ...] = ()  # for each player and node; none when no player has one
    pawn_start: tuple[frozenset[int], ...] = ()
    promotion: tuple[frozenset[int] | None, ...] = ()
    castling: tuple[Castling, ...] = field(default=())

    @property
    def has_check(self) -> bool:
        return self.kings is Kings.CHECK

    def played_as(self, pawns: Pawns | None, kings: Kings | None) -> ChessMap:
        """The same map with pawns or kings of another mode; InvalidMap when it can't be played so."""
        changed = replace(self, pawns=pawns or self.pawns, kings=kings or self.kings)
        if faults := mode_faults(changed):
            raise InvalidMap("The map can't be played so", faults)
        return changed


#: Stands for the board while a map is only looked through for faults.
NO_BOARD = Board([Node(0, "0", 0.0, 0.0)], [])


def mode_faults(chess_map: ChessMap) -> list[str]:
    """What keeps a map from being played with its pawns and kings."""
    faults = []
    if chess_map.pawns is not Pawns.FREE and not chess_map.forward:
        faults.append(f"pawns are {quoted_value(str(chess_map.pawns))}, but 'forward' does not say where to")
    if chess_map.has_check and len(chess_map.players) != 2:
        faults.append(f"kings are in 'check' between two players, and it has {len(chess_map.players)}")
    return faults


def read_chess_map(text: str) -> ChessMap:
    """The chess map in a JSON text; :class:`InvalidMap` with every fault when it can't be played."""
    found = read_map(text, lambda nodes, extras: _ChessMapReader(nodes, extras).every_fault())
    return _ChessMapReader(found.board.nodes, found.extras).read(found.board)


def pictured_map(cut: Cut, forward: tuple[float, float] | None = None) -> BoardMap:
    """The map of a board cut out by a picture in which letters are pieces: capital ones White's, small ones Black's.

    Pawns go in the given directions, and twice from where they stand; or they are free. InvalidMap lists what is wrong.
    """
    players = ("white", "black")
    signs = [(node, sign) for node, sign in zip(cut.board.nodes, cut.signs, strict=True) if sign not in EMPTY_SIGNS]
    unknown = sorted({sign for _, sign in signs if sign.upper() not in TYPES})
    if unknown:
        raise InvalidMap(
            "The picture is no map", [f"{quoted_value(sign)} is no piece of {LETTERS}" for sign in unknown]
        )
    placed = [(node, TYPES[sign.upper()], players[sign.islower()]) for node, sign in signs]
    extras: dict[str, object] = {
        "players": list(players),
        "pieces": [{"type": kind, "player": player, "at": node.id} for node, kind, player in placed],
    }
    if forward:
        extras["forward"] = dict(zip(players, forward, strict=True))
        extras["pawn_start"] = {
            player: [node.id for node, kind, owner in placed if (kind, owner) == ("pawn", player)] for player in players
        }
    return BoardMap(cut.board, extras)


class _ChessMapReader:
    """Collects the faults of one map while it reads what can be read."""

    def __init__(self, nodes: Sequence[Node], data: Mapping[str, object]) -> None:
        self.nodes = nodes
        self.data = data
        self.faults: list[str] = []
        self.index = {node.id: number for number, node in enumerate(nodes)}
        self.players: tuple[PlayerId, ...] = ()

    def every_fault(self) -> list[str]:
        if len(self.nodes) > MAX_NODES:
            self.faults.append(f"it has {len(self.nodes)} nodes, and chess is played on {MAX_NODES} at most")
        found = self.read(NO_BOARD)
        # Players or directions that can't be read are faults already.
        if self.players and ("forward" not in self.data or found.forward):
            self.faults += mode_faults(found)
        return list(dict.fromkeys(self.faults))

    def read(self, board: Board) -> ChessMap:
        self.players = self._players(self.data.get("players") or ["white", "black"])
        return ChessMap(
            board=board,
            players=self.players,
            pieces=self._pieces(self.data.get("pieces", [])),
            pawns=self._mode("pawns", Pawns, Pawns.STANDARD if "forward" in self.data else Pawns.FREE),
            kings=self._mode("kings", Kings, Kings.CHECK if len(self.players) == 2 else Kings.CAPTURE),
            forward=self._forward(),
            pawn_start=tuple(nodes or frozenset() for nodes in self._nodes_of_players("pawn_start")),
            promotion=self._nodes_of_players("promotion"),
            castling=self._castlings(self.data.get("castling", [])),
        )

    def _players(self, value: object) -> tuple[PlayerId, ...]:
        ids = [_player_id(each) for each in value] if isinstance(value, list) else []
        known = [each for each in ids if each is not None]
        if len(known) != len(ids) or not MIN_PLAYERS <= len(ids) <= MAX_PLAYERS:
            what = f"not a list of {MIN_PLAYERS} to {MAX_PLAYERS} names or numbers"
            self.faults.append(f"'players' is {quoted_value(value)}, {what}")
            return ()
        if len(set(map(str, known))) != len(known):
            self.faults.append(f"'players' is {quoted_value(value)}: somebody is there twice")
            return ()
        return tuple(known)

    def _mode(self, key: str, kind: type[Mode], default: Mode) -> Mode:
        value = self.data.get(key, default)
        if isinstance(value, str) and value in tuple(kind):
            return kind(value)
        offer = " or ".join(f"'{mode}'" for mode in kind)
        self.faults.append(f"{key!r} is {quoted_value(value)}, not {offer}")
        return default

    def _pieces(self, value: object) -> tuple[Placed, ...]:
        if not isinstance(value, list):
            self.faults.append("'pieces' is no list")
            return ()
        pieces = [self._piece(f"piece number {number}", item) for number, item in enumerate(value, 1)]
        placed = [piece for piece in pieces if piece is not None]
        self.faults += set_up_faults([node.label for node in self.nodes], placed, self.players)
        return tuple(placed)

    def _piece(self, where: str, item: object) -> Placed | None:
        if not isinstance(item, dict):
            self.faults.append(f"{where} is no JSON object")
            return None
        kind = item.get("type")
        letter = _LETTER_OF.get(kind.lower()) if isinstance(kind, str) else None
        if letter is None:
            self.faults.append(f"{where} has the type {quoted_value(kind)}, not {', '.join(TYPES.values())}")
        player = self._player(where, item.get("player"))
        node = self._node(where, item.get("at"))
        if letter is None or player is None or node is None:
            return None
        return Placed(letter, player, node)

    def _player(self, where: str, value: object) -> int | None:
        """The number of a player; none is a fault unless the players themselves couldn't be read."""
        names = [str(player) for player in self.players]
        wanted = _player_id(value)
        if wanted is not None and str(wanted) in names:
            return names.index(str(wanted))
        if names:
            self.faults.append(f"{where} has the player {quoted_value(value)}, who is not one of the players")
        return None

    def _node(self, where: str, value: object) -> int | None:
        identity = as_integer(value)
        if identity is None or identity not in self.index:
            self.faults.append(f"{where} is at {quoted_value(value)}, which is no node of the map")
            return None
        node = self.index[identity]
        if not self.nodes[node].visible:
            self.faults.append(f"{where} is at the node {identity}, which is not visible")
            return None
        return node

    def _node_list(self, where: str, value: object) -> frozenset[int]:
        if not isinstance(value, list):
            self.faults.append(f"{where} is {quoted_value(value)}, not a list of nodes")
            return frozenset()
        return frozenset(node for item in value if (node := self._node(where, item)) is not None)

    def _by_player(self, key: str) -> dict[int, object]:
        """What an object says for each player it names."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.faults.append(f"{key!r} is {quoted_value(value)}, not an object with a value for each player")
            return {}
        found: dict[int, object] = {}
        for name, item in value.items():
            player = self._player(f"{key!r}", name)
            if player is not None:
                found[player] = item
        return found

    def _nodes_of_players(self, key: str) -> tuple[frozenset[int] | None, ...]:
        nodes = {
            player: self._node_list(f"{key!r} of {self.players[player]}", item)
            for player, item in self._by_player(key).items()
        }
        return tuple(nodes.get(player) for player in range(len(self.players)))

    def _forward(self) -> tuple[tuple[float, ...], ...]:
        if "forward" not in self.data:
            return ()
        given = self._by_player("forward")
        ways = [self._way(f"'forward' of {name}", given.get(player)) for player, name in enumerate(self.players)]
        found = tuple(way for way in ways if way is not None)
        return found if len(found) == len(self.players) else ()

    def _way(self, where: str, value: object) -> tuple[float, ...] | None:
        """A direction for each node."""
        if is_number(value):
            return (value % 360.0,) * len(self.nodes)
        if isinstance(value, dict) and len(value) == 1:
            ((key, point),) = value.items()
            if key in ("to", "from") and _is_point(point):
                return self._radial(where, Node(0, "", float(point[0]), float(point[1])), is_inward=key == "to")
        what = 'not a direction in degrees, {"to": [x, y]} or {"from": [x, y]}'
        self.faults.append(f"{where} is {quoted_value(value)}, {what}")
        return None

    def _radial(self, where: str, point: Node, *, is_inward: bool) -> tuple[float, ...] | None:
        ways = []
        for node in self.nodes:
            if (node.x, node.y) == (point.x, point.y) and node.visible:
                self.faults.append(f"{where} has no direction at the node {node.id}, where its point is")
                return None
            ways.append(direction_between(node, point) if is_inward else direction_between(point, node))
        return tuple(ways)

    def _castlings(self, value: object) -> tuple[Castling, ...]:
        if not isinstance(value, list) or len(value) > MAX_CASTLINGS:
            self.faults.append(f"'castling' is no list of at most {MAX_CASTLINGS}")
            return ()
        found = [self._castling(f"castling number {number}", number, item) for number, item in enumerate(value, 1)]
        names = [each.name for each in found if each]
        if len(set(names)) < len(names):
            self.faults.append(f"two castlings have the same name: {''.join(names)}")
        return tuple(each for each in found if each)

    def _castling(self, where: str, number: int, item: object) -> Castling | None:
        if not isinstance(item, dict):
            self.faults.append(f"{where} is no JSON object")
            return None
        name = item.get("name", "abcdefghijklmnop"[number - 1])
        if not (isinstance(name, str) and len(name) == 1 and name.isascii() and name.isalnum()):
            self.faults.append(f"{where} has the name {quoted_value(name)}, not one letter or digit")
            return None
        player = self._player(where, item.get("player"))
        king, rook = (self._from_to(f"{where}: its {key}", item.get(key)) for key in ("king", "rook"))
        empty = self._node_list(f"{where}: 'empty'", item.get("empty", []))
        safe = self._node_list(f"{where}: 'safe'", item.get("safe", []))
        if player is None or king is None or rook is None:
            return None
        if king[0] == rook[0] or king[1] == rook[1]:
            self.faults.append(f"{where} has king and rook on one node")
            return None
        starts = {king[0], rook[0]}
        return Castling(name, player, king, rook, (empty | {king[1], rook[1]}) - starts, safe | {king[1]})

    def _from_to(self, where: str, value: object) -> tuple[int, int] | None:
        if not isinstance(value, list) or len(value) != 2:
            self.faults.append(f"{where} goes {quoted_value(value)}, not [from, to]")
            return None
        start, end = (self._node(where, each) for each in value)
        return None if start is None or end is None else (start, end)


def set_up_faults(labels: Sequence[str], pieces: Iterable[Placed], players: Sequence[object]) -> list[str]:
    """What is wrong with pieces that stand together on a board with these labels."""
    faults = []
    on_node: dict[int, int] = {}
    kings: dict[int, int] = {}
    for piece in pieces:
        on_node[piece.node] = on_node.get(piece.node, 0) + 1
        if piece.letter == "K":
            kings[piece.player] = kings.get(piece.player, 0) + 1
    faults += [f"{labels[node]} holds {count} pieces" for node, count in on_node.items() if count > 1]
    faults += [f"{players[player]} has {count} kings" for player, count in kings.items() if count > 1]
    return faults


def _player_id(value: object) -> PlayerId | None:
    """A player's name or number; older files have an object with it, and with a colour, which is ours to choose."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, str):
        return value if value.isprintable() and 0 < len(value) <= MAX_PLAYER_NAME else None
    return as_integer(value)


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))
