"""Maps of nchess: pieces reach what textbooks say, maps may be turned or renumbered, wrong ones are told all faults."""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludograph
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.program import Mode
from ludograph.errors import FileRefused, InvalidMap, LudographError
from ludograph.games.nchess import game as nchess
from ludograph.games.nchess import tables
from ludograph.games.nchess.map_file import read_chess_map
from ludograph.games.nchess.tables import Geometry

MAPS = Path(nchess.__file__).with_name("maps")
LONGEST_MESSAGE = 6000

Data = dict[str, object]


def data_of(name: str) -> Data:
    return json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))


def geometry_of(data: Data) -> Geometry:
    return tables.geometry_of(read_chess_map(json.dumps(data)))


def labels(geometry: Geometry, nodes: object) -> set[str]:
    return {geometry.board.label(node) for node in nodes}


def targets(geometry: Geometry, label: str) -> dict[str, set[str]]:
    node = geometry.board.index(label)
    straight = labels(geometry, {end for line in geometry.straight[node] for end in line})
    diagonal = labels(geometry, {end for line in geometry.diagonal[node] for end in line})
    return {
        "rook": straight,
        "bishop": diagonal,
        "queen": straight | diagonal,
        "king": labels(geometry, geometry.king[node]),
        "knight": labels(geometry, geometry.knight[node]),
    }


class TestTextbook:
    """What pieces reach on the empty board, from every cell."""

    def test_squares(self) -> None:
        geometry = geometry_of(data_of("chess"))
        cells = [(file, rank) for file in range(8) for rank in range(8)]

        def name(cell: tuple[int, int]) -> str:
            return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"

        for file, rank in cells:
            apart = {name((f, r)): (abs(f - file), abs(r - rank)) for f, r in cells if (f, r) != (file, rank)}
            rook = {label for label, (x, y) in apart.items() if 0 in (x, y)}
            bishop = {label for label, (x, y) in apart.items() if x == y}
            assert targets(geometry, name((file, rank))) == {
                "rook": rook,
                "bishop": bishop,
                "queen": rook | bishop,
                "king": {label for label, (x, y) in apart.items() if max(x, y) == 1},
                "knight": {label for label, (x, y) in apart.items() if {x, y} == {1, 2}},
            }

    def test_hexagons(self) -> None:
        """In cube coordinates: a rook keeps one of them, a bishop has two equal differences, a knight's are 1, 2, 3."""
        geometry = geometry_of(data_of("glinski"))
        cubes = {node.label: cube(node.x, node.y) for node in geometry.board.nodes}
        assert len(set(cubes.values())) == 91
        for label, (p, q, r) in cubes.items():
            apart = {other: (a - p, b - q, c - r) for other, (a, b, c) in cubes.items() if other != label}
            rook = {other for other, steps in apart.items() if 0 in steps}
            bishop = {other for other, (a, b, c) in apart.items() if a in (b, c) or b == c}
            sizes = {other: sorted(map(abs, steps)) for other, steps in apart.items()}
            assert targets(geometry, label) == {
                "rook": rook,
                "bishop": bishop,
                "queen": rook | bishop,
                "king": {other for other, size in sizes.items() if size in ([0, 1, 1], [1, 1, 2])},
                "knight": {other for other, size in sizes.items() if size == [1, 2, 3]},
            }

    def test_the_middle_has_8_and_12_knight_moves(self) -> None:
        assert len(targets(geometry_of(data_of("chess")), "d4")["knight"]) == 8
        assert len(targets(geometry_of(data_of("glinski")), "f6")["knight"]) == 12

    def test_rings(self) -> None:
        """Four rings of sixteen: spokes come round, bishops run in spirals."""
        geometry = geometry_of(data_of("ring"))
        cells = {f"{'abcd'[ring]}{spoke + 1}": (spoke, ring) for ring in range(4) for spoke in range(16)}
        for label, (spoke, ring) in cells.items():
            apart = {
                other: (min((s - spoke) % 16, (spoke - s) % 16), abs(r - ring))
                for other, (s, r) in cells.items()
                if other != label
            }
            rook = {other for other, steps in apart.items() if 0 in steps}
            bishop = {other for other, (round_it, out) in apart.items() if round_it == out}
            assert targets(geometry, label) == {
                "rook": rook,
                "bishop": bishop,
                "queen": rook | bishop,
                "king": {other for other, steps in apart.items() if max(steps) == 1},
                "knight": {other for other, steps in apart.items() if set(steps) == {1, 2}},
            }


def cube(x: float, y: float) -> tuple[int, int, int]:
    """Cube coordinates of a cell in files of hexagons."""
    file = round(x / (math.sqrt(3) / 2))
    rank = round(y - file / 2)
    return file, rank, -file - rank


# -- the same game on another drawing of the map ---------------------------------------------------------------------


def count(data: Data, depth: int) -> list[int]:
    """Plainly: each map is another module to the compiler."""
    game = game_of(data)
    program = game.program(perft, mode=Mode.PLAIN)
    return [program.perft(game.start_state(), program.stack(d), 0, d) for d in range(1, depth + 1)]


def game_of(data: Data) -> nchess.ChessOnGraph:
    """A map played without a file."""
    before = nchess.map_in_file
    nchess.map_in_file = lambda _file: read_chess_map(json.dumps(data))
    try:
        return ludograph.game("nchess?map=x")
    finally:
        nchess.map_in_file = before


def turned(data: Data, degrees: float) -> Data:
    turn = complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return moved(data, lambda place: place * turn, lambda way: way + degrees)


def mirrored(data: Data) -> Data:
    return moved(data, lambda place: complex(-place.real, place.imag), lambda way: 180 - way)


def moved(data: Data, to: Callable[[complex], complex], way: Callable[[float], float]) -> Data:
    """The map with every place and every direction carried elsewhere."""
    data = copy.deepcopy(data)
    for node in data["nodes"]:
        place = to(complex(node["x"], node["y"]))
        node["x"], node["y"] = place.real, place.imag
        node.pop("outline", None)
    for player, forward in data.get("forward", {}).items():
        if isinstance(forward, dict):
            ((key, point),) = forward.items()
            place = to(complex(*point))
            data["forward"][player] = {key: [place.real, place.imag]}
        else:
            data["forward"][player] = way(forward) % 360
    return data


def renumbered(data: Data, chance: random.Random) -> Data:
    data = copy.deepcopy(data)
    new = {
        node["id"]: float(number)
        for node, number in zip(data["nodes"], chance.sample(range(-500, 500), 1000), strict=False)
    }

    def again(value: object) -> object:
        return new[value] if isinstance(value, int) else [again(each) for each in value]

    for node in data["nodes"]:
        node["id"] = new[node["id"]]
    for piece in data["pieces"]:
        piece["at"] = new[piece["at"]]
    for castling in data.get("castling", []):
        castling.update({key: again(castling[key]) for key in ("king", "rook", "empty", "safe")})
    for key in ("pawn_start", "promotion"):
        data[key] = {player: again(nodes) for player, nodes in data.get(key, {}).items()}
    if not data["promotion"]:
        del data["promotion"]
    data["links"] = again(data["links"])
    for key in ("nodes", "links", "pieces"):
        chance.shuffle(data[key])
    return data


EXPECTED = {"chess": [20, 400], "glinski": [51, 2586], "ring": [12, 144], "twins": [24, 576], "three": [29, 834]}


@pytest.mark.parametrize("name", EXPECTED)
@settings(max_examples=4, deadline=None)
@given(degrees=st.floats(0, 360), is_mirrored=st.booleans(), seed=st.integers(0, 2**32))
def test_a_map_may_be_turned_mirrored_and_renumbered(name: str, degrees: float, is_mirrored: bool, seed: int) -> None:
    data = data_of(name)
    if is_mirrored:
        data = mirrored(data)
    data = renumbered(turned(data, degrees), random.Random(seed))
    assert count(data, 1 if name == "glinski" else 2) == EXPECTED[name][: 1 if name == "glinski" else 2]


# -- maps of one's own -----------------------------------------------------------------------------------------------

PLAIN_MAP: Data = {
    "nodes": [{"id": 1.0, "x": 0, "y": 0, "visible": True}, {"id": 2, "x": 1, "y": 0, "visible": False},
              {"id": 3, "x": 2, "y": 0}, {"id": 4, "x": 0, "y": 1}, {"id": 5, "x": 0, "y": 2}],
    "links": [[1, 2], [2, 3.0], [1, 4], [4, 5], [5, 4]],
    "players": [1, 2],
    "pieces": [{"type": "rook", "player": 1, "at": 1.0}, {"type": "king", "player": 2, "at": 3}],
}  # fmt: skip


class TestPlainMaps:
    """The nchess format as it is: integral floats, invisible nodes, directed links, and nothing more."""

    def test_a_ray_ends_before_an_invisible_node_and_links_are_directed(self) -> None:
        game = game_of(PLAIN_MAP)
        assert [move.text for move in game.start().legal_moves] == ["1-4", "1-5"]
        assert str(game.start()) == "w:R1/K3"
        assert game.mapped.pawns == "free"

    def test_older_files_have_objects_for_players_and_numbers_for_visible(self) -> None:
        nodes = [{**node, "visible": float(node.get("visible", True))} for node in PLAIN_MAP["nodes"]]
        players = [{"name": 1, "color": "white"}, {"name": 2, "color": "#FF0000"}]
        assert game_of({**PLAIN_MAP, "nodes": nodes, "players": players}).mapped == game_of(PLAIN_MAP).mapped
        assert game_of({**PLAIN_MAP, "players": [], "pieces": []}).seats == ("White", "Black")

    def test_no_move_leads_back_against_a_link(self) -> None:
        position = game_of(PLAIN_MAP).parse("w:R5/K3")
        assert [move.text for move in position.legal_moves] == ["5-4"]

    def test_a_map_without_pieces_is_over(self) -> None:
        game = game_of({"nodes": PLAIN_MAP["nodes"], "links": PLAIN_MAP["links"]})
        assert game.start().outcome.is_draw
        assert [move.text for move in game.parse("w:Q1/").legal_moves] == ["1-4", "1-5"]

    def test_the_seed_picks_0_of_45_between_0_and_90(self) -> None:
        data = {"nodes": [{"id": 0, "x": -1, "y": -1}, {"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 1, "y": 0},
                          {"id": 3, "x": 0, "y": 1}],
                "links": [[0, 1], [1, 2], [1, 3]]}  # fmt: skip
        geometry = geometry_of(data)
        assert geometry.straight[0] == [(1, 2)]

    def test_forward_may_lead_from_a_point_or_to_it(self) -> None:
        """On rings: outwards and inwards, taking diagonally to both sides."""
        ways = {"white": {"from": [0, 0]}, "black": {"to": [0, 0]}}
        data = {**data_of("ring"), "pawns": "standard", "forward": ways, "pieces": []}
        del data["promotion"]
        position = game_of(data).parse("w:Pb16/Pc1,Pc15,Pd8")
        assert [move.text for move in position.legal_moves] == ["b16-c16", "b16xc1", "b16xc15"]
        after = position.play("b16-c16")
        assert {move.text for move in after.legal_moves} == {"c1-b1", "c15-b15", "d8-c8"}

    def test_the_largest_map(self) -> None:
        side = 20
        nodes = [{"id": number, "x": number % side, "y": number // side} for number in range(side * side)]
        links = [[a, b] for a in range(400) for b in range(400) if abs(a % 20 - b % 20) + abs(a // 20 - b // 20) == 1]
        pieces = [{"type": "K", "player": 1, "at": 0}, {"type": "Q", "player": 1, "at": 210},
                  {"type": "K", "player": 2, "at": 399}]  # fmt: skip
        game = game_of({"nodes": nodes, "links": links, "players": [1, 2], "pieces": pieces})
        assert len(game.start().legal_moves) == 3 + (19 + 19) + (9 + 9 + 9 + 9)

    def test_files(self, tmp_path: Path) -> None:
        file = tmp_path / "my map.json"
        file.write_text(json.dumps(PLAIN_MAP))
        game = ludograph.game(f"nchess?map={file}")
        assert ludograph.game(game.id) == game
        with pytest.raises(FileRefused):
            ludograph.game(f"nchess?map={tmp_path / 'none.json'}")


class TestFaults:
    def faults(self, **changes: object) -> tuple[str, ...]:
        with pytest.raises(InvalidMap) as caught:
            read_chess_map(json.dumps({**data_of("chess"), **changes}))
        return caught.value.faults

    def test_all_at_once_those_of_the_board_too(self) -> None:
        faults = self.faults(
            heading="up",
            links=[[1, 99]],
            players=["white", "black"],
            pieces=[{"type": "duke", "player": "white", "at": 1}, {"type": "king", "player": "red", "at": 999}],
            pawns="slow",
            kings="immortal",
            forward={"white": "up"},
            castling=[{"player": "white"}],
        )
        text = "; ".join(faults)
        for part in ("'heading' is 'up'", "unknown node 99", "'duke'", "'red'", "999", "'slow'", "'immortal'", "'up'",
                     "castling number 1"):  # fmt: skip
            assert part in text

    @pytest.mark.parametrize(
        ("changes", "fault"),
        [
            ({"players": ["white"]}, "2 to 16 names"),
            ({"players": [{"name": "white"}, {"colour": "red"}]}, "2 to 16 names"),
            ({"players": ["white", "white"]}, "somebody is there twice"),
            ({"players": 7}, "'players' is 7"),
            ({"pieces": {}}, "'pieces' is no list"),
            ({"pieces": [{"type": "rook", "player": "white", "at": 1}] * 2}, "a1 holds 2 pieces"),
            ({"pieces": [{"type": "king", "player": "white", "at": 1}, {"type": "king", "player": "white", "at": 2}]},
             "white has 2 kings"),
            ({"forward": None}, "'forward' is None"),
            ({"forward": {}}, "'forward' of white is None"),
            ({"forward": {"white": {"to": [0, 0]}, "black": 0}}, "no direction at the node 1"),
            ({"pawn_start": [1]}, "'pawn_start' is [1]"),
            ({"pawn_start": {"white": [0]}}, "'pawn_start' of white is at 0"),
            ({"castling": [{"name": "KQ"}]}, "name 'KQ'"),
        ],
    )  # fmt: skip
    def test_each(self, changes: Data, fault: str) -> None:
        assert any(fault in each for each in self.faults(**changes)), self.faults(**changes)

    def test_castling_must_not_be_a_kings_step(self) -> None:
        data = data_of("chess")
        data["castling"] = [{"name": "K", "player": "white", "king": [5, 6], "rook": [8, 5]}]
        with pytest.raises(InvalidMap, match="where another move leads too"):
            geometry_of(data)

    def test_lines_without_end(self) -> None:
        """On a complete graph with no limit to turns every line runs on and on."""
        nodes = [{"id": n, "x": math.cos(n), "y": math.sin(n)} for n in range(90)]
        links = [[a, b] for a in range(90) for b in range(90) if a != b]
        with pytest.raises(InvalidMap, match="more than 100,000 steps"):
            geometry_of({"nodes": nodes, "links": links, "max_turn": 180, "heading": "follow"})

    def test_too_many_nodes(self) -> None:
        nodes = [{"id": number, "x": number, "y": 0} for number in range(401)]
        with pytest.raises(InvalidMap, match="400 at most"):
            read_chess_map(json.dumps({"nodes": nodes, "links": []}))


def broken(data: Data, chance: random.Random) -> Data:
    """A map with some of its values replaced, dropped or doubled."""
    data = copy.deepcopy(data)
    for _ in range(chance.randint(1, 4)):
        holder, key = chance.choice(list(places(data)))
        deed = chance.randrange(3)
        if deed == 0:
            del holder[key]
        elif deed == 1:
            holder[key] = chance.choice(STRANGE)
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[chance.choice(("players", "x", "type", "", "at"))] = copy.deepcopy(holder[key])
    return data


STRANGE = (None, True, 0, -1, 1.5, 2**70, "", "white", "K", [], {}, [[]], [1, 2], {"to": [0, 0]}, "\ud800", 1e300, "90")


def places(data: object, depth: int = 0) -> Iterator[tuple[object, object]]:
    """Every key of every object and list, those at the top often enough to be chosen."""
    for key in list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        for _ in range(40 if depth == 0 else 1):
            yield data, key
        yield from places(data[key], depth + 1)


@pytest.mark.parametrize("name", ["chess", "glinski", "ring", "three"])
def test_a_thousand_broken_maps_are_refused_in_words_or_play(name: str) -> None:
    chance = random.Random(name)
    data = data_of(name)
    for node in data["nodes"]:
        node.pop("outline")
    played = 0
    for _ in range(250):
        try:
            game = game_of(broken(data, chance))
            position = game.start()
            if moves := position.legal_moves:
                position.play(chance.choice(moves))
            played += 1
        except InvalidMap as error:
            assert error.faults
            assert "\n" not in error.message
            assert len(error.message) <= LONGEST_MESSAGE
        except LudographError as error:  # any other refusal has to be one about the map, too
            pytest.fail(f"refused as {error!r}")
    assert 10 < played < 240
