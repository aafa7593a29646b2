"""Chess as the world plays it: the game on the 8×8 board, around the bitboard rules.

The rules are those of FIDE, castling is that of Chess960 (which includes the ordinary one). A match is drawn by
threefold repetition, by fifty moves without a capture or a pawn's move, and when no mate is possible any more; FIDE
lets the players claim the first two of these, and declares them at five and seventy-five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ludograph.core.alerts import Alert
from ludograph.core.moves import Move
from ludograph.core.outcome import Outcome
from ludograph.core.parameters import IntParameter, Parameter
from ludograph.core.portable.facts import Portable
from ludograph.engine.declared.codes import Choice, Code, Hidden, Node, Touches
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, MoveError
from ludograph.games.nchess.chess import evaluation, exchanges, move_texts, refusals, rules
from ludograph.games.nchess.chess.attacks import State, checkers
from ludograph.games.nchess.chess.mating import can_mate
from ludograph.games.nchess.chess.move_texts import CHOICES
from ludograph.games.nchess.chess.tables import BOARD
from ludograph.games.nchess.chess.texts import (
    LETTERS,
    ORDINARY_SETUP,
    SIDES,
    read_fen,
    setup_state,
    write_fen,
)

FIGURES = ("♙♘♗♖♕♔", "♟♞♝♜♛♚")

#: What players say when a king is attacked.
CHECK = "Check"

CHESS_PARAMETERS: tuple[Parameter, ...] = (
    IntParameter("setup", ORDINARY_SETUP, "the Chess960 set-up by its number; 518: the ordinary one", 0, 959),
    IntParameter("repetition", 3, "a draw when a position occurs so often; 0: never", 0, 100),
    IntParameter("move_limit", 50, "a draw after so many moves without capture or pawn move; 0: never", 0, 1000),
)


class ChessRules(KernelGame):
    """Everything of chess on the 8×8 board but its name: positions are FEN, moves UCI or SAN."""

    parameters = CHESS_PARAMETERS
    seats = SIDES
    board = BOARD
    state_type = State
    code = Code(source=Node(), target=Node(sign=""), becomes=Choice(*CHOICES, "", "", ""), kind=Hidden(2))
    touches = Touches("", "", CHOICES, tuple(LETTERS))
    max_moves = rules.MAX_MOVES
    chance_scale = 300
    rule_modules = (rules, evaluation, exchanges)
    alert_word = CHECK

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.repetition_limit = self.values["repetition"]
        if self.values["setup"] != ORDINARY_SETUP:
            start = write_fen(self.start_state())
            self.portable = Portable(tags={"Variant": "Chess960", "SetUp": "1", "FEN": start})

    def constants(self) -> Mapping[str, Any]:
        return {"MOVE_LIMIT": self.values["move_limit"], **evaluation.constants(self.weights)}

    @cached_property
    def weights(self) -> Mapping[str, int]:
        return evaluation.WEIGHTS

    # -- set-up -------------------------------------------------------------------------------------------

    def start_state(self) -> State:
        return setup_state(self.values["setup"])

    # -- moves --------------------------------------------------------------------------------------------

    def move_of(self, state: State, code: int) -> Move:
        return move_texts.move_of(state, code)

    def normal(self, text: str) -> str:
        return move_texts.normal(text)

    def spellings(self, state: State, move: Move) -> Iterable[str]:
        return move_texts.spellings(state, move)

    def san(self, state: State, move: Move) -> str:
        """A legal move in standard algebraic notation, with its sign for check or mate."""
        return move_texts.san_of(state, move.code)

    @property
    def uci_options(self) -> Mapping[str, str]:
        return {} if self.values["setup"] == ORDINARY_SETUP else {"UCI_Chess960": "true"}

    def chess960_text(self, move: Move) -> str:
        return move_texts.chess960_text(move)

    def file_text(self, state: State, move: Move) -> str:
        """What stands in files of games: SAN."""
        return self.san(state, move)

    def explain(self, state: State, text: str) -> MoveError:
        return refusals.explain(state, text)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        return refusals.why_not(state, hops)

    # -- end ----------------------------------------------------------------------------------------------

    def is_check(self, state: State) -> bool:
        """Whether the side to move is in check."""
        return bool(checkers(state, state.turn))

    def alerts(self, state: State) -> Sequence[Alert]:
        king = rules.endangered(state)
        return (Alert(state.turn, (king - 1,), CHECK),) if king else ()

    def endangered_rule(self) -> Callable[[Any], int] | None:
        return rules.endangered

    def can_win(self, state: State, seat: int) -> bool:
        return can_mate(state, seat)

    def ending(self, state: State) -> tuple[str, str]:
        if self.is_check(state):
            return "checkmate", f"{SIDES[state.turn]} is checkmated: {SIDES[1 - state.turn]} wins."
        return "stalemate", f"A draw by stalemate: {SIDES[state.turn]} can't move and is not in check."

    def draw_of(self, state: State) -> Outcome | None:
        if rules.is_dead(state):
            return Outcome.draw(2, "dead", "A draw: no side has the material to mate.")
        if self.plain.drawn(state):
            text = f"A draw: {self.values['move_limit']} moves of each side without a capture or a pawn's move."
            return Outcome.draw(2, "move-limit", text)
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        return write_fen(state)

    def read(self, text: str) -> State:
        return read_fen(text)
