"""Positions of nchess as texts: FEN where the map has the squares of a chess board, else lists of pieces.

    w:Kg1,Qe1,Pb1/Kg10,Qe10,Pb7;castling=Kk;ep=f6;quiet=4

The player to move, then each player's pieces in the order of the map; behind a free pawn the direction that it has
chosen (``Pe4>90``). Behind it stand, where there is something to say, the castlings that are still allowed by their
names, the node over which a pawn has just stepped, and the moves since a pawn moved or something was taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludograph.core.texts import quoted
from ludograph.errors import InvalidPosition, PositionSyntaxError
from ludograph.games.nchess.chess.tables import SQUARES
from ludograph.games.nchess.chess.texts import read_counter, read_placement, write_placement
from ludograph.games.nchess.map_file import Castling, Placed, set_up_faults
from ludograph.games.nchess.setups import has_chess_squares
from ludograph.games.nchess.states import Setting, Standing
from ludograph.games.nchess.tables import Geometry

ORDER = "KQRBNP"
COLOURS = ("White", "Black", "Red", "Green", "Yellow", "Orange", "Indigo", "Pink", "Cyan", "Lime", "Magenta", "Ochre",
           "Salmon", "Teal", "Umber", "Violet")  # fmt: skip
PIECE = re.compile(r"(?P<letter>[KQRBNP])(?P<cell>-?\w+)(>(?P<direction>\d{1,3}(\.\d{1,6})?))?")
FIELDS = ("castling", "ep", "quiet")


class Texts:
    """The texts of one map's positions. ``has_counter`` says whether quiet moves are counted."""

    def __init__(self, geometry: Geometry, *, has_counter: bool) -> None:
        self.geometry = geometry
        self.map = geometry.map
        self.board = geometry.board
        self.has_counter = has_counter
        self.seats = seat_names(self.map.players)
        self.letters = _letters(self.seats)
        self.is_chess_board = has_chess_squares(self.map) and not self._has_free_pawns

    @property
    def _has_free_pawns(self) -> bool:
        return not self.map.forward or self.map.pawns == "free"

    # -- writing ------------------------------------------------------------------------------------------

    def write(self, setting: Setting) -> str:
        return self._write_fen(setting) if self.is_chess_board else self._write_lists(setting)

    def _write_fen(self, setting: Setting) -> str:
        signs = {
            SQUARES.index(self.board.label(piece.node)): piece.letter.lower() if piece.player else piece.letter
            for piece in setting.pieces
        }
        passed = "-" if setting.passed is None else self.board.label(setting.passed)
        rights = self._rights(setting) or "-"
        placement = write_placement(signs)
        return f"{placement} {self.letters[setting.turn]} {rights} {passed} {setting.quiet} {setting.number}"

    def _write_lists(self, setting: Setting) -> str:
        lists = []
        for player in range(len(self.seats)):
            own = [piece for piece in setting.pieces if piece.player == player]
            own.sort(key=lambda piece: (ORDER.index(piece.letter), piece.node))
            lists.append(",".join(map(self._piece, own)))
        fields = {
            "castling": self._rights(setting),
            "ep": "" if setting.passed is None else self.board.label(setting.passed),
            "quiet": str(setting.quiet or ""),
        }
        behind = "".join(f";{name}={value}" for name, value in fields.items() if value)
        return f"{self.letters[setting.turn]}:{'/'.join(lists)}{behind}"

    def _piece(self, piece: Standing) -> str:
        way = "" if piece.direction is None else f">{piece.direction:.6f}".rstrip("0").rstrip(".")
        return f"{piece.letter}{self.board.label(piece.node)}{way}"

    def _rights(self, setting: Setting) -> str:
        return "".join(self._right(setting, self.map.castling[number]) for number in sorted(setting.rights))

    def _right(self, setting: Setting, castling: Castling) -> str:
        """The castling's name; on the chess board, as X-FEN has it, the rook's file where another one is outermost."""
        if not self.is_chess_board or self._is_outermost(setting, castling):
            return castling.name
        return self._file_of(castling)

    def _is_outermost(self, setting: Setting, castling: Castling) -> bool:
        """Whether no other own rook stands beyond that of a castling, seen from the king."""
        king, rook = (self.board.label(node) for node in (castling.king[0], castling.rook[0]))
        own = (piece for piece in setting.pieces if (piece.letter, piece.player) == ("R", castling.player))
        rooks = [label for label in (self.board.label(piece.node) for piece in own) if label[1] == rook[1]]
        return rook == (max if rook > king else min)(rooks, default=rook)

    def _file_of(self, castling: Castling) -> str:
        """The letter of the rook's file, as X-FEN and Shredder have it: large for White."""
        file = self.board.label(castling.rook[0])[0]
        return file if castling.player else file.upper()

    # -- reading ------------------------------------------------------------------------------------------

    def read(self, text: str) -> Setting:
        """The setting that a text describes, as far as pieces, castling and en passant go together.

        PositionSyntaxError and InvalidPosition list everything that is wrong.
        """
        syntax: list[str] = []
        read = self._read_fen if self.is_chess_board else self._read_lists
        setting, rights, passed = read(text, syntax)
        if syntax:
            raise PositionSyntaxError("The position can't be read", list(dict.fromkeys(syntax)), text)
        placed = [Placed(piece.letter, piece.player, piece.node) for piece in setting.pieces]
        faults = set_up_faults(self.board.labels, placed, self.seats)
        found = Setting(
            pieces=setting.pieces,
            turn=setting.turn,
            rights=self._read_rights(setting, rights, faults),
            passed=self.board.index(passed) if passed else None,
            victim=self._victim(setting, passed, faults) if passed else None,
            quiet=setting.quiet if self.has_counter else 0,
            number=setting.number,
        )
        if faults:
            raise InvalidPosition("The position is not possible", faults, text)
        return found

    def _read_fen(self, text: str, faults: list[str]) -> tuple[Setting, str, str]:
        fields = text.split(" ")
        if not 2 <= len(fields) <= 6 or "" in fields:
            faults.append("a FEN has up to six fields with one space between them")
            fields = text.split()
        placement, turn, rights, passed, quiet, number = (*fields, *("", "", "-", "-", "0", "1")[len(fields) :])[:6]
        pieces = tuple(
            Standing(self._index(SQUARES[square]), letter.upper(), int(letter.islower()))
            for square, letter in read_placement(placement, faults)
            if 0 <= square < len(SQUARES)
        )
        if turn not in self.letters:
            faults.append(f"the side to move is {quoted(turn)}, not w or b")
        self._check_cell(passed, faults)
        counters = [read_counter(name, digits, faults) for name, digits in (("quiet", quiet), ("move", number))]
        setting = Setting(pieces, max(0, self.letters.find(turn)), quiet=counters[0], number=max(1, counters[1]))
        return setting, rights.replace("-", "", 1), passed.replace("-", "", 1)

    def _read_lists(self, text: str, faults: list[str]) -> tuple[Setting, str, str]:
        body, *behind = text.split(";")
        values = self._read_fields(behind, faults)
        letter, colon, lists = body.partition(":")
        if not colon or letter not in self.letters or len(letter) != 1:
            faults.append(f"it must begin with {' or '.join(f'{each}:' for each in self.letters)}, the player to move")
        parts = lists.split("/")
        if len(parts) != len(self.seats):
            faults.append(f"it has {len(parts)} lists of pieces, not {len(self.seats)} with / between them")
        pieces = []
        for player, part in enumerate(parts[: len(self.seats)]):
            found = (self._read_piece(piece, player, faults) for piece in part.split(",") if part)
            pieces += [piece for piece in found if piece]
        passed = values.get("ep", "")
        if passed:
            self._check_cell(passed, faults)
        quiet = read_counter("quiet", values.get("quiet", "0"), faults)
        return (
            Setting(tuple(pieces), max(0, self.letters.find(letter)), quiet=quiet),
            values.get("castling", ""),
            passed,
        )

    def _read_fields(self, behind: Iterable[str], faults: list[str]) -> dict[str, str]:
        values: dict[str, str] = {}
        for field in behind:
            name, equals, value = field.partition("=")
            if name not in FIELDS or not equals or not value:
                faults.append(f"{quoted(field)} is none of the fields {', '.join(f'{name}=…' for name in FIELDS)}")
            elif name in values:
                faults.append(f"the field {name} is there twice")
            else:
                values[name] = value
        return values

    def _read_piece(self, text: str, player: int, faults: list[str]) -> Standing | None:
        found = PIECE.fullmatch(text)
        node = self.board.index(found["cell"]) if found else None
        if found is None or node is None or not self.board.nodes[node].visible:
            faults.append(f"{quoted(text)} is no piece on a cell, such as {ORDER[0]}{self._any_cell}")
            return None
        direction = None if found["direction"] is None else float(found["direction"])
        if direction is not None and (found["letter"] != "P" or direction not in self._pawn_directions):
            faults.append(f"{quoted(text)} has chosen a direction, which no such piece can here")
            return None
        return Standing(node, found["letter"], player, direction)

    @property
    def _pawn_directions(self) -> Iterable[float]:
        return self.geometry.directions if self._has_free_pawns else ()

    @property
    def _any_cell(self) -> str:
        return next((node.label for node in self.board.nodes if node.visible), "")

    def _check_cell(self, label: str, faults: list[str]) -> None:
        node = self.board.index(label)
        if label != "-" and (node is None or not self.board.nodes[node].visible):
            faults.append(f"the cell that a pawn has stepped over is {quoted(label)}, which is no cell")

    def _index(self, label: str) -> int:
        node = self.board.index(label)
        assert node is not None
        return node

    def _read_rights(self, setting: Setting, names: str, faults: list[str]) -> frozenset[int]:
        if not self.map.has_check:
            return frozenset()  # where kings are taken nobody castles
        by_file = {self._file_of(each): at for at, each in enumerate(self.map.castling)} if self.is_chess_board else {}
        known = {**by_file, **{each.name: at for at, each in enumerate(self.map.castling)}}
        on_node = setting.on_node
        rights = set()
        for name in names:
            number = known.get(name)
            if number is None or number in rights:
                faults.append(f"{quoted(name)} is no castling of this map, or is named twice")
                continue
            rights.add(number)
            each = self.map.castling[number]
            if self.is_chess_board and name == each.name and not self._is_outermost(setting, each):
                own = self._file_of(each)
                faults.append(f"castling {name} is that of the outermost rook; that of this map is {own}")
            for node, letter in ((each.king[0], "K"), (each.rook[0], "R")):
                piece = on_node.get(node)
                if piece is None or (piece.letter, piece.player) != (letter, each.player):
                    faults.append(
                        f"castling {name} needs {letter} of {self.seats[each.player]} on {self.board.label(node)}"
                    )
        return frozenset(rights)

    def _victim(self, setting: Setting, passed: str, faults: list[str]) -> int | None:
        """The pawn that has just stepped over a node: the last mover's, who is the last before with a king."""
        over = self._index(passed)
        on_node = setting.on_node
        player = self._last_mover(setting)
        if not self._has_free_pawns:
            victim = self.geometry.pawn_step(player, over)
            pawn = on_node.get(victim)
            starts = [node for node in self.map.pawn_start[player] if self.geometry.pawn_step(player, node) == over]
            is_free = over not in on_node and any(
                node not in on_node and self.geometry.pawn_jump(player, node) == victim for node in starts
            )
            if pawn and (pawn.letter, pawn.player) == ("P", player) and is_free:
                return victim
        faults.append(f"no pawn can have stepped over {passed} just now, so that none can be taken en passant there")
        return None

    def _last_mover(self, setting: Setting) -> int:
        players = len(self.seats)
        player = (setting.turn - 1) % players
        while not self.map.has_check and setting.king_of(player) is None and player != setting.turn:
            player = (player - 1) % players
        return player


def seat_names(players: Iterable[object]) -> tuple[str, ...]:
    """What players are called: by their names in the map, or by colours where these are numbers."""
    players = tuple(players)
    if any(isinstance(player, int) for player in players):
        return COLOURS[: len(players)]
    return tuple(str(player)[0].upper() + str(player)[1:] for player in players)


def _letters(seats: tuple[str, ...]) -> str:
    """The sign for each player in texts: w and b for two, else their first letters, or numbers if these are alike."""
    if len(seats) == 2:
        return "wb"
    letters = "".join(name[0].lower() for name in seats)
    is_telling = len(set(letters)) == len(seats) and letters.isalnum()
    return letters if is_telling else "123456789ABCDEFG"[: len(seats)]
