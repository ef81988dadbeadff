"""Wrong and right implementations of IntervalERM, as people hand them in."""

import itertools
import math
from functools import partial

import numpy as np
from edits import edited


class AllPairs:
    """Tries all pairs of values as ends, and the empty interval, and counts the errors of each."""

    def pairs(self, x):
        values = sorted(set(x.tolist()))
        return [(math.inf, -math.inf), *itertools.combinations_with_replacement(values, 2)]

    def fit(self, X, y):
        x = X[:, 0]

        def errors(ends):
            return np.count_nonzero(np.where((x >= ends[0]) & (x <= ends[1]), 1, -1) != y)

        self.a, self.b = min(self.pairs(x), key=errors)
        return self

    def predict(self, X):
        return np.where((X[:, 0] >= self.a) & (X[:, 0] <= self.b), 1, -1)


edit = partial(edited, AllPairs)

WRONG = "those from here on"


class AroundPositives(AllPairs):
    """The interval around all positive examples."""

    def fit(self, X, y):
        positive = X[y == 1, 0]
        self.a, self.b = positive.min(initial=math.inf), positive.max(initial=-math.inf)
        return self


NeverEmpty = edit("Does not try the empty interval.", ("(math.inf, -math.inf), *itertools", "*itertools"))
DistinctEnds = edit("Does not try intervals of one point.", ("combinations_with_replacement", "combinations"))


class SplitsEqualValues(AllPairs):
    """The greatest sum of labels over the sorted examples, as if all values were distinct."""

    def fit(self, X, y):
        order = np.argsort(X[:, 0], kind="stable")
        x, labels = X[order, 0], y[order]
        best, self.a, self.b = 0, math.inf, -math.inf
        for i in range(len(x)):
            for j in range(i, len(x)):
                if labels[i : j + 1].sum() > best:
                    best, self.a, self.b = labels[i : j + 1].sum(), x[i], x[j]
        return self


class ForgetsToSort(SplitsEqualValues):
    """The greatest sum of labels in the order in which the examples came."""

    def fit(self, X, y):
        best, self.a, self.b = 0, math.inf, -math.inf
        for i in range(len(y)):
            for j in range(i, len(y)):
                if y[i : j + 1].sum() > best:
                    best, self.a, self.b = y[i : j + 1].sum(), X[i, 0], X[j, 0]
        return self


class IgnoresDuplicates(AllPairs):
    """Keeps one example of each value."""

    def fit(self, X, y):
        _, first = np.unique(X[:, 0], return_index=True)
        return super().fit(X[first], y[first])


OffByOne = edit("Never looks at the last value.", ("sorted(set(x.tolist()))", "sorted(set(x.tolist()))[:-1]"))
HalfOpen = edit("Leaves the upper end out when it predicts.", ("<= self.b", "< self.b"))
FitsOnce = edit(
    "Keeps what it found first.",
    a=None,
    fit=lambda self, X, y: self if self.a is not None else AllPairs.fit(self, X, y),
)


class TwoIntervals(AllPairs):
    """Says +1 of everything beyond the greatest example, too."""

    def fit(self, X, y):
        self.beyond = X.max()
        return super().fit(X, y)

    def predict(self, X):
        return np.where(X[:, 0] > self.beyond, 1, super().predict(X))


FirstFifty = edit(
    "Tries the first fifty values as ends.",
    ("sorted(set(x.tolist()))", "sorted(set(x.tolist()))[:50]"),
    named="the first fifty values",
)


class CountsInBytes(AllPairs):
    """Counts the errors in 8 bits."""

    def fit(self, X, y):
        x, ends = X[:, 0], np.array(self.pairs(X[:, 0]))
        inside = (x >= ends[:, :1]) & (x <= ends[:, 1:])
        self.a, self.b = ends[(np.where(inside, 1, -1) != y).sum(axis=1, dtype=np.int8).argmin()]
        return self


SixDecimals = edit(
    "Rounds the values.",
    fit=lambda self, X, y: AllPairs.fit(self, X.round(6), y),
    predict=lambda self, X: AllPairs.predict(self, X.round(6)),
)


ALittleWider = edit(
    "Allows for rounding errors at the ends, whatever the scale.",
    (">= self.a)", ">= self.a - 1e-12)"),
    ("<= self.b)", "<= self.b + 1e-12)"),
)
AHundredValues = edit(
    "Tries the last hundred values as ends.",
    ("sorted(set(x.tolist()))", "sorted(set(x.tolist()))[-100:]"),
)


RIGHT = "those from here on"

LastMinimiser = edit(
    "Tries the pairs in the other order, and so finds another minimiser.", ("self.pairs(x),", "self.pairs(x)[::-1],")
)


class WideEnds(AllPairs):
    """Puts the ends halfway between values, and beyond them."""

    def pairs(self, x):
        values = sorted(set(x.tolist()))
        between = [(a + b) / 2 for a, b in itertools.pairwise(values)]
        ends = [values[0] - 1, *between, values[-1] + 1]
        return [*itertools.combinations(ends, 2), (math.inf, -math.inf)]


class Kadane:
    """The greatest sum of labels over distinct values, in one pass."""

    def fit(self, X, y):
        values, which = np.unique(X[:, 0], return_inverse=True)
        gains = np.bincount(which.ravel(), weights=y)
        best, self.ends, total, start = 0, None, 0, 0
        for i, gain in enumerate(gains):
            if total <= 0:
                total, start = 0, i
            total += gain
            if total > best:
                best, self.ends = total, (values[start], values[i])

    def predict(self, X):
        if self.ends is None:
            return [-1] * len(X)
        return [1 if self.ends[0] <= x <= self.ends[1] else -1 for x in X[:, 0]]


class Automaton:
    """Dynamic programming over before, inside and after; equal values move together."""

    def fit(self, X, y):
        values = np.unique(X[:, 0])
        tables = {"before": (0, None, None), "inside": (math.inf, None, None), "after": (math.inf, None, None)}
        for value in values:
            at = y[X[:, 0] == value]
            plus, minus = int((at == 1).sum()), int((at == -1).sum())
            before, inside, after = tables["before"], tables["inside"], tables["after"]
            opened = (before[0] + minus, value, value)
            stays = (inside[0] + minus, inside[1], value)
            tables = {
                "before": (before[0] + plus, None, None),
                "inside": min(opened, stays, key=lambda row: row[0]),
                "after": min((after[0] + plus, *after[1:]), (inside[0] + plus, *inside[1:]), key=lambda row: row[0]),
            }
        _, a, b = min(tables.values(), key=lambda row: row[0])
        self.a, self.b = (math.inf, -math.inf) if a is None else (a, b)

    def predict(self, X):
        return np.where((X[:, 0] >= self.a) & (X[:, 0] <= self.b), 1.0, -1.0)
