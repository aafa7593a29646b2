"""Writes the maps that come with nchess into its folder of maps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ludograph.games.nchess
from ludograph.board import Board, Node, grids, tilings
from ludograph.board.labels import lower_file_and_rank
from ludograph.board.maps import BoardMap, write_map

MAPS = Path(ludograph.games.nchess.__file__).with_name("maps")
BACK_RANK = "RNBQKBNR"
NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
TWO = ("white", "black")

GLINSKI = ("Kg1 Qe1 Rc1 Ri1 Nd1 Nh1 Bf1 Bf2 Bf3 Pb1 Pc2 Pd3 Pe4 Pf5 Pg4 Ph3 Pi2 Pk1",
           "Kg10 Qe10 Rc8 Ri8 Nd9 Nh9 Bf11 Bf10 Bf9 Pb7 Pc7 Pd7 Pe7 Pf7 Pg7 Ph7 Pi7 Pk7")  # fmt: skip
MCCOOEY = ("Kg1 Qe1 Rd1 Rh1 Ne2 Ng2 Bf1 Bf2 Bf3 Pc1 Pd2 Pe3 Pf4 Pg3 Ph2 Pi1",
           "Kg10 Qe10 Rd9 Rh9 Ne9 Ng9 Bf11 Bf10 Bf9 Pc8 Pd8 Pe8 Pf8 Pg8 Ph8 Pi8")  # fmt: skip

# White stands on the left and goes to the right; in hexagons of rows that is a straight line.
TWINS = """\
   R P . .         . . p r
  N P . . .       . . . p n
 B P . . . . . . . . . . p b
K B P . . . . . . . . . p b k
 Q P . . . . . . . . . . p q
  N P . . .       . . . p n
   R P . .         . . p r
"""


def write(name: str, board: Board, extras: dict[str, object]) -> None:
    (MAPS / f"{name}.json").write_text(write_map(BoardMap(board, extras)), encoding="utf-8")


def numbered(board: Board, name: str, **changes: object) -> Board:
    """The same board with ids from 1 on, for files that people read."""
    nodes = [replace(node, id=number) for number, node in enumerate(board.nodes, 1)]
    links = [(start, link.target) for start, of_node in enumerate(board.links) for link in of_node]
    options = {"max_turn": board.max_turn, "heading": board.heading, **changes}
    return Board(nodes, links, name=name, **options)  # type: ignore[arg-type]


def ids(board: Board, labels: list[str]) -> list[int]:
    return [board.nodes[board.labels.index(label)].id for label in labels]


def pieces(board: Board, armies: dict[str, str]) -> list[dict[str, object]]:
    return [
        {"type": NAMES[piece[0]], "player": player, "at": ids(board, [piece[1:]])[0]}
        for player, army in armies.items()
        for piece in army.split()
    ]


def pawns_of(army: str) -> list[str]:
    return [piece[1:] for piece in army.split() if piece[0] == "P"]


def ranks_of_chess(last: int) -> dict[str, str]:
    armies = {}
    for player, home, front in (("white", 1, 2), ("black", last, last - 1)):
        first = [f"{letter}{file}{home}" for letter, file in zip(BACK_RANK, "abcdefgh", strict=True)]
        armies[player] = " ".join([*first, *(f"P{file}{front}" for file in "abcdefgh")])
    return armies


def castlings(board: Board, last: int) -> list[dict[str, object]]:
    found = []
    for player, rank, names in (("white", 1, "KQ"), ("black", last, "kq")):
        sides = (("g", "h", "f", "fg", "fg"), ("c", "a", "d", "bcd", "cd"))
        for name, (king, corner, rook, empty, safe) in zip(names, sides, strict=True):
            found.append(
                {
                    "name": name,
                    "player": player,
                    "king": ids(board, [f"e{rank}", f"{king}{rank}"]),
                    "rook": ids(board, [f"{corner}{rank}", f"{rook}{rank}"]),
                    "empty": ids(board, [f"{file}{rank}" for file in empty]),
                    "safe": ids(board, [f"{file}{rank}" for file in safe]),
                }
            )
    return found


def game_of(board: Board, armies: dict[str, str], pawns: str, kings: str, forward: list[object]) -> dict[str, object]:
    return {
        "players": list(armies),
        "pieces": pieces(board, armies),
        "pawns": pawns,
        "kings": kings,
        "forward": dict(zip(armies, forward, strict=True)),
        "pawn_start": {player: ids(board, pawns_of(army)) for player, army in armies.items()},
    }


def chess() -> None:
    board = numbered(grids.square(8, 8, label=lower_file_and_rank), "chess")
    game = game_of(board, ranks_of_chess(8), "standard", "check", [90, 270])
    write("chess", board, {**game, "castling": castlings(board, 8)})


def glinski() -> None:
    board = numbered(grids.hexagon(6, layout="files"), "Gliński's hexagonal chess")
    write("glinski", board, game_of(board, dict(zip(TWO, GLINSKI, strict=True)), "adjacent", "check", [90, 270]))


def mccooey() -> None:
    board = numbered(grids.hexagon(6, layout="files"), "McCooey's hexagonal chess")
    game = game_of(board, dict(zip(TWO, MCCOOEY, strict=True)), "standard", "check", [90, 270])
    starts = {"white": pawns_of(MCCOOEY[0]), "black": pawns_of(MCCOOEY[1])}
    central = {"f4", "f8"}
    game["pawn_start"] = {
        player: ids(board, [label for label in labels if label not in central]) for player, labels in starts.items()
    }
    write("mccooey", board, game)


def ring() -> None:
    """Circular chess: the armies stand opposite each other, back to back with themselves, and pawns go either way."""
    round_board = grids.ring(16, 4, hole=2.0)
    nodes = [replace(node, label=node.label.lower()) for node in round_board.nodes]
    links = [(start, link.target) for start, of_node in enumerate(round_board.links) for link in of_node]
    board = numbered(Board(nodes, links, heading=round_board.heading), "circular chess")
    homes = {"white": (12, 13), "black": (4, 5)}
    armies = {}
    for player, (left, right) in homes.items():
        officers = [f"{letter}{circle}{left}" for letter, circle in zip("KBNR", "abcd", strict=True)]
        officers += [f"{letter}{circle}{right}" for letter, circle in zip("QBNR", "abcd", strict=True)]
        armies[player] = " ".join([*officers, *(f"P{circle}{at}" for at in (left - 1, right + 1) for circle in "abcd")])
    ends = {
        player: ids(board, [f"{circle}{spoke}" for spoke in homes[other] for circle in "abcd"])
        for player, other in zip(homes, reversed(homes), strict=True)
    }
    game: dict[str, object] = {
        "players": list(armies),
        "pieces": pieces(board, armies),
        "pawns": "free",
        "kings": "check",
        "promotion": ends,
    }
    write("ring", board, game)


def twins() -> None:
    cut = tilings.cut("hex", TWINS, name="two joined hexagons")
    armies = {
        player: " ".join(
            f"{sign.upper()}{node.label}"
            for node, sign in zip(cut.board.nodes, cut.signs, strict=True)
            if sign.isalpha() and sign.isupper() == (player == "white")
        )
        for player in TWO
    }
    write("twins", cut.board, game_of(cut.board, armies, "standard", "check", [0, 180]))


def holes() -> None:
    rows = ["........"] * 10
    rows[4] = rows[5] = ".. .. .."
    board = tilings.cut("square", "\n".join(rows), name="squares with holes").board
    game = game_of(board, ranks_of_chess(10), "standard", "check", [90, 270])
    write("holes", board, {**game, "castling": castlings(board, 10)})


def three() -> None:
    """McCooey's army three times, each a third of a turn from the last."""
    board = numbered(grids.hexagon(6, layout="files"), "hexagonal chess for three")
    armies = {
        player: " ".join(f"{piece[0]}{turned(board, piece[1:], third)}" for piece in MCCOOEY[0].split())
        for third, player in enumerate(("red", "blue", "green"))
    }
    game = game_of(board, armies, "standard", "capture", [90, 330, 210])
    game["pawn_start"] = {
        player: ids(board, [turned(board, label, third) for label in pawns_of(MCCOOEY[0]) if label != "f4"])
        for third, player in enumerate(armies)
    }
    write("three", board, game)


def turned(board: Board, label: str, thirds: int) -> str:
    """The cell where a third of a turn by the clock leads, so often, around the middle."""
    middle = board.nodes[board.labels.index("f6")]
    node = board.nodes[board.labels.index(label)]
    place = complex(node.x - middle.x, node.y - middle.y) * (complex(-0.5, -(3**0.5) / 2) ** thirds)

    def distance(other: Node) -> float:
        return abs(complex(other.x - middle.x, other.y - middle.y) - place)

    return min(board.nodes, key=distance).label


if __name__ == "__main__":
    for make in (chess, glinski, mccooey, ring, twins, holes, three):
        make()
