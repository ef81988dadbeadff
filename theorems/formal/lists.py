"""A batch learner that builds a decision list rule by rule, on formal quantities.

One example of the sample is followed at a time, and whatever is shown of it is shown of each. A rule asks whether
x_i = b, for any variable i and any b. What the texts of `fit`, `search` and `predict` do is built in: a rule on which
all examples left agree is put at the end of the list, those on which it fires are left out, and the list is gone
through from its end. What the rule does with an example is seen by running the learner's own `agreed`, `others` and
`answer`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.games import SIZES
from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Real, Truth, assume, value_of
from learncheck.theorems.formal.positives import ANSWERS, Entry, Entrywise, error_if_not, errs, truth_of
from learncheck.theorems.formal.quantities import runs, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Expressions, Words, together
from learncheck.theorems.language.step import Next

FIT = """def fit(self, X, y):
    self.rules = []
    while len(y) > 0:
        i, b, o = self.search(X, y)
        self.rules.append((i, b, o))
        left = self.others(X, i, b)
        X, y = X[left], y[left]
    return self
"""
SEARCH = """def search(self, X, y):
    for i in range(X.shape[1]):
        for b in (0, 1):
            o = self.agreed(X, y, i, b)
            if o != 0:
                return i, b, o
    raise ValueError
"""
PREDICT = """def predict(self, X):
    labels = np.full(len(X), -1)
    for i, b, o in reversed(self.rules):
        labels = self.answer(X, i, b, o, labels)
    return labels
"""
ADDS = "a rule"

x, b, o = (sympy.Symbol(name, real=True) for name in ("x_i", "b", "o"))
"""The variable of the rule at the tracked example, the value where it fires, and its output."""
behind = sympy.Symbol("behind", real=True)
"""What the rules behind give the tracked example."""
place, first, due = (sympy.Symbol(name, real=True) for name in ("place", "first", "due"))
"""Of a list that gives the labels: where its first rule is that fires on the tracked example; the least such place of
all examples left, and the output of the rule there."""
stays, says, fewer = (sympy.Symbol(name, real=True) for name in ("stays", "said", "fewer"))
"""After the rule: whether the example is left, what the list says of it, and how many are left."""


@dataclass(frozen=True, eq=False)
class Variable:
    """The variable of the rule."""


@dataclass(frozen=True, eq=False)
class ListSample:
    """The instances left, of which the variable of the rule is known. is_left: whether the tracked one is among them.

    shown: what was asked of some example: whether there is one, and the symbols of the one that shows it.
    """

    variable: Variable
    is_left: Boolean
    of_each: tuple[sympy.Symbol, ...]
    shown: list[tuple[Boolean, Expressions]] = field(default_factory=list)

    def __getitem__(self, key: object) -> "ExampleArray":
        if not isinstance(key, tuple) or key != (slice(None), self.variable):
            raise NotFormal("the code asks for something else of the instances than the variable of the rule")
        return ExampleArray(Real(x), self)

    def some(self, has: Boolean) -> Truth:
        """Whether an example left has it: the tracked one shows it, and if there is one, another shows it."""
        number = len(self.shown) + 1
        there = sympy.Eq(sympy.Symbol(f"some_{number}", real=True), 1)
        another = {symbol: sympy.Symbol(f"{symbol}_{number}", real=True) for symbol in self.of_each}
        assume(sympy.Implies(sympy.And(self.is_left, has), there))
        assume(sympy.Implies(there, has.xreplace(another)))
        self.shown.append((there, another))
        return Truth(there)


class ExampleArray(Entrywise):
    """An array with one entry an example left, known at the tracked one, or with those of some of them, `within`."""

    def __init__(self, at: Entry, of: ListSample, within: Boolean = sympy.true) -> None:
        self.at, self.of, self.within = at, of, within

    def __getitem__(self, mask: object) -> "ExampleArray":
        if not isinstance(mask, ExampleArray) or mask.within != sympy.true:
            raise NotFormal("an array is asked for something else than its entries at a mask")
        return ExampleArray(self.at, self.of, sympy.And(self.within, truth_of(mask.at)))

    def any(self) -> Truth:
        """Whether some of them are true."""
        return self.of.some(sympy.And(self.within, truth_of(self.at)))

    def all(self) -> Truth:
        """Whether all of them are true."""
        return ~self.of.some(sympy.And(self.within, sympy.Not(truth_of(self.at))))


def _where(condition: object, yes: object, no: object) -> ExampleArray:
    if not isinstance(condition, ExampleArray) or not isinstance(no, ExampleArray):
        raise NotFormal("np.where is asked for something else than a label for each instance")
    return condition.changed(Real(yes) if condition.at else no.at)


@dataclass(frozen=True)
class Added:
    """A rule that was tried: whether it was added, whether the tracked example stays, and what is said of it."""

    added: bool
    sample: ListSample
    stays: Boolean = sympy.true
    answer: sympy.Expr = sympy.nan


def _tried(learner: type, is_left: Boolean, label: sympy.Symbol) -> Added:
    """Try a rule on the examples left."""
    sample = ListSample(Variable(), is_left, (x, label, place))
    y = ExampleArray(Real(label), sample)
    methods = ("agreed", "others", "answer")
    kind = in_the_language(learner, (), methods, meanings={np.where: _where}, given=(FIT, SEARCH, PREDICT))
    formal_learner = with_attributes(kind, {})
    agreed = formal_learner.agreed(sample, y, sample.variable, Real(b))
    if Real(agreed) == 0:
        return Added(False, sample)
    left = formal_learner.others(sample, sample.variable, Real(b))
    answered = formal_learner.answer(sample, sample.variable, Real(b), Real(agreed), ExampleArray(Real(behind), sample))
    if not all(isinstance(array, ExampleArray) and array.within == sympy.true for array in (left, answered)):
        raise NotFormal(f"{learner.__name__} answers {left!r} and {answered!r}, not one for each example")
    return Added(True, sample, truth_of(left.at), value_of(answered.at))


def _consistent(sample: ListSample, label: sympy.Symbol) -> Boolean:
    """What a list that gives the labels says: the first of its rules that fire on an example left is the one tried."""
    of_each = sympy.And(
        place >= first,
        sympy.Implies(sympy.Eq(x, b), place <= first),
        sympy.Implies(sympy.Eq(place, first), sympy.Eq(label, due)),
    )
    fires = sympy.And(sympy.Eq(x, b), sympy.Eq(place, first), sympy.Or(sympy.Eq(due, 1), sympy.Eq(due, -1)))
    return sympy.And(fires, of_each, *(of_each.xreplace(dict(another)) for _, another in sample.shown))


def _paths(
    learner: type, is_left: Boolean, label: sympy.Symbol, realizable: Premise, unknown: Expressions
) -> Iterator[tuple[Added, Words, Words] | CodePath]:
    """What each rule that is added does; and paths that show that `search` does not fail, with `unknown` quantities."""
    is_label = {"the label is ±1": sympy.Or(sympy.Eq(label, 1), sympy.Eq(label, -1))}
    for tried, compared, owed in worded_paths(runs(learner, partial(_tried, learner, is_left, label))):
        met = together(is_label, compared)
        if tried.added:
            yield tried, met, owed
            continue
        hypotheses = {"the example is left, and no other has an earlier first rule": is_left}
        assuming = {realizable: _consistent(tried.sample, label)}
        failing = {"some rule is right on all examples left on which it fires": sympy.false}
        yield CodePath(ADDS, together(met, hypotheses), unknown, assuming=assuming, due=together(owed, failing))


def list_errors(
    left: sympy.Symbol, given: sympy.Symbol, label: sympy.Symbol, E: sympy.Symbol, *, realizable: Premise
) -> Runs:
    """Rounds in which rules are added, and answers on the sample, when no example is left.

    left: the proof's symbol for 1 while the tracked example is left. given: what the list says of it, once it is not.
    label: its label. E: the errors. realizable: that some decision list gives the labels.
    """
    is_left = sympy.Eq(left, 1)
    same = {Next(left): left, Next(given): given, Next(E): E}

    def rounds(learner: type) -> Iterator[CodePath]:
        for path in _paths(learner, is_left, label, realizable, same):
            if isinstance(path, CodePath):
                yield path
                continue
            tried, met, owed = path
            is_left_after = sympy.And(is_left, tried.stays)
            leaves = sympy.And(is_left, sympy.Not(tried.stays))
            hypotheses = {
                "the example is left or not": sympy.Or(
                    sympy.And(is_left_after, sympy.Eq(stays, 1)),
                    sympy.And(sympy.Not(is_left_after), sympy.Eq(stays, 0)),
                ),
                "the first rule that decides of it, whatever is behind": sympy.Or(
                    sympy.And(leaves, sympy.Eq(says, tried.answer)), sympy.And(sympy.Not(leaves), sympy.Eq(says, given))
                ),
            }
            passes = {
                "while it is left, rules behind decide": sympy.Implies(is_left_after, sympy.Eq(tried.answer, behind))
            }
            yield CodePath(
                ADDS,
                together(met, hypotheses),
                {Next(left): stays, Next(given): says, Next(E): E},
                due=together(owed, passes),
            )
        hypotheses = {"no example is left": sympy.Eq(left, 0), **error_if_not(given, label)}
        yield CodePath(ANSWERS, hypotheses, {**same, Next(E): E + errs})

    def starts(learner: type) -> Iterator[CodeStart]:
        yield CodeStart(f"{learner.__name__}.fit starts with no rule", {}, {left: 1, given: 0, E: 0})

    return own_run(Runs("for any sample over any number of variables", rounds, starts))


def list_steps(K: sympy.Symbol, N: sympy.Symbol, m: sympy.Symbol, *, realizable: Premise) -> Runs:
    """Rounds in which rules are added, until no example is left.

    K, N: the proof's symbols for the rules and for the examples left. m: all examples. realizable: that some decision
    list gives the labels.
    """
    label = sympy.Symbol("label", real=True)

    def rounds(learner: type) -> Iterator[CodePath]:
        for path in _paths(learner, sympy.true, label, realizable, {Next(K): K, Next(N): N}):
            if isinstance(path, CodePath):
                yield path
                continue
            tried, met, owed = path
            one_less = [
                sympy.Implies(sympy.And(there, sympy.Not(tried.stays.xreplace(dict(another)))), fewer <= N - 1)
                for there, another in tried.sample.shown
            ]
            hypotheses = {
                "those that stay are left, one less where an example does not": sympy.And(fewer >= 0, *one_less)
            }
            yield CodePath(ADDS, together(met, hypotheses), {Next(K): K + 1, Next(N): fewer}, due=owed)

    def starts(learner: type) -> Iterator[CodeStart]:
        for size in SIZES:
            yield CodeStart(f"{learner.__name__}.fit starts with no rule and all examples", {m: size}, {K: 0, N: size})

    return own_run(Runs("for any sample over any number of variables", rounds, starts))
