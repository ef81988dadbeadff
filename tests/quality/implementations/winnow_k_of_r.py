"""Wrong and right implementations of WinnowKOfR, as people hand them in."""

import math
from fractions import Fraction

import numpy as np


class Textbook:
    """Threshold n, factor 1 + epsilon."""

    def __init__(self, n, epsilon):
        self.n, self.epsilon = n, epsilon
        self.w = np.ones(n)

    def predict(self, x):
        return 1 if self.w @ x >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.where(x == 1, self.w * (1 + self.epsilon) ** y, self.w)


WRONG = "those from here on"


class DemotesByOneMinusEpsilon(Textbook):
    """Multiplies by 1 - epsilon where it should divide by 1 + epsilon."""

    named = "demotes by 1 - epsilon"

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.where(x == 1, self.w * (1 + y * self.epsilon), self.w)


class FactorTwo(Textbook):
    """Doubles and halves whatever epsilon is."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.where(x == 1, self.w * 2.0**y, self.w)


class FactorEpsilon(Textbook):
    """Multiplies by epsilon, not by 1 + epsilon."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.where(x == 1, self.w * self.epsilon**y, self.w)


class AddsEpsilon(Textbook):
    """Adds and subtracts epsilon."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * self.epsilon * x


class UpdatesEveryRound(Textbook):
    """Updates after right predictions too."""

    def update(self, x, y):
        self.w = np.where(x == 1, self.w * (1 + self.epsilon) ** y, self.w)


class NeverDemotes(Textbook):
    """Updates after mistakes on positive examples only."""

    def update(self, x, y):
        if y == 1:
            super().update(x, y)


class ThresholdHalfN(Textbook):
    """Predicts + iff <w, x> >= n/2, with weights that start at 1."""

    named = "threshold n/2"

    def predict(self, x):
        return 1 if self.w @ x >= self.n / 2 else -1


RIGHT = "those from here on"


class TieIsMinus(Textbook):
    """Predicts + iff <w, x> > n: a tie broken the other way."""

    def predict(self, x):
        return 1.0 if self.w @ x > self.n else -1.0


class ThresholdAndStartScaled(Textbook):
    """Weights start at 1/n, and the threshold is 1."""

    def __init__(self, n, epsilon):
        self.epsilon = epsilon
        self.w = np.full(n, 1 / n)

    def predict(self, x):
        return 1 if self.w @ x >= 1 else -1


class Logarithms:
    """Stores log w."""

    def __init__(self, n, epsilon):
        self.n, self.step, self.log_w = n, math.log1p(epsilon), np.zeros(n)

    def predict(self, x):
        return 1 if np.exp(self.log_w) @ x >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.log_w += y * self.step * x


class ExactFractions:
    """A list of Fractions and a loop."""

    def __init__(self, n, epsilon):
        self.n, self.factor, self.w = n, 1 + Fraction(epsilon), [Fraction(1)] * n

    def predict(self, x):
        return 1 if sum(a for a, v in zip(self.w, x, strict=True) if v) >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [a * self.factor**y if v else a for a, v in zip(self.w, x, strict=True)]


class CountsMistakes:
    """Weights are computed anew from the signed count of each variable's mistakes."""

    def __init__(self, n, epsilon):
        self.n, self.base, self.count = n, 1 + epsilon, np.zeros(n)

    def predict(self, x):
        return np.int64(1) if np.dot(self.base**self.count, x) >= self.n else np.int64(-1)

    def update(self, x, y):
        if self.predict(x) != y:
            self.count = self.count + y * x
