"""Corners of the kernel language: compiled code does what plain Python does, and fails in a sentence."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kernels import HEAD, loaded, program_of

from ludograph.engine.bits import WORD
from ludograph.engine.compiler.faults import InvalidKernel
from ludograph.engine.compiler.stacks import stack_allowed
from ludograph.engine.program import Mode, Program
from ludograph.errors import InvalidGame, KernelFailed

CONSTANTS = """
HIGH = 1 << 63
TRUTHS = (True, False, True)
EMPTY = ()
Two = tuple[int, int]
größen = (4, 5)
"""

#: Functions ``rule(x: int, w: Words) -> int`` and ``algorithm(x: int, w: Words) -> int``, by their bodies.
RULES = {
    "a chain of targets evaluates its value once": "w[1] = w[2] = y = ticked(w)\nreturn y",
    "a target is evaluated behind its value": "w[w[0]] = ticked(w)\nreturn x",
    "targets are stored one after the other": "y = 0\ny, w[y] = 3, x\nreturn y",
    "an augmented place is found once": "w[ticked(w)] += 7\nreturn x",
    "an augmented value is loaded first": "w[0] += ticked(w)\nreturn x",
    "ranges end at the last of all numbers": "for i in range(WORD - 4, WORD, 3):\n    x += 1\nreturn x",
    "steps may be of any length": "for i in range(0, 10, 1 << 70):\n    x += 1 + i\nreturn x",
    "the bounds of a range are looked at once": "y = 3\nfor i in range(y):\n    y += 1\n    i = 9\nreturn y",
    "a range may count in its own bound": "for x in range(x):\n    w[x] = x\nreturn x",
    "constants are words by their bits": "return x & ~HIGH",
    "abs of a constant": "return x + abs(-3)",
    "tables of truths": "return TRUTHS[x % 3] + x",
    "a table may be empty": "return len(EMPTY) + x",
    "names beyond ASCII": "é = größen[x % 2]\nreturn größer(é, w)",
    "names that LLVM has, too": "return llvm(x, w) + fail(x)",
    "loops in a loop over a tuple": "for part in State(1, 2, x):\n while True:\n  x += part\n  break\nreturn x",
    "truths as counts": "return (x << (x > 3)) >> (x > 4)",
    "parts of a tuple": "a, b = pair(x)\nb, a = a, b\nreturn a * 10 + b",
    "a state of constants": "s = State(1, x, 3)\nreturn replaced(s, x % 3, 9)[x % 3] + len(s)",
    "a state changed in place": (
        "s = State(1, x, 3)\nbefore = s\nfor i in range(2):\n    s = replaced(s, (x + i) % 3, 9 + s[i])\n"
        "other = replaced(s, x % 3, 70)\nmany = before[x % 3] + 100 * s[x % 3] + 10000 * s[(x + 1) % 3]\n"
        "return many + 1000000 * other[x % 3]"
    ),
    "nothing behind a return": "return x\nreturn s",
    "endless loops are left by returns": "while True:\n    x += 1\n    if x > 9:\n        return x",
    "no result": "filled(w)\nreturn x",
}
ALGORITHMS = {
    "a tuple of signed numbers": "p: Two = (-5, -7)\nreturn p[x % 2] // 2",
    "declared words stay words": "y = Word(5) + 1\ny = Word(w[0])\nreturn int(y)",
    "numbers take the types of variables": "y: Word = 1\ny = HIGH\nw[0] = y\nf = 0.5\nf = 2\ny = 5\nreturn int(y + f)",
    "constant fractions": "return int(x * (1 / 2)) + int(x / 2 + (x > 2))",
    "signed steps end": f"n = 0\nfor i in range({(1 << 63) - 5}, {(1 << 63) - 1}, 3):\n    n += 1\nreturn n + x",
    "the longest signed step": "n = 0\nfor i in range(-(1 << 63), (1 << 63) - 1, (1 << 63) + 5):\n    n += 1\nreturn n",
    "truths of Python": "y = True & False\nreturn 3 if y else x",
}
HELPERS = """

def ticked(w: Words) -> int:
    w[0] += 1
    return w[0]


def größer(ü: int, context: Words) -> int:
    context[1] = ü
    return ü + 1


@apart
def llvm(context: int, wrong: Words) -> int:
    return context + wrong[0]


def fail(result: int) -> int:
    return result + 1


def pair(x: int) -> Two:
    return x, x + 1


def filled(w: Words) -> None:
    w[3] = 3
    return None


"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(tmp_path / "cache"))


def function(name: str, body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"def {name}(x: int, w: Words) -> int:\n{lines}\n\n\n"


def programs(path: Path, text: str, names: list[str]) -> list[Program]:
    """Plain and compiled."""
    space = loaded(path, HEAD + CONSTANTS + HELPERS + text)
    return [program_of(space, names, mode) for mode in (Mode.PLAIN, Mode.COMPILED)]


@pytest.mark.parametrize(("bodies", "name"), [(RULES, "rule"), (ALGORITHMS, "algorithm")])
def test_corners_do_the_same_compiled(tmp_path: Path, bodies: dict[str, str], name: str) -> None:
    names = {f"{name}_{place}": what for place, what in enumerate(bodies)}
    text = "".join(function(each, bodies[what]) for each, what in names.items())
    plain, compiled = programs(tmp_path / "corners.py", text, list(names))
    for each, what in names.items():
        for x in range(1, 6):
            given = plain.words(8), compiled.words(8)
            results = [getattr(plain, each)(x, given[0]), getattr(compiled, each)(x, given[1])]
            assert results[0] == results[1], what
            assert given[0] == list(given[1]), what


# -- failing -----------------------------------------------------------------------------------------------

FAILING = """
def algorithm_way(way: int, f: float, w: Words) -> float:
    w[0] = 7
    if way == 0:
        return sqrt(f)
    if way == 1:
        return int(f) * 1.0
    if way == 2:
        return lowest(w[1]) * 1.0
    if way == 3:
        return f / (f + 1)
    if way == 4:
        return way // int(w[1]) * 1.0
    return w[way] * 1.0
"""


@pytest.mark.parametrize(
    ("way", "value", "sentence"),
    [
        (0, -1.0, "sqrt(f) is the root of a negative number"),
        (1, 1e19, "int(f) doesn't fit into the 64 bits of int"),
        (1, float("nan"), "int(f) doesn't fit into the 64 bits of int"),
        (1, float("-inf"), "int(f) doesn't fit into the 64 bits of int"),
        (2, 1.0, "lowest(w[1]) is asked of 0, in which no bit is set"),
        (3, -1.0, "f / (f + 1) is a division by 0"),
        (4, 1.0, "way // int(w[1]) is a division by 0"),
        (5, 1.0, "w[way] is out of range: place 5 of 3"),
        (-1, 1.0, "w[way] is out of range: place -1 of 3"),
    ],
)
def test_failures_are_told_in_a_sentence(tmp_path: Path, way: int, value: float, sentence: str) -> None:
    _, compiled = programs(tmp_path / "failing.py", FAILING, ["algorithm_way"])
    words = compiled.words(3)
    with pytest.raises(KernelFailed) as failed:
        compiled.algorithm_way(way, value, words)
    assert str(failed.value).startswith(f"The kernel tested failed: {sentence} (failing.py, line ")
    assert list(words) == [7, 0, 0], "arrays keep what was written before"


#: Bodies of ``rule(x: int, w: Words) -> int``, which gets 2, with what is said of them, if anything is.
DIFFERENCES = {
    "return x - 2": None,
    "return x - 3": "x - 3 is below 0: 2 - 3",
    "x -= 3\nreturn x": "x -= 3 is below 0: 2 - 3",
    "return -x": "-x is below 0: 0 - 2",
    "return x & -x": None,
    "return (x - 3) & WORD": None,
    "return (x - 3 + (1 - x)) & 7": None,
    "return ((x - 3) << 2 ^ x) & 255": None,
    "return (x - 3 if w[0] == 0 else -x) & 7": None,
    "w[1] = 6\nw[1] &= x - 3\nreturn w[1]": None,
    "return (x - 3) & ~1": "x - 3 is below 0: 2 - 3",
    "return (x - 3) & (1 - x)": "x - 3 is below 0: 2 - 3",
    "return ((x - 3) >> 1) & 7": "x - 3 is below 0: 2 - 3",
    "return (x - 3) % 8": "x - 3 is below 0: 2 - 3",
    "return w[x - 3]": "x - 3 is below 0: 2 - 3",
    "w[x + 9] = 1\nreturn x": "w[x + 9] is out of range: place 11 of 8, since there are more moves than max_moves says",
}


@pytest.mark.parametrize("body", DIFFERENCES)
def test_rules_do_the_same_as_plain_python_or_say_that_a_number_is_below_0(tmp_path: Path, body: str) -> None:
    plain, compiled = programs(tmp_path / "below.py", function("rule", body), ["rule"])
    if sentence := DIFFERENCES[body]:
        with pytest.raises(KernelFailed) as failed:
            compiled.rule(2, compiled.words(8))
        assert str(failed.value).startswith(f"The kernel tested failed: {sentence} (below.py, line ")
    else:
        assert compiled.rule(2, compiled.words(8)) == plain.rule(2, plain.words(8)) >= 0


def test_threads_fail_each_by_itself(tmp_path: Path) -> None:
    _, compiled = programs(tmp_path / "failing.py", FAILING, ["algorithm_way"])

    def tried(turn: int) -> str:
        words = compiled.words(3)
        try:
            return str(compiled.algorithm_way(turn % 2, 4.0 - 5 * (turn % 3 == 0), words))
        except KernelFailed as failed:
            return str(failed).split(" (")[0]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(tried, range(4000)))
    failed = "The kernel tested failed: sqrt(f) is the root of a negative number"
    assert found[:6] == [failed, "4.0", "2.0", "-1.0", "2.0", "4.0"]
    assert found == found[:6] * 666 + found[:4]


DEEP = """
import sys, threading
from pathlib import Path
from kernels import HEAD, loaded, program_of
from ludograph.engine.program import Mode
from ludograph.errors import InvalidGame, KernelFailed

TEXT = '''
def even(x: int, w: Words) -> bool:
    w[0] += 1
    return x == 0 or odd(x - 1, w) and w[0] > 0

def odd(x: int, w: Words) -> bool:
    return x != 0 and even(x - 1, w) and w[0] > 0
'''
program = program_of(loaded(Path(sys.argv[1]), HEAD + TEXT), ["even"], Mode.COMPILED)

def dive(begin):
    begin.wait()
    for depth in (100, 10**9, 100):
        try:
            print(program.even(depth, program.words(1)))
        except KernelFailed as failed:
            print("calls itself too deeply" in str(failed))

begin = threading.Event()
size, later = int(sys.argv[2]), int(sys.argv[3])
threading.stack_size(size)
thread = threading.Thread(target=dive, args=[begin])
thread.start()
threading.stack_size(later)  # counts for threads that begin from now on
begin.set()
thread.join()
dive(begin)
"""


@pytest.mark.parametrize(("size", "later"), [(0, 0), (128 << 10, 0), (0, 512 << 20), (64 << 20, 128 << 10)])
def test_recursion_ends_in_a_sentence_in_every_thread(tmp_path: Path, size: int, later: int) -> None:
    arguments = [sys.executable, "-c", DEEP, str(tmp_path / "deep.py"), str(size), str(later)]
    done = subprocess.run(
        arguments, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["True"] * 6


def test_what_a_thread_may_use_of_its_stack() -> None:
    found: list[int] = []
    threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=lambda: found.append(stack_allowed()))
        thread.start()
    finally:
        threading.stack_size(0)
    thread.join()
    assert found[0] <= 1 << 19


# -- kernels that are too much ----------------------------------------------------------------------------


def test_functions_that_double_at_every_level_are_compiled_all_the_same(tmp_path: Path) -> None:
    """Put into their callers, all of them, they would be longer than any memory."""
    text = "def level_0(x: int) -> int:\n    return x ^ 5\n\n\n"
    for level in range(1, 60):
        call = f"level_{level - 1}"
        text += f"def level_{level}(x: int) -> int:\n    return {call}({call}(x) >> 1) if x else {level}\n\n\n"
    plain, compiled = programs(tmp_path / "doubling.py", text, ["level_12", "level_59"])
    assert compiled.level_59(0) == plain.level_59(0) == 59
    assert compiled.level_12(WORD) == plain.level_12(WORD)


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
def test_rules_that_are_nested_too_deeply(tmp_path: Path, mode: Mode) -> None:
    branches = "".join(f"    elif x == {n}:\n        return {n + 1}\n" for n in range(1, 2000))
    text = f"def rule(x: int) -> int:\n    if x == 0:\n        return 1\n{branches}    return x\n"
    space = loaded(tmp_path / "nested.py", HEAD + text)
    if mode is Mode.PLAIN:
        assert program_of(space, ["rule"], mode).rule(1999) == 2000
    else:
        with pytest.raises(InvalidGame, match=r"^The kernel tested can't be compiled: it is nested too deeply\.$"):
            program_of(space, ["rule"], mode)


# -- what is kept ------------------------------------------------------------------------------------------


def test_types_from_other_files_belong_to_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations name them, so that no function's own text tells when they change."""
    monkeypatch.syspath_prepend(tmp_path)
    text = "from shapes import Shape\n\n\n@apart\ndef made(x: int) -> Shape:\n    return x, x\n\n\n"
    text += "def rule(x: int) -> int:\n    a, b = made(x)\n    return a + b\n"

    def program(shape: str) -> Program:
        (tmp_path / "shapes.py").write_text(f"Shape = {shape}")
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, "shapes", raising=False)
        return program_of(loaded(tmp_path / "rules.py", HEAD + text), ["rule"], Mode.COMPILED)

    assert program("tuple[int, int]").rule(2) == 4
    with pytest.raises(InvalidKernel, match="a bool is expected here"):
        program("tuple[int, bool]")


def test_constants_that_differ_in_one_bit_make_other_programs(tmp_path: Path) -> None:
    text = HEAD + "TABLE = ()\nNUMBER = 0\n\n\ndef rule(x: int) -> int:\n    return TABLE[x] + NUMBER % 10\n"
    space = loaded(tmp_path / "rules.py", text)
    for last in (1, 2):
        constants = {"TABLE": ((1 << 63) + last, -1), "NUMBER": (1 << 63) + last}
        program = program_of(space, ["rule"], Mode.COMPILED, **constants)
        assert program.rule(0) == (1 << 63) + last + ((1 << 63) + last) % 10
