"""Wrong and right implementations of Winnow, as people hand them in."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Threshold n, doubling and halving in place."""

    def __init__(self, n):
        self.n = n
        self.w = np.ones(n)

    def predict(self, x):
        return 1 if self.w @ x >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w[x == 1] *= 2.0**y


edit = partial(edited, Textbook)

WRONG = "those from here on"

AddsAndSubtracts = edit(
    "Adds y x to the weights, as Perceptron does.", ("self.w[x == 1] *= 2.0**y", "self.w = self.w + y * x")
)
ScalesAllWeights = edit(
    "Doubles and halves all weights, those of variables that are off too.", ("self.w[x == 1]", "self.w")
)
ScalesTheOthers = edit("Doubles and halves the weights of the variables that are off.", ("x == 1", "x == 0"))
NeverDemotes = edit(
    "Doubles after a mistake on a positive example and does nothing after one on a negative.",
    ("!= y:", "!= y and y == 1:"),
)
NeverPromotes = edit(
    "Halves after a mistake on a negative example and does nothing after one on a positive.",
    ("!= y:", "!= y and y == -1:"),
)
SwapsTheCases = edit("Halves where it should double, and the other way round.", ("2.0**y", "2.0**-y"))
UpdatesEveryRound = edit("Doubles and halves after right predictions too.", ("if self.predict(x) != y:", "if True:"))
ThresholdOne = edit("Predicts + iff <w, x> >= 1, with weights that start at 1.", (">= self.n", ">= 1"))
SmallStart = edit("Weights start at 1/n, and the threshold stays n.", ("np.ones(n)", "np.full(n, 1 / n)"))
FactorThree = edit("Multiplies and divides by 3.", ("2.0**y", "3.0**y"))


class Zeroes:
    """Sets weights to 0 after a mistake on a negative example: the older form of Winnow."""

    keeps_bound = True  # for a disjunction no relevant weight is ever set to 0

    def __init__(self, n):
        self.n, self.weights = n, np.ones(n)

    def predict(self, x):
        return 1 if self.weights @ x >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.weights[x == 1] *= 2 if y == 1 else 0


class ThresholdHalfN:
    """Predicts + iff <w, x> >= n/2, with weights that start at 1."""

    named = "threshold n/2"
    keeps_bound = True  # M+ < r log n and M- <= 4 + 2 M+, so M <= 2 + 3r(1 + log n) for every r >= 1

    def __init__(self, n):
        self.n, self.weights = n, np.ones(n)

    def predict(self, x):
        return 1 if self.weights @ x >= self.n / 2 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.weights[x == 1] *= 2.0**y


class WholeWeights(Textbook):
    """Counts in units of 2⁻²⁰, and halves rounding down."""

    def __init__(self, n):
        self.n = n << 20
        self.w = np.full(n, 1 << 20)

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.where(x == 1, self.w * 2 if y == 1 else self.w // 2, self.w)


CloseIsATie = edit(
    "Also predicts + where numpy calls <w, x> close to n.",
    predict=lambda self, x: 1 if np.isclose(self.w @ x, len(x)) else Textbook.predict(self, x),
)


class ATrillionthAtLeast(Textbook):
    """Lets no weight fall below a trillionth."""

    def update(self, x, y):
        super().update(x, y)
        self.w = np.maximum(self.w, 1e-12)


class AtMostNearlyTwiceN(Textbook):
    """Lets no weight exceed 1.9n."""

    def update(self, x, y):
        super().update(x, y)
        self.w = np.minimum(self.w, 1.9 * self.n)


class ThresholdGrowsSlowly(Textbook):
    """Adds a thirtieth to the threshold in every round, with one variable alone."""

    def update(self, x, y):
        super().update(x, y)
        self.n += len(x) == 1 and 1 / 30


FirstFourHundred = edit(
    "Doubles and halves the first 400 weights alone.", ("[x == 1]", "[(x == 1) & (np.arange(len(x)) < 400)]")
)


RIGHT = "those from here on"

TieIsMinus = edit("Predicts + iff <w, x> > n: a tie broken the other way.", (">=", ">"))
UpdatesAtATie = edit("Treats <w, x> = n as a mistake whatever the label.", ("!= y:", "!= y or self.w @ x == self.n:"))
ThresholdAndStartScaled = edit(
    "Weights start at 1/n, and the threshold is 1.",
    ("np.ones(n)", "np.full(n, 1 / n)"),
    ("1 if self.w @ x >= self.n else -1", "1.0 if self.w @ x >= 1 else -1.0"),
)


class SumsToOne(Textbook):
    """Makes the weights sum to 1 in every round and scales the threshold with them."""

    def __init__(self, n):
        self.w, self.threshold = np.full(n, 1 / n), 1.0

    def predict(self, x):
        return np.float64(1 if self.w @ x >= self.threshold else -1)

    def update(self, x, y):
        super().update(x, y)
        total = self.w.sum()
        self.w, self.threshold = self.w / total, self.threshold / total


class NaturalLogarithms:
    """Stores log w and adds log 2, so that weights are rounded."""

    def __init__(self, n):
        self.n, self.log_w = n, [0.0] * n

    def predict(self, x):
        return 1 if sum(math.exp(lw) for lw, v in zip(self.log_w, x, strict=True) if v) >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, v in enumerate(x):
                if v:
                    self.log_w[i] += y * math.log(2)


class ExactFractions:
    """A list of Fractions, and Fractions as predictions."""

    def __init__(self, n):
        self.n, self.w = n, [Fraction(1)] * n

    def predict(self, x):
        return Fraction(1 if sum(a for a, v in zip(self.w, x, strict=True) if v) >= self.n else -1)

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [a * Fraction(2) ** y if v else a for a, v in zip(self.w, x, strict=True)]


class CachesThePrediction(Textbook):
    """`update` trusts the last prediction."""

    def predict(self, x):
        self.last = super().predict(x)
        return np.array([self.last])

    def update(self, x, y):
        if self.last != y:
            self.w = self.w * (1 + x) if y == 1 else self.w / (1 + x)


class PowersOfTwo:
    """Each weight is the exponent of a power of two, and sums are Fractions."""

    def __init__(self, n):
        self.n, self.power = n, [0] * n

    def predict(self, x):
        on = [k for k, v in zip(self.power, x.tolist(), strict=True) if v]
        return 1 if sum(Fraction(2) ** k for k in on) >= self.n else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.power = [k + y if v else k for k, v in zip(self.power, x.tolist(), strict=True)]
