"""The plain-Python door: a puzzle is one class with ``generateMoves``, ``doMove``, ``primitive``, ``toString``,
``__hash__`` and ``generateSolutions``, as in GamesmanPuzzles.

    PuzzlePlayer(Hanoi()).play()                   # in the terminal
    GeneralSolver(Hanoi()).getRemoteness(Hanoi())  # 7
    check_puzzle(Hanoi())                          # do its moves keep their laws?
    register_puzzle(Hanoi)                         # with fromString: a game like all others
    import_puzzles("GamesmanPuzzles/puzzlesolver/puzzles")  # theirs, unchanged

docs/plain-python-puzzles.md is the tutorial.
"""

from ludograph.adapters.gamesman.asking import PuzzleWarning
from ludograph.adapters.gamesman.game import PlainPuzzleGame, game_class, register_puzzle
from ludograph.adapters.gamesman.general_solver import GeneralSolver
from ludograph.adapters.gamesman.laws import check_puzzle
from ludograph.adapters.gamesman.player import PuzzlePlayer
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.adapters.gamesman.puzzlesolver import alias_puzzlesolver, import_puzzles
from ludograph.adapters.gamesman.server_puzzle import ServerPuzzle, StringMode

__all__ = [
    "GeneralSolver",
    "PlainPuzzleGame",
    "Puzzle",
    "PuzzlePlayer",
    "PuzzleValue",
    "PuzzleWarning",
    "ServerPuzzle",
    "StringMode",
    "alias_puzzlesolver",
    "check_puzzle",
    "game_class",
    "import_puzzles",
    "register_puzzle",
]
