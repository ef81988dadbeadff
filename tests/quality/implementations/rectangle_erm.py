"""Wrong and right implementations of RectangleERM, as people hand them in."""

import math
from functools import partial

import numpy as np
from edits import edited


class Box:
    """The least and the greatest value of each coordinate over the positive examples."""

    def fit(self, X, y):
        positive = self.positives(X, y)
        if len(positive) == 0:
            self.a, self.b = np.full(X.shape[1], math.inf), np.full(X.shape[1], -math.inf)
        else:
            self.a, self.b = positive.min(axis=0), positive.max(axis=0)
        return self

    def positives(self, X, y):
        return X[y == 1]

    def predict(self, X):
        return np.where(((X >= self.a) & (X <= self.b)).all(axis=1), 1, -1)


edit = partial(edited, Box)
ENDS = "positive.min(axis=0), positive.max(axis=0)"

WRONG = "those from here on"

AllExamples = edit("Takes the values of all examples.", ("X[y == 1]", "X"))
Open = edit("Leaves the boundary out.", (">= self.a", "> self.a"), ("<= self.b", "< self.b"))
HalfOpen = edit("Leaves the upper ends out.", ("<= self.b", "< self.b"))
AnyCoordinate = edit("Asks that some coordinate lie between the ends.", ("all(", "any("))
FirstCoordinate = edit("Looks at the first coordinate alone.", (".all(axis=1)", "[:, 0]"))
CrashesWithoutPositives = edit("Takes a minimum over nothing.", ("len(positive) == 0", "False"))
EverythingWithoutPositives = edit(
    "Without a positive example it takes the whole space.",
    ("math.inf), np.full(X.shape[1], -math.inf)", "-math.inf), np.full(X.shape[1], math.inf)"),
)


class Largest(Box):
    """Extends each side halfway to the nearest negative example: zero error as well, but not the least rectangle."""

    def fit(self, X, y):
        super().fit(X, y)
        if (y == 1).any():
            for x in (1.0, 0.5, 0.25, 0.125):
                wider = Box()
                wider.a, wider.b = self.a - x, self.b + x
                if (wider.predict(X) == y).all():
                    self.a, self.b = wider.a, wider.b
                    break
        return self


class Grows(Box):
    """Keeps the ends of an earlier fit."""

    latest = None

    def positives(self, X, y):
        inside = super().positives(X, y)
        if self.latest is not None:
            inside = np.vstack((self.latest, inside))
        self.latest = inside
        return inside


WholeNumbers = edit(
    "Rounds the ends to whole numbers.", (ENDS, "np.floor(positive.min(axis=0)), np.ceil(positive.max(axis=0))")
)


class StartsAtAMillion(Box):
    """Takes a million for infinity."""

    def fit(self, X, y):
        positive = X[y == 1]
        self.a = positive.min(axis=0, initial=1e6)
        self.b = positive.max(axis=0, initial=-1e6)
        return self


Percentiles = edit(
    "Leaves out what it takes for outliers.", (ENDS, 'np.quantile(positive, (0.005, 0.995), axis=0, method="nearest")')
)
CountsInBytes = edit(
    "Counts in 8 bits the coordinates that lie outside.",
    ("X >= self.a", "X < self.a"),
    ("& (X <= self.b)", "| (X > self.b)"),
    ("all(axis=1), 1, -1", "sum(axis=1, dtype=np.uint8) == 0, 1, -1"),
)


WiderByATrillionth = edit(
    "Allows for rounding errors at the ends, whatever the scale.",
    (">= self.a", ">= self.a - 1e-12"),
    ("<= self.b", "<= self.b + 1e-12"),
)
WiderByAShare = edit(
    "Allows for rounding errors at the ends, by their size.",
    (">= self.a", ">= self.a * (1 - 1e-13 * np.sign(self.a))"),
    ("<= self.b", "<= self.b * (1 + 1e-13 * np.sign(self.b))"),
)


RIGHT = "those from here on"


class Sorted(Box):
    """Sorts each coordinate; returns nothing from `fit`, floats from `predict`."""

    def fit(self, X, y):
        columns = [sorted(column) for column in X[y == 1].T]
        self.ends = [(column[0], column[-1]) for column in columns if column] or None

    def predict(self, X):
        if self.ends is None:
            return [-1.0] * len(X)
        return [1.0 if all(a <= v <= b for v, (a, b) in zip(x, self.ends, strict=True)) else -1.0 for x in X]


class RemembersPositives(Box):
    """Keeps the positive examples, and compares with all of them."""

    def fit(self, X, y):
        self.X = X[y == 1]
        return self

    def predict(self, X):
        if len(self.X) == 0:
            return -np.ones(len(X), dtype=int)
        inside = [(self.X >= x).any(axis=0) & (self.X <= x).any(axis=0) for x in X]
        return np.array([1 if row.all() else -1 for row in inside])


class FarAway(Box):
    """Without a positive example it takes a single point that is far from all examples."""

    def fit(self, X, y):
        super().fit(X, y)
        if not (y == 1).any():
            self.a = self.b = np.full(X.shape[1], X.max() + 1e6)
        return self


class Corner(Box):
    """Without a positive example it takes the half-space beyond the greatest first coordinate: a rectangle too."""

    def fit(self, X, y):
        super().fit(X, y)
        if not (y == 1).any():
            self.a, self.b = np.full(X.shape[1], -1e9), np.full(X.shape[1], 1e9)
            self.a[0] = X[:, 0].max() + 0.5
        return self
