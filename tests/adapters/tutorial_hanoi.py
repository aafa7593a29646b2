"""The tutorial's class: ``generateMoves`` and ``doMove`` to the letter, and the least that completes it."""

# ruff: noqa: E701, N806
from copy import deepcopy

from ludograph.adapters.gamesman import Puzzle, PuzzlePlayer, PuzzleValue


# fmt: off
class Hanoi(Puzzle):
    def __init__(self):
        self.stacks = [[3, 2, 1], [], []]

    def generateMoves(self, movetype="all"):
        if movetype=='for' or movetype=='back': return []
        moves = []
        for i, stack1 in enumerate(self.stacks):
            if not stack1: continue
            for j, stack2 in enumerate(self.stacks):
                if i == j: continue
                if not stack2 or stack2[-1] > stack1[-1]: moves.append((i, j))
        return moves

    def doMove(self, move, **kwargs):
        if not isinstance(move, tuple) or \
        len(move) != 2 or \
        not isinstance(move[0], int) or \
        not isinstance(move[1], int):
            raise TypeError
        if move not in self.generateMoves(): raise ValueError
        newPuzzle = Hanoi()
        stacks = deepcopy(self.stacks)
        stacks[move[1]].append(stacks[move[0]].pop())
        newPuzzle.stacks = stacks
        return newPuzzle

    def primitive(self):
        return PuzzleValue.SOLVABLE if self.stacks[2] == [3, 2, 1] else PuzzleValue.UNDECIDED

    def toString(self):
        return "-".join("_".join(map(str, stack)) for stack in self.stacks)

    def __hash__(self):
        return hash(self.toString())

    def generateSolutions(self):
        solution = Hanoi()
        solution.stacks = [[], [], [3, 2, 1]]
        return [solution]
# fmt: on


if __name__ == "__main__":
    PuzzlePlayer(Hanoi()).play()
