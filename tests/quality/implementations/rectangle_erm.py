"""Wrong and right implementations of RectangleERM, as people hand them in."""

import math

import numpy as np


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


WRONG = "those from here on"


class SinglePrecision(Box):
    """Computes in single precision, which takes 2^24 and 2^24 + 1 for the same number."""

    def predict(self, X):
        return super().predict(X.astype(np.float32))


class AllExamples(Box):
    """Takes the values of all examples."""

    def positives(self, X, y):
        return X


class Open(Box):
    """Leaves the boundary out."""

    def predict(self, X):
        return np.where(((X > self.a) & (X < self.b)).all(axis=1), 1, -1)


class HalfOpen(Box):
    """Leaves the upper ends out."""

    def predict(self, X):
        return np.where(((X >= self.a) & (X < self.b)).all(axis=1), 1, -1)


class AnyCoordinate(Box):
    """Asks that some coordinate lie between the ends."""

    def predict(self, X):
        return np.where(((X >= self.a) & (X <= self.b)).any(axis=1), 1, -1)


class FirstCoordinate(Box):
    """Looks at the first coordinate alone."""

    def predict(self, X):
        return np.where((X[:, 0] >= self.a[0]) & (X[:, 0] <= self.b[0]), 1, -1)


class CrashesWithoutPositives(Box):
    """Takes a minimum over nothing."""

    def fit(self, X, y):
        positive = X[y == 1]
        self.a, self.b = positive.min(axis=0), positive.max(axis=0)
        return self


class EverythingWithoutPositives(Box):
    """Without a positive example it takes the whole space."""

    def fit(self, X, y):
        super().fit(X, y)
        if not (y == 1).any():
            self.a, self.b = self.b, self.a
        return self


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

    kept = None

    def positives(self, X, y):
        found = super().positives(X, y)
        if self.kept is not None:
            found = np.vstack((self.kept, found))
        self.kept = found
        return found


class StartsAtZero(Box):
    """Starts the search for the ends with 0."""

    def fit(self, X, y):
        self.a, self.b = np.zeros(X.shape[1]), np.zeros(X.shape[1])
        for x in X[y == 1]:
            self.a, self.b = np.minimum(self.a, x), np.maximum(self.b, x)
        return self


class WholeNumbers(Box):
    """Rounds the ends to whole numbers."""

    def fit(self, X, y):
        super().fit(X, y)
        self.a, self.b = np.floor(self.a), np.ceil(self.b)
        return self


class Ball(Box):
    """A ball around the positive examples' mean."""

    def fit(self, X, y):
        positive = X[y == 1]
        self.centre = positive.mean(axis=0) if len(positive) else np.zeros(X.shape[1])
        self.radius = np.linalg.norm(positive - self.centre, axis=1).max() if len(positive) else -1
        return self

    def predict(self, X):
        return np.where(np.linalg.norm(X - self.centre, axis=1) <= self.radius + 1e-12, 1, -1)


class ALittleWider(Box):
    """Widens the rectangle by 1e-9, whatever the scale of the sample."""

    def fit(self, X, y):
        super().fit(X, y)
        self.a, self.b = self.a - 1e-9, self.b + 1e-9


class StartsAtAMillion(Box):
    """Takes a million for infinity."""

    def fit(self, X, y):
        positive = X[y == 1]
        self.a = positive.min(axis=0, initial=1e6)
        self.b = positive.max(axis=0, initial=-1e6)
        return self


class Percentiles(Box):
    """Leaves out what it takes for outliers."""

    def fit(self, X, y):
        super().fit(X, y)
        if (y == 1).any():
            self.a, self.b = np.quantile(X[y == 1], (0.005, 0.995), axis=0, method="nearest")
        return self


class TenDimensions(Box):
    """Looks at the first ten coordinates."""

    def predict(self, X):
        return np.where(((X >= self.a) & (X <= self.b))[:, :10].all(axis=1), 1, -1)


class CountsInBytes(Box):
    """Counts in 8 bits the coordinates that lie outside."""

    def predict(self, X):
        return np.where(((X < self.a) | (X > self.b)).sum(axis=1, dtype=np.uint8) == 0, 1, -1)


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
        return np.array([1 if each.all() else -1 for each in inside])


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


class Tolerant(Box):
    """Allows for rounding errors at the ends."""

    def predict(self, X):
        slack = 1e-12
        return np.where(((X >= self.a - slack) & (X <= self.b + slack)).all(axis=1), 1, -1)
