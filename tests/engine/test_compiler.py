"""Kernels: compiled and plain, their cache, and what is refused."""

from __future__ import annotations

import ast
import gc
import importlib
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from llvmlite.binding.ffi import lib as llvm_library

import ludograph
from ludograph import errors
from ludograph.engine import cache, compiled
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.random_play import playouts
from ludograph.engine.bits import WORD, abreast, byteswap, highest, lowest, popcount, replaced, spread
from ludograph.engine.bitsets import marked
from ludograph.engine.compiler.expressions import LONG_TABLE
from ludograph.engine.compiler.module import write_module
from ludograph.engine.kernel import Kernel, collect
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import Distances, Moves, State, Word, Words, apart, game

DAY = 24 * 3600


class Tree(NamedTuple):
    depth: int
    sum: int


WIDTH = 3
LIMIT = 0
NUMBERS = ()


def generate(s: Tree, out: Moves, n: int) -> int:
    for branch in range(WIDTH):
        out[n] = branch
        n += 1
    return n


def by_sum(s: Tree, out: Moves, n: int) -> int:
    """As many moves as the sum says."""
    for branch in range(1 + s.sum % 5):
        out[n] = branch
        n += 1
    return n


def apply(s: Tree, move: int) -> Tree:
    return Tree(s.depth + 1, s.sum + move)


def turn(s: Tree) -> int:
    return s.depth % 2


def winners(s: Tree) -> int:
    return 0


RULES = {"generate": generate, "apply": apply, "turn": turn, "winners": winners}


def kernel(rules=RULES, *, max_moves: int = 64, **constants) -> Kernel:
    return Kernel("tree", Tree, rules, constants, max_moves=max_moves, is_trusted=True)


def count(program: Program, depth: int) -> int:
    return int(program.perft(program.state(Tree(0, 0)), program.stack(depth), program.word(0), depth))


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(folder))
    monkeypatch.setattr(cache, "TIDY_SECONDS", 0)
    return folder


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
@pytest.mark.parametrize("width", [0, 1, 3, 5])
def test_constants_are_bound_for_each_program(mode: Mode, width: int) -> None:
    assert count(Program(kernel(WIDTH=width), [perft], mode), 4) == width**4


def test_changed_rules_are_never_taken_from_the_cache(own_cache: Path) -> None:
    def other(s: Tree, out: Moves, n: int) -> int:
        out[n] = 0
        return n + 1

    assert count(Program(kernel(WIDTH=6), [perft], Mode.COMPILED), 3) == 6**3
    assert count(Program(kernel({**RULES, "generate": other}), [perft], Mode.COMPILED), 3) == 1
    assert count(Program(kernel(WIDTH=7), [perft], Mode.COMPILED), 3) == 7**3
    assert len(list((own_cache / "kernels").rglob("tree-*.kernel"))) == 3


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
def test_a_program_offers_its_algorithms_only(mode: Mode) -> None:
    """What they call has no way in from Python when it is compiled: a call would kill the interpreter."""
    program = Program(kernel(), [perft], mode)
    with pytest.raises(AttributeError, match="generate is none of the program's algorithms: perft"):
        program.generate  # noqa: B018
    assert not hasattr(program, "apply")


def primitives(start: State, word: Word, way: int) -> Word:
    if way == 0:
        return lowest(word)
    if way == 1:
        return highest(word)
    if way == 2:
        return popcount(word)
    return byteswap(word)


def spreading(start: State, word: Word, at: int, bytes: Distances, words: Words) -> None:
    """Every way to put vectors together; later ones stand on earlier ones."""
    spread(word, bytes, at, 64)
    spread(word >> 1, bytes, at + 64, 42)
    spread(word >> 2, bytes, at + 106, 63)
    spread(word >> 3, bytes, at + 169, 5)
    spread(word >> 4, bytes, at + 174, 9)
    spread(word >> 5, bytes, at + 10, 1)
    spread(word >> 6, bytes, at + 20, 0)
    spread(word, words, at, 36)


ORIGIN = Tree(5, 7)


@apart
def carried(s: Tree, place: int, word: int) -> Tree:
    return replaced(s, place, word + s[place])


def changed(start: State, place: Word, word: Word) -> Word:
    """A state as a constant, a place chosen at run time, and a function that is called."""
    reached = game.apply(start, (place << 32) | word)
    return reached[0] * 1000 + reached[1]


def moved(start: State, move: Word) -> Word:
    return game.apply(start, move)[0]


def with_more(s: Tree, place: int, more: int) -> Tree:
    return replaced(s, place, s[place] + more)


TWIN = """
from typing import NamedTuple

class State(NamedTuple):
    sum: int

def generate(s, out, n):
    for branch in range({width}):
        out[n] = branch
        n += 1
    return n

def apply(s: State, move: int) -> State:
    return State(s.sum + move)
"""


def test_games_whose_states_look_alike_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for width in (2, 3, 2):
        name = f"twin_{width}"
        (tmp_path / f"{name}.py").write_text(TWIN.format(width=width))
        twin = importlib.import_module(name)
        rules = {"generate": twin.generate, "apply": twin.apply}
        program = Program(Kernel(name, twin.State, rules, {}, max_moves=8, is_trusted=True), [perft], Mode.COMPILED)
        assert program.perft(program.state(twin.State(0)), program.stack(3), program.word(0), 3) == width**3


def test_bit_primitives_mean_the_same_compiled() -> None:
    plain, compiled = (Program(kernel(), [primitives], mode) for mode in (Mode.PLAIN, Mode.COMPILED))
    for word in (1, 2, 3, 0x8000_0000_0000_0000, WORD, 0x0123_4567_89AB_CDEF, 1 << 35):
        for way in range(4):
            expected = plain.primitives(Tree(0, 0), word, way)
            assert compiled.primitives(compiled.state((0, 0)), compiled.word(word), way) == expected


def test_bits_are_spread_as_the_plain_loop_does() -> None:
    def spread_by(mode: Mode, word: int) -> list[list[int]]:
        program = Program(kernel(), [spreading], mode)
        arrays: list[Any] = [np.full(200, 7, np.uint8), np.full(50, 7, np.uint64)]
        if mode is Mode.PLAIN:
            arrays = [each.tolist() for each in arrays]
        program.spreading(program.state((0, 0)), program.word(word), 3, *arrays)
        return [list(map(int, each)) for each in arrays]

    for word in (0, WORD, 0x0123_4567_89AB_CDEF, 0x8000_0000_0000_0001):
        assert spread_by(Mode.COMPILED, word) == spread_by(Mode.PLAIN, word)


def test_bits_are_not_spread_beyond_an_array() -> None:
    program = Program(kernel(), [spreading], Mode.COMPILED)
    with pytest.raises(errors.KernelFailed, match="out of range: place 185 of 185"):
        program.spreading(program.state((0, 0)), 5, 3, np.zeros(185, np.uint8), np.zeros(50, np.uint64))


def test_words_of_a_state_are_replaced_by_their_number() -> None:
    def from_the_origin(s: Tree, move: int) -> Tree:
        return carried(ORIGIN, move >> 32, move & 0xFFFF)

    rules = {**RULES, "apply": from_the_origin}
    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = Program(kernel(rules, ORIGIN=Tree(5, 7)), [changed], mode)
        found = [program.changed(program.state((0, 0)), program.word(place), program.word(9)) for place in (0, 1)]
        assert found == [14_007, 5_016]


def test_a_state_stays_as_it_is_when_a_function_gives_it_with_another_word() -> None:
    def both(s: Tree, move: int) -> Tree:
        after = with_more(s, move >> 32, 9)
        return Tree(10 * after.depth + s.depth, 10 * after.sum + s.sum)

    rules = kernel({**RULES, "apply": both})
    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = Program(rules, [changed], mode)
        found = [program.changed(program.state(Tree(5, 7)), place, 0) for place in (0, 1)]
        assert found == [145_077, 55_167]


@pytest.mark.parametrize("largest", [0, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, WORD])
def test_tables_are_read_right_however_narrow_they_are_kept(largest: int) -> None:
    def from_the_table(s: Tree, move: int) -> Tree:
        return Tree(NUMBERS[move & 1], NUMBERS[0])

    for mode in (Mode.PLAIN, Mode.COMPILED):
        numbers = (largest, *[7] * LONG_TABLE)
        program = Program(kernel({**RULES, "apply": from_the_table}, NUMBERS=numbers), [moved], mode)
        assert [program.moved(program.state(Tree(0, 0)), place) for place in (0, 1)] == [largest, 7]


def test_what_is_only_counted_is_not_listed() -> None:
    """The stack stays as it is where generate never reads it; where it does, what it writes is there."""

    def with_distinct(s: Tree, out: Moves, n: int) -> int:
        first = n
        for branch in range(2 * WIDTH):
            is_new = True
            for place in range(first, n):
                if out[place] == branch % WIDTH:
                    is_new = False
            if is_new:
                out[n] = branch % WIDTH
                n += 1
        return n

    for rules, written in ((RULES, 0), ({**RULES, "generate": with_distinct}, 1 + 2)):
        program = Program(kernel(rules), [perft], Mode.COMPILED)
        stack = program.stack(2)
        assert program.perft(program.state(Tree(0, 0)), stack, program.word(0), 2) == WIDTH**2
        assert list(stack[:WIDTH]) == [0, 1, 2]
        assert sum(stack[WIDTH:]) == written


def codes_as_a_set(s: State, moves: Moves) -> Word:
    return marked(game.generate(s, moves, 0), moves)


def test_what_is_only_marked_is_not_listed() -> None:
    """Likewise: a set is made of what generate writes, or of what it has written where it reads that."""

    def by_parts(s: Tree, out: Moves, n: int) -> int:
        n = generate(s, out, n)
        out[n] = 60 + s.sum
        return n + 1

    def downwards(s: Tree, out: Moves, n: int) -> int:
        out[n] = 63
        for place in range(n + 1, n + 4):
            out[place] = out[place - 1] >> 1
        return n + 4

    for rules, found, written in (
        (RULES, 0b111, [0] * 4),
        ({**RULES, "generate": by_parts}, 0b111 | 1 << 62, [0] * 4),
        ({**RULES, "generate": downwards}, 1 << 63 | 1 << 31 | 1 << 15 | 1 << 7, [63, 31, 15, 7]),
    ):
        for mode in (Mode.COMPILED, Mode.PLAIN):
            program = Program(kernel(rules), [codes_as_a_set], mode)
            stack = program.stack(2)
            assert program.codes_as_a_set(program.state(Tree(0, 2)), stack) == found
            assert mode is Mode.PLAIN or list(stack[:4]) == written


def test_turns_abreast_are_those_of_a_range() -> None:
    def step(s: Tree, move: int) -> Tree:
        total = s.sum
        for turn in abreast(8):
            total += ((s.sum ^ NUMBERS[turn]) * (move + turn)) & WORD
        return Tree(s.depth + 1, total & WORD)

    rules = kernel({**RULES, "apply": step, "generate": by_sum}, NUMBERS=(3, 1, 4, 1, 5, 9, 2, 6))
    plain, own = (count(Program(rules, [perft], mode), 4) for mode in (Mode.PLAIN, Mode.COMPILED))
    assert plain == own
    assert "!llvm.loop" in write_module(rules, {"perft": perft}, collect(rules, {"perft": perft})).text


def test_functions_set_apart_are_called_and_not_put_into_their_callers() -> None:
    def step(s: Tree, move: int) -> Tree:
        return carried(s, 0, 1)

    rules = kernel({**RULES, "apply": step})
    assert count(Program(rules, [perft], Mode.COMPILED), 3) == 3**3
    text = write_module(rules, {"perft": perft}, collect(rules, {"perft": perft})).text
    heads = [line.partition("(") for line in text.splitlines() if line.startswith("define internal")]
    wanted = ("step", "carried")
    is_inlined = {name: "alwaysinline" in rest for head, _, rest in heads for name in wanted if name in head}
    assert is_inlined == {"step": True, "carried": False}


def test_large_words_stay_unsigned() -> None:
    def high(s: Tree, move: int) -> Tree:
        return Tree(s.depth + 1, (s.sum ^ 0xFFFF_FFFF_FFFF_FFFF) >> 1)

    def nothing_left(s: Tree, out: Moves, n: int) -> int:
        if s.sum == 0x7FFF_FFFF_FFFF_FFFF:
            return n
        out[n] = 0
        return n + 1

    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = Program(kernel({**RULES, "apply": high, "generate": nothing_left}), [perft], mode)
        assert [count(program, depth) for depth in (1, 2)] == [1, 0]


def test_a_wrong_index_is_an_error_and_not_a_crash() -> None:
    """With bounds checks, which the tests switch on for all kernels."""
    program = Program(kernel(WIDTH=5, max_moves=1), [perft], Mode.COMPILED)
    stack = program.words(2)
    with pytest.raises(errors.KernelFailed) as failed:
        program.perft(program.state(Tree(0, 0)), stack, program.word(0), 2)
    place = f"test_compiler.py, line {generate.__code__.co_firstlineno + 2}, in generate"
    what = "out[n] is out of range: place 2 of 2, since there are more moves than max_moves says"
    assert str(failed.value) == f"The kernel tree failed: {what} ({place})."


def test_a_kernel_that_uses_what_kernels_cannot(own_cache: Path) -> None:
    def printing(s: Tree, out: Moves, n: int) -> int:
        print(s)  # noqa: T201
        return n

    def with_table(s: Tree, out: Moves, n: int) -> int:
        return n + len(os.environ)

    with pytest.raises(
        errors.InvalidGame, match="The kernel tree can't be used: printing uses print, which a kernel can't"
    ):
        Program(kernel({**RULES, "generate": printing}), [perft], Mode.PLAIN)
    with pytest.raises(errors.InvalidGame, match="uses os, a module"):
        Program(kernel({**RULES, "generate": with_table}), [perft], Mode.PLAIN)


def test_a_number_that_became_a_float_is_refused(own_cache: Path) -> None:
    def halved(s: Tree, out: Moves, n: int) -> int:
        out[n] = s.sum
        return n + (s.depth / 2 > 0.5)

    for _ in range(2):  # what was refused is not taken from the cache afterwards
        with pytest.raises(errors.InvalidGame, match="rules have whole numbers only"):
            Program(kernel({**RULES, "generate": halved}), [perft], Mode.COMPILED)


def test_threads_that_want_the_same_program_share_it() -> None:
    with ThreadPoolExecutor(4) as pool:
        programs = list(pool.map(lambda _: Program(kernel(WIDTH=10), [perft], Mode.COMPILED), range(4)))
    assert [count(program, 3) for program in programs] == [1000] * 4


def test_one_thread_at_a_time_parses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 sometimes fails when two do."""
    parsing, parse = threading.Lock(), ast.parse

    def parse_alone(*given: Any, **more: Any) -> ast.AST:
        assert parsing.acquire(blocking=False), "two threads parse at once"
        try:
            time.sleep(0.001)  # lets the others in
            return parse(*given, **more)
        finally:
            parsing.release()

    monkeypatch.setattr(ast, "parse", parse_alone)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: Program(kernel(WIDTH=10), [perft], Mode.COMPILED), range(4)))


def test_a_kernel_that_cannot_be_compiled_is_told_so_in_one_sentence(own_cache: Path) -> None:
    def confused(s: Tree, out: Moves, n: int) -> int:
        return n + s.nowhere  # type: ignore[attr-defined, no-any-return]

    with pytest.raises(errors.InvalidGame, match="The kernel tree can't be compiled") as refused:
        Program(kernel({**RULES, "generate": confused}), [perft], Mode.COMPILED)
    assert "\n" not in refused.value.message


def test_a_program_that_nobody_uses_is_given_back_and_its_functions_live_as_long_as_they_are_held() -> None:
    """A server meets many maps: what it has compiled for them must not stay for ever."""
    program = Program(kernel(WIDTH=11), [perft], Mode.COMPILED)
    watched, function = weakref.ref(program._functions), program.perft
    state, stack = program.state((0, 0)), program.stack(2)
    del program
    gc.collect()
    assert watched() is None
    assert function(state, stack, 0, 2) == 11**2
    assert count(Program(kernel(WIDTH=11), [perft], Mode.COMPILED), 2) == 11**2


def waits_for(lock: Any, work: Callable[[], object], seconds: float = 10) -> bool:
    """Whether some work needs a lock that another thread holds."""
    with ThreadPoolExecutor(1) as pool:
        with lock:
            done, _ = wait([pool.submit(work)], timeout=seconds)
        return not done


def test_who_has_a_program_never_waits_for_others_that_are_compiled() -> None:
    """Neither when it is asked for again nor when it is given up: both happen in a server's event loop."""
    held = [Program(kernel(WIDTH=12), [perft], Mode.COMPILED) for _ in range(2)]
    assert not waits_for(compiled.COMPILING, lambda: Program(kernel(WIDTH=12), [perft], Mode.COMPILED))
    watched = weakref.ref(held[0]._functions)
    assert not waits_for(llvm_library._lock, held.clear)
    assert watched() is None
    assert waits_for(llvm_library._lock, lambda: Program(kernel(WIDTH=13), [perft], Mode.COMPILED), seconds=0.2)


# -- the cache folder --------------------------------------------------------------------------------------------


def test_the_cache_folder_is_private(own_cache: Path) -> None:
    Program(kernel(WIDTH=8), [perft], Mode.COMPILED)
    assert (own_cache / "kernels").stat().st_mode & 0o777 == 0o700
    assert own_cache.stat().st_mode & 0o022 == 0


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_cache_folder_that_others_can_write_is_refused(own_cache: Path, mode: int) -> None:
    (own_cache / "kernels").mkdir(parents=True)
    (own_cache / "kernels").chmod(mode)
    with pytest.raises(errors.UnsafeCache, match="Other users can write"):
        Program(kernel(WIDTH=9), [perft], Mode.COMPILED)


def test_a_cache_folder_that_cannot_be_made_is_refused(own_cache: Path) -> None:
    own_cache.write_text("a file")
    with pytest.raises(errors.UnsafeCache, match=r"can't be used: (?!\[Errno).*; LUDOGRAPH_CACHE may name another"):
        Program(kernel(WIDTH=9), [perft], Mode.COMPILED)


SCRIPT = """
import ludograph
from ludograph.engine.perft import perft
from ludograph.engine.program import Mode
print(perft(ludograph.game("trimok").start(), 4, mode=Mode.COMPILED))
"""


def test_processes_that_compile_at_the_same_time_dont_hurt_each_other(own_cache: Path) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    results = [worker.communicate(timeout=300) for worker in workers]
    assert results == [("112904\n", "")] * 3
    files = {file.name for file in (own_cache / "kernels").rglob("*") if file.is_file()}
    assert sum(name.endswith(".kernel") for name in files) == 1, files
    assert not any(name.endswith(".tmp") for name in files)


def test_a_damaged_cache_is_made_anew(own_cache: Path) -> None:
    for round_number in range(3):
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("112904\n", "")
        for file in (own_cache / "kernels").rglob("*.kernel"):
            data = bytearray(file.read_bytes())
            data[-50] ^= 1  # machine code that is wrong somewhere would kill the interpreter
            file.write_bytes(data if round_number else data[:100])


#: Fills what is free between the libraries, and leaves small holes with 4 GiB between them, where a small table fits
#: and its code doesn't.
HOLES = """
import ctypes
import llvmlite.binding
NOBODYS, FREE = (0, 0x4022, -1, 0), 1 << 32
system = ctypes.CDLL(None)
system.mmap.restype = ctypes.c_void_p
system.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
system.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
low = system.mmap(None, FREE, *NOBODYS)
for size in (1 << 20, 1 << 16, 1 << 14, 1 << 12):
    while system.mmap(None, size, *NOBODYS) > low:
        pass
for size in (1 << 13, 1 << 15, 1 << 15, 1 << 16) * 6:
    system.munmap(system.mmap(None, FREE + size, *NOBODYS) + FREE, size)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is mapped as Linux does it")
def test_a_program_is_laid_into_one_block_of_memory(own_cache: Path) -> None:
    """LLVM ends a process in which a program's code comes to lie more than 2 GB from its tables."""
    script = HOLES + SCRIPT.replace("trimok", "nchess")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "197281\n", "")


def put(file: Path, days: float) -> Path:
    """A file that was used for the last time so many days ago."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("machine code")
    os.utime(file, times=(time.time() - days * DAY,) * 2)
    return file


def test_files_that_nobody_uses_leave_with_the_next_that_is_written(own_cache: Path) -> None:
    Program(kernel(WIDTH=14), [perft], Mode.COMPILED)
    [own] = (own_cache / "kernels").rglob("*.kernel")
    used, unused = put(own.with_name("used.kernel"), 59), put(own.with_name("unused.kernel"), 61)
    interrupted = put(own.with_name("interrupted.tmp"), 0.1)
    others = own_cache / "kernels"
    in_use = [put(others / "in use" / "now.kernel", 0.5), put(others / "in use" / "before.kernel", 30)]
    forsaken = [put(others / "forsaken" / "a.kernel", 1.5), put(others / "forsaken" / "b.kernel", 30)]
    flat = put(others / "of-an-older-layout.kernel", 1.5)
    Program(kernel(WIDTH=15), [perft], Mode.COMPILED)
    stay, leave = [own, used, *in_use], [unused, interrupted, *forsaken, *(each.parent for each in forsaken), flat]
    assert [path.exists() for path in stay] == [True] * len(stay)
    assert [path.exists() for path in leave] == [False] * len(leave)


def test_files_are_looked_over_once_in_a_while(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "TIDY_SECONDS", 1000)
    unused = [own_cache / "kernels" / "others" / f"{number}.kernel" for number in range(2)]
    put(unused[0], 61)
    Program(kernel(WIDTH=21), [perft], Mode.COMPILED)
    put(unused[1], 61)
    Program(kernel(WIDTH=22), [perft], Mode.COMPILED)
    assert [file.exists() for file in unused] == [False, True]


def test_the_oldest_files_leave_when_there_are_too_many(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (put(own_cache / "kernels" / "others" / f"{days}.kernel", days) for days in (0.2, 0.1))
    monkeypatch.setattr(cache, "MOST_BYTES", new.stat().st_size + 100_000)
    Program(kernel(WIDTH=16), [perft], Mode.COMPILED)
    assert old.exists()
    monkeypatch.setattr(cache, "MOST_BYTES", sum(file.stat().st_size for file in own_cache.rglob("*.kernel")))
    Program(kernel(WIDTH=17), [perft], Mode.COMPILED)
    assert not old.exists()


def test_two_versions_side_by_side_find_their_files_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a process of its own compiles in its turn, and again only what left because nobody had used it."""
    for version, width, kernels in (("1.0", 18, 1), ("2.0", 18, 2), ("1.0", 18, 2), ("2.0", 19, 3)):
        compiled._loaded.clear()
        monkeypatch.setattr(compiled, "_surroundings", lambda version=version: version)
        Program(kernel(WIDTH=width), [perft], Mode.COMPILED)
        assert len(list(own_cache.rglob("*.kernel"))) == kernels
    first = min(own_cache.rglob("*.kernel"), key=lambda file: len(list(file.parent.glob("*.kernel"))))
    put(first, 1.5)
    Program(kernel(WIDTH=20), [perft], Mode.COMPILED)
    assert not first.exists()
    assert len(list(own_cache.rglob("*.kernel"))) == 3


# -- random play -------------------------------------------------------------------------------------------------


def test_playouts_count_every_game_once() -> None:
    game = ludograph.game("trimok")
    results = []
    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = game.program(playouts, mode=mode)
        tally = program.words(4)
        arguments = (program.state(game.start().state), program.stack(1), 6, 500, program.word(11), tally)
        results.append((int(program.playouts(*arguments)), [int(games) for games in tally]))
    assert results[0] == results[1]
    assert sum(results[0][1]) == 6


def test_playouts_see_draws() -> None:
    game = ludograph.game("trimok?quiet_limit=1")
    program = game.program(playouts, mode=Mode.PLAIN)
    tally = program.words(4)
    program.playouts(game.start().state, program.stack(1), 5, 500, 1, tally)
    assert tally == [0, 5, 0, 0]
