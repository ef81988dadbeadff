"""Wrong and right implementations of BatchPerceptron, as people hand them in."""

import random
from fractions import Fraction
from functools import partial

import numpy as np
from edits import at_first, edited


class Textbook:
    """While some example has y <w, x> <= 0, add y x for the first of them."""

    def fit(self, X, y):
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        while True:
            wrong = [i for i in range(len(y)) if self.violates(X, y, i)]
            if not wrong:
                return self
            i = self.choose(wrong)
            self.w = self.w + y[i] * X[i]
            self.n_updates += 1

    def violates(self, X, y, i):
        return y[i] * (self.w @ X[i]) <= 0

    def choose(self, wrong):
        return wrong[0]

    def predict(self, X):
        return np.sign(X @ self.w)


edit = partial(edited, Textbook)

WRONG = "those from here on"

TakesATieForRight = edit("Stops where y <w, x> >= 0 for all i, which is so at the start.", ("<= 0", "< 0"))
SignOfZeroIsPlus = edit(
    "Compares labels, and takes the sign of 0 for +1: on positive examples alone it never starts.",
    ("y[i] * (self.w @ X[i]) <= 0", "(1 if self.w @ X[i] >= 0 else -1) != y[i]"),
    ("np.sign(X @ self.w)", "np.where(X @ self.w >= 0, 1, -1)"),
    named="the sign of 0 is +1",
)


class OnePass(Textbook):
    """Goes through the sample once."""

    def fit(self, X, y):
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        for i in range(len(y)):
            if self.violates(X, y, i):
                self.w = self.w + y[i] * X[i]
                self.n_updates += 1
        return self


class GivesUp(Textbook):
    """Goes through the sample a thousand times at most, as a course's default has it."""

    named = "a thousand passes"
    most = 1000

    def fit(self, X, y):
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        for _ in range(self.most):
            wrong = [i for i in range(len(y)) if self.violates(X, y, i)]
            if not wrong:
                break
            for i in wrong:
                if self.violates(X, y, i):
                    self.w = self.w + y[i] * X[i]
                    self.n_updates += 1
        return self


class GivesUpSoon(GivesUp):
    """Goes through the sample a hundred times at most."""

    named = "a hundred passes"
    most = 100


GivesUpByTheSize = edit(
    "Makes two updates an example at most.",
    ("while True:", "while self.n_updates < 2 * len(y):"),
    named="two updates an example",
)
CountsTheLastCheck = edit(
    "n_updates is the number of iterations, with the one that finds nothing to correct.",
    ("np.zeros(X.shape[1]), 0", "np.zeros(X.shape[1]), 1"),
)
CountsPasses = edited(
    GivesUp,
    "n_updates is the number of passes that corrected something.",
    ("for _ in range(self.most)", "for self.n_updates in range(10**6)"),
    ("self.n_updates += 1", "pass"),
    named="counts passes",
)


GoesOnFromTheLastFit = edit(
    "A second fit starts at the weights of the first.",
    ("np.zeros(X.shape[1])", "self.w if np.shape(getattr(self, 'w', 0)) == X.shape[1:] else np.zeros(X.shape[1])"),
)


CountsOnFromTheLastFit = edit(
    "A second fit adds its updates to those of the first.",
    ("np.zeros(X.shape[1]), 0", 'np.zeros(X.shape[1]), getattr(self, "n_updates", 0)'),
)
KeepsTheFirstX = edit(
    "Keeps the instances of the first fit.",
    at_first('X = vars(self).setdefault("X", X)'),
    named="keeps the first X",
)


class AddsABias:
    """Learns an intercept as well; the halfspace is no longer homogeneous."""

    def fit(self, X, y):
        self.v = np.zeros(X.shape[1] + 1)
        Z = np.hstack((X, np.ones((len(X), 1))))
        while (wrong := y * (Z @ self.v) <= 0).any():
            i = int(wrong.argmax())
            self.v = self.v + y[i] * Z[i]
        return self

    def predict(self, X):
        return np.sign(X @ self.v[:-1] + self.v[-1])


StartsAtOnes = edit("w starts at (1, ..., 1).", ("np.zeros", "np.ones"))


class NormalisesInstances(Textbook):
    """Adds y x / ||x||."""

    def fit(self, X, y):
        return super().fit(X / np.linalg.norm(X, axis=1, keepdims=True), y)

    def violates(self, X, y, i):  # summed in one order, since rounding decides
        return y[i] * sum(p * q for p, q in zip(self.w.tolist(), X[i].tolist(), strict=True)) <= 0


WantsAMargin = edit("Goes on until y <w, x> >= 1 for all i.", ("<= 0", "< 1"))


class RemembersTheSample(Textbook):
    """Looks labels up, and says +1 elsewhere."""

    def fit(self, X, y):
        self.labels = {tuple(x): label for x, label in zip(X.tolist(), y.tolist(), strict=True)}
        return self

    def predict(self, X):
        return [self.labels.get(tuple(x), 1) for x in X.tolist()]


class CorrectsAllAtOnce(Textbook):
    """Adds all violating y x in each iteration: a step of gradient descent."""

    def fit(self, X, y):
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        for _ in range(10_000):
            wrong = y * (X @ self.w) <= 0
            if not wrong.any():
                break
            self.w = self.w + (y[wrong, None] * X[wrong]).sum(axis=0)
            self.n_updates += 1
        return self


NinetyNinePercent = edit(
    "Stops where 99 % of the answers are right.",
    ("if not wrong:", "if len(wrong) <= len(y) / 100:"),
    named="99 percent",
)


WithinABillionth = edit("Takes a margin below 1e-9 for a mistake, however short instances are.", ("<= 0", "<= 1e-9"))


RIGHT = "those from here on"

TheLastViolation = edit("Corrects the last violated example.", ("wrong[0]", "wrong[-1]"))
ARandomViolation = edit(
    "Corrects one that it draws, otherwise in every fit.", choose=lambda self, wrong: random.choice(wrong)
)


class TheWorstViolation:
    """Corrects the example of the least margin, and exposes no state."""

    def fit(self, X, y):
        w = np.zeros(X.shape[1])
        while True:
            margins = y * (X @ w)
            i = int(margins.argmin())
            if margins[i] > 0:
                self.weights = w
                return
            w += y[i] * X[i]

    def predict(self, X):
        return [1 if s > 0 else -1 for s in (X @ self.weights).tolist()]


class Cyclic:
    """Passes through the sample until a pass finds nothing to correct; a tie beyond it is +1."""

    def fit(self, X, y):
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        clean = False
        while not clean:
            clean = True
            for x, label in zip(X, y, strict=True):
                if label * (self.w @ x) <= 0:
                    self.w += label * x
                    self.n_updates += 1
                    clean = False
        return self

    def predict(self, X):
        return np.where(X @ self.w >= 0, 1, -1)


ATenthOfAStep = edit("A learning rate of 0.1, whose rounding misses ties.", ("+ y[i] * X[i]", "+ 0.1 * y[i] * X[i]"))
UnitWeights = edit(
    "Divides w by its length in the end.",
    ("return self", "self.w = self.w / np.linalg.norm(self.w)\n                return self"),
)


class InFractions:
    """Exact arithmetic, lists for arrays; n_updates as a Fraction."""

    def fit(self, X, y):
        rows = [[Fraction(v) for v in x] for x in X.tolist()]
        w, count = [Fraction(0)] * len(rows[0]), 0
        while True:
            wrong = [i for i, x in enumerate(rows) if int(y[i]) * sum(map(Fraction.__mul__, w, x)) <= 0]
            if not wrong:
                break
            i = wrong[len(wrong) // 2]
            w = [p + int(y[i]) * q for p, q in zip(w, rows[i], strict=True)]
            count += 1
        self.w, self.n_updates = w, Fraction(count)

    def predict(self, X):
        scores = (sum(p * Fraction(q) for p, q in zip(self.w, x, strict=True)) for x in X.tolist())
        return [(s > 0) - (s < 0) for s in scores]


class KeepsCounts:
    """The dual form: how often each example was corrected."""

    def fit(self, X, y):
        self.X, self.y = X, y
        self.c = np.zeros(len(y))
        G = (X @ X.T) * y
        while (wrong := y * (G @ self.c) <= 0).any():
            self.c[int(wrong.argmax())] += 1
        self.n_updates = int(self.c.sum())
        return self

    def predict(self, X):
        return np.sign((X @ self.X.T) @ (self.c * self.y))
