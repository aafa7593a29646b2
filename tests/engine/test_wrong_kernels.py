"""What the compiler refuses: each with its line, the expression that is underlined, and one sentence."""

from __future__ import annotations

import importlib
import linecache
from pathlib import Path
from typing import Any

import pytest
from kernels import FIRST_LINE, HEAD, loaded, program_of

from ludograph.engine.compiler.faults import InvalidKernel
from ludograph.engine.program import Mode
from ludograph.errors import InvalidGame

OPERATORS = "the operators of a kernel are + - * / // % & | ^ << >>; sqrt of math takes roots"
CALLS = "can't be called: a kernel calls functions by their names, classes of states, and a few functions of Python"
GRAMMAR = "a kernel has assignments, if, while, for, return, break, continue and calls"
TYPES = "None, int, Word, bool, State, Moves, Words, Indices, Distances, states, and names of tuples of int and bool"
NO_VALUE = "only names and places of arrays can be given a value"
STEP = "the step of a range is a constant integer above 0"
MIXED = "of an int and a Word: say which is meant, by int(…) or Word(…)"

SIGN = "a Word is never below 0, so that this is known without looking"

#: Expressions of ``def rule(x: int, p: bool, s: State, w: Words) -> int``, with what is underlined in them.
IN_RULES = [
    ("x @ x", "x @ x", OPERATORS),
    ("x ** 2", "x ** 2", OPERATORS),
    ("x / 2", "x / 2", "rules have whole numbers only: // divides them"),
    ("x + 1.5", "1.5", "rules have whole numbers only"),
    ("int(sqrt(x))", "sqrt(x)", "rules have whole numbers only"),
    ("x // 0", "x // 0", "a constant divisor is above 0"),
    ("x % -3", "x % -3", "a Word is never below 0, and -3 is"),
    ("5 // 0", "5 // 0", "integer division or modulo by zero"),
    ("1 << 2000", "1 << 2000", "no word has so many bits"),
    ("1 << -1", "1 << -1", "negative shift count"),
    ("x + (1 << 64)", "x + (1 << 64)", f"{1 << 64} doesn't fit into the 64 bits of a Word"),
    ("max(x, -1)", "max(x, -1)", "a Word is never below 0, and -1 is"),
    ("-1 >> x", "-1 >> x", "a Word is never below 0, and -1 is"),
    ("x > -1", "x > -1", "a Word is never below 0, and -1 is"),
    ("x - 3 < 0", "x - 3 < 0", SIGN),
    ("0 > x", "0 > x", SIGN),
    ("0 <= x < 3", "0 <= x < 3", SIGN),
    ("s + x", "s + x", "+ is for numbers, not for a State"),
    ("s << x", "s << x", "<< is for integers"),
    ("x if s else 1", "s", "a State is neither true nor false"),
    ("w if p else x", "w if p else x", "a choice is for numbers, not for an array of 64-bit numbers"),
    ("(w if p else w)[0]", "w if p else w", "a choice is for numbers, not for an array of 64-bit numbers"),
    ("s == (x, x, x)", "s == (x, x, x)", "tuples of the same type are equal or not"),
    ("s < s", "s < s", "tuples of the same type are equal or not"),
    ("x in w", "x in w", "a kernel compares by == != < <= > >= only"),
    ("x is x", "x is x", "a kernel compares by == != < <= > >= only"),
    ("s.d", "s.d", "a State has no field d; it has a, b, c"),
    ("x.a", "x.a", "a Word has no field a"),
    ("s[3]", "3", "there is no place 3 in a State"),
    ("s[-1]", "-1", "there is no place -1 in a State"),
    ("s[p]", "p", "a place in a tuple is an integer, and this is a bool"),
    ("(x, p)[x]", "(x, p)[x]", "only among integers of one type can one be chosen while the program runs"),
    ("w[-1]", "-1", "places are counted from the beginning"),
    ("w[s]", "s", "a place in an array is an integer, and this is a State"),
    ("x[0]", "x[0]", "a Word is no array"),
    ("w[1:2]", "1:2", "a slice can't be in a kernel"),
    ("w", "w", "a Word is expected here, and this is an array of 64-bit numbers"),
    ("s", "s", "a Word is expected here, and this is a State"),
    ("(x, s)", "(x, s)", "a tuple has numbers in it"),
    ("len(x)", "len(x)", "len takes an array or a tuple"),
    ("min(x)", "min(x)", "min takes two numbers or more"),
    ("abs(x, x)", "abs(x, x)", "abs takes one number"),
    ("bool(x, x)", "bool(x, x)", "bool takes one value"),
    ("int(s)", "int(s)", "int takes a number"),
    ("replaced(s, 0)", "replaced(s, 0)", "replaced takes a state, a place and a word"),
    ("replaced(s, 3, x).a", "3", "there is no place 3 in a State"),
    ("State(x, x).a", "State(x, x)", "State takes 3 arguments, and this gives 2"),
    ("helped(x)", "helped(x)", "helped takes 2 arguments, and this gives 1"),
    ("apply(1, 2)", "apply(1, 2)", "apply takes 1 argument, and this gives 2"),
    ("helped(x, x)", "x", "an array of 64-bit numbers is expected here, and this is a Word"),
    ("helped(x, TABLE)", "TABLE", "TABLE is a table, which functions use by its name only"),
    ("helped(x, w=w)", "helped(x, w=w)", "arguments are given by their order"),
    ("helped(*s)", "helped(*s)", "arguments are given by their order"),
    ("filled(w)", "filled(w)", "this has no value"),
    ("helped + 1", "helped", "helped is no value"),
    ("s.index(x)", "s.index", f"s.index {CALLS}"),
    ("x(3)", "x", f"x {CALLS}"),
    ("TABLE(3)", "TABLE", f"TABLE {CALLS}"),
    ("game.nothing(x)", "game.nothing", "the kernel tested has no function nothing"),
    ("game.apply", "game", "game is no value"),
    ("len('text')", "'text'", "'text' can't be in a kernel"),
    ("len([x])", "[x]", "a list can't be in a kernel"),
    ("len([y for y in s])", "[y for y in s]", "a list can't be in a kernel"),
    ("len({x: x})", "{x: x}", "a dictionary can't be in a kernel"),
    ("max(y for y in s)", "(y for y in s)", "a generator can't be in a kernel"),
    ("len(f'{x}')", "f'{x}'", "a text can't be in a kernel"),
    ("(lambda: x)()", "lambda: x", f"lambda: x {CALLS}"),
    ("(y := x)", "y := x", "an assignment inside of an expression can't be in a kernel"),
    ("WIDE[x]", "WIDE", "WIDE is no flat array of integers"),
    ("PARTS[x]", "PARTS", "PARTS is no flat array of integers"),
    ("SIGNED[x]", "SIGNED", "SIGNED has negative numbers, which only tables of 64 bits can"),
    ("EMPTY[x]", "EMPTY[x]", "EMPTY is empty, and the game binds it to nothing else"),
    ("HUGE[x]", "HUGE", "HUGE has numbers that don't fit into 64 bits"),
]

#: Expressions of ``def algorithm(i: int, x: Word, f: float, w: Words) -> int``.
IN_ALGORITHMS = [
    ("i + x", "i + x", f"+ {MIXED}"),
    ("int(i < x)", "i < x", f"comparison {MIXED}"),
    ("min(i, x)", "min(i, x)", f"min {MIXED}"),
    ("(i if i else x)", "i if i else x", f"a choice {MIXED}"),
    ("i + (1 << 63)", "i + (1 << 63)", f"{1 << 63} doesn't fit into the 64 bits of an int"),
    ("f", "f", "an int is expected here, and this is a float"),
    ("int(f // 2)", "f // 2", "// is for integers"),
    ("int(f % 2)", "f % 2", "% is for integers"),
    ("i << f", "i << f", "<< is for integers"),
    ("int(min(f, 1))", "min(f, 1)", "min is for integers"),
    ("w[f]", "f", "a place in an array is an integer, and this is a float"),
    ("w[0] and (i, i)[f]", "f", "a place in a tuple is an integer, and this is a float"),
    ("int(f * (1 << 70))", "f * (1 << 70)", f"{1 << 70} doesn't fit into the 64 bits of a float"),
]

#: Statements, each a function's body; the wrong line says so.
STATEMENTS = [
    ("y = 1 if p else x\nx = y + z  # here\nz = 1", "z", "z may have no value here"),
    ("if p:\n    y = 1\nx += y  # here", "y", "y may have no value here"),
    ("if p:\n return 1\nelse:\n y = 1\nx = y\nif p:\n z = 1\nelif x:\n pass\nelse:\n z = 2\nx = z  # here", "z",
     "z may have no value here"),
    ("for i in range(3):\n    y = i\nx = y  # here", "y", "y may have no value here"),
    ("while True:\n    if p:\n        break\n    y = 1\nx = y  # here", "y", "y may have no value here"),
    ("for i in range(3):\n    pass\nx = i  # here", "i", "i may have no value here"),
    ("y = p\ny = x  # here", "y", "a bool is expected here, and this is a Word"),
    ("y = s\ny = x  # here", "y", "a State is expected here, and this is a Word"),
    ("y = w  # here", "y", "a variable can't be an array"),
    ("y = filled(w)  # here", "filled(w)", "this has no value"),
    ("w = x  # here", "w", "w is an array, which can't be exchanged"),
    ("s.a = x  # here", "s.a", NO_VALUE),
    ("s.a += x  # here", "s.a", NO_VALUE),
    ("s[0] = x  # here", "s[0]", "a State is no array; replaced(state, place, word) makes another state"),
    ("TABLE[0] = x  # here", "TABLE[0]", "TABLE is a table, which can only be read"),
    ("TABLE[0] += x  # here", "TABLE[0]", "TABLE is a table, which can only be read"),
    ("x **= 2  # here", "x **= 2", OPERATORS),
    ("y, z = x  # here", "x", "a Word has no parts"),
    ("y, z = s  # here", "y, z = s", "3 values can't be given to 2 names"),
    ("y, z = a, b = x, x  # here", "y, z = a, b = x, x", "a tuple is given to names once"),
    ("y, *z = s  # here", "y, *z = s", "3 values can't be given to 2 names"),
    ("y: int  # here", "y: int", "a declaration has a name and a value"),
    ("y: text = x  # here", "text", f"text is no type of kernels, which are {TYPES}"),
    ("y: Texts = x  # here", "Texts", f"Texts is no type of kernels, which are {TYPES}"),
    ("y: 'no type' = x  # here", "'no type'", f"no type is no type of kernels, which are {TYPES}"),
    ("y: float = x  # here", "float", f"float is no type of kernels, which are {TYPES}"),
    ("x + 1  # here", "x + 1", "this has no effect"),
    ("return  # here", "return", "the result of rule is declared as Word"),
    ("for i in w:  # here\n    pass", "w", "a loop goes over a range or a tuple"),
    ("for i, j in s:  # here\n    pass", "i, j", "a loop has one variable"),
    ("for i in s:\n    break  # here", "break", "a loop over a tuple has no break and no continue"),
    ("for i in s:\n if p:\n  continue  # here", "continue", "a loop over a tuple has no break and no continue"),
    ("for i in range(3):\n    pass\nelse:\n    x = 1  # here", "x = 1", "a loop has no else"),
    ("for i in s:\n    pass\nelse:\n    x = 1  # here", "x = 1", "a loop has no else"),
    ("while p:\n    pass\nelse:\n    x = 1  # here", "x = 1", "a loop has no else"),
    ("for i in range():  # here\n    pass", "range()", "a range has one to three numbers"),
    ("for i in abreast(0, 8):  # here\n    pass", "abreast(0, 8)", "abreast takes the number of turns"),
    ("x = abreast(8)  # here", "abreast", f"abreast {CALLS}"),
    ("for i in range(0, 9, x):  # here\n pass", "range(0, 9, x)", STEP),
    ("for i in range(9, 0, -1):  # here\n pass", "range(9, 0, -1)", STEP),
    ("for i in range(-3, x):  # here\n    pass", "range(-3, x)", "a Word is never below 0, and -3 is"),
    ("for p in range(3):  # here\n    pass", "p", "a bool is expected here, and this is a Word"),
    ("for i in range(s):  # here\n    pass", "range(s)", "a range is for numbers, not for a State"),
    ("try:  # here\n    x = 1\nfinally:\n    pass", "try:  # here", f"try can't be in a kernel: {GRAMMAR}"),
    ("with w:  # here\n    x = 1", "with w:  # here", f"with can't be in a kernel: {GRAMMAR}"),
    ("assert x  # here", "assert x", f"assert can't be in a kernel: {GRAMMAR}"),
    ("raise x  # here", "raise x", f"raise can't be in a kernel: {GRAMMAR}"),
    ("del x  # here", "del x", f"del can't be in a kernel: {GRAMMAR}"),
    ("import math  # here", "import math", f"import can't be in a kernel: {GRAMMAR}"),
    ("def inner() -> int:  # here\n    return 1", "def inner() -> int:  # here",
     f"a function inside of a function can't be in a kernel: {GRAMMAR}"),
    ("yield x  # here", "yield x", "yield can't be in a kernel"),
]  # fmt: skip

#: Heads of functions that ``rule`` calls as ``called(x)``, and what is underlined in them.
HEADS = [
    ("def called(y) -> int:", "y", "y needs a type"),
    ("def called(y: int):", "def called(y: int):", "the result of called needs a type"),
    (
        "def called(y: int = 3) -> int:",
        "def called(y: int = 3) -> int:",
        "a function of a kernel has plain arguments only",
    ),
    ("def called(*y: int) -> int:", "def called(*y: int) -> int:", "a function of a kernel has plain arguments only"),
    ("def called(y: list) -> int:", "list", f"list is no type of kernels, which are {TYPES}"),
    ("def called(y: int) -> Words:", "def called(y: int) -> Words:", "an array can't be a result"),
    ("def called(y: Texts) -> int:", "Texts", f"Texts is no type of kernels, which are {TYPES}"),
]

CONSTANTS = """
Texts = tuple[int, str]
TABLE = (1, 2, 3)
EMPTY = ()
HUGE = (1, 1 << 64)
WIDE = np.zeros((2, 2), np.uint8)
PARTS = np.zeros(2)
SIGNED = np.array([1, -1], np.int8)


def apply(s: State) -> State:
    return s


def helped(y: int, w: Words) -> int:
    return w[y]


def filled(w: Words) -> None:
    w[0] = 1


"""
RULE = "def rule(x: int, p: bool, s: State, w: Words) -> int:"
ALGORITHM = "def algorithm(i: int, x: Word, f: float, w: Words) -> int:"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(tmp_path / "cache"))


def faults_of(path: Path, text: str, name: str = "rule") -> tuple[Any, ...]:
    with pytest.raises(InvalidKernel) as refused:
        program_of(loaded(path, HEAD + CONSTANTS + text), [name], Mode.COMPILED)
    assert "\n" not in str(refused.value)
    assert all(fault.place.file == str(path) for fault in refused.value.faults)
    return refused.value.faults


def one_fault(path: Path, text: str, name: str = "rule") -> tuple[str, str, str]:
    """The line, the expression and the sentence of the only fault."""
    (fault,) = faults_of(path, text, name)
    return fault.place.source.strip(), fault.place.expression, fault.why


@pytest.mark.parametrize(("expression", "underlined", "sentence"), IN_RULES)
def test_expressions_in_rules(tmp_path: Path, expression: str, underlined: str, sentence: str) -> None:
    found = one_fault(tmp_path / "wrong.py", f"{RULE}\n    return {expression}\n")
    assert found == (f"return {expression}", underlined, sentence)


@pytest.mark.parametrize(("expression", "underlined", "sentence"), IN_ALGORITHMS)
def test_expressions_in_algorithms(tmp_path: Path, expression: str, underlined: str, sentence: str) -> None:
    found = one_fault(tmp_path / "wrong.py", f"{ALGORITHM}\n    return {expression}\n", "algorithm")
    assert found == (f"return {expression}", underlined, sentence)


@pytest.mark.parametrize(("body", "underlined", "sentence"), STATEMENTS)
def test_statements(tmp_path: Path, body: str, underlined: str, sentence: str) -> None:
    lines = [f"    {line}" for line in body.splitlines()]
    line, *found = one_fault(tmp_path / "wrong.py", "\n".join([RULE, *lines, "    return x\n"]))
    assert line.endswith("# here")
    assert found == [underlined, sentence]


@pytest.mark.parametrize(("head", "underlined", "sentence"), HEADS)
def test_heads_of_functions(tmp_path: Path, head: str, underlined: str, sentence: str) -> None:
    """What is wrong with a function is told where it stands, and not again where it is called."""
    text = f"{head}\n    return 1\n\n\n{RULE}\n    return called(x)\n"
    assert one_fault(tmp_path / "wrong.py", text) == (head, underlined, sentence)


@pytest.mark.parametrize(
    ("name", "text", "underlined", "sentence"),
    [
        ("algorithm", "def algorithm(i: int) -> int:\n    for j in range(0, 9, 1.5):\n        i = j\n    return i\n",
         "range(0, 9, 1.5)", STEP),
        ("algorithm", "def algorithm(i: int) -> int:\n j = 1.5\n for j in range(9):\n  i = 1\n return i\n",
         "j", "j is a float, and a range has integers"),
        ("algorithm", "def algorithm(i: int, x: Word) -> int:\n    i = x\n    return i\n",
         "i", "i is an int, and this is a Word: say which, by int(…) or Word(…)"),
        ("algorithm", "def algorithm(i: int, f: float) -> int:\n    for j in range(f):\n        i = 1\n    return i\n",
         "range(f)", "a range is for integers"),
        ("algorithm", "Two = tuple[int, int]\ndef algorithm(i: int) -> Two:\n    return i, i\n",
         "def algorithm(i: int) -> Two:", "a result for Python is a number, a truth or the kernel's state"),
        ("rule", "def rule(x: int) -> int:\n    if x:\n        return 1\n",
         "def rule(x: int) -> int:", "rule may end without a result"),
        ("rule", "def rule(x: int) -> int:\n    while x:\n        return 1\n",
         "def rule(x: int) -> int:", "rule may end without a result"),
        ("rule", "def rule(x: int) -> None:\n    return x\n", "return x", "the result of rule is declared as None"),
        ("rule", "def rule(max: int) -> int:\n    return max(1, 2)\n", "max", f"max {CALLS}"),
        ("rule", "def rule() -> int:\n if lowest(TABLE[0]):\n  pass\n else:\n  y = 1\n  return y\n return y\n",
         "y", "y may have no value here"),
    ],
)  # fmt: skip
def test_functions(tmp_path: Path, name: str, text: str, underlined: str, sentence: str) -> None:
    assert one_fault(tmp_path / "wrong.py", text, name)[1:] == (underlined, sentence)


def test_all_faults_are_told_at_once_and_no_consequences_of_them(tmp_path: Path) -> None:
    text = f"{RULE}\n y = nothing(x)\n z = y + 1\n w[0] = s.d\n for part in s:\n  x += part.q\n return z\n"
    text += "\n\ndef nothing(x) -> int:\n    return x\n"
    faults = faults_of(tmp_path / "wrong.py", text)
    first = FIRST_LINE + CONSTANTS.count("\n")
    assert [(fault.place.line - first, fault.place.expression) for fault in faults] == [
        (3, "s.d"),
        (5, "part.q"),
        (9, "x"),
    ]


def test_faults_are_underlined_also_behind_letters_of_several_bytes(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path / "wrong.py", f"{RULE}\n    größe = x; x = größe + s.ü  # here\n    return x\n")
    assert str(fault).splitlines()[1:] == [
        "    größe = x; x = größe + s.ü  # here",
        "                           ^^^",
        "  a State has no field ü; it has a, b, c",
    ]


def test_faults_in_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "other_rules.py").write_text("def doubled(x: int) -> int:\n    return x * 2.0\n")
    importlib.invalidate_caches()
    text = HEAD + "from other_rules import doubled\n\n\ndef rule(x: int) -> int:\n    return doubled(x)\n"
    with pytest.raises(InvalidKernel) as refused:
        program_of(loaded(tmp_path / "wrong.py", text), ["rule"], Mode.COMPILED)
    (fault,) = refused.value.faults
    assert (Path(fault.place.file).name, fault.place.line, fault.place.expression) == ("other_rules.py", 2, "2.0")


def refusal(space: dict[str, Any], mode: Mode = Mode.COMPILED) -> str:
    with pytest.raises(InvalidGame) as refused:
        program_of(space, ["rule"], mode)
    return str(refused.value)


def test_functions_without_a_source(tmp_path: Path) -> None:
    space = loaded(tmp_path / "rules.py", HEAD)
    exec("def rule(x: int) -> int:\n    return x\n", space)
    assert refusal(space) == "The source of rule can't be found, so that it can't be compiled."


@pytest.mark.parametrize("changed", ["{0}\n\n\ndef rule(x: int) -> int:\n    return x\n", "def :", "x = 1\n"])
def test_a_file_that_was_changed_since(tmp_path: Path, changed: str) -> None:
    path = tmp_path / "rules.py"
    space = loaded(path, HEAD + "def rule(x: int) -> int:\n    return x\n")
    path.write_text(changed.format(HEAD))
    linecache.checkcache()
    assert f"rule isn't found where it was loaded from ({path}, line {FIRST_LINE})" in refusal(space)


def test_functions_that_are_not_made_by_def(tmp_path: Path) -> None:
    for text in ("rule = lambda x: x\n", "async def rule(x: int) -> int:\n    return x\n"):
        space = loaded(tmp_path / "rules.py", HEAD + text)
        space["rule"].__name__ = "rule"
        assert "a kernel's functions are made by def" in refusal(space)


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
def test_what_a_kernel_cannot_use_in_either_mode(tmp_path: Path, mode: Mode) -> None:
    for body, sentence in (
        (
            "return len(str(x))",
            "The kernel tested can't be used: rule uses str, which a kernel can't (rules.py, line {line}).",
        ),
        (
            "return missing(x)",
            "The kernel tested can't be used: rule uses missing, which nothing binds (rules.py, line {line}).",
        ),
        ("return np.sum(x)", "rule uses np, a module: constants are numbers, tuples of integers, states"),
    ):
        assert sentence.format(line=FIRST_LINE + 1) in refusal(
            loaded(tmp_path / "rules.py", HEAD + f"def rule(x: int) -> int:\n    {body}\n"), mode
        )


def test_variables_of_the_function_around_it(tmp_path: Path) -> None:
    text = "def around(y):\n    def rule(x: int) -> int:\n        return x + y\n    return rule\n\n\nrule = around(3)\n"
    assert "rule uses y, a variable of the function around it" in refusal(loaded(tmp_path / "rules.py", HEAD + text))
