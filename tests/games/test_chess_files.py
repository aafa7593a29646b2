"""Chess in PGN files, compared with python-chess."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import chess
import chess.pgn
import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core.portable.meaning import canonical
from ludograph.core.portable.model import GameText, Line, WrittenMove

CHESS = ludograph.game("nchess")


def read(text: str) -> list[GameText]:
    return list(ludograph.read_games(io.StringIO(text)))


def random_match(game: ludograph.Game, chance: random.Random, longest: int) -> Match:
    match = Match(game)
    while match.ply < longest and (moves := match.moves()):
        match.play(chance.choice(moves))
    if match.outcome is None:
        chance.choice([lambda: None, match.agree_draw, lambda: match.resign(chance.randrange(2))])()
    return match


def check_round_trip(played: list[Match]) -> str:
    stream = io.StringIO()
    ludograph.write_games(stream, played)
    games = read(stream.getvalue())
    assert "".join(map(str, games)) == stream.getvalue()
    for text, match in zip(games, played, strict=True):
        replay = text.replay()
        assert replay.record() == match.record()
        assert str(canonical(replay)) == str(text)
    return stream.getvalue()


def test_random_matches_survive_and_are_chess_to_others() -> None:
    chance = random.Random(5)
    text = check_round_trip([random_match(CHESS, chance, chance.randrange(5, 60)) for _ in range(60)])
    assert "[Game " not in text
    for ours in read(text):
        theirs = chess.pgn.read_game(io.StringIO(str(ours)))
        assert theirs is not None
        assert theirs.errors == []
        assert theirs.headers["Result"] == ours.result
        assert [move.uci() for move in theirs.mainline_moves()] == [move.text for move in ours.replay().moves]


def test_chess960_survives_and_is_chess960_to_others() -> None:
    chance = random.Random(960)
    games = [ludograph.game(f"nchess?setup={chance.randrange(960)}") for _ in range(12)]
    for text in read(check_round_trip([random_match(game, chance, 60) for game in games])):
        theirs = chess.pgn.read_game(io.StringIO(str(text)))
        assert theirs is not None
        assert theirs.errors == []
        assert theirs.board().chess960
        assert theirs.end().board().board_fen() == str(text.replay().positions[-1]).split()[0]


@pytest.mark.parametrize("name", ["crazyhouse", "antichess", "atomic", "three-check", "horde", "racing-kings"])
def test_relatives_survive_and_are_known_to_others_by_their_variant(name: str) -> None:
    chance = random.Random(7)
    game = ludograph.game(name)
    for text in read(check_round_trip([random_match(game, chance, 50) for _ in range(3)])):
        assert "Game" not in text.tags
        theirs = chess.pgn.read_game(io.StringIO(str(text)))
        assert theirs is not None
        assert theirs.errors == []
        assert [move.uci() for move in theirs.mainline_moves()] == [move.text for move in text.replay().moves]


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        ("crazyhouse", "crazyhouse"),
        ("3check", "three-check"),
        ("King Of The Hill", "king-of-the-hill"),
        ("chess 960", "nchess"),
    ],
)
def test_variants_have_many_spellings(variant: str, name: str) -> None:
    (text,) = read(f'[Variant "{variant}"]\n\n1. e4 e5 2. Nf3 *\n')
    played = text.replay()
    assert (played.game.name, [move.text for move in played.moves]) == (name, ["e2e4", "e7e5", "g1f3"])


def test_other_maps_survive() -> None:
    chance = random.Random(3)
    for name in ("nchess/glinski", "nchess?kings=capture", "nchess/three"):
        check_round_trip([random_match(ludograph.game(name), chance, 20) for _ in range(3)])


# -- comments and variations, as python-chess writes them ------------------------------------------------------


def grown(chance: random.Random) -> chess.pgn.Game:
    """A game with comments, glyphs and nested variations, by python-chess."""
    game = chess.pgn.Game()
    game.comment = "the start"
    nodes: list[chess.pgn.GameNode] = [game]
    for _ in range(60):
        parent = chance.choice(nodes[-6:])
        moves = [move for move in parent.board().legal_moves if not parent.has_variation(move)]
        if not moves:
            continue
        node = parent.add_variation(chance.choice(moves))
        node.comment = chance.choice(["", "", "a remark (with brackets)", "long words " * 12])
        node.nags = set(chance.sample(range(1, 140), chance.randrange(3)))
        nodes.append(node)
    game.headers["Result"] = "*"
    return game


def their_tree(node: chess.pgn.GameNode) -> list[object]:
    """All that follows a node: the main move with what hangs on it, the other moves, then the rest."""
    if not node.variations:
        return []
    main, *others = node.variations
    here = [*_their_move(main), *([*_their_move(other), *their_tree(other)] for other in others)]
    return [*here, *their_tree(main)]


def _their_move(node: chess.pgn.ChildNode) -> list[object]:
    return [node.move.uci(), sorted(node.nags), " ".join(node.comment.split())]


def our_tree(line: Line, position: ludograph.Position) -> Iterator[object]:
    for written in line.moves:
        yield from _our_move(written, position)
        yield from ([*our_tree(remark, position)] for remark in written.remarks if isinstance(remark, Line))
        position = position.play(written.text)


def _our_move(written: WrittenMove, position: ludograph.Position) -> Iterator[object]:
    yield position.find(written.text).text
    yield sorted(written.glyphs)
    yield " ".join(remark for remark in written.remarks if isinstance(remark, str))


@pytest.mark.parametrize("seed", range(12))
def test_trees_are_read_as_python_chess_reads_them(seed: int) -> None:
    theirs = grown(random.Random(seed))
    (ours,) = read(f"{theirs}\n")
    assert ours.line.comments == ["the start"]
    assert list(our_tree(ours.line, CHESS.start())) == their_tree(theirs)
    again = chess.pgn.read_game(io.StringIO(str(canonical(ours.replay()))))
    assert again is not None
    assert again.errors == []
    assert their_tree(again) == their_tree(theirs)


@pytest.mark.parametrize(
    ("tag", "column"), [('[Variant "Kriegspiel"]', 2), ('[GameType "0"]', 2), ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', 2)]
)
def test_what_is_no_chess_is_refused(tag: str, column: int) -> None:
    (game,) = read(f"{tag}\n\n1. e4 *\n")
    with pytest.raises(errors.InvalidGameText) as refused:
        game.replay()
    assert (refused.value.line, refused.value.column) == (1, column)


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O",
        "1.e4 e5 2.Ng1f3 Nb8-c6 3.Bf1-b5 a7-a6 4.0-0",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1",
        "1. e4! e5?! 2. Nf3 $14 Nc6 3. Bb5 a6 4. O-O!!",
    ],
)
def test_spellings(moves: str) -> None:
    (game,) = read(f"{moves} *\n")
    played = game.replay()
    assert str(played.positions[-1]) == "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"
    assert [move.text for move in canonical(played).line.moves] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]
