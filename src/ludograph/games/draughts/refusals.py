"""Why a move of draughts is refused: each rule with its own reason and sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludograph.board import Board
from ludograph.core.texts import quoted
from ludograph.errors import IllegalMove
from ludograph.games.draughts.chains import Chain, chain_from, longer_chains
from ludograph.games.draughts.squares import State
from ludograph.games.draughts.texts import LINK

if TYPE_CHECKING:
    from ludograph.games.draughts.game import Draughts

Line = tuple[int, list[int]]  # a direction, and the nodes along it up to and with the one looked for


class Refusals:
    """The rules of one game, asked about moves hop by hop; squares are called as a board names them."""

    def __init__(self, game: Draughts, named: Board) -> None:
        self.game = game
        self.kernel = game.plain
        self.constant = game.constant
        self.board = game.board
        self._name = named.label

    def called(self, text: str) -> str:
        """A normal move text with these names."""
        parts = LINK.split(text)
        parts[::2] = [self._name(self.board.labels.index(label)) for label in parts[::2]]
        return "".join(parts)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        """The rule that forbids a move begun with these hops."""
        nodes = []
        for hop in hops:
            node = self.game.names.node(hop)
            if node is None:
                return _illegal("no-square", f"{quoted(hop)} is no square of this board")
            nodes.append(node)
        if refusal := self._why_not_from(state, nodes[0]):
            return refusal
        if self._capturers(state):
            return self._why_no_capture(state, nodes)
        return self._why_no_quiet_move(state, nodes)

    def unfinished(self, state: State, hops: Sequence[str]) -> IllegalMove:
        """What to say of hops that no rule forbids, but that are no whole move."""
        nodes = [self.board.labels.index(hop) for hop in hops]
        chain = self._chain(state, nodes)
        nexts = self._names({longer.node for longer in longer_chains(self.kernel, state, chain)} if chain else ())
        return _illegal("must-go-on", f"the capture can't stop on {self._name(nodes[-1])}: it must go on to {nexts}")

    # -- the piece ----------------------------------------------------------------------------------------

    def _why_not_from(self, state: State, start: int) -> IllegalMove | None:
        name, mover, other = self._name(start), *(self.game.seats[seat] for seat in (state.turn, 1 - state.turn))
        if self.kernel.holds(self.kernel.empty_squares(state), start):
            return _illegal("empty-source", f"{name} is empty")
        if self.kernel.holds(self.kernel.their_pieces(state), start):
            return _illegal("not-your-side", f"{name} holds a piece of {other}, but {mover} is to move")
        if self.kernel.is_over(state):
            return _illegal("game-over", f"{other} has no piece left")
        return None

    def _capturers(self, state: State) -> set[int]:
        """The pieces that can capture."""
        low, high = self.kernel.capturers(state, self.kernel.empty_squares(state))
        return {node for node in range(len(self.board)) if (low | high << 64) >> node & 1}

    # -- captures -----------------------------------------------------------------------------------------

    def _why_no_capture(self, state: State, nodes: Sequence[int]) -> IllegalMove | None:
        capturers = self._capturers(state)
        if nodes[0] not in capturers:
            mover, others = self.game.seats[state.turn], self._names(capturers)
            return _illegal("capture-compulsory", f"{mover} must capture, with the piece on {others}")
        chain = chain_from(self.kernel, self.constant, state, nodes[0])
        for node in nodes[1:]:
            longer = longer_chains(self.kernel, state, chain)
            fitting = [each for each in longer if each.node == node]
            if not fitting:
                return self._why_no_hop(state, chain, node, longer)
            chain = fitting[0]
        return self._why_not_preferred(state, nodes)

    def _chain(self, state: State, nodes: Sequence[int]) -> Chain | None:
        """The capture that these hops are the beginning of."""
        chain: Chain | None = chain_from(self.kernel, self.constant, state, nodes[0])
        for node in nodes[1:]:
            longer = longer_chains(self.kernel, state, chain) if chain else []
            chain = next((each for each in longer if each.node == node), None)
        return chain

    def _why_not_preferred(self, state: State, nodes: Sequence[int]) -> IllegalMove | None:
        """A capture must be among those that go before others."""
        rule = self.game.facts.precedence.rule
        begun = tuple(nodes)
        if not rule or any(
            way[: len(begun)] == begun for ways in self.game.ways_of_captures(state).values() for way in ways
        ):
            return None
        better = sorted({ways[0] for ways in self.game.ways_of_captures(state).values()})
        instead = " or ".join("x".join(map(self._name, way)) for way in better[:3])
        return _illegal("precedence", f"there is a capture that goes before, {instead}: {rule}")

    def _why_no_hop(self, state: State, chain: Chain, end: int, longer: Sequence[Chain]) -> IllegalMove:
        start, target = self._name(chain.node), self._name(end)
        if not longer:
            return _illegal("capture-ended", f"the capture has come to its end on {start}")
        if end == chain.node:
            return _illegal("same-square", f"{start}x{target} does not leave its square")
        line = self._line(state, chain.node, end)
        if line is None:
            return _illegal("not-in-line", f"{target} is on no line with {start} along which a piece captures")
        direction, between = line[0], line[1][:-1]
        if not chain.is_king and direction >= self.constant.MEN_CAPTURES:
            return _illegal("backwards", f"a man does not capture in the direction from {start} to {target}")
        if not self.constant.TURNS_BACK and direction == chain.barred:
            return _illegal("turns-back", "a capture does not turn back on its line")
        if not self.kernel.holds(chain.empty, end):
            return self._why_no_landing(state, chain, end)
        return self._why_no_jump(state, chain, line[1][-1], direction, between, longer)

    def _why_no_landing(self, state: State, chain: Chain, end: int) -> IllegalMove:
        if end in chain.victims:
            return _illegal(
                "taken-twice", f"the piece on {self._name(end)} was jumped already, and stands until the end"
            )
        return _illegal("occupied", f"{self._name(end)} is occupied, so that no piece can land there")

    def _why_no_jump(
        self, state: State, chain: Chain, end: int, direction: int, between: Sequence[int], longer: Sequence[Chain]
    ) -> IllegalMove:
        start, target = self._name(chain.node), self._name(end)
        standing = [node for node in between if not self.kernel.holds(chain.empty, node)]
        if twice := [node for node in standing if node in chain.victims]:
            return _illegal("taken-twice", f"the piece on {self._name(twice[0])} was jumped already")
        if own := [node for node in standing if self.kernel.holds(self.kernel.my_pieces(state), node)]:
            return _illegal("own-piece", f"the piece on {self._name(own[0])} is of {self.game.seats[state.turn]}'s own")
        if not standing:
            what = f"nothing that could be taken stands between {start} and {target}, and a capture is compulsory"
            return _illegal("capture-compulsory", what)
        if len(standing) > 1:
            names = " and ".join(map(self._name, standing))
            return _illegal("two-pieces", f"the pieces on {names} can't be jumped at once")
        victim = standing[0]
        flies = chain.is_king and self.constant.FLYING
        if not flies and len(between) > 1:
            return _illegal(
                "too-far", f"{target} is too far from {start}: only the next piece is jumped, to right behind it"
            )
        if self.constant.MEN_SPARE_KINGS and not chain.is_king and self.game.is_king(state, victim):
            return _illegal("man-spares-king", f"a man can't take a king, which stands on {self._name(victim)}")
        if self.constant.LANDS_BEHIND and between[-1] != victim:
            return _illegal("lands-behind", f"a king lands right behind what it takes, not on {target}")
        landings = self._names(each.node for each in longer if each.victims[-1] == victim)
        return _illegal("landing", f"behind {self._name(victim)} the king must land where it can go on, on {landings}")

    # -- quiet moves --------------------------------------------------------------------------------------

    def _why_no_quiet_move(self, state: State, nodes: Sequence[int]) -> IllegalMove | None:
        start = nodes[0]
        if self.kernel.is_tired(state, start):
            limit = self.game.facts.king_run
            return _illegal(
                "king-run", f"the king on {self._name(start)} has made {limit} quiet moves in a row already"
            )
        if len(nodes) == 1:
            ends = range(len(self.board))
            if any(self._why_not_to(state, start, end) is None for end in ends):
                return None
            return _illegal("stuck", f"the piece on {self._name(start)} can't move anywhere")
        if refusal := self._why_not_to(state, start, nodes[1]):
            return refusal
        if len(nodes) > 2:
            return _illegal(
                "move-ended", f"{self._name(start)}-{self._name(nodes[1])} is a whole move: it takes nothing"
            )
        return None

    def _why_not_to(self, state: State, start: int, end: int) -> IllegalMove | None:
        source, target = self._name(start), self._name(end)
        if start == end:
            return _illegal("same-square", f"{source}-{target} does not leave its square")
        line = self._line(state, start, end)
        if line is None or line[0] >= self.constant.KING_STEPS:
            return _illegal("not-in-line", f"{target} is on no line with {source} along which a piece moves")
        if not self.game.is_king(state, start):
            if line[0] >= self.constant.MEN_STEPS:
                return _illegal("backwards", f"a man moves forward, but {target} is not ahead of {source}")
            if len(line[1]) > 1:
                return _illegal("too-far", f"a man moves one square, and {target} is farther from {source}")
        elif not self.constant.FLYING and len(line[1]) > 1:
            return _illegal("too-far", f"a king moves one square, and {target} is farther from {source}")
        empty = self.kernel.empty_squares(state)
        standing = [node for node in line[1] if not self.kernel.holds(empty, node)]
        if not standing:
            return None
        if standing[0] == end:
            return _illegal("occupied", f"{target} is occupied")
        return _illegal("blocked", f"the piece on {self._name(standing[0])} stands between {source} and {target}")

    # -- words --------------------------------------------------------------------------------------------

    def _line(self, state: State, start: int, end: int) -> Line | None:
        """How one node is reached from another along a line."""
        for direction in range(self.constant.DIRECTIONS):
            nodes = [self.kernel.step(state.turn, start, direction)]
            while nodes[-1] not in (self.board.outside, end):
                nodes.append(self.kernel.step(state.turn, nodes[-1], direction))
            if nodes[-1] == end:
                return direction, nodes
        return None

    def _names(self, nodes: object) -> str:
        return " or ".join(map(self._name, sorted(nodes)))  # type: ignore[call-overload]


def _illegal(reason: str, what: str) -> IllegalMove:
    return IllegalMove(f"Illegal move: {what}.", reason=reason)
