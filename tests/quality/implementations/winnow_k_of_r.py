"""Wrong and right implementations of WinnowKOfR, as people hand them in."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


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


edit = partial(edited, Textbook)

WRONG = "those from here on"

DemotesByOneMinusEpsilon = edit(
    "Multiplies by 1 - epsilon where it should divide by 1 + epsilon.",
    ("(1 + self.epsilon) ** y", "(1 + y * self.epsilon)"),
    named="demotes by 1 - epsilon",
)
DemotesBySmallEpsilons = edit(
    "Multiplies by 1 - epsilon where epsilon is small.",
    ("(1 + self.epsilon) ** y", "((1 + self.epsilon) ** y if self.epsilon > 0.01 else 1 + y * self.epsilon)"),
)
FactorTwo = edit("Doubles and halves whatever epsilon is.", ("(1 + self.epsilon)", "2.0"))
FactorEpsilon = edit("Multiplies by epsilon, not by 1 + epsilon.", ("(1 + self.epsilon)", "self.epsilon"))
AddsEpsilon = edit(
    "Adds and subtracts epsilon.",
    ("np.where(x == 1, self.w * (1 + self.epsilon) ** y, self.w)", "self.w + y * self.epsilon * x"),
)
UpdatesEveryRound = edit("Updates after right predictions too.", ("if self.predict(x) != y:", "if True:"))
NeverDemotes = edit("Updates after mistakes on positive examples only.", ("!= y:", "!= y and y == 1:"))
ThresholdHalfN = edit(
    "Predicts + iff <w, x> >= n/2, with weights that start at 1.", (">= self.n", ">= self.n / 2"), named="threshold n/2"
)


EpsilonInTwoDecimals = edit(
    "Rounds epsilon to two decimals.", ("self.epsilon = n, epsilon", "self.epsilon = n, round(epsilon, 2)")
)
EpsilonAtLeastAFifth = edit("Takes no epsilon below 1/5.", ("= n, epsilon", "= n, max(epsilon, 0.2)"))
EpsilonInSinglePrecision = edit("Keeps it in single precision.", ("= n, epsilon", "= n, float(np.float32(epsilon))"))
EpsilonAtMostOne = edit("Takes no epsilon above 1.", ("= n, epsilon", "= n, min(epsilon, 1.0)"))


RIGHT = "those from here on"

TieIsMinus = edit(
    "Predicts + iff <w, x> > n: a tie broken the other way.",
    ("1 if self.w @ x >= self.n else -1", "1.0 if self.w @ x > self.n else -1.0"),
)


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


class Decimals:
    """Weights of forty decimals, scaled by a factor that is no power of two."""

    def __init__(self, n, epsilon):
        getcontext().prec = 40
        self.factor, self.threshold = 1 + Decimal(epsilon), 7 * n
        self.w = [Decimal(7)] * n

    def predict(self, x):
        return Fraction(1 if sum(w for w, v in zip(self.w, x.tolist(), strict=True) if v) >= self.threshold else -1)

    def update(self, x, y):
        if self.predict(x) != y:
            step = self.factor if y > 0 else 1 / self.factor
            self.w = [w * step if v else w for w, v in zip(self.w, x.tolist(), strict=True)]
