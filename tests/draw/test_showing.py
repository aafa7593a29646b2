"""What a notebook shows of games, positions, matches and solutions."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core.portable.meaning import game_text
from ludograph.draw.svg import to_svg

SVG = "{http://www.w3.org/2000/svg}"
MOVES = ("B2", "A1", "C3", "A3", "A2", "C2", "B1", "B3", "C1")


@pytest.fixture(scope="module")
def match() -> Match:
    """A game of tic-tac-toe that nobody wins."""
    played = Match(ludograph.game("tic-tac-toe"))
    for move in MOVES:
        played.play(move)
    return played


def boards_of(strip: object) -> list[ElementTree.Element]:
    return ElementTree.fromstring(strip._repr_svg_()).findall(f"{SVG}svg")  # type: ignore[attr-defined]


def captions_of(strip: object) -> list[str | None]:
    root = ElementTree.fromstring(strip._repr_svg_())  # type: ignore[attr-defined]
    return [each.text for each in root.findall(f"{SVG}text")]


def test_everything_that_has_a_board_shows_it(match: Match) -> None:
    game, start = match.game, match.start
    assert game._repr_svg_() == start._repr_svg_() == start.picture()._repr_svg_() == to_svg(start.picture())
    assert match._repr_svg_() == to_svg(match.position.picture(match.last_move)) != to_svg(match.position.picture())


def test_records_and_games_of_files_show_how_they_ended(match: Match) -> None:
    drawn = match._repr_svg_()
    (text,) = ludograph.read_games(io.StringIO(str(game_text(match))))
    assert match.record()._repr_svg_() == text.replay()._repr_svg_() == drawn
    assert replace(match.record(), moves=("Z9",))._repr_svg_() is None


def test_a_game_of_a_file_is_a_strip(match: Match) -> None:
    (text,) = ludograph.read_games(io.StringIO(str(game_text(match))))
    strip = ludograph.show(text)
    assert strip.to_svg() == ludograph.show(text.replay()).to_svg()
    assert captions_of(strip) == captions_of(ludograph.show(match))


def test_a_match_is_a_strip_of_all_its_positions(match: Match) -> None:
    strip = ludograph.show(match)
    titles = [board.findtext(f"{SVG}title") for board in boards_of(strip)]
    assert titles == [position.picture().title for position in match.positions]
    assert captions_of(strip) == ["X to move", *(f"{ply}. {move}" for ply, move in enumerate(MOVES, start=1))]
    assert ElementTree.fromstring(strip._repr_svg_()).findtext(f"{SVG}title") == f"Tic-tac-toe: {match.outcome}"
    assert ludograph.show(match.record()).to_svg() == strip.to_svg()


def test_boards_stand_in_rows_and_do_not_overlap(match: Match) -> None:
    places = [
        (float(each.attrib["x"]), float(each.attrib["y"])) for each in boards_of(ludograph.show(match, columns=4))
    ]
    assert [len({x for x, _ in places}), len({y for _, y in places})] == [4, 3]
    assert places == sorted(places, key=lambda place: place[::-1])
    width, height = (float(boards_of(ludograph.show(match))[0].attrib[name]) for name in ("width", "height"))
    xs, ys = (sorted({place[axis] for place in places}) for axis in (0, 1))
    assert min(b - a for a, b in pairwise(xs)) > width
    assert min(b - a for a, b in pairwise(ys)) > height


def test_games_and_positions_are_shown_alone_or_in_any_order(match: Match) -> None:
    assert len(boards_of(ludograph.show(match.game))) == len(boards_of(ludograph.show(match.position))) == 1

    assert len(boards_of(ludograph.show(match.positions[::-4]))) == 3
    assert boards_of(ludograph.show([])) == []


def test_what_can_not_be_shown_is_refused(match: Match) -> None:
    with pytest.raises(errors.InvalidParameter, match="at least 1 column, not 0"):
        ludograph.show(match, columns=0)
    with pytest.raises(errors.InvalidParameter, match="301 boards are too many"):
        ludograph.show([match.start] * 301)


def test_a_solution_shows_its_distribution() -> None:
    solution = ludograph.solve("sliding?rows=2&columns=2")
    drawn = solution._repr_svg_()
    assert "positions by remoteness" in drawn
    assert ", ".join(map(str, solution.by_remoteness)) in drawn
