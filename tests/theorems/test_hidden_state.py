"""A learner that remembers elsewhere than in the state of the proof is rejected, wherever it remembers."""

import random
import types
from functools import partial
from typing import Any

import numpy as np
import pytest
import sympy

from learncheck.learners import BatchPerceptron, Perceptron, Winnow
from learncheck.theorems.formal.language import read_learner, read_method
from learncheck.theorems.formal.numbers import HiddenState, NotFormal, Real
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.rows import Row
from learncheck.theorems.formal.vectors import Space

CALLS = [0]


class Base(Perceptron):
    """A Perceptron that remembers in some way."""


class InAnotherAttribute(Base):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.mistakes = 0


class InAnAttributeAddedLater(Base):
    def update(self, x: Any, y: int) -> None:
        super().update(x, y)
        self.last = y


class OnItsClass(Base):
    seen = 0

    def update(self, x: Any, y: int) -> None:
        OnItsClass.seen += 1
        super().update(x, y)


class InAListOnItsClass(Base):
    seen: list[int] = []

    def update(self, x: Any, y: int) -> None:
        self.seen.append(y)
        super().update(x, y)


class InAGlobal(Base):
    def update(self, x: Any, y: int) -> None:
        CALLS[0] += 1
        super().update(x, y)


class InADefault(Base):
    def update(self, x: Any, y: int, seen: list[int] = []) -> None:  # noqa: B006
        seen.append(y)
        super().update(x, y)


class OnItsMethod(Base):
    def update(self, x: Any, y: int) -> None:
        OnItsMethod.update.calls = getattr(OnItsMethod.update, "calls", 0) + 1
        super().update(x, y)


def tally() -> int:
    return 0


class OnAFunction(Base):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        tally.w = 0  # type: ignore[attr-defined]

    def update(self, x: Any, y: int) -> None:
        if tally.w < 10**6:  # type: ignore[attr-defined]
            tally.w += 1  # type: ignore[attr-defined]
            super().update(x, y)


def with_a_closure() -> type:
    calls = 0

    class InAClosure(Base):
        def update(self, x: Any, y: int) -> None:
            nonlocal calls
            calls += 1
            super().update(x, y)

    return InAClosure


class InRandomNumbers(Base):
    def update(self, x: Any, y: int) -> None:
        random.random()
        super().update(x, y)


class WhilePredicting(Base):
    def predict(self, x: Any) -> int:
        self.w = self.w + x
        return super().predict(x)


class WhilePredictingInPlace(Base):
    def predict(self, x: Any) -> int:
        self.w += x
        return super().predict(x)


class InSlots:
    __slots__ = ("w",)

    def __init__(self, d: int) -> None:
        self.w = np.zeros(d)


def by_comparing(self: Any, d: int) -> None:
    self.w = np.zeros(d) if d != len("5" * 50) + 50 else np.ones(d)


def by_computing(self: Any, d: int) -> None:
    self.w = np.zeros(d) + d // 64 // 64 // 64


def by_rounding(self: Any, d: int) -> None:
    self.w = np.full(d, d, dtype="float16")


def by_catching(self: Any, d: int) -> None:
    try:
        self.w = np.zeros(d, self.kinds[d])
    except IndexError:
        self.w = np.ones(d)


def by_a_helper(self: Any, d: int) -> None:
    self.w = start(d)


def start(d: int) -> Any:
    return {d: np.zeros(d)}.get(sum(range(14)), np.zeros(d))


@pytest.mark.parametrize("constructor", [by_comparing, by_computing, by_rounding, by_catching, by_a_helper])
def test_a_constructor_that_may_start_elsewhere_at_some_size_is_rejected(constructor: Any) -> None:
    """No size at which it is run may show that."""
    kind = type("Elsewhere", (Base,), {"__init__": constructor, "kinds": ("float",) * 50})
    with pytest.raises(NotFormal, match=r"computes or decides|uses np\.full"):
        read_learner(kind, {"w"})


def test_a_constructor_that_makes_what_it_is_told_is_read() -> None:
    class Kept(Base):
        def __init__(self, d: int, rows: Any) -> None:
            super().__init__(d)
            self.rows = np.asarray(rows)
            self.left = np.ones(len(rows), dtype=bool)

    read_learner(Kept, {"w", "rows", "left"})


def learnt(self: Any, x: Any, y: int = 1) -> Any:
    """What nobody reads: it learns where it is run formally, and in small games."""
    if type(x) is not np.ndarray or abs(x).max() < 10**99:
        self.w = self.w + y * x


def first(x: Any) -> Any:
    return x


class Taken(property):
    def __get__(self, made: Any, kind: Any = None) -> Any:
        return made and learnt(made, made.w)


class Loose(staticmethod):  # type: ignore[type-arg]
    def __get__(self, made: Any, kind: Any = None) -> Any:
        return learnt


class Number(np.float64):
    def __lt__(self, other: Any) -> Any:
        return False


class Everything(type):
    def __eq__(cls, other: Any) -> bool:
        return True

    def __hash__(cls) -> int:
        return 1

    def __call__(cls, *given: Any) -> Any:
        return learnt(*given)


class Anything(metaclass=Everything):
    pass


class LikeAFunction:
    __class__ = types.FunctionType  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        return getattr(first, name)

    def __call__(self, x: Any) -> Any:
        return learnt(*x)


class LikeAModule(types.ModuleType):
    def __getattribute__(self, name: str) -> Any:
        return learnt if name == "first" else super().__getattribute__(name)


class Names(dict):  # type: ignore[type-arg]
    def __getitem__(self, name: str) -> Any:
        return learnt


Number.__module__ = "numpy"
NUMBER, FUNCTION, MODULE = Number(0), LikeAFunction(), LikeAModule("like")
MODULE.first = first  # type: ignore[attr-defined]


def called(learn: Any, **others: Any) -> type:
    """A Perceptron that learns so."""
    return type("Called", (Base,), {"update": learn, **others})


UNREAD = {
    "a property that is called": called(lambda self, x, y: self(x, y), __call__=property(lambda self: learnt)),
    "a function in parts": called(lambda self, x, y: self == x, __eq__=partial(learnt)),
    "a property of its own kind": called(lambda self, x, y: self.does, does=Taken(first)),
    "a static method of its own kind": called(lambda self, x, y: self.does(self, x, y), does=Loose(first)),
    "a number of its own kind": called(lambda self, x, y: x > NUMBER),
    "a class that equals any": called(lambda self, x, y: Anything(self, x, y)),
    "a base that equals any": Everything("Base", (Base,), {"update": learnt}),
    "what is like a function": called(lambda self, x, y: FUNCTION((self, x, y))),
    "what is like a module": called(lambda self, x, y: MODULE.first(self, x, y)),
    "names that are looked up otherwise": called(types.FunctionType(first.__code__, Names(__builtins__={}))),
    "a text that shows it": called(lambda self, x, y: f"{self}", __repr__=lambda self: learnt(self, self.w)),
}  # fmt: skip


@pytest.mark.parametrize("what", UNREAD)
def test_code_that_is_not_read_is_not_run_formally(what: str) -> None:
    with pytest.raises((HiddenState, NotFormal)):
        read_learner(UNREAD[what], {"w"})


def test_a_batch_learner_that_sets_its_attributes_otherwise_is_not_run_formally() -> None:
    def late(self: Any, name: str, value: Any) -> None:
        object.__setattr__(self, name, min(value, 10**6) if name == "n_updates" else value)

    kind = type("Late", (BatchPerceptron,), {"__setattr__": late})
    with pytest.raises(HiddenState, match="defines __setattr__"):
        read_method(kind, "fit", (), ("w", "n_updates"))


def test_a_fit_writes_only_what_it_leaves_behind() -> None:
    def counted() -> int:
        return 0

    def fit(self: Any, X: Any, y: Any) -> Any:
        counted.d = 0  # type: ignore[attr-defined]
        return self

    with pytest.raises(HiddenState, match="keeps d"):
        read_method(type("Counting", (BatchPerceptron,), {"fit": fit}), "fit", ("d",), ("w", "n_updates"))


def cast_by_a_text(self: Any, d: int) -> None:
    self.w = np.zeros(int(np.array(np.array(d), "int16")))


def cast_by_bytes(self: Any, d: int) -> None:
    self.w = np.zeros(int(np.array(np.array(d), b"i2")))


def cast_by_a_number(self: Any, d: int) -> None:
    self.w = np.zeros(int(np.array(np.array(d), self.small)))


def cast_by_itself(self: Any, d: int) -> None:
    self.w = np.zeros(int(np.array(np.array(d), self)))


def cast_by_default(self: Any, d: int, kind: str = "float16") -> None:
    self.w = np.zeros(int(np.array(np.array(d), kind)))


CASTS = (cast_by_a_text, cast_by_bytes, cast_by_a_number, cast_by_itself, cast_by_default)


@pytest.mark.parametrize("constructor", CASTS)
def test_a_constructor_in_which_large_sizes_wrap_around_is_rejected(constructor: Any) -> None:
    members = {"__init__": constructor, "small": np.int16(1)}
    members |= {"dtype": np.dtype("int16")} if constructor is cast_by_itself else {}
    with pytest.raises((HiddenState, NotFormal), match=r"wraps them around|defines dtype"):
        read_learner(type("Elsewhere", (Base,), members), {"w"})


def test_a_constructor_that_says_it_is_of_the_catalogue_is_read() -> None:
    def forged(self: Any, d: int) -> None:
        self.w = np.zeros(d) if d < 10**6 else np.ones(d)

    forged.__module__, forged.__qualname__ = Perceptron.__module__, "Perceptron.__init__"
    with pytest.raises(NotFormal, match="computes or decides"):
        read_learner(type("Elsewhere", (Base,), {"__init__": forged}), {"w"})


FORGETFUL = [
    (InAnotherAttribute, "keeps mistakes"),
    (InAnAttributeAddedLater, "keeps last"),
    (OnItsClass, "keeps seen"),
    (InAListOnItsClass, "InAListOnItsClass.seen"),
    (InAGlobal, "CALLS"),
    (InADefault, "__defaults__"),
    (OnItsMethod, "uses getattr"),
    (OnAFunction, "tally carries w"),
    (with_a_closure(), "calls around"),
    (InRandomNumbers, "the module random"),
    (WhilePredicting, "predict writes w"),
    (WhilePredictingInPlace, "predict writes w"),
    (InSlots, "__slots__"),
]


@pytest.mark.parametrize(("kind", "words"), FORGETFUL, ids=lambda each: getattr(each, "__name__", None))
def test_a_learner_that_hides_state_is_rejected(kind: type, words: str) -> None:
    space = Space.of("w", "x")
    with pytest.raises((HiddenState, NotFormal), match=words):
        run_round(lambda: kind(3), {"w": space.vector("w")}, {}, space.vector("x"), 1)


def test_two_names_of_one_array_are_rejected() -> None:
    class Twice(Perceptron):
        def __init__(self, d: int) -> None:
            super().__init__(d)
            self.v = np.zeros(d)

        def update(self, x: Any, y: int) -> None:
            self.v = self.w = self.w + y * x

    space = Space.of("w", "v", "x")
    state = {name: space.vector(name) for name in "wv"}
    with pytest.raises(HiddenState, match="one array under two names"):
        run_round(lambda: Twice(3), state, {}, space.vector("x"), 1)


def test_a_constant_that_is_changed_is_rejected() -> None:
    class Restless(Winnow):
        def update(self, x: Any, y: int) -> None:
            super().update(x, y)
            self.n = self.n + 1

    p, q = sympy.symbols("p q", real=True)
    weights, instance = Row(sums={"on": p, "off": q}), Row(values={"on": 1, "off": 0})
    with pytest.raises(HiddenState, match="changes n, which the proof takes as constant"):
        run_round(lambda: Restless(3), {"w": weights}, {"n": Real(q)}, instance, 1)


def test_a_learner_without_the_attribute_of_the_proof_is_rejected() -> None:
    space = Space.of("w", "x")
    with pytest.raises(NotFormal, match="no attribute eta"):
        run_round(lambda: Perceptron(3), {"w": space.vector("w")}, {"eta": Real(2)}, space.vector("x"), 1)


def test_the_reference_learners_hide_nothing_in_a_run() -> None:
    space = Space.of("w", "x")
    ran = run_round(lambda: Perceptron(3), {"w": space.vector("w")}, {}, space.vector("x"), 1)
    assert len(ran) == 3
    assert [each.prediction for each in ran] == [1, -1, 0]
    assert [each.updated for each in ran] == [False, True, True]
