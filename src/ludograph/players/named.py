"""Players by their names, as people write them: ``human``, ``random:7``, ``ai:5``, ``mcts:time=0.5,nodes=1000``.

A player belongs to a game, because thinking players are compiled together with its rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeGuard

from ludograph.core.game import Game
from ludograph.core.texts import quoted
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import InvalidParameter, LudographError
from ludograph.learning.weights import is_judged
from ludograph.players.analysis import Limits, Thinker
from ludograph.players.player import GreedyPlayer, Player, RandomPlayer, ThinkingPlayer

#: A seat whose moves come from outside: from a hand, a text, a network.
HUMAN, PERFECT = "human", "perfect"
SEED = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True)
class Level:
    """How strong an opponent is: what it may look at, and how often it moves without looking."""

    limits: Limits
    carelessness: float = 0.0


#: From beginner to full strength. Each level looks at about three times as much as the one before it.
LEVELS = {
    1: Level(Limits(nodes=40), 0.30),
    2: Level(Limits(nodes=120), 0.15),
    3: Level(Limits(nodes=400), 0.05),
    4: Level(Limits(nodes=1_200)),
    5: Level(Limits(nodes=4_000)),
    6: Level(Limits(nodes=12_000)),
    7: Level(Limits(nodes=40_000)),
    8: Level(Limits(nodes=120_000)),
    9: Level(Limits(nodes=400_000)),
    10: Level(Limits(time=1.0)),
}
USUAL_LEVEL = 5
USUAL_LIMITS = Limits(time=1.0)
#: About so many positions are looked at in one round of tree search.
POSITIONS_OF_A_ROUND = 10
#: A level ends after so long in a game in plain Python, which may be slow.
PLAIN_SECONDS = 2.0

FORMS = {
    HUMAN: "moves come from you",
    "random[:SEED]": "any legal move",
    "greedy[:SEED]": "the best position after one move",
    "ai[:LEVEL | :time=S,nodes=N,depth=D]": f"thinks ahead; levels 1 to {max(LEVELS)}, {USUAL_LEVEL} if left out",
    "mcts[:time=S,nodes=N,depth=D]": "Monte-Carlo tree search, for any number of seats",
    PERFECT: "the best moves, from a solution that is kept",
    "uci:PROGRAM[,time=S,nodes=N,depth=D,OPTION=VALUE]": "a chess program, for chess on 8×8 squares",
}
#: Between the names of players in a list: a comma, but not one between limits.
SEPARATOR = re.compile(r",(?![A-Za-z0-9_ ]+=)")


def split_names(text: str) -> list[str]:
    """The names in a list such as ``human,ai:time=0.5,nodes=1000``."""
    return SEPARATOR.split(text)


def usual_players(game: Game) -> list[str]:
    """A human at the first seat, and opponents that think."""
    return [HUMAN, *["ai"] * (len(game.seats) - 1)]


def thinker_for(
    game: Game, text: str, *, seed: int = 0, threads: int = 1, table_words: int | None = None, contempt: int = 0
) -> Thinker:
    """The way of thinking that suits a game: alpha-beta for two seats where one knows who is ahead, else tree search.

    ``table_words`` is what it may remember, in words of eight bytes, a power of two. ``contempt`` is for who plays.
    """
    _check_opponents(game, text)
    if not _is_judged(game):
        return _tree_search(game, seed, table_words)
    from ludograph.players.alpha_beta import TABLE_WORDS, AlphaBeta

    words = table_words or TABLE_WORDS
    return AlphaBeta(game, seed=seed, threads=threads, table_words=words, contempt=contempt)


def player_named(text: str, game: Game, *, seed: int = 0, table_words: int | None = None) -> Player | None:
    """The player with this name for a game; None for a human, whose moves come from outside.

    ``seed`` decides between moves that are equally good to a player that thinks, and ``table_words`` bounds what it
    remembers, in words of eight bytes, a power of two.
    """
    return None if text == HUMAN else _making(text, game, seed, table_words)()


def check_guest(text: str, game: Game) -> None:
    """Refuse what :func:`check_player` does, and players that somebody who isn't trusted must not name: those that
    start a program on this machine."""
    if text.partition(":")[0] == "uci":
        raise InvalidParameter(f"{quoted(text)} can't be asked for from outside: it would start a program here.")
    check_player(text, game)


def check_player(text: str, game: Game) -> None:
    """Refuse what :func:`player_named` would refuse, without compiling or starting anything."""
    if text != HUMAN:
        _making(text, game, 0, None)


def _making(text: str, game: Game, seed: int, table_words: int | None) -> Making:
    name, colon, rest = text.partition(":")
    if name not in MAKERS or (colon and not rest):
        raise InvalidParameter(f"There is no player {quoted(text)}; the players are {', '.join(FORMS)}.")
    return MAKERS[name](_Asked(game, text, rest, seed, table_words))


@dataclass(frozen=True)
class _Asked:
    """A player's name, what stands behind its colon, and what it is to be made with."""

    game: Game
    text: str
    rest: str
    seed: int
    table_words: int | None


def _random(asked: _Asked) -> Making:
    return partial(RandomPlayer, _seed(asked))


def _greedy(asked: _Asked) -> Making:
    chosen = _seed(asked)
    own_seed = asked.seed if chosen is None else chosen
    _check_opponents(asked.game, asked.text)
    if len(asked.game.seats) != 2:
        what = f"{asked.game.name}, which has {len(asked.game.seats)} seats"
        raise InvalidParameter(f"{asked.text[:60]} can't play {what}: mcts can.")
    return partial(_greedy_player, replace(asked, seed=own_seed))


def _greedy_player(asked: _Asked) -> Player:
    return _searcher(asked, Level(Limits(depth=1))) if _is_judged(asked.game) else GreedyPlayer(asked.seed)


def _ai(asked: _Asked) -> Making:
    _check_opponents(asked.game, asked.text)
    return partial(_ai_player, asked, _level(asked.text, asked.rest))


def _ai_player(asked: _Asked, level: Level) -> Player:
    """Whether a game is judged is asked only here: what was learned of it may have to be read for that."""
    if not _is_judged(asked.game) and "=" not in asked.rest:
        level = replace(level, limits=_limits_of_rounds(asked.game, level.limits))
    return _searcher(asked, level)


def _limits_of_rounds(game: Game, limits: Limits) -> Limits:
    """A level's limits for tree search, whose rounds look at many positions each."""
    rounds = limits.nodes and limits.nodes // POSITIONS_OF_A_ROUND
    return Limits(time=limits.time if isinstance(game, KernelGame) else PLAIN_SECONDS, nodes=rounds)


def _is_judged(game: Game) -> TypeGuard[KernelGame]:
    """Whether alpha-beta suits a game: it has two seats, and its kernel or what was learned tells who is ahead."""
    return is_judged(game)


def _searcher(asked: _Asked, level: Level) -> Player:
    game, words = asked.game, asked.table_words
    threads = 2 if level.limits.time else 1
    contempt = game.contempt if isinstance(game, KernelGame) else 0
    thinker = thinker_for(game, asked.text, seed=asked.seed, threads=threads, table_words=words, contempt=contempt)
    return ThinkingPlayer(asked.text, thinker, level.limits, carelessness=level.carelessness, seed=asked.seed)


def _mcts(asked: _Asked) -> Making:
    limits = Limits.parse(asked.rest) if asked.rest else USUAL_LIMITS
    _check_opponents(asked.game, asked.text)
    return partial(_tree_player, asked, limits)


def _tree_player(asked: _Asked, limits: Limits) -> Player:
    thinker = _tree_search(asked.game, asked.seed, asked.table_words)
    return ThinkingPlayer(asked.text, thinker, limits, seed=asked.seed)


def _tree_search(game: Game, seed: int, table_words: int | None) -> Thinker:
    from ludograph.engine.plain_rules import PlainRules
    from ludograph.players.tree_search import PLAIN_TREE_WORDS, TREE_WORDS, TreeSearch

    if isinstance(game, KernelGame):
        return TreeSearch(game, seed=seed, tree_words=table_words or TREE_WORDS)
    return TreeSearch(PlainRules(game), seed=seed, tree_words=min(table_words or TREE_WORDS, PLAIN_TREE_WORDS))


def _perfect(asked: _Asked) -> Making:
    if asked.rest:
        raise InvalidParameter(f"{quoted(asked.text)} is no player: nothing stands behind perfect.")
    from ludograph.players.perfect import PerfectPlayer
    from ludograph.solver.kept import kept_endings, kept_solution

    game = asked.game
    solution = kept_solution(game.id)
    if solution is None and (endings := kept_endings(game)):
        return lambda: PerfectPlayer(endings, asked.seed, _ai(replace(asked, text="ai", rest=""))())
    if solution is None:
        raise InvalidParameter(f"perfect can't play {game.id}: there is no solution at hand{_way_to_one(game)}.")
    return partial(PerfectPlayer, solution, asked.seed)


def _way_to_one(game: Game) -> str:
    from ludograph.solver.solve import check_solvable

    try:
        check_solvable(game)
    except LudographError:
        return ""
    return f"; 'ludograph solve {game.id}' makes one"


def _uci(asked: _Asked) -> Making:
    game, text = asked.game, asked.text
    program, *settings = asked.rest.split(",")
    if not program:
        raise InvalidParameter(f"{quoted(text)} is no player: behind uci: stands a program.")
    if game.uci_options is None:
        raise InvalidParameter(f"{quoted(text)} can't play {game.id}: UCI programs play chess on 8×8 squares.")
    if strange := next((setting for setting in settings if "=" not in setting), None):
        raise InvalidParameter(f"{quoted(text)} is no player: {quoted(strange)} is not written as OPTION=VALUE.")
    from ludograph.players.uci import UciPlayer

    names = [setting.partition("=")[0] for setting in settings]
    limits = [setting for setting, name in zip(settings, names, strict=True) if name in ("time", "nodes", "depth")]
    chosen = dict(setting.split("=", 1) for setting in settings if setting not in limits)
    options = {**game.uci_options, **chosen}
    return partial(UciPlayer, text, program, Limits.parse(",".join(limits)) if limits else USUAL_LIMITS, options)


#: What is left to do when a name was understood: to compile, to open, to start.
Making = Callable[[], Player]
MAKERS: dict[str, Callable[[_Asked], Making]] = {
    "random": _random,
    "greedy": _greedy,
    "ai": _ai,
    "mcts": _mcts,
    PERFECT: _perfect,
    "uci": _uci,
}


def _seed(asked: _Asked) -> int | None:
    if asked.rest and not SEED.fullmatch(asked.rest):
        raise InvalidParameter(f"{quoted(asked.text)} is no player: behind the colon stands a seed, a whole number.")
    return int(asked.rest) if asked.rest else None


def _level(text: str, rest: str) -> Level:
    if not rest:
        return LEVELS[USUAL_LEVEL]
    if "=" in rest:
        return Level(Limits.parse(rest))
    if not rest.isascii() or not rest.isdecimal() or len(rest) > 3 or int(rest) not in LEVELS:
        raise InvalidParameter(f"{quoted(text)} is no player: the levels of ai are 1 to {max(LEVELS)}.")
    return LEVELS[int(rest)]


def _check_opponents(game: Game, text: str) -> None:
    if len(game.seats) < 2:
        raise InvalidParameter(
            f"{text[:60]} can't play {game.name}, which has one seat: its solutions come from `solve`."
        )
