"""Wrong and right implementations of DecisionStump, as people hand them in."""

import math
from fractions import Fraction

import numpy as np


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


WRONG = "those from here on"


class SinglePrecision(BruteForce):
    """Computes in single precision, which takes 2^24 and 2^24 + 1 for the same number."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X.astype(np.float32), y, sample_weight)


class AHundredSteps(BruteForce):
    """Goes from the least value to the greatest in a hundred equal steps, between which two values may lie."""

    def thresholds(self, column):
        return [column.min() - 1, *np.linspace(column.min(), column.max(), 101), column.max() + 1]


class OneSign(BruteForce):
    """Tries b = 1 alone."""

    signs = (1,)


class IgnoresTheWeights(BruteForce):
    """Counts each example once, whatever it weighs."""

    def weights(self, y, sample_weight):
        return np.ones(len(y))


class FirstFeature(BruteForce):
    """Looks at the first feature alone."""

    def features(self, X):
        return [0]


class MidpointsOnly(BruteForce):
    """Has no threshold beyond the ends, so no constant stump."""

    def thresholds(self, column):
        values = np.unique(column)
        return (values[:-1] + values[1:]) / 2 if len(values) > 1 else values


class ThresholdAtTheMean(BruteForce):
    """Tries one threshold a feature, its mean."""

    def thresholds(self, column):
        return [column.mean()]


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


class ForgetsToSortTheLabels(BruteForce):
    """Sorts the values, and leaves labels and weights in their old order."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(np.sort(X, axis=0), y, sample_weight)


class TheWorst(BruteForce):
    """Maximises the error."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, -y, sample_weight)


class FitsOnce(BruteForce):
    """Keeps the least error of an earlier fit, and so what it found then."""

    def __init__(self):
        self.least = math.inf

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        for j in range(X.shape[1]):
            for theta in self.thresholds(X[:, j]):
                for b in (1, -1):
                    error = D[np.where(X[:, j] < theta, b, -b) != y].sum() / D.sum()
                    if error < self.least:
                        self.least, self.j, self.theta, self.b = error, j, theta, b
        return self


class WholeThresholds(BruteForce):
    """Rounds thresholds to integers."""

    def thresholds(self, column):
        return range(math.floor(column.min()), math.ceil(column.max()) + 2)


class Bins(BruteForce):
    """Puts the values into 256 bins, as histogram-based trees do."""

    named = "256 bins"

    def thresholds(self, column):
        quantiles = np.unique(np.quantile(column, np.linspace(0, 1, 257)[1:-1]))
        return [column.min() - 1, *quantiles, column.max() + 1]


class TenFeatures(BruteForce):
    """Looks at the first ten features."""

    def features(self, X):
        return range(min(10, X.shape[1]))


class CountsInBytes(BruteForce):
    """Counts the errors in 8 bits."""

    def fit(self, X, y, sample_weight=None):
        D = np.ones(len(y), np.int8) if sample_weight is None else sample_weight
        least = math.inf
        for j in self.features(X):
            for theta in self.thresholds(X[:, j]):
                for b in self.signs:
                    error = D[np.where(X[:, j] < theta, b, -b) != y].sum(dtype=D.dtype)
                    if error < least:
                        least, self.j, self.theta, self.b = error, j, theta, b
        return self


class Replicates(BruteForce):
    """Takes each example as often as its weight says, about a thousand in all."""

    def weights(self, y, sample_weight):
        return np.ones(len(y)) if sample_weight is None else np.round(1000 * sample_weight / sample_weight.sum())


class WantsAnImprovement(BruteForce):
    """Prefers a stump only if its error is less by a thousandth."""

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        least = math.inf
        for j in self.features(X):
            for theta in self.thresholds(X[:, j]):
                for b in self.signs:
                    error = D[np.where(X[:, j] < theta, b, -b) != y].sum()
                    if error < least - 1e-3:
                        least, self.j, self.theta, self.b = error, j, theta, b
        return self


class ThreeDecimals(BruteForce):
    """Rounds thresholds to three decimals."""

    def thresholds(self, column):
        return [round(theta, 3) for theta in super().thresholds(column)]


class ALittleBelow(BruteForce):
    """Puts thresholds a millionth below the values."""

    def thresholds(self, column):
        values = np.unique(column)
        return [*(values - 1e-6), values[-1] + 1]


class WeightsInSinglePrecision(BruteForce):
    """Adds the weights in single precision."""

    def weights(self, y, sample_weight):
        return super().weights(y, sample_weight).astype(np.float32)


class DropsLightExamples(BruteForce):
    """Trains without the examples that have less than a millionth of the weight."""

    def weights(self, y, sample_weight):
        D = super().weights(y, sample_weight)
        return np.where(D < 1e-6 * D.sum(), 0, D)


class WantsABillionth(BruteForce):
    """Prefers a stump only if its error is less by a billionth, however small the weights are."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, y, np.round(self.weights(y, sample_weight) / 1e-9))


class AMillionForInfinity(BruteForce):
    """Takes a million for infinity."""

    def thresholds(self, column):
        return [-1e6, *super().thresholds(column)[1:-1], 1e6]


class FirstThresholds(BruteForce):
    """Tries the first 500 thresholds."""

    named = "the first 500 thresholds"

    def thresholds(self, column):
        return super().thresholds(column)[:500]


class LastThresholds(BruteForce):
    """Tries the last 500 thresholds."""

    named = "the last 500 thresholds"

    def thresholds(self, column):
        return super().thresholds(column)[-500:]


RIGHT = "those from here on"


class ValuesAsThresholds(BruteForce):
    """Tries the values themselves: with both signs these split the sample in all ways."""

    def thresholds(self, column):
        return [-math.inf, *column]


class LastMinimiser(BruteForce):
    """Runs through features and signs in the other order, and so finds another minimiser."""

    signs = (-1, 1)

    def features(self, X):
        return reversed(range(X.shape[1]))


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


class DropsWeightless(BruteForce):
    """Trains without the examples of weight 0."""

    def fit(self, X, y, sample_weight=None):
        D = self.weights(y, sample_weight)
        return super().fit(X[D > 0], y[D > 0], D[D > 0])


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
