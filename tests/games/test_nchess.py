"""nchess on graphs: its counts, its moves against a second statement of the rules, its texts, its ends."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from pathlib import Path

import pytest
from naive_nchess import Naive
from naive_nchess import Position as NaivePosition

import ludograph
from ludograph.core.game import Position
from ludograph.engine.perft import perft
from ludograph.errors import IllegalMove, InvalidParameter, InvalidPosition, MoveSyntaxError, PositionSyntaxError
from ludograph.games.nchess import codes
from ludograph.games.nchess import game as nchess
from ludograph.games.nchess.game import ChessOnGraph, ChessOnSquares

MAPS = Path(nchess.__file__).with_name("maps")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# The table of the rules, as far as a test goes.
CHESS_COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281),
    KIWIPETE: (48, 2039, 97862, 4085603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890),
}
EVERY_MAP = ("chess", *list(nchess.Nchess.variants)[1:])


def data_of(name: str) -> dict[str, object]:
    return json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=32)
def graph_game(name: str, options: str = "") -> ChessOnGraph:
    """A built-in map played by the graph kernel, the 8×8 board too: by its own file, a user's map."""
    game = ludograph.game(f"nchess?map={MAPS / f'{name}.json'}{options}")
    assert isinstance(game, ChessOnGraph)
    return game


def naive_of(position: Position) -> NaivePosition:
    """A position as the naive statement of the rules has it."""
    game = position.game
    ids = [node.id for node in game.board.nodes]
    setting = game.form.unpack(position.state)
    players = [str(player) for player in game.mapped.players]
    pieces = {ids[piece.node]: (piece.letter, players[piece.player], piece.direction) for piece in setting.pieces}
    passed = None if setting.passed is None else (ids[setting.passed], ids[setting.victim])
    return NaivePosition(pieces, setting.turn, setting.rights, passed)


def moves_by_id(position: Position) -> dict[tuple[int, int, str], Position]:
    board = position.game.board

    def key(move):
        cells = [board.nodes[board.index(hop)].id for hop in move.hops[:2]]
        return (*cells, "".join(move.hops[2:])[1:])

    return {key(move): position.play(move) for move in position.legal_moves}


class TestCounts:
    @pytest.mark.parametrize("fen", CHESS_COUNTS)
    def test_chess_by_the_graph_kernel(self, fen: str) -> None:
        position = graph_game("chess").parse(fen)
        found = tuple(perft(position, depth) for depth in range(1, len(CHESS_COUNTS[fen]) + 1))
        assert found == CHESS_COUNTS[fen]

    @pytest.mark.parametrize("name", EVERY_MAP)
    def test_the_second_statement_counts_the_same(self, name: str) -> None:
        naive = Naive(data_of(name))
        game = graph_game(name)
        assert [perft(game.start(), depth) for depth in (1, 2)] == [naive.perft(naive.start(), d) for d in (1, 2)]


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, "") for name in EVERY_MAP), ("chess", "&kings=capture"), ("chess", "&pawns=free"),
     ("three", "&pawns=free"), ("ring", "&kings=capture"), ("twins", "&pawns=adjacent")],
)  # fmt: skip
def test_moves_along_random_games_are_those_of_the_second_statement(name: str, options: str) -> None:
    game = graph_game(name, options)
    modes = dict(option.split("=") for option in options.split("&") if option)
    naive = Naive(data_of(name), **modes)
    chance = random.Random(f"{name} {options}")
    for _ in range(2):
        position = game.start()
        for ply in range(80):
            if ply % 5 == 0 or len(position.legal_moves) < 8:
                found = moves_by_id(position)
                expected = naive.moves(naive_of(position))
                assert set(found) == set(expected), f"the moves of {position} differ"
                for move, after in found.items():
                    assert naive_of(after).pieces == expected[move].pieces, f"{move} in {position}"
                    assert naive_of(after).turn == expected[move].turn, f"{move} in {position}"
            if not position.legal_moves:
                break
            position = position.play(chance.choice(position.legal_moves))


#: The ordinary one; Chess960 with kings that stay where they are, go to their rook's square, or take one step.
SETUPS = (518, 0, 582, 867, 959)


@pytest.mark.parametrize("setup", SETUPS)
def test_graph_and_bitboard_play_the_same_chess(setup: int) -> None:
    """Along random games: the same moves, ways of a hand, texts, checks and ends; who may castle does."""
    graph, squares = graph_game("chess", f"&setup={setup}"), ludograph.game(f"nchess?setup={setup}")
    assert isinstance(squares, ChessOnSquares)
    chance, starts = random.Random(6), list(CHESS_COUNTS) if setup == SETUPS[0] else [str(squares.start())]
    for number in range(12 if setup == SETUPS[0] else 3):
        fen = random.Random(number).choice(starts)
        one, other = graph.parse(fen), squares.parse(fen)
        for _ in range(80):
            assert str(one) == str(other)
            assert graph.parse(str(other)) == one
            assert [move.as_dict() for move in one.legal_moves] == [move.as_dict() for move in other.legal_moves]
            assert [set(move.ways) for move in one.legal_moves] == [set(move.ways) for move in other.legal_moves]
            assert graph.is_check(one.state) == squares.is_check(other.state)
            assert (one.outcome and one.outcome.as_dict()) == (other.outcome and other.outcome.as_dict())
            if one.outcome:
                break
            castlings = [move for move in one.legal_moves if move.code & codes.CASTLES]
            move = chance.choice(castlings or one.legal_moves).text
            one, other = one.play(move), other.play(move)


class TestGames:
    def test_who_plays_what(self) -> None:
        assert isinstance(ludograph.game("nchess"), ChessOnSquares)
        assert isinstance(ludograph.game("nchess/chess?kings=check&pawns=standard"), ChessOnSquares)
        for name in ("nchess?kings=capture", "nchess?pawns=free", "nchess/glinski", "nchess/three"):
            assert isinstance(ludograph.game(name), ChessOnGraph)

    def test_what_a_map_says_anyway_is_not_part_of_the_name(self) -> None:
        assert ludograph.game("nchess/chess?kings=check&pawns=standard").id == "nchess"
        assert ludograph.game("nchess/glinski?kings=check&pawns=adjacent").id == "nchess/glinski"
        assert ludograph.game("nchess/three?kings=capture").id == "nchess/three"

    @pytest.mark.parametrize(
        "name",
        [f"nchess/glinski?map={MAPS / 'chess.json'}", "nchess/glinski?setup=0"],
    )
    def test_parameters_that_do_not_go_together(self, name: str) -> None:
        with pytest.raises(InvalidParameter):
            ludograph.game(name)

    def test_three_can_not_play_with_check(self) -> None:
        with pytest.raises(ludograph.errors.InvalidMap, match="two players, and it has 3"):
            ludograph.game("nchess/three?kings=check")


class TestEnds:
    def test_mate_and_stalemate_on_hexagons(self) -> None:
        game = ludograph.game("nchess/glinski")
        mate = game.parse("b:Kf9,Qf10/Kf11")
        assert mate.outcome is not None
        assert (mate.outcome.reason, mate.outcome.winner) == ("checkmate", 0)
        stalemate = game.parse("b:Kf9,Ra1/Kf11")
        assert stalemate.outcome is not None
        assert (stalemate.outcome.reason, stalemate.outcome.is_draw) == ("stalemate", True)

    def test_a_player_without_king_is_skipped_and_his_pieces_stay(self) -> None:
        game = ludograph.game("nchess/three")
        position = game.parse("r:Kf1,Qf5/Kf6,Pf8/Ka1")
        after = position.play("f5xf6")
        assert game.seats[after.seat] == "Green"
        assert str(after) == "g:Kf1,Qf6/Pf8/Ka1"
        back = after.play("a1-a2")
        assert game.seats[back.seat] == "Red"
        won = back.play("f6xf8")
        assert won.outcome is None
        final = game.parse("r:Kf1,Qf5//Kf6").play("f5xf6")
        assert final.outcome is not None
        assert (final.outcome.reason, final.outcome.winner, final.legal_moves) == ("last-king", 0, ())

    def test_bare_kings_are_a_draw(self) -> None:
        game = ludograph.game("nchess/glinski")
        assert game.draw_of(game.parse("w:Kf1/Kf11").state).reason == "dead"
        assert game.draw_of(game.parse("w:Kf1,Pb1/Kf11").state) is None

    def test_moves_without_capture_or_pawn_move(self) -> None:
        game = ludograph.game("nchess/glinski?move_limit=2")
        position = game.parse("w:Kf1,Ra1/Kf11;quiet=3")
        drawn = position.play("a1-a2")
        assert str(drawn).endswith(";quiet=4")
        assert game.draw_of(drawn.state).reason == "move-limit"


class TestTexts:
    @pytest.mark.parametrize("rights", ["HAha", "KQha", "HQkq"])
    def test_castling_is_read_by_the_rooks_files_too(self, rights: str) -> None:
        """As X-FEN and Shredder have it; written is KQkq."""
        game = graph_game("chess")
        position = game.parse(KIWIPETE.replace("KQkq", rights))
        assert str(position) == KIWIPETE
        assert {"e1g1", "e1c1"} <= {move.text for move in position.legal_moves}
        with pytest.raises(InvalidPosition, match="'B' is no castling of this map"):
            game.parse(KIWIPETE.replace("KQkq", "B"))

    def test_set_ups_by_number(self) -> None:
        """X-FEN: K and Q are the outermost rooks, others are named by their files; castling is written as anywhere."""
        game = graph_game("chess", "&setup=582")
        placement = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1RR"
        position = game.parse(f"{placement} w GBgb - 0 1")
        assert str(position) == f"{placement} w GQkq - 0 1"
        assert game.parse(str(position)) == position
        castlings = {spelling: position.find(spelling).text for spelling in ("O-O", "0-0-0", "e1g1", "e1b1", "e1c1")}
        assert castlings == {"O-O": "e1g1", "0-0-0": "e1b1", "e1g1": "e1g1", "e1b1": "e1b1", "e1c1": "e1b1"}
        assert [game.file_text(position.state, position.find(text)) for text in ("e1g1", "e1b1")] == ["O-O", "O-O-O"]
        assert str(position.play("O-O")) == "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R3RKR b kq - 1 1"
        with pytest.raises(InvalidPosition, match="castling K is that of the outermost rook; that of this map is G"):
            game.parse(f"{placement} w KQ - 0 1")
        assert str(ludograph.game("nchess?kings=capture&setup=582").start()).startswith("qrbnkbrn")

    def test_castling_in_uci_for_chess960_is_king_takes_rook(self) -> None:
        game = graph_game("chess")
        assert game.chess960_text(game.parse(KIWIPETE).find("e1g1")) == "e1h1"

    def test_chess_is_written_as_fen_also_for_kings_to_be_taken(self) -> None:
        game = ludograph.game("nchess?kings=capture")
        assert str(game.start()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
        taken = game.parse("8/8/8/8/8/8/4q3/4K2k b - - 0 1").play("e2e1")
        assert str(taken) == "8/8/8/8/8/8/8/4q2k b - - 0 2"
        assert taken.outcome is not None
        assert taken.outcome.winner == 1

    def test_glinski(self) -> None:
        start = str(ludograph.game("nchess/glinski").start())
        assert start == (
            "w:Kg1,Qe1,Rc1,Ri1,Bf1,Bf2,Bf3,Nd1,Nh1,Pb1,Pc2,Pd3,Pe4,Pf5,Pg4,Ph3,Pi2,Pk1/"
            "Kg10,Qe10,Rc8,Ri8,Bf9,Bf10,Bf11,Nd9,Nh9,Pb7,Pc7,Pd7,Pe7,Pf7,Pg7,Ph7,Pi7,Pk7"
        )

    def test_en_passant_is_told_while_it_can_be_done(self) -> None:
        game = ludograph.game("nchess/glinski")
        position = game.parse("b:Kf1,Pe5/Kf11,Pf7").play("f7-f5")
        assert str(position) == "w:Kf1,Pe5/Kf11,Pf5;ep=f6"
        assert str(position.play("e5xf6")) == "b:Kf1,Pf6/Kf11"
        assert str(game.parse("b:Kf1,Pe6/Kf11,Pf7").play("f7-f5")).count("ep") == 0

    def test_a_free_pawn_keeps_its_direction(self) -> None:
        game = ludograph.game("nchess/twins?pawns=free")
        position = game.parse("w:Kd1,Pb3/Kd15").play("b3-c4")
        assert "Pc4>60" in str(position)
        again = game.parse(str(position))
        assert again == position

    @pytest.mark.parametrize(
        "text",
        ["", "w", "w:", "w:Kg1", "x:Kg1/Kg10", "w:Kg1/Kg10/Kf1", "w:Zg1/Kg10", "w:Kg1,,Qe1/Kg10", "w:Kz1/Kg10",
         "w:Kg1/Kg10;ep=zz", "w:Kg1/Kg10;what=1", "w:Kg1/Kg10;quiet=x", "w:Kg1,Pb1>90/Kg10", "w:Kg1/Kg10;ep"],
    )  # fmt: skip
    def test_unreadable_positions(self, text: str) -> None:
        with pytest.raises(PositionSyntaxError):
            ludograph.game("nchess/glinski").parse(text)

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("w:Kg1,Kg2/Kg10", "White has 2 kings"),
            ("w:Kg1/Qg10", "Black has no king"),
            ("w:Kg1,Rg1/Kg10", "g1 holds 2 pieces"),
            ("w:Kg1,Rg5/Kg10", "Black is in check, but White is to move"),
            ("w:Kg1/Kg10,Pf5;ep=f4", "no pawn can have stepped over f4"),
            ("w:Kg1/Kg10;castling=K", "no castling of this map"),
        ],
    )
    def test_impossible_positions(self, text: str, fault: str) -> None:
        with pytest.raises(InvalidPosition, match=fault):
            ludograph.game("nchess/glinski").parse(text)


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("a1-a2", "empty-source"), ("g10-g9", "not-your-side"), ("g1-g1", "same-cell"), ("c1-d1", "own-piece"),
            ("c1-b7", "not-so"), ("c1-c4", "blocked"), ("b1-b4", "not-so"), ("b1-a1", "nothing-to-take"),
            ("f5-f7", "pawn-blocked"), ("d1-d2", "not-so"), ("g1-g5", "not-so"), ("b1-b2=Q", "no-promotion"),
        ],
    )  # fmt: skip
    def test_glinski(self, text: str, reason: str) -> None:
        with pytest.raises(IllegalMove) as caught:
            ludograph.game("nchess/glinski").start().play(text)
        assert caught.value.reason == reason

    def test_promotion_must_be_named(self) -> None:
        position = ludograph.game("nchess/glinski").parse("w:Kf1,Pa5/Kf11")
        with pytest.raises(IllegalMove, match="=Q") as caught:
            position.play("a5-a6")
        assert caught.value.reason == "promotion-missing"
        assert str(position.play("a5-a6=N")) == "b:Kf1,Na6/Kf11"

    @pytest.mark.parametrize("text", ["a1", "a1-", "a1--a2", "zz-a2", "a1-a2-a3", "a1 a2"])
    def test_no_moves(self, text: str) -> None:
        with pytest.raises((MoveSyntaxError, IllegalMove)):
            ludograph.game("nchess/glinski").start().play(text)

    def test_pins_and_checks(self) -> None:
        game = ludograph.game("nchess/glinski")
        for text, move, reason in (
            ("w:Kf1,Rf4/Kg10,Rf9", "f4-e4", "pinned"),
            ("w:Kf1,Ra1/Kg10,Rf9", "a1-a2", "in-check"),
            ("w:Kf1/Kg10,Re9", "f1-e1", "king-attacked"),
        ):
            with pytest.raises(IllegalMove) as caught:
                game.parse(text).play(move)
            assert caught.value.reason == reason
