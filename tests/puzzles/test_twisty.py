"""What holds for all puzzles with turning parts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.puzzles._twisty import turned

SOLVED = {
    "cube2": "UUUURRRRFFFFDDDDLLLLBBBB",
    "cube3": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    "pyraminx": "LLLLLLFFFFFFRRRRRRDDDDDD",
    "skewb": "UUUUURRRRRFFFFFDDDDDLLLLLBBBBB",
}
GAMES = {name: ludograph.game(name) for name in SOLVED}
NUMBERED = [name for name in SOLVED if GAMES[name].ranks]
every_game = pytest.mark.parametrize("name", SOLVED)


def played(position, *moves: str):
    for move in moves:
        position = position.play(move)
    return position


def faults(name: str, text: str) -> list[str]:
    with pytest.raises(errors.PositionError) as refusal:
        GAMES[name].parse(text)
    return list(refusal.value.faults)


@every_game
def test_solved_text(name: str) -> None:
    position = GAMES[name].parse(SOLVED[name])
    assert position.outcome is not None
    assert position.state in set(GAMES[name].solution_states())
    assert GAMES[name].start().outcome is None


@given(st.sampled_from(NUMBERED), st.data())
def test_numbers_and_texts_are_inverse(name: str, data) -> None:
    game = GAMES[name]
    rank = data.draw(st.integers(0, game.ranks - 1))
    text = game.write(game.state_of(rank))
    assert game.rank_of(game.read(text)) == rank
    assert sorted(text) == sorted(SOLVED[name])


@given(st.sampled_from(NUMBERED), st.data())
def test_children_are_the_positions_after_moves(name: str, data) -> None:
    game = GAMES[name]
    rank = data.draw(st.integers(0, game.ranks - 1))
    stack = [0] * (game.max_moves + 2)
    end = game.plain.children(rank, stack, 2)
    position = ludograph.game(name).parse(game.write(game.state_of(rank)))
    after = {move.code: game.rank_of(position.play(move).state) for move in position.moves()}
    assert stack[2:end] == [after[code] for code in range(len(after))]


@every_game
def test_turns_move_stickers_like_letters(name: str) -> None:
    """A turn permutes the text always in the same way, told from texts alone."""
    game, mix = GAMES[name], random.Random(1)
    for turn in game.move_names:
        befores, afters = [], []
        position = game.start()
        for _ in range(40):
            for _ in range(4):
                position = position.play(mix.choice(game.move_names))
            befores.append(str(position))
            afters.append(str(position.play(turn)))
        columns_before, columns_after = sorted(zip(*befores, strict=True)), sorted(zip(*afters, strict=True))
        assert columns_before == columns_after


@every_game
def test_a_turn_and_its_inverse(name: str) -> None:
    start = GAMES[name].start()
    for turn in GAMES[name].move_names:
        if len(turn) == 1:
            assert played(start, turn, f"{turn}'") == start
            assert played(start, turn) != start
            assert played(start, turn, f"{turn}’") == start


@every_game
def test_letters_that_cannot_be_read(name: str) -> None:
    solved = SOLVED[name]
    assert faults(name, solved[:-1]) == [f"it has {len(solved) - 1} stickers, not {len(solved)}"]
    assert f"it has {len(solved) + 1} stickers, not {len(solved)}" in faults(name, solved + "D")
    (strange,) = faults(name, "x" + solved[1:])
    assert strange.startswith("'x' is none of the faces ")
    assert faults(name, solved.lower())


@every_game
def test_wrong_numbers_of_stickers(name: str) -> None:
    solved = SOLVED[name]
    one, other = solved[0], solved[-1]
    each = solved.count(one)
    found = faults(name, other + solved[1:])
    assert [fault.split(" (")[0] for fault in found] == [
        f"it has {count} stickers {letter}"
        for letter, count in sorted({one: each - 1, other: each + 1}.items(), key=lambda pair: solved.index(pair[0]))
    ]


@every_game
def test_impossible_corner(name: str) -> None:
    """Two stickers of one corner exchanged: its mirror image does not exist."""
    game = GAMES[name]
    place = next(place for place in game.places if place.kind == "corner")
    one, two, _ = place.stickers
    letters = list(SOLVED[name])
    letters[one], letters[two] = letters[two], letters[one]
    (fault,) = faults(name, "".join(letters))
    assert fault.startswith(f"the corner at {place.name} shows ")
    assert fault.endswith(", as no corner does")


@every_game
def test_other_moves_are_refused(name: str) -> None:
    for text in ("M", "r", "R3", "R''", "R U", "U1"):
        with pytest.raises(errors.IllegalMove, match="is none of the moves "):
            GAMES[name].start().play(text)


def test_turned() -> None:
    assert turned((0, 0, 1), (1, 0, 0)) == (0, 1, 0)  # R brings the front up
    assert turned((0, 0, 1), (0, 1, 0)) == (-1, 0, 0)  # U brings the front to the left
    assert turned((0, 1, 0), (1, 1, 1)) == (1, 0, 0)  # about the corner URF: up to the right, right to the front
    assert turned((1, 0, 0), (1, 1, 1)) == (0, 0, 1)
    assert turned((-1, 0, 0), (1, 0, 0)) == (-1, 0, 0)
