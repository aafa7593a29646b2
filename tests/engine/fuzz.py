"""Random functions of the whole kernel language, which plain Python and compiled code have to agree upon.

An expression is made from a template, in which a letter stands for another expression: W a Word, N a small int, V any
int, F a float, B a truth, S a state, A an array of words, C a count of bits, R a number that is masked later, K a
constant word, P one above 0, Q a word that is no constant (nobody asks whether a word is below 0), k a small constant,
m a divisor. Words are masked wherever they could leave their 64 bits, and what is written here as N stays below 2**30
in whatever combination, so that plain Python is exact. Some functions are risky: their indices and divisors may be
wrong.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import NamedTuple

import kernels

HEAD = (
    kernels.HEAD
    + """\
Pair = tuple[int, int]
FLAG, OFF, ZERO, SMALL, HIGH, MASK = True, False, 0, 5, 1 << 63, 0xFF00FF
ORIGIN = State(3, 1 << 63, WORD)
T8, T16, T32, T64 = (np.arange(7, dtype=kind) * 37 for kind in (np.uint8, np.uint16, np.uint32, np.uint64))
LIST = (0, 1, 1 << 63, WORD, 12345678901234567, 6, 7)


def traced(w: Words, word: int) -> int:
    w[7] = (w[7] * 31 + word) & WORD
    return w[7] ^ word


@apart
def told(w: Words, word: int) -> bool:
    return traced(w, word) & 3 != 0


def apply(s: State, move: int) -> State:
    return State(s.b, s.c, (s.a + move) & WORD)


def crossed(a: int, b: int) -> Pair:
    return b, a
"""
)


def each_of(templates: str) -> list[str]:
    return templates.split()


WORDS = each_of("""
W&W W|W W^W W&~W W&K W|K W^K W&~MASK (R+R)&WORD (R-R)&WORD (R*R)&WORD (R*K-R)&WORD (R<<C)&WORD (K+R)&WORD -R&WORD
~W&WORD W>>C K>>(W%70) W//(W|1) W%(W|1) W//m W%m K//(W|1) popcount(W) lowest(W|1) highest(W|1) byteswap(W) min(W,W)
max(W,W,K) abs(W) (W_if_B_else_W) (W_if_B_else_K) A[W%8] A[2] T64[W%7] LIST[W%7] S.a S.b S[W%3] S[2] traced(w,W)
(R+B)&WORD (W<<SMALL)&WORD (K_if_FLAG_else_W)^W (W_if_OFF_else_W) (R+B+B)&WORD 1<<(W%64)
traced(w,W)^traced(w,W) (traced(w,W)-w[7])&WORD A[7]//(traced(w,W)|1) max(traced(w,W),A[7])
""")
RULE_WORDS = each_of("""
T8[W%7] T16[W%7] T32[W%7] x[W%4] d[W%4] W&255 W%1000 int(B) len(w)+(W&MASK) K^w0 HIGH|w0 ZERO+w0 len(s)^w0
""")
ALGORITHM_WORDS = each_of("""
Word(N)&WORD Word(V)&WORD Word(B)^W Word(W)<<(N&15)&WORD Word(W)>>(N&127) A[N%8] S[N%3]
""")
RISKY_WORDS = each_of("W//((W^w0)%3) W%((W^w0)>>62) A[W%9] T64[W%8] S[(W^w0)%4] replaced(S,(W^w0)%4,W).c")
INTS = each_of("""
N+N N-N N*N%1000003 N*k%65537 N//(N^n1|1) N%(N^n1|1) N//m N%m N&N N|N N^N ~N -N N>>(N&127) (N<<(N%20))%1000003 k N+B
abs(N) min(N,N) max(N,k,N) (N_if_B_else_N) (N_if_B_else_k) int(W&0xFFFF) int(W>>44) len(w)-N len(T8)+len(s) T8[W%7]
T16[N%7] T32[N%7]%65537 x[N%4]%99991 d[N%4] V//(abs(N^n1)|1)%999983 V//(-((N^n1)%5)-2)%9973 V%(N^n1|1)
(V>>(N&127))%999983 (V&V)%4099 -(V%m) int(F)%99991 -int(F)%77 (-N)//m N//(-((N^n1)%5)-1) N%(-((N^n1)%5)-1) int(B)
int(S[N%3]>>50) (SMALL-9)*N%101 N*(3-SMALL)%101 V//(1<<40)
""")
RISKY_INTS = each_of("N//((N^n1)%3) N%((N^n1)%3) x[N%5] d[abs(N)%5] T8[N%8]")
LARGE_INTS = each_of("V&V V|V V^V ~V V//m V>>(N&127) min(V,V) max(V,N) (V_if_B_else_V)")
FLOATS = each_of("""
F+F F-F F*0.37 F*-1.5 F/(F*F+0.5) N*0.75 N/(N|1) N/m sqrt(abs(F)) abs(F) -F (F_if_B_else_F) (F_if_B_else_N) N+F 1.25
1e-3 F+B
""")
RISKY_FLOATS = ["F/(N%2)"]
TRUTHS = each_of("""
W<Q Q<=W Q>W W>=Q W==W W!=W W<P W==K K>=Q Q<=W<Q W<Q!=W>=P (B_and_B) (B_or_B) (not_B) (B_and_B_and_B) (B_or_B_and_B)
B&B B|B B^B bool(W) bool(W_and_B) bool(W_or_W) S==S S!=S told(w,W) (B_if_B_else_B) (FLAG_and_B) (OFF_or_B)
(B_and_FLAG) B==B B!=B S.a==W popcount(W)&1==0 (told(w,W)_and_told(w,W)) (told(w,W)_or_B) FLAG OFF SMALL>3 S==ORIGIN
w[7]<traced(w,W)<=w[7] traced(w,W)>A[7]
""")
ALGORITHM_TRUTHS = each_of("""
N<N N<=N<N V<V V>=N N==k N!=N F<F F>=N F!=F bool(N) bool(F) (N>k)==B -1<N<=9 0!=V<0
""")
STATES = each_of("""
State(W,W,W) State(W,K,S.a) replaced(S,W%3,W) replaced(S,1,K) (S_if_B_else_S) game.apply(S,W) apply(S,K) ORIGIN
State(traced(w,W),traced(w,W),W)
""")
RISKY_STATES = ["replaced(S,(W^w0)%4,W)"]

LETTER = re.compile(r"\b[WNVFBSACKPkmRQ]\b")
CONSTANTS = [0, 1, 2, 3, 7, 63, 64, 255, 1 << 31, 1 << 62, 1 << 63]
CONSTANTS += [(1 << size) - less for size in (32, 63, 64) for less in (1, 2)]
LEAVES = {"B": ["(s.b > 9)", "(s.a < s.c)", "(w0 & 1 == 1)", "(w[0] != v[0])"], "F": ["0.5", "-2.25"]}
LIMITS = "% 16777213", "% 8388593 - 4194301", "% 1009", "% 256"
ARRAYS = {"w": "Words", "v": "Words", "x": "Indices", "d": "Distances"}
SIZES = {"w": 8, "v": 8, "x": 4, "d": 4}
DECLARED = {"W": "Word", "N": "int", "V": "int", "F": "float", "B": "bool", "S": "State"}


class Made(NamedTuple):
    """A function that was written, with what it costs to call it."""

    name: str
    parameters: dict[str, str]
    result: str
    cost: int
    is_rule: bool


@dataclass
class Writer:
    """Writes one function."""

    chance: random.Random
    name: str
    is_rule: bool
    known: list[Made]
    lines: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)  # what surely has a value here, with its letter
    used: int = 0
    cost: int = 1
    turns: int = 1  # how often the statement at hand may be executed
    level: int = 1
    is_looping: bool = False

    def write(self) -> tuple[str, Made]:
        letters = "WWBS" if self.is_rule else "WNVBFS"
        self.is_risky = self.chance.random() < 0.2
        parameters = {f"{letter.lower()}{place}": letter for place, letter in enumerate("W" if self.is_rule else "WN")}
        parameters["s"] = "S"
        parameters |= {f"p{place}": self.chance.choice(letters) for place in range(self.chance.randrange(4))}
        self.recursion = self.chance.random() < 0.15
        self.variables = dict(parameters)
        self.result = self.chance.choice(letters)
        made = Made(self.name, parameters, self.result, 0, self.is_rule)
        declared = {name: DECLARED[letter] for name, letter in parameters.items()} | ARRAYS | {"n": "int"}
        given = ", ".join(f"{name}: {kind}" for name, kind in declared.items())
        decorator = "@apart\n" if self.chance.random() < 0.3 else ""
        if self.recursion:
            self.line(f"if n == 0: return {self.variable(self.result)}")
            self.line("n -= 1")
            self.known = [*self.known, made]
        self.block(self.chance.randint(1, 6))
        self.line(f"return {self.bounded(self.result)}")
        head = f"{decorator}def {self.name}({given}) -> {DECLARED[self.result]}:"
        cost = self.cost * 4 if self.recursion else self.cost
        return "\n".join([head, *self.lines, ""]), made._replace(cost=cost)

    # -- expressions -------------------------------------------------------------------------------------

    def expression(self, letter: str, depth: int | None = None) -> str:
        """Of a letter. At the ends of the tree are variables."""
        depth = self.chance.randint(0, 3) if depth is None else depth
        if letter in "ACKPkmRQ":
            return self.particular(letter, depth)
        if depth <= 0 or self.chance.random() < 0.15:
            return self.variable(letter)
        if self.chance.random() < 0.06 and (call := self.call(letter, depth)):
            return call
        template = self.chance.choice(self.templates(letter))
        return f"({self.filled(template, depth - 1)})"

    def filled(self, template: str, depth: int) -> str:
        return LETTER.sub(lambda found: self.expression(found[0], depth), template.replace("_", " "))

    def templates(self, letter: str) -> list[str]:
        found = {"W": WORDS, "N": INTS, "V": LARGE_INTS, "F": FLOATS, "B": TRUTHS, "S": STATES}[letter]
        if letter == "W":
            found = found + (RULE_WORDS if self.is_rule else ALGORITHM_WORDS)
        if letter == "B" and not self.is_rule:
            found = found + ALGORITHM_TRUTHS
        if self.is_risky:
            found = found + {"W": RISKY_WORDS, "N": RISKY_INTS, "F": RISKY_FLOATS, "S": RISKY_STATES}.get(letter, [])
        return found

    def particular(self, letter: str, depth: int) -> str:
        if letter == "A":
            return self.chance.choice("wv")
        if letter == "C":
            return str(self.chance.choice((0, 1, 7, 31, 63, 64, 65, 200)))
        if letter == "K":
            return self.constant()
        if letter == "P":
            return f"({self.constant()} | 1)"
        if letter == "Q":
            return self.filled("(W^w0)", depth)
        if letter == "k":
            return str(self.chance.choice((0, 1, 2, -1, -2, 7, -100, 65535, 1 << 20, -(1 << 23))))
        if letter == "m":
            return str(self.chance.choice((1, 2, 3, 7, 64, 1000, 65536, 99991)))
        ring = self.chance.choice(("W", "W", "(R+R)", "(R*R)", "(R-W)")) if depth > 0 else "W"
        return self.filled(ring, depth - 1)

    def constant(self) -> str:
        """A constant word; sometimes as an operation of others."""
        one, two = (self.chance.choice(CONSTANTS) for _ in range(2))
        if self.chance.random() < 0.7:
            return self.chance.choice((str(one), hex(one), "HIGH", "SMALL"))
        text = self.chance.choice(
            ("~{0} & {1}", "-{0} % ({1} + 1)", "({0} - {1}) & WORD", "{0} * {1} >> 64", "({0} > {1})")
        )
        return f"({text.format(one, two)})"

    def variable(self, letter: str) -> str:
        if letter == "V" and self.chance.random() < 0.2:
            return self.chance.choice((str((1 << 63) - 1), str(1 - (1 << 63)), "-1"))
        fitting = "NV" if letter == "V" else letter
        found = [name for name, each in self.variables.items() if each in fitting]
        return self.chance.choice(found or LEAVES[letter])

    def call(self, letter: str, depth: int) -> str:
        affordable = [
            each
            for each in self.known
            if each.result == letter and self.is_rule <= each.is_rule and self.cost + self.turns * each.cost < 300
        ]
        if not affordable:
            return ""
        called = self.chance.choice(affordable)
        self.cost += self.turns * max(called.cost, 60 if called.name == self.name else 1)
        given = [self.expression(each, min(depth - 1, 1)) for each in called.parameters.values()]
        arrays = [self.chance.choice("wv"), self.chance.choice("wv"), "x", "d"]
        deep = "n" if called.name == self.name else "2"
        return f"{called.name}({', '.join([*given, *arrays, deep])})"

    # -- statements --------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("    " * self.level + text)

    def block(self, statements: int) -> None:
        kinds = [self.assign] * 5 + [self.augment] * 2 + [self.store] * 3 + [self.choose] * 3 + [self.swap, self.leave]
        kinds += [self.count, self.repeat, self.walk] * (self.level < 3)
        for _ in range(statements):
            self.cost += self.turns
            self.chance.choice(kinds)()

    def inside(self, statements: int) -> None:
        """A block one level deeper, whose new variables are forgotten."""
        before = dict(self.variables)
        self.level += 1
        self.line("pass")
        self.block(statements if self.level < 5 else 1)
        self.level -= 1
        self.variables = before

    def bounded(self, letter: str) -> str:
        """An expression that may be kept: what is made of it stays small, too."""
        text = self.expression(letter)
        return f"{text} {self.chance.choice(LIMITS)}" if letter == "N" else text

    def new(self) -> str:
        self.used += 1
        return f"{self.chance.choice(('context', 'wrong', 'result', 'größe', 'x'))}{self.used}"

    def assign(self) -> None:
        letter = self.chance.choice("WWBS" if self.is_rule else "WWNNVFBS")
        old = [name for name, each in self.variables.items() if each == letter]
        name = self.chance.choice(old) if old and self.chance.random() < 0.5 else self.new()
        self.line(f"{name}: {DECLARED[letter]} = {self.bounded(letter)}")
        self.variables[name] = letter

    def augment(self) -> None:
        name = self.chance.choice([name for name, letter in self.variables.items() if letter in "WN"])
        if self.variables[name] == "W":
            self.line(f"{name} {self.chance.choice('&|^')}= {self.expression('W')}")
            if self.chance.random() < 0.2:
                self.line(f"{name} >>= {self.expression('C')}")
        else:
            self.line(f"{name} {self.chance.choice('+-')}= {self.expression('N')}")
            self.line(f"{name} %= {self.expression('m')}")

    def store(self) -> None:
        word = self.expression("W")
        form = self.chance.choice(
            ("{0}[{1} % 8] = {2}", "{0}[{1} & 7] ^= {2}", "{0}[{1} % 8] //= ({2} | 1)", "x", "d", "both")
        )
        if form == "both":
            name = self.new()
            self.line(f"w[{word} % 8] = {name} = v[{self.expression('W')} % 8] = {self.expression('W')} & WORD")
            self.variables[name] = "W"
        elif form in "xd":
            value = f"{word} & 255" if self.is_rule else f"{self.expression('N')} % 256"
            self.line(f"{form}[{word} % {4 + self.is_risky}] = {value}")
        else:
            self.line(form.format(self.chance.choice("wv"), word, self.expression("W")))

    def swap(self) -> None:
        if self.chance.random() < 0.5:
            one, two = (f"{self.chance.choice('wv')}[{self.expression('W', 1)} % 8]" for _ in range(2))
            self.line(f"{one}, {two} = {two}, {one}")
            return
        names = [name for name, letter in self.variables.items() if letter == "W"]
        one, two = self.chance.choice(names), self.chance.choice(names)
        values = (
            f"{self.expression('W')}, {two}"
            if self.chance.random() < 0.5
            else f"crossed({one}, {self.expression('W')})"
        )
        self.line(f"{one}, {two} = {values}")

    def choose(self) -> None:
        """``if`` in all its forms; now and then a variable gets its first value in either branch."""
        letter, name = self.chance.choice("WB"), self.new() if self.chance.random() < 0.3 else ""
        branches = ["if", *["elif"] * self.chance.randrange(2), *["else"] * (bool(name) or self.chance.random() < 0.5)]
        for keyword in branches:
            self.line("else:" if keyword == "else" else f"{keyword} {self.expression(self.chance.choice('BBBW'))}:")
            self.inside(self.chance.randrange(3))
            if name:
                self.line(f"    {name}: {DECLARED[letter]} = {self.expression(letter)}")
        if name:
            self.variables[name] = letter

    def leave(self) -> None:
        """Break, continue or return, if…"""
        self.line(f"if {self.expression('B')}:")
        ways = ["break", "continue"] * self.is_looping + [f"return {self.bounded(self.result)}"]
        self.line(f"    {self.chance.choice(ways)}")

    def loop(self, turns: int) -> None:
        before = self.turns, self.is_looping
        self.turns, self.is_looping = self.turns * turns, True
        self.inside(self.chance.randint(1, 3))
        self.turns, self.is_looping = before

    def count(self) -> None:
        name = self.new()
        letter = "W" if self.is_rule or self.chance.random() < 0.4 else "N"
        says_word = letter == "W" and not self.is_rule  # where constants alone would be ints
        small = f"{'Word' * says_word}({self.expression(letter)}) % 5"
        ranges = [
            f"{small}",
            f"2, {small}",
            f"{small}, {small} + 3",
            f"{small}, 9, 2",
            f"0, {small}, 3",
            "0, 10, 1 << 70",
        ]
        if letter == "W":
            ranges += [f"WORD - {small}, WORD", f"WORD - {small}, WORD, 3", "(HIGH - 1) | w0, HIGH"]
        else:
            ranges += [f"-2, {small}", f"-({small}), 2, 2", f"{(1 << 63) - 6} + {small}, {(1 << 63) - 1}, 2"]
        before = dict(self.variables)
        chosen = self.chance.choice(ranges)
        self.line(f"for {name} in range({chosen}):")
        self.variables[name] = "V" if letter == "N" else "-" if says_word and chosen == ranges[5] else "W"
        self.loop(5)
        self.variables = before

    def repeat(self) -> None:
        name = self.new()
        self.line(f"{name}: Word = 0")
        self.line(f"while {self.chance.choice(('True', self.expression('B'), self.expression('W')))}:")
        self.line(f"    {name} += 1")
        self.line(f"    if {name} > {self.chance.randint(1, 4)}:")
        self.line("        break")
        self.loop(5)

    def walk(self) -> None:
        """Over the words of a state, where nothing may break off."""
        before, name = self.is_looping, self.new()
        self.line(f"for {name} in {self.expression('S')}:")
        self.is_looping, self.turns = False, self.turns * 3
        kept = dict(self.variables)
        self.variables[name] = "W"
        self.level += 1
        for _ in range(self.chance.randint(1, 3)):
            self.chance.choice((self.assign, self.augment, self.store, self.swap))()
        self.level -= 1
        self.variables = kept
        self.is_looping, self.turns = before, self.turns // 3


def written(seed: int, functions: int) -> tuple[str, list[Made]]:
    """The source of a module with so many random functions."""
    chance = random.Random(seed)
    texts, known = [HEAD], []
    for place in range(functions):
        is_rule = chance.random() < 0.5
        name = f"{'rule' if is_rule else 'algorithm'}_{place}"
        text, made = Writer(chance, name, is_rule, known[-12:]).write()
        texts.append(text)
        known.append(made)
    return "\n\n".join(texts), known


def inputs(chance: random.Random, made: Made) -> list[object]:
    """Arguments, without the arrays: edges, and numbers of all sizes."""
    return [value_of(chance, letter) for letter in made.parameters.values()]


def value_of(chance: random.Random, letter: str) -> object:
    if letter == "S":
        return tuple(value_of(chance, "W") for _ in range(3))
    if letter == "B":
        return chance.random() < 0.5
    if letter == "F":
        return chance.choice((0.0, 1.0, -0.5, chance.uniform(-1e6, 1e6)))
    if letter == "W":
        return chance.choice((chance.choice(CONSTANTS), chance.getrandbits(chance.randint(1, 64))))
    edges = (0, 1, -1, 2, -7, 1000)
    size = 24 if letter == "N" else 63
    return chance.choice((chance.choice(edges), chance.randint(1 - (1 << size), (1 << size) - 1)))
