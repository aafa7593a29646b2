"""Puzzles in plain Python: Hanoi of any size, pegs in a row, any graph. They keep the laws; tests break them."""

from __future__ import annotations

from ludograph.adapters.gamesman import Puzzle, PuzzleValue


class Hanoi(Puzzle):
    """The Tower of Hanoi, in plain Python."""

    puzzleid = "my-hanoi"
    variants = ("3", "1", "2", "4", "8")

    def __init__(self, size=3, **kwargs):
        self.size = size
        self.stacks = [list(range(size, 0, -1)), [], []]

    def generateMoves(self, movetype="all"):
        if movetype in ("for", "back"):
            return []
        tops = [stack[-1] if stack else None for stack in self.stacks]
        return [
            (source, target)
            for source, disk in enumerate(tops)
            for target, under in enumerate(tops)
            if source != target and disk is not None and (under is None or under > disk)
        ]

    def doMove(self, move, **kwargs):
        if not isinstance(move, tuple):
            raise TypeError("a move is a pair of pegs")
        if move not in self.generateMoves():
            raise ValueError("a disk must not be put on a smaller one")
        reached = type(self)(self.size)
        reached.stacks = [stack[:] for stack in self.stacks]
        reached.stacks[move[1]].append(reached.stacks[move[0]].pop())
        return reached

    def primitive(self, **kwargs):
        return PuzzleValue.SOLVABLE if len(self.stacks[2]) == self.size else PuzzleValue.UNDECIDED

    def toString(self, **kwargs):
        return "-".join("_".join(map(str, stack)) for stack in self.stacks)

    def __hash__(self):
        return hash(self.toString())

    def generateSolutions(self, **kwargs):
        solution = type(self)(self.size)
        solution.stacks.reverse()
        return [solution]

    # What registering needs.

    @property
    def variant(self):
        return str(self.size)

    @classmethod
    def generateStartPosition(cls, variantid, **kwargs):
        return cls(int(variantid))

    @classmethod
    def fromString(cls, positionid):
        stacks = [[int(disk) for disk in part.split("_") if part] for part in positionid.split("-")]
        disks = sorted(disk for stack in stacks for disk in stack)
        if len(stacks) != 3 or disks != list(range(1, len(disks) + 1)) or not disks:
            raise ValueError("three stacks with the disks 1, 2, 3, … are needed")
        if any(stack != sorted(stack, reverse=True) for stack in stacks):
            raise ValueError("a disk is on a smaller one")
        puzzle = cls(len(disks))
        puzzle.stacks = stacks
        return puzzle


class PegsInARow(Puzzle):
    """Jump over a peg and take it, until one is left.

    A jump is forward, its undoing backward: none can be taken back by a jump.
    """

    def __init__(self, pegs="101111"):
        self.pegs = pegs

    def generateMoves(self, movetype="all"):
        wanted = {"for": "f", "back": "b", "bi": "", "legal": "f", "undo": "b", "all": "fb"}[movetype]
        moves = []
        for source in range(len(self.pegs)):
            for target in (source - 2, source + 2):
                if 0 <= target < len(self.pegs):
                    three = self.pegs[source] + self.pegs[(source + target) // 2] + self.pegs[target]
                    if three == "110" and "f" in wanted:
                        moves.append(("jump", source, target))
                    if three == "100" and "b" in wanted:
                        moves.append(("unjump", source, target))
        return moves

    def doMove(self, move):
        if not (isinstance(move, tuple) and len(move) == 3):
            raise TypeError("a move is (word, source, target)")
        if move not in self.generateMoves():
            raise ValueError("that move is not possible")
        pegs = list(self.pegs)
        for place in {move[1], (move[1] + move[2]) // 2, move[2]}:
            pegs[place] = "01"[pegs[place] == "0"]
        return type(self)("".join(pegs))

    def primitive(self):
        return PuzzleValue.SOLVABLE if self.pegs.count("1") == 1 else PuzzleValue.UNDECIDED

    def toString(self):
        return self.pegs

    def __str__(self):
        return f"  {self.pegs.replace('1', 'o').replace('0', '.')}\n" + "=" * (len(self.pegs) + 4)

    def __hash__(self):
        return self.pegs.count("1")  # many positions have the same

    def generateSolutions(self):
        return [type(self)("0" * place + "1" + "0" * (len(self.pegs) - place - 1)) for place in range(len(self.pegs))]

    @classmethod
    def fromString(cls, positionid):
        if len(positionid) != 6 or set(positionid) - {"0", "1"}:
            raise ValueError("six places, each 0 or 1, are needed")
        return cls(positionid)


class GraphPuzzle(Puzzle):
    """The graph of the tutorial: 1→2, 3→1, 1↔4. A move is the number of the node to go to."""

    EDGES = frozenset({(1, 2), (3, 1), (1, 4), (4, 1)})
    GOALS = frozenset({2})
    START = 3

    def __init__(self, node=None):
        self.node = self.START if node is None else node

    def ways(self):
        here = self.node
        for there in sorted({node for edge in self.EDGES for node in edge}):
            leads, comes = (here, there) in self.EDGES, (there, here) in self.EDGES
            if leads or comes:
                yield there, "bi" if leads and comes else "for" if leads else "back"

    def generateMoves(self, movetype="all"):
        kinds = {"legal": ("for", "bi"), "undo": ("bi", "back"), "all": ("for", "bi", "back")}.get(
            movetype, (movetype,)
        )
        return {there for there, kind in self.ways() if kind in kinds}

    def doMove(self, move):
        if not isinstance(move, int):
            raise TypeError("a move is a node")
        if move not in self.generateMoves():
            raise ValueError("no edge leads there")
        return type(self)(move)

    def primitive(self):
        return PuzzleValue.SOLVABLE if self.node in self.GOALS else PuzzleValue.UNDECIDED

    def toString(self):
        return str(self.node)

    def __hash__(self):
        return 7  # all positions have the same

    def generateSolutions(self):
        return (type(self)(node) for node in self.GOALS)

    @classmethod
    def fromString(cls, positionid):
        if int(positionid) not in {node for edge in cls.EDGES for node in edge}:
            raise ValueError("there is no such node")
        return cls(int(positionid))


def graph_puzzle(edges, goals, start) -> type[GraphPuzzle]:
    """A puzzle on another graph."""
    return type("AnyGraph", (GraphPuzzle,), {"EDGES": frozenset(edges), "GOALS": frozenset(goals), "START": start})
