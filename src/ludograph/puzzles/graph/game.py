"""A puzzle that is nothing but a graph: go along its edges from the start to a solution.

The graph is read from a JSON file, see ``graph_file``. Without a file it is the tutorial's example: 1 leads to 2, 3
leads to 1, and 1 and 4 lead to each other; so from 1 there is a forward move to 2, a bidirectional one to 4 and a
backward one to 3. All nodes are positions of the puzzle, whether or not they can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ludograph.board import tables
from ludograph.board.graph import MAX_NODES
from ludograph.core.moves import Move, MoveKind
from ludograph.core.parameters import FileParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, MoveSyntaxError, PositionSyntaxError
from ludograph.puzzles.graph.graph_file import read_graph

EXAMPLE = Path(__file__).with_name("example.json")

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each graph by Graph.constants: the edges one node after the other, each node's from its first place up to
# the next node's.
NEXT_FROM: Sequence[int] = ()
NEXT: Sequence[int] = ()
BEFORE_FROM: Sequence[int] = ()
BEFORE: Sequence[int] = ()
IS_SOLUTION: Sequence[int] = ()


class State(NamedTuple):
    """The number of the node."""

    node: Annotated[int, Other("the number of the node")]


def content(s: State, node: int) -> int:
    return 1 if node == s.node else 0


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code is the node that it leads to."""
    return children(s.node, out, n)


def generate_back(s: State, out: Moves, n: int) -> int:
    return parents(s.node, out, n)


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = s.node
    out[1] = move
    return 2


def apply(s: State, move: int) -> State:
    return State(move)


def is_solution(s: State) -> bool:
    return IS_SOLUTION[s.node] == 1


def rank(s: State) -> int:
    return s.node


def unrank(number: int) -> State:
    return State(number)


def children(node: int, out: Moves, n: int) -> int:
    for place in range(NEXT_FROM[node], NEXT_FROM[node + 1]):
        out[n] = NEXT[place]
        n += 1
    return n


def parents(node: int, out: Moves, n: int) -> int:
    for place in range(BEFORE_FROM[node], BEFORE_FROM[node + 1]):
        out[n] = BEFORE[place]
        n += 1
    return n


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class Graph(KernelPuzzle):
    """A graph as a puzzle."""

    name = "graph"
    title = "Graph"
    summary = "go along the edges of a graph, given by a file, to a solution"
    parameters = (FileParameter("file", None, "a JSON file with nodes, edges, start and solutions"),)
    state_type = State
    node_noun = "node of the graph"
    is_reversible = False
    counts_all_ranks = True
    max_moves = MAX_NODES

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        file = self.values["file"]
        self.graph = read_graph(EXAMPLE if file is None else Path(file))
        self.board = self.graph.board
        self.remoteness_bound = len(self.board)

    def constants(self) -> Mapping[str, Any]:
        size = len(self.board)
        following: list[list[int]] = [[] for _ in range(size)]
        before: list[list[int]] = [[] for _ in range(size)]
        for start, end in sorted(self.graph.edges):
            following[start].append(end)
            before[end].append(start)
        next_from, next_nodes = _one_behind_the_other(following)
        before_from, before_nodes = _one_behind_the_other(before)
        return {
            "RANKS": size,
            "NEXT_FROM": tables.words(next_from),
            "NEXT": tables.words(next_nodes),
            "BEFORE_FROM": tables.words(before_from),
            "BEFORE": tables.words(before_nodes),
            "IS_SOLUTION": tables.words([int(node in self.graph.solutions) for node in range(size)]),
        }

    def start_state(self) -> State:
        return State(self.graph.start)

    def solution_states(self) -> Iterable[State]:
        return (State(node) for node in self.graph.solutions)

    # -- moves --------------------------------------------------------------------------------------------

    def moves_of(self, state: State, kind: MoveKind) -> Iterable[Move]:
        """An edge may have its counterpart or not: each move is of its own kind."""
        ways = dict.fromkeys(self.codes(state), MoveKind.FORWARD)
        for node in self.back_codes(state):
            ways[node] = MoveKind.BIDIRECTIONAL if node in ways else MoveKind.BACKWARD
        return [self._move(state, node, way) for node, way in ways.items() if way in kind]

    def move_of(self, state: State, code: int) -> Move:
        is_mutual = (code, state.node) in self.graph.edges
        return self._move(state, code, MoveKind.BIDIRECTIONAL if is_mutual else MoveKind.FORWARD)

    def _move(self, state: State, node: int, kind: MoveKind) -> Move:
        source, target = self.board.label(state.node), self.board.label(node)
        return Move(f"{source}-{target}", source, target, kind, hops=(source, target), code=node)

    def hops_in(self, text: str) -> Sequence[str]:
        hops = text.split("-")
        unknown = [hop for hop in hops if self.board.index(hop) is None]
        if unknown:
            raise MoveSyntaxError(f"{quoted(text)} is no move: {quoted(unknown[0])} is no node of the graph.")
        return hops

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        nodes = self.nodes_named(hops)
        if nodes[0] != state.node:
            here = self.board.label(state.node)
            return IllegalMove(
                f"A move begins where the puzzle stands: at {here}, not at {hops[0]}.", reason="elsewhere"
            )
        if len(nodes) == 1:
            leads_on = any(start == state.node for start, _ in self.graph.edges)
            return None if leads_on else IllegalMove(f"No edge leads on from {hops[0]}.", reason="stuck")
        if len(nodes) > 2:
            return IllegalMove("A move goes along one edge.", reason="one-edge")
        if (nodes[0], nodes[1]) not in self.graph.edges:
            return IllegalMove(f"No edge leads from {hops[0]} to {hops[1]}.", reason="no-edge")
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return self.board.label(state.node)

    def read(self, text: str) -> State:
        node = self.board.index(text)
        if node is None:
            raise PositionSyntaxError("The position can't be read", [f"{quoted(text)} is no node of the graph"], text)
        return State(node)

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def goals(self) -> Sequence[int]:
        return sorted(self.graph.solutions)

    contents = (Piece(0, 0, Shape.DISC, "@", "the puzzle"),)


def _one_behind_the_other(lists: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Where each list begins, with the end behind the last, and all their items; at least one, as a table has."""
    starts = [0]
    items: list[int] = []
    for each in lists:
        items += each
        starts.append(len(items))
    return starts, items or [0]
