"""The kit is worth what it finds: games with one thing wrong each fail the check that is meant for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from ludograph.core.moves import MoveKind
from ludograph.games.trimok import game as trimok
from ludograph.games.trimok.game import State, Trimok
from ludograph.games.trimok.rules import count as count_moves
from ludograph.testing import CHECKS, Sample, check_game

BY_NAME = {check.__name__: check for check in CHECKS}


class Forgetful(Trimok):
    """Writes the wrong side to move."""

    def write(self, state: State) -> str:
        return super().write(state._replace(turn=0))


class Unsure(Trimok):
    """Lists a move twice, under two names."""

    def moves_of(self, state, kind):
        moves = list(super().moves_of(state, kind))
        return moves + [dataclasses.replace(move, text=f"{move.text}!") for move in moves[:1]]


class Strict(Trimok):
    """Gives a reason against moves that it lists."""

    def why_not(self, state, hops):
        return super().why_not(state, hops) or trimok._illegal("no", "no")


class Lax(Trimok):
    """Has nothing against moves that it doesn't list."""

    def why_not(self, state, hops):
        return None


class Crashing(Trimok):
    """Fails on a strange text."""

    def hops_in(self, text):
        return [text[0], text[1], text[2]]


def count_one_more(s: State, out, n: int) -> int:
    return count_moves(s, out, n) + 1


class Miscounting(Trimok):
    """Counts a move too many."""

    __module__ = Trimok.__module__  # the known counts are those beside this module
    rules = {**Trimok.rules, "count": count_one_more}  # noqa: RUF012


class Immortal(Trimok):
    """Never ends."""

    def end_of(self, state):
        return None


class Undoing(Trimok):
    """Declares undo moves that undo nothing."""

    kinds = MoveKind.ALL


class Undrawable(Trimok):
    """Two pieces on one cell."""

    def pieces(self, state):
        return [*super().pieces(state), *super().pieces(state)[:1]]


class Mumbling(Trimok):
    """Writes the same move into files whatever was played."""

    def file_text(self, state, move):
        return min(legal.text for legal in self.moves_of(state, MoveKind.LEGAL))


class Turncoat(Trimok):
    """Anybody may move."""

    def seat_of(self, state):
        return _AnySeat(super().seat_of(state))


class _AnySeat(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


FAULTS: list[tuple[type[Trimok], str]] = [
    (Forgetful, "texts_round_trip"),
    (Unsure, "legal_moves_are_well_formed"),
    (Strict, "moves_agree_with_brute_force"),
    (Lax, "moves_agree_with_brute_force"),
    (Crashing, "wrong_texts_are_refused"),
    (Miscounting, "kernel_counts_its_moves"),
    (Miscounting, "known_counts_hold"),
    (Immortal, "ended_games_have_no_moves"),
    (Undoing, "undo_inverts_legal"),
    (Undrawable, "drawing_never_fails"),
    (Mumbling, "files_keep_matches"),
    (Turncoat, "other_seats_are_refused"),
]


@pytest.mark.parametrize(("faulty", "check"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_the_check_fails(faulty: type[Trimok], check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = faulty()
    monkeypatch.setattr("ludograph.testing.conformance.game_named", lambda name: game)
    sample = Sample(game, matches=4, longest=2000 if faulty is Immortal else 30)
    with pytest.raises(IndexError if faulty is Crashing else AssertionError):
        BY_NAME[check](sample)


def test_everything_that_failed_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.testing.conformance.game_named", lambda name: Undrawable())
    monkeypatch.setattr("ludograph.core.match.game_named", lambda name: Undrawable())
    with pytest.raises(AssertionError, match="trimok does not conform") as failed:
        check_game(Undrawable())
    lines = str(failed.value).splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("  drawing_never_fails: two pieces are drawn on one cell of ")


def test_every_check_has_a_promise() -> None:
    check: Callable[[Sample], None]
    for check in CHECKS:
        assert check.__doc__, check.__name__
