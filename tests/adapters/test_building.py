"""Games built for elsewhere say the same there: in wasmtime, and in a program in C."""

from __future__ import annotations

import json
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import ludograph
from ludograph import errors
from ludograph.adapters.building.entries import entries_of, file_name, kernel_game, module_of, rules_of
from ludograph.adapters.building.machine import TARGETS, build_for_machine, this_triple
from ludograph.adapters.building.web import assembled, build_for_web, description
from ludograph.adapters.gamesman import game_class
from ludograph.core.registry import game_class_named, game_names
from ludograph.engine.algorithms import alpha_beta
from ludograph.engine.compiler.native import SETJMP_OF_WINDOWS
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.perft import perft
from ludograph.engine.program import Mode
from ludograph.learning.tables import Seen
from ludograph.learning.weights import playing_program, weights_of

from .plain_puzzles import Hanoi

wasmtime = pytest.importorskip("wasmtime")

GAMES = [
    f"{name}/{variant}" if variant else name
    for name in game_names()
    if issubclass(game_class_named(name), KernelGame)
    for variant in (game_class_named(name).variants or (None,))
]
#: Three moves of Amazons on its own board can be made in thousands of millions of ways, those of Gomoku in millions.
GAMES.append("amazons?size=6")
PERFT_DEPTHS = {"amazons": 2, "gomoku": 2}
#: One of each game for two, and of each kernel and width of boards.
SEARCHED = [name for name in game_names() if len(ludograph.game(name).seats) == 2]
SEARCHED += ["abalone/hex", "draughts/international", "nchess/glinski"]
POSITIONS = 20
PLIES = 40
PAGE = 65536
CONTEXT_WORDS = 64
#: What a build for pages may have, in bytes, beside what was learned; a puzzle's tables of all turns may have more.
MOST_BYTES = 150_000


class Built:
    """A module in wasmtime, called by its description as the page's scripts do."""

    def __init__(self, module: bytes, described: dict[str, Any]) -> None:
        self.store = wasmtime.Store()
        compiled = wasmtime.Module(self.store.engine, module)
        assert not compiled.imports
        self.exports = wasmtime.Instance(self.store, compiled, []).exports(self.store)
        self.memory = self.exports["memory"]
        self.entries = described["entries"]
        self.words = len(described["state"]["fields"])
        base: int = self.exports["heap_base"].value(self.store)
        self.context, self.state, self.result = base, base + 8 * CONTEXT_WORDS, base + 8 * (CONTEXT_WORDS + self.words)
        self.moves, self.most = self.result + 8 * self.words, described["max_moves"] * 8
        self.memory.grow(self.store, (8 * self.most + 8 * CONTEXT_WORDS + 16 * self.words) // PAGE + 1)

    def read(self, address: int, number: int) -> list[int]:
        return list(struct.unpack(f"<{number}Q", self.memory.read(self.store, address, address + 8 * number)))

    def call(self, name: str, *values: Any) -> Any:
        given: list[int] = []
        rest = iter(values)
        for _, kind in self.entries[name]["parameters"]:
            if kind.startswith("tuple:"):
                self.memory.write(self.store, struct.pack(f"<{self.words}Q", *next(rest)), self.state)
                given.append(self.state)
            elif kind.startswith("array:"):
                given += [self.moves, self.most]
            else:
                value = next(rest)
                given.append(value - (value >> 63 << 64))
        result = self.entries[name]["result"]
        if result.startswith("tuple:"):
            self.exports[name](self.store, *given, self.result, self.context)
            return self.read(self.result, self.words)
        returned = self.exports[name](self.store, *given, self.context)
        return returned % 2**64 if result == "Word" else returned

    def codes(self, state: Any) -> list[int]:
        return self.read(self.moves, self.call("generate", state, 0))

    def search(self, state: Any, numbers: tuple[int, ...], arrays: list[Any]) -> tuple[int, list[bytes]]:
        """The score, and what is in copies of the arrays afterwards."""
        places = list(accumulate((array.nbytes for array in arrays), initial=self.moves))
        if (missing := places[-1] - self.memory.data_len(self.store)) > 0:
            self.memory.grow(self.store, missing // PAGE + 1)
        for array, place in zip(arrays, places, strict=False):
            self.memory.write(self.store, array.tobytes(), place)
        self.memory.write(self.store, struct.pack(f"<{self.words}Q", *state), self.state)
        given = [each for array, place in zip(arrays, places, strict=False) for each in (place, len(array))]
        score = self.exports["search"](self.store, self.state, *numbers, *given, self.context)
        return score, [bytes(self.memory.read(self.store, *ends)) for ends in pairwise(places)]


@lru_cache(maxsize=1)
def built_for_pages(game_id: str) -> tuple[KernelGame, Built]:
    """With all that a page has, where others want it, too, as what was built is kept; else the rules."""
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    module = module_of(game, entries_of(game) if game_id in SEARCHED else rules_of(game), can_jump=False)
    return game, Built(assembled(module), description(game, module))


@pytest.mark.parametrize("game_id", GAMES, scope="module")  # so that a game's tests follow one another
def test_built_rules_say_what_plain_python_says(game_id: str) -> None:
    game, built = built_for_pages(game_id)
    about = game.description()
    depth = PERFT_DEPTHS.get(game_id, 3)
    assert built.call("perft", game.start_state(), 0, depth) == perft(game.start(), depth)
    chance = random.Random(game_id)
    state: Any = game.start_state()
    for ply in range(PLIES):
        for rule in ("turn", "drawn", "is_solution", "position_key"):
            if rule in built.entries:
                assert built.call(rule, state) == getattr(game.plain, rule)(state), rule
        if "content" in built.entries and ply % 4 == 0:  # one call for each node
            assert decoded(built, about, state) == shown(game, state)
        codes = game.codes(state)
        assert built.codes(state) == codes
        if not codes:
            assert built.call("winners", state) == game.plain.winners(state)
            state = game.start_state()
            continue
        code = chance.choice(codes)
        assert built.call("apply", state, code) == list(game.plain.apply(state, code))
        state = game.plain.apply(state, code)


def decoded(built: Built, about: dict[str, Any], state: Any) -> set[tuple[Any, ...]]:
    """What stands where, by nothing but the module and the description of its game."""
    numbers = {node: built.call("content", state, node) for node in range(len(about["board"]["nodes"]))}
    if about["content_is_parts"]:
        return {(node, (number - 1).bit_count()) for node, number in numbers.items()}
    pieces = ((node, about["contents"][number - 1]) for node, number in numbers.items() if number)
    return {(node, *(node + other for other in piece["also"]), piece["name"], piece["sign"]) for node, piece in pieces}


def shown(game: KernelGame, state: Any) -> set[tuple[Any, ...]]:
    if game.content_is_parts:
        return {(piece.node, len(piece.parts)) for piece in game.pieces(state)}
    return {(*piece.nodes, piece.name, piece.sign) for piece in game.pieces(state)}


@pytest.mark.parametrize("game_id", SEARCHED, scope="module")
def test_built_searches_do_what_native_ones_do(game_id: str) -> None:
    """Not only the same score: the same line, nodes and history are in the memory, the same positions in the table."""
    game, built = built_for_pages(game_id)
    program = playing_program(game, alpha_beta.search, mode=Mode.COMPILED)
    sizes = 2 * game.max_moves * (alpha_beta.LONGEST + 2), alpha_beta.MEMORY_SIZE, 1 << 12
    for number, state in enumerate(islice(states_on_the_way(game), POSITIONS)):
        arrays = [program.words(size) for size in sizes]
        memory = arrays[1]
        memory[alpha_beta.NODE_LIMIT] = 2000
        memory[alpha_beta.IS_SELECTIVE] = number % 4 != 0
        memory[alpha_beta.REPETITIONS_DRAW] = game.repetition_limit > 0
        for depth in range(1, 5):
            numbers = depth, -alpha_beta.INFINITE, alpha_beta.INFINITE, 0, 0
            found = built.search(state, numbers, arrays)
            expected = program.search(program.state(state), *numbers, *arrays)
            assert found == (expected, [array.tobytes() for array in arrays])
        assert memory[alpha_beta.NODES] > 2


def states_on_the_way(game: KernelGame) -> Iterator[Any]:
    """Every second state of random matches, none of them an end."""
    chance = random.Random(game.id)
    while True:
        state: Any = game.start_state()
        for ply in range(2 * POSITIONS):
            if not (codes := game.codes(state)) or game.plain.drawn(state):
                break
            if ply % 2 == 0:
                yield state
            state = game.plain.apply(state, chance.choice(codes))


@pytest.mark.parametrize("game_id", ["trimok", "nchess", "nchess/three", "hanoi"])
def test_a_build_has_all_that_a_page_needs(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_BOUNDS_CHECKS", "0")  # as pages get it
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    files = build_for_web(game)
    name = file_name(game)
    described = json.loads(files[f"{name}.json"])
    weights = weights_of(game)
    learned = weights.tables.constants(Seen(game)).values() if weights else ()
    assert len(files[f"{name}.wasm"]) < MOST_BYTES + sum(getattr(each, "nbytes", 0) for each in learned)
    assert described["game"] == game.id
    assert [int(word, 16) for word in described["state"]["start"]] == list(game.start_state())
    assert (described["alpha_beta"] is not None) == ("search" in described["entries"]) == (len(game.seats) == 2)
    assert (described["tree_search"] is not None) == ("grow" in described["entries"]) == (len(game.seats) > 1)
    assert Built(files[f"{name}.wasm"], described).call("perft", game.start_state(), 0, 2) == perft(game.start(), 2)
    scripts = {script for script in files if script.endswith(".js")}
    for script in scripts:
        for line in files[script].decode().splitlines():
            if line.startswith("import "):
                assert line.split('"./')[1].removesuffix('";') in scripts, f"{script}: {line}"


def test_names_of_files() -> None:
    names = {"nchess": "nchess", "draughts/english": "draughts-english", "hanoi?pegs=4": "hanoi-pegs-4"}
    assert {game_id: file_name(ludograph.game(game_id)) for game_id in names} == names


@pytest.mark.parametrize(
    ("triple", "beginning"),
    [
        ("x86_64-linux-gnu", b"\x7fELF\2\1\1" + bytes(9) + b"\1\0\x3e\0"),
        ("aarch64-linux-gnu", b"\x7fELF\2\1\1" + bytes(9) + b"\1\0\xb7\0"),
        ("arm64-apple-macosx", b"\xcf\xfa\xed\xfe\x0c\0\0\1"),
        ("x86_64-pc-windows-msvc", b"\x64\x86"),
    ],
)
def test_objects_are_made_for_all_machines(triple: str, beginning: bytes) -> None:
    game = ludograph.game("peg-solitaire/triangle")
    assert isinstance(game, KernelGame)
    files = build_for_machine(game, triple)
    assert files["peg-solitaire-triangle.o"].startswith(beginning)
    for name in entries_of(game):
        assert f"peg_solitaire_triangle_{name}".encode() in files["peg-solitaire-triangle.o"]
        assert f" peg_solitaire_triangle_{name}(" in files["peg-solitaire-triangle.h"].decode()


def test_windows_has_a_setjmp_of_its_own() -> None:
    game = ludograph.game("sliding")
    assert isinstance(game, KernelGame)
    text = module_of(game, rules_of(game), can_jump=True).text
    assert all(usual in text for usual in SETJMP_OF_WINDOWS), "what is replaced has to be there"


def test_every_machine_is_tried() -> None:
    assert set(TARGETS) == {"x86_64-linux-gnu", "aarch64-linux-gnu", "arm64-apple-macosx", "x86_64-pc-windows-msvc"}


PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include "trimok.h"
#include "draughts-english.h"

int main(void) {
  uint64_t red[TRIMOK_STATE_WORDS] = TRIMOK_START, next[TRIMOK_STATE_WORDS];
  uint64_t *moves = malloc(sizeof(uint64_t) * TRIMOK_MAX_MOVES * 8);
  trimok_context context = TRIMOK_CONTEXT;
  uint64_t end = trimok_generate(red, moves, TRIMOK_MAX_MOVES, 0, &context);
  trimok_apply(red, moves[end - 1], next, &context);
  printf("%d moves, then seat %d\\n", (int)end, (int)trimok_turn(next, &context));
  trimok_context again = TRIMOK_CONTEXT;
  printf("%d\\n", (int)trimok_perft(red, moves, TRIMOK_MAX_MOVES * 8, 0, 4, &again));
  printf("failed at %d\\n", (int)again.words[0]);
  trimok_context small = TRIMOK_CONTEXT;
  small.words[3] = 1;
  trimok_perft(red, moves, TRIMOK_MAX_MOVES * 8, 0, 4, &small);
  printf("%s\\n", small.words[0] ? "failed" : "did not fail");
  trimok_context after = TRIMOK_CONTEXT;
  printf("%d\\n", (int)trimok_perft(red, moves, TRIMOK_MAX_MOVES * 8, 0, 3, &after));
  uint64_t black[DRAUGHTS_ENGLISH_STATE_WORDS] = DRAUGHTS_ENGLISH_START;
  uint64_t *jumps = malloc(sizeof(uint64_t) * DRAUGHTS_ENGLISH_MAX_MOVES * 8);
  draughts_english_context other = DRAUGHTS_ENGLISH_CONTEXT;
  printf("%d\\n", (int)draughts_english_perft(black, jumps, DRAUGHTS_ENGLISH_MAX_MOVES * 8, 0, 5, &other));
  return 0;
}
"""


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler found")
def test_a_program_in_c_plays_two_games(tmp_path: Path) -> None:
    objects: list[str] = []
    for game_id in ("trimok", "draughts/english"):
        game = ludograph.game(game_id)
        assert isinstance(game, KernelGame)
        for name, content in build_for_machine(game, this_triple()).items():
            (tmp_path / name).write_bytes(content)
            objects += [name] if name.endswith(".o") else []
    (tmp_path / "main.c").write_text(PROGRAM)
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *warnings, "main.c", *objects, "-o", "main"], cwd=tmp_path, check=True)
    said = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout.splitlines()
    start = ludograph.game("trimok").start()
    assert said == [
        f"{len(start.legal_moves)} moves, then seat 1",
        str(perft(start, 4)),
        "failed at 0",
        "failed",
        str(perft(start, 3)),
        str(perft(ludograph.game("draughts/english").start(), 5)),
    ]


# -- the command -------------------------------------------------------------------------------------------


def test_the_command_builds_for_pages(run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "built"
    code, out, err = run("build", "sliding", "--target", "wasm", "--out", str(folder), "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert (told["game"], told["target"], told["triple"]) == ("sliding", "wasm", None)
    assert {file["file"]: file["bytes"] for file in told["files"]} == {
        str(file): file.stat().st_size for file in folder.iterdir()
    }
    assert {"sliding.wasm", "sliding.json", "client.js", "worker.js"} <= {file.name for file in folder.iterdir()}


def test_the_command_builds_objects(run, tmp_path: Path) -> None:
    asked = ("build", "hanoi?disks=4", "--target", "object", "--triple", "aarch64-linux-gnu", "--out", str(tmp_path))
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith(f"{tmp_path / 'hanoi-disks-4.o'}: ")
    assert "hanoi_disks_4_generate(" in (tmp_path / "hanoi-disks-4.h").read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("no-such-game",), 1, "no-such-game"),
        (("trimok", "--target", "jar"), 2, "jar"),
        (("trimok", "--triple", "x86_64-linux-gnu"), 2, "Only an object has a triple."),
        (("trimok", "--target", "object", "--triple", "vax-dec-vms"), 2, "vax-dec-vms"),
    ],
)
def test_the_command_refuses(run, tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str) -> None:
    refused, out, err = run("build", *arguments, "--out", str(tmp_path / "built"))
    assert (refused, out) == (code, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "built").exists()


def test_a_folder_is_wanted(run, tmp_path: Path) -> None:
    assert run("build", "sliding")[0] == 2
    file = tmp_path / "file"
    file.write_text("")
    code, out, err = run("build", "sliding", "--out", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"The folder {file} can't be made: ")


def test_plain_python_puzzles_are_refused() -> None:
    with pytest.raises(errors.CannotBuild, match="its rules are plain Python and no kernel"):
        kernel_game(game_class(Hanoi)())
