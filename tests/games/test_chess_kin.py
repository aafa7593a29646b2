"""Chess's relatives against a naive second generator, and what is their own: texts, ends, refusals."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from naive_chess_kin import VARIANTS, Naive

import ludograph
from ludograph.core.match import Match
from ludograph.engine.program import Mode
from ludograph.errors import InvalidPosition, MoveError, PositionError
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits

POSITIONS = 30
MOST_FOLLOWED = 4


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_those_of_the_naive_generator(name: str) -> None:
    game, chance = ludograph.game(name), random.Random(name)
    position = game.start()
    for _ in range(POSITIONS):
        naive = Naive(name, str(position)).moves()
        assert {move.text for move in position.legal_moves} == set(naive), str(position)
        if not naive:
            position = game.start()
            continue
        for text in chance.sample(sorted(naive), min(MOST_FOLLOWED, len(naive))):
            after = position.play(text)
            assert Naive(name, str(after)).facts() == naive[text].facts(), f"{text} in {position}"
        position = after


@pytest.mark.parametrize("name", VARIANTS)
def test_random_positions_are_those_of_the_naive_generator(name: str) -> None:
    """Pieces anywhere, as far as the rules let them stand there: endings are seen so, checks and mates."""
    game, chance = ludograph.game(name), random.Random(name)
    start, found = Naive(name, game.fen), 0
    letters = sorted({piece.upper() for piece in start.cells.values()} - {"K"})
    while found < 12:
        naive = start.copy()
        cells = [(x, y) for x in range(start.variant.width) for y in range(start.variant.height)]
        chosen = ["K", "k", *(chance.choice((str.upper, str.lower))(chance.choice(letters)) for _ in range(6))]
        naive.cells = dict(zip(chance.sample(cells, len(chosen)), chosen, strict=True))
        fen = f"{placement(naive)} {chance.choice('wb')} - - 0 1"
        try:
            position = game.parse(fen)
        except InvalidPosition:
            continue
        found += 1
        assert game.plain.is_possible(position.state), fen
        assert {move.text for move in position.legal_moves} == set(Naive(name, fen).moves()), fen


def placement(naive: Naive) -> str:
    width, height = naive.variant.width, naive.variant.height
    rows = ["".join(naive.cells.get((x, y), "1") for x in range(width)) for y in reversed(range(height))]
    return "/".join(re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows)


# -- what is their own ------------------------------------------------------------------------------------


def outcome_after(name: str, fen: str, *moves: str) -> str:
    position = ludograph.game(name).parse(fen)
    for move in moves:
        position = position.play(move)
    outcome = position.outcome
    assert outcome, str(position)
    return outcome.text


@pytest.mark.parametrize(
    ("name", "fen", "move", "text"),
    [
        ("xiangqi", "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", "b2b9", "Black can't move: Red wins."),
        ("xiangqi", "3k5/R8/8R/9/9/9/9/9/9/4K4 w - - 0 1", "i8i10", "Black is checkmated: Red wins."),
        ("crazyhouse", "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7", "Black is checkmated: White wins."),
        ("antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1", "a2b3", "Black can't move: Black wins."),
        ("atomic", "4k3/5p2/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7", "White wins: the enemy's king is blown up."),
        ("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "White wins: this was the third check."),
        ("king-of-the-hill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", "White wins: the king is on the hill."),
        ("horde", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", "a2a1", "Black wins: the horde is gone."),
        ("racing-kings", "8/4K3/8/k7/8/8/8/8 w - - 0 1", "e7e8", "White wins: the king is on the eighth rank."),
        ("racing-kings", "4K3/k7/8/8/8/8/8/8 b - - 0 1", "a7a8", "A draw: both kings are on the eighth rank."),
        (
            "makruk",
            "k1K5/8/8/8/8/8/8/7R w - - 0 1",
            "h1h7",
            "A draw by stalemate: Black can't move",
        ),
        ("shatranj", "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1", "a1a2", "White wins: the other king is bare."),
        ("minishogi", "3kp/5/3G1/5/K4[G] w - - 0 1", "G@d4", "Gote is checkmated: Sente wins."),
    ],
)
def test_ends_are_told(name: str, fen: str, move: str, text: str) -> None:
    assert outcome_after(name, fen, move).startswith(text)


def test_a_king_that_is_bare_may_bare_the_other_at_once() -> None:
    fen = "8/8/8/8/8/8/kr6/1R2K3 w - - 0 1"
    assert ludograph.game("shatranj").parse(fen).play("b1b2").outcome is None
    assert outcome_after("shatranj", fen, "b1b2", "a2b2") == "A draw: both kings are bare."
    assert outcome_after("shatranj", fen, "b1b2", "a2a3") == "White wins: the other king is bare."


def test_a_pawn_that_is_dropped_must_not_mate_but_may_give_check() -> None:
    mating = ludograph.game("minishogi").parse("2pkp/5/2GG1/5/K4[P] w - - 0 1")
    checking = ludograph.game("minishogi").parse("3k1/5/3G1/5/K4[P] w - - 0 1")
    assert "P@d4" not in {move.text for move in mating.legal_moves}
    assert "P@d4" in {move.text for move in checking.legal_moves}


def test_what_is_taken_is_held_and_shown_beside_the_board() -> None:
    position = ludograph.game("crazyhouse").parse("4k3/8/8/8/8/8/3r4/3Q~K3[] b - - 0 1").play("d2d1")
    assert str(position) == "4k3/8/8/8/8/8/8/3rK3[p] w - - 0 2"
    assert [piece.name for piece in position.picture().beside] == ["Black pawn"]


def test_a_drop_is_made_by_touching_the_cell_and_choosing_the_piece() -> None:
    position = ludograph.game("crazyhouse").parse("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1")
    move = position.find("N@f6")
    assert (move.source, move.target, move.hops) == (None, "f6", ("f6", "N@"))
    assert set(position.partial(["f6"]).next) == {"N@", "P@"}
    assert position.find("f6-N@") == move


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("crazyhouse", "e2e5", "From e2 White can go to e3 or e4, not to e5."),
        ("xiangqi", "b3b8", "From b3 Red can go to"),
        ("xiangqi", "e5e6", "e5 is empty."),
        ("xiangqi", "k1k2", "'k1k2' is no move: 'k1' is no cell of the board."),
        ("xiangqi", "cannon", "'cannon' is no move: a move is written from cell to cell, as a1a2."),
    ],
)
def test_refusals_are_sentences(name: str, text: str, sentence: str) -> None:
    with pytest.raises(MoveError) as refusal:
        ludograph.game(name).start().play(text)
    assert refusal.value.message.startswith(sentence)


@pytest.mark.parametrize(
    ("name", "fen", "fault"),
    [
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/K8 w - - 0 1", "a general of Red can't be on a1"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "Black is in check, but Red is to move"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "'K' is no piece that can be in hand"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P w - - 0 1", "it has brackets that are no pocket"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 9+3 0 1", "the checks that are left are '9+3'"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1", "White is to move, but has given all checks"),
        ("horde", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "White has 1 king"),
        ("racing-kings", "8/8/8/k7/8/8/8/R6K w - - 0 1", "Black is in check"),
        ("makruk", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a pawn of White can't be on a2"),
        (
            "capablanca",
            "5k4/10/10/10/10/10/10/5K4 w K - 0 1",
            "king and rook are not on f1 and j1",
        ),
        ("los-alamos", "3k2/6/6/6/6/3K2 w - e3 0 1", "no pawn can have stepped over 'e3' just now"),
        ("antichess", "8/8/8/8/8/8/8/9 w - - 0 1", "row 1 has 9 cells, not 8"),
    ],
)
def test_impossible_positions_are_refused(name: str, fen: str, fault: str) -> None:
    with pytest.raises(PositionError) as refusal:
        ludograph.game(name).parse(fen)
    assert fault in refusal.value.message


def test_short_texts_and_those_of_other_programs_are_read() -> None:
    minishogi, three_check = ludograph.game("minishogi"), ludograph.game("three-check")
    assert minishogi.parse("rbsgk/4p/5/P4/KGSBR[-] w 0 1") == minishogi.start()
    assert three_check.parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -") == three_check.start()


def test_a_match_is_drawn_without_progress_and_without_material() -> None:
    xiangqi = ludograph.game("xiangqi")
    dead = Match(xiangqi, xiangqi.parse("3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"))
    assert dead.outcome
    assert dead.outcome.text == "A draw: no side has the material to win."
    quiet = Match(xiangqi, xiangqi.parse("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 80"))
    quiet.play("e2e3")
    assert quiet.outcome
    assert quiet.outcome.text == "A draw: 60 moves of each side without a capture."


def test_solving_by_material_knows_what_is_possible() -> None:
    """What a text may not say is no position of an ending either."""
    makruk = ludograph.game("makruk")
    state: Any = makruk.parse("4k3/8/8/8/P7/8/8/4K2R w - - 0 1").state
    assert makruk.plain.is_possible(state)
    on_a6 = state.pawn << 16  # where it would have become a met
    assert not makruk.plain.is_possible(state._replace(first=state.first ^ state.pawn ^ on_a6, pawn=on_a6))
    attacked = makruk.parse("4k2R/8/8/8/8/8/8/4K3 b - - 0 1").state
    assert not makruk.plain.is_possible(attacked._replace(turn=0))


@pytest.mark.parametrize(
    ("name", "fen", "best"),
    [
        ("xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K3R w - - 0 1", "i1i10"),
        ("atomic", "4k3/5p2/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7"),
        ("antichess", "8/8/8/2p5/8/8/1P6/8 w - - 0 1", "b2b4"),
        ("crazyhouse", "6rk/6pp/8/8/8/8/8/6K1[NQ] w - - 0 1", "N@f7"),
    ],
)
def test_players_that_search_find_wins(name: str, fen: str, best: str) -> None:
    """In plain Python, two plies deep: nothing is compiled for it."""
    game = ludograph.game(name)
    thinker = AlphaBeta(game, mode=Mode.PLAIN, table_words=1 << 12)
    assert str(thinker.think(Match(game, game.parse(fen)), Limits(depth=2)).line[0]) == best
