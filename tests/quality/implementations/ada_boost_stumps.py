"""Wrong and right implementations of AdaBoost with its stumps built in, as courses and repositories have it."""

import math
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Tries all stumps in every round; a stump without an error decides alone."""

    signs = (1, -1)

    def __init__(self, n_rounds):
        self.n_rounds = n_rounds

    def features(self, X):
        return range(X.shape[1])

    def thresholds(self, column):
        values = np.unique(column)
        return [values[0] - 1, *(values[:-1] + values[1:]) / 2, values[-1] + 1]

    def stump(self, X, y, D):
        """The error of the best stump, and the stump."""
        least = math.inf
        for j in self.features(X):
            thresholds = self.thresholds(X[:, j])
            below = X[:, j] < np.array(thresholds)[:, None]
            for b in self.signs:
                errors = (D * (np.where(below, b, -b) != y)).sum(axis=1)
                k = errors.argmin()
                if errors[k] < least:
                    least, best = errors[k], (j, thresholds[k], b)
        return best

    def answers(self, stump, X):
        j, theta, b = stump
        return np.where(X[:, j] < theta, b, -b)

    def fit(self, X, y):
        D = np.full(len(y), 1 / len(y))
        self.vote = []
        for _ in range(self.n_rounds):
            stump = self.stump(X, y, D)
            wrong = self.answers(stump, X) != y
            epsilon = self.error(D, wrong)
            if not wrong.any():
                self.vote = [(1.0, stump)]
                break
            self.vote.append((self.weight(epsilon), stump))
            D = self.reweight(D, wrong, epsilon)
        return self

    def error(self, D, wrong):
        return D[wrong].sum()

    def weight(self, epsilon):
        return 0.5 * np.log(1 / epsilon - 1)

    def reweight(self, D, wrong, epsilon):
        return np.where(wrong, D / (2 * epsilon), D / (2 * (1 - epsilon)))

    def predict(self, X):
        return np.sign(sum(w * self.answers(stump, X) for w, stump in self.vote))


edit = partial(edited, Textbook)
MIDDLES = "[values[0] - 1, *(values[:-1] + values[1:]) / 2, values[-1] + 1]"

WRONG = "those from here on"

AtMostFiftyRounds = edit("Makes fifty rounds, whatever it is told.", ("= n_rounds", "= min(n_rounds, 50)"))
NeverReweights = edit("Finds the same stump in every round.", ("D = self.reweight(D, wrong, epsilon)", "pass"))


class ReweightsBySquares(Textbook):
    """Forgets the half in the exponent of the distribution."""

    def reweight(self, D, wrong, epsilon):
        D = np.where(wrong, D * (1 - epsilon) / epsilon, D * epsilon / (1 - epsilon))
        return D / D.sum()


UniformVote = edit("Gives each stump one vote.", ("0.5 * np.log(1 / epsilon - 1)", "1.0"))
OneSign = edit("Has stumps that say +1 below their threshold alone.", ("(1, -1)", "(1,)"))
MidpointsOnly = edit(
    "Has no threshold beyond the ends, so no constant stump.",
    ("[values[0] - 1, *(values[:-1]", "(values[:-1]"),
    ("/ 2, values[-1] + 1]", "/ 2 if len(values) > 1 else values"),
)
TenThresholds = edit(
    "Tries ten thresholds from the least value to the greatest, as some courses do.",
    (MIDDLES, "np.linspace(column.min(), column.max(), 10)"),
)
UnweightedStumps = edit(
    "Fits its stumps without the distribution, and reweights in vain.",
    ("self.stump(X, y, D)", "self.stump(X, y, np.ones(len(y)))"),
)
DividesByZero = edit(
    "Has no answer to a stump without errors.",
    ("D[wrong].sum()", "float(D[wrong].sum())"),
    ("not wrong.any()", "False"),
)


class AddsToTheLastFit(Textbook):
    """A second fit keeps the stumps of the first."""

    def __init__(self, n_rounds):
        super().__init__(n_rounds)
        self.old = []

    def fit(self, X, y):
        super().fit(X, y)
        self.old += self.vote
        self.vote = self.old
        return self


StopsWhenTheVoteIsRight = edit(
    "Ends the training as soon as the vote makes no error on the sample.",
    (
        "self.reweight(D, wrong, epsilon)",
        "self.reweight(D, wrong, epsilon)\n            if (self.predict(X) == y).all(): break",
    ),
    keeps_bound=True,  # the training error is 0 wherever it stops early
)


class Bins(Textbook):
    """Puts the values into 256 bins, as histogram-based trees do."""

    named = "256 bins"

    def thresholds(self, column):
        quantiles = np.unique(np.quantile(column, np.linspace(0, 1, 257)[1:-1]))
        return [column.min() - 1, *quantiles, column.max() + 1]


TwoDecimals = edit(
    "Rounds the weights of the vote.",
    ("self.weight(epsilon)", "round(self.weight(epsilon), 2)"),
    named="weights of two decimals",
)
TenFeatures = edit("Looks at the first ten features.", ("range(X.shape[1])", "range(X.shape[1])[:10]"))
SinglePrecision = edit(
    "The distribution is of numbers of 32 bits.",
    ("self.reweight(D, wrong, epsilon)", "self.reweight(D, wrong, epsilon).astype(np.float32)"),
)


class AtLeastAMillionth(Textbook):
    """Lets no example have less than a millionth of the distribution."""

    named = "a millionth at least"

    def reweight(self, D, wrong, epsilon):
        D = np.maximum(super().reweight(D, wrong, epsilon), 1e-6)
        return D / D.sum()


class TrimsWeights(Textbook):
    """Fits its stumps without the lightest examples, which have one percent of the distribution."""

    def stump(self, X, y, D):
        order = np.argsort(D)
        heavy = np.sort(order[np.cumsum(D[order]) > 0.01 * D.sum()])
        return super().stump(X[heavy], y[heavy], D[heavy])


class StopsWithoutImprovement(Textbook):
    """Stops where ten rounds and more do not lower the training error by a thousandth."""

    def fit(self, X, y):
        rounds, last = self.n_rounds, 1.0
        for self.n_rounds in range(10, rounds):
            super().fit(X, y)
            error = (self.predict(X) != y).mean()
            if last - error < 1e-3:
                break
            last = error
        else:
            self.n_rounds = rounds
            super().fit(X, y)
        self.n_rounds = rounds
        return self


ThreeDecimals = edit(
    "Rounds thresholds to three decimals.", ("self.thresholds(X[:, j])", "np.round(self.thresholds(X[:, j]), 3)")
)
AMillionForInfinity = edit("Takes a million for infinity.", ("values[0] - 1", "-1e6"), ("values[-1] + 1", "1e6"))


class ErrorsOfAMillionth(Textbook):
    """Keeps errors from 0 and 1 by a millionth."""

    named = "errors of a millionth at least"

    def error(self, D, wrong):
        return np.clip(super().error(D, wrong), 1e-6, 1 - 1e-6)

    def reweight(self, D, wrong, epsilon):
        D = super().reweight(D, wrong, epsilon)
        return D / D.sum()


VotesInHalfPrecision = edit(
    "Adds the votes up in numbers of 16 bits.",
    ("w * self.answers(stump, X)", "np.float16(w) * self.answers(stump, X).astype(np.float16)"),
)
FirstThresholds = edit(
    "Tries the first 500 thresholds.",
    ("self.thresholds(X[:, j])", "self.thresholds(X[:, j])[:500]"),
    named="the first 500 thresholds",
)


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie of the vote.",
    ("np.sign(sum(", "np.where(sum("),
    ("in self.vote))", "in self.vote) >= 0, 1, -1)"),
)
ValuesAsThresholds = edit(
    "Cuts at the values themselves: with both signs these split the sample in all ways.",
    (MIDDLES, "[*values, math.inf]"),
)
LastMinimiser = edit(
    "Runs through features and signs in the other order, and so finds another stump among equal ones.",
    ("(1, -1)", "(-1, 1)"),
    ("range(X.shape[1])", "reversed(range(X.shape[1]))"),
)


class KeepsAwayFromZero(Textbook):
    """Adds 1e-10 to an error of 0, and goes on: the vote is right all the same."""

    def fit(self, X, y):
        w = np.full(len(y), 1 / len(y))
        self.vote = []
        for _ in range(self.n_rounds):
            stump = self.stump(X, y, w)
            h = self.answers(stump, X)
            error = max(w[h != y].sum(), 1e-10)
            alpha = 0.5 * np.log((1 - error) / error)
            w = w * np.exp(-alpha * y * h)
            w /= w.sum()
            self.vote.append((alpha, stump))


class WeighsDouble(Textbook):
    """Weighs stumps by log(1/epsilon - 1), which changes no vote, and multiplies the wrong alone by its exponential."""

    def weight(self, epsilon):
        return np.log(1 / epsilon - 1)

    def reweight(self, D, wrong, epsilon):
        D = np.where(wrong, D * (1 - epsilon) / epsilon, D)
        return D / D.sum()
