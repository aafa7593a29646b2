"""The board of a notebook, as Python sees it; tests/web/test_notebook.py plays on it in a browser."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

import ludograph
from ludograph import errors
from ludograph.adapters import notebook
from ludograph.adapters.notebook.script import script, style

pytest.importorskip("anywidget", reason="anywidget is not installed")

Told = Callable[..., Any]


@pytest.fixture
def tell() -> Told:
    """Send a widget what its board would send."""

    def told(widget: Any, **message: object) -> Any:
        widget._answer(widget, message, [])
        return widget

    return told


def board(*words: Any, **options: Any) -> Any:
    return notebook.BoardWidget(*words, **options)


def test_a_move_of_a_hand_is_played(tell: Told) -> None:
    widget = tell(board("trimok"), move="A2-A3")
    assert str(widget.match.position) == widget.view["position"] == str(ludograph.game("trimok").start().play("A2-A3"))
    assert (widget.last_move["text"], widget.says) == ("A2-A3", "Blue to move.")
    assert {move["text"] for move in widget.view["moves"]} == {move.text for move in widget.match.moves()}


def test_a_refused_move_changes_nothing_and_is_explained(tell: Told) -> None:
    widget = board("trimok")
    before = widget.view
    tell(widget, move="A1-A2")
    assert (widget.says, widget.view) == ("Illegal move: A2 is occupied by a stack of Red's own, of size 3.", before)
    tell(widget, hops=["A1", "A2"])
    assert widget.says == "Illegal move: A2 is occupied by a stack of Red's own, of size 3."
    tell(widget, undo=1)
    assert widget.says == "No move was played yet that can be taken back."


def test_programs_answer_and_moves_are_taken_back_to_a_hands_turn(tell: Told) -> None:
    widget = board("tic-tac-toe", players=("random:1", "human"))
    assert (widget.match.ply, widget.match.position.seat) == (1, 1)
    tell(widget, move=widget.match.moves()[0].text)
    assert widget.match.ply == 3
    tell(widget, undo=1)
    assert widget.match.ply == 1
    tell(widget, anew=True)
    assert widget.match.ply == 1
    with pytest.raises(errors.InvalidParameter, match="wants as many players as it has seats, 2, not 1"):
        board("tic-tac-toe", players=["human"])


def test_values_are_those_of_the_solution(tell: Told) -> None:
    solution: Any = ludograph.solve("tic-tac-toe")
    widget = board("tic-tac-toe", solution=solution)
    widget.play("B2", "B1")
    position = widget.match.position
    known = {each.move.text: (str(each.worth), each.ends_in, each.is_best) for each in solution.moves(position)}
    assert {each["text"]: (each["value"], each["remoteness"], each["isBest"]) for each in widget.values} == known
    assert widget.says == solution.words(position)
    assert tell(widget, values=True).values == []
    assert tell(widget, values=True).values


def test_what_is_too_large_to_be_solved_is_not_known() -> None:
    widget = board("chess", values=True)
    assert (widget.values, widget.says) == ([], "White to move. Its values are not known.")


def test_a_match_that_has_ended_says_so() -> None:
    widget = board("tic-tac-toe")
    widget.play("A1", "B1", "A2", "B2", "A3")
    assert (widget.says, widget.view["moves"]) == (str(widget.match.outcome), [])
    assert widget.match.outcome.winners


def test_themes_are_those_of_the_page() -> None:
    assert board("trimok", theme="dark").theme["background"] != board("trimok").theme["background"]
    with pytest.raises(errors.InvalidParameter, match="no theme 'pink'"):
        board("trimok", theme="pink")


def test_the_scripts_are_one() -> None:
    assert re.findall(r"^(?:import|export)\b.*", script(), re.MULTILINE) == [
        'export default { render: modules["notebook/widget.js"].render };'
    ]
    assert "board-view" in style()


def test_without_anywidget_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "ludograph.adapters.notebook.widget", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'ludograph\[notebook\]' brings it"):
        _ = notebook.BoardWidget
