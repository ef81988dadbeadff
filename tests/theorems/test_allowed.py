"""The language of formal runs: what each construct means, random programs, and what is refused, with its line."""

import copy
import functools
import itertools
import linecache
import math
import textwrap
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from learncheck import learners
from learncheck.learners import AdaBoost, Perceptron, arithmetic
from learncheck.learners.arithmetic import inner
from learncheck.learners.sign import sign
from learncheck.theorems.formal.boosting import boosting_rounds
from learncheck.theorems.formal.corrections import correction_rounds
from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Real
from learncheck.theorems.formal.quantities import FormalRound, run_round
from learncheck.theorems.formal.rows import Mask, Row
from learncheck.theorems.formal.vectors import Space
from learncheck.theorems.notes.boosting.adaboost import NO_PERFECT_ROUND

p, q = sympy.symbols("p q", real=True)
NAMES = {"np": np, "math": math, "inner": inner, "sign": sign, "root": arithmetic.root, "log": arithmetic.log}
FILES = itertools.count()


def written(text: str, base: type = object, **names: Any) -> Any:
    """The class L(base) with this body, as an author's file has it."""
    source = f"class L(base):\n{textwrap.indent(textwrap.dedent(text).strip(), '    ')}\n"
    file = f"<a learner, {next(FILES)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space = {**NAMES, "base": base, **names}
    exec(compile(source, file, "exec"), space)
    return space["L"]


def updating(body: str, more: str = "", base: type = object, **names: Any) -> Any:
    """A class whose update has this body. It never errs."""
    text = f"def predict(self, x):\n    return 1\n\ndef update(self, x, y):\n{textwrap.indent(body, '    ')}\n\n{more}"
    return written(text, base, **names)


# ---- what each construct means ----

NUMBERS: dict[str, dict[Any, Any]] = {
    "self.s = self.s + 2 * x - x / 4": {(): p + 2 * q - q / 4},
    "self.s = -x ** 2 + (+x)": {(): q - q**2},
    "self.s += x\nself.s *= 2": {(): 2 * (p + q)},
    "self.s -= x\nself.s /= 2": {(): (p - q) / 2},
    "a, b = self.s, x\nself.s = b - a": {(): q - p},
    "a: int = 3\nself.s = a": {(): 3},
    "a = b = x\nself.s = a + b\npass": {(): 2 * q},
    "if x > 0:\n    self.s = x": {(q > 0,): q, (q <= 0,): p},
    "if x < 0:\n    return\nself.s = 0": {(q < 0,): p, (q >= 0,): 0},
    "if x == 0:\n    self.s = 1\nelif x >= p_(x):\n    self.s = 2": {(sympy.Eq(q, 0),): 1, (sympy.Ne(q, 0),): 2},
    "self.s = 1 if x != 0 else 2": {(sympy.Ne(q, 0),): 1, (sympy.Eq(q, 0),): 2},
    "self.s = 1 if x > 0 and self.s > 0 else 0": {(q > 0, p > 0): 1, (q > 0, p <= 0): 0, (q <= 0,): 0},
    "self.s = 1 if x > 0 or not self.s > 0 else 0": {(q > 0,): 1, (q <= 0, p > 0): 0, (q <= 0, p <= 0): 1},
    "self.s = 1 if 0 < x <= 1 else 0": {(q > 0, q <= 1): 1, (q > 0, q > 1): 0, (q <= 0,): 0},
    "self.s = True * x": {(): q},
    "self.s = sign(x)": {(q > 0,): 1, (q <= 0, q < 0): -1, (q <= 0, q >= 0): 0},
    "self.s = np.sign(x)": {(q > 0,): 1, (q <= 0, q < 0): -1, (q <= 0, q >= 0): 0},
    "self.s = abs(x) + np.abs(x)": {(): 2 * sympy.Abs(q)},
    "self.s = max(x, 0)": {(q < 0,): 0, (q >= 0,): q},
    "self.s = min(x, 0)": {(q > 0,): 0, (q <= 0,): q},
    "self.s = root(x) + np.sqrt(x) + math.sqrt(x)": {(): 3 * sympy.sqrt(q)},
    "self.s = log(x) + np.log(x)": {(): 2 * sympy.log(q)},
    "self.s = np.exp(x)": {(): sympy.exp(q)},
    "self.s = self.twice(x) + self.twice(x, 3)": {(): 5 * q},
    "self.s = np.asarray(x)": {(): q},
}
TWICE = "def twice(self, x, by=2):\n    return by * x\n"


@pytest.mark.parametrize("body", NUMBERS)
def test_what_a_construct_means_of_numbers(body: str) -> None:
    ran = run_round(updating(body.replace("p_(x)", "x"), TWICE), {"s": Real(p)}, {}, Real(q), 1)
    results = {path.comparisons: path.after["s"] for path in ran}
    assert results.keys() == NUMBERS[body].keys()
    for met, due in NUMBERS[body].items():
        assert sympy.expand(Real(results[met]).expression - due) == 0


SPACE = Space.of("w", "x")
ww, wx, xx = SPACE.product("w", "w"), SPACE.product("w", "x"), SPACE.product("x", "x")
ROWS = Row(sums={"on": p, "off": q})
MASK = Mask({"on": p, "off": q})
FEATURES = Row(values={"on": 1, "off": 0})

ARRAYS: dict[str, tuple[Any, Any, Any]] = {
    "self.w = self.w + y * x": (SPACE.vector("w"), SPACE.vector("x"), lambda w: (w @ w).expression - ww - 2 * wx - xx),
    "self.w += inner(self.w, x) * x": (
        *(SPACE.vector("w"), SPACE.vector("x")),
        lambda w: (w @ SPACE.vector("x")).expression - wx - wx * xx,
    ),
    "v = self.w.copy()\nv += x\nself.w = np.dot(self.w, x) * self.w + 0 * v": (
        *(SPACE.vector("w"), SPACE.vector("x")),
        lambda w: (w @ w).expression - wx**2 * ww,
    ),
    "self.w = self.w * (1 + x)": (ROWS, FEATURES, lambda w: w.sum().expression - 2 * p - q),
    "self.w = self.w * (x == 0)": (ROWS, FEATURES, lambda w: w.sum().expression - q),
    "self.w = self.w / self.w.sum() + self.w / sum(self.w) + self.w / np.sum(self.w)": (
        *(ROWS, FEATURES),
        lambda w: sympy.simplify(w.sum().expression - 3),
    ),
    "self.w = self.w[x == 1]": (ROWS, FEATURES, lambda w: w.sum().expression - p),
    "self.w = self.w & (x == 1)": (MASK, FEATURES, lambda w: w.sum().expression - p),
    "self.w = self.w & ~(x == 1) | self.w & (x != x)": (MASK, FEATURES, None),
}


@pytest.mark.parametrize("body", ARRAYS)
def test_what_a_construct_means_of_arrays(body: str) -> None:
    state, x, zero = ARRAYS[body]
    if zero is None:  # a set of indices is cut down by `&` alone
        with pytest.raises(NotFormal, match="cannot run on formal quantities"):
            run_round(updating(body), {"w": state}, {}, x, 1)
        return
    (ran,) = run_round(updating(body), {"w": state}, {}, x, 1)
    assert sympy.expand(zero(ran.after["w"])) == 0


def test_a_loop_adds_over_what_an_attribute_holds() -> None:
    body = "s = 0\nfor z, b in self.m:\n    s = s + b * self.k(z, x)\nif s * y <= 0:\n    self.m = (*self.m, (x, y))"
    space = Space.of("a", "b", "x")
    pairs = ((space.vector("a"), 1), (space.vector("b"), -1))
    met = {
        path.comparisons: len(path.after["m"])
        for path in run_round(updating(body), {"m": pairs}, {"k": inner}, space.vector("x"), 1)
    }
    score = space.product("a", "x") - space.product("b", "x")
    assert met == {(score <= 0,): 3, (score > 0,): 2}


def test_a_base_is_called_by_super() -> None:
    base = updating("self.s = self.s + x")
    double = updating("super().update(x, y)\nsuper().update(x, y)", base=base)
    (ran,) = run_round(double, {"s": Real(p)}, {}, Real(q), 1)
    assert ran.after["s"].expression == p + 2 * q


# ---- random programs ----

ATOMS = st.sampled_from(["self.s", "self.t", "x", "a", "1", "2", "y"])
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/"]), inner),
        st.builds("(-{})".format, inner),
        st.builds("{}({})".format, st.sampled_from(["abs", "sign", "self.twice"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, ATOMS),
        st.builds("({} if {} > {} else {})".format, inner, ATOMS, ATOMS, inner),
    ),
    max_leaves=3,
)
ASKS = st.recursive(
    st.builds("{} {} {}".format, VALUES, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), ATOMS),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=2,
)
SETS = st.builds(
    "{} {} {}".format, st.sampled_from(["self.s", "self.t", "a"]), st.sampled_from(["=", "+=", "-=", "*="]), VALUES
)
SWAPS = st.builds("self.s, a = {}, {}".format, VALUES, VALUES)


def block(lines: list[str]) -> str:
    return textwrap.indent("\n".join(lines), "    ")


STATEMENTS = st.recursive(
    SETS | SWAPS | st.just("return"),
    lambda inner: st.builds(
        lambda ask, then, other: f"if {ask}:\n{block(then)}\nelse:\n{block(other)}",
        ASKS,
        st.lists(inner, min_size=1, max_size=2),
        st.lists(inner, min_size=1, max_size=2),
    ),
    max_leaves=3,
)
SMALL = st.integers(-3, 3).map(Fraction)


def at(term: Any, values: dict[Any, Any]) -> Any:
    return sympy.sympify(term).subs({symbol: sympy.Rational(value) for symbol, value in values.items()})


def the_path(ran: list[FormalRound], values: dict[Any, Any]) -> FormalRound:
    (taken,) = (path for path in ran if all(at(met, values) == sympy.true for met in path.comparisons))
    return taken


@settings(max_examples=25, deadline=None)
@given(st.lists(STATEMENTS, min_size=1, max_size=2), st.lists(st.tuples(SMALL, SMALL, SMALL), min_size=3, max_size=3))
def test_a_program_does_formally_what_it_does_on_numbers(body: list[str], inputs: list[Any]) -> None:
    program = updating("\n".join(["a = 1", *body]), TWICE)
    r = sympy.Symbol("r", real=True)
    refusal = ""
    try:
        ran = run_round(program, {"s": Real(p), "t": Real(r)}, {}, Real(q), 1)
    except NotFormal as error:
        refusal = str(error)
    if refusal:
        assert any(word in refusal for word in ("divides by 0", "paths", "comparisons")), refusal
        return
    for s, t, x in inputs:
        learner, values = program(), {p: s, r: t, q: x}
        learner.s, learner.t = s, t
        try:
            learner.update(x, 1)
        except ZeroDivisionError:
            owed = {at(condition, values) for path in ran for condition in path.owed}
            assert owed - {sympy.true}, "what the arithmetic needs is not said"
            continue
        path = the_path(ran, values)
        for name in ("s", "t"):
            assert at(Real(path.after[name]).expression, values) == sympy.Rational(getattr(learner, name))


# ---- what is refused ----


class Count:
    def __get__(self, *_: Any) -> int:
        return 0


class Meta(type):
    pass


STATE, CACHED = [0], functools.cache(lambda: [0])

FORBIDDEN: dict[str, str] = {
    "try:\n    self.w = x\nexcept TypeError:\n    pass": "try",
    "with STATE:\n    self.w = x": "with",
    "import os": "import",
    "from os import environ": "import",
    "global STATE\nSTATE = 1": "global",
    "yield x": "yield",
    "self.w = (lambda: x)()": "lambda",
    "def inner():\n    return x\nself.w = inner()": "def",
    "class A:\n    pass": "class",
    "if (m := inner(self.w, x)) > 0:\n    self.w = x": ":=",
    "while inner(self.w, x) < 1:\n    self.w = self.w + x": "while",
    "del self.w": "delete",
    "raise ValueError": "raise",
    "assert x": "assert",
    "match x:\n    case 1:\n        pass": "match",
    "self.w = [2 * v for v in x]": "[2 * v for v in x]",
    "self.w = {1: x}": "{1: x}",
    "self.w = f'{x}'": "an f-string",
    "self.w = 'w'": "'w'",
    "self.w = None": "None",
    "self.w = 1j": "1j",
    "self.w = x if x is y else 0": "is",
    "self.w = x if x in self.w else 0": "in",
    "self.w = x // 2": "//",
    "self.w = x % 2": "%",
    "self.w = x[0]": "x[0]",
    "self.w = x[-1]": "x[-1]",
    "self.w = x[1:]": "1:",
    "self.w[x] = 0": "self.w[x]",
    "self.w = x.shape": "x.shape",
    "self.w = x.__class__": "x.__class__",
    "x.w = 0": "x.w",
    "self.w = x.tolist()": "x.tolist",
    "self.w = len(x)": "len",
    "self.w = type(x)": "type",
    "self.w = isinstance(x, int)": "isinstance",
    "self.w = getattr(x, y)": "getattr",
    "self.w = id(self)": "id",
    "self.w = STATE": "STATE",
    "STATE.append(x)": "STATE.append",
    "CACHED().append(x)": "CACHED().append",
    "self.w = np.random.random()": "np.random.random",
    "self.w = np.linalg.norm(x)": "np.linalg.norm",
    "self.w = np": "np",
    "self.w = inner": "inner",
    "self.w = self": "self",
    "self = x": "self",
    "self.w = sum(*x)": "*x",
    "self.w = x.sum(axis=0)": "x.sum(axis=0)",
    "self.w = self.other(x)": "self.other",
    "self.w = zip(self.w, self.w)": "zip",
    "s = 0\nfor v in self.w:\n    s += self.predict(v)": "s += self.predict(v)",
    "for v in x:\n    self.w = v": "for",
    "for v in self.w:\n    self.w = v": "self.w = v",
    "s = 0\nfor v in self.w:\n    s = s + s * v": "s = s + s * v",
    "s = 0\nfor v in self.w:\n    s = v": "s = v",
    "s = 0\nfor v in self.w:\n    if v > 0:\n        s += v": "if",
    "L.update = x": "L",
}


def refused(kind: type, attributes: Any = ("w",), **options: Any) -> str:
    with pytest.raises(NotFormal) as refusal:
        in_the_language(kind, attributes, **options)
    return str(refusal.value)


@pytest.mark.parametrize("body", FORBIDDEN)
def test_what_is_not_allowed_is_refused_with_its_line(body: str) -> None:
    message = refused(updating(body, STATE=STATE, CACHED=CACHED))
    construct = FORBIDDEN[body]
    assert message.startswith("line "), message
    assert f"`{construct}" in message, message
    assert message.endswith("not in the language of formal runs, docs/authors.md"), message
    assert 5 <= int(message.split(":")[0].removeprefix("line ")) <= 9


CONSTRUCTORS = {
    "self.w = np.zeros(d) if d < 99 else np.ones(d)": "np.zeros(d) if d < 99 else np.ones(d)",
    "self.w = np.zeros(d) + d // 64": "//",
    "self.w = np.zeros(d) * d": "np.zeros(d) * d",
    "self.w = np.zeros(d, dtype=np.float16)": "np.float16",
    "self.w = np.zeros(d, 'i2')": "'i2'",
    "self.w = np.zeros(d, d)": "d",
    "self.w = np.zeros(d, dtype=d)": "d",
    "self.w = np.full(d, 0)": "np.full",
    "self.w = min(d, 9)": "min",
    "if d > 9:\n    self.w = 0": "if",
    "for v in self.w:\n    self.w = v": "for",
    "e = d\nself.w = e": "e",
    "self.w = [0]": "[0]",
}


@pytest.mark.parametrize("body", CONSTRUCTORS)
def test_a_constructor_that_may_start_elsewhere_at_some_size_is_refused(body: str) -> None:
    """No size at which it is run may show that."""
    kind = updating("pass", f"def __init__(self, d):\n{textwrap.indent(body, '    ')}")
    assert f"`{CONSTRUCTORS[body]}" in refused(kind)


def test_a_constructor_keeps_what_it_is_told() -> None:
    text = """
        def __init__(self, d, rows):
            super().__init__(d)
            self.rows, self.n = np.asarray(rows), 2 * d + 1
            self.left: Any = np.ones(len(self.rows), dtype=bool)
    """
    in_the_language(written(text, Perceptron, Any=Any), {"w", "rows", "n", "left"}, ("__init__",))


def decorated(function: Any) -> Any:
    return function


def otherwise(self: Any, x: Any, y: int) -> None:
    self.w = self.w + 2 * y * x


CODE = "self.w = self.w + y * x"


def swapped() -> type:
    kind = updating(CODE)
    kind.update.__code__ = otherwise.__code__.replace(co_filename=kind.update.__code__.co_filename, co_firstlineno=5)
    return kind  # type: ignore[no-any-return]


def around() -> type:
    calls = 0

    class Around(Perceptron):
        def update(self, x: Any, y: int) -> None:
            self.w = calls * x

    return Around


def unread() -> type:
    space: dict[str, Any] = {"Perceptron": Perceptron}
    exec("class L(Perceptron):\n    def update(self, x, y):\n        pass\n", space)
    return space["L"]  # type: ignore[no-any-return]


class Three(int):
    """It says that it is 2."""

    def __repr__(self) -> str:
        return "2"


class Everything(type):
    def __eq__(cls, other: Any) -> bool:
        return True

    __hash__ = type.__hash__


class Half(metaclass=Everything):
    dtype = np.dtype("float16")


def with_a_default() -> type:
    kind = updating("self.w = self.twice(x)", TWICE)
    kind.twice.__defaults__ = (Three(3),)
    return kind  # type: ignore[no-any-return]


def with_a_constant() -> type:
    kind = updating("self.w = self.w + 2 * x")
    constants = tuple(Three(3) if const == 2 else const for const in kind.update.__code__.co_consts)
    kind.update.__code__ = kind.update.__code__.replace(co_consts=constants)
    return kind  # type: ignore[no-any-return]


CLASSES = {
    "a default that is set later": (with_a_default, "is not what its source says"),
    "a constant that is set later": (with_a_constant, "is not what its source says"),
    "a type that equals any": (
        lambda: updating("pass", "def __init__(self, d):\n    self.w = np.zeros(d, Half)", Half=Half),
        "`Half` is not in the language",
    ),
    "another attribute": (lambda: updating("self.seen = 1"), "L.update keeps self.seen, of which the proof knows noth"),
    "an attribute that is read": (lambda: updating("self.w = self.seen"), "L.update reads self.seen"),
    "a decorator": (lambda: updating("pass", f"@decorated\ndef twice(self):\n    {CODE}", decorated=decorated), ""),
    "a decorated update": (
        lambda: written(f"@decorated\ndef update(self, x, y):\n    {CODE}", decorated=decorated),
        "is decorated, or no `def`",
    ),
    "a static method": (lambda: written("@staticmethod\ndef update(x, y):\n    pass"), "a staticmethod and no plain"),
    "a property": (lambda: written("@property\ndef update(self):\n    pass"), "a property and no plain method"),
    "any arguments": (lambda: written("def update(self, *x):\n    pass"), "arguments by name alone or by "),
    "a default that is a list": (lambda: written("def update(self, x, y, z=[]):\n    pass"), r"`\[\]` is not"),
    "a cache": (lambda: type("L", (Perceptron,), {"update": functools.cache(otherwise)}), "and no plain method"),
    "a function in parts": (lambda: type("L", (Perceptron,), {"update": functools.partial(otherwise)}), "no plain"),
    "a lambda": (lambda: type("L", (Perceptron,), {"update": lambda self, x, y: None}), r"source|or no `def`"),
    "a closure": (around, "names of its own around it"),
    "no source": (unread, "has no source that could be read"),
    "another code": (swapped, "is not what its source says"),
    "a metaclass": (lambda: Meta("L", (Perceptron,), {}), "has a metaclass or several bases"),
    "several bases": (lambda: type("L", (Perceptron, Count), {}), "has a metaclass or several bases"),
    "slots": (lambda: written("__slots__ = ('w',)"), "defines __slots__"),
    "__getattr__": (lambda: written("def __getattr__(self, name):\n    return 0"), "defines __getattr__"),
    "__setattr__": (lambda: written("def __setattr__(self, name, value):\n    pass"), "defines __setattr__"),
    "__new__": (lambda: written("def __new__(cls):\n    pass"), "defines __new__"),
    "__call__": (lambda: written("def __call__(self):\n    pass"), "defines __call__"),
    "a computed attribute": (lambda: written("w = Count()", Count=Count), "defines w"),
    "super that is another": (lambda: updating("super().update(x, y)", base=Perceptron, super=super), "super"),
    "a name that means two things": (
        lambda: updating("super().update(x, y)\nself.w = inner(x)", base=Perceptron, inner=abs),
        "`inner` is not in the language",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", [name for name in CLASSES if CLASSES[name][1]])
def test_a_class_that_is_more_than_its_methods_is_refused(what: str) -> None:
    make, words = CLASSES[what]
    with pytest.raises(NotFormal, match=words):
        in_the_language(make(), ("w",))


def test_what_no_round_calls_may_be_anything() -> None:
    in_the_language(CLASSES["a decorator"][0](), ("w",))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("while self.round(X, y):", "while self.round(X, y) and self.n_updates < 1000:"),
        ("self.start(X, y)", "self.start(X, y)\n    self.start(X, y)"),
        ("return self", "self.w = 0 * self.w\n    return self"),
        ("fit(self, X, y)", "fit(self, X, y, again=False)"),
    ],
)
def test_a_fit_is_a_loop_that_a_lemma_covers(old: str, new: str) -> None:
    fit = "def fit(self, X, y):\n    self.start(X, y)\n    while self.round(X, y):\n        pass\n    return self"
    rounds = correction_rounds(*sympy.symbols("a b T R²"), separable=NO_PERFECT_ROUND).rounds
    assert len(list(rounds(written(fit, learners.BatchPerceptron)))) == 2
    with pytest.raises(NotFormal, match=r"fit is not in the language|is not what its source"):
        list(rounds(written(fit.replace(old, new), learners.BatchPerceptron)))


def test_range_is_that_of_python() -> None:
    text = "def fit(self, X, y):\n    self.start(X, y)\n    for _ in range(self.n_rounds):\n        "
    text += "if not self.round(X, y):\n            break\n    return self"
    rounds = boosting_rounds(*sympy.symbols("L T Z² ε"), perfect=NO_PERFECT_ROUND).rounds
    assert next(iter(rounds(written(text, AdaBoost))))
    with pytest.raises(NotFormal, match="fit is not in the language"):
        next(iter(rounds(written(text, AdaBoost, range=lambda n: range(min(n, 60))))))


# ---- a round ----


def test_a_learner_that_was_copied_is_read_as_before() -> None:
    """`copy` and `pickle` put `__slotnames__` into its class."""
    cls = updating("self.s = self.s + x")
    copy.copy(cls())
    assert "__slotnames__" in vars(cls)
    in_the_language(cls, {"s"})


def test_the_reference_learners_are_written_in_it() -> None:
    attributes_of = {
        "Perceptron": "w", "KernelPerceptron": "kernel mistakes", "ModifiedPerceptron": "sigma w", "Winnow": "n w",
        "WinnowKOfR": "n epsilon w", "WeightedMajority": "w", "RandomizedWeightedMajority": "epsilon w",
        "Halving": "hypotheses alive", "Consistent": "hypotheses alive", "ExpertsMajority": "alive",
        "ThresholdHalving": "l r", "DisjunctionElimination": "candidates",
    }  # fmt: skip
    for name, attributes in attributes_of.items():
        in_the_language(getattr(learners, name), attributes.split())


def test_a_prediction_leaves_no_trace() -> None:
    for line in ("self.w = self.w + x", "self.w += x"):
        kind = written(f"def predict(self, x):\n    {line}\n    return 1", Perceptron)
        with pytest.raises(NotFormal, match="predict changes w"):
            run_round(kind, {"w": SPACE.vector("w")}, {}, SPACE.vector("x"), 1)


def test_two_names_of_one_array_are_refused() -> None:
    space = Space.of("w", "v", "x")
    state = {name: space.vector(name) for name in "wv"}
    with pytest.raises(NotFormal, match="one array under two names"):
        run_round(updating("self.v = self.w = self.w + y * x"), state, {}, space.vector("x"), 1)


def test_a_constant_that_is_changed_is_refused() -> None:
    with pytest.raises(NotFormal, match="update changes n, which the proof takes to stay"):
        run_round(updating("self.n = self.n + 1"), {"w": ROWS}, {"n": Real(q)}, FEATURES, 1)
