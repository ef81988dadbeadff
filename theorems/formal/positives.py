"""Batch learners that go through the positive examples, on formal quantities: elimination, and the least rectangle.

Nothing is known of the sample but one coordinate of one example or instance at a time, the tracked one: whatever is
shown of it is shown of each. What the texts of `fit`, `start` and `predict` do is built in. There are two kinds of
rounds. In "a positive example" the learner's own `round` is given one; in "an answer", when all have been seen, a label
is given to an instance, and the tracked coordinate is the one that the label depends on.
"""

import copy
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Self

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.meanings import Meanings
from learncheck.theorems.formal.numbers import Formal, NotFormal, Number, Real, Truth, value_of
from learncheck.theorems.formal.quantities import runs, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Words, together
from learncheck.theorems.language.step import Next

FIT = """def fit(self, X, y):
    self.start(X, y)
    for v in X[y == 1]:
        self.round(v)
    return self
"""
"""The `fit` of a learner that makes a round of each positive example."""

SEES, ANSWERS = "a positive example", "an answer"

answer, label, errs = (sympy.Symbol(name, real=True) for name in ("answer", "label", "errs"))
"""What predict says of an instance, its label, and 1 if they differ, otherwise 0."""


Entry = Real | Truth


class Entrywise(Formal):
    """An array of which one entry is known, the tracked one: a number or a truth."""

    at: Entry

    def changed(self, at: Entry) -> Self:
        """Such an array with this entry."""
        array = copy.copy(self)
        array.at = at
        return array

    def description(self) -> str:
        return str(self.at)

    def _with(self, other: object, operation: Callable[[Any, Any], Entry]) -> Self:
        return self.changed(operation(self.at, other.at if isinstance(other, type(self)) else other))

    def __eq__(self, other: object) -> Any:
        return self._with(other, operator.eq)

    def __and__(self, other: object) -> Self:
        return self._with(other, operator.and_)


class CoordinateArray(Entrywise):
    """An array with one entry a coordinate."""

    def __init__(self, at: Entry) -> None:
        self.at = at


def truth_of(value: object) -> Boolean:
    """The relation that the entry says, which must be a truth."""
    if not isinstance(value, Truth):
        raise NotFormal(f"{value!r} is no truth")
    return value.relation


def _extreme(one: object, other: object, *, least: bool) -> CoordinateArray:
    if not isinstance(one, CoordinateArray) or not isinstance(other, CoordinateArray):
        raise NotFormal("np.minimum and np.maximum are of two arrays with one entry a coordinate")
    here, there = Real(one.at), Real(other.at)
    first = here <= there if least else here >= there
    return CoordinateArray(one.at if first else other.at)


MEANINGS: Meanings = {
    np.minimum: partial(_extreme, least=True),
    np.maximum: partial(_extreme, least=False),
}

State = Mapping[str, Entry]
"""The attributes at the tracked coordinate."""


def _class(learner: type, names: tuple[str, ...], *texts: str) -> type:
    return in_the_language(learner, names, ("round",), meanings=MEANINGS, given=(FIT, *texts))


def _seen(learner: type, kind: type, state: State, v: Number) -> Iterator[tuple[State, Words, Words]]:
    """What the learner's `round` makes of a positive example, with its comparisons and what its arithmetic needs."""

    def once() -> State:
        formal_learner = with_attributes(kind, {name: CoordinateArray(at) for name, at in state.items()})
        formal_learner.round(CoordinateArray(Real(v)))
        arrays = {name: getattr(formal_learner, name) for name in state}
        if not all(isinstance(array, CoordinateArray) for array in arrays.values()):
            raise NotFormal(f"{learner.__name__} makes {arrays}, not arrays with one entry a coordinate")
        return {name: array.at for name, array in arrays.items()}

    return worded_paths(runs(learner, once))


def _answered(tracked: Boolean, yes: int) -> Words:
    """The answer, which is `yes` where the coordinate that decides has what is asked of it, and otherwise the other."""
    no = sympy.And(sympy.Not(tracked), sympy.Eq(answer, -yes))
    return {"the answer": sympy.Or(sympy.And(tracked, sympy.Eq(answer, yes)), no)}


def _labelled(answered: Words) -> Words:
    """What is known of an example with this answer."""
    is_label = sympy.Or(sympy.Eq(label, 1), sympy.Eq(label, -1))
    return {**answered, "the label is ±1": is_label, **error_if_not(answer, label)}


def error_if_not(given: sympy.Symbol, due: sympy.Symbol) -> Words:
    """What an error is, told by `errs`: an answer that is not the label."""
    right = sympy.And(sympy.Eq(given, due), sympy.Eq(errs, 0))
    wrong = sympy.And(sympy.Ne(given, due), sympy.Eq(errs, 1))
    return {"an error is an answer that is not the label": sympy.Or(right, wrong)}


# ---- conjunctions ----

ALL_LITERALS = """def start(self, X, y):
    n = X.shape[1]
    self.plain, self.negated = np.ones(n, dtype=bool), np.ones(n, dtype=bool)
"""
NONE_FALSE = """def predict(self, X):
    contradicted = (self.plain & (X == 0)) | (self.negated & (X == 1))
    return np.where(contradicted.any(1), -1, 1)
"""
other, left, more = (sympy.Symbol(name, real=True) for name in ("other", "left", "more"))
"""1 if the other literal of the tracked variable is left; whether the tracked one is after a round; 1 for an instance
on which the learner's conjunction holds, and one that holds on all positive examples does not."""


def elimination_rounds(
    K: sympy.Symbol, H: sympy.Symbol, E: sympy.Symbol, V: sympy.Symbol, t: sympy.Symbol, *, realizable: Premise
) -> Runs:
    """Rounds of a learner with two masks over the variables: `plain`, which x_i are in its conjunction, and `negated`.

    K, H: the proof's symbols for the tracked literal: 1 if it is left, and 1 if it is true of all positive examples so
    far. t is 1 if it is true of the next one. E, V: the errors, and the instances on which the conjunction holds and
    another one that holds on all positive examples does not. realizable: that some conjunction gives the labels.
    """
    names = ("plain", "negated")

    def rounds(learner: type) -> Iterator[CodePath]:
        kind = _class(learner, names, ALL_LITERALS, NONE_FALSE)
        for own, true in itertools.product(names, (1, 0)):
            state = {name: Truth(sympy.Eq(K if name == own else other, 1)) for name in names}
            for after, met, owed in _seen(learner, kind, state, true if own == "plain" else 1 - true):
                is_left = truth_of(after[own])
                hypotheses = {
                    "what is left": sympy.Or(
                        sympy.And(is_left, sympy.Eq(left, 1)), sympy.And(sympy.Not(is_left), sympy.Eq(left, 0))
                    )
                }
                quantities = {t: sympy.Integer(true), Next(K): left, Next(H): H * true, Next(E): E, Next(V): V}
                yield CodePath(SEES, together(met, hypotheses), quantities, due=owed)
        stay, is_left = {Next(K): K, Next(H): H}, sympy.Eq(K, 1)
        answered, is_other = _answered(is_left, -1), sympy.Implies(sympy.Not(is_left), sympy.Eq(H, 1))
        hypotheses = {
            **_labelled(answered),
            "the literal is false of the example": sympy.Implies(sympy.Eq(label, 1), sympy.Eq(H, 0)),
        }
        assuming = {realizable: sympy.Implies(sympy.Eq(label, -1), is_other)}
        yield CodePath(ANSWERS, hypotheses, {**stay, Next(E): E + errs, Next(V): V}, assuming=assuming)
        excess = sympy.And(sympy.Eq(more, 1), sympy.Eq(answer, 1), is_other)
        hypotheses = {**answered, "the instance is excluded": sympy.Or(sympy.Eq(more, 0), excess)}
        yield CodePath(ANSWERS, hypotheses, {**stay, Next(E): E, Next(V): V + more})

    def starts(learner: type) -> Iterator[CodeStart]:
        _class(learner, names, ALL_LITERALS, NONE_FALSE)
        yield CodeStart(f"{learner.__name__}.start takes all literals", {}, {K: 1, H: 1, E: 0, V: 0})

    return own_run(Runs("from any literals, for any sample over any number of variables", rounds, starts))


# ---- rectangles ----

EMPTY = """def start(self, X, y):
    n = X.shape[1]
    self.a, self.b = np.full(n, np.inf), np.full(n, -np.inf)
"""
INSIDE = """def predict(self, X):
    inside = ((self.a <= X) & (self.b >= X)).all(1)
    return np.where(inside, 1, -1)
"""
INFINITY = sympy.Symbol("∞", real=True)
"""np.inf as an entry, which is compared and never computed with."""
v = sympy.Symbol("v", real=True)
"""A coordinate of a positive example."""


def rectangle_rounds(
    a: sympy.Symbol,
    b: sympy.Symbol,
    low: sympy.Symbol,
    high: sympy.Symbol,
    x: sympy.Symbol,
    some: sympy.Symbol,
    seen: sympy.Symbol,
    E: sympy.Symbol,
    *,
    realizable: Premise,
) -> Runs:
    """Rounds of a learner with the ends `a` and `b` of the sides of a rectangle, ∞ and −∞ while it is empty.

    a, b:      the proof's symbols for the tracked coordinate of these; both are 0 while the rectangle is empty.
    low, high: those of the rectangle that gives the labels. x: that of the tracked example.
    some:      1 if the rectangle is not empty. seen: 1 once the tracked example has been seen. E: the errors.
    realizable: that some rectangle gives the labels, or the empty one.
    """
    names = ("a", "b")

    def states() -> Iterator[tuple[State, Words]]:
        yield {"a": Real(INFINITY), "b": Real(-INFINITY)}, {"the rectangle is empty": sympy.Eq(some, 0)}
        yield {"a": Real(a), "b": Real(b)}, {"it is not empty": sympy.Eq(some, 1)}

    def finite(value: sympy.Symbol) -> Words:
        return {"its coordinate is a number": sympy.And(value < INFINITY, -INFINITY < value)}

    def rounds(learner: type) -> Iterator[CodePath]:
        kind = _class(learner, names, EMPTY, INSIDE)
        for state, hypotheses in states():
            for value, now in ((x, sympy.Integer(1)), (v, seen)):
                for after, met, owed in _seen(learner, kind, state, value):
                    ends = {Next(a): value_of(after["a"]), Next(b): value_of(after["b"]), Next(some): sympy.Integer(1)}
                    yield CodePath(
                        SEES,
                        together(hypotheses, finite(value), met),
                        {**ends, Next(seen): now, Next(E): E},
                        assuming={realizable: sympy.And(low <= value, value <= high)},
                        due=owed,
                    )
            is_inside = sympy.And(value_of(state["a"]) <= x, value_of(state["b"]) >= x)
            outside = sympy.Implies(is_inside, sympy.Or(x < low, x > high))
            was_seen = {"a positive example has been seen": sympy.Implies(sympy.Eq(label, 1), sympy.Eq(seen, 1))}
            stay = {Next(symbol): symbol for symbol in (a, b, some, seen)}
            yield CodePath(
                ANSWERS,
                together(hypotheses, finite(x), _labelled(_answered(is_inside, 1)), was_seen),
                {**stay, Next(E): E + errs},
                assuming={realizable: sympy.Implies(sympy.Eq(label, -1), outside)},
            )

    def starts(learner: type) -> Iterator[CodeStart]:
        _class(learner, names, EMPTY, INSIDE)
        quantities = {a: 0, b: 0, some: 0, seen: 0, E: 0}
        yield CodeStart(f"{learner.__name__}.start takes the empty rectangle", {}, quantities)

    return own_run(Runs("from any rectangle, for any sample in any dimension", rounds, starts))
