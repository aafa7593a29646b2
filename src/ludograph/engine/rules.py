"""What algorithms may call of a kernel, and the kernel functions that have a default.

In an algorithm, ``game`` stands for the kernel that it will be put together with:

    from ludograph.engine.rules import game

    def perft(s, moves, at, depth):
        end = game.generate(s, moves, at)
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, TypeVar, cast

from ludograph.engine.keys import FIRST_KEY, mixed

#: A kernel's state: a NamedTuple of unsigned 64-bit words, passed by value.
State = tuple[int, ...]
#: A stack of move codes: a list in plain mode, an array of words when compiled.
Moves = MutableSequence[int]
#: An array of words that an algorithm fills.
Words = MutableSequence[int]
#: One unsigned 64-bit word.
Word = int
#: An array of numbers below 2**32, such as those of positions.
Indices = MutableSequence[int]
#: A table of distances; the solver chooses how wide they are.
Distances = MutableSequence[int]


class Rules:
    """The functions of a kernel."""

    #: Put the codes of all moves on the stack from n on; returns the new end.
    generate: Callable[[State, Moves, int], int]
    #: The state after a move.
    apply: Callable[[State, int], State]
    #: The seat to move.
    turn: Callable[[State], int]
    #: The winning seats as a set of bits, in a state without moves; 0: a draw.
    winners: Callable[[State], int]
    #: How many moves there are; the stack from n on may be used.
    count: Callable[[State, Moves, int], int]
    #: Whether a draw rule that needs no history ends the match here.
    drawn: Callable[[State], bool]
    #: What stands on a node: its number among ``KernelGame.contents``, from 1 on; 0 for nothing.
    content: Callable[[State, int], int]
    #: What a hand touches to make a move, in one of its ways (the usual one is 0), written from place 0 on: nodes, and
    #: choices by their numbers behind those of all nodes. Returns how many; 0: there is no such way.
    touched: Callable[[State, int, int, Moves], int]

    # For search, all optional:
    #: How good the state is for the side to move: EVEN, and a hundred more for each piece (or so) that it is ahead.
    evaluate: Callable[[State], int]
    #: The same for those who look at many states in turn: from a place in their memory on, JUDGED_WORDS are kept of the
    #: last state that was judged there, from which what is known of this one may be made, and from another place on of
    #: this one. They may be the same, and have to be 0 at first.
    judged: Callable[[State, int, int, Words], int]
    #: The same for any seat, in games for more than two: how far it is ahead of the best of the others.
    evaluate_for: Callable[[State, int], int]
    #: Whether the game is over by what stands on the board, as far as that is known without listing moves.
    is_over: Callable[[State], bool]
    #: What a move wins at once, in the same units: 0 for quiet moves. Tells what to look at first and to the end.
    gain: Callable[[State, int], int]
    #: Whether ``generate_noisy`` tells the moves that gain something by themselves, sooner than all moves are listed.
    lists_noisy: Callable[[], bool]
    generate_noisy: Callable[[State, Moves, int], int]
    # For exchanges, in which pieces take each other in turn on one node; all of these or none:
    #: What the piece that moves is worth where it ends, to who takes it there; 0 if nobody can.
    risk: Callable[[State, int], int]
    #: Where it comes from and where it ends.
    exchange_start: Callable[[State, int], int]
    exchange_end: Callable[[State, int], int]
    #: Where the least piece of a seat stands that can take on a node, NOBODY if there is none …
    least_taker: Callable[[State, int, int], int]
    #: … what it is worth, and the state without it.
    taker_worth: Callable[[State, int], int]
    without_taker: Callable[[State, int], State]
    #: Whether the state must not be judged as it stands: a check, a capture that has to be made.
    restless: Callable[[State], bool]
    #: Whether the side to move would be worse off if it passed, so that passing is a safe test.
    may_pass: Callable[[State], bool]
    #: The state with the other side to move.
    pass_turn: Callable[[State], State]
    #: Whether a search looks for moves before it judges a state, as the game may have ended there.
    ends_suddenly: Callable[[], bool]
    #: Whether a search reduces late moves by much, and leaves out those near its leaves that hardly ever matter: where
    #: many moves are quiet and a few decide.
    is_bold: Callable[[], bool]
    #: Whether moves can be made, for nothing, when the game is over, as tree search does where they only fill a board.
    plays_on: Callable[[], bool]
    # Where pieces of two sides stand on nodes, see declared.rings:
    #: How many nodes and ways there are, or 0; the node on a way from a node, or their number for none.
    ring_nodes: Callable[[], int]
    ring_ways: Callable[[], int]
    ring_node: Callable[[int], int]
    #: Whose piece stands on a node: 1 for the first seat, 2 for the second, else 0.
    owner_on: Callable[[State, int], int]
    #: What solved endings tell of a state, by what a search has in its memory: 0 for nothing, 1 for a draw, else its
    #: result (twice the remoteness, and one more for a win) and 2.
    known: Callable[[State, Words], int]
    #: A word that is equal for states that count as repeated, and else hardly ever: all but the counters.
    position_key: Callable[[State], int]

    # For solving: ranks number positions from 0 on, as densely as can be.
    rank: Callable[[State], int]
    unrank: Callable[[int], State]
    #: The ranks that moves lead to from a rank.
    children: Callable[[int, Moves, int], int]

    # For solving by material, see engine.tiers:
    #: The state with one piece more, of this number among the contents, on an empty node.
    placed: Callable[[State, int, int], State]
    #: Whether pieces can stand so: none that the rules would have promoted or could take as a king. All can by default.
    is_possible: Callable[[State], bool]
    #: Not 0 where more matters than pieces, hands and the seat: a right to castle, a pawn to be taken en passant.
    extra: Callable[[State], int]
    #: No piece stands from a node on before this one: rules may know that at a glance where only they can read a state.
    next_piece: Callable[[State, int], int]
    #: Where all that more can be told of single pieces, such as how often a king has moved in a row: ``content`` and
    #: ``placed`` with pieces of which that is true as kinds of their own, ``KernelGame.tier_contents``.
    tier_content: Callable[[State, int], int]
    tier_placed: Callable[[State, int, int], State]
    gather: Callable[[State, Words], int]
    record_of: Callable[[Words, int], int]
    tier_number: Callable[[Words, int], int]
    symmetries_of: Callable[[Words, int], int]
    place_of: Callable[[State, Words, Words], int]
    place_near: Callable[[State, Words, int, Words], int]
    is_alone: Callable[[Words, int, int], bool]
    ties: Callable[[Words, int, Words], int]
    nowhere: Callable[[], int]
    nodes: Callable[[], int]
    bare: Callable[[Words, int, int], State]
    state_at: Callable[[Words, int, int], State]
    is_at: Callable[[State, Words, int, int, Words], bool]
    kept_end: Callable[[int], int]
    keep: Callable[[State, Words, int], None]
    kept_state: Callable[[Words, int], State]
    is_kept: Callable[[State, Words, int], bool]

    # For solving up to symmetry, see declared.images:
    images: Callable[[], int]
    carried: Callable[[State, int], State]
    least_image: Callable[[State], State]
    different_images: Callable[[State], int]

    # For learners, see learners.numbers:
    #: The moves of a puzzle, also of one that is solved.
    every_move: Callable[[State, Moves, int], int]

    # Puzzles only, see kernel_puzzle:
    is_solution: Callable[[State], bool]
    generate_back: Callable[[State, Moves, int], int]
    apply_back: Callable[[State, int], State]
    parents: Callable[[int, Moves, int], int]
    lower_bound: Callable[[State], int]
    #: Optional: where one of the symmetries, numbered from 0, carries a rank.
    image: Callable[[int, int], int]
    every_child: Callable[[int, Moves, int], int]
    every_parent: Callable[[int, Moves, int], int]
    orbit: Callable[[int], int]
    #: Whether a move need be tried after another one, the number of moves standing for none; see may_follow below.
    may_follow: Callable[[int, int], bool]
    #: Optional, for pattern databases: the number of a part of the state, as one of the puzzle's views sees it.
    pattern_rank: Callable[[State, int], int]
    #: A state that shows this number to a view; whatever the view does not see is without meaning.
    pattern_state: Callable[[int, int], State]
    #: Whether a move of such a state moves nothing that the view sees, where what views tell is added.
    pattern_is_free: Callable[[State, int], bool]
    # Bound by the search, see algorithms.deepening:
    #: At least so many moves are needed; any number above those that are allowed will do.
    moves_needed: Callable[[State, Distances, Words, int], int]
    #: Where the first table has a state, and what is there.
    place_of_first: Callable[[State, Words], Word]
    told_of_first: Callable[[Distances, Word], Word]


Function = TypeVar("Function", bound=Callable[..., Any])


def apart(function: Function) -> Function:
    """Marks a function of a kernel that is compiled once and called, not inlined into each of its callers: for long
    ones that several call, which would else be compiled as often."""
    vars(function)[APART] = True
    return function


def is_apart(function: Callable[..., Any]) -> bool:
    """Whether a function is marked as one to be called."""
    return APART in vars(function)


#: So many words are enough for ``touched`` to work in, and so many ways for hands to choose from.
MOST_TOUCHED, MOST_WAYS = 4096, 12

APART = "is_apart"
RULE_NAMES = tuple(Rules.__annotations__)

game = cast(Rules, None)  # bound by the compiler, in every algorithm, to the kernel at hand


def count(s: State, out: Moves, n: int) -> int:
    """The default for kernels that can't count faster than they generate."""
    return game.generate(s, out, n) - n


def drawn(s: State) -> bool:
    """The default for games without such draws."""
    return False


#: What ``least_taker`` says when there is none.
NOBODY = 1 << 16

#: What ``evaluate`` says when nobody is ahead: words have no sign.
EVEN = 1 << 20


def evaluate(s: State) -> int:
    """The default for games that know no better: then only wins and losses are seen."""
    return EVEN


#: How much is kept of a state that was judged.
JUDGED_WORDS = 128


def judged(s: State, before: int, at: int, memory: Words) -> int:
    """The default: nothing is kept."""
    return game.evaluate(s)


def evaluate_for(s: State, seat: int) -> int:
    """The default, likewise."""
    return EVEN


def is_over(s: State) -> bool:
    """The default for games whose ends are seen only by their moves."""
    return False


def gain(s: State, move: int) -> int:
    """The default: all moves are quiet."""
    return 0


def lists_noisy() -> bool:
    """The default: all moves are listed, and those that gain something chosen."""
    return False


def generate_noisy(s: State, out: Moves, n: int) -> int:
    """The default, never called."""
    return n


def risk(s: State, move: int) -> int:
    """The default for games in which pieces don't take each other in turn on one node."""
    return 0


def exchange_start(s: State, move: int) -> int:
    """The default; it and those that follow are never called."""
    return 0


def exchange_end(s: State, move: int) -> int:
    return 0


def least_taker(s: State, node: int, seat: int) -> int:
    return NOBODY


def taker_worth(s: State, node: int) -> int:
    return 0


def without_taker(s: State, node: int) -> State:
    return s


def restless(s: State) -> bool:
    """The default for games without checks and compulsory captures."""
    return False


def may_pass(s: State) -> bool:
    """The default for games in which it can be a burden to move."""
    return False


def pass_turn(s: State) -> State:
    """The default, never called."""
    return s


def ends_suddenly() -> bool:
    """The default: listing moves takes longer than it tells."""
    return False


def is_bold() -> bool:
    """The default: late moves are reduced by little, and none is left out."""
    return False


def plays_on() -> bool:
    """The default: then ``apply`` has to take them."""
    return True


def never_plays_on() -> bool:
    """The same where tree search judges states instead, or more than two play: less is compiled then."""
    return False


def ring_nodes() -> int:
    """The default: no rings."""
    return 0


def ring_ways() -> int:
    """The default, likewise."""
    return 0


def ring_node(place: int) -> int:
    """The default; it and the next are never called."""
    return 0


def owner_on(s: State, node: int) -> int:
    return 0


def known(s: State, memory: Words) -> int:
    """The default: no endings are at hand."""
    return 0


def position_key(s: State) -> int:
    """The default for states without counters: all words, well mixed."""
    key = FIRST_KEY
    for part in s:
        key = mixed(key, part)
    return key


def is_possible(s: State) -> bool:
    """The default for games in which pieces can stand anywhere."""
    return True


def next_piece(s: State, node: int) -> int:
    """The default: every node has to be looked at."""
    return node


def extra(s: State) -> int:
    """The default for states that tell nothing but pieces, hands and the seat."""
    return 0


def children(i: int, out: Moves, n: int) -> int:
    """The default, by way of the states; a game may know a faster one. A drawn game goes no further."""
    s = game.unrank(i)
    if game.drawn(s):
        return n
    end = game.generate(s, out, n)
    for k in range(n, end):
        out[k] = game.rank(game.apply(s, out[k]))
    return end


#: Those that tell a search who is ahead and what to look at: whatever they say, the game stays the same.
OF_SEARCHES: tuple[Callable[..., Any], ...] = (
    evaluate,
    judged,
    evaluate_for,
    gain,
    lists_noisy,
    generate_noisy,
    risk,
    exchange_start,
    exchange_end,
    least_taker,
    taker_worth,
    without_taker,
    restless,
    may_pass,
    pass_turn,
    ends_suddenly,
    is_bold,
    plays_on,
    ring_nodes,
    ring_ways,
    ring_node,
    owner_on,
    known,
)
FOR_SEARCHES = frozenset(rule.__name__ for rule in OF_SEARCHES)

ALL: tuple[Callable[..., Any], ...] = (
    count,
    drawn,
    is_over,
    *OF_SEARCHES,
    position_key,
    is_possible,
    next_piece,
    extra,
    children,
)
DEFAULTS = {rule.__name__: rule for rule in ALL}
