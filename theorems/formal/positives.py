"""Batch learners that go through the positive examples, on formal quantities: elimination, and the least rectangle.

Nothing is known of the sample but one coordinate of one example or instance at a time, the tracked one: whatever is
shown of it is shown of each. There are two kinds of rounds. In "a positive example" the learner's own `round` is given
one; in "an answer", when all have been seen, its own `predict` is asked about an instance, and the tracked coordinate
is the one that the answer depends on.
"""

import copy
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.meanings import Meanings
from learncheck.theorems.formal.numbers import Formal, NotFormal, Number, Real, Truth, value_of
from learncheck.theorems.formal.quantities import content, runs, unchanged, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Words, together
from learncheck.theorems.language.step import Next

LOOP = """def fit(self, X, y):
    self.start(X, y)
    for v in X[y == 1]:
        self.round(v)
    return self
"""
"""The `fit` of a learner that makes a round of each positive example."""

SEES, ANSWERS = "a positive example", "an answer"

size = sympy.Symbol("variables", real=True)
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

    def __ne__(self, other: object) -> Any:
        return self._with(other, operator.ne)

    def __le__(self, other: object) -> Self:
        return self._with(other, operator.le)

    def __ge__(self, other: object) -> Self:
        return self._with(other, operator.ge)

    def __lt__(self, other: object) -> Self:
        return self._with(other, operator.lt)

    def __gt__(self, other: object) -> Self:
        return self._with(other, operator.gt)

    def __and__(self, other: object) -> Self:
        return self._with(other, operator.and_)

    def __or__(self, other: object) -> Self:
        return self._with(other, operator.or_)

    def __invert__(self) -> Self:
        return self.changed(~as_truth(self.at))


class CoordinateArray(Entrywise):
    """An array with one entry a coordinate."""

    def __init__(self, at: Entry) -> None:
        self.at = at

    def any(self, axis: int) -> "Over":
        """Whether some coordinate of each instance has it."""
        return Over(truth_of(self.at), True, axis)

    def all(self, axis: int) -> "Over":
        """Whether all coordinates of each instance have it."""
        return Over(truth_of(self.at), False, axis)


@dataclass(frozen=True, eq=False)
class Over:
    """Whether some coordinate of an instance has what the tracked one has or lacks, or whether all have it."""

    tracked: Boolean
    some: bool
    axis: int


@dataclass(frozen=True, eq=False)
class CoordinateLabels:
    """The labels `yes` and `no`, by what the coordinates of an instance have."""

    of: Over
    yes: object
    no: object

    @property
    def answered(self) -> Boolean:
        """What the tracked coordinate says of the answer: where a single one decides, it is this one."""
        yes, no = (sympy.Eq(answer, value_of(choice)) for choice in (self.yes, self.no))
        return sympy.Or(sympy.And(self.of.tracked, yes), sympy.And(sympy.Not(self.of.tracked), no))

    @property
    def free(self) -> Boolean:
        """That no single coordinate decides, so that the tracked one is any: none has it, or all have it."""
        return sympy.Not(self.of.tracked) if self.of.some else self.of.tracked


class CoordinateSample:
    """The formal sample, of which `start` may know how many coordinates it has."""

    shape = (None, Real(size))


def as_truth(value: object) -> Truth:
    """The entry, which must be a truth."""
    if not isinstance(value, Truth):
        raise NotFormal(f"{value!r} is no truth")
    return value


def truth_of(value: object) -> Boolean:
    """The relation that the entry says."""
    return as_truth(value).relation


def _where(condition: object, yes: object, no: object) -> CoordinateLabels:
    if not isinstance(condition, Over) or condition.axis not in (1, -1):
        raise NotFormal("np.where is asked for something else than a label for each instance")
    return CoordinateLabels(condition, yes, no)


def _full(shape: object, value: Entry) -> CoordinateArray:
    if content(shape) != content(Real(size)):
        raise NotFormal(f"an array of {shape!r} entries, not one a coordinate")
    return CoordinateArray(value)


def _extreme(one: object, other: object, *, least: bool) -> CoordinateArray:
    if not isinstance(one, CoordinateArray) or not isinstance(other, CoordinateArray):
        raise NotFormal("np.minimum and np.maximum are of two arrays with one entry a coordinate")
    here, there = Real(one.at), Real(other.at)
    first = here <= there if least else here >= there
    return CoordinateArray(one.at if first else other.at)


INFINITY = sympy.Symbol("∞", real=True)
"""np.inf as an entry, which is compared and never computed with."""


@dataclass(frozen=True)
class Infinite:
    """∞ or −∞, which can fill an array and nothing else."""

    sign: int = 1

    def __neg__(self) -> "Infinite":
        return Infinite(-self.sign)


MEANINGS: Meanings = {
    np.ones: lambda shape, dtype=float: _full(shape, Truth(sympy.true) if dtype is bool else Real(1)),
    np.full: lambda shape, value: _full(shape, Real(value.sign * INFINITY if isinstance(value, Infinite) else value)),
    np.inf: Infinite(),
    np.minimum: partial(_extreme, least=True),
    np.maximum: partial(_extreme, least=False),
    np.where: _where,
}


State = Mapping[str, Entry]
"""The attributes at the tracked coordinate."""


def _class(learner: type, names: Iterable[str]) -> type:
    methods = ("start", "round", "predict")
    return in_the_language(learner, (*names,), methods, reads=("shape",), meanings=MEANINGS, given=(LOOP,))


def _read(learner: type, formal_learner: object, names: Iterable[str]) -> State:
    arrays = {name: getattr(formal_learner, name) for name in names}
    if not all(isinstance(array, CoordinateArray) for array in arrays.values()):
        raise NotFormal(f"{learner.__name__} makes {arrays}, not arrays with one entry a coordinate")
    return {name: array.at for name, array in arrays.items()}


def _began(learner: type, names: Iterable[str]) -> State:
    """What the learner's `start` makes."""

    def once() -> State:
        formal_learner = with_attributes(_class(learner, names), {})
        formal_learner.start(CoordinateSample(), None)
        return _read(learner, formal_learner, names)

    (path,) = runs(learner, once)
    return path.result


def _seen(learner: type, state: State, v: Number) -> Iterator[tuple[State, Words, Words]]:
    """What the learner's `round` makes of a positive example, with its comparisons and what its arithmetic needs."""
    kind = _class(learner, state)

    def once() -> State:
        formal_learner = with_attributes(kind, {name: CoordinateArray(at) for name, at in state.items()})
        formal_learner.round(CoordinateArray(Real(v)))
        return _read(learner, formal_learner, state)

    return worded_paths(runs(learner, once))


def _answered(learner: type, state: State, x: Number) -> Iterator[tuple[CoordinateLabels, Words, Words]]:
    """What the learner's `predict` says of an instance."""
    kind = _class(learner, state)

    def once() -> CoordinateLabels:
        entries = {name: CoordinateArray(at) for name, at in state.items()}
        formal_learner = with_attributes(kind, entries)
        labels = formal_learner.predict(CoordinateArray(Real(x)))
        unchanged(formal_learner, entries, "predict")
        if not isinstance(labels, CoordinateLabels):
            raise NotFormal(f"{learner.__name__}.predict gives {labels!r}, and not one of two labels")
        return labels

    return worded_paths(runs(learner, once))


def _labelled(labels: CoordinateLabels) -> Words:
    """What is known of an example with an answer."""
    return {
        "the answer": labels.answered,
        "the label is ±1": sympy.Or(sympy.Eq(label, 1), sympy.Eq(label, -1)),
        **error_if_not(answer, label),
    }


def error_if_not(given: sympy.Symbol, due: sympy.Symbol) -> Words:
    """What an error is, told by `errs`: an answer that is not the label."""
    right = sympy.And(sympy.Eq(given, due), sympy.Eq(errs, 0))
    wrong = sympy.And(sympy.Ne(given, due), sympy.Eq(errs, 1))
    return {"an error is an answer that is not the label": sympy.Or(right, wrong)}


# ---- conjunctions ----

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

    def state(own: str) -> State:
        return {name: Truth(sympy.Eq(K if name == own else other, 1)) for name in names}

    def rounds(learner: type) -> Iterator[CodePath]:
        for own, true in itertools.product(names, (1, 0)):
            value = true if own == "plain" else 1 - true
            for after, met, owed in _seen(learner, state(own), value):
                is_left = truth_of(after[own])
                hypotheses = {
                    "what is left": sympy.Or(
                        sympy.And(is_left, sympy.Eq(left, 1)), sympy.And(sympy.Not(is_left), sympy.Eq(left, 0))
                    )
                }
                quantities = {t: sympy.Integer(true), Next(K): left, Next(H): H * true, Next(E): E, Next(V): V}
                yield CodePath(SEES, together(met, hypotheses), quantities, due=owed)
        for own in names:
            for labels, met, owed in _answered(learner, state(own), 0 if own == "plain" else 1):
                is_other = sympy.Implies(labels.free, sympy.Eq(H, 1))
                hypotheses = {
                    **_labelled(labels),
                    "the literal is false of the example": sympy.Implies(sympy.Eq(label, 1), sympy.Eq(H, 0)),
                }
                assuming = {realizable: sympy.Implies(sympy.Eq(label, -1), is_other)}
                stay = {Next(K): K, Next(H): H}
                yield CodePath(
                    ANSWERS,
                    together(met, hypotheses),
                    {**stay, Next(E): E + errs, Next(V): V},
                    assuming=assuming,
                    due=owed,
                )
                excess = sympy.And(sympy.Eq(more, 1), sympy.Eq(answer, 1), is_other)
                hypotheses = {
                    "the answer": labels.answered,
                    "the instance is excluded": sympy.Or(sympy.Eq(more, 0), excess),
                }
                yield CodePath(ANSWERS, together(met, hypotheses), {**stay, Next(E): E, Next(V): V + more}, due=owed)

    def starts(learner: type) -> Iterator[CodeStart]:
        begun = _began(learner, names)
        for own in names:
            quantities = {K: 1 if truth_of(begun[own]) == sympy.true else 0, H: 1, E: 0, V: 0}
            yield CodeStart(f"{learner.__name__}.start makes {own} = {begun[own]}", {}, quantities)

    return own_run(Runs("from any literals, for any sample over any number of variables", rounds, starts))


# ---- rectangles ----

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
        for state, hypotheses in states():
            for value, now in ((x, sympy.Integer(1)), (v, seen)):
                for after, met, owed in _seen(learner, state, value):
                    ends = {Next(a): value_of(after["a"]), Next(b): value_of(after["b"]), Next(some): sympy.Integer(1)}
                    yield CodePath(
                        SEES,
                        together(hypotheses, finite(value), met),
                        {**ends, Next(seen): now, Next(E): E},
                        assuming={realizable: sympy.And(low <= value, value <= high)},
                        due=owed,
                    )
            for labels, met, owed in _answered(learner, state, x):
                outside = sympy.Implies(labels.free, sympy.Or(x < low, x > high))
                was_seen = {"a positive example has been seen": sympy.Implies(sympy.Eq(label, 1), sympy.Eq(seen, 1))}
                stay = {Next(symbol): symbol for symbol in (a, b, some, seen)}
                yield CodePath(
                    ANSWERS,
                    together(hypotheses, finite(x), _labelled(labels), was_seen, met),
                    {**stay, Next(E): E + errs},
                    assuming={realizable: sympy.Implies(sympy.Eq(label, -1), outside)},
                    due=owed,
                )

    def starts(learner: type) -> Iterator[CodeStart]:
        ends = _began(learner, names)
        is_empty = [value_of(ends[name]) for name in names] == [INFINITY, -INFINITY]
        quantities = {a: 0, b: 0, some: 0, seen: 0, E: 0}
        yield CodeStart(f"{learner.__name__}.start makes a = {ends['a']} and b = {ends['b']}", {}, quantities, is_empty)

    return own_run(Runs("from any rectangle, for any sample in any dimension", rounds, starts))
