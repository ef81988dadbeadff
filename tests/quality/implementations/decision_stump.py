"""Wrong and right implementations of DecisionStump, as people hand them in."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class BruteForce:
    """Tries every feature, threshold and sign, and counts the error of each."""

    signs = (1, -1)

    def features(self, X):
        return range(X.shape[1])

    def thresholds(self, column):
        values = np.unique(column)
        return [values[0] - 1, *(values[:-1] + values[1:]) / 2, values[-1] + 1]

    def weights(self, y, sample_weight):
        return np.ones(len(y)) if sample_weight is None else sample_weight

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        least = math.inf
        for j in self.features(X):
            for theta in self.thresholds(X[:, j]):
                for b in self.signs:
                    error = D[np.where(X[:, j] < theta, b, -b) != y].sum()
                    if error < least:
                        least, self.j, self.theta, self.b = error, j, theta, b
        return self

    def predict(self, X):
        return np.where(X[:, self.j] < self.theta, self.b, -self.b)


edit = partial(edited, BruteForce)
MIDDLES = "[values[0] - 1, *(values[:-1] + values[1:]) / 2, values[-1] + 1]"

WRONG = "those from here on"

OneSign = edit("Tries b = 1 alone.", ("(1, -1)", "(1,)"))
AHundredSteps = edit(
    "Goes from the least value to the greatest in a hundred equal steps, between which two values may lie.",
    ("*(values[:-1] + values[1:]) / 2", "*np.linspace(values[0], values[-1], 101)"),
)
FloorsLargeWeights = edit(
    "Takes the integer parts of weights if there is one above ten.",
    (
        "D = self.weights(y, sample_weight)",
        "D = self.weights(y, sample_weight); D = np.floor(D) if D.max() > 10 else D",
    ),
    named="floors large weights",
)
ZeroCounts = edit(
    "Adds a thousandth of the greatest weight to each.",
    ("D = self.weights(y, sample_weight)", "D = self.weights(y, sample_weight); D = D + 1e-3 * D.max()"),
    named="examples of no weight count",
)
IgnoresTheWeights = edit(
    "Counts each example once, whatever it weighs.", (" if sample_weight is None else sample_weight", "")
)
MidpointsOnly = edit(
    "Has no threshold beyond the ends, so no constant stump.",
    ("[values[0] - 1, *(values[:-1]", "(values[:-1]"),
    ("/ 2, values[-1] + 1]", "/ 2 if len(values) > 1 else values"),
)


class WeightsMustSumToOne(BruteForce):
    """Flips the sign where the error exceeds 1/2, though the weights need not sum to 1."""

    def weights(self, y, sample_weight):
        return np.full(len(y), 1 / len(y)) if sample_weight is None else sample_weight

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        least = math.inf
        for j in range(X.shape[1]):
            for theta in self.thresholds(X[:, j]):
                error, b = D[np.where(X[:, j] < theta, 1, -1) != y].sum(), 1
                if error > 0.5:
                    error, b = 1 - error, -1
                if error < least:
                    least, self.j, self.theta, self.b = error, j, theta, b
        return self


class SplitsEqualValues(BruteForce):
    """Sweeps over the sorted examples and puts thresholds between equal values too."""

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        least = math.inf
        for j in range(X.shape[1]):
            order = np.argsort(X[:, j])
            x = X[order, j]
            F = D[y == 1].sum()
            ends = [x[0] - 1, *(x[:-1] + x[1:]) / 2, x[-1] + 1]
            for i, theta in enumerate(ends):
                if i > 0:
                    F = F - y[order[i - 1]] * D[order[i - 1]]
                for error, b in ((F, 1), (D.sum() - F, -1)):
                    if error < least:
                        least, self.j, self.theta, self.b = error, j, theta, b
        return self


ForgetsToSortTheLabels = edit(
    "Sorts the values, and leaves labels and weights in their old order.",
    ("D = self.weights(y, sample_weight)", "D, X = self.weights(y, sample_weight), np.sort(X, axis=0)"),
)


FitsOnce = edited(
    BruteForce,
    "Keeps the least error of an earlier fit, and so what it found then.",
    ("        least = math.inf", "        self.least = getattr(self, 'least', math.inf)"),
    ("!= y].sum()", "!= y].sum() / D.sum()"),
    ("< least", "< self.least"),
    ("least, self.j", "self.least, self.j"),
)


CountsInBytes = edit(
    "Counts the errors in 8 bits.", ("np.ones(len(y))", "np.ones(len(y), np.int8)"), (".sum()", ".sum(dtype=D.dtype)")
)
Replicates = edit(
    "Takes each example as often as its weight says, about a thousand in all.",
    ("else sample_weight", "else np.round(1000 * sample_weight / sample_weight.sum())"),
)
ThreeDecimals = edit(
    "Rounds thresholds to three decimals.", ("self.thresholds(X[:, j])", "np.round(self.thresholds(X[:, j]), 3)")
)
ALittleBelow = edit(
    "Puts thresholds a millionth below the values.",
    ("values[0] - 1, *(values[:-1] + values[1:]) / 2", "*(values - 1e-6)"),
)
WeightsInSinglePrecision = edit(
    "Adds the weights in single precision.",
    ("self.weights(y, sample_weight)", "self.weights(y, sample_weight).astype(np.float32)"),
)
DropsLightExamples = edit(
    "Trains without the examples that have less than a millionth of the weight.",
    (
        "self.weights(y, sample_weight)",
        "self.weights(y, sample_weight)\n        D = np.where(D < 1e-6 * D.sum(), 0, D)",
    ),
)
WantsABillionth = edit(
    "Prefers a stump only if its error is less by a billionth, however small the weights are.",
    ("self.weights(y, sample_weight)", "np.round(self.weights(y, sample_weight) / 1e-9)"),
)
AMillionForInfinity = edit("Takes a million for infinity.", ("values[0] - 1", "-1e6"), ("values[-1] + 1", "1e6"))
FirstThresholds = edit(
    "Tries the first 500 thresholds.",
    ("self.thresholds(X[:, j])", "self.thresholds(X[:, j])[:500]"),
    named="the first 500 thresholds",
)
LastThresholds = edit(
    "Tries the last 500 thresholds.",
    ("self.thresholds(X[:, j])", "self.thresholds(X[:, j])[-500:]"),
    named="the last 500 thresholds",
)


RIGHT = "those from here on"

ValuesAsThresholds = edit(
    "Tries the values themselves: with both signs these split the sample in all ways.",
    (MIDDLES, "[-math.inf, *column]"),
)
LastMinimiser = edit(
    "Runs through features and signs in the other order, and so finds another minimiser.",
    ("(1, -1)", "(-1, 1)"),
    ("range(X.shape[1])", "reversed(range(X.shape[1]))"),
)


class Sweep:
    """The pseudo-code of the notes for both signs; returns nothing from `fit`."""

    def fit(self, X, y, sample_weight=None):
        m, d = X.shape
        D = np.full(m, 1 / m) if sample_weight is None else sample_weight
        best = math.inf
        for j in range(d):
            order = np.argsort(X[:, j])
            x, yD = X[order, j], (y * D)[order]
            x = np.append(x, x[-1] + 1)
            for b in (1, -1):
                F = D[y == b].sum()
                if best > F:
                    best, self.stump = F, (j, x[0] - 1, b)
                for i in range(m):
                    F = F - b * yD[i]
                    if best > F and x[i] != x[i + 1]:
                        best, self.stump = F, (j, (x[i] + x[i + 1]) / 2, b)

    def predict(self, X):
        j, theta, b = self.stump
        return [b if x[j] <= theta else -b for x in X]


class FlipsAtHalfOfTheTotal(WeightsMustSumToOne):
    """Flips the sign where the error exceeds half of the total weight; predicts floats."""

    def weights(self, y, sample_weight):
        D = super().weights(y, sample_weight)
        return D / D.sum()

    def predict(self, X):
        return 1.0 * super().predict(X)


DropsWeightless = edit(
    "Trains without the examples of weight 0.",
    (
        "self.weights(y, sample_weight)",
        "self.weights(y, sample_weight)\n        X, y, D = X[D > 0], y[D > 0], D[D > 0]",
    ),
)


class ExactFractions:
    """Sums of Fractions over a dictionary of the values of each feature."""

    def fit(self, X, y, sample_weight=None):
        D = [1] * len(y) if sample_weight is None else sample_weight
        stumps = []
        for j in range(X.shape[1]):
            gain = {}
            for x, label, weight in zip(X[:, j], y, D, strict=True):
                gain[x] = gain.get(x, 0) + int(label) * Fraction(float(weight))
            balance = -sum(gain.values())  # right minus wrong, for b = 1, with everything above the threshold
            stumps += [(balance, j, -math.inf, 1), (-balance, j, -math.inf, -1)]
            for x in sorted(gain):
                balance += 2 * gain[x]
                stumps += [(balance, j, x, 1), (-balance, j, x, -1)]
        _, self.j, self.theta, self.b = max(stumps)
        return self

    def predict(self, X):
        return np.array([Fraction(self.b if x <= self.theta else -self.b) for x in X[:, self.j]])
