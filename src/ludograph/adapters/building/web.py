"""A game as WebAssembly: ``NAME.wasm``, ``NAME.json`` that describes it, and the scripts that run it in a page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from itertools import islice
from types import ModuleType
from typing import Any

from ludograph.adapters.building.entries import (
    Files,
    entries_of,
    fields_of,
    file_name,
    has_alpha_beta,
    has_tree_search,
    module_of,
    start_of,
)
from ludograph.adapters.building.wasm import FEATURES, SUPPORT, TRIPLE, linked
from ludograph.engine.algorithms import alpha_beta, tree_search
from ludograph.engine.cache import kept_or_made
from ludograph.engine.compiled import version
from ludograph.engine.compiler.failing import ENTRY
from ludograph.engine.compiler.module import Module
from ludograph.engine.compiler.native import Target, object_file
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import EVEN
from ludograph.learning.weights import is_judged
from ludograph.players import alpha_beta as alpha_beta_player
from ludograph.players import tree_search as tree_search_player
from ludograph.players.analysis import MOST_DEPTH, MOST_NODES
from ludograph.solver.solve import most_positions

MOST_SOLUTIONS = 64
SCRIPTS = "web/static/engine"
PLACES_OF_ALPHA_BETA = (
    *("STOP", "NODES", "NODE_LIMIT", "GENERATION", "IS_SELECTIVE", "REPETITIONS_DRAW", "REPEATED", "CONTEMPT"),
    *("REPEATED_KEYS", "PATH", "KILLERS", "LINES", "HISTORY"),
)
PLACES_OF_TREE_SEARCH = (
    *("STOP", "ROUNDS", "ROUND_LIMIT", "USED", "CHANCE", "CUT_OFF", "SEATS", "HAS_EVALUATION", "REPEATED"),
    *("DEPTH_LIMIT", "FEWER", "GOES_ON", "REPEATED_KEYS"),
)
FIELDS_OF_NODES = ("VISITS", "SUM", "FIRST", "NUMBER", "MOVE")


def build_for_web(game: KernelGame) -> Files:
    """The files by their names. A page needs no others."""
    files = game_files(game)
    for script in sorted(resources.files("ludograph").joinpath(SCRIPTS).iterdir(), key=lambda file: file.name):
        files[script.name] = script.read_bytes()
    return files


def game_files(game: KernelGame) -> Files:
    """The files of the game itself: all games have the same scripts."""
    module = module_of(game, entries_of(game), can_jump=False)
    name = file_name(game)
    told = json.dumps(description(game, module), ensure_ascii=False, separators=(",", ":"))
    return {f"{name}.wasm": assembled(module), f"{name}.json": told.encode()}


def assembled(module: Module) -> bytes:
    """The program itself, made now or before: most of the time of a build is LLVM's."""
    text, target = module.text + SUPPORT, Target(TRIPLE, features=FEATURES)
    name = hashlib.sha256(f"{target}\n{text}".encode()).hexdigest()[:20]
    made = kept_or_made(version(), f"web-{name}", lambda: object_file(text, target))
    return linked(made, {ENTRY + entry: entry for entry in module.entries})


def description(game: KernelGame, module: Module) -> dict[str, Any]:
    """What a module's caller has to know, as ``web/static/engine/types.js`` has it."""
    return {
        "game": game.id,
        "about": game.description(),
        "alert_word": game.alert_word,
        "seats": list(game.seats),
        "solutions": _solutions(game),
        "most_positions": most_positions(game) or getattr(game, "ranks", 0) or None,
        "state": {"fields": fields_of(game), "start": [hex(word) for word in start_of(game)]},
        "max_moves": game.max_moves,
        "repetition_limit": game.repetition_limit,
        "contempt": game.contempt,
        "chance_scale": game.chance_scale,
        "most_nodes": MOST_NODES,
        "most_depth": MOST_DEPTH,
        "entries": {
            name: {"parameters": each.parameters, "result": each.result} for name, each in module.entries.items()
        },
        "sites": [
            {"expression": site.place.expression, "sentence": site.sentence, "place": str(site.place)}
            for site in module.sites
        ],
        "is_judged": is_judged(game),
        "alpha_beta": _alpha_beta() if has_alpha_beta(game) else None,
        "tree_search": _tree_search(game) if has_tree_search(game) else None,
    }


def _solutions(game: KernelGame) -> list[list[str]]:
    """The states in which a puzzle is solved, if these are few and all moves can be taken back."""
    states: Any = game.solution_states() if isinstance(game, KernelPuzzle) and game.is_reversible else None
    first = list(islice(states or (), MOST_SOLUTIONS + 1))
    return [[hex(word) for word in state] for state in first] if len(first) <= MOST_SOLUTIONS else []


def _alpha_beta() -> dict[str, Any]:
    return {
        "memory_size": alpha_beta.MEMORY_SIZE,
        "longest": alpha_beta.LONGEST,
        "most_repeated": alpha_beta.MOST_REPEATED,
        "infinite": alpha_beta.INFINITE,
        "win": alpha_beta.WIN,
        "sure_win": alpha_beta.SURE_WIN,
        "window": alpha_beta_player.WINDOW,
        "table_words": alpha_beta_player.TABLE_WORDS,
        "least_table_words": alpha_beta_player.LEAST_TABLE_WORDS,
        "places": _constants(alpha_beta, PLACES_OF_ALPHA_BETA),
    }


def _tree_search(game: KernelGame) -> dict[str, Any]:
    has_evaluation = game.has_estimates
    return {
        "memory_size": tree_search.MEMORY_SIZE,
        "most_repeated": tree_search.MOST_REPEATED,
        "tree_words": tree_search_player.TREE_WORDS,
        "least_tree_words": tree_search_player.LEAST_TREE_WORDS,
        "cut_off": tree_search_player.CUT_OFF if has_evaluation else tree_search_player.LONGEST_PLAY_OUT,
        "stride": tree_search.STRIDE,
        "whole": tree_search.WHOLE,
        "halfway": tree_search.HALFWAY,
        "best_score": EVEN // 4,
        "has_evaluation": has_evaluation,
        "never": tree_search.NEVER,
        "places": _constants(tree_search, PLACES_OF_TREE_SEARCH),
        "fields": _constants(tree_search, FIELDS_OF_NODES),
    }


def _constants(module: ModuleType, names: Iterable[str]) -> dict[str, int]:
    return {name: getattr(module, name) for name in names}
