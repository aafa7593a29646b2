"""Puzzles written as kernels: one seat, solutions, and moves that can be taken back.

Besides ``generate``, ``apply`` and ``is_solution`` a puzzle's kernel numbers its positions:

* ``rank(s)`` and ``unrank(i)``: a bijection with 0 … ``RANKS`` - 1, as dense as can be;
* or, where there is none so dense, a number below 2**64 that tells positions apart, with ``is_dense = False``.

A puzzle whose moves can all be taken back by moves needs no more. Otherwise ``generate_back`` and ``apply_back`` (if
it is not ``apply``) are its undo moves. ``children(i, out, n)`` and ``parents`` go from a rank to ranks; a puzzle may
bring its own where that is faster than by way of the states. A puzzle with symmetries that keep moves and solutions
declares them by ``image(i, symmetry)`` and the constant ``SYMMETRIES``. No solution has fewer moves than
``lower_bound(s)``.

A puzzle too large to be solved is searched, with **pattern databases** if it declares ``patterns``: parts of the state
whose own shortest ways home are looked up in tables. Its kernel then has ``pattern_rank(s, view)`` and
``pattern_state(i, view)``, and ``pattern_is_free(s, move)`` where several tables are added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from ludograph.core.game import Road
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.core.texts import quoted
from ludograph.engine.declared.codes import Code
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.rules import Moves, State, children, game
from ludograph.errors import IllegalMove


def turn(s: State) -> int:
    """There is one seat."""
    return 0


def winners(s: State) -> int:
    """The one seat has won when the puzzle is solved."""
    if game.is_solution(s):
        return 1
    return 0


def lower_bound(s: State) -> int:
    """At least so many moves are needed; a puzzle may know better."""
    if game.is_solution(s):
        return 0
    return 1


def parents(i: int, out: Moves, n: int) -> int:
    """The ranks from which legal moves lead to a rank."""
    s = game.unrank(i)
    end = game.generate_back(s, out, n)
    for k in range(n, end):
        out[k] = game.rank(game.apply_back(s, out[k]))
    return end


def may_follow(move: int, last: int) -> bool:
    """A puzzle may know that no shortest way needs one move after another, because others lead to the same."""
    return True


PATTERN = 0  # bound for each table


def rank_of_pattern(s: State) -> int:
    """The rank, in a kernel of which only a part is looked at."""
    return game.pattern_rank(s, PATTERN)


def state_of_pattern(i: int) -> State:
    """The state, in a kernel of which only a part is looked at."""
    return game.pattern_state(i, PATTERN)


def counted_children(i: int, out: Moves, n: int) -> int:
    """Where those moves lead that are not free."""
    s = game.unrank(i)
    end = game.generate(s, out, n)
    for k in range(n, end):
        move = out[k]
        if not game.pattern_is_free(s, move):
            out[n] = game.rank(game.apply(s, move))
            n += 1
    return n


SYMMETRIES = 0  # bound by puzzles that have some, the identity not counted


def canonical(i: int) -> int:
    """The least image of a rank under the symmetries."""
    least = i
    for symmetry in range(SYMMETRIES):
        carried = game.image(i, symmetry)
        if carried < least:
            least = carried
    return least


def orbit(i: int) -> int:
    """How many different images a rank has, itself included."""
    unmoved = 1
    for symmetry in range(SYMMETRIES):
        if game.image(i, symmetry) == i:
            unmoved += 1
    return (SYMMETRIES + 1) // unmoved


def canonical_children(i: int, out: Moves, n: int) -> int:
    """Children, each as its canonical image."""
    end = game.every_child(i, out, n)
    for k in range(n, end):
        out[k] = canonical(out[k])
    return end


def canonical_parents(i: int, out: Moves, n: int) -> int:
    """Parents, each as its canonical image."""
    end = game.every_parent(i, out, n)
    for k in range(n, end):
        out[k] = canonical(out[k])
    return end


PUZZLE_DEFAULTS: dict[str, Callable[..., Any]] = {
    "turn": turn,
    "winners": winners,
    "lower_bound": lower_bound,
    "may_follow": may_follow,
}


class View(NamedTuple):
    """A look at a state: which part of it is seen, perhaps by way of a symmetry that makes it look like another."""

    number: int  # as ``pattern_rank`` takes it; the first views see each part as it is
    part: int


class Patterns(NamedTuple):
    """Parts of a state, each with so many ranks, and views of them: no solution is shorter than any of the sums of what
    the views in it need. Only views of which no move changes two may be in one sum."""

    ranks: tuple[int, ...]
    sums: tuple[tuple[View, ...], ...]

    @property
    def is_additive(self) -> bool:
        return any(len(views) > 1 for views in self.sums)


class KernelPuzzle(KernelGame):
    """A puzzle whose rules are a kernel."""

    seats = ("Player",)
    needed_rules = ("generate", "apply", "is_solution")
    kinds = MoveKind.ALL
    #: Every move can be taken back by a move; else the kernel has ``generate_back`` and ``apply_back``.
    is_reversible: ClassVar[bool] = True
    #: The ranks are so dense that a table over all of them is worth while.
    is_dense: bool = True
    #: Every rank is a position of the puzzle, whether or not it can be reached from the start.
    counts_all_ranks: ClassVar[bool] = False
    #: No position needs more moves than this; None when nobody knows.
    remoteness_bound: int | None = None
    #: The parts of its states that pattern databases are made of, for puzzles that are searched with some.
    patterns: Patterns | None = None

    @property
    def road(self) -> Road:
        return Road.TABLE if self.is_dense else Road.LEVELS

    @property
    def ranks(self) -> int:
        """All ranks are below this number; 0 when there are more positions than words."""
        return int(self.kernel.constants.get("RANKS", 0))

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        rules: dict[str, Callable[..., Any]] = {"children": children, **PUZZLE_DEFAULTS, **super().all_rules()}
        if self.is_reversible:
            rules = {"generate_back": rules["generate"], "apply_back": rules["apply"], **rules}
            rules.setdefault("parents", rules["children"])
        else:
            rules.setdefault("parents", parents)
            rules.setdefault("apply_back", rules["apply"])
        return rules

    def solution_states(self) -> Iterable[Any] | None:
        """The solutions, if they can be listed; None when they have to be found among all positions."""
        return None

    @property
    def has_symmetries(self) -> bool:
        return "image" in self.rules and self.kernel.constants["SYMMETRIES"] > 0

    @cached_property
    def kernel_up_to_symmetry(self) -> Kernel:
        """The kernel with children and parents up to symmetry, for puzzles that have some."""
        functions = dict(self.kernel.functions)
        functions["every_child"], functions["every_parent"] = functions["children"], functions["parents"]
        functions |= {
            "children": canonical_children,
            "parents": canonical_parents,
            "canonical": canonical,
            "orbit": orbit,
        }
        return replace(self.kernel, functions=functions)

    def kernel_of_part(self, part: int) -> Kernel:
        """The kernel whose ranks are those of a part of the state."""
        functions: dict[str, Callable[..., Any]] = dict(self.kernel.functions)
        functions |= {"rank": rank_of_pattern, "unrank": state_of_pattern}
        reached: Callable[..., Any] = counted_children if "pattern_is_free" in functions else children
        functions |= {"children": reached, "parents": reached}
        return replace(self.kernel, functions=functions, constants={**self.kernel.constants, "PATTERN": part})

    @cached_property
    def plain_up_to_symmetry(self) -> SimpleNamespace:
        """The same as plain Python, for single ranks."""
        return plain_namespace(self.kernel_up_to_symmetry)

    def is_solution(self, state: Any) -> bool:
        return bool(self.plain.is_solution(state))

    def move_of(self, state: Any, code: int) -> Move:
        """Written as a hand makes it: from cell to cell, or the cell that is touched."""
        hops = self.ways_of(state, code)[0]
        source = hops[0] if len(hops) > 1 else None
        return Move(self.touches.between.join(hops), source, hops[-1], hops=hops, code=code)

    def moves_of(self, state: Any, kind: MoveKind) -> Iterable[Move]:
        if self.is_reversible:
            both = MoveKind.BIDIRECTIONAL
            return (replace(self.move_of(state, code), kind=both) for code in self.codes(state) if both in kind)
        moves = [self.move_of(state, code) for code in self.codes(state) if MoveKind.FORWARD in kind]
        if MoveKind.BACKWARD in kind:
            moves += [self.back_move_of(state, code) for code in self.back_codes(state)]
        return moves

    def back_codes(self, state: Any) -> list[int]:
        """The codes of the undo moves, in the kernel's order."""
        stack = [0] * self.max_moves
        return stack[: self.plain.generate_back(state, stack, 0)]

    def back_move_of(self, state: Any, code: int) -> Move:
        """The undo move with this code, for people; its kind is backward."""
        raise NotImplementedError(f"{self.name} has undo moves but no texts for them")

    def after(self, state: Any, move: Move) -> Any:
        if move.kind is MoveKind.BACKWARD:
            return self.plain.apply_back(state, move.code)
        return self.plain.apply(state, move.code)

    def end_of(self, state: Any) -> Outcome | None:
        if self.is_solution(state):
            return Outcome.win(1, (0,), "solved", "Solved!")
        if self.codes(state):
            return None
        return Outcome.win(1, (), *self.ending(state))

    def ending(self, state: Any) -> tuple[str, str]:
        return "stuck", "There is no move left, and the puzzle is not solved."


class NamedMovesPuzzle(KernelPuzzle):
    """A puzzle with the same named moves in every position: turns, flips, presses. A move's code is its number."""

    @property
    def move_names(self) -> Sequence[str]:
        raise NotImplementedError

    @cached_property
    def code(self) -> Code:  # type: ignore[override]
        return Code(dict(enumerate(self.move_names)))

    def move_of(self, state: Any, code: int) -> Move:
        name = self.move_names[code]
        return Move(name, None, None, hops=(name,), code=code)

    def hops_in(self, text: str) -> Sequence[str]:
        return (text,)

    def why_not(self, state: Any, hops: Sequence[str]) -> IllegalMove | None:
        if hops[0] in self.move_names and len(hops) == 1:
            return None
        names = ", ".join(self.move_names)
        offer = f"is none of the moves {names}" if names else "is no move: there are none"
        return IllegalMove(f"{quoted(' '.join(hops))} {offer}.", reason="no-move")
