"""The games of the shelf against naive rules: every move of random games, what it leads to, who wins, and counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import naive_placing as placing
import naive_shelf as naive
import naive_sowing_and_large as large
import naive_star as star
import naive_unlike_sides as unlike
import pytest

import ludograph
from ludograph.engine.perft import known_counts

Moves = Callable[[str], dict[str, str]]
NAIVE: dict[str, Moves] = {
    "clobber": naive.clobber,
    "domineering": naive.domineering,
    "konane": naive.konane,
    "konane?columns=6&rows=4": naive.konane,
    "ataxx": naive.ataxx,
    "ataxx?size=4": naive.ataxx,
    "quixo": naive.quixo,
    "quixo?size=3": naive.quixo,
    "three-mens-morris": naive.three_mens_morris,
    "three-mens-morris/tapatan": naive.tapatan,
    "three-mens-morris/nine-holes": naive.nine_holes,
    "achi": naive.achi,
    "teeko": naive.teeko,
    "teeko/advanced": naive.teeko_advanced,
    "lines-of-action": naive.lines_of_action,
    "surakarta": naive.surakarta,
    "nine-mens-morris": naive.nine_mens_morris,
    "six-mens-morris": naive.six_mens_morris,
    "y?size=4&swap=yes": naive.y_game,
    "y?size=13&swap=yes": naive.y_game,
    "pong-hau-ki": unlike.pong_hau_ki,
    "chomp": unlike.chomp,
    "dodgem": unlike.dodgem,
    "dodgem?size=5": unlike.dodgem,
    "bagh-chal": unlike.bagh_chal,
    "nim": placing.nim,
    "nim/3-4-5?last=wins": placing.nim,
    "kayles": placing.kayles,
    "col": placing.col,
    "snort": placing.snort,
    "cram": placing.cram,
    "pentago": placing.pentago,
    "sim": placing.sim,
    "atari-go": placing.atari_go,
    "atari-go?size=4": placing.atari_go,
    "fox-and-hounds": placing.fox_and_hounds,
    "l-game": placing.l_game,
    "isolation": placing.isolation,
    "gomoku?size=9": large.gomoku,
    "gomoku?size=5&opening=swap": large.gomoku_swap,
    "kalah": large.kalah,
    "kalah?houses=3&seeds=5": large.kalah,
    "oware": large.oware,
    "oware?houses=3&seeds=3": large.oware,
    "tablut": large.tablut,
    "tablut/brandubh": large.brandubh,
    "halma?size=8": large.halma,
    "halma?size=4": large.halma,
    "pente?size=9": large.pente,
    "hare-and-hounds": large.hare_and_hounds,
    "adugo": large.adugo,
    "five-field-kono": large.five_field_kono,
    "havannah?size=3&swap=yes": large.havannah,
    "havannah?size=5&swap=yes": large.havannah,
    "chinese-checkers": star.chinese_checkers,
    "chinese-checkers?players=3": star.chinese_checkers,
    "chinese-checkers?players=6": star.chinese_checkers,
    "chinese-checkers?players=4&size=2": star.chinese_checkers,
    "chinese-checkers?size=1": star.chinese_checkers,
    "chinese-checkers?players=3&size=1": star.chinese_checkers,
    "chinese-checkers?players=6&size=1": star.chinese_checkers,
}
#: Who has won when there are no moves; elsewhere who has moved last.
WINNERS: dict[str, Callable[[str], str]] = {
    "ataxx": lambda text: naive.count_winner(text, "RB"),
    "quixo": naive.quixo_winner,
    "lines-of-action": naive.lines_of_action_winner,
    "dodgem": unlike.dodgem_winner,
    "nim": placing.last_mover_loses,
    "pentago": placing.pentago_winner,
    "sim": placing.last_mover_loses,
    "gomoku": large.five_winner,
    "pente": large.five_winner,
    "kalah": large.richer,
    "oware": large.richer,
    "tablut": large.tafl_winner,
    "tablut/brandubh": large.tafl_winner,
    "hare-and-hounds": large.hare_winner,
    "havannah": large.havannah_winner,
    "chinese-checkers": star.last_mover,
}
MOST_MOVES = 150
MOST_LOOKED_AT = 4_000  # moves in all matches of a game
MOST_POSITIONS = 3_000  # naive rules need a second or two for those behind so many


@pytest.mark.parametrize("name", NAIVE)
def test_moves_and_ends_are_those_of_naive_rules(name: str) -> None:
    chance, game = random.Random(name), ludograph.game(name)
    winner = WINNERS.get(game.id.partition("?")[0], lambda text: next(s[0] for s in game.seats if s[0] != text[0]))
    looked_at = 0
    for _ in range(4):
        position = game.start()
        for _ in range(MOST_MOVES if looked_at < MOST_LOOKED_AT else 0):
            moves = {move.text: str(position.play(move)) for move in position.legal_moves}
            looked_at += len(moves)
            assert moves == NAIVE[name](str(position)), str(position)
            if not moves:
                outcome = position.outcome
                assert outcome is not None
                won = [game.seats[seat][0] for seat in outcome.winners] or ["draw"]
                assert won == [winner(str(position))], str(position)
                break
            position = position.play(chance.choice(list(moves)))


@pytest.mark.parametrize("name", NAIVE)
def test_counts_are_those_of_naive_rules(name: str) -> None:
    """How many sequences of moves lead to each position is counted text by text."""
    start = ludograph.game(name).start()
    (known,) = (known for known in known_counts(type(start.game)) if known.game == name and not known.position)
    ways = Counter({str(start): 1})
    for count in known.counts:
        following: Counter[str] = Counter()
        for text, number in ways.items():
            for after in NAIVE[name](text).values():
                following[after] += number
        ways = following
        assert sum(ways.values()) == count
        if len(ways) > MOST_POSITIONS:
            break
