"""What follows from a declared state: ranks, contents, symmetries, planes, a description; and texts of corners."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph.board import grids
from ludograph.core.registry import game_class_named, game_names
from ludograph.draw.picture import Shape
from ludograph.engine.board_game import (
    MOVER,
    NOBODY,
    OTHER,
    BoardGame,
    Cells,
    Code,
    Hand,
    Kind,
    Marks,
    Mine,
    Moves,
    Node,
    Sides,
    Theirs,
    Turn,
    Value,
)
from ludograph.engine.declared.declaration import Declaration
from ludograph.engine.declared.ranks import Ranks
from ludograph.engine.declared.symmetries import Symmetry, keeps_rules, seen
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import InvalidGame, InvalidPosition, PositionSyntaxError
from ludograph.testing.sample import sample_ids

GAMES = [each for name in game_names() for each in sample_ids(game_class_named(name))]


class Rich(NamedTuple):
    """A state with all kinds of fields."""

    mine: Annotated[int, Cells(MOVER, "man", "M", least=1, most=2)]
    theirs: Annotated[int, Cells(OTHER, "man", "M", least=1, most=2)]
    kings: Annotated[int, Kind("K", "king", Shape.CROWNED, most=1)]
    walls: Annotated[int, Cells(NOBODY, "wall", "#", most=1)]
    marked: Annotated[int, Marks()]
    phase: Annotated[int, Value(2)]
    hand: Annotated[int, Hand(MOVER, 1)]
    turn: Turn


class Ranked(NamedTuple):
    """The same without marks, which have no ranks."""

    mine: Annotated[int, Cells(MOVER, "man", "M", least=1, most=2)]
    theirs: Annotated[int, Cells(OTHER, "man", "M", least=1, most=2)]
    kings: Annotated[int, Kind("K", "king", Shape.CROWNED, most=1)]
    walls: Annotated[int, Cells(NOBODY, "wall", "#", most=1)]
    phase: Annotated[int, Value(2)]
    turn: Turn


def generate(s: Any, out: Moves, n: int) -> int:
    return n


def apply(s: Any, move: int) -> Any:
    return s


def winners(s: Any) -> int:
    return 0


class RichGame(BoardGame):
    """Nobody moves: only its states are looked at."""

    name, title, seats = "rich", "Rich", ("White", "Black")
    summary = "all kinds of fields"
    code = Code(target=Node())
    board = grids.square(2, 3)
    state_type = Rich


class RankedGame(RichGame):
    """The one with ranks."""

    state_type = Ranked


def test_ranks_by_material_number_all_that_can_be_and_nothing_else() -> None:
    """Counted by hand: every cell holds nothing, a man or a king of either side, or a wall."""
    game = RankedGame()
    expected = 0
    for cells in product(" mkMK#", repeat=6):
        held = Counter(cells)
        sides = [held["m"] + held["k"], held["M"] + held["K"]]
        expected += all(1 <= side <= 2 for side in sides) and held["k"] <= 1 and held["K"] <= 1 and held["#"] <= 1
    assert game.ranks == expected * 3 * 2
    states = [game.state_of(number) for number in range(game.ranks)]
    assert len(set(states)) == game.ranks
    assert [game.rank_of(state) for state in states] == list(range(game.ranks))


@pytest.mark.parametrize("materials", [[(1, 0)], [(2, 3), (3, 2)], [(0, 0), (9, 0)]])
def test_ranks_of_some_materials(materials: list[tuple[int, int]]) -> None:
    ranks = Ranks.of(Declaration.of(Sides), 9, 2, materials)
    assert ranks is not None
    game = ludograph.game("tic-tac-toe")
    assert isinstance(game, KernelGame)
    kernel_game = _with_ranks(game, ranks)
    states = [kernel_game.unrank(number) for number in range(ranks.number)]
    assert len(set(states)) == ranks.number
    assert {(state.mine.bit_count(), state.theirs.bit_count()) for state in states} == set(materials)
    assert [kernel_game.rank(state) for state in states] == list(range(ranks.number))


def _with_ranks(game: KernelGame, ranks: Ranks) -> Any:
    from dataclasses import replace

    from ludograph.engine.kernel import plain_namespace

    kernel = game.kernel
    functions, constants = {**kernel.functions, **ranks.functions}, {**kernel.constants, **ranks.constants}
    return plain_namespace(replace(kernel, functions=functions, constants=constants))


@pytest.mark.parametrize("game_id", GAMES)
def test_ranks_are_bijections(game_id: str) -> None:
    """Of every game that has some: numbers to states and back, and the states of random matches to numbers and back."""
    game = ludograph.game(game_id)
    if not isinstance(game, KernelGame) or not game.ranks or not getattr(game, "is_dense", True):
        return
    chance = random.Random(game_id)
    numbers = {0, game.ranks - 1, *(chance.randrange(game.ranks) for _ in range(200))}
    assert all(game.rank_of(game.state_of(number)) == number for number in numbers)
    state: Any = game.start_state()
    for _ in range(60):
        if not game.board or len(game.seats) > 1 or not game.cannot_be_solved(state):  # type: ignore[attr-defined]
            assert game.state_of(game.rank_of(state)) == game.declaration.without_counters(state)
        codes = game.codes(state)
        state = game.plain.apply(state, chance.choice(codes)) if codes else game.start_state()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_describes_itself(game_id: str) -> None:
    game = ludograph.game(game_id)
    described = json.loads(json.dumps(game.description()))
    assert described["id"] == game.id
    assert described["start"] == str(game.start())
    assert len(described["board"]["nodes"]) == len(game.board)
    if isinstance(game, KernelGame):
        fields = described["state"]["fields"]
        assert [field["name"] for field in fields] == list(game.state_type._fields)  # type: ignore[attr-defined]
        assert not [field for field in fields if field.get("note") == ""], "a word of the state doesn't say what it is"
        words = [int(word, 16) for word in described["state"]["start"]]
        assert words == list(game.start_state())  # type: ignore[call-overload]


#: How many symmetries keep the rules, and how many of them exchange the seats; counted by hand.
SYMMETRIES = {
    "tic-tac-toe": (16, 8),
    "connect-four": (4, 2),
    "breakthrough": (4, 2),
    "hex?size=5": (4, 2),
    "othello": (16, 8),
    "amazons?size=6": (16, 8),
    "trimok": (4, 2),
    "abalone/square": (16, 8),
    "abalone/hex": (24, 12),
    "draughts/russian": (2, 1),
    "draughts/turkish": (4, 2),
    "nchess": (2, 1),
    "peg-solitaire/english": (8, 0),
}


@pytest.mark.parametrize("game_id", SYMMETRIES)
def test_symmetries_that_keep_the_rules(game_id: str) -> None:
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    found = game.symmetries
    assert (len(found), sum(each.exchanges for each in found)) == SYMMETRIES[game_id]
    assert found[0].is_identity


def test_symmetries_of_a_whole_game() -> None:
    game = ludograph.game("tic-tac-toe")
    assert isinstance(game, KernelGame)
    states, waiting = {game.start_state()}, [game.start_state()]
    while waiting:
        state = waiting.pop()
        new = {game.plain.apply(state, code) for code in game.codes(state)} - states
        states |= new
        waiting += new
    assert len(states) == 5478
    known = seen(game, states)
    for symmetry in game.symmetries:
        assert keeps_rules(game, symmetry, known)
        assert len({game.image_of(state, symmetry) for state in states}) == 5478


def test_what_is_no_symmetry_of_the_rules_is_seen() -> None:
    """Pawns know where up is, and White from Black."""
    game = ludograph.game("nchess")
    assert isinstance(game, KernelGame)
    start = seen(game, [game.start_state()])
    turned = Symmetry(tuple(reversed(range(64))), exchanges=True)
    upside_down = Symmetry(tuple(node ^ 56 for node in range(64)), exchanges=True)
    assert keeps_rules(game, upside_down, start)
    assert not keeps_rules(game, turned, seen(game, [game.parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").state]))
    assert not keeps_rules(game, upside_down._replace(exchanges=False), start)


def test_planes_are_seen_by_the_side_to_move() -> None:
    """Black sees after 1. e4 e5, with the board turned over, what White saw before."""
    game = ludograph.game("nchess")
    assert isinstance(game, KernelGame)
    position = game.start().play("e2e4")
    after = position.play("e7e5")
    view = game.view
    names = list(view.names)
    assert names[:6] == [f"own {kind}" for kind in ("pawn", "knight", "bishop", "rook", "queen", "king")]
    planes = view.planes(after.state)
    assert planes.shape == (14, 64)
    assert planes[names.index("own pawn")].sum() == 8
    assert [game.board.label(node) for node in planes[names.index("own king")].nonzero()[0]] == ["e1"]
    seen_by_black = view.planes(position.state)
    assert [game.board.label(node) for node in seen_by_black[names.index("own king")].nonzero()[0]] == ["e1"]
    assert seen_by_black[names.index("other 1 pawn"), game.board.labels.index("e5")] == 1
    pieces = planes[:12].reshape(-1).nonzero()[0].tolist()
    assert view.features(after.state) == pieces


def test_values_fill_their_planes() -> None:
    game = RichGame()
    state = game.read("W:M./m./..;phase=1;hand=1;marked=B1")
    planes = dict(zip(game.view.names, game.view.planes(state), strict=True))
    assert planes["phase"].tolist() == [0.5] * 6
    assert planes["own piece beside the board"].tolist() == [1.0] * 6
    assert planes["marked"].sum() == 1


@given(st.data())
def test_texts_of_rich_states_read_back(data: st.DataObject) -> None:
    game = RankedGame()
    state = game.state_of(data.draw(st.integers(0, game.ranks - 1)))
    assert game.read(game.write(state)) == state
    rich = Rich(*state[:4], data.draw(st.integers(0, 63)), state.phase, data.draw(st.integers(0, 1)), state.turn)
    assert RichGame().read(RichGame().write(rich)) == rich


def test_bounds_of_the_declaration_are_faults() -> None:
    with pytest.raises(InvalidPosition) as told:
        RichGame().parse("W:MM/MK/##")
    assert list(told.value.faults) == [
        "White has 4 pieces, more than 2",
        "Black has 0 pieces, less than 1",
        "there are 2 walls, more than 1",
    ]
    with pytest.raises(InvalidPosition) as told:
        RichGame().parse("W:KK/m./..")
    assert list(told.value.faults) == ["White has 2 kings, more than 1"]


def test_marks_are_read_with_their_faults() -> None:
    with pytest.raises(PositionSyntaxError) as told:
        RichGame().parse("W:M./m./..;marked=B1,Z9")
    assert list(told.value.faults) == ["'Z9' in marked is no cell of the board"]


def test_pieces_in_hand_are_beside_the_board() -> None:
    game = RichGame()
    state = game.read("B:M./m./..;hand=1")
    assert [(piece.name, piece.seat) for piece in game.pieces_beside(state)] == [("Black piece", 1)]


class Silent(NamedTuple):
    mine: Mine
    theirs: Theirs
    rest: int
    turn: Turn


def test_a_silent_field_is_told() -> None:
    class SilentGame(RichGame):
        state_type = Silent

    with pytest.raises(InvalidGame, match=r"The field rest of test_declared.Silent doesn't say what it is"):
        SilentGame().start()


def test_whose_must_be_clear_among_three() -> None:
    class ThreeGame(RichGame):
        seats = ("Red", "Green", "Blue")
        state_type = Sides

    with pytest.raises(InvalidGame, match="must say whose it is by the number of a seat: there are 3 seats"):
        ThreeGame().start()


class Letterless(NamedTuple):
    mine: Mine
    theirs: Theirs
    walls: Annotated[int, Cells(NOBODY, "wall")]
    turn: Turn


class Twice(NamedTuple):
    mine: Mine
    theirs: Theirs
    walls: Annotated[int, Cells(NOBODY, "wall", "W")]
    turn: Turn


@pytest.mark.parametrize(("state", "letter"), [(Letterless, "''"), (Twice, "'W'")])
def test_every_piece_needs_a_letter_of_its_own(state: Any, letter: str) -> None:
    class LetterGame(RichGame):
        state_type = state

    with pytest.raises(InvalidGame, match=f"writes a wall as {letter}: declare a letter that nothing else has"):
        str(LetterGame().start())
