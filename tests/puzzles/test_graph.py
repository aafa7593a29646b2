"""Graph puzzles: the tutorial's example, random graphs against sets of edges, every fault of a file."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import ludograph
from ludograph import errors
from ludograph.core.moves import MoveKind
from ludograph.solver.solve import solve
from ludograph.testing import check_game

EXAMPLE = {"nodes": [1, 2, 3, 4], "edges": [[1, 2], [3, 1], [1, 4], [4, 1]], "start": 1, "solutions": [2]}


def graph(folder: Path, data: object):
    file = folder / "graph.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return ludograph.game(f"graph?file={file}")


def targets(position, kind: MoveKind | str) -> set[str]:
    return {move.target for move in position.moves(kind)}


@pytest.mark.parametrize("is_shipped", [True, False])
def test_the_example_of_the_tutorial(tmp_path: Path, is_shipped: bool) -> None:
    game = ludograph.game("graph") if is_shipped else graph(tmp_path, EXAMPLE)
    position = game.start()
    assert str(position) == "1"
    found = {kind: targets(position, kind) for kind in ("forward", "bidirectional", "backward", "legal", "undo", "all")}
    assert found == {
        "forward": {"2"},
        "bidirectional": {"4"},
        "backward": {"3"},
        "legal": {"2", "4"},
        "undo": {"3", "4"},
        "all": {"2", "3", "4"},
    }
    assert all(str(position.play(move, kind="all")) == move.target for move in position.moves("all"))
    assert {str(move.kind) for move in position.legal_moves} == {"forward", "bidirectional"}


def test_all_nodes_of_the_example_are_solved() -> None:
    game = ludograph.game("graph")
    solution = solve(game)
    assert solution.positions == 4
    assert solution.by_remoteness == (1, 1, 2)
    assert {node: solution.remoteness(game.parse(node)) for node in "1234"} == {"1": 1, "2": 0, "3": 2, "4": 2}


@pytest.mark.parametrize("seed", range(2))
def test_random_graphs_agree_with_their_edges(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    names = [f"n{number}" for number in range(chance.randrange(20, 60))]
    edges = {(start, end) for start in names for end in names if start != end and chance.random() < 0.03}
    solutions = chance.sample(names, 2)
    game = graph(tmp_path, {"nodes": names, "edges": sorted(edges), "start": names[0], "solutions": solutions})
    for name in names:
        following = {end for start, end in edges if start == name}
        before = {start for start, end in edges if end == name}
        position = game.parse(name)
        assert targets(position, "forward") == following - before
        assert targets(position, "bidirectional") == following & before
        assert targets(position, "backward") == before - following
    distances = dict.fromkeys(solutions, 0)
    for distance in range(1, len(names)):
        new = {start for start, end in edges if distances.get(end) == distance - 1 and start not in distances}
        distances.update(dict.fromkeys(new, distance))
    solution = solve(game)
    assert {name: solution.remoteness(game.parse(name)) for name in names} == {
        name: distances.get(name) for name in names
    }
    assert solution.unsolvable == len(names) - len(distances)
    assert [game.rank_of(game.state_of(rank)) for rank in range(game.ranks)] == list(range(len(names)))


def test_a_graph_without_edges_and_solutions(tmp_path: Path) -> None:
    game = graph(tmp_path, {"nodes": ["only"], "edges": [], "start": "only", "solutions": []})
    assert game.start().outcome is not None
    assert solve(game).unsolvable == 1


def changed(**changes: object) -> dict[str, object]:
    return {**EXAMPLE, **changes}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", "not JSON \\(line 1, column 2"),
        ("[" * 100_000, "nested too deeply"),
        ([1], "no JSON object"),
        ({}, "no 'nodes'; it has no 'edges'; it has no 'start'; it has no 'solutions'; it has no node"),
        ('{"nodes": [1], "nodes": [1], "edges": [], "start": 1, "solutions": []}', "key 'nodes' is there twice"),
        (changed(goal=2), "a key 'goal', which is not known"),
        (changed(nodes={}), "'nodes' is no list"),
        (changed(nodes=[1, 2, 3, 4, "a b", True]), "node number 5 has no name.*; the node number 6 has no name"),
        (changed(nodes=[1, 2, 3, 4, "4"]), "the node 4 is given twice"),
        (changed(nodes=list(range(1025))), "1,025 nodes, more than 1,024"),
        (changed(nodes=[1, 2, 3, {"id": 4, "x": 1}]), "node number 4 has an x or y"),
        (changed(nodes=[1, 2, 3, {"id": 4, "z": 1}]), "node number 4 has a key 'z'"),
        (changed(edges=[[1, 2, 3], 4]), "edge number 1 is no pair of nodes; the edge number 2 is no pair"),
        (changed(edges=[[1, 9]]), "an end of the edge number 1 is '9', which is no node"),
        (changed(edges=[[1, 1]]), "from a node to itself"),
        (changed(edges=[[1, 2], [1, 2]]), "edge number 2 is there already"),
        (changed(start=None), "the start is 'null', which is no node"),
        (changed(start=7, solutions=[8]), "the start is '7'.*; a solution is '8'"),
        (changed(solutions=[2, 2]), "a solution is given twice"),
        (
            changed(nodes=[{"id": 1, "x": 0, "y": 0}, {"id": 2, "x": 0, "y": 0}, 3, 4]),
            "nodes 1 and 2 are joined, but at the same place",
        ),
    ],
)
def test_every_fault_is_listed(tmp_path: Path, data: object, words: str) -> None:
    with pytest.raises(errors.InvalidMap, match=words) as refused:
        graph(tmp_path, data)
    assert "\n" not in refused.value.message


def test_names_are_numbers_or_texts(tmp_path: Path) -> None:
    game = graph(tmp_path, {"nodes": [1.0, "x_1"], "edges": [[1, "x_1"]], "start": "1", "solutions": ["x_1"]})
    assert str(game.start().play("1-x_1")) == "x_1"


def test_a_missing_file() -> None:
    with pytest.raises(errors.FileRefused, match="can't be read"):
        ludograph.game("graph?file=/nowhere/graph.json")


@pytest.mark.parametrize(
    ("move", "reason"), [("2-1", "elsewhere"), ("1-3", "no-edge"), ("1-4-1", "one-edge"), ("1-1", "no-edge")]
)
def test_illegal_moves_name_the_rule(move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("graph").start().play(move)
    assert refused.value.reason == reason


def test_wrong_texts() -> None:
    game = ludograph.game("graph")
    with pytest.raises(errors.PositionSyntaxError, match="'5' is no node"):
        game.parse("5")
    with pytest.raises(errors.MoveSyntaxError, match="'5' is no node"):
        game.start().play("1-5")


def test_a_graph_from_a_file_conforms(tmp_path: Path) -> None:
    """The example is in the registry, all of which is tested elsewhere."""
    edges = [[one, other] for one in range(12) for other in ((one + 1) % 12, (one * 5 + 2) % 12) if one != other]
    unique = [list(edge) for edge in sorted(set(map(tuple, edges)))]
    check_game(graph(tmp_path, {"nodes": list(range(12)), "edges": unique, "start": 0, "solutions": [7]}))
