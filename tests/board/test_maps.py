"""Map files: what is written reads back the same, and whatever is wrong is said, all of it, in one line."""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.board import Board, Heading, Node, grids
from ludograph.board.maps import MAX_DEPTH, MAX_TEXT, OWN_KEYS, BoardMap, map_from_dict, read_map, write_map
from ludograph.errors import FAULTS_NAMED, InvalidMap

from .strategies import EVERY_GRID, boards

LONGEST_MESSAGE = 6000

# What the seed's own maps have, and nothing else.
SEED_MAP = """
{"nodes": [{"id": 1, "x": 0, "y": 0, "visible": true}, {"id": 2.0, "x": 1, "y": 0, "visible": false}],
 "links": [[1, 2], [2, 1.0]], "players": ["white", "black"], "pieces": [{"type": "king", "player": "white", "at": 1}]}
"""

plain_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | plain_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain_text, inner, max_size=3),
    max_leaves=6,
)
extras = st.dictionaries(plain_text.filter(lambda key: key not in OWN_KEYS), plain_json, max_size=3)


def faults_of(data: object) -> tuple[str, ...]:
    with pytest.raises(InvalidMap) as caught:
        map_from_dict(data)
    return caught.value.faults


def two_nodes(**changes: object) -> dict[str, object]:
    nodes = [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 1, "y": 0}]
    return {"nodes": nodes, "links": [[1, 2]], **changes}


def with_node(**changes: object) -> dict[str, object]:
    return two_nodes(nodes=[{"id": 1, "x": 0, "y": 0, **changes}, {"id": 2, "x": 1, "y": 0}])


class TestReading:
    def test_a_plain_map_reads_as_it_is(self) -> None:
        found = read_map(SEED_MAP)
        assert found.board.nodes == (Node(1, "1", 0, 0), Node(2, "2", 1, 0, visible=False))
        assert list(map(len, found.board.links)) == [1, 1]
        assert (found.board.max_turn, found.board.heading) == (45, Heading.FIXED)
        assert found.extras["players"] == ["white", "black"]
        assert set(found.extras) == {"players", "pieces"}

    def test_everything_a_map_can_say(self) -> None:
        node = {
            "id": -7,
            "label": "Ö1",
            "x": 1.5,
            "y": -2,
            "visible": False,
            "shade": 3,
            "outline": [[0, 0], [1, 0], [0, 1]],
        }
        data = {"format": "ludograph-map", "version": 1, "name": "盤 № 1", "max_turn": 60, "heading": "follow",
                "nodes": [node], "links": []}  # fmt: skip
        board = map_from_dict(data).board
        assert board.nodes == (Node(-7, "Ö1", 1.5, -2, False, 3, ((0, 0), (1, 0), (0, 1))),)
        assert (board.name, board.max_turn, board.heading) == ("盤 № 1", 60, Heading.FOLLOW)

    def test_work_grows_with_the_links_and_not_with_their_square(self) -> None:
        """Counted in function calls, which don't depend on the machine: 4 times the nodes, about 4 times the work."""
        small, large = (write_map(BoardMap(grids.square(size, size, links=8))) for size in (16, 32))
        assert calls_of(lambda: read_map(large).board.diagonal_links) < 5 * calls_of(
            lambda: read_map(small).board.diagonal_links
        )

    def test_a_hub_with_1023_neighbours(self) -> None:
        """Each spoke's two neighbours on the rim are joined by it: all of the rim is near, nothing is diagonal."""
        rim = grids.ring(1023, hole=200)
        hub = Node(5000, "hub", 0, 0)
        pairs = [(start, link.target) for start, links in enumerate(rim.links) for link in links]
        board = Board([*rim.nodes, hub], [*pairs, *((1023, spoke) for spoke in range(1023))])
        again = read_map(write_map(BoardMap(board))).board
        assert again.diagonals(1023) == ()
        assert len(again.rays(1023)) == 1023


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called, Python's and built-in ones."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


class TestRoundTrip:
    @given(board=boards(), more=extras)
    def test_any_board(self, board: Board, more: dict[str, object]) -> None:
        check_round_trip(BoardMap(board, more))

    @pytest.mark.parametrize("board", EVERY_GRID.values(), ids=EVERY_GRID)
    def test_every_grid(self, board: Board) -> None:
        check_round_trip(BoardMap(board, {"players": [1, 2], "forward": {"1": 90.5}}))

    def test_a_grid_with_invisible_nodes(self) -> None:
        square = grids.square(4, 4)
        nodes = [replace(node, visible=node.label != "B2") for node in square.nodes]
        pairs = [(start, link.target) for start, links in enumerate(square.links) for link in links]
        check_round_trip(BoardMap(Board(nodes, pairs, name="mit Loch")))

    def test_equal_maps_have_one_text(self) -> None:
        """Whole or floating numbers, the order of links and of extras make no difference; nor does -0."""
        one = Board([Node(0, "a", 0, 0), Node(1, "b", 1, 0), Node(2, "c", 0, 1)], [(0, 1), (0, 2)], max_turn=45)
        two = Board([Node(0, "a", -0.0, 0.0), Node(1, "b", 1.0, 0), Node(2, "c", 0, 1)], [(0, 2), (0, 1)])
        assert one == two
        assert write_map(BoardMap(one, {"p": {"b": 1, "a": 2}, "k": 3})) == write_map(
            BoardMap(two, {"k": 3, "p": {"a": 2, "b": 1}})
        )

    def test_the_text_is_json_for_people(self) -> None:
        text = write_map(BoardMap(grids.square(2, 1), {"règles": "échecs"}))
        assert json.loads(text)["règles"] == "échecs"
        assert '"name": "2×1 squares"' in text
        assert text.splitlines()[6:8] == ['  "règles": "échecs",', '  "nodes": [']
        assert text.splitlines()[8].startswith('    {"id": 0, "label": "A1", "x": 0, "y": 0, "outline": [[-0.5, -0.5],')
        assert text.endswith('  "links": [[0, 1], [1, 0]]\n}\n')

    @pytest.mark.parametrize("key", sorted(OWN_KEYS))
    def test_extras_never_overwrite_the_boards_own_keys(self, key: str) -> None:
        with pytest.raises(InvalidMap, match=f"'{key}' is the board's own key"):
            BoardMap(grids.square(2, 1), {key: "mine"})

    @pytest.mark.parametrize(
        "value", [math.nan, math.inf, (1, 2), {1: 2}, {1, 2}, b"x", "\ud800", ["\udfff"], {"\ud800": 1}, object()]
    )
    def test_extras_that_json_would_change_or_refuse_are_refused(self, value: object) -> None:
        with pytest.raises(InvalidMap, match=r"the extra 'k' has .* not plain JSON"):
            BoardMap(grids.square(2, 1), {"k": value})

    def test_extras_are_nested_so_deep_that_they_can_be_written(self) -> None:
        deep: object = []
        for _ in range(MAX_DEPTH - 1):
            deep = [deep]
        check_round_trip(BoardMap(grids.square(2, 1), {"deep": deep}))
        with pytest.raises(InvalidMap, match="nested more than"):
            BoardMap(grids.square(2, 1), {"deep": [[deep]]})

    def test_a_board_that_no_file_can_say_is_refused(self) -> None:
        twins = Board([Node(1, "a", 0, 0), Node(1, "b", 1, 0)], [])
        blank = Board([Node(1, "a b", 0, 0)], [])
        for board in (twins, blank):
            with pytest.raises(InvalidMap):
                write_map(BoardMap(board))


def check_round_trip(board_map: BoardMap) -> None:
    text = write_map(board_map)
    again = read_map(text)
    assert again == board_map
    assert write_map(again) == text


class TestFaults:
    @pytest.mark.parametrize(
        ("data", "fault"),
        [
            ([], "it is no JSON object"),
            ({}, "'nodes' is no list of at least one node"),
            (two_nodes(nodes=[]), "'nodes' is no list of at least one node"),
            (two_nodes(links=None), "'links' is no list of [from, to] pairs"),
            (two_nodes(format="svg"), "its format is 'svg', not 'ludograph-map'"),
            (two_nodes(version=2), "its version is 2, this program reads version 1"),
            (two_nodes(version=True), "its version is True, this program reads version 1"),
            (two_nodes(name=5), "'name' is 5, not a text of at most 200 printable characters"),
            (two_nodes(name="a\nb"), "'name' is 'a\\nb', not a text of at most 200 printable characters"),
            (two_nodes(max_turn=-1), "'max_turn' is -1, not a number of degrees from 0 to 180"),
            (two_nodes(max_turn=True), "'max_turn' is True, not a number of degrees from 0 to 180"),
            (two_nodes(heading="left"), "'heading' is 'left', not 'fixed' or 'follow'"),
            (two_nodes(links=[[1, 2], [1, 3]]), "link number 2 names the unknown node 3"),
            (two_nodes(links=[[1, 1]]), "link number 1 links the node 1 to itself"),
            (two_nodes(links=[[1, 2], [1, 2.0]]), "link number 2, [1, 2.0], is there twice"),
            (two_nodes(links=[[1, 2, 1]]), "link number 1 is [1, 2, 1], not two node ids"),
            (two_nodes(links=[[True, 2]]), "link number 1 is [True, 2], not two node ids"),
            (two_nodes(links=["12"]), "link number 1 is '12', not two node ids"),
            (with_node(id=2), "node number 2 has the id 2, which another node has"),
            (with_node(id=1.5), "node number 1 has the id 1.5, not a whole number"),
            (with_node(id=True), "node number 1 has the id True, not a whole number"),
            (with_node(id=2**53), f"node number 1 has the id {2**53}, not a whole number"),
            (with_node(x=math.nan), "the node 1 has x = nan, not a number within ±1,000,000"),
            (with_node(y=math.inf), "the node 1 has y = inf, not a number within ±1,000,000"),
            (with_node(y=10**5000), "the node 1 has y = a huge number, not a number within ±1,000,000"),
            (with_node(x=None), "the node 1 has x = None, not a number within ±1,000,000"),
            (with_node(x=1), "the nodes 1 and 2 are at the same place"),
            (with_node(label="2"), "the nodes 1 and 2 have the same label '2'"),
            (with_node(label=""), "the node 1 has the label '', not 1 to 16 letters and digits"),
            (with_node(label="A 1"), "the node 1 has the label 'A 1', not 1 to 16 letters and digits"),
            (with_node(visible="no"), "the node 1 has 'visible' 'no', not true or false"),
            (with_node(shade=16), "the node 1 has the shade 16, not a whole number from 0 to 15"),
            (with_node(outline=[[0, 0], [1, 1]]), "the node 1 has an outline that is no list of 3 to 256 points"),
            (
                with_node(outline=[[0, 0], [1, math.nan], [1, 1]]),
                "the node 1 has an outline with the point [1, nan], not [x, y]",
            ),
            (two_nodes(players=[math.inf]), "the extra 'players' has inf in it, which is not plain JSON"),
        ],
    )  # fmt: skip
    def test_each_is_named(self, data: object, fault: str) -> None:
        assert fault in faults_of(data)

    def test_one_fault_is_not_told_as_many(self) -> None:
        """A missing coordinate puts no nodes in one place; unreadable nodes don't make all links wrong."""
        assert len(faults_of(two_nodes(nodes=[{"id": 1, "y": 0}, {"id": 2, "y": 0}]))) == 2
        assert len(faults_of(two_nodes(nodes="many"))) == 1

    def test_five_different_faults_are_all_listed(self) -> None:
        nodes = [{"id": 1, "x": 0, "y": 0}, {"id": 1, "x": 1, "y": 0}, {"id": 2, "x": math.nan, "y": 1}]
        faults = faults_of({"version": 9, "nodes": nodes, "links": [[1, 2], [1, 5], [2, 2]]})
        assert faults == (
            "its version is 9, this program reads version 1",
            "node number 2 has the id 1, which another node has",
            "the node 2 has x = nan, not a number within ±1,000,000",
            "link number 2 names the unknown node 5",
            "link number 3 links the node 2 to itself",
        )

    def test_1025_nodes_are_too_many_and_that_is_all(self) -> None:
        nodes = [{"id": number, "x": number, "y": 0} for number in range(1025)]
        assert faults_of({"nodes": nodes, "links": [[0, 1024]]}) == ("it has 1,025 nodes, more than 1,024",)
        assert len(map_from_dict({"nodes": nodes[1:], "links": [[1, 1024]]}).board) == 1024

    def test_the_message_counts_what_it_leaves_out(self) -> None:
        links = [[1, number] for number in range(100, 200)]
        with pytest.raises(InvalidMap) as caught:
            map_from_dict(two_nodes(links=links))
        assert len(caught.value.faults) == 100
        assert caught.value.message.count("names the unknown node") == FAULTS_NAMED
        assert caught.value.message.endswith("; … and 80 more.")
        assert caught.value.as_dict()["faults"] == list(caught.value.faults)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "it is not JSON (line 1, column 1"),
            ('{"nodes": [}', "it is not JSON (line 1, column 12"),
            ("[" * 100_000, "nested too deeply"),
            ('{"a": ' * 50_000, "nested too deeply"),
            ('{"nodes": ' + "9" * 5000 + "}", "too many digits"),
            (" " * (MAX_TEXT + 1), "longer than 4,194,304 characters"),
            ("\ufeff{}", "it is not JSON"),
        ],
    )
    def test_texts_that_are_no_json(self, text: str, words: str) -> None:
        with pytest.raises(InvalidMap) as caught:
            read_map(text)
        assert words in caught.value.message

    def test_values_nested_deeper_than_python_can_print(self) -> None:
        deep: list[object] = []
        for _ in range(5000):
            deep = [deep]
        for key in ("id", "label", "x", "visible", "shade", "outline"):
            assert faults_of(with_node(**{key: deep}))
        for key in sorted(OWN_KEYS | {"extra"}):
            assert faults_of(two_nodes(**{key: deep}))
        assert len(faults_of(two_nodes(links=[deep, [1, deep]]))) == 2

    def test_a_key_given_twice_would_lose_a_value(self) -> None:
        text = '{"nodes": [{"id": 1, "x": 0, "x": 5, "y": 0}], "links": [], "links": [], "links": []}'
        with pytest.raises(InvalidMap) as caught:
            read_map(text)
        assert caught.value.faults == (
            "the key 'x' is there twice in one object",
            "the key 'links' is there twice in one object",
        )


JUNK = [
    "null", "true", "false", "0", "-1", "1.0", "2.5", "1e400", "-1e400", "1e-400", "NaN", "Infinity", "-Infinity",
    "9" * 400, "9" * 5000, '""', '"x"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\u2028\\n"', '"<b>&amp;"',
    '"' + "é" * 300 + '"', "[]", "[[]]", "{}", '{"id": 1}', '{"a": 1, "a": 2}', "[1, 2]", "[1, 2, 3]", "[true, false]",
    "[1e400, NaN]", "[" * 40 + "]" * 40, "[" * 900 + "]" * 900, '{"a":' * 300 + "1" + "}" * 300, "[" * 2000,
    '"ludograph-map"', '"follow"', '["fixed"]', "1e308", "-0.0", "\ud800", "'", "// x", "\x00", "1 2",
]  # fmt: skip


def mutated(chance: random.Random, text: str) -> str:
    """The text with a value replaced by junk, or a piece cut out, doubled or overwritten."""
    begin = chance.randrange(len(text))
    end = min(len(text), begin + chance.choice([0, 1, 2, 5, 20, 80]))
    match chance.randrange(6):
        case 0:
            return text[:begin] + text[end:]
        case 1:
            return text[:end] + text[begin:]
        case 2:
            return text[:begin] + chance.choice(JUNK) + text[end:]
        case 3:  # a key becomes another: duplicates, missing ones, unknown ones
            keys = [
                "id",
                "x",
                "y",
                "label",
                "visible",
                "shade",
                "outline",
                "nodes",
                "links",
                "name",
                "version",
                "extra",
            ]
            return text.replace(f'"{chance.choice(keys)}"', f'"{chance.choice(keys)}"', chance.choice([1, -1]))
        case _:  # a whole value becomes junk
            places = [place for place, character in enumerate(text) if character in ":[,"]
            place = chance.choice(places) + 1
            stop = next((at for at in range(place, len(text)) if text[at] in ",]}"), len(text))
            return text[:place] + chance.choice(JUNK) + text[stop:]


class TestFuzz:
    @pytest.mark.parametrize("seed", range(8))
    def test_a_mutated_map_is_a_map_or_a_refusal_in_one_line(self, seed: int) -> None:
        square = BoardMap(grids.square(3, 2), {"players": ["a", "b"], "pieces": [{"type": "king", "at": 1}]})
        good = [write_map(square), write_map(BoardMap(grids.ring(3))), SEED_MAP]
        chance = random.Random(seed)
        read = refused = 0
        for _ in range(400):
            text = chance.choice(good)
            for _ in range(chance.choice([1, 1, 1, 2, 4])):
                text = mutated(chance, text) if text else text
            try:
                check_round_trip(read_map(text))
                read += 1
            except InvalidMap as refusal:
                check_refusal(refusal)
                refused += 1
        assert read > 10
        assert refused > 200

    @given(data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
            st.sampled_from([*sorted(OWN_KEYS), "id", "x", "y", "label", "visible", "outline"]), inner, max_size=5
        ),
        max_leaves=20,
    ))  # fmt: skip
    def test_any_json_is_a_map_or_a_refusal(self, data: object) -> None:
        try:
            check_round_trip(map_from_dict(data))
        except InvalidMap as refusal:
            check_refusal(refusal)

    @pytest.mark.parametrize("key", sorted(OWN_KEYS | {"other"}))
    @pytest.mark.parametrize("where", ["map", "node", "link"])
    def test_junk_in_every_place(self, key: str, where: str) -> None:
        for junk in JUNK:
            data = {"nodes": [{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 0, "y": 1}], "links": [[1, 2]], "name": "n"}
            match where:
                case "map":
                    text = json.dumps({**data, key: "JUNK"})
                case "node":
                    text = json.dumps(data).replace('"x": 0', '"x": 0, "label": "JUNK", "outline": "JUNK"', 1)
                case _:
                    text = json.dumps(data).replace("[1, 2]", '[1, "JUNK"], "JUNK"')
            try:
                check_round_trip(read_map(text.replace('"JUNK"', junk)))
            except InvalidMap as refusal:
                check_refusal(refusal)


def check_refusal(refusal: InvalidMap) -> None:
    assert len(refusal.faults) >= 1
    assert all(refusal.faults)
    assert refusal.message.isprintable()  # no line breaks, no lone surrogates
    assert refusal.message == str(refusal)
    assert len(refusal.message) <= LONGEST_MESSAGE
    json.dumps(refusal.as_dict()).encode()
