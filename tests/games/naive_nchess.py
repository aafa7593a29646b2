"""Chess on a map, stated a second time: slowly, from the JSON of a map and from the rules as they are written, with
nothing of ludograph. Every move is made and looked at; danger is what a move of an opponent could take."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple


class Position(NamedTuple):
    """``pieces`` has (letter, player, direction of a free pawn) by node id; ``passed`` is (node stepped over, pawn)."""

    pieces: dict[int, tuple[str, str, float | None]]
    turn: int
    rights: frozenset[int]
    passed: tuple[int, int] | None = None


class Naive:
    """One map."""

    def __init__(self, data: dict[str, Any], *, kings: str | None = None, pawns: str | None = None) -> None:
        self.nodes = {int(node["id"]): node for node in data["nodes"]}
        self.links: dict[int, list[int]] = {node: [] for node in self.nodes}
        for start, end in data["links"]:
            self.links[int(start)].append(int(end))
        self.players = [str(player) for player in data["players"]]
        self.max_turn = data.get("max_turn", 45)
        self.follows = data.get("heading", "fixed") == "follow"
        self.pawns = pawns or data.get("pawns", "standard" if "forward" in data else "free")
        self.kings = kings or data.get("kings", "check" if len(self.players) == 2 else "capture")
        self.data = data
        # Slow enough with every line drawn once.
        for name in ("diagonals", "lines", "knight_ends", "king_ends", "pawn_takes", "pawn_step"):
            setattr(self, name, cache(getattr(self, name)))

    def start(self) -> Position:
        letters = {"knight": "N"}
        pieces = {
            int(piece["at"]): (letters.get(piece["type"], piece["type"][0].upper()), str(piece["player"]), None)
            for piece in self.data["pieces"]
        }
        castlings = self.data.get("castling", []) if self.kings == "check" else []
        return Position(pieces, 0, frozenset(range(len(castlings))))

    # -- geometry -----------------------------------------------------------------------------------------

    def angle(self, start: int, end: int) -> float:
        a, b = self.nodes[start], self.nodes[end]
        return round(math.degrees(math.atan2(b["y"] - a["y"], b["x"] - a["x"])) % 360, 4) % 360

    def off(self, start: int, end: int, direction: float) -> float:
        turn = abs(self.angle(start, end) - direction) % 360
        return round(min(turn, 360 - turn), 3)

    def visible(self, node: int) -> bool:
        return bool(self.nodes[node].get("visible", True))

    def step(self, node: int, direction: float, ends: list[int]) -> int | None:
        """The end closest to a direction; a tie goes to the lower degree."""
        near = [end for end in ends if self.off(node, end, direction) <= self.max_turn]
        return min(near, key=lambda end: (self.off(node, end, direction), self.angle(node, end)), default=None)

    def diagonals(self, node: int) -> list[int]:
        around = sorted(self.links[node], key=lambda end: self.angle(node, end))
        found = []
        for first, second in zip(around, around[1:] + around[:1], strict=True):
            arc = (self.angle(node, second) - self.angle(node, first)) % 360
            if 0 < arc < 180 - 1e-6:
                found += [end for end in self.links[first] if end in self.links[second]]
        return [end for end in dict.fromkeys(found) if end != node and end not in self.links[node]]

    def line(self, node: int, direction: float, ends_of: Any) -> list[int]:
        line, seen = [], {node}
        while (end := self.step(node, direction, ends_of(node))) is not None and end not in seen and self.visible(end):
            line.append(end)
            seen.add(end)
            if self.follows:
                direction = self.angle(node, end)
            node = end
        return line

    def lines(self, node: int, letter: str) -> list[list[int]]:
        kinds = {"R": [self.neighbours], "B": [self.diagonals], "Q": [self.neighbours, self.diagonals]}[letter]
        return [
            self.line(node, self.angle(node, end), ends_of)
            for ends_of in kinds
            for end in ends_of(node)
            if self.step(node, self.angle(node, end), ends_of(node)) == end
        ]

    def neighbours(self, node: int) -> list[int]:
        return self.links[node]

    def king_ends(self, node: int) -> list[int]:
        return [end for end in [*self.links[node], *self.diagonals(node)] if self.visible(end)]

    def knight_ends(self, node: int) -> list[int]:
        close = {node, *self.links[node], *self.diagonals(node)}
        found = []
        for first in self.links[node]:
            direction = self.angle(node, first)
            second = self.step(first, direction, self.links[first])
            if second is None or second == node:
                continue
            if self.follows:
                direction = self.angle(first, second)
            ahead = self.step(second, direction, self.links[second])
            found += [end for end in self.links[second] if end != ahead and end not in close and self.visible(end)]
        return list(dict.fromkeys(found))

    # -- pawns --------------------------------------------------------------------------------------------

    def forward(self, player: str, node: int) -> float:
        way = self.data["forward"][player]
        if not isinstance(way, dict):
            return float(way)
        ((kind, (x, y)),) = way.items()
        here = self.nodes[node]
        dx, dy = (x - here["x"], y - here["y"]) if kind == "to" else (here["x"] - x, here["y"] - y)
        return math.degrees(math.atan2(dy, dx)) % 360

    def pawn_step(self, player: str, node: int) -> int | None:
        end = self.step(node, self.forward(player, node), self.links[node])
        return end if end is not None and self.visible(end) else None

    def pawn_takes(self, player: str, node: int) -> list[int]:
        forward = self.forward(player, node)
        if self.pawns == "standard":
            ends = [end for end in self.diagonals(node) if self.off(node, end, forward) < 90]
        else:
            ahead = self.step(node, forward, self.links[node])
            beside = [end for end in self.links[node] if end != ahead and self.off(node, end, forward) < 90]
            left = [end for end in beside if (self.angle(node, end) - forward) % 360 < 180]
            right = [end for end in beside if end not in left]
            ends = [min(side, key=lambda end: self.off(node, end, forward)) for side in (left, right) if side]
        return [end for end in ends if self.visible(end)]

    def free_takes(self, node: int, direction: float | None) -> list[int]:
        ends = [end for end in self.links[node] if self.visible(end)]
        if direction is None:
            return ends
        reverse = (direction + 180) % 360
        behind = min(self.links[node], key=lambda end: (self.off(node, end, reverse), self.angle(node, end)))
        return [end for end in ends if end not in (behind, self.step(node, direction, self.links[node]))]

    # -- moves: (from, to, promotion), and the position after ------------------------------------------------

    def moves(self, position: Position) -> dict[tuple[int, int, str], Position]:
        if self.kings == "capture" and len(self.kingdoms(position)) < 2:
            return {}
        player = self.players[position.turn]
        every = self.pseudo(position, player)
        if self.kings == "capture":
            return every
        legal = {move: after for move, after in every.items() if not self.checked(after, player)}
        return legal | self.castlings(position, player)

    def kingdoms(self, position: Position) -> set[str]:
        return {player for letter, player, _ in position.pieces.values() if letter == "K"}

    def checked(self, position: Position, player: str) -> bool:
        kings = [node for node, piece in position.pieces.items() if piece[:2] == ("K", player)]
        return bool(kings) and any(self.attacks(position, kings[0], other) for other in self.players if other != player)

    def attacks(self, position: Position, node: int, player: str) -> bool:
        target = {node: ("P", "nobody", None)} if node not in position.pieces else {}
        filled = position._replace(pieces={**position.pieces, **target}, passed=None)
        return any(end == node for _, end, _ in self.pseudo(filled, player))

    def pseudo(self, position: Position, player: str) -> dict[tuple[int, int, str], Position]:
        found: dict[tuple[int, int, str], Position] = {}
        for node, (letter, owner, direction) in position.pieces.items():
            if owner != player:
                continue
            if letter == "P":
                self.pawn_moves(position, node, player, direction, found)
                continue
            if letter in "NK":
                ends = self.knight_ends(node) if letter == "N" else self.king_ends(node)
            else:
                ends = [end for line in self.lines(node, letter) for end in self.until_blocked(position, line)]
            for end in ends:
                if end not in position.pieces or position.pieces[end][1] != player:
                    found[node, end, ""] = self.after(position, node, end, (letter, player, None))
        return found

    def until_blocked(self, position: Position, line: list[int]) -> list[int]:
        for number, node in enumerate(line):
            if node in position.pieces:
                return line[: number + 1]
        return line

    def pawn_moves(self, position: Position, node: int, player: str, direction: float | None, found: Any) -> None:
        if self.pawns == "free":
            ends = [end for end in self.links[node] if self.visible(end)]
            if direction is not None:
                step = self.step(node, direction, self.links[node])
                ends = [step] if step is not None and self.visible(step) else []
            for end in ends:
                if end not in position.pieces:
                    way = self.angle(node, end) if direction is None or self.follows else direction
                    self.add_pawn(position, node, end, player, way, found)
            takes = self.free_takes(node, direction)
        else:
            first = self.pawn_step(player, node)
            if first is not None and first not in position.pieces:
                self.add_pawn(position, node, first, player, None, found)
                second = self.pawn_step(player, first)
                starts = self.data.get("pawn_start", {}).get(player, [])
                if node in starts and second not in (None, node) and second not in position.pieces:
                    after = self.after(position, node, second, ("P", player, None))
                    found[node, second, ""] = after._replace(passed=(first, second))
            takes = self.pawn_takes(player, node)
        for end in takes:
            if end in position.pieces and position.pieces[end][1] != player:
                self.add_pawn(position, node, end, player, direction, found)
            elif position.passed and end == position.passed[0] and end not in position.pieces:
                after = self.after(position, node, end, ("P", player, None))
                del after.pieces[position.passed[1]]
                found[node, end, ""] = after

    def add_pawn(self, position: Position, node: int, end: int, player: str, way: float | None, found: Any) -> None:
        listed = self.data.get("promotion", {}).get(player)
        promotes = end in listed if listed is not None else self.pawns != "free" and self.pawn_step(player, end) is None
        for letter in "QRBN" if promotes else "P":
            after = self.after(position, node, end, (letter, player, way if letter == "P" else None))
            found[node, end, letter if promotes else ""] = after

    def after(self, position: Position, node: int, end: int, piece: tuple[str, str, float | None]) -> Position:
        pieces = dict(position.pieces)
        del pieces[node]
        pieces[end] = piece
        touched = {node, end}
        rights = frozenset(
            right
            for right in position.rights
            if not touched & {self.data["castling"][right]["king"][0], self.data["castling"][right]["rook"][0]}
        )
        turn = (position.turn + 1) % len(self.players)
        alive = {player for letter, player, _ in pieces.values() if letter == "K"}
        while self.kings == "capture" and turn != position.turn and self.players[turn] not in alive:
            turn = (turn + 1) % len(self.players)
        return Position(pieces, turn, rights)

    def castlings(self, position: Position, player: str) -> dict[tuple[int, int, str], Position]:
        found = {}
        for right in position.rights:
            castling = self.data["castling"][right]
            if str(castling["player"]) != player or self.checked(position, player):
                continue
            (king, king_to), (rook, rook_to) = castling["king"], castling["rook"]
            if any(node in position.pieces for node in castling["empty"]):
                continue
            after = self.after(position, king, king_to, ("K", player, None))
            del after.pieces[rook]
            after.pieces[rook_to] = ("R", player, None)
            rights = frozenset(r for r in after.rights if str(self.data["castling"][r]["player"]) != player)
            ways = [self.after(position, king, node, ("K", player, None)) for node in castling["safe"]]
            if not any(self.checked(way, player) for way in [*ways, after]):
                found[king, king_to, ""] = after._replace(rights=rights)
        return found

    def perft(self, position: Position, depth: int) -> int:
        moves = self.moves(position)
        if depth == 1:
            return len(moves)
        return sum(self.perft(after, depth - 1) for after in moves.values())
