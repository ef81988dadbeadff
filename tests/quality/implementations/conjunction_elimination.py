"""Wrong and right implementations of ConjunctionElimination, as people hand them in."""

from fractions import Fraction
from functools import partial

import numpy as np
from edits import at_first, edited


class Literals:
    """Keeps a set of literals (i, b), all of them at first."""

    def start(self, n):
        return {(i, b) for i in range(n) for b in (0, 1)}

    def fit(self, X, y):
        self.literals = self.start(X.shape[1])
        for x, label in zip(X, y, strict=True):
            self.see(x, label)
        return self

    def see(self, x, label):
        if label == 1:
            self.literals = {(i, b) for i, b in self.literals if x[i] == b}

    def predict(self, X):
        return np.array([1 if all(x[i] == b for i, b in self.literals) else -1 for x in X])


edit = partial(edited, Literals)

WRONG = "those from here on"

PlainLiterals = edit(
    "Starts with x_1, ..., x_n alone.", ("(i, b) for i in range(n) for b in (0, 1)", "(i, 1) for i in range(n)")
)
FirstPositive = edit(
    "Stops after the first positive example.",
    at_first("X, y = X[y == 1][:1], y[y == 1][:1]"),
)


class LearnsFromNegatives(Literals):
    """Also removes the literals that are true of negative examples."""

    def see(self, x, label):
        self.literals = {(i, b) for i, b in self.literals if (x[i] == b) == (label == 1)}


EmptyWithoutPositives = edit(
    "Without a positive example it takes the empty conjunction.",
    ("return self", "self.literals = self.literals if (y == 1).any() else set()\n        return self"),
)
AlwaysTrueIfNoNegative = edit(
    "Without a negative example it is content with the empty conjunction.",
    ("return self", "self.literals = set() if (y == 1).all() else self.literals\n        return self"),
)
NeverStartsAfresh = edit(
    "Keeps the literals of an earlier fit.",
    ("self.start(X.shape[1])", 'getattr(self, "literals", self.start(X.shape[1]))'),
)
ZeroForNo = edit("Answers 0 where the conjunction is false.", ("else -1", "else 0"))


class SmallestConsistent:
    """A shortest conjunction that is right on the sample: zero error, but not the most restrictive one."""

    keeps_bound = False

    def fit(self, X, y):
        literals = {(i, b) for i in range(X.shape[1]) for b in (0, 1) if (X[y == 1, i] == b).all()}
        for literal in sorted(literals):
            fewer = literals - {literal}
            if (self._labels(fewer, X) == y).all():
                literals = fewer
        self.literals = literals
        return self

    def _labels(self, literals, X):
        return np.array([1 if all(x[i] == b for i, b in literals) else -1 for x in X])

    def predict(self, X):
        return self._labels(self.literals, X)


class OfNearlyAll(Literals):
    """Keeps the literals that hold on 99 % of the positive examples."""

    named = "literals of nearly all"

    def fit(self, X, y):
        positive = X[y == 1]
        self.literals = {
            (i, b) for i, b in self.start(X.shape[1]) if (positive[:, i] != b).sum() <= len(positive) / 100
        }
        return self


class Masks(Literals):
    """Writes an instance as an integer of 64 bits, in which only 64 features have a place."""

    named = "masks of 64 bits"

    def fit(self, X, y):
        codes = self.codes(X[y == 1])
        self.ones = np.bitwise_and.reduce(codes, initial=-1)
        self.zeros = ~np.bitwise_or.reduce(codes, initial=0)
        return self

    def codes(self, X):
        return (X[:, :64].astype(np.int64) << np.arange(min(64, X.shape[1]))).sum(axis=1)

    def predict(self, X):
        codes = self.codes(X)
        return np.where((codes & self.ones == self.ones) & (codes & self.zeros == 0), 1, -1)


class CountsInBytes(Literals):
    """Counts in 8 bits the literals that are false."""

    def predict(self, X):
        i, b = np.array(sorted(self.literals), dtype=int).reshape(-1, 2).T
        return np.where((X[:, i] != b).sum(axis=1, dtype=np.uint8) == 0, 1, -1)


RIGHT = "those from here on"


class Hull:
    """The least and the greatest value of each coordinate over the positive examples."""

    def fit(self, X, y):
        positive = X[y == 1]
        self.empty = len(positive) == 0
        if not self.empty:
            self.low, self.high = positive.min(axis=0), positive.max(axis=0)

    def predict(self, X):
        if self.empty:
            return -np.ones(len(X))
        return np.where(((X >= self.low) & (X <= self.high)).all(axis=1), 1.0, -1.0)


FromTheEnd = edit(
    "Goes through the examples from the last to the first.",
    at_first("X, y = X[::-1], y[::-1]"),
)


class WritesIntoX(Literals):
    """Overwrites what it was handed, and answers with a list of Fractions."""

    named = "writes into X"

    def fit(self, X, y):
        super().fit(X, y)
        X[:] = 7

    def predict(self, X):
        return [Fraction(int(h)) for h in super().predict(X)]


OnMistakes = edit(
    "Removes literals only where the conjunction so far errs, as an online learner does.",
    ("if label == 1:", "if label == 1 and not all(x[i] == b for i, b in self.literals):"),
)


class Weights:
    """A halfspace: the sum of the literals that are left is at least their number."""

    def fit(self, X, y):
        doubled = np.hstack((X, 1 - X))
        self.w = (doubled[y == 1] == 1).all(axis=0).astype(float)
        return self

    def predict(self, X):
        return np.where(np.hstack((X, 1 - X)) @ self.w >= self.w.sum() - 1e-9, 1, -1)
